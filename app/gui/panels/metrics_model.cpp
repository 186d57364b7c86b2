// SPDX-License-Identifier: GPL-3.0-or-later
// Rows and cells of the metrics table.
#include "app/gui/panels/metrics_model.h"

#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/metric_mime.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QGuiApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr std::int64_t NoNumber = std::numeric_limits<std::int64_t>::min();
/// More comings and goings than this at once (a seek) are told as one reset.
constexpr std::size_t ManyChanges = 32;

int decimalsFor(const model::PropertyInfo& info)
{
    if (info.type != model::PropertyType::Real)
        return 0;
    return info.unit == u"%" || info.unit == QStringLiteral("°") || info.unit == u"km/h" ? 1 : 2;
}

std::int64_t shownAs(double value, int decimals)
{
    const double scaled = value * std::pow(10.0, decimals);
    return std::isfinite(scaled) && std::abs(scaled) < 9e18 ? std::llround(scaled) : NoNumber;
}

} // namespace

MetricsModel::MetricsModel(QObject* parent)
    : QAbstractTableModel(parent), m_theme(render::Theme::dark()),
      m_tabular(tabularFont(QGuiApplication::font()))
{
}

void MetricsModel::setReplay(std::shared_ptr<const model::ReplayIndex> replay)
{
    const bool sameColumns = m_replay != nullptr && replay != nullptr &&
                             m_replay->info->actorProperties.size() == replay->info->actorProperties.size();
    if (sameColumns) {
        m_replay = std::move(replay); // a longer revision: only names may be new
        return;
    }
    beginResetModel();
    m_replay = std::move(replay);
    m_rows.clear();
    m_metrics.clear();
    m_swatches.clear();
    if (m_replay != nullptr) {
        m_metrics.push_back({tr("Speed"), m_replay->info->lengthUnit + QStringLiteral("/s"), {}, 2, false});
        const auto& properties = m_replay->info->actorProperties;
        for (std::size_t i = 0; i < properties.size(); ++i) {
            if (properties[i].plottable())
                m_metrics.push_back({shownName(properties[i].name), properties[i].unit,
                                     model::ActorPropertyId(i), decimalsFor(properties[i]),
                                     properties[i].type == model::PropertyType::Boolean});
        }
    }
    endResetModel();
}

void MetricsModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    m_swatches.clear();
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void MetricsModel::collect(const model::WorldState& state)
{
    m_present.clear();
    for (std::size_t row = 0; row < state.size(); ++row) {
        const model::ActorInfo* actor = m_replay->info->actor(state.ids[row]);
        if (actor != nullptr && !actor->background && (state.flags[row] & model::Hidden) == 0)
            m_present.push_back(state.ids[row]);
    }
}

void MetricsModel::removeMissing()
{
    const auto missing = [this](const Row& row) {
        return !std::binary_search(m_present.begin(), m_present.end(), row.actor);
    };
    if (static_cast<std::size_t>(std::count_if(m_rows.begin(), m_rows.end(), missing)) > ManyChanges) {
        beginResetModel();
        std::erase_if(m_rows, missing);
        endResetModel();
        return;
    }
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (!missing(m_rows[static_cast<std::size_t>(row)]))
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
}

void MetricsModel::addNew()
{
    std::vector<model::ActorId> known;
    known.reserve(m_rows.size());
    for (const Row& row : m_rows)
        known.push_back(row.actor);
    std::sort(known.begin(), known.end());
    std::vector<model::ActorId> added;
    std::set_difference(m_present.begin(), m_present.end(), known.begin(), known.end(),
                        std::back_inserter(added));
    if (added.empty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(added.size()) - 1);
    for (const model::ActorId actor : added)
        m_rows.push_back({actor, std::vector<Cell>(m_metrics.size(), Cell{std::nan(""), 0, {}})});
    endInsertRows();
}

void MetricsModel::readRow(const model::WorldState& state, const model::WorldState* before, Row& row) const
{
    const std::ptrdiff_t at = state.row(row.actor);
    if (at < 0)
        return;
    const auto source = static_cast<std::size_t>(at);
    for (std::size_t i = 0; i < m_metrics.size(); ++i) {
        const model::ActorPropertyId property = m_metrics[i].property;
        double value = std::nan("");
        if (!property) {
            const model::Motion motion =
                model::motionBetween(*m_replay->info, before != nullptr ? *before : state, state, row.actor);
            value = motion.valid ? motion.speed : value;
        } else {
            value = m_replay->info->number(property, state.value(source, property));
        }
        row.cells[i].value = value;
    }
}

void MetricsModel::update(const model::WorldState& state, bool resort, const model::WorldState* before)
{
    if (m_replay == nullptr)
        return;
    collect(state);
    const std::size_t rows = m_rows.size();
    removeMissing();
    const bool removed = m_rows.size() != rows;
    const std::size_t kept = m_rows.size();
    addNew();
    const bool changed = removed || m_rows.size() != kept;
    for (Row& row : m_rows)
        readRow(state, before, row);
    if (m_rows.empty())
        return;
    if (resort || changed)
        sortRows();
    Q_EMIT dataChanged(index(0, 1), index(rowCount() - 1, columnCount() - 1), {Qt::DisplayRole});
}

bool MetricsModel::before(const Row& a, const Row& b) const
{
    if (m_sortColumn < 0)
        return a.actor < b.actor;
    const bool up = m_sortOrder == Qt::AscendingOrder;
    if (m_sortColumn == ActorColumn) {
        const int order =
            m_replay->info->actor(a.actor)->name.localeAwareCompare(m_replay->info->actor(b.actor)->name);
        return order != 0 ? (order < 0) == up : a.actor < b.actor;
    }
    const double x = a.cells[static_cast<std::size_t>(m_sortColumn - 1)].value;
    const double y = b.cells[static_cast<std::size_t>(m_sortColumn - 1)].value;
    if (std::isnan(x) || std::isnan(y)) // no value is last either way
        return std::isnan(x) == std::isnan(y) ? a.actor < b.actor : std::isnan(y);
    if (x != y)
        return up ? x < y : x > y;
    return a.actor < b.actor;
}

void MetricsModel::sortRows()
{
    const auto order = [this](const Row& a, const Row& b) { return before(a, b); };
    if (std::is_sorted(m_rows.begin(), m_rows.end(), order))
        return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList stale = persistentIndexList();
    std::vector<model::ActorId> actors;
    for (const QModelIndex& at : stale)
        actors.push_back(m_rows[static_cast<std::size_t>(at.row())].actor);
    std::sort(m_rows.begin(), m_rows.end(), order);
    QModelIndexList moved;
    for (qsizetype i = 0; i < stale.size(); ++i)
        moved << index(rowOf(actors[static_cast<std::size_t>(i)]), stale[i].column());
    changePersistentIndexList(stale, moved);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void MetricsModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    sortRows();
}

int MetricsModel::rowOf(model::ActorId actor) const
{
    const auto at =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.actor == actor; });
    return at == m_rows.end() ? -1 : static_cast<int>(at - m_rows.begin());
}

model::ActorId MetricsModel::actorAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].actor : model::ActorId::None;
}

bool MetricsModel::hasValues(int column) const
{
    // A speed that follows from places has none at the first frame of all.
    if (column == ActorColumn || !m_metrics[static_cast<std::size_t>(column - 1)].property)
        return true;
    return std::any_of(m_rows.begin(), m_rows.end(), [&](const Row& row) {
        return !std::isnan(row.cells[static_cast<std::size_t>(column - 1)].value);
    });
}

bool MetricsModel::isNumber(int column) const
{
    return column != ActorColumn && !m_metrics[static_cast<std::size_t>(column - 1)].yesNo;
}

int MetricsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int MetricsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_replay == nullptr ? 0 : 1 + static_cast<int>(m_metrics.size());
}

const QString& MetricsModel::text(int row, int metric) const
{
    const Metric& info = m_metrics[static_cast<std::size_t>(metric)];
    Cell& cell = m_rows[static_cast<std::size_t>(row)].cells[static_cast<std::size_t>(metric)];
    const std::int64_t shown = shownAs(cell.value, info.decimals);
    if (shown == cell.shown && !cell.text.isEmpty())
        return cell.text;
    cell.shown = shown;
    if (shown == NoNumber)
        cell.text = QStringLiteral("–");
    else if (info.yesNo)
        cell.text = shown != 0 ? tr("yes") : tr("no");
    else // what rounds to zero is zero, not minus zero
        cell.text = QLocale().toString(shown == 0 ? 0.0 : cell.value, 'f', info.decimals);
    return cell.text;
}

QVariant MetricsModel::fileText(const Row& row, int metric) const
{
    const Metric& info = m_metrics[static_cast<std::size_t>(metric)];
    const double value = row.cells[static_cast<std::size_t>(metric)].value;
    const std::int64_t shown = shownAs(value, info.decimals);
    if (shown == NoNumber || info.yesNo)
        return {};
    return QString::number(shown == 0 ? 0.0 : value, 'f', info.decimals);
}

QIcon MetricsModel::swatch(const model::ActorInfo& actor) const
{
    const int key = actor.team >= 0 ? actor.team : -1 - static_cast<int>(actor.kind);
    QIcon& icon = m_swatches[key];
    if (icon.isNull())
        icon = markIcon(actorMark(actor, m_replay->info->teams),
                        render::actorColor(m_theme, actor, m_replay->info->teams));
    return icon;
}

QVariant MetricsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isActor = index.column() == ActorColumn;
    switch (role) {
    case Qt::DisplayRole:
        return isActor ? m_replay->info->actor(row.actor)->name : text(index.row(), index.column() - 1);
    case Qt::DecorationRole:
        return isActor ? QVariant(swatch(*m_replay->info->actor(row.actor))) : QVariant();
    case Qt::TextAlignmentRole:
        return isActor ? int(Qt::AlignLeft | Qt::AlignVCenter) : int(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::FontRole:
        return isActor ? QVariant() : QVariant(m_tabular);
    case Qt::ForegroundRole:
        return !isActor && std::isnan(row.cells[static_cast<std::size_t>(index.column() - 1)].value)
                   ? QVariant(m_theme.textMuted)
                   : QVariant();
    case FileTextRole:
        return isActor ? QVariant() : fileText(row, index.column() - 1);
    case ActorRole:
        return model::index(row.actor);
    case ValueRole:
        return isActor ? QVariant() : QVariant(row.cells[static_cast<std::size_t>(index.column() - 1)].value);
    default:
        return {};
    }
}

// ---- dragging ----

Qt::ItemFlags MetricsModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() != ActorColumn ? flags | Qt::ItemIsDragEnabled : flags;
}

QStringList MetricsModel::mimeTypes() const { return {QString::fromLatin1(MetricMimeType)}; }

/// The value where the drag began, of each actor that goes along, in the order shown.
QMimeData* MetricsModel::mimeData(const QModelIndexList& indexes) const
{
    std::vector<int> rows;
    for (const QModelIndex& index : indexes) {
        if (index.column() == m_dragColumn && index.column() != ActorColumn)
            rows.push_back(index.row());
    }
    const auto metric = rows.empty() ? std::nullopt : metricOf(m_dragColumn);
    if (!metric)
        return nullptr;
    std::sort(rows.begin(), rows.end());
    std::vector<model::MetricRequest> requests;
    requests.reserve(rows.size());
    for (const int row : rows) {
        model::MetricRequest& request = requests.emplace_back();
        request.metric = *metric;
        request.actor = actorAt(row);
    }
    return metricMime(requests);
}

std::optional<model::MetricInfo> MetricsModel::metricOf(int column) const
{
    if (m_replay == nullptr || column <= ActorColumn || column >= columnCount())
        return std::nullopt;
    const Metric& metric = m_metrics[static_cast<std::size_t>(column - 1)];
    const auto source = metric.property ? model::MetricSource::ActorProperty : model::MetricSource::Speed;
    for (const model::MetricInfo& info : model::metricsOf(*m_replay->info)) {
        if (info.source == source &&
            (!metric.property || model::ActorPropertyId(info.property) == metric.property))
            return info;
    }
    return std::nullopt;
}

QVariant MetricsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == ActorColumn ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                      : int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    if (section == ActorColumn)
        return tr("Actor");
    const Metric& metric = m_metrics[static_cast<std::size_t>(section - 1)];
    return metric.unit.isEmpty() ? metric.name : tr("%1 (%2)").arg(metric.name, metric.unit);
}

} // namespace ghostline::app
