// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/marks/tag_marker.h"

#include "model/sidecar/tags.h"

#include <QUuid>

#include <algorithm>

namespace ghostline::app {

void TagMarker::setSession(ReplaySession* session)
{
    endAll();
    m_session = session;
}

void TagMarker::setTags(const TagSet& set)
{
    endAll();
    m_set = set;
}

bool TagMarker::isOpen(std::size_t button) const
{
    return std::ranges::find(m_open, button, &Open::button) != m_open.end();
}

void TagMarker::press(std::size_t number)
{
    if (m_session == nullptr || number >= m_set.buttons.size() || m_session->index()->timeAxis.empty())
        return;
    const TagButton& button = m_set.buttons[number];
    if (button.kind == TagKind::Span) {
        const auto open = std::ranges::find(m_open, number, &Open::button);
        if (open != m_open.end())
            end(static_cast<std::size_t>(open - m_open.begin()));
        else
            begin(number);
    } else if (!m_open.empty()) {
        addTag(m_open.back(), button);
    } else {
        const model::Micros now = m_session->playhead().time();
        mark(button, now - button.lead, now + button.lag, {button.tag});
    }
}

void TagMarker::begin(std::size_t number)
{
    const TagButton& button = m_set.buttons[number];
    for (std::size_t i = m_open.size(); i > 0 && !button.group.isEmpty(); --i) {
        if (m_set.buttons[m_open[i - 1].button].group == button.group)
            end(i - 1);
    }
    m_open.push_back({number, m_session->playhead().time(), {button.tag}});
    Q_EMIT openChanged();
}

void TagMarker::end(std::size_t place)
{
    const Open open = m_open[place];
    m_open.erase(m_open.begin() + static_cast<std::ptrdiff_t>(place));
    if (m_session != nullptr) {
        const TagButton& button = m_set.buttons[open.button];
        // Whoever went back meanwhile means what lies between.
        const auto [from, to] = std::minmax({open.from, m_session->playhead().time()}); // by value
        mark(button, from - button.lead, to + button.lag, open.tags);
    }
    Q_EMIT openChanged();
}

void TagMarker::addTag(Open& open, const TagButton& button)
{
    if (!button.group.isEmpty()) {
        for (const TagButton& other : m_set.buttons) {
            if (other.group == button.group && other.kind == TagKind::Moment)
                open.tags.removeAll(other.tag);
        }
    }
    open.tags = model::normalTags(open.tags + QStringList{button.tag});
    Q_EMIT openChanged();
}

void TagMarker::endAll()
{
    while (!m_open.empty())
        end(m_open.size() - 1);
}

void TagMarker::dropAll()
{
    if (m_open.empty())
        return;
    m_open.clear();
    Q_EMIT openChanged();
}

void TagMarker::mark(const TagButton& button, model::Micros from, model::Micros to, const QStringList& tags)
{
    const model::ReplayIndex& index = *m_session->index();
    model::Bookmark bookmark;
    bookmark.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    bookmark.created = QDateTime::currentDateTimeUtc();
    bookmark.time = std::max(from, model::Micros{});
    // One that is still being made will be longer.
    const model::Micros last = index.growing ? to : std::min(to, index.timeAxis.duration());
    bookmark.length = std::max(last - bookmark.time, model::Micros{});
    bookmark.frame = index.timeAxis.frameAt(bookmark.time);
    bookmark.hue = button.hue;
    bookmark.tags = model::normalTags(tags);
    m_session->notes()->editBookmarks(tr("Tag \"%1\"").arg(button.tag), {bookmark});
    Q_EMIT marked(model::tagsText(bookmark.tags), bookmark.time, bookmark.time + bookmark.length);
}

} // namespace ghostline::app
