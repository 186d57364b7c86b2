// SPDX-License-Identifier: GPL-3.0-or-later
// The strip's parts and how they share its room.
#include "app/gui/view/view_strip.h"

#include "app/gui/verbs/actions.h"
#include "app/gui/view/legend_popup.h"
#include "app/gui/view/marks_now.h"
#include "app/gui/view/provenance_legend.h"
#include "app/gui/view/state_legend.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/view_mark.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace ghostline::app {

namespace {

/// A wait shorter than this is not worth a word.
constexpr int PillDelayMs = 150;
/// In the chooser's data: smaller numbers are modes.
constexpr int FirstPlace = 100;
constexpr int LeastNoteLetters = 14;
constexpr int SpacingPx = 8;

} // namespace

ViewStrip::ViewStrip(QWidget* parent)
    : QWidget(parent), m_marks(new MarksNow(this)), m_legendButton(new QToolButton(this)),
      m_legend(new LegendPopup(m_legendButton)), m_pill(new QLabel(tr("Buffering…"), this)),
      m_policy(new ViewMark(QStringLiteral("policyMark"), this)),
      m_perspective(new ViewMark(QStringLiteral("perspectiveMark"), this)), m_note(new QLabel(this)),
      m_cameraLabel(new QLabel(tr("Camera"), this)), m_camera(new QComboBox(this)),
      m_more(new QToolButton(this)), m_moreMenu(new QMenu(this))
{
    setObjectName(QStringLiteral("viewStrip"));
    setAutoFillBackground(true);
    buildMarks();
    buildLegend();
    buildCamera();
    m_note->setObjectName(QStringLiteral("sceneNote"));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_more->setObjectName(QStringLiteral("moreMarks"));
    m_more->setText(QStringLiteral("…"));
    m_more->setAutoRaise(true);
    m_more->setAccessibleName(tr("More marks"));
    m_more->setToolTip(tr("What finds no room here"));
    m_more->hide();
    m_moreMenu->setObjectName(QStringLiteral("moreMarksMenu"));
    connect(m_moreMenu, &QMenu::aboutToShow, this, &ViewStrip::fillMore);
    connect(m_more, &QToolButton::clicked, this,
            [this] { m_moreMenu->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    layOut();
    explain();
}

void ViewStrip::buildMarks()
{
    m_pill->setObjectName(QStringLiteral("bufferingPill"));
    m_pill->setAutoFillBackground(true);
    m_pill->setBackgroundRole(QPalette::Midlight); // nothing is chosen: the accent is for that
    m_pill->setForegroundRole(QPalette::ButtonText);
    m_pill->setContentsMargins(8, 1, 8, 1);
    for (QWidget* mark : std::initializer_list<QWidget*>{m_pill, m_policy, m_perspective})
        mark->hide();
    m_pillDelay.setSingleShot(true);
    m_pillDelay.setInterval(PillDelayMs);
    connect(&m_pillDelay, &QTimer::timeout, this, [this] {
        m_pill->show();
        fit();
    });
    m_soughtDelay.setSingleShot(true);
    m_soughtDelay.setInterval(PillDelayMs);
    connect(&m_soughtDelay, &QTimer::timeout, this, [this] {
        m_sought = true;
        elideNote();
    });
    connect(m_policy, &ViewMark::clicked, this, &ViewStrip::takePolicyBack);
    connect(m_policy, &ViewMark::takenBack, this, &ViewStrip::takePolicyBack);
    connect(m_perspective, &ViewMark::clicked, this, [this] { requestPerspectives(m_perspective); });
    connect(m_perspective, &ViewMark::takenBack, this, &ViewStrip::takePerspectiveBack);
}

void ViewStrip::buildLegend()
{
    m_legendButton->setObjectName(QStringLiteral("legendButton"));
    m_legendButton->setIcon(themedIcon(QStringLiteral("provenance")));
    m_legendButton->setIconSize(QSize(16, 16));
    m_legendButton->setAutoRaise(true);
    m_legendButton->setCheckable(true);
    m_legendButton->setFocusPolicy(Qt::TabFocus);
    m_legendButton->setAccessibleName(tr("Legend"));
    connect(m_legendButton, &QToolButton::clicked, this, &ViewStrip::toggleLegend);
}

void ViewStrip::buildCamera()
{
    m_camera->setObjectName(QStringLiteral("cameraChooser"));
    m_camera->setAccessibleName(tr("Camera"));
    for (int mode = 0; mode < CameraModes; ++mode)
        m_camera->addItem(cameraName(static_cast<render::CameraMode>(mode)), mode);
    connect(m_camera, &QComboBox::activated, this, [this](int row) {
        const int choice = m_camera->itemData(row).toInt();
        if (choice >= FirstPlace)
            Q_EMIT sceneCameraChosen(choice - FirstPlace);
        else
            Q_EMIT cameraChosen(static_cast<render::CameraMode>(choice));
    });
    m_camera->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_camera->setMinimumContentsLength(12); // the scene's cameras come later, with names of their own
    m_cameraLabel->setBuddy(m_camera);
}

void ViewStrip::layOut()
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 8, 4);
    row->setSpacing(SpacingPx);
    row->addWidget(m_legendButton);
    row->addWidget(m_marks);
    row->addWidget(m_perspective);
    row->addWidget(m_policy);
    row->addWidget(m_pill);
    row->addWidget(m_note, 1);
    row->addWidget(m_cameraLabel);
    row->addWidget(m_camera);
    row->addWidget(m_more);
}

void ViewStrip::setTheme(const render::Theme& theme)
{
    m_legend->provenance()->setTheme(theme);
    m_legend->states()->setTheme(theme);
    m_marks->setTheme(theme);
    m_warning = theme.warning;
    recolourNote();
}

void ViewStrip::setInfo(const model::ReplayInfo& info)
{
    m_legend->states()->setInfo(info);
    m_marks->setInfo(info);
    fit();
}

void ViewStrip::setState(const model::WorldState& state) { m_marks->setState(state); }

void ViewStrip::setCamera(render::CameraMode mode, int place)
{
    const bool scene = mode == render::CameraMode::Scene;
    m_camera->setCurrentIndex(m_camera->findData(scene ? FirstPlace + place : static_cast<int>(mode)));
}

void ViewStrip::setSceneCameras(const QStringList& names)
{
    const int current = m_camera->currentData().toInt();
    while (m_camera->count() > CameraModes)
        m_camera->removeItem(CameraModes);
    if (!names.isEmpty())
        m_camera->insertSeparator(CameraModes);
    for (qsizetype i = 0; i < names.size(); ++i)
        m_camera->addItem(names[i], FirstPlace + static_cast<int>(i));
    m_camera->setCurrentIndex(qMax(0, m_camera->findData(current)));
    fit();
}

void ViewStrip::setCameraEnabled(bool enabled) { m_camera->setEnabled(enabled); }

void ViewStrip::setLegendVisible(bool visible)
{
    m_legend->provenance()->setVisible(visible);
    m_marks->setProvenanceShown(visible);
    fit();
}

void ViewStrip::setPolicy(model::SamplePolicy policy)
{
    m_samplePolicy = policy;
    const bool exact = policy == model::SamplePolicy::ExactOnly;
    m_policy->setCaption(exact ? tr("Exact keyframes only") : tr("Reported only"));
    explain();
    fit();
}

void ViewStrip::setPerspective(const QString& player)
{
    m_perspectiveTaken = !player.isEmpty();
    m_perspective->setCaption(tr("As %1").arg(player));
    fit();
}

void ViewStrip::setBuffering(bool buffering)
{
    if (buffering) {
        m_pillDelay.start();
        return;
    }
    m_pillDelay.stop();
    m_pill->hide();
    fit();
}

void ViewStrip::setSceneNote(const QString& text, const QString& detail, bool doubt)
{
    m_noteText = text;
    m_doubt = doubt;
    m_note->setToolTip(detail);
    recolourNote();
    elideNote();
}

void ViewStrip::setMapSought(bool sought)
{
    if (sought) {
        m_soughtDelay.start();
        return;
    }
    m_soughtDelay.stop();
    m_sought = false;
    elideNote();
}

void ViewStrip::recolourNote()
{
    QPalette colours;
    if (m_doubt && m_warning.isValid())
        colours.setColor(QPalette::WindowText, m_warning);
    m_note->setPalette(colours);
    m_note->setForegroundRole(m_doubt ? QPalette::WindowText : QPalette::PlaceholderText);
}

void ViewStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

// ---- sharing out the room ----

std::array<ViewStrip::Part, 5> ViewStrip::parts() const
{
    const bool policy = m_samplePolicy == model::SamplePolicy::ExactOnly ||
                        m_samplePolicy == model::SamplePolicy::ReportedOnly;
    return {{{m_perspective, m_perspectiveTaken, m_perspective->sizeHint().width()},
             {m_policy, policy, m_policy->sizeHint().width()},
             {m_legendButton, m_legend->wanted(), m_legendButton->sizeHint().width()},
             {m_marks, m_legend->wanted(), m_marks->sizeHint().width()},
             {m_cameraLabel, true, m_cameraLabel->sizeHint().width()}}};
}

/// What does not fit is left out; the button that offers it instead takes room of its own.
void ViewStrip::fit()
{
    const QMargins margins = layout()->contentsMargins();
    int room = width() - margins.left() - margins.right() - m_camera->minimumSizeHint().width() - SpacingPx;
    if (!m_pill->isHidden())
        room -= m_pill->sizeHint().width() + SpacingPx;
    int needed = 0;
    bool more = false;
    for (const Part& part : parts()) {
        needed += part.wanted ? part.least + SpacingPx : 0;
        const bool told = part.widget == m_cameraLabel || part.widget == m_marks; // by chooser and legend
        more = more || (part.wanted && !told && needed > room);
    }
    if (more)
        room -= m_more->sizeHint().width() + SpacingPx;
    for (const Part& part : parts()) {
        const bool fits = part.wanted && part.least + SpacingPx <= room;
        part.widget->setVisible(fits);
        room -= fits ? part.least + SpacingPx : 0;
    }
    m_more->setVisible(more);
    layout()->activate();
    elideNote();
}

QSize ViewStrip::sizeHint() const
{
    // As high as with everything in it: the picture above must not jump when a mark comes or goes.
    const QMargins margins = layout()->contentsMargins();
    int line = 0;
    for (const QWidget* part :
         std::initializer_list<const QWidget*>{m_camera, m_policy, m_pill, m_legendButton, m_marks, m_more})
        line = std::max(line, part->sizeHint().height());
    return {QWidget::sizeHint().width(), line + margins.top() + margins.bottom()};
}

/// What must stay: the chooser of the camera, that data is awaited, and the button for all the rest.
QSize ViewStrip::minimumSizeHint() const
{
    const QMargins margins = layout()->contentsMargins();
    const int width = m_camera->minimumSizeHint().width() + m_pill->sizeHint().width() +
                      m_more->sizeHint().width() + 2 * SpacingPx;
    return {width + margins.left() + margins.right(), sizeHint().height()};
}

void ViewStrip::elideNote()
{
    // A few letters of it would only be a riddle; the tooltip of what is left of the room says it anyway.
    const QFontMetrics metrics = m_note->fontMetrics();
    const QString text = m_sought ? tr("Looking for the map…") : m_noteText;
    const int least =
        std::min(metrics.horizontalAdvance(text), LeastNoteLetters * metrics.averageCharWidth());
    const bool fits = m_note->width() >= least;
    m_note->setText(fits ? metrics.elidedText(text, Qt::ElideRight, m_note->width()) : QString());
}

// What the strip's marks do, and what is said of them.

namespace {

// Verbs that the strip triggers or names the keys of.
constexpr const char* CycleId = "camera.cycle";
constexpr const char* LegendId = "view.legend";
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
    actions->on(QLatin1String(LegendId), this, [this](bool shown) { showLegend(shown); });
    for (const char* id : {CycleId, LegendId, ExactId, ReportedId, EveryoneId, NextPerspectiveId})
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
        } else if (part.widget == m_legendButton) {
            QAction* action =
                m_moreMenu->addAction(tr("What the marks mean"), this, &ViewStrip::toggleLegend);
            action->setCheckable(true);
            action->setChecked(m_legendButton->isChecked());
        }
    }
}

/// By the verb, where there is one, so that its menu says so, too.
void ViewStrip::toggleLegend()
{
    if (m_actions != nullptr)
        m_actions->get(QLatin1String(LegendId))->trigger();
    else
        showLegend(!m_legend->isVisible());
}

void ViewStrip::showLegend(bool shown)
{
    m_legendButton->setChecked(shown);
    m_legend->setPinned(shown);
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
    const QString legend = withKey(tr("Keep the legend"), LegendId);
    m_legendButton->setAccessibleDescription(legend);
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
