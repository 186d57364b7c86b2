// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Review: the queue of a folder on one page, the flags of the open recording on the other.
#include "app/gui/shell/replay_session.h"
#include "render/theme.h"

#include <QPointer>
#include <QWidget>

class QTabWidget;

namespace ghostline::app {

class Actions;
class FlagsView;
class QueueView;

class ReviewPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ReviewPanel(Actions* actions, QWidget* parent = nullptr);
    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    QueueView* queue() const { return m_queue; }
    FlagsView* flags() const { return m_flags; }
    void showQueue();
    void showFlags();

private:
    void nameTabs();

    QPointer<ReplaySession> m_session;
    QueueView* m_queue;
    FlagsView* m_flags;
    QTabWidget* m_pages;
};

} // namespace ghostline::app
