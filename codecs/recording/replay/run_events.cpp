// SPDX-License-Identifier: GPL-3.0-or-later
// What happened in a run, worded; and the joining of stream and metadata.
#include "codecs/recording/replay/run_events.h"

#include "codecs/recording/format/decimal.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/run_texts.h"
#include "model/base/text.h"
#include "model/review/action_marks.h"

#include <QJsonArray>

#include <algorithm>

namespace ghostline::recording {

using TableEvent = model::Event;
using model::FrameNumber;
using model::Sentence;

namespace {

/// An event without its texts, roughly.
constexpr std::size_t EventBytes = sizeof(TableEvent) + 32;

std::int64_t landmark(RunEvent kind, std::int64_t tick)
{
    return (static_cast<std::int64_t>(kind) << 32) | (tick & 0xFFFF'FFFF);
}

/// One line, whatever the recording put into it.
QString oneLine(QString text)
{
    constexpr qsizetype Longest = 400;
    text = lineOf(std::move(text));
    return text.size() > Longest ? text.left(Longest) + QChar(0x2026) : text;
}

/// What is put into the sentence is one line already, and only too long a line is cut.
void sayOneLine(TableEvent& event, const Sentence& sentence)
{
    event.say(sentence);
    event.text = oneLine(event.text);
}

Sentence flagText(const QString& check, const QString& detail, double score)
{
    const QString what = lineOf(check);
    const Sentence points =
        Sentence::of(QStringLiteral("%1, score %2"),
                     {what.isEmpty() ? Sentence::of(QStringLiteral("flag")) : Sentence(what),
                      Sentence::figure(QString::number(score))});
    const QString line = lineOf(detail);
    return line.isEmpty() ? points : Sentence::of(QStringLiteral("%1: %2"), {points, line});
}

/// "spring, 2.500 s": the kind is told elsewhere.
Sentence timedText(const Sentence& what, std::int64_t milliseconds)
{
    const Sentence time = Sentence::figure(runTimeText(milliseconds));
    return what.isEmpty() ? time : Sentence::of(QStringLiteral("%1, %2"), {what, time});
}

Sentence resetText(const QString& reason, std::int64_t milliseconds)
{
    const QString line = lineOf(reason);
    return timedText(line.startsWith(QLatin1String("reset_"))
                         ? Sentence::of(QStringLiteral("by %1"), {line.mid(6)})
                         : Sentence(line),
                     milliseconds);
}

QJsonObject flagData(const QString& check, const QString& detail, double score, const QString& source)
{
    return {{QStringLiteral("check"), check},
            {QStringLiteral("score"), score},
            {QStringLiteral("detail"), detail},
            {QStringLiteral("source"), source}};
}

/// What an event keeps of a text of the recording, which may be as long as it likes.
QString shortText(std::string_view utf8)
{
    constexpr std::size_t Longest = 4096; // bytes
    return model::textOf(utf8.substr(0, Longest));
}

bool rare(RunEvent kind) { return kind <= RunEvent::Bookmark; }

} // namespace

EventBuilder::EventBuilder(int tickRate)
    : m_clock(model::TimeAxis::uniform(std::numeric_limits<std::int32_t>::max(), 1, tickRate))
{
}

TableEvent EventBuilder::make(std::int32_t tick, RunEvent kind) const
{
    TableEvent event;
    event.frame = tick;
    event.time = m_clock.timeOf(FrameNumber{tick});
    event.kind = static_cast<int>(kind);
    return event;
}

bool EventBuilder::hasRoom(RunEvent kind)
{
    if (!m_log.full() && (rare(kind) ? m_bytes < 2 * MaxTextBytes : m_bytes < MaxTextBytes))
        return true;
    m_log.leaveOut();
    return false;
}

io::EventId EventBuilder::push(TableEvent event)
{
    const auto kind = static_cast<RunEvent>(event.kind);
    m_bytes += EventBytes + static_cast<std::size_t>(event.text.size()) * 2;
    if (kind == RunEvent::Checkpoint || kind == RunEvent::Reset || kind == RunEvent::RunEnd)
        m_landmarks.insert(landmark(kind, event.frame));
    return m_log.add(std::move(event));
}

/// Things that look alike share their text and their details.
void EventBuilder::small(std::int32_t tick, RunEvent kind, const EventActor& who, std::int64_t detail)
{
    if (!hasRoom(kind))
        return;
    const std::uint64_t key = (static_cast<std::uint64_t>(kind) << 56) ^
                              (static_cast<std::uint64_t>(detail & 0xFF'FFFF) << 32) ^
                              model::index(who.actor);
    if (m_cache.size() >= MaxCachedTexts)
        m_cache.clear();
    auto [found, fresh] = m_cache.try_emplace(key);
    if (fresh) {
        Cached& c = found->second;
        c.data[QStringLiteral("entity")] = who.entity;
        switch (kind) {
        case RunEvent::HandSwing:
            c.text = Sentence::of(detail == 0 ? QStringLiteral("%1 swings the main hand")
                                              : QStringLiteral("%1 swings the off hand"),
                                  {who.name});
            break;
        case RunEvent::ItemUse:
            c.text = Sentence::of(detail == 0   ? QStringLiteral("%1 uses the item in the main hand")
                                  : detail == 1 ? QStringLiteral("%1 uses the item in the off hand")
                                                : QStringLiteral("%1 stops using the item"),
                                  {who.name});
            if (detail == 2)
                c.data[model::actionmarks::ReleasedKey] = true;
            break;
        case RunEvent::HeldSlot:
            c.text = Sentence::of(QStringLiteral("%1 takes slot %2 in hand"),
                                  {who.name, QString::number(detail + 1)});
            c.data[QStringLiteral("id")] = static_cast<qint64>(detail);
            break;
        default:
            c.text = who.name;
        }
    }
    TableEvent event = make(tick, kind);
    if (who.actor != model::ActorId::None)
        event.actors.push_back(who.actor);
    event.say(found->second.text);
    event.data = found->second.data;
    m_bytes += EventBytes;
    m_log.add(std::move(event));
}

void EventBuilder::addFlag(std::int32_t tick, const AnticheatFlag& flag)
{
    TableEvent event = make(tick, RunEvent::Flag);
    const QString check = shortText(flag.check);
    const QString detail = shortText(flag.detail);
    event.severity = std::min<int>(flag.severity, 3);
    event.actors = {static_cast<model::ActorId>(0)};
    sayOneLine(event, flagText(check, detail, decimalOf(flag.score)));
    event.data = flagData(check, detail, decimalOf(flag.score), QStringLiteral("stream"));
    m_bytes += static_cast<std::size_t>(2 * check.size() + detail.size());
    m_flags.try_emplace({tick, check}, push(std::move(event)));
}

void EventBuilder::addBlock(std::int32_t tick, const SetBlock& block)
{
    TableEvent event = make(tick, RunEvent::BlockSet);
    const glm::ivec3 at = unpackBlock(block.position);
    const QString name = blockName(block.block);
    const QString place = QStringLiteral("%1, %2, %3").arg(at.x).arg(at.y).arg(at.z);
    const bool air = name == QLatin1String("air") || block.block.number == 0;
    event.say(air ? Sentence::of(QStringLiteral("Block at %1 removed"), {place})
                  : Sentence::of(QStringLiteral("%1 at %2"), {name.left(120), place}));
    event.data = {{QStringLiteral("position"), QJsonArray{at.x, at.y, at.z}},
                  {QStringLiteral("block"), block.block.name.empty() ? name : shortText(block.block.name)}};
    m_bytes += 200 + 2 * std::min<std::size_t>(block.block.name.size(), 4096);
    push(std::move(event));
}

void EventBuilder::take(std::int32_t tick, const recording::Event& native, const EventActor& who)
{
    const auto run = [&](RunEvent kind, const Sentence& text, QJsonObject data) {
        if (!hasRoom(kind))
            return;
        TableEvent event = make(tick, kind);
        event.actors = {static_cast<model::ActorId>(0)};
        sayOneLine(event, text);
        event.data = std::move(data);
        m_bytes += 128 + static_cast<std::size_t>(event.text.size());
        push(std::move(event));
    };
    const auto reasoned = [&](RunEvent kind, const Sentence& text, const QString& reason, std::int64_t ms) {
        run(kind, text,
            {{QStringLiteral("reason"), reason}, {QStringLiteral("run_ms"), static_cast<qint64>(ms)}});
    };
    if (std::holds_alternative<RunStart>(native)) {
        run(RunEvent::RunStart, {}, {});
    } else if (const auto* reached = std::get_if<CheckpointReached>(&native)) {
        const QString id = shortText(reached->id);
        run(RunEvent::Checkpoint, timedText(lineOf(id), reached->runMs),
            {{QStringLiteral("id"), id}, {QStringLiteral("run_ms"), static_cast<qint64>(reached->runMs)}});
    } else if (const auto* reset = std::get_if<CheckpointReset>(&native)) {
        const QString reason = resetReason(reset->reason);
        reasoned(RunEvent::Reset, resetText(reason, reset->runMs), reason, reset->runMs);
    } else if (const auto* end = std::get_if<RunEnd>(&native)) {
        const QString reason = endReason(end->reason);
        reasoned(RunEvent::RunEnd, timedText(lineOf(reason), end->runMs), reason, end->runMs);
    } else if (const auto* flag = std::get_if<AnticheatFlag>(&native)) {
        if (hasRoom(RunEvent::Flag))
            addFlag(tick, *flag);
    } else if (const auto* chat = std::get_if<Chat>(&native)) {
        if (!hasRoom(RunEvent::Chat))
            return;
        TableEvent event = make(tick, RunEvent::Chat);
        const QString text = shortText(chat->text);
        // Without a name what somebody says reads like something that happens.
        event.text = oneLine(who.name.isEmpty() ? text : QStringLiteral("%1: %2").arg(who.name, text));
        if (who.actor != model::ActorId::None)
            event.actors = {who.actor};
        event.data = {{QStringLiteral("detail"), text}, {QStringLiteral("entity"), chat->entity}};
        m_bytes += 2 * static_cast<std::size_t>(text.size());
        push(std::move(event));
    } else if (const auto* bookmark = std::get_if<Bookmark>(&native)) {
        const QString label = shortText(bookmark->label);
        run(RunEvent::Bookmark,
            label.isEmpty() ? Sentence::of(QStringLiteral("Bookmark")) : Sentence(lineOf(label)),
            {{QStringLiteral("detail"), label}});
    } else if (const auto* swing = std::get_if<HandAnimation>(&native)) {
        small(tick, RunEvent::HandSwing, who, swing->packed & 1);
    } else if (const auto* use = std::get_if<ItemUse>(&native)) {
        small(tick, RunEvent::ItemUse, who, use->hand ? (*use->hand == 0 ? 0 : 1) : 2);
    } else if (const auto* slot = std::get_if<ChangeHeldSlot>(&native)) {
        small(tick, RunEvent::HeldSlot, who, slot->slot);
    } else if (const auto* block = std::get_if<SetBlock>(&native)) {
        if (hasRoom(RunEvent::BlockSet))
            addBlock(tick, *block);
    } else if (std::holds_alternative<ClearGhostBlocks>(native) && hasRoom(RunEvent::BlocksCleared)) {
        TableEvent event = make(tick, RunEvent::BlocksCleared);
        event.say(Sentence::of(QStringLiteral("All edited blocks are dropped")));
        push(std::move(event));
    }
}

void EventBuilder::spawned(std::int32_t tick, const EventActor& who, const QString& type)
{
    if (!hasRoom(RunEvent::Spawn))
        return;
    TableEvent event = make(tick, RunEvent::Spawn);
    event.actors = {who.actor};
    event.say(Sentence::of(QStringLiteral("%1 appears"), {who.name}));
    event.data = {{QStringLiteral("entity"), who.entity}, {QStringLiteral("type"), type}};
    m_bytes += 160;
    push(std::move(event));
}

void EventBuilder::despawned(std::int32_t tick, const EventActor& who)
{
    if (!hasRoom(RunEvent::Despawn))
        return;
    TableEvent event = make(tick, RunEvent::Despawn);
    event.actors = {who.actor};
    event.say(Sentence::of(QStringLiteral("%1 is gone"), {who.name}));
    event.data = {{QStringLiteral("entity"), who.entity}};
    m_bytes += 96;
    push(std::move(event));
}

void EventBuilder::teleported(std::int32_t tick, const EventActor& who, double metres)
{
    if (!hasRoom(RunEvent::Teleport))
        return;
    TableEvent event = make(tick, RunEvent::Teleport);
    event.actors = {who.actor};
    event.say(Sentence::of(QStringLiteral("%1 is moved by %2 m"), {who.name, Sentence::figure(metres, 1)}));
    event.data = {{QStringLiteral("entity"), who.entity}};
    m_bytes += 96;
    push(std::move(event));
}

bool EventBuilder::streamSays(RunEvent kind, std::int64_t tick) const
{
    return m_landmarks.contains(landmark(kind, tick));
}

void EventBuilder::mergeFlags(const Metadata& metadata, FrameNumber frames, io::EventLog& log) const
{
    for (const RecordedFlag& flag : metadata.flags) {
        if (flag.tick < 0 || flag.tick >= frames)
            continue;
        const auto said = m_flags.find({flag.tick, flag.check});
        TableEvent* event = said == m_flags.end() ? nullptr : log.find(said->second);
        if (event == nullptr) {
            event = log.find(log.add(make(flag.tick, RunEvent::Flag)));
            if (event == nullptr)
                continue;
            event->actors = {static_cast<model::ActorId>(0)};
        }
        event->severity = std::clamp(flag.severity, 0, 3);
        sayOneLine(*event, flagText(flag.check, flag.detail, flag.score));
        event->data = flagData(flag.check, flag.detail, flag.score, flag.source);
        const FrameNumber last = std::min<FrameNumber>(flag.endTick, frames - 1);
        event->data[QStringLiteral("tick")] = flag.tick;
        event->data[QStringLiteral("end_tick")] = static_cast<qint64>(std::max<FrameNumber>(last, flag.tick));
        if (last > flag.tick)
            event->length = m_clock.timeOf(last) - event->time;
        if (!flag.reviewed)
            continue;
        event->data[QStringLiteral("verdict")] =
            flag.verdict.isEmpty() ? QStringLiteral("reviewed") : flag.verdict;
        if (!flag.reviewer.isEmpty())
            event->data[QStringLiteral("reviewer")] = flag.reviewer;
        if (!flag.note.isEmpty())
            event->data[QStringLiteral("note")] = flag.note;
    }
}

void EventBuilder::addMarkers(const Metadata& metadata, FrameNumber frames, io::EventLog& log) const
{
    for (const Marker& marker : metadata.markers) {
        if (marker.tick < 0 || marker.tick >= frames)
            continue;
        const RunEvent kind = marker.kind == QLatin1String("checkpoint") ? RunEvent::Checkpoint
                              : marker.kind == QLatin1String("reset")    ? RunEvent::Reset
                              : marker.kind == QLatin1String("end")      ? RunEvent::RunEnd
                                                                         : RunEvent::Marker;
        if (kind != RunEvent::Marker && streamSays(kind, marker.tick))
            continue;
        TableEvent event = make(marker.tick, kind);
        event.actors = {static_cast<model::ActorId>(0)};
        const bool reason = kind == RunEvent::Reset || kind == RunEvent::RunEnd;
        event.data = {{reason ? QStringLiteral("reason") : QStringLiteral("id"), marker.id},
                      {QStringLiteral("run_ms"), static_cast<qint64>(marker.ms)},
                      {QStringLiteral("source"), QStringLiteral("metadata")}};
        sayOneLine(event, kind == RunEvent::Reset ? resetText(marker.id, marker.ms)
                          : kind == RunEvent::Marker
                              ? Sentence(QStringLiteral("%1 %2").arg(marker.kind, marker.id))
                              : timedText(lineOf(marker.id), marker.ms));
        log.add(std::move(event));
    }
    if (metadata.ring && metadata.ring->trigger >= 0 && metadata.ring->trigger < frames) {
        TableEvent event = make(metadata.ring->trigger, RunEvent::Marker);
        sayOneLine(event,
                   Sentence::of(QStringLiteral("Saved because of: %1"), {lineOf(metadata.ring->reason)}));
        event.data = {{QStringLiteral("reason"), metadata.ring->reason},
                      {QStringLiteral("source"), QStringLiteral("metadata")}};
        log.add(std::move(event), io::EventRank::Major);
    }
}

/// Their data has the names that model::recordedBookmarks() reads.
void EventBuilder::addBookmarks(const Metadata& metadata, FrameNumber frames, io::EventLog& log) const
{
    for (const RecordedBookmark& bookmark : metadata.bookmarks) {
        if (bookmark.tick < 0 || bookmark.tick >= frames)
            continue;
        TableEvent event = make(bookmark.tick, RunEvent::Bookmark);
        sayOneLine(event, bookmark.title.isEmpty() ? Sentence::of(QStringLiteral("Bookmark"))
                                                   : Sentence(bookmark.title));
        event.data = {{QStringLiteral("source"), QStringLiteral("metadata")}};
        const FrameNumber last = std::min<FrameNumber>(bookmark.endTick, frames - 1);
        if (last > bookmark.tick)
            event.length = m_clock.timeOf(last) - event.time;
        const auto say = [&event](const char* key, const QString& text) {
            if (!text.isEmpty())
                event.data[QLatin1String(key)] = text;
        };
        say("id", bookmark.id);
        say("detail", bookmark.title);
        say("note", bookmark.note);
        say("author", bookmark.author);
        say("created", bookmark.created);
        log.add(std::move(event), io::EventRank::Major);
    }
}

std::shared_ptr<const model::EventTable> EventBuilder::table(const Metadata& metadata,
                                                             FrameNumber frames) const
{
    auto table = std::make_shared<model::EventTable>();
    table->kinds = runEventKinds();
    io::EventLog all = m_log;
    mergeFlags(metadata, frames, all);
    addMarkers(metadata, frames, all);
    addBookmarks(metadata, frames, all);
    table->events = all.take();
    return table;
}

model::DiagnosticList EventBuilder::notes(const Metadata& metadata, FrameNumber frames) const
{
    model::DiagnosticList out;
    if (m_log.leftOut() > 0)
        out.push_back({model::Severity::Warning,
                       QStringLiteral("too-many-events"),
                       QStringLiteral("%1 events are not listed: there are more than a list can hold")
                           .arg(m_log.leftOut()),
                       {}});
    const auto outside = [frames](const auto& list) {
        return std::count_if(list.begin(), list.end(),
                             [frames](const auto& e) { return e.tick < 0 || e.tick >= frames; });
    };
    const auto count = outside(metadata.flags) + outside(metadata.markers) + outside(metadata.bookmarks);
    if (count > 0)
        out.push_back(
            {model::Severity::Warning,
             QStringLiteral("metadata-outside"),
             QStringLiteral("%1 flags, markers or bookmarks of the metadata lie outside the recording")
                 .arg(count),
             {}});
    return out;
}

// The kinds of events of a run, and how times and blocks are written in them.

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
    return lineOf(model::textOf(name));
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
    for (const RunEvent told :
         {RunEvent::Checkpoint, RunEvent::Reset, RunEvent::RunEnd, RunEvent::Flag, RunEvent::Marker})
        at(told).named = true;
    // What they are worth as highlights.
    at(RunEvent::Checkpoint).highlight.worth = 0.5;
    at(RunEvent::RunEnd).highlight.worth = 1.0;
    at(RunEvent::RunEnd).highlight.rarity = 0.5;
    at(RunEvent::Reset).highlight.worth = 0.6;
    at(RunEvent::Flag).highlight.worth = 0.8;
    at(RunEvent::Flag).highlight.rarity = 0.4;
    at(RunEvent::Marker).highlight.worth = 0.3;
    at(RunEvent::Bookmark).highlight.worth = 0.5;
    at(RunEvent::Teleport).highlight.worth = 0.2;
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
