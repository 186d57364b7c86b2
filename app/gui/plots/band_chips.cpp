// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/band_chips.h"

#include "app/gui/plots/event_bands.h"
#include "app/gui/session/events_model.h"
#include "app/gui/widgets/chip_shelf.h"
#include "app/gui/widgets/kind_chip.h"
#include "app/gui/widgets/replay_words.h"

namespace ghostline::app {

BandChips::BandChips(ChipShelf* legend, PlotCanvas* canvas, QObject* parent)
    : QObject(parent), m_legend(legend), m_canvas(canvas), m_theme(&render::Theme::dark())
{
}

void BandChips::setEvents(const std::shared_ptr<const model::EventTable>& events)
{
    if (events == m_events)
        return;
    m_events = events;
    for (const Kind& kind : m_kinds)
        delete kind.chip;
    m_kinds.clear();
    std::vector<int> counts(events ? events->kinds.size() : 0, 0);
    for (std::size_t i = 0; events && i < events->events.size(); ++i) {
        if (events->events[i].length.count() > 0)
            ++counts[static_cast<std::size_t>(events->events[i].kind)];
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (events->kinds[i].band && counts[i] > 0)
            addChip(static_cast<int>(i), counts[i]);
    }
    shade();
}

void BandChips::addChip(int number, int count)
{
    const model::EventKind& kind = m_events->kinds[static_cast<std::size_t>(number)];
    const QString name = shownName(kind.name);
    auto* chip = new KindChip(name, eventMark(*m_events, number), m_legend);
    chip->setCount(count);
    chip->setAccessibleName(tr("Shade where there is %1 behind the curves").arg(name));
    chip->setToolTip(tr("%1: shaded behind the curves where it lasted\nClick: show or hide").arg(name));
    chip->setChecked(m_choices.value(kind.id, kind.shownByDefault));
    connect(chip, &KindChip::toggled, this, [this, id = kind.id](bool on) {
        m_choices.insert(id, on);
        shade();
    });
    m_legend->addChip(chip);
    chip->setVisible(m_visible);
    m_kinds.push_back({number, chip});
}

void BandChips::setTheme(const render::Theme& theme)
{
    m_theme = &theme;
    shade();
}

void BandChips::setChipsVisible(bool visible)
{
    m_visible = visible;
    for (const Kind& kind : m_kinds)
        kind.chip->setVisible(visible);
}

void BandChips::setChoices(const QHash<QString, bool>& choices)
{
    for (const Kind& shown : m_kinds) {
        const model::EventKind& kind = m_events->kinds[static_cast<std::size_t>(shown.kind)];
        shown.chip->setChecked(choices.value(kind.id, kind.shownByDefault));
    }
    m_choices = choices; // not what the chips have just written into it
}

void BandChips::shade()
{
    std::vector<PlotBands> shown;
    for (const Kind& kind : m_kinds) {
        kind.chip->setColours(*m_theme, eventColour(*m_theme, *m_events, kind.kind));
        if (kind.chip->isChecked())
            shown.push_back(eventBands(*m_events, kind.kind, *m_theme));
    }
    m_canvas->setBands(std::move(shown));
}

} // namespace ghostline::app
