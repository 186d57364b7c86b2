// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Verbs of which one holds, such as how much a panel shows, for what has a control of its own elsewhere, too.
#include "app/gui/verbs/actions.h"

#include <QActionGroup>
#include <QMenu>

#include <array>
#include <functional>

namespace ghostline::app {

template<typename Value>
struct ChoiceVerb
{
    const char* id;
    Value value;
};
template<typename Value, std::size_t Count = 3>
using ChoiceVerbs = std::array<ChoiceVerb<Value>, Count>;

/// The menu that a verb stands in.
inline QMenu* menuOf(const QAction& action)
{
    for (QObject* object : action.associatedObjects()) {
        if (auto* menu = qobject_cast<QMenu*>(object))
            return menu;
    }
    return nullptr;
}

/// Which of them holds is asked whenever their menu opens.
template<typename Value, std::size_t Count>
void bindChoice(Actions& actions, QObject* context, const ChoiceVerbs<Value, Count>& verbs,
                const std::function<Value()>& now, const std::function<void(Value)>& choose)
{
    auto* group = new QActionGroup(context);
    for (const ChoiceVerb<Value>& verb : verbs) {
        const QString id = QLatin1String(verb.id);
        QAction* action = group->addAction(actions.get(id));
        actions.on(id, context, [choose, value = verb.value](bool) { choose(value); });
        QObject::connect(menuOf(*action), &QMenu::aboutToShow, action,
                         [action, now, value = verb.value] { action->setChecked(now() == value); });
    }
}

} // namespace ghostline::app
