// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Gives the verbs of play lists their meaning: files of lists, what is added, what is played. Nothing that
// was not saved is lost without a question.
#include "app/gui/playlist/play_list_document.h"
#include "app/gui/playlist/play_list_player.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>

class QMenu;

namespace ghostline::app {

class Actions;
class PlayListPanel;
class PlayListStrip;

/// What the window does for it, besides playing.
struct PlayListWindow
{
    std::function<void(const QString& path, const QString& at)> open; ///< a recording
    std::function<void()> raise;                                      ///< the panel
    std::function<std::optional<model::Clip>()> marked;               ///< of the selected bookmark
    std::function<QString()> camera; ///< word for how the picture is looked at now, empty = none
    std::function<void(const QString& text)> tell;
    QWidget* widget = nullptr; ///< dialogs stand over it; it outlives the desk
};

class PlayListDesk : public QObject
{
    Q_OBJECT
public:
    PlayListDesk(Actions* actions, PlayListPanel* panel, PlayListHost host, PlayListWindow window,
                 QObject* parent);

    PlayListDocument& document();
    PlayListPanel* panel() const { return m_panel; }
    PlayListPlayer& player() { return m_player; }
    /// For the view to put above the picture.
    PlayListStrip* strip() const { return m_strip; }
    /// null = no recording is open. Not owned.
    void setSession(ReplaySession* session);
    /// A file that is a play list by its name is opened here; false for any other.
    bool takes(const QString& path);
    void openList(const QString& path);
    /// Whether the window may go. If not it is asked what becomes of the list, and the window closed after
    /// that.
    bool mayClose();

public Q_SLOTS:
    /// Plays them without touching the list.
    void playClips(const std::vector<ghostline::model::Clip>& clips);
    /// At the end of the list, which is brought up.
    void addClips(const std::vector<ghostline::model::Clip>& clips);

Q_SIGNALS:
    void exportRequested(const std::vector<ghostline::model::Clip>& clips);

private:
    void exportEntries(const std::vector<int>& ids);
    void tellDifferences();
    void tellDifference(int id);
    void bindVerbs();
    void bindPlayer();
    void fillMenu();
    void fillRecent(QMenu* recent);
    void fillLeadIn(QMenu* leadIn);
    void offer();
    void addNow();
    void play(int row);
    void showPlaying();
    void onEnded(PlayListPlayer::End how);
    /// Once it is certain that nothing is lost by it.
    void afterAsking(std::function<void()> then);
    void open(const QString& path);
    void chooseList();
    void saveThen(const std::function<void()>& then);
    void chooseName(const std::function<void()>& then);
    void save(const QString& path, const std::function<void()>& then);

    Actions* m_actions;
    PlayListPanel* m_panel;
    PlayListWindow m_window;
    PlayListPlayer m_player;
    PlayListStrip* m_strip;
    QPointer<ReplaySession> m_session;
    QSet<QString> m_told;            ///< sentences on recordings that are others now
    int m_shown = 0;                 ///< id of the entry that is played, as it was told of
    std::vector<int> m_playing;      ///< ids of what is played, by entry; empty = clips of somebody else
    bool m_raiseWithSession = false; ///< the list was opened before any recording was
    bool m_letGo = false;            ///< the window may go as it is
};

} // namespace ghostline::app
