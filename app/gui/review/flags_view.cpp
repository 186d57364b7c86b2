// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/flags_view.h"

#include "app/gui/review/flag_text.h"
#include "app/gui/review/flags_model.h"
#include "app/gui/review/verdict_form.h"
#include "app/gui/session/go_to_event.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/panel_style.h"

#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ghostline::app {

FlagsView::FlagsView(Actions* actions, QWidget* parent) : Panel(parent)
{
    build(actions);
    onThemeChanged();
    onRowsChanged();
}

QWidget* FlagsView::buildTools(Actions* actions)
{
    auto* tools = new QWidget(this);
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(2 * Grid, Grid, 2 * Grid, 0);
    row->setSpacing(Grid);
    const auto add = [&](const char* id, const char* icon, bool worded = false) {
        QAction* action = actions->get(QLatin1String(id));
        auto* button = iconButton(QLatin1String(icon), action->text(), action->isCheckable(), tools);
        if (worded) { // no picture says it
            button->setToolButtonStyle(Qt::ToolButtonTextOnly);
            button->setText(action->text());
            button->setFixedWidth(button->fontMetrics().horizontalAdvance(button->text()) + 4 * Grid);
        }
        button->setToolTip(action->toolTip());
        button->setChecked(action->isChecked());
        connect(button, &QToolButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::toggled, button, &QToolButton::setChecked);
        connect(action, &QAction::changed, button, [button, action] {
            button->setEnabled(action->isEnabled());
            button->setToolTip(action->toolTip());
        });
        row->addWidget(button);
    };
    add("analyse.previousFlag", "previous-event");
    add("analyse.nextFlag", "next-event");
    add("review.nextUnreviewed", "flag", true);
    add("review.playBefore", "play");
    add("review.merge", "add");
    m_count = new ElidedLabel(tools);
    m_count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_count, 1);
    return tools;
}

void FlagsView::build(Actions* actions)
{
    m_model = new FlagsModel(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(FlagsModel::SortRole);
    m_table = new QTableView(this);
    m_table->setModel(m_sorted);
    tidyTable(m_table, tr("Flags"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(FlagsModel::TimeColumn, Qt::AscendingOrder);
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setStretchLastSection(true); // the detail: whole in a narrow panel too, which then scrolls
    // Not what is current: that changes as soon as the table gets the keyboard.
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection& now) {
                if (!now.isEmpty())
                    choose(m_sorted->mapToSource(now.indexes().first()).row());
            });
    connect(m_table, &QTableView::activated, this, &FlagsView::playChosen);
    m_empty = emptyStateOver(m_table);
    m_form = new VerdictForm(actions, this);
    connect(m_form, &VerdictForm::reviewerChanged, this, &FlagsView::takeBackChanged);
    connect(m_form, &VerdictForm::reasonsAsked, this, &FlagsView::reasonsAsked);
    connect(m_form, &VerdictForm::reviewerAnswered, this, &FlagsView::judgeUnsigned);
    connect(m_form, &VerdictForm::reviewerEntered, this, [this] { setRules(rules().blind, rules().needed); });
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_kept = current(); });
    connect(m_model, &QAbstractItemModel::modelReset, this, &FlagsView::chooseAgain);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &FlagsView::onRowsChanged);
    connect(m_model, &QAbstractItemModel::dataChanged, this, [this] {
        onRowsChanged();
        showCurrent();
    });

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid);
    column->addWidget(buildTools(actions));
    column->addWidget(m_table, 1);
    column->addWidget(m_form);
}

void FlagsView::onSessionChanged()
{
    m_unsigned.reset();
    m_due.reset();
    m_chosen = -1; // of a recording that is closed
    m_form->setRecording(session() != nullptr ? session()->path() : QString());
    m_model->setSession(session());
    if (session() != nullptr)
        connect(session(), &ReplaySession::indexChanged, this, &FlagsView::onRowsChanged);
    onRowsChanged();
}

void FlagsView::onThemeChanged()
{
    m_model->setTheme(theme());
    m_form->setTheme(theme());
}

const model::ReviewRules& FlagsView::rules() const { return m_model->rules(); }

void FlagsView::setRules(bool blind, int needed)
{
    m_model->setRules({blind, m_form->reviewer(), needed});
    onRowsChanged();
    showCurrent();
    Q_EMIT rulesChanged();
}

int FlagsView::count() const { return m_model->rowCount(); }

std::optional<model::Flag> FlagsView::current() const
{
    const model::Flag* flag = m_model->at(m_chosen);
    return flag != nullptr ? std::optional(*flag) : std::nullopt;
}

/// Counts, the empty state, and the first flag where it is waited for.
void FlagsView::onRowsChanged()
{
    const int flags = m_model->rowCount();
    const int open = m_model->openFlags();
    const bool reading = session() != nullptr && !session()->index()->complete;
    m_empty->setText(session() == nullptr ? tr("The flags of a recording are listed here")
                     : reading            ? tr("No flags so far; the recording is still being read")
                                          : tr("Nothing in this recording accuses anybody"));
    m_count->setText(flags == 0  ? QString()
                     : open == 0 ? tr("%1, all reviewed").arg(flagCount(flags))
                                 : tr("%1, %2 open").arg(flagCount(flags)).arg(open));
    if (m_due)
        chooseNumber(*m_due);
    Q_EMIT countChanged();
}

int FlagsView::firstOpen() const
{
    int row = 0;
    while (row < m_model->rowCount() && !m_model->isOpen(row))
        ++row;
    return row < m_model->rowCount() ? row : 0;
}

void FlagsView::chooseNumber(int number)
{
    m_due.reset();
    const int recorded = m_model->rowOfRecorded(number);
    if (number > 0 ? recorded >= 0 : m_model->rowCount() > 0) {
        const int row = number > 0 ? recorded : firstOpen();
        const QModelIndex at = m_sorted->mapFromSource(m_model->index(row, 0));
        m_table->setCurrentIndex(at);
        m_table->scrollTo(at);
    } else if (number == 0 || (session() != nullptr && !session()->index()->complete)) {
        m_due = number;
    } else {
        Q_EMIT missing(number);
    }
}

/// Other rows, since somebody raised a flag: the one that is looked at stays.
void FlagsView::chooseAgain()
{
    const auto& flags = m_model->all();
    const auto kept = std::find_if(flags.begin(), flags.end(), [this](const model::Flag& flag) {
        return m_kept && model::isSameFlag(flag, *m_kept);
    });
    m_chosen = kept != flags.end() ? static_cast<int>(kept - flags.begin()) : -1;
    m_kept.reset();
    if (m_chosen >= 0)
        m_table->setCurrentIndex(m_sorted->mapFromSource(m_model->index(m_chosen, 0)));
    onRowsChanged();
    showCurrent();
    Q_EMIT chosen();
}

void FlagsView::choose(int row)
{
    if (session() == nullptr || m_model->at(row) == nullptr || row == m_chosen)
        return;
    m_unsigned.reset(); // it was about another one
    m_chosen = row;
    m_due.reset(); // somebody has chosen by hand meanwhile
    showCurrent();
    Q_EMIT chosen();
    playChosen();
}

void FlagsView::showCurrent()
{
    const model::Flag* flag = m_model->at(m_chosen);
    m_form->show(flag, session() != nullptr ? session()->notes()->sidecar() : model::Sidecar{}, rules());
    Q_EMIT takeBackChanged();
}

/// Shows how it came about, or the very frame.
void FlagsView::playChosen()
{
    const model::Flag* flag = m_model->at(m_chosen);
    if (flag == nullptr)
        return;
    if (flag->actor != model::ActorId::None)
        session()->actors()->select(flag->actor);
    model::Playhead& head = session()->playhead();
    if (!m_playBefore) {
        head.pause();
        head.seek({flag->frame, 0.0});
        return;
    }
    head.seekTime(std::max(model::Micros{0}, flag->time - LeadIn));
    if (head.rate() < 0.0)
        head.setRate(1.0);
    head.play();
}

/// The row from which go() steps off: the chosen flag, or where the playhead stands among them.
int FlagsView::rowToStartFrom(int delta) const
{
    if (m_chosen >= 0)
        return m_chosen;
    const model::FrameNumber now = session()->playhead().at().frame;
    const auto& flags = m_model->all();
    const auto after = std::find_if(flags.begin(), flags.end(), [&](const model::Flag& flag) {
        return delta > 0 ? flag.frame > now : flag.frame >= now;
    });
    const auto row = static_cast<int>(after - flags.begin());
    return delta > 0 ? row - 1 : row;
}

bool FlagsView::go(int delta, bool openOnly, bool round)
{
    const int rows = m_model->rowCount();
    if (session() == nullptr || rows == 0)
        return false;
    const int start = rowToStartFrom(delta);
    for (int step = 1; step <= rows; ++step) {
        const int row = start + delta * step;
        const int within = (row % rows + rows) % rows;
        if (row != within && !round)
            return false;
        if (openOnly && !m_model->isOpen(within))
            continue;
        const QModelIndex at = m_sorted->mapFromSource(m_model->index(within, 0));
        if (within == m_chosen)
            playChosen();
        m_table->setCurrentIndex(at);
        m_table->scrollTo(at);
        return true;
    }
    return false;
}

void FlagsView::judge(model::FlagVerdict verdict)
{
    const std::optional<model::Flag> flag = current();
    if (session() == nullptr || !flag)
        return;
    if (m_form->reviewer().isEmpty() && !std::exchange(m_askedForName, true)) {
        m_unsigned = {verdict, *flag};
        m_form->askForName();
        return;
    }
    m_unsigned.reset();
    if (m_form->reviewer() != rules().reviewer) // typed, and the verdict given by its key
        setRules(rules().blind, rules().needed);
    if (session()->notes()->addReview(*flag, verdict, m_form->note(), m_form->reviewer(), m_form->reason()))
        m_form->noteTaken();
}

bool FlagsView::canTakeBack() const
{
    const std::optional<model::Flag> flag = current();
    return session() != nullptr && flag &&
           model::hasStandingReview(*flag, session()->notes()->sidecar(), m_form->reviewer());
}

/// The name was asked for; the verdict was given before.
void FlagsView::judgeUnsigned()
{
    const auto waiting = std::exchange(m_unsigned, std::nullopt);
    const std::optional<model::Flag> flag = current();
    if (waiting && flag && !m_form->reviewer().isEmpty() && model::isSameFlag(*flag, waiting->flag))
        judge(waiting->verdict);
}

void FlagsView::takeBack()
{
    if (canTakeBack() && session()->notes()->addReview(*current(), model::FlagVerdict::None, m_form->note(),
                                                       m_form->reviewer()))
        m_form->noteTaken();
}

void FlagsView::reloadReasons() { m_form->reloadReasons(); }

QStringList FlagsView::checks() const
{
    QStringList checks;
    for (const model::Flag& flag : m_model->all())
        checks << flag.check;
    checks.removeDuplicates();
    return checks;
}

bool FlagsView::canRemove() const
{
    const model::Flag* flag = m_model->at(m_chosen);
    return session() != nullptr && flag != nullptr && !flag->ownId.isEmpty() &&
           (flag->author.isEmpty() || flag->author == m_form->reviewer());
}

void FlagsView::removeOwn()
{
    if (canRemove())
        session()->notes()->removeFlag(QString(current()->ownId));
}

QString FlagsView::reviewer() const { return m_form->reviewer(); }

void FlagsView::editNote() { m_form->editNote(); }

} // namespace ghostline::app
