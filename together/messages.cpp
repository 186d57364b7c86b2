// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/messages.h"

#include "together/message_parts.h"
#include "together/state_json.h"

#include <QJsonDocument>

#include <algorithm>
#include <array>
#include <utility>

namespace ghostline::together {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

const QString MessageKindKey = QStringLiteral("kind");
const QString ProtocolKey = QStringLiteral("protocol");
const QString ProgramKey = QStringLiteral("program");
const QString PersonNameKey = QStringLiteral("name");
const QString SharedRecordingKey = QStringLiteral("recording");
const QString OfferKey = QStringLiteral("offer");
const QString ReasonKey = QStringLiteral("reason");
const QString PeopleKey = QStringLiteral("people");
const QString SentKey = QStringLiteral("sent_us");
const QString LagKey = QStringLiteral("lag_ms");
const QString WhoKey = QStringLiteral("who");
const QString SharedPlaceKey = QStringLiteral("place");
const QString SharedDrawingKey = QStringLiteral("drawing");
const QString ChatTextKey = QStringLiteral("text");

constexpr int NewestProtocol = 1'000'000;

enum Speaker : unsigned { FromGuest = 1, FromHost = 2, FromBoth = 3 };

struct MessageKind
{
    const char* word;
    Speaker from;
};

/// In the order of the variant.
constexpr std::array<MessageKind, std::variant_size_v<Message>> Kinds{{
    {"hello", FromGuest},
    {"welcome", FromHost},
    {"refused", FromHost},
    {"state", FromBoth},
    {"ping", FromGuest},
    {"pong", FromHost},
    {"people", FromHost},
    {"request_drive", FromGuest},
    {"hand_over", FromGuest},
    {"take_over", FromGuest},
    {"point", FromBoth},
    {"drawing_added", FromBoth},
    {"drawing_removed", FromBoth},
    {"chat", FromBoth},
    {"bye", FromBoth},
}};

template<typename Reason>
using ReasonWords = std::pair<Reason, const char*>;

constexpr std::array RefusalWords{
    ReasonWords<RefusalReason>{RefusalReason::Version, "version"},
    ReasonWords<RefusalReason>{RefusalReason::Code, "code"},
    ReasonWords<RefusalReason>{RefusalReason::Recording, "recording"},
    ReasonWords<RefusalReason>{RefusalReason::Full, "full"},
    ReasonWords<RefusalReason>{RefusalReason::Later, "later"},
};
constexpr std::array ByeWords{
    ReasonWords<ByeReason>{ByeReason::Left, "left"},
    ReasonWords<ByeReason>{ByeReason::Ended, "ended"},
    ReasonWords<ByeReason>{ByeReason::Removed, "removed"},
    ReasonWords<ByeReason>{ByeReason::Malformed, "malformed"},
    ReasonWords<ByeReason>{ByeReason::Flood, "flood"},
    ReasonWords<ByeReason>{ByeReason::Slow, "slow"},
};

template<typename Words, typename Reason>
QString reasonWord(const Words& words, Reason reason)
{
    for (const auto& [known, word] : words) {
        if (known == reason)
            return QString::fromLatin1(word);
    }
    return QStringLiteral("unknown");
}

/// Any other word is Unknown: a newer program may know more reasons.
template<typename Reason, std::size_t N>
Reason reasonFrom(JsonFields& fields, const std::array<ReasonWords<Reason>, N>& words)
{
    const QString word = fields.word(ReasonKey, MostTagLetters);
    for (const auto& [reason, known] : words) {
        if (word == QLatin1String(known))
            return reason;
    }
    return Reason::Unknown;
}

/// The keys of one kind of message; `kind` is added by encode().
struct Written
{
    QJsonObject operator()(const Hello& m) const
    {
        QJsonObject object{{ProtocolKey, m.protocol},
                           {ProgramKey, cleanLine(m.program, MostVersionLetters)},
                           {PersonNameKey, cleanLine(m.name, MostNameLetters)},
                           {QStringLiteral("code"), cutText(m.code, MostTagLetters)}};
        if (m.recording)
            object[SharedRecordingKey] = recordingJson(*m.recording);
        return object;
    }
    QJsonObject operator()(const Welcome& m) const
    {
        QJsonObject object{{ProtocolKey, m.protocol},
                           {ProgramKey, cleanLine(m.program, MostVersionLetters)},
                           {QStringLiteral("you"), numberOf(m.you)},
                           {PersonNameKey, cleanLine(m.name, MostNameLetters)},
                           {SharedRecordingKey, recordingJson(m.recording)},
                           {QStringLiteral("may_draw"), m.mayDraw},
                           {QStringLiteral("may_chat"), m.mayChat}};
        if (m.offer)
            object[OfferKey] = offerJson(*m.offer);
        return object;
    }
    QJsonObject operator()(const Refused& m) const
    {
        QJsonObject object{{ReasonKey, reasonWord(RefusalWords, m.reason)},
                           {ProtocolKey, m.protocol},
                           {ProgramKey, cleanLine(m.program, MostVersionLetters)}};
        if (m.recording)
            object[SharedRecordingKey] = recordingJson(*m.recording);
        return object;
    }
    QJsonObject operator()(const StateMessage& m) const { return toJson(m.state); }
    QJsonObject operator()(const Ping& m) const
    {
        return {{SentKey, static_cast<qint64>(m.sent.time_since_epoch().count())}, {LagKey, m.lagMs}};
    }
    QJsonObject operator()(const Pong& m) const
    {
        return {{SentKey, static_cast<qint64>(m.sent.time_since_epoch().count())},
                {QStringLiteral("host_us"), static_cast<qint64>(m.host.time_since_epoch().count())}};
    }
    QJsonObject operator()(const People& m) const { return {{PeopleKey, peopleJson(m.people)}}; }
    QJsonObject operator()(const RequestDrive& m) const { return {{QStringLiteral("wanted"), m.wanted}}; }
    QJsonObject operator()(const HandOver& m) const { return {{QStringLiteral("to"), numberOf(m.to)}}; }
    QJsonObject operator()(const TakeOver&) const { return {}; }
    QJsonObject operator()(const Point& m) const
    {
        return by(m.who, {{QStringLiteral("on_screen"), m.onScreen}, {SharedPlaceKey, placeJson(m.place)}});
    }
    QJsonObject operator()(const DrawingAdded& m) const
    {
        return by(m.who, {{SharedDrawingKey, drawingJson(m.drawing)}});
    }
    QJsonObject operator()(const DrawingRemoved& m) const
    {
        return by(m.who, {{QStringLiteral("id"), cutText(m.id, MostIdLetters)}});
    }
    QJsonObject operator()(const Chat& m) const
    {
        return by(m.who, {{ChatTextKey, cleanLines(m.text, MostChatLetters)}});
    }
    QJsonObject operator()(const Bye& m) const { return {{ReasonKey, reasonWord(ByeWords, m.reason)}}; }

private:
    /// Guests need not say who they are: the host knows.
    static QJsonObject by(PersonId who, QJsonObject object)
    {
        if (who != PersonId::None)
            object[WhoKey] = numberOf(who);
        return object;
    }
};

PersonId authorFrom(JsonFields& fields) { return personFrom(fields, WhoKey, PersonId::None); }

int protocolFrom(JsonFields& fields)
{
    return static_cast<int>(fields.whole(ProtocolKey, 1, NewestProtocol));
}

void read(JsonFields& fields, Hello& m)
{
    m.protocol = protocolFrom(fields);
    m.program = fields.line(ProgramKey, MostVersionLetters);
    if (m.protocol != ProtocolVersion)
        return; // who knows what it says; enough to answer in a sentence
    m.name = fields.line(PersonNameKey, MostNameLetters);
    m.code = fields.word(QStringLiteral("code"), MostTagLetters);
    m.recording = recordingFrom(fields, SharedRecordingKey);
}

void read(JsonFields& fields, Welcome& m)
{
    m.protocol = protocolFrom(fields);
    m.program = fields.line(ProgramKey, MostVersionLetters);
    m.you = personFrom(fields, QStringLiteral("you"));
    m.name = fields.line(PersonNameKey, MostNameLetters);
    m.recording = recordingFrom(fields, SharedRecordingKey).value_or(RecordingName{});
    m.offer = offerFrom(fields, OfferKey);
    m.mayDraw = fields.flag(QStringLiteral("may_draw"), true);
    m.mayChat = fields.flag(QStringLiteral("may_chat"), true);
}

void read(JsonFields& fields, Refused& m)
{
    m.reason = reasonFrom(fields, RefusalWords);
    m.protocol = protocolFrom(fields);
    m.program = fields.line(ProgramKey, MostVersionLetters);
    if (m.protocol == ProtocolVersion)
        m.recording = recordingFrom(fields, SharedRecordingKey);
}

void read(JsonFields& fields, StateMessage& m) { m.state = stateFrom(fields); }

void read(JsonFields& fields, Ping& m)
{
    m.sent = OwnInstant(fields.micros(SentKey));
    m.lagMs = lagFrom(fields, LagKey);
}

void read(JsonFields& fields, Pong& m)
{
    m.sent = OwnInstant(fields.micros(SentKey));
    m.host = HostInstant(fields.micros(QStringLiteral("host_us")));
}

void read(JsonFields& fields, People& m) { m.people = peopleFrom(fields, PeopleKey); }
void read(JsonFields& fields, RequestDrive& m) { m.wanted = fields.flag(QStringLiteral("wanted"), true); }
void read(JsonFields& fields, HandOver& m) { m.to = personFrom(fields, QStringLiteral("to")); }
void read(JsonFields&, TakeOver&) {}

void read(JsonFields& fields, Point& m)
{
    m.who = authorFrom(fields);
    m.onScreen = fields.flag(QStringLiteral("on_screen"), false);
    m.place = placeFrom(fields, SharedPlaceKey);
}

void read(JsonFields& fields, DrawingAdded& m)
{
    m.who = authorFrom(fields);
    m.drawing = drawingFrom(fields, SharedDrawingKey);
}

void read(JsonFields& fields, DrawingRemoved& m)
{
    m.who = authorFrom(fields);
    m.id = fields.word(QStringLiteral("id"), MostIdLetters);
}

void read(JsonFields& fields, Chat& m)
{
    m.who = authorFrom(fields);
    m.text = fields.lines(ChatTextKey, MostChatLetters);
}

void read(JsonFields& fields, Bye& m) { m.reason = reasonFrom(fields, ByeWords); }

/// The alternative of that number.
template<std::size_t I = 0>
Message emptyMessage(std::size_t number)
{
    if constexpr (I + 1 < std::variant_size_v<Message>) {
        if (number != I)
            return emptyMessage<I + 1>(number);
    }
    return Message(std::in_place_index<I>);
}

} // namespace

QString kindOf(const Message& message) { return QString::fromLatin1(Kinds[message.index()].word); }
bool isFromGuest(const Message& message) { return (Kinds[message.index()].from & FromGuest) != 0; }
bool isFromHost(const Message& message) { return (Kinds[message.index()].from & FromHost) != 0; }

QByteArray encode(const Message& message)
{
    QJsonObject object = std::visit(Written{}, message);
    object[MessageKindKey] = kindOf(message);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

Result<Message> decode(QByteArrayView bytes, const DecodeLimits& limits)
{
    if (static_cast<std::size_t>(bytes.size()) > limits.bytes) {
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("a message of %1 bytes came, more than %2 are not read")
                        .arg(QString::number(bytes.size()), QString::number(limits.bytes)));
    }
    QJsonParseError parse;
    const QJsonDocument document =
        QJsonDocument::fromJson(QByteArray::fromRawData(bytes.data(), bytes.size()), &parse);
    if (parse.error != QJsonParseError::NoError) {
        return fail(ErrorCode::Damaged, QStringLiteral("a message is not valid JSON: ") + parse.errorString(),
                    {.offset = static_cast<std::uint64_t>(parse.offset)});
    }
    const QJsonValue kind = document.object().value(MessageKindKey);
    if (!document.isObject() || !kind.isString())
        return fail(ErrorCode::Damaged, QStringLiteral("a message says not what it is"));
    const QString word = kind.toString();
    const auto found =
        std::ranges::find_if(Kinds, [&word](const MessageKind& k) { return word == QLatin1String(k.word); });
    if (found == Kinds.end()) {
        return fail(ErrorCode::Unsupported,
                    QStringLiteral("a message is of the kind \"%1\", which is not known")
                        .arg(cleanLine(word, MostTagLetters)));
    }
    Message message = emptyMessage(static_cast<std::size_t>(found - Kinds.begin()));
    JsonFields fields(document.object(), word);
    std::visit([&fields](auto& m) { read(fields, m); }, message);
    if (fields.error())
        return tl::unexpected<model::Error>(*fields.error());
    return message;
}

} // namespace ghostline::together
