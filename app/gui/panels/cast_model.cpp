// SPDX-License-Identifier: GPL-3.0-or-later
// The cast tree: grouping, liveness, visibility.
#include "app/gui/panels/cast_model.h"

#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QFont>
#include <QPainter>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace ghostline::app {

namespace {

// Keys order the groups: teams, then kinds without a team, then surroundings.
constexpr int KindBase = 1'000'000;
constexpr int BackgroundBase = 2'000'000;
constexpr int TypeBase = 3'000'000; ///< in the order in which types appear
/// Names of more are not compared with each other.
constexpr std::size_t MostCompared = 1'000;

/// "Marine" of "Marine 12".
QString withoutNumber(const QString& name)
{
    qsizetype end = name.size();
    while (end > 0 && name[end - 1].isDigit())
        --end;
    const QString word = end < name.size() ? name.left(end).trimmed() : name;
    return word.isEmpty() ? name : word;
}

int commonStart(const QString& a, const QString& b)
{
    const auto [endA, endB] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return static_cast<int>(endA - a.begin());
}

} // namespace

struct CastModel::Group
{
    int key = 0;
    int position = 0; ///< among its likes
    QString title;
    Group* parent = nullptr;                   ///< of a type: the team
    std::vector<model::ActorId> actors;        ///< all below it
    std::vector<model::ActorId> direct;        ///< those that are rows of it
    std::vector<std::unique_ptr<Group>> types; ///< rows behind those
    std::map<QString, Group*> typeOf;          ///< by native type
    model::FrameNumber appears = std::numeric_limits<model::FrameNumber>::max(); ///< the first of them
    int alive = 0;
    int hidden = 0;
    int distinct = 0; ///< see DistinctRole
    QIcon icon;       ///< in the scene now
    QIcon absentIcon; ///< not yet or no longer

    int rows() const { return static_cast<int>(direct.size() + types.size()); }
    Group& team() { return parent != nullptr ? *parent : *this; }
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
    if (longer.census.empty() == byType())
        return false;
    if (longer.cast.size() < m_places.size() || longer.teams.size() < m_replay->info->teams.size())
        return false;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (keyOf(longer.cast[i]) != m_places[i].group->team().key)
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
        m_types = 0;
        m_replay = nullptr;
        endResetModel();
    }
    m_replay = std::move(replay);
    if (m_replay == nullptr)
        return;
    appendActors();
    recount();
    refreshAll();
}

/// Of every group that has rows of its own.
template<typename Visit>
void CastModel::eachHolder(const Visit& visit)
{
    for (const auto& group : m_groups) {
        visit(*group);
        for (const auto& type : group->types)
            visit(*type);
    }
}

void CastModel::refreshAll()
{
    eachHolder([this](Group& group) { refresh(group, 0, static_cast<int>(group.direct.size()) - 1); });
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
        std::vector<model::ActorId> players; // all, where nobody is listed by type
        std::map<Group*, std::vector<model::ActorId>> typed;
        for (const model::ActorId id : actors) {
            const model::ActorInfo& actor = *m_replay->info->actor(id);
            const bool unit =
                byType() && key < KindBase && !actor.principal && actor.kind != model::ActorKind::Player;
            (unit ? typed[&typeFor(*group, actor)] : players).push_back(id);
            group->actors.push_back(id);
        }
        append(*group, players);
        for (const auto& [type, units] : typed) {
            type->actors.insert(type->actors.end(), units.begin(), units.end());
            append(*type, units);
        }
        if (players.empty())
            paintGroupIcons(*group);
    }
}

void CastModel::append(Group& holder, const std::vector<model::ActorId>& actors)
{
    if (actors.empty())
        return;
    const int first = static_cast<int>(holder.direct.size());
    beginInsertRows(groupIndex(holder), first, first + static_cast<int>(actors.size()) - 1);
    for (const model::ActorId actor : actors) {
        m_places[model::index(actor)] = {&holder, static_cast<int>(holder.direct.size())};
        holder.direct.push_back(actor);
        holder.appears = std::min(holder.appears, m_replay->info->actor(actor)->life.first);
    }
    paintGroupIcons(holder);
    std::vector<QString> names;
    names.reserve(std::min(holder.direct.size(), MostCompared));
    for (std::size_t i = 0; i < holder.direct.size() && i < MostCompared; ++i)
        names.push_back(m_replay->info->actor(holder.direct[i])->name);
    std::sort(names.begin(), names.end());
    for (std::size_t i = 1; i < names.size(); ++i)
        holder.distinct = std::max(holder.distinct, commonStart(names[i - 1], names[i]) + 1);
    endInsertRows();
}

CastModel::Group& CastModel::typeFor(Group& team, const model::ActorInfo& actor)
{
    Group*& found = team.typeOf[actor.nativeType];
    if (found != nullptr)
        return *found;
    const int row = team.rows();
    beginInsertRows(groupIndex(team), row, row);
    auto type = std::make_unique<Group>();
    type->key = TypeBase + m_types++;
    type->position = static_cast<int>(team.types.size());
    type->title = withoutNumber(actor.name);
    type->parent = &team;
    found = team.types.emplace_back(std::move(type)).get();
    endInsertRows();
    return *found;
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
    eachHolder([this](Group& group) {
        group.alive = 0;
        group.hidden = 0;
        for (const model::ActorId actor : group.actors) {
            const bool alive = m_replay->info->actor(actor)->life.contains(m_frame);
            m_alive[model::index(actor)] = alive ? 1 : 0;
            group.alive += alive ? 1 : 0;
            group.hidden += m_hidden.contains(model::index(actor)) ? 1 : 0;
        }
    });
}

void CastModel::setFrame(model::FrameNumber frame)
{
    if (m_replay == nullptr || frame == m_frame)
        return;
    const model::FrameNumber before = std::exchange(m_frame, frame);
    eachHolder([&](Group& group) {
        int first = -1;
        int last = -1;
        for (std::size_t row = 0; row < group.direct.size(); ++row) {
            const model::ActorId actor = group.direct[row];
            char& was = m_alive[model::index(actor)];
            const char now = m_replay->info->actor(actor)->life.contains(frame) ? 1 : 0;
            if (was == now)
                continue;
            group.alive += now - was;
            if (group.parent != nullptr)
                group.parent->alive += now - was;
            was = now;
            first = first < 0 ? static_cast<int>(row) : first;
            last = static_cast<int>(row);
        }
        const bool turned = group.parent != nullptr && (before < group.appears) != (frame < group.appears);
        if (first >= 0 || turned)
            refresh(group, std::max(first, 0), last);
    });
}

void CastModel::refresh(const Group& group, int firstRow, int lastRow)
{
    const QModelIndex parentIndex = groupIndex(group);
    if (lastRow >= firstRow)
        Q_EMIT dataChanged(index(firstRow, 0, parentIndex), index(lastRow, ColumnCount - 1, parentIndex));
    Q_EMIT dataChanged(parentIndex, groupIndex(group, ColumnCount - 1));
    if (group.parent != nullptr)
        Q_EMIT dataChanged(groupIndex(*group.parent), groupIndex(*group.parent, ColumnCount - 1));
}

void CastModel::setHidden(const QSet<quint32>& hidden)
{
    m_hidden = hidden;
    if (m_replay == nullptr)
        return;
    recount();
    refreshAll();
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
    eachHolder([this](Group& group) { paintGroupIcons(group); });
    refreshAll();
}

QModelIndex CastModel::groupIndex(const Group& group, int column) const
{
    const int before = group.parent != nullptr ? static_cast<int>(group.parent->direct.size()) : 0;
    return createIndex(before + group.position, column, static_cast<const void*>(group.parent));
}

QModelIndex CastModel::indexOf(model::ActorId actor) const
{
    if (model::index(actor) >= m_places.size())
        return {};
    const Place& place = m_places[model::index(actor)];
    return createIndex(place.row, 0, static_cast<const void*>(place.group));
}

/// Null for a row at the top.
CastModel::Group* CastModel::parentOf(const QModelIndex& at)
{
    return at.isValid() ? static_cast<Group*>(at.internalPointer()) : nullptr;
}

/// Null for an actor.
CastModel::Group* CastModel::groupAt(const QModelIndex& at) const
{
    if (!at.isValid())
        return nullptr;
    const auto row = static_cast<std::size_t>(at.row());
    const Group* above = parentOf(at);
    if (above == nullptr)
        return m_groups[row].get();
    return row >= above->direct.size() ? above->types[row - above->direct.size()].get() : nullptr;
}

model::ActorId CastModel::actorAt(const QModelIndex& at) const
{
    const Group* above = parentOf(at);
    const bool actor = above != nullptr && groupAt(at) == nullptr;
    return actor ? above->direct[static_cast<std::size_t>(at.row())] : model::ActorId::None;
}

QModelIndex CastModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, static_cast<const void*>(groupAt(parent)));
}

QModelIndex CastModel::parent(const QModelIndex& child) const
{
    const Group* above = parentOf(child);
    return above != nullptr ? groupIndex(*above) : QModelIndex();
}

int CastModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    const Group* group = parent.column() > 0 ? nullptr : groupAt(parent);
    return group != nullptr ? group->rows() : 0;
}

int CastModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant CastModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (const Group* group = groupAt(index))
        return groupData(*group, index.column(), role);
    return actorData(*parentOf(index), *m_replay->info->actor(actorAt(index)), index.column(), role);
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
        if (column != NameColumn || (group.key >= KindBase && group.parent == nullptr))
            return {};
        return group.parent != nullptr && group.alive == 0 ? group.absentIcon : group.icon;
    case Qt::CheckStateRole:
        if (column != NameColumn)
            return {};
        return group.hidden == 0 ? Qt::Checked : group.hidden == total ? Qt::Unchecked : Qt::PartiallyChecked;
    case Qt::FontRole: { // not larger: in this narrow dock the name would be cut
        QFont font;
        font.setWeight(column == NameColumn && group.parent == nullptr ? QFont::DemiBold : QFont::Normal);
        return font;
    }
    case Qt::ForegroundRole:
        return group.parent != nullptr && group.alive == 0 ? QVariant(m_theme.textMuted) : QVariant();
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tr("%1: %2 of %3 in the scene now").arg(group.title).arg(group.alive).arg(total);
    case GroupKeyRole:
        return group.key;
    case TypedRole:
        return group.parent != nullptr;
    case AliveRole: // listed: whoever does not want to know how it goes on is not told by a type
        return group.parent == nullptr || group.appears <= m_frame;
    case BackgroundRole:
        return group.key >= BackgroundBase && group.parent == nullptr;
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
    case TypedRole:
        return group.parent != nullptr;
    case DistinctRole:
        return group.distinct;
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
        Q_EMIT visibilityRequested(groupAt(index)->actors, hide);
    return true;
}

Qt::ItemFlags CastModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (index.column() == NameColumn)
        flags |= Qt::ItemIsUserCheckable;
    if (groupAt(index) == nullptr)
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
