// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can be done with the bookmarks that are selected in their list, and with all that it shows.
#include "model/clips/clip.h"
#include "model/sidecar/sidecar.h"

#include <QObject>

#include <functional>
#include <vector>

class QMenu;
class QTableView;
class QWidget;

namespace ghostline::app {

class Actions;
class ReplaySession;

class BookmarksMenu : public QObject
{
    Q_OBJECT
public:
    /// What a menu is about. The session outlives the menu's use or closes it.
    struct Subject
    {
        ReplaySession* session = nullptr;
        std::vector<model::Bookmark> selected{};
        std::vector<model::Bookmark> shown{};
    };
    using Ask = std::function<Subject()>;

    /// Belongs to the table; `ask` is called whenever something is to be done.
    BookmarksMenu(Actions* actions, QTableView* table, Ask ask);
    /// About what is selected and shown now. Deletes itself when it closes.
    QMenu* makeMenu();
    /// In one step each.
    void tagSelected(const QString& tag);
    void untagSelected(const QString& tag);
    void removeSelected();

Q_SIGNALS:
    void exportRequested(const std::vector<ghostline::model::Clip>& clips);
    void playRequested(const std::vector<ghostline::model::Clip>& clips);
    void playListRequested(const std::vector<ghostline::model::Clip>& clips); ///< are to be added to it

private:
    void addClips(QMenu* menu, const Subject& subject);
    void addTagging(QMenu* menu, const Subject& subject);
    void askTag();

    Actions* m_actions;
    QTableView* m_table;
    Ask m_ask;
};

} // namespace ghostline::app
