// SPDX-License-Identifier: GPL-3.0-or-later
// The status line keeps up with what is shown, and does no work where nothing would change or nobody looks.
#include "app/gui/shell/reading_gauge.h"
#include "app/gui/shell/status_line.h"
#include "tests/app/gui/docks_data.h"
#include "tests/app/gui/told_replay.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTranslator>

namespace tst_status_line {

using namespace ghostline;
using namespace ghostline::test;

namespace {

/// Counts the texts of the status line that are put together.
class Words final : public QTranslator
{
public:
    Words() { QCoreApplication::installTranslator(this); }
    ~Words() override { QCoreApplication::removeTranslator(this); }
    Words(const Words&) = delete;
    Words& operator=(const Words&) = delete;
    QString translate(const char* context, const char* text, const char*, int) const override
    {
        Q_UNUSED(text)
        const QLatin1String of(context);
        asked += of.contains(QLatin1String("StatusLine")) || of.contains(QLatin1String("Reading")) ? 1 : 0;
        return {};
    }
    bool isEmpty() const override { return false; }
    mutable int asked = 0;
};

/// Goes to an instant and waits until it is shown.
bool show(app::ReplaySession& session, model::FrameTime at)
{
    session.playhead().seek(at);
    return QTest::qWaitFor(
        [&] { return session.playback()->state().size() > 0 && session.playback()->state().at == at; });
}

} // namespace

class TestStatusLine : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void onlyWhatChangesIsComposed()
    {
        OpenReplay replay({});
        app::ReplaySession& session = *replay.session;
        QVERIFY(show(session, {100, 0.25}));
        QWidget window;
        app::StatusLine line(&window);
        window.show();
        line.setSession(&session);
        QCOMPARE(line.placeText(), QStringLiteral("interpolated 100 → 101 of 1,000"));
        const Words words;
        QVERIFY(show(session, {100, 0.75}));
        QCOMPARE(words.asked, 0);
        QVERIFY(show(session, {101, 0.0}));
        QCOMPARE(line.placeText(), QStringLiteral("recorded frame 101 of 1,000"));
        QVERIFY(words.asked > 0);
    }

    void exactIsWhatCanBeRead_data()
    {
        QTest::addColumn<model::FrameNumber>("frame");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, model::FrameNumber frame, const char* says) {
            QTest::newRow(name) << frame << QString::fromLatin1(says);
        };
        row("at a keyframe", 100, "Frame 100 of 999: exact keyframe");
        row("before the lost one", 150,
            "Frame 150 of 999: reconstructed, 50 after exact 100, 150 before the next");
        row("at the lost one", 200,
            "Frame 200 of 999: reconstructed, 100 after exact 100, 100 before the next");
        row("behind it", 250, "Frame 250 of 999: reconstructed, 150 after exact 100, 50 before the next");
        row("behind the next", 310,
            "Frame 310 of 999: reconstructed, 10 after exact 300, 90 before the next");
    }

    void exactIsWhatCanBeRead()
    {
        QFETCH(model::FrameNumber, frame);
        QFETCH(QString, says);
        const auto source = std::make_shared<ToldReplay>(std::make_shared<model::EventTable>());
        source->revise([](model::ReplayIndex& index) {
            auto info = std::make_shared<model::ReplayInfo>(*index.info);
            info->exactAtKeyframes = true;
            index.info = info;
            const auto entries = index.keyframes.entries();
            std::vector<model::Keyframe> lost(entries.begin(), entries.end());
            lost[2].size = 0; // frame 200: nothing of it can be read
            index.keyframes = model::KeyframeIndex(std::move(lost), index.frames());
        });
        const QTemporaryDir folder;
        app::ReplaySession session(source, folder.filePath(QStringLiteral("told.replay")),
                                   std::size_t{64} << 20);
        QVERIFY(show(session, {frame, 0.0}));
        QWidget window;
        app::StatusLine line(&window);
        window.show();
        line.setSession(&session);
        QCOMPARE(line.placeText(), says);
    }

    /// What nobody needs while watching: on demand, and not in the line.
    void howItIsReadIsSaidOnDemand()
    {
        OpenReplay replay({});
        app::ReplaySession& session = *replay.session;
        QVERIFY(show(session, {103, 0.0}));
        QWidget window;
        app::StatusLine line(&window);
        window.show();
        QVERIFY(line.reading()->isHidden());
        line.setSession(&session);
        QVERIFY(line.reading()->isVisible());
        for (const QLabel* label : line.findChildren<QLabel*>()) {
            QVERIFY2(!label->text().contains(QStringLiteral("MB")), qPrintable(label->text()));
            QVERIFY2(!label->text().contains(QStringLiteral("keyframe")), qPrintable(label->text()));
        }
        const QString says = line.reading()->figures()->oneLine();
        QVERIFY2(says.startsWith(QStringLiteral("keyframe 100 (+3), cache ")), qPrintable(says));
        QVERIFY2(says.endsWith(QStringLiteral(" MB")), qPrintable(says));
        QVERIFY2(line.accessibleValue().endsWith(says), qPrintable(line.accessibleValue()));
        line.setSession(nullptr);
        QVERIFY(line.reading()->isHidden());
        QVERIFY(line.reading()->figures()->oneLine().isEmpty());
    }

    void hiddenItDoesNothing()
    {
        OpenReplay replay({});
        app::ReplaySession& session = *replay.session;
        QVERIFY(show(session, {100, 0.0}));
        QWidget window;
        app::StatusLine line(&window);
        window.show();
        line.setSession(&session);
        line.hide();
        {
            const Words words;
            QVERIFY(show(session, {110, 0.0}));
            QCOMPARE(words.asked, 0);
        }
        line.show();
        QCOMPARE(line.placeText(), QStringLiteral("recorded frame 110 of 1,000"));
    }
};

} // namespace tst_status_line

GHOSTLINE_TEST(tst_status_line, TestStatusLine, QApplication)
#include "tst_status_line.moc"
