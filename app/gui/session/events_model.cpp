// SPDX-License-Identifier: GPL-3.0-or-later
// The event table's rows and their order.
#include "app/gui/session/events_model.h"

#include "app/gui/session/actor_names.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QGuiApplication>

#include <algorithm>
#include <numeric>

namespace ghostline::app {

Mark eventMark(const model::EventTable& table, int kind)
{
    if (static_cast<std::size_t>(kind) < table.kinds.size() &&
        table.kinds[static_cast<std::size_t>(kind)].flag)
        return Mark::Flag;
    // Diamonds first: a circle or a square already stands for an actor.
    constexpr std::array shapes{Mark::Diamond, Mark::Triangle, Mark::Hexagon, Mark::Star,
                                Mark::Cross,   Mark::Square,   Mark::Circle};
    return shapes[static_cast<std::size_t>(kind) % shapes.size()];
}

QColor eventColour(const render::Theme& theme, const model::EventTable& table, int kind)
{
    if (static_cast<std::size_t>(kind) < table.kinds.size() &&
        table.kinds[static_cast<std::size_t>(kind)].flag)
        return theme.error;
    return theme.hue(kind + 1);
}

QColor eventColour(const render::Theme& theme, const model::ReplayIndex& replay, const model::Event& event)
{
    const auto& teams = replay.info->teams;
    return render::teamHue(teams, event.team) >= 0 ? render::teamColor(theme, teams, event.team)
                                                   : eventColour(theme, *replay.events, event.kind);
}

EventsModel::EventsModel(QObject* parent)
    : MovingRows(parent), m_theme(render::Theme::dark()), m_tabular(tabularFont(QGuiApplication::font()))
{
}

void EventsModel::setReplay(std::shared_ptr<const model::ReplayIndex> replay,
                            const model::EventFilter& filter)
{
    beginResetModel();
    m_replay = std::move(replay);
    m_list = m_replay != nullptr ? model::EventList(m_replay->events, m_replay->info->cast, filter)
                                 : model::EventList();
    m_groups = m_replay != nullptr ? EventGroups(m_list, *m_replay->info) : EventGroups();
    m_last = m_list.lastAt(m_frame);
    noteWho();
    m_order.clear();
    setTheme(m_theme);
    order();
    endResetModel();
}

void EventsModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    m_icons.clear();
    const model::EventTable& table = m_list.table();
    for (int kind = 0; static_cast<std::size_t>(kind) < table.kinds.size(); ++kind)
        m_icons.push_back(markIcon(eventMark(table, kind), eventColour(theme, table, kind)));
    if (!m_order.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void EventsModel::setFrame(model::FrameNumber frame)
{
    m_frame = frame;
    const int before = std::exchange(m_last, m_list.lastAt(frame));
    if (before == m_last || m_order.empty())
        return;
    int first = 0;
    int last = rowCount() - 1;
    if (byTime()) {
        const int a = m_rows[static_cast<std::size_t>(std::max(before, 0))];
        const int b = m_rows[static_cast<std::size_t>(std::max(m_last, 0))];
        first = std::min(a, b);
        last = std::max(a, b);
    }
    Q_EMIT dataChanged(index(first, 0), index(last, ColumnCount - 1));
}

void EventsModel::noteWho()
{
    constexpr std::size_t Looked = 50;
    const model::EventTable& table = m_list.table();
    bool said = m_replay != nullptr;
    m_alone = said;
    auto only = model::ActorId::None;
    for (std::size_t i = 0; (said || m_alone) && i < std::min(table.events.size(), Looked); ++i) {
        const model::Event& event = table.events[i];
        const auto kind = static_cast<std::size_t>(event.kind);
        const model::ActorInfo* actor =
            event.actors.empty() ? nullptr : m_replay->info->actor(event.actors.front());
        if (actor == nullptr || kind >= table.kinds.size() || !table.kinds[kind].shownByDefault)
            continue;
        said = said && event.text.contains(actor->name);
        m_alone = m_alone && (only == model::ActorId::None || only == actor->id) && actor->principal;
        only = actor->id;
    }
    m_alone = m_alone && only != model::ActorId::None;
    m_textsSayWho = said || m_alone;
}

const model::Event& EventsModel::eventAt(int row) const { return m_list.at(headOf(row)); }

int EventsModel::rowOf(int listRow) const
{
    return listRow >= 0 && static_cast<std::size_t>(listRow) < m_rows.size()
               ? m_rows[static_cast<std::size_t>(listRow)]
               : -1;
}

int EventsModel::rowOfTableIndex(int event) const
{
    int low = 0;
    int high = m_list.count();
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (m_list.tableIndex(middle) < event)
            low = middle + 1;
        else
            high = middle;
    }
    return event >= 0 && low < m_list.count() && m_list.tableIndex(low) == event ? rowOf(low) : -1;
}

int EventsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int EventsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString EventsModel::kindName(const model::Event& event) const
{
    return shownName(m_list.table().kinds[static_cast<std::size_t>(event.kind)].name);
}

QVariant EventsModel::displayData(const model::Event& event, int column) const
{
    switch (column) {
    case TimeColumn:
        return model::formatTime(event.time);
    case KindColumn:
        return kindName(event);
    case ActorsColumn:
        return actorNames(*m_replay->info, event);
    case TextColumn:
        return shownSentence(event);
    default:
        return {};
    }
}

QString EventsModel::sentence(const model::Event& event) const
{
    const QString text = shownSentence(event);
    const model::EventKind& kind = m_list.table().kinds[static_cast<std::size_t>(event.kind)];
    const QString told = text.isEmpty() ? kindName(event)
                         : kind.named ? tr("%1 %2", "kind of event, what it names").arg(kindName(event), text)
                                      : text;
    const model::ActorInfo* first =
        event.actors.empty() ? nullptr : m_replay->info->actor(event.actors.front());
    const bool said = std::any_of(event.actors.begin(), event.actors.end(), [&](model::ActorId id) {
        const model::ActorInfo* actor = m_replay->info->actor(id);
        return actor != nullptr && (actor == first || actor->principal) && told.contains(actor->name);
    });
    return first == nullptr || said || m_alone ? told : tr("%1: %2", "who, what").arg(first->name, told);
}

/// Of each other event its kind, and who is not named before.
QString EventsModel::rest(int row) const
{
    const std::span<const int> parts = partsOf(row);
    QString before = sentence(m_list.at(parts.front()));
    QStringList told;
    for (const int part : parts.subspan(1)) {
        const model::Event& event = m_list.at(part);
        QStringList words{kindName(event)};
        for (const model::ActorId id : event.actors) {
            const model::ActorInfo* actor = m_replay->info->actor(id);
            if (actor != nullptr && actor->principal && !m_alone && !before.contains(actor->name))
                words << actor->name;
        }
        told << words.join(QLatin1Char(' '));
        before += told.back();
    }
    return told.join(QStringLiteral(" · "));
}

/// What the row stands for in full, where it is more than is read in it anyway.
QString EventsModel::help(int row, int column) const
{
    const std::span<const int> parts = partsOf(row);
    if (parts.size() == 1)
        return column == KindColumn ? kindName(m_list.at(parts.front())) : QString();
    QStringList lines;
    for (const int part : parts) {
        const model::Event& event = m_list.at(part);
        lines << tr("%1: %2", "who, what").arg(kindName(event), shownSentence(event));
    }
    return lines.join(QLatin1Char('\n'));
}

QIcon EventsModel::icon(const model::Event& event) const
{
    if (render::teamHue(m_replay->info->teams, event.team) < 0)
        return m_icons[static_cast<std::size_t>(event.kind)];
    return markIcon(eventMark(m_list.table(), event.kind), eventColour(m_theme, *m_replay, event));
}

QVariant EventsModel::eventData(const model::Event& event, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return displayData(event, column);
    case Qt::DecorationRole:
        return column == KindColumn ? QVariant(icon(event)) : QVariant();
    case Qt::ForegroundRole:
        return event.frame > m_frame ? QVariant(m_theme.textMuted) : QVariant();
    case Qt::FontRole:
        return column == TimeColumn ? QVariant(m_tabular) : QVariant();
    case Qt::TextAlignmentRole:
        return column == TimeColumn ? int(Qt::AlignRight | Qt::AlignVCenter)
                                    : int(Qt::AlignLeft | Qt::AlignVCenter);
    case FileTextRole:
        return column == TextColumn ? QVariant(event.text) : QVariant();
    case FrameRole:
        return static_cast<qint64>(event.frame);
    case FutureRole:
        return event.frame > m_frame;
    case SentenceRole:
        return sentence(event);
    default:
        return {};
    }
}

QVariant EventsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case CurrentRole:
        return m_last >= 0 && index.row() == rowOf(m_last);
    case RestRole:
        return rest(index.row());
    case Qt::ToolTipRole: {
        const QString text = help(index.row(), index.column());
        return text.isEmpty() ? QVariant() : QVariant(text);
    }
    case Qt::AccessibleTextRole: {
        if (index.column() != TextColumn)
            return {};
        QStringList told{sentence(eventAt(index.row())), rest(index.row())};
        told.removeAll(QString());
        return told.join(QStringLiteral(" · "));
    }
    default:
        return eventData(eventAt(index.row()), index.column(), role);
    }
}

int EventsModel::linesAt(const QModelIndex& cell) const
{
    return checkIndex(cell, CheckIndexOption::IndexIsValid) ? static_cast<int>(partsOf(cell.row()).size())
                                                            : 1;
}

QVariant EventsModel::lineData(const QModelIndex& cell, int line, int role) const
{
    if (!checkIndex(cell, CheckIndexOption::IndexIsValid) || line < 0 || line >= linesAt(cell))
        return {};
    // As they happened, whichever says most.
    std::vector<int> parts(partsOf(cell.row()).begin(), partsOf(cell.row()).end());
    std::sort(parts.begin(), parts.end());
    return eventData(m_list.at(parts[static_cast<std::size_t>(line)]), cell.column(), role);
}

QVariant EventsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && section == TimeColumn)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == FileColumnRole)
        return true;
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case KindColumn:
        return tr("Kind");
    case ActorsColumn:
        return tr("Who");
    default:
        return tr("What");
    }
}

void EventsModel::sort(int column, Qt::SortOrder direction)
{
    if (column == m_sortColumn && direction == m_sortOrder)
        return;
    m_sortColumn = column;
    m_sortOrder = direction;
    const std::vector<int> before = m_order;
    rearrangeRows([this] { order(); },
                  [&](int row) { return rowOf(m_groups.head(before[static_cast<std::size_t>(row)])); });
}

void EventsModel::order()
{
    m_order.resize(static_cast<std::size_t>(m_groups.count()));
    std::iota(m_order.begin(), m_order.end(), 0);
    if (!byTime()) {
        // Keys once, not once per comparison.
        std::vector<QString> keys;
        keys.reserve(m_order.size());
        for (const int group : m_order)
            keys.push_back(displayData(m_list.at(m_groups.head(group)), m_sortColumn).toString());
        std::stable_sort(m_order.begin(), m_order.end(), [&](int a, int b) {
            return keys[static_cast<std::size_t>(a)].compare(keys[static_cast<std::size_t>(b)],
                                                             Qt::CaseInsensitive) < 0;
        });
    }
    if (m_sortOrder == Qt::DescendingOrder)
        std::reverse(m_order.begin(), m_order.end());
    m_rows.resize(static_cast<std::size_t>(m_list.count()));
    for (std::size_t row = 0; row < m_order.size(); ++row) {
        for (const int part : m_groups.parts(m_order[row]))
            m_rows[static_cast<std::size_t>(part)] = static_cast<int>(row);
    }
}

} // namespace ghostline::app
