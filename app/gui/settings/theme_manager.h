// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which ground the window stands on, the palette made from it, and following the system's choice.
#include "app/gui/settings/settings.h"
#include "render/base/theme.h"

#include <QFont>
#include <QObject>
#include <QPalette>

namespace ghostline::app {

/// Every palette role from one theme.
QPalette paletteFor(const render::Theme& theme);
/// Of menus, which lie over everything.
QPalette menuPaletteFor(const render::Theme& theme);
/// `font` if its digits share one width, else the system's fixed font at the same size.
QFont tabularFont(const QFont& font);

/// Sets the application's style and palette. One per program; UI thread.
class ThemeManager : public QObject
{
    Q_OBJECT
public:
    explicit ThemeManager(ThemeChoice choice, QObject* parent = nullptr);
    const render::Theme& theme() const;
    ThemeChoice choice() const { return m_choice; }
    void setChoice(ThemeChoice choice);

Q_SIGNALS:
    void themeChanged(const ghostline::render::Theme& theme);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();

    ThemeChoice m_choice;
    render::Ground m_ground = render::Ground::Dark;
    bool m_applying = false;
};

} // namespace ghostline::app
