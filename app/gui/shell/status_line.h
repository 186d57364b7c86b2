// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the eye cannot see in the picture: how the state came about, frame, problems, frame rate; how it is
// read stands behind an icon.
#include "app/gui/session/replay_session.h"
#include "app/gui/widgets/accessible_content.h"

#include <QPointer>
#include <QStatusBar>

#include <memory>
#include <optional>

class QLabel;
class QToolButton;

namespace ghostline::app {

class ReadingGauge;

class StatusLine : public QStatusBar, public AccessibleContent
{
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);
    void setSession(ReplaySession* session);
    /// Shown as "60 fps"; 0 hides it.
    void setFrameRate(double framesPerSecond);
    /// "recorded frame 373 of 25,800" for what is shown now; not kept up while the line is hidden.
    QString placeText() const { return m_placeText; }

    ReadingGauge* reading() const { return m_reading; }

    /// For a few seconds, in the place of what stands at the left.
    void tell(const QString& text);

    QAccessible::Role accessibleRole() const override { return QAccessible::StatusBar; }
    /// What is told for a moment, then all of its parts.
    QString accessibleValue() const override;

Q_SIGNALS:
    void diagnosticsRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// All that the text of the place is made from.
    struct Place
    {
        std::shared_ptr<const model::ReplayIndex> index;
        model::FrameNumber frame = 0;
        bool between = false; ///< this frame and the next
        bool empty = true;    ///< nothing has been decoded yet
        bool buffering = false;
        model::SamplePolicy policy = model::SamplePolicy::Interpolate;
        friend bool operator==(const Place&, const Place&) = default;
    };
    void refresh();
    void showPlace();
    void composePlace();
    void finishPlace(const model::ReplayIndex& index);
    QString betweenKeyframes(const model::ReplayIndex& index, model::FrameTime at) const;
    void showDiagnostics();

    QPointer<ReplaySession> m_session;
    QLabel* m_place;
    QLabel* m_rate;
    QToolButton* m_diagnostics;
    ReadingGauge* m_reading;
    std::optional<Place> m_shown;
    QString m_placeText;
};

} // namespace ghostline::app
