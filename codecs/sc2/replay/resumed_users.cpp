// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/resumed_users.h"

#include <algorithm>
#include <numeric>

namespace ghostline::sc2 {

namespace {

/// By the user id that is recorded: the one under which the rest of the program looks for them.
using UserMap = std::array<std::uint8_t, 256>;

UserMap sameUsers()
{
    UserMap users{};
    std::iota(users.begin(), users.end(), std::uint8_t{0});
    return users;
}

bool isAccountOf(const ResumedUser& user, const Participant& participant)
{
    const Toon& toon = participant.toon;
    return toon.id != 0 &&
           user.account == QStringLiteral("%1-S2-%2-%3").arg(toon.region).arg(toon.realm).arg(toon.id);
}

/// Position of the participant for whom somebody plays on: whose id they have, else who they are.
int placeOf(const ReplayHead& head, const ResumedUser& user)
{
    if (const int taken = head.participantOfUser(user.user); taken >= 0)
        return taken;
    const auto same = std::ranges::find_if(
        head.participants, [&user](const Participant& one) { return isAccountOf(user, one); });
    return same != head.participants.end() ? static_cast<int>(same - head.participants.begin()) : -1;
}

class Follower
{
public:
    explicit Follower(const ReplayData& data) : m_head(data.head), m_setup(data.tracker.resumedSetup) {}

    void resume(const Resume& resume)
    {
        m_users = sameUsers();
        for (const ResumedUser& user : resume.users) {
            if (user.observes)
                watches(user.user);
            else
                plays(user.user, placeOf(m_head, user));
        }
        // Who plays is said best by the game's own reports, where it has any after the resume.
        for (const PlayerSetup& setup : m_setup) {
            if (setup.userId)
                plays(*setup.userId, m_head.participantOfPlayer(setup.playerId));
        }
    }
    void join(int user, const Join& join)
    {
        if (join.playsFor >= 0)
            plays(user, m_head.participantOfUser(join.playsFor));
    }
    std::uint8_t idOf(std::uint8_t user) const { return m_users[user]; }

private:
    static bool isId(int user) { return user >= 0 && user < GlobalUser; }
    void plays(int user, int participant)
    {
        if (!isId(user) || participant < 0)
            return;
        const auto known = m_head.participants[static_cast<std::size_t>(participant)].userId;
        if (known && isId(*known))
            m_users[static_cast<std::size_t>(user)] = static_cast<std::uint8_t>(*known);
    }
    void watches(int user)
    {
        if (isId(user) && m_head.participantOfUser(user) >= 0)
            m_users[static_cast<std::size_t>(user)] = GlobalUser;
    }

    const ReplayHead& m_head;
    const std::vector<PlayerSetup>& m_setup;
    UserMap m_users = sameUsers();
};

} // namespace

void followResumes(ReplayData& data)
{
    GameEvents& game = data.game;
    if (game.resumes.empty())
        return;
    Follower follower(data);
    auto chat =
        std::ranges::lower_bound(data.messages.chat, game.resumes.front().loop, {}, &ChatMessage::loop);
    auto ping = std::ranges::lower_bound(data.messages.pings, game.resumes.front().loop, {}, &MapPing::loop);
    // What people say is in a stream of its own, which is followed by loop.
    const auto messagesBefore = [&](std::uint64_t loop) {
        for (; chat != data.messages.chat.end() && chat->loop < loop; ++chat)
            chat->user = follower.idOf(chat->user);
        for (; ping != data.messages.pings.end() && ping->loop < loop; ++ping)
            ping->user = follower.idOf(ping->user);
    };
    for (GameEvent& event : game.order) {
        if (event.kind == GameEventKind::Hijack && event.index < game.resumes.size()) {
            messagesBefore(event.loop);
            follower.resume(game.resumes[event.index]);
            for (ResumedUser& user : game.resumes[event.index].users)
                user.playsAs = follower.idOf(static_cast<std::uint8_t>(user.user));
        } else if (event.kind == GameEventKind::Join && event.index < game.joins.size()) {
            messagesBefore(event.loop);
            follower.join(event.user, game.joins[event.index]);
        } else {
            event.user = follower.idOf(event.user);
        }
    }
    messagesBefore(~std::uint64_t{0});
}

} // namespace ghostline::sc2
