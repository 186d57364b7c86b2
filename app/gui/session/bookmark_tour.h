// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Plays from bookmark to bookmark: the range of each, or the moments around it, and on to the next.
#include "app/gui/session/replay_session.h"

#include <QObject>
#include <QPointer>

namespace ghostline::app {

class BookmarkTour : public QObject
{
    Q_OBJECT
public:
    /// What is played of a bookmark that marks an instant.
    static constexpr model::Micros LeadIn{3'000'000};
    static constexpr model::Micros LeadOut{5'000'000};

    explicit BookmarkTour(QObject* parent = nullptr) : QObject(parent) {}

    /// From the first bookmark on, wherever the playhead stands: of those in the loop where it holds some,
    /// else of all. Does nothing without bookmarks.
    void start(ReplaySession* session);
    void stop();
    bool running() const { return m_session != nullptr; }
    /// Stretches that would be played, in order; those that overlap are one.
    static std::vector<std::pair<model::Micros, model::Micros>>
    stretches(const std::vector<model::Bookmark>& bookmarks, model::Micros duration);

Q_SIGNALS:
    void runningChanged(bool running);

private:
    void onMoved();
    void go(std::size_t stretch);

    QPointer<ReplaySession> m_session; ///< null = not running
    std::vector<std::pair<model::Micros, model::Micros>> m_stretches;
    std::size_t m_at = 0;
    bool m_going = false; ///< the move is this object's own
};

} // namespace ghostline::app
