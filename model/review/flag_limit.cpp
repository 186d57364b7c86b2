// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/review/flag_limit.h"

#include "model/review/evidence.h"
#include "model/review/flag.h"

#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::model {

namespace {

using namespace Qt::StringLiterals;

/// One unit and the names that checks give it. A block is a metre.
struct UnitNames
{
    const char16_t* unit;
    const char16_t* names; ///< with a space round each
};

constexpr std::array<UnitNames, 8> LimitUnits{{{u"m/s", u" m/s blocks/s block/s b/s bps "},
                                               {u"m", u" m blocks block "},
                                               {u"ms", u" ms "},
                                               {u"s", u" s "},
                                               {u"°/s", u" °/s deg/s degrees/s "},
                                               {u"°", u" ° deg degrees "},
                                               {u"frames", u" frames ticks "},
                                               {u"%", u" % "}}};

/// `name` is one of those in `names`.
bool isOneOf(QStringView name, QStringView names)
{
    return !name.isEmpty() && names.contains(QString(u' ' + name.toString() + u' '), Qt::CaseInsensitive);
}

/// Empty = none that is known.
QString knownUnit(QStringView name)
{
    const auto* const found =
        std::ranges::find_if(LimitUnits, [name](const UnitNames& unit) { return isOneOf(name, unit.names); });
    return found != LimitUnits.end() ? QStringView(found->unit).toString() : QString();
}

/// What a check is about, by a part of its name.
struct CheckRows
{
    const char16_t* part;
    const char16_t* rows; ///< with a space round each
};

/// The first that fits counts.
constexpr std::array<CheckRows, 9> CheckTable{
    {{u"vertical", u" vertical_speed recorded_vertical_speed "},
     {u"flight", u" vertical_speed recorded_vertical_speed air_frames "},
     {u"fly", u" vertical_speed recorded_vertical_speed air_frames "},
     {u"hover", u" air_frames vertical_speed recorded_vertical_speed "},
     {u"speed", u" speed recorded_speed "},
     {u"aim", u" yaw_rate pitch_rate "},
     {u"turn", u" yaw_rate "},
     {u"click", u" click_interval "},
     {u"teleport", u" jump "}}};

// A number with a comma in it may mean either of two things, and means nothing here.
const QString LimitNumber = uR"((?<![\w.,])([-+]?\d+(?:\.\d+)?)(?![.,]?\d))"_s;
const QString LimitUnit = uR"((?:\s?([A-Za-z°%]+(?:/[a-z]+)?))?)"_s;

/// "6.4 m/s" in a text that has no other figure: of several nobody knows which was measured.
std::optional<FlagLimit> onlyFigure(const QString& text)
{
    static const QRegularExpression figure(LimitNumber + LimitUnit);
    auto found = figure.globalMatch(text);
    if (!found.hasNext())
        return std::nullopt;
    const QRegularExpressionMatch match = found.next();
    if (found.hasNext())
        return std::nullopt;
    return FlagLimit{.value = match.captured(1).toDouble(), .unit = knownUnit(match.captured(2))};
}

std::optional<FlagLimit> limitInWords(const QString& detail)
{
    static const QRegularExpression most(
        uR"((?<![A-Za-z])(at most|no more than|maximum|max|limit|allowed|at least|no less than|minimum|min)"_s +
            uR"(|[<>≤≥])(?:\s+(?:of|is|was))?\s*[:=]?\s*)"_s + LimitNumber + LimitUnit,
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = most.match(detail);
    if (!match.hasMatch())
        return std::nullopt;
    const QString word = match.captured(1).toLower();
    FlagLimit limit{.value = match.captured(2).toDouble(), .unit = knownUnit(match.captured(3))};
    limit.isLeast = isOneOf(QString(word).replace(u' ', u'_'), u" at_least no_less_than minimum min < ≤ ");
    if (const auto measured = onlyFigure(detail.left(match.capturedStart()))) {
        limit.measured = measured->value;
        if (limit.unit.isEmpty())
            limit.unit = measured->unit;
    }
    return limit;
}

} // namespace

std::optional<FlagLimit> flagLimit(const QJsonObject& data, const QString& detail)
{
    const QJsonValue told = data.value("limit"_L1);
    if (!told.isDouble())
        return limitInWords(detail);
    FlagLimit limit{.value = told.toDouble(), .unit = data.value("unit"_L1).toString()};
    if (const QString known = knownUnit(limit.unit); !known.isEmpty())
        limit.unit = known;
    limit.isLeast = data.value("limit_is"_L1).toString() == "least"_L1;
    if (const QJsonValue measured = data.value("measured"_L1); measured.isDouble())
        limit.measured = measured.toDouble();
    return limit;
}

bool isAboutClocks(const QString& check)
{
    return check.contains("timer"_L1, Qt::CaseInsensitive) || check.contains("clock"_L1, Qt::CaseInsensitive);
}

bool speaksOf(const Flag& flag, const EvidenceRow& row)
{
    if (row.clock && isAboutClocks(flag.check))
        return true;
    if (row.id.startsWith("property:"_L1) || row.id.startsWith("match:"_L1))
        return row.id.sliced(row.id.indexOf(u':') + 1).compare(flag.check, Qt::CaseInsensitive) == 0;
    for (const CheckRows& check : CheckTable) {
        if (flag.check.contains(QStringView(check.part), Qt::CaseInsensitive))
            return isOneOf(row.id, check.rows);
    }
    return false;
}

std::optional<double> ownLimit(const Flag& flag, const EvidenceRow& row)
{
    if (!flag.limit || !std::isfinite(flag.limit->value) || flag.limit->value < 0.0 || row.values.empty() ||
        !speaksOf(flag, row))
        return std::nullopt;
    if (flag.limit->isLeast && row.id != "click_interval"_L1)
        return std::nullopt; // of a row of this kind it is what is large that is odd
    const QString known = knownUnit(row.unit);
    const QString unit = known.isEmpty() ? row.unit : known;
    return flag.limit->unit == unit ? std::optional(flag.limit->value) : std::nullopt;
}

} // namespace ghostline::model
