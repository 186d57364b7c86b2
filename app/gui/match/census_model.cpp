// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/census_model.h"

#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/type_sizes.h"
#include "model/replay/team_of.h"

#include <QApplication>

#include <algorithm>
#include <map>

namespace ghostline::app {

CensusModel::CensusModel(QObject* parent)
    : MovingRows(parent), m_theme(render::Theme::dark()), m_tabular(tabularFont(QApplication::font())),
      m_glyphs(2 * Grid)
{
}

void CensusModel::setReplay(std::shared_ptr<const model::ReplayIndex> replay)
{
    const bool same = replay != nullptr && m_replay != nullptr && replay->info == m_replay->info;
    if (same) {
        m_replay = std::move(replay);
        return; // a new revision of the same: what is shown stands
    }
    beginResetModel();
    m_replay = std::move(replay);
    m_glyphs.setInfo(m_replay != nullptr ? m_replay->info : nullptr);
    m_rows.clear();
    endResetModel();
}

void CensusModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    m_glyphs.setTheme(theme);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    if (columnCount() > 0)
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int CensusModel::perTeam() const { return m_replay->info->census.cost ? 2 : 1; }

int CensusModel::teamOf(int column) const
{
    return m_replay == nullptr || column <= TypeColumn || column >= columnCount() ? -1
                                                                                  : (column - 1) / perTeam();
}

// ---- counting ----

/// A group of -1: not counted.
CensusModel::Key CensusModel::keyOf(const model::WorldState& state, std::size_t row) const
{
    const model::Census& census = m_replay->info->census;
    const model::PropertyValue type = state.value(row, census.type);
    const model::PropertyValue group = state.value(row, census.group);
    const auto& groups = m_replay->info->property(census.group)->names;
    const bool counted = !type.absent() && !group.absent() && group.asInteger() >= 0 &&
                         group.asInteger() < groups.size() && (state.flags[row] & model::Ended) == 0;
    return counted ? Key{static_cast<int>(group.asInteger()), type.asInteger()} : Key{-1, -1};
}

int CensusModel::teamIn(const model::WorldState& state, std::size_t row) const
{
    return model::teamOf(*m_replay->info, state, row);
}

std::vector<CensusModel::Row> CensusModel::collect(const model::WorldState& state) const
{
    const model::ReplayInfo& info = *m_replay->info;
    const model::Census& census = info.census;
    const auto byKey = [](const Key& a, const Key& b) {
        return std::pair(a.group, a.type) < std::pair(b.group, b.type);
    };
    std::map<Key, std::vector<CensusCount>, decltype(byKey)> counts(byKey);
    for (std::size_t row = 0; row < state.size(); ++row) {
        const Key key = keyOf(state, row);
        const int team = key.group >= 0 ? teamIn(state, row) : -1;
        if (team < 0)
            continue;
        const model::PropertyValue batch = state.value(row, census.batch);
        const model::PropertyValue cost = state.value(row, census.cost);
        const double value = cost.absent() ? 0.0 : info.number(census.cost, cost);
        const bool unfinished = (state.flags[row] & model::Unfinished) != 0;
        for (const Key& into : {Key{key.group, -1}, key}) {
            auto& teams = counts[into];
            teams.resize(info.teams.size());
            CensusCount& count = teams[static_cast<std::size_t>(team)];
            if (unfinished) {
                count.unfinished += batch.absent() ? 1 : static_cast<int>(batch.asInteger());
                count.coming += value;
            } else {
                ++count.finished;
                count.value += value;
            }
        }
    }
    std::vector<Row> rows;
    rows.reserve(counts.size());
    for (auto& [key, teams] : counts)
        rows.push_back({key, std::move(teams)});
    order(rows);
    return rows;
}

double CensusModel::figure(const Row& row, int column) const
{
    const CensusCount& count = row.teams[static_cast<std::size_t>(teamOf(column))];
    const bool value = (column - 1) % perTeam() == 1;
    return value ? count.value : count.finished + count.unfinished;
}

void CensusModel::order(std::vector<Row>& rows) const
{
    std::vector<std::pair<QString, Row>> named;
    named.reserve(rows.size());
    for (Row& row : rows)
        named.emplace_back(nameOf(row.key), std::move(row));
    const bool up = m_sortOrder == Qt::AscendingOrder;
    std::stable_sort(named.begin(), named.end(), [&](const auto& a, const auto& b) {
        if (a.second.key.group != b.second.key.group)
            return a.second.key.group < b.second.key.group;
        if ((a.second.key.type < 0) != (b.second.key.type < 0))
            return a.second.key.type < 0; // headings first
        if (m_sortColumn > TypeColumn) {
            const double x = figure(a.second, m_sortColumn);
            const double y = figure(b.second, m_sortColumn);
            if (x < y || y < x)
                return up ? x < y : y < x;
        }
        const int names = QString::localeAwareCompare(a.first, b.first);
        return m_sortColumn == TypeColumn && !up ? names > 0 : names < 0;
    });
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = std::move(named[i].second);
}

void CensusModel::update(const model::WorldState& state)
{
    if (m_replay == nullptr || m_replay->info->census.empty())
        return;
    std::vector<Row> rows = collect(state);
    const auto has = [](const std::vector<Row>& in, const Key& key) {
        return std::any_of(in.begin(), in.end(), [&](const Row& row) { return row.key == key; });
    };
    for (int row = rowCount() - 1; row >= 0; --row) {
        const auto at = m_rows.begin() + row;
        if (has(rows, at->key))
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(at);
        endRemoveRows();
    }
    // What is new goes to its place in the new order; it is right at once unless figures are sorted by.
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (has(m_rows, rows[i].key))
            continue;
        const int at = std::min(static_cast<int>(i), rowCount());
        beginInsertRows({}, at, at);
        m_rows.insert(m_rows.begin() + at, rows[i]);
        endInsertRows();
    }
    const auto sameKey = [](const Row& a, const Row& b) { return a.key == b.key; };
    if (!std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(), sameKey)) {
        rearrange(std::move(rows));
        return;
    }
    for (int row = 0; row < rowCount(); ++row) {
        Row& shown = m_rows[static_cast<std::size_t>(row)];
        if (shown.teams == rows[static_cast<std::size_t>(row)].teams)
            continue;
        shown.teams = std::move(rows[static_cast<std::size_t>(row)].teams);
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    }
}

/// The same rows in another order; a selection goes with its row.
void CensusModel::rearrange(std::vector<Row> rows)
{
    rearrangeRows([&] { std::swap(rows, m_rows); },
                  [&](int row) {
                      const Key& key = rows[static_cast<std::size_t>(row)].key;
                      const auto now = std::find_if(m_rows.begin(), m_rows.end(),
                                                    [&key](const Row& other) { return other.key == key; });
                      return static_cast<int>(now - m_rows.begin());
                  });
}

void CensusModel::sort(int column, Qt::SortOrder order)
{
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    m_sortColumn = std::max(column, TypeColumn);
    m_sortOrder = order;
    if (m_rows.empty())
        return;
    std::vector<Row> rows = m_rows;
    this->order(rows);
    rearrange(std::move(rows));
}

// ---- what is there ----

bool CensusModel::isHeading(int row) const { return m_rows[static_cast<std::size_t>(row)].key.type < 0; }

const CensusCount& CensusModel::countAt(int row, int team) const
{
    return m_rows[static_cast<std::size_t>(row)].teams[static_cast<std::size_t>(team)];
}

std::vector<model::ActorId> CensusModel::actorsAt(const QModelIndex& at, const model::WorldState& state) const
{
    std::vector<model::ActorId> actors;
    if (!at.isValid())
        return actors;
    const Key wanted = m_rows[static_cast<std::size_t>(at.row())].key;
    const int team = teamOf(at.column());
    for (std::size_t row = 0; row < state.size(); ++row) {
        const Key key = keyOf(state, row);
        const int mine = key.group == wanted.group ? teamIn(state, row) : -1;
        if (mine >= 0 && (wanted.type < 0 || key.type == wanted.type) && (team < 0 || mine == team))
            actors.push_back(state.ids[row]);
    }
    return actors;
}

QString CensusModel::nameOf(const Key& key) const
{
    if (key.type >= 0)
        return m_replay->info->strings->text(static_cast<model::StringId>(key.type));
    return shownName(m_replay->info->property(m_replay->info->census.group)->names.value(key.group));
}

QString CensusModel::text(const Row& row, int column) const
{
    if (column == TypeColumn)
        return nameOf(row.key);
    const CensusCount& count = row.teams[static_cast<std::size_t>(teamOf(column))];
    if (count.finished == 0 && count.unfinished == 0)
        return {};
    if ((column - 1) % perTeam() == 1)
        return numberText(count.value, 0);
    const QString finished = numberText(count.finished, 0);
    return count.unfinished > 0 ? QStringLiteral("%1 +%2").arg(finished, numberText(count.unfinished, 0))
                                : finished;
}

QString CensusModel::toolTipOf(const Row& row, int team) const
{
    const CensusCount& count = row.teams[static_cast<std::size_t>(team)];
    const model::Census& census = m_replay->info->census;
    QStringList lines{tr("%1 of %2: %3")
                          .arg(nameOf(row.key),
                               shownTeam(m_replay->info->teams[static_cast<std::size_t>(team)]),
                               numberText(count.finished, 0))};
    if (count.unfinished > 0)
        lines << tr("%1 more being made").arg(numberText(count.unfinished, 0));
    if (census.cost) {
        lines << tr("%1: %2").arg(shownName(census.costName), numberText(count.value, 0));
        if (count.coming > 0.0)
            lines << tr("%1 of what is being made: %2")
                         .arg(shownName(census.costName), numberText(count.coming, 0));
    }
    lines << tr("Click selects one after the other");
    return lines.join(QLatin1Char('\n'));
}

QString CensusModel::copyText() const
{
    QStringList lines;
    for (int row = -1; row < rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < columnCount(); ++column)
            cells << (row < 0 ? headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()
                              : text(m_rows[static_cast<std::size_t>(row)], column));
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

// ---- the model ----

int CensusModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CensusModel::columnCount(const QModelIndex& parent) const
{
    if (parent.isValid() || m_replay == nullptr || m_replay->info->census.empty())
        return 0;
    return 1 + static_cast<int>(m_replay->info->teams.size()) * perTeam();
}

QVariant CensusModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool heading = row.key.type < 0;
    const bool name = index.column() == TypeColumn;
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::DecorationRole: // types stand below their group, behind the letters that stand for them
        return name && !heading ? QVariant(m_glyphs.of(nameOf(row.key))) : QVariant();
    case Qt::FontRole: {
        QFont font = name ? QApplication::font() : m_tabular;
        if (heading && name)
            return typeFont(font, TypeSize::Section);
        font.setBold(heading);
        return font;
    }
    case Qt::BackgroundRole:
        return heading ? QVariant(m_theme.base) : QVariant();
    case Qt::ForegroundRole: // counts stand out from what they are worth
        return !name && (index.column() - 1) % perTeam() == 1 ? QVariant(m_theme.textMuted) : QVariant();
    case Qt::TextAlignmentRole:
        return int((name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return name || text(row, index.column()).isEmpty() ? QVariant()
                                                           : toolTipOf(row, teamOf(index.column()));
    case HeadingRole:
        return heading;
    default:
        return {};
    }
}

QVariant CensusModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const int team = teamOf(section);
    if (role == Qt::TextAlignmentRole)
        return int((team < 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::InitialSortOrderRole) // of figures one wants to see the most first
        return int(team < 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
    if (team < 0)
        return role == Qt::DisplayRole ? QVariant(tr("Type")) : QVariant();
    const model::Team& whose = m_replay->info->teams[static_cast<std::size_t>(team)];
    const bool value = (section - 1) % perTeam() == 1;
    if (role == Qt::DisplayRole)
        return value ? shownName(m_replay->info->census.costName) : shownTeam(whose);
    if (role == Qt::DecorationRole && !value)
        return teamIcon(m_theme, m_replay->info->teams, team);
    if (role == Qt::ToolTipRole)
        return value ? tr("%1 of %2").arg(shownName(m_replay->info->census.costName), shownTeam(whose))
                     : shownTeam(whose);
    return {};
}

} // namespace ghostline::app
