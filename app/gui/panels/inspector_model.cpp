// SPDX-License-Identifier: GPL-3.0-or-later
// Rows and trends of the inspector.
#include "app/gui/panels/inspector_model.h"

#include "app/gui/widgets/metric_mime.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/type_sizes.h"
#include "model/time/time_text.h"

#include <QGuiApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::app {

InspectorModel::InspectorModel(QObject* parent)
    : QAbstractItemModel(parent), m_theme(render::Theme::dark()),
      m_tabular(tabularFont(QGuiApplication::font()))
{
}

void InspectorModel::setSubject(std::shared_ptr<const model::ReplayIndex> replay, model::ActorId actor,
                                std::span<const model::Zone> zones)
{
    beginResetModel();
    m_replay = std::move(replay);
    m_actor = actor;
    m_trends.clear();
    m_metrics =
        m_replay != nullptr ? model::metricsOf(*m_replay->info, zones) : std::vector<model::MetricInfo>();
    m_seen.assign(m_replay != nullptr ? m_replay->info->actorProperties.size() : 0, 0);
    m_seenMatch.assign(m_replay != nullptr ? m_replay->info->matchProperties.size() : 0, 0);
    rebuild();
    endResetModel();
}

bool InspectorModel::setZones(std::span<const model::Zone> zones)
{
    if (m_replay == nullptr)
        return false;
    std::vector<model::MetricInfo> metrics = model::metricsOf(*m_replay->info, zones);
    const bool sameRows = std::equal(metrics.begin(), metrics.end(), m_metrics.begin(), m_metrics.end(),
                                     [](const model::MetricInfo& now, const model::MetricInfo& before) {
                                         return now.id == before.id && now.name == before.name;
                                     });
    if (sameRows) {
        m_metrics = std::move(metrics);
        return false;
    }
    beginResetModel();
    m_metrics = std::move(metrics);
    rebuild(); // trends stay: no row of a zone has one
    endResetModel();
    return true;
}

void InspectorModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    if (!m_groups.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int InspectorModel::metricFor(model::MetricSource source, std::int32_t property) const
{
    const auto at = std::find_if(m_metrics.begin(), m_metrics.end(), [&](const model::MetricInfo& metric) {
        return metric.source == source && (property < 0 || metric.property == property);
    });
    return at == m_metrics.end() ? -1 : static_cast<int>(at - m_metrics.begin());
}

InspectorModel::Group& InspectorModel::groupNamed(const QString& title)
{
    const auto at = std::find_if(m_groups.begin(), m_groups.end(),
                                 [&](const Group& group) { return group.title == title; });
    if (at != m_groups.end())
        return *at;
    m_groups.push_back({title, false, {}});
    return m_groups.back();
}

void InspectorModel::rebuild()
{
    m_groups.clear();
    if (m_replay == nullptr)
        return;
    const model::ActorInfo* actor = m_replay->info->actor(m_actor);
    if (actor != nullptr) {
        // Where somebody stands who only gives orders is the last thing anybody asks of him.
        const bool paged = addPages(*actor);
        if (!paged) {
            addMotion();
            addZones();
        }
        addProperties(m_replay->info->actorProperties, false);
        if (paged)
            addMotion();
    }
    addProperties(m_replay->info->matchProperties, true);
    if (actor != nullptr)
        addIdentity(*actor);
    int trend = 0;
    for (Group& group : m_groups) {
        for (Row& row : group.rows) {
            if (hasTrend(row))
                row.trend = trend++;
        }
    }
}

bool InspectorModel::hasTrend(const Row& row) const
{
    if (row.metric < 0)
        return false;
    const model::MetricInfo& metric = m_metrics[static_cast<std::size_t>(row.metric)];
    // A distance covered counts from the actor's first frame; a stretch of it would say something else. That
    // somebody is in a zone is said by a word, and there may be hundreds of them.
    return metric.source != model::MetricSource::DistanceCovered && metric.zone == nullptr;
}

void InspectorModel::addMotion()
{
    Group& group = groupNamed(tr("Motion"));
    Row position{tr("Position"), Source::Position};
    position.tip = tr("East, up and south of the origin");
    Row heading{tr("Heading"), Source::Heading};
    heading.tip = tr("Degrees clockwise from north");
    group.rows.push_back(position);
    group.rows.push_back(heading);
    for (std::size_t i = 0; i < m_metrics.size(); ++i) {
        const model::MetricInfo& metric = m_metrics[i];
        if (metric.source == model::MetricSource::ActorProperty || !metric.needsActor() ||
            metric.needsOther() || metric.isPlace() || metric.zone != nullptr)
            continue;
        Row row{shownName(metric.name), Source::Metric, static_cast<int>(i)};
        if (metric.source == model::MetricSource::DistanceCovered)
            row.tip = tr("Since the actor appeared; plot it to see it");
        group.rows.push_back(row);
    }
}

void InspectorModel::addZones()
{
    Group group{tr("Zones"), false, {}};
    for (std::size_t i = 0; i < m_metrics.size(); ++i) {
        if (m_metrics[i].zone == nullptr)
            continue;
        Row row{tr("In %1").arg(m_metrics[i].zone->name), Source::Metric, static_cast<int>(i)};
        row.tip = tr("Whether the actor is in this zone; zones are drawn with Analyse > Zones");
        group.rows.push_back(row);
    }
    if (!group.rows.empty())
        m_groups.push_back(std::move(group));
}

/// Of a player of a game that counts what everybody has: what observers look at, in the order in which they
/// ask for it. False: nothing of it is known of this one.
bool InspectorModel::addPages(const model::ActorInfo& actor)
{
    const model::ReplayInfo& info = *m_replay->info;
    if (info.census.empty() || actor.kind != model::ActorKind::Player)
        return false;
    std::vector<const model::ObserverPage*> pages;
    pages.reserve(info.observer.size());
    for (const model::ObserverPage& page : info.observer)
        pages.push_back(&page);
    const auto rank = [](const model::ObserverPage* page) {
        constexpr std::array First{QLatin1String("economy"), QLatin1String("supply"), QLatin1String("army")};
        return std::find(First.begin(), First.end(), page->id) - First.begin();
    };
    std::stable_sort(pages.begin(), pages.end(),
                     [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
    std::vector<char> listed(m_seen.size(), 0);
    for (const model::ObserverPage* page : pages) {
        Group group{shownName(page->name), false, {}};
        for (const model::ObserverFigure& figure : page->figures) {
            const std::size_t at = figure.property ? figure.property.index() : m_seen.size();
            if (at >= m_seen.size() || m_seen[at] == 0 || listed[at] != 0)
                continue;
            listed[at] = 1;
            group.rows.push_back(propertyRow(info.actorProperties[at], at, false));
        }
        if (!group.rows.empty())
            m_groups.push_back(std::move(group));
    }
    return !m_groups.empty();
}

InspectorModel::Row InspectorModel::propertyRow(const model::PropertyInfo& info, std::size_t at,
                                                bool match) const
{
    Row row{shownName(info.name), match ? Source::MatchProperty : Source::ActorProperty};
    row.property = static_cast<std::int32_t>(at);
    if (info.computed)
        row.tip = tr("Worked out from the recording, not recorded itself");
    if (info.plottable())
        row.metric = metricFor(
            match ? model::MetricSource::MatchProperty : model::MetricSource::ActorProperty, row.property);
    row.value = numberText(std::nan(""), 0, {});
    return row;
}

void InspectorModel::addProperties(const std::vector<model::PropertyInfo>& properties, bool match)
{
    const auto paged = [this](std::size_t at) {
        return std::any_of(m_groups.begin(), m_groups.end(), [at](const Group& group) {
            return std::any_of(group.rows.begin(), group.rows.end(), [at](const Row& row) {
                return row.source == Source::ActorProperty && row.property == static_cast<std::int32_t>(at);
            });
        });
    };
    for (std::size_t i = 0; i < properties.size(); ++i) {
        if ((match ? m_seenMatch : m_seen)[i] == 0 || (!match && paged(i)))
            continue;
        const QString heading =
            properties[i].group.isEmpty() ? tr("Properties") : shownName(properties[i].group);
        groupNamed(match ? tr("Replay: %1").arg(heading) : heading)
            .rows.push_back(propertyRow(properties[i], i, match));
    }
}

void InspectorModel::addIdentity(const model::ActorInfo& actor)
{
    const auto fixed = [](const QString& name, const QString& value) {
        Row row{name};
        row.value = value;
        return row;
    };
    Group group{tr("Identity"), false, {}};
    group.rows.push_back(fixed(tr("Type"), actor.nativeType));
    group.rows.push_back(fixed(tr("Number"), QString::number(actor.nativeId)));
    if (actor.team >= 0 && static_cast<std::size_t>(actor.team) < m_replay->info->teams.size())
        group.rows.push_back(
            fixed(tr("Team"), shownTeam(m_replay->info->teams[static_cast<std::size_t>(actor.team)])));
    if (const model::ActorInfo* parentActor = m_replay->info->actor(actor.parent)) {
        Row row = fixed(tr("Attached to"), parentActor->name);
        row.link = actor.parent;
        row.tip = tr("Click to select %1").arg(parentActor->name);
        group.rows.push_back(row);
    }
    group.rows.push_back(
        fixed(tr("In the scene"), tr("frames %1 to %2").arg(actor.life.first).arg(actor.life.end - 1)));
    m_groups.push_back(std::move(group));
    if (actor.attributes.empty())
        return;
    Group attributes{tr("Attributes"), true, {}};
    for (const auto& [name, value] : actor.attributes)
        attributes.rows.push_back(fixed(name, value));
    m_groups.push_back(std::move(attributes));
}

/// Properties appear once they have had a value, so that a lamp is not listed with a gearbox.
bool InspectorModel::noteSeen(const model::WorldState& state)
{
    bool grown = false;
    const auto note = [&grown](std::vector<char>& seen, std::span<const model::PropertyValue> values) {
        for (std::size_t i = 0; i < std::min(seen.size(), values.size()); ++i) {
            if (seen[i] == 0 && !values[i].absent()) {
                seen[i] = 1;
                grown = true;
            }
        }
    };
    const std::ptrdiff_t at = state.row(m_actor);
    if (at >= 0 && m_actor != model::ActorId::None)
        note(m_seen, state.propertiesOf(static_cast<std::size_t>(at)));
    note(m_seenMatch, state.match);
    return grown;
}

void InspectorModel::update(const model::WorldState& state, const model::WorldState* before)
{
    if (m_replay == nullptr)
        return;
    if (noteSeen(state)) {
        beginResetModel();
        m_trends.clear();
        rebuild();
        endResetModel();
    }
    m_now = model::seconds(state.time);
    const bool chosen = m_actor != model::ActorId::None;
    const std::ptrdiff_t at = chosen ? state.row(m_actor) : -1;
    const model::Motion motion =
        at >= 0 ? model::motionBetween(*m_replay->info, before != nullptr ? *before : state, state, m_actor)
                : model::Motion{};
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        std::vector<Row>& rows = m_groups[g].rows;
        for (Row& row : rows)
            row.value = valueOf(row, state, at, motion);
        if (!rows.empty()) {
            const QModelIndex group = index(static_cast<int>(g), 0);
            Q_EMIT dataChanged(index(0, TrendColumn, group),
                               index(static_cast<int>(rows.size()) - 1, ValueColumn, group));
        }
    }
}

std::vector<model::MetricRequest> InspectorModel::trendRequests() const
{
    std::vector<model::MetricRequest> requests;
    for (const Group& group : m_groups) {
        for (const Row& row : group.rows) {
            if (row.trend >= 0)
                requests.push_back(
                    {m_metrics[static_cast<std::size_t>(row.metric)], m_actor, model::ActorId::None});
        }
    }
    return requests;
}

void InspectorModel::setTrends(std::vector<model::MetricSeries> trends)
{
    m_trends = std::move(trends);
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        const QModelIndex group = index(static_cast<int>(g), 0);
        if (!m_groups[g].rows.empty())
            Q_EMIT dataChanged(index(0, TrendColumn, group),
                               index(static_cast<int>(m_groups[g].rows.size()) - 1, ValueColumn,
                                     group)); // some reach into it
    }
}

bool InspectorModel::hasTrendAt(const QModelIndex& at) const
{
    const Row* row = rowAt(at);
    return row != nullptr && row->trend >= 0;
}

const model::MetricSeries* InspectorModel::trendAt(const QModelIndex& at) const
{
    const Row* row = rowAt(at);
    const bool known =
        row != nullptr && row->trend >= 0 && static_cast<std::size_t>(row->trend) < m_trends.size();
    return known ? &m_trends[static_cast<std::size_t>(row->trend)] : nullptr;
}

model::MetricRequest InspectorModel::requestAt(const QModelIndex& at) const
{
    const Row* row = rowAt(at);
    if (row == nullptr || row->metric < 0)
        return {};
    const model::MetricInfo& metric = m_metrics[static_cast<std::size_t>(row->metric)];
    return {metric, metric.needsActor() ? m_actor : model::ActorId::None, model::ActorId::None};
}

const InspectorModel::Row* InspectorModel::rowAt(const QModelIndex& at) const
{
    if (!at.isValid() || at.internalId() == 0)
        return nullptr;
    return &m_groups[at.internalId() - 1].rows[static_cast<std::size_t>(at.row())];
}

QModelIndex InspectorModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex InspectorModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == 0)
        return {};
    return createIndex(static_cast<int>(child.internalId()) - 1, 0, quintptr{0});
}

int InspectorModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.internalId() != 0 || parent.column() > 0)
        return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].rows.size());
}

int InspectorModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant InspectorModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row* row = rowAt(index);
    if (row == nullptr) {
        const Group& group = m_groups[static_cast<std::size_t>(index.row())];
        if (role == Qt::FontRole) {
            return typeFont(QFont(), TypeSize::Section);
        }
        if (role == CollapsedRole)
            return group.collapsed;
        return role == Qt::DisplayRole && index.column() == NameColumn ? QVariant(group.title) : QVariant();
    }
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == NameColumn    ? QVariant(row->name)
               : index.column() == ValueColumn ? QVariant(row->value)
                                               : QVariant();
    case Qt::ForegroundRole:
        return index.column() == NameColumn ? QVariant(m_theme.textMuted) : QVariant();
    case Qt::FontRole:
        return index.column() == ValueColumn ? QVariant(m_tabular) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == ValueColumn ? int(Qt::AlignRight | Qt::AlignVCenter)
                                             : int(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (index.column() == PlotColumn && row->metric >= 0)
            return tr("Plot %1\nSo does Enter; or drag the row to the Plots panel").arg(row->name);
        return row->tip.isEmpty() ? QVariant() : QVariant(row->tip);
    case Qt::AccessibleTextRole:
        return index.column() == PlotColumn && row->metric >= 0 ? QVariant(tr("Plot %1").arg(row->name))
                                                                : QVariant();
    case PlottableRole:
        return row->metric >= 0;
    case LinkRole:
        return row->link == model::ActorId::None ? QVariant() : QVariant(model::index(row->link));
    default:
        return {};
    }
}

Qt::ItemFlags InspectorModel::flags(const QModelIndex& index) const
{
    const Row* row = rowAt(index);
    const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    return row != nullptr && row->metric >= 0 ? flags | Qt::ItemIsDragEnabled : flags;
}

QStringList InspectorModel::mimeTypes() const { return {QString::fromLatin1(MetricMimeType)}; }

/// One of each row, in the order shown.
QMimeData* InspectorModel::mimeData(const QModelIndexList& indexes) const
{
    std::vector<model::MetricRequest> requests;
    for (const QModelIndex& index : indexes) {
        if (index.column() == NameColumn && index.data(PlottableRole).toBool())
            requests.push_back(requestAt(index));
    }
    return requests.empty() ? nullptr : metricMime(requests);
}

QVariant InspectorModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == NameColumn    ? QVariant(tr("Property"))
           : section == ValueColumn ? QVariant(tr("Value"))
                                    : QVariant();
}

// What the inspector's rows say of a state.

namespace {

QString dash() { return QStringLiteral("–"); }

/// The sample nearest to a time; NaN when the series does not reach there.
double sampleNear(const model::MetricSeries& series, double time)
{
    const auto after = std::lower_bound(series.samples.begin(), series.samples.end(), time,
                                        [](const model::MetricSample& s, double t) { return s.time < t; });
    if (after == series.samples.end() || (after == series.samples.begin() && after->time - time > 0.5))
        return std::nan("");
    if (after != series.samples.begin() && time - std::prev(after)->time < after->time - time)
        return std::prev(after)->value;
    return after->value;
}

} // namespace

QString numberText(double value, int decimals, const QString& unit)
{
    if (std::isnan(value))
        return dash();
    if (std::abs(value) * std::pow(10.0, decimals) < 0.5)
        value = 0.0; // not minus zero
    const QString number = QLocale().toString(value, 'f', decimals);
    const bool tight = unit.isEmpty() || unit == QStringLiteral("°");
    return tight ? number + unit : number + QLatin1Char(' ') + unit;
}

QString InspectorModel::valueOf(Row& row, const model::WorldState& state, std::ptrdiff_t at,
                                const model::Motion& motion) const
{
    if (row.source == Source::Fixed)
        return row.value;
    if (row.source == Source::MatchProperty || row.source == Source::ActorProperty) {
        const bool match = row.source == Source::MatchProperty;
        model::PropertyValue value;
        if (match)
            value = state.value(model::MatchPropertyId(row.property));
        else if (at >= 0)
            value = state.value(static_cast<std::size_t>(at), model::ActorPropertyId(row.property));
        if (value == row.last)
            return row.value;
        row.last = value;
        const auto& infos = match ? m_replay->info->matchProperties : m_replay->info->actorProperties;
        return shownValue(infos[static_cast<std::size_t>(row.property)], value, *m_replay->info->strings);
    }
    if (at < 0)
        return dash();
    const auto i = static_cast<std::size_t>(at);
    if (row.source == Source::Position) {
        const glm::dvec3& p = state.positions[i];
        return tr("%L1, %L2, %L3 %4")
            .arg(p.x, 0, 'f', 2)
            .arg(p.y, 0, 'f', 2)
            .arg(p.z, 0, 'f', 2)
            .arg(m_replay->info->lengthUnit);
    }
    if (row.source == Source::Heading)
        return numberText(model::headingOf(state.orientations[i]), 1, QStringLiteral("°"));
    return metricText(row, state, i, motion);
}

QString InspectorModel::metricText(const Row& row, const model::WorldState& state, std::size_t at,
                                   const model::Motion& motion) const
{
    const model::MetricInfo& metric = m_metrics[static_cast<std::size_t>(row.metric)];
    const double none = std::nan("");
    switch (metric.source) {
    case model::MetricSource::Speed:
        return numberText(motion.valid ? motion.speed : none, 2, metric.unit);
    case model::MetricSource::VerticalSpeed:
        return numberText(motion.valid ? motion.verticalSpeed : none, 2, metric.unit);
    case model::MetricSource::TurnRate:
        return numberText(motion.valid ? motion.turnRate : none, 1, metric.unit);
    case model::MetricSource::Height:
        return numberText(state.positions[at].y, 2, metric.unit);
    case model::MetricSource::DistanceCovered:
        return {};
    case model::MetricSource::InZone:
        return metric.zone->contains(state.positions[at]) ? tr("yes") : tr("no");
    default: // what needs more than two frames is read off its trend
        break;
    }
    const bool known = row.trend >= 0 && static_cast<std::size_t>(row.trend) < m_trends.size();
    return numberText(known ? sampleNear(m_trends[static_cast<std::size_t>(row.trend)], m_now) : none, 2,
                      metric.unit);
}

} // namespace ghostline::app
