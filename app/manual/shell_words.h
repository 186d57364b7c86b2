// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the three shells' completions have in common.
#include "app/manual/program.h"

namespace ghostline::manual {

/// A word that the shell takes as it stands.
inline QString quoted(QString text) { return u'\'' + text.replace(u'\'', QLatin1String("'\\''")) + u'\''; }

/// The program's name as a part of the name of a shell function.
inline QString functionName(const Program& program) { return QString(program.name).replace(u'-', u'_'); }

/// First line of each file.
inline QString written(const Program& program)
{
    return QLatin1String("# Completion of %1; written from the program's own parser, do not edit.\n")
        .arg(program.name);
}

/// The program itself and then its verbs.
inline std::vector<const Command*> commands(const Program& program)
{
    std::vector<const Command*> all{&program.self};
    all.reserve(program.verbs.size() + 1);
    for (const Command& verb : program.verbs)
        all.push_back(&verb);
    return all;
}

} // namespace ghostline::manual
