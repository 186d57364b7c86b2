// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/gui/window_driver.h"

namespace ghostline::test {

WindowPlace::WindowPlace()
{
    QStandardPaths::setTestModeEnabled(true);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.filePath(QStringLiteral("config")));
    app::FirstRunHints::storeAllFinished(); // the windows of tests belong to people who know them
}

QString WindowPlace::file(const QString& name, const QByteArray& content) const
{
    QFile f(folder.filePath(name));
    if (f.open(QIODevice::WriteOnly))
        f.write(content);
    return f.fileName();
}

bool bringUp(app::MainWindow& window)
{
    window.show();
    window.activateWindow();
    return QTest::qWaitForWindowActive(&window);
}

bool runMaker(const QString& program, const QStringList& arguments)
{
    constexpr int MakeMs = 120'000;
    QProcess maker;
    maker.start(program, arguments);
    return maker.waitForFinished(MakeMs) && maker.exitStatus() == QProcess::NormalExit &&
           maker.exitCode() == 0;
}

std::unique_ptr<app::MainWindow> showWindow(QSize size)
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    auto window = std::make_unique<app::MainWindow>(std::move(setup));
    window->resize(size);
    if (!bringUp(*window))
        return nullptr;
    return window;
}

bool openAndWait(app::MainWindow& window, const QString& path, bool whole)
{
    window.openFile(path);
    return QTest::qWaitFor(
        [&window, whole] {
            const app::ReplaySession* session = window.session();
            return session != nullptr && session->playback()->state().size() > 0 &&
                   (!whole || session->index()->complete) &&
                   (!window.area().has3D() || window.area().viewport()->isReady());
        },
        OpenMs);
}

std::unique_ptr<app::MainWindow> showMadeFile(const WindowPlace& place, const QString& maker,
                                              const QString& name)
{
    const QString path = place.folder.filePath(name);
    if (!runMaker(maker, {QStringLiteral("--out"), path}))
        return nullptr;
    auto window = showWindow({1400, 900});
    if (window == nullptr || !openAndWait(*window, path))
        return nullptr;
    return window;
}

OpenWindow::OpenWindow(const WindowPlace& p, FakeReplayOptions options, const QString& scene,
                       const QStringList& codecs)
    : place(p)
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>(codecs);
    setup.scene.path = scene;
    window = std::make_unique<app::MainWindow>(std::move(setup));
    window->loader().setOpener([options](const QString&, const model::OpenOptions&) {
        return model::Result<std::unique_ptr<model::ReplaySource>>(std::make_unique<FakeReplay>(options));
    });
}

bool OpenWindow::open(const QString& name)
{
    window->openFile(place.file(name));
    return QTest::qWaitFor(
        [this] {
            return window->session() != nullptr && window->session()->playback()->state().size() > 0 &&
                   (!window->area().has3D() || window->area().viewport()->isReady());
        },
        10'000);
}

} // namespace ghostline::test
