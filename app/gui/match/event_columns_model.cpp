// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/match/event_columns_model.h"

#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QGuiApplication>

#include <algorithm>

namespace ghostline::app {

namespace {
/// Cells of a second among which the same is looked for; more do not happen to one team, but a damaged file
/// may claim any number.
constexpr std::ptrdiff_t MostAlike = 200;
} // namespace

EventColumnsModel::EventColumnsModel(QObject* parent)
    : QAbstractTableModel(parent), m_theme(render::Theme::dark()),
      m_tabular(tabularFont(QGuiApplication::font()))
{
}

const model::EventColumns* EventColumnsModel::declared() const
{
    const bool known = m_replay != nullptr && m_which >= 0 &&
                       static_cast<std::size_t>(m_which) < m_replay->info->eventColumns.size();
    return known ? &m_replay->info->eventColumns[static_cast<std::size_t>(m_which)] : nullptr;
}

int EventColumnsModel::perTeam() const
{
    const model::EventColumns* columns = declared();
    return columns != nullptr && !columns->countKey.isEmpty() ? 2 : 1;
}

void EventColumnsModel::setReplay(std::shared_ptr<const model::ReplayIndex> replay, int which,
                                  const QSet<int>& hidden)
{
    beginResetModel();
    m_replay = std::move(replay);
    m_glyphs.setInfo(m_replay != nullptr ? m_replay->info : nullptr);
    m_which = which;
    m_kinds.clear();
    m_teams.clear();
    m_rows.clear();
    m_cells.clear();
    if (declared() != nullptr) {
        collectKinds();
        collectRows(hidden);
    }
    m_current = rowAt(m_frame);
    endResetModel();
}

/// Kinds and teams do not depend on what is filtered, so that columns stay where they are.
void EventColumnsModel::collectKinds()
{
    const model::EventTable& table = *m_replay->events;
    std::vector<int> place(table.kinds.size(), -1); // in m_kinds
    for (const QString& id : declared()->kinds) {
        for (std::size_t kind = 0; kind < table.kinds.size(); ++kind) {
            if (table.kinds[kind].id == id && place[kind] < 0) {
                place[kind] = static_cast<int>(m_kinds.size());
                m_kinds.emplace_back(static_cast<int>(kind), 0);
            }
        }
    }
    std::vector<bool> plays(m_replay->info->teams.size(), false);
    for (const model::Event& event : table.events) {
        const int at = place[static_cast<std::size_t>(event.kind)];
        const model::ActorInfo* actor =
            at < 0 || event.actors.empty() ? nullptr : m_replay->info->actor(event.actors.front());
        if (actor == nullptr || actor->team < 0 || static_cast<std::size_t>(actor->team) >= plays.size())
            continue;
        ++m_kinds[static_cast<std::size_t>(at)].second;
        plays[static_cast<std::size_t>(actor->team)] = true;
    }
    for (std::size_t team = 0; team < plays.size(); ++team) {
        if (plays[team])
            m_teams.push_back(static_cast<int>(team));
    }
}

int EventColumnsModel::blockOfEvent(const model::Event& event) const
{
    const model::ActorInfo* actor =
        event.actors.empty() ? nullptr : m_replay->info->actor(event.actors.front());
    if (actor == nullptr)
        return -1;
    const auto found = std::find(m_teams.begin(), m_teams.end(), actor->team);
    return found == m_teams.end() ? -1 : static_cast<int>(found - m_teams.begin());
}

void EventColumnsModel::collectRows(const QSet<int>& hidden)
{
    const model::EventTable& table = *m_replay->events;
    std::vector<bool> wanted(table.kinds.size(), false);
    for (const auto& [kind, count] : m_kinds)
        wanted[static_cast<std::size_t>(kind)] = !hidden.contains(kind);
    std::vector<std::vector<Cell>> cells(m_teams.size()); // of the second being collected
    std::int64_t second = -1;
    for (std::size_t i = 0; i < table.events.size(); ++i) {
        const model::Event& event = table.events[i];
        const int block = wanted[static_cast<std::size_t>(event.kind)] ? blockOfEvent(event) : -1;
        if (block < 0)
            continue;
        const std::int64_t now = event.time.count() / 1'000'000;
        if (now != second)
            addSecond(second, cells);
        second = now;
        auto& mine = cells[static_cast<std::size_t>(block)];
        const auto first = mine.end() - std::min(std::ssize(mine), MostAlike);
        const auto same = std::find_if(first, mine.end(), [&](const Cell& cell) {
            const model::Event& other = table.events[static_cast<std::size_t>(cell.event)];
            return other.kind == event.kind && other.text == event.text;
        });
        if (same != mine.end())
            ++same->times;
        else
            mine.push_back({static_cast<int>(i), 1});
    }
    addSecond(second, cells);
}

/// Turns what happened in one second into rows and forgets it.
void EventColumnsModel::addSecond(std::int64_t second, std::vector<std::vector<Cell>>& cells)
{
    std::size_t rows = 0;
    for (const auto& mine : cells)
        rows = std::max(rows, mine.size());
    for (std::size_t row = 0; row < rows; ++row) {
        Row added{second, std::numeric_limits<model::FrameNumber>::max()};
        for (const auto& mine : cells) {
            m_cells.push_back(row < mine.size() ? mine[row] : Cell());
            if (row < mine.size())
                added.frame = std::min(added.frame, eventOf(mine[row]).frame);
        }
        m_rows.push_back(added);
    }
    for (auto& mine : cells)
        mine.clear();
}

/// The last row that has begun; frames of rows never fall.
int EventColumnsModel::rowAt(model::FrameNumber frame) const
{
    const auto after =
        std::upper_bound(m_rows.begin(), m_rows.end(), frame,
                         [](model::FrameNumber now, const Row& row) { return now < row.frame; });
    return static_cast<int>(after - m_rows.begin()) - 1;
}

void EventColumnsModel::setFrame(model::FrameNumber frame)
{
    const model::FrameNumber before = std::exchange(m_frame, frame);
    const int was = std::exchange(m_current, rowAt(frame));
    if (m_rows.empty() || before == frame)
        return;
    // A cell may begin later than its row, so the row itself may change although it stays the current one.
    const int first = std::max(0, std::min(was, m_current));
    const int last = std::max(0, std::max(was, m_current));
    Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
}

void EventColumnsModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    m_glyphs.setTheme(theme);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    if (columnCount() > 0)
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

std::span<const EventColumnsModel::Cell> EventColumnsModel::cellsOf(int row) const
{
    return {m_cells.data() + static_cast<std::size_t>(row) * m_teams.size(), m_teams.size()};
}

const model::Event& EventColumnsModel::eventOf(const Cell& cell) const
{
    return m_replay->events->events[static_cast<std::size_t>(cell.event)];
}

QString EventColumnsModel::teamName(int block) const
{
    return shownTeam(
        m_replay->info->teams[static_cast<std::size_t>(m_teams[static_cast<std::size_t>(block)])]);
}

const model::Event* EventColumnsModel::eventAt(const QModelIndex& at) const
{
    if (!at.isValid())
        return nullptr;
    const auto cells = cellsOf(at.row());
    const Cell* found = nullptr;
    if (const int block = blockOf(at.column()); block >= 0) {
        found = &cells[static_cast<std::size_t>(block)];
    } else {
        for (const Cell& cell : cells) {
            if (cell.event >= 0 && (found == nullptr || eventOf(cell).frame < eventOf(*found).frame))
                found = &cell;
        }
    }
    return found != nullptr && found->event >= 0 ? &eventOf(*found) : nullptr;
}

// ---- texts ----

QString EventColumnsModel::timeOf(int row) const
{
    return model::formatTimeShort(model::Micros{m_rows[static_cast<std::size_t>(row)].second * 1'000'000});
}

/// Whose it is the column says already.
QString EventColumnsModel::withoutActor(const model::Event& what, const QString& text) const
{
    const model::ActorInfo* actor = m_replay->info->actor(what.actors.front());
    if (actor != nullptr && text.startsWith(actor->name + QLatin1Char(':')))
        return text.mid(actor->name.size() + 1).trimmed();
    return actor != nullptr && text.startsWith(actor->name + QLatin1Char(' '))
               ? text.mid(actor->name.size() + 1)
               : text;
}

QString EventColumnsModel::textOf(const Cell& cell) const
{
    const QString text = withoutActor(eventOf(cell), shownSentence(eventOf(cell)));
    return cell.times > 1 ? QStringLiteral("%1 \u00D7%2").arg(text).arg(cell.times) : text;
}

/// The letters of the unit that an event only names: of all others a blank, so that texts are aligned.
QVariant EventColumnsModel::glyphOf(const Cell& cell) const
{
    if (!m_glyphs.any() || cell.event < 0)
        return {};
    const model::Event& what = eventOf(cell);
    const bool unit = std::any_of(what.actors.begin(), what.actors.end(), [this](model::ActorId id) {
        const model::ActorInfo* actor = m_replay->info->actor(id);
        return actor != nullptr &&
               (actor->kind == model::ActorKind::Unit || actor->kind == model::ActorKind::Structure);
    });
    return m_glyphs.of(unit ? withoutActor(what, what.text) : QString());
}

QString EventColumnsModel::countOf(const Cell& cell) const
{
    const QJsonValue value = eventOf(cell).data.value(declared()->countKey);
    if (value.isDouble())
        return numberText(value.toDouble(), 0);
    return value.isString() ? value.toString() : QString();
}

QString EventColumnsModel::toolTipOf(const Cell& cell) const
{
    const model::Event& what = eventOf(cell);
    const auto& kinds = m_replay->events->kinds;
    QString text = QStringLiteral("%1  %2: %3")
                       .arg(model::formatTime(what.time),
                            shownName(kinds[static_cast<std::size_t>(what.kind)].name), shownSentence(what));
    if (counted())
        text += QStringLiteral("\n%1 %2").arg(shownName(declared()->countName), countOf(cell));
    return text;
}

QString EventColumnsModel::copyText(int block) const
{
    QStringList lines;
    lines.reserve(rowCount() + 1);
    QStringList headings;
    for (int column = 0; column < columnCount(); ++column) {
        if (block < 0 || column == TimeColumn || blockOf(column) == block)
            headings << headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    lines << headings.join(QLatin1Char('\t'));
    for (int row = 0; row < rowCount(); ++row) {
        QStringList cells{timeOf(row)};
        const auto all = cellsOf(row);
        for (int b = 0; b < static_cast<int>(all.size()); ++b) {
            const Cell& cell = all[static_cast<std::size_t>(b)];
            if (block >= 0 && (b != block || cell.event < 0))
                continue;
            if (counted())
                cells << (cell.event >= 0 ? countOf(cell) : QString());
            cells << (cell.event >= 0 ? textOf(cell) : QString());
        }
        if (cells.size() == 1)
            continue; // nothing of this team here
        while (cells.last().isEmpty())
            cells.removeLast();
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

// ---- the model ----

int EventColumnsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int EventColumnsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || declared() == nullptr ? 0 : 1 + static_cast<int>(m_teams.size()) * perTeam();
}

QVariant EventColumnsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int block = blockOf(index.column());
    const bool text = block >= 0 && index.column() == textColumn(block);
    const Cell cell = block >= 0 ? cellsOf(index.row())[static_cast<std::size_t>(block)] : Cell();
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool future = (cell.event >= 0 ? eventOf(cell).frame : row.frame) > m_frame;
    switch (role) {
    case Qt::DisplayRole:
        if (block < 0) { // a time once, however many rows it has
            const bool again =
                index.row() > 0 && m_rows[static_cast<std::size_t>(index.row() - 1)].second == row.second;
            return again ? QString() : timeOf(index.row());
        }
        return cell.event < 0 ? QString() : text ? textOf(cell) : countOf(cell);
    case Qt::DecorationRole:
        return text ? glyphOf(cell) : QVariant();
    case FileTextRole: // in a file each row has its time
        return block < 0 ? QVariant(timeOf(index.row())) : QVariant();
    case Qt::ForegroundRole: // a count is quieter than what was done at it
        return future || (block >= 0 && !text) ? QVariant(m_theme.textMuted) : QVariant();
    case Qt::FontRole:
        return text ? QVariant() : QVariant(m_tabular);
    case Qt::TextAlignmentRole:
        return int((text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return cell.event >= 0 ? QVariant(toolTipOf(cell)) : QVariant();
    case CurrentRole:
        return index.row() == m_current;
    case FutureRole:
        return future;
    default:
        return {};
    }
}

QVariant EventColumnsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const int block = blockOf(section);
    const bool text = block >= 0 && section == textColumn(block);
    switch (role) {
    case Qt::TextAlignmentRole:
        return int((text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::DisplayRole:
        return block < 0 ? tr("Time") : text ? teamName(block) : shownName(declared()->countName);
    case Qt::ToolTipRole:
        return text ? QVariant(teamName(block)) : QVariant();
    case Qt::DecorationRole:
        if (!text)
            return {};
        return teamIcon(m_theme, m_replay->info->teams, m_teams[static_cast<std::size_t>(block)]);
    default:
        return {};
    }
}

} // namespace ghostline::app
