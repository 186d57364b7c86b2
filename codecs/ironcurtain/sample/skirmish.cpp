// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish.h"

#include "codecs/ironcurtain/sample/skirmish_moments.h"

#include <QJsonArray>
#include <QJsonObject>

namespace ghostline::ironcurtain {

namespace {

using skirmish::Spot;

constexpr int MillisecondsPerTick = 67; // "slower"

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

struct Skirmish::Private
{
    explicit Private(const SkirmishSettings& given)
        : settings(sane(given)), world(settings, basesOf(settings), sidesOf(settings.players)),
          director(world, settings), moments(world, director)
    {
    }

    SkirmishSettings settings;
    skirmish::World world;
    skirmish::Director director;
    skirmish::Moments moments;
    bool begun = false;
    SimTick tick = 0;
    SimState state;
    bool stateMade = false;
};

Skirmish::Skirmish(const SkirmishSettings& settings) : d(std::make_unique<Private>(settings)) {}
Skirmish::~Skirmish() = default;

bool Skirmish::step()
{
    if (d->begun && d->tick >= d->settings.ticks)
        return false;
    d->tick = d->begun ? d->tick + 1 : 0;
    d->world.tape().begin(d->tick);
    d->world.step(d->tick);
    if (!d->begun)
        d->world.setUp();
    d->begun = true;
    d->moments.resign();
    d->director.step();
    d->moments.step();
    d->world.report();
    d->stateMade = false;
    return true;
}

SimTick Skirmish::tick() const { return d->tick; }

const SimState& Skirmish::state() const
{
    if (!d->stateMade)
        d->state = d->world.snapshot();
    d->stateMade = true;
    return d->state;
}

std::vector<UnitPlace> Skirmish::alive() const
{
    std::vector<UnitPlace> places;
    places.reserve(d->world.living().size());
    for (const skirmish::Number n : d->world.living())
        places.push_back({d->world.unit(n).tag, d->world.unit(n).at});
    std::sort(places.begin(), places.end(),
              [](const UnitPlace& a, const UnitPlace& b) { return a.unit < b.unit; });
    return places;
}

std::span<const AnalysisEvent> Skirmish::events() const { return d->world.tape().events(); }

const OrderFrame& Skirmish::orders() const { return d->world.tape().frame(); }

std::span<const Skirmish::Talk> Skirmish::talk() const { return d->moments.talk(); }

QJsonObject Skirmish::metadata() const
{
    const bool over = d->begun && d->tick >= d->settings.ticks;
    QJsonArray players;
    for (int i = 0; i < d->settings.players; ++i) {
        const skirmish::Purse& purse = d->world.purse(i);
        QJsonObject player{
            {QStringLiteral("slot"), i},
            {QStringLiteral("name"), QLatin1String(Names[static_cast<std::size_t>(i)])},
            {QStringLiteral("faction"), purse.soviet ? QStringLiteral("soviet") : QStringLiteral("allies")}};
        if (over) {
            player.insert(QStringLiteral("outcome"),
                          d->moments.won(i) ? QStringLiteral("won") : QStringLiteral("lost"));
            player.insert(QStringLiteral("apm_avg"), d->world.actionsPerMinute(i));
        }
        players.append(player);
    }
    const auto ticks = static_cast<qint64>(over ? d->settings.ticks : 0);
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

} // namespace ghostline::ironcurtain
