// SPDX-License-Identifier: GPL-3.0-or-later
// A made-up match on its way into a file.
#include "codecs/ironcurtain/sample/skirmish.h"

#include "model/byte_sources.h"

#include <QFile>
#include <QJsonObject>

#include <string_view>

namespace ghostline::ironcurtain {

namespace {

constexpr int MillisecondsPerTick = 67; // "slower"

} // namespace

std::array<std::byte, 32> testKeySeed()
{
    constexpr std::string_view Words = "ghostline skirmish relay key, for tests only";
    return sha256({reinterpret_cast<const std::byte*>(Words.data()), Words.size()});
}

struct MatchRecorder::Private
{
    QString path;
    QString journalPath;
    WriteSettings settings;
    bool journal = false;
    std::unique_ptr<JournalWriter> writer;
    ChainSigner signer{testKeySeed()};
    OrderFrame frame;
    std::optional<SimTick> signedAt;

    model::Result<void> sign(SimTick tick, const StateHash& hash)
    {
        signedAt = tick;
        return writer->sign(signer.relay(), signer.sign(tick, hash, 0));
    }
};

MatchRecorder::MatchRecorder(std::unique_ptr<Private> own) : d(std::move(own)) {}

MatchRecorder::~MatchRecorder()
{
    if (d->writer && !d->journal) {
        d->writer.reset();
        QFile::remove(d->journalPath);
    }
}

model::Result<std::unique_ptr<MatchRecorder>>
MatchRecorder::create(const QString& path, const Skirmish& match, const WriteSettings& settings, bool journal)
{
    auto own = std::make_unique<Private>();
    own->path = path;
    own->journal = journal;
    own->journalPath = journal ? path : path + QStringLiteral(".journal");
    own->settings = settings;
    auto writer = JournalWriter::create(own->journalPath, match.metadata(), settings,
                                        Signed | HasEvents | HasVoice, MillisecondsPerTick);
    if (!writer)
        return tl::unexpected(writer.error());
    own->writer = std::move(*writer);
    return std::unique_ptr<MatchRecorder>(new MatchRecorder(std::move(own)));
}

bool MatchRecorder::needsHash(const Skirmish& match) const
{
    return match.tick() % d->settings.signEvery == 0 || match.tick() % d->settings.keyframeEvery == 0;
}

model::Result<void> MatchRecorder::take(const Skirmish& match, const StateHash* hash)
{
    const SimTick tick = match.tick();
    if (tick % d->settings.keyframeEvery == 0) {
        if (auto done = d->writer->keyframe(match.state()); !done)
            return done;
    }
    d->frame = match.orders();
    if (hash) {
        std::memcpy(&d->frame.stateHash, hash->data(), sizeof d->frame.stateHash);
        if (tick % d->settings.signEvery == 0) {
            if (auto done = d->sign(tick, *hash); !done)
                return done;
        }
    }
    if (auto done = d->writer->frame(d->frame); !done)
        return done;
    for (const AnalysisEvent& event : match.events()) {
        if (auto done = d->writer->event(event); !done)
            return done;
    }
    return {};
}

model::Result<void> MatchRecorder::finish(const Skirmish& match)
{
    if (!d->signedAt || *d->signedAt != match.tick()) {
        if (auto done = d->sign(match.tick(), stateHash(match.state())); !done)
            return done;
    }
    for (const Skirmish::Talk& talk : match.talk()) {
        if (auto done = d->writer->voice(talk.player, talk.consented, talk.frames); !done)
            return done;
    }
    if (auto done = d->writer->close(); !done)
        return done;
    d->writer.reset();
    if (d->journal)
        return {};
    const std::stop_token never;
    auto bytes = model::openFile(d->journalPath);
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto file = ReplayFile::open(std::move(*bytes), {}, never);
    if (!file)
        return tl::unexpected(file.error());
    FinaliseRequest request;
    request.path = d->path;
    request.metadata = match.metadata();
    const auto notes = finalise(**file, request, never);
    file->reset();
    QFile::remove(d->journalPath);
    if (!notes)
        return tl::unexpected(notes.error());
    return {};
}

model::Result<void> recordSkirmish(const SkirmishSettings& settings, const WriteSettings& write,
                                   const QString& path, bool journal)
{
    Skirmish match(settings);
    auto recorder = MatchRecorder::create(path, match, write, journal);
    if (!recorder)
        return tl::unexpected(recorder.error());
    while (match.step()) {
        StateHash hash{};
        const bool wanted = (*recorder)->needsHash(match);
        if (wanted)
            hash = stateHash(match.state());
        if (auto done = (*recorder)->take(match, wanted ? &hash : nullptr); !done)
            return done;
    }
    return (*recorder)->finish(match);
}

} // namespace ghostline::ironcurtain
