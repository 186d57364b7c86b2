// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every verb of the window in one table: menu, shortcut, tooltip, key list and palette read from it.
#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QSet>
#include <QString>

#include <functional>

namespace ghostline::app {

struct ActionSpec
{
    QString id;   ///< stable, "playback.toggle"
    QString menu; ///< "Playback/Jump to", English in every language; "" = in no menu
    QString text; ///< "Play / pause"
    QString help; ///< tooltip and key list
    QList<QKeySequence> keys;
    QString icon; ///< name in resources/icons, "" = none
    bool checkable = false;
    bool needsReplay = true;
    bool separatorBefore = false;
};

/// A verb by the id that it has in action_table.cpp.
inline QString id(const char* text) { return QString(QLatin1String(text)); }

/// Why a verb cannot be done now; empty where it can.
QString whyNot(const QAction& action);

/// Owns the actions. UI thread only.
class Actions : public QObject
{
    Q_OBJECT
public:
    explicit Actions(QObject* parent = nullptr);
    /// The whole table, in menu order and in the language that is spoken now.
    static const QList<ActionSpec>& table();
    /// What a part of ActionSpec::menu is called.
    static QString menuTitle(const QString& part);
    QAction* get(const QString& id) const;
    /// Runs `f` when the action is triggered (checked state for checkable ones).
    void on(const QString& id, QObject* context, std::function<void(bool)> f);
    /// Whether somebody listens to this verb; a verb nobody hears is a dead menu entry.
    bool isBound(const QString& id) const { return m_bound.contains(id); }
    /// Other keys than the table's; the tooltip names the first.
    void setKeys(const ActionSpec& spec, const QList<QKeySequence>& keys);
    void setReplayOpen(bool open);
    /// Whether it can be done now. Where it cannot, `why` is told in its tooltip, its help and the palette.
    void offer(const QString& id, bool can, const QString& why);
    /// As whyNot(action); empty for what is no verb.
    QString whyNot(const QString& id) const;
    const QHash<QString, QAction*>& all() const { return m_actions; }

private:
    void describe(const ActionSpec& spec);

    QHash<QString, QAction*> m_actions;
    QSet<QString> m_bound;
};

} // namespace ghostline::app
