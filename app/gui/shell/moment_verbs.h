// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Links to a moment: copied from the open recording, and opened again.
#include "app/gui/session/moment_place.h"

#include <QObject>

namespace ghostline::app {

class MainWindow;
class ReplayOpener;

class MomentVerbs : public QObject
{
    Q_OBJECT
public:
    /// A child of the window; the opener lives as long.
    MomentVerbs(MainWindow* window, ReplayOpener* opener);
    /// A link to a moment is opened; false for whatever is none. What lies elsewhere is asked about first,
    /// for a link is clicked without being read.
    /// What `place` says counts before what the link says.
    bool takes(const QString& address, const model::StartPlace& place = {});

private:
    void copyLink();
    void open(const model::MomentLink& link);
    void ask(const model::MomentLink& link);

    MainWindow* m_window;
    ReplayOpener* m_opener;
};

} // namespace ghostline::app
