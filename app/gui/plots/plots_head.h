// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What stands above the plots: their legend, a message, and the buttons that add, keep and export.
#include <QWidget>

class QLabel;
class QToolButton;

namespace ghostline::app {

class ChipShelf;

class PlotsHead : public QWidget
{
    Q_OBJECT
public:
    explicit PlotsHead(QWidget* parent = nullptr);
    ChipShelf* legend() const { return m_legend; }
    QToolButton* addButton() const { return m_add; }
    /// Checked: the stretch of time stays.
    QToolButton* lockButton() const { return m_lock; }
    QToolButton* exportButton() const { return m_export; }
    /// Empty = none.
    void showMessage(const QString& text, const QString& detail = {});

private:
    QToolButton* button(const QString& icon, const QString& text, const QString& name);

    ChipShelf* m_legend;
    QLabel* m_message;
    QToolButton* m_add;
    QToolButton* m_lock;
    QToolButton* m_export;
};

} // namespace ghostline::app
