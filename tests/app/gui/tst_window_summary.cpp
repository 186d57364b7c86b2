// SPDX-License-Identifier: GPL-3.0-or-later
// The match summary out of the window: with a picture of the 3D view for what was marked, whole or not at
// all, never over the recording.
#include "app/gui/session/replay_notes.h"
#include "app/gui/summary/export_summary.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QSignalSpy>

namespace tst_window_summary {

using namespace ghostline;
using namespace ghostline::test;
using app::ExportSummary;

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class TestWindowSummary : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!render::probeGl())
            QSKIP("no OpenGL here");
    }

    void pageWithPictures()
    {
        const WindowPlace place;
        FakeReplayOptions options;
        options.match = true;
        OpenWindow w(place, options);
        QVERIFY(w.show());
        QVERIFY(w.open());
        w.session().playhead().seek({200, 0.0});
        w.session().notes()->addBookmark(QStringLiteral("Look here"));
        QVERIFY(w.window->actions().get(QStringLiteral("file.exportSummary"))->isEnabled());
        auto* summary = w.window->findChild<ExportSummary*>();
        QVERIFY(summary != nullptr);
        QSignalSpy written(summary, &ExportSummary::written);
        const QString path = place.folder.filePath(QStringLiteral("page.html"));
        summary->save(path);
        QTRY_COMPARE_WITH_TIMEOUT(written.size(), 1, OpenMs);
        QCOMPARE(written.front().at(1).toString(), QString());
        const QByteArray page = contentOf(path);
        QVERIFY(page.startsWith("<!DOCTYPE html>"));
        QVERIFY(page.contains("Look here"));
        QVERIFY(page.contains("data:image/jpeg;base64,") || page.contains("data:image/png;base64,"));
        QVERIFY(w.window->findChild<QMessageBox*>(QStringLiteral("summaryWritten")) != nullptr);
        w.window->findChild<QMessageBox*>(QStringLiteral("summaryWritten"))->close();
        QVERIFY(w.window->actions().get(QStringLiteral("file.exportSummary"))->isEnabled()); // and again
    }

    void neverOverTheRecording()
    {
        const WindowPlace place;
        OpenWindow w(place);
        QVERIFY(w.show());
        QVERIFY(w.open());
        const QByteArray before = contentOf(w.session().path());
        auto* summary = w.window->findChild<ExportSummary*>();
        QSignalSpy written(summary, &ExportSummary::written);
        summary->save(w.session().path());
        QTRY_COMPARE_WITH_TIMEOUT(written.size(), 1, OpenMs);
        QVERIFY(!written.front().at(1).toString().isEmpty());
        QCOMPARE(contentOf(w.session().path()), before);
        // Nor where nothing can be written.
        written.clear();
        summary->save(place.folder.filePath(QStringLiteral("none/page.html")));
        QTRY_COMPARE_WITH_TIMEOUT(written.size(), 1, OpenMs);
        QVERIFY(!written.front().at(1).toString().isEmpty());
        QVERIFY(!QFileInfo::exists(place.folder.filePath(QStringLiteral("none"))));
        for (QMessageBox* box : w.window->findChildren<QMessageBox*>())
            box->close();
    }
};

} // namespace tst_window_summary

GHOSTLINE_TEST(tst_window_summary, TestWindowSummary, ghostline::test::GraphicsApplication)
#include "tst_window_summary.moc"
