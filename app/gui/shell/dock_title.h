// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The line above a panel that stands alone: what it is called, and a button to put it away.
#include <QWidget>

class QDockWidget;
class QLabel;

namespace ghostline::app {

/// The dock can be dragged by it. Under a tab, which says the name already, it takes no room.
class DockTitle : public QWidget
{
    Q_OBJECT
public:
    explicit DockTitle(QDockWidget* dock);

    void setShown(bool shown);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void show(const QString& title);
    QWidget* m_row;
    QLabel* m_text;
    bool m_shown = true;
};

} // namespace ghostline::app
