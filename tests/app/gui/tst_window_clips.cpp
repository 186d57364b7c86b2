// SPDX-License-Identifier: GPL-3.0-or-later
// Clips as video: exact pictures, whole files or none, what the file says of itself, and the dialog as a
// coach uses it.
#include "app/gui/clips/clip_desk.h"
#include "app/gui/clips/clip_exporter.h"
#include "app/gui/view/camera_words.h"
#include "model/base/error_text.h"
#include "model/camera/camera_path.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>

#include <algorithm>
#include <cmath>

namespace tst_window_clips {

using namespace ghostline;
using namespace ghostline::test;
using namespace ghostline::app;
using namespace Qt::StringLiterals;

namespace {

constexpr int ExportMs = 60'000;
const QSize Small{320, 180};

/// What a program prints; empty where it fails.
QByteArray output(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    return process.waitForFinished(ExportMs) && process.exitCode() == 0 ? process.readAllStandardOutput()
                                                                        : QByteArray();
}

QJsonObject probed(const QString& path)
{
    return QJsonDocument::fromJson(output(QStringLiteral("ffprobe"),
                                          {QStringLiteral("-v"), QStringLiteral("error"),
                                           QStringLiteral("-count_frames"), QStringLiteral("-show_streams"),
                                           QStringLiteral("-show_format"), QStringLiteral("-show_chapters"),
                                           QStringLiteral("-of"), QStringLiteral("json"), path}))
        .object();
}

/// One picture of a video, by its number.
QImage pictureOf(const QString& path, qint64 number)
{
    return QImage::fromData(output(QStringLiteral("ffmpeg"),
                                   {QStringLiteral("-v"), QStringLiteral("error"), QStringLiteral("-i"), path,
                                    QStringLiteral("-vf"), QStringLiteral("select=eq(n\\,%1)").arg(number),
                                    QStringLiteral("-frames:v"), QStringLiteral("1"), QStringLiteral("-f"),
                                    QStringLiteral("image2pipe"), QStringLiteral("-c:v"),
                                    QStringLiteral("png"), QStringLiteral("-")}));
}

/// Decibels over all three colours.
double psnr(const QImage& a, const QImage& b)
{
    if (a.size() != b.size() || a.isNull())
        return 0.0;
    double sum = 0.0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y);
            const QRgb q = b.pixel(x, y);
            for (const int d : {qRed(p) - qRed(q), qGreen(p) - qGreen(q), qBlue(p) - qBlue(q)})
                sum += d * d;
        }
    }
    const double mean = sum / (3.0 * a.width() * a.height());
    return mean == 0.0 ? 100.0 : 10.0 * std::log10(255.0 * 255.0 / mean);
}

model::Clip clip(double from, double to, const QString& title = {})
{
    model::Clip out;
    out.from = model::fromSeconds(from);
    out.to = model::fromSeconds(to);
    out.title = title;
    out.camera = QStringLiteral("pose:20,12,20,0,0,0,0,1,0,45");
    return out;
}

/// How an export ended: the error's text, empty when it went well.
QString run(ClipExporter& exporter, ClipExport wanted)
{
    QSignalSpy finished(&exporter, &ClipExporter::finished);
    QSignalSpy failed(&exporter, &ClipExporter::failed);
    exporter.start(std::move(wanted));
    if (!QTest::qWaitFor([&] { return finished.size() + failed.size() > 0; }, ExportMs))
        return QStringLiteral("it never ended");
    return failed.isEmpty() ? QString() : model::errorText(failed.front().front().value<model::Error>());
}

} // namespace

class TestWindowClips : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!render::probeGl())
            QSKIP("no OpenGL here");
        qRegisterMetaType<model::Error>();
    }
    void init()
    {
        qunsetenv("GHOSTLINE_FFMPEG");
        m_place = std::make_unique<WindowPlace>();
        m_run = m_place->folder.filePath(QStringLiteral("run.hcrp"));
        QVERIFY(runMaker(QStringLiteral(GHOSTLINE_MAKE_RUN),
                         {QStringLiteral("--out"), m_run, QStringLiteral("--ticks"), QStringLiteral("100")}));
        m_before = names();
    }
    void cleanup() { qunsetenv("GHOSTLINE_FFMPEG"); }

    void videosAreExact_data();
    void videosAreExact();
    void picturesWithoutFfmpeg();
    void aCameraPathIsFlown();
    void reelHasChapters();
    void oneFileEach();
    void reelOverRecordings();
    void whatIsMissingIsLeftOut();
    void oneSentenceAndNothingLeft_data();
    void oneSentenceAndNothingLeft();
    void cancelledLeavesNothing();
    void coachExportsTheLoop();
    void closingAsksFirst();
    void othersGetTheDefaults();
    void pictureOnTheClipboard();

private:
    QString path(const QString& name) const { return m_place->folder.filePath(name); }
    QStringList names() const
    {
        return QDir(m_place->folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    ClipExport wanted(const QString& name, VideoFormat format, std::vector<model::Clip> clips) const;
    /// A program in the place of ffmpeg.
    void standIn(const char* script)
    {
        QFile file(path(QStringLiteral("ffmpeg-stand-in")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(script);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        file.close();
        qputenv("GHOSTLINE_FFMPEG", QFile::encodeName(file.fileName()));
        m_before = names();
    }

    std::unique_ptr<WindowPlace> m_place;
    QString m_run;
    QStringList m_before;
};

ClipExport TestWindowClips::wanted(const QString& name, VideoFormat format,
                                   std::vector<model::Clip> clips) const
{
    ClipExport out;
    out.opener.registry = std::make_shared<model::CodecRegistry>();
    for (model::Clip& each : clips)
        each.recording = m_run;
    out.outputs = {{path(name), QStringLiteral("Lesson"), std::move(clips)}};
    out.video = {format, encodableSize(format, Small), 10.0, encoderArguments(format)};
    out.stage.overlays = {
        .scoreboard = false, .title = false, .clock = false, .speed = false, .delta = false};
    out.stage.samples = 1;
    return out;
}

void TestWindowClips::videosAreExact_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("least"); // decibels
    QTest::newRow("MP4") << int(VideoFormat::Mp4) << QStringLiteral("a.mp4") << 35.0;
    QTest::newRow("WebM") << int(VideoFormat::WebM) << QStringLiteral("a.webm") << 35.0;
    QTest::newRow("GIF") << int(VideoFormat::Gif) << QStringLiteral("a.gif") << 30.0; // 256 colours
}

void TestWindowClips::videosAreExact()
{
    if (ffmpegPath().isEmpty())
        QSKIP("no ffmpeg here");
    QFETCH(int, format);
    QFETCH(QString, name);
    QFETCH(double, least);
    model::Clip half = clip(1.0, 2.0);
    half.rate = 0.5;
    ClipExporter exporter;
    QCOMPARE(run(exporter, wanted(name, static_cast<VideoFormat>(format), {half})), QString());

    const QJsonObject probe = probed(path(name));
    const QJsonObject stream = probe["streams"_L1].toArray().at(0).toObject();
    QCOMPARE(stream["nb_read_frames"_L1].toString(), QStringLiteral("20"));
    QCOMPARE(QSize(stream["width"_L1].toInt(), stream["height"_L1].toInt()), Small);
    QVERIFY(std::abs(probe["format"_L1].toObject()["duration"_L1].toString().toDouble() - 2.0) < 0.11);
    if (format == int(VideoFormat::Mp4)) {
        const QJsonObject tags = probe["format"_L1].toObject()["tags"_L1].toObject();
        QCOMPARE(tags["title"_L1].toString(), QStringLiteral("Lesson"));
        QCOMPARE(tags["recording"_L1].toString(), QStringLiteral("run.hcrp"));
        QCOMPARE(tags["range"_L1].toString(), QStringLiteral("0:01.000-0:02.000"));
        QCOMPARE(tags["recording_sha256"_L1].toString(),
                 QString::fromLatin1(model::contentOf(m_run)->sha256));
        QVERIFY(tags["software"_L1].toString().startsWith(QLatin1String("Ghostline")));
        QCOMPARE(stream["pix_fmt"_L1].toString(), QStringLiteral("yuv420p"));
    }
    if (format == int(VideoFormat::Gif)) {
        const QString comment = probe["format"_L1].toObject()["tags"_L1].toObject()["comment"_L1].toString();
        for (const QString& said :
             {QStringLiteral("run.hcrp"), QStringLiteral("0:01.000-0:02.000"),
              QString::fromLatin1(model::contentOf(m_run)->sha256), QStringLiteral("Ghostline")})
            QVERIFY2(comment.contains(said), qPrintable(comment));
    }

    const RecordingOpener opener{std::make_shared<model::CodecRegistry>(), {}, {}};
    const auto recording = openRecording(m_run, opener, {});
    QVERIFY(recording);
    StageSettings settings;
    settings.pixels = Small;
    settings.samples = 1;
    settings.overlays = {.scoreboard = false, .title = false, .clock = false, .speed = false, .delta = false};
    const auto stage = ClipStage::create((*recording)->stage, settings);
    QVERIFY(stage);
    QVERIFY((*stage)->begin(half));
    for (const qint64 number : {qint64{0}, qint64{10}, qint64{19}}) {
        const auto still = (*stage)->draw(FramePlan({half}, 10.0).picture(number).at, {});
        QVERIFY(still);
        const double decibels = psnr(pictureOf(path(name), number), *still);
        QVERIFY2(decibels >= least,
                 qPrintable(QStringLiteral("picture %1: %2 dB").arg(number).arg(decibels)));
    }
}

void TestWindowClips::picturesWithoutFfmpeg()
{
    qputenv("GHOSTLINE_FFMPEG", "/nowhere/ffmpeg");
    ClipExporter exporter;
    QCOMPARE(run(exporter, wanted(QStringLiteral("frames"), VideoFormat::Pictures, {clip(0.0, 0.5)})),
             QString());
    const QStringList pictures = QDir(path(QStringLiteral("frames"))).entryList(QDir::Files);
    QCOMPARE(pictures.size(), 5);
    const QImage last(path(QStringLiteral("frames/frame-000005.png")));
    QCOMPARE(last.size(), Small);
    QCOMPARE(last.text(QStringLiteral("Title")), QStringLiteral("Lesson"));
    QCOMPARE(last.text(QStringLiteral("recording")), QStringLiteral("run.hcrp"));
    QCOMPARE(last.text(QStringLiteral("range")), QStringLiteral("0:00.000-0:00.500"));
    QCOMPARE(last.text(QStringLiteral("recording_sha256")),
             QString::fromLatin1(model::contentOf(m_run)->sha256));
    QVERIFY(last.text(QStringLiteral("Software")).startsWith(QLatin1String("Ghostline")));
    // Once more: what is there is not overwritten.
    const QString why =
        run(exporter, wanted(QStringLiteral("frames"), VideoFormat::Pictures, {clip(0.0, 0.5)}));
    QVERIFY2(why.contains(QLatin1String("not empty")), qPrintable(why));
}

/// Key points (Ctrl+K) in the notes: in each picture the camera is where the path has it at that instant.
void TestWindowClips::aCameraPathIsFlown()
{
    constexpr double Same = 45.0; // decibels: poses are written with nine digits
    const auto recording =
        openRecording(m_run, RecordingOpener{std::make_shared<model::CodecRegistry>(), {}, {}}, {});
    QVERIFY(recording);
    StageRecording& stage = (*recording)->stage;
    model::WorldState start;
    model::StateReader reader(stage.source, std::size_t{16} << 20);
    QVERIFY(reader.stateAt({0, 0.0}, model::SamplePolicy::Hold, start) && start.size() > 0);
    const glm::dvec3 runner = start.positions[0];
    model::Clip flight = clip(0.0, 0.5);
    flight.camera = QStringLiteral("path");
    ClipExport out = wanted(QStringLiteral("flight"), VideoFormat::Pictures, {flight});
    ClipExporter exporter;
    std::vector<model::CameraKey> keys(2);
    keys[0].place = {runner + glm::dvec3(12.0, 8.0, 0.0), runner};
    keys[1].place = {runner + glm::dvec3(0.0, 10.0, 14.0), runner};
    keys[1].time = model::fromSeconds(0.4);
    keys[1].frame = stage.index->timeAxis.at(keys[1].time).frame;
    stage.content.cameraPath = keys;
    out.known[m_run] = *recording;
    QCOMPARE(run(exporter, out), QString());
    std::vector<QImage> pictures;
    for (int i = 1; i <= 5; ++i) {
        pictures.emplace_back(path(QStringLiteral("flight/frame-%1.png").arg(i, 6, 10, QLatin1Char('0'))));
        QVERIFY(!pictures.back().isNull());
    }
    StageSettings settings = out.stage;
    settings.pixels = Small;
    const auto still = ClipStage::create(stage, settings);
    QVERIFY(still);
    model::Clip posed = flight;
    for (qint64 number = 0; number < 5; ++number) {
        const model::Micros at = FramePlan({flight}, 10.0).picture(number).at;
        const auto place = model::pathPlace(keys, at);
        QVERIFY(place);
        posed.camera = poseWord({place->position, place->target, place->up, place->verticalFov});
        QVERIFY((*still)->begin(posed));
        const auto drawn = (*still)->draw(at, {});
        QVERIFY(drawn);
        const QImage& picture = pictures[static_cast<std::size_t>(number)];
        const double here = psnr(picture, *drawn);
        QVERIFY2(here >= Same, qPrintable(QStringLiteral("picture %1: %2 dB").arg(number).arg(here)));
        // The camera has moved meanwhile.
        QVERIFY(number == 0 || psnr(picture, pictures[static_cast<std::size_t>(number) - 1]) < here - 3.0);
    }
}

void TestWindowClips::reelHasChapters()
{
    if (ffmpegPath().isEmpty())
        QSKIP("no ffmpeg here");
    ClipExporter exporter;
    QCOMPARE(run(exporter, wanted(QStringLiteral("reel.mp4"), VideoFormat::Mp4,
                                  {clip(0.0, 1.0, QStringLiteral("First = one")), clip(2.0, 2.5),
                                   clip(3.0, 4.0, QStringLiteral("Last"))})),
             QString());
    const QJsonArray chapters = probed(path(QStringLiteral("reel.mp4")))["chapters"_L1].toArray();
    QCOMPARE(chapters.size(), 3);
    QCOMPARE(chapters[0].toObject()["tags"_L1].toObject()["title"_L1].toString(),
             QStringLiteral("First = one"));
    QVERIFY(std::abs(chapters[2].toObject()["start_time"_L1].toString().toDouble() - 1.5) < 0.01);
}

void TestWindowClips::oneFileEach()
{
    ClipExport both = wanted(QStringLiteral("one"), VideoFormat::Pictures, {clip(0.0, 0.2)});
    both.outputs.push_back({path(QStringLiteral("two")), {}, both.outputs.front().clips});
    ClipExporter exporter;
    QSignalSpy finished(&exporter, &ClipExporter::finished);
    QCOMPARE(run(exporter, both), QString());
    QCOMPARE(finished.front().front().value<ClipExporter::Done>().paths.size(), 2);
    QCOMPARE(QDir(path(QStringLiteral("two"))).entryList(QDir::Files).size(), 2);
}

/// More of them than are ever open at once, each coming twice.
void TestWindowClips::reelOverRecordings()
{
    ClipExport reel = wanted(QStringLiteral("reel"), VideoFormat::Pictures, {});
    for (int i = 0; i < 8; ++i) {
        const QString copy = path(QStringLiteral("run-%1.hcrp").arg(i % 4));
        QFile::copy(m_run, copy);
        reel.outputs.front().clips.push_back(clip(1.0, 1.2));
        reel.outputs.front().clips.back().recording = copy;
    }
    ClipExporter exporter;
    QCOMPARE(run(exporter, reel), QString());
    const QDir folder(path(QStringLiteral("reel")));
    QCOMPARE(folder.entryList(QDir::Files).size(), 16);
    const QImage first(folder.filePath(QStringLiteral("frame-000001.png")));
    QVERIFY(!first.isNull());
    QCOMPARE(QImage(folder.filePath(QStringLiteral("frame-000015.png"))), first);
}

void TestWindowClips::whatIsMissingIsLeftOut()
{
    ClipExport reel = wanted(QStringLiteral("reel"), VideoFormat::Pictures,
                             {clip(0.0, 0.2), clip(0.0, 1.0), clip(90.0, 91.0)});
    reel.outputs.front().clips[1].recording = path(QStringLiteral("gone.hcrp"));
    reel.outputs.push_back({path(QStringLiteral("only-gone")), {}, {reel.outputs.front().clips[1]}});
    ClipExporter exporter;
    QSignalSpy incomplete(&exporter, &ClipExporter::incomplete);
    QSignalSpy failed(&exporter, &ClipExporter::failed);
    exporter.start(reel);
    QTRY_VERIFY_WITH_TIMEOUT(!incomplete.isEmpty(), ExportMs);
    QCOMPARE(incomplete.front().at(0).toInt(), 3);
    QVERIFY(incomplete.front().at(1).value<model::Error>().file.endsWith(QLatin1String("gone.hcrp")));
    QVERIFY(failed.isEmpty());
    QCOMPARE(names(), m_before);

    reel.leaveOut = true;
    QSignalSpy finished(&exporter, &ClipExporter::finished);
    QCOMPARE(run(exporter, reel), QString());
    const auto done = finished.front().front().value<ClipExporter::Done>();
    QCOMPARE(done.leftOut, 3);
    QCOMPARE(done.paths, QStringList{path(QStringLiteral("reel"))});
    QCOMPARE(QDir(path(QStringLiteral("reel"))).entryList(QDir::Files).size(), 2);
}

void TestWindowClips::oneSentenceAndNothingLeft_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<double>("from");
    QTest::addColumn<QString>("camera");
    QTest::addColumn<QString>("says");
    const QByteArray fine("#!/bin/sh\ncat > /dev/null\n");
    QTest::newRow("it is not there") << QByteArray() << 0.0 << QString()
                                     << QStringLiteral("which is not installed");
    QTest::newRow("it fails") << QByteArray("#!/bin/sh\necho 'Unknown encoder' >&2\nexit 1\n") << 0.0
                              << QString() << QStringLiteral("Unknown encoder");
    QTest::newRow("the disk is full")
        << QByteArray("#!/bin/sh\nhead -c 300000 > /dev/null\necho 'No space left on device' >&2\nexit 1\n")
        << 0.0 << QString() << QStringLiteral("No space left on device");
    QTest::newRow("it is killed") << QByteArray("#!/bin/sh\nhead -c 300000 > /dev/null\nkill -9 $$\n") << 0.0
                                  << QString() << QStringLiteral("stopped before the video was whole");
    QTest::newRow("it ends too early") << QByteArray("#!/bin/sh\nhead -c 300000 > /dev/null\nexit 0\n") << 0.0
                                       << QString() << QStringLiteral("before it was given all pictures");
    QTest::newRow("a range behind the end")
        << fine << 3600.0 << QString() << QStringLiteral("before the clip begins");
    QTest::newRow("a camera there is not")
        << fine << 0.0 << QStringLiteral("follow:nobody") << QStringLiteral("there is no actor \"nobody\"");
}

void TestWindowClips::oneSentenceAndNothingLeft()
{
    QFETCH(QByteArray, script);
    QFETCH(double, from);
    QFETCH(QString, camera);
    QFETCH(QString, says);
    if (script.isEmpty())
        qputenv("GHOSTLINE_FFMPEG", "/nowhere/ffmpeg");
    else
        standIn(script);
    model::Clip asked = clip(from, from + 4.0);
    if (!camera.isEmpty())
        asked.camera = camera;
    ClipExporter exporter;
    const QString why = run(exporter, wanted(QStringLiteral("a.mp4"), VideoFormat::Mp4, {asked}));
    QVERIFY2(why.contains(says), qPrintable(why));
    QVERIFY(!exporter.running());
    QCOMPARE(names(), m_before);
}

void TestWindowClips::cancelledLeavesNothing()
{
    standIn("#!/bin/sh\nsleep 60\n"); // never takes a picture: the export waits for it
    ClipExporter exporter;
    QSignalSpy progressed(&exporter, &ClipExporter::progressed);
    QSignalSpy waiting(&exporter, &ClipExporter::waiting);
    QSignalSpy failed(&exporter, &ClipExporter::failed);
    exporter.start(wanted(QStringLiteral("a.mp4"), VideoFormat::Mp4, {clip(0.0, 4.9)}));
    // Pictures do not pile up before an encoder that takes none: drawing stops, long before the 49th.
    QTRY_VERIFY_WITH_TIMEOUT(!waiting.isEmpty() || progressed.size() > 40, ExportMs);
    QVERIFY(!waiting.isEmpty());
    QVERIFY2(!progressed.isEmpty() && progressed.size() < 10, qPrintable(QString::number(progressed.size())));
    exporter.cancel();
    QVERIFY(!exporter.running());
    QCOMPARE(names(), m_before);
    QVERIFY(failed.isEmpty());
}

void TestWindowClips::coachExportsTheLoop()
{
    if (ffmpegPath().isEmpty())
        QSKIP("no ffmpeg here");
    const auto window = showWindow({1000, 700});
    QVERIFY(window);
    QVERIFY(openAndWait(*window, m_run));
    window->session()->playhead().setLoop(model::FrameRange{20, 41});
    window->actions().get(QStringLiteral("file.exportClip"))->trigger();
    auto* dialog = window->findChild<ExportClipDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("clipFrom"))->text(), QStringLiteral("0:01.000"));
    QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("clipTo"))->text(), QStringLiteral("0:02.000"));
    dialog->findChild<QComboBox*>(QStringLiteral("clipFormat"))->setCurrentIndex(int(VideoFormat::Mp4));
    dialog->findChild<QSpinBox*>(QStringLiteral("clipWidth"))->setValue(321);
    dialog->findChild<QSpinBox*>(QStringLiteral("clipHeight"))->setValue(180);
    auto* fps = dialog->findChild<QComboBox*>(QStringLiteral("clipFps"));
    fps->setCurrentIndex(fps->findData(15.0));
    auto* file = dialog->findChild<QLineEdit*>(QStringLiteral("clipPath"));
    QVERIFY2(file->text().endsWith(QLatin1String("run-clip.mp4")), qPrintable(file->text()));
    file->setText(path(QStringLiteral("lesson.mp4")));
    QSignalSpy exported(dialog, &ExportClipDialog::exported);
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("clipStart")), Qt::LeftButton);
    QTRY_VERIFY2_WITH_TIMEOUT(!exported.isEmpty(),
                              qPrintable(dialog->findChild<QLabel*>(QStringLiteral("clipResult"))->text()),
                              ExportMs);
    const QJsonObject stream =
        probed(path(QStringLiteral("lesson.mp4")))["streams"_L1].toArray().at(0).toObject();
    QCOMPARE(stream["nb_read_frames"_L1].toString(), QStringLiteral("15"));
    QCOMPARE(stream["width"_L1].toInt(), 320); // even
    dialog->close();
}

/// A video of half an hour is not lost to a click beside it.
void TestWindowClips::closingAsksFirst()
{
    standIn("#!/bin/sh\nsleep 60\n");
    const auto window = showWindow({1000, 700});
    QVERIFY(window);
    QVERIFY(openAndWait(*window, m_run));
    window->actions().get(QStringLiteral("file.exportClip"))->trigger();
    auto* dialog = window->findChild<ExportClipDialog*>();
    QVERIFY(dialog);
    dialog->findChild<QComboBox*>(QStringLiteral("clipFormat"))->setCurrentIndex(int(VideoFormat::Mp4));
    dialog->findChild<QLineEdit*>(QStringLiteral("clipPath"))->setText(path(QStringLiteral("a.mp4")));
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("clipStart")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(dialog->running(), ExportMs);

    QVERIFY(!window->close());
    QVERIFY(window->isVisible());
    const QPointer<QMessageBox> question = dialog->findChild<QMessageBox*>(QStringLiteral("clipUnfinished"));
    QVERIFY(question);
    question->reject();
    QVERIFY(dialog->running());

    dialog->reject(); // as Escape does
    QVERIFY(dialog->isVisible());
    QVERIFY(!window->close());
    auto* again = dialog->findChild<QMessageBox*>(QStringLiteral("clipUnfinished"));
    QVERIFY(again && again->isVisible());
    const auto buttons = again->buttons();
    const auto giveUp = std::find_if(buttons.begin(), buttons.end(), [again](QAbstractButton* button) {
        return again->buttonRole(button) == QMessageBox::DestructiveRole;
    });
    QVERIFY(giveUp != buttons.end());
    (*giveUp)->click();
    QTRY_VERIFY(!window->isVisible());
    QCOMPARE(names(), m_before);
}

/// Of several clips, those that have a camera or a speed of their own keep it.
void TestWindowClips::othersGetTheDefaults()
{
    ClipQuestion question;
    question.clips = {clip(0.0, 1.0), clip(1.0, 2.0), clip(2.0, 3.0)};
    question.clips[0].camera.clear();
    question.clips[1].camera = QStringLiteral("directed");
    question.clips[2].camera.clear();
    question.clips[2].rate = 0.25;
    question.cameras = {{QStringLiteral("now"), {}}, {QStringLiteral("above"), QStringLiteral("top-down")}};
    question.proposedPath = path(QStringLiteral("asked"));
    std::vector<ClipOutput> asked;
    const auto prepare = [this, &asked](std::vector<ClipOutput> outputs, const ClipChoices&) {
        asked = std::move(outputs);
        return wanted(QStringLiteral("frames"), VideoFormat::Pictures, {clip(0.0, 0.1)});
    };
    const auto start = [&](const ClipQuestion& about, double rate, const QString& camera) {
        ExportClipDialog dialog(about, prepare, nullptr);
        dialog.findChild<QComboBox*>(QStringLiteral("clipFormat"))
            ->setCurrentIndex(int(VideoFormat::Pictures));
        dialog.findChild<QCheckBox*>(QStringLiteral("clipReel"))->setChecked(true);
        for (const auto& [name, value] : {std::pair(QStringLiteral("clipRate"), QVariant(rate)),
                                          std::pair(QStringLiteral("clipCamera"), QVariant(camera))}) {
            if (auto* box = dialog.findChild<QComboBox*>(name))
                box->setCurrentIndex(box->findData(value));
        }
        dialog.findChild<QPushButton*>(QStringLiteral("clipStart"))->click();
    };
    const auto shots = [&asked] {
        QStringList all;
        for (const model::Clip& each : asked.at(0).clips)
            all << QStringLiteral("%1 %2").arg(each.rate).arg(each.camera);
        return all.join(QLatin1Char(';'));
    };
    start(question, 0.5, QStringLiteral("top-down"));
    QCOMPARE(asked.size(), std::size_t{1});
    QCOMPARE(shots(), QStringLiteral("0.5 top-down;1 directed;0.25 top-down"));
    start(question, 1.0, QString());
    QCOMPARE(shots(), QStringLiteral("1 ;1 directed;0.25 "));
    // Where all have their own there is nothing to ask.
    for (model::Clip& each : question.clips)
        each.camera = QStringLiteral("directed");
    start(question, 0.5, QStringLiteral("top-down"));
    QCOMPARE(shots(), QStringLiteral("1 directed;1 directed;0.25 directed"));
    // Play lists take any speed.
    question.clips = {clip(0.0, 1.0)};
    question.clips[0].rate = 0.75;
    ExportClipDialog dialog(question, prepare, nullptr);
    QCOMPARE(dialog.findChild<QComboBox*>(QStringLiteral("clipRate"))->currentData().toDouble(), 0.75);
}

void TestWindowClips::pictureOnTheClipboard()
{
    const auto window = showWindow({800, 600});
    QVERIFY(window);
    QVERIFY(openAndWait(*window, m_run));
    QGuiApplication::clipboard()->clear();
    const QWidget* view = window->area().viewWidget(); // gets smaller when the strip above it says so
    const QSize pixels = (QSizeF(view->size()) * view->devicePixelRatioF()).toSize();
    window->actions().get(QStringLiteral("file.copyPicture"))->trigger();
    const QImage image = QGuiApplication::clipboard()->image();
    QCOMPARE(image.size(), pixels);
}

} // namespace tst_window_clips

GHOSTLINE_TEST(tst_window_clips, TestWindowClips, GraphicsApplication)
#include "tst_window_clips.moc"
