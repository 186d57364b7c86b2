// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Watching together in the window: the party, its dialogs, panel and strip, and what is seen alike. Gives the
// verbs their meaning.
#include "app/gui/shell/main_window.h"
#include "app/gui/together/party_board.h"
#include "app/gui/together/pointing.h"
#include "app/gui/together/watch_party.h"

namespace ghostline::app {

class ReplayOpener;
class TogetherLook;
class TogetherPanel;
class TogetherStrip;

class WatchTogether : public QObject
{
    Q_OBJECT
public:
    /// Docks and opener outlive it; it is the window's child.
    WatchTogether(MainWindow* window, const WindowSetup& setup, Docks* docks, ReplayOpener* opener);
    ~WatchTogether() override;

    /// null = no recording is open. After the view was given it.
    void setSession(ReplaySession* session);
    /// A line to join by is asked about; false for everything else that can be opened.
    bool takes(const QString& address);
    /// Begins to host with the choices of last time, for this machine alone, as soon as a recording is open,
    /// and shows the line.
    void hostAt(std::uint16_t port);
    /// Without asking.
    void join(const together::Invitation& invitation);
    WatchParty& party() { return m_party; }
    /// Once nobody watches together: now, or later, which is told. The last one counts.
    void speakWhenOver(LanguageChoice language);

private:
    void bindVerbs();
    void bindParty();
    void bindFollowing();
    void bindChat(QDockWidget* dock, TogetherPanel* panel);
    void takeParticipant();
    void takePlayback();
    void refresh();
    void refreshAsk();
    void showJoining(const QString& line);
    void tell(const QString& text, bool warning);
    void tellFailure(const QString& title, const QString& detail);

    MainWindow* m_window;
    ReplayOpener* m_opener;
    QStringList m_filters; ///< of recordings, for a file chooser
    TogetherStrip* m_strip;
    TogetherLook* m_look;
    Pointing m_pointing;
    PartyBoard m_board;
    int m_unread = 0;                                    ///< messages, while nobody looked at the chat
    std::optional<std::uint16_t> m_hostAt;               ///< as soon as a recording is open
    std::optional<LanguageChoice> m_language;            ///< to be spoken once it is over
    bool m_toldEnd = false;                              ///< the banner says why the last time ended
    WatchParty::Phase m_phase = WatchParty::Phase::Idle; ///< the last one that was seen
    WatchParty m_party;                                  ///< last: the others listen to what it has
};

} // namespace ghostline::app
