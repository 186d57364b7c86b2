// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/guest_failure.h"

#include <QUrl>

#include <utility>

namespace ghostline::together {

using model::Sentence;
using FailureKind = GuestFailure::Kind;

namespace {

/// "host:port", as it stands in the invitation.
QString joinedPlace(const GuestOptions& options)
{
    return options.invitation.socketAddress().authority(QUrl::PrettyDecoded);
}

Sentence inSeconds(std::chrono::milliseconds time)
{
    return Sentence::figure(std::chrono::duration<double>(time).count(),
                            time < std::chrono::seconds(1) ? 1 : 0);
}

Sentence versionText(const QString& program) { return program.isEmpty() ? QStringLiteral("?") : program; }

Sentence namedRecording(const RecordingName& recording)
{
    const QString hash = recording.content.sha256.isEmpty()
                             ? QStringLiteral("?")
                             : QString::fromLatin1(recording.content.sha256.left(12));
    return Sentence::of(QStringLiteral("\"%1\" (SHA-256 %2)"), {recording.name, hash});
}

Sentence otherRecording(const Refused& refused, const GuestOptions& options)
{
    if (!refused.recording || !options.recording)
        return Sentence::of(QStringLiteral("the host has another recording than the one that is open here"));
    return Sentence::of(QStringLiteral("the host has another recording, %1, and this one is %2"),
                        {namedRecording(*refused.recording), namedRecording(*options.recording)});
}

FailureKind kindOfFault(LineFault fault)
{
    switch (fault) {
    case LineFault::OtherCertificate:
        return FailureKind::Certificate;
    case LineFault::NotEncrypted:
    case LineFault::NoWebSocket:
    case LineFault::SaysNothing:
    case LineFault::Malformed:
    case LineFault::Flood:
    case LineFault::Closed:
        return FailureKind::NoHost;
    default:
        return FailureKind::Unreachable;
    }
}

Sentence faultText(LineFault fault, const GuestOptions& options)
{
    const QString place = joinedPlace(options);
    switch (fault) {
    case LineFault::NobodyListens:
        return Sentence::of(QStringLiteral("nobody listens at %1"), {place});
    case LineFault::NoSuchName:
        return Sentence::of(QStringLiteral("no machine of the name \"%1\" was found"),
                            {options.invitation.host});
    case LineFault::TooLong:
        return Sentence::of(QStringLiteral("%1 did not answer within %2 seconds"),
                            {place, inSeconds(options.times.connect)});
    case LineFault::NotEncrypted:
        return Sentence::of(QStringLiteral("%1 does not encrypt, as the invitation asks for; nothing was "
                                           "said to it"),
                            {place});
    case LineFault::OtherCertificate:
        return Sentence::of(QStringLiteral("%1 shows another certificate than the one in the invitation; "
                                           "nothing was said to it"),
                            {place});
    case LineFault::NoWebSocket:
        return Sentence::of(QStringLiteral("%1 answers, but not as a host does"), {place});
    case LineFault::SaysNothing:
        return Sentence::of(QStringLiteral("%1 is there, but said nothing within %2 seconds"),
                            {place, inSeconds(options.times.connect)});
    case LineFault::Malformed:
        return Sentence::of(QStringLiteral("%1 sent what no host sends"), {place});
    case LineFault::Flood:
        return Sentence::of(QStringLiteral("%1 sent too much"), {place});
    case LineFault::Closed:
        return Sentence::of(QStringLiteral("%1 closed the line without a word"), {place});
    case LineFault::NotReached:
        break;
    }
    return Sentence::of(QStringLiteral("%1 cannot be reached from here"), {place});
}

Sentence refusedText(const Refused& refused, const GuestOptions& options)
{
    switch (refused.reason) {
    case RefusalReason::Version:
        return Sentence::of(
            QStringLiteral("the host speaks protocol %1 (version %2), and this program %3 (version %4)"),
            {QString::number(refused.protocol), versionText(refused.program),
             QString::number(ProtocolVersion), versionText(options.program)});
    case RefusalReason::Code:
        return Sentence::of(QStringLiteral("the code in the invitation is not the host's"));
    case RefusalReason::Recording:
        return otherRecording(refused, options);
    case RefusalReason::Full:
        return Sentence::of(QStringLiteral("the host has no place left for another guest"));
    case RefusalReason::Later:
        return Sentence::of(
            QStringLiteral("the host lets nobody in for a while, since too many wrong codes came"));
    case RefusalReason::Unknown:
        break;
    }
    return Sentence::of(QStringLiteral("the host does not say in a way that is known here why it lets "
                                       "nobody in"));
}

Sentence goodbyeText(ByeReason reason)
{
    switch (reason) {
    case ByeReason::Left:
    case ByeReason::Ended:
        return Sentence::of(QStringLiteral("the host has ended it"));
    case ByeReason::Removed:
        return Sentence::of(QStringLiteral("the host has removed this guest"));
    case ByeReason::Malformed:
        return Sentence::of(QStringLiteral("the host could not read what was sent to it"));
    case ByeReason::Flood:
        return Sentence::of(QStringLiteral("too much was sent to the host"));
    case ByeReason::Slow:
        return Sentence::of(QStringLiteral("what the host sent was read too slowly"));
    case ByeReason::Unknown:
        break;
    }
    return Sentence::of(QStringLiteral("the host does not say in a way that is known here why it has closed "
                                       "the line"));
}

} // namespace

GuestFailure lineFailure(LineFault fault, const GuestOptions& options)
{
    return {kindOfFault(fault), RefusalReason::Unknown, {}, faultText(fault, options)};
}

GuestFailure lostFailure(const GuestOptions& options)
{
    return {FailureKind::Lost,
            RefusalReason::Unknown,
            {},
            Sentence::of(QStringLiteral("the line to %1 is lost, and could not be had again for %2 seconds"),
                         {joinedPlace(options), inSeconds(options.times.givenUp)})};
}

GuestFailure refusalFailure(const Refused& refused, const GuestOptions& options)
{
    return {FailureKind::Refused, refused.reason,
            refused.reason == RefusalReason::Recording ? refused.recording : std::nullopt,
            refusedText(refused, options)};
}

GuestFailure byeFailure(ByeReason reason)
{
    const bool ended = reason == ByeReason::Left || reason == ByeReason::Ended;
    return {
        ended ? FailureKind::Ended : FailureKind::Removed, RefusalReason::Unknown, {}, goodbyeText(reason)};
}

} // namespace ghostline::together
