// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/verbs/menu_reason.h"

#include "app/gui/verbs/actions.h"

#include <QMenu>

#include <algorithm>
#include <map>

namespace ghostline::app {

namespace {

/// Why each of the verbs cannot be chosen, those of submenus included; false as soon as one can.
bool collectReasons(const Actions& actions, const QMenu& menu, std::map<QString, int>& reasons)
{
    for (const QAction* action : menu.actions()) {
        if (action->isSeparator() || !action->isVisible())
            continue;
        if (const QMenu* below = action->menu()) {
            if (!collectReasons(actions, *below, reasons))
                return false;
        } else if (action->isEnabled()) {
            return false;
        } else if (const QString why = actions.whyNot(action->objectName()); !why.isEmpty()) {
            ++reasons[why];
        }
    }
    return true;
}

} // namespace

MenuReason::MenuReason(const Actions* actions, QMenu* menu) : QObject(menu), m_actions(actions), m_menu(menu)
{
    connect(menu, &QMenu::aboutToShow, this, &MenuReason::tell);
}

/// Where there are several reasons, the one that most of the verbs have.
void MenuReason::tell()
{
    std::map<QString, int> reasons;
    const bool none = collectReasons(*m_actions, *m_menu, reasons) && !reasons.empty();
    if (none && m_heading == nullptr)
        m_heading = m_menu->insertSection(m_menu->actions().first(), {});
    if (m_heading == nullptr)
        return;
    m_heading->setVisible(none);
    if (!none)
        return;
    const auto most = std::max_element(reasons.begin(), reasons.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    m_heading->setText(most->first);
}

} // namespace ghostline::app
