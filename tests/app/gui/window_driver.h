// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A hand for the tests of the whole window: settings of its own, a replay without a file, keys and waiting.
#include "app/gui/shell/main_window.h"
#include "app/gui/shell/view_area.h"
#include "render/viewport.h"
#include "tests/support/fake_replay.h"

#include <QApplication>
#include <QFile>
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
    /// On screen and with the keyboard, though no window manager helps.
    bool show()
    {
        window->show();
        window->activateWindow();
        return QTest::qWaitForWindowActive(window.get());
    }
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
