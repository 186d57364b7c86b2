// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The pictures on a case's page: the moments round its flag, frame by frame, from more than one camera. They
// are drawn by the window's program, and are statements: another driver draws other pixels, so `verify` says
// nothing about them.
#include "model/base/error.h"
#include "model/base/export.h"
#include "model/replay/replay_index.h"
#include "model/review/flag.h"
#include "model/summary/page_markup.h"

#include <QByteArray>
#include <QJsonObject>
#include <QSize>

#include <vector>

namespace ghostline::model {

/// A page is sent by mail: two pictures of each make it about eight megabytes.
inline constexpr FrameNumber MostPicturedFrames = 60;
inline constexpr std::size_t MostCaseCameras = 4;
inline constexpr int MostPictureBytes = 256 << 10;

enum class CaseCamera {
    Overview, ///< everybody in view
    Behind,   ///< the accused
    Above,    ///< the accused
    Map       ///< from above, over all of their way
};
/// For people, in English as all of a case.
GHOSTLINE_MODEL_EXPORT QString caseCameraName(CaseCamera camera);

struct CasePictures
{
    struct Camera
    {
        QString name;                  ///< for people: "From above"
        std::vector<QByteArray> jpegs; ///< one for each frame, in order; empty = it could not be drawn
    };
    FrameRange frames;
    QSize pixels; ///< of each
    std::vector<Camera> cameras;

    GHOSTLINE_MODEL_EXPORT QJsonObject json() const;
};

/// As json() wrote it. Damaged: it is something else, or more than a case has. A picture that is no JPEG is
/// taken for one that could not be drawn.
GHOSTLINE_MODEL_EXPORT Result<CasePictures> readCasePictures(const QByteArray& json);
Result<CasePictures> casePicturesOf(const QJsonObject& json);

/// Puts them among the statements of a case, or why there are none. Of an anonymous one no reason is told: it
/// may name files, and files name people.
GHOSTLINE_MODEL_EXPORT void putPictures(QJsonObject& made, const Result<CasePictures>& drawn);

/// All frames that a case of this flag tells of.
GHOSTLINE_MODEL_EXPORT FrameRange caseFrames(const TimeAxis& axis, const Flag& flag, double marginSeconds);
/// Those of them that are pictured: the nearest to the flag.
GHOSTLINE_MODEL_EXPORT FrameRange picturedFrames(FrameRange all, FrameNumber flagged);

/// The pictures of one of their frames beside each other. `time`: when that was, for people.
void writeCaseMoment(Markup& page, const CasePictures& pictures, FrameNumber frame, const QString& time,
                     bool flagged);

} // namespace ghostline::model
