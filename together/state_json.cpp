// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/state_json.h"

#include "model/time/playhead.h"
#include "together/limits.h"

#include <algorithm>
#include <cmath>

namespace ghostline::together {

using model::ActorId;
using model::ErrorCode;
using model::Micros;
using model::Playhead;

namespace {

const QString LoopKey = QStringLiteral("loop");
const QString FromMicrosKey = QStringLiteral("from_us");
const QString ToMicrosKey = QStringLiteral("to_us");
const QString SelectionKey = QStringLiteral("selection");
const QString LayersKey = QStringLiteral("layers");

qint64 counted(Micros t) { return static_cast<qint64>(t.count()); }

std::optional<SharedLoop> loopFrom(JsonFields& fields)
{
    std::optional<JsonFields> part = fields.object(LoopKey);
    if (!part)
        return std::nullopt;
    const SharedLoop loop{part->micros(FromMicrosKey, 0), part->micros(ToMicrosKey, 0)};
    if (loop.to < loop.from)
        part->refuse(ErrorCode::Damaged, QStringLiteral("the shared loop ends before it begins"));
    fields.take(*part);
    return loop;
}

std::vector<ActorId> selectionFrom(JsonFields& fields)
{
    std::vector<ActorId> selection;
    for (const QJsonValue value : fields.list(SelectionKey, MostSelected)) {
        const double number = value.toDouble(-1.0);
        if (!(number >= 0.0) || number >= static_cast<double>(index(ActorId::None)) ||
            number != std::floor(number)) {
            fields.refuse(ErrorCode::Damaged, QStringLiteral("who is selected is no number of an actor"));
            return {};
        }
        selection.push_back(static_cast<ActorId>(static_cast<std::uint32_t>(number)));
    }
    return selection;
}

QStringList layersFrom(JsonFields& fields)
{
    QStringList layers;
    for (const QJsonValue value : fields.list(LayersKey, MostTags)) {
        const QString tag = value.toString();
        if (tag.isEmpty() || static_cast<std::size_t>(tag.size()) > MostTagLetters || !tag.isValidUtf16()) {
            fields.refuse(ErrorCode::Damaged, QStringLiteral("a layer of the shared state is no word"));
            return {};
        }
        layers.push_back(tag);
    }
    return layers;
}

} // namespace

QJsonObject toJson(const SharedState& state)
{
    QJsonObject object{
        {QStringLiteral("revision"), static_cast<qint64>(state.revision)},
        {QStringLiteral("clock_us"), counted(state.clock.time_since_epoch())},
        {QStringLiteral("place_us"), counted(state.place)},
        {QStringLiteral("duration_us"), counted(state.duration)},
        {QStringLiteral("rate"), state.rate},
        {QStringLiteral("playing"), state.playing},
    };
    if (state.held)
        object[QStringLiteral("held")] = true;
    if (state.loop) {
        object[LoopKey] =
            QJsonObject{{FromMicrosKey, counted(state.loop->from)}, {ToMicrosKey, counted(state.loop->to)}};
    }
    if (!state.perspective.isEmpty())
        object[QStringLiteral("perspective")] = cutText(state.perspective, MostWordLetters);
    if (!state.camera.isEmpty())
        object[QStringLiteral("camera")] = cutText(state.camera, MostWordLetters);
    if (!state.selection.empty()) {
        QJsonArray selection;
        for (std::size_t i = 0; i < std::min(state.selection.size(), MostSelected); ++i)
            selection.append(static_cast<qint64>(index(state.selection[i])));
        object[SelectionKey] = selection;
    }
    if (!state.layers.isEmpty()) {
        QJsonArray layers;
        for (qsizetype i = 0; i < std::min<qsizetype>(state.layers.size(), MostTags); ++i)
            layers.append(cutText(state.layers[i], MostTagLetters));
        object[LayersKey] = layers;
    }
    return object;
}

SharedState stateFrom(JsonFields& fields)
{
    SharedState state;
    state.revision = fields.whole(QStringLiteral("revision"), 0, FarthestMicros);
    state.clock = HostInstant(fields.micros(QStringLiteral("clock_us")));
    state.place = fields.micros(QStringLiteral("place_us"), 0);
    state.duration = fields.micros(QStringLiteral("duration_us"), 0);
    state.rate = fields.number(QStringLiteral("rate"), -Playhead::MaxRate, Playhead::MaxRate);
    if (std::abs(state.rate) < Playhead::MinRate)
        fields.refuse(ErrorCode::Damaged, QStringLiteral("the shared rate is slower than any"));
    state.playing = fields.flag(QStringLiteral("playing"), false);
    state.held = fields.flag(QStringLiteral("held"), false);
    state.loop = loopFrom(fields);
    state.perspective = fields.word(QStringLiteral("perspective"), MostWordLetters);
    state.camera = fields.word(QStringLiteral("camera"), MostWordLetters);
    state.selection = selectionFrom(fields);
    state.layers = layersFrom(fields);
    return state;
}

} // namespace ghostline::together
