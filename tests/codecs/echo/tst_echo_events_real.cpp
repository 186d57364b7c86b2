// SPDX-License-Identifier: GPL-3.0-or-later
// Events of real files: the same list from a recording and from the .butter made of it, and goals of every
// kind.
#include "codecs/echo/events/event_finder.h"
#include "codecs/echo/frame/frame_file.h"
#include "codecs/echo/replay/cast_builder.h"
#include "model/bytes/byte_sources.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QRegularExpression>
#include <QTest>

namespace tst_echo_events_real {

using namespace ghostline;
using namespace ghostline::echo;

namespace {

/// Everything that a file's frames tell.
class Collect final : public ScanSink
{
public:
    explicit Collect(const FrameFile& file)
        : m_cast(file.header(), file.names()), finder(file.header(), file.names())
    {
    }
    bool chunk(const ChunkRef&, const FrameBlock& block, std::uint64_t) override
    {
        m_cast.beginChunk();
        for (const Frame& frame : block.frames) {
            if (number > 0)
                m_time += std::chrono::milliseconds(std::max<std::int64_t>(frame.timeMs - m_lastMs, 0));
            m_lastMs = frame.timeMs;
            const FrameActors actors = m_cast.take(number, block, frame);
            finder.take(number++, m_time, block, frame, actors);
        }
        (void)m_cast.finishChunk({});
        return true;
    }
    void diagnostic(model::Diagnostic) override {}
    void lost(const QString&) override {}

private:
    CastBuilder m_cast;
    model::Micros m_time{};
    std::int64_t m_lastMs = 0;

public:
    EventFinder finder;
    model::FrameNumber number = 0;
};

model::Result<std::unique_ptr<FrameFile>> open(const QString& name)
{
    auto bytes = model::openFile(ghostline::test::sharedData(QStringLiteral("echo/") + name));
    if (!bytes)
        return tl::unexpected(bytes.error());
    return name.endsWith(QLatin1String(".butter")) ? openButter(std::move(*bytes), ButterDecoding::Exact, {})
                                                   : openEchoReplay(std::move(*bytes), {});
}

QString kindOf(const model::Event& event)
{
    return EventFinder::kinds()[static_cast<std::size_t>(event.kind)].id;
}

/// "30 goal Ada scored 2"; what .butter keeps less exactly is left out: letters beyond ASCII, last digits.
QStringList linesOf(const QString& name, bool numbers)
{
    auto file = open(name);
    if (!file)
        return {file.error().message};
    Collect sink(**file);
    if (const auto done = (*file)->scan(sink, {}); !done)
        return {done.error().message};
    static const QRegularExpression notAscii(QStringLiteral("[^ -~]"));
    static const QRegularExpression figures(QStringLiteral("\\d+\\.\\d+"));
    QStringList lines;
    for (const model::Event& event : sink.finder.events()) {
        QString text = event.text;
        text.replace(notAscii, QStringLiteral("?"));
        if (!numbers)
            text.replace(figures, QStringLiteral("#"));
        QStringList who;
        for (const model::ActorId actor : event.actors)
            who << QString::number(model::index(actor));
        lines << QStringLiteral("%1 %2 %3 ").arg(event.frame).arg(kindOf(event), who.join(QLatin1Char(','))) +
                     text;
    }
    return lines;
}

} // namespace

class TestEchoEventsReal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sameFromBothFormats_data();
    void sameFromBothFormats();
    void everyGoal();
};

void TestEchoEventsReal::sameFromBothFormats_data()
{
    QTest::addColumn<QString>("recording");
    QTest::addColumn<QString>("butter");
    for (const char* name : {"milk_short.k300.gzip", "milk_short.k60.none", "edge_exact300.k300.gzip",
                             "edge_exact300.k60.gzip", "synth_bones_short.k60.gzip",
                             "synth_constvel_short.k60.none", "combat_short.k60.gzip", "lobby.k60.gzip"}) {
        const QString butter = QLatin1String(name);
        QTest::newRow(name) << butter.section(QLatin1Char('.'), 0, 0) + QStringLiteral(".zip.echoreplay")
                            << butter + QStringLiteral(".butter");
    }
}

void TestEchoEventsReal::sameFromBothFormats()
{
    GHOSTLINE_REQUIRE_SHARED("echo");
    QFETCH(QString, recording);
    QFETCH(QString, butter);
    QStringList told = linesOf(recording, false);
    // .butter has one bit for a goal's points: 2 or 3.
    for (QString& line : told)
        line.replace(QLatin1String(" scored (bumper shot"), QLatin1String(" scored 3 (bumper shot"));
    const QStringList kept = linesOf(butter, false);
    for (qsizetype i = 0; i < std::min(kept.size(), told.size()); ++i)
        QCOMPARE(kept[i], told[i]);
    QCOMPARE(kept.size(), told.size());
}

void TestEchoEventsReal::everyGoal()
{
    GHOSTLINE_REQUIRE_SHARED("echo");
    const QStringList lines = linesOf(QStringLiteral("edge_exact300.zip.echoreplay"), true);
    QStringList goals;
    for (const QString& line : lines) {
        if (line.section(QLatin1Char(' '), 1, 1) == QLatin1String("goal"))
            goals << line;
    }
    // By the description, by six counters at once, by the points alone; "[NO GOAL]" and a word nobody listed,
    // both by nobody who is there and without points, are none.
    const QStringList expected{QStringLiteral("60 goal 1 E1 (1) scored (bumper shot, 13.2 m/s)"),
                               QStringLiteral("100 goal 0 E0 scored"),
                               QStringLiteral("100 goal 1 E1 (1) scored"),
                               QStringLiteral("100 goal 6 E5 scored"),
                               QStringLiteral("100 goal 2 E2 scored"),
                               QStringLiteral("100 goal 3 E3 scored"),
                               QStringLiteral("100 goal 4 E1 (7) scored"),
                               QStringLiteral("120 goal 6,4 E5 scored 2 (headbutt, 14.6 m/s), assist E1 (7)"),
                               QStringLiteral("150 goal  Blue scored 2")};
    QCOMPARE(goals, expected);
}

} // namespace tst_echo_events_real

GHOSTLINE_TEST(tst_echo_events_real, TestEchoEventsReal)
#include "tst_echo_events_real.moc"
