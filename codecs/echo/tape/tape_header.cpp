// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_header.h"

#include "codecs/echo/tape/tape_limits.h"
#include "model/base/text.h"

#include <algorithm>

namespace ghostline::echo::tape {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t MaxTextBytes = 4096; ///< of one of the header

QString textOf(const Field& field) { return model::textOf(field.asText().substr(0, MaxTextBytes)); }

/// "Echo_Arena_Private": the parts of the engine's own word, in whatever letters.
void readGameType(const QString& word, MatchHeader& out)
{
    out.matchType = word;
    const QStringList parts = word.split(u'_');
    out.privateMatch = parts.contains(QLatin1String("private"), Qt::CaseInsensitive);
    out.tournament = parts.contains(QLatin1String("tournament"), Qt::CaseInsensitive);
}

/// MatchType of files before September 2026.
QString oldMatchType(std::int32_t code)
{
    switch (code) {
    case 1:
        return QStringLiteral("Social_2.0");
    case 2:
        return QStringLiteral("Social_2.0_Private");
    case 3:
        return QStringLiteral("Echo_Arena");
    case 4:
        return QStringLiteral("Echo_Combat");
    case 7:
        return QStringLiteral("Echo_Arena_Private");
    case 8:
        return QStringLiteral("Echo_Arena_Tournament");
    default:
        return {};
    }
}

/// The header proper.
struct CaptureFields
{
    std::uint32_t version = 0;
    std::int32_t encoding = 0;
    bool dictionary = false;
    QString gameType;
    Bytes created;
    Bytes arena;
};

void readMetadata(Bytes pair, QJsonObject& out)
{
    QString key;
    QString value;
    eachField(pair, [&](const Field& field) {
        if (field.key == bytes(1))
            key = textOf(field);
        else if (field.key == bytes(2))
            value = textOf(field);
    });
    if (!key.isEmpty() && static_cast<std::size_t>(out.size()) < MaxMetadata)
        out.insert(key, value);
}

bool readCapture(Bytes content, CaptureFields& fields, QJsonObject& metadata)
{
    QJsonObject pairs;
    const bool whole = eachField(content, [&](const Field& field) {
        switch (field.key) {
        case bytes(1):
            metadata[QStringLiteral("capture_id")] = textOf(field);
            break;
        case bytes(2):
            fields.created = field.data;
            break;
        case varint(3):
            fields.version = field.asUnsigned();
            break;
        case bytes(4):
            readMetadata(field.data, pairs);
            break;
        case varint(5):
            metadata[QStringLiteral("format_minor")] = static_cast<qint64>(field.asUnsigned());
            break;
        case varint(7):
            fields.encoding = field.asInt();
            break;
        case bytes(8):
            fields.gameType = textOf(field);
            break;
        case bytes(9):
            metadata[QStringLiteral("producer")] = textOf(field);
            break;
        case bytes(10):
            fields.arena = field.data;
            break;
        case bytes(100):
            fields.dictionary = !field.data.empty();
            break;
        case bytes(101):
            metadata[QStringLiteral("engine_version")] = textOf(field);
            break;
        case bytes(102):
            metadata[QStringLiteral("engine_sha1")] = textOf(field).toLower();
            break;
        default:
            break;
        }
    });
    if (!pairs.isEmpty())
        metadata[QStringLiteral("recorder")] = pairs;
    return whole;
}

bool readArena(Bytes content, TapeHeader& out, MatchNames& names)
{
    MatchHeader& match = out.match;
    std::size_t team = 0;
    std::int32_t oldType = 0;
    const bool whole = eachField(content, [&](const Field& field) {
        switch (field.key) {
        case bytes(1):
            match.sessionId = textOf(field).toUpper();
            break;
        case bytes(2):
            match.mapName = textOf(field);
            match.map = mapFromWord(field.asText());
            break;
        case varint(3):
            oldType = field.asInt();
            break;
        case bytes(4):
            match.client = textOf(field);
            break;
        case varint(5):
            match.privateMatch = match.privateMatch || field.asBool();
            break;
        case varint(6):
            match.tournament = match.tournament || field.asBool();
            break;
        case varint(7):
            match.totalRounds = std::clamp(field.asInt(), 0, MaxRounds);
            break;
        case bytes(8):
            if (out.roster.size() < MaxRoster)
                out.roster.push_back(field.data);
            break;
        case bytes(9):
            out.strides = readStrides(field.data);
            break;
        case bytes(10):
            match.sessionIp = textOf(field);
            break;
        case bytes(11):
            out.rulesChangedBy = names.text(field.asText().substr(0, MaxPersonBytes));
            break;
        case varint(12):
            out.rulesChangedAt = field.asLong();
            break;
        case bytes(13):
            if (team < match.teamNames.size())
                match.teamNames[team] = textOf(field);
            ++team;
            break;
        default:
            break;
        }
    });
    if (match.matchType.isEmpty())
        match.matchType = oldMatchType(oldType);
    return whole;
}

/// Fields of the message, as bits by number; a number beyond them counts as 63. All bits where it is no
/// message.
std::uint64_t fieldBits(Bytes message)
{
    std::uint64_t bits = 0;
    const bool whole = eachField(message, [&](const Field& field) {
        if (field.wire() == Wire::Length)
            bits |= std::uint64_t{1} << std::min(field.number(), 63U);
    });
    return whole ? bits : ~std::uint64_t{0};
}

model::Error refusal(const model::Sentence& why)
{
    model::Error error{ErrorCode::Unsupported, {}, {0, {}, {}}, {}, {}};
    error.say(why);
    return error;
}

} // namespace

std::int64_t timeOf(Bytes stamp)
{
    constexpr std::int64_t Far = std::int64_t{1} << 40; // seconds: 34 thousand years
    std::int64_t seconds = 0;
    std::int32_t nanos = 0;
    eachField(stamp, [&](const Field& field) {
        if (field.key == varint(1))
            seconds = field.asLong();
        else if (field.key == varint(2))
            nanos = field.asInt();
    });
    return std::clamp(seconds, -Far, Far) * 1000 + nanos / 1'000'000;
}

Strides readStrides(Bytes skeleton)
{
    Strides out;
    eachField(skeleton, [&out](const Field& field) {
        if (field.key == varint(2) && field.asUnsigned() != 0)
            out.place = field.asUnsigned();
        else if (field.key == varint(3) && field.asUnsigned() != 0)
            out.turn = field.asUnsigned();
    });
    return out;
}

Envelope openEnvelope(Bytes record)
{
    Envelope out;
    bool any = false;
    const bool whole = eachField(record, [&](const Field& field) {
        any = true;
        if (field.wire() == Wire::Length && field.number() >= 1 && field.number() <= 3)
            out = {static_cast<RecordKind>(field.number()), field.data};
    });
    // What could be followed up to the damage is not believed either: a message has no end mark.
    if (!whole || !any)
        return {};
    if (out.kind == RecordKind::Damaged)
        out.kind = RecordKind::Unknown;
    return out;
}

Generation generationOf(Bytes firstRecord)
{
    const std::uint64_t bits = fieldBits(firstRecord);
    constexpr std::uint64_t One = 1U << 1U;
    constexpr std::uint64_t Later = 1U << 2U | 1U << 3U;
    constexpr std::uint64_t All = ~std::uint64_t{0};
    if (bits == All || (bits & One) == 0)
        return Generation::Neither;
    if ((bits & Later) != 0)
        return Generation::First;
    const Envelope envelope = openEnvelope(firstRecord);
    // A capture_id alone is no message, but for chance.
    return fieldBits(envelope.content) != All ? Generation::Second : Generation::First;
}

Result<TapeHeader> readTapeHeader(Bytes record, MatchNames& names)
{
    TapeHeader out;
    out.generation = generationOf(record);
    if (out.generation == Generation::Neither)
        return tl::unexpected(
            refusal(model::Sentence::of(QStringLiteral("the first record is no header of a tape"))));
    CaptureFields fields;
    if (out.generation == Generation::First) {
        // capture_id, created_at and metadata have the same numbers in both.
        eachField(record, [&](const Field& field) {
            if (field.key == bytes(1))
                out.metadata[QStringLiteral("capture_id")] = textOf(field);
            else if (field.key == bytes(2))
                out.createdMs = timeOf(field.data);
        });
        out.plausible = out.createdMs > 0;
        return out;
    }
    if (!readCapture(openEnvelope(record).content, fields, out.metadata))
        return tl::unexpected(refusal(model::Sentence::of(QStringLiteral("the header cannot be read"))));
    if (fields.version != 0 && fields.version != 2)
        return tl::unexpected(
            refusal(model::Sentence::of(QStringLiteral("version %1 of the tape format cannot be read"),
                                        {QString::number(fields.version)})));
    if (fields.encoding != 0 && fields.encoding != 1)
        return tl::unexpected(refusal(model::Sentence::of(
            QStringLiteral("encoding %1 of the frames cannot be read"), {QString::number(fields.encoding)})));
    if (fields.dictionary)
        return tl::unexpected(refusal(
            model::Sentence::of(QStringLiteral("it is packed with a dictionary that is not in the file"))));
    out.createdMs = timeOf(fields.created);
    readGameType(fields.gameType, out.match);
    const bool arena = readArena(fields.arena, out, names) && !fields.arena.empty();
    out.plausible = arena || fields.version == 2;
    return out;
}

std::optional<TapeFooter> readFooter(Bytes content)
{
    TapeFooter out;
    const bool whole = eachField(content, [&out](const Field& field) {
        if (field.key == varint(1))
            out.frames = field.asUnsigned();
        else if (field.key == varint(2))
            out.durationMs = field.asUnsigned();
    });
    return whole ? std::optional(out) : std::nullopt;
}

} // namespace ghostline::echo::tape
