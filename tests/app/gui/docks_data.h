// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small replays for the panels' tests: a hand-made index with surroundings, and a session over a fake replay.
#include "app/gui/session/replay_session.h"
#include "model/replay/replay_index.h"
#include "tests/support/fake_replay.h"

#include <QTemporaryDir>

#include <memory>

namespace ghostline::test {

/// Two teams of `perTeam` players, one lone vehicle, `background` signs; frames 0 .. 99.
std::shared_ptr<model::ReplayIndex> indexWithSurroundings(int perTeam, int background);

/// A fake replay, open as the window would have it; bookmarks go to a temporary folder.
struct OpenReplay
{
    explicit OpenReplay(const FakeReplayOptions& options)
        : source(makeFakeReplay(options)),
          session(std::make_unique<app::ReplaySession>(source, folder.filePath(QStringLiteral("fake.replay")),
                                                       std::size_t{64} << 20))
    {
    }
    QTemporaryDir folder;
    std::shared_ptr<FakeReplay> source;
    std::unique_ptr<app::ReplaySession> session;
};

} // namespace ghostline::test
