// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The drawings of all who watch together: what is drawn here meanwhile is told, what others draw is shown and
// listed with its author, and may be kept in the end, also where that came with the end of the recording.
// UI thread only.
#include "app/gui/session/replay_session.h"
#include "together/participant.h"

#include <QDateTime>
#include <QHash>
#include <QMessageBox>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <vector>

namespace ghostline::app {

class PartyBoard : public QObject
{
    Q_OBJECT
public:
    /// `window`: over which it asks what becomes of the drawings of others. While that is closed there is
    /// nobody to ask: they are dropped.
    explicit PartyBoard(QWidget* window);
    /// null = no recording is open.
    void setSession(ReplaySession* session);
    /// null = nobody watches together (any more). Not owned.
    void setParticipant(together::Participant* participant);
    /// The recording that all watch is the one that is open here. Nothing is told or shown before; and what
    /// was drawn before stays private.
    void setTogether(bool on);
    /// The line is there again: all that others drew is said once more, and what is not has gone; what is
    /// drawn here is told once more, too.
    void startOver();

    /// Of parties that are over, as long as nobody said what becomes of them.
    std::vector<model::Drawing> leftOver() const;
    /// They become the user's, with their authors: one step of the history where their recording is open, and
    /// written to its notes where it is not.
    void keep();
    void drop();

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// What others drew on one recording.
    struct Left
    {
        QString path{}; ///< of the recording
        std::vector<model::Drawing> drawings{};
        QPointer<QMessageBox> question{};
    };

    void onDrawingsChanged();
    void onAdded(const together::DrawingAdded& added);
    void onRemoved(const together::DrawingRemoved& removed);
    void endParty();
    void beginParty();
    bool isOurs(const model::Drawing& drawing) const;
    bool isInNotes(const QString& id) const;
    void tellRemoved();
    void show();
    void leave(const QString& path, const std::vector<model::Drawing>& drawings);
    void ask(Left& left);
    void askAgain(const QString& path);
    void closeQuestion(Left& left);
    void answer(const QString& path, bool keeps);
    void answerAll(bool keeps);
    void keepHere(const Left& left);
    void keepElsewhere(const Left& left);
    void tellProblem(const QString& title, const QString& detail);

    QWidget* m_window;
    QPointer<ReplaySession> m_session;
    QPointer<together::Participant> m_participant;
    QDateTime m_begun; ///< UTC; invalid = on this recording it never did
    bool m_together = false;
    QSet<QString> m_private;               ///< ids of what was there before, or was taken from all again
    QHash<QString, model::Drawing> m_told; ///< of what is drawn here, by id
    std::vector<model::Drawing> m_others;
    QString m_seenOn;         ///< path of the recording that all watch; empty = it was never open here
    std::vector<Left> m_left; ///< m_others of parties that are over
    QTimer m_showing;         ///< many come at once
};

} // namespace ghostline::app
