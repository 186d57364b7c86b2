// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_state.h"

#include "app/cli/text_table.h"
#include "model/replay/state_reader.h"
#include "model/time/time_text.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::PropertyInfo;
using model::PropertyType;
using model::PropertyValue;
using model::WorldState;

namespace {

QString provenanceName(model::Provenance provenance)
{
    switch (provenance) {
    case model::Provenance::Exact:
        return u"exact"_s;
    case model::Provenance::Interpolated:
        return u"interpolated"_s;
    case model::Provenance::Sampled:
        return u"sampled"_s;
    case model::Provenance::Held:
        return u"held"_s;
    }
    return {};
}

QStringList flagNames(model::ActorFlags flags)
{
    QStringList names;
    if (flags & model::Discontinuity)
        names += u"discontinuity"_s;
    if (flags & model::Hidden)
        names += u"hidden"_s;
    if (flags & model::VelocityRecorded)
        names += u"velocity_recorded"_s;
    if (flags & model::Ended)
        names += u"ended"_s;
    if (flags & model::Unfinished)
        names += u"unfinished"_s;
    return names;
}

/// An enumeration by name, flags as a list of names, text as text; numbers as they are.
void writeProperty(JsonWriter& json, const PropertyInfo& info, PropertyValue value,
                   const model::StringTable& strings)
{
    switch (info.type) {
    case PropertyType::Real:
        return json.value(value.asReal());
    case PropertyType::Integer:
        return json.value(value.asInteger());
    case PropertyType::Boolean:
        return json.value(value.asBoolean());
    case PropertyType::Text:
        return json.value(strings.text(value.asText()));
    case PropertyType::Enumeration: {
        const QString name = info.names.value(value.asInteger());
        return name.isEmpty() ? json.value(value.asInteger()) : json.value(name);
    }
    case PropertyType::Flags:
        json.beginArray(JsonLayout::Inline);
        for (int bit = 0; bit < 63; ++bit) {
            if ((value.asInteger() >> bit) & 1) {
                const QString name = info.names.value(bit);
                name.isEmpty() ? json.value(bit) : json.value(name);
            }
        }
        return json.endArray();
    }
    json.null();
}

void writeProperties(JsonWriter& json, const std::vector<PropertyInfo>& infos,
                     std::span<const PropertyValue> values, const model::StringTable& strings)
{
    json.beginObject(JsonLayout::Inline);
    for (std::size_t p = 0; p < std::min(infos.size(), values.size()); ++p) {
        if (values[p].absent())
            continue;
        json.key(infos[p].id);
        writeProperty(json, infos[p], values[p], strings);
    }
    json.endObject();
}

void writeActor(JsonWriter& json, const model::ReplayInfo& info, const WorldState& state, std::size_t row)
{
    const model::ActorInfo* actor = info.actor(state.ids[row]);
    const glm::dvec3& p = state.positions[row];
    const glm::quat& q = state.orientations[row];
    const glm::vec3& v = state.velocities[row];
    const auto team = static_cast<std::size_t>(actor->team);
    json.beginObject();
    json.member("id", index(actor->id));
    json.member("name", actor->name);
    json.member("kind", model::kindName(actor->kind));
    json.key("team");
    actor->team >= 0 && team < info.teams.size() ? json.value(info.teams[team].name) : json.null();
    json.member("native_id", actor->nativeId);
    json.key("position");
    json.numbers(p.x, p.y, p.z);
    json.key("orientation");
    json.numbers(q.x, q.y, q.z, q.w);
    json.key("velocity");
    json.numbers(v.x, v.y, v.z);
    json.member("provenance", provenanceName(state.provenance[row]));
    json.key("flags");
    json.beginArray(JsonLayout::Inline);
    for (const QString& name : flagNames(state.flags[row]))
        json.value(name);
    json.endArray();
    json.key("properties");
    writeProperties(json, info.actorProperties, state.propertiesOf(row), *info.strings);
    json.key("bones");
    json.beginArray();
    for (const model::BonePose& bone : state.bonesOf(row)) {
        const glm::vec3& bp = bone.position;
        const glm::quat& bq = bone.orientation;
        json.numbers(bp.x, bp.y, bp.z, bq.x, bq.y, bq.z, bq.w);
    }
    json.endArray();
    json.endObject();
}

/// Who has selected whom; left out where nobody selects.
void writeSelected(JsonWriter& json, const WorldState& state)
{
    if (state.selected.empty())
        return;
    json.key("selected");
    json.beginArray();
    for (std::size_t i = 0; i < state.selected.size();) {
        const model::ActorId by = state.selected[i].by;
        json.beginObject(JsonLayout::Inline);
        json.member("by", index(by));
        json.key("actors");
        json.beginArray(JsonLayout::Inline);
        for (; i < state.selected.size() && state.selected[i].by == by; ++i)
            json.value(index(state.selected[i].actor));
        json.endArray();
        json.endObject();
    }
    json.endArray();
}

using Rows = std::vector<std::size_t>;

void printJson(const Session& session, const Replay& replay, const WorldState& state, const Rows& rows,
               const QJsonObject* native)
{
    JsonWriter json(session.console.out);
    json.beginObject();
    json.member("frame", state.at.frame);
    json.member("fraction", state.at.fraction);
    json.member("time_s", exactSeconds(state.time));
    json.key("actors");
    json.beginArray();
    for (const std::size_t row : rows)
        writeActor(json, replay.info(), state, row);
    json.endArray();
    json.key("match");
    writeProperties(json, replay.info().matchProperties, state.match, *replay.info().strings);
    writeSelected(json, state);
    if (native != nullptr)
        json.member("native", QJsonValue(*native));
    json.endObject();
    json.finish();
}

/// Compass degrees of where the actor faces: north is -Z, east +X.
double heading(const glm::quat& orientation)
{
    const glm::vec3 forward = orientation * glm::vec3(0.0F, 0.0F, 1.0F);
    const double degrees = std::atan2(static_cast<double>(forward.x), static_cast<double>(-forward.z)) *
                           180.0 / std::numbers::pi;
    return degrees < 0.0 ? degrees + 360.0 : degrees;
}

QString metres(double value) { return QString::number(value, 'f', 3); }

void printActors(const Session& session, const model::ReplayInfo& info, const WorldState& state,
                 const Rows& rows)
{
    const auto right = TextTable::Align::Right;
    TextTable table({{u"Id"_s, right},
                     {u"Name"_s},
                     {u"Kind"_s},
                     {u"X %1"_s.arg(info.lengthUnit), right},
                     {u"Y %1"_s.arg(info.lengthUnit), right},
                     {u"Z %1"_s.arg(info.lengthUnit), right},
                     {u"Heading"_s, right},
                     {u"Speed %1/s"_s.arg(info.lengthUnit), right},
                     {u"Source"_s},
                     {u"Notes"_s}});
    for (const std::size_t row : rows) {
        const model::ActorInfo* actor = info.actor(state.ids[row]);
        const glm::dvec3& p = state.positions[row];
        QStringList notes = flagNames(state.flags[row]);
        notes.removeAll(u"velocity_recorded"_s);
        table.addRow({QString::number(index(actor->id)), actor->name, model::kindName(actor->kind),
                      metres(p.x), metres(p.y), metres(p.z),
                      QString::number(heading(state.orientations[row]), 'f', 1),
                      QString::number(static_cast<double>(glm::length(state.velocities[row])), 'f', 2),
                      provenanceName(state.provenance[row]), notes.join(u", "_s)});
    }
    session.print(table.text());
}

QByteArray propertiesText(const std::vector<PropertyInfo>& infos, std::span<const PropertyValue> values,
                          const model::StringTable& strings)
{
    TextTable table({{}, {}, {}}, 2);
    for (std::size_t p = 0; p < std::min(infos.size(), values.size()); ++p) {
        if (!values[p].absent())
            table.addRow({infos[p].group, infos[p].name, model::displayText(infos[p], values[p], strings)});
    }
    return table.text();
}

void printText(const Session& session, const Replay& replay, const WorldState& state, const Rows& rows,
               bool withProperties, const QJsonObject* native)
{
    const model::ReplayInfo& info = replay.info();
    const QString fraction =
        state.at.fraction > 0.0 ? u" + "_s + QString::number(state.at.fraction, 'f', 3) : QString();
    session.print(u"%1  frame %2%3  %4\n\n"_s.arg(model::formatTime(state.time))
                      .arg(state.at.frame)
                      .arg(fraction, countText(static_cast<std::int64_t>(rows.size()), u"actor"_s)));
    printActors(session, info, state, rows);
    if (withProperties) {
        for (const std::size_t row : rows) {
            const QByteArray properties =
                propertiesText(info.actorProperties, state.propertiesOf(row), *info.strings);
            if (!properties.isEmpty())
                session.print('\n' + shownText(info.actor(state.ids[row])->name).toUtf8() + '\n' +
                              properties);
        }
    }
    const QByteArray match = propertiesText(info.matchProperties, state.match, *info.strings);
    if (!match.isEmpty())
        session.print("\nMatch\n" + match);
    if (native != nullptr) {
        session.print("\nNative\n");
        JsonWriter json(session.console.out);
        json.value(QJsonValue(*native));
        json.finish();
    }
}

model::Result<model::FrameTime> wantedPlace(const StateArguments& arguments, const model::TimeAxis& axis)
{
    if (axis.empty())
        return model::fail(model::ErrorCode::InvalidArgument, u"the recording holds no frame"_s);
    if (!arguments.frame)
        return model::parseTime(arguments.at, axis, {});
    if (*arguments.frame < 0 || *arguments.frame >= axis.frames())
        return model::fail(
            model::ErrorCode::InvalidArgument,
            u"there is no frame %1; frames go from 0 to %2"_s.arg(*arguments.frame).arg(axis.frames() - 1));
    return model::FrameTime{*arguments.frame, 0.0};
}

void sayIfBehindEnd(const Session& session, const Replay& replay, const QString& at)
{
    const QString text = model::behindEndText(at, replay.index->timeAxis);
    if (!text.isEmpty())
        session.console.err(u"ghostline-cli: %1: %2\n"_s.arg(shownText(replay.file), text).toUtf8());
}

int print(const Session& session, const Replay& replay, const StateArguments& arguments)
{
    const auto at = wantedPlace(arguments, replay.index->timeAxis);
    if (!at)
        return failWith(session, at.error(), replay.file);
    sayIfBehindEnd(session, replay, arguments.at);
    const auto wanted = findActors(arguments.actors, replay.info());
    if (!wanted)
        return failWith(session, wanted.error(), replay.file);
    model::StateReader reader(replay.source);
    WorldState state;
    const model::SamplePolicy policy = arguments.exact && replay.info().exactAtKeyframes
                                           ? model::SamplePolicy::ExactOnly
                                       : arguments.reported ? model::SamplePolicy::ReportedOnly
                                                            : model::SamplePolicy::Interpolate;
    if (const auto read = reader.stateAt(*at, policy, state, session.stop); !read)
        return failWith(session, read.error(), replay.file);

    std::optional<QJsonObject> native;
    if (arguments.native) {
        auto values = replay.source->nativeState(at->frame, session.stop);
        if (!values)
            return failWith(session, values.error(), replay.file);
        native = std::move(*values);
    }
    Rows rows;
    for (std::size_t row = 0; row < state.size(); ++row) {
        const bool chosen =
            wanted->empty() || std::binary_search(wanted->begin(), wanted->end(), state.ids[row]);
        if (chosen && replay.info().actor(state.ids[row]) != nullptr)
            rows.push_back(row);
    }
    const QJsonObject* nativeTree = native ? &*native : nullptr;
    if (arguments.json)
        printJson(session, replay, state, rows, nativeTree);
    else
        printText(session, replay, state, rows, !wanted->empty(), nativeTree);
    return finish(session, replay);
}

} // namespace

int runState(const Session& session, const StateArguments& arguments)
{
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    return print(session, *replay, arguments);
}

} // namespace ghostline::app
