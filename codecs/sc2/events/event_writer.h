// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every part that derives events needs: who is who, what a type is called and worth, what supply stood
// at, and where finished events go. Texts are built once per type, since an average game has more than a
// thousand.
#include "codecs/rts/event_table_builder.h"
#include "codecs/rts/text.h"
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/events/derived_kinds.h"

#include <unordered_map>

namespace ghostline::sc2 {

using model::Sentence;
using rts::grouped;
using rts::groupedFigure;
using rts::joined;
using rts::joinedNames;

/// No game comes near it; a made-up file might.
inline constexpr int Nobody = -1; ///< in place of a participant

/// A type of unit, by the tracker's number for its name.
struct TypeFacts
{
    const UnitType* type = nullptr; ///< null when the table does not have it
    QString raw;                    ///< as the tracker spells it
    QString name;                   ///< for people
    QString plain;                  ///< the same without what it was doing: "Siege Tank" when sieged
    int worth = 0;                  ///< 0 also for what only looks like a unit (a shot, a shade)
    bool structure = false;
    bool trained = false;    ///< army, worker or overlord that somebody paid for
    bool unfinished = false; ///< cocoon or egg in which a unit becomes another
};

/// Food at a loop, from the report before it.
struct Supply
{
    bool known = false;
    int used = 0;
    int made = 0;
    friend bool operator==(const Supply&, const Supply&) = default;
};

class EventWriter : private rts::EventTableBuilder
{
public:
    EventWriter(const ReplayData& data, const model::TimeAxis& axis);

    const ReplayData& data() const { return m_data; }
    const std::vector<Participant>& players() const { return m_data.head.participants; }

    /// A new event at a loop; the reference holds until the next one. Beyond MaxDerivedEvents nothing is
    /// kept.
    model::Event& add(DerivedKind kind, std::uint32_t loop, const model::Sentence& text);
    /// From its frame to `end`.
    void last(model::Event& event, std::uint32_t end) const;
    using rts::EventTableBuilder::between;
    static void place(model::Event& event, float x, float y, float radius = 0.0F);
    void actor(model::Event& event, int participant) const;
    void unit(model::Event& event, std::size_t life) const;

    /// Position in players() of the one with this player id, Nobody for all others.
    int participantOf(int playerId) const;
    const TypeFacts& facts(NameId type) const { return m_types[type]; }
    /// The last type a life had.
    NameId lastType(const UnitLife& life) const;
    /// Supply of a participant at a loop, by the last report until then.
    Supply supplyAt(int participant, std::uint32_t loop) const;
    /// Reports of a participant, ascending loop.
    const std::vector<const TrackedStats*>& statsOf(std::size_t participant) const
    {
        return m_stats[participant];
    }
    /// "player", "type", "name" and, where they are known, "supply" and "supply_made".
    QJsonObject production(int participant, NameId type, std::uint32_t loop);

    /// All events so far, ascending frame, otherwise in the order in which they were added.
    std::shared_ptr<const model::EventTable> finish();

private:
    /// The last answer of production(): most of the next differ in nothing or in two numbers.
    struct Made
    {
        QJsonObject data;
        Supply supply;
    };
    void readTypes();
    void readStats();

    const ReplayData& m_data;
    std::array<int, 256> m_participants{}; ///< by player id
    std::vector<TypeFacts> m_types;
    std::vector<std::vector<const TrackedStats*>> m_stats;
    std::unordered_map<std::uint64_t, Made> m_production; ///< by participant and type
    model::Event m_beyond; ///< what goes beyond MaxDerivedEvents is written here and forgotten
};

} // namespace ghostline::sc2
