// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of events of a run, and how times and blocks are written in them.
#include "codecs/recording/run_events.h"

#include "codecs/recording/run_texts.h"

namespace ghostline::recording {

using model::EventKind;

namespace {

EventKind kind(const char* id, const QString& name, bool shown, bool major = false)
{
    EventKind out;
    out.id = QLatin1String(id);
    out.name = name;
    out.major = major;
    out.shownByDefault = shown;
    return out;
}

} // namespace

QString runTimeText(std::int64_t milliseconds)
{
    const std::uint64_t size = milliseconds < 0 ? 0 - static_cast<std::uint64_t>(milliseconds)
                                                : static_cast<std::uint64_t>(milliseconds);
    return QStringLiteral("%1%2.%3 s")
        .arg(milliseconds < 0 ? QStringLiteral("-") : QString())
        .arg(size / 1000)
        .arg(size % 1000, 3, 10, QLatin1Char('0'));
}

QString blockName(const Kind& block)
{
    if (block.name.empty())
        return QStringLiteral("block #%1").arg(block.number);
    std::string_view name = block.name.substr(0, block.name.find('['));
    if (name.starts_with("minecraft:"))
        name.remove_prefix(10);
    return lineOf(textOf(name));
}

std::vector<EventKind> runEventKinds()
{
    std::vector<EventKind> kinds{
        kind("run_start", QStringLiteral("Run start"), true, true),
        kind("checkpoint", QStringLiteral("Checkpoint"), true, true),
        kind("reset", QStringLiteral("Reset"), true, true),
        kind("run_end", QStringLiteral("Run end"), true, true),
        kind("anticheat_flag", QStringLiteral("Anticheat flag"), true, true),
        kind("marker", QStringLiteral("Marker"), false),
        kind("chat", QStringLiteral("Chat"), true),
        kind("bookmark", QStringLiteral("Bookmark"), true, true),
        kind("spawn", QStringLiteral("Entity appears"), false),
        kind("despawn", QStringLiteral("Entity is gone"), false),
        kind("hand_swing", QStringLiteral("Hand swing"), false),
        kind("item_use", QStringLiteral("Item use"), false),
        kind("held_slot", QStringLiteral("Held slot"), false),
        kind("block_set", QStringLiteral("Block set"), false),
        kind("blocks_cleared", QStringLiteral("Blocks cleared"), false),
        kind("teleport", QStringLiteral("Teleport"), false),
    };
    const auto at = [&kinds](RunEvent k) -> EventKind& { return kinds[static_cast<std::size_t>(k)]; };
    at(RunEvent::Flag).flag = true;
    at(RunEvent::Checkpoint).columns = {
        {QStringLiteral("id"), QStringLiteral("Checkpoint"), {}, 0},
        {QStringLiteral("run_ms"), QStringLiteral("Run time"), QStringLiteral("ms"), 0}};
    at(RunEvent::Flag).columns = {{QStringLiteral("check"), QStringLiteral("Check"), {}, 0},
                                  {QStringLiteral("score"), QStringLiteral("Score"), {}, 2},
                                  {QStringLiteral("detail"), QStringLiteral("Detail"), {}, 0},
                                  {QStringLiteral("source"), QStringLiteral("Source"), {}, 0},
                                  {QStringLiteral("verdict"), QStringLiteral("Verdict"), {}, 0}};
    return kinds;
}

} // namespace ghostline::recording
