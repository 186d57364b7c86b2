// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The strip under the view: what the marks mean, which camera looks, whether data is awaited.
#include "model/interpolation.h"
#include "model/replay_info.h"
#include "render/camera.h"
#include "render/theme.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;

namespace ghostline::app {

class StateLegend;

/// Words for a camera mode, for people ("Top-down") and for the command line ("top-down").
QString cameraName(render::CameraMode mode);
QString cameraWord(render::CameraMode mode);
std::optional<render::CameraMode> cameraFromWord(const QString& word);
/// The modes there are words for, separated by commas, for messages.
QString cameraWords();
/// Those of every recording; a scene's own cameras come after them.
inline constexpr int CameraModes = 6;

/// Paints one mark for each provenance with its name.
class ProvenanceLegend : public QWidget
{
    Q_OBJECT
public:
    explicit ProvenanceLegend(QWidget* parent = nullptr);
    void setTheme(const render::Theme& theme);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    render::Theme m_theme;
};

class ViewStrip : public QWidget
{
    Q_OBJECT
public:
    explicit ViewStrip(QWidget* parent = nullptr);
    void setTheme(const render::Theme& theme);
    /// `place`: which of the scene's cameras, for CameraMode::Scene.
    void setCamera(render::CameraMode mode, int place = -1);
    void setSceneCameras(const QStringList& names);
    /// A flat map has no cameras to choose from.
    void setCameraEnabled(bool enabled);
    void setLegendVisible(bool visible);
    /// Says what is left out: estimates, or everything but keyframes.
    void setPolicy(model::SamplePolicy policy);
    /// Says whose perspective is taken; empty = nobody's.
    void setPerspective(const QString& player);
    /// Which marks on people there can be: their legend is shown only then.
    void setInfo(const model::ReplayInfo& info);
    void setBuffering(bool buffering);
    /// What the surroundings are, or why there are none.
    void setSceneNote(const QString& text, const QString& detail);

Q_SIGNALS:
    void cameraChosen(ghostline::render::CameraMode mode);
    void sceneCameraChosen(int place);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void elideNote();

    ProvenanceLegend* m_legend;
    StateLegend* m_states;
    QLabel* m_pill;
    QLabel* m_policy;
    QLabel* m_perspective;
    QLabel* m_note;
    QComboBox* m_camera;
    QString m_noteText;
    QTimer m_pillDelay;
};

} // namespace ghostline::app
