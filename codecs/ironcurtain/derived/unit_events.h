// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is made and lost: units, buildings, and whoever has none left.
#include "codecs/ironcurtain/derived/event_writer.h"

#include <unordered_map>
#include <unordered_set>

namespace ghostline::ironcurtain {

class UnitEvents
{
public:
    explicit UnitEvents(EventWriter& list) : m_list(list) {}
    void created(SimTick tick, const UnitCreated& event);
    void begun(SimTick tick, const ConstructionStarted& event);
    void completed(SimTick tick, const ConstructionCompleted& event);
    void destroyed(SimTick tick, const UnitDestroyed& event);

private:
    struct Who
    {
        std::uint32_t type = Unsaid;
        std::uint32_t owner = Unsaid;
        bool structure = false;
        std::optional<WorldPos> at;
    };
    Who who(UnitTag tag) const;
    bool counts(InternedId type) const;
    struct Begun
    {
        io::EventId event = io::NoEvent;
        SimTick begun = 0;
        Sentence text; ///< to which its end is added
    };
    QString typeName(std::uint32_t type) const;
    Sentence typeOf(std::uint32_t type) const; ///< the same, as part of a text
    void describe(QJsonObject& data, const Who& who) const;
    /// Buildings that were there before anything happened.
    void countFirst();
    void countBuilding(UnitTag tag, PlayerId owner);
    void buildingGone(SimTick tick, UnitTag tag, const Who& who);
    const Said& lost(const Who& who, const Who& by);

    EventWriter& m_list;
    std::map<SaidKey, Said> m_said;
    std::unordered_map<std::uint32_t, Begun> m_building; ///< by tag
    std::unordered_set<std::uint32_t> m_standing;        ///< buildings, by tag
    std::map<PlayerId, std::size_t> m_buildings;
    bool m_countedFirst = false;
};

} // namespace ghostline::ironcurtain
