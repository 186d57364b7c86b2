// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A hand for the tests of the whole window: settings of its own, a replay without a file or of a file that
// is made up, keys and waiting.
#include "app/gui/shell/first_run_hints.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/view/view_area.h"
#include "render/view/still.h"
#include "render/view/viewport.h"
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
    WindowPlace();
    /// An empty file to stand for a recording: bookmarks go beside it.
    QString file(const QString& name, const QByteArray& content = "x") const;
    QTemporaryDir folder;
};

/// On screen and with the keyboard, though no window manager helps.
bool bringUp(app::MainWindow& window);

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
bool runMaker(const QString& program, const QStringList& arguments);

inline constexpr int OpenMs = 20'000;

/// The real window with the program's codecs, on screen; null where it gets no keyboard.
std::unique_ptr<app::MainWindow> showWindow(QSize size);
/// Until the file's first picture is there; `whole`: and all of it is read.
bool openAndWait(app::MainWindow& window, const QString& path, bool whole = true);
/// A window that shows the whole of the file that a program makes up; null where any of it fails.
std::unique_ptr<app::MainWindow> showMadeFile(const WindowPlace& place, const QString& maker,
                                              const QString& name);

/// The real window; openFile() yields a closed-form replay instead of reading the file.
struct OpenWindow
{
    /// `scene`: as the command line names a map; `codecs`: other folders of them than the program's.
    explicit OpenWindow(const WindowPlace& p, FakeReplayOptions options = {}, const QString& scene = {},
                        const QStringList& codecs = model::CodecRegistry::defaultFolders());
    bool show() { return bringUp(*window); }
    bool open(const QString& name = QStringLiteral("replay.bin"));
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
