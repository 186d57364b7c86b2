// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/view_strip.h"

#include "app/gui/shell/state_legend.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ghostline::app {

namespace {

constexpr int MarkPx = 10;
constexpr int GapPx = 6;
constexpr int ItemGapPx = 16;
/// A wait shorter than this is not worth a word.
constexpr int PillDelayMs = 150;
/// In the chooser's data: smaller numbers are modes.
constexpr int FirstPlace = 100;
constexpr int LeastNoteLetters = 14;

struct ModeWords
{
    render::CameraMode mode;
    const char* name;
    const char* word;
};
constexpr std::array<ModeWords, CameraModes> Modes{{
    {render::CameraMode::Orbit, QT_TRANSLATE_NOOP("Camera", "Orbit"), "orbit"},
    {render::CameraMode::Free, QT_TRANSLATE_NOOP("Camera", "Free flight"), "free"},
    {render::CameraMode::Follow, QT_TRANSLATE_NOOP("Camera", "Follow"), "follow"},
    {render::CameraMode::FirstPerson, QT_TRANSLATE_NOOP("Camera", "First person"), "first-person"},
    {render::CameraMode::TopDown, QT_TRANSLATE_NOOP("Camera", "Top-down"), "top-down"},
    {render::CameraMode::Director, QT_TRANSLATE_NOOP("Camera", "Directed"), "directed"},
}};

QStringList provenanceWords()
{
    return {ProvenanceLegend::tr("recorded"), ProvenanceLegend::tr("interpolated"),
            ProvenanceLegend::tr("sampled"), ProvenanceLegend::tr("held")};
}

/// The marks the view uses: solid, solid with a fine ring, ring, hatched.
void paintMark(QPainter& p, int which, const QRectF& box, const QColor& colour)
{
    p.setPen(QPen(colour, 1.5));
    p.setBrush(Qt::NoBrush);
    const QRectF inner = box.adjusted(1, 1, -1, -1);
    if (which == 0) {
        p.setBrush(colour);
        p.drawRect(inner);
    } else if (which == 1) {
        p.setBrush(colour);
        p.drawEllipse(inner);
    } else if (which == 2) {
        p.drawEllipse(inner);
    } else {
        p.drawRect(inner);
        p.setClipRect(inner);
        p.setPen(QPen(colour, 1.0));
        for (qreal x = -box.width(); x < box.width(); x += 3.5)
            p.drawLine(QPointF(box.left() + x, box.bottom()),
                       QPointF(box.left() + x + box.width(), box.top()));
        p.setClipping(false);
    }
}

} // namespace

QString cameraName(render::CameraMode mode)
{
    if (mode == render::CameraMode::Scene)
        return QCoreApplication::translate("Camera", "Scene camera");
    return QCoreApplication::translate("Camera", Modes[static_cast<std::size_t>(mode)].name);
}

QString cameraWord(render::CameraMode mode)
{
    if (mode == render::CameraMode::Scene)
        return QStringLiteral("scene");
    return QLatin1String(Modes[static_cast<std::size_t>(mode)].word);
}

std::optional<render::CameraMode> cameraFromWord(const QString& word)
{
    for (const ModeWords& m : Modes) {
        if (word.compare(QLatin1String(m.word), Qt::CaseInsensitive) == 0)
            return m.mode;
    }
    return std::nullopt;
}

QString cameraWords()
{
    QStringList words;
    for (const ModeWords& m : Modes)
        words << QLatin1String(m.word);
    return words.join(QStringLiteral(", "));
}

ProvenanceLegend::ProvenanceLegend(QWidget* parent) : QWidget(parent), m_theme(render::Theme::dark())
{
    setAccessibleName(tr("Legend of provenance"));
    setToolTip(tr("How each position came about: recorded at this frame, interpolated between two frames,\n"
                  "sampled from sparse reports, or held because nothing newer is known"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

void ProvenanceLegend::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    update();
}

QSize ProvenanceLegend::sizeHint() const
{
    int width = 0;
    for (const QString& word : provenanceWords())
        width += MarkPx + GapPx + fontMetrics().horizontalAdvance(word) + ItemGapPx;
    return {width, fontMetrics().height() + 4};
}

QSize ProvenanceLegend::minimumSizeHint() const { return {0, fontMetrics().height() + 4}; }

void ProvenanceLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    int x = 0;
    int which = 0;
    for (const QString& word : provenanceWords()) {
        paintMark(painter, which++, QRectF(x, (height() - MarkPx) / 2.0, MarkPx, MarkPx), m_theme.text);
        x += MarkPx + GapPx;
        painter.setPen(m_theme.textMuted);
        painter.drawText(QRect(x, 0, fontMetrics().horizontalAdvance(word) + 2, height()), Qt::AlignVCenter,
                         word);
        x += fontMetrics().horizontalAdvance(word) + ItemGapPx;
    }
}

ViewStrip::ViewStrip(QWidget* parent)
    : QWidget(parent), m_legend(new ProvenanceLegend(this)), m_states(new StateLegend(this)),
      m_pill(new QLabel(tr("Buffering…"), this)), m_policy(new QLabel(this)), m_perspective(new QLabel(this)),
      m_note(new QLabel(this)), m_camera(new QComboBox(this))
{
    setObjectName(QStringLiteral("viewStrip"));
    setAutoFillBackground(true);
    m_pill->setObjectName(QStringLiteral("bufferingPill"));
    m_policy->setObjectName(QStringLiteral("policyMark"));
    m_perspective->setObjectName(QStringLiteral("perspectiveMark"));
    m_perspective->setToolTip(tr("What this player's side does not see is faded; how far units see is "
                                 "approximate. View > Perspective > Everyone shows everything again."));
    for (QLabel* mark : {m_pill, m_policy, m_perspective}) {
        mark->setAutoFillBackground(true);
        mark->setBackgroundRole(QPalette::Highlight);
        mark->setForegroundRole(QPalette::HighlightedText);
        mark->setContentsMargins(8, 1, 8, 1);
        mark->hide();
    }
    m_pillDelay.setSingleShot(true);
    m_pillDelay.setInterval(PillDelayMs);
    connect(&m_pillDelay, &QTimer::timeout, m_pill, &QWidget::show);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);

    m_camera->setObjectName(QStringLiteral("cameraChooser"));
    m_camera->setAccessibleName(tr("Camera"));
    m_camera->setToolTip(tr("Camera (C for the next one)"));
    for (const ModeWords& m : Modes)
        m_camera->addItem(cameraName(m.mode), static_cast<int>(m.mode));
    connect(m_camera, &QComboBox::activated, this, [this](int row) {
        const int choice = m_camera->itemData(row).toInt();
        if (choice >= FirstPlace)
            Q_EMIT sceneCameraChosen(choice - FirstPlace);
        else
            Q_EMIT cameraChosen(static_cast<render::CameraMode>(choice));
    });
    m_camera->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_camera->setMinimumContentsLength(12); // the scene's cameras come later, with names of their own
    auto* label = new QLabel(tr("Camera"), this);
    label->setBuddy(m_camera);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 8, 4);
    row->setSpacing(8);
    // One under the other: beside each other they would not fit between two docks.
    auto* legends = new QVBoxLayout;
    legends->setSpacing(0);
    legends->addWidget(m_legend);
    legends->addWidget(m_states);
    row->addLayout(legends);
    row->addWidget(m_perspective);
    row->addWidget(m_policy);
    row->addWidget(m_pill);
    row->addWidget(m_note, 1);
    row->addSpacing(8);
    row->addWidget(label);
    row->addWidget(m_camera);
}

void ViewStrip::setTheme(const render::Theme& theme)
{
    m_legend->setTheme(theme);
    m_states->setTheme(theme);
}

void ViewStrip::setInfo(const model::ReplayInfo& info) { m_states->setInfo(info); }

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
}

void ViewStrip::setCameraEnabled(bool enabled) { m_camera->setEnabled(enabled); }

void ViewStrip::setLegendVisible(bool visible) { m_legend->setVisible(visible); }

void ViewStrip::setPolicy(model::SamplePolicy policy)
{
    const bool exact = policy == model::SamplePolicy::ExactOnly;
    m_policy->setText(exact ? tr("Exact keyframes only") : tr("Reported only"));
    m_policy->setToolTip(exact ? tr("Shows the last keyframe as it was recorded, nothing in between. "
                                    "Ctrl+P shows the rest again.")
                               : tr("Estimates are left out: actors stand where the recording last told of "
                                    "them. Shift+P shows them again."));
    m_policy->setVisible(exact || policy == model::SamplePolicy::ReportedOnly);
}

void ViewStrip::setPerspective(const QString& player)
{
    m_perspective->setText(tr("As %1").arg(player));
    m_perspective->setVisible(!player.isEmpty());
}

void ViewStrip::setBuffering(bool buffering)
{
    if (buffering) {
        m_pillDelay.start();
    } else {
        m_pillDelay.stop();
        m_pill->hide();
    }
}

void ViewStrip::setSceneNote(const QString& text, const QString& detail)
{
    m_noteText = text;
    m_note->setToolTip(detail);
    elideNote();
}

void ViewStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    elideNote();
}

void ViewStrip::elideNote()
{
    // A few letters of it would only be a riddle; the tooltip of what is left of the room says it anyway.
    const QFontMetrics metrics = m_note->fontMetrics();
    const int least =
        std::min(metrics.horizontalAdvance(m_noteText), LeastNoteLetters * metrics.averageCharWidth());
    const bool fits = m_note->width() >= least;
    m_note->setText(fits ? metrics.elidedText(m_noteText, Qt::ElideRight, m_note->width()) : QString());
}

} // namespace ghostline::app
