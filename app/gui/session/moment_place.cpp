// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/moment_place.h"

#include "app/gui/session/replay_session.h"
#include "app/gui/widgets/replay_address.h"
#include "model/bytes/byte_sources.h"
#include "model/review/flag.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <cstdlib>

namespace ghostline::app {

namespace {

/// By the format's own number, which other programs know as well; by name where it has none.
QString actorWord(const model::ActorInfo* actor)
{
    if (actor == nullptr)
        return {};
    return actor->nativeId >= 0 ? QStringLiteral("native:%1").arg(actor->nativeId) : actor->name;
}

/// As a word of its own: "clip_Kestrel_2.echoreplay" names Kestrel, not Kes.
bool namesPerson(const QString& file, const QString& person)
{
    if (person.isEmpty())
        return false;
    const QRegularExpression word(
        QStringLiteral("(?<![^\\W_])%1(?![^\\W_])").arg(QRegularExpression::escape(person)),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    return word.match(file).hasMatch();
}

} // namespace

model::MomentLink linkToNow(const ReplaySession& session, const QString& camera)
{
    model::MomentLink link;
    link.file = withoutPassword(session.path());
    link.place.at = QStringLiteral("#%1").arg(session.playhead().at().frame);
    link.place.camera = camera;
    link.place.actor = actorWord(session.info().actor(session.actors()->selected()));
    return link;
}

QString fileOfLink(const QString& file, const QString& openRecording, const QStringList& openedBefore)
{
    if (model::isWebAddress(file) || QFileInfo::exists(file))
        return file;
    // A link of another system may have the other slashes.
    QString name = file;
    name = shortName(name.replace(u'\\', u'/'));
    if (name.isEmpty())
        return {};
    if (!openRecording.isEmpty() && !model::isWebAddress(openRecording)) {
        QString beside = QFileInfo(openRecording).dir().filePath(name);
        if (QFileInfo::exists(beside))
            return beside;
    }
    for (const QString& path : openedBefore) {
        if (!model::isWebAddress(path) && shortName(path) == name && QFileInfo::exists(path))
            return path;
    }
    return {};
}

bool isClipName(const QString& path)
{
    static const QRegularExpression Clip(QStringLiteral("^(clip_.+|nevr-.+-frame-\\d+-.*)$"),
                                         QRegularExpression::CaseInsensitiveOption);
    return Clip.match(shortName(path)).hasMatch();
}

model::ActorId personOfClip(const QString& path, const model::ReplayIndex& index)
{
    const QString name = shortName(path);
    for (const model::ActorInfo& actor : index.info->cast) {
        if (actor.kind == model::ActorKind::Player && namesPerson(name, actor.name))
            return actor.id;
    }
    const model::FrameNumber middle = index.frames() / 2;
    model::ActorId accused = model::ActorId::None;
    model::FrameNumber away = index.frames();
    for (const model::Flag& flag : model::flagsOf(*index.events)) {
        const model::FrameNumber distance = std::abs(flag.frame - middle);
        if (flag.actor != model::ActorId::None && distance < away) {
            accused = flag.actor;
            away = distance;
        }
    }
    return accused;
}

} // namespace ghostline::app
