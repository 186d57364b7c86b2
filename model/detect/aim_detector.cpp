// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/aim_detector.h"

#include "model/replay/replay_info.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ghostline::model {

namespace {
/// How far from where somebody looks a target is, and where it is seen from there.
struct Seen
{
    double off = 180.0;   ///< degrees from the look to the nearest point of the line through its middle
    double bearing = 0.0; ///< degrees of yaw
};

double angleBetween(const glm::dvec3& a, const glm::dvec3& b)
{
    return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

/// The look from yaw and pitch.
glm::dvec3 ahead(const MotionStep& step)
{
    const double yaw = glm::radians(step.yaw);
    const double pitch = glm::radians(step.pitch);
    return {std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
}

class AimDetector : public Detector
{
public:
    enum Parameter { Reach, Error, Held, Moving, Another };
    static constexpr DetectorParameter Parameters[] = {
        {"reach", QT_TRANSLATE_NOOP("Replay", "Targets within"), "m", 48.0, 1.0, 1000.0, 0},
        {"error", QT_TRANSLATE_NOOP("Replay", "Held to within"), "\u00B0", 2.0, 0.1, 10.0, 1},
        {"held", QT_TRANSLATE_NOOP("Replay", "Held for at least"), "s", 0.4, 0.1, 10.0, 1},
        {"moving", QT_TRANSLATE_NOOP("Replay", "While the target moves by at least"), "\u00B0", 4.0, 0.5,
         90.0, 1},
        {"again", QT_TRANSLATE_NOOP("Replay", "And once more within"), "s", 60.0, 1.0, 3600.0, 0},
    };

    explicit AimDetector(const DetectorSetup& setup) : Detector(setup)
    {
        const double eyes = setup.info.motion ? setup.info.motion->eyeHeight : NoValue;
        m_eyes = std::isfinite(eyes) ? eyes : 0.0;
        for (const ActorInfo& actor : setup.info.cast)
            m_targets.push_back(actor.id != setup.actor &&
                                (hasEyes(actor.kind) || actor.kind == ActorKind::Unit));
    }

    void next(const MotionStep& step) override
    {
        if (step.first || !std::isfinite(step.yaw) || !std::isfinite(step.pitch)) {
            m_holds.clear();
            return;
        }
        const double turned = std::hypot(step.turn * std::cos(glm::radians(step.pitch)), step.nod);
        const WorldState& state = *step.state;
        for (std::size_t row = 0; row < state.size(); ++row) {
            if (row == step.row || model::index(state.ids[row]) >= m_targets.size() ||
                !m_targets[model::index(state.ids[row])] || (state.flags[row] & (Hidden | Ended)) != 0)
                continue;
            watch(step, state.ids[row], seen(step, state, row), turned);
        }
    }

    void finish() override { m_holds.clear(); }

private:
    /// On one target, since a turn that ended there.
    struct Hold
    {
        Episode episode;
        double snap = 0.0;  ///< degrees of that turn
        double moved = 0.0; ///< degrees that the target has moved since
        double bearing = 0.0;
        bool told = false;
    };

    Seen seen(const MotionStep& step, const WorldState& state, std::size_t row) const
    {
        const glm::dvec3 eyes = step.place + glm::dvec3(0.0, m_eyes, 0.0);
        const ActorInfo& who = setup().info.cast[model::index(state.ids[row])];
        const glm::dvec3 foot = state.positions[row];
        Seen out;
        const glm::dvec3 look = ahead(step);
        const double half = who.boxHalf.y;
        // The nearest of a few points up its body: which one somebody aims at is theirs to choose.
        for (const double up : {-0.6, 0.0, 0.6}) {
            const glm::dvec3 to = foot + glm::dvec3(0.0, who.boxCentre.y + up * half, 0.0) - eyes;
            if (glm::length(to) < 0.5 || glm::length(to) > parameter(Reach))
                continue;
            out.off = std::min(out.off, angleBetween(look, to));
            out.bearing = glm::degrees(std::atan2(to.x, to.z));
        }
        return out;
    }

    void watch(const MotionStep& step, ActorId target, const Seen& now, double turned)
    {
        const auto held = m_holds.find(target);
        if (now.off > parameter(Error)) {
            if (held != m_holds.end())
                m_holds.erase(held);
            return;
        }
        if (held == m_holds.end()) {
            if (turned < setup().least)
                return;
            Hold hold;
            hold.snap = turned;
            hold.bearing = now.bearing;
            hold.episode.goOn(step, turned);
            m_holds.emplace(target, hold);
            return;
        }
        Hold& hold = held->second;
        hold.moved += std::abs(std::remainder(now.bearing - hold.bearing, 360.0));
        hold.bearing = now.bearing;
        hold.episode.goOn(step, hold.snap);
        const double lasted = seconds(hold.episode.stretch().length);
        if (!hold.told && lasted >= parameter(Held) && hold.moved >= parameter(Moving)) {
            hold.told = true;
            if (const auto both = m_again.take(hold.episode.stretch(), hold.snap, parameter(Another)))
                report(both->stretch, both->value);
        }
    }

    Again m_again;
    double m_eyes = 0.0;
    std::vector<bool> m_targets; ///< by ActorId
    std::map<ActorId, Hold> m_holds;
};

} // namespace

DetectorInfo aimDetector()
{
    return {
        .id = "aim",
        .name = QT_TRANSLATE_NOOP("Replay", "Aim that snaps and holds"),
        .threshold = {"degrees", QT_TRANSLATE_NOOP("Replay", "A turn of"), "\u00B0", 20.0, 10.0, 180.0, 0},
        .parameters = AimDetector::Parameters,
        .needs = NeedsLook | NeedsOthers,
        .finds = QT_TRANSLATE_NOOP("Replay", "a turn that ends within one frame on somebody and then stays "
                                             "on them as they move, and that once more"),
        .falseAlarms = "",
        .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
            return std::make_unique<AimDetector>(setup);
        }};
}

} // namespace ghostline::model
