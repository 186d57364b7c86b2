// SPDX-License-Identifier: GPL-3.0-or-later
// The QActions made from the table of verbs.
#include "app/gui/shell/actions.h"

#include "app/gui/shell/action_table.h"
#include "app/gui/shell/icons.h"
#include "app/gui/shell/language.h"

#include <map>

namespace ghostline::app {

namespace {

QString toolTipFor(const ActionSpec& spec, const QList<QKeySequence>& keys)
{
    if (keys.isEmpty())
        return spec.help;
    return QStringLiteral("%1 (%2)").arg(spec.help, keys.first().toString(QKeySequence::NativeText));
}

/// Holding these down must act once, not flicker.
bool repeats(const QString& id)
{
    return id.startsWith(QLatin1String("playback.step")) || id.startsWith(QLatin1String("playback.back")) ||
           id.startsWith(QLatin1String("playback.forward1")) ||
           id.startsWith(QLatin1String("playback.forward5")) || id == QLatin1String("playback.slower") ||
           id == QLatin1String("playback.faster") || id.startsWith(QLatin1String("analyse.")) ||
           id == QLatin1String("selection.next") || id == QLatin1String("selection.previous") ||
           id.endsWith(QLatin1String("Keyframe"));
}

} // namespace

const QList<ActionSpec>& Actions::table()
{
    // One per language, for good: a window that is about to go may still hold on to the last one.
    static std::map<LanguageChoice, QList<ActionSpec>> tables;
    const auto [table, isNew] = tables.try_emplace(spokenNow());
    if (isNew)
        table->second = ActionTable::build();
    return table->second;
}

QString Actions::menuTitle(const QString& part) { return ActionTable::menuTitle(part); }

Actions::Actions(QObject* parent) : QObject(parent)
{
    for (const ActionSpec& spec : table()) {
        auto* action = new QAction(spec.text, this);
        action->setObjectName(spec.id);
        action->setShortcutContext(Qt::WindowShortcut);
        action->setStatusTip(spec.help);
        action->setCheckable(spec.checkable);
        action->setAutoRepeat(repeats(spec.id) && spec.id != QLatin1String("playback.backward"));
        if (!spec.icon.isEmpty())
            action->setIcon(themedIcon(spec.icon));
        m_actions.insert(spec.id, action);
        setKeys(spec, spec.keys);
    }
    setReplayOpen(false);
}

QAction* Actions::get(const QString& id) const
{
    QAction* action = m_actions.value(id);
    Q_ASSERT_X(action != nullptr, "Actions::get", qPrintable(id));
    return action;
}

void Actions::setKeys(const ActionSpec& spec, const QList<QKeySequence>& keys)
{
    QAction* action = get(spec.id);
    action->setShortcuts(keys);
    action->setToolTip(toolTipFor(spec, keys));
}

void Actions::on(const QString& id, QObject* context, std::function<void(bool)> f)
{
    m_bound.insert(id);
    connect(get(id), &QAction::triggered, context, std::move(f));
}

void Actions::setReplayOpen(bool open)
{
    for (const ActionSpec& spec : table()) {
        if (spec.needsReplay)
            m_actions.value(spec.id)->setEnabled(open);
    }
}

} // namespace ghostline::app
