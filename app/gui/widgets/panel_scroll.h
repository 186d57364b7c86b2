// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps a panel from asking the window for more height than a small screen has: in a dock that is lower than
// what the panel needs, the panel scrolls.
#include <QScrollArea>

namespace ghostline::app {

class PanelScroll : public QScrollArea
{
    Q_OBJECT
public:
    /// Takes the panel over.
    explicit PanelScroll(QWidget* panel, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int leastHeight(int width) const;
    void fit();
};

} // namespace ghostline::app
