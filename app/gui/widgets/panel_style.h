// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What all panels share in looks and manners: marks (shape and colour), tabular figures, tidy tables,
// copying.
#include "model/replay/replay_info.h"
#include "model/world/actor.h"
#include "render/base/theme.h"

#include <QFont>
#include <QHeaderView>
#include <QIcon>
#include <QLabel>
#include <QStyledItemDelegate>

#include <functional>

class QAbstractItemView;
class QHBoxLayout;
class QPainter;
class QTableView;
class QToolButton;

namespace ghostline::app {

/// The grid that spacing follows, logical pixels.
inline constexpr int Grid = 4;

/// A filled or hollow shape; tells teams and kinds apart where colour cannot.
enum class Mark : int { Circle, Square, Triangle, Diamond, Hexagon, Cross, Star, Flag };
/// One shape per series hue (circle .. star), in the order of Theme::series.
Mark markFor(int hue);
void paintMark(QPainter& painter, Mark mark, const QRectF& box, const QColor& colour, bool filled = true);
QIcon markIcon(Mark mark, const QColor& colour, bool filled = true);
/// A team's own colour and shape.
QIcon teamIcon(const render::Theme& theme, const std::vector<model::Team>& teams, int team);
/// The mark of an actor: its team's, else one by kind.
Mark actorMark(const model::ActorInfo& actor, const std::vector<model::Team>& teams);

/// The theme that fits the palette, for a panel that was given none yet.
const render::Theme& themeFor(const QPalette& palette);
/// The same font if its figures are all equally wide, else the system's fixed one; defined with the theme.
QFont tabularFont(const QFont& font);
/// "Vehicles" for a group heading.
QString kindHeading(model::ActorKind kind);

/// Elides in the middle, says the whole text in a tooltip when it does not fit, keeps rows low and even.
class PanelDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// What somebody is typing stays, whatever happens to the rows meanwhile.
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;
};

/// To the middle of what is seen, with a whole row at the top.
void centreRow(QTableView& table, const QModelIndex& row);
/// Makes a row of the view's model the only selected one; below 0 there is none then.
void selectRow(QTableView& table, int row);

/// Row height for a font, on the grid.
int rowHeight(const QFont& font);
/// No frame, no grid, whole rows, several of them, Ctrl+C copies; a table has a TableMenu.
void tidyView(QAbstractItemView* view, const QString& accessibleName);
/// tidyView() for a sortable table: left headers, fixed row height, no row numbers.
void tidyTable(QTableView* table, const QString& accessibleName);
/// The selected rows as tab-separated lines, in the order shown; a heading line first when there are several
/// columns with names. Empty without a selection. What goes along though it is not shown: see file_rows.h.
QString copyText(const QAbstractItemView& view);
void copyToClipboard(const QAbstractItemView& view);
/// All rows and visible columns as CSV, quoted where needed. Rows below others follow them; a first column
/// then says how deep each stands.
QByteArray csvText(const QAbstractItemView& view);
/// The horizontal header of a table or a tree; null for another view.
QHeaderView* headerOf(const QAbstractItemView& view);

/// One line of text that elides in the middle and says the rest in its tooltip.
class ElidedLabel : public QLabel
{
    Q_OBJECT
public:
    using QLabel::QLabel;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A small flat button with an icon and no text; `name` is tooltip and accessible name.
QToolButton* iconButton(const QString& icon, const QString& name, bool checkable, QWidget* parent);
/// The same for one that is pressed.
QToolButton* iconButton(const QString& icon, const QString& name, QWidget* parent,
                        const std::function<void()>& clicked);
/// A flat button with a text that stays pressed; `help` is tooltip and accessible description.
QToolButton* switchButton(const QString& text, const QString& help, QWidget* parent);
/// The row of tools above a panel's content: `top` pixels below the edge.
QHBoxLayout* toolRow(int top = 2 * Grid);
/// Muted, of figures that are all equally wide.
QLabel* figureLabel(QWidget* parent);
/// Muted, centred text for a panel that has nothing to show.
QLabel* emptyState(const QString& text, QWidget* parent);

/// Of events at one place, in a tooltip; the rest are a number.
inline constexpr int ListedInTooltip = 6;

} // namespace ghostline::app
