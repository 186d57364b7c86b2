// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings made by an encoder that is not ours, decoded chunk by chunk: they end where their truth says,
// and segments agree with a plain replay on the way.
#include "codecs/recording/file/recording_file.h"
#include "codecs/recording/replay/run_properties.h"
#include "codecs/recording/replay/run_segment_build.h"
#include "model/bytes/byte_sources.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_recording_segment_shared {

using namespace ghostline;
using namespace ghostline::recording;
using model::Provenance;

class TestRecordingSegmentShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void recordings_data();
    void recordings();
};

namespace {

QJsonObject expected() { return test::sharedJson(QStringLiteral("recording/synthetic/expected.json")); }

std::shared_ptr<const RecordingFile> openShared(const QString& name)
{
    QString path = test::sharedData(QStringLiteral("recording/synthetic/") + name);
    if (QFileInfo(path).isDir())
        path += QStringLiteral("/preamble.dat");
    auto source = model::openFile(path);
    if (!source)
        return nullptr;
    return RecordingFile::open(std::shared_ptr<const model::ByteSource>(std::move(*source)))
        .value_or(nullptr);
}

/// The plain replay beside the segments: true as long as nothing is lost.
class Replay
{
public:
    explicit Replay(Profile profile) : m_profile(profile) {}
    /// The state after each tick of a chunk; empty for ticks that could not be read.
    std::vector<std::optional<glm::dvec3>> play(const ChunkEntry& entry, const Bytes& raw)
    {
        std::vector<std::optional<glm::dvec3>> out(static_cast<std::size_t>(entry.tickCount));
        ChunkReader reader(m_profile, entry, raw, 0);
        if (const auto blob = reader.snapshot(); blob && *blob)
            m_world.load(**blob, entry.startTick);
        else if (entry.hasSnapshot())
            m_world.beginSnapshot();
        Event event;
        std::int32_t next = entry.startTick;
        const auto upTo = [&](std::int32_t tick) {
            for (; next < tick; ++next) {
                if (m_world.player().placed)
                    out[static_cast<std::size_t>(next - entry.startTick)] = m_world.player().position.value();
            }
        };
        while (reader.nextTick()) {
            upTo(reader.tick());
            while (reader.nextEvent(event)) {
                if (m_world.take(reader.tick(), event) != Refusal::None)
                    ++refused;
            }
        }
        upTo(entry.endTick());
        return out;
    }
    int refused = 0;

private:
    Profile m_profile;
    World m_world;
};

} // namespace

void TestRecordingSegmentShared::recordings_data()
{
    QTest::addColumn<QString>("name");
    const QJsonObject all = expected();
    for (const QString& name : all.keys())
        QTest::newRow(qPrintable(name)) << name;
    if (all.isEmpty())
        QTest::newRow("none") << QString();
}

void TestRecordingSegmentShared::recordings()
{
    GHOSTLINE_REQUIRE_SHARED("recording/synthetic/expected.json");
    QFETCH(QString, name);
    const auto file = openShared(name);
    QVERIFY(file != nullptr);
    const auto& chunks = file->chunks();
    auto read = file->readChunks(0, static_cast<int>(chunks.size()));
    QVERIFY(read);
    std::vector<Bytes> raws;
    for (auto& raw : *read)
        raws.push_back(raw ? std::move(*raw) : Bytes{});
    Replay replay(file->header().profile);
    const auto pool = std::make_shared<BlockPool>();
    std::optional<glm::dvec3> last;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        std::size_t first = i;
        while (first > 0 && !chunks[first].hasSnapshot())
            --first;
        SegmentInput in;
        in.profile = file->header().profile;
        in.number = static_cast<int>(i);
        in.entries = std::span(chunks).subspan(first, i - first + 1);
        in.raws = std::span(raws).subspan(first, i - first + 1);
        in.blocks = pool;
        const auto segment = buildSegment(in);
        QVERIFY(segment);
        const auto truth =
            raws[i].empty()
                ? std::vector<std::optional<glm::dvec3>>(static_cast<std::size_t>(chunks[i].tickCount))
                : replay.play(chunks[i], raws[i]);
        model::WorldState state;
        for (std::int32_t tick = chunks[i].startTick; tick < chunks[i].endTick(); ++tick) {
            (*segment)->sample({tick, 0.0}, model::SamplePolicy::Interpolate, state);
            const auto& want = truth[static_cast<std::size_t>(tick - chunks[i].startTick)];
            QCOMPARE(state.provenance[0], want ? Provenance::Exact : Provenance::Held);
            if (!want)
                continue;
            QCOMPARE(state.positions[0], *want);
            last = state.positions[0];
        }
    }
    QCOMPARE(replay.refused, 0);
    QVERIFY(last);
    const QJsonArray end = expected()[name].toObject()[QStringLiteral("final_position")].toArray();
    QCOMPARE(*last, glm::dvec3(end[0].toDouble(), end[1].toDouble(), end[2].toDouble()));
}

} // namespace tst_recording_segment_shared

GHOSTLINE_TEST(tst_recording_segment_shared, TestRecordingSegmentShared)
#include "tst_recording_segment_shared.moc"
