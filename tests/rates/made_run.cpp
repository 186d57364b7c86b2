// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rates/made_run.h"

#include "codecs/recording/recorder/tick_builder.h"
#include "tests/rates/line.h"
#include "tests/rates/pieces.h"

#include <algorithm>

namespace ghostline::rates {

namespace {

constexpr int MostTicks = 12'000; ///< a cheat that is not over by then stays unfinished
constexpr int After = 200;        ///< ticks from the end of a cheat to the end of the run
constexpr int CalmBefore = 60;
constexpr double Second = 20.0; ///< ticks

class RunMaker
{
public:
    RunMaker(recording::Recorder& recorder, const RunPlan& plan)
        : m_plan(plan), m_tick(recorder), m_random(plan.seed),
          m_crowd(m_random.next(), drawn(m_random, 1, 4)), m_player(m_random.next(), m_crowd, &nextOf),
          m_line(m_random.next()), m_start(drawn(m_random, 10, 60)),
          m_cheatAt(static_cast<int>(plan.ticks * m_random.between(0.15, 0.35)))
    {
    }

    model::Result<RunTruth> record()
    {
        m_player.order(Legs, standing(m_start), false);
        int tick = 0;
        for (bool last = false; !last; ++tick) {
            if (m_plan.cheat && tick == m_cheatAt)
                m_cheat = inject(m_player, *m_plan.cheat);
            last = isLast(tick);
            step(tick);
            runEvents(tick, last);
            if (auto done = m_tick.commit(); !done)
                return tl::unexpected(done.error());
        }
        RunTruth truth;
        truth.ticks = tick;
        truth.ingredients = m_player.story();
        truth.ingredients.insert(truth.ingredients.end(), m_line.story().begin(), m_line.story().end());
        for (Ingredient& each : truth.ingredients)
            each.to = std::min(each.to, tick - 1);
        std::ranges::stable_sort(truth.ingredients, {}, &Ingredient::from);
        if (m_cheat) {
            truth.from = m_cheat->from;
            truth.to = m_cheat->to;
        }
        return truth;
    }

private:
    bool isLast(int tick) const
    {
        if (!m_plan.cheat)
            return tick + 1 >= m_plan.ticks;
        const bool over = m_cheat && m_cheat->over && tick > m_cheat->to + After;
        return (over && tick + 1 >= m_plan.ticks) || tick + 1 >= MostTicks;
    }

    void step(int tick)
    {
        const bool calm = m_plan.cheat && tick > m_cheatAt - CalmBefore &&
                          !(m_cheat && m_cheat->over && tick > m_cheat->to + 20);
        const bool hitch = m_line.begin(tick, calm || tick < m_start);
        if (!hitch)
            m_crowd.step(m_player.body.place, m_player.body.floor);
        for (m_clock += m_player.clock; m_clock >= 1.0; m_clock -= 1.0)
            m_line.put(m_player.step(tick));
        if (const auto arrived = m_line.take())
            write(*arrived, tick);
        if (!hitch)
            writeCrowd();
    }

    void write(const Moment& now, int tick)
    {
        const recording::Place place{now.place, static_cast<float>(wrapped(now.yaw)),
                                     static_cast<float>(now.pitch)};
        if (tick == 0 || now.absolute)
            m_tick.teleport(0, place);
        else if (now.place != m_last.place || now.yaw != m_last.yaw || now.pitch != m_last.pitch || !m_still)
            m_tick.move(0, place, now.speed * Second);
        m_still = tick > 0 && now.place == m_last.place;
        if (tick == 0 || now.pose != m_last.pose || now.flags != m_last.flags)
            m_tick.state(0, now.pose, static_cast<std::uint8_t>(now.flags));
        if (now.reset >= 0 && tick > m_start)
            m_tick.reset(now.reset, runMs(tick));
        for (int i = 0; i < now.swings; ++i)
            m_tick.swing(0);
        if (now.uses)
            m_tick.use(0, *now.uses ? std::optional(0) : std::nullopt);
        m_last = now;
    }

    void writeCrowd()
    {
        for (const int entity : m_crowd.gone())
            m_tick.destroy(entity);
        for (const Creature& one : m_crowd.living()) {
            const recording::Place place{one.body.place, static_cast<float>(wrapped(one.yaw)), 0.0F};
            if (one.fresh)
                m_tick.spawn(one.entity, one.type, place);
            else if (one.moved)
                m_tick.move(one.entity, place, one.body.speed * Second);
        }
        m_crowd.told();
    }

    void runEvents(int tick, bool last)
    {
        if (tick == m_start) {
            m_tick.runStart();
            m_nextCheckpoint = tick + drawn(m_random, 200, 700);
        }
        if (tick > m_start && tick >= m_nextCheckpoint && m_player.body.still() && !last) {
            m_tick.checkpoint("checkpoint " + std::to_string(++m_checkpoints), runMs(tick));
            m_player.respawn = m_player.body.place;
            m_nextCheckpoint = tick + drawn(m_random, 300, 900);
        }
        if (last)
            m_tick.runEnd(0, runMs(tick));
    }

    std::int64_t runMs(int tick) const { return std::int64_t{tick - m_start} * 50; }

    RunPlan m_plan;
    recording::TickBuilder m_tick;
    Random m_random;
    Crowd m_crowd;
    Player m_player;
    Line m_line;
    int m_start;
    int m_cheatAt;
    std::shared_ptr<const CheatSpan> m_cheat;
    double m_clock = 0.0;
    Moment m_last;
    bool m_still = false;
    int m_checkpoints = 0;
    int m_nextCheckpoint = 0;
};

} // namespace

recording::RecorderHead headOf(const RunPlan& plan)
{
    recording::RecorderHead head;
    Random random(plan.seed);
    for (std::byte& each : head.worldId)
        each = static_cast<std::byte>(random.below(256));
    head.worldVersion = QByteArray(16, '\x03');
    head.startMs = 1'790'000'000'000 + random.below(1'000'000'000);
    head.dataVersion = 4903;
    head.playerName = QStringLiteral("Player%1").arg(random.below(1000));
    head.playerId =
        QStringLiteral("33333333-4444-4555-8666-%1").arg(random.below(1'000'000), 12, 10, QChar(u'0'));
    head.mapId = QStringLiteral("made-up");
    head.mapName = QStringLiteral("Made up");
    return head;
}

model::Result<RunTruth> recordRun(recording::Recorder& recorder, const RunPlan& plan)
{
    return RunMaker(recorder, plan).record();
}

} // namespace ghostline::rates
