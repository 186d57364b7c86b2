// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/verdict_form.h"

#include "app/gui/review/flag_text.h"
#include "app/gui/review/review_settings.h"
#include "app/gui/review/reviews_model.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/panel_style.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

namespace {

struct VerdictVerb
{
    const char* id;
    model::FlagVerdict verdict;
};
constexpr std::array<VerdictVerb, 4> Verbs{{{"review.confirm", model::FlagVerdict::Confirmed},
                                            {"review.reject", model::FlagVerdict::Rejected},
                                            {"review.unsure", model::FlagVerdict::Unsure},
                                            {"review.needsMore", model::FlagVerdict::NeedsMore}}};
constexpr int VerdictsShown = 2;

QString keyOf(const QString& recording, const model::Flag& flag)
{
    return QStringLiteral("%1 %2 %3").arg(flag.frame).arg(flag.check, recording);
}

} // namespace

VerdictForm::VerdictForm(Actions* actions, QWidget* parent) : QWidget(parent), m_reasons(loadReasons())
{
    build(actions);
    setTheme(themeFor(palette()));
    show(nullptr, {}, {});
    fillReasons();
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
        Q_EMIT reviewerEntered();
    });
    connect(m_reviewer, &QLineEdit::returnPressed, this, &VerdictForm::reviewerAnswered);
    connect(m_reviewer, &QLineEdit::textChanged, this, [this] {
        m_ask->hide();
        Q_EMIT reviewerChanged();
    });
    m_ask = new QLabel(
        tr("Whose verdict is it? Type your name and press Enter, or give it again to leave it unsigned"),
        this);
    m_ask->setWordWrap(true);
    m_ask->hide();

    auto* words = new QHBoxLayout;
    words->setSpacing(2 * Grid);
    words->addWidget(m_note, 3);
    words->addWidget(m_reviewer, 1);
    QAction* takeBack = actions->get(QStringLiteral("review.takeBack"));
    auto* back =
        iconButton(QStringLiteral("remove"), takeBack->text(), this, [takeBack] { takeBack->trigger(); });
    const auto follow = [back, takeBack] {
        back->setEnabled(takeBack->isEnabled());
        back->setToolTip(takeBack->toolTip());
    };
    connect(takeBack, &QAction::changed, back, follow);
    follow();
    words->addWidget(back);
    auto* verdicts = new QGridLayout; // four in a row would be wider than a small screen has room for
    verdicts->setSpacing(Grid);
    for (std::size_t i = 0; i < Verbs.size(); ++i) {
        QAction* action = actions->get(QLatin1String(Verbs[i].id));
        auto* button = new QPushButton(action->text(), this);
        button->setToolTip(action->toolTip());
        button->setAccessibleName(action->text());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::changed, button, [button, action] {
            button->setEnabled(action->isEnabled());
            button->setToolTip(action->toolTip());
        });
        verdicts->addWidget(button, static_cast<int>(i / 2), static_cast<int>(i % 2));
        m_buttons[i] = button;
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2 * Grid, 0, 2 * Grid, 2 * Grid);
    column->setSpacing(2 * Grid);
    column->addWidget(m_table);
    column->addWidget(m_ask);
    column->addLayout(buildReasons());
    column->addLayout(words);
    column->addLayout(verdicts);
}

QLayout* VerdictForm::buildReasons()
{
    m_reason = new QComboBox(this);
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setToolTip(tr("Saved with the verdict"));
    m_reason->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto* edit = iconButton(QStringLiteral("settings"), tr("Edit the reasons to choose from"), this,
                            [this] { Q_EMIT reasonsAsked(); });
    auto* row = new QHBoxLayout;
    row->setSpacing(2 * Grid);
    row->addWidget(m_reason, 1);
    row->addWidget(edit);
    return row;
}

void VerdictForm::fillReasons()
{
    const QString chosen = reason();
    m_reason->clear();
    m_reason->addItem(tr("No reason chosen"), QString());
    for (const QString& each : m_reasons.of(m_check))
        m_reason->addItem(shownReason(each), each);
    m_reason->setCurrentIndex(std::max(0, m_reason->findData(chosen)));
}

QString VerdictForm::reason() const { return m_reason->currentData().toString(); }

void VerdictForm::reloadReasons()
{
    m_reasons = loadReasons();
    fillReasons();
}

void VerdictForm::setTheme(const render::Theme& theme)
{
    m_model->setTheme(theme);
    for (std::size_t i = 0; i < Verbs.size(); ++i)
        m_buttons[i]->setIcon(verdictIcon(Verbs[i].verdict, theme));
}

void VerdictForm::setRecording(const QString& path)
{
    show(nullptr, {}, {}); // what was begun is put by under the old one's name
    m_recording = path;
}

void VerdictForm::show(const model::Flag* flag, const model::Sidecar& sidecar,
                       const model::ReviewRules& rules)
{
    const QString key = flag != nullptr ? keyOf(m_recording, *flag) : QString();
    if (key != m_shown) {
        if (!m_shown.isEmpty() && !m_note->text().isEmpty())
            m_begun.insert(m_shown, m_note->text());
        m_shown = key;
        m_note->setText(m_begun.take(key));
        m_check = flag != nullptr ? flag->check : QString();
        m_reason->setCurrentIndex(0);
        fillReasons();
    }
    m_model->show(flag, sidecar, rules);
    m_none->setText(flag != nullptr && model::isKeptBack(*flag, sidecar, rules)
                        ? tr("What others say is shown once you have given your verdict")
                        : tr("No verdict yet"));
    m_none->setVisible(m_model->rowCount() == 0);
    m_note->setEnabled(flag != nullptr);
    m_reason->setEnabled(flag != nullptr);
}

QString VerdictForm::note() const { return m_note->text().trimmed(); }

QString VerdictForm::reviewer() const { return m_reviewer->text().trimmed(); }

void VerdictForm::askForName()
{
    m_ask->show();
    m_reviewer->setFocus(Qt::OtherFocusReason);
}

void VerdictForm::noteTaken()
{
    m_note->clear();
    m_reason->setCurrentIndex(0);
    m_ask->hide();
}

void VerdictForm::editNote() { m_note->setFocus(Qt::ShortcutFocusReason); }

} // namespace ghostline::app
