// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Draws the moments round a flag for the page of its case, each frame by two cameras: one keeps to the
// accused, one stands still above their way. Without OpenGL both look down on the flat map. One picture at
// each call, so that the window goes on in between.
#include "model/case/case_file.h"
#include "model/case/case_pictures.h"
#include "model/replay/replay_source.h"
#include "render/base/view_content.h"
#include "render/flat/top_down_widget.h"
#include "render/view/offscreen_view.h"

#include <stop_token>

namespace ghostline::app {

/// What is drawn.
struct CaseMoments
{
    model::Flag flag;
    model::FrameRange frames;
    std::vector<std::shared_ptr<const model::WorldState>>
        states; ///< one a frame; null = it cannot be decoded
};

/// Those that a case of these choices has pictures of. Decodes, so call it off the UI thread. Errors as
/// flagNumbered() and walkFrames().
model::Result<CaseMoments> momentsOf(const model::ReplaySource& source, const model::CaseChoices& choices,
                                     std::stop_token stop);

/// UI thread.
class CaseCameras
{
public:
    /// `look`: theme, quality, surroundings and index; who is hidden or selected in it does not matter.
    CaseCameras(CaseMoments moments, render::ViewContent look);

    int pictures() const; ///< in all
    bool done() const { return m_drawn >= pictures(); }
    void drawNext();
    /// Unsupported where nothing could be drawn at all, and why.
    model::Result<model::CasePictures> result() const;

private:
    struct Ground
    {
        glm::dvec3 middle{0.0};
        double radius = 0.0; ///< metres; 0 = nobody is there
    };
    Ground near(std::size_t frame) const;
    Ground whole() const;
    void beginCamera(std::size_t camera);
    void showUntil(std::size_t frame);
    model::Result<QImage> picture(std::size_t camera, std::size_t frame);
    QImage flatPicture(std::size_t camera, std::size_t frame);

    CaseMoments m_moments;
    render::ViewContent m_content;
    std::unique_ptr<render::OffscreenView> m_view; ///< null without OpenGL
    std::unique_ptr<render::TopDownWidget> m_map;  ///< then
    std::size_t m_begun = 0;                       ///< cameras that look already
    model::CasePictures m_result;
    std::optional<model::Error> m_failure; ///< the first
    int m_drawn = 0;
};

/// With the names of the recording or, in an anonymous case, those of its texts. LimitExceeded: more names
/// than can be replaced.
model::Result<std::unique_ptr<CaseCameras>> caseCameras(CaseMoments moments, render::ViewContent look,
                                                        std::shared_ptr<const model::ReplayIndex> index,
                                                        bool anonymous);

} // namespace ghostline::app
