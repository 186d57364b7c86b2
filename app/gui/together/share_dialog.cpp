// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/share_dialog.h"

#include "app/gui/together/share_form.h"
#include "app/gui/together/together_settings.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr std::size_t MostShownLines = 6; ///< a machine can have many addresses
constexpr double LineScale = 1.25;        ///< of the line to paste, against other text
constexpr int CopiedMs = 2'000;
constexpr int ShareWidth = 130 * Grid;

QLabel* shareText(const char* name, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

ShareDialog::ShareDialog(PartyFace* face, QWidget* parent) : FittedDialog(parent), m_face(face)
{
    setObjectName(QStringLiteral("shareDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Watch together"));
    setModal(false);
    setMinimumWidth(ShareWidth);
    m_trouble = shareText("shareTrouble", this);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_start = buttons->addButton(tr("Start"), QDialogButtonBox::ActionRole);
    m_start->setObjectName(QStringLiteral("shareStart"));
    m_start->setDefault(true);
    m_stop = buttons->addButton(tr("Stop"), QDialogButtonBox::DestructiveRole);
    m_stop->setObjectName(QStringLiteral("shareStop"));
    m_stop->setToolTip(tr("Ends it for everybody"));
    m_stop->setAutoDefault(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4 * Grid, 4 * Grid, 4 * Grid, 4 * Grid);
    column->setSpacing(3 * Grid);
    column->addWidget(makeForm());
    column->addWidget(makeRunning());
    column->addWidget(m_trouble);
    column->addStretch(1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_start, &QPushButton::clicked, this, &ShareDialog::start);
    connect(m_stop, &QPushButton::clicked, m_face, [this] { m_face->end(); });
    connect(m_face, &PartyFace::changed, this, &ShareDialog::refresh);
    connect(m_face, &PartyFace::failed, this, [this](const QString& title, const QString& detail) {
        refresh();
        tell(detail.isEmpty() ? title : tr("%1: %2").arg(title, detail));
    });
    connect(m_face, &PartyFace::participantChanged, this, &ShareDialog::takeParticipant);
    tell({});
    takeParticipant();
    refresh();
}

QDialog* ShareDialog::present(WatchParty* party, QWidget* parent)
{
    if (QDialog* shown = raiseDialog(parent, "shareDialog"); shown != nullptr)
        return shown;
    PartyFace* face = faceOf(party, parent);
    auto* dialog = new ShareDialog(face, parent);
    connect(dialog, &QObject::destroyed, face, &QObject::deleteLater);
    dialog->resize(ShareWidth, dialog->layout()->totalHeightForWidth(ShareWidth));
    dialog->show();
    return dialog;
}

QWidget* ShareDialog::makeForm()
{
    m_form = new ShareForm(loadShareChoice(), this);
    connect(m_form, &ShareForm::changed, this, [this] {
        tell({}); // of what was tried before
        refresh();
    });
    return m_form;
}

QWidget* ShareDialog::makeRunning()
{
    m_running = new QWidget(this);
    m_running->hide();
    auto* heading = shareText("shareHeading", m_running);
    heading->setText(tr("Send this line to those who are meant; whoever has it can come in:"));
    m_lineBox = new QWidget(m_running);
    m_lines = new QVBoxLayout(m_lineBox);
    m_lines->setContentsMargins(0, 0, 0, 0);
    m_lines->setSpacing(2 * Grid);
    m_here = shareText("shareHere", m_running);
    m_reachText = shareText("shareReach", m_running);
    m_more = shareText("shareMore", m_running);
    m_more->setForegroundRole(QPalette::PlaceholderText);
    auto* column = new QVBoxLayout(m_running);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3 * Grid);
    for (QWidget* part : std::initializer_list<QWidget*>{heading, m_lineBox, m_here, m_reachText, m_more})
        column->addWidget(part);
    column->addStretch(1);
    return m_running;
}

void ShareDialog::addLine(const together::Invitation& invitation)
{
    auto* line = new QLineEdit(invitation.text(), m_lineBox);
    line->setObjectName(QStringLiteral("shareLine"));
    line->setReadOnly(true);
    line->setAccessibleName(tr("Line to paste"));
    line->setCursorPosition(0);
    QFont mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    mono.setPointSizeF(QFontInfo(font()).pointSizeF() * LineScale);
    line->setFont(mono);
    auto* copy = new QPushButton(themedIcon(QStringLiteral("copy")), tr("Copy"), m_lineBox);
    copy->setObjectName(QStringLiteral("shareCopy"));
    copy->setAutoDefault(false);
    copy->setMinimumWidth(copy->sizeHint().width() + 8 * Grid); // does not jump with the longer word
    connect(copy, &QPushButton::clicked, copy, [copy, line] {
        QGuiApplication::clipboard()->setText(line->text());
        copy->setText(tr("Copied"));
        QTimer::singleShot(CopiedMs, copy, [copy] { copy->setText(tr("Copy")); });
    });
    auto* row = new QWidget(m_lineBox);
    auto* cells = new QHBoxLayout(row);
    cells->setContentsMargins(0, 0, 0, 0);
    cells->addWidget(line, 1);
    cells->addWidget(copy);
    m_lines->addWidget(row);
    row->show(); // at once: the dialog is as high as what is shown
}

bool ShareDialog::isHosting() const { return m_face->role() == WatchParty::Role::Host; }

void ShareDialog::start()
{
    const ShareChoice choice = m_form->choice();
    saveShareChoice(choice);
    tell({});
    m_face->share(choice);
    refresh();
}

void ShareDialog::refresh()
{
    const bool hosting = isHosting();
    const bool runs = hosting && m_face->reach().has_value();
    if (runs)
        turn(m_running, m_form);
    else
        turn(m_form, m_running);
    m_form->setEnabled(!hosting);
    m_start->setVisible(!runs);
    m_start->setText(hosting ? tr("Starting…") : tr("Start"));
    m_stop->setVisible(hosting);
    const QString trouble = m_form->trouble();
    m_start->setEnabled(!hosting && trouble.isEmpty());
    if (runs) {
        tell({});
        fillLines();
    } else if (!trouble.isEmpty()) {
        tell(trouble);
    } else if (m_face->role() == WatchParty::Role::Guest) {
        tell(tr("You are watching with somebody: that ends when this begins"));
    }
}

void ShareDialog::fillLines()
{
    const together::HostReach reach = *m_face->reach();
    std::vector<together::Invitation> wanted = reach.invitations;
    if (wanted.size() > MostShownLines)
        wanted.resize(MostShownLines);
    if (wanted != m_shown) {
        m_shown = wanted;
        qDeleteAll(m_lineBox->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
        for (const together::Invitation& invitation : wanted)
            addLine(invitation);
    }
    const bool encrypted = !wanted.empty() && wanted.front().encrypted();
    if (!reach.everybody)
        m_reachText->setText(tr("Only this machine can reach it."));
    else
        m_reachText->setText(encrypted
                                 ? tr("Everybody who reaches this machine and has the line can come in. "
                                      "All of it is encrypted.")
                                 : tr("Everybody who reaches this machine and has the line can come in. "
                                      "Nothing is encrypted: anyone on the way can read along."));
    QStringList more;
    if (wanted.size() > 1)
        more << tr("One line for each address of this machine; the first is the likeliest to be reached.");
    if (reach.otherPort)
        more << tr("The port that was asked for is taken, it is %1 instead.").arg(reach.port);
    if (!reach.noFile.isEmpty())
        more << tr("Guests cannot fetch the recording: %1")
                    .arg(shownSentence(reach.noFile.text(), reach.noFile.wording()));
    m_more->setText(more.join(QLatin1Char('\n')));
    m_more->setVisible(!more.isEmpty());
}

void ShareDialog::takeParticipant()
{
    if (m_heard)
        m_heard->disconnect(this);
    m_heard = m_face->participant();
    if (m_heard)
        connect(m_heard, &together::Participant::peopleChanged, this, &ShareDialog::countGuests);
    countGuests();
}

void ShareDialog::countGuests()
{
    std::ptrdiff_t here = 0;
    if (m_heard)
        here = std::ranges::count_if(m_heard->people(), [me = m_heard->me()](const together::Person& person) {
            return person.id != me && !person.lost;
        });
    m_here->setText(here == 0 ? tr("Nobody has come yet") : tr("Guests here: %1").arg(here));
}

void ShareDialog::tell(const QString& text)
{
    m_trouble->setText(text);
    m_trouble->setVisible(!text.isEmpty());
}

} // namespace ghostline::app
