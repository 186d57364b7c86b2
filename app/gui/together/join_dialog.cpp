// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/join_dialog.h"

#include "app/gui/together/together_settings.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

constexpr int JoinWidth = 130 * Grid;

QLabel* joinText(const char* name, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText); // names and failures are other people's text
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// Who copied a line wants that one.
QString copiedLine()
{
    const QString copied = QGuiApplication::clipboard()->text().trimmed();
    return together::isInvitation(copied) && together::parseInvitation(copied) ? copied : QString();
}

} // namespace

JoinDialog::JoinDialog(PartyFace* face, const QString& line, QStringList filters, QWidget* parent)
    : FittedDialog(parent), m_face(face), m_filters(std::move(filters))
{
    setObjectName(QStringLiteral("joinDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Join"));
    setModal(false);
    setMinimumWidth(JoinWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4 * Grid, 4 * Grid, 4 * Grid, 4 * Grid);
    column->addWidget(makeForm());
    column->addWidget(makeProgress());
    connect(m_face, &PartyFace::changed, this, &JoinDialog::refresh);
    connect(m_face, &PartyFace::told, this, [this](const QString& text) { tell(m_told, text); });
    connect(m_face, &PartyFace::failed, this, [this](const QString& title, const QString& detail) {
        tell(m_failure, detail.isEmpty() ? title : tr("%1: %2").arg(title, detail));
        m_join->setText(tr("Try again"));
        m_asked = false;
        refresh();
    });
    const QString known = isComingIn() ? m_face->line() : copiedLine();
    m_line->setText(line.isEmpty() ? known : line.trimmed());
    m_line->setCursorPosition(0);
    if (m_face->role() != WatchParty::Role::None && !isComingIn())
        tell(m_failure, tr("You are watching together already: that ends when you join"));
    check();
    (m_line->text().isEmpty() ? m_line : m_name)->setFocus();
    refresh();
}

QDialog* JoinDialog::present(WatchParty* party, const QString& line, const QStringList& filters,
                             QWidget* parent)
{
    if (QDialog* shown = raiseDialog(parent, "joinDialog"); shown != nullptr) {
        if (auto* dialog = qobject_cast<JoinDialog*>(shown); dialog != nullptr && !line.isEmpty())
            dialog->setLine(line);
        return shown;
    }
    PartyFace* face = faceOf(party, parent);
    auto* dialog = new JoinDialog(face, line, filters, parent);
    connect(dialog, &QObject::destroyed, face, &QObject::deleteLater);
    dialog->resize(JoinWidth, dialog->layout()->totalHeightForWidth(JoinWidth));
    dialog->show();
    return dialog;
}

QWidget* JoinDialog::makeForm()
{
    m_form = new QWidget(this);
    m_failure = joinText("joinFailure", m_form);
    m_failure->hide();
    m_line = new QLineEdit(m_form);
    m_line->setObjectName(QStringLiteral("joinLine"));
    m_line->setAccessibleName(tr("The line that the host has sent"));
    m_line->setPlaceholderText(QStringLiteral("ghostline://"));
    m_line->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_trouble = joinText("joinTrouble", m_form);
    m_trouble->hide();
    m_name = new QLineEdit(loadShareChoice().name, m_form);
    m_name->setObjectName(QStringLiteral("joinName"));
    m_name->setAccessibleName(tr("Your name"));
    m_name->setMaxLength(static_cast<int>(together::MostNameLetters));
    auto* fields = new QFormLayout;
    fields->addRow(tr("Line"), m_line);
    fields->addRow(QString(), m_trouble);
    fields->addRow(tr("Your name"), m_name);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, m_form);
    m_join = buttons->addButton(tr("Join"), QDialogButtonBox::ActionRole);
    m_join->setObjectName(QStringLiteral("joinStart"));
    m_join->setDefault(true);
    auto* column = new QVBoxLayout(m_form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3 * Grid);
    auto* intro = joinText("joinIntro", m_form);
    intro->setText(tr("Paste the line that the host has sent. What the host plays is then seen here, too."));
    column->addWidget(intro);
    column->addLayout(fields);
    column->addWidget(m_failure);
    column->addStretch(1);
    column->addWidget(buttons);
    connect(m_line, &QLineEdit::textChanged, this, &JoinDialog::check);
    connect(m_name, &QLineEdit::textChanged, this, &JoinDialog::check);
    connect(m_join, &QPushButton::clicked, this, &JoinDialog::join);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return m_form;
}

QWidget* JoinDialog::makeProgress()
{
    m_progress = new QWidget(this);
    m_progress->hide();
    m_text = joinText("joinProgress", m_progress);
    m_told = joinText("joinTold", m_progress);
    m_told->hide();
    m_bar = new QProgressBar(m_progress);
    m_bar->setRange(0, 0); // nobody knows how long a host takes to answer
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(Grid);
    m_bar->setAccessibleName(tr("On the way in"));
    auto* buttons = new QDialogButtonBox(m_progress);
    const auto button = [&](const QString& text, const char* name, QDialogButtonBox::ButtonRole role) {
        QPushButton* made = buttons->addButton(text, role);
        made->setObjectName(QLatin1String(name));
        made->setAutoDefault(false);
        return made;
    };
    m_fetch = button(tr("Fetch"), "joinFetch", QDialogButtonBox::ActionRole);
    m_own = button(tr("I have it…"), "joinOwn", QDialogButtonBox::ActionRole);
    m_leave = button(tr("Leave"), "joinLeave", QDialogButtonBox::RejectRole);
    auto* column = new QVBoxLayout(m_progress);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3 * Grid);
    for (QWidget* part :
         {static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_told), static_cast<QWidget*>(m_bar)})
        column->addWidget(part);
    column->addStretch(1);
    column->addWidget(buttons);
    connect(m_fetch, &QPushButton::clicked, this, [this] { m_face->fetch(); });
    connect(m_own, &QPushButton::clicked, this, &JoinDialog::chooseOwn);
    connect(m_leave, &QPushButton::clicked, this, [this] {
        m_face->end();
        done(Rejected);
    });
    return m_progress;
}

void JoinDialog::setLine(const QString& line)
{
    if (!isOnTheWay() || line.trimmed() == m_face->line())
        m_line->setText(line.trimmed());
}

/// What is wrong with the line, as one types.
void JoinDialog::check()
{
    const QString line = m_line->text().trimmed();
    const auto invitation = together::parseInvitation(line);
    tell(m_trouble, line.isEmpty() || invitation ? QString() : shownError(invitation.error()));
    m_join->setEnabled(invitation.has_value() && !m_name->text().simplified().isEmpty());
}

void JoinDialog::join()
{
    const auto invitation = together::parseInvitation(m_line->text());
    const QString name = m_name->text().simplified();
    if (!invitation || name.isEmpty())
        return;
    saveTogetherName(name);
    tell(m_failure, {});
    tell(m_told, {});
    m_asked = true;
    m_face->join(*invitation, name);
    refresh();
}

/// Whether it was asked for here, at the command line or with a dialog that was closed since.
bool JoinDialog::isComingIn() const
{
    switch (m_face->phase()) {
    case WatchParty::Phase::Idle:
    case WatchParty::Phase::Together:
    case WatchParty::Phase::Lost:
        return false;
    default:
        return m_face->role() == WatchParty::Role::Guest;
    }
}

bool JoinDialog::isOnTheWay() const
{
    return m_asked && m_face->role() == WatchParty::Role::Guest && m_face->phase() != WatchParty::Phase::Idle;
}

QString JoinDialog::progressText() const
{
    const together::RecordingName recording = m_face->recording();
    switch (m_face->phase()) {
    case WatchParty::Phase::Comparing:
        return tr("Looking whether \"%1\" is here already…").arg(recording.name);
    case WatchParty::Phase::Opening:
        return tr("Opening \"%1\"…").arg(recording.name);
    case WatchParty::Phase::Lost:
        return tr("The connection is lost, trying again…");
    case WatchParty::Phase::NeedsFile: {
        const QString named =
            recording.content.size < 0
                ? recording.name
                : tr("%1 (%2)").arg(recording.name, QLocale().formattedDataSize(recording.content.size));
        return m_face->isOffered()
                   ? tr("You have no such recording: %1. Fetch it from the host?").arg(named)
                   : tr("You have no such recording: %1. The host does not hand it out.").arg(named);
    }
    default:
        return tr("Connecting…");
    }
}

void JoinDialog::showForm()
{
    if (!m_form->isHidden())
        return;
    turn(m_form, m_progress);
    m_join->setDefault(true);
    (m_join->isEnabled() ? static_cast<QWidget*>(m_join) : m_line)->setFocus();
}

void JoinDialog::showProgress()
{
    if (!m_progress->isHidden())
        return;
    turn(m_progress, m_form);
    m_leave->setFocus();
}

/// Return does what is most likely wanted; once, so that nobody loses the button that they went to.
void JoinDialog::preferButton()
{
    QPushButton* preferred = !m_fetch->isHidden() ? m_fetch : !m_own->isHidden() ? m_own : nullptr;
    for (QPushButton* button : {m_fetch, m_own}) {
        if (button != preferred)
            button->setDefault(false);
    }
    if (preferred != nullptr && !preferred->isDefault()) {
        preferred->setDefault(true);
        preferred->setFocus();
    }
}

void JoinDialog::refresh()
{
    m_asked = m_asked || isComingIn();
    if (!isOnTheWay()) {
        showForm();
        return;
    }
    if (m_face->phase() == WatchParty::Phase::Together) {
        m_asked = false; // once
        accept();
        return;
    }
    const bool needs = m_face->phase() == WatchParty::Phase::NeedsFile;
    showProgress();
    m_text->setText(progressText());
    m_bar->setVisible(!needs);
    m_fetch->setVisible(needs && m_face->isOffered());
    m_own->setVisible(needs);
    preferButton();
}

void JoinDialog::chooseOwn()
{
    if (raiseDialog(this, "joinOwnFile") != nullptr)
        return;
    auto* chooser = new QFileDialog(this, tr("Where is %1?").arg(m_face->recording().name));
    chooser->setObjectName(QStringLiteral("joinOwnFile"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    if (!m_filters.isEmpty())
        chooser->setNameFilters(m_filters);
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& path) {
        tell(m_told, {});
        m_face->openOwn(path);
    });
    chooser->show();
}

void JoinDialog::reject()
{
    if (isOnTheWay() && m_face->phase() != WatchParty::Phase::Opening)
        m_face->end();
    QDialog::reject();
}

void JoinDialog::tell(QLabel* label, const QString& text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

} // namespace ghostline::app
