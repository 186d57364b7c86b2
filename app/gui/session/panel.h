// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every part of the window has that shows something of the open replay: the session and its end, the
// theme, a text in place of the content while there is nothing to show, and refreshing no more often than
// anybody reads. UI thread only.
#include "app/gui/session/replay_session.h"
#include "app/gui/widgets/refresh_throttle.h"
#include "render/base/theme.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace ghostline::app {

/// A derived class connects to the session in onSessionChanged(), with itself or one of its throttles as the
/// receiver; those connections end with the session.
class Panel : public QWidget
{
    Q_OBJECT
public:
    /// null = no replay open. Not owned; one that is destroyed counts as closed.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// null = no replay open.
    ReplaySession* session() const { return m_session; }

protected:
    /// At least `refreshMs` milliseconds lie between two refreshes. The theme is at first the palette's.
    explicit Panel(QWidget* parent, int refreshMs = ValuesMs);

    const render::Theme& theme() const { return m_theme; }
    /// session() is another one now, or null; the panel no longer listens to the one before.
    virtual void onSessionChanged() = 0;
    /// theme() is another one.
    virtual void onThemeChanged() {}

    /// Shows the newest state; called by the throttle.
    virtual void refresh() {}
    RefreshThrottle& throttle() { return m_throttle; }

    /// Two pages: a text while there is nothing to show, which is seen at first, and the content. To be put
    /// into the panel's layout, or to be it.
    QLayout* makePages(const QString& emptyText, QWidget* content);
    /// makePages() as the panel's layout, with a column without margins as the content.
    QVBoxLayout* makeContentColumn(const QString& emptyText, int spacing);
    /// Brings the content to the front, or the text.
    void showContent(bool shown = true);
    void showEmpty(const QString& text);
    void setEmptyText(const QString& text);

private:
    QPointer<ReplaySession> m_session;
    render::Theme m_theme;
    RefreshThrottle m_throttle;
    QLabel* m_empty = nullptr;
    QStackedLayout* m_pages = nullptr;
};

} // namespace ghostline::app
