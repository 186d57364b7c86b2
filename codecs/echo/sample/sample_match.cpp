// SPDX-License-Identifier: GPL-3.0-or-later
// Who plays in a made-up match, and the loop that brings its frames.
#include "codecs/echo/sample/sample_match.h"

#include "codecs/echo/sample/frame_maker.h"
#include "codecs/echo/sample/match_flow.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo {

namespace {

constexpr int MostPlayers = 7;
constexpr double LongestRound = 660.0;
constexpr double ShortestStep = 1.0 / 110.0;
constexpr std::size_t FramesAtOnce = 64;
constexpr std::array<const char*, 2 * MostPlayers> Callsigns{"Kestrel", "Heron", "Swift",  "Osprey", "Plover",
                                                             "Merlin",  "Tern",  "Robin",  "Finch",  "Avocet",
                                                             "Hoopoe",  "Wren",  "Curlew", "Dunlin"};

Person personOf(int team, int number)
{
    const int bird = team * MostPlayers + number;
    return {.name = std::string(team == 0 ? "Blue " : "Orange ") + std::to_string(number + 1) + " " +
                    Callsigns[static_cast<std::size_t>(bird)],
            .userId = 1001 + bird,
            .number = 10 * (team + 1) + number,
            .level = 12 + (7 * bird) % 38};
}

sample::MatchState startOf(const SampleOptions& options)
{
    using namespace sample;
    MatchState match(options.seed);
    match.schedule.seconds = options.seconds;
    match.schedule.rounds = std::max(2, static_cast<int>(std::ceil(options.seconds / LongestRound)));
    match.schedule.comings = options.players > 1;
    match.players.resize(2 * static_cast<std::size_t>(options.players));
    for (int i = 0; i < match.count(); ++i) {
        Player& player = match.at(i);
        player.team = i / options.players;
        player.number = i % options.players;
        player.person = i;
        player.slot = static_cast<std::uint8_t>(i);
        player.keeper = player.number == 0 && options.players > 1;
        player.pingBase = match.random.between(18.0, 75.0);
        player.body.setPhase(match.random.between(0.0, 6.28));
    }
    begin(match);
    return match;
}

model::Result<void> play(const SampleOptions& options, Map map, std::uint32_t rulesText,
                         const FrameTaker& take)
{
    sample::MatchState match = startOf(options);
    sample::FrameMaker maker(map, options.bones, options.hz, rulesText);
    const int steps = std::max(1, static_cast<int>(std::ceil(1.0 / (options.hz * ShortestStep))));
    const double step = 1.0 / (options.hz * steps);
    FrameBlock block;
    while (!match.over) {
        maker.append(match, block);
        for (int i = 0; i < steps; ++i)
            sample::advance(match, step);
        if (block.size() < FramesAtOnce && !match.over)
            continue;
        if (auto taken = take(block, 0, block.size()); !taken)
            return taken;
        block.clear();
    }
    return {};
}

} // namespace

model::Result<std::unique_ptr<SampleMatch>> SampleMatch::create(const SampleOptions& options)
{
    const bool sound = options.players >= 1 && options.players <= MostPlayers && options.hz >= 1.0 &&
                       options.hz <= 1000.0 && options.seconds >= 10.0 && options.seconds <= 36000.0 &&
                       mapFromWord(options.map.toStdString()) != Map::Uncoded;
    if (!sound)
        return model::fail(
            model::ErrorCode::InvalidArgument,
            QStringLiteral("1 to 7 players, 1 to 1000 frames a second, 10 to 36000 seconds and a "
                           "map of the game make a match"));
    return std::unique_ptr<SampleMatch>(new SampleMatch(options));
}

SampleMatch::SampleMatch(SampleOptions options) : m_options(std::move(options))
{
    m_header.client = QStringLiteral("Ghostline sample");
    m_header.sessionId = QStringLiteral("00000000-0000-4000-8000-%1")
                             .arg(m_options.seed & 0xFFFFFFFFFFFFULL, 12, 16, QLatin1Char('0'))
                             .toUpper();
    m_header.sessionIp = QStringLiteral("192.0.2.36");
    m_header.mapName = m_options.map;
    m_header.map = mapFromWord(m_options.map.toStdString());
    m_header.privateMatch = true;
    m_header.matchType = m_header.mode() == Mode::Arena    ? QStringLiteral("Echo_Arena_Private")
                         : m_header.mode() == Mode::Combat ? QStringLiteral("Echo_Combat_Private")
                                                           : QStringLiteral("Unknown");
    m_header.totalRounds = startOf(m_options).schedule.rounds;
    m_header.teamNames = {QStringLiteral("BLUE TEAM"), QStringLiteral("ORANGE TEAM"),
                          QStringLiteral("SPECTATORS")};
    for (int i = 0; i < 2 * m_options.players; ++i)
        m_names.append(personOf(i / m_options.players, i % m_options.players));
    m_names.text(m_names[0].name);
}

FrameFeed SampleMatch::frames() const
{
    return [this](const FrameTaker& take) { return play(m_options, m_header.map, 1, take); };
}

model::FrameNumber SampleMatch::expected() const
{
    return static_cast<model::FrameNumber>(std::llround(m_options.seconds * m_options.hz));
}

} // namespace ghostline::echo
