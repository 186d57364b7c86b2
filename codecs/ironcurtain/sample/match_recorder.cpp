// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/match_recorder.h"

#include "codecs/ironcurtain/write/finaliser.h"
#include "model/bytes/byte_sources.h"

#include <QFile>

#include <cstring>
#include <string_view>

namespace ghostline::ironcurtain {

bool SampleMatch::step()
{
    if (over())
        return false;
    m_tick = m_begun ? m_tick + 1 : 0;
    play(m_tick);
    m_begun = true;
    m_stateMade = false;
    return true;
}

const SimState& SampleMatch::state() const
{
    if (!m_stateMade)
        m_state = snapshot();
    m_stateMade = true;
    return m_state;
}

std::array<std::byte, 32> testKeySeed()
{
    constexpr std::string_view Words = "ghostline skirmish relay key, for tests only";
    return sha256({reinterpret_cast<const std::byte*>(Words.data()), Words.size()});
}

MatchRecorder::MatchRecorder(const QString& path, const WriteSettings& settings, bool journal)
    : m_path(path), m_journalPath(journal ? path : path + QStringLiteral(".journal")), m_settings(settings),
      m_signer(testKeySeed())
{
}

MatchRecorder::~MatchRecorder()
{
    if (m_writer && m_journalPath != m_path) {
        m_writer.reset();
        QFile::remove(m_journalPath);
    }
}

model::Result<std::unique_ptr<MatchRecorder>> MatchRecorder::create(const QString& path,
                                                                    const SampleMatch& match,
                                                                    const WriteSettings& settings,
                                                                    bool journal)
{
    std::unique_ptr<MatchRecorder> made(new MatchRecorder(path, settings, journal));
    auto writer = JournalWriter::create(made->m_journalPath, match.metadata(), settings,
                                        Signed | HasEvents | HasVoice, MillisecondsPerTick);
    if (!writer)
        return tl::unexpected(writer.error());
    made->m_writer = std::move(*writer);
    return made;
}

model::Result<void> MatchRecorder::sign(SimTick tick, const StateHash& hash)
{
    m_signedAt = tick;
    return m_writer->sign(m_signer.relay(), m_signer.sign(tick, hash, 0));
}

bool MatchRecorder::needsHash(const SampleMatch& match) const
{
    return match.tick() % m_settings.signEvery == 0 || match.tick() % m_settings.keyframeEvery == 0;
}

model::Result<void> MatchRecorder::take(const SampleMatch& match, const StateHash* hash)
{
    const SimTick tick = match.tick();
    if (tick % m_settings.keyframeEvery == 0) {
        if (auto done = m_writer->keyframe(match.state()); !done)
            return done;
    }
    m_frame = match.orders();
    if (hash) {
        std::memcpy(&m_frame.stateHash, hash->data(), sizeof m_frame.stateHash);
        if (tick % m_settings.signEvery == 0) {
            if (auto done = sign(tick, *hash); !done)
                return done;
        }
    }
    if (auto done = m_writer->frame(m_frame); !done)
        return done;
    for (const AnalysisEvent& event : match.events()) {
        if (auto done = m_writer->event(event); !done)
            return done;
    }
    return {};
}

model::Result<void> MatchRecorder::finish(const SampleMatch& match)
{
    if (!m_signedAt || *m_signedAt != match.tick()) {
        if (auto done = sign(match.tick(), stateHash(match.state())); !done)
            return done;
    }
    for (const SampleMatch::Talk& talk : match.talk()) {
        if (auto done = m_writer->voice(talk.player, talk.consented, talk.frames); !done)
            return done;
    }
    if (auto done = m_writer->close(); !done)
        return done;
    m_writer.reset();
    if (m_journalPath == m_path)
        return {};
    const std::stop_token never;
    auto bytes = model::openFile(m_journalPath);
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto file = ReplayFile::open(std::move(*bytes), {}, never);
    if (!file)
        return tl::unexpected(file.error());
    FinaliseRequest request;
    request.path = m_path;
    request.metadata = match.metadata();
    const auto notes = finalise(**file, request, never);
    file->reset();
    QFile::remove(m_journalPath);
    if (!notes)
        return tl::unexpected(notes.error());
    return {};
}

model::Result<void> record(SampleMatch& match, const WriteSettings& settings, const QString& path,
                           bool journal)
{
    auto recorder = MatchRecorder::create(path, match, settings, journal);
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
