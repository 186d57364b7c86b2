// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/kind_chips.h"

#include "app/gui/session/events_model.h"
#include "app/gui/widgets/kind_chip.h"
#include "app/gui/widgets/replay_words.h"

#include <QSignalBlocker>

#include <algorithm>

namespace ghostline::app {

KindChips::KindChips(QWidget* parent) : ChipShelf(parent), m_theme(themeFor(palette())) {}

void KindChips::setKinds(const std::shared_ptr<const model::EventTable>& events,
                         const std::vector<std::pair<int, int>>& counts)
{
    m_events = events;
    const auto same = [&](const Entry& entry, const std::pair<int, int>& wanted) {
        return entry.kind == wanted.first &&
               entry.name == events->kinds[static_cast<std::size_t>(wanted.first)].name;
    };
    const auto [firstOther, firstNew] =
        std::mismatch(m_entries.begin(), m_entries.end(), counts.begin(), counts.end(), same);
    std::for_each(firstOther, m_entries.end(), [](const Entry& entry) { delete entry.chip; });
    m_entries.erase(firstOther, m_entries.end());
    std::for_each(firstNew, counts.end(), [this](const auto& wanted) { add(wanted.first); });
    m_used = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        m_entries[i].chip->setCount(counts[i].second);
        // A kind that never happens would only push the list down.
        m_entries[i].chip->setVisible(counts[i].second > 0);
        m_used += counts[i].second > 0 ? 1 : 0;
    }
    setTheme(m_theme);
    refit();
}

void KindChips::add(int kind)
{
    const QString name = m_events->kinds[static_cast<std::size_t>(kind)].name;
    auto* chip = new KindChip(shownName(name), eventMark(*m_events, kind), ground());
    chip->setChecked(!m_hidden.contains(kind));
    connect(chip, &KindChip::toggled, this, [this, kind](bool on) { setKindShown(kind, on); });
    connect(chip, &KindChip::onlyThis, this, [this, kind] { showOnly(kind); });
    addChip(chip);
    m_entries.push_back({kind, name, chip});
}

void KindChips::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    for (const Entry& entry : m_entries)
        entry.chip->setColours(theme, eventColour(theme, *m_events, entry.kind));
}

void KindChips::setHidden(const QSet<int>& kinds)
{
    m_hidden = kinds;
    for (const Entry& entry : m_entries) {
        const QSignalBlocker quiet(entry.chip);
        entry.chip->setChecked(!m_hidden.contains(entry.kind));
        entry.chip->update();
    }
}

void KindChips::setKindShown(int kind, bool shown)
{
    if (shown == !m_hidden.contains(kind))
        return;
    QSet<int> hidden = m_hidden;
    shown ? void(hidden.remove(kind)) : void(hidden.insert(kind));
    setHidden(hidden);
    Q_EMIT hiddenChanged();
}

void KindChips::showOnly(int kind)
{
    QSet<int> others;
    QSet<int> offAtFirst;
    for (const Entry& entry : m_entries) {
        if (entry.kind != kind)
            others.insert(entry.kind);
        if (!m_events->kinds[static_cast<std::size_t>(entry.kind)].shownByDefault)
            offAtFirst.insert(entry.kind);
    }
    const bool alone = !m_hidden.contains(kind) && m_hidden.contains(others);
    setHidden(alone ? offAtFirst : others);
    Q_EMIT hiddenChanged();
}

} // namespace ghostline::app
