// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The three streams of a made-up game while it goes on. Loops must not fall.
#include "codecs/sc2/sample/packed_writer.h"
#include "codecs/sc2/sample/versioned_writer.h"
#include "codecs/sc2/tracker/tracker_events.h"

#include <glm/glm.hpp>

namespace ghostline::sc2::ladder {

/// What tells a unit from all others that ever were.
struct Tag
{
    std::uint32_t index = 0;
    std::uint32_t recycle = 0;
    std::uint32_t whole() const { return tagOf(index, recycle); }
};

class Log
{
public:
    explicit Log(const Protocol& protocol) : m_protocol(protocol) {}
    /// The tracker's stream goes on behind that of another log, as when a game is resumed from its replay.
    Log(const Protocol& protocol, const Log& before)
        : m_protocol(protocol), m_tracker(before.m_tracker), m_lastTracker(before.m_lastTracker)
    {
    }

    void setLoop(std::uint32_t loop) { m_loop = loop; }
    std::uint32_t loop() const { return m_loop; }

    void game(unsigned user, std::string_view event, const QJsonObject& fields = {});
    void message(unsigned user, std::string_view event, const QJsonObject& fields = {});

    struct Creator
    {
        Tag tag;
        std::string_view ability;
    };
    void born(const Tag& tag, std::string_view type, int player, const glm::dvec2& at,
              const Creator* creator);
    void init(const Tag& tag, std::string_view type, int player, const glm::dvec2& at);
    void done(const Tag& tag);
    /// Without a killer when `killerPlayer` is 0.
    void died(const Tag& tag, const glm::dvec2& at, int killerPlayer, const Tag& killer);
    void changed(const Tag& tag, std::string_view type);
    void upgrade(int player, std::string_view name);
    void setup(int player, int user);
    void stats(int player, const std::array<std::int32_t, StatCount>& values);
    struct Place
    {
        std::uint32_t index = 0;
        glm::dvec2 at{};
    };
    /// Ascending index.
    void positions(const std::vector<Place>& places);

    const std::vector<std::byte>& gameStream() const { return m_game.written(); }
    const std::vector<std::byte>& messageStream() const { return m_messages.written(); }
    const std::vector<std::byte>& trackerStream() const { return m_tracker.bytes(); }

private:
    VersionedWriter& tracker(TrackerKind kind);
    void unit(TrackerKind kind, const Tag& tag, std::string_view type, int player, const glm::dvec2& at,
              std::size_t fields);

    const Protocol& m_protocol;
    PackedWriter m_game;
    PackedWriter m_messages;
    VersionedWriter m_tracker;
    std::uint32_t m_loop = 0;
    std::uint32_t m_lastGame = 0;
    std::uint32_t m_lastMessage = 0;
    std::uint32_t m_lastTracker = 0;
};

} // namespace ghostline::sc2::ladder
