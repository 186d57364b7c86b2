// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `--screenshot`: waits until the window shows what was asked for, plays a while if asked, and writes a
// picture of the whole window.
#include <QImage>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace ghostline::app {

class MainWindow;

/// The whole window as a picture, the 3D view drawn into its place.
QImage screenshotOf(MainWindow& window);

/// To be made before anything is opened: it listens to how that goes.
class ScreenshotCommand : public QObject
{
    Q_OBJECT
public:
    struct Request
    {
        QString path;
        QString scenePath{}; ///< surroundings that the user named; empty = the recording's own, if any
        double playSeconds = 0.0;
        /// After that the picture is taken as far as it came.
        std::chrono::milliseconds limit = std::chrono::seconds(60);
        std::chrono::milliseconds betweenLooks{100};
    };

    /// The window outlives the command.
    ScreenshotCommand(MainWindow& window, Request request, QObject* parent = nullptr);

Q_SIGNALS:
    /// The picture is written, unless the complaint, the first there was, says that it cannot be; empty = it
    /// shows what was asked for.
    void finished(const QString& complaint);

private:
    bool isArriving() const;
    void complain(const QString& what);
    void look();
    void play();
    void take();

    MainWindow& m_window;
    Request m_request;
    QString m_complaint;
    bool m_sceneDue = false; ///< a recording is open whose surroundings are not shown yet
    int m_quietLooks = 0;    ///< so many in a row found that nothing was to come
    QTimer m_look;
    QTimer m_limit;
};

} // namespace ghostline::app
