// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can be worked out from the poses of any recording, beside the window; what is found joins its events.
#include "app/gui/shell/replay_session.h"
#include "model/metrics.h"

#include <QDialog>
#include <QPointer>

class QTabWidget;

namespace ghostline::render {
class TopDownWidget;
}

namespace ghostline::app {

class AnalysisPage;
class ZonesPage;

class AnalysesDialog : public QDialog
{
    Q_OBJECT
public:
    /// Zones are drawn on `map`; not owned.
    explicit AnalysesDialog(render::TopDownWidget* map, QWidget* parent = nullptr);
    /// A further map that zones are seen on; null = none. Not owned.
    void alsoShowZonesOn(render::TopDownWidget* map);
    ~AnalysesDialog() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    enum class Page { Encounters, Zones, Limits };
    void present(Page page);

Q_SIGNALS:
    void mapWanted();
    void plotRequested(const ghostline::model::MetricRequest& request);

private:
    void gather();

    QPointer<ReplaySession> m_session;
    QTabWidget* m_tabs;
    ZonesPage* m_zones;
    std::vector<AnalysisPage*> m_pages;
};

} // namespace ghostline::app
