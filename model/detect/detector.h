// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a detector is: a name, what it measures, from which value on that is an alarm, what it needs recorded,
// and what it is known to be wrong about. Its rates are in docs/user/detectors.md.
#include "model/base/export.h"
#include "model/detect/alarm.h"
#include "model/detect/motion_step.h"
#include "model/replay/event.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ghostline::model {

/// A number that a detector works with.
struct DetectorParameter
{
    const char* id = "";   ///< snake_case, stable: on the command line and in settings
    const char* name = ""; ///< for people, in English; translated as a word of recordings
    const char* unit = "";
    double standard = 0.0;
    double least = 0.0;
    double most = 0.0;
    int decimals = 1;
};

/// What must be recorded for a detector to say anything; bits.
enum DetectorNeeds : std::uint8_t {
    NeedsLook = 1,   ///< where actors look
    NeedsRules = 2,  ///< what honest motion is in this game (MotionRules)
    NeedsClicks = 4, ///< when buttons were pressed
    NeedsOthers = 8  ///< somebody else to react to or to aim at
};

class Detector;
struct DetectorSetup;

struct DetectorInfo
{
    const char* id = "";
    const char* name = "";
    /// What it measures, as a parameter: its `standard` is the threshold.
    DetectorParameter threshold;
    std::span<const DetectorParameter> parameters{};
    std::uint8_t needs = 0;
    const char* finds = "";       ///< in a sentence
    const char* falseAlarms = ""; ///< what it is known to take for cheating, or "" = nothing that is known
    const char* doubt = "";       ///< why it is experimental, and off; empty = it is not
    std::unique_ptr<Detector> (*make)(const DetectorSetup& setup) = nullptr;

    bool experimental() const { return *doubt != '\0'; }
};

/// What a detector looks at of one recording. All outlive it.
struct DetectorSetup
{
    const ReplayInfo& info;
    const EventTable& events;
    ActorId actor = ActorId::None;
    std::span<const double> parameters; ///< as of DetectorInfo
    double least = 0.0;                 ///< nothing below it is of interest
};

/// Looks at one actor. Not thread-safe; one is made for every walk.
class Detector
{
public:
    explicit Detector(const DetectorSetup& setup) : m_setup(setup) {}
    virtual ~Detector() = default;
    Detector(const Detector&) = delete;
    Detector& operator=(const Detector&) = delete;

    /// Each frame, before next() of it; whoever plays without a body is in none.
    virtual void see(FrameNumber /*frame*/, const WorldState& /*now*/) {}
    /// In order, without those that cannot be known.
    virtual void next(const MotionStep& /*step*/) {}
    /// After the last one.
    virtual void finish() {}
    std::vector<Alarm> take() { return std::move(m_alarms); }

protected:
    const DetectorSetup& setup() const { return m_setup; }
    /// Of the game; only for those that need rules.
    const MotionRules& rules() const;
    double parameter(std::size_t i) const { return m_setup.parameters[i]; }
    /// Unless it is less than what is of interest.
    void report(const Stretch& stretch, double value);

private:
    DetectorSetup m_setup;
    std::vector<Alarm> m_alarms;
};

/// A stretch that goes on while a detector says so, with the most that it has measured there.
class Episode
{
public:
    bool open() const { return m_open; }
    const Stretch& stretch() const { return m_stretch; }
    double most() const { return m_most; }
    /// It has been so since the frame before: a step leads up to its frame.
    void goOn(const MotionStep& step, double value);
    void close() { m_open = false; }

private:
    Stretch m_stretch;
    double m_most = 0.0;
    bool m_open = false;
};

/// What may be luck once, or the line's doing, and counts from the second time on.
class Again
{
public:
    struct Found
    {
        Stretch stretch;    ///< from the first of the two to the end of the second
        double value = 0.0; ///< the less of both
    };
    /// Nothing where the time before was longer ago than that.
    std::optional<Found> take(const Stretch& stretch, double value, double withinSeconds);

private:
    std::optional<Found> m_last;
};

} // namespace ghostline::model
