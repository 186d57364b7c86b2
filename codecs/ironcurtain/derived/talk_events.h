// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What players say and decide: chat, voice, votes, commands that change the game's rules; and how it ended.
#include "codecs/ironcurtain/derived/event_writer.h"

namespace ghostline::ironcurtain {

class TalkEvents
{
public:
    explicit TalkEvents(EventWriter& list) : m_list(list) {}
    void vote(SimTick tick, const VoteEvent& event);
    void ended(SimTick tick, const MatchEnded& event);
    void order(SimTick tick, const Order& order);
    void voice(const VoiceTrack& track);
    /// Votes of one team are for its eyes.
    void finish();

private:
    void proposed(SimTick tick, const VoteRecord& record);
    void resolved(SimTick tick, const VoteRecord& record);
    model::Event* voteEvent(SimTick tick, const VoteRecord& record, const Sentence& text);
    void chat(SimTick tick, const Order& order);
    void command(SimTick tick, const Order& order);
    Sentence voteWords(const VoteType& type) const;
    /// Indices of a sender's team.
    std::vector<int> teamOf(PlayerId player) const;
    std::vector<int> teamNumber(std::uint8_t team) const;
    std::vector<int> between(PlayerId a, PlayerId b) const;

    EventWriter& m_list;
    std::map<std::uint32_t, VoteType> m_types;             ///< of votes proposed
    std::map<std::uint32_t, std::vector<int>> m_audiences; ///< of votes of one team
};

} // namespace ghostline::ironcurtain
