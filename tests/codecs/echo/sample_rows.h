// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Made-up matches of several seeds and sizes as global rows of a test, and a walk over all their frames.
#include "codecs/echo/sample/sample_match.h"

#include <QTest>

#include <functional>

namespace ghostline::test {

using namespace echo;

/// A frame and what it holds, beside the one before.
struct Seen
{
    Frame frame;
    std::vector<PlayerFrame> players;
    std::vector<BoneSet> bones;

    const PlayerFrame* person(std::int32_t number) const;
    const PlayerFrame* holder() const;
};

using Visit = std::function<void(std::int64_t number, const Seen& before, const Seen& now)>;

/// Every frame with its predecessor; the first one comes with itself. Stops at the first failed check.
std::int64_t visitAll(const SampleMatch& match, const Visit& visit);
std::unique_ptr<SampleMatch> matchOf(const SampleOptions& options);

inline bool reset(const Seen& before, const Seen& now)
{
    return now.frame.status == GameStatus::RoundStart && before.frame.status != GameStatus::RoundStart;
}

inline double distance(const glm::vec3& a, const glm::vec3& b)
{
    return static_cast<double>(glm::distance(a, b));
}

void addSampleRows();
SampleOptions optionsOfRow();

} // namespace ghostline::test
