// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Gives the verbs of reviewing their meaning, and leads from the queue to a recording to its flags.
#include "app/gui/cases/export_case.h"
#include "app/gui/session/replay_session.h"
#include "model/codec/codec_registry.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace ghostline::app {

class Actions;
class EvidencePanel;
class ReviewPanel;

/// What the window does for it.
struct ReviewHost
{
    std::function<void(const QString& path)> open;
    std::function<void(const QString& dock)> raise; ///< "review" or "evidence"
    std::function<bool(const QString& dock)> isShown;
    std::function<void()> makeRoom; ///< for the tables of the review
    std::function<void(const QString& text)> tell;
    std::shared_ptr<const model::CodecRegistry> registry;
    model::Options options; ///< of the codecs, for every recording of a folder as for the one that is opened
    ExportCase::Look look;  ///< of pictures
};

class ReviewDesk : public QObject
{
    Q_OBJECT
public:
    ReviewDesk(Actions* actions, ReviewPanel* panel, EvidencePanel* evidence, ReviewHost host,
               QObject* parent);
    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    /// A folder of recordings, which is looked through instead of being opened as one.
    bool takesFolder(const QString& path);
    void openFolder(const QString& path);
    /// The flag of that number, from 1 in order of time, is shown when this recording is opened.
    void expectFlag(const QString& path, int number);
    /// With the panel in sight the next or previous flag is chosen there; false without it.
    bool goToFlag(int delta);
    /// The window's panels stand again as they did in the last recording, or are hidden without one.
    void onReplayOpened();
    void onReplayClosed();

private:
    void bindPanels();
    void bindFlags();
    void bindVerdicts();
    void bindRules();
    void chooseNotes();
    void chooseNotesFolder();
    void mergeFolder(const QString& other);
    void editReasons();
    void raiseFlag();
    void goToOpen(int delta);
    void offerTakingBack();
    void onFlagChosen();

    Actions* m_actions;
    ReviewPanel* m_panel;
    EvidencePanel* m_evidence;
    ReviewHost m_host;
    ExportCase* m_case;
    QPointer<ReplaySession> m_session;
    QString m_wanted;               ///< a recording that is being opened for its flags
    int m_wantedFlag = 0;           ///< of it; 0 = the first that is open
    bool m_roomMade = false;        ///< beside a recording, once: what the user makes of it is kept
    bool m_evidenceOffered = false; ///< once; after that it is the user who shows or hides it
};

} // namespace ghostline::app
