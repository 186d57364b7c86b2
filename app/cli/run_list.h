// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Verbs over a list of recordings: one line of JSON each, in the order of the list, while it still comes in.
#include "app/cli/verbs.h"

namespace ghostline::app {

/// What a verb has to say of one recording.
struct Answer
{
    int code = ExitFine;                                ///< what the verb would end with for it alone
    bool lost = false;                                  ///< a part of it cannot be read
    std::optional<model::Error> error;                  ///< there is no answer
    std::function<void(JsonWriter&)> members = nullptr; ///< writes the answer into the line's object

    static Answer failed(const Session& session, const model::Error& error, const QString& file);
};

/// Called from several threads at once, each with a session of its own: its `stop` ends this recording, its
/// stderr is printed when it is the recording's turn.
using AnswerOne = std::function<Answer(const Session& session, const QString& file)>;

/// The exit code over all: one could not be opened, else one is flagged, else of one something is lost. Work
/// that does not heed its stop token is not given up.
int runList(const Session& session, const ListArguments& arguments, const QString& verb,
            const AnswerOne& answer);

/// InvalidArgument: the arguments ask for no list and have what only a list takes. None = all is well.
std::optional<model::Error> wrongWithoutList(const ListArguments& arguments);

} // namespace ghostline::app
