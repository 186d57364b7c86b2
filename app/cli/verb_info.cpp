// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_info.h"

#include "app/cli/text_table.h"
#include "model/replay/keyframe_index.h"
#include "model/sidecar/content.h"
#include "model/time/time_text.h"

#include <algorithm>
#include <map>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

struct Extras
{
    std::vector<model::Verdict> verdicts;
    model::FoundScene scene;
    model::Result<model::ContentId> content;
};

QString skeletonName(const model::ReplayInfo& info, int skeleton)
{
    const auto i = static_cast<std::size_t>(skeleton);
    return skeleton >= 0 && i < info.skeletons.size() ? info.skeletons[i].name : QString();
}

QString teamName(const model::ReplayInfo& info, int team)
{
    const auto i = static_cast<std::size_t>(team);
    return team >= 0 && i < info.teams.size() ? info.teams[i].name : QString();
}

/// `info` answers at once: what takes seconds to read is left to `check`.
model::Result<model::ContentId> contentToTell(const Session& session, const QString& file)
{
    constexpr std::int64_t MostBytes = std::int64_t{256} << 20;
    if (model::sizeOfContent(file).size > MostBytes)
        return model::fail(model::ErrorCode::LimitExceeded, u"over 256 MiB, `check` computes it"_s);
    return model::contentOf(file, session.stop);
}

/// Empty where it could not be computed.
QString sha256Of(const Extras& extras)
{
    return extras.content ? QString::fromLatin1(extras.content->sha256) : QString();
}

void writeCast(JsonWriter& json, const model::ReplayInfo& info)
{
    json.key("cast");
    json.beginArray();
    for (const model::ActorInfo& actor : info.cast) {
        json.beginObject(JsonLayout::Inline);
        json.member("id", index(actor.id));
        json.member("name", actor.name);
        json.member("kind", model::kindName(actor.kind));
        json.textOrNull("team", teamName(info, actor.team));
        json.textOrNull("skeleton", skeletonName(info, actor.skeleton));
        json.member("native_id", actor.nativeId);
        json.member("native_type", actor.nativeType);
        json.key("parent");
        actor.parent == model::ActorId::None ? json.null() : json.value(index(actor.parent));
        json.key("frames");
        json.numbers(actor.life.first, actor.life.end);
        json.member("principal", actor.principal);
        json.key("attributes");
        json.beginObject();
        for (const auto& [name, value] : actor.attributes)
            json.member(name, value);
        json.endObject();
        json.endObject();
    }
    json.endArray();
}

/// Who played, and how it ended; left out where nobody did.
void writePlayers(JsonWriter& json, const model::ReplayInfo& info)
{
    if (info.players.empty())
        return;
    json.key("players");
    json.beginArray();
    for (const model::PlayerCard& player : info.players) {
        json.beginObject(JsonLayout::Inline);
        json.member("id", index(player.actor));
        json.member("name", player.name);
        json.textOrNull("clan", player.clan);
        json.textOrNull("team", teamName(info, player.team));
        json.textOrNull("result", player.result);
        json.member("result_inferred", player.resultInferred);
        json.key("facts");
        json.beginObject();
        for (const auto& [name, value] : player.facts)
            json.member(name, value);
        json.endObject();
        json.endObject();
    }
    json.endArray();
}

void writeSkeletons(JsonWriter& json, const model::ReplayInfo& info)
{
    json.key("skeletons");
    json.beginObject();
    for (const model::Skeleton& skeleton : info.skeletons) {
        json.key(skeleton.name);
        json.beginObject();
        json.key("bones");
        json.beginArray(JsonLayout::Inline);
        for (const QString& bone : skeleton.bones)
            json.value(bone);
        json.endArray();
        json.key("parents");
        json.beginArray(JsonLayout::Inline);
        for (const int parent : skeleton.parents)
            json.value(parent);
        json.endArray();
        json.endObject();
    }
    json.endObject();
}

void printJson(const Session& session, const Replay& replay, const Extras& extras)
{
    const model::ReplayInfo& info = replay.info();
    const model::ReplayIndex& index = *replay.index;
    JsonWriter json(session.console.out);
    json.beginObject();
    json.member("file", replay.file);
    json.member("format", info.format);
    json.member("format_name", info.formatName);
    json.member("version", info.formatVersion);
    json.textOrNull("map", info.map);
    json.textOrNull("recorded_at",
                    info.recordedAt.isValid() ? info.recordedAt.toUTC().toString(Qt::ISODate) : QString());
    json.member("frames", index.frames());
    json.member("duration_s", exactSeconds(index.timeAxis.duration()));
    json.member("bytes", info.bytes);
    json.textOrNull("sha256", sha256Of(extras));
    json.member("provisional", !index.complete || index.growing);
    writePlayers(json, info);
    writeCast(json, info);
    writeSkeletons(json, info);
    json.key("keyframes");
    json.beginObject(JsonLayout::Inline);
    const int recorded = index.keyframes.recordedCount();
    json.member("count", recorded);
    json.member("full", recorded - index.keyframes.deltaCount());
    json.member("delta", index.keyframes.deltaCount());
    json.endObject();
    json.key("scene");
    json.beginObject(JsonLayout::Inline);
    const model::SceneDescription& scene = extras.scene.scene;
    json.textOrNull("name", scene.name);
    json.textOrNull("note", scene.note);
    json.textOrNull("path", scene.path);
    json.textOrNull("doubt", scene.doubt);
    json.key("facts");
    json.beginObject();
    for (const model::SceneFact& fact : scene.facts)
        json.member(fact.name.toLower().replace(u' ', u'_'), fact.value);
    json.endObject();
    json.key("looked_in");
    json.beginArray();
    for (const QString& place : extras.scene.places)
        json.value(place);
    json.endArray();
    json.key("candidates");
    json.beginArray();
    for (const model::SceneCandidate& candidate : extras.scene.others) {
        json.beginObject();
        json.member("path", candidate.path);
        json.textOrNull("doubt", candidate.doubt);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.member("metadata", QJsonValue(info.metadata));
    json.key("integrity");
    writeVerdicts(json, extras.verdicts);
    json.key("lost");
    json.beginArray();
    for (const model::LostSpan& span : index.lost) {
        json.beginObject(JsonLayout::Inline);
        json.member("first", span.frames.first);
        json.member("end", span.frames.end);
        json.member("reason", span.reason);
        json.endObject();
    }
    json.endArray();
    json.key("diagnostics");
    writeDiagnostics(json, index.diagnostics);
    json.endObject();
    json.finish();
}

QString framesText(const model::ReplayIndex& index)
{
    const QString word = index.info->frameName.isEmpty() ? u"frame"_s : index.info->frameName;
    QString text = countText(index.frames(), word);
    const double step = exactSeconds(index.timeAxis.meanStep());
    if (step > 0.0)
        text += u", %1 a second"_s.arg(figureText(1.0 / step));
    return text;
}

void addSceneRows(TextTable& facts, const model::FoundScene& found)
{
    const model::SceneDescription& scene = found.scene;
    const QString name = scene.name.isEmpty() ? u"none"_s : scene.name;
    facts.addRow({u"Scene"_s, scene.note.isEmpty() ? name : name + u" ("_s + scene.note + u')'});
    if (!scene.path.isEmpty())
        facts.addRow({u"Map file"_s, scene.path});
    for (const model::SceneFact& fact : scene.facts)
        facts.addRow({u"Map: "_s + fact.name.toLower(), fact.value});
    if (!scene.doubt.isEmpty())
        facts.addRow({u"Another map?"_s, scene.doubt});
    for (const model::SceneCandidate& other : found.others)
        facts.addRow(
            {u"Perhaps"_s, other.doubt.isEmpty() ? other.path : u"%1 (%2)"_s.arg(other.path, other.doubt)});
    for (const QString& place : found.places)
        facts.addRow({u"Looked in"_s, place});
}

void printFacts(const Session& session, const Replay& replay, const Extras& extras)
{
    const model::ReplayInfo& info = replay.info();
    const model::ReplayIndex& index = *replay.index;
    TextTable facts({{}, {}}, 2);
    const QString name = info.formatName.isEmpty() ? info.format : info.formatName;
    facts.addRow(
        {u"Format"_s, info.formatVersion.isEmpty() ? name : name + u", version "_s + info.formatVersion});
    if (!info.map.isEmpty())
        facts.addRow({u"Map"_s, info.map});
    if (info.recordedAt.isValid())
        facts.addRow({u"Recorded"_s, info.recordedAt.toUTC().toString(u"yyyy-MM-dd HH:mm:ss 'UTC'"_s)});
    facts.addRow({u"Length"_s, model::formatTime(index.timeAxis.duration()) + u", "_s + framesText(index)});
    facts.addRow({u"Size"_s, u"%1 (%2 bytes)"_s.arg(bytesText(info.bytes)).arg(info.bytes)});
    facts.addRow({u"SHA-256"_s,
                  extras.content ? sha256Of(extras) : u"not computed: "_s + extras.content.error().message});
    const int recorded = index.keyframes.recordedCount();
    const int deltas = index.keyframes.deltaCount();
    facts.addRow(
        {u"Keyframes"_s, deltas == 0
                             ? QString::number(recorded)
                             : u"%1 (%2 full, %3 delta)"_s.arg(recorded).arg(recorded - deltas).arg(deltas)});
    facts.addRow({u"Events"_s, QString::number(index.events->events.size())});
    addSceneRows(facts, extras.scene);
    session.print(shownText(replay.file) + u'\n');
    session.print(facts.text());
}

void printPlayers(const Session& session, const model::ReplayInfo& info)
{
    if (info.players.empty())
        return;
    TextTable table({{}, {}, {}}, 2);
    for (const model::PlayerCard& player : info.players) {
        QStringList facts;
        for (const auto& [name, value] : player.facts)
            facts += name + u' ' + value;
        const QString result = player.resultInferred ? player.result + u" (inferred)"_s : player.result;
        table.addRow({player.clan.isEmpty() ? player.name : u"[%1] %2"_s.arg(player.clan, player.name),
                      result, facts.join(u", "_s)});
    }
    session.print("\nPlayers\n");
    session.print(table.text());
}

/// Actors of one kind by name; crowds of surroundings only as "12 x type".
void printKind(const Session& session, const model::ReplayInfo& info,
               const std::vector<const model::ActorInfo*>& actors)
{
    constexpr std::size_t MostNamed = 40;
    TextTable named({{{}, TextTable::Align::Right}, {}, {}, {}, {}}, 4);
    std::map<QString, int> crowd;
    std::size_t shown = 0;
    for (const model::ActorInfo* actor : actors) {
        if (actor->background || shown == MostNamed) {
            ++crowd[actor->nativeType.isEmpty() ? actor->name : actor->nativeType];
            continue;
        }
        ++shown;
        const QString type = actor->nativeType == actor->name ? QString() : actor->nativeType;
        named.addRow({QString::number(index(actor->id)), actor->name, type, teamName(info, actor->team),
                      u"frames %1-%2"_s.arg(actor->life.first).arg(actor->life.end - 1)});
    }
    QString kind = model::kindName(actors.front()->kind);
    kind.replace(u'_', u' ');
    session.print(u"  %1 (%2)\n"_s.arg(kind).arg(actors.size()));
    session.print(named.text());
    TextTable others({{{}, TextTable::Align::Right}, {}}, 4);
    for (const auto& [type, count] : crowd)
        others.addRow({u"%1 x"_s.arg(count), type});
    session.print(others.text());
}

void printCast(const Session& session, const model::ReplayInfo& info)
{
    if (info.cast.empty())
        return;
    // Those who move first, then the surroundings, as the kinds are declared.
    std::map<int, std::vector<const model::ActorInfo*>> byKind;
    for (const model::ActorInfo& actor : info.cast) {
        const int last = static_cast<int>(model::ActorKind::Camera) + 1;
        byKind[actor.kind == model::ActorKind::Other ? last : static_cast<int>(actor.kind)].push_back(&actor);
    }
    session.print(u"\nCast (%1)\n"_s.arg(info.cast.size()));
    for (const auto& [kind, actors] : byKind)
        printKind(session, info, actors);
}

void printTree(const Session& session, const QJsonObject& tree)
{
    if (tree.isEmpty())
        return;
    TextTable table({{}, {}}, 2);
    for (auto it = tree.begin(); it != tree.end(); ++it) {
        QByteArray text;
        JsonWriter json([&text](QByteArrayView part) { text += part; }, JsonLayout::Inline);
        json.value(QJsonValue(it.value()));
        json.finish();
        table.addRow(
            {it.key(), it.value().isString() ? it.value().toString() : QString::fromUtf8(text).trimmed()});
    }
    session.print("\nMetadata\n");
    session.print(table.text());
}

/// What is wrong with it, and what could be verified.
void printTrouble(const Session& session, const model::ReplayIndex& index,
                  const std::vector<model::Verdict>& verdicts)
{
    if (!index.diagnostics.empty()) {
        session.print(u"\nDiagnostics (%1)\n"_s.arg(index.diagnostics.size()));
        session.print(diagnosticsText(index.diagnostics, 2));
    }
    session.print(lostText(index.lost, 2));
    if (!verdicts.empty()) {
        session.print("\nIntegrity\n");
        session.print(verdictsText(verdicts, 2));
    }
}

void printText(const Session& session, const Replay& replay, const Extras& extras)
{
    printFacts(session, replay, extras);
    // A cast of thousands would hide it.
    printTrouble(session, *replay.index, extras.verdicts);
    printPlayers(session, replay.info());
    printCast(session, replay.info());
    printTree(session, replay.info().metadata);
}

} // namespace

int runInfo(const Session& session, const InfoArguments& arguments)
{
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    Extras extras;
    extras.verdicts = replay->source->verify({}, session.stop);
    extras.content = contentToTell(session, session.registry.replayPath(arguments.file));
    const auto choice = sceneChoice(arguments.scene);
    if (!choice)
        return failWith(session, choice.error());
    if (auto scene = model::sceneOf(*replay->source, *choice, session.registry, session.stop))
        extras.scene = std::move(*scene);
    else if (!choice->path.isEmpty())
        return failWith(session, scene.error(), choice->path);
    else
        extras.scene.scene.note = model::errorText(scene.error());
    if (session.stop.stop_requested()) // half of the checks would look like all of them
        return failWith(session, model::cancelled().value(), arguments.file);
    arguments.json ? printJson(session, *replay, extras) : printText(session, *replay, extras);
    return finish(session, *replay);
}

} // namespace ghostline::app
