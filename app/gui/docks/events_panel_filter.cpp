// SPDX-License-Identifier: GPL-3.0-or-later
// What the event list lets through: kinds, text, one actor, or exactly what a figure counts.
#include "app/gui/docks/chip_shelf.h"
#include "app/gui/docks/events_model.h"
#include "app/gui/docks/events_panel.h"
#include "app/gui/docks/kind_chip.h"
#include "app/gui/shell/replay_words.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace ghostline::app {

/// Which figure's events are listed, and a way back to all.
QWidget* EventsPanel::buildScope()
{
    m_scope = new QWidget(this);
    m_scope->setObjectName(QStringLiteral("eventScope"));
    auto* row = new QHBoxLayout(m_scope);
    row->setContentsMargins(3 * Grid, 0, 2 * Grid, 0);
    row->setSpacing(Grid);
    m_scopeText = new ElidedLabel(m_scope);
    QFont bold = m_scopeText->font();
    bold.setBold(true);
    m_scopeText->setFont(bold);
    row->addWidget(m_scopeText, 1);
    auto* all = iconButton(QStringLiteral("close"), tr("Show all events again"), false, m_scope);
    connect(all, &QToolButton::clicked, this, &EventsPanel::dropScope);
    row->addWidget(all);
    m_scope->hide();
    return m_scope;
}

void EventsPanel::buildChips()
{
    const std::size_t wanted = m_kindsOf != nullptr ? m_kindsOf->kinds.size() : 0;
    if (m_chips.size() > wanted) {
        qDeleteAll(m_chips);
        m_chips.clear();
    }
    for (std::size_t i = m_chips.size(); i < wanted; ++i) {
        const int kind = static_cast<int>(i);
        auto* chip = new KindChip(shownName(m_kindsOf->kinds[i].name), eventMark(*m_kindsOf, kind),
                                  m_chipBox->ground());
        chip->setChecked(!m_filter.hiddenKinds.contains(kind));
        connect(chip, &KindChip::toggled, this, [this, kind](bool on) { setKindShown(kind, on); });
        connect(chip, &KindChip::onlyThis, this, [this, kind] { toggleOnly(kind); });
        m_chipBox->addChip(chip);
        m_chips.push_back(chip);
    }
    const std::vector<int> counts = m_model->list().countsByKind();
    bool any = false;
    for (std::size_t i = 0; i < m_chips.size() && i < counts.size(); ++i) {
        m_chips[i]->setCount(counts[i]);
        // A kind that never happens would only push the list down.
        m_chips[i]->setVisible(counts[i] > 0);
        any = any || counts[i] > 0;
    }
    m_chipBox->setVisible(any);
    m_chipBox->refit();
    setTheme(m_theme);
}

void EventsPanel::setKindShown(int kind, bool shown)
{
    if (shown == !m_filter.hiddenKinds.contains(kind))
        return;
    widen();
    shown ? void(m_filter.hiddenKinds.remove(kind)) : void(m_filter.hiddenKinds.insert(kind));
    if (static_cast<std::size_t>(kind) < m_chips.size())
        m_chips[static_cast<std::size_t>(kind)]->setChecked(shown);
    applyFilter();
}

void EventsPanel::toggleOnly(int kind)
{
    widen();
    // A second Ctrl+click on the only one left brings all back.
    bool alone = !m_filter.hiddenKinds.contains(kind);
    for (std::size_t other = 0; other < m_chips.size(); ++other)
        alone = alone &&
                (static_cast<int>(other) == kind || m_filter.hiddenKinds.contains(static_cast<int>(other)));
    showOnly(kind, alone);
}

void EventsPanel::showOnly(int kind, bool all)
{
    m_filter.hiddenKinds.clear();
    for (int other = 0; other < static_cast<int>(m_chips.size()); ++other) {
        if (!all && other != kind)
            m_filter.hiddenKinds.insert(other);
    }
    checkChips();
    applyFilter();
}

void EventsPanel::checkChips()
{
    for (std::size_t kind = 0; kind < m_chips.size(); ++kind) {
        const QSignalBlocker quiet(m_chips[kind]);
        m_chips[kind]->setChecked(!m_filter.hiddenKinds.contains(static_cast<int>(kind)));
        m_chips[kind]->update();
    }
}

/// The user filters by hand again: no longer exactly what one figure counts.
void EventsPanel::widen()
{
    const model::EventFilter all;
    m_filter.counted = all.counted;
    m_filter.place = all.place;
    m_filter.team = all.team;
    m_filter.first = all.first;
    m_filter.end = all.end;
    m_scope->hide();
}

void EventsPanel::dropScope()
{
    widen();
    {
        const QSignalBlocker quiet(m_onlySelected);
        m_onlySelected->setChecked(false);
    }
    m_filter.hiddenKinds = m_hiddenBefore;
    checkChips();
    applyFilter();
}

void EventsPanel::showEventsBehind(const EventsBehind& figure)
{
    if (m_session == nullptr || m_kindsOf == nullptr)
        return;
    const auto& kinds = m_kindsOf->kinds;
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const model::EventKind& k) { return k.id == figure.kind; });
    if (found == kinds.end())
        return;
    const bool ofOne = figure.actor != model::ActorId::None;
    if (ofOne)
        m_session->select(figure.actor);
    {
        const QSignalBlocker quiet(m_onlySelected);
        m_onlySelected->setEnabled(true);
        m_onlySelected->setChecked(ofOne);
    }
    {
        const QSignalBlocker quiet(m_text);
        m_text->clear();
    }
    m_typing.stop();
    m_filter.text.clear();
    if (!m_filter.counted)
        m_hiddenBefore = m_filter.hiddenKinds;
    m_filter.counted = true;
    m_filter.team = ofOne ? -1 : figure.team;
    m_filter.place = ofOne || m_filter.team >= 0 ? figure.place : -1;
    m_filter.first = figure.first;
    m_filter.end = figure.end;
    m_scopeText->setText(figure.text);
    m_scope->setVisible(!figure.text.isEmpty());
    showOnly(static_cast<int>(found - kinds.begin()), false);
    if (const int row = m_model->currentRow(); row >= 0)
        m_table->setCurrentIndex(m_model->index(row, 0));
}

void EventsPanel::applyFilter()
{
    if (m_session == nullptr)
        return;
    const int current = m_table->currentIndex().row();
    const int event = current >= 0 ? m_model->tableIndexAt(current) : -1;
    m_filter.actor = m_onlySelected->isChecked() ? m_session->selection() : model::ActorId::None;
    m_model->setReplay(m_session->index(), m_filter);
    if (const int row = m_model->rowOfTableIndex(event); row >= 0)
        m_table->setCurrentIndex(m_model->index(row, 0));
    updateEmptyNote();
    scrollToPlayhead();
    Q_EMIT filterChanged();
}

void EventsPanel::updateEmptyNote()
{
    const bool none = m_kindsOf == nullptr || m_kindsOf->events.empty();
    const QString why = m_filter.counted ? tr("Nothing was counted here") : tr("No event passes the filter");
    const bool early = !m_session || !m_session->index()->complete || m_session->index()->growing;
    m_nothing->setText(!none ? why : early ? tr("No events yet") : tr("This replay records no events"));
    m_nothing->setVisible(m_model->rowCount() == 0);
    m_previous->setEnabled(m_model->rowCount() > 0);
    m_next->setEnabled(m_model->rowCount() > 0);
}

} // namespace ghostline::app
