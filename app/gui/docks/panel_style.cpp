// SPDX-License-Identifier: GPL-3.0-or-later
// Looks and manners that all panels share.
#include "app/gui/docks/panel_style.h"

#include "app/gui/docks/csv_export.h"
#include "app/gui/shell/icons.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>

#include <algorithm>

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
    const QHeaderView* header = nullptr;
    if (const auto* table = qobject_cast<const QTableView*>(&view))
        header = table->horizontalHeader();
    else if (const auto* tree = qobject_cast<const QTreeView*>(&view))
        header = tree->header();
    std::vector<int> columns;
    for (int visual = 0; visual < view.model()->columnCount(view.rootIndex()); ++visual) {
        const int column = header != nullptr ? header->logicalIndex(visual) : visual;
        if (header == nullptr || !header->isSectionHidden(column))
            columns.push_back(column);
    }
    return columns;
}

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
        QStringList cells;
        for (const int column : columns)
            cells << row.siblingAtColumn(column).data(Qt::DisplayRole).toString();
        while (!cells.isEmpty() && cells.last().isEmpty())
            cells.removeLast();
        lines << cells.join(QLatin1Char('\t'));
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

QString fileText(const QModelIndex& cell)
{
    const QVariant own = cell.data(FileTextRole);
    return (own.isValid() ? own : cell.data()).toString();
}

/// `level` of -1: no column for it.
void addCsvRows(const QAbstractItemModel& model, const std::vector<int>& columns, const QModelIndex& under,
                int level, QByteArray& out)
{
    for (int row = 0; row < model.rowCount(under); ++row) {
        if (level >= 0)
            out += QByteArray::number(level) + ',';
        for (std::size_t i = 0; i < columns.size(); ++i)
            out += (i > 0 ? "," : "") + csvField(fileText(model.index(row, columns[i], under)));
        out += '\n';
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
        out += (i > 0 ? "," : "") + csvField(headingOf(view, columns[i]));
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

QLabel* emptyState(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setMargin(6 * Grid);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace ghostline::app
