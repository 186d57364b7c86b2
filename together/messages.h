// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything that host and guests say to each other (docs/developing/together.md): values, and their JSON.
#include "model/base/error.h"
#include "model/board/drawing.h"
#include "model/sidecar/content.h"
#include "together/instants.h"
#include "together/limits.h"
#include "together/shared_state.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace ghostline::together {

/// Both ends must have the same.
inline constexpr int ProtocolVersion = 1;

/// Given by the host, never to two during one session; 0 is the host itself.
enum class PersonId : std::uint32_t { Host = 0, None = 0xFFFF'FFFF };

struct RecordingName
{
    QString name{};             ///< of the file, without folders
    model::ContentId content{}; ///< unknown as long as it is being worked out

    friend bool operator==(const RecordingName&, const RecordingName&) = default;
};

/// Where the file can be had from; Invitation::fileAddress() makes the address.
struct RecordingOffer
{
    std::uint16_t port = 0;
    QString path{}; ///< begins with a slash, and has a secret in it

    friend bool operator==(const RecordingOffer&, const RecordingOffer&) = default;
};

/// Guest: the first message. Of another protocol only the two versions are read.
struct Hello
{
    int protocol = ProtocolVersion;
    QString program{}; ///< version, "0.1.0"
    QString name{};    ///< of the person
    QString code{};
    std::optional<RecordingName> recording{}; ///< that is open; nothing = has none

    friend bool operator==(const Hello&, const Hello&) = default;
};

/// Host: the answer. The state follows, then people and drawings. Once more to who is in already, as soon as
/// more is known of the recording.
struct Welcome
{
    int protocol = ProtocolVersion;
    QString program{};
    PersonId you = PersonId::None;
    QString name{}; ///< the guest's, as the host calls it: two of one name are told apart
    RecordingName recording{};
    std::optional<RecordingOffer> offer{}; ///< nothing = the host hands out no files
    bool mayDraw = true;
    bool mayChat = true;

    friend bool operator==(const Welcome&, const Welcome&) = default;
};

enum class RefusalReason : std::uint8_t {
    Version,   ///< "version": other protocol
    Code,      ///< "code"
    Recording, ///< "recording": another one is open; Refused::recording is the host's
    Full,      ///< "full"
    Later,     ///< "later": too many wrong codes
    Unknown    ///< any other word
};

/// Host: the answer to a Hello that is not let in; then it closes. Read whatever its protocol.
struct Refused
{
    RefusalReason reason = RefusalReason::Unknown;
    int protocol = ProtocolVersion;
    QString program{};
    std::optional<RecordingName> recording{}; ///< said to nobody who has not shown the code

    friend bool operator==(const Refused&, const Refused&) = default;
};

/// Host: to all. Guest: by whoever drives, else it is not obeyed.
struct StateMessage
{
    SharedState state{};

    friend bool operator==(const StateMessage&, const StateMessage&) = default;
};

/// Guest: what time is it?
struct Ping
{
    OwnInstant sent{};
    int lagMs = -1; ///< ClockOffset::lag(), for the list of people; -1 = not known yet

    friend bool operator==(const Ping&, const Ping&) = default;
};

/// Host: at once.
struct Pong
{
    OwnInstant sent{}; ///< as it came
    HostInstant host{};

    friend bool operator==(const Pong&, const Pong&) = default;
};

struct Person
{
    PersonId id = PersonId::None;
    QString name{};
    int lagMs = -1; ///< round trip; -1 = not known
    bool drives = false;
    bool asks = false; ///< for the drive
    bool lost = false; ///< the line; comes back, or is left out of a later list

    friend bool operator==(const Person&, const Person&) = default;
};

/// Host: all of them, whenever something changed. One drives at most.
struct People
{
    std::vector<Person> people{};

    friend bool operator==(const People&, const People&) = default;
};

/// Guest: asks for the drive, or does not any more.
struct RequestDrive
{
    bool wanted = true;

    friend bool operator==(const RequestDrive&, const RequestDrive&) = default;
};

/// Guest who drives: gives the drive to somebody. `PersonId::Host` gives it back.
struct HandOver
{
    PersonId to = PersonId::Host;

    friend bool operator==(const HandOver&, const HandOver&) = default;
};

/// Guest: takes the drive that nobody has, or whose driver has lost the line; else it counts as a request.
/// The host takes over without a message: it says so in People.
struct TakeOver
{
    friend bool operator==(const TakeOver&, const TakeOver&) = default;
};

/// Both: "look here", for two seconds. From a guest `who` says nothing, the host fills it in; so with all
/// that has an author.
struct Point
{
    PersonId who = PersonId::None;
    bool onScreen = false;
    /// World space in metres; on the screen shares of width and height (x, y) from its top left corner.
    glm::dvec3 place{};

    friend bool operator==(const Point&, const Point&) = default;
};

/// Both: a new drawing, or another version of the one with this id. Whose it is stands in Drawing::author,
/// for people; only `who` counts.
struct DrawingAdded
{
    PersonId who = PersonId::None;
    model::Drawing drawing{};

    friend bool operator==(const DrawingAdded&, const DrawingAdded&) = default;
};

/// Both. A guest's own, or any one by the host.
struct DrawingRemoved
{
    PersonId who = PersonId::None;
    QString id{};

    friend bool operator==(const DrawingRemoved&, const DrawingRemoved&) = default;
};

/// Both.
struct Chat
{
    PersonId who = PersonId::None;
    QString text{};

    friend bool operator==(const Chat&, const Chat&) = default;
};

enum class ByeReason : std::uint8_t {
    Left,      ///< "left": of one's own will
    Ended,     ///< "ended": the host has ended it
    Removed,   ///< "removed": by the host
    Malformed, ///< "malformed": sent what is no message
    Flood,     ///< "flood": sent too much
    Slow,      ///< "slow": read too slowly
    Unknown    ///< any other word
};

/// Both: the last message.
struct Bye
{
    ByeReason reason = ByeReason::Left;

    friend bool operator==(const Bye&, const Bye&) = default;
};

using Message = std::variant<Hello, Welcome, Refused, StateMessage, Ping, Pong, People, RequestDrive,
                             HandOver, TakeOver, Point, DrawingAdded, DrawingRemoved, Chat, Bye>;

/// The word in the message: "hello", "state" ...
QString kindOf(const Message& message);
/// Whether a guest, or a host, ever says such a thing; whoever says it nevertheless is malformed.
bool isFromGuest(const Message& message);
bool isFromHost(const Message& message);

/// UTF-8 JSON of one object, for one text frame. What is beyond the limits is cut (texts) or left out (the
/// rest of a list): what encode() gives, decode() takes, as long as numbers are finite and within their
/// ranges.
QByteArray encode(const Message& message);

/// LimitExceeded: too long or too many. Unsupported: a kind of message or of drawing that a newer program may
/// know; to be passed over. Damaged: anything else, told by its key; whoever sends that is cut off. Names and
/// texts come without what is not to be printed. Any bytes, any thread.
model::Result<Message> decode(QByteArrayView bytes, const DecodeLimits& limits = {});

} // namespace ghostline::together
