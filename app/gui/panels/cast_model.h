// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The cast as a tree: teams (or kinds, where there are no teams) over actors; surroundings last. Where a
// replay counts what every team has (ReplayInfo::census), a team's players come first and then its units by
// type.
#include "model/replay/replay_index.h"
#include "render/base/theme.h"

#include <QAbstractItemModel>
#include <QIcon>
#include <QSet>

#include <memory>

namespace ghostline::app {

/// Fed from outside, so that it needs no session in tests. A longer revision inserts rows, it does not reset.
class CastModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, FollowColumn, ColumnCount };
    enum Role {
        ActorRole = Qt::UserRole, ///< quint32 index of the ActorId; invalid for a group
        AliveRole,                ///< bool: in the scene at the current frame; a type: one of it has been
        FollowedRole,             ///< bool
        GroupKeyRole,             ///< int, stable over revisions; invalid for an actor
        BackgroundRole,           ///< bool: group of surroundings
        FilterRole,               ///< name, native type and number, for the filter box
        TypedRole,                ///< bool: a type, or an actor that is listed below it
        DistinctRole              ///< int: letters from the start that tell a name from those beside it
    };

    explicit CastModel(QObject* parent = nullptr);
    ~CastModel() override;

    void setReplay(std::shared_ptr<const model::ReplayIndex> replay);
    void setFrame(model::FrameNumber frame);
    void setHidden(const QSet<quint32>& hidden);
    void setFollowed(model::ActorId actor);
    void setTheme(const render::Theme& theme);
    QModelIndex indexOf(model::ActorId actor) const;
    model::ActorId actorAt(const QModelIndex& at) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void visibilityRequested(const std::vector<ghostline::model::ActorId>& actors, bool hidden);

private:
    struct Group;
    struct Place
    {
        Group* group = nullptr;
        int row = 0;
    };
    static Group* parentOf(const QModelIndex& at);
    Group* groupAt(const QModelIndex& at) const;
    Group& typeFor(Group& team, const model::ActorInfo& actor);
    void append(Group& holder, const std::vector<model::ActorId>& actors);
    bool byType() const { return m_replay != nullptr && !m_replay->info->census.empty(); }
    template<typename Visit>
    void eachHolder(const Visit& visit);
    int keyOf(const model::ActorInfo& actor) const;
    QString titleOf(int key) const;
    bool extends(const model::ReplayInfo& longer) const;
    void appendActors();
    Group* groupFor(int key);
    void paintGroupIcons(Group& group);
    QModelIndex groupIndex(const Group& group, int column = 0) const;
    void recount();
    void refresh(const Group& group, int firstRow, int lastRow);
    void refreshAll();
    QVariant groupData(const Group& group, int column, int role) const;
    QVariant actorData(const Group& group, const model::ActorInfo& actor, int column, int role) const;

    std::shared_ptr<const model::ReplayIndex> m_replay;
    std::vector<std::unique_ptr<Group>> m_groups;
    std::vector<Place> m_places; ///< by ActorId
    std::vector<char> m_alive;   ///< by ActorId
    model::FrameNumber m_frame = 0;
    int m_types = 0; ///< how many type groups there are
    QSet<quint32> m_hidden;
    model::ActorId m_followed = model::ActorId::None;
    render::Theme m_theme;
    QIcon m_followIcon;
};

} // namespace ghostline::app
