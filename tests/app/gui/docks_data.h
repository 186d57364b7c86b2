// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small replays for the panels' tests: a hand-made index with surroundings, and a session over a fake replay.
#include "app/gui/shell/replay_session.h"
#include "model/replay_index.h"
#include "tests/support/fake_replay.h"

#include <QTemporaryDir>

#include <memory>

namespace ghostline::test {

/// Two teams of `perTeam` players, one lone vehicle, `background` signs; frames 0 .. 99.
inline std::shared_ptr<model::ReplayIndex> indexWithSurroundings(int perTeam, int background)
{
    auto info = std::make_shared<model::ReplayInfo>();
    info->teams = {{QStringLiteral("Blue"), 0}, {QStringLiteral("Orange"), 1}};
    const auto add = [&](const QString& name, model::ActorKind kind, int team, bool isBackground) {
        model::ActorInfo actor;
        actor.id = static_cast<model::ActorId>(info->cast.size());
        actor.nativeId = 500 + info->cast.size();
        actor.name = name;
        actor.nativeType = QStringLiteral("type.%1").arg(model::kindName(kind));
        actor.kind = kind;
        actor.team = team;
        actor.background = isBackground;
        actor.life = {0, 100};
        info->cast.push_back(actor);
    };
    for (int i = 0; i < perTeam; ++i) {
        add(QStringLiteral("Blue %1").arg(i), model::ActorKind::Player, 0, false);
        add(QStringLiteral("Orange %1").arg(i), model::ActorKind::Player, 1, false);
    }
    add(QStringLiteral("Referee's car"), model::ActorKind::Vehicle, -1, false);
    for (int i = 0; i < background; ++i)
        add(QStringLiteral("Sign %1").arg(i), model::ActorKind::Sign, -1, true);
    auto index = std::make_shared<model::ReplayIndex>();
    index->info = info;
    index->timeAxis = model::TimeAxis::uniform(100, 1, 20);
    index->complete = true;
    return index;
}

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
