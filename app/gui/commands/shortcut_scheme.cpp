// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/shortcut_scheme.h"

#include "app/gui/settings/settings.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

constexpr int FileVersion = 1;
const QString VersionKey = u"ghostline_shortcuts"_s;
const QString StoreGroup = u"shortcuts"_s;

QStringList portable(const QList<QKeySequence>& keys)
{
    QStringList out;
    for (const QKeySequence& key : keys)
        out << key.toString(QKeySequence::PortableText);
    return out;
}

/// Nothing for a text that is no key.
QKeySequence keyFrom(const QString& text)
{
    const QKeySequence key(text, QKeySequence::PortableText);
    for (int i = 0; i < key.count(); ++i) {
        if (key[static_cast<uint>(i)].key() == Qt::Key_unknown)
            return {};
    }
    return key;
}

/// Takes over one verb's keys; whatever cannot be is added to `unknown`.
void take(const QString& id, const QStringList& texts, ReadShortcuts& out)
{
    const ActionSpec* spec = specOf(id);
    if (spec == nullptr) {
        out.unknown << id;
        return;
    }
    QList<QKeySequence> keys;
    for (const QString& text : texts) {
        if (const QKeySequence key = keyFrom(text); !key.isEmpty())
            keys << key;
        else
            out.unknown << u"%1: %2"_s.arg(id, text);
    }
    // A verb whose keys cannot be read keeps those that it has.
    if (texts.isEmpty() || !keys.isEmpty())
        out.scheme.set(*spec, keys);
}

} // namespace

const ActionSpec* specOf(const QString& id)
{
    const QList<ActionSpec>& table = Actions::table();
    const auto found =
        std::find_if(table.begin(), table.end(), [&id](const ActionSpec& spec) { return spec.id == id; });
    return found != table.end() ? &*found : nullptr;
}

QList<QKeySequence> ShortcutScheme::keysOf(const ActionSpec& spec) const
{
    return changed.value(spec.id, spec.keys);
}

void ShortcutScheme::set(const ActionSpec& spec, const QList<QKeySequence>& keys)
{
    if (keys == spec.keys)
        changed.remove(spec.id);
    else
        changed[spec.id] = keys;
}

QMap<QKeySequence, QStringList> conflictsOf(const ShortcutScheme& scheme)
{
    QMap<QKeySequence, QStringList> users;
    for (const ActionSpec& spec : Actions::table()) {
        for (const QKeySequence& key : scheme.keysOf(spec))
            users[key] << spec.id;
    }
    users.removeIf([](const auto& entry) { return entry.value().size() < 2; });
    return users;
}

ShortcutScheme loadShortcuts()
{
    const auto store = openStore();
    store->beginGroup(StoreGroup);
    ReadShortcuts read;
    for (const QString& id : store->childKeys())
        take(id, store->value(id).toStringList(), read);
    return read.scheme;
}

void saveShortcuts(const ShortcutScheme& scheme)
{
    const auto store = openStore();
    store->remove(StoreGroup);
    store->beginGroup(StoreGroup);
    for (auto it = scheme.changed.begin(); it != scheme.changed.end(); ++it)
        store->setValue(it.key(), portable(it.value()));
}

QByteArray shortcutsJson(const ShortcutScheme& scheme)
{
    QJsonObject verbs;
    for (auto it = scheme.changed.begin(); it != scheme.changed.end(); ++it)
        verbs[it.key()] = QJsonArray::fromStringList(portable(it.value()));
    return QJsonDocument(QJsonObject{{VersionKey, FileVersion}, {StoreGroup, verbs}}).toJson();
}

model::Result<ReadShortcuts> readShortcuts(const QByteArray& json)
{
    QJsonParseError problem;
    const QJsonObject file = QJsonDocument::fromJson(json, &problem).object();
    if (problem.error != QJsonParseError::NoError)
        return model::fail(model::ErrorCode::Damaged, problem.errorString(),
                           {.offset = static_cast<std::uint64_t>(problem.offset)});
    if (file[VersionKey].toInt() != FileVersion || !file[StoreGroup].isObject())
        return model::fail(model::ErrorCode::Damaged, u"this is not a file of shortcuts"_s);
    ReadShortcuts read;
    const QJsonObject verbs = file[StoreGroup].toObject();
    for (auto it = verbs.begin(); it != verbs.end(); ++it) {
        QStringList texts;
        for (const QJsonValue value : it.value().toArray())
            texts << value.toString();
        if (it.value().isArray())
            take(it.key(), texts, read);
        else
            read.unknown << it.key();
    }
    return read;
}

void applyShortcuts(Actions& actions, const ShortcutScheme& scheme)
{
    for (const ActionSpec& spec : Actions::table())
        actions.setKeys(spec, scheme.keysOf(spec));
}

} // namespace ghostline::app
