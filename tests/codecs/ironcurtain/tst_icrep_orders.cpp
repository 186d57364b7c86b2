// SPDX-License-Identifier: GPL-3.0-or-later
// Order blocks: all ten kinds against layouts by hand, orders of a later version, and what a block refuses.
#include "codecs/ironcurtain/container/chunk.h"
#include "codecs/ironcurtain/events/orders.h"
#include "tests/codecs/ironcurtain/event_cases.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_icrep_orders {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using namespace ghostline::test;

namespace {

struct OrderCase
{
    const char* name;
    Order order;
    const char* hex;
};

Order order(OrderKind kind)
{
    Order made;
    made.player = 2;
    made.kind = kind;
    made.subTick = 7;
    return made;
}

/// Of all kinds and their forms. The player is 2 and the time within the tick 7.
std::vector<OrderCase> orderCases()
{
    static const Bytes payload = fromHex("010203");
    std::vector<OrderCase> cases;
    const auto add = [&cases](const char* name, OrderKind kind, const char* hex) -> Order& {
        cases.push_back({name, order(kind), hex});
        return cases.back().order;
    };
    Order& move = add("move", OrderKind::Move,
                      "02000000 00000000 0200000000000000 0100 0200 204e 0100"
                      "00040000 00080000 ffffffff 07000000");
    move.units = detail::tags(detail::Two);
    move.target = detail::There;
    Order& unit = add("attack a unit", OrderKind::Attack,
                      "02000000 01000000 0100000000000000 ffff 0700 00000000 0400 0100 07000000");
    unit.units = detail::tags(detail::One);
    unit.victim = UnitTag{4, 1};
    Order& place = add("attack a place", OrderKind::Attack,
                       "02000000 01000000 0000000000000000 01000000 00040000 00080000 ffffffff 07000000");
    place.target = detail::There;
    add("stop", OrderKind::Stop, "02000000 02000000 0100000000000000 ffff 0700 07000000").units =
        detail::tags(detail::One);
    add("idle", OrderKind::Idle, "02000000 03000000 07000000");
    add("say to all", OrderKind::ChatMessage,
        "02000000 04000000 00000000 0600000000000000 676c20e29c93 07000000")
        .text = "gl \xE2\x9C\x93";
    Order& team = add("say to the team", OrderKind::ChatMessage,
                      "02000000 04000000 01000000 0000000000000000 07000000");
    team.channel = ChatChannel::Team;
    Order& whisper = add("whisper", OrderKind::ChatMessage,
                         "02000000 04000000 02000000 03000000 0200000000000000 6869 07000000");
    whisper.channel = ChatChannel::Whisper;
    whisper.whisperTo = 3;
    whisper.text = "hi";
    Order& watch = add("say to observers", OrderKind::ChatMessage,
                       "02000000 04000000 03000000 0200000000000000 6869 07000000");
    watch.channel = ChatChannel::Observer;
    watch.text = "hi";
    Order& command = add("command", OrderKind::ChatCommand,
                         "02000000 05000000 0400000000000000 70696e67 0200000000000000"
                         "0100000000000000 61 0000000000000000 07000000");
    command.text = "ping";
    command.arguments = {"a", ""};
    add("cheat", OrderKind::CheatCode, "02000000 06000000 03000000 07000000").cheat = 3;
    Order& setting = add("setting", OrderKind::SetCvar,
                         "02000000 07000000 0300000000000000 646576 0100000000000000 31 07000000");
    setting.text = "dev";
    setting.value = "1";
    Order& propose =
        add("propose", OrderKind::Vote, "02000000 08000000 00000000 01000000 01000000 03000000 07000000");
    propose.voteType.kind = VoteKind::Kick;
    propose.voteType.target = 1;
    propose.voteType.reason = KickReason::Other;
    Order& ballot = add("vote", OrderKind::Vote, "02000000 08000000 01000000 09000000 01000000 07000000");
    ballot.voteWhat = VoteRecord::What::BallotCast;
    ballot.vote = 9;
    ballot.choice = VoteChoice::No;
    Order& cancel = add("cancel a vote", OrderKind::Vote, "02000000 08000000 02000000 09000000 07000000");
    cancel.voteWhat = VoteRecord::What::Resolved;
    cancel.vote = 9;
    Order& game =
        add("game order", OrderKind::GameOrder, "02000000 09000000 0c00 0300000000000000 010203 07000000");
    game.gameTag = 12;
    game.payload = payload;
    return cases;
}

/// The payload of a block of frames that are given as bytes.
Bytes blockOf(SimTick first, const std::vector<Bytes>& frames, std::uint32_t said = 0)
{
    Bytes raw;
    BinWriter out(raw);
    for (const Bytes& frame : frames) {
        out.u32(static_cast<std::uint32_t>(frame.size()));
        out.raw(frame);
    }
    Bytes payload;
    BinWriter head(payload);
    head.u64(first);
    head.u32(said == 0 ? static_cast<std::uint32_t>(frames.size()) : said);
    head.raw(packBlob(raw));
    return payload;
}

Bytes frameOf(SimTick tick, const std::vector<const char*>& orders)
{
    Bytes bytes;
    BinWriter out(bytes);
    out.u64(tick);
    out.u64(0x1122334455667788U);
    out.u64(orders.size());
    for (const char* each : orders)
        out.raw(fromHex(each));
    return bytes;
}

struct Seen
{
    std::vector<SimTick> ticks;
    std::vector<std::size_t> orders;
    std::vector<bool> unknown;
    model::Result<void> result;
};

Seen read(const Bytes& payload)
{
    Seen seen;
    seen.result = parseOrderBlock(payload, 500, [&](const OrderFrame& frame) {
        seen.ticks.push_back(frame.tick);
        seen.orders.push_back(frame.orders.size());
        seen.unknown.push_back(frame.unknown);
        return true;
    });
    return seen;
}

const char* const Idle = "00000000 03000000 00000000";
const char* const Later = "00000000 0a000000 ffffffffffff";

} // namespace

class TestIcrepOrders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layout_data()
    {
        QTest::addColumn<int>("row");
        const auto cases = orderCases();
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].name) << int(i);
    }
    void layout()
    {
        QFETCH(int, row);
        const OrderCase each = orderCases()[static_cast<std::size_t>(row)];
        OrderFrame frame;
        frame.tick = 260;
        frame.stateHash = 0x1122334455667788U;
        frame.orders = {each.order};
        const Bytes payload = encodeOrderBlock(256, {&frame, 1});
        QCOMPARE(toHex(payload), toHex(blockOf(256, {frameOf(260, {each.hex})})));
        int frames = 0;
        const auto done = parseOrderBlock(payload, 0, [&](const OrderFrame& read) {
            ++frames;
            // Equal bytes again: every field was read into its own place.
            return toHex(encodeOrderBlock(256, {&read, 1})) == toHex(payload) && read.orders.size() == 1 &&
                   read.orders[0].kind == each.order.kind && read.orders[0].player == 2 &&
                   read.orders[0].subTick == 7 && read.orders[0].text == each.order.text &&
                   read.orders[0].arguments == each.order.arguments && !read.unknown && ++frames > 0;
        });
        QVERIFY2(done.has_value(), done ? "" : qPrintable(done.error().message));
        QCOMPARE(frames, 2);
    }
    void whatCounts()
    {
        int actions = 0;
        for (std::uint32_t kind = 0; kind < OrderKinds; ++kind)
            actions += isAction(static_cast<OrderKind>(kind)) ? 1 : 0;
        QCOMPARE(actions, 8);
        QCOMPARE(orderKindName(3), "Idle");
        QCOMPARE(orderKindName(10), "Unknown");
    }
    /// Fields of a frame do not stay for the next one.
    void framesAreFresh()
    {
        const auto cases = orderCases();
        std::vector<Bytes> frames;
        frames.reserve(cases.size() * 2);
        for (std::size_t i = 0; i < cases.size(); ++i) {
            frames.push_back(frameOf(2 * i, {cases[i].hex, Idle}));
            frames.push_back(frameOf(2 * i + 1, {Idle}));
        }
        const Bytes payload = blockOf(0, frames);
        bool fresh = true;
        const auto done = parseOrderBlock(payload, 0, [&](const OrderFrame& frame) {
            const Order& last = frame.orders.back();
            fresh = fresh && last.text.empty() && last.value.empty() && last.arguments.empty() &&
                    last.units.empty() && !last.target && !last.victim && last.payload.empty() &&
                    frame.stateHash == 0x1122334455667788U;
            return true;
        });
        QVERIFY(done.has_value() && fresh);
    }
    void laterVersions()
    {
        const Seen seen =
            read(blockOf(0, {frameOf(0, {Idle}), frameOf(1, {Idle, Later}), frameOf(5, {Idle})}));
        QVERIFY(seen.result.has_value());
        QCOMPARE(seen.ticks, (std::vector<SimTick>{0, 1, 5}));
        QCOMPARE(seen.orders, (std::vector<std::size_t>{1, 1, 1}));
        QCOMPARE(seen.unknown, (std::vector<bool>{false, true, false}));
    }
    void stopsWhenAsked()
    {
        int frames = 0;
        const auto done = parseOrderBlock(blockOf(0, {frameOf(0, {}), frameOf(1, {}), frameOf(2, {})}), 0,
                                          [&](const OrderFrame&) { return ++frames < 2; });
        QVERIFY(done.has_value());
        QCOMPARE(frames, 2);
    }
    void lostFrames()
    {
        std::vector<OrderFrame> frames(2);
        frames[0].tick = 512;
        frames[1].tick = 767;
        const Seen seen = read(encodeOrderBlock(512, frames));
        QVERIFY(seen.result.has_value());
        QCOMPARE(seen.ticks, (std::vector<SimTick>{512, 767}));
        QVERIFY(read(encodeOrderBlock(512, {})).result.has_value());
    }
    void refused_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::addColumn<int>("before");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const Bytes& payload, int before, const char* why) {
            QTest::newRow(name) << toHex(payload) << before << QString::fromLatin1(why);
        };
        row("not aligned", blockOf(255, {frameOf(255, {})}), 0, "256");
        row("too many frames", blockOf(0, {frameOf(0, {})}, 257), 0, "256");
        row("frames that do not fit", blockOf(0, {frameOf(0, {})}, 3), 0, "do not fit");
        row("before the block", blockOf(256, {frameOf(255, {})}), 0, "outside");
        row("behind the block", blockOf(256, {frameOf(256, {}), frameOf(512, {})}), 1, "outside");
        row("same tick", blockOf(0, {frameOf(3, {}), frameOf(3, {})}), 1, "not after");
        row("back", blockOf(0, {frameOf(3, {}), frameOf(2, {})}), 1, "not after");
        Bytes longer = frameOf(0, {Idle});
        longer.push_back(std::byte{0});
        row("longer than its orders", blockOf(0, {longer}), 0, "longer");
        row("shorter than its orders", blockOf(0, {frameOf(0, {"00000000 03000000 000000"})}), 0, "count");
        row("target",
            blockOf(0, {frameOf(0, {"00000000 01000000 0000000000000000 02000000 00000000 00000000"})}), 0,
            "target");
        row("channel", blockOf(0, {frameOf(0, {"00000000 04000000 04000000 0000000000000000 00000000"})}), 0,
            "channel");
        row("vote order", blockOf(0, {frameOf(0, {"00000000 08000000 03000000 00000000"})}), 0, "vote order");
        row("text", blockOf(0, {frameOf(0, {"00000000 04000000 00000000 0100000000000000 ff 00000000"})}), 0,
            "UTF-8");
        row("arguments",
            blockOf(0, {frameOf(0, {"00000000 05000000 0000000000000000 ffffffffffffff1f 00000000"})}), 0,
            "count");
        Bytes rest = blockOf(0, {frameOf(0, {}), frameOf(1, {})}, 1);
        row("bytes left", rest, 1, "left behind");
        row("no head", fromHex("0000000000000000 0000"), 0, "head");
        row("no blob", fromHex("0000000000000000 01000000"), 0, "");
        row("bomb", fromHex("0000000000000000 01000000 ffffffff 00"), 0, "");
    }
    void refused()
    {
        QFETCH(QByteArray, payload);
        QFETCH(int, before);
        QFETCH(QString, why);
        const Seen seen = read(fromHex(payload.constData()));
        QVERIFY(!seen.result);
        QVERIFY2(seen.result.error().message.contains(why), qPrintable(seen.result.error().message));
        QVERIFY(seen.result.error().where.offset >= std::optional<std::uint64_t>(500));
        QCOMPARE(seen.ticks.size(), static_cast<std::size_t>(before));
    }
    void moreOrdersThanAnyoneGives()
    {
        const std::vector<const char*> many(65'537, Idle);
        const Seen seen = read(blockOf(0, {frameOf(0, {many.begin(), many.begin() + 65'536})}));
        QVERIFY(seen.result.has_value());
        QCOMPARE(seen.orders, std::vector<std::size_t>{65'536});
        QVERIFY(!read(blockOf(0, {frameOf(0, many)})).result);
    }
    void longStrings()
    {
        std::string text(MaxStringBytes, 'x');
        OrderFrame frame;
        frame.orders = {order(OrderKind::ChatMessage)};
        frame.orders[0].text = text;
        QVERIFY(read(encodeOrderBlock(0, {&frame, 1})).result.has_value());
        text.push_back('x');
        frame.orders[0].text = text;
        QVERIFY(!read(encodeOrderBlock(0, {&frame, 1})).result);
    }
    /// Each order alone, cut and changed in the unpacked block as well as in the chunk.
    void cutAndFlipped()
    {
        for (const OrderCase& each : orderCases()) {
            const Bytes frame = frameOf(3, {each.hex});
            for (std::size_t i = 0; i < frame.size(); ++i) {
                const Bytes cut(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(i));
                QVERIFY(!read(blockOf(0, {cut})).result);
                for (const unsigned mask : {0x01U, 0x80U, 0xFFU}) {
                    Bytes flipped = frame;
                    flipped[i] ^= static_cast<std::byte>(mask);
                    const Seen seen = read(blockOf(0, {flipped}));
                    QVERIFY(seen.result || !seen.result.error().message.isEmpty());
                }
            }
        }
        const Bytes good = blockOf(0, {frameOf(3, {orderCases().front().hex})});
        for (std::size_t i = 0; i < good.size(); ++i) {
            QVERIFY(!read(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(i))).result);
            Bytes flipped = good;
            flipped[i] ^= std::byte{0xFF};
            const Seen seen = read(flipped);
            QVERIFY(seen.result || !seen.result.error().message.isEmpty());
        }
    }
};

} // namespace tst_icrep_orders

GHOSTLINE_TEST(tst_icrep_orders, TestIcrepOrders)
#include "tst_icrep_orders.moc"
