// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One command line run in process, without any plugin: what it printed and how it ended.
#include "app/cli/command_line.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace ghostline::test {

struct Outcome
{
    int code = -1;
    QByteArray out;
    QByteArray err;
    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

/// `open` makes the replay for each file named in the line; words are separated by single spaces.
inline Outcome runLine(const QString& line, const model::Opener& open)
{
    static const model::CodecRegistry none{QStringList{}};
    Outcome outcome;
    const app::Session session{{[&outcome](QByteArrayView text) { outcome.out += text; },
                                [&outcome](QByteArrayView text) { outcome.err += text; }},
                               none,
                               open,
                               {}};
    outcome.code = app::runCommandLine(line.split(u' '), session);
    return outcome;
}

} // namespace ghostline::test
