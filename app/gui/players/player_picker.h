// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chooses one of the two who are compared: a recording, somebody in it, a part of it.
#include "app/gui/players/players_answer.h"
#include "app/gui/session/replay_session.h"
#include "model/codec/opening.h"

#include <QPointer>
#include <QStringList>
#include <QWidget>

class QComboBox;

namespace ghostline::app {

class Job;

class PlayerPicker : public QWidget
{
    Q_OBJECT
public:
    /// `side`: 0 = A, 1 = B.
    PlayerPicker(int side, std::shared_ptr<const model::CodecRegistry> registry, QWidget* parent = nullptr);

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    /// Of the open recording; one that its list lacks is added.
    void choose(model::ActorId actor);
    /// Another recording, opened beside the window.
    void openOther(const QString& path);
    /// The one that another recording is opened with, for tests.
    void setOpener(model::Opener opener) { m_opener = std::move(opener); }

    PlayerChoice choice() const;
    /// Of whoever is chosen; empty = nobody.
    QString actorName() const;
    /// Whether nobody chose yet.
    bool untouched() const { return !m_touched; }

Q_SIGNALS:
    void changed();
    void opening(const QString& name);
    void failed(const ghostline::model::Error& error);

private:
    enum Recording { This, Other, Open };

    void build();
    bool showsOther() const;
    std::shared_ptr<model::ReplaySource> source() const;
    std::shared_ptr<const model::ReplayIndex> index() const;
    void onRecordingChosen();
    void askFile();
    void useOther(const model::CompleteReplay& opened, const QString& path);
    void refill();
    void fillActors(const model::ReplayIndex& index);
    void fillParts(const model::ReplayIndex& index);

    int m_side;
    std::shared_ptr<const model::CodecRegistry> m_registry;
    model::Opener m_opener;
    QPointer<ReplaySession> m_session;
    model::CompleteReplay m_other;                  ///< empty = none was opened
    model::ActorId m_wanted = model::ActorId::None; ///< is in the list even if it usually is not
    QComboBox* m_recording = nullptr;
    QComboBox* m_actor = nullptr;
    QComboBox* m_part = nullptr;
    std::vector<model::ActorId> m_listed; ///< whom m_actor offers
    QStringList m_listedTexts;
    const void* m_listedOf = nullptr; ///< the recording they are of; only compared
    QString m_partAsked;              ///< what m_part said when it was last told of
    bool m_touched = false;
    Job* m_job;
};

} // namespace ghostline::app
