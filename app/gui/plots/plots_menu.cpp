// SPDX-License-Identifier: GPL-3.0-or-later
// What can be made of a curve and of its field: the menus of the legend and of the fields.
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plots_panel.h"
#include "app/gui/plots/value_range_dialog.h"
#include "app/gui/shell/replay_session.h"

#include <QInputDialog>
#include <QLocale>
#include <QMenu>

#include <array>

namespace ghostline::app {

namespace {

constexpr std::array Windows{0.5, 1.0, 5.0}; // seconds
constexpr double ShortestWindow = 0.01;
constexpr double Growth = 1.25;

/// A name as a menu shows it: its ampersands are no shortcuts.
QString menuText(QString name) { return name.replace(QLatin1Char('&'), QStringLiteral("&&")); }

} // namespace

QMenu* PlotsPanel::makeMenu(int plot)
{
    auto* menu = new QMenu(this);
    addDerivations(menu, plot);
    menu->addSeparator();
    addPlaces(menu, plot);
    addScale(menu, at(plot).field);
    menu->addSeparator();
    menu->addAction(tr("Remove"), this, [this, spec = at(plot).spec] { removePlot(indexOf(spec)); });
    return menu;
}

// ---- other curves ----

void PlotsPanel::addDerivations(QMenu* menu, int plot)
{
    const PlotSpec spec = at(plot).spec;
    menu->addAction(tr("Rate of change"), this, [this, spec] { addCurve(PlotSpec::rate(spec)); });
    QMenu* means = menu->addMenu(tr("Moving mean"));
    for (const double window : Windows)
        means->addAction(tr("Over %1 s").arg(QLocale().toString(window)), this,
                         [this, spec, window] { addCurve(PlotSpec::mean(spec, window)); });
    means->addAction(tr("Over\u2026"), this, [this, spec] { askWindow(spec); });
    addDifferences(menu->addMenu(tr("Difference from")), plot);
}

void PlotsPanel::addDifferences(QMenu* menu, int plot)
{
    const PlotSpec spec = at(plot).spec;
    for (const Plot& other : m_plots) {
        if (other.spec != spec && other.spec.unit() == spec.unit())
            menu->addAction(menuText(other.name), this, [this, spec, subtracted = other.spec] {
                addCurve(PlotSpec::difference(spec, subtracted));
            });
    }
    menu->setEnabled(!menu->isEmpty());
}

void PlotsPanel::askWindow(const PlotSpec& of)
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::DoubleInput);
    dialog->setWindowTitle(tr("Moving mean"));
    dialog->setLabelText(tr("Seconds around each moment:"));
    dialog->setDoubleDecimals(2);
    dialog->setDoubleRange(ShortestWindow, PlotSpec::LongestWindow);
    dialog->setDoubleValue(2.0);
    connect(dialog, &QInputDialog::doubleValueSelected, this,
            [this, of](double seconds) { addCurve(PlotSpec::mean(of, seconds)); });
    dialog->open();
}

// ---- fields ----

void PlotsPanel::addPlaces(QMenu* menu, int plot)
{
    const PlotSpec spec = at(plot).spec;
    QMenu* places = menu->addMenu(tr("Move to field"));
    int number = 0;
    for (const int field : fieldNumbers()) {
        ++number;
        const QString units = unitsOf(field).join(QStringLiteral(", "));
        QAction* place = places->addAction(units.isEmpty() ? QString::number(number)
                                                           : tr("%1: %2").arg(number).arg(menuText(units)),
                                           this, [this, spec, field] { movePlot(indexOf(spec), field); });
        place->setEnabled(field != at(plot).field && takes(field, spec.unit(), plot));
    }
    places->addAction(tr("A new one below"), this, [this, spec] { movePlot(indexOf(spec), std::nullopt); });
}

void PlotsPanel::addScale(QMenu* menu, int field)
{
    QAction* keep = menu->addAction(tr("Keep this range of values"));
    keep->setCheckable(true);
    keep->setChecked(m_canvas->locked(field));
    connect(keep, &QAction::toggled, m_canvas, [this, field](bool on) { m_canvas->setLocked(field, on); });
    menu->addAction(tr("Range of values\u2026"), this, [this, field] { askRange(field); });
    const bool several = fieldNumbers().size() > 1;
    menu->addAction(tr("Taller field"), this, [this, field] { m_canvas->grow(field, Growth); })
        ->setEnabled(several);
    menu->addAction(tr("Lower field"), this, [this, field] { m_canvas->grow(field, 1.0 / Growth); })
        ->setEnabled(several);
}

void PlotsPanel::askRange(int field)
{
    auto* dialog = new ValueRangeDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    for (const QString& unit : m_canvas->unitsOf(field))
        dialog->addUnit(unit, m_canvas->range(field, unit));
    connect(dialog, &ValueRangeDialog::chosen, m_canvas,
            [this, field](const QString& unit, const PlotRange& range) {
                m_canvas->setRange(field, unit, range);
            });
    dialog->open();
}

} // namespace ghostline::app
