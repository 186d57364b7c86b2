// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where told events are kept until the match is over: a bounded number, of which the plain ones are given up
// first, and the words that many events share.
#include "codecs/ironcurtain/story/story.h"
#include "codecs/ironcurtain/story/story_kinds.h"
#include "codecs/ironcurtain/value_text.h"

namespace ghostline::ironcurtain {

/// In place of a number that an event does not have.
inline constexpr std::uint32_t Unsaid = 0xFFFF'FFFF;
/// Place of an audience nobody of the players belongs to.
inline constexpr int OnlyObservers = -1;

class StoryList
{
public:
    explicit StoryList(const StoryContext& context) : m_context(context) {}
    const StoryContext& context() const { return m_context; }

    /// A new event; null when there is no room for one of its kind. Valid until the next one.
    model::Event* add(StoryKind kind, SimTick tick);
    /// To find the one added last again, as long as it has not been given up.
    struct Handle
    {
        std::size_t tier = 0;
        std::size_t index = 0;
        std::uint64_t order = 0;
    };
    Handle last() const { return m_last; }
    model::Event* find(const Handle& handle);
    std::uint64_t dropped() const { return m_dropped; }

    /// Appends a player, or a unit; false for one nobody knows.
    bool actor(model::Event& event, PlayerId player) const;
    bool unit(model::Event& event, UnitTag tag) const;
    static void place(model::Event& event, const WorldPos& at, double radius = 0.0);
    /// Time from one tick to another, both within the match.
    model::Micros between(SimTick first, SimTick end) const;
    QString name(PlayerId player) const { return m_context.players.name(player); }

    /// Visits every kept event of a kind.
    template<typename Visit>
    void each(StoryKind kind, Visit&& visit)
    {
        for (Kept& kept : m_tiers[tierOf(kind)]) {
            if (kept.event.kind == static_cast<int>(kind))
                visit(kept.event);
        }
    }
    /// Everything, sorted by frame, then by order of adding; the list is empty afterwards.
    std::shared_ptr<const model::EventTable> finish();

private:
    /// What goes first when there is no room: units made and groups, then the rest, never the major ones.
    static constexpr std::size_t Tiers = 3;
    struct Kept
    {
        model::Event event;
        std::uint64_t order = 0;
    };
    static std::size_t tierOf(StoryKind kind);
    bool makeRoom(std::size_t tier);

    StoryContext m_context;
    std::array<std::vector<Kept>, Tiers> m_tiers;
    std::uint64_t m_order = 0;
    std::uint64_t m_dropped = 0;
    Handle m_last;
};

/// Text and data that events of the same content share.
struct Said
{
    QString text;
    QJsonObject data;
};
using SaidKey = std::array<std::uint32_t, 6>;

/// One line of at most `most` characters, whatever a file wrote.
QString oneLine(std::string_view text, qsizetype most = 300);
QString oneLine(QString text, qsizetype most = 300);
/// "1,200"
QString grouped(std::int64_t number);
/// "Ada", "Ada and Ben", "Ada, Ben and Cem"
QString joined(const QStringList& names);
/// "1 unit", "3 units"
QString counted(std::uint64_t number, const char* one, const char* many);

} // namespace ghostline::ironcurtain
