// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/side_rail.h"

#include "app/gui/widgets/icons.h"

#include <QLayout>
#include <QToolButton>

namespace ghostline::app {

namespace {

constexpr int IconSide = 18;
constexpr int ButtonSide = 26;

} // namespace

SideRail::SideRail(const QString& title, QAction* fold, QWidget* parent) : QToolBar(title, parent)
{
    setContentsMargins(0, 0, 0, 0);
    layout()->setContentsMargins(1, 1, 1, 1);
    layout()->setSpacing(1);
    setMovable(false);
    setFloatable(false);
    setOrientation(Qt::Vertical);
    setIconSize({IconSide, IconSide});
    setToolButtonStyle(Qt::ToolButtonIconOnly);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setAccessibleName(title);
    QToolButton* button = makeButton();
    button->setDefaultAction(fold);
    addWidget(button);
    addSeparator();
}

QToolButton* SideRail::makeButton()
{
    auto* button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setIconSize({IconSide, IconSide});
    button->setFixedSize(ButtonSide, ButtonSide);
    return button;
}

void SideRail::show(const std::vector<RailEntry>& entries)
{
    if (entries == m_entries)
        return;
    m_entries = entries;
    // Made anew only when other panels are on it: a button that is just being pressed must stay.
    std::size_t wanted = 0;
    for (const RailEntry& entry : entries)
        wanted += entry.apart ? 2 : 1;
    bool fits = wanted == m_made.size();
    for (std::size_t i = 0, at = 0; fits && i < entries.size(); ++i, ++at) {
        if (entries[i].apart)
            ++at;
        const QWidget* button = at < m_made.size() ? widgetForAction(m_made[at]) : nullptr;
        fits = button != nullptr && button->objectName() == entries[i].name;
    }
    if (!fits) {
        for (QAction* action : m_made) {
            removeAction(action);
            action->deleteLater();
        }
        m_made.clear();
        for (const RailEntry& entry : entries) {
            if (entry.apart)
                m_made.push_back(addSeparator());
            QToolButton* button = makeButton();
            button->setObjectName(entry.name);
            button->setCheckable(true);
            connect(button, &QToolButton::clicked, this, [this, name = entry.name, button] {
                button->setChecked(!button->isChecked()); // the panel's state decides, not the click
                Q_EMIT chosen(name);
            });
            m_made.push_back(addWidget(button));
        }
    }
    std::size_t at = 0;
    for (const RailEntry& entry : entries) {
        at += entry.apart ? 1 : 0;
        auto* button = qobject_cast<QToolButton*>(widgetForAction(m_made[at++]));
        button->setIcon(themedIcon(entry.icon));
        button->setToolTip(entry.title);
        button->setAccessibleName(entry.title);
        button->setChecked(entry.inSight);
    }
}

} // namespace ghostline::app
