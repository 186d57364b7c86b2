// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bookmarks: listed, edited in place, coloured, gone to, played one after the other.
#include "app/gui/session/panel.h"
#include "model/clips/clip.h"

#include <vector>

class QLabel;
class QLineEdit;
class QMenu;
class QTableView;
class QToolButton;

namespace ghostline::app {

class Actions;
class BookmarksMenu;
class BookmarksModel;
class TagChips;

class BookmarksPanel final : public Panel
{
    Q_OBJECT
public:
    explicit BookmarksPanel(Actions* actions, QWidget* parent = nullptr);

    /// Opens the note of the newest bookmark for typing.
    void editNewest();
    /// The one bookmark that is selected; null where none or several are.
    const model::Bookmark* selectedBookmark() const;
    /// What that one spans, of an instant a few seconds either side.
    std::optional<model::Clip> selectedClip() const;
    /// Those that the filters let through, in the order of the list.
    std::vector<model::Bookmark> shownBookmarks() const;

Q_SIGNALS:
    void selectionChanged();
    /// Bookmarks are to be written as video, played one after the other, or put into the play list.
    void exportRequested(const std::vector<ghostline::model::Clip>& clips);
    void playRequested(const std::vector<ghostline::model::Clip>& clips);
    void playListRequested(const std::vector<ghostline::model::Clip>& clips);

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void build(Actions* actions);
    void buildFilters();
    void filter();
    void onBookmarksChanged();
    std::vector<model::Bookmark> selectedBookmarks() const;
    void fillColours();
    void updateButtons();
    void goTo(int row);
    void setHue(int hue);
    std::vector<QString> selectedIds() const;
    std::vector<QString> allIds() const;
    void selectNewest();
    void selectAgain();

    BookmarksModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    BookmarksMenu* m_menu = nullptr;
    QLineEdit* m_search = nullptr;
    TagChips* m_tags = nullptr;
    QLabel* m_empty = nullptr;
    QToolButton* m_colour = nullptr;
    QToolButton* m_remove = nullptr;
    QMenu* m_colours = nullptr;
    std::vector<QString> m_selected; ///< ids: rows change when bookmarks come and go
    std::vector<QString> m_known;    ///< ids of those that were there so far
};

} // namespace ghostline::app
