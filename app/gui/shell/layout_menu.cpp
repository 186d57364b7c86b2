// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/layout_menu.h"

#include "app/gui/settings/layout_store.h"
#include "app/gui/widgets/dialogs.h"

#include <QInputDialog>

namespace ghostline::app {

namespace {

constexpr int MostMenuLetters = 60;

QString forMenu(QString name) { return name.replace(QLatin1Char('&'), QStringLiteral("&&")); }

} // namespace

LayoutMenu::LayoutMenu(QWidget* parent)
    : QMenu(tr("Layouts"), parent), m_remove(new QMenu(tr("Remove layout"), this))
{
    connect(this, &QMenu::aboutToShow, this, &LayoutMenu::fill);
}

void LayoutMenu::fill()
{
    qDeleteAll(std::exchange(m_own, {}));
    m_remove->clear();
    removeAction(m_remove->menuAction());
    const QStringList names = layoutNames();
    if (names.isEmpty())
        return;
    m_own << addSeparator();
    for (const QString& name : names) {
        QAction* action = addAction(forMenu(name));
        connect(action, &QAction::triggered, this, [this, name] { Q_EMIT chosen(name); });
        m_own << action;
        connect(m_remove->addAction(forMenu(name)), &QAction::triggered, this,
                [name] { removeLayout(name); });
    }
    addMenu(m_remove);
}

void LayoutMenu::askName()
{
    if (raiseDialog(parentWidget(), "layoutName") != nullptr)
        return;
    auto* dialog = new QInputDialog(parentWidget());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("layoutName"));
    dialog->setWindowTitle(tr("Save layout"));
    dialog->setLabelText(tr("Name of this arrangement; one of the same name is replaced"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
        if (const QString name = text.simplified().left(MostMenuLetters); !name.isEmpty())
            Q_EMIT saveRequested(name);
    });
    dialog->show();
}

} // namespace ghostline::app
