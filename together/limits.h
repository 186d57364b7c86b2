// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What anybody may send: a guest can be hostile, and so can a host.
#include <chrono>
#include <cstddef>

namespace ghostline::together {

inline constexpr std::size_t MostGuests = 50;

// How much one message holds. In characters where it is text (UTF-16).
inline constexpr std::size_t MostHelloBytes = 4 << 10; ///< before anybody has shown the code
inline constexpr std::size_t MostMessageBytes = 256 << 10;
inline constexpr std::size_t MostNameLetters = 64;      ///< of a person
inline constexpr std::size_t MostFileNameLetters = 255; ///< of a recording
inline constexpr std::size_t MostVersionLetters = 32;
inline constexpr std::size_t MostChatLetters = 2'000;
inline constexpr std::size_t MostWordLetters = 512; ///< camera, perspective, path of a file
inline constexpr std::size_t MostTagLetters = 64;
inline constexpr std::size_t MostTags = 64;
inline constexpr std::size_t MostSelected = 1'000;
inline constexpr std::size_t MostSharedPoints = 2'000;    ///< of one drawing
inline constexpr std::size_t MostDrawingLetters = 1'000;  ///< text of a drawing
inline constexpr std::size_t MostPeople = MostGuests + 1; ///< in one list

// How much a guest may have.
inline constexpr std::size_t MostSharedDrawings = 500;   ///< of all together, at the host
inline constexpr int MessagesPerSecond = 60;             ///< of one guest, on average ...
inline constexpr int MessageBurst = 120;                 ///< ... and at once
inline constexpr std::size_t BytesPerSecond = 512 << 10; ///< of one guest, on average
inline constexpr std::size_t MostUnsentBytes = 2 << 20;  ///< waiting for a guest that reads slowly: cut off

// How often and how long.
inline constexpr std::chrono::milliseconds StateInterval{1'000}; ///< at the latest, even if nothing changed
inline constexpr std::chrono::milliseconds ChangeInterval{40};   ///< changes come at most so often
inline constexpr std::chrono::milliseconds FirstPingInterval{100};
inline constexpr int FirstPings = 10;     ///< quickly, to know the host's clock ...
inline constexpr int MostFirstPings = 60; ///< ... and up to so many where the line is bad; then
inline constexpr std::chrono::milliseconds PingInterval{250};
inline constexpr std::chrono::milliseconds HelloTimeout{5'000};    ///< from connecting to a right code
inline constexpr std::chrono::milliseconds SilenceTimeout{10'000}; ///< nothing came: the line is lost
inline constexpr std::chrono::milliseconds PointFades{2'000};
inline constexpr std::chrono::milliseconds GoodLag{150}; ///< shown in green below this

/// What decode() lets pass.
struct DecodeLimits
{
    std::size_t bytes = MostMessageBytes;
};

} // namespace ghostline::together
