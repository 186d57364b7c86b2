// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/verbs/menu_keys.h"

#include "app/gui/verbs/actions.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>

namespace ghostline::app {

namespace {

QString withoutMnemonic(const QString& title)
{
    QString plain = title;
    return plain.remove(QLatin1Char('&'));
}

/// Letters that verbs have together with Alt alone.
QString lettersWithAlt(const Actions& actions)
{
    QString letters;
    for (const QAction* action : actions.all()) {
        for (const QKeySequence& keys : action->shortcuts()) {
            if (keys.count() == 1 && keys[0].keyboardModifiers() == Qt::AltModifier &&
                keys[0].key() >= Qt::Key_A && keys[0].key() <= Qt::Key_Z)
                letters += QChar(static_cast<char16_t>(keys[0].key()));
        }
    }
    return letters;
}

bool canBeChosen(const QAction& entry)
{
    return entry.isVisible() && entry.isEnabled() && !entry.isSeparator();
}

/// The next entry that begins with the letter, round the end; null when there is none.
QAction* nextWith(const QMenu& menu, QChar letter)
{
    const QList<QAction*> entries = menu.actions();
    const qsizetype from = entries.indexOf(menu.activeAction()) + 1;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        QAction* entry = entries[(from + i) % entries.size()];
        if (canBeChosen(*entry) && withoutMnemonic(entry->text()).startsWith(letter, Qt::CaseInsensitive))
            return entry;
    }
    return nullptr;
}

bool isLetter(const QKeyEvent& event)
{
    return event.text().size() == 1 && event.text().front().isLetterOrNumber() &&
           (event.modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier;
}

} // namespace

QString withMnemonic(const QString& title, QString& taken)
{
    for (qsizetype i = 0; i < title.size(); ++i) {
        const QChar letter = title[i].toUpper();
        if (letter < QLatin1Char('A') || letter > QLatin1Char('Z') || taken.contains(letter))
            continue;
        taken += letter;
        QString marked = title;
        return marked.insert(i, QLatin1Char('&'));
    }
    return title;
}

MenuKeys::MenuKeys(Actions* actions, QMainWindow* window)
    : QObject(window), m_actions(actions), m_window(window)
{
    assign();
    watchMenus(window->menuBar()->actions());
    window->installEventFilter(this);
}

void MenuKeys::watchMenus(const QList<QAction*>& entries)
{
    for (const QAction* entry : entries) {
        if (QMenu* menu = entry->menu()) {
            menu->installEventFilter(this);
            watchMenus(menu->actions());
        }
    }
}

void MenuKeys::assign()
{
    QString taken = lettersWithAlt(*m_actions);
    for (QAction* entry : m_window->menuBar()->actions())
        entry->setText(withMnemonic(withoutMnemonic(entry->text()), taken));
}

void MenuKeys::openFirst()
{
    QMenuBar* bar = m_window->menuBar();
    const QList<QAction*> menus = bar->actions();
    const auto first = std::ranges::find_if(
        menus, [](const QAction* entry) { return canBeChosen(*entry) && entry->menu(); });
    if (first == menus.end())
        return;
    bar->setActiveAction(*first);
    QMenu* menu = (*first)->menu();
    const QList<QAction*> entries = menu->actions();
    const auto entry = std::ranges::find_if(entries, [](const QAction* one) { return canBeChosen(*one); });
    if (menu->isVisible() && entry != entries.end())
        menu->setActiveAction(*entry);
}

/// Keys come here that no verb took: from the window those that nothing in it wanted, too.
bool MenuKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return false;
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (watched == m_window)
        return QApplication::activePopupWidget() == nullptr && explain(key);
    auto* menu = qobject_cast<QMenu*>(watched);
    QAction* entry = menu != nullptr && isLetter(key) ? nextWith(*menu, key.text().front()) : nullptr;
    if (entry == nullptr)
        return false;
    menu->setActiveAction(entry);
    return true;
}

/// The window itself has no use for keys, so they may end here.
bool MenuKeys::explain(const QKeyEvent& event)
{
    if (event.isAutoRepeat())
        return false;
    const QKeySequence pressed(
        QKeyCombination(event.modifiers() & ~Qt::KeypadModifier, static_cast<Qt::Key>(event.key())));
    for (const ActionSpec& spec : Actions::table()) {
        const QAction* action = m_actions->get(spec.id);
        const QString why = m_actions->whyNot(spec.id);
        if (action->isEnabled() || why.isEmpty() || !action->shortcuts().contains(pressed))
            continue;
        Q_EMIT refused(tr("%1: %2").arg(spec.text, why));
        return true;
    }
    return false;
}

} // namespace ghostline::app
