// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kinds of event that last: a chip for each in the legend, which names its colour and switches whether it
// is shaded behind the curves.
#include "model/replay/event.h"
#include "render/base/theme.h"

#include <QHash>
#include <QObject>

#include <memory>
#include <vector>

namespace ghostline::app {

class ChipShelf;
class KindChip;
class PlotCanvas;

class BandChips : public QObject
{
    Q_OBJECT
public:
    /// Both outlive it.
    BandChips(ChipShelf* legend, PlotCanvas* canvas, QObject* parent);

    /// null = no replay open.
    void setEvents(const std::shared_ptr<const model::EventTable>& events);
    void setTheme(const render::Theme& theme);
    /// Without a curve there is nothing to shade.
    void setChipsVisible(bool visible);

    /// By the id of a kind: shaded or not, where the user said so.
    const QHash<QString, bool>& choices() const { return m_choices; }
    void setChoices(const QHash<QString, bool>& choices);

private:
    struct Kind
    {
        int kind = 0; ///< index into the event table's kinds
        KindChip* chip = nullptr;
    };
    void addChip(int kind, int count);
    void shade();

    ChipShelf* m_legend;
    PlotCanvas* m_canvas;
    const render::Theme* m_theme;
    std::shared_ptr<const model::EventTable> m_events;
    std::vector<Kind> m_kinds; ///< those that happen
    QHash<QString, bool> m_choices;
    bool m_visible = false;
};

} // namespace ghostline::app
