// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a codec declares of its format, from tables of words: properties, kinds of events, statistics.
#include "model/replay/event.h"
#include "model/replay/scoreboard.h"
#include "model/world/property.h"

#include <functional>
#include <span>
#include <vector>

namespace ghostline::rts {

/// Properties declared one after the other, in groups.
class PropertyList
{
public:
    explicit PropertyList(std::size_t expected) { m_list.reserve(expected); }
    /// That of the properties added from here on.
    void group(QString name) { m_group = std::move(name); }
    /// Whether those from here on are worked out from what the recording holds.
    void computed(bool on) { m_computed = on; }
    /// Valid until the next one.
    model::PropertyInfo& add(const QString& id, const QString& name, model::PropertyType type,
                             const char* unit = "")
    {
        model::PropertyInfo& info = m_list.emplace_back();
        info.id = id;
        info.name = name;
        info.group = m_group;
        info.type = type;
        info.unit = QString::fromUtf8(unit);
        info.computed = m_computed;
        return info;
    }
    model::PropertyInfo& add(const char* id, const char* name, model::PropertyType type,
                             const char* unit = "")
    {
        return add(QString::fromLatin1(id), QString::fromLatin1(name), type, unit);
    }
    void count(const char* id, const char* name) { add(id, name, model::PropertyType::Integer); }
    std::vector<model::PropertyInfo> take() { return std::move(m_list); }

private:
    std::vector<model::PropertyInfo> m_list;
    QString m_group;
    bool m_computed = false;
};

/// Bits of KindWords::traits, see model::EventKind.
enum KindTrait : unsigned { Major = 1, Hidden = 2, Cue = 4, Band = 8, Flag = 16, Named = 32 };

/// What a kind is worth as a highlight, see model::EventWorth.
struct KindWorth
{
    double worth = 0.0;
    const char* scaleKey = "";
    double scale = 1.0;
    double rarity = 0.0;
    model::Rare rare = model::Rare::None;
    bool kill = false;
    bool tech = false;
    bool ending = false;
};

struct KindWords
{
    const char* id;
    const char* name;
    unsigned traits = 0;
    const char* lane = "";
    KindWorth highlight = {};
};

/// In the order of the table; `columnsOf(number)`: what a table of the kind shows.
std::vector<model::EventKind>
describeKinds(std::span<const KindWords> words,
              const std::function<std::vector<model::EventColumn>(int)>& columnsOf);
model::EventColumn column(const char* key, const char* name, const char* unit = "", int decimals = 0);

/// A figure that stands at some value and does not count up. Its events are those of `eventKind` that have
/// the player at the position `eventActor` among their actors; -1 = anywhere.
model::Statistic gauge(const char* id, const char* name, const char* shortName, model::ActorPropertyId actor,
                       const QString& eventKind = {}, int eventActor = -1);

} // namespace ghostline::rts
