// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/command_palette.h"

#include "app/gui/commands/palette_delegate.h"
#include "app/gui/settings/settings.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int Width = 560;
constexpr int ShownRows = 12;
constexpr int MostRecent = 10;
const QString RecentVerbsKey = QStringLiteral("palette/recent");

QStringList loadRecentVerbs() { return openStore()->value(RecentVerbsKey).toStringList().mid(0, MostRecent); }

void rememberVerb(const QString& id)
{
    QStringList recent = loadRecentVerbs();
    recent.removeAll(id);
    recent.prepend(id);
    openStore()->setValue(RecentVerbsKey, recent.mid(0, MostRecent));
}

} // namespace

CommandPalette::CommandPalette(QWidget* window)
    : QFrame(window, Qt::Popup), m_query(new QLineEdit(this)), m_list(new QListView(this)),
      m_model(new PaletteModel(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setAccessibleName(tr("Command palette"));
    setFrameShape(QFrame::StyledPanel);
    m_query->setPlaceholderText(tr("Type what you want to do"));
    m_query->setAccessibleName(tr("Command"));
    m_query->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_query->installEventFilter(this);
    tidyView(m_list, tr("Commands"));
    m_list->setModel(m_model);
    emptyStateOver(m_list, tr("Nothing is called that"));
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setFocusPolicy(Qt::NoFocus); // the letters go to the field, always
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusProxy(m_query);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2 * Grid, 2 * Grid, 2 * Grid, 2 * Grid);
    column->setSpacing(Grid);
    column->addWidget(m_query);
    column->addWidget(m_list);
    connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_list, &QListView::clicked, this, &CommandPalette::run);
}

void CommandPalette::present(const QMenuBar& bar)
{
    m_query->clear();
    m_model->setEntries(entriesOf(bar), loadRecentVerbs());
    search({});
    const QWidget* window = parentWidget();
    const int width = std::min(Width, window->width() - 8 * Grid);
    const int rows = rowHeight(m_list->font()) * ShownRows + 2 * m_list->frameWidth();
    const int height = std::min(rows + m_query->sizeHint().height() + 5 * Grid + 2 * frameWidth(),
                                window->height() - 16 * Grid);
    const QPoint corner((window->width() - width) / 2, 14 * Grid);
    setGeometry(QRect(window->mapToGlobal(corner), QSize(width, height)));
    show();
    m_query->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::search(const QString& text)
{
    m_model->setQuery(text);
    m_list->setCurrentIndex(m_model->index(0));
    m_list->scrollToTop();
}

void CommandPalette::step(int rows)
{
    const int last = m_model->rowCount() - 1;
    if (last < 0)
        return;
    const int row = std::clamp(m_list->currentIndex().row() + rows, 0, last);
    m_list->setCurrentIndex(m_model->index(row));
}

/// What a verb brings up must not find the palette in its way, so that closes first.
void CommandPalette::run(const QModelIndex& at)
{
    QAction* action = m_model->actionAt(at);
    if (action == nullptr || !action->isEnabled())
        return;
    rememberVerb(m_model->idAt(at));
    hide();
    action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_query || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
        step(1);
        return true;
    case Qt::Key_Up:
        step(-1);
        return true;
    case Qt::Key_PageDown:
        step(ShownRows - 1);
        return true;
    case Qt::Key_PageUp:
        step(1 - ShownRows);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        run(m_list->currentIndex());
        return true;
    case Qt::Key_Escape:
        hide();
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

/// A key that the 3D view's own window caught and passed on. What the field has no use for, such as Shift
/// alone, comes back here.
void CommandPalette::keyPressEvent(QKeyEvent* event)
{
    if (m_passing)
        return;
    const QScopedValueRollback passing(m_passing, true);
    QCoreApplication::sendEvent(m_query, event);
}

} // namespace ghostline::app
