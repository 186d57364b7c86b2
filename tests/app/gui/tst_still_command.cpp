// SPDX-License-Identifier: GPL-3.0-or-later
// `--render`: a picture without a window, of what was asked for or none.
#include "app/gui/shell/still_command.h"
#include "tests/app/gui/window_driver.h"

using namespace ghostline;
using namespace ghostline::test;

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
        line.file = place.folder.filePath(QStringLiteral("run.hcrp"));
        QVERIFY(
            runMaker(QStringLiteral(GHOSTLINE_MAKE_RUN),
                     {QStringLiteral("--out"), line.file, QStringLiteral("--ticks"), QStringLiteral("40")}));
        if (!scene.isEmpty())
            line.scenePath = place.folder.filePath(scene);
        line.renderPath = place.folder.filePath(QStringLiteral("still.png"));
        app::WindowSetup setup;
        setup.registry = std::make_shared<model::CodecRegistry>();
        setup.noGl = QStringLiteral("a flat map will do");
        const auto drawn = app::renderCommand(line, setup);
        QCOMPARE(drawn.has_value(), complaint.isEmpty());
        QVERIFY(drawn || drawn.error().message.contains(complaint));
        QCOMPARE(QFile::exists(line.renderPath), complaint.isEmpty());
    }
};

QTEST_MAIN(TestStillCommand)
#include "tst_still_command.moc"
