// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A quiet strip above the view that says what is wrong with what is shown: damage, no 3D, unknown version.
#include "render/base/theme.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace ghostline::app {

class Banner : public QFrame
{
    Q_OBJECT
public:
    enum class Level { Info, Warning, Error };

    explicit Banner(QWidget* parent = nullptr);
    void setTheme(const render::Theme& theme);
    /// An empty `button` shows none.
    void tell(Level level, const QString& text, const QString& button = {});
    QString text() const;

Q_SIGNALS:
    void activated(); ///< the button was pressed

private:
    void recolour();

    render::Theme m_theme;
    Level m_level = Level::Info;
    QLabel* m_icon;
    QLabel* m_text;
    QToolButton* m_button;
    QToolButton* m_close;
};

} // namespace ghostline::app
