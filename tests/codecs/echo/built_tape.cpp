// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/built_tape.h"

#include "model/bytes/byte_sources.h"

#include <memory>
#include <zstd.h>

namespace ghostline::test {

namespace {

QByteArray littleEndian(std::uint32_t value)
{
    QByteArray out;
    for (unsigned i = 0; i < sizeof value; ++i)
        out.append(static_cast<char>(value >> (8U * i)));
    return out;
}

QByteArray envelope(std::uint32_t kind, const ProtoText& content)
{
    return record(ProtoText().message(kind, content));
}

} // namespace

ProtoText tapePose(float x, float y, float z)
{
    return ProtoText()
        .message(1, ProtoText().real(1, x).real(2, y).real(3, z))
        .message(2, ProtoText().real(4, 1.0F));
}

ProtoText tapePlayer(int slot, int flags, float x)
{
    ProtoText out;
    out.number(1, static_cast<std::uint64_t>(slot));
    for (std::uint32_t part = 2; part <= 5; ++part)
        out.message(part, tapePose(x, static_cast<float>(part), 0.0F));
    return out.number(7, static_cast<std::uint64_t>(flags));
}

ProtoText tapeEvent(std::uint32_t kind, const ProtoText& content)
{
    return ProtoText().message(kind, content);
}

ProtoText tapeJoined(int slot, const char* name, std::uint64_t account, int jersey, int level)
{
    return tapeEvent(20, ProtoText()
                             .number(1, static_cast<std::uint64_t>(slot))
                             .number(2, account)
                             .message(3, QByteArray(name))
                             .number(5, static_cast<std::uint64_t>(jersey))
                             .number(6, static_cast<std::uint64_t>(level)));
}

QByteArray tapeHeader(const ProtoText& arena)
{
    return envelope(1, ProtoText()
                           .message(1, QByteArray("id"))
                           .message(2, ProtoText().number(1, static_cast<std::uint64_t>(TapeStart)))
                           .number(3, 2)
                           .message(10, arena));
}

QByteArray tapeFrame(std::uint32_t number, std::uint32_t ms, const ProtoText& arena)
{
    const QByteArray always = ProtoText().number(1, 3).real(2, 100.0F).bytes();
    return envelope(2, ProtoText().number(1, number).number(2, ms).message(10, always + arena.bytes()));
}

QByteArray tapeFooter(std::uint32_t frames) { return envelope(3, ProtoText().number(1, frames)); }

QByteArray zstdFrame(const QByteArray& plain, bool withSize)
{
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_contentSizeFlag, withSize ? 1 : 0);
    QByteArray out(static_cast<qsizetype>(ZSTD_compressBound(static_cast<std::size_t>(plain.size()))), '\0');
    const std::size_t size = ZSTD_compress2(context.get(), out.data(), static_cast<std::size_t>(out.size()),
                                            plain.constData(), static_cast<std::size_t>(plain.size()));
    out.resize(static_cast<qsizetype>(size));
    return out;
}

QByteArray seekTable(const QList<QByteArray>& blocks, const QList<QByteArray>& plain)
{
    QByteArray body;
    for (qsizetype i = 0; i < blocks.size(); ++i)
        body += littleEndian(static_cast<std::uint32_t>(blocks[i].size())) +
                littleEndian(static_cast<std::uint32_t>(plain[i].size()));
    body += littleEndian(static_cast<std::uint32_t>(blocks.size())) + '\0' + littleEndian(0x8F92EAB1);
    return littleEndian(0x184D2A5E) + littleEndian(static_cast<std::uint32_t>(body.size())) + body;
}

model::Result<std::unique_ptr<echo::FrameFile>> openTapeBytes(const QByteArray& bytes)
{
    return echo::openTape(model::MemorySource::fromByteArray(bytes, QStringLiteral("memory.tape")), {});
}

} // namespace ghostline::test
