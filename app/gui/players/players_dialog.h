// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two people beside each other, beside the window: figures in a table, speeds as bars, places as maps.
#include "app/gui/players/players_answer.h"
#include "app/gui/session/replay_session.h"
#include "model/codec/opening.h"

#include <QDialog>
#include <QPointer>

class QLabel;
class QProgressBar;
class QTableView;

namespace ghostline::app {

class Actions;
class Job;
class PlaceMap;
class PlayerPicker;
class PlayersModel;
class SpeedChart;

class PlayersDialog : public QDialog
{
    Q_OBJECT
public:
    explicit PlayersDialog(const std::shared_ptr<const model::CodecRegistry>& registry,
                           QWidget* parent = nullptr);
    ~PlayersDialog() override;

    /// Its verb brings it up; `actions` outlives it.
    void bind(Actions* actions);
    /// null = no replay open: it is emptied and closed. Not owned.
    void setSession(ReplaySession* session);
    /// Shows it; who was never chosen is the selected actor, and the next one.
    void present();
    /// These two; None = whoever is there.
    void compare(ghostline::model::ActorId a, ghostline::model::ActorId b);
    /// 0 = A, 1 = B.
    PlayerPicker* picker(int side) const { return m_pickers[static_cast<std::size_t>(side)]; }

private:
    void build(const std::shared_ptr<const model::CodecRegistry>& registry);
    QLayout* buildPickers(const std::shared_ptr<const model::CodecRegistry>& registry);
    QWidget* buildTable();
    QWidget* buildPictures();
    void chooseDefaults();
    void start();
    void deliver(const model::Result<std::shared_ptr<const PlayersAnswer>>& answer);
    void showAnswer(const std::shared_ptr<const PlayersAnswer>& answer);

    QPointer<ReplaySession> m_session;
    std::array<PlayerPicker*, 2> m_pickers{};
    PlayersModel* m_model;
    QTableView* m_table = nullptr;
    SpeedChart* m_speeds = nullptr;
    std::array<PlaceMap*, 2> m_places{};
    QProgressBar* m_progress = nullptr;
    QLabel* m_note = nullptr;
    Job* m_job;
};

} // namespace ghostline::app
