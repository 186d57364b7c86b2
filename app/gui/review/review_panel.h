// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Review: the queue of a folder on one page, the flags of the open recording on the other.
#include "app/gui/session/panel.h"

class QTabWidget;

namespace ghostline::app {

class Actions;
class FlagsView;
class QueueView;

class ReviewPanel final : public Panel
{
    Q_OBJECT
public:
    explicit ReviewPanel(Actions* actions, QWidget* parent = nullptr);
    QueueView* queue() const { return m_queue; }
    FlagsView* flags() const { return m_flags; }
    void showQueue();
    void showFlags();

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void nameTabs();

    QueueView* m_queue;
    FlagsView* m_flags;
    QTabWidget* m_pages;
};

} // namespace ghostline::app
