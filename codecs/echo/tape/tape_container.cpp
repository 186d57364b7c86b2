// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_container.h"

#include "codecs/echo/tape/proto_writer.h"
#include "codecs/echo/tape/tape_blocks.h"

#include <zstd.h>

namespace ghostline::echo::tape {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t EntryBytes = 8;

model::Error noMemory()
{
    return {ErrorCode::WriteFailed, QStringLiteral("there is no memory to pack the recording"), {}, {}, {}};
}

} // namespace

struct ContainerWriter::Context
{
    std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> zstd{ZSTD_createCCtx(), &ZSTD_freeCCtx};
};

ContainerWriter::ContainerWriter(model::AtomicFile& out, bool packed, int level)
    : m_out(out), m_packed(packed), m_context(std::make_unique<Context>())
{
    if (m_context->zstd == nullptr)
        return; // which closeBlock() tells
    ZSTD_CCtx_setParameter(m_context->zstd.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(m_context->zstd.get(), ZSTD_c_checksumFlag, 1);
}

ContainerWriter::~ContainerWriter() = default;

Result<void> ContainerWriter::write(std::span<const std::byte> bytes)
{
    m_offset += bytes.size();
    return m_out.write(bytes);
}

Result<void> ContainerWriter::closeBlock()
{
    if (m_text.empty())
        return {};
    m_plain += m_text.size();
    if (!m_packed) {
        auto done = write(m_text);
        m_text.clear();
        return done;
    }
    if (m_context->zstd == nullptr)
        return tl::unexpected(noMemory());
    m_buffer.resize(ZSTD_compressBound(m_text.size()));
    const std::size_t size =
        ZSTD_compress2(m_context->zstd.get(), m_buffer.data(), m_buffer.size(), m_text.data(), m_text.size());
    if (ZSTD_isError(size) != 0U)
        return tl::unexpected(noMemory());
    m_sizes.push_back({static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(m_text.size())});
    m_text.clear();
    return write(std::span(m_buffer).first(size));
}

Result<void> ContainerWriter::finish()
{
    if (!m_packed)
        return {};
    std::vector<std::byte> table;
    ProtoWriter out(table);
    out.fixed32(TableMagic);
    out.fixed32(static_cast<std::uint32_t>(m_sizes.size() * EntryBytes + TableFooter));
    for (const BlockSize& block : m_sizes) {
        out.fixed32(block.packed);
        out.fixed32(block.plain);
    }
    out.fixed32(static_cast<std::uint32_t>(m_sizes.size()));
    out.byte(0); // no checksums in the table: the blocks have their own
    out.fixed32(TableEnd);
    return write(table);
}

} // namespace ghostline::echo::tape
