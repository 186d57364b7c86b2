// SPDX-License-Identifier: GPL-3.0-or-later
// Looks and manners that all panels share.
#include "app/gui/widgets/panel_style.h"

#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/file_rows.h"
#include "app/gui/widgets/flat_header.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/table_menu.h"
#include "model/base/shown_text.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QIconEngine>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QStyle>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ghostline::app {

const render::Theme& themeFor(const QPalette& palette)
{
    const bool dark = palette.color(QPalette::Window).lightness() < 128;
    return dark ? render::Theme::dark() : render::Theme::light();
}

QString kindHeading(model::ActorKind kind)
{
    switch (kind) {
    case model::ActorKind::Player:
        return QObject::tr("Players");
    case model::ActorKind::Vehicle:
        return QObject::tr("Vehicles");
    case model::ActorKind::Walker:
        return QObject::tr("Walkers");
    case model::ActorKind::Disc:
        return QObject::tr("Discs");
    case model::ActorKind::Unit:
        return QObject::tr("Units");
    case model::ActorKind::Structure:
        return QObject::tr("Structures");
    case model::ActorKind::TrafficLight:
        return QObject::tr("Traffic lights");
    case model::ActorKind::Sign:
        return QObject::tr("Signs");
    case model::ActorKind::Sensor:
        return QObject::tr("Sensors");
    case model::ActorKind::Prop:
        return QObject::tr("Props");
    case model::ActorKind::Camera:
        return QObject::tr("Cameras");
    case model::ActorKind::Other:
        break;
    }
    return QObject::tr("Others");
}

QSize PanelDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return {QStyledItemDelegate::sizeHint(option, index).width(), rowHeight(option.font)};
}

void PanelDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const auto* line = qobject_cast<const QLineEdit*>(editor);
    if (line == nullptr || !line->isModified())
        QStyledItemDelegate::setEditorData(editor, index);
}

bool PanelDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                              const QModelIndex& index)
{
    const bool hasOwn = index.data(Qt::ToolTipRole).isValid();
    if (event->type() != QEvent::ToolTip || hasOwn || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const QString text = index.data(Qt::DisplayRole).toString();
    if (!text.isEmpty() && QStyledItemDelegate::sizeHint(option, index).width() > option.rect.width())
        QToolTip::showText(event->globalPos(), text, view);
    else
        QToolTip::hideText();
    return true;
}

int rowHeight(const QFont& font)
{
    const int natural = QFontMetrics(font).height() + 2 * Grid - 2;
    return std::max(6 * Grid, (natural + Grid - 1) / Grid * Grid);
}

namespace {

/// Ctrl+C copies rows; left to itself a view would copy the one current cell.
class CopyKey : public QObject
{
public:
    explicit CopyKey(QAbstractItemView* view) : QObject(view), m_view(view) {}

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
        if (watched != m_view || !key || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
            return false;
        event->accept();
        if (event->type() == QEvent::KeyPress)
            copyToClipboard(*m_view);
        return true;
    }

private:
    QAbstractItemView* m_view;
};

} // namespace

void tidyView(QAbstractItemView* view, const QString& accessibleName)
{
    view->setFrameShape(QFrame::NoFrame);
    view->setAccessibleName(accessibleName);
    view->setTextElideMode(Qt::ElideMiddle);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setItemDelegate(new PanelDelegate(view));
    view->installEventFilter(new CopyKey(view));
    if (headerOf(*view) != nullptr)
        new TableMenu(view);
}

void tidyTable(QTableView* table, const QString& accessibleName)
{
    tidyView(table, accessibleName);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setCornerButtonEnabled(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setMinimumSectionSize(5 * Grid);
    table->verticalHeader()->setDefaultSectionSize(rowHeight(table->font()));
    auto* header = new FlatHeader(table);
    table->setHorizontalHeader(header);
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setSectionsMovable(true);
    header->setMinimumSectionSize(8 * Grid);
    header->setTextElideMode(Qt::ElideMiddle);
}

QHeaderView* headerOf(const QAbstractItemView& view)
{
    if (const auto* table = qobject_cast<const QTableView*>(&view))
        return table->horizontalHeader();
    const auto* tree = qobject_cast<const QTreeView*>(&view);
    return tree != nullptr ? tree->header() : nullptr;
}

void centreRow(QTableView& table, const QModelIndex& row)
{
    QScrollBar* bar = table.verticalScrollBar();
    const int height = table.verticalHeader()->defaultSectionSize();
    const bool low = table.viewport()->height() < 3 * height; // no middle
    const int sideways = table.horizontalScrollBar()->value();
    table.scrollTo(row, low ? QAbstractItemView::PositionAtTop : QAbstractItemView::PositionAtCenter);
    table.horizontalScrollBar()->setValue(sideways);
    // At the end the last row is the whole one.
    if (bar->value() < bar->maximum())
        bar->setValue(bar->value() - bar->value() % height);
}

void selectRow(QTableView& table, int row)
{
    QItemSelectionModel& selection = *table.selectionModel();
    if (row < 0) {
        if (selection.hasSelection())
            table.clearSelection();
    } else if (!selection.isRowSelected(row)) {
        selection.setCurrentIndex(table.model()->index(row, 0),
                                  QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
}

namespace {

/// Row numbers from the root down, so that rows of a tree compare in the order shown.
std::vector<int> pathOf(QModelIndex index)
{
    std::vector<int> path;
    for (; index.isValid(); index = index.parent())
        path.insert(path.begin(), index.row());
    return path;
}

std::vector<int> shownColumns(const QAbstractItemView& view)
{
    const QHeaderView* header = headerOf(view);
    std::vector<int> columns;
    for (int visual = 0; visual < view.model()->columnCount(view.rootIndex()); ++visual) {
        const int column = header != nullptr ? header->logicalIndex(visual) : visual;
        if (header == nullptr || !header->isSectionHidden(column) ||
            view.model()->headerData(column, Qt::Horizontal, FileColumnRole).toBool())
            columns.push_back(column);
    }
    return columns;
}

/// One line that a row stands for; most stand for themselves.
class FileLine
{
public:
    FileLine(const QModelIndex& row, int line) : m_row(row), m_rows(rowsOf(row)), m_line(line) {}
    static int countOf(const QModelIndex& row)
    {
        const FileRows* rows = rowsOf(row);
        return rows != nullptr ? rows->linesAt(row) : 1;
    }
    QVariant data(int column, int role = Qt::DisplayRole) const
    {
        const QModelIndex cell = m_row.siblingAtColumn(column);
        return m_rows != nullptr ? m_rows->lineData(cell, m_line, role) : cell.data(role);
    }

private:
    static const FileRows* rowsOf(const QModelIndex& row)
    {
        return dynamic_cast<const FileRows*>(row.model());
    }
    QModelIndex m_row;
    const FileRows* m_rows;
    int m_line;
};

QString headingOf(const QAbstractItemView& view, int column)
{
    QString text = view.model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    return text.replace(QLatin1Char('\n'), QLatin1Char(' '));
}

} // namespace

QString copyText(const QAbstractItemView& view)
{
    if (view.model() == nullptr || view.selectionModel() == nullptr)
        return {};
    QModelIndexList rows = view.selectionModel()->selectedRows(0);
    std::sort(rows.begin(), rows.end(),
              [](const QModelIndex& a, const QModelIndex& b) { return pathOf(a) < pathOf(b); });
    const std::vector<int> columns = shownColumns(view);
    QStringList lines;
    QStringList headings;
    for (const int column : columns)
        headings << headingOf(view, column);
    const bool named =
        std::any_of(headings.begin(), headings.end(), [](const QString& h) { return !h.isEmpty(); });
    if (named && columns.size() > 1 && !rows.isEmpty())
        lines << headings.join(QLatin1Char('\t'));
    for (const QModelIndex& row : rows) {
        for (int line = 0; line < FileLine::countOf(row); ++line) {
            QStringList cells;
            for (const int column : columns)
                cells << FileLine(row, line).data(column).toString();
            while (!cells.isEmpty() && cells.last().isEmpty())
                cells.removeLast();
            lines << cells.join(QLatin1Char('\t'));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

void copyToClipboard(const QAbstractItemView& view)
{
    const QString text = copyText(view);
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

namespace {

/// What stands to the right and is a figure in the reader's language becomes one that every program reads.
QString plainFigure(const FileLine& line, int column, QString text)
{
    const QLocale locale;
    bool isFigure = (line.data(column, Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
    if (isFigure)
        locale.toDouble(text, &isFigure);
    return isFigure ? text.remove(locale.groupSeparator()).replace(locale.decimalPoint(), QStringLiteral("."))
                    : text;
}

QString fileText(const FileLine& line, int column)
{
    const QVariant own = line.data(column, FileTextRole);
    QString text = (own.isValid() ? own : line.data(column)).toString();
    // A dash alone says that there is nothing.
    if (text == QStringLiteral("–"))
        return {};
    // The true minus is for eyes: spreadsheets read no number behind it.
    if (text.startsWith(QChar(0x2212)))
        text[0] = u'-';
    return own.isValid() ? text : plainFigure(line, column, std::move(text));
}

/// `level` of -1: no column for it.
void addCsvRows(const QAbstractItemModel& model, const std::vector<int>& columns, const QModelIndex& under,
                int level, QByteArray& out)
{
    for (int row = 0; row < model.rowCount(under); ++row) {
        const QModelIndex first = model.index(row, 0, under);
        for (int line = 0; line < FileLine::countOf(first); ++line) {
            if (level >= 0)
                out += QByteArray::number(level) + ',';
            for (std::size_t i = 0; i < columns.size(); ++i)
                out += (i > 0 ? "," : "") + model::csvField(fileText(FileLine(first, line), columns[i]));
            out += '\n';
        }
        addCsvRows(model, columns, model.index(row, 0, under), level < 0 ? level : level + 1, out);
    }
}

} // namespace

QByteArray csvText(const QAbstractItemView& view)
{
    const QAbstractItemModel& model = *view.model();
    const std::vector<int> columns = shownColumns(view);
    bool deep = false;
    for (int row = 0; row < model.rowCount() && !deep; ++row)
        deep = model.hasChildren(model.index(row, 0));
    QByteArray out = deep ? "level," : "";
    for (std::size_t i = 0; i < columns.size(); ++i)
        out += (i > 0 ? "," : "") + model::csvField(headingOf(view, columns[i]));
    out += '\n';
    addCsvRows(model, columns, {}, deep ? 0 : -1, out);
    return out;
}

QSize ElidedLabel::minimumSizeHint() const { return {8 * Grid, QLabel::minimumSizeHint().height()}; }

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideMiddle, contentsRect().width());
    style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(), isEnabled(),
                          shown, foregroundRole());
    setToolTip(shown == text() ? QString() : text());
}

QToolButton* iconButton(const QString& icon, const QString& name, bool checkable, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setCheckable(checkable);
    button->setIcon(themedIcon(icon));
    button->setIconSize(QSize(16, 16));
    button->setFixedSize(7 * Grid, 7 * Grid);
    button->setToolTip(name);
    button->setAccessibleName(name);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QToolButton* iconButton(const QString& icon, const QString& name, QWidget* parent,
                        const std::function<void()>& clicked)
{
    QToolButton* button = iconButton(icon, name, false, parent);
    QObject::connect(button, &QToolButton::clicked, button, clicked);
    return button;
}

QToolButton* switchButton(const QString& text, const QString& help, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(help);
    button->setAccessibleName(text);
    button->setAccessibleDescription(help);
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QHBoxLayout* toolRow(int top)
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(2 * Grid, top, 2 * Grid, 0);
    row->setSpacing(Grid);
    return row;
}

QLabel* figureLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setFont(tabularFont(label->font()));
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QLabel* emptyState(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setMargin(6 * Grid);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

// The small painted shapes of the panels, crisp at 1x, 1.5x and 2x because they are drawn, not scaled.

namespace {

QPainterPath regularShape(const QRectF& box, int corners, double turn, double innerShare = 0.0)
{
    const QPointF centre = box.center();
    const double radius = box.width() / 2;
    const int points = innerShare > 0 ? corners * 2 : corners;
    QPolygonF polygon;
    for (int i = 0; i < points; ++i) {
        const double angle = turn + 2 * std::numbers::pi * i / points;
        const double r = innerShare > 0 && i % 2 == 1 ? radius * innerShare : radius;
        polygon << centre + QPointF(std::sin(angle) * r, -std::cos(angle) * r);
    }
    QPainterPath path;
    path.addPolygon(polygon);
    path.closeSubpath();
    return path;
}

QPainterPath flagPath(const QRectF& box)
{
    QPainterPath path;
    const double w = box.width();
    path.addRect(QRectF(box.left() + 0.12 * w, box.top(), 0.14 * w, box.height()));
    path.addPolygon(QPolygonF({box.topLeft() + QPointF(0.26 * w, 0), box.topLeft() + QPointF(w, 0.28 * w),
                               box.topLeft() + QPointF(0.26 * w, 0.6 * w)}));
    path.closeSubpath();
    return path;
}

QPainterPath markPath(Mark mark, const QRectF& box)
{
    const auto inset = [&](double share) {
        const double d = box.width() * share;
        return box.adjusted(d, d, -d, -d);
    };
    QPainterPath path;
    switch (mark) {
    case Mark::Circle:
        path.addEllipse(inset(0.04));
        return path;
    case Mark::Square:
        path.addRoundedRect(inset(0.09), 1, 1);
        return path;
    case Mark::Triangle:
        return regularShape(box.translated(0, box.height() * 0.1), 3, 0.0);
    case Mark::Diamond:
        return regularShape(box, 4, 0.0);
    case Mark::Hexagon:
        return regularShape(inset(-0.02), 6, 0.0);
    case Mark::Cross: {
        const double arm = box.width() * 0.32;
        path.addRect(QRectF(box.center().x() - arm / 2, box.top(), arm, box.height()));
        QPainterPath bar;
        bar.addRect(QRectF(box.left(), box.center().y() - arm / 2, box.width(), arm));
        return path.united(bar);
    }
    case Mark::Star:
        return regularShape(inset(-0.06), 5, 0.0, 0.45);
    case Mark::Flag:
        return flagPath(box);
    }
    return path;
}

/// Draws a mark whenever it is asked for: to make one costs nothing, it is crisp on any screen, and its rim
/// is of the palette there is then.
class MarkIcon : public QIconEngine
{
public:
    MarkIcon(Mark mark, const QColor& colour, bool filled) : m_mark(mark), m_colour(colour), m_filled(filled)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        painter->save();
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / Side, rect.height() / Side);
        // A selected row does not tint it, but a mark in the accent's own hue would not be seen there without
        // a rim.
        const bool rimmed = mode == QIcon::Selected;
        const double inset = rimmed ? 4.0 : 3.0;
        const QRectF box(inset, inset, Side - 2.0 * inset, Side - 2.0 * inset);
        if (rimmed) {
            constexpr double Rim = 2.0; // on all sides, whatever the shape
            const QColor colour = QGuiApplication::palette().color(QPalette::HighlightedText);
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(QPen(colour, 2.0 * Rim, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            painter->setBrush(colour);
            painter->drawPath(markPath(m_mark, box));
        }
        paintMark(*painter, m_mark, box, m_colour, m_filled);
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap out(size);
        out.fill(Qt::transparent);
        QPainter painter(&out);
        paint(&painter, QRect({}, size), mode, state);
        return out;
    }

    QIconEngine* clone() const override { return new MarkIcon(*this); }

private:
    static constexpr double Side = 16.0; ///< the unit of the insets

    Mark m_mark;
    QColor m_colour;
    bool m_filled;
};

} // namespace

Mark markFor(int hue) { return static_cast<Mark>(((hue % 7) + 7) % 7); }

QIcon teamIcon(const render::Theme& theme, const std::vector<model::Team>& teams, int team)
{
    return markIcon(markFor(render::teamHue(teams, team)), render::teamColor(theme, teams, team));
}

Mark actorMark(const model::ActorInfo& actor, const std::vector<model::Team>& teams)
{
    if (const int hue = render::teamHue(teams, actor.team); hue >= 0)
        return markFor(hue);
    switch (actor.kind) {
    case model::ActorKind::Vehicle:
    case model::ActorKind::Structure:
        return Mark::Square;
    case model::ActorKind::Player:
    case model::ActorKind::Walker:
    case model::ActorKind::Disc:
        return Mark::Circle;
    case model::ActorKind::Unit:
        return Mark::Hexagon;
    case model::ActorKind::TrafficLight:
        return Mark::Triangle;
    case model::ActorKind::Sensor:
    case model::ActorKind::Camera:
        return Mark::Cross;
    case model::ActorKind::Sign:
    case model::ActorKind::Prop:
    case model::ActorKind::Other:
        break;
    }
    return Mark::Diamond;
}

void paintMark(QPainter& painter, Mark mark, const QRectF& box, const QColor& colour, bool filled)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (filled) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
    } else {
        painter.setPen(QPen(colour, 1.4));
        painter.setBrush(Qt::NoBrush);
    }
    painter.drawPath(markPath(mark, filled ? box : box.adjusted(0.7, 0.7, -0.7, -0.7)));
    painter.restore();
}

QIcon markIcon(Mark mark, const QColor& colour, bool filled)
{
    return QIcon(new MarkIcon(mark, colour, filled));
}

} // namespace ghostline::app
