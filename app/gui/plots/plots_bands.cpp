// SPDX-License-Identifier: GPL-3.0-or-later
// What lasted, shaded behind the curves of the Plots dock: which kinds there are, and which are shown.
#include "app/gui/docks/chip_shelf.h"
#include "app/gui/docks/events_model.h"
#include "app/gui/docks/kind_chip.h"
#include "app/gui/plots/event_bands.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/shell/replay_session.h"
#include "app/gui/shell/replay_words.h"

namespace ghostline::app {

/// A chip for each kind that lasts and happens; it says the colour's name and switches it.
void PlotsPanel::readBands()
{
    const auto events = m_session ? m_session->index()->events : nullptr;
    if (events == m_bandsOf)
        return;
    m_bandsOf = events;
    for (const BandKind& band : m_bands)
        delete band.chip;
    m_bands.clear();
    std::vector<int> counts(events ? events->kinds.size() : 0, 0);
    for (std::size_t i = 0; events && i < events->events.size(); ++i) {
        if (events->events[i].length.count() > 0)
            ++counts[static_cast<std::size_t>(events->events[i].kind)];
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const model::EventKind& kind = events->kinds[i];
        if (!kind.band || counts[i] == 0)
            continue;
        const int number = static_cast<int>(i);
        auto* chip = new KindChip(shownName(kind.name), eventMark(*events, number), this);
        chip->setCount(counts[i]);
        chip->setAccessibleName(tr("Shade where there is %1 behind the curves").arg(shownName(kind.name)));
        chip->setToolTip(tr("%1: shaded behind the curves where it lasted\nClick: show or hide")
                             .arg(shownName(kind.name)));
        chip->setChecked(m_bandWishes.value(kind.id, kind.shownByDefault));
        connect(chip, &KindChip::toggled, this, [this, id = kind.id](bool on) {
            m_bandWishes.insert(id, on);
            showBands();
        });
        m_legend->addChip(chip);
        chip->setVisible(!m_plots.empty());
        m_bands.push_back({number, chip});
    }
    showBands();
}

void PlotsPanel::showBands()
{
    std::vector<PlotBands> shown;
    for (const BandKind& band : m_bands) {
        band.chip->setColours(*m_theme, eventColour(*m_theme, *m_bandsOf, band.kind));
        if (band.chip->isChecked())
            shown.push_back(eventBands(*m_bandsOf, band.kind, *m_theme));
    }
    m_canvas->setBands(std::move(shown));
}

} // namespace ghostline::app
