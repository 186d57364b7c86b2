// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_moments.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

enum class Who : std::uint8_t { Hero, HeroMate, Rival, RivalMate };
struct ChatLine
{
    int at; ///< of 1000
    Who who;
    ChatChannel channel;
    std::string_view text;
};

constexpr std::array Chat{
    ChatLine{4, Who::Hero, ChatChannel::All, "glhf"},
    ChatLine{6, Who::Rival, ChatChannel::All, "gl hf"},
    ChatLine{120, Who::HeroMate, ChatChannel::Team, "I take the ore in the middle"},
    ChatLine{148, Who::RivalMate, ChatChannel::Team, "pushing the centre now"},
    ChatLine{240, Who::Rival, ChatChannel::Team, "go for their harvesters"},
    ChatLine{262, Who::Hero, ChatChannel::Team, "harvesters under attack!"},
    ChatLine{395, Who::Hero, ChatChannel::Team, "lost the outpost"},
    ChatLine{430, Who::Rival, ChatChannel::All, "too easy"},
    ChatLine{464, Who::Rival, ChatChannel::All, "one minute please"},
    ChatLine{467, Who::Hero, ChatChannel::All, "ok"},
    ChatLine{480, Who::HeroMate, ChatChannel::All, "is anybody there?"},
    ChatLine{530, Who::Hero, ChatChannel::Team, "hold the line, silo is almost ready"},
    ChatLine{650, Who::HeroMate, ChatChannel::Team, "now back at them"},
    ChatLine{720, Who::Rival, ChatChannel::Team, "fall back to the base"},
    ChatLine{800, Who::Hero, ChatChannel::Team, "all in"},
    ChatLine{995, Who::Rival, ChatChannel::All, "gg"},
    ChatLine{998, Who::Hero, ChatChannel::All, "gg wp"},
};

/// Begin, of 1000; ticks; who; to whom.
struct Say
{
    int at;
    int ticks;
    Who who;
    VoiceTarget target;
};
constexpr std::array Speech{
    Say{20, 40, Who::Hero, VoiceTarget::All},         Say{122, 55, Who::HeroMate, VoiceTarget::Team},
    Say{160, 90, Who::Hero, VoiceTarget::Team},       Say{245, 60, Who::Rival, VoiceTarget::Team},
    Say{340, 120, Who::RivalMate, VoiceTarget::Team}, Say{398, 80, Who::Hero, VoiceTarget::Team},
    Say{468, 30, Who::Rival, VoiceTarget::All},       Say{560, 100, Who::Hero, VoiceTarget::Team},
    Say{605, 70, Who::HeroMate, VoiceTarget::Team},   Say{700, 50, Who::RivalMate, VoiceTarget::Team},
    Say{810, 90, Who::Hero, VoiceTarget::Team},       Say{990, 60, Who::Hero, VoiceTarget::All},
};

int playerOf(const Roster& roster, const Course& course, Who who)
{
    const bool hero = who == Who::Hero || who == Who::HeroMate;
    const int leader = course.leaderOf(hero ? course.hero() : course.rival());
    if (who == Who::Hero || who == Who::Rival)
        return leader;
    for (int player = 0; player < static_cast<int>(roster.players()); ++player) {
        if (player != leader && roster.allied(player, leader))
            return player;
    }
    return leader;
}

} // namespace

Moments::Moments(World& world, const Course& course)
    : m_world(world), m_roster(world.roster()), m_course(course), m_random(0x766F696365ULL)
{
    for (std::size_t i = 0; i < m_roster.players(); ++i) {
        Skirmish::Talk& talk = m_talk.emplace_back();
        talk.player = static_cast<PlayerId>(i);
        // One of them did not want to be recorded.
        talk.consented = static_cast<int>(i) != playerOf(m_roster, course, Who::RivalMate);
    }
}

std::vector<PlayerId> Moments::sideOf(int player) const
{
    std::vector<PlayerId> ids;
    for (int other = 0; other < static_cast<int>(m_roster.players()); ++other) {
        if (m_roster.allied(other, player))
            ids.push_back(static_cast<PlayerId>(other));
    }
    return ids;
}

void Moments::chat()
{
    for (const ChatLine& line : Chat) {
        if (!now(line.at))
            continue;
        Order order;
        order.player = static_cast<PlayerId>(playerOf(m_roster, m_course, line.who));
        order.kind = OrderKind::ChatMessage;
        order.channel = line.channel;
        order.text = line.text;
        order.subTick = 1000;
        m_world.tape().order(std::move(order));
    }
}

void Moments::pause()
{
    const auto player = static_cast<PlayerId>(playerOf(m_roster, m_course, Who::Rival));
    if (now(466))
        m_world.tape().write(PauseEvent{player, true});
    if (now(466, 1))
        m_world.tape().write(PauseEvent{player, false});
}

void Moments::propose(std::uint32_t vote, const VoteType& type, int proposer)
{
    VoteRecord record;
    record.what = VoteRecord::What::Proposed;
    record.vote = vote;
    record.player = static_cast<PlayerId>(proposer);
    record.type = type;
    act(record);
}

void Moments::cast(std::uint32_t vote, int voter, VoteChoice choice)
{
    VoteRecord record;
    record.what = VoteRecord::What::BallotCast;
    record.vote = vote;
    record.player = static_cast<PlayerId>(voter);
    record.choice = choice;
    act(record);
}

void Moments::act(const VoteRecord& record)
{
    write(record);
    Order order;
    order.player = record.player;
    order.kind = OrderKind::Vote;
    order.voteWhat = record.what;
    order.voteType = record.type;
    order.vote = record.vote;
    order.choice = record.choice;
    m_world.tape().order(std::move(order));
    m_roster.purse(static_cast<int>(record.player)).act(m_world.tick());
}

void Moments::write(const VoteRecord& record)
{
    Bytes body;
    BinWriter to(body);
    appendVoteRecord(to, record);
    m_world.tape().write(VoteEvent{m_world.tape().keep(std::move(body))});
}

void Moments::votes()
{
    const int hero = playerOf(m_roster, m_course, Who::Hero);
    const int mate = playerOf(m_roster, m_course, Who::HeroMate);
    const int rival = playerOf(m_roster, m_course, Who::Rival);
    const bool teams = mate != hero;
    // A kick that fails: in the own team, or, where everybody plays alone, among all.
    const int target = teams ? mate : rival;
    VoteType kick;
    kick.kind = VoteKind::Kick;
    kick.target = static_cast<PlayerId>(target);
    kick.reason = KickReason::Afk;
    if (now(474))
        propose(1, kick, hero);
    if (now(474, 60))
        cast(1, target, VoteChoice::No);
    if (now(474, 61)) {
        VoteRecord record;
        record.what = VoteRecord::What::Resolved;
        record.vote = 1;
        record.outcome = VoteOutcome::Failed;
        record.failure = VoteFailReason::ThresholdImpossible;
        record.active.id = 1;
        record.active.type = kick;
        record.active.proposer = static_cast<PlayerId>(hero);
        if (teams) {
            record.active.team = static_cast<std::uint8_t>(m_roster.purse(hero).side + 1);
            record.active.eligible = sideOf(hero);
        } else {
            for (std::size_t i = 0; i < m_roster.players(); ++i)
                record.active.eligible.push_back(static_cast<PlayerId>(i));
        }
        record.active.ballots = {{static_cast<PlayerId>(hero), VoteChoice::Yes},
                                 {static_cast<PlayerId>(target), VoteChoice::No}};
        std::sort(record.active.ballots.begin(), record.active.ballots.end());
        record.active.startedAt = m_course.at(474);
        record.active.expiresAt = m_course.at(474) + 448;
        record.active.threshold = {VoteThreshold::Kind::Unanimous, 0, 0};
        write(record);
    }
    // The losing side gives up, together.
    const SimTick end = m_course.ticks();
    VoteType surrender;
    if (end >= 120 && m_world.tick() == end - 90)
        propose(2, surrender, rival);
    if (end < 120 || m_world.tick() != end - 30)
        return;
    VoteRecord record;
    record.what = VoteRecord::What::Resolved;
    record.vote = 2;
    record.outcome = VoteOutcome::Passed;
    record.active.id = 2;
    record.active.proposer = static_cast<PlayerId>(rival);
    record.active.team = static_cast<std::uint8_t>(m_roster.purse(rival).side + 1);
    record.active.eligible = sideOf(rival);
    for (const PlayerId voter : record.active.eligible) {
        if (static_cast<int>(voter) != rival)
            cast(2, static_cast<int>(voter), VoteChoice::Yes);
        record.active.ballots.emplace_back(voter, VoteChoice::Yes);
    }
    record.active.startedAt = end - 90;
    record.active.expiresAt = end - 90 + 448;
    record.active.threshold = {VoteThreshold::Kind::TeamScaled, 0, 0};
    write(record);
}

void Moments::resign()
{
    // Of three, the one who is neither gives up when only the two others matter any more.
    if (m_roster.players() != 3 || !now(560))
        return;
    const int other = 2;
    if (m_roster.purse(other).status != PlayerStatus::Playing)
        return;
    m_roster.purse(other).status = PlayerStatus::Left;
    const std::vector<Number> living = m_roster.living();
    for (const Number n : living) {
        if (m_roster.unit(n).owner == other)
            m_roster.kill(n, Nobody);
    }
}

void Moments::speak()
{
    for (const Say& say : Speech) {
        if (!now(say.at))
            continue;
        m_speaker = playerOf(m_roster, m_course, say.who);
        m_speakUntil = static_cast<std::int64_t>(m_world.tick()) + say.ticks + m_random.below(40);
        m_speakTo = say.target;
    }
    if (m_speaker < 0 || static_cast<std::int64_t>(m_world.tick()) >= m_speakUntil)
        return;
    Skirmish::Talk& talk = m_talk[static_cast<std::size_t>(m_speaker)];
    if (!talk.consented)
        return;
    VoiceFrame frame;
    frame.tick = m_world.tick();
    frame.opus = {std::byte{0xF8}, std::byte{0xFF}, std::byte{0xFE}}; // silence
    frame.target = m_speakTo;
    talk.frames.push_back(std::move(frame));
}

void Moments::end()
{
    if (m_world.tick() != m_course.ticks())
        return;
    MatchOutcome outcome;
    const int rival = m_course.leaderOf(m_course.rival());
    const auto losers = sideOf(rival);
    for (std::size_t i = 0; i < m_roster.players(); ++i) {
        Purse& p = m_roster.purse(static_cast<int>(i));
        if (p.side == m_course.hero())
            p.status = PlayerStatus::Won;
        else if (p.side == m_course.rival())
            p.status = PlayerStatus::Defeated;
    }
    if (losers.size() > 1) {
        outcome.winnerTeam = static_cast<std::uint8_t>(m_course.hero() + 1);
        outcome.reason = MatchOutcome::Reason::TeamSurrender;
        outcome.surrenderedTeam = static_cast<std::uint8_t>(m_course.rival() + 1);
        for (const PlayerId loser : losers)
            outcome.votes.emplace_back(loser, true);
    } else {
        outcome.winner = static_cast<PlayerId>(m_course.leaderOf(m_course.hero()));
        outcome.reason = MatchOutcome::Reason::Surrender;
        outcome.surrendered = static_cast<PlayerId>(rival);
    }
    Bytes body;
    appendOutcome(body, outcome);
    m_world.tape().write(MatchEnded{m_world.tape().keep(std::move(body))});
}

void Moments::step()
{
    chat();
    pause();
    votes();
    speak();
    end();
}

} // namespace ghostline::ironcurtain::skirmish
