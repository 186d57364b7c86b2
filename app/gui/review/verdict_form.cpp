// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/verdict_form.h"

#include "app/gui/docks/panel_style.h"
#include "app/gui/review/flag_text.h"
#include "app/gui/review/review_settings.h"
#include "app/gui/review/reviews_model.h"
#include "app/gui/shell/actions.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

struct VerdictVerb
{
    const char* id;
    model::FlagVerdict verdict;
};
constexpr std::array<VerdictVerb, 3> Verbs{{{"review.confirm", model::FlagVerdict::Confirmed},
                                            {"review.reject", model::FlagVerdict::Rejected},
                                            {"review.unsure", model::FlagVerdict::Unsure}}};
constexpr int VerdictsShown = 2;

QString keyOf(const QString& recording, const model::Flag& flag)
{
    return QStringLiteral("%1 %2 %3").arg(flag.frame).arg(flag.check, recording);
}

} // namespace

VerdictForm::VerdictForm(Actions* actions, QWidget* parent) : QWidget(parent)
{
    build(actions);
    setTheme(themeFor(palette()));
    show(nullptr, {});
}

void VerdictForm::build(Actions* actions)
{
    m_model = new ReviewsModel(this);
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Verdicts so far"));
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(ReviewsModel::NoteColumn, QHeaderView::Stretch);
    header->hide(); // what stands in them says what they are
    m_table->setFixedHeight(VerdictsShown * rowHeight(font()) + 2);
    m_none = emptyState(tr("No verdict yet"), m_table->viewport());
    m_none->setMargin(0);
    m_none->setAttribute(Qt::WA_TransparentForMouseEvents);
    auto* over = new QVBoxLayout(m_table->viewport());
    over->setContentsMargins(0, 0, 0, 0);
    over->addWidget(m_none);

    m_note = new QLineEdit(this);
    m_note->setPlaceholderText(tr("Why: what another reviewer should look at"));
    m_note->setAccessibleName(tr("Note"));
    m_note->setToolTip(actions->get(QStringLiteral("review.note"))->toolTip());
    m_reviewer = new QLineEdit(loadReviewSettings().reviewer, this);
    m_reviewer->setAccessibleName(tr("Reviewer"));
    m_reviewer->setPlaceholderText(tr("Your name"));
    m_reviewer->setToolTip(tr("Verdicts are signed with this name"));
    m_reviewer->setMaximumWidth(36 * Grid);
    connect(m_reviewer, &QLineEdit::editingFinished, this, [this] {
        ReviewSettings settings = loadReviewSettings();
        settings.reviewer = reviewer();
        saveReviewSettings(settings);
    });

    auto* words = new QHBoxLayout;
    words->setSpacing(2 * Grid);
    words->addWidget(m_note, 3);
    words->addWidget(m_reviewer, 1);
    auto* verdicts = new QHBoxLayout;
    verdicts->setSpacing(2 * Grid);
    for (std::size_t i = 0; i < Verbs.size(); ++i) {
        QAction* action = actions->get(QLatin1String(Verbs[i].id));
        auto* button = new QPushButton(action->text(), this);
        button->setToolTip(action->toolTip());
        button->setAccessibleName(action->text());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::changed, button,
                [button, action] { button->setEnabled(action->isEnabled()); });
        verdicts->addWidget(button, 1);
        m_buttons[i] = button;
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2 * Grid, 0, 2 * Grid, 2 * Grid);
    column->setSpacing(2 * Grid);
    column->addWidget(m_table);
    column->addLayout(words);
    column->addLayout(verdicts);
}

void VerdictForm::setTheme(const render::Theme& theme)
{
    m_model->setTheme(theme);
    for (std::size_t i = 0; i < Verbs.size(); ++i)
        m_buttons[i]->setIcon(verdictIcon(Verbs[i].verdict, theme));
}

void VerdictForm::setRecording(const QString& path)
{
    show(nullptr, {}); // what was begun is put by under the old one's name
    m_recording = path;
}

void VerdictForm::show(const model::Flag* flag, const model::Sidecar& sidecar)
{
    const QString key = flag != nullptr ? keyOf(m_recording, *flag) : QString();
    if (key != m_shown) {
        if (!m_shown.isEmpty() && !m_note->text().isEmpty())
            m_begun.insert(m_shown, m_note->text());
        m_shown = key;
        m_note->setText(m_begun.take(key));
    }
    m_model->show(flag, sidecar);
    m_none->setVisible(m_model->rowCount() == 0);
    m_note->setEnabled(flag != nullptr);
}

QString VerdictForm::note() const { return m_note->text().trimmed(); }

QString VerdictForm::reviewer() const { return m_reviewer->text().trimmed(); }

void VerdictForm::noteTaken() { m_note->clear(); }

void VerdictForm::editNote() { m_note->setFocus(Qt::ShortcutFocusReason); }

} // namespace ghostline::app
