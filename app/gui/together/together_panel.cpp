// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/together_panel.h"

#include "app/gui/together/chat_view.h"
#include "app/gui/together/people_model.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/flow_layout.h"
#include "app/gui/widgets/panel_style.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

/// Of the list of people, its header among them: who drives, and the next ones, are to be seen.
constexpr int LeastRows = 4;

/// Does what a verb does, and can be pressed where that can.
QPushButton* partyVerbButton(QAction* action, QWidget* parent)
{
    auto* button = new QPushButton(action->text(), parent);
    button->setAutoDefault(false);
    const auto follow = [button, action] {
        button->setText(action->text());
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    };
    QObject::connect(action, &QAction::changed, button, follow);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    follow();
    return button;
}

} // namespace

TogetherPanel::TogetherPanel(Actions* actions, QWidget* parent) : Panel(parent)
{
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(makeBeginning(actions));
    m_pages->addWidget(makeContent());
    refreshPeople();
}

QWidget* TogetherPanel::makeBeginning(Actions* actions)
{
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(2 * Grid, 2 * Grid, 2 * Grid, 2 * Grid);
    column->addStretch(1);
    column->addWidget(emptyState(
        tr("Several people watch one recording, each at their own machine: what the one who drives "
           "plays and looks at, the others see"),
        page));
    for (const auto& [verb, name] :
         {std::pair{"together.share", "togetherBegin"}, std::pair{"together.join", "togetherJoin"}}) {
        QPushButton* button = partyVerbButton(actions->get(id(verb)), page);
        button->setObjectName(QLatin1String(name));
        column->addWidget(button, 0, Qt::AlignHCenter);
    }
    column->addStretch(2);
    return page;
}

QWidget* TogetherPanel::makeContent()
{
    m_model = new PeopleModel(this);
    auto* people = new QWidget(this);
    m_driver = new ElidedLabel(people);
    m_driver->setObjectName(QStringLiteral("togetherDriver"));
    m_driver->setTextFormat(Qt::PlainText);
    m_driver->setContentsMargins(2 * Grid, 2 * Grid, 2 * Grid, 0);
    m_table = new QTableView(people);
    m_table->setObjectName(QStringLiteral("togetherPeople"));
    m_table->setModel(m_model);
    tidyTable(m_table, tr("People"));
    m_table->setMinimumHeight(LeastRows * (m_table->verticalHeader()->defaultSectionSize() + 1));
    m_table->setItemDelegate(new PanelDelegate(m_table));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(PeopleModel::NameColumn, QHeaderView::Stretch);
    header->setSectionResizeMode(PeopleModel::StateColumn, QHeaderView::ResizeToContents);
    header->setSectionResizeMode(PeopleModel::LagColumn, QHeaderView::ResizeToContents);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &TogetherPanel::updateVerbs);
    auto* column = new QVBoxLayout(people);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid);
    column->addWidget(m_driver);
    column->addWidget(m_table, 1);
    column->addWidget(makeVerbs());
    m_chat = new ChatView(&m_log, this);
    auto* content = new QSplitter(Qt::Vertical, this);
    content->setChildrenCollapsible(false);
    content->addWidget(people);
    content->addWidget(m_chat);
    return content;
}

QWidget* TogetherPanel::makeVerbs()
{
    auto* verbs = new QWidget(this);
    auto* flow = new FlowLayout(verbs, Grid);
    flow->setContentsMargins(2 * Grid, 0, 2 * Grid, Grid);
    const auto button = [&](const QString& text, const QString& help, const char* name) {
        auto* made = new QPushButton(text, verbs);
        made->setObjectName(QLatin1String(name));
        made->setToolTip(help);
        made->setAutoDefault(false);
        // One that goes when it was pressed must not leave the keyboard to the next, which sends people away.
        made->setFocusPolicy(Qt::TabFocus);
        flow->addWidget(made);
        return made;
    };
    m_handOver = button(tr("Hand over"), tr("The one selected above drives from now on"), "togetherHandOver");
    m_remove = button(tr("Remove…"), tr("The one selected above has to go"), "togetherRemove");
    m_copy = button(tr("Copy the line"), tr("For one more who is to join"), "togetherCopy");
    // The last, so that nothing slides under the pointer when it goes.
    m_wish = button(driveWishText(DriveWish::Ask), {}, "togetherWish");
    connect(m_copy, &QPushButton::clicked, this, [this] {
        if (m_face)
            QGuiApplication::clipboard()->setText(m_face->line());
    });
    connect(m_wish, &QPushButton::clicked, this, [this] {
        if (together::Participant* own = participant(); own != nullptr)
            carryOut(driveWish(*own), *own);
    });
    connect(m_handOver, &QPushButton::clicked, this, [this] {
        const together::Person* person = selected();
        if (participant() != nullptr && person != nullptr)
            participant()->give(person->id);
    });
    connect(m_remove, &QPushButton::clicked, this, &TogetherPanel::askToRemove);
    return verbs;
}

// ---- what is shown ----

void TogetherPanel::setParty(WatchParty* party)
{
    if (m_face && m_face->parent() == this)
        m_face->deleteLater();
    setFace(party != nullptr ? faceOf(party, this) : nullptr);
}

void TogetherPanel::setFace(PartyFace* face)
{
    if (m_face)
        m_face->disconnect(this);
    m_face = face;
    if (face != nullptr) {
        connect(face, &PartyFace::participantChanged, this, &TogetherPanel::takeParticipant);
        connect(face, &PartyFace::changed, this, &TogetherPanel::refreshPeople);
    }
    takeParticipant();
}

together::Participant* TogetherPanel::participant() const { return m_face ? m_face->participant() : nullptr; }

void TogetherPanel::takeParticipant()
{
    if (m_heard)
        m_heard->disconnect(this);
    m_heard = participant();
    m_log.setParticipant(m_heard);
    if (m_heard)
        connect(m_heard, &together::Participant::peopleChanged, this, &TogetherPanel::refreshPeople);
    refreshPeople();
}

void TogetherPanel::refreshPeople()
{
    const together::Participant* own = participant();
    const bool any = own != nullptr && !own->people().empty();
    // What was said can still be read when it is over.
    m_pages->setCurrentIndex(any || !m_log.entries().empty() ? 1 : 0);
    m_model->setPeople(any ? own->people() : std::vector<together::Person>{},
                       any ? own->me() : together::PersonId::None);
    m_driver->setText(any ? driverText(*own) : tr("Watching together has ended"));
    updateVerbs();
    updateChat();
}

void TogetherPanel::onThemeChanged()
{
    m_model->setTheme(theme());
    m_chat->setTheme(theme());
}

const together::Person* TogetherPanel::selected() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? nullptr : m_model->at(rows.front().row());
}

void TogetherPanel::updateVerbs()
{
    const together::Participant* own = participant();
    const bool lost = m_face && m_face->phase() == WatchParty::Phase::Lost;
    const DriveWish wish = own != nullptr ? driveWish(*own) : DriveWish::None;
    m_wish->setVisible(wish != DriveWish::None);
    m_wish->setEnabled(!lost);
    if (wish != DriveWish::None) // a button without a name is none, even where it is hidden
        m_wish->setText(driveWishText(wish));
    const together::Person* person = selected();
    const bool host = own != nullptr && own->me() == together::PersonId::Host;
    m_handOver->setVisible(own != nullptr && mayHandOver(*own));
    m_handOver->setEnabled(!lost && person != nullptr && !person->drives && !person->lost);
    m_remove->setVisible(host);
    m_copy->setVisible(own != nullptr && !m_face->line().isEmpty());
    m_remove->setEnabled(person != nullptr && person->id != together::PersonId::Host);
}

void TogetherPanel::updateChat()
{
    const together::Participant* own = participant();
    if (own == nullptr) {
        m_chat->setWritable(false, tr("Watching together has ended"));
        return;
    }
    const bool lost = m_face->phase() == WatchParty::Phase::Lost;
    m_chat->setWritable(own->mayChat() && !lost,
                        lost ? tr("The connection is lost, trying again…") : tr("The host wants no chat"));
}

/// Asked first: who is removed has to be given the line again.
void TogetherPanel::askToRemove()
{
    const together::Person* person = selected();
    if (person == nullptr || raiseDialog(this, "togetherRemoveQuestion") != nullptr)
        return;
    auto* box = new QMessageBox(QMessageBox::Question, tr("Watch together"),
                                tr("%1 will be sent away. Remove?").arg(personName(*person)),
                                QMessageBox::Cancel, this);
    box->setDefaultButton(QMessageBox::Cancel);
    box->setObjectName(QStringLiteral("togetherRemoveQuestion"));
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    QPushButton* remove = box->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    remove->setObjectName(QStringLiteral("togetherRemoveNow"));
    connect(remove, &QPushButton::clicked, this, [this, who = person->id] {
        if (m_face)
            m_face->remove(who);
    });
    box->show();
}

} // namespace ghostline::app
