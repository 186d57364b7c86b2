// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program_verbs.h"

#include "app/cli/number_checks.h"
#include "app/cli/parser_options.h"
#include "app/cli/verb_bench.h"
#include "app/cli/verb_codecs.h"
#include "app/cli/verb_host.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

void addHosting(VerbMaker& make)
{
    const auto host = std::make_shared<HostArguments>();
    CLI::App* sub = make.verb("host", "Let others watch it together with each other, at their own machines",
                              host, &runHost);
    make.replay(sub, *host);
    text(sub, "--listen", host->listen,
         "Who can reach it: an address of this machine, or `all`; without, this machine alone")
        ->type_name("ADDRESS");
    sub->add_option("--port", host->port, "Listen there; where it is taken, on one of the next")
        ->type_name("N")
        ->check(between(1, 65'535));
    CLI::Option* code =
        text(sub, "--code-file", host->codeFile, "Take the code from this file instead of making one up")
            ->type_name("FILE")
            ->check(CLI::ExistingFile);
    CLI::Option* certificate = text(sub, "--certificate", host->certificate, "Encrypt, with this certificate")
                                   ->type_name("FILE.pem")
                                   ->check(CLI::ExistingFile);
    CLI::Option* key = text(sub, "--key", host->key, "The certificate's key, without a password")
                           ->type_name("FILE.pem")
                           ->check(CLI::ExistingFile);
    key->needs(certificate);
    certificate->needs(key);
    for (const CLI::Option* file : {code, certificate, key})
        make.offer(file, manual::Offer::File);
    text(sub, "--name", host->name, "What it is called in the list of people")->type_name("NAME");
    sub->add_option("--guests", host->guests, "So many at most")->type_name("N")->check(between(1, 50));
    sub->add_flag("--offer", host->offer, "Who does not have the recording may fetch it from here");
    sub->add_flag("--without-drawing", host->withoutDrawing, "Guests neither point nor draw");
    sub->add_flag("--without-chat", host->withoutChat, "Guests do not write to each other");
    make.examples(sub, {{u"host drive.log"_s, u"Prints the line that others on this machine paste"_s},
                        {u"host drive.log --listen all --offer"_s,
                         u"For everybody on the network, with the file for who does not have it"_s}});
}

void addMeasuring(VerbMaker& make)
{
    const auto bench = std::make_shared<BenchArguments>();
    CLI::App* sub = make.verb("bench", "How fast this recording opens, decodes and seeks", bench, &runBench);
    make.replay(sub, *bench);
    sub->add_option("--targets", bench->targets, "Random places to seek to")
        ->capture_default_str()
        ->type_name("N")
        ->check(between(1, 1'000'000));
    sub->add_option("--cache", bench->cacheMegabytes, "Cache budget in MiB")
        ->capture_default_str()
        ->type_name("MIB")
        ->check(between(1, 1 << 20));
    make.examples(sub, {{u"bench short.log --targets 100"_s,
                         u"How long opening, decoding and a hundred random seeks take"_s}});

    const auto codecs = std::make_shared<CodecsArguments>();
    sub = make.verb("codecs", "Which formats are known, their options and reports, and what failed to load",
                    codecs, &runCodecs);
    make.examples(
        sub, {{u"codecs"_s, u"Which formats there are, and what --option and `report` take for each"_s}});
}

} // namespace

void addProgramVerbs(VerbMaker& make)
{
    addHosting(make);
    addMeasuring(make);
}

} // namespace ghostline::app
