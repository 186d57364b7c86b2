// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/story/vote_words.h"

namespace ghostline::ironcurtain {

QString kickWords(KickReason why)
{
    switch (why) {
    case KickReason::Afk:
        return QStringLiteral("away from keyboard");
    case KickReason::Griefing:
        return QStringLiteral("griefing");
    case KickReason::AbusiveCommunication:
        return QStringLiteral("abusive communication");
    case KickReason::Other:
        break;
    }
    return QStringLiteral("other reasons");
}

QString failWords(VoteFailReason why)
{
    switch (why) {
    case VoteFailReason::TimerExpired:
        return QStringLiteral("time ran out");
    case VoteFailReason::ThresholdImpossible:
        return QStringLiteral("too few could still say yes");
    case VoteFailReason::ProposerLeft:
        break;
    }
    return QStringLiteral("the proposer left");
}

} // namespace ghostline::ironcurtain
