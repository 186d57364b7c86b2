// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/quality_verbs.h"

#include "app/gui/verbs/choice_verbs.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_area.h"
#include "render/view/viewport.h"

#include <QScreen>

namespace ghostline::app {

namespace {

constexpr ChoiceVerbs<QualityWish, 4> WishVerbs{{
    {"view.qualityAuto", QualityWish::Automatic},
    {"view.qualityLow", QualityWish::Low},
    {"view.qualityMedium", QualityWish::Medium},
    {"view.qualityHigh", QualityWish::High},
}};

} // namespace

QualityVerbs::QualityVerbs(Actions* actions, ViewArea* area, const GlRenderer& renderer,
                           std::optional<QualityWish> said, QObject* parent)
    : QObject(parent), m_actions(actions), m_area(area),
      m_software(render::drawsBySoftware(renderer.name.toStdString())), m_plainOnly(renderer.plainOnly),
      m_wish(said.value_or(loadQualityWish())), m_choice(m_software || m_plainOnly)
{
    m_clock.start();
    bindChoice<QualityWish>(
        *m_actions, this, WishVerbs, [this] { return m_wish; },
        [this](QualityWish wish) {
            choose(wish);
            saveQualityWish(wish);
        });
    if (!m_area->has3D()) {
        for (const ChoiceVerb<QualityWish>& verb : WishVerbs)
            m_actions->offer(id(verb.id), false, tr("Without OpenGL there is only the map from above"));
        return;
    }
    if (m_plainOnly) {
        for (const char* verb : {"view.qualityMedium", "view.qualityHigh"})
            m_actions->offer(id(verb), false, tr("The graphics driver has no textures of several samples"));
    }
    connect(m_area->viewport(), &render::Viewport::frameDrawn, this, &QualityVerbs::measure);
    show();
}

void QualityVerbs::choose(QualityWish wish)
{
    m_wish = wish;
    show();
}

/// Two views side by side are drawn one after the other, and take about the same time.
void QualityVerbs::measure(double milliseconds)
{
    const double all = m_area->views().second() != nullptr ? 2.0 * milliseconds : milliseconds;
    const double now = static_cast<double>(m_clock.elapsed()) * 1.0e-3;
    const QScreen* screen = m_area->viewport()->screen(); // it may go to another one
    const double interval = render::frameInterval(screen != nullptr ? screen->refreshRate() : 0.0);
    if (m_wish == QualityWish::Automatic && m_choice.addFrame(all, now, interval))
        show();
}

void QualityVerbs::show()
{
    const render::Quality quality =
        m_plainOnly ? render::Quality::Low : wishedQuality(m_wish).value_or(m_choice.quality());
    m_area->views().change([quality](render::ViewContent& content) { content.quality = quality; });
    QString text = tr("Automatic");
    if (m_software)
        text = tr("Automatic (low: drawn by software)");
    else if (m_wish == QualityWish::Automatic && quality == render::Quality::Low)
        text = tr("Automatic (low)");
    else if (m_wish == QualityWish::Automatic && quality == render::Quality::Medium)
        text = tr("Automatic (medium)");
    else if (m_wish == QualityWish::Automatic)
        text = tr("Automatic (high)");
    m_actions->get(id("view.qualityAuto"))->setText(text);
}

} // namespace ghostline::app
