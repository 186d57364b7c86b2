// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The strip above the picture while one watches together: who drives, whether one follows, who asks for the
// drive, and how to leave.
#include "app/gui/together/party_face.h"

#include <QFrame>
#include <QPointer>

class QLabel;
class QToolButton;

namespace ghostline::app {

class Actions;

class TogetherStrip : public QFrame
{
    Q_OBJECT
public:
    /// `actions` outlives it.
    explicit TogetherStrip(Actions* actions, QWidget* parent = nullptr);
    /// null = none. Not owned.
    void setParty(WatchParty* party);
    /// The same for what is seen of one; outlives the strip, or is its child.
    void setFace(PartyFace* face);
    /// The camera is the user's own for a while, though the play follows.
    void setLookingAround(bool on);
    /// So much was said while nobody looked at the chat.
    void setUnread(int messages);
    /// What stands in it: "Ada drives".
    QString text() const;
    /// "Ben asks for the drive", empty where nobody does.
    QString requestText() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeState(Actions* actions);
    QWidget* makeRequest();
    void takeParticipant();
    void refresh();
    void describePeople();
    void refreshRequest();
    void colourState(bool lost);
    QString stateText() const;
    together::Participant* participant() const;

    QPointer<PartyFace> m_face;
    QPointer<together::Participant> m_heard;
    QAction* m_followVerb;
    QAction* m_peopleVerb;
    QLabel* m_state = nullptr;
    QLabel* m_count = nullptr;
    QToolButton* m_follow = nullptr;
    QToolButton* m_leave = nullptr;
    QToolButton* m_people = nullptr;
    int m_unread = 0;
    QWidget* m_request = nullptr;
    bool m_lookingAround = false;
    QLabel* m_requestText = nullptr;
    together::PersonId m_asking = together::PersonId::None; ///< whose request is shown
    std::vector<together::PersonId> m_later;                ///< not now, until they ask again
};

} // namespace ghostline::app
