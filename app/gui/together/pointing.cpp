// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/pointing.h"

#include "app/gui/together/drive_words.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_area.h"

#include <QMouseEvent>

#include <algorithm>
#include <utility>

namespace ghostline::app {

namespace {

constexpr auto PointingKeys = Qt::ControlModifier | Qt::ShiftModifier;
constexpr double WhollySeen = 0.4; ///< of its time, before it begins to fade

QObject* inputOf(const ReplayView& view)
{
    return view.viewport() != nullptr ? static_cast<QObject*>(view.viewport()) : view.map();
}

double opacityAfter(double share) { return std::clamp((1.0 - share) / (1.0 - WhollySeen), 0.0, 1.0); }

} // namespace

Pointing::Pointing(ViewArea* area, PointingTimes times, QObject* parent)
    : QObject(parent), m_area(area), m_times(times)
{
    m_sending.setSingleShot(true);
    m_sending.setInterval(m_times.between);
    connect(&m_sending, &QTimer::timeout, this, &Pointing::sendNext);
    m_fading.setInterval(m_times.step);
    connect(&m_fading, &QTimer::timeout, this, &Pointing::show);
    connect(&m_area->views(), &ReplayViews::splitChanged, this, &Pointing::watch);
}

void Pointing::setParticipant(together::Participant* participant)
{
    if (participant == m_participant)
        return;
    if (m_participant != nullptr)
        m_participant->disconnect(this);
    m_participant = participant;
    m_down = false;
    m_next.reset();
    m_seen.clear();
    show();
    watch();
    if (participant != nullptr)
        connect(participant, &together::Participant::pointed, this, &Pointing::take);
}

/// A second view may have come; one that has gone is forgotten by itself.
void Pointing::watch()
{
    const ReplayViews& views = m_area->views();
    for (const ReplayView* view : {&views.first(), views.second()}) {
        if (view == nullptr)
            continue;
        inputOf(*view)->removeEventFilter(this);
        if (m_participant != nullptr)
            inputOf(*view)->installEventFilter(this);
    }
}

// ---- the hand ----

bool Pointing::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease:
        return m_participant != nullptr && mouse(watched, *static_cast<QMouseEvent*>(event));
    default:
        return false;
    }
}

/// True = it points, and is neither the camera's business nor the board's. Once begun, the keys may be let
/// go.
bool Pointing::mouse(QObject* watched, const QMouseEvent& event)
{
    if (!m_participant->mayDraw()) { // it would be seen here alone
        m_down = false;
        return false;
    }
    const bool left = event.button() == Qt::LeftButton;
    switch (event.type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        if (!left || (event.modifiers() & PointingKeys) != PointingKeys)
            return m_down;
        m_down = true;
        break;
    case QEvent::MouseMove:
        m_down = m_down && event.buttons().testFlag(Qt::LeftButton); // it was let go somewhere else
        if (!m_down)
            return false;
        break;
    default:
        if (!left)
            return m_down;
        return std::exchange(m_down, false);
    }
    if (const auto picture = pictureOf(watched))
        aim(pointAt(*picture, event.position()));
    return true;
}

std::unique_ptr<BoardPicture> Pointing::pictureOf(QObject* watched)
{
    if (auto* viewport = qobject_cast<render::Viewport*>(watched))
        return std::make_unique<ViewportPicture>(*viewport, m_ground);
    if (const auto* map = qobject_cast<render::TopDownWidget*>(watched))
        return std::make_unique<MapPicture>(*map);
    return nullptr;
}

bool Pointing::pointAtSelection()
{
    const render::ViewContent& content = m_area->views().content();
    const std::ptrdiff_t row = content.state->row(content.selection);
    if (row < 0 || m_participant == nullptr || !m_participant->mayDraw())
        return false;
    together::Point point;
    point.who = m_participant->me();
    point.place = content.state->positions[static_cast<std::size_t>(row)];
    aim(point);
    return true;
}

/// Where somebody is, else the ground, else (the sky) a place of the picture.
together::Point Pointing::pointAt(const BoardPicture& picture, QPointF pixel) const
{
    together::Point point;
    point.who = m_participant->me();
    const model::WorldState& state = *m_area->views().content().state;
    if (const std::ptrdiff_t row = state.row(picture.actorAt(pixel)); row >= 0) {
        point.place = state.positions[static_cast<std::size_t>(row)];
        return point;
    }
    if (const auto ground = picture.groundAt(pixel)) {
        point.place = *ground;
        return point;
    }
    const QSizeF size = picture.size();
    point.onScreen = true;
    point.place = {std::clamp(pixel.x() / std::max(1.0, size.width()), 0.0, 1.0),
                   std::clamp(pixel.y() / std::max(1.0, size.height()), 0.0, 1.0), 0.0};
    return point;
}

/// Seen here at once, and by the others soon.
void Pointing::aim(const together::Point& point)
{
    take(point);
    m_next = point;
    if (!m_sending.isActive())
        sendNext();
}

void Pointing::sendNext()
{
    if (!m_next || m_participant == nullptr)
        return;
    m_participant->point(*std::exchange(m_next, std::nullopt));
    m_sending.start();
}

// ---- what is seen ----

void Pointing::take(together::Point point)
{
    auto seen = std::ranges::find(m_seen, point.who, [](const Seen& each) { return each.point.who; });
    if (seen == m_seen.end()) {
        if (m_seen.size() >= together::MostPeople)
            return;
        seen = m_seen.insert(m_seen.end(), Seen{});
    }
    seen->point = point;
    seen->since.start();
    show();
    if (!m_fading.isActive())
        m_fading.start();
}

void Pointing::show()
{
    const auto over = [this](const Seen& seen) { return seen.since.hasExpired(m_times.fades.count()); };
    std::erase_if(m_seen, over);
    if (m_seen.empty())
        m_fading.stop();
    if (m_seen.empty() && m_area->views().content().pointers->empty())
        return;
    const render::Theme& theme = m_area->views().content().theme;
    std::vector<render::Pointer> pointers;
    for (const Seen& seen : m_seen) {
        const together::Person* person =
            m_participant != nullptr ? m_participant->person(seen.point.who) : nullptr;
        render::Pointer pointer;
        pointer.onScreen = seen.point.onScreen;
        pointer.place = seen.point.place;
        pointer.name = person != nullptr ? personName(*person) : QString();
        pointer.colour = theme.hue(static_cast<int>(static_cast<std::uint32_t>(seen.point.who) % 7U));
        pointer.opacity = opacityAfter(static_cast<double>(seen.since.elapsed()) /
                                       static_cast<double>(m_times.fades.count()));
        pointers.push_back(std::move(pointer));
    }
    m_area->views().change([&](render::ViewContent& content) { content.pointers = std::move(pointers); });
}

} // namespace ghostline::app
