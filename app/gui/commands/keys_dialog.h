// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lists every key and lets the user choose others. What is changed holds at once and is kept.
#include "app/gui/commands/shortcut_scheme.h"

#include <QDialog>

class QKeySequenceEdit;
class QLabel;
class QPushButton;

namespace ghostline::app {

class KeysTree;

/// Not modal; deletes itself when closed.
class KeysDialog : public QDialog
{
    Q_OBJECT
public:
    KeysDialog(Actions& actions, QWidget* parent);

    /// Takes over a file written by exportTo(); says what it could not.
    void importFrom(const QString& path);
    void exportTo(const QString& path);

private:
    QWidget* buildEditor();
    QWidget* buildButtons();
    void showChosen();
    void setKeys(const QList<QKeySequence>& keys);
    void takeOver();
    void change(ShortcutScheme scheme);
    void tell(const QString& text);
    void choose(bool forExport);

    Actions& m_actions;
    ShortcutScheme m_scheme;
    KeysTree* m_tree;
    QLabel* m_name = nullptr;
    QKeySequenceEdit* m_key = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_reset = nullptr;
    QPushButton* m_takeOver = nullptr;
    QLabel* m_note = nullptr;
};

} // namespace ghostline::app
