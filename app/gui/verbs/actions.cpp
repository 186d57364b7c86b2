// SPDX-License-Identifier: GPL-3.0-or-later
// The QActions made from the table of verbs.
#include "app/gui/verbs/actions.h"

#include "app/gui/settings/language.h"
#include "app/gui/verbs/action_table.h"
#include "app/gui/widgets/icons.h"

#include <algorithm>
#include <map>

namespace ghostline::app {

namespace {

constexpr const char* WhyNotProperty = "whyNot";

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

QString whyNot(const QAction& action) { return action.property(WhyNotProperty).toString(); }

QString Actions::whyNot(const QString& id) const
{
    const QAction* action = m_actions.value(id);
    return action != nullptr ? app::whyNot(*action) : QString();
}

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
    describe(spec);
}

void Actions::describe(const ActionSpec& spec)
{
    QAction* action = get(spec.id);
    const QString why = whyNot(spec.id);
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    const QString help = key.isEmpty() ? spec.help : QStringLiteral("%1 (%2)").arg(spec.help, key);
    action->setToolTip(why.isEmpty() ? help : QStringLiteral("%1\n%2").arg(help, why));
    action->setStatusTip(why.isEmpty() ? spec.help : QStringLiteral("%1 \u00B7 %2").arg(spec.help, why));
}

void Actions::offer(const QString& id, bool can, const QString& why)
{
    const QString told = can ? QString() : why;
    if (whyNot(id) != told) {
        get(id)->setProperty(WhyNotProperty, told);
        const auto spec = std::ranges::find(table(), id, &ActionSpec::id);
        describe(*spec);
    }
    get(id)->setEnabled(can);
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
            offer(spec.id, open, tr("No recording is open"));
    }
}

} // namespace ghostline::app
