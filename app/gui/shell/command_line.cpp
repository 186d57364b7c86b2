// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/command_line.h"

#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/shell/icons.h"
#include "app/gui/shell/view_strip.h"
#include "model/byte_sources.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>

#include <string_view>

namespace ghostline::app {

namespace {

constexpr int MaxPixels = 8192;

QString text(const char* s) { return QString(QLatin1String(s)); }

std::optional<QSize> parseSize(const QString& word)
{
    const QStringList parts = word.toLower().split(QLatin1Char('x'));
    if (parts.size() != 2)
        return std::nullopt;
    const QSize size(parts[0].toInt(), parts[1].toInt());
    if (size.width() < 16 || size.height() < 16 || size.width() > MaxPixels || size.height() > MaxPixels)
        return std::nullopt;
    return size;
}

tl::unexpected<model::Error> refuse(const QString& message)
{
    return model::fail(model::ErrorCode::InvalidArgument, message);
}

model::Result<void> readValues(const QCommandLineParser& parser, CommandLine& line)
{
    for (const QString& option : parser.values(text("option"))) {
        const qsizetype equals = option.indexOf(QLatin1Char('='));
        if (equals <= 0)
            return refuse(QStringLiteral("--option wants NAME=VALUE, not \"%1\"").arg(option));
        line.options.insert(option.left(equals), option.mid(equals + 1));
    }
    line.ghosts = parser.values(text("ghost"));
    if (line.ghosts.size() > GhostSet::Most)
        return refuse(
            QStringLiteral("%1 ghosts at most, not %2").arg(GhostSet::Most).arg(line.ghosts.size()));
    if (!line.ghosts.isEmpty() && parser.positionalArguments().isEmpty())
        return refuse(QStringLiteral("--ghost wants a recording to race with"));
    if (parser.isSet(text("size"))) {
        line.size = parseSize(parser.value(text("size")));
        if (!line.size)
            return refuse(QStringLiteral("--size wants WxH from 16 to %1 pixels").arg(MaxPixels));
    }
    if (parser.isSet(text("theme"))) {
        const QString word = parser.value(text("theme"));
        if (word != text("dark") && word != text("light") && word != text("system"))
            return refuse(QStringLiteral("--theme wants dark, light or system"));
        line.theme = word == text("dark")    ? ThemeChoice::Dark
                     : word == text("light") ? ThemeChoice::Light
                                             : ThemeChoice::System;
    }
    if (parser.isSet(text("play"))) {
        bool ok = false;
        line.playSeconds = parser.value(text("play")).toDouble(&ok);
        if (!ok || line.playSeconds < 0.0 || line.playSeconds > 3600.0)
            return refuse(QStringLiteral("--play wants seconds"));
    }
    return {};
}

} // namespace

model::Result<CommandLine> parseCommandLine(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Replay viewer: any game's recording, any instant, both directions"));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    parser.addPositionalArgument(text("file"), text("Recording to open"), text("[FILE]"));
    parser.addOptions({
        {text("at"), text("Start there: 12:34.5, #frame, 50%"), text("TIME")},
        {text("scene"), text("Surroundings to draw"), text("FILE")},
        {text("option"), text("A wish the format declares; may be repeated"), text("NAME=VALUE")},
        {text("ghost"), text("Race this recording along; up to %1").arg(GhostSet::Most), text("FILE")},
        {text("theme"), text("dark, light or system"), text("THEME")},
        {text("render"), text("Draw one picture off screen and end"), text("OUT.png")},
        {text("size"), text("Size of the picture or the window"), text("WxH")},
        {text("camera"), cameraWords() + text(" or one of the scene's cameras by its name"), text("NAME")},
        {text("screenshot"), text("Write a picture of the window and end"), text("OUT.png")},
        {text("play"), text("With --screenshot: play this long first"), text("SECONDS")},
    });
    if (!parser.parse(arguments))
        return refuse(parser.errorText());

    CommandLine line;
    if (parser.isSet(help)) {
        line.helpText = parser.helpText();
        return line;
    }
    if (parser.isSet(version)) {
        line.helpText = QStringLiteral("ghostline %1\n").arg(QCoreApplication::applicationVersion());
        return line;
    }
    const QStringList files = parser.positionalArguments();
    if (files.size() > 1)
        return refuse(QStringLiteral("one recording at a time, not %1").arg(files.size()));
    line.file = files.value(0);
    line.at = parser.value(text("at"));
    line.scenePath = parser.value(text("scene"));
    line.renderPath = parser.value(text("render"));
    line.camera = parser.value(text("camera"));
    line.screenshotPath = parser.value(text("screenshot"));
    if (const auto read = readValues(parser, line); !read)
        return tl::unexpected<model::Error>(read.error());
    return line;
}

void preparePlatform(int argc, char* const* argv)
{
    bool picture = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument(argv[i]);
        picture = picture || argument.starts_with("--render") || argument == "--help" || argument == "-h" ||
                  argument == "--version" || argument == "-v";
    }
    const bool display = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (picture && !display && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
}

bool canShowAnything()
{
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        if (qEnvironmentVariableIsSet(name))
            return true;
    }
    return false;
}

void nameApplication()
{
    QCoreApplication::setApplicationName(QLatin1String(ApplicationId));
    QCoreApplication::setApplicationVersion(QStringLiteral(GHOSTLINE_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Ghostline"));
    QGuiApplication::setDesktopFileName(QLatin1String(ApplicationId));
    QGuiApplication::setWindowIcon(themedIcon(QStringLiteral("ghostline")));
}

QString findSample(const model::CodecRegistry& registry)
{
    const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../share/ghostline/samples"));
    for (const QFileInfo& file : folder.entryInfoList(QDir::Files, QDir::Name)) {
        const auto bytes = model::openFile(file.canonicalFilePath());
        if (bytes && registry.detect(**bytes))
            return file.canonicalFilePath();
    }
    return {};
}

} // namespace ghostline::app
