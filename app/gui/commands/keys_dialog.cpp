// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/keys_dialog.h"

#include "app/gui/commands/keys_tree.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_words.h"
#include "model/bytes/atomic_file.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

constexpr qint64 MostBytes = 1 << 20; ///< of a file of shortcuts; a real one has a few kilobytes

/// Who else has one of these keys.
QStringList othersWith(const ShortcutScheme& scheme, const ActionSpec& spec)
{
    QStringList names;
    for (const ActionSpec& other : Actions::table()) {
        if (other.id == spec.id)
            continue;
        for (const QKeySequence& key : scheme.keysOf(other)) {
            if (scheme.keysOf(spec).contains(key))
                names << other.text;
        }
    }
    return names;
}

} // namespace

KeysDialog::KeysDialog(Actions& actions, QWidget* parent)
    : QDialog(parent), m_actions(actions), m_scheme(loadShortcuts()), m_tree(new KeysTree(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keys"));
    setObjectName(QStringLiteral("keysDialog"));
    auto* filter = new QLineEdit(this);
    filter->setPlaceholderText(tr("Filter by name or key"));
    filter->setClearButtonEnabled(true);
    filter->setAccessibleName(tr("Filter"));
    connect(filter, &QLineEdit::textChanged, m_tree, &KeysTree::filter);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(filter);
    column->addWidget(m_tree, 1);
    column->addWidget(buildEditor());
    column->addWidget(buildButtons());
    connect(m_tree, &KeysTree::currentItemChanged, this, &KeysDialog::showChosen);
    m_tree->setScheme(m_scheme);
    showChosen();
    resize(560, 680);
}

QWidget* KeysDialog::buildEditor()
{
    auto* editor = new QWidget(this);
    m_name = new QLabel(editor);
    m_key = new QKeySequenceEdit(editor);
    m_key->setObjectName(QStringLiteral("newKey"));
    m_key->setAccessibleName(tr("New key"));
    m_remove = new QPushButton(tr("No key"), editor);
    m_remove->setToolTip(tr("The action stays in its menu and in the command palette"));
    m_reset = new QPushButton(tr("Default"), editor);
    m_reset->setToolTip(tr("The key that the program comes with"));
    m_takeOver = new QPushButton(tr("Take it over"), editor);
    m_takeOver->setToolTip(tr("The other action loses this key"));
    for (QPushButton* button : {m_remove, m_reset, m_takeOver})
        button->setAutoDefault(false); // Enter belongs to the list
    m_note = new QLabel(editor);
    m_note->setObjectName(QStringLiteral("keysNote"));
    m_note->setWordWrap(true);

    auto* keys = new QHBoxLayout;
    keys->setSpacing(8);
    keys->addWidget(m_key, 1); // what it asks for is long in German
    keys->addWidget(m_remove);
    keys->addWidget(m_reset);
    auto* note = new QHBoxLayout;
    note->setSpacing(8);
    note->addWidget(m_note, 1);
    note->addWidget(m_takeOver);
    auto* column = new QVBoxLayout(editor);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_name);
    column->addLayout(keys);
    column->addLayout(note);

    // One stroke is enough; of several only the first would be meant.
    connect(m_key, &QKeySequenceEdit::keySequenceChanged, this, [this](const QKeySequence& pressed) {
        if (!pressed.isEmpty())
            setKeys({QKeySequence(pressed[0])});
    });
    connect(m_remove, &QPushButton::clicked, this, [this] { setKeys({}); });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (const ActionSpec* spec = m_tree->chosen())
            setKeys(spec->keys);
    });
    connect(m_takeOver, &QPushButton::clicked, this, &KeysDialog::takeOver);
    return editor;
}

QWidget* KeysDialog::buildButtons()
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    const auto add = [&](const QString& text, const QString& help, auto slot) {
        QPushButton* button = buttons->addButton(text, QDialogButtonBox::ActionRole);
        button->setToolTip(help);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, slot);
    };
    add(tr("Import…"), tr("Take over the keys of a file"), [this] { choose(false); });
    add(tr("Export…"), tr("Save your keys as a file, for another machine or another person"),
        [this] { choose(true); });
    add(tr("Reset all"), tr("Give every action the key that the program comes with"), [this] { change({}); });
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void KeysDialog::showChosen()
{
    const ActionSpec* spec = m_tree->chosen();
    for (QWidget* part : std::initializer_list<QWidget*>{m_key, m_remove, m_reset})
        part->setEnabled(spec != nullptr);
    m_takeOver->hide();
    m_key->blockSignals(true);
    m_key->clear();
    m_key->blockSignals(false);
    m_name->setText(spec != nullptr ? spec->text : tr("Choose an action to give it another key"));
    if (spec == nullptr)
        return;
    const QList<QKeySequence> keys = m_scheme.keysOf(*spec);
    m_key->blockSignals(true);
    m_key->setKeySequence(keys.value(0));
    m_key->blockSignals(false);
    m_remove->setEnabled(!keys.isEmpty());
    m_reset->setEnabled(keys != spec->keys);
    const QStringList others = othersWith(m_scheme, *spec);
    m_takeOver->setVisible(!others.isEmpty());
    m_note->setText(others.isEmpty() ? QString()
                                     : tr("Also the key of %1: neither works until one of them gives it up")
                                           .arg(others.join(QStringLiteral(", "))));
}

void KeysDialog::setKeys(const QList<QKeySequence>& keys)
{
    const ActionSpec* spec = m_tree->chosen();
    if (spec == nullptr)
        return;
    ShortcutScheme scheme = m_scheme;
    scheme.set(*spec, keys);
    change(std::move(scheme));
}

void KeysDialog::takeOver()
{
    const ActionSpec* spec = m_tree->chosen();
    if (spec == nullptr)
        return;
    ShortcutScheme scheme = m_scheme;
    const QList<QKeySequence> mine = scheme.keysOf(*spec);
    for (const ActionSpec& other : Actions::table()) {
        QList<QKeySequence> keys = scheme.keysOf(other);
        if (other.id != spec->id && keys.removeIf([&](const auto& key) { return mine.contains(key); }) > 0)
            scheme.set(other, keys);
    }
    change(std::move(scheme));
}

void KeysDialog::change(ShortcutScheme scheme)
{
    m_scheme = std::move(scheme);
    saveShortcuts(m_scheme);
    applyShortcuts(m_actions, m_scheme);
    m_tree->setScheme(m_scheme);
    m_note->clear();
    showChosen();
}

void KeysDialog::tell(const QString& text) { m_note->setText(text); }

void KeysDialog::choose(bool forExport)
{
    const char* name = forExport ? "exportKeysDialog" : "importKeysDialog";
    if (raiseDialog(this, name) != nullptr)
        return;
    auto* chooser = new QFileDialog(this, forExport ? tr("Export keys") : tr("Import keys"));
    chooser->setObjectName(QLatin1String(name));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(forExport ? QFileDialog::AcceptSave : QFileDialog::AcceptOpen);
    chooser->setFileMode(forExport ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
    chooser->setNameFilters({tr("Keys (*.json)"), tr("All files (*)")});
    chooser->setDefaultSuffix(QStringLiteral("json"));
    connect(chooser, &QFileDialog::fileSelected, this,
            [this, forExport](const QString& path) { forExport ? exportTo(path) : importFrom(path); });
    chooser->show();
}

void KeysDialog::importFrom(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return tell(tr("%1 cannot be read: %2").arg(path, file.errorString()));
    const auto read = readShortcuts(file.read(MostBytes));
    if (!read)
        return tell(tr("%1 cannot be used: %2").arg(path, shownError(read.error())));
    change(read->scheme);
    if (!read->unknown.isEmpty())
        tell(tr("Left out, not known here: %1").arg(read->unknown.join(QStringLiteral(", "))));
}

void KeysDialog::exportTo(const QString& path)
{
    const model::Result<void> written = model::replaceFile(path, shortcutsJson(m_scheme));
    tell(written ? tr("Saved as %1").arg(path)
                 : tr("%1 cannot be written: %2").arg(path, shownError(written.error())));
}

} // namespace ghostline::app
