// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/players/comparison_table.h"

#include "model/base/shown_text.h"

#include <QHash>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::model {

namespace {

constexpr double SecondsPerMinute = 60.0;
constexpr double Percent = 100.0;

/// What one side has, as rows that have their value in `a`.
class SideRows
{
public:
    SideRows(const ProfileSide& side, const SpeedFigures& speeds, std::span<const Zone> zones)
        : m_info(*side.index->info), m_events(*side.index->events), m_profile(side.profile)
    {
        addTimes();
        addMotion();
        addSpeeds(speeds);
        addCompany();
        addZones(zones);
        addStatistics();
        addEvents();
        addFigures();
    }

    std::vector<ProfileRow> take() { return std::move(m_rows); }

private:
    void add(ProfileSection section, const QString& id, const QString& name, const QString& detail,
             const QString& unit, double value)
    {
        m_rows.push_back({section, id, name, detail, unit, 0, value, NoValue});
    }
    void add(ProfileSection section, const char* id, const char* name, const char* detail,
             const QString& unit, double value)
    {
        add(section, QLatin1String(id), QLatin1String(name), QLatin1String(detail), unit, value);
    }
    QString speedUnit() const { return m_info.lengthUnit + QStringLiteral("/s"); }
    /// Percent of the time in which the way is known.
    double share(double seconds) const
    {
        return m_profile.measured > 0.0 ? Percent * seconds / m_profile.measured : NoValue;
    }

    void addTimes()
    {
        const QString s = QStringLiteral("s");
        add(ProfileSection::Time, "length", "Length of the part", "", s, m_profile.length);
        add(ProfileSection::Time, "present", "Was there", "", s, m_profile.present);
        add(ProfileSection::Time, "measured", "Way recorded", "", s, m_profile.measured);
        add(ProfileSection::Time, "possession", "In possession", "", s,
            m_profile.possession > 0.0 ? m_profile.possession : NoValue);
    }

    void addMotion()
    {
        const QString& unit = m_info.lengthUnit;
        const double minutes = m_profile.measured / SecondsPerMinute;
        add(ProfileSection::Motion, "distance", "Distance covered", "", unit, m_profile.distance);
        add(ProfileSection::Motion, "distance_per_minute", "Distance covered", "per minute", unit,
            minutes > 0.0 ? m_profile.distance / minutes : NoValue);
    }

    void addSpeeds(const SpeedFigures& speeds)
    {
        const auto section = ProfileSection::Speeds;
        const QString s = QStringLiteral("s");
        const QString percent = QStringLiteral("%");
        add(section, "speed_mean", "Speed", "mean", speedUnit(), speeds.mean);
        add(section, "speed_median", "Speed", "median", speedUnit(), speeds.median);
        add(section, "speed_most", "Speed", "most", speedUnit(), speeds.most);
        add(section, "standing", "Standing still", "", s, speeds.standing);
        add(section, "standing_share", "Standing still", "share", percent, share(speeds.standing));
        add(section, "sprints", "Sprints", "", {}, speeds.sprints);
        add(section, "sprint_time", "Sprints", "time", s, speeds.sprintSeconds);
        add(section, "sprint_distance", "Sprints", "way", m_info.lengthUnit, speeds.sprintDistance);
    }

    void addCompany()
    {
        const auto section = ProfileSection::Company;
        const QString& unit = m_info.lengthUnit;
        add(section, "to_team_mates", "Distance to team mates", "mean", unit, m_profile.toTeamMates);
        add(section, "to_opponents", "Distance to opponents", "mean", unit, m_profile.toOpponents);
        add(section, "to_nearest_opponent", "Distance to the nearest opponent", "mean", unit,
            m_profile.toNearestOpponent);
        add(section, "to_nearest", "Distance to the nearest", "mean", unit, m_profile.toNearest);
        add(section, "to_focus", "Distance to the disc or ball", "mean", unit, m_profile.toFocus);
    }

    void addZones(std::span<const Zone> zones)
    {
        // Without a way there was no time in any of them, which is not the same as nought.
        const bool known = m_profile.measured > 0.0;
        for (std::size_t i = 0; i < std::min(zones.size(), m_profile.zones.size()); ++i) {
            const ZoneTime& zone = m_profile.zones[i];
            const QString id = QStringLiteral("zone.") + zones[i].id;
            const auto part = [&](const char* suffix, const char* detail, const char* unit, double value) {
                add(ProfileSection::Zones, id + QLatin1String(suffix), zones[i].name, QLatin1String(detail),
                    QLatin1String(unit), known ? value : NoValue);
            };
            part("", "time", "s", zone.seconds);
            part(".share", "share", "%", share(zone.seconds));
            part(".entries", "entries", "", zone.entries);
        }
    }

    void addStatistics()
    {
        const std::vector<Statistic>& declared = m_info.scoreboard.statistics;
        for (std::size_t i = 0; i < std::min(declared.size(), m_profile.statistics.size()); ++i) {
            const PropertyInfo* const property = m_info.property(declared[i].actor);
            add(ProfileSection::Statistics, QStringLiteral("stat.") + declared[i].id, declared[i].name, {},
                property != nullptr ? property->unit : QString(), m_profile.statistics[i]);
        }
    }

    void addEvents()
    {
        for (std::size_t i = 0; i < std::min(m_events.kinds.size(), m_profile.events.size()); ++i) {
            const EventKind& kind = m_events.kinds[i];
            const EventTally& tally = m_profile.events[i];
            const QString id = QStringLiteral("event.") + kind.id;
            add(ProfileSection::Events, id, kind.name, QStringLiteral("named first"), {}, tally.done);
            add(ProfileSection::Events, id + QStringLiteral(".named"), kind.name,
                QStringLiteral("named after others"), {}, tally.named);
        }
    }

    void addFigures()
    {
        for (const FigureSpan& figure : m_profile.figures) {
            const QString id = QStringLiteral("figure.") + figure.metric.id;
            const auto part = [&](const char* suffix, const char* detail, double value) {
                add(ProfileSection::Figures, id + QLatin1String(suffix), figure.metric.name,
                    QLatin1String(detail), figure.metric.unit, value);
            };
            part(".mean", "mean", figure.mean);
            part(".most", "most", figure.most);
            part(".end", "at the end", figure.end);
        }
    }

    const ReplayInfo& m_info;
    const EventTable& m_events;
    const PlayerProfile& m_profile;
    std::vector<ProfileRow> m_rows;
};

/// What neither side has; of long lists also what both have none of.
bool isEmptyRow(const ProfileRow& row)
{
    const bool optional = row.section == ProfileSection::Events || row.section == ProfileSection::Figures;
    const auto none = [optional](double value) {
        return !std::isfinite(value) || (optional && value == 0.0);
    };
    return none(row.a) && none(row.b);
}

/// About three digits that matter, the same for both.
int decimalsOf(const ProfileRow& row)
{
    const auto whole = [](double value) { return !std::isfinite(value) || value == std::round(value); };
    const double most = std::fmax(std::abs(row.a), std::abs(row.b));
    if ((whole(row.a) && whole(row.b)) || most >= 1000.0)
        return 0;
    return most >= 100.0 ? 1 : most >= 1.0 ? 2 : 3;
}

std::vector<ProfileRow> joinedRows(std::vector<ProfileRow> a, std::vector<ProfileRow> b)
{
    QHash<QString, std::size_t> ofA;
    for (std::size_t i = 0; i < a.size(); ++i)
        ofA.insert(a[i].id, i);
    std::vector<ProfileRow> rows = std::move(a);
    for (ProfileRow& row : b) {
        const auto same = ofA.constFind(row.id);
        if (same != ofA.constEnd()) {
            rows[*same].b = row.a;
        } else {
            row.b = std::exchange(row.a, NoValue);
            rows.push_back(std::move(row));
        }
    }
    std::erase_if(rows, isEmptyRow);
    std::ranges::stable_sort(rows, {}, &ProfileRow::section);
    for (ProfileRow& row : rows)
        row.decimals = decimalsOf(row);
    return rows;
}

} // namespace

Result<ProfileComparison> compareProfiles(const ProfileSide& a, const ProfileSide& b,
                                          std::span<const Zone> zones, const SpeedLimits& limits)
{
    const QString& unitA = a.index->info->lengthUnit;
    const QString& unitB = b.index->info->lengthUnit;
    if (unitA != unitB && !a.profile.steps.empty() && !b.profile.steps.empty())
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("the recordings count lengths in different units, %1 and %2: "
                                                "their ways and speeds cannot be compared"),
                                 {unitA, unitB}));
    ProfileComparison comparison;
    const PlayerProfile* const both[] = {&a.profile, &b.profile};
    comparison.scale = speedScaleOf(both, limits);
    comparison.speedsA = speedFiguresOf(a.profile, comparison.scale);
    comparison.speedsB = speedFiguresOf(b.profile, comparison.scale);
    comparison.lengthUnit = a.profile.steps.empty() ? unitB : unitA;
    comparison.rows = joinedRows(SideRows(a, comparison.speedsA, zones).take(),
                                 SideRows(b, comparison.speedsB, zones).take());
    return comparison;
}

QString sectionId(ProfileSection section)
{
    switch (section) {
    case ProfileSection::Time:
        return QStringLiteral("time");
    case ProfileSection::Motion:
        return QStringLiteral("motion");
    case ProfileSection::Speeds:
        return QStringLiteral("speeds");
    case ProfileSection::Company:
        return QStringLiteral("company");
    case ProfileSection::Zones:
        return QStringLiteral("zones");
    case ProfileSection::Statistics:
        return QStringLiteral("statistics");
    case ProfileSection::Events:
        return QStringLiteral("events");
    case ProfileSection::Figures:
        break;
    }
    return QStringLiteral("figures");
}

QString sectionName(ProfileSection section)
{
    switch (section) {
    case ProfileSection::Time:
        return QStringLiteral("Time");
    case ProfileSection::Motion:
        return QStringLiteral("Motion");
    case ProfileSection::Speeds:
        return QStringLiteral("Speed");
    case ProfileSection::Company:
        return QStringLiteral("Distances");
    case ProfileSection::Zones:
        return QStringLiteral("Zones");
    case ProfileSection::Statistics:
        return QStringLiteral("Statistics");
    case ProfileSection::Events:
        return QStringLiteral("Events");
    case ProfileSection::Figures:
        break;
    }
    return QStringLiteral("Figures");
}

QString rowTitle(const ProfileRow& row)
{
    return row.detail.isEmpty() ? row.name : QStringLiteral("%1, %2").arg(row.name, row.detail);
}

QString rowValue(const ProfileRow& row, double value)
{
    if (!std::isfinite(value))
        return {};
    const QString text = QString::number(value, 'f', row.decimals);
    // What is rounded to nothing has no sign.
    return text.startsWith(QLatin1Char('-')) && text.toDouble() == 0.0 ? text.mid(1) : text;
}

QByteArray comparisonCsv(const ProfileComparison& comparison)
{
    QByteArray text = "section,id,name,unit,a,b,difference\n";
    for (const ProfileRow& row : comparison.rows) {
        const QByteArrayList fields{csvField(sectionId(row.section)),
                                    csvField(row.id),
                                    csvField(rowTitle(row)),
                                    csvField(row.unit),
                                    csvNumber(row.a),
                                    csvNumber(row.b),
                                    csvNumber(row.difference())};
        text += fields.join(',') + '\n';
    }
    return text;
}

} // namespace ghostline::model
