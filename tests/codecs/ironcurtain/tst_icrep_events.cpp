// SPDX-License-Identifier: GPL-3.0-or-later
// All 21 analysis events against layouts by hand, both ways; what is cut, changed or odd is refused.
#include "tests/codecs/ironcurtain/event_cases.h"

#include "codecs/ironcurtain/container/bincode.h"
#include "tests/support/allocation_count.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <set>

namespace tst_icrep_events {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using namespace ghostline::test;

namespace {

/// Of every kind, bodies of votes and outcomes included.
std::vector<Bytes> everyEvent()
{
    std::vector<Bytes> all;
    for (const EventCase& each : eventCases())
        all.push_back(fromHex(each.hex));
    for (const VoteCase& each : voteCases())
        all.push_back(fromHex((QByteArray("0e000000 6400000000000000") + each.hex).constData()));
    for (const OutcomeCase& each : outcomeCases())
        all.push_back(fromHex((QByteArray("0d000000 6400000000000000") + each.hex).constData()));
    return all;
}

Bytes sampleOf(std::size_t units, std::int32_t x)
{
    const std::vector<UnitPlace> places(units, UnitPlace{{1, 1}, {x, 0, 0}});
    return eventBytes({5, UnitPositionSample{PackedList<UnitPlace>(std::span<const UnitPlace>(places))}});
}

} // namespace

class TestIcrepEvents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layout_data()
    {
        QTest::addColumn<int>("row");
        const auto cases = eventCases();
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].name) << int(i);
    }
    void layout()
    {
        QFETCH(int, row);
        const EventCase each = eventCases()[static_cast<std::size_t>(row)];
        const Bytes bytes = fromHex(each.hex);
        QCOMPARE(toHex(eventBytes(each.event)), toHex(bytes));
        const ParsedEvent parsed = parseEvent(bytes);
        QCOMPARE(parsed.result, EventParse::Known);
        QCOMPARE(parsed.event.tick, SimTick{100});
        QCOMPARE(parsed.event.body.index(), each.event.body.index());
        QCOMPARE(std::size_t{parsed.kind}, each.event.body.index());
        QVERIFY(QByteArray(each.name).startsWith(analysisKindName(parsed.kind)));
        QCOMPARE(toHex(eventBytes(parsed.event)), toHex(bytes));
    }

    void votes_data()
    {
        QTest::addColumn<int>("row");
        const auto cases = voteCases();
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].name) << int(i);
    }
    void votes()
    {
        QFETCH(int, row);
        const VoteCase each = voteCases()[static_cast<std::size_t>(row)];
        const Bytes body = fromHex(each.hex);
        Bytes written;
        BinWriter out(written);
        appendVoteRecord(out, each.record);
        QCOMPARE(toHex(written), toHex(body));
        const Bytes event = eventBytes({100, VoteEvent{body}});
        const ParsedEvent parsed = parseEvent(event);
        QCOMPARE(parsed.result, EventParse::Known);
        const auto* vote = std::get_if<VoteEvent>(&parsed.event.body);
        QVERIFY(vote != nullptr);
        const auto read = parseVote(vote->body);
        QVERIFY(read.has_value());
        Bytes again;
        BinWriter second(again);
        appendVoteRecord(second, *read);
        QCOMPARE(toHex(again), toHex(body));
    }
    void voteOfTheNote()
    {
        VoteRecord kick;
        kick.vote = 1;
        kick.type.kind = VoteKind::Kick;
        kick.type.target = 1;
        Bytes body;
        BinWriter out(body);
        appendVoteRecord(out, kick);
        const Bytes event = eventBytes({1900, VoteEvent{body}});
        QCOMPARE(event.size(), std::size_t{36});
        QCOMPARE(toHex(event),
                 toHex(fromHex(
                     "0e000000 6c07000000000000 00000000 01000000 01000000 01000000 00000000 00000000")));
    }
    void oddVotes_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<QByteArray>("why");
        const QByteArray resolved = "02000000 01000000";
        QTest::newRow("what") << QByteArray("03000000 01000000") << QByteArray("kind of vote event");
        QTest::newRow("type") << QByteArray("00000000 01000000 05000000 00000000")
                              << QByteArray("type of vote");
        QTest::newRow("reason") << QByteArray("00000000 01000000 01000000 00000000 04000000 00000000")
                                << QByteArray("reason to kick");
        QTest::newRow("choice") << QByteArray("01000000 01000000 00000000 02000000")
                                << QByteArray("yes nor no");
        QTest::newRow("outcome") << resolved + "03000000" << QByteArray("end of a vote");
        QTest::newRow("another vote")
            << resolved + "00000000 02000000 00000000 00000000 01000000 0000000000000000 0000000000000000"
                          "0000000000000000 0000000000000000 01000000"
            << QByteArray("another vote");
        QTest::newRow("threshold")
            << resolved + "00000000 01000000 00000000 00000000 01000000 0000000000000000 0000000000000000"
                          "0000000000000000 0000000000000000 03000000"
            << QByteArray("threshold");
        QTest::newRow("voters") << resolved + "00000000 01000000 00000000 00000000 01000000 ffffffffffffff1f"
                                << QByteArray("count");
        QTest::newRow("not UTF-8") << QByteArray("00000000 01000000 04000000 0100000000000000 ff 00000000")
                                   << QByteArray("UTF-8");
    }
    void oddVotes()
    {
        QFETCH(QByteArray, hex);
        QFETCH(QByteArray, why);
        const Bytes body = fromHex(hex.constData());
        QVERIFY(!parseVote(body));
        const ParsedEvent parsed = parseEvent(eventBytes({1, VoteEvent{body}}));
        QCOMPARE(parsed.result, EventParse::Damaged);
        QVERIFY2(QByteArray(parsed.why).contains(why), parsed.why);
    }
    void ballotsAreAMap()
    {
        VoteRecord record = detail::resolution(VoteKind::Draw, VoteOutcome::Passed, {});
        record.active.ballots = {{5, VoteChoice::No}, {2, VoteChoice::Yes}, {5, VoteChoice::Yes}};
        Bytes body;
        BinWriter out(body);
        appendVoteRecord(out, record);
        const auto read = parseVote(body);
        QVERIFY(read.has_value());
        const std::vector<std::pair<PlayerId, VoteChoice>> ascending{{2, VoteChoice::Yes},
                                                                     {5, VoteChoice::Yes}};
        QVERIFY(read->active.ballots == ascending);
    }
    void words()
    {
        QCOMPARE(voteName(VoteKind::Kick), QStringLiteral("Kick"));
        QCOMPARE(kickReasonName(KickReason::AbusiveCommunication), QStringLiteral("AbusiveCommunication"));
        QCOMPARE(voteOutcomeName(VoteOutcome::Cancelled), QStringLiteral("Cancelled"));
        QCOMPARE(voteFailName(VoteFailReason::ThresholdImpossible), QStringLiteral("ThresholdImpossible"));
        QCOMPARE(thresholdText({VoteThreshold::Kind::Fraction, 2, 3}), QStringLiteral("fraction 2/3"));
        QCOMPARE(thresholdText({VoteThreshold::Kind::Unanimous, 0, 0}), QStringLiteral("unanimous"));
        QCOMPARE(thresholdText({VoteThreshold::Kind::TeamScaled, 0, 0}), QStringLiteral("team-scaled"));
        std::set<QByteArray> names;
        for (std::uint32_t kind = 0; kind < AnalysisKinds; ++kind)
            names.insert(analysisKindName(kind));
        QCOMPARE(names.size(), std::size_t{AnalysisKinds});
        QCOMPARE(analysisKindName(AnalysisKinds), "Unknown");
    }

    void outcomes_data()
    {
        QTest::addColumn<int>("row");
        const auto cases = outcomeCases();
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].name) << int(i);
    }
    void outcomes()
    {
        QFETCH(int, row);
        const OutcomeCase each = outcomeCases()[static_cast<std::size_t>(row)];
        const Bytes body = fromHex(each.hex);
        Bytes written;
        appendOutcome(written, each.outcome);
        QCOMPARE(toHex(written), toHex(body));
        const Bytes event = eventBytes({100, MatchEnded{body}});
        const ParsedEvent parsed = parseEvent(event);
        QCOMPARE(parsed.result, EventParse::Known);
        const auto read = parseOutcome(std::get<MatchEnded>(parsed.event.body).outcome);
        QVERIFY(read.has_value());
        QCOMPARE(read->kind, each.outcome.kind);
        QCOMPARE(read->winner, each.outcome.winner);
        QCOMPARE(read->winnerTeam, each.outcome.winnerTeam);
        QCOMPARE(read->leaver, each.outcome.leaver);
        QCOMPARE(read->at, each.outcome.at);
        QCOMPARE(read->reason, each.outcome.reason);
        QCOMPARE(read->surrendered, each.outcome.surrendered);
        QCOMPARE(read->surrenderedTeam, each.outcome.surrenderedTeam);
        QCOMPARE(read->votes, each.outcome.votes);
    }

    void unknownKindsAreNoDamage()
    {
        for (const std::uint32_t kind : {21U, 99U, 0xFFFFFFFFU}) {
            Bytes bytes;
            BinWriter out(bytes);
            out.u32(kind);
            for (int tail = 0; tail < 3; ++tail) {
                const ParsedEvent parsed = parseEvent(bytes);
                QCOMPARE(parsed.result, EventParse::Unknown);
                QCOMPARE(parsed.kind, kind);
                out.u8(0xFF);
            }
        }
    }
    void lengthIsExact()
    {
        for (Bytes bytes : everyEvent()) {
            for (std::size_t n = 0; n < bytes.size(); ++n) {
                // A block of its own, so that a read past it is seen by the sanitizer.
                const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n));
                const ParsedEvent parsed = parseEvent(cut);
                QCOMPARE(parsed.result, EventParse::Damaged);
                QVERIFY(parsed.why != nullptr);
            }
            bytes.push_back(std::byte{0});
            const ParsedEvent longer = parseEvent(bytes);
            QCOMPARE(longer.result, EventParse::Damaged);
            QCOMPARE(longer.why, "an event is longer than its fields");
        }
    }
    /// Whatever is read of changed bytes is what those bytes say.
    void flippedBytes()
    {
        int known = 0;
        int refused = 0;
        for (const Bytes& good : everyEvent()) {
            for (std::size_t i = 0; i < good.size(); ++i) {
                for (const unsigned mask : {0x01U, 0x80U, 0xFFU}) {
                    Bytes bytes = good;
                    bytes[i] ^= static_cast<std::byte>(mask);
                    const ParsedEvent parsed = parseEvent(bytes);
                    if (parsed.result == EventParse::Known) {
                        ++known;
                        QCOMPARE(toHex(eventBytes(parsed.event)), toHex(bytes));
                    } else if (parsed.result == EventParse::Damaged) {
                        ++refused;
                        QVERIFY(parsed.why != nullptr);
                    }
                }
            }
        }
        QVERIFY(known > 0 && refused > 0);
    }
    void oddFields_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<QByteArray>("why");
        const QByteArray tick = "0100000000000000";
        QTest::newRow("option tag") << "03000000" + tick + "0300 0200 02 00" << QByteArray("boolean");
        QTest::newRow("boolean") << "0c000000" + tick + "00000000 02" << QByteArray("boolean");
        QTest::newRow("group action")
            << "0a000000" + tick + "00000000 00 03000000" << QByteArray("group action");
        QTest::newRow("count") << "09000000" + tick + "00000000 ffffffffffffffff 0000000000000000"
                               << QByteArray("count");
        QTest::newRow("place") << "08000000" + tick + "00000000 01000040 00000000 00000000 0000"
                               << QByteArray("outside the world");
        QTest::newRow("place, other way") << "08000000" + tick + "00000000 00000000 ffffffbf 00000000 0000"
                                          << QByteArray("outside the world");
        QTest::newRow("winner") << "0d000000" + tick + "00000000 02000000 00000000 00000000"
                                << QByteArray("kind of winner");
        QTest::newRow("end") << "0d000000" + tick + "05000000" << QByteArray("unknown outcome");
        QTest::newRow("reason of end") << "0d000000" + tick + "02000000 05000000" << QByteArray("reason");
    }
    void oddFields()
    {
        QFETCH(QByteArray, hex);
        QFETCH(QByteArray, why);
        const ParsedEvent parsed = parseEvent(fromHex(hex.constData()));
        QCOMPARE(parsed.result, EventParse::Damaged);
        QVERIFY2(QByteArray(parsed.why).contains(why), parsed.why);
    }
    void eventsAreViews()
    {
        std::vector<Bytes> events;
        for (const EventCase& each : eventCases())
            events.push_back(fromHex(each.hex));
        const std::uint64_t before = allocations;
        int known = 0;
        for (const Bytes& bytes : events)
            known += parseEvent(bytes).result == EventParse::Known ? 1 : 0;
        QCOMPARE(allocations - before, std::uint64_t{0});
        QCOMPARE(known, static_cast<int>(events.size()));
    }
    void sampleLimits()
    {
        QCOMPARE(parseEvent(sampleOf(256, 0)).result, EventParse::Known);
        QCOMPARE(parseEvent(sampleOf(256, MaxCoordinate)).result, EventParse::Known);
        const ParsedEvent many = parseEvent(sampleOf(257, 0));
        QCOMPARE(many.result, EventParse::Damaged);
        QVERIFY(QByteArray(many.why).contains("256"));
        QCOMPARE(parseEvent(sampleOf(3, MaxCoordinate + 1)).result, EventParse::Damaged);
        QCOMPARE(parseEvent(sampleOf(3, -MaxCoordinate - 1)).result, EventParse::Damaged);
    }
    void manySelected()
    {
        const std::vector<UnitTag> tags(20'000, UnitTag{7, 1});
        const Bytes bytes = eventBytes({5, SelectionChanged{1, TagList(std::span<const UnitTag>(tags)), {}}});
        const ParsedEvent parsed = parseEvent(bytes);
        QCOMPARE(parsed.result, EventParse::Known);
        QCOMPARE(std::get<SelectionChanged>(parsed.event.body).added.size(), tags.size());
    }
};

} // namespace tst_icrep_events

GHOSTLINE_TEST(tst_icrep_events, TestIcrepEvents)
#include "tst_icrep_events.moc"
