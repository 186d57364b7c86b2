// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/shared_playback.h"

#include "together/limits.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::together {

using model::FrameNumber;
using model::FrameRange;
using model::Micros;

namespace {

constexpr std::chrono::milliseconds AskEvery{100};
/// An advancing playhead that has not moved for so long is asked where it stands.
constexpr std::chrono::milliseconds MovesWithin{150};
/// So far off what was told last, it is told again: in the recording, and at high rates in real time.
constexpr Micros TellAbove{20'000};
constexpr Micros TellAboveReal{2'500};

/// Whether `span` has passed; so it has where the clock is another one now.
bool isOver(const std::optional<HostInstant>& since, HostInstant now, std::chrono::milliseconds span)
{
    return !since || now < *since || now - *since >= span;
}

/// As a playhead clips it when its axis becomes shorter.
std::optional<FrameRange> clipped(const std::optional<FrameRange>& loop, FrameNumber frames)
{
    if (!loop)
        return std::nullopt;
    const FrameRange within{std::min(loop->first, frames), std::min(loop->end, frames)};
    return within.empty() ? std::nullopt : std::optional(within);
}

SharedLook lookOf(const SharedState& state)
{
    return {state.perspective, state.selection, state.camera, state.layers};
}

} // namespace

class SharedPlayback::Moving
{
public:
    explicit Moving(SharedPlayback& playback) : m_playback(playback), m_before(playback.m_moving)
    {
        m_playback.m_moving = true;
    }
    ~Moving() { m_playback.m_moving = m_before; }
    Moving(const Moving&) = delete;
    Moving& operator=(const Moving&) = delete;
    Moving(Moving&&) = delete;
    Moving& operator=(Moving&&) = delete;

private:
    SharedPlayback& m_playback;
    bool m_before;
};

SharedPlayback::SharedPlayback(Participant* participant, model::Playhead* playhead, QObject* parent)
    : QObject(parent), m_participant(participant), m_playhead(playhead), m_loop(playhead->loop())
{
    listen();
    m_timer.start(AskEvery);
    onPeople();
}

SharedPlayback::~SharedPlayback() { m_playhead->setTrim(1.0); }

void SharedPlayback::listen()
{
    connect(m_playhead, &model::Playhead::moved, this, &SharedPlayback::onMoved);
    connect(m_playhead, &model::Playhead::sought, this, &SharedPlayback::changedHere);
    connect(m_playhead, &model::Playhead::rateChanged, this, &SharedPlayback::changedHere);
    connect(m_playhead, &model::Playhead::playingChanged, this, &SharedPlayback::onPlaying);
    connect(m_playhead, &model::Playhead::loopChanged, this, &SharedPlayback::onLoop);
    connect(m_participant, &Participant::peopleChanged, this, &SharedPlayback::onPeople);
    connect(m_participant, &Participant::stateCame, this, &SharedPlayback::onState);
    connect(&m_timer, &QTimer::timeout, this, &SharedPlayback::onTick);
}

void SharedPlayback::setLook(const SharedLook& look)
{
    if (look == m_look)
        return;
    m_look = look;
    if (m_drives)
        tell();
}

void SharedPlayback::setHeld(bool held)
{
    if (held == m_held)
        return;
    m_held = held;
    if (m_drives)
        tell();
}

bool SharedPlayback::follows() const { return !m_drives && !m_apart; }
bool SharedPlayback::isApart() const { return m_apart; }
const std::optional<SharedState>& SharedPlayback::state() const { return m_state; }

std::optional<Micros> SharedPlayback::behind() const
{
    const auto at = placeHeldAt();
    if (m_drives || !m_state || !at)
        return std::nullopt;
    return behindBy(m_playhead->time(), m_state->placeAt(*at), m_state->loop);
}

void SharedPlayback::follow()
{
    if (m_drives)
        return;
    m_follower.reset();
    setApart(false);
    giveLook(true);
    ask();
}

void SharedPlayback::breakAway()
{
    if (!m_drives)
        setApart(true);
}

void SharedPlayback::setApart(bool apart)
{
    if (apart == m_apart)
        return;
    m_apart = apart;
    if (apart)
        m_playhead->setTrim(1.0);
    Q_EMIT followingChanged();
}

// What the playhead does.

std::optional<HostInstant> SharedPlayback::placeHeldAt() const
{
    const auto now = m_participant->hostNow();
    // Between two advances a playing playhead says where it was at the first of them.
    if (!now || !runs() || isOver(m_advanced, *now, MovesWithin))
        return now;
    return m_advanced;
}

void SharedPlayback::onMoved()
{
    if (m_moving)
        return;
    m_advanced = m_participant->hostNow();
    // Whoever moved it is not done with it yet: at an end it pauses next.
    if (!m_looksSoon)
        m_looksSoon = QMetaObject::invokeMethod(this, &SharedPlayback::afterMoved, Qt::QueuedConnection);
}

void SharedPlayback::afterMoved()
{
    m_looksSoon = false;
    if (m_drives) {
        tellIfNeeded();
        return;
    }
    const auto now = m_participant->hostNow();
    if (now && (m_isDue || isOver(m_asked, *now, AskEvery)))
        ask();
}

void SharedPlayback::onPlaying(bool playing)
{
    if (playing)
        m_advanced.reset(); // it begins now
    // Not the user's: it ran against the end by itself, or goes on since more of the recording has come.
    if (m_drives || (playing ? !m_state || !m_state->moves() : !standsAtOwnEnd()))
        changedHere();
}

bool SharedPlayback::standsAtOwnEnd() const
{
    if (m_playhead->loop())
        return false;
    return m_playhead->rate() > 0.0 ? m_playhead->at().frame >= m_playhead->timeAxis().frames() - 1
                                    : m_playhead->at() == model::FrameTime{};
}

void SharedPlayback::onLoop()
{
    const auto before = std::exchange(m_loop, m_playhead->loop());
    if (m_drives || m_loop != clipped(before, m_playhead->timeAxis().frames()))
        changedHere();
}

void SharedPlayback::changedHere()
{
    if (m_moving)
        return;
    if (m_drives)
        tell();
    else if (m_state) // before, there is nothing to leave
        setApart(true);
}

void SharedPlayback::onTick()
{
    if (m_drives) {
        tellIfNeeded();
        return;
    }
    const auto now = m_participant->hostNow();
    if (now && (!runs() || isOver(m_asked, *now, MovesWithin)))
        ask();
}

// Following.

void SharedPlayback::onPeople()
{
    const bool drives = m_participant->drives();
    if (drives == m_drives)
        return;
    m_drives = drives;
    m_apart = false;
    m_follower.reset();
    m_playhead->setTrim(1.0);
    if (!drives)
        m_came.reset(); // what is looked at here is nothing that came
    Q_EMIT followingChanged();
    // By now whoever listens has said what is looked at here.
    if (m_drives)
        tell();
}

void SharedPlayback::onState(const SharedState& state)
{
    if (m_participant->drives()) // it was on its way when the drive came
        return;
    m_state = state;
    if (m_apart)
        return;
    giveLook(false);
    m_isDue = true;
    if (!runs())
        ask();
}

void SharedPlayback::giveLook(bool whole)
{
    if (!m_state)
        return;
    const SharedLook look = lookOf(*m_state);
    if (!whole && m_came == look)
        return;
    m_came = look;
    Q_EMIT lookCame(look);
}

void SharedPlayback::ask()
{
    const auto at = placeHeldAt();
    const model::TimeAxis& axis = m_playhead->timeAxis();
    if (!follows() || !m_state || !at || axis.empty())
        return;
    m_isDue = false;
    m_asked = at;
    const Moving moving(*this);
    m_playhead->setLoop(framesOf(m_state->loop, axis));
    apply(m_follower.next(*m_state, *at, {m_playhead->time(), m_playhead->playing(), axis.duration()}));
}

void SharedPlayback::apply(const FollowStep& step)
{
    if (step.action == FollowStep::Action::Snap)
        snap();
    // What is shown is the rate that everybody has; what makes up for a difference is not.
    const double rate = m_state->rate;
    if (rate != 0.0) {
        m_playhead->setRate(rate);
        m_playhead->setTrim(step.rate / rate);
    }
    if (step.playing)
        m_playhead->play();
    else
        m_playhead->pause();
}

/// To where the others are now: whoever advances the playhead counts the time from here.
void SharedPlayback::snap()
{
    m_advanced = m_participant->hostNow();
    if (m_advanced)
        m_playhead->seekTime(std::min(m_state->placeAt(*m_advanced), m_playhead->timeAxis().duration()));
}

// Driving.

void SharedPlayback::tell()
{
    const auto at = placeHeldAt();
    const model::TimeAxis& axis = m_playhead->timeAxis();
    if (!at || axis.empty())
        return;
    SharedState state;
    state.revision = m_state ? m_state->revision : 0;
    state.clock = *at;
    state.place = m_playhead->time();
    state.rate = m_playhead->rate();
    state.playing = m_playhead->playing();
    state.held = m_held;
    state.duration = axis.duration();
    state.loop = sharedLoop(m_playhead->loop(), axis);
    state.perspective = m_look.perspective;
    state.selection = m_look.selection;
    state.camera = m_look.camera;
    state.layers = m_look.layers;
    m_state = state;
    m_participant->setState(state);
}

void SharedPlayback::tellIfNeeded()
{
    if (const auto at = placeHeldAt(); at && isNews(*at))
        tell();
}

bool SharedPlayback::isNews(HostInstant at) const
{
    if (!m_state || isOver(m_state->clock, at, StateInterval))
        return true;
    if (m_state->duration != m_playhead->timeAxis().duration())
        return true;
    const Micros off = behindBy(m_playhead->time(), m_state->placeAt(at), m_state->loop);
    const double real = std::abs(m_playhead->rate()) * static_cast<double>(TellAboveReal.count());
    return std::abs(off.count()) > std::max<std::int64_t>(TellAbove.count(), std::llround(real));
}

} // namespace ghostline::together
