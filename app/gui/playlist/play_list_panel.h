// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The play list: put together, put in order, edited in place. It opens, plays and exports nothing itself.
#include "app/gui/playlist/listed_recordings.h"
#include "app/gui/playlist/play_list_document.h"
#include "app/gui/session/panel.h"

#include <QHash>
#include <QSet>

class QLabel;
class QLineEdit;
class QMenu;
class QTableView;
class QToolButton;

namespace ghostline::app {

class Actions;
class PlayListModel;

class PlayListPanel final : public Panel
{
    Q_OBJECT
public:
    explicit PlayListPanel(Actions* actions, QWidget* parent = nullptr);
    ~PlayListPanel() override;

    PlayListDocument& document() { return m_document; }
    /// New, open, save and what else is done with the whole list; filled by whoever does it.
    QMenu* listMenu() const { return m_listMenu; }
    /// The entry that the keyboard is at, -1 = none.
    int currentRow() const;
    std::vector<model::Clip> selectedClips() const;
    /// The entry that is played now, 0 = none.
    void setPlaying(int id);
    /// It was found that this recording cannot be opened.
    void setTrouble(const QString& recording, const QString& why);
    /// Looks again which recordings are there, and what they consist of.
    void checkRecordings();
    /// As PlayListModel::differenceOf().
    QString differenceOf(int row) const;

public Q_SLOTS:
    /// At the end of the list. Those of no recording are of the one that is open.
    void addClips(const std::vector<ghostline::model::Clip>& clips);

Q_SIGNALS:
    void playFromRequested(int row);
    void bookmarksRequested();
    void exportRequested(const std::vector<int>& ids);
    void differencesFound(); ///< another answer of differenceOf()

protected:
    void showEvent(QShowEvent* event) override;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    QLayout* makeTools(Actions* actions);
    void makeTable();
    void makeVerbs();
    void showMenu(QPoint at);
    void updateTools();
    void selectAgain();
    void takeTitle();
    void moveSelected(int by);
    void askWhere(const QString& recording);
    void relocate(const QString& from, const QString& to);
    void mergeTroubles();
    void takeRecordings();
    std::vector<int> selectedIds() const;
    void refreshTitle();

    PlayListDocument m_document;
    PlayListModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QLineEdit* m_title = nullptr;
    QLabel* m_unsaved = nullptr;
    QMenu* m_listMenu = nullptr;
    QToolButton* m_bookmarks = nullptr;
    QAction* m_duplicate = nullptr;
    QAction* m_remove = nullptr;
    QAction* m_up = nullptr;
    QAction* m_down = nullptr;
    std::vector<int> m_selected;        ///< ids: rows change when entries come and go
    QSet<int> m_known;                  ///< ids of those that were there so far
    QHash<QString, QString> m_troubles; ///< those that could not be opened
    ListedRecordings m_recordings;
};

} // namespace ghostline::app
