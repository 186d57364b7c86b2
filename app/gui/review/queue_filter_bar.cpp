// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/queue_filter_bar.h"

#include "app/gui/review/flag_text.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/flow_layout.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"
#include "model/review/review_queue.h"

#include <QComboBox>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int ChoiceRole = Qt::UserRole;
constexpr int PlayerIdRole = Qt::UserRole + 1;
constexpr int GravestSeverity = 3;
constexpr int ChoiceLetters = 12; ///< of the widest that makes a choice wider

/// The first entry stands for all of them.
int placeFor(const QComboBox& box, const QString& text)
{
    int from = 1;
    int end = box.count();
    while (from < end) {
        const int middle = (from + end) / 2;
        if (QString::localeAwareCompare(box.itemText(middle), text) < 0)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

} // namespace

QueueFilterBar::QueueFilterBar(QWidget* leading, QWidget* parent) : QWidget(parent) { build(leading); }

QComboBox* QueueFilterBar::addChoice(const QString& name, const QString& all)
{
    auto* box = new QComboBox(this);
    box->setAccessibleName(name);
    box->setToolTip(name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(std::min(ChoiceLetters, static_cast<int>(all.size())));
    box->addItem(all);
    connect(box, &QComboBox::currentIndexChanged, this, &QueueFilterBar::take);
    return box;
}

void QueueFilterBar::build(QWidget* leading)
{
    m_text = new QLineEdit(this);
    m_text->setPlaceholderText(tr("Filter by file, person, map or check"));
    m_text->setAccessibleName(tr("Filter recordings"));
    m_text->setClearButtonEnabled(true);
    m_text->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    connect(m_text, &QLineEdit::textChanged, this, &QueueFilterBar::take);
    onKeys(m_text, {Qt::Key_Down}, [this] {
        Q_EMIT leftDownwards();
        return true;
    });
    m_shown = addChoice(tr("Which recordings"), tr("All"));
    m_shown->setItemData(0, static_cast<int>(QueueWanted::Shown::All));
    m_shown->addItem(tr("Open"), static_cast<int>(QueueWanted::Shown::Open));
    m_shown->addItem(tr("Disputed"), static_cast<int>(QueueWanted::Shown::Disputed));
    m_shown->addItem(tr("Done"), static_cast<int>(QueueWanted::Shown::Done));
    m_shown->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_player = addChoice(tr("Player"), tr("All players"));
    m_map = addChoice(tr("Map"), tr("All maps"));
    m_check = addChoice(tr("Check"), tr("All checks"));
    m_severity = addChoice(tr("From this severity on"), tr("Any severity"));
    m_severity->setItemData(0, -1);
    for (int severity = 0; severity <= GravestSeverity; ++severity)
        m_severity->addItem(severity < GravestSeverity ? tr("From %1").arg(severityText(severity))
                                                       : severityText(severity),
                            severity);
    m_reset = iconButton(QStringLiteral("close"), tr("Show all recordings again"), this, [this] { reset(); });

    auto* first = new QHBoxLayout;
    first->setSpacing(2 * Grid);
    first->addWidget(leading);
    first->addWidget(m_text, 1);
    first->addWidget(m_shown);
    auto* choices = new QWidget(this);
    auto* flow = new FlowLayout(choices, Grid);
    flow->setContentsMargins(0, 0, 0, 0);
    for (QWidget* choice :
         {static_cast<QWidget*>(m_player), static_cast<QWidget*>(m_map), static_cast<QWidget*>(m_check),
          static_cast<QWidget*>(m_severity), static_cast<QWidget*>(m_reset)})
        flow->addWidget(choice);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2 * Grid, Grid, 2 * Grid, 0);
    column->setSpacing(Grid);
    column->addLayout(first);
    column->addWidget(choices);
    take();
}

/// The row of the choice of players; -1 where nobody of them is meant.
int QueueFilterBar::placeOf(const QueuePlayer& player) const
{
    for (int at = 1; at < m_player->count(); ++at) {
        const QString id = m_player->itemData(at, PlayerIdRole).toString();
        if (!player.id.isEmpty() ? id == player.id
                                 : m_player->itemData(at, ChoiceRole).toString() == player.name)
            return at;
    }
    return -1;
}

/// Who has an id is one player under every name, the first that was read.
void QueueFilterBar::offerPlayer(const QueuePlayer& player)
{
    QSet<QString>& known = player.id.isEmpty() ? m_names : m_ids;
    const QString key = player.id.isEmpty() ? player.name : player.id;
    if (key.isEmpty() || known.contains(key))
        return;
    known.insert(key);
    const int at = placeFor(*m_player, player.name);
    m_player->insertItem(at, player.name);
    m_player->setItemData(at, player.name, ChoiceRole);
    m_player->setItemData(at, player.id, PlayerIdRole);
    if (!player.id.isEmpty())
        m_player->setItemData(at, player.id, Qt::ToolTipRole);
}

void QueueFilterBar::offerWord(QComboBox* box, QSet<QString>& known, const QString& word)
{
    if (word.isEmpty() || known.contains(word))
        return;
    known.insert(word);
    const int at = placeFor(*box, word);
    box->insertItem(at, word);
    box->setItemData(at, word, ChoiceRole);
}

void QueueFilterBar::offer(const model::ReviewedFile& file)
{
    const QScopedValueRollback filling(m_filling, true);
    for (qsizetype i = 0; i < file.people.size(); ++i)
        offerPlayer({file.people[i], file.peopleIds.value(i)});
    offerWord(m_map, m_maps, file.map);
    for (const model::Flag& flag : file.flags)
        offerWord(m_check, m_checks, flag.check);
}

void QueueFilterBar::clear()
{
    {
        const QScopedValueRollback filling(m_filling, true);
        for (QComboBox* box : {m_player, m_map, m_check}) {
            while (box->count() > 1)
                box->removeItem(box->count() - 1);
        }
        for (QSet<QString>* known : {&m_ids, &m_names, &m_maps, &m_checks})
            known->clear();
    }
    take();
}

void QueueFilterBar::reset()
{
    {
        const QScopedValueRollback filling(m_filling, true);
        m_text->clear();
        for (QComboBox* box : {m_player, m_map, m_check, m_severity, m_shown})
            box->setCurrentIndex(0);
    }
    take();
}

void QueueFilterBar::choosePlayer(const QueuePlayer& player)
{
    {
        const QScopedValueRollback filling(m_filling, true);
        offerPlayer(player);
        m_text->clear();
        for (QComboBox* box : {m_map, m_check, m_severity, m_shown})
            box->setCurrentIndex(0);
        m_player->setCurrentIndex(placeOf(player));
    }
    take();
}

void QueueFilterBar::take()
{
    if (m_filling || m_reset == nullptr)
        return;
    QueueWanted now;
    now.text = m_text->text().trimmed();
    if (m_player->currentIndex() > 0)
        now.player = {m_player->currentData(ChoiceRole).toString(),
                      m_player->currentData(PlayerIdRole).toString()};
    if (m_map->currentIndex() > 0)
        now.map = m_map->currentData(ChoiceRole).toString();
    now.check = m_check->currentData(ChoiceRole).toString();
    now.fromSeverity = m_severity->currentData().toInt();
    now.shown = static_cast<QueueWanted::Shown>(m_shown->currentData().toInt());
    m_reset->setVisible(now != QueueWanted{});
    if (now == m_wanted)
        return;
    m_wanted = now;
    Q_EMIT changed();
}

} // namespace ghostline::app
