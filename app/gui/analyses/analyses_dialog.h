// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can be worked out from the poses of any recording, beside the window; what is found joins its events.
#include "app/gui/session/replay_session.h"
#include "model/codec/codec_registry.h"
#include "model/metrics/metrics.h"

#include <QDialog>
#include <QPointer>

class QTabWidget;

namespace ghostline::render {
class TopDownWidget;
}

namespace ghostline::app {

class AnalysisPage;
class DetectorsPage;
class ZonesPage;

class AnalysesDialog : public QDialog
{
    Q_OBJECT
public:
    explicit AnalysesDialog(QWidget* parent = nullptr);
    /// Zones are drawn on this one, too; null = none. Not owned.
    void drawZonesOn(render::TopDownWidget* map);
    ~AnalysesDialog() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    /// What other recordings of a folder are opened with.
    void setRegistry(std::shared_ptr<const model::CodecRegistry> registry, const model::Options& codec);
    enum class Page { Encounters, Zones, Limits, Detectors };
    void present(Page page);

Q_SIGNALS:
    void mapWanted();
    /// What the views show of them; `chosen` stands out, -1 = none.
    void zonesMarked(const std::vector<ghostline::model::Zone>& zones, int chosen);
    void plotRequested(const ghostline::model::MetricRequest& request);

private:
    void gather();

    QPointer<ReplaySession> m_session;
    QTabWidget* m_tabs;
    ZonesPage* m_zones;
    DetectorsPage* m_detectors;
    std::vector<AnalysisPage*> m_pages;
};

} // namespace ghostline::app
