// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Properties: named values per actor or per match that a codec declares once and fills every frame.
#include "model/base/export.h"
#include "model/base/string_table.h"

#include <QString>
#include <QStringList>

#include <bit>
#include <compare>
#include <cstdint>
#include <limits>
#include <vector>

namespace ghostline::model {

/// Which property: its index in one of the two tables of ReplayInfo. The type says in which one, so that what
/// an actor has is never looked up in the match. One made from nothing, or from -1, names none.
template<typename Table>
class PropertyId
{
public:
    constexpr PropertyId() = default;
    constexpr explicit PropertyId(std::int32_t index) : m_index(index) {}
    constexpr explicit PropertyId(std::size_t index) : m_index(static_cast<std::int32_t>(index)) {}

    constexpr explicit operator bool() const { return m_index >= 0; } ///< names one
    constexpr std::size_t index() const { return static_cast<std::size_t>(m_index); }
    friend constexpr auto operator<=>(PropertyId, PropertyId) = default;
    friend constexpr std::size_t qHash(PropertyId id, std::size_t seed = 0) { return seed ^ id.index(); }

private:
    std::int32_t m_index = -1;
};
using ActorPropertyId = PropertyId<struct ActorPropertyTable>; ///< in ReplayInfo::actorProperties
using MatchPropertyId = PropertyId<struct MatchPropertyTable>; ///< in ReplayInfo::matchProperties

enum class PropertyType { Real, Integer, Boolean, Enumeration, Flags, Text };
enum class Interpolation { Step, Linear, Angle }; ///< Angle: degrees, shortest way round

/// Eight bytes; how to read them is the property's declared type.
class PropertyValue
{
public:
    constexpr PropertyValue() = default; ///< absent
    static PropertyValue real(double v) { return PropertyValue{std::bit_cast<std::uint64_t>(v)}; }
    static PropertyValue integer(std::int64_t v) { return PropertyValue{static_cast<std::uint64_t>(v)}; }
    static PropertyValue boolean(bool v) { return integer(v ? 1 : 0); }
    static PropertyValue text(StringId id) { return integer(static_cast<std::int64_t>(id)); }

    constexpr bool absent() const { return m_bits == Absent; }
    double asReal() const { return std::bit_cast<double>(m_bits); }
    std::int64_t asInteger() const { return static_cast<std::int64_t>(m_bits); }
    bool asBoolean() const { return m_bits != 0; }
    StringId asText() const { return static_cast<StringId>(m_bits); }
    friend constexpr bool operator==(PropertyValue, PropertyValue) = default;

private:
    // A negative quiet NaN with a payload no computation produces; also an integer no counter reaches.
    static constexpr std::uint64_t Absent = 0xFFF8'0000'6768'6F73ULL;
    explicit constexpr PropertyValue(std::uint64_t bits) : m_bits(bits) {}
    std::uint64_t m_bits = Absent;
};

struct PropertyInfo
{
    QString id;    ///< snake_case, stable: key in JSON and CSV ("throttle")
    QString name;  ///< for people ("Throttle")
    QString group; ///< heading in the inspector ("Controls")
    PropertyType type = PropertyType::Real;
    QString unit; ///< "m/s", "%", "" ...
    Interpolation interpolation = Interpolation::Step;
    QStringList names;     ///< Enumeration: by value; Flags: by bit; empty names are not shown
    bool computed = false; ///< worked out from what the recording holds, not recorded itself
    bool plottable() const
    {
        return type == PropertyType::Real || type == PropertyType::Integer || type == PropertyType::Boolean;
    }
};

/// Value as a number for plots; NaN when absent or not plottable.
GHOSTLINE_MODEL_EXPORT double numericValue(const PropertyInfo& info, PropertyValue value);
/// Value for people, with unit ("12.4 m/s", "Red", "LowBeam, Brake"), a dash when absent.
GHOSTLINE_MODEL_EXPORT QString displayText(const PropertyInfo& info, PropertyValue value,
                                           const StringTable& strings);
/// Value between two frames, as the property declares: earlier one for Step.
GHOSTLINE_MODEL_EXPORT PropertyValue interpolate(const PropertyInfo& info, PropertyValue a, PropertyValue b,
                                                 double f);

} // namespace ghostline::model
