// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/write/finalised_file.h"

#include <algorithm>
#include <limits>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::uint64_t CopyBlock = std::uint64_t{1} << 20;

} // namespace

Result<void> FinalisedFile::copy(std::uint64_t offset, std::uint64_t length)
{
    while (length > 0) {
        const auto bytes = m_source.read(offset, std::min(length, CopyBlock), m_stop);
        if (!bytes)
            return tl::unexpected(bytes.error());
        if (bytes->empty())
            return model::fail(ErrorCode::Changed,
                               model::Sentence::of(QStringLiteral("the source has become shorter")),
                               {.offset = offset});
        if (auto written = write(*bytes); !written)
            return written;
        offset += bytes->size();
        length -= bytes->size();
    }
    return {};
}

Result<void> FinalisedFile::place(SectionExtent& section, std::uint64_t begin)
{
    constexpr std::uint64_t Most = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t end = m_out.position();
    if (begin > Most || end - begin > Most)
        return model::fail(ErrorCode::WriteFailed,
                           model::Sentence::of(QStringLiteral(
                               "a finalised file cannot be larger than 4 GiB: the recording stays a "
                               "journal")));
    section = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
    return {};
}

Result<void> FinalisedFile::step(std::uint64_t bytes)
{
    m_done += bytes;
    const double all = static_cast<double>(std::max<std::uint64_t>(m_source.bytes(), 1));
    const bool goOn = !m_stop.stop_requested() &&
                      (!m_progress || m_progress(std::min(static_cast<double>(m_done) / all, 1.0)));
    if (!goOn)
        return model::cancelled(QStringLiteral("writing was cancelled"));
    return {};
}

void FinalisedFile::note(const QString& code, QString message, std::optional<std::uint64_t> offset,
                         std::optional<SimTick> tick)
{
    model::Diagnostic& said = m_notes.emplace_back();
    said.severity = model::Severity::Warning;
    said.code = code;
    said.message = std::move(message);
    said.where.offset = offset;
    if (tick)
        said.where.frame = static_cast<std::int64_t>(*tick);
}

} // namespace ghostline::ironcurtain
