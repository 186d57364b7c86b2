// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a scoreboard says of one instant, and how it is painted: the strip above the picture and the one in an
// exported video are the same.
#include "model/replay/replay_info.h"
#include "model/world/world_state.h"
#include "render/base/theme.h"

#include <QFont>
#include <QRect>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace ghostline::app {

/// How far a run has come; what is not known is empty. Not within ScoreboardContent: an optional of it could
/// not be made there, where its initialisers are not known yet.
struct RunProgress
{
    QString checkpoint{}; ///< "Checkpoint 2 of 5"
    QString next{};       ///< "Next: spring"
    QString resets{};     ///< "Resets: 3"
    friend bool operator==(const RunProgress&, const RunProgress&) = default;
};

struct ScoreboardContent
{
    /// How it ended for somebody.
    struct Result
    {
        QString text{}; ///< "Won"; empty while the match goes on, and where nothing is known
        bool won = false;
        friend bool operator==(const Result&, const Result&) = default;
    };
    struct Side
    {
        QString name{};
        QString score{};
        QString rounds{}; ///< rounds won, empty where not told
        QString note{};   ///< beside the name ("Terran")
        int team = 0;     ///< index into ReplayInfo::teams
        bool possession = false;
        Result result{};
        friend bool operator==(const Side&, const Side&) = default;
    };
    std::vector<Side> sides{};
    /// A figure of both sides, where nothing is scored; as many texts as there are sides.
    struct Figure
    {
        QString name{};
        QStringList texts{};
        int ahead = -1; ///< index into `sides`, -1 = nobody
        friend bool operator==(const Figure&, const Figure&) = default;
    };
    std::vector<Figure> figures{};
    std::optional<RunProgress> run{};
    QString clock{};
    QString status{};
    friend bool operator==(const ScoreboardContent&, const ScoreboardContent&) = default;

    /// "Blue 2, 4:32 Playing, Orange 3"; "0:31.4 running, Checkpoint 2 of 5, Next: spring, Resets: 0".
    QString text() const;
};

ScoreboardContent readScoreboard(const model::ReplayInfo& info, const model::WorldState& state);
/// The font of the score; `base` is that of the names.
QFont scoreFont(const QFont& base);
int scoreboardHeight(const ScoreboardContent& content, const QFont& base);
/// Fills `room`: first side at the left, clock in the middle, second side at the right; or a line for each
/// side with its figures; or one line for a run.
void paintScoreboard(QPainter& painter, const QRect& room, const ScoreboardContent& content,
                     const std::vector<model::Team>& teams, const render::Theme& theme, const QFont& base);

} // namespace ghostline::app
