// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/case/case_pictures.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

using namespace Qt::StringLiterals;

constexpr int MostPixels = 4096;
constexpr qint64 LastFrame = qint64{1} << 53; // JSON keeps no larger one
constexpr qsizetype MostBase64 = (qsizetype{MostPictureBytes} + 2) / 3 * 4;
constexpr QByteArrayView JpegBegin = "\xff\xd8\xff";

/// Empty where it is no JPEG.
QByteArray jpegOf(const QJsonValue& base64)
{
    const QByteArray text = base64.toString().toLatin1();
    if (text.size() > MostBase64)
        return {};
    const auto decoded = QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    return decoded && decoded.decoded.startsWith(JpegBegin) ? decoded.decoded : QByteArray();
}

QString base64Of(const QByteArray& jpeg) { return QString::fromLatin1(jpeg.toBase64()); }

} // namespace

QString caseCameraName(CaseCamera camera)
{
    switch (camera) {
    case CaseCamera::Overview:
        return u"All of it"_s;
    case CaseCamera::Behind:
        return u"Behind the accused"_s;
    case CaseCamera::Above:
        return u"Above the accused (the flat map: there was no OpenGL)"_s;
    case CaseCamera::Map:
        return u"From above, over all of the way"_s;
    }
    return {};
}

QJsonObject CasePictures::json() const
{
    QJsonArray list;
    for (const Camera& camera : cameras) {
        QJsonArray jpegs;
        for (const QByteArray& jpeg : camera.jpegs)
            jpegs.append(base64Of(jpeg));
        list.append(QJsonObject{{u"name"_s, camera.name}, {u"jpegs"_s, jpegs}});
    }
    return {{u"first_frame"_s, static_cast<qint64>(frames.first)},
            {u"frames"_s, static_cast<qint64>(frames.count())},
            {u"width"_s, pixels.width()},
            {u"height"_s, pixels.height()},
            {u"cameras"_s, list}};
}

Result<CasePictures> casePicturesOf(const QJsonObject& object)
{
    const auto damaged = [](const QString& why) { return fail(ErrorCode::Damaged, why); };
    const qint64 first = object[u"first_frame"_s].toInteger(-1);
    const qint64 count = object[u"frames"_s].toInteger(-1);
    const QJsonArray cameras = object[u"cameras"_s].toArray();
    CasePictures out;
    out.pixels = {object[u"width"_s].toInt(), object[u"height"_s].toInt()};
    if (first < 0 || first > LastFrame || count < 1 || count > MostPicturedFrames)
        return damaged(u"the pictures do not say which frames they show"_s);
    if (out.pixels.width() < 1 || out.pixels.height() < 1 || out.pixels.width() > MostPixels ||
        out.pixels.height() > MostPixels)
        return damaged(u"the pictures do not say how large they are"_s);
    if (cameras.isEmpty() || static_cast<std::size_t>(cameras.size()) > MostCaseCameras)
        return damaged(u"the pictures do not say which cameras drew them"_s);
    out.frames = {static_cast<FrameNumber>(first), static_cast<FrameNumber>(first + count)};
    for (const QJsonValue camera : cameras) {
        const QJsonArray jpegs = camera[u"jpegs"_s].toArray();
        if (jpegs.size() != count)
            return damaged(u"a camera has not one picture for each frame"_s);
        CasePictures::Camera one{camera[u"name"_s].toString(), {}};
        for (const QJsonValue jpeg : jpegs)
            one.jpegs.push_back(jpegOf(jpeg));
        out.cameras.push_back(std::move(one));
    }
    return out;
}

Result<CasePictures> readCasePictures(const QByteArray& json)
{
    QJsonParseError wrong;
    const QJsonDocument document = QJsonDocument::fromJson(json, &wrong);
    if (wrong.error != QJsonParseError::NoError || !document.isObject())
        return fail(ErrorCode::Damaged, u"the pictures cannot be read: %1"_s.arg(wrong.errorString()),
                    {.offset = static_cast<std::uint64_t>(std::max(wrong.offset, 0))});
    return casePicturesOf(document.object());
}

void putPictures(QJsonObject& made, const Result<CasePictures>& drawn)
{
    QJsonObject statements = made[u"statements"_s].toObject();
    const bool anonymous = made[u"figures"_s][u"choices"_s][u"anonymous"_s].toBool();
    if (drawn)
        statements[u"pictures"_s] = drawn->json();
    else
        statements[u"no_pictures"_s] = anonymous ? u"they could not be drawn"_s : drawn.error().message;
    made[u"statements"_s] = statements;
}

FrameRange caseFrames(const TimeAxis& axis, const Flag& flag, double marginSeconds)
{
    const auto margin = Micros{std::llround(marginSeconds * 1e6)};
    // Of frames that share a time all are meant.
    const FrameNumber first = axis.frameAt(std::max(flag.time - margin, Micros{0}));
    return {std::min(first, flag.frame), std::max(axis.frameAt(flag.time + margin), flag.frame) + 1};
}

FrameRange picturedFrames(FrameRange all, FrameNumber flagged)
{
    const FrameNumber count = std::clamp(all.count(), FrameNumber{0}, MostPicturedFrames);
    const FrameNumber first =
        std::clamp(flagged - count / 2, all.first, std::max(all.first, all.end - count));
    return {first, first + count};
}

void writeCaseMoment(Markup& page, const CasePictures& pictures, FrameNumber frame, const QString& time,
                     bool flagged)
{
    const auto i = static_cast<std::size_t>(frame - pictures.frames.first);
    const Within figure(page, "figure", {{"class", flagged ? u"at"_s : u"f"_s}});
    {
        const Within row(page, "div", {{"class", u"cameras"_s}});
        for (const CasePictures::Camera& camera : pictures.cameras) {
            if (camera.jpegs[i].isEmpty())
                page.element("span", {}, u"not drawn"_s);
            else
                page.leaf("img", {{"src", u"data:image/jpeg;base64,"_s + base64Of(camera.jpegs[i])},
                                  {"width", QString::number(pictures.pixels.width())},
                                  {"height", QString::number(pictures.pixels.height())},
                                  {"alt", u"%1, frame %2"_s.arg(camera.name).arg(frame)}});
        }
    }
    const QString caption = u"Frame %1 \u00B7 %2"_s.arg(frame).arg(time);
    page.element("figcaption", {}, flagged ? caption + u", the flag"_s : caption);
}

} // namespace ghostline::model
