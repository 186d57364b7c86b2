// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_canvas.h"

#include "app/gui/plots/plot_fields.h"
#include "app/gui/plots/plot_picture.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/time_view.h"
#include "model/bytes/atomic_file.h"

#include <QBuffer>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QSvgGenerator>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double BandReach = 2.0;  // pixels beside a narrow band that still ask for it
constexpr double ClickReach = 4.0; // pixels that a click may move
constexpr int LeastField = 64;     // height that sizing leaves to a field, its margins included
constexpr int DropStrip = 24;      // above the lowest field's edge: already below all
constexpr int LockSide = 20;
constexpr int LockLeft = 8;

} // namespace

struct PlotCanvas::Private
{
    /// Where the mouse went down, and what it does since.
    struct Press
    {
        QPointF at;
        bool down = false;
        bool dragging = false;
        bool seeking = false;
        std::optional<std::size_t> above; ///< the field above the edge that is dragged
        int heightAbove = 0;
        int heightBelow = 0;
    };

    explicit Private(PlotCanvas* canvas)
        : plot(new QCustomPlot(canvas)), fields(plot),
          dropPlace(new QRubberBand(QRubberBand::Rectangle, canvas))
    {
    }

    QCustomPlot* plot;
    PlotFields fields;
    QRubberBand* dropPlace;
    std::map<int, QToolButton*> locks; ///< by field
    bool adjustable = false;
    Press press;

    /// The field above the edge at this place.
    std::optional<std::size_t> edgeAt(const QPointF& at) const
    {
        const auto& all = fields.all();
        const int column = fields.columns().at(at.x());
        for (std::size_t i = 0; adjustable && i < all.size(); ++i) {
            const int edge = all[i].rect->bottom();
            if (fields.columns().of(i) == column && fields.columns().below(i) && at.y() >= edge - 1 &&
                at.y() <= edge + fields.format().fieldTop + 1)
                return i;
        }
        return std::nullopt;
    }
};

PlotCanvas::PlotCanvas(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this))
{
    d->plot->setNoAntialiasingOnDrag(true);
    d->plot->setMouseTracking(true);
    d->plot->installEventFilter(this);
    d->plot->setAccessibleName(tr("Plots"));
    connect(d->plot, &QCustomPlot::afterLayout, this, &PlotCanvas::placeLocks);
    setAccessibleName(tr("Plots over time"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(d->plot);
    setMinimumHeight(96);
}

PlotCanvas::~PlotCanvas() = default;

QWidget* PlotCanvas::surface() const { return d->plot; }

void PlotCanvas::setFormat(const PlotFormat& format)
{
    d->fields.setFormat(format);
    d->plot->setCursor(format.seeks ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void PlotCanvas::setPainters(PlotPainters drawn) { d->fields.setPainters(std::move(drawn)); }

void PlotCanvas::setTheme(const render::Theme& theme)
{
    d->fields.setTheme(theme);
    refresh();
}

void PlotCanvas::setTeams(std::vector<model::Team> teams) { d->fields.setTeams(std::move(teams)); }

// ---- curves ----

void PlotCanvas::setCurves(const std::vector<PlotCurve>& curves)
{
    d->press = {}; // what is dragged may be gone
    d->fields.setCurves(curves);
    buildLocks();
    d->fields.applyMargins(width());
    setCursorTime(m_cursor);
    setGuideTime(m_guide);
    refresh();
}

void PlotCanvas::setPoints(int curve, const QVector<double>& seconds, const QVector<double>& values)
{
    if (curve >= 0 && curve < curveCount())
        d->fields.curves()[static_cast<std::size_t>(curve)].graph->setData(seconds, values, true);
}

void PlotCanvas::setBands(std::vector<PlotBands> bands)
{
    d->fields.setBands(std::move(bands));
    d->plot->replot(QCustomPlot::rpQueuedReplot);
}

QStringList PlotCanvas::bandsAt(double seconds) const
{
    const double reach = BandReach * d->fields.secondsPerPixel();
    QStringList texts;
    for (const PlotBands& kind : d->fields.bands()) {
        for (const PlotBand& band : kind.bands) {
            if (band.begin - reach <= seconds && seconds <= band.end + reach)
                texts << band.text;
        }
    }
    return texts;
}

void PlotCanvas::refresh()
{
    d->fields.fitValues();
    d->plot->replot(QCustomPlot::rpQueuedReplot);
}

int PlotCanvas::curveCount() const { return static_cast<int>(d->fields.curves().size()); }

int PlotCanvas::pointCount(int curve) const
{
    return curve >= 0 && curve < curveCount()
               ? d->fields.curves()[static_cast<std::size_t>(curve)].graph->dataCount()
               : 0;
}

// ---- time ----

void PlotCanvas::setColumns(int columns)
{
    const int before = this->columns();
    d->fields.setColumns(columns);
    if (this->columns() == before)
        return;
    d->press = {};
    refresh();
}

int PlotCanvas::columns() const { return d->fields.columns().count(); }

void PlotCanvas::setTimeAxis(double begin, double end, int left, int right)
{
    d->fields.setTimeAxis(begin, end, left, right, width());
    refresh();
}

/// The margins are counted from the edges: a canvas that is shown with its first curve has its width only
/// now.
void PlotCanvas::resizeEvent(QResizeEvent*)
{
    d->fields.applyMargins(width());
    d->plot->replot(QCustomPlot::rpQueuedReplot);
}

double PlotCanvas::pixelOf(double seconds) const { return d->fields.pixelOf(seconds); }

double PlotCanvas::secondsAt(double pixel) const { return d->fields.secondsAt(pixel); }

void PlotCanvas::setCursorTime(std::optional<double> seconds)
{
    m_cursor = seconds;
    d->fields.showCursor(seconds);
}

void PlotCanvas::setGuideTime(std::optional<double> seconds)
{
    m_guide = seconds;
    d->fields.showGuide(seconds);
}

// ---- fields ----

void PlotCanvas::setAdjustable(bool adjustable) { d->adjustable = adjustable; }

const std::map<int, PlotField>& PlotCanvas::fields() const { return d->fields.settings(); }

void PlotCanvas::setFields(std::map<int, PlotField> fields)
{
    d->fields.setSettings(std::move(fields));
    showLocked();
    refresh();
}

QStringList PlotCanvas::unitsOf(int field) const { return d->fields.unitsOf(field); }

bool PlotCanvas::hasRightAxis() const
{
    const auto& fields = d->fields.all();
    return std::any_of(fields.begin(), fields.end(),
                       [](const PlotFields::Field& field) { return field.right.has_value(); });
}

PlotRange PlotCanvas::range(int field, const QString& unit) const
{
    const PlotFields::Field* of = d->fields.numbered(field);
    if (of == nullptr)
        return {};
    const QCPRange shown = of->valueAxis(unit)->range();
    return {shown.lower, shown.upper};
}

void PlotCanvas::setRange(int field, const QString& unit, std::optional<PlotRange> range)
{
    if (d->fields.numbered(field) == nullptr)
        return;
    auto& fixed = d->fields.settingsOf(field).fixed;
    if (range && range->low < range->high)
        fixed.insert(unit, *range);
    else
        fixed.remove(unit);
    showLocked();
    refresh();
}

void PlotCanvas::setLocked(int field, bool locked)
{
    if (d->fields.numbered(field) == nullptr)
        return;
    QHash<QString, PlotRange> fixed;
    for (const QString& unit : locked ? unitsOf(field) : QStringList())
        fixed.insert(unit, range(field, unit));
    d->fields.settingsOf(field).fixed = fixed;
    showLocked();
    refresh();
}

bool PlotCanvas::locked(int field) const
{
    const auto settings = fields().find(field);
    return settings != fields().end() && !settings->second.fixed.isEmpty();
}

void PlotCanvas::grow(int field, double factor)
{
    if (d->fields.numbered(field) == nullptr)
        return;
    constexpr double Most = 8.0;
    double& share = d->fields.settingsOf(field).share;
    share = std::clamp(share * factor, 1.0 / Most, Most);
    d->fields.applyShares();
    refresh();
}

// ---- the buttons that keep a field's values ----

void PlotCanvas::buildLocks()
{
    for (const auto& [number, lock] : d->locks)
        delete lock;
    d->locks.clear();
    if (!d->adjustable)
        return;
    for (const PlotFields::Field& field : d->fields.all()) {
        QStringList units = unitsOf(field.number);
        units.removeAll(QString());
        const QString name = units.isEmpty()
                                 ? tr("Keep this range of values")
                                 : tr("Keep this range of values (%1)").arg(units.join(QStringLiteral(", ")));
        auto* lock = iconButton(QStringLiteral("lock"), name, true, this);
        lock->setToolTip(tr("%1\nOtherwise it fits what is in view").arg(name));
        lock->setIconSize({12, 12});
        lock->setFixedSize(LockSide, LockSide);
        lock->setChecked(locked(field.number));
        lock->show();
        connect(lock, &QToolButton::toggled, this,
                [this, number = field.number](bool on) { setLocked(number, on); });
        d->locks[field.number] = lock;
    }
}

/// Below the unit, beside the numbers it holds.
void PlotCanvas::placeLocks()
{
    const auto& fields = d->fields.all();
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (const auto lock = d->locks.find(fields[i].number); lock != d->locks.end())
            lock->second->move(d->fields.columns().left(d->fields.columns().of(i)) + LockLeft,
                               fields[i].rect->top() + FieldTickRoom - 8);
    }
    d->fields.sizeTicks();
}

void PlotCanvas::showLocked()
{
    for (const auto& [number, lock] : d->locks) {
        const QSignalBlocker quiet(lock);
        lock->setChecked(locked(number));
    }
}

// ---- mouse ----

void PlotCanvas::onPress(const QMouseEvent& event)
{
    d->press = {};
    d->press.at = event.position();
    d->press.down = true;
    d->press.above = d->edgeAt(d->press.at);
    if (d->press.above) {
        const auto& fields = d->fields.all();
        d->press.heightAbove = fields[*d->press.above].rect->outerRect().height();
        d->press.heightBelow = fields[*d->fields.columns().below(*d->press.above)].rect->outerRect().height();
        return;
    }
    d->press.seeking = d->fields.format().seeks && event.button() == Qt::LeftButton &&
                       (event.modifiers() & Qt::ShiftModifier) == 0;
    if (d->press.seeking)
        Q_EMIT clicked(secondsAt(d->press.at.x()));
}

void PlotCanvas::sizeFields(const QPointF& at)
{
    const Private::Press& press = d->press;
    const int both = press.heightAbove + press.heightBelow;
    const int moved = static_cast<int>(std::lround(at.y() - press.at.y()));
    const int least = std::min(LeastField, both / 2);
    const int above = std::clamp(press.heightAbove + moved, least, both - least);
    if (const std::optional<std::size_t> below = d->fields.columns().below(*press.above))
        d->fields.shareHeight(*press.above, *below, above, both - above);
}

void PlotCanvas::onMove(const QMouseEvent& event)
{
    const QPointF at = event.position();
    m_pointer = at;
    Private::Press& press = d->press;
    if (press.down && press.above) {
        sizeFields(at);
        return;
    }
    if (press.down && press.seeking)
        Q_EMIT clicked(secondsAt(at.x()));
    if (press.down && !press.seeking && !press.dragging && std::abs(at.x() - press.at.x()) >= ClickReach) {
        press.dragging = true;
        Q_EMIT dragBegun();
    }
    if (press.dragging)
        Q_EMIT dragged(at.x() - press.at.x());
    const bool sizes = !press.down && d->edgeAt(at);
    d->plot->setCursor(sizes                      ? Qt::SplitVCursor
                       : d->fields.format().seeks ? Qt::PointingHandCursor
                                                  : Qt::ArrowCursor);
    const bool shown = d->fields.inside(at.x()) && !press.dragging;
    Q_EMIT hovered(shown ? std::optional(secondsAt(at.x())) : std::nullopt);
}

bool PlotCanvas::onRelease(Qt::MouseButton button, const QPointF& at)
{
    const Private::Press press = std::exchange(d->press, {});
    const bool click = press.down && !press.dragging && !press.above;
    if (click && button == Qt::LeftButton && !d->fields.format().seeks)
        Q_EMIT clicked(secondsAt(at.x()));
    return true;
}

void PlotCanvas::showTip(const QPoint& at, const QPoint& global)
{
    const QStringList texts = d->fields.inside(at.x()) ? bandsAt(secondsAt(at.x())) : QStringList();
    QToolTip::showText(global, texts.mid(0, ListedInTooltip).join(QLatin1Char('\n')), d->plot);
}

bool PlotCanvas::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != d->plot)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        showTip(help->pos(), help->globalPos());
        return true;
    }
    case QEvent::Leave:
        Q_EMIT hovered(std::nullopt);
        break;
    case QEvent::Wheel: {
        auto* wheel = static_cast<QWheelEvent*>(event);
        Q_EMIT zoomed(std::pow(WheelFactor, wheel->angleDelta().y() / 120.0), wheel->position().x());
        wheel->accept();
        return true;
    }
    case QEvent::ContextMenu: {
        const auto* menu = static_cast<QContextMenuEvent*>(event);
        if (const std::optional<int> field = fieldAt(menu->pos()))
            Q_EMIT fieldMenuRequested(*field, menu->globalPos());
        return true;
    }
    case QEvent::MouseButtonPress: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() != Qt::RightButton) // which opens the menu
            onPress(*mouse);
        return true;
    }
    case QEvent::MouseMove:
        onMove(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        return onRelease(mouse->button(), mouse->position());
    }
    case QEvent::MouseButtonDblClick:
        Q_EMIT doubleClicked();
        return true;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

// ---- dropping ----

std::optional<int> PlotCanvas::fieldAt(const QPoint& at) const
{
    const auto& fields = d->fields.all();
    const int column = d->fields.columns().at(at.x());
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const QRect field = fields[i].rect->rect();
        const int strip = d->fields.columns().below(i) ? 0 : std::min(DropStrip, field.height() / 4);
        if (d->fields.columns().of(i) == column && at.y() <= field.bottom() - strip)
            return fields[i].number;
    }
    return std::nullopt;
}

QRect PlotCanvas::fieldRect(int field) const
{
    const PlotFields::Field* of = d->fields.numbered(field);
    return of != nullptr ? of->rect->rect() : QRect();
}

void PlotCanvas::showDropPlace(const QPoint& at, bool intoField)
{
    const auto& fields = d->fields.all();
    const std::optional<int> field = intoField ? fieldAt(at) : std::nullopt;
    const std::optional<std::size_t> lowest = d->fields.columns().lowestAt(at.x());
    QRect place = lowest ? fields[*lowest].rect->rect() : rect();
    if (field)
        place = fieldRect(*field);
    else if (lowest)
        place = QRect(place.left(), place.bottom() - 4, place.width(), height() - place.bottom());
    d->dropPlace->setGeometry(place);
    d->dropPlace->show();
}

void PlotCanvas::hideDropPlace() { d->dropPlace->hide(); }

// ---- pictures ----

model::Result<void> PlotCanvas::savePng(const QString& path, double scale)
{
    const PlotPicture picture(*d->plot, d->fields);
    QImage image(QSizeF(QSizeF(picture.size()) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    picture.paint(image, scale);
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    if (!image.save(&bytes, "PNG"))
        return model::fail(model::ErrorCode::WriteFailed, tr("The picture could not be made"));
    return model::replaceFile(path, bytes.data());
}

model::Result<void> PlotCanvas::saveSvg(const QString& path)
{
    const PlotPicture picture(*d->plot, d->fields);
    QBuffer bytes;
    QSvgGenerator svg;
    svg.setOutputDevice(&bytes);
    svg.setSize(picture.size());
    svg.setViewBox(QRect(QPoint(), picture.size()));
    svg.setTitle(accessibleName());
    picture.paint(svg, 1.0);
    return model::replaceFile(path, bytes.data());
}

} // namespace ghostline::app
