// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes beside their meaning, by an encoder of its own: each entry both ways. And whole files: header,
// metadata, index and every chunk come back byte by byte.
#include "codecs/io/var_int.h"
#include "codecs/recording/format/header.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/format/metadata.h"
#include "codecs/recording/format/packed_read.h"
#include "tests/codecs/recording/event_fields.h"
#include "tests/codecs/recording/recording_bytes.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QtTest>

#include <set>
#include <zstd.h>

namespace tst_recording_vectors {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

QString folder() { return sharedData(QStringLiteral("recording/synthetic")); }

QByteArray fileBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject jsonFile(const char* name)
{
    return QJsonDocument::fromJson(fileBytes(folder() + u'/' + QLatin1String(name))).object();
}

QByteArray hexAt(const QJsonObject& row, const QString& key = QStringLiteral("hex"))
{
    return row.value(key).toString().toLatin1();
}

/// Reads all of `hex` with `read`; nothing when it does not fit exactly.
template<typename F>
auto exactly(const QByteArray& hex, F&& read)
    -> std::optional<decltype(read(std::declval<io::ByteCursor&>()))>
{
    const Bytes bytes = bytesOfHex(hex);
    io::ByteCursor in(bytes);
    auto value = read(in);
    if (!in.ok() || !in.atEnd())
        return std::nullopt;
    return value;
}

glm::dvec3 vectorOf(const QStringList& parts)
{
    return {parts.at(0).toDouble(), parts.at(1).toDouble(), parts.at(2).toDouble()};
}

Bytes unpack(std::span<const std::byte> packed, std::int32_t size, const QByteArray& dictionary)
{
    Bytes out(static_cast<std::size_t>(size));
    ZSTD_DCtx* context = ZSTD_createDCtx();
    const std::size_t got =
        ZSTD_decompress_usingDict(context, out.data(), out.size(), packed.data(), packed.size(),
                                  dictionary.constData(), static_cast<std::size_t>(dictionary.size()));
    ZSTD_freeDCtx(context);
    out.resize(ZSTD_isError(got) != 0 ? 0 : got);
    return out;
}

/// Reads a chunk event by event and writes it anew.
Bytes rewritten(Profile profile, const ChunkEntry& entry, const Bytes& raw, QString& problem)
{
    ChunkReader reader(profile, entry, raw, 0);
    const auto state = reader.snapshot();
    if (!state) {
        problem = state.error().message;
        return {};
    }
    ChunkWriter writer(profile, entry.startTick, *state ? &**state : nullptr);
    Event event;
    while (reader.nextTick()) {
        writer.beginTick(reader.tick());
        while (reader.nextEvent(event))
            writer.add(event);
    }
    if (reader.failure())
        problem = reader.failure()->message;
    return writer.finish();
}

} // namespace

class TestRecordingVectors : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        GHOSTLINE_REQUIRE_SHARED("recording/synthetic/vectors.json");
        m_all = jsonFile("vectors.json");
        const QStringList known{QStringLiteral("varint"),
                                QStringLiteral("varlong"),
                                QStringLiteral("zigzag_varlong"),
                                QStringLiteral("lp_pos"),
                                QStringLiteral("lp_vector3"),
                                QStringLiteral("block_position"),
                                QStringLiteral("events"),
                                QStringLiteral("bad_events"),
                                QStringLiteral("orientation"),
                                QStringLiteral("string_plain_utf8"),
                                QStringLiteral("nbt_kinds"),
                                QStringLiteral("modified_utf8"), // tst_nbt_real
                                QStringLiteral("nbt_nameless_empty_compound"),
                                QStringLiteral("nbt_named_hello_world")};
        for (const QString& key : m_all.keys())
            QVERIFY2(known.contains(key), qPrintable(key));
        QCOMPARE(m_all.size(), known.size());
    }

    void numbers()
    {
        const QJsonObject ints = m_all.value(QStringLiteral("varint")).toObject();
        for (auto it = ints.begin(); it != ints.end(); ++it) {
            const QByteArray hex = it.value().toString().toLatin1();
            Bytes out;
            io::writeVarInt(out, it.key().toInt());
            QCOMPARE(hexOf(out), hex);
            QCOMPARE(exactly(hex, io::readVarInt).value_or(12345), it.key().toInt());
        }
        const QJsonObject longs = m_all.value(QStringLiteral("varlong")).toObject();
        for (auto it = longs.begin(); it != longs.end(); ++it) {
            const QByteArray hex = it.value().toString().toLatin1();
            Bytes out;
            io::writeVarLong(out, it.key().toLongLong());
            QCOMPARE(hexOf(out), hex);
            QCOMPARE(qlonglong{exactly(hex, io::readVarLong).value_or(12345)}, it.key().toLongLong());
        }
        const QJsonObject zigzags = m_all.value(QStringLiteral("zigzag_varlong")).toObject();
        for (auto it = zigzags.begin(); it != zigzags.end(); ++it) {
            const QByteArray hex = it.value().toString().toLatin1();
            Bytes out;
            io::writeZigzag(out, it.key().toLongLong());
            QCOMPARE(hexOf(out), hex);
            QCOMPARE(qlonglong{exactly(hex, io::readZigzag).value_or(12345)}, it.key().toLongLong());
        }
        QVERIFY(ints.size() >= 8 && longs.size() >= 4 && zigzags.size() >= 6);
    }

    void moves()
    {
        const QJsonObject rows = m_all.value(QStringLiteral("lp_pos")).toObject();
        QVERIFY(rows.size() >= 3);
        static const QRegularExpression pattern(QStringLiteral("^(.*),(.*),(.*)\\|yaw=([^,]*),pitch=(\\S*)"));
        for (auto it = rows.begin(); it != rows.end(); ++it) {
            const QByteArray hex = it.value().toString().toLatin1();
            const auto match = pattern.match(it.key());
            QVERIFY2(match.hasMatch(), qPrintable(it.key()));
            const glm::dvec3 delta = vectorOf(match.capturedTexts().mid(1, 3));
            PackedMove move;
            for (int i = 0; i < 3; ++i)
                move.delta[static_cast<std::size_t>(i)] =
                    static_cast<std::int64_t>(roundJava(delta[i] * 4096.0));
            move.yaw = Angle::ofDegrees(match.captured(4).toDouble());
            move.pitch = Angle::ofDegrees(match.captured(5).toDouble());
            Bytes out;
            writePackedMove(out, move);
            QCOMPARE(hexOf(out), hex);
            const auto read = exactly(hex, packed::move);
            QVERIFY(read && *read == move);
        }
    }

    void vectors()
    {
        const QJsonObject rows = m_all.value(QStringLiteral("lp_vector3")).toObject();
        QVERIFY(rows.size() >= 8);
        for (auto it = rows.begin(); it != rows.end(); ++it) {
            const QByteArray hex = it.value().toString().toLatin1();
            const glm::dvec3 v = vectorOf(it.key().split(u','));
            Bytes out;
            writePackedVector(out, PackedVector::of(v));
            QCOMPARE(hexOf(out), hex);
            const auto read = exactly(hex, packed::vector);
            QVERIFY(read);
            const double scale = std::max({1.0, std::abs(v.x), std::abs(v.y), std::abs(v.z)}) + 1.0;
            QVERIFY(glm::length(read->value() - v) < scale / 16000.0);
        }
    }

    void blocksAndTexts()
    {
        const QJsonObject blocks = m_all.value(QStringLiteral("block_position")).toObject();
        QVERIFY(blocks.size() >= 5);
        for (auto it = blocks.begin(); it != blocks.end(); ++it) {
            const glm::ivec3 block(vectorOf(it.key().split(u',')));
            Bytes out;
            writeBe(out, packBlock(block));
            QCOMPARE(hexOf(out), it.value().toString().toLatin1());
            QVERIFY(unpackBlock(packBlock(block)) == block);
        }
        const QJsonObject texts = m_all.value(QStringLiteral("string_plain_utf8")).toObject();
        QVERIFY(texts.size() >= 3);
        for (auto it = texts.begin(); it != texts.end(); ++it) {
            const Bytes bytes = bytesOfHex(it.value().toString().toLatin1());
            io::ByteCursor in(bytes);
            QCOMPARE(textOf(readText(in)), it.key());
            QVERIFY(in.ok() && in.atEnd());
            Bytes out;
            const QByteArray utf8 = it.key().toUtf8();
            writeText(out, std::string_view(utf8.constData(), static_cast<std::size_t>(utf8.size())));
            QCOMPARE(hexOf(out), hexOf(bytes));
        }
    }

    void events()
    {
        const QJsonArray rows = m_all.value(QStringLiteral("events")).toArray();
        std::set<int> seen;
        for (const auto element : rows) {
            const QJsonObject row = element.toObject();
            const QString name = row.value(QStringLiteral("name")).toString();
            const QString profiles = row.value(QStringLiteral("profile")).toString();
            const Bytes bytes = bytesOfHex(hexAt(row));
            for (const auto& [profile, tag] :
                 {std::pair{Profile::S1, "S1"}, std::pair{Profile::H4, "H4"}, std::pair{Profile::H5, "H5"}}) {
                if (profiles != QStringLiteral("all") && !profiles.contains(QLatin1String(tag)))
                    continue;
                io::ByteCursor in(bytes);
                Event event;
                std::vector<Item> items;
                QString problem;
                QVERIFY2(readEvent(in, profile, event, items, problem), qPrintable(name + problem));
                QVERIFY2(in.atEnd(), qPrintable(name));
                QCOMPARE(eventName(event), name);
                QCOMPARE(eventId(event), row.value(QStringLiteral("id")).toInt());
                QCOMPARE(std::visit(Fields{}, event), row.value(QStringLiteral("fields")).toObject());
                QCOMPARE(hexOf(encoded(event, profile)), hexAt(row));
            }
            seen.insert(row.value(QStringLiteral("id")).toInt());
        }
        std::set<int> wanted{64, 65, 66, 67, 99};
        for (int id = 0; id <= 14; ++id)
            wanted.insert(id);
        QVERIFY(seen == wanted);
    }

    void badEvents()
    {
        const QJsonArray rows = m_all.value(QStringLiteral("bad_events")).toArray();
        QVERIFY(rows.size() >= 4);
        for (const auto element : rows) {
            const QJsonObject row = element.toObject();
            const Bytes bytes = bytesOfHex(hexAt(row));
            for (const Profile profile : {Profile::S1, Profile::H4, Profile::H5}) {
                io::ByteCursor in(bytes);
                Event event;
                std::vector<Item> items;
                QString problem;
                QVERIFY2(!readEvent(in, profile, event, items, problem), hexAt(row).constData());
                QVERIFY(!problem.isEmpty() && !in.ok());
            }
        }
    }

    void orientation()
    {
        const QJsonArray rows = m_all.value(QStringLiteral("orientation")).toArray();
        QVERIFY(rows.size() >= 4);
        for (const auto element : rows) {
            const QJsonObject row = element.toObject();
            const glm::quat q = lookRotation(row.value(QStringLiteral("yaw")).toDouble(),
                                             row.value(QStringLiteral("pitch")).toDouble());
            const QJsonArray wanted = row.value(QStringLiteral("quaternion_xyzw")).toArray();
            const float found[] = {q.x, q.y, q.z, q.w};
            for (int i = 0; i < 4; ++i)
                QVERIFY(std::abs(static_cast<double>(found[i]) - wanted.at(i).toDouble()) < 1e-6);
            const glm::vec3 forward = q * glm::vec3(0, 0, 1);
            const QJsonArray ahead = row.value(QStringLiteral("forward")).toArray();
            for (int i = 0; i < 3; ++i)
                QVERIFY(std::abs(static_cast<double>(forward[i]) - ahead.at(i).toDouble()) < 1e-6);
        }
    }

    void files_data()
    {
        QTest::addColumn<QString>("name");
        const QJsonObject expected = jsonFile("expected.json");
        QVERIFY(expected.size() >= 12);
        for (const QString& name : expected.keys())
            QTest::newRow(qPrintable(name)) << name;
    }
    /// Header, metadata, index and chunks of each file come back, and are what they are expected to be.
    void files()
    {
        QFETCH(QString, name);
        const QJsonObject expected = jsonFile("expected.json").value(name).toObject();
        const QString path = folder() + u'/' + name;
        const bool segmented = QFileInfo(path).isDir();
        const Bytes file = bytesOf(fileBytes(segmented ? path + QStringLiteral("/preamble.dat") : path));
        const auto header = parseHeader(file);
        QVERIFY2(header, header ? "" : qPrintable(header.error().message));
        QCOMPARE(header->version(), expected.value(QStringLiteral("profile")).toString().right(1).toInt());
        QCOMPARE(header->tickCount, expected.value(QStringLiteral("ticks")).toInt());
        const auto all = std::span<const std::byte>(file);
        QCOMPARE(hexOf(writeHeader(*header)), hexOf(all.first(HeaderBytes)));

        const auto metadata = all.subspan(HeaderBytes, static_cast<std::size_t>(header->metadataBytes));
        const auto tree = io::parseNbt(metadata);
        QVERIFY(tree);
        QStringList ignored;
        const Metadata known = readMetadata(*tree, &ignored);
        QCOMPARE(ignored, QStringList{});
        QCOMPARE(int(known.flags.size()), expected.value(QStringLiteral("metadata_flags")).toInt());
        Bytes again;
        io::writeNbt(again, metadataTree(known));
        QCOMPARE(hexOf(again), hexOf(metadata));

        const auto indexBytes =
            all.subspan(HeaderBytes + metadata.size(), static_cast<std::size_t>(header->indexBytes));
        const ChunkIndex index =
            parseIndex(indexBytes, *header, segmented ? Layout::Segmented : Layout::Compacted);
        QVERIFY2(index.problems.empty(), index.problems.empty() ? "" : qPrintable(index.problems[0].message));
        QCOMPARE(hexOf(writeIndex(index.chunks, header->profile)), hexOf(indexBytes));
        QCOMPARE(int(index.chunks.size()), expected.value(QStringLiteral("chunks")).toInt());
        compareChunks(*header, index.chunks, path, segmented, file, expected);
    }

private:
    void compareChunks(const Header& header, const std::vector<ChunkEntry>& chunks, const QString& path,
                       bool segmented, const Bytes& file, const QJsonObject& expected)
    {
        const QByteArray dictionary =
            header.dictionary != 0
                ? fileBytes(QStringLiteral("%1/dictionaries/%2.zdict").arg(folder()).arg(header.dictionary))
                : QByteArray();
        const QJsonArray sums = expected.value(QStringLiteral("chunk_sha256")).toArray();
        QCOMPARE(sums.size(), qsizetype(chunks.size()));
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            const ChunkEntry& entry = chunks[i];
            if (sums.at(qsizetype(i)).isNull())
                continue; // torn or missing
            const Bytes segment = segmented
                                      ? bytesOf(fileBytes(QStringLiteral("%1/segment-%2.dat")
                                                              .arg(path)
                                                              .arg(entry.segment(), 3, 10, QLatin1Char('0'))))
                                      : Bytes();
            const std::span<const std::byte> place = segmented ? segment : file;
            const auto at =
                segmented ? std::size_t{entry.offsetInSegment()} : static_cast<std::size_t>(entry.offset);
            const Bytes raw = unpack(place.subspan(at, static_cast<std::size_t>(entry.compressedBytes)),
                                     entry.rawBytes, dictionary);
            const QByteArray sum = QCryptographicHash::hash(
                QByteArray::fromRawData(reinterpret_cast<const char*>(raw.data()), qsizetype(raw.size())),
                QCryptographicHash::Sha256);
            QCOMPARE(QString::fromLatin1(sum.toHex()), sums.at(qsizetype(i)).toString());
            QString problem;
            const Bytes again = rewritten(header.profile, entry, raw, problem);
            QCOMPARE(problem, QString());
            QVERIFY2(again == raw, qPrintable(QStringLiteral("chunk %1 differs").arg(i)));
        }
    }

    QJsonObject m_all;
};

} // namespace tst_recording_vectors

GHOSTLINE_TEST(tst_recording_vectors, TestRecordingVectors)
#include "tst_recording_vectors.moc"
