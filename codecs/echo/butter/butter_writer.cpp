// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_writer.h"

#include "codecs/echo/butter/butter_chunks.h"
#include "codecs/echo/butter/butter_frame_writer.h"

#include <QJsonObject>

#include <algorithm>

namespace ghostline::echo {

namespace encode {

const char* fieldGroupName(FieldGroup group)
{
    static constexpr std::array<const char*, FieldGroups> Names{"frame_header",
                                                                "status",
                                                                "pause",
                                                                "last_score",
                                                                "last_throw",
                                                                "vr_player",
                                                                "disc",
                                                                "payload",
                                                                "rules",
                                                                "teams.stats",
                                                                "players.flags",
                                                                "players.stats",
                                                                "players.ping_holding",
                                                                "players.velocity",
                                                                "players.positions",
                                                                "players.rotations",
                                                                "bones.masks",
                                                                "bones.positions",
                                                                "bones.rotations"};
    return Names[static_cast<std::size_t>(group)];
}

} // namespace encode

using encode::append;
using encode::asciiName;
using encode::ButterChunks;
using encode::ButterFrameWriter;
using encode::ButterOutput;
using encode::Bytes;
using encode::FieldGroup;
using encode::fieldGroupName;
using encode::FieldGroups;
using encode::GroupBytes;
using encode::WriteLosses;
using model::DiagnosticList;
using model::ErrorCode;
using model::fail;
using model::Result;
using model::WriteReport;

namespace {

constexpr std::uint8_t Version = 3;
constexpr std::size_t LargestChunk = 32U << 20; ///< bytes before compression; a keyframe follows

class ButterWriter
{
public:
    ButterWriter(const WriteJob& job, const ButterOptions& options)
        : m_job(job), m_options(options), m_chunks(options), m_frames(job.header, *job.names, options.tight)
    {
    }

    Result<void> take(const FrameBlock& block, std::size_t first, std::size_t end)
    {
        for (std::size_t i = first; i < end; ++i) {
            if (m_job.stop.stop_requested())
                return cancelled();
            const bool key = m_frames.begin(block, i) || m_inChunk >= m_options.keyframeInterval ||
                             m_out.bytes().size() > LargestChunk;
            if (key && m_inChunk > 0) {
                auto closed = closeChunk();
                if (!closed)
                    return closed;
            }
            m_frames.write(key, m_out);
            ++m_inChunk;
            ++m_written;
            const auto total = std::max<model::FrameNumber>(m_job.total, m_written);
            if (m_job.progress && m_written % ProgressStep == 0 &&
                !m_job.progress(static_cast<double>(m_written) / static_cast<double>(total)))
                return cancelled();
        }
        return {};
    }

    Result<WriteReport> finish(model::AtomicFile& out)
    {
        if (m_written == 0)
            return fail(ErrorCode::InvalidArgument,
                        model::Sentence::of(QStringLiteral("there is no frame to write")));
        auto done = closeChunk();
        const Bytes header = headerBytes();
        const std::uint64_t start = out.position();
        if (done)
            done = out.write(header);
        if (done)
            done = m_chunks.writeTo(out);
        if (!done)
            return tl::unexpected(done.error());
        WriteReport report;
        report.bytes = out.position() - start;
        report.frames = m_written;
        report.details = details(report.bytes, header.size());
        report.notes = notes();
        return report;
    }

private:
    static constexpr model::FrameNumber ProgressStep = 64;

    static Result<void> cancelled() { return model::cancelled(QStringLiteral("cancelled")); }

    Result<void> closeChunk()
    {
        m_raw += m_out.bytes().size();
        auto added = m_chunks.add(m_out.bytes());
        m_out.clear();
        m_inChunk = 0;
        return added;
    }

    static void appendText(Bytes& out, std::string_view text)
    {
        for (const char letter : asciiName(text))
            append(out, static_cast<std::uint8_t>(letter));
        append(out, std::uint8_t{0});
    }

    static std::uint8_t limited(int value, int largest)
    {
        return static_cast<std::uint8_t>(std::clamp(value, 0, largest));
    }

    Bytes headerBytes() const
    {
        const MatchHeader& match = m_job.header;
        Bytes out;
        append(out, Version);
        append(out, static_cast<std::uint16_t>(m_options.keyframeInterval));
        append(out, m_chunks.code());
        appendText(out, match.client.toStdString());
        QByteArray session = QByteArray::fromHex(match.sessionId.toLatin1());
        session.resize(16, '\0');
        for (const char byte : session)
            append(out, static_cast<std::uint8_t>(byte));
        const QStringList address = match.sessionIp.split(u'.');
        for (qsizetype i = 0; i < 4; ++i)
            append(out, limited(address.value(i).toInt(), 255));
        const auto& roster = m_frames.roster();
        append(out, static_cast<std::uint8_t>(roster.size()));
        for (const std::int32_t person : roster)
            appendText(out, (*m_job.names)[person].name);
        for (const std::int32_t person : roster)
            append(out, (*m_job.names)[person].userId);
        for (const std::int32_t person : roster)
            append(out, limited((*m_job.names)[person].number, 255));
        for (const std::int32_t person : roster)
            append(out, limited((*m_job.names)[person].level, 255));
        append(out, limited(match.totalRounds, 255));
        append(out, static_cast<std::uint8_t>(limited(match.blueRoundScore, 15) |
                                              (limited(match.orangeRoundScore, 15) << 4)));
        append(out, static_cast<std::uint8_t>((static_cast<unsigned>(match.map) << 1) |
                                              (match.privateMatch ? 1U : 0U)));
        append(out, static_cast<std::uint32_t>(m_chunks.sizes().size()));
        for (const std::uint32_t size : m_chunks.sizes())
            append(out, size);
        return out;
    }

    QJsonObject details(std::uint64_t bytes, std::size_t header)
    {
        const auto frames = static_cast<double>(m_written);
        QJsonObject groups;
        const GroupBytes& counts = m_out.groups();
        for (std::size_t i = 0; i < FieldGroups; ++i)
            groups.insert(QLatin1String(fieldGroupName(static_cast<FieldGroup>(i))),
                          static_cast<double>(counts[i]) / frames);
        return {{QStringLiteral("frames"), static_cast<qint64>(m_written)},
                {QStringLiteral("bytes"), static_cast<qint64>(bytes)},
                {QStringLiteral("bytes_per_frame"), static_cast<double>(bytes) / frames},
                {QStringLiteral("header_bytes"), static_cast<qint64>(header)},
                {QStringLiteral("chunks"), static_cast<qint64>(m_chunks.sizes().size())},
                {QStringLiteral("uncompressed_bytes"), static_cast<qint64>(m_raw)},
                {QStringLiteral("uncompressed_bytes_per_frame"), static_cast<double>(m_raw) / frames},
                {QStringLiteral("level"), m_chunks.level()},
                {QStringLiteral("bytes_per_frame_by_group"), groups}};
    }

    DiagnosticList notes() const
    {
        const WriteLosses& lost = m_frames.losses();
        DiagnosticList out;
        const auto note = [&](std::uint64_t count, const char* code, const QString& text) {
            if (count > 0)
                out.push_back({model::Severity::Info,
                               QString::fromLatin1(code),
                               QString(text).replace(QLatin1String("%1"), QString::number(count)),
                               {}});
        };
        note(lost.numbers, "not-a-number", QStringLiteral("%1 numbers that were not finite were replaced"));
        note(lost.people, "too-many-people",
             QStringLiteral("the list of people holds 255: %1 times somebody is nameless"));
        note(lost.clocks, "no-clock", QStringLiteral("%1 frames had no game clock; it stays what it was"));
        note(lost.missingDiscs, "no-disc", QStringLiteral("%1 arena frames had no disc"));
        note(lost.discs, "disc-outside-arena",
             QStringLiteral("%1 frames had a disc, which the format only holds in the arena"));
        note(lost.scores, "score-outside-arena",
             QStringLiteral("%1 frames had a last goal, which the format only holds in the arena"));
        note(lost.goalTypes, "no-goal-type",
             QStringLiteral("%1 times a goal was of a kind that the format does not hold"));
        note(lost.rules, "rules-not-private",
             QStringLiteral("%1 frames had changed rules, which the format only holds in private matches"));
        note(lost.holding, "holding-outside-arena",
             QStringLiteral("%1 times hands held something, which the format only holds in the arena"));
        note(lost.payloads, "no-payload-place",
             QStringLiteral(
                 "%1 frames had a place or a multiplier of the payload, which the format does not hold"));
        note(lost.loadouts, "no-loadout",
             QStringLiteral("%1 times a loadout was unknown; the first is written"));
        note(lost.stats, "stats-ended",
             QStringLiteral("%1 times a player had no statistics any more; readers keep the last ones"));
        note(lost.bones, "too-many-bones", QStringLiteral("%1 skeletons beyond the 127th were left out"));
        note(lost.times, "clock-back",
             QStringLiteral("the recorder's clock went back %1 times; keyframes were put there"));
        for (const QString& name : m_job.header.teamNames) {
            if (!name.isEmpty()) {
                note(1, "no-team-names", QStringLiteral("names of teams are not written"));
                break;
            }
        }
        if (!m_job.header.unknownFields.isEmpty())
            note(1, "fields-left-out",
                 QStringLiteral("fields that the format does not hold are left out: %1")
                     .arg(m_job.header.unknownFields.join(QLatin1String(", "))));
        note(m_job.header.tournament ? 1 : 0, "no-tournament",
             QStringLiteral("that it is a tournament match is not written"));
        const auto& roster = m_frames.roster();
        const auto renamed = std::count_if(roster.begin(), roster.end(), [&](std::int32_t person) {
            const std::string& name = (*m_job.names)[person].name;
            return asciiName(name) != name;
        });
        note(static_cast<std::uint64_t>(renamed), "name-letters",
             QStringLiteral("%1 names have letters that the format does not hold; they became '?'"));
        return out;
    }

    const WriteJob& m_job;
    const ButterOptions& m_options;
    ButterChunks m_chunks;
    ButterFrameWriter m_frames;
    ButterOutput m_out;
    int m_inChunk = 0;
    model::FrameNumber m_written = 0;
    std::uint64_t m_raw = 0;
};

} // namespace

Result<WriteReport> writeButter(const WriteJob& job, const ButterOptions& options, model::AtomicFile& out)
{
    if (options.keyframeInterval < 1 || options.keyframeInterval > 65535)
        return fail(
            ErrorCode::InvalidArgument,
            QStringLiteral("a keyframe interval of %1 is not in 1 to 65535").arg(options.keyframeInterval));
    if (job.names == nullptr || !job.frames)
        return fail(ErrorCode::InvalidArgument, QStringLiteral("there is nothing to write"));
    ButterWriter writer(job, options);
    auto fed = job.frames([&](const FrameBlock& block, std::size_t first, std::size_t end) {
        return writer.take(block, first, end);
    });
    if (!fed)
        return tl::unexpected(fed.error());
    return writer.finish(out);
}

} // namespace ghostline::echo
