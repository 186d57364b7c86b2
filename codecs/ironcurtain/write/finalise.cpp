// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of a finalised file: header, metadata, embedded resources.
#include "codecs/ironcurtain/write/finaliser.h"

#include <QJsonDocument>

#include <limits>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::uint64_t CopyBlock = std::uint64_t{1} << 20;

/// A store wants to own its file; here the caller does.
std::shared_ptr<const ReplayFile> borrowed(const ReplayFile& file)
{
    return {std::shared_ptr<void>(), &file};
}

const char* modeName(DeltaMode mode) { return mode == DeltaMode::Chained ? "chained" : "cumulative"; }

} // namespace

Finaliser::Finaliser(const ReplayFile& source, const FinaliseRequest& request, model::AtomicFile out,
                     const std::stop_token& stop)
    : m_source(source), m_request(request), m_stop(stop), m_out(std::move(out)), m_store(borrowed(source)),
      m_total(source.lastTick())
{
    m_header.totalTicks = m_total;
    m_header.lostFrames = source.header().lostFrames;
    m_header.flags = source.header().flags & Incomplete;
}

Result<model::DiagnosticList> Finaliser::run()
{
    using Part = Done (Finaliser::*)();
    // Signatures and metadata depend on each other, so the former are gathered first.
    constexpr Part Parts[] = {&Finaliser::prepareSignatures, &Finaliser::writeMetadata,
                              &Finaliser::writeOrders,       &Finaliser::writeKeyframes,
                              &Finaliser::writeEvents,       &Finaliser::writeVoice,
                              &Finaliser::writeSignatures,   &Finaliser::writeEmbedded,
                              &Finaliser::findFinalHash,     &Finaliser::writeHeader};
    const Bytes room(HeaderBytes);
    if (auto written = write(room); !written)
        return tl::unexpected(std::move(written.error()));
    for (const Part part : Parts) {
        if (auto done = (this->*part)(); !done)
            return tl::unexpected(std::move(done.error()));
    }
    if (auto committed = m_out.commit(); !committed)
        return tl::unexpected(std::move(committed.error()));
    return std::move(m_notes);
}

Result<void> Finaliser::step(std::uint64_t bytes)
{
    m_done += bytes;
    const double all = static_cast<double>(std::max<std::uint64_t>(m_source.bytes(), 1));
    const bool goOn =
        !m_stop.stop_requested() &&
        (!m_request.progress || m_request.progress(std::min(static_cast<double>(m_done) / all, 1.0)));
    if (!goOn)
        return model::fail(ErrorCode::Cancelled, QStringLiteral("writing was cancelled"));
    return {};
}

void Finaliser::note(const QString& code, QString message, std::optional<std::uint64_t> offset,
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

bool Finaliser::intact(const SectionPlace& place) const
{
    return place.offset >= HeaderBytes && std::uint64_t{place.offset} + place.length <= m_source.bytes();
}

Result<void> Finaliser::place(SectionPlace& section, std::uint64_t begin)
{
    constexpr std::uint64_t Most = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t end = m_out.position();
    if (begin > Most || end - begin > Most)
        return model::fail(
            ErrorCode::WriteFailed,
            QStringLiteral("a finalised file cannot be larger than 4 GiB: the recording stays a "
                           "journal"));
    section = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
    return {};
}

Result<void> Finaliser::copy(std::uint64_t offset, std::uint64_t length)
{
    while (length > 0) {
        const auto bytes = m_source.read(offset, std::min(length, CopyBlock), m_stop);
        if (!bytes)
            return tl::unexpected(bytes.error());
        if (bytes->empty())
            return model::fail(ErrorCode::Changed, QStringLiteral("the source has become shorter"),
                               {.offset = offset});
        if (auto written = write(*bytes); !written)
            return written;
        offset += bytes->size();
        length -= bytes->size();
    }
    return {};
}

Result<void> Finaliser::writeMetadata()
{
    const Metadata& known = m_source.metadata();
    QJsonObject json = known.json;
    for (auto key = m_request.metadata.begin(); key != m_request.metadata.end(); ++key)
        json[key.key()] = key.value();
    if (known.totalTicks != m_total) {
        json[QLatin1String("total_ticks")] = static_cast<qint64>(m_total);
        json[QLatin1String("duration_seconds")] =
            static_cast<qint64>(m_total * static_cast<SimTick>(known.msPerTick()) / 1000);
    }
    const bool isSigned = !m_signatures.empty();
    if (json.contains(QLatin1String("signed")) || isSigned || m_source.header().has(Signed))
        json[QLatin1String("signed")] = isSigned;
    if (m_request.deltas != DeltaMode::Unknown) {
        QJsonObject own = json[QLatin1String("ic_viewer")].toObject();
        own[QLatin1String("delta_mode")] = QLatin1String(modeName(m_request.deltas));
        json[QLatin1String("ic_viewer")] = own;
    }
    const std::uint64_t begin = m_out.position();
    const SectionPlace& old = m_source.header().metadata;
    if (json == known.json && !json.isEmpty()) {
        // As it is, to the byte: a number may be longer than a parsed one can hold.
        if (auto copied = copy(old.offset, old.length); !copied)
            return copied;
        return place(m_header.metadata, begin);
    }
    const QByteArray text = QJsonDocument(json).toJson(QJsonDocument::Compact);
    if (static_cast<std::uint64_t>(text.size()) > MaxMetadataBytes)
        return model::fail(ErrorCode::LimitExceeded, QStringLiteral("the metadata is larger than 1 MB"));
    if (auto written =
            write(std::as_bytes(std::span(text.constData(), static_cast<std::size_t>(text.size()))));
        !written)
        return written;
    return place(m_header.metadata, begin);
}

Result<void> Finaliser::writeEmbedded()
{
    const SectionPlace& old = m_source.header().embedded;
    if (old.offset == 0)
        return {};
    if (!intact(old)) {
        note(QStringLiteral("embedded-lost"),
             QStringLiteral("the embedded resources are cut off and left out"), old.offset);
        return {};
    }
    const std::uint64_t begin = m_out.position();
    if (auto copied = copy(old.offset, old.length); !copied)
        return copied;
    return place(m_header.embedded, begin);
}

Result<void> Finaliser::writeHeader() { return m_out.writeAt(0, encodeHeader(m_header)); }

Result<model::DiagnosticList> finalise(const ReplayFile& source, const FinaliseRequest& request,
                                       const std::stop_token& stop)
{
    const Metadata& metadata = source.metadata();
    if (request.deltas != DeltaMode::Unknown && (!metadata.layoutKnown() || !metadata.hashKnown()))
        return model::fail(
            ErrorCode::Unsupported,
            QStringLiteral("the layout or the hash of these snapshots is unknown, so that deltas "
                           "cannot be made anew"));
    auto out = model::AtomicFile::create(request.path);
    if (!out)
        return tl::unexpected(std::move(out.error()));
    return Finaliser(source, request, std::move(*out), stop).run();
}

} // namespace ghostline::ironcurtain
