// SPDX-License-Identifier: GPL-3.0-or-later
// The window's program: reads the command line, finds out what draws, opens what was asked for.
#include "app/gui/settings/language.h"
#include "app/gui/shell/command_line.h"
#include "app/gui/shell/screenshot_command.h"
#include "app/gui/shell/start_up.h"
#include "app/gui/shell/still_command.h"
#include "app/gui/shell/watch_together.h"
#include "app/gui/shell/window_keeper.h"
#include "app/gui/view/camera_look.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "model/base/error_text.h"
#include "model/base/exit_code.h"
#include "model/base/heap_policy.h"
#include "render/view/still.h"
#include "render/view/viewport.h"

#include <QApplication>

#include <cstdio>

using namespace ghostline;

namespace {

int complain(const QString& message)
{
    std::fprintf(stderr, "ghostline: %s\n", qPrintable(message));
    return model::ExitFailed;
}

/// Writes the picture that was asked for, then ends the program.
void endWithScreenshot(app::MainWindow& window, const app::CommandLine& line)
{
    auto* command = new app::ScreenshotCommand(
        window, {.path = line.screenshotPath, .scenePath = line.scene.path, .playSeconds = line.playSeconds},
        &window);
    QObject::connect(command, &app::ScreenshotCommand::finished, &window, [](const QString& complaint) {
        QCoreApplication::exit(complaint.isEmpty() ? model::ExitFine : complain(complaint));
    });
}

} // namespace

int main(int argc, char* argv[])
{
    model::shareOneHeap();
    app::preparePlatform(argc, argv);
    if (!app::canShowAnything())
        return complain(QStringLiteral("there is no display; --render OUT.png draws one picture without one, "
                                       "and ghostline-cli needs none"));
    render::prepareGraphics();
    QApplication application(argc, argv);
    app::nameApplication();

    const auto line = app::parseCommandLine(QCoreApplication::arguments());
    if (!line)
        return complain(line.error().message);
    if (line->helpText) {
        std::fputs(qPrintable(*line->helpText), stdout);
        return 0;
    }
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    setup.theme = line->theme;
    setup.quality = line->quality;
    setup.options = line->options;
    setup.scene = line->scene;
    setup.ghosts = line->ghosts;
    setup.samplePath = app::findSample(*setup.registry);
    if (const auto gl = render::probeGl()) {
        setup.glText = QStringLiteral("%1\n%2\n%3").arg(gl->renderer, gl->vendor, gl->version);
        setup.plainOnly = !gl->samples;
    } else {
        setup.noGl = gl.error().message;
    }

    if (!line->renderPath.isEmpty()) {
        const auto drawn = app::renderCommand(*line, setup);
        return drawn ? model::ExitFine : complain(model::errorText(drawn.error()));
    }
    app::speak(line->language.value_or(app::loadSettings().language));
    const app::WindowKeeper keeper(std::move(setup));
    app::MainWindow& window = keeper.window();
    if (line->size)
        app::setSize(window, *line->size);
    // A picture is not the one that was asked for: it says so itself, when it is written.
    if (!line->place.camera.isEmpty() && line->screenshotPath.isEmpty()) {
        app::ViewCamera& camera = window.area().camera();
        QObject::connect(&camera, &app::ViewCamera::notFound, &window, [&camera](const QString& name) {
            complain(app::noCameraText(name, camera.sceneCameras()));
        });
    }
    window.show();
    if (!line->screenshotPath.isEmpty())
        endWithScreenshot(window, *line);
    if (!line->file.isEmpty())
        window.openFile(line->file, line->place);
    if (line->hostPort)
        window.together().hostAt(*line->hostPort);
    if (line->join && line->joinAsks)
        window.together().takes(line->join->text());
    else if (line->join)
        window.together().join(*line->join);
    return QApplication::exec();
}
