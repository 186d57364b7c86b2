// SPDX-License-Identifier: GPL-3.0-or-later
// The cast tree: grouping, liveness, visibility.
#include "app/gui/panels/cast_model.h"

#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QFont>
#include <QPainter>

#include <algorithm>
#include <map>

namespace ghostline::app {

namespace {

// Keys order the groups: teams, then kinds without a team, then surroundings.
constexpr int KindBase = 1'000'000;
constexpr int BackgroundBase = 2'000'000;

} // namespace

struct CastModel::Group
{
    int key = 0;
    int position = 0;
    QString title;
    std::vector<model::ActorId> actors;
    int alive = 0;
    int hidden = 0;
    QIcon icon;       ///< in the scene now
    QIcon absentIcon; ///< not yet or no longer
};

CastModel::CastModel(QObject* parent)
    : QAbstractItemModel(parent), m_theme(render::Theme::dark()),
      m_followIcon(themedIcon(QStringLiteral("follow")))
{
}
CastModel::~CastModel() = default;

int CastModel::keyOf(const model::ActorInfo& actor) const
{
    if (actor.background)
        return BackgroundBase + static_cast<int>(actor.kind);
    if (actor.team >= 0 && static_cast<std::size_t>(actor.team) < m_replay->info->teams.size())
        return actor.team;
    return KindBase + static_cast<int>(actor.kind);
}

QString CastModel::titleOf(int key) const
{
    if (key < KindBase)
        return shownTeam(m_replay->info->teams[static_cast<std::size_t>(key)]);
    return kindHeading(static_cast<model::ActorKind>(key % KindBase));
}

bool CastModel::extends(const model::ReplayInfo& longer) const
{
    if (longer.cast.size() < m_places.size() || longer.teams.size() < m_replay->info->teams.size())
        return false;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (keyOf(longer.cast[i]) != m_places[i].group->key)
            return false;
    }
    return true;
}

void CastModel::setReplay(std::shared_ptr<const model::ReplayIndex> replay)
{
    if (m_replay == nullptr || replay == nullptr || !extends(*replay->info)) {
        beginResetModel();
        m_groups.clear();
        m_places.clear();
        m_alive.clear();
        m_replay = nullptr;
        endResetModel();
    }
    m_replay = std::move(replay);
    if (m_replay == nullptr)
        return;
    appendActors();
    recount();
    for (const auto& group : m_groups)
        refresh(*group, 0, static_cast<int>(group->actors.size()) - 1);
}

void CastModel::appendActors()
{
    const std::vector<model::ActorInfo>& cast = m_replay->info->cast;
    std::map<int, std::vector<model::ActorId>> added;
    for (std::size_t i = m_places.size(); i < cast.size(); ++i)
        added[keyOf(cast[i])].push_back(static_cast<model::ActorId>(i));
    m_places.resize(cast.size());
    m_alive.resize(cast.size(), 0);
    for (const auto& [key, actors] : added) {
        Group* group = groupFor(key);
        const int first = static_cast<int>(group->actors.size());
        beginInsertRows(groupIndex(*group), first, first + static_cast<int>(actors.size()) - 1);
        for (const model::ActorId actor : actors) {
            m_places[model::index(actor)] = {group, static_cast<int>(group->actors.size())};
            group->actors.push_back(actor);
        }
        paintGroupIcons(*group);
        endInsertRows();
    }
}

CastModel::Group* CastModel::groupFor(int key)
{
    const auto at = std::lower_bound(m_groups.begin(), m_groups.end(), key,
                                     [](const std::unique_ptr<Group>& g, int k) { return g->key < k; });
    if (at != m_groups.end() && (*at)->key == key)
        return at->get();
    const int row = static_cast<int>(at - m_groups.begin());
    beginInsertRows({}, row, row);
    auto group = std::make_unique<Group>();
    group->key = key;
    group->title = titleOf(key);
    Group* raw = m_groups.insert(at, std::move(group))->get();
    for (std::size_t i = 0; i < m_groups.size(); ++i)
        m_groups[i]->position = static_cast<int>(i);
    endInsertRows();
    return raw;
}

void CastModel::paintGroupIcons(Group& group)
{
    if (group.actors.empty())
        return;
    const model::ActorInfo* actor = m_replay->info->actor(group.actors.front());
    const QColor colour = render::actorColor(m_theme, *actor, m_replay->info->teams);
    const Mark mark = actorMark(*actor, m_replay->info->teams);
    group.icon = markIcon(mark, colour);
    group.absentIcon = markIcon(mark, colour, false);
}

/// Liveness and visibility from scratch; a pass over 10,000 actors takes microseconds.
void CastModel::recount()
{
    for (const auto& group : m_groups) {
        group->alive = 0;
        group->hidden = 0;
        for (const model::ActorId actor : group->actors) {
            const bool alive = m_replay->info->actor(actor)->life.contains(m_frame);
            m_alive[model::index(actor)] = alive ? 1 : 0;
            group->alive += alive ? 1 : 0;
            group->hidden += m_hidden.contains(model::index(actor)) ? 1 : 0;
        }
    }
}

void CastModel::setFrame(model::FrameNumber frame)
{
    if (m_replay == nullptr || frame == m_frame)
        return;
    m_frame = frame;
    for (const auto& group : m_groups) {
        int first = -1;
        int last = -1;
        for (std::size_t row = 0; row < group->actors.size(); ++row) {
            const model::ActorId actor = group->actors[row];
            char& was = m_alive[model::index(actor)];
            const char now = m_replay->info->actor(actor)->life.contains(frame) ? 1 : 0;
            if (was == now)
                continue;
            group->alive += now - was;
            was = now;
            first = first < 0 ? static_cast<int>(row) : first;
            last = static_cast<int>(row);
        }
        if (first >= 0)
            refresh(*group, first, last);
    }
}

void CastModel::refresh(const Group& group, int firstRow, int lastRow)
{
    const QModelIndex parentIndex = groupIndex(group);
    if (lastRow >= firstRow)
        Q_EMIT dataChanged(index(firstRow, 0, parentIndex), index(lastRow, ColumnCount - 1, parentIndex));
    Q_EMIT dataChanged(parentIndex, groupIndex(group, ColumnCount - 1));
}

void CastModel::setHidden(const QSet<quint32>& hidden)
{
    m_hidden = hidden;
    if (m_replay == nullptr)
        return;
    recount();
    for (const auto& group : m_groups)
        refresh(*group, 0, static_cast<int>(group->actors.size()) - 1);
}

void CastModel::setFollowed(model::ActorId actor)
{
    const model::ActorId before = std::exchange(m_followed, actor);
    for (const model::ActorId changed : {before, actor}) {
        const QModelIndex at = indexOf(changed);
        if (at.isValid())
            Q_EMIT dataChanged(at, at.siblingAtColumn(FollowColumn));
    }
}

void CastModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    for (const auto& group : m_groups) {
        paintGroupIcons(*group);
        refresh(*group, 0, static_cast<int>(group->actors.size()) - 1);
    }
}

QModelIndex CastModel::groupIndex(const Group& group, int column) const
{
    return createIndex(group.position, column, static_cast<const void*>(nullptr));
}

QModelIndex CastModel::indexOf(model::ActorId actor) const
{
    if (model::index(actor) >= m_places.size())
        return {};
    const Place& place = m_places[model::index(actor)];
    return createIndex(place.row, 0, static_cast<const void*>(place.group));
}

model::ActorId CastModel::actorAt(const QModelIndex& at) const
{
    const auto* group = at.isValid() ? static_cast<const Group*>(at.constInternalPointer()) : nullptr;
    return group != nullptr ? group->actors[static_cast<std::size_t>(at.row())] : model::ActorId::None;
}

QModelIndex CastModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const Group* group = parent.isValid() ? m_groups[static_cast<std::size_t>(parent.row())].get() : nullptr;
    return createIndex(row, column, static_cast<const void*>(group));
}

QModelIndex CastModel::parent(const QModelIndex& child) const
{
    const auto* group = child.isValid() ? static_cast<const Group*>(child.constInternalPointer()) : nullptr;
    return group != nullptr ? groupIndex(*group) : QModelIndex();
}

int CastModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.constInternalPointer() != nullptr || parent.column() > 0)
        return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())]->actors.size());
}

int CastModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant CastModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto* group = static_cast<const Group*>(index.constInternalPointer());
    if (group == nullptr)
        return groupData(*m_groups[static_cast<std::size_t>(index.row())], index.column(), role);
    const model::ActorId actor = group->actors[static_cast<std::size_t>(index.row())];
    return actorData(*group, *m_replay->info->actor(actor), index.column(), role);
}

QVariant CastModel::groupData(const Group& group, int column, int role) const
{
    const int total = static_cast<int>(group.actors.size());
    if (column == FollowColumn) {
        if (role == Qt::DisplayRole)
            return group.alive == total ? QString::number(total) : tr("%1/%2").arg(group.alive).arg(total);
        if (role == Qt::TextAlignmentRole)
            return int(Qt::AlignCenter);
        if (role == Qt::ForegroundRole)
            return m_theme.textMuted;
    }
    switch (role) {
    case Qt::DisplayRole:
    case FilterRole:
        return column == NameColumn ? QVariant(group.title) : QVariant();
    case Qt::DecorationRole:
        return column == NameColumn && group.key < KindBase ? QVariant(group.icon) : QVariant();
    case Qt::CheckStateRole:
        if (column != NameColumn)
            return {};
        return group.hidden == 0 ? Qt::Checked : group.hidden == total ? Qt::Unchecked : Qt::PartiallyChecked;
    case Qt::FontRole: {
        QFont font;
        font.setWeight(column == NameColumn ? QFont::DemiBold : QFont::Normal);
        return font;
    }
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tr("%1: %2 of %3 in the scene now").arg(group.title).arg(group.alive).arg(total);
    case GroupKeyRole:
        return group.key;
    case BackgroundRole:
        return group.key >= BackgroundBase;
    default:
        return {};
    }
}

QVariant CastModel::actorData(const Group& group, const model::ActorInfo& actor, int column, int role) const
{
    const quint32 number = model::index(actor.id);
    const bool alive = m_alive[number] != 0;
    if (column == FollowColumn) {
        if (role == Qt::DecorationRole)
            return m_followIcon;
        if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
            return actor.id == m_followed ? tr("Stop following %1").arg(actor.name)
                                          : tr("Follow %1").arg(actor.name);
    }
    switch (role) {
    case Qt::DisplayRole:
        return column == NameColumn ? QVariant(actor.name) : QVariant();
    case Qt::DecorationRole:
        return column == NameColumn ? QVariant(alive ? group.icon : group.absentIcon) : QVariant();
    case Qt::CheckStateRole:
        return column == NameColumn ? QVariant(m_hidden.contains(number) ? Qt::Unchecked : Qt::Checked)
                                    : QVariant();
    case Qt::ForegroundRole:
        return alive ? QVariant() : QVariant(m_theme.textMuted);
    case Qt::FontRole: {
        QFont font;
        font.setBold(actor.principal);
        return font;
    }
    case Qt::ToolTipRole:
        return tr("%1\n%2, number %3\nframes %4 to %5")
            .arg(actor.name, actor.nativeType)
            .arg(actor.nativeId)
            .arg(actor.life.first)
            .arg(actor.life.end - 1);
    case Qt::AccessibleTextRole:
        return alive ? actor.name : tr("%1, not in the scene now").arg(actor.name);
    case ActorRole:
        return number;
    case AliveRole:
        return alive;
    case FollowedRole:
        return actor.id == m_followed;
    case FilterRole:
        return QString(actor.name + QLatin1Char(' ') + actor.nativeType + QLatin1Char(' ') +
                       QString::number(actor.nativeId));
    default:
        return {};
    }
}

bool CastModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || !index.isValid() || index.column() != NameColumn)
        return false;
    const bool hide = value.toInt() == Qt::Unchecked;
    const model::ActorId actor = actorAt(index);
    if (actor != model::ActorId::None)
        Q_EMIT visibilityRequested({actor}, hide);
    else
        Q_EMIT visibilityRequested(m_groups[static_cast<std::size_t>(index.row())]->actors, hide);
    return true;
}

Qt::ItemFlags CastModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (index.column() == NameColumn)
        flags |= Qt::ItemIsUserCheckable;
    if (index.constInternalPointer() != nullptr)
        flags |= Qt::ItemNeverHasChildren;
    return flags;
}

QVariant CastModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == NameColumn ? tr("Name") : tr("In scene");
}

} // namespace ghostline::app
