// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the program was asked to do when it was started.
#include "app/gui/settings/settings.h"
#include "app/manual/program.h"
#include "model/codec/codec_registry.h"

#include <QSize>

#include <optional>

namespace ghostline::app {

struct CommandLine
{
    QString file;
    QString at;
    QString scenePath;
    QStringList ghosts; ///< recordings that race along
    model::Options options;
    std::optional<ThemeChoice> theme;
    std::optional<LanguageChoice> language;
    std::optional<QSize> size; ///< of the window, or of the picture with `--render`
    QString renderPath;        ///< draw one picture and end
    QString camera;            ///< as in ViewCamera::choose(); empty = as it opens
    QString screenshotPath;    ///< picture of the whole window, for manuals
    double playSeconds = 0.0;
    std::optional<QString> helpText; ///< print this and end
};

/// What the parser takes, less the patterns of recordings' names. English whatever the window speaks, as the
/// manual that is written from it.
manual::Program commandLineManual();
model::Result<CommandLine> parseCommandLine(const QStringList& arguments);

/// What is said of a `--camera` that there is not, in a recording with these scene cameras.
QString noCameraText(const QString& name, const QStringList& sceneCameras);

/// Before QApplication: a picture needs no display, so none is demanded for one.
void preparePlatform(int argc, char* const* argv);

/// A display, or a platform chosen by hand. Without either Qt would end the program with a riddle.
bool canShowAnything();

/// One application id, spelled the same everywhere.
void nameApplication();
/// The file that share/ghostline/samples/default beside the program names; empty when it is not there or no
/// codec knows it.
QString findSample(const model::CodecRegistry& registry);

} // namespace ghostline::app
