// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who plays: a card for each player, those of one side together.
#include "app/gui/session/replay_session.h"
#include "render/base/theme.h"

#include <QPointer>
#include <QScrollArea>

class QLabel;
class QMenu;

namespace ghostline::app {

class PlayerCardView;

/// Cards in as many columns as the width takes.
class LineUp : public QScrollArea
{
    Q_OBJECT
public:
    explicit LineUp(QWidget* parent = nullptr);
    /// null = no replay open. Hides itself where nobody is introduced.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// Pixels it may take at most; more scrolls.
    void setRoom(int height);
    const std::vector<PlayerCardView*>& cards() const { return m_cards; }
    /// Everybody, one line each, sides with a heading.
    QString copyText() const;
    /// A row for each player, a column for everything that is said of any of them.
    QByteArray csvText() const;
    /// The menu for a card, null = beside them; deletes itself when it closes.
    QMenu* menuFor(const PlayerCardView* card, QPoint globalPos);

Q_SIGNALS:
    void contextMenuRequested(ghostline::model::ActorId actor, QPoint globalPos);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    /// Cards under one heading.
    struct Group
    {
        QString side; ///< as the recording tells it
        QString shown;
        QLabel* heading = nullptr; ///< null where everybody plays alone
        std::vector<PlayerCardView*> cards;
    };
    void rebuild();
    void colour(PlayerCardView& card) const;
    void showSelection();
    void arrange();
    int placeAll(int width);
    int placeGroup(const Group& group, const QRect& room, int columns);

    QPointer<ReplaySession> m_session;
    std::shared_ptr<const model::ReplayInfo> m_shown;
    render::Theme m_theme;
    QWidget* m_ground;
    std::vector<Group> m_groups;
    std::vector<PlayerCardView*> m_cards; ///< in the order of the line-up
    int m_room = 160;
};

} // namespace ghostline::app
