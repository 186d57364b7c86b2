// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the parts of a file.
#include "codecs/ironcurtain/container/damage.h"

namespace ghostline::ironcurtain {

QString sectionName(Section section)
{
    switch (section) {
    case Section::Header:
        return QStringLiteral("header");
    case Section::Metadata:
        return QStringLiteral("metadata");
    case Section::Orders:
        return QStringLiteral("orders");
    case Section::Keyframes:
        return QStringLiteral("keyframes");
    case Section::Events:
        return QStringLiteral("events");
    case Section::Voice:
        return QStringLiteral("voice");
    case Section::Signature:
        return QStringLiteral("signature");
    case Section::Embedded:
        return QStringLiteral("embedded");
    case Section::Journal:
        return QStringLiteral("journal");
    }
    return {};
}

} // namespace ghostline::ironcurtain
