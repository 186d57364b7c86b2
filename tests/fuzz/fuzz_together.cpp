// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever comes over the network: messages and pasted invitations. What is let in is said again in the same
// words. The first byte says which.
#include "tests/fuzz/require.h"
#include "together/follower.h"
#include "together/invitation.h"
#include "together/messages.h"

using namespace ghostline;
using namespace ghostline::together;

namespace {

void followed(const SharedState& state)
{
    for (const std::int64_t later : {0, 1, 1'000'000'000}) {
        const HostInstant now = state.clock + std::chrono::microseconds{later};
        const model::Micros at = state.placeAt(now);
        fuzz::require(at >= model::Micros{} && at <= state.duration);
        const FollowStep step = Follower().next(state, now, {at, true, state.duration});
        fuzz::require(step.place >= model::Micros{} && step.place <= state.duration);
    }
}

void message(QByteArrayView bytes)
{
    const auto read = decode(bytes);
    if (!read) {
        fuzz::require(fuzz::explained(read.error()));
        return;
    }
    if (const auto* state = std::get_if<StateMessage>(&*read))
        followed(state->state);
    const QByteArray again = encode(*read);
    const auto second = decode(again);
    if (!second)
        fuzz::requireNone(second.error().message);
    fuzz::require(*second == *read && encode(*second) == again);
}

void invitation(QByteArrayView bytes)
{
    const auto read = parseInvitation(QString::fromUtf8(bytes));
    if (!read) {
        fuzz::require(fuzz::explained(read.error()));
        return;
    }
    fuzz::require(read->socketAddress().isValid());
    const auto second = parseInvitation(read->text());
    fuzz::require(second && *second == *read);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0 || size > fuzz::MaxInput)
        return 0;
    // A block of its own: reads past it are seen.
    const QByteArray copy(reinterpret_cast<const char*>(data) + 1, static_cast<qsizetype>(size) - 1);
    if (data[0] == 'i')
        invitation(copy);
    else
        message(copy);
    return 0;
}
