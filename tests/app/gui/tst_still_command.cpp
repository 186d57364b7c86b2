// SPDX-License-Identifier: GPL-3.0-or-later
// `--render`: a picture without a window, of what was asked for or none.
#include "app/gui/shell/still_command.h"
#include "model/base/error_text.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QTemporaryFile>

#include <cstdio>
#include <unistd.h>

namespace tst_still_command {

using namespace ghostline;
using namespace ghostline::test;

namespace {

/// What is written to standard error meanwhile.
class StandardError
{
public:
    StandardError() : m_before(dup(STDERR_FILENO))
    {
        m_file.open();
        std::fflush(stderr);
        dup2(m_file.handle(), STDERR_FILENO);
    }
    ~StandardError() { giveBack(); }
    Q_DISABLE_COPY_MOVE(StandardError)

    QByteArray text()
    {
        giveBack();
        m_file.seek(0);
        return m_file.readAll();
    }

private:
    void giveBack()
    {
        std::fflush(stderr);
        if (m_before >= 0) {
            dup2(m_before, STDERR_FILENO);
            close(m_before);
        }
        m_before = -1;
    }

    QTemporaryFile m_file;
    int m_before;
};

/// Two seconds; not there when it could not be written.
QString madeRun(const WindowPlace& place)
{
    const QString file = place.folder.filePath(QStringLiteral("run.hcrp"));
    runMaker(QStringLiteral(GHOSTLINE_MAKE_RUN),
             {QStringLiteral("--out"), file, QStringLiteral("--ticks"), QStringLiteral("40")});
    return file;
}

app::WindowSetup flatSetup()
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    setup.noGl = QStringLiteral("a flat map will do");
    return setup;
}

} // namespace

class TestStillCommand : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void surroundingsThatWereNamed_data()
    {
        QTest::addColumn<QString>("scene");
        QTest::addColumn<QString>("complaint"); // a part of it; empty = drawn
        const auto text = [](const char* latin) { return QString::fromLatin1(latin); };
        QTest::newRow("none named") << QString() << QString();
        QTest::newRow("not there") << text("absent.xodr") << text("absent.xodr");
        QTest::newRow("nor that") << text("town.osm") << text("town.osm");
    }
    void surroundingsThatWereNamed()
    {
        QFETCH(QString, scene);
        QFETCH(QString, complaint);
        const WindowPlace place;
        app::CommandLine line;
        line.file = madeRun(place);
        QVERIFY(QFile::exists(line.file));
        if (!scene.isEmpty())
            line.scenePath = place.folder.filePath(scene);
        line.renderPath = place.folder.filePath(QStringLiteral("still.png"));
        const app::WindowSetup setup = flatSetup();
        const auto drawn = app::renderCommand(line, setup);
        QCOMPARE(drawn.has_value(), complaint.isEmpty());
        QVERIFY(drawn || model::errorText(drawn.error()).contains(complaint));
        QCOMPARE(QFile::exists(line.renderPath), complaint.isEmpty());
    }

    void whomTheCameraKeepsTo_data()
    {
        QTest::addColumn<QString>("camera");
        QTest::addColumn<QString>("complaint"); // a part of it; empty = drawn
        const auto text = [](const char* latin) { return QString::fromLatin1(latin); };
        QTest::newRow("a mode") << text("follow") << QString();
        QTest::newRow("somebody") << text("follow:0") << QString();
        QTest::newRow("nobody") << text("follow:nobody") << text("no actor \"nobody\"");
        QTest::newRow("a mode that keeps to nobody") << text("orbit:0") << text("no camera \"orbit:0\"");
    }
    void whomTheCameraKeepsTo()
    {
        QFETCH(QString, camera);
        QFETCH(QString, complaint);
        const WindowPlace place;
        app::CommandLine line;
        line.file = madeRun(place);
        QVERIFY(QFile::exists(line.file));
        line.at = QStringLiteral("1");
        line.camera = camera;
        line.renderPath = place.folder.filePath(QStringLiteral("still.png"));
        const app::WindowSetup setup = flatSetup();
        const auto drawn = app::renderCommand(line, setup);
        QVERIFY2(drawn.has_value() == complaint.isEmpty(),
                 drawn ? "drawn" : qPrintable(drawn.error().message));
        QVERIFY(drawn || model::errorText(drawn.error()).contains(complaint));
    }

    void aPlaceBehindTheEndIsTold_data()
    {
        QTest::addColumn<QString>("at");
        QTest::addColumn<bool>("told");
        QTest::newRow("within") << QStringLiteral("1.5") << false;
        QTest::newRow("behind") << QStringLiteral("9:00") << true;
    }
    void aPlaceBehindTheEndIsTold()
    {
        QFETCH(QString, at);
        QFETCH(bool, told);
        const WindowPlace place;
        app::CommandLine line;
        line.file = madeRun(place);
        QVERIFY(QFile::exists(line.file));
        line.at = at;
        line.renderPath = place.folder.filePath(QStringLiteral("still.png"));
        const app::WindowSetup setup = flatSetup();
        StandardError said;
        QVERIFY(app::renderCommand(line, setup));
        const QByteArray text = said.text();
        QVERIFY2(text.contains("9:00 lies behind the end") == told, text.constData());
    }
};

} // namespace tst_still_command

GHOSTLINE_TEST(tst_still_command, TestStillCommand, QApplication)
#include "tst_still_command.moc"
