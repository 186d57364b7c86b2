// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Type a few letters, press Enter: any verb of the window without knowing its menu or key.
#include "app/gui/commands/palette_model.h"

#include <QFrame>

class QLineEdit;
class QListView;

namespace ghostline::app {

/// A popup over the window; closes on Escape and on a click elsewhere. What was used is remembered between
/// runs.
class CommandPalette : public QFrame
{
    Q_OBJECT
public:
    explicit CommandPalette(QWidget* window);
    /// Opens it in the upper middle of the window with the verbs of its menu bar as they are now.
    void present(const QMenuBar& bar);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void search(const QString& text);
    void run(const QModelIndex& at);
    void step(int rows);

    QLineEdit* m_query;
    QListView* m_list;
    PaletteModel* m_model;
    bool m_passing = false; ///< a key is on its way to the field
};

} // namespace ghostline::app
