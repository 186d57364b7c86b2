// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/own_flag_dialog.h"

#include "app/gui/review/flag_text.h"
#include "app/gui/widgets/panel_style.h"
#include "model/time/time_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int GravestOwn = 3;

/// The loop that the playhead is in, else this moment.
void takeStretch(model::OwnFlag& flag, const model::Playhead& head)
{
    flag.frame = head.at().frame;
    flag.time = head.time();
    const auto loop = head.loop();
    if (!loop || !loop->contains(flag.frame))
        return;
    flag.frame = loop->first;
    flag.time = head.timeAxis().timeOf(loop->first);
    flag.length = head.timeAxis().timeOf(loop->end - 1) - flag.time;
}

} // namespace

OwnFlagDialog::OwnFlagDialog(const ReplaySession& session, const QString& author, QWidget* parent)
    : QDialog(parent), m_who(new QComboBox(this)), m_severity(new QComboBox(this)),
      m_text(new QLineEdit(this))
{
    setObjectName(QStringLiteral("ownFlagDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Raise a flag"));
    m_flag.author = author;
    takeStretch(m_flag, session.playhead());
    fillWho(session);
    for (int severity = 0; severity <= GravestOwn; ++severity)
        m_severity->addItem(severityText(severity), severity);
    m_severity->setCurrentIndex(m_flag.severity);
    m_text->setPlaceholderText(tr("What is to be seen there"));
    const QString from = model::formatTime(m_flag.time);
    auto* form = new QFormLayout(this);
    form->addRow(tr("When"),
                 new QLabel(m_flag.length.count() > 0
                                ? tr("%1 to %2").arg(from, model::formatTime(m_flag.time + m_flag.length))
                                : tr("%1; loop a stretch to flag all of it").arg(from),
                            this));
    form->addRow(tr("Who"), m_who);
    form->addRow(tr("Severity"), m_severity);
    form->addRow(tr("What"), m_text);
    form->addRow(tr("By"),
                 new QLabel(author.isEmpty() ? tr("unsigned: anybody can remove it") : author, this));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* raise = buttons->addButton(tr("Raise"), QDialogButtonBox::AcceptRole);
    raise->setEnabled(false);
    connect(m_text, &QLineEdit::textChanged, raise,
            [raise](const QString& text) { raise->setEnabled(!text.trimmed().isEmpty()); });
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        m_flag.who = m_who->currentIndex() > 0
                         ? model::DrawnActor{static_cast<model::ActorId>(m_who->currentData().toUInt()),
                                             m_who->currentText()}
                         : model::DrawnActor{};
        m_flag.severity = m_severity->currentData().toInt();
        m_flag.text = m_text->text().trimmed();
        Q_EMIT raised(m_flag);
        close();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    form->addRow(buttons);
    setMinimumWidth(100 * Grid);
}

/// Whoever is selected is meant; those that a viewer wants first can be chosen, too.
void OwnFlagDialog::fillWho(const ReplaySession& session)
{
    const model::ActorId selected = session.actors()->selected();
    m_who->addItem(tr("Nobody in particular"));
    for (const model::ActorInfo& actor : session.index()->info->cast) {
        if (!actor.principal && actor.id != selected)
            continue;
        m_who->addItem(actor.name, static_cast<unsigned>(actor.id));
        if (actor.id == selected)
            m_who->setCurrentIndex(m_who->count() - 1);
    }
    if (m_who->count() == 2) // there is but one
        m_who->setCurrentIndex(1);
}

} // namespace ghostline::app
