// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/marks/moment_link.h"

#include <QStringList>
#include <QUrl>
#include <QUrlQuery>

namespace ghostline::model {

namespace {

const QString LinkStart = QStringLiteral("ghostline://open?");
constexpr qsizetype LongestLink = 8192;

namespace link_key {
const QString File = QStringLiteral("file");
const QString At = QStringLiteral("at");
const QString Camera = QStringLiteral("camera");
const QString Actor = QStringLiteral("actor");
const QString Flag = QStringLiteral("flag");
} // namespace link_key

tl::unexpected<Error> wrongLink(const QString& message, std::initializer_list<Sentence> words = {})
{
    return fail(ErrorCode::InvalidArgument, Sentence::of(message, words));
}

} // namespace

StartPlace merged(const StartPlace& first, const StartPlace& second)
{
    StartPlace place = first;
    const bool knowsWhen = !first.at.isEmpty() || first.flag > 0;
    if (!knowsWhen) {
        place.at = second.at;
        place.flag = second.flag;
    }
    const bool knowsWhom = !first.camera.isEmpty() || !first.actor.isEmpty();
    if (!knowsWhom) {
        place.camera = second.camera;
        place.actor = second.actor;
    }
    return place;
}

QString MomentLink::text() const
{
    QStringList parts;
    const auto add = [&parts](const QString& key, const QString& value) {
        if (!value.isEmpty())
            parts << key + u'=' + QString::fromLatin1(QUrl::toPercentEncoding(value));
    };
    add(link_key::File, file);
    add(link_key::At, place.at);
    add(link_key::Camera, place.camera);
    add(link_key::Actor, place.actor);
    add(link_key::Flag, place.flag > 0 ? QString::number(place.flag) : QString());
    return LinkStart + parts.join(u'&');
}

bool isMomentLink(const QString& text)
{
    // Some desktops write a slash behind the host.
    const QString line = text.trimmed();
    return line.startsWith(LinkStart, Qt::CaseInsensitive) ||
           line.startsWith(QStringLiteral("ghostline://open/?"), Qt::CaseInsensitive);
}

Result<MomentLink> parseMomentLink(const QString& text)
{
    const QString line = text.trimmed();
    if (!isMomentLink(line))
        return wrongLink(QStringLiteral("a link to a moment begins with ghostline://open?"));
    if (line.size() > LongestLink)
        return wrongLink(QStringLiteral("the link is too long to be one"));
    const QUrlQuery query(line.mid(line.indexOf(u'?') + 1));
    const auto value = [&query](const QString& key) {
        return query.queryItemValue(key, QUrl::FullyDecoded).trimmed();
    };
    MomentLink link;
    link.file = value(link_key::File);
    if (link.file.isEmpty())
        return wrongLink(QStringLiteral("the link names no recording"));
    if (link.file.contains(QChar(0)))
        return wrongLink(QStringLiteral("the link names a file that there cannot be"));
    link.place.at = value(link_key::At);
    link.place.camera = value(link_key::Camera);
    link.place.actor = value(link_key::Actor);
    if (const QString flag = value(link_key::Flag); !flag.isEmpty()) {
        bool ok = false;
        link.place.flag = flag.toInt(&ok);
        if (!ok || link.place.flag < 1)
            return wrongLink(QStringLiteral("the link wants flag \"%1\"; flags are numbered from 1"), {flag});
    }
    return link;
}

} // namespace ghostline::model
