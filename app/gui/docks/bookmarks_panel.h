// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bookmarks: listed, edited in place, coloured, gone to, played one after the other.
#include "app/gui/shell/replay_session.h"
#include "render/theme.h"

#include <QPointer>
#include <QWidget>

class QMenu;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace ghostline::app {

class Actions;
class BookmarksModel;

class BookmarksPanel : public QWidget
{
    Q_OBJECT
public:
    explicit BookmarksPanel(Actions* actions, QWidget* parent = nullptr);
    ~BookmarksPanel() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// Opens the note of the newest bookmark for typing.
    void editNewest();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build(Actions* actions);
    void fillColours();
    void updateButtons();
    void goTo(int row);
    void removeSelected();
    void setHue(int hue);
    std::vector<QString> selectedIds() const;
    void selectAgain();

    QPointer<ReplaySession> m_session;
    render::Theme m_theme;
    BookmarksModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QToolButton* m_colour = nullptr;
    QToolButton* m_remove = nullptr;
    QMenu* m_colours = nullptr;
    QStackedLayout* m_pages = nullptr;
    std::vector<QString> m_selected; ///< ids: rows change when bookmarks come and go
};

} // namespace ghostline::app
