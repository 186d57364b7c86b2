// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_menu.h"

#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/plots/value_range_dialog.h"

#include <QInputDialog>
#include <QLocale>

#include <array>

namespace ghostline::app {

namespace {

constexpr std::array Windows{0.5, 1.0, 5.0}; // seconds
constexpr double ShortestWindow = 0.01;
constexpr double Growth = 1.25;

/// A name as a menu shows it: its ampersands are no shortcuts.
QString menuText(QString name) { return name.replace(QLatin1Char('&'), QStringLiteral("&&")); }

} // namespace

// What is chosen may be long after the menu was made: curves are found anew by what they show, and everything
// acts on the panel, which lives longer than its menus.

PlotMenu::PlotMenu(PlotsPanel* panel) : QMenu(panel), m_panel(panel) {}

void PlotMenu::addPlot(int plot)
{
    const PlotSpec spec = m_panel->plots().at(plot).spec;
    addDerivations(spec);
    addSeparator();
    addPlaces(plot);
    addField(m_panel->plots().at(plot).field);
    addSeparator();
    addAction(tr("Remove"), m_panel,
              [panel = m_panel, spec] { panel->removePlot(panel->plots().indexOf(spec)); });
}

// ---- other curves ----

void PlotMenu::addDerivations(const PlotSpec& spec)
{
    addAction(tr("Rate of change"), m_panel,
              [panel = m_panel, spec] { panel->addCurve(PlotSpec::rate(spec)); });
    QMenu* means = addMenu(tr("Moving mean"));
    for (const double window : Windows)
        means->addAction(tr("Over %1 s").arg(QLocale().toString(window)), m_panel,
                         [panel = m_panel, spec, window] { panel->addCurve(PlotSpec::mean(spec, window)); });
    means->addAction(tr("Over\u2026"), this, [this, spec] { askWindow(spec); });
    addDifferences(addMenu(tr("Difference from")), spec);
}

void PlotMenu::addDifferences(QMenu* menu, const PlotSpec& spec)
{
    for (const Plot& other : m_panel->plots().all()) {
        if (other.spec != spec && other.spec.unit() == spec.unit())
            menu->addAction(menuText(other.name), m_panel, [panel = m_panel, spec, subtracted = other.spec] {
                panel->addCurve(PlotSpec::difference(spec, subtracted));
            });
    }
    menu->setEnabled(!menu->isEmpty());
}

void PlotMenu::askWindow(const PlotSpec& of)
{
    auto* dialog = new QInputDialog(m_panel);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::DoubleInput);
    dialog->setWindowTitle(tr("Moving mean"));
    dialog->setLabelText(tr("Seconds around each moment:"));
    dialog->setDoubleDecimals(2);
    dialog->setDoubleRange(ShortestWindow, PlotSpec::LongestWindow);
    dialog->setDoubleValue(2.0);
    connect(dialog, &QInputDialog::doubleValueSelected, m_panel,
            [panel = m_panel, of](double seconds) { panel->addCurve(PlotSpec::mean(of, seconds)); });
    dialog->open();
}

// ---- fields ----

void PlotMenu::addPlaces(int plot)
{
    const PlotSpec spec = m_panel->plots().at(plot).spec;
    const PlotList& plots = m_panel->plots();
    const auto move = [panel = m_panel, spec](std::optional<int> field) {
        panel->movePlot(panel->plots().indexOf(spec), field);
    };
    QMenu* places = addMenu(tr("Move to field"));
    int number = 0;
    for (const int field : plots.fields()) {
        ++number;
        const QString units = plots.unitsOf(field).join(QStringLiteral(", "));
        QAction* place = places->addAction(units.isEmpty() ? QString::number(number)
                                                           : tr("%1: %2").arg(number).arg(menuText(units)),
                                           m_panel, [move, field] { move(field); });
        place->setEnabled(field != plots.at(plot).field && plots.takes(field, spec.unit(), plot));
    }
    places->addAction(tr("A new one below"), m_panel, [move] { move(std::nullopt); });
}

void PlotMenu::addField(int field)
{
    PlotCanvas* canvas = m_panel->canvas();
    QAction* keep = addAction(tr("Keep this range of values"));
    keep->setCheckable(true);
    keep->setChecked(canvas->locked(field));
    connect(keep, &QAction::toggled, canvas, [canvas, field](bool on) { canvas->setLocked(field, on); });
    addAction(tr("Range of values\u2026"), this, [this, field] { askRange(field); });
    const bool several = m_panel->plots().fields().size() > 1;
    addAction(tr("Taller field"), canvas, [canvas, field] {
        canvas->grow(field, Growth);
    })->setEnabled(several);
    addAction(tr("Lower field"), canvas, [canvas, field] {
        canvas->grow(field, 1.0 / Growth);
    })->setEnabled(several);
}

void PlotMenu::askRange(int field)
{
    PlotCanvas* canvas = m_panel->canvas();
    auto* dialog = new ValueRangeDialog(m_panel);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    for (const QString& unit : canvas->unitsOf(field))
        dialog->addUnit(unit, canvas->range(field, unit));
    connect(dialog, &ValueRangeDialog::chosen, canvas,
            [canvas, field](const QString& unit, const PlotRange& range) {
                canvas->setRange(field, unit, range);
            });
    dialog->open();
}

} // namespace ghostline::app
