// SPDX-License-Identifier: GPL-3.0-or-later
// The relay's signatures go over as they are, or not at all: a finalised file is signed to its last tick.
#include "codecs/ironcurtain/write/finaliser.h"

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

Result<void> Finaliser::prepareSignatures()
{
    if (m_source.form() == ReplayFile::Form::Journal)
        return prepareFromJournal();
    const Header& old = m_source.header();
    if (!old.has(Signed))
        return {};
    auto bytes = m_source.signatureSection(m_stop);
    if (!bytes && !aboutContent(bytes.error()))
        return tl::unexpected(std::move(bytes.error()));
    const auto parsed = bytes ? parseSignatureSection(*bytes, old.signature.offset)
                              : Result<Signatures>(tl::unexpected(bytes.error()));
    if (!parsed || parsed->entries.empty() || old.totalTicks != m_total) {
        note(QStringLiteral("signatures-left-out"),
             QStringLiteral(
                 "the relay's signatures cannot be read and are left out: the file counts as unsigned"),
             old.signature.offset);
        return {};
    }
    m_signatures = std::move(*bytes);
    return {};
}

Result<void> Finaliser::prepareFromJournal()
{
    const auto chunks = m_source.chunks(ChunkKind::Signatures, m_stop);
    if (!chunks)
        return tl::unexpected(chunks.error());
    Signatures all;
    for (const ChunkEntry& chunk : *chunks) {
        const auto payload = readable(chunk);
        if (!payload)
            return tl::unexpected(payload.error());
        const auto added =
            *payload ? appendSignatureChunk(all, **payload, chunk.offset + ChunkHeadBytes) : Done();
        if (!added)
            note(QStringLiteral("signatures-left-out"), added.error().message, chunk.offset);
    }
    if (all.entries.empty())
        return {};
    const SimTick last = all.entries.back().tick;
    if (last != m_total) {
        note(QStringLiteral("signatures-left-out"),
             QStringLiteral(
                 "the relay's signatures end at tick %1, the recording at %2: a finalised file is signed "
                 "to its last tick, so they are left out; the journal keeps them")
                 .arg(last)
                 .arg(m_total),
             {}, last);
        return {};
    }
    const ChainResult chain = verifyChain(all, [this](double) { return !m_stop.stop_requested(); });
    if (m_stop.stop_requested())
        return model::fail(ErrorCode::Cancelled, QStringLiteral("writing was cancelled"));
    if (chain.brokenAt) {
        note(
            QStringLiteral("signatures-left-out"),
            QStringLiteral("the chain of the relay's signatures breaks at tick %1, so they are left out; the "
                           "journal keeps them")
                .arg(*chain.brokenAt),
            {}, *chain.brokenAt);
        return {};
    }
    m_lastSigned = all.entries.back().stateHash;
    m_signatures = encodeSignatureSection(all);
    return {};
}

Result<void> Finaliser::writeSignatures()
{
    if (m_signatures.empty())
        return {};
    const std::uint64_t begin = m_out.position();
    if (auto written = write(m_signatures); !written)
        return written;
    m_header.flags |= Signed;
    return place(m_header.signature, begin);
}

} // namespace ghostline::ironcurtain
