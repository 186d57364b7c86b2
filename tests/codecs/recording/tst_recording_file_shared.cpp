// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings made by an encoder that is not ours: every chunk and every damage is what their truth says.
#include "codecs/recording/file/recording_file.h"
#include "tests/codecs/recording/recording_builder.h"
#include "tests/support/counted_source.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace tst_recording_file_shared {

using namespace ghostline;
using namespace ghostline::test;
using recording::RecordingFile;

namespace {

QJsonObject expected() { return sharedJson(QStringLiteral("recording/synthetic/expected.json")); }

QString sha(std::span<const std::byte> bytes)
{
    return QString::fromLatin1(
        QCryptographicHash::hash(toByteArray(bytes), QCryptographicHash::Sha256).toHex());
}

std::shared_ptr<const RecordingFile> openShared(const QString& name,
                                                std::shared_ptr<CountedSource>* counted = nullptr)
{
    QString path = sharedData(QStringLiteral("recording/synthetic/") + name);
    if (QFileInfo(path).isDir())
        path += QStringLiteral("/preamble.dat");
    auto source = model::openFile(path);
    if (!source)
        return nullptr;
    auto counter = std::make_shared<CountedSource>(std::move(*source));
    if (counted != nullptr)
        *counted = counter;
    return RecordingFile::open(counter).value_or(nullptr);
}

} // namespace

class TestRecordingFileShared : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void content_data()
    {
        QTest::addColumn<QString>("name");
        const QJsonObject all = expected();
        for (const QString& name : all.keys())
            QTest::newRow(qPrintable(name)) << name;
        if (all.isEmpty())
            QTest::newRow("none") << QString();
    }
    void content()
    {
        GHOSTLINE_REQUIRE_SHARED("recording/synthetic/expected.json");
        QFETCH(QString, name);
        const QJsonObject truth = expected()[name].toObject();
        std::shared_ptr<CountedSource> counted;
        const auto file = openShared(name, &counted);
        QVERIFY(file != nullptr);
        QCOMPARE(counted->counters()->reads.load(), std::uint64_t{1});
        const recording::FileDescription& about = file->description();
        QCOMPARE(file->header().tickCount, truth[QStringLiteral("ticks")].toInt());
        QCOMPARE(static_cast<int>(file->chunks().size()), truth[QStringLiteral("chunks")].toInt());
        const QMap<QString, int> versions{
            {QStringLiteral("S1"), 1}, {QStringLiteral("H4"), 4}, {QStringLiteral("H5"), 5}};
        QCOMPARE(file->header().version(), versions.value(truth[QStringLiteral("profile")].toString()));
        QCOMPARE(static_cast<int>(about.metadata.flags.size()),
                 truth[QStringLiteral("metadata_flags")].toInt());
        QVERIFY(about.metadataReadable && !about.salvaged && !about.barePreamble);

        QJsonArray snapshots;
        const QJsonArray sums = truth[QStringLiteral("chunk_sha256")].toArray();
        const auto all = file->readChunks(0, static_cast<int>(file->chunks().size()));
        QVERIFY(all.has_value());
        QCOMPARE(static_cast<qsizetype>(all->size()), sums.size());
        for (std::size_t i = 0; i < all->size(); ++i) {
            if (file->chunks()[i].hasSnapshot())
                snapshots.append(static_cast<int>(i));
            const auto& raw = (*all)[i];
            QCOMPARE(raw ? sha(*raw) : QString(), sums[static_cast<qsizetype>(i)].toString());
            if (!raw)
                QCOMPARE(raw.error().where.chunk, std::optional<std::int64_t>(i));
        }
        QCOMPARE(snapshots, truth[QStringLiteral("snapshots")].toArray());
        compareDamage(*file, truth[QStringLiteral("problems")].toArray());
    }

private:
    void compareDamage(const RecordingFile& file, const QJsonArray& problems)
    {
        const recording::FileDescription& about = file.description();
        std::size_t lost = 0;
        std::size_t unreferenced = 0;
        for (const auto& value : problems) {
            const QJsonObject problem = value.toObject();
            const QString kind = problem[QStringLiteral("kind")].toString();
            const int segment = problem[QStringLiteral("segment")].toInt();
            if (kind == QLatin1String("unreferenced")) {
                ++unreferenced;
                QVERIFY(std::count(about.unreferenced.begin(), about.unreferenced.end(), segment) == 1);
                compareSalvage(file, problem);
                continue;
            }
            ++lost;
            const int chunk = problem[QStringLiteral("chunk")].toInt();
            const auto& entry = file.chunks()[static_cast<std::size_t>(chunk)];
            QCOMPARE(entry.segment(), segment);
            QCOMPARE((QJsonArray{entry.startTick, entry.endTick() - 1}),
                     problem[QStringLiteral("lost_ticks")].toArray());
            const auto at = std::find_if(file.lostChunks().begin(), file.lostChunks().end(),
                                         [chunk](const auto& one) { return one.chunk == chunk; });
            QVERIFY(at != file.lostChunks().end());
            QCOMPARE(at->code, QStringLiteral("segment-") + kind);
        }
        QCOMPARE(file.lostChunks().size(), lost);
        QCOMPARE(about.unreferenced.size(), unreferenced);
        QCOMPARE(about.diagnostics.size(), lost + unreferenced);
    }
    void compareSalvage(const RecordingFile& file, const QJsonObject& problem)
    {
        const auto found = foundBehind(file);
        QVERIFY(!found.empty());
        QCOMPARE((QJsonArray{found.front().entry.startTick, found.back().entry.endTick() - 1}),
                 problem[QStringLiteral("salvage_ticks")].toArray());
        QJsonArray sums;
        for (const auto& chunk : found)
            sums.append(sha(chunk.raw));
        QCOMPARE(sums, problem[QStringLiteral("salvage_sha256")].toArray());
        QVERIFY(found.front().entry.hasSnapshot());
    }

private Q_SLOTS:
    /// Without their preambles the same folders give the same chunks.
    void withoutPreamble_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("unknown"); // the file is there, but not what it should be
        for (const char* name : {"partial-v5", "partial-s1", "partial-missing-v5", "partial-torn-v5"}) {
            QTest::addRow("%s, missing", name) << QString::fromLatin1(name) << false;
            QTest::addRow("%s, overwritten", name) << QString::fromLatin1(name) << true;
        }
    }
    void withoutPreamble()
    {
        GHOSTLINE_REQUIRE_SHARED("recording/synthetic/expected.json");
        QFETCH(QString, name);
        QFETCH(bool, unknown);
        const auto whole = openShared(name);
        QVERIFY(whole != nullptr);
        std::map<QString, QByteArray> files;
        QDirIterator it(sharedData(QStringLiteral("recording/synthetic/") + name), QDir::Files);
        while (it.hasNext()) {
            QFile file(it.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            files[it.fileName()] = file.readAll();
        }
        files[QStringLiteral("preamble.dat")].fill('\xA5');
        if (!unknown)
            files.erase(QStringLiteral("preamble.dat"));
        const auto opened = RecordingFile::open(memoryFolder(
            files, unknown ? QStringLiteral("preamble.dat") : QStringLiteral("segment-000.dat")));
        QVERIFY2(opened.has_value(), opened ? "" : qPrintable(opened.error().message));
        const recording::FileDescription& about = (*opened)->description();
        QVERIFY(about.salvaged && !about.metadataReadable);
        QCOMPARE(about.header.profile, whole->header().profile);
        const QJsonArray sums = expected()[name].toObject()[QStringLiteral("chunk_sha256")].toArray();
        // The draft's chunks say where they start only by their snapshots, and then not at which tick.
        const bool draft = about.header.profile == recording::Profile::S1;
        std::vector<std::size_t> chunks;
        for (std::size_t i = 0; i < whole->chunks().size(); ++i) {
            const bool torn = name == QLatin1String("partial-torn-v5") && i == 4;
            if (!torn && (!draft || whole->chunks()[i].hasSnapshot()))
                chunks.push_back(i);
        }
        QCOMPARE((*opened)->chunks().size(), chunks.size());
        const bool assumed = std::any_of(about.diagnostics.begin(), about.diagnostics.end(),
                                         [](const auto& d) { return d.code == u"ticks-assumed"; });
        QCOMPARE(assumed, draft);
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            recording::Bytes raw;
            const auto read = (*opened)->readChunk(static_cast<int>(i), raw);
            QCOMPARE(read ? sha(raw) : QString(), sums[static_cast<qsizetype>(chunks[i])].toString());
            const auto& entry = (*opened)->chunks()[i];
            const auto& truth = whole->chunks()[chunks[i]];
            if (!draft)
                QCOMPARE(entry.startTick, truth.startTick);
            QCOMPARE(entry.tickCount, truth.tickCount);
            if (read)
                QCOMPARE(entry.flags, truth.flags);
        }
    }
};

} // namespace tst_recording_file_shared

GHOSTLINE_TEST(tst_recording_file_shared, TestRecordingFileShared)
#include "tst_recording_file_shared.moc"
