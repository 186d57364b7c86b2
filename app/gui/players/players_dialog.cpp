// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/players/players_dialog.h"

#include "app/gui/jobs/job.h"
#include "app/gui/players/place_map.h"
#include "app/gui/players/player_picker.h"
#include "app/gui/players/players_model.h"
#include "app/gui/players/speed_chart.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/load_bar.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/table_menu.h"
#include "model/metrics/metric_table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

bool sameChoice(const PlayerChoice& a, const PlayerChoice& b)
{
    return a.source == b.source && a.actor == b.actor && a.part == b.part;
}

} // namespace

PlayersDialog::PlayersDialog(const std::shared_ptr<const model::CodecRegistry>& registry, QWidget* parent)
    : QDialog(parent), m_model(new PlayersModel(this)), m_job(new Job(this))
{
    setObjectName(QStringLiteral("players"));
    setWindowTitle(tr("Compare players"));
    setModal(false);
    resize(1160, 720);
    build(registry);
    connect(m_job, &Job::progressed, this,
            [this](double share) { m_progress->setValue(static_cast<int>(share * BarSteps)); });
    connect(m_job, &Job::runningChanged, this, [this](bool running) {
        m_progress->setValue(0);
        m_progress->setVisible(running);
    });
}

PlayersDialog::~PlayersDialog() { m_job->disconnect(this); }

void PlayersDialog::bind(Actions* actions)
{
    actions->on(id("analyse.comparePlayers"), this, [this](bool) { present(); });
}

void PlayersDialog::build(const std::shared_ptr<const model::CodecRegistry>& registry)
{
    m_progress = new QProgressBar(this);
    m_progress->setRange(0, BarSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(Grid);
    m_progress->setVisible(false);
    m_note = new QLabel(this);
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    auto* middle = new QSplitter(Qt::Horizontal, this);
    middle->setChildrenCollapsible(false);
    middle->addWidget(buildTable());
    middle->addWidget(buildPictures());
    middle->setStretchFactor(0, 1);
    middle->setStretchFactor(1, 1);
    middle->setSizes({180 * Grid, 100 * Grid}); // names are long
    auto* exported = new QPushButton(TableMenu::of(m_table)->exportVerb()->text(), this);
    exported->setAutoDefault(false);
    exported->setMinimumWidth(exported->sizeHint().width() + 4 * Grid); // the style leaves long words no room
    connect(exported, &QPushButton::clicked, TableMenu::of(m_table)->exportVerb(), &QAction::trigger);
    auto* below = new QHBoxLayout;
    below->addWidget(m_note, 1);
    below->addWidget(exported);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4 * Grid, 4 * Grid, 4 * Grid, 4 * Grid);
    column->setSpacing(3 * Grid);
    column->addLayout(buildPickers(registry));
    column->addWidget(m_progress);
    column->addWidget(middle, 1);
    column->addLayout(below);
}

QLayout* PlayersDialog::buildPickers(const std::shared_ptr<const model::CodecRegistry>& registry)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(6 * Grid);
    for (std::size_t side = 0; side < m_pickers.size(); ++side) {
        auto* picker = new PlayerPicker(static_cast<int>(side), registry, this);
        m_pickers[side] = picker;
        row->addWidget(picker, 1);
        connect(picker, &PlayerPicker::changed, this, &PlayersDialog::start);
        connect(picker, &PlayerPicker::opening, this,
                [this](const QString& name) { m_note->setText(tr("Opening %1…").arg(name)); });
        connect(picker, &PlayerPicker::failed, this,
                [this](const model::Error& error) { m_note->setText(shownError(error)); });
    }
    return row;
}

QWidget* PlayersDialog::buildTable()
{
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Figures of two players"));
    m_table->setItemDelegate(new PlayersDelegate(m_table));
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(PlayersModel::WhatColumn, QHeaderView::Stretch);
    for (const auto& [column, width] :
         {std::pair{PlayersModel::GroupColumn, 20}, std::pair{PlayersModel::AColumn, 32},
          std::pair{PlayersModel::BColumn, 32}, std::pair{PlayersModel::DifferenceColumn, 18},
          std::pair{PlayersModel::UnitColumn, 12}})
        header->resizeSection(column, width * Grid);
    return m_table;
}

QWidget* PlayersDialog::buildPictures()
{
    auto* pictures = new QWidget(this);
    m_speeds = new SpeedChart(pictures);
    auto* maps = new QHBoxLayout;
    for (std::size_t side = 0; side < m_places.size(); ++side) {
        m_places[side] = new PlaceMap(static_cast<int>(side), pictures);
        maps->addWidget(m_places[side], 1);
    }
    auto* column = new QVBoxLayout(pictures);
    column->setContentsMargins(2 * Grid, 0, 0, 0);
    column->addWidget(m_speeds, 1);
    column->addLayout(maps, 1);
    return pictures;
}

void PlayersDialog::setSession(ReplaySession* session)
{
    m_job->cancel();
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    for (PlayerPicker* picker : m_pickers)
        picker->setSession(session);
    showAnswer(nullptr);
    m_note->clear();
    if (session == nullptr)
        hide();
    else
        connect(session, &ReplaySession::zonesChanged, this, [this] {
            if (isVisible())
                start();
        });
}

void PlayersDialog::chooseDefaults()
{
    const model::ActorId selected = m_session->actors()->selected();
    const std::vector<model::ActorId> offered = model::tableActors(m_session->info());
    if (m_pickers[0]->untouched() && m_session->info().actor(selected) != nullptr)
        m_pickers[0]->choose(selected);
    const PlayerChoice a = m_pickers[0]->choice();
    const PlayerChoice b = m_pickers[1]->choice();
    if (!m_pickers[1]->untouched() && !sameChoice(a, b))
        return;
    for (const model::ActorId actor : offered) {
        if (actor != a.actor) {
            m_pickers[1]->choose(actor);
            return;
        }
    }
}

void PlayersDialog::present()
{
    if (m_session == nullptr)
        return;
    chooseDefaults();
    show();
    raise();
    activateWindow();
    start();
}

void PlayersDialog::compare(model::ActorId a, model::ActorId b)
{
    if (m_session == nullptr)
        return;
    if (a != model::ActorId::None)
        m_pickers[0]->choose(a);
    if (b != model::ActorId::None)
        m_pickers[1]->choose(b);
    present();
}

void PlayersDialog::start()
{
    if (m_session == nullptr)
        return;
    PlayersQuestion question;
    for (std::size_t side = 0; side < m_pickers.size(); ++side)
        question.sides[side] = m_pickers[side]->choice();
    question.zones = m_session->zones();
    m_model->setNames(m_pickers[0]->actorName(), m_pickers[1]->actorName());
    if (!question.complete() || sameChoice(question.sides[0], question.sides[1])) {
        m_job->cancel();
        showAnswer(nullptr);
        m_note->setText(tr("Choose two people, or two parts of the match or two recordings for one of them"));
        return;
    }
    m_note->setText(tr("Working it out…"));
    m_job->start([this, question](const model::Progress& progress, std::stop_token stop) {
        auto answer = comparePlayers(question, progress, std::move(stop));
        return std::function<void()>([this, answer = std::move(answer)] { deliver(answer); });
    });
}

void PlayersDialog::deliver(const model::Result<std::shared_ptr<const PlayersAnswer>>& answer)
{
    showAnswer(answer ? *answer : nullptr);
    if (!answer) {
        m_note->setText(shownError(answer.error()));
        return;
    }
    const model::SpeedScale& scale = (*answer)->comparison.scale;
    const QString unit = (*answer)->comparison.lengthUnit + QStringLiteral("/s");
    m_note->setText(scale.reference > 0.0
                        ? tr("Standing is not above %1 %3, a sprint at least %2 %3 for a second or more")
                              .arg(numberText(scale.still, 2), numberText(scale.sprint, 2), unit)
                        : QString());
}

void PlayersDialog::showAnswer(const std::shared_ptr<const PlayersAnswer>& answer)
{
    m_model->setAnswer(answer);
    m_speeds->setAnswer(answer);
    for (PlaceMap* map : m_places)
        map->setAnswer(answer, answer != nullptr ? answer->comparison.lengthUnit : QString());
}

} // namespace ghostline::app
