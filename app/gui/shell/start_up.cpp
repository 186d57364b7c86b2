// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/start_up.h"

#include "app/gui/settings/settings.h"
#include "app/gui/widgets/icons.h"
#include "model/bytes/byte_sources.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>

#include <string_view>

namespace ghostline::app {

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
    QFile name(folder.filePath(QStringLiteral("default")));
    if (!name.open(QIODevice::ReadOnly))
        return {};
    const QFileInfo file(folder.filePath(QString::fromUtf8(name.readAll().trimmed())));
    const auto bytes = model::openFile(file.canonicalFilePath());
    return bytes && registry.detect(**bytes) ? file.canonicalFilePath() : QString();
}

} // namespace ghostline::app
