// SPDX-License-Identifier: GPL-3.0-or-later
// Links to a moment, clips by their names, and what a command line says of where to stand.
#include "app/gui/session/moment_place.h"
#include "app/gui/shell/command_line.h"
#include "model/review/flag.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"
#include "together/invitation.h"

#include <QFile>
#include <QtTest>

namespace tst_moment_link {

using namespace ghostline;
using namespace ghostline::app;
using model::isMomentLink;
using model::MomentLink;
using model::parseMomentLink;
using model::StartPlace;

namespace {

test::FakeReplayOptions options(int events)
{
    test::FakeReplayOptions made;
    made.events = events;
    made.players = true;
    return made;
}

} // namespace

class TestMomentLink : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comesBackAsItWas_data()
    {
        QTest::addColumn<MomentLink>("link");
        const QString plain = QStringLiteral("/home/me/run.hcrp");
        QTest::newRow("a file alone") << MomentLink{plain, {}};
        QTest::newRow("all of it") << MomentLink{
            plain, {QStringLiteral("#120"), QStringLiteral("follow:Kestrel"), QStringLiteral("native:5"), 3}};
        QTest::newRow("signs that mean something in an address")
            << MomentLink{QStringLiteral("/tmp/50% & more?=#1+2.echoreplay"),
                          {QStringLiteral("50%"), QStringLiteral("view:2"), QStringLiteral("A & B = C"), 0}};
        QTest::newRow("other scripts") << MomentLink{QString::fromUtf8("/spiele/Größe 試合.tape"),
                                                     {{}, {}, QString::fromUtf8("試合"), 0}};
        QTest::newRow("another system's path")
            << MomentLink{QStringLiteral("C:\\Users\\me\\clip.echoreplay"), {}};
        QTest::newRow("an address") << MomentLink{QStringLiteral("https://example.org/a/run.hcrp?x=1&y=2"),
                                                  {QStringLiteral("1:02.5"), {}, {}, 0}};
    }
    void comesBackAsItWas()
    {
        QFETCH(MomentLink, link);
        const QString text = link.text();
        QVERIFY2(isMomentLink(text), qPrintable(text));
        QVERIFY(!together::isInvitation(text));
        QVERIFY2(QUrl(text, QUrl::StrictMode).isValid(), qPrintable(text));
        const auto read = parseMomentLink(QStringLiteral("  %1\n").arg(text));
        QVERIFY(read);
        QCOMPARE(read->text(), text);
        QVERIFY(*read == link);
    }

    void isRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* text, const char* why) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(why);
        };
        row("https://example.org", "begins with");
        row("ghostline://192.0.2.7:4000/ABCDE-FGHJK", "begins with");
        row("ghostline://open?", "names no recording");
        row("ghostline://open?at=5", "names no recording");
        row("ghostline://open?file=a%00b", "cannot be");
        row("ghostline://open?file=a&flag=0", "numbered from 1");
        row("ghostline://open?file=a&flag=two", "numbered from 1");
        QTest::newRow("too long") << QStringLiteral("ghostline://open?file=") + QString(10'000, u'a')
                                  << QStringLiteral("too long");
    }
    void isRefused()
    {
        QFETCH(QString, text);
        QFETCH(QString, why);
        const auto read = parseMomentLink(text);
        QVERIFY(!read);
        QCOMPARE(read.error().code, model::ErrorCode::InvalidArgument);
        QVERIFY2(read.error().message.contains(why), qPrintable(read.error().message));
    }

    void whatLaterVersionsAddIsPassedOver()
    {
        const auto read = parseMomentLink(QStringLiteral("GHOSTLINE://open/?mood=4&file=a.log&at=5&at=6"));
        QVERIFY(read);
        QCOMPARE(read->file, QStringLiteral("a.log"));
        QCOMPARE(read->place.at, QStringLiteral("5"));
    }

    void isFoundElsewhere()
    {
        const QTemporaryDir folder;
        const auto make = [&folder](const QString& path) {
            QFile file(folder.filePath(path));
            QVERIFY(file.open(QIODevice::WriteOnly));
        };
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("other")));
        make(QStringLiteral("a.log"));
        make(QStringLiteral("other/b.log"));
        const QString a = folder.filePath(QStringLiteral("a.log"));
        const QString b = folder.filePath(QStringLiteral("other/b.log"));
        QCOMPARE(fileOfLink(a, {}, {}), a);
        QCOMPARE(fileOfLink(QStringLiteral("/gone/a.log"), {}, {}), QString());
        QCOMPARE(fileOfLink(QStringLiteral("/gone/b.log"), {}, {a, b}), b);
        QCOMPARE(
            fileOfLink(QStringLiteral("D:\\gone\\b.log"), folder.filePath(QStringLiteral("other/c.log")), {}),
            b);
        QCOMPARE(fileOfLink(QStringLiteral("https://example.org/x.log"), {}, {}),
                 QStringLiteral("https://example.org/x.log"));
        QCOMPARE(fileOfLink(QStringLiteral("/gone/"), a, {}), QString());
    }

    void clipsAreKnownByName_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("clip");
        QTest::newRow("Spark's") << QStringLiteral("/a/clip_2026-03-01_20-15-33.echoreplay") << true;
        QTest::newRow("a detection's")
            << QStringLiteral("/c/nevr-match-7-throw_speed-frame-1204-99.echoreplay") << true;
        QTest::newRow("a match") << QStringLiteral("/a/rec_2026-03-01_20-15-33.echoreplay") << false;
        QTest::newRow("in a folder of clips") << QStringLiteral("/clip_1/rec.echoreplay") << false;
        QTest::newRow("only begins so") << QStringLiteral("/a/nevr-notes.echoreplay") << false;
    }
    void clipsAreKnownByName()
    {
        QFETCH(QString, path);
        QTEST(isClipName(path), "clip");
    }

    void aClipSaysWhom()
    {
        const test::FakeReplay source(options(9));
        const auto index = source.index();
        const auto& cast = index->info->cast;
        const QString second = cast[1].name;
        QCOMPARE(personOfClip(QStringLiteral("clip_%1_7.echoreplay").arg(second.toUpper()), *index),
                 cast[1].id);
        // Part of a longer word is somebody else; then whoever is accused nearest to the middle counts.
        const std::vector<model::Flag> flags = model::flagsOf(*index->events);
        QVERIFY(!flags.empty());
        const auto nearest = std::ranges::min_element(flags, {}, [&index](const model::Flag& flag) {
            return std::abs(flag.frame - index->frames() / 2);
        });
        QCOMPARE(personOfClip(QStringLiteral("clip_x%1y.echoreplay").arg(second), *index), nearest->actor);
        const test::FakeReplay innocent(options(0));
        QCOMPARE(personOfClip(QStringLiteral("clip_1.echoreplay"), *innocent.index()), model::ActorId::None);
    }

    void commandLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<StartPlace>("place");
        QTest::addColumn<QString>("why");
        const auto row = [](const QString& arguments, const StartPlace& place, const char* why = "") {
            QTest::newRow(qPrintable(arguments))
                << (QStringLiteral("ghostline a.log ") + arguments).split(u' ') << place
                << QString::fromLatin1(why);
        };
        row(QStringLiteral("--at 5 --actor hero"), {QStringLiteral("5"), {}, QStringLiteral("hero"), 0});
        row(QStringLiteral("--flag 3"), {{}, {}, {}, 3});
        row(QStringLiteral("--flag 3 --camera orbit"), {{}, QStringLiteral("orbit"), {}, 3});
        row(QStringLiteral("--flag none"), {}, "--flag wants the number");
        row(QStringLiteral("--flag 0"), {}, "--flag wants the number");
        row(QStringLiteral("--flag 1 --at 5"), {}, "--flag or --at");
        row(QStringLiteral("--flag 1 --render a.png"), {}, "not with --render");
    }
    void commandLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(StartPlace, place);
        QFETCH(QString, why);
        const auto line = parseCommandLine(arguments);
        QCOMPARE(line.has_value(), why.isEmpty());
        if (line)
            QVERIFY(line->place == place);
        else
            QVERIFY2(line.error().message.contains(why), qPrintable(line.error().message));
    }

    void aClickedLinkIsTheWindowsToOpen()
    {
        const QString link = MomentLink{QStringLiteral("/a/b.log"), {QStringLiteral("#5"), {}, {}, 0}}.text();
        const auto clicked = parseCommandLine({QStringLiteral("ghostline"), link});
        QVERIFY(clicked);
        QCOMPARE(clicked->file, link);
        QVERIFY(!clicked->join);
        const auto drawn = parseCommandLine(
            {QStringLiteral("ghostline"), link, QStringLiteral("--render"), QStringLiteral("o.png")});
        QVERIFY(drawn);
        QCOMPARE(drawn->file, QStringLiteral("/a/b.log"));
        QCOMPARE(drawn->place.at, QStringLiteral("#5"));
    }

    void whatIsSaidComesBeforeTheLink()
    {
        const StartPlace link{QStringLiteral("5"), QStringLiteral("orbit"), QStringLiteral("hero"), 0};
        QVERIFY(merged({}, link) == link);
        QVERIFY(merged({QStringLiteral("7"), {}, {}, 0}, link) ==
                (StartPlace{QStringLiteral("7"), QStringLiteral("orbit"), QStringLiteral("hero"), 0}));
        QVERIFY(merged({{}, {}, {}, 2}, link) ==
                (StartPlace{{}, QStringLiteral("orbit"), QStringLiteral("hero"), 2}));
        QVERIFY(merged({{}, {}, QStringLiteral("other"), 0}, link) ==
                (StartPlace{QStringLiteral("5"), {}, QStringLiteral("other"), 0}));
    }

    void whoIsNamedIsFollowed()
    {
        QCOMPARE((StartPlace{{}, {}, QStringLiteral("hero"), 0}).shot(), QStringLiteral("follow:hero"));
        QCOMPARE((StartPlace{{}, QStringLiteral("orbit"), QStringLiteral("hero"), 0}).shot(),
                 QStringLiteral("orbit"));
        QCOMPARE(StartPlace{}.shot(), QString());
    }
};

} // namespace tst_moment_link

GHOSTLINE_TEST(tst_moment_link, TestMomentLink)
#include "tst_moment_link.moc"
