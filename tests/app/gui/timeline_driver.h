// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A timeline beside a replay, and a pointer on it.
#include "app/gui/session/replay_session.h"
#include "app/gui/timeline/lane.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/verbs/actions.h"
#include "tests/support/fake_replay.h"

#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

namespace ghostline::test {

using app::TimeView;
using model::Micros;

struct TimelineDriver
{
    void close();
    void showPanel();
    void open(const test::FakeReplayOptions& options);
    void wheel(QPoint where, int steps);
    void zoomTo(Micros begin, Micros end);
    QPoint at(Micros t, const QString& lane = {}) const;
    void move(QPoint to, Qt::MouseButtons buttons = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {});

    Micros now() const { return m_session->playhead().time(); }

    Micros pixel() const { return m_view->timeView().tolerance(1.0); }

    QTemporaryDir m_folder;
    app::Actions m_actions;
    std::unique_ptr<app::ReplaySession> m_session;
    std::shared_ptr<test::FakeReplay> m_replay;
    std::unique_ptr<QWidget> m_window;
    app::TimelinePanel* m_panel = nullptr;
    app::TimelineView* m_view = nullptr;
};

} // namespace ghostline::test
