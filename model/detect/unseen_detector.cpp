// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/unseen_detector.h"

#include "model/replay/replay_info.h"

#include <algorithm>
#include <map>

namespace ghostline::model {

namespace {

/// Before an order, its target is looked for at these moments, too: a hand is slower than an eye.
constexpr Micros Looks[] = {Micros{0}, Micros{1'000'000}, Micros{2'000'000}, Micros{3'000'000}};

class UnseenDetector : public Detector
{
public:
    enum Parameter { Margin, Sight };
    static constexpr DetectorParameter Parameters[] = {
        {"margin", QT_TRANSLATE_NOOP("Replay", "Farther than sight by"), "m", 4.0, 0.0, 100.0, 1},
        {"sight", QT_TRANSLATE_NOOP("Replay", "Sight where none is recorded"), "m", 12.0, 1.0, 100.0, 1},
    };

    explicit UnseenDetector(const DetectorSetup& setup) : Detector(setup)
    {
        const ActorInfo* const player = setup.info.actor(setup.actor);
        m_team = player != nullptr ? player->team : -1;
        if (m_team < 0)
            return;
        for (const Event& event : setup.events.events) {
            if (event.actors.size() >= 2 && event.actors.front() == setup.actor &&
                isForeignUnit(event.actors[1]))
                m_orders.push_back({event.frame, event.time, event.actors[1], true});
        }
    }

    void see(FrameNumber frame, const WorldState& now) override
    {
        while (m_next < m_orders.size() && m_orders[m_next].frame < frame)
            ++m_next;
        for (std::size_t i = m_next; i < m_orders.size(); ++i) {
            Order& order = m_orders[i];
            const Micros ahead = order.time - now.time;
            if (ahead > std::end(Looks)[-1] + Within)
                break;
            const bool looks = std::ranges::any_of(
                Looks, [ahead](Micros look) { return ahead >= look && ahead < look + Within; });
            if (looks && order.unseen && isSeen(order.target, now))
                order.unseen = false;
        }
    }

    void finish() override
    {
        Stretch stretch;
        double count = 0.0;
        for (const Order& order : m_orders) {
            if (!order.unseen)
                continue;
            if (count++ == 0.0) {
                stretch.frames.first = order.frame;
                stretch.begin = order.time;
            }
            stretch.goOn(order.frame, order.time);
        }
        if (count > 0.0)
            report(stretch, count);
    }

private:
    static constexpr Micros Within{60'000}; ///< more than one frame of such games

    struct Order
    {
        FrameNumber frame = 0;
        Micros time{};
        ActorId target = ActorId::None;
        bool unseen = true;
    };

    /// Buildings stay on the map once they were seen.
    bool isForeignUnit(ActorId id) const
    {
        const ActorInfo* const who = setup().info.actor(id);
        return who != nullptr && who->kind == ActorKind::Unit && who->team >= 0 && who->team != m_team;
    }

    /// By any unit or building of the player's. Whoever is not there cannot be judged.
    bool isSeen(ActorId target, const WorldState& now) const
    {
        const std::ptrdiff_t at = now.row(target);
        if (at < 0)
            return true;
        const glm::dvec3 place = now.positions[static_cast<std::size_t>(at)];
        for (std::size_t row = 0; row < now.size(); ++row) {
            const ActorInfo* const who = setup().info.actor(now.ids[row]);
            if (who == nullptr || who->team != m_team || (now.flags[row] & Hidden) != 0)
                continue;
            const double sight =
                setup().info.number(setup().info.marks.sight, now.value(row, setup().info.marks.sight));
            const double reach = sight > 0.0 ? sight : parameter(Sight);
            if (glm::distance(place, now.positions[row]) <= reach + parameter(Margin))
                return true;
        }
        return false;
    }

    int m_team = -1;
    std::vector<Order> m_orders;
    std::size_t m_next = 0;
};

} // namespace

DetectorInfo unseenDetector()
{
    return {
        .id = "unseen",
        .name = QT_TRANSLATE_NOOP("Replay", "Orders on what is not seen"),
        .threshold = {"orders", QT_TRANSLATE_NOOP("Replay", "Orders"), "", 3.0, 1.0, 1000.0, 0},
        .parameters = UnseenDetector::Parameters,
        .needs = NeedsOthers,
        .finds = QT_TRANSLATE_NOOP(
            "Replay",
            "orders on units of others that none of one's own could see, at that moment or for three seconds "
            "before"),
        .falseAlarms = QT_TRANSLATE_NOOP(
            "Replay",
            "units whose place between two reports is an estimate, allies who share what they see, and "
            "scans and other abilities that uncover a place"),
        .doubt = QT_TRANSLATE_NOOP(
            "Replay",
            "places of units are estimates in all formats that tell of orders, and what abilities uncover is "
            "not recorded"),
        .make = [](const DetectorSetup& setup) -> std::unique_ptr<Detector> {
            return std::make_unique<UnseenDetector>(setup);
        }};
}

} // namespace ghostline::model
