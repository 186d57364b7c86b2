// SPDX-License-Identifier: GPL-3.0-or-later
// What the strip's marks do, and what is said of them.
#include "app/gui/shell/actions.h"
#include "app/gui/shell/provenance_legend.h"
#include "app/gui/shell/state_legend.h"
#include "app/gui/shell/view_mark.h"
#include "app/gui/shell/view_strip.h"

#include <QComboBox>
#include <QMenu>
#include <QToolButton>
#include <QToolTip>

namespace ghostline::app {

namespace {

// Verbs that the strip triggers or names the keys of.
constexpr const char* CycleId = "camera.cycle";
constexpr const char* ExactId = "view.exact";
constexpr const char* ReportedId = "view.reported";
constexpr const char* EveryoneId = "view.everyone";
constexpr const char* NextPerspectiveId = "view.nextPerspective";

/// A menu would underline what follows an ampersand.
QString escaped(QString text) { return text.replace(QLatin1Char('&'), QLatin1String("&&")); }

} // namespace

void ViewStrip::setActions(Actions* actions)
{
    m_actions = actions;
    for (const char* id : {CycleId, ExactId, ReportedId, EveryoneId, NextPerspectiveId})
        connect(actions->get(QLatin1String(id)), &QAction::changed, this, &ViewStrip::explain);
    explain();
}

void ViewStrip::fillMore()
{
    m_moreMenu->clear();
    for (const Part& part : parts()) {
        if (!part.wanted || !part.widget->isHidden())
            continue;
        if (part.widget == m_perspective) {
            m_moreMenu->addAction(escaped(m_perspective->text()), this,
                                  [this] { requestPerspectives(m_more); });
        } else if (part.widget == m_policy) {
            QAction* action =
                m_moreMenu->addAction(escaped(m_policy->text()), this, &ViewStrip::takePolicyBack);
            action->setCheckable(true);
            action->setChecked(true);
        } else if (part.widget == m_legends) {
            m_moreMenu->addAction(tr("What the marks mean"), this, &ViewStrip::showLegends);
        }
    }
}

void ViewStrip::showLegends()
{
    QStringList texts;
    if (!m_legend->isHidden())
        texts << m_legend->toolTip();
    if (!m_states->isHidden())
        texts << m_states->toolTip();
    QToolTip::showText(m_more->mapToGlobal(QPoint(0, 0)), texts.join(QLatin1Char('\n')), m_more);
}

void ViewStrip::takePolicyBack()
{
    const bool exact = m_samplePolicy == model::SamplePolicy::ExactOnly;
    if (m_actions != nullptr)
        m_actions->get(QLatin1String(exact ? ExactId : ReportedId))->trigger();
}

void ViewStrip::takePerspectiveBack()
{
    if (m_actions != nullptr)
        m_actions->get(QLatin1String(EveryoneId))->trigger();
}

void ViewStrip::requestPerspectives(const QWidget* at)
{
    Q_EMIT perspectivesRequested(at->mapToGlobal(QPoint(0, at->height())));
}

/// Empty: the verb has no key, or there are no verbs.
QString ViewStrip::keyOf(const char* id) const
{
    return m_actions != nullptr
               ? m_actions->get(QLatin1String(id))->shortcut().toString(QKeySequence::NativeText)
               : QString();
}

QString ViewStrip::withKey(const QString& text, const char* id) const
{
    const QString key = keyOf(id);
    return key.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, key);
}

void ViewStrip::explain()
{
    const QString next = keyOf(CycleId);
    m_camera->setToolTip(next.isEmpty() ? tr("Camera") : tr("Camera (%1 for the next one)").arg(next));
    const bool exact = m_samplePolicy == model::SamplePolicy::ExactOnly;
    const QString what = exact ? tr("Shows the last keyframe as it was recorded, nothing in between.")
                               : tr("Estimates are left out: actors stand where the recording last told of "
                                    "them.");
    const QString back = withKey(tr("Show the rest again"), exact ? ExactId : ReportedId);
    m_policy->setHelp(tr("%1\nClick: %2").arg(what, back), back);
    const QString other = keyOf(NextPerspectiveId);
    QString eyes = tr("What this player's side does not see is faded; how far units see is approximate.\n"
                      "Click: choose whose eyes");
    if (!other.isEmpty())
        eyes += tr("; %1 takes the next player's").arg(other);
    m_perspective->setHelp(eyes, withKey(tr("See with everyone's eyes again"), EveryoneId));
}

} // namespace ghostline::app
