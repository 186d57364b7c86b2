// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The strip under the view, one line: the marks that are in the picture and a button that says what all of
// them mean, which camera looks, whether data is awaited. What finds no room in a narrow window is behind a
// button at its end.
#include "app/gui/view/camera_words.h"
#include "model/replay/replay_info.h"
#include "model/world/interpolation.h"
#include "render/base/theme.h"
#include "render/camera/camera.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <array>

class QComboBox;
class QLabel;
class QMenu;
class QToolButton;

namespace ghostline::app {

class Actions;
class LegendPopup;
class MarksNow;
class ViewMark;

class ViewStrip : public QWidget
{
    Q_OBJECT
public:
    explicit ViewStrip(QWidget* parent = nullptr);
    /// The verbs that take back what a mark says; tooltips name their keys. Not owned.
    void setActions(Actions* actions);
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
    /// What is in the picture.
    void setState(const model::WorldState& state);
    void setBuffering(bool buffering);
    /// What the surroundings are, or why there are none. In `doubt` it is marked.
    void setSceneNote(const QString& text, const QString& detail, bool doubt = false);
    /// Says so, once it takes a while.
    void setMapSought(bool sought);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cameraChosen(ghostline::render::CameraMode mode);
    void sceneCameraChosen(int place);
    /// Other eyes are wanted; where the choice of them should open.
    void perspectivesRequested(QPoint globalPos);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What may give way, the most important first.
    struct Part
    {
        QWidget* widget;
        bool wanted;
        int least; ///< pixels below which it is better left out
    };

    void buildMarks();
    void buildCamera();
    void layOut();
    std::array<Part, 5> parts() const;
    void fit();
    void fillMore();
    void buildLegend();
    void toggleLegend();
    void showLegend(bool shown);
    void explain();
    void takePolicyBack();
    void takePerspectiveBack();
    void requestPerspectives(const QWidget* at);
    QString keyOf(const char* id) const;
    QString withKey(const QString& text, const char* id) const;
    void elideNote();
    void recolourNote();

    QPointer<Actions> m_actions;
    MarksNow* m_marks;
    QToolButton* m_legendButton;
    LegendPopup* m_legend;
    QLabel* m_pill;
    ViewMark* m_policy;
    ViewMark* m_perspective;
    QLabel* m_note;
    QLabel* m_cameraLabel;
    QComboBox* m_camera;
    QToolButton* m_more;
    QMenu* m_moreMenu;
    model::SamplePolicy m_samplePolicy = model::SamplePolicy::Interpolate;
    bool m_perspectiveTaken = false;
    QString m_noteText;
    bool m_doubt = false;
    bool m_sought = false; ///< the map, for so long that it is said
    QColor m_warning;
    QTimer m_pillDelay;
    QTimer m_soughtDelay;
};

} // namespace ghostline::app
