// SPDX-License-Identifier: GPL-3.0-or-later
// Which instant each picture of a video shows, what ffmpeg is told, and what a camera word means.
#include "app/gui/clips/clip_recordings.h"
#include "app/gui/clips/frame_plan.h"
#include "app/gui/clips/gif_comment.h"
#include "app/gui/view/camera_words.h"
#include "tests/support/test_driver.h"

#include <QGuiApplication>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <cmath>

namespace tst_frame_plan {

using namespace ghostline;
using namespace ghostline::app;
using model::Micros;

namespace {

model::Clip clip(double from, double to, double rate, const QString& title = {})
{
    model::Clip out;
    out.from = model::fromSeconds(from);
    out.to = model::fromSeconds(to);
    out.rate = rate;
    out.title = title;
    return out;
}

} // namespace

class TestFramePlan : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void picturesOfOneClip_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("fps");
        QTest::addColumn<qint64>("frames");
        QTest::newRow("as it happened") << 1.0 << 60.0 << qint64{120};
        QTest::newRow("half speed") << 0.5 << 60.0 << qint64{240};
        QTest::newRow("four times") << 4.0 << 24.0 << qint64{12};
        QTest::newRow("a speed that does not divide") << 3.0 << 30.0 << qint64{20};
        QTest::newRow("so fast that one picture is left") << 100.0 << 25.0 << qint64{1};
    }
    void picturesOfOneClip()
    {
        QFETCH(double, rate);
        QFETCH(double, fps);
        QFETCH(qint64, frames);
        const FramePlan plan({clip(10.0, 12.0, rate)}, fps);
        QCOMPARE(plan.frames(), frames);
        for (qint64 n = 0; n < frames; ++n) {
            const double exact = 10.0 + static_cast<double>(n) * rate / fps;
            QVERIFY(std::abs(model::seconds(plan.picture(n).at) - exact) < 1e-6);
            QVERIFY(plan.picture(n).at <= model::fromSeconds(12.0));
        }
    }

    /// Nothing adds up: a picture an hour later is as exact as the first.
    void anHourDoesNotDrift()
    {
        const FramePlan plan({clip(0.0, 3600.0, 1.0)}, 59.94);
        const qint64 last = plan.frames() - 1;
        QCOMPARE(plan.picture(last).at, Micros{std::llround(static_cast<double>(last) / 59.94 * 1e6)});
    }

    void whatGoesOnIsOneChapter()
    {
        model::Clip slow = clip(3, 4, 0.5, QStringLiteral("Goal"));
        slow.goesOn = true;
        // Two goals one after the other are two: of the same title, yet of their own.
        const FramePlan plan({clip(0, 3, 1.0, QStringLiteral("Goal")), slow,
                              clip(50, 51, 1.0, QStringLiteral("Goal")),
                              clip(9, 10, 1.0, QStringLiteral("Save"))},
                             10.0);
        QCOMPARE(plan.frames(), 30 + 20 + 10 + 10);
        const auto chapters = plan.chapters();
        QCOMPARE(chapters.size(), 3U);
        QCOMPARE(chapters[0].title, QStringLiteral("Goal"));
        QCOMPARE(chapters[0].to, model::fromSeconds(5.0));
        QCOMPARE(chapters[1].from, model::fromSeconds(5.0));
        QCOMPARE(chapters[2].to, model::fromSeconds(7.0));
        // The title goes on being shown over the cut within a chapter, and begins anew with the next one.
        QCOMPARE(plan.picture(30).clip, 1U);
        QCOMPARE(plan.picture(30).sinceTitle, model::fromSeconds(3.0));
        QCOMPARE(plan.picture(50).sinceTitle, Micros{0});
        QVERIFY(FramePlan({clip(0, 1, 1.0), clip(2, 3, 1.0)}, 10.0).chapters().empty());
    }

    void rangesAreKeptWithinTheRecording_data()
    {
        QTest::addColumn<model::Clip>("wanted");
        QTest::addColumn<QString>("refused");
        QTest::newRow("inside") << clip(1, 2, 1.0) << QString();
        QTest::newRow("reaches behind the end") << clip(9, 20, 1.0) << QString();
        QTest::newRow("before the start") << clip(-3, 2, 1.0) << QString();
        QTest::newRow("behind the end") << clip(11, 12, 1.0) << QStringLiteral("ends at 0:10");
        QTest::newRow("backward") << clip(5, 4, 1.0) << QStringLiteral("after it begins");
        QTest::newRow("standing") << clip(1, 2, 0.0) << QStringLiteral("above 0");
        QTest::newRow("no number") << clip(1, 2, std::nan("")) << QStringLiteral("above 0");
    }
    void rangesAreKeptWithinTheRecording()
    {
        QFETCH(model::Clip, wanted);
        QFETCH(QString, refused);
        const auto axis = model::TimeAxis::table({Micros{0}, model::fromSeconds(10.0)});
        const auto within = clipWithin(wanted, axis, QStringLiteral("match"));
        if (!refused.isEmpty()) {
            QVERIFY(!within);
            QVERIFY2(within.error().message.contains(refused), qPrintable(within.error().message));
            return;
        }
        QVERIFY(within);
        QVERIFY(within->from >= Micros{0} && within->to <= model::fromSeconds(10.0));
    }

    void notesAreEscaped()
    {
        VideoNotes notes;
        notes.title = QStringLiteral("a=b;c#d\\e\nf");
        notes.tags = {{QStringLiteral("range"), QStringLiteral("0:01-0:02")}};
        notes.chapters = {{Micros{0}, Micros{1'500'000}, QStringLiteral("[CHAPTER]\nSTART=9")}};
        const QByteArray text = ffmetadata(notes);
        QVERIFY(text.startsWith(";FFMETADATA1\ntitle=a\\=b\\;c\\#d\\\\e\\\nf\nrange=0:01-0:02\n"));
        QVERIFY(text.contains("START=0\nEND=1500000\ntitle=[CHAPTER]\\\nSTART\\=9\n"));
    }

    void picturesHoldTheNotes()
    {
        VideoNotes notes;
        notes.title = QStringLiteral("Lesson");
        notes.tags = {{QStringLiteral("recording"), QStringLiteral("a.hcrp")},
                      {QStringLiteral("recording_sha256"), QString()}, // of what is on the web
                      {QStringLiteral("comment"), QStringLiteral("a: b")}};
        const std::vector<std::pair<QString, QString>> texts{
            {QStringLiteral("Title"), QStringLiteral("Lesson")},
            {QStringLiteral("recording"), QStringLiteral("a.hcrp")},
            {QStringLiteral("Comment"), QStringLiteral("a: b")}};
        QCOMPARE(pictureTexts(notes), texts);
    }
    void commentOfAGif_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<int>("length");
        QTest::addColumn<QByteArray>("after");
        const QByteArray whole("GIF89a, and pictures;");
        const QByteArray open = whole.chopped(1) + "\x21\xFE";
        const QByteArray end("\0;", 2);
        QTest::newRow("short") << whole << 3 << open + '\3' + "xxx" + end;
        QTest::newRow("a full block") << whole << 255 << open + '\xFF' + QByteArray(255, 'x') + end;
        QTest::newRow("two blocks") << whole << 256
                                    << open + '\xFF' + QByteArray(255, 'x') + '\1' + 'x' + end;
        QTest::newRow("cut off") << whole.chopped(1) << 3 << whole.chopped(1);
        QTest::newRow("of a version without") << QByteArray("GIF87a;") << 3 << QByteArray("GIF87a;");
        QTest::newRow("empty") << QByteArray() << 3 << QByteArray();
    }
    void commentOfAGif()
    {
        QFETCH(QByteArray, before);
        QFETCH(int, length);
        QTemporaryFile file;
        QVERIFY(file.open() && file.write(before) == before.size() && file.flush());
        QVERIFY(addGifComment(file.fileName(), QString(length, QLatin1Char('x'))));
        QFile read(file.fileName());
        QVERIFY(read.open(QIODevice::ReadOnly));
        QTEST(read.readAll(), "after");
    }
    void aGifThatIsGone()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.gif"));
        QVERIFY(!addGifComment(path, QStringLiteral("x")));
        QVERIFY(!QFile::exists(path));
    }
    void formatsByName_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("format");
        QTest::newRow("mp4") << QStringLiteral("/x/a.MP4") << int(VideoFormat::Mp4);
        QTest::newRow("webm") << QStringLiteral("a.webm") << int(VideoFormat::WebM);
        QTest::newRow("gif") << QStringLiteral("a.b.gif") << int(VideoFormat::Gif);
        QTest::newRow("folder") << QStringLiteral("frames/") << int(VideoFormat::Pictures);
        QTest::newRow("a picture") << QStringLiteral("a.png") << -1;
        QTest::newRow("nothing") << QStringLiteral("a") << -1;
    }
    void formatsByName()
    {
        QFETCH(QString, path);
        QFETCH(int, format);
        const auto found = videoFormatOf(path);
        QCOMPARE(found ? int(*found) : -1, format);
    }

    void argumentsAreOnes()
    {
        VideoSettings settings;
        settings.pixels = encodableSize(VideoFormat::Mp4, {1281, 721});
        QCOMPARE(settings.pixels, QSize(1280, 720));
        settings.fps = 29.97;
        settings.arguments = QStringLiteral("-c:v libx264 -metadata \"name=two words\"");
        const QStringList all =
            ffmpegArguments(settings, QStringLiteral("/tmp/n"), QStringLiteral("/x/-y.mp4"));
        QVERIFY(all.contains(QStringLiteral("1280x720")) && all.contains(QStringLiteral("29.97")));
        QVERIFY(all.contains(QStringLiteral("name=two words")));
        // A name that looks like an option, or a protocol, is still a file.
        QCOMPARE(all.back(), QStringLiteral("file:/x/-y.mp4"));
    }

    void posesComeBackFromTheirWords()
    {
        render::CameraPose pose;
        pose.position = {-12.5, 3.25, 1e6 + 0.125};
        pose.target = {1.0 / 3.0, 0.0, -7.0};
        pose.verticalFov = 33.0;
        const auto back = poseFromWord(poseWord(pose));
        QVERIFY(back && !back->orthographic);
        QVERIFY(glm::distance(back->position, pose.position) < 0.01);
        QVERIFY(glm::distance(back->target, pose.target) < 1e-6);
        pose.orthographic = true;
        pose.orthographicHeight = 80.0;
        QCOMPARE(poseFromWord(poseWord(pose))->orthographicHeight, 80.0);
    }

    void wordsThatNameNoCamera_data()
    {
        QTest::addColumn<QString>("word");
        for (const char* word :
             {"pose:", "pose:1,2,3", "pose:0,0,0,0,0,0,0,1,0,45", "pose:0,0,0,0,1,0,0,1,0,45",
              "pose:0,0,0,1,0,0,0,1,0,nan", "pose:0,0,0,1,0,0,0,1,0,500", "pose:0,0,0,1,0,0,0,1,0,45,-1",
              "place:1,2,3", "place:1,2,3,0", "place:inf,2,3,4", "view:0", "view:10", "view:1.5", "view:"})
            QTest::newRow(word) << QString::fromLatin1(word);
    }
    void wordsThatNameNoCamera()
    {
        QFETCH(QString, word);
        QVERIFY(!poseFromWord(word) && !placeFromWord(word) && !savedViewFromWord(word));
    }
    void placesAndViews()
    {
        const auto place = placeFromWord(QStringLiteral("place:1.5,-2,3e2,4"));
        QVERIFY(place && place->place == glm::dvec3(1.5, -2.0, 300.0) && place->radius == 4.0);
        QCOMPARE(savedViewFromWord(QStringLiteral("view:9")), std::optional(9));
    }
};

} // namespace tst_frame_plan

GHOSTLINE_TEST(tst_frame_plan, TestFramePlan, QGuiApplication)
#include "tst_frame_plan.moc"
