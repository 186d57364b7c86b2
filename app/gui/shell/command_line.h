// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the program was asked to do when it was started.
#include "app/gui/clips/clip_overlay.h"
#include "app/gui/settings/quality_store.h"
#include "app/gui/settings/scene_settings.h"
#include "app/manual/program.h"
#include "model/case/case_file.h"
#include "model/marks/moment_link.h"
#include "together/invitation.h"

#include <QSize>

#include <optional>

namespace ghostline::app {

/// What `--render` is asked for where it makes a video.
struct ClipArguments
{
    bool video = false; ///< the file's name is that of a video, or of a folder of pictures
    QString from;       ///< in the grammar of the time field; empty = the start
    QString to;         ///< empty = the end
    double fps = 60.0;
    double rate = 1.0;
    QString arguments; ///< of ffmpeg, instead of those of the format
    /// Unless overlays are named: what the view shows anyway, and what ghosts are there for.
    ClipOverlays overlays{.scoreboard = false, .title = false, .clock = false, .speed = false, .delta = true};
    bool labels = true;
    bool drawings = true;
    bool grid = true;         ///< with the cross of axes
    QString title;            ///< empty = the recording's name
    bool transparent = false; ///< of one picture: without its background
    bool tellsProgress = false;

    bool wanted() const { return video; }
};

/// `--flag N --render PICTURES.json`: what `ghostline-cli case` has drawn.
struct CasePicturesArguments
{
    double margin = model::StandardCaseMargin; ///< seconds before the flag and after it
    bool anonymous = false;
};

struct CommandLine
{
    QString file;
    model::StartPlace place;
    model::SceneChoice scene{.path = {}, .folders = {}, .radius = RadiusOfSettings};
    QStringList ghosts; ///< recordings that race along
    model::Options options;
    std::optional<ThemeChoice> theme;
    std::optional<QualityWish> quality; ///< of the picture
    std::optional<LanguageChoice> language;
    std::optional<QSize> size; ///< of the window, or of the picture with `--render`
    QString renderPath;        ///< draw one picture, or a video, and end
    ClipArguments clip;
    std::optional<CasePicturesArguments> casePictures;
    QString screenshotPath; ///< picture of the whole window, for manuals
    double playSeconds = 0.0;
    std::optional<std::uint16_t> hostPort;    ///< host `file` there, for others to join
    std::optional<together::Invitation> join; ///< join this one; `file` is perhaps the same recording
    bool joinAsks = false;                    ///< it came as a link that was clicked: the window asks first
    std::optional<QString> helpText;          ///< print this and end
};

/// What the parser takes, less the patterns of recordings' names. English whatever the window speaks, as the
/// manual that is written from it.
manual::Program commandLineManual();
model::Result<CommandLine> parseCommandLine(const QStringList& arguments);

} // namespace ghostline::app
