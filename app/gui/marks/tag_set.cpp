// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/marks/tag_set.h"

#include "model/sidecar/tags.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

constexpr int TagFileVersion = 1;
constexpr qsizetype MostBytes = qsizetype{1} << 20;
constexpr int HueCount = 7;
constexpr qsizetype LongestName = 100;

const QString TagVersionKey = u"ghostline_tags"_s;

double inSeconds(model::Micros t) { return static_cast<double>(t.count()) / 1e6; }

/// Out of range, or no number: as it is.
void takeSeconds(model::Micros& target, const QJsonValue& value)
{
    const double seconds = value.toDouble(-1.0);
    if (seconds >= 0.0 && seconds <= inSeconds(TagButton::LongestLead))
        target = model::Micros{std::llround(seconds * 1e6)};
}

TagButton readButton(const QJsonObject& object)
{
    TagButton button;
    button.tag = model::normalTag(object[u"tag"_s].toString());
    const QKeySequence key(object[u"key"_s].toString().left(LongestName), QKeySequence::PortableText);
    if (key.count() == 1 && key[0].key() != Qt::Key_unknown)
        button.key = key;
    const int hue = object[u"hue"_s].toInt(-1);
    button.hue = hue >= 0 && hue < HueCount ? hue : -1;
    takeSeconds(button.lead, object[u"lead_s"_s]);
    takeSeconds(button.lag, object[u"lag_s"_s]);
    button.kind = object[u"kind"_s].toString() == "span"_L1 ? TagKind::Span : TagKind::Moment;
    button.group = model::normalTag(object[u"group"_s].toString());
    return button;
}

} // namespace

QByteArray tagSetJson(const TagSet& set)
{
    QJsonArray buttons;
    for (const TagButton& button : set.buttons) {
        QJsonObject object{{u"tag"_s, button.tag},
                           {u"kind"_s, button.kind == TagKind::Span ? u"span"_s : u"moment"_s},
                           {u"lead_s"_s, inSeconds(button.lead)},
                           {u"lag_s"_s, inSeconds(button.lag)}};
        if (!button.key.isEmpty())
            object[u"key"_s] = button.key.toString(QKeySequence::PortableText);
        if (button.hue >= 0)
            object[u"hue"_s] = button.hue;
        if (!button.group.isEmpty())
            object[u"group"_s] = button.group;
        buttons.append(object);
    }
    return QJsonDocument(QJsonObject{{TagVersionKey, TagFileVersion},
                                     {u"name"_s, set.name},
                                     {u"code_mode_only"_s, set.codeModeOnly},
                                     {u"buttons"_s, buttons}})
        .toJson();
}

model::Result<TagSet> readTagSet(const QByteArray& json)
{
    QJsonParseError problem;
    const QJsonObject file =
        json.size() > MostBytes ? QJsonObject() : QJsonDocument::fromJson(json, &problem).object();
    if (file[TagVersionKey].toInt() != TagFileVersion || !file[u"buttons"_s].isArray())
        return model::fail(model::ErrorCode::Damaged,
                           model::Sentence::of(u"this is no file of tags that this version can read"_s));
    TagSet set;
    set.name = file[u"name"_s].toString().left(LongestName).simplified();
    set.codeModeOnly = file[u"code_mode_only"_s].toBool(true);
    for (const QJsonValue value : file[u"buttons"_s].toArray()) {
        TagButton button = readButton(value.toObject());
        if (!button.tag.isEmpty() && set.buttons.size() < TagSet::MostButtons)
            set.buttons.push_back(std::move(button));
    }
    return set;
}

} // namespace ghostline::app
