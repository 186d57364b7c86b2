// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the picture shows, in words, for whoever does not see it: who is selected, where, which camera looks.
#include "app/gui/session/replay_session.h"
#include "app/gui/widgets/accessible_content.h"

#include <QObject>
#include <QPointer>

namespace ghostline::app {

class ViewCamera;

/// Speaks for the 3D view or the flat map.
class ViewDescription final : public QObject, public AccessibleContent
{
    Q_OBJECT
public:
    /// `surface` goes first. `camera` is null for a map, which looks straight down.
    ViewDescription(QWidget* surface, const ViewCamera* camera, QObject* parent);
    void setSession(ReplaySession* session);

    QAccessible::Role accessibleRole() const override { return QAccessible::Canvas; }
    /// "Ada selected, at 12.3, 0.0, -4.5 m, 3.1 m/s. Camera: Orbit. 8 in the picture".
    QString accessibleValue() const override;

private:
    QString selectionText() const;
    QString cameraText() const;
    void tell();

    QWidget* m_surface;
    const ViewCamera* m_camera;
    QPointer<ReplaySession> m_session;
};

} // namespace ghostline::app
