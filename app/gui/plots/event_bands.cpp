// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/event_bands.h"

#include "app/gui/session/events_model.h"
#include "app/gui/widgets/event_strength.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

namespace ghostline::app {

PlotBands eventBands(const model::EventTable& events, int kind, const render::Theme& theme)
{
    PlotBands bands{eventColour(theme, events, kind), {}};
    const QString name = shownName(events.kinds[static_cast<std::size_t>(kind)].name);
    for (const model::Event& event : events.events) {
        if (event.kind != kind || event.length.count() <= 0)
            continue;
        const QString said = shownSentence(event);
        const QString text = said.startsWith(name) ? said : QStringLiteral("%1: %2").arg(name, said);
        const model::Micros end = event.time + event.length;
        PlotBand& band = bands.bands.emplace_back();
        band.begin = model::seconds(event.time);
        band.end = model::seconds(end);
        band.text = QStringLiteral("%1\u2013%2  %3")
                        .arg(model::formatTimeShort(event.time), model::formatTimeShort(end), text);
        band.strength = bandStrength(event);
    }
    return bands;
}

} // namespace ghostline::app
