// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/write_verbs.h"

#include "app/cli/number_checks.h"
#include "app/cli/parser_options.h"
#include "app/cli/verb_compact.h"
#include "app/cli/verb_convert.h"
#include "app/cli/verb_record.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

void addWriting(VerbMaker& make)
{
    const auto convert = std::make_shared<WriteArguments>();
    CLI::App* sub =
        make.verb("convert", "Write a recording, or part of it, to a new file", convert, &runConvert);
    make.replay(sub, *convert);
    make.output(sub, convert->output, "The file to write");
    range(sub, convert->from, convert->to);
    text(sub, "--format", convert->format, "Codec to write with; else by the name of OUT")->type_name("ID");
    text(sub, "--window", convert->window, "Writer option `window`, seconds")->type_name("SECONDS");
    text(sub, "--keyframe-interval", convert->keyframeInterval, "Writer option `keyframe_interval`, frames")
        ->type_name("N");
    sub->add_flag("--force", convert->force, "Replace OUT if it exists");
    make.examples(sub, {{u"convert drive.log part.log --from 10 --to 25"_s,
                         u"Fifteen seconds of it as a recording of their own"_s}});

    const auto repair = std::make_shared<WriteArguments>();
    sub = make.verb("repair", "Write what is readable of a damaged recording to a new file", repair,
                    &runRepair);
    make.replay(sub, *repair);
    make.output(sub, repair->output, "The file to write; of a recording in a folder, a new folder");
    sub->add_flag("--force", repair->force, "Replace OUT if it exists");
    make.examples(sub,
                  {{u"repair damaged.log mended.log"_s, u"All of damaged.log that can still be read"_s}});
}

void addCompact(VerbMaker& make)
{
    const auto compact = std::make_shared<CompactArguments>();
    CLI::App* sub = make.verb(
        "compact", "Write a finished recording as small as it goes, with what was noted beside it, verified",
        compact, &runCompact);
    make.replay(sub, *compact);
    make.output(sub, compact->output, "The file to write");
    CLI::Option* metadata =
        text(sub, "--metadata", compact->metadata, "Add this JSON object to the recording's own metadata")
            ->type_name("FILE.json");
    make.offer(metadata, manual::Offer::File);
    sub->add_flag("--force", compact->force, "Replace OUT if it exists");
    make.examples(sub, {{u"compact runs/4711 small/4711 --metadata season.json"_s,
                         u"A finished run as one file, for the archive, with more about it"_s}});
}

void addRecording(VerbMaker& make)
{
    const auto record = std::make_shared<RecordArguments>();
    CLI::App* sub = make.verb("record", "Watch a running game, and write what it showed when it ends", record,
                              &runRecord);
    make.replay(sub, *record, "Address of the game: http://HOST:6721/session");
    make.offer(text(sub, "-o,--output", record->output, "The file to write")->type_name("OUT")->required(),
               manual::Offer::File);
    sub->add_option("--seconds", record->seconds,
                    "End after so long; without, at Ctrl+C or when another match begins")
        ->type_name("N")
        ->check(aboveZero());
    sub->add_flag("--force", record->force, "Replace OUT if it exists");
    make.examples(sub, {{u"record http://127.0.0.1:6721/session -o OUT"_s,
                         u"The match that is being played on this machine, until Ctrl+C"_s}});
}

} // namespace

void addWriteVerbs(VerbMaker& make)
{
    addWriting(make);
    addCompact(make);
    addRecording(make);
}

} // namespace ghostline::app
