// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every verb of the headless tool works with: where output goes, how replays are opened.
#include "app/cli/json_writer.h"
#include "model/base/error_text.h"
#include "model/base/exit_code.h"
#include "model/codec/find_recordings.h"
#include "model/codec/opening.h"
#include "model/codec/scene_reader.h"

#include <optional>

namespace ghostline::app {

using enum model::ExitCode;

struct Console
{
    TextSink out;
    TextSink err;
    /// Hands on what `out` holds back, for whoever reads along.
    std::function<void()> flush = [] {};
    /// Waits for more of standard input; empty at its end, and when stopped.
    std::function<model::Result<QByteArray>(const std::stop_token& stop)> read = [](const std::stop_token&) {
        return QByteArray();
    };
    /// From now on there is something to save when it is stopped: the program is not ended at once for taking
    /// its time then.
    std::function<void()> saves = [] {};
};

struct Session
{
    Console console;
    const model::CodecRegistry& registry;
    model::Opener open; ///< the registry's open(), replaced in tests
    std::stop_token stop;

    void print(const QString& text) const { console.out(text.toUtf8()); }
    void print(const QByteArray& text) const { console.out(text); }
    void print(const char* text) const { console.out(QByteArrayView(text)); }
};

/// Which surroundings are wanted, as it was typed.
struct SceneArguments
{
    QString path; ///< empty = look for the recording's own
    QStringList folders;
    QString radius;
    QString at;
};

/// What every verb that opens a replay understands.
struct ReplayArguments
{
    QString file;
    QStringList options; ///< NAME=VALUE
    SceneArguments scene{};
    bool json = false;
};

/// A whole replay: the source and its complete index.
struct Replay
{
    QString file; ///< as it is printed: of an address without user name and password
    std::shared_ptr<model::ReplaySource> source;
    std::shared_ptr<const model::ReplayIndex> index;

    const model::ReplayInfo& info() const { return *index->info; }
};

/// Splits NAME=VALUE; InvalidArgument when there is no name.
model::Result<model::Options> parseOptions(const QStringList& texts);
/// InvalidArgument where a figure is none.
model::Result<model::SceneChoice> sceneChoice(const SceneArguments& arguments);
/// InvalidArgument as from parseOptions() and sceneChoice(), so that a wrong wish is wrong for every verb.
model::Result<model::OpenOptions> openOptions(const Session& session, const ReplayArguments& arguments);
/// Opens and waits until the index is complete.
model::Result<Replay> openReplay(const Session& session, const ReplayArguments& arguments);
/// The same with options that are parsed already.
model::Result<Replay> openReplay(const Session& session, const QString& file, model::OpenOptions options);
/// Its two halves, so that several can be opened at once: without an index, and with the complete one.
model::Result<Replay> startReplay(const Session& session, const QString& file, model::OpenOptions options);
model::Result<void> awaitIndex(const Session& session, Replay& replay);

/// Seconds as the double nearest to the decimal number: 0.1, not 0.09999999999999999.
inline double exactSeconds(model::Micros t) { return static_cast<double>(t.count()) / 1e6; }

/// Frames whose time lies in [from, to]; an empty text leaves that end open. Beginning behind the last frame
/// is InvalidArgument.
model::Result<model::FrameRange> parseRange(const QString& from, const QString& to,
                                            const model::TimeAxis& axis);
/// Actors named as in model::actorsNamed(). Unknown ones are InvalidArgument.
model::Result<std::vector<model::ActorId>> findActors(const QStringList& wanted,
                                                      const model::ReplayInfo& info);

/// What may help, an indented line each; empty when nothing does.
QString adviceText(const Session& session, const model::Error& error);
/// Prints the error and what may help; ExitFailed.
int failWith(const Session& session, const model::Error& error, const QString& file = {});
/// Says on stderr what is lost, if anything; ExitLostData then, else ExitFine.
int finish(const Session& session, const Replay& replay);
/// Says on stderr what is lost of a file: what its diagnostics tell, else which frames.
void tellLost(const Session& session, const QString& file, const model::DiagnosticList& diagnostics,
              const model::SpanList& lost);

/// Says on stderr in which folders no recording lies.
void tellWithout(const Session& session, const model::FoundRecordings& found);

/// run.add(file) for every recording found, run.addError(file, error) for what is none, and run.end(), the
/// exit code. `stopped`: what is said where somebody stopped it.
template<typename Run>
int runOver(const Session& session, const model::FoundRecordings& found, Run& run, const QString& stopped)
{
    for (const model::Error& error : found.missing)
        run.addError(error.file, error);
    for (const QString& file : found.files) {
        if (!session.stop.stop_requested())
            run.add(file);
    }
    tellWithout(session, found);
    if (session.stop.stop_requested())
        return failWith(session, {model::ErrorCode::Cancelled, stopped});
    return run.end();
}

void writeDiagnostics(JsonWriter& json, const model::DiagnosticList& diagnostics);
void writeVerdicts(JsonWriter& json, const std::vector<model::Verdict>& verdicts);
void writeError(JsonWriter& json, const model::Error& error);
/// Opens an object of one file among several: "file" and "error", null = none.
void beginFile(JsonWriter& json, const QString& file, const model::Error* error = nullptr);
/// The line above what is printed of one file among several.
void printFileHeading(const Session& session, const QString& file, bool first);
/// Aligned lines "severity  place  code  message", indented.
QByteArray diagnosticsText(const model::DiagnosticList& diagnostics, int indent);
/// Lines "lost  frames 3 to 5: reason", indented.
QByteArray lostText(const model::SpanList& lost, int indent);
/// How many verdicts in the notes do not count since the file has other content.
QString outdatedText(int reviews);
QByteArray verdictsText(const std::vector<model::Verdict>& verdicts, int indent);

} // namespace ghostline::app
