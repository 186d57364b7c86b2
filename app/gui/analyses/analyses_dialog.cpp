// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/analyses/analyses_dialog.h"

#include "app/gui/analyses/detectors_page.h"
#include "app/gui/analyses/encounters_page.h"
#include "app/gui/analyses/limits_page.h"
#include "app/gui/analyses/zone_pen.h"
#include "app/gui/analyses/zones_page.h"

#include <QTabWidget>
#include <QVBoxLayout>

namespace ghostline::app {

AnalysesDialog::AnalysesDialog(QWidget* parent)
    : QDialog(parent), m_tabs(new QTabWidget(this)), m_zones(new ZonesPage(this)),
      m_detectors(new DetectorsPage(this))
{
    setObjectName(QStringLiteral("analyses"));
    setWindowTitle(tr("Analyses"));
    setModal(false);
    resize(620, 680);
    m_pages = {new EncountersPage(this), m_zones, new LimitsPage(this), m_detectors};
    m_tabs->addTab(m_pages[0], tr("Near each other"));
    m_tabs->addTab(m_zones, tr("Zones"));
    m_tabs->addTab(m_pages[2], tr("Limits"));
    m_tabs->addTab(m_detectors, tr("Detectors"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_tabs);
    for (AnalysisPage* page : m_pages)
        connect(page, &AnalysisPage::findingsChanged, this, &AnalysesDialog::gather);
    connect(m_zones, &ZonesPage::mapWanted, this, &AnalysesDialog::mapWanted);
    connect(m_zones, &ZonesPage::zonesMarked, this, &AnalysesDialog::zonesMarked);
    connect(m_zones, &ZonesPage::plotRequested, this, &AnalysesDialog::plotRequested);
}

/// Its pages tell of being hidden, which only a whole dialog can pass on.
AnalysesDialog::~AnalysesDialog() { hide(); }

void AnalysesDialog::drawZonesOn(render::TopDownWidget* map) { m_zones->pen()->addMap(map); }

void AnalysesDialog::setRegistry(std::shared_ptr<const model::CodecRegistry> registry,
                                 const model::Options& codec)
{
    m_detectors->setRegistry(std::move(registry), codec);
}

void AnalysesDialog::setSession(ReplaySession* session)
{
    m_session = session;
    for (AnalysisPage* page : m_pages)
        page->setSession(session);
    if (session == nullptr)
        hide();
}

void AnalysesDialog::present(Page page)
{
    m_tabs->setCurrentIndex(static_cast<int>(page));
    show();
    raise();
    activateWindow();
}

void AnalysesDialog::gather()
{
    if (m_session == nullptr)
        return;
    std::vector<const model::Findings*> all;
    for (const AnalysisPage* page : m_pages) {
        for (const auto& [question, findings] : page->findings())
            all.push_back(&findings);
    }
    m_session->setWorkedOut(model::tableOf(m_session->info(), all));
}

} // namespace ghostline::app
