// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Those who watch together: who is here, who drives, what is said; before, how to begin.
#include "app/gui/session/panel.h"
#include "app/gui/together/chat_log.h"
#include "app/gui/together/drive_words.h"
#include "app/gui/together/party_face.h"

class QPushButton;
class QTableView;

namespace ghostline::app {

class Actions;
class ChatView;
class PeopleModel;

class TogetherPanel final : public Panel
{
    Q_OBJECT
public:
    /// `actions` outlives it.
    explicit TogetherPanel(Actions* actions, QWidget* parent = nullptr);
    /// null = none. Not owned.
    void setParty(WatchParty* party);
    /// The same for what is seen of one; outlives the panel, or is its child.
    void setFace(PartyFace* face);
    ChatLog& log() { return m_log; }

private:
    void onSessionChanged() override {} // people stay whatever is opened
    void onThemeChanged() override;
    QWidget* makeBeginning(Actions* actions);
    QWidget* makeContent();
    QWidget* makeVerbs();
    void takeParticipant();
    void refreshPeople();
    void updateVerbs();
    void updateChat();
    void askToRemove();
    const together::Person* selected() const;
    together::Participant* participant() const;

    QPointer<PartyFace> m_face;
    QPointer<together::Participant> m_heard; ///< whose people are listened to
    ChatLog m_log;
    PeopleModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    ChatView* m_chat = nullptr;
    QStackedLayout* m_pages = nullptr;
    QLabel* m_driver = nullptr;
    QPushButton* m_wish = nullptr;
    QPushButton* m_handOver = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_copy = nullptr;
};

} // namespace ghostline::app
