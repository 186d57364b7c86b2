// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window of the program. Where another language is chosen a new one takes its place, for a window's texts
// are read once, when it is built.
#include "app/gui/shell/main_window.h"

#include <memory>

namespace ghostline::app {

class WindowKeeper : public QObject
{
    Q_OBJECT
public:
    explicit WindowKeeper(WindowSetup setup, QObject* parent = nullptr);
    ~WindowKeeper() override;
    MainWindow& window() const { return *m_window; }

Q_SIGNALS:
    /// window() is another, with the same recording being opened at the same place.
    void replaced();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void replace();

    WindowSetup m_setup;
    std::unique_ptr<MainWindow> m_window;
    bool m_due = false; ///< to be replaced once the event loop runs again
};

} // namespace ghostline::app
