// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/bookmark_tour.h"

#include <algorithm>

namespace ghostline::app {

namespace {

/// Those that begin in the loop. One that is the loop itself, as it is marked with one key, does not make it
/// a choice among bookmarks.
std::vector<model::Bookmark> wanted(const std::vector<model::Bookmark>& all,
                                    const std::optional<model::FrameRange>& loop)
{
    if (!loop)
        return all;
    std::vector<model::Bookmark> inLoop;
    bool chooses = false;
    for (const model::Bookmark& mark : all) {
        if (!loop->contains(mark.frame))
            continue;
        inLoop.push_back(mark);
        chooses = chooses || mark.length.count() == 0 || mark.frame != loop->first;
    }
    return chooses ? inLoop : all;
}

} // namespace

std::vector<std::pair<model::Micros, model::Micros>>
BookmarkTour::stretches(const std::vector<model::Bookmark>& bookmarks, model::Micros duration)
{
    std::vector<std::pair<model::Micros, model::Micros>> all;
    for (const model::Bookmark& mark : bookmarks) {
        const bool range = mark.length.count() > 0;
        const model::Micros first = range ? mark.time : mark.time - LeadIn;
        const model::Micros last = range ? mark.time + mark.length : mark.time + LeadOut;
        all.emplace_back(std::clamp(first, model::Micros{0}, duration),
                         std::clamp(last, model::Micros{0}, duration));
    }
    std::sort(all.begin(), all.end());
    std::vector<std::pair<model::Micros, model::Micros>> merged;
    for (const auto& stretch : all) {
        if (!merged.empty() && stretch.first <= merged.back().second)
            merged.back().second = std::max(merged.back().second, stretch.second);
        else
            merged.push_back(stretch);
    }
    return merged;
}

void BookmarkTour::start(ReplaySession* session)
{
    stop();
    if (session == nullptr)
        return;
    model::Playhead& head = session->playhead();
    m_stretches = stretches(wanted(session->notes()->sidecar().bookmarks, head.loop()),
                            session->index()->timeAxis.duration());
    if (m_stretches.empty()) {
        Q_EMIT runningChanged(false);
        return;
    }
    m_session = session;
    head.setLoop(std::nullopt);
    if (head.rate() < 0)
        head.setRate(-head.rate());
    go(0);
    connect(&head, &model::Playhead::moved, this, &BookmarkTour::onMoved);
    head.play();
    Q_EMIT runningChanged(true);
}

void BookmarkTour::stop()
{
    if (m_session == nullptr)
        return;
    m_session->playhead().disconnect(this);
    m_session = nullptr;
    Q_EMIT runningChanged(false);
}

void BookmarkTour::go(std::size_t stretch)
{
    m_at = stretch;
    m_going = true;
    m_session->playhead().seekTime(m_stretches[stretch].first);
    m_going = false;
}

void BookmarkTour::onMoved()
{
    if (m_session == nullptr || m_going)
        return;
    model::Playhead& head = m_session->playhead();
    const model::Micros now = head.time();
    const auto& [first, last] = m_stretches[m_at];
    // Whoever goes somewhere else, or backward, wants to look on alone.
    constexpr model::Micros Slack{500'000};
    const model::Micros stride{static_cast<std::int64_t>(head.rate() * 250'000.0)}; // a slow machine's frame
    if (now + Slack < first || now > last + Slack + stride || head.rate() < 0) {
        stop();
        return;
    }
    if (now < last)
        return;
    if (m_at + 1 < m_stretches.size()) {
        go(m_at + 1);
        return;
    }
    head.pause();
    stop();
}

} // namespace ghostline::app
