// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "Look here": Ctrl, Shift and the left button point at a place of the picture, a verb at whoever is
// selected, and all who watch together see where, and who does, for two seconds. UI thread only.
#include "app/gui/board/view_pictures.h"
#include "together/limits.h"
#include "together/participant.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

class QMouseEvent;

namespace ghostline::app {

class ReplayView;
class ViewArea;

/// Tests are in a hurry.
struct PointingTimes
{
    std::chrono::milliseconds between{100}; ///< two points of one drag, at least
    std::chrono::milliseconds fades = together::PointFades;
    std::chrono::milliseconds step{50}; ///< of fading
};

class Pointing : public QObject
{
    Q_OBJECT
public:
    /// The area outlives it.
    explicit Pointing(ViewArea* area, PointingTimes times = {}, QObject* parent = nullptr);
    /// null = nobody watches together (any more); the mouse is the camera's alone. Not owned.
    void setParticipant(together::Participant* participant);
    /// Where the selected actor is now. False: nobody is selected, or is there; or the host lets nobody
    /// point.
    bool pointAtSelection();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// What somebody points at, or did a moment ago.
    struct Seen
    {
        together::Point point{};
        QElapsedTimer since{};
    };
    void watch();
    bool mouse(QObject* watched, const QMouseEvent& event);
    std::unique_ptr<BoardPicture> pictureOf(QObject* watched);
    together::Point pointAt(const BoardPicture& picture, QPointF pixel) const;
    void aim(const together::Point& point);
    void sendNext();
    void take(together::Point point);
    void show();

    ViewArea* m_area;
    PointingTimes m_times;
    QPointer<together::Participant> m_participant;
    BoardGround m_ground;
    std::vector<Seen> m_seen;              ///< one of each person
    std::optional<together::Point> m_next; ///< to be sent
    QTimer m_sending;                      ///< runs until another one may be
    QTimer m_fading;
    bool m_down = false;
};

} // namespace ghostline::app
