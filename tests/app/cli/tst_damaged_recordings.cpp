// SPDX-License-Identifier: GPL-3.0-or-later
// Cut and altered recordings: whatever the damage, opening and decoding end, and refusals say why. A small
// run by default; GHOSTLINE_LONG_TESTS=1 does 1,000 cuts and 10,000 altered bytes of each recording.
#include "model/bytes/byte_sources.h"
#include "model/codec/codec_registry.h"
#include "model/replay/state_reader.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <random>

namespace tst_damaged_recordings {

using namespace ghostline;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 SlowMs = 20'000; ///< one damaged recording must never take longer, sanitizers included
constexpr qsizetype MostBytes =
    300'000; ///< of a large recording its beginning: damage repeats along the file

enum class Damage { Cut, Flip };

} // namespace

class TestDamagedRecordings : public QObject
{
    Q_OBJECT

    model::CodecRegistry m_registry;
    int m_opened = 0;

    /// Opens, decodes every segment and takes states from it, the way a viewer would.
    void use(const QByteArray& bytes)
    {
        QElapsedTimer clock;
        clock.start();
        auto source = m_registry.open(model::MemorySource::fromByteArray(bytes, u"damaged.log"_s));
        if (!source) {
            QVERIFY(!source.error().message.isEmpty());
            return;
        }
        ++m_opened;
        const auto index = (*source)->waitComplete({});
        QVERIFY2(index.has_value(), "a source that opened has an index");
        // What was damaged is named with its place.
        for (const model::Diagnostic& d : (*index)->diagnostics)
            QVERIFY(!d.message.isEmpty() && !d.code.isEmpty());
        model::WorldState state;
        for (int k = 0; k < (*index)->keyframes.count(); ++k) {
            const auto segment = (*source)->readSegment(k, nullptr, {});
            if (!segment)
                continue;
            const model::FrameRange frames = (*segment)->frames();
            if (frames.empty())
                continue;
            for (const model::FrameNumber f : {frames.first, frames.end - 1}) {
                (*segment)->sample({f, 0.0}, model::SamplePolicy::Interpolate, state);
                (*segment)->sample((*index)->timeAxis.clamp({f, 0.5}), model::SamplePolicy::Interpolate,
                                   state);
                QCOMPARE(state.positions.size(), state.size());
            }
        }
        QVERIFY2(clock.elapsed() < SlowMs, "took too long");
    }

private Q_SLOTS:
    void damage_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("damage");
        const QStringList paths{QStringLiteral(GHOSTLINE_SAMPLES "/sample-town.log"),
                                test::sharedData(u"carla/DistanceToLaneCenter-0.9.10.log"_s)};
        for (const QString& path : paths) {
            if (path.isEmpty())
                continue;
            const QByteArray name = path == paths.first() ? "sample" : "real";
            QTest::newRow((name + ", cut").constData()) << path << static_cast<int>(Damage::Cut);
            QTest::newRow((name + ", altered").constData()) << path << static_cast<int>(Damage::Flip);
        }
    }
    void damage()
    {
        QFETCH(QString, path);
        QFETCH(int, damage);
        const bool thorough = qEnvironmentVariableIntValue("GHOSTLINE_LONG_TESTS") > 0;
        const bool cut = damage == static_cast<int>(Damage::Cut);
        const int rounds = cut ? (thorough ? 1000 : 40) : (thorough ? 10'000 : 120);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray good = file.read(MostBytes);
        std::mt19937_64 random(cut ? 1 : 2);
        std::uniform_int_distribution<qsizetype> anywhere(0, good.size() - 1);
        std::uniform_int_distribution<int> other(1, 255);
        m_opened = 0;
        for (int i = 0; i < rounds; ++i) {
            QByteArray bytes = good;
            // The first cuts are at every length of the header, where most is decided.
            const qsizetype at = i < rounds / 4 ? i % 64 : anywhere(random);
            if (cut)
                bytes.truncate(at);
            else
                bytes[at] = static_cast<char>(bytes[at] ^ other(random));
            use(bytes);
            if (QTest::currentTestFailed())
                qWarning("round %d, byte %lld", i, static_cast<long long>(at));
        }
        QVERIFY2(m_opened > rounds / 4, "most damage must not keep a recording from opening");
    }
};

} // namespace tst_damaged_recordings

GHOSTLINE_TEST(tst_damaged_recordings, TestDamagedRecordings)
#include "tst_damaged_recordings.moc"
