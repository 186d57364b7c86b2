// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish.h"

#include "codecs/ironcurtain/sample/skirmish_builder.h"
#include "codecs/ironcurtain/sample/skirmish_moments.h"
#include "codecs/ironcurtain/sample/skirmish_powers.h"

#include <QJsonArray>
#include <QJsonObject>

namespace ghostline::ironcurtain {

namespace {

using skirmish::Spot;

std::vector<Spot> basesOf(const SkirmishSettings& s)
{
    const int low = s.mapSide / 7;
    const int high = s.mapSide - 1 - low;
    if (s.players == 4)
        return {{low, low}, {low, high}, {high, low}, {high, high}};
    std::vector<Spot> bases{{low, low}, {high, high}};
    if (s.players == 3)
        bases.push_back({high, low});
    return bases;
}

std::vector<int> sidesOf(int players)
{
    if (players == 4)
        return {0, 0, 1, 1};
    if (players == 3)
        return {0, 1, 2};
    return {0, 1};
}

SkirmishSettings sane(SkirmishSettings s)
{
    s.players = std::clamp(s.players, 2, 4);
    s.mapSide = std::clamp(s.mapSide, 72, 256);
    s.ticks = std::clamp<SimTick>(s.ticks, 1, 400'000);
    return s;
}

constexpr std::array<const char*, 4> Names{"Nightjar", "Quartermaine", "Palisade", "Ostrova"};

} // namespace

/// The world, and who decides what is done in it.
struct Skirmish::Private
{
    explicit Private(const SkirmishSettings& given)
        : settings(given), world(settings, basesOf(settings), sidesOf(settings.players)),
          course(world, settings), referee(world, course)
    {
        for (int player = 0; player < settings.players; ++player)
            hands.emplace_back(world, player);
    }

    SkirmishSettings settings;
    skirmish::World world;
    skirmish::AllHands hands;
    skirmish::Course course;
    skirmish::Referee referee;
    skirmish::Builder builder{world, course, referee, hands};
    skirmish::Squads squads{world, course, hands};
    skirmish::Powers powers{world, course, squads, hands};
    skirmish::Moments moments{world, course};
};

Skirmish::Skirmish(const SkirmishSettings& settings)
    : SampleMatch(sane(settings).ticks), d(std::make_unique<Private>(sane(settings)))
{
}
Skirmish::~Skirmish() = default;

void Skirmish::play(SimTick tick)
{
    d->world.tape().begin(tick);
    d->world.step();
    if (tick == 0)
        d->world.setUp();
    d->moments.resign();
    d->course.step();
    d->squads.muster();
    d->squads.answerFights();
    for (int player = 0; player < d->settings.players; ++player) {
        const SimTick shifted = tick + static_cast<SimTick>(player) * 7;
        if (d->world.roster().purse(player).status == PlayerStatus::Playing) {
            if (shifted % 20 == 0)
                d->builder.construct(player);
            if (shifted % 15 == 3)
                d->builder.train(player);
            if (shifted % 40 == 9)
                d->squads.lead(player);
            d->powers.step(player);
            d->builder.research(player);
        }
        d->hands[static_cast<std::size_t>(player)].step();
    }
    d->referee.step();
    d->moments.step();
    d->world.report();
}

const skirmish::Tape& Skirmish::tape() const { return d->world.tape(); }
SimState Skirmish::snapshot() const { return d->world.snapshot(); }

std::vector<UnitPlace> Skirmish::alive() const
{
    std::vector<UnitPlace> places;
    places.reserve(d->world.roster().living().size());
    for (const skirmish::Number n : d->world.roster().living())
        places.push_back({d->world.roster().unit(n).tag, d->world.roster().unit(n).at});
    std::sort(places.begin(), places.end(),
              [](const UnitPlace& a, const UnitPlace& b) { return a.unit < b.unit; });
    return places;
}

std::span<const Skirmish::Talk> Skirmish::talk() const { return d->moments.talk(); }

QJsonObject Skirmish::metadata() const
{
    QJsonArray players;
    for (int i = 0; i < d->settings.players; ++i) {
        const skirmish::Purse& purse = d->world.roster().purse(i);
        QJsonObject player{
            {QStringLiteral("slot"), i},
            {QStringLiteral("name"), QLatin1String(Names[static_cast<std::size_t>(i)])},
            {QStringLiteral("faction"), purse.soviet ? QStringLiteral("soviet") : QStringLiteral("allies")}};
        if (over()) {
            player.insert(QStringLiteral("outcome"),
                          d->moments.won(i) ? QStringLiteral("won") : QStringLiteral("lost"));
            player.insert(QStringLiteral("apm_avg"), purse.actionsPerMinute(tick()));
        }
        players.append(player);
    }
    const auto ticks = static_cast<qint64>(over() ? d->settings.ticks : 0);
    return {
        {QStringLiteral("replay_id"), QStringLiteral("skirmish-%1").arg(d->settings.seed)},
        {QStringLiteral("timestamp"), QStringLiteral("2026-01-10T18:00:00Z")},
        {QStringLiteral("engine_version"), QStringLiteral("0.0.0")},
        {QStringLiteral("base_build"), 1},
        {QStringLiteral("data_version"), QStringLiteral("made-up")},
        {QStringLiteral("game_module"), QStringLiteral("ra1")},
        {QStringLiteral("active_mods"), QJsonArray()},
        {QStringLiteral("map_name"), QStringLiteral("Two Lakes")},
        {QStringLiteral("game_speed"), QStringLiteral("slower")},
        {QStringLiteral("balance_preset"), QStringLiteral("classic")},
        {QStringLiteral("total_ticks"), ticks},
        {QStringLiteral("duration_seconds"), ticks * MillisecondsPerTick / 1000},
        {QStringLiteral("players"), players},
        {QStringLiteral("initial_rng_seed"), static_cast<qint64>(d->settings.seed)},
        {QStringLiteral("signed"), true},
    };
}

model::Result<void> recordSkirmish(const SkirmishSettings& settings, const WriteSettings& write,
                                   const QString& path, bool journal)
{
    Skirmish match(settings);
    return record(match, write, path, journal);
}

} // namespace ghostline::ironcurtain
