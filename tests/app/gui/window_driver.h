// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A hand for the tests of the whole window: settings of its own, a replay without a file or of a file that
// is made up, keys and waiting.
#include "app/gui/shell/first_run_hints.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/shell/view_area.h"
#include "render/viewport.h"
#include "tests/support/fake_replay.h"

#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace ghostline::test {

/// Settings, thumbnails and recordings of one test; nothing of the user's is read or written.
struct WindowPlace
{
    WindowPlace()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                           folder.filePath(QStringLiteral("config")));
        app::FirstRunHints::storeAllFinished(); // the windows of tests belong to people who know them
    }
    /// An empty file to stand for a recording: bookmarks go beside it.
    QString file(const QString& name, const QByteArray& content = "x") const
    {
        QFile f(folder.filePath(name));
        if (f.open(QIODevice::WriteOnly))
            f.write(content);
        return f.fileName();
    }
    QTemporaryDir folder;
};

/// On screen and with the keyboard, though no window manager helps.
inline bool bringUp(app::MainWindow& window)
{
    window.show();
    window.activateWindow();
    return QTest::qWaitForWindowActive(&window);
}

/// Brings a panel's dock to the front; null where there is none.
template<typename Panel>
Panel* raised(app::MainWindow& window, const char* dockName)
{
    QDockWidget* dock = window.dock(QLatin1String(dockName));
    if (dock == nullptr)
        return nullptr;
    dock->show();
    dock->raise();
    return window.findChild<Panel*>();
}

/// Runs a program that makes files up, to its end.
inline bool runMaker(const QString& program, const QStringList& arguments)
{
    constexpr int MakeMs = 120'000;
    QProcess maker;
    maker.start(program, arguments);
    return maker.waitForFinished(MakeMs) && maker.exitStatus() == QProcess::NormalExit &&
           maker.exitCode() == 0;
}

inline constexpr int OpenMs = 20'000;

/// The real window with the program's codecs, on screen; null where it gets no keyboard.
inline std::unique_ptr<app::MainWindow> showWindow(QSize size)
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    auto window = std::make_unique<app::MainWindow>(std::move(setup));
    window->resize(size);
    if (!bringUp(*window))
        return nullptr;
    return window;
}

/// Until the file's first picture is there; `whole`: and all of it is read.
inline bool openAndWait(app::MainWindow& window, const QString& path, bool whole = true)
{
    window.openFile(path);
    return QTest::qWaitFor(
        [&window, whole] {
            const app::ReplaySession* session = window.session();
            return session != nullptr && session->state().size() > 0 &&
                   (!whole || session->index()->complete) &&
                   (!window.area().has3D() || window.area().viewport()->isReady());
        },
        OpenMs);
}

/// A window that shows the whole of the file that a program makes up; null where any of it fails.
inline std::unique_ptr<app::MainWindow> showMadeFile(const WindowPlace& place, const QString& maker,
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

/// The real window; openFile() yields a closed-form replay instead of reading the file.
struct OpenWindow
{
    explicit OpenWindow(const WindowPlace& p, FakeReplayOptions options = {}) : place(p)
    {
        app::WindowSetup setup;
        setup.registry = std::make_shared<model::CodecRegistry>();
        window = std::make_unique<app::MainWindow>(std::move(setup));
        window->loader().setOpener([options](const QString&, const model::OpenOptions&) {
            return model::Result<std::unique_ptr<model::ReplaySource>>(std::make_unique<FakeReplay>(options));
        });
    }
    bool show() { return bringUp(*window); }
    bool open(const QString& name = QStringLiteral("replay.bin"))
    {
        window->openFile(place.file(name));
        return QTest::qWaitFor(
            [this] {
                return window->session() != nullptr && window->session()->state().size() > 0 &&
                       (!window->area().has3D() || window->area().viewport()->isReady());
            },
            10'000);
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(window.get(), key, modifiers);
    }
    app::ReplaySession& session() { return *window->session(); }
    model::FrameNumber frame() { return session().playhead().at().frame; }

    const WindowPlace& place;
    std::unique_ptr<app::MainWindow> window;
};

} // namespace ghostline::test

/// Graphics must be prepared before there is an application.
#define GHOSTLINE_WINDOW_TEST_MAIN(Test)                                                                     \
    int main(int argc, char* argv[])                                                                         \
    {                                                                                                        \
        QTemporaryDir runtime;                                                                               \
        if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))                                                   \
            qputenv("XDG_RUNTIME_DIR", runtime.path().toLocal8Bit());                                        \
        ghostline::render::prepareGraphics();                                                                \
        QApplication application(argc, argv);                                                                \
        Test test;                                                                                           \
        return QTest::qExec(&test, argc, argv);                                                              \
    }
