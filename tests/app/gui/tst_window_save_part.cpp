// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a recording saved as one of its own: what is marked, in a format that can hold it, beside the
// window, never over the recording itself.
#include "app/gui/panels/save_part.h"
#include "app/gui/session/replay_notes.h"
#include "model/codec/opening.h"
#include "model/codec/write_target.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QPointer>
#include <QProgressDialog>
#include <QSignalSpy>

#include <atomic>
#include <chrono>
#include <thread>

namespace tst_window_save_part {

using namespace ghostline;
using namespace ghostline::test;
using app::SavePart;
using model::FrameRange;

constexpr FrameRange Part{100, 160};

class TestWindowSavePart : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void savesTheLoop();
    void spanOfABookmark();
    void neverOverTheRecording();
    void cancelledLeavesNothing();
    void formatsThatHoldAPart();
    void writerFollowsTheName();

private:
    QString path(const QString& name) const { return m_place->folder.filePath(name); }
    std::unique_ptr<WindowPlace> m_place;
};

QAction* verb(app::MainWindow& window) { return window.actions().get(QStringLiteral("file.savePart")); }

QFileDialog* dialogOf(const app::MainWindow& window)
{
    return window.findChild<QFileDialog*>(QStringLiteral("exportFileDialog"));
}

void choose(const app::MainWindow& window, const QString& path)
{
    dialogOf(window)->selectFile(path);
    const QPointer<QDialog> asked = dialogOf(window);
    asked->accept();
    QTRY_VERIFY(asked == nullptr);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestWindowSavePart::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowSavePart::init() { m_place = std::make_unique<WindowPlace>(); }

void TestWindowSavePart::savesTheLoop()
{
    const auto window =
        showMadeFile(*m_place, QStringLiteral(GHOSTLINE_MAKE_RUN), QStringLiteral("run.hcrp"));
    QVERIFY(window != nullptr);
    QVERIFY(window->session()->index()->frames() > Part.end);
    QVERIFY(!verb(*window)->isEnabled());
    QVERIFY(window->actions().whyNot(QStringLiteral("file.savePart")).contains(u"loop"));
    window->session()->playhead().setLoop(Part);
    QVERIFY(verb(*window)->isEnabled());

    verb(*window)->trigger();
    QVERIFY(dialogOf(*window) != nullptr);
    QCOMPARE(QFileInfo(dialogOf(*window)->selectedFiles().value(0)).fileName(),
             QStringLiteral("run-part.hcrp"));
    QSignalSpy written(window->findChild<SavePart*>(), &SavePart::written);
    choose(*window, path(QStringLiteral("part.hcrp")));
    QTRY_COMPARE_WITH_TIMEOUT(written.size(), 1, OpenMs);
    QCOMPARE(written.front().at(1).toString(), QString());

    // What the codec writes when the command line asks it.
    const model::CodecRegistry registry;
    const auto codec = registry.load(QStringLiteral("recording"));
    QVERIFY(codec.has_value());
    const auto direct = (*codec)->write(*window->session()->source(),
                                        {path(QStringLiteral("direct.hcrp")), Part, {}, {}, {}});
    QVERIFY(direct.has_value());
    const auto frames = [&registry, this](const QString& name) {
        const auto replay = model::openComplete(model::openerOf(registry), path(name), {});
        return replay ? replay->index->frames() : model::FrameNumber{-1};
    };
    QVERIFY(frames(QStringLiteral("part.hcrp")) >= Part.count());
    QCOMPARE(frames(QStringLiteral("part.hcrp")), frames(QStringLiteral("direct.hcrp")));
    QVERIFY(window->findChild<QProgressDialog*>(QStringLiteral("jobProgress")) == nullptr ||
            !window->findChild<QProgressDialog*>(QStringLiteral("jobProgress"))->isVisible());
    QVERIFY(verb(*window)->isEnabled()); // and again
}

void TestWindowSavePart::spanOfABookmark()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    const SavePart* save = w.window->findChild<SavePart*>();
    w.session().playhead().seek({Part.first + 5, 0.0});
    w.session().playhead().setLoop(Part);
    w.session().notes()->addBookmark(QStringLiteral("Jump: a/b"));
    w.session().playhead().setLoop(std::nullopt);
    QTRY_COMPARE(save->part(), std::optional(Part)); // a new bookmark is selected
    QVERIFY(verb(*w.window)->isEnabled());
    verb(*w.window)->trigger();
    QVERIFY(dialogOf(*w.window) != nullptr);
    const QString name = QFileInfo(dialogOf(*w.window)->selectedFiles().value(0)).fileName();
    QVERIFY2(name.startsWith(u"replay-jump-a-b."), qPrintable(name));
    // It was asked about that recording.
    const QPointer<QDialog> asked = dialogOf(*w.window);
    w.window->closeReplay();
    QTRY_VERIFY(asked == nullptr);
    QVERIFY(!verb(*w.window)->isEnabled());
    QVERIFY(!save->part());
}

void TestWindowSavePart::neverOverTheRecording()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.session().playhead().setLoop(Part);
    QSignalSpy written(w.window->findChild<SavePart*>(), &SavePart::written);
    verb(*w.window)->trigger();
    const QByteArray before = contentOf(w.session().path());
    QVERIFY(dialogOf(*w.window) != nullptr);
    Q_EMIT dialogOf(*w.window)->fileSelected(w.session().path()); // as if "replace it" were answered
    QTRY_VERIFY(w.window->findChild<QMessageBox*>() != nullptr);
    QCOMPARE(contentOf(w.session().path()), before);
    QCOMPARE(written.size(), 0);
    w.window->findChild<QMessageBox*>()->close();
    dialogOf(*w.window)->close();
}

void TestWindowSavePart::cancelledLeavesNothing()
{
    std::atomic<bool> held = false;
    FakeReplayOptions options;
    options.beforeDecode = [&held](int) {
        while (held)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    const QString target = path(QStringLiteral("part.log"));
    {
        OpenWindow w(*m_place, options);
        QVERIFY(w.show());
        QVERIFY(w.open());
        w.session().playhead().setLoop(Part);
        QSignalSpy written(w.window->findChild<SavePart*>(), &SavePart::written);
        held = true;
        verb(*w.window)->trigger();
        const auto release = qScopeGuard([&held] { held = false; });
        choose(*w.window, target);
        auto* progress = w.window->findChild<QProgressDialog*>(QStringLiteral("jobProgress"));
        QVERIFY(progress != nullptr);
        QVERIFY(!verb(*w.window)->isEnabled()); // one at a time
        QTRY_VERIFY(progress->isVisible());
        Q_EMIT progress->canceled(); // as its button does
        QVERIFY(verb(*w.window)->isEnabled());
        held = false;
        QTest::qWait(100);
        QCOMPARE(written.size(), 0);
    }
    // The window has gone, and with it whatever was still writing.
    QVERIFY(!QFileInfo::exists(target));
    const QStringList left =
        QDir(m_place->folder.path()).entryList({QStringLiteral("*part*")}, QDir::Files | QDir::Hidden);
    QVERIFY2(left.isEmpty(), qPrintable(left.join(u' ')));
}

void TestWindowSavePart::formatsThatHoldAPart()
{
    const model::CodecRegistry registry;
    const auto ids = [&registry](const char* format) {
        QStringList found;
        for (const model::CodecInfo* writer : model::partWriters(registry, QLatin1String(format)))
            found << writer->id;
        return found;
    };
    QCOMPARE(ids("recording").value(0), QStringLiteral("recording"));
    QCOMPARE(ids("carla"), QStringList{QStringLiteral("carla")});
    // Only a whole match is signed.
    QVERIFY(!ids("ironcurtain").contains(QStringLiteral("ironcurtain")));
    QVERIFY(!ids("sc2").contains(QStringLiteral("sc2"))); // never written
    QVERIFY(!ids("sc2").contains(QStringLiteral("echo")));
    QVERIFY(ids("sc2").contains(QStringLiteral("carla"))); // from its states
}

void TestWindowSavePart::writerFollowsTheName()
{
    model::CodecInfo a;
    a.patterns = {QStringLiteral("*.aaa")};
    model::CodecInfo b;
    b.patterns = {QStringLiteral("*.bbb")};
    const std::vector<const model::CodecInfo*> both{&a, &b};
    QCOMPARE(SavePart::writerFor(QStringLiteral("/x/p.aaa"), &a, both), &a);
    QCOMPARE(SavePart::writerFor(QStringLiteral("/x/p.bbb"), &a, both), &b);
    QCOMPARE(SavePart::writerFor(QStringLiteral("/x/p"), &b, both), &b);
}

} // namespace tst_window_save_part

GHOSTLINE_TEST(tst_window_save_part, TestWindowSavePart, ghostline::test::GraphicsApplication)
#include "tst_window_save_part.moc"
