// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up runs of two seeds are two attempts at one course: each its own pace, line and hand, none a copy.
#include "codecs/recording/recorder/lone_recorder.h"
#include "codecs/recording/replay/recording_source.h"
#include "codecs/recording/sample/sample_run.h"
#include "model/bytes/byte_sources.h"
#include "model/compare/copied_run.h"
#include "model/compare/progress.h"
#include "model/compare/splits.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_recording_attempts {

using namespace ghostline;
using namespace ghostline::recording;
using model::Alignment;
using model::RunTrack;

class TestRecordingAttempts : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::map<quint64, RunTrack> m_laps; ///< one each, by seed

    /// Saved and read again. Checks that it worked; the caller sees an empty track otherwise.
    RunTrack recorded(const SampleRunOptions& options)
    {
        const QString path = m_dir.filePath(QStringLiteral("run.hcrp"));
        auto recorder = LoneRecorder::create(sampleRunHead(Profile::H5));
        if (!recorder || !recordSampleRun(*recorder, options) ||
            !recorder->save(path, QStringLiteral("finish")))
            return {};
        auto bytes = model::openFile(path);
        if (!bytes)
            return {};
        auto source = RecordingSource::open(std::move(*bytes), {});
        if (!source)
            return {};
        auto track = model::readRunTrack(**source, model::ActorId{0}, {}, {});
        return track ? std::move(*track) : RunTrack{};
    }
    static void pairs()
    {
        QTest::addColumn<quint64>("a");
        QTest::addColumn<quint64>("b");
        for (quint64 a = 1; a <= 4; ++a) {
            for (quint64 b = a + 1; b <= 4; ++b)
                QTest::addRow("%llu and %llu", a, b) << a << b;
        }
    }
    static double metresBetween(const glm::dvec3& a, const glm::dvec3& b)
    {
        return glm::distance(glm::dvec2(a.x, a.z), glm::dvec2(b.x, b.z));
    }

private Q_SLOTS:
    void initTestCase()
    {
        for (quint64 seed = 1; seed <= 4; ++seed) {
            SampleRunOptions options;
            options.seed = seed;
            m_laps[seed] = recorded(options);
            QVERIFY(m_laps[seed].finished);
            QCOMPARE(m_laps[seed].checkpoints.size(), std::size_t{5});
            QCOMPARE(m_laps[seed].resets.size(), std::size_t{2});
        }
    }

    void noneIsACopy_data() { pairs(); }
    void noneIsACopy()
    {
        QFETCH(quint64, a);
        QFETCH(quint64, b);
        const auto stretches = model::copiedStretches(m_laps[a], m_laps[b]);
        QVERIFY2(stretches.empty(),
                 stretches.empty() ? "" : qPrintable(QString::number(stretches[0].a.first)));
    }

    void theSameRunSavedTwiceIs_data()
    {
        QTest::addColumn<quint64>("seed");
        QTest::newRow("the bundled one") << quint64{1};
        QTest::newRow("another") << quint64{2};
    }
    void theSameRunSavedTwiceIs()
    {
        QFETCH(quint64, seed);
        SampleRunOptions options;
        options.seed = seed;
        const RunTrack again = recorded(options);
        const auto stretches = model::copiedStretches(m_laps[seed], again);
        QCOMPARE(stretches.size(), std::size_t{1});
        QCOMPARE(stretches[0].a.first, stretches[0].b.first);
        // From the first step to the last.
        QVERIFY(stretches[0].metres > 400.0);
        QVERIFY(stretches[0].a.count() > again.last() - again.start - 20);
    }

    void eachGainsSomewhereAndLosesElsewhere_data() { pairs(); }
    void eachGainsSomewhereAndLosesElsewhere()
    {
        QFETCH(quint64, a);
        QFETCH(quint64, b);
        const model::Splits splits = model::splitsOf(m_laps[a], m_laps[b], Alignment::Start);
        QCOMPARE(splits.rows.size(), std::size_t{6});
        int gained = 0;
        int lost = 0;
        for (const model::Split& row : splits.rows) {
            QVERIFY(row.sectionDelta && row.delta);
            QVERIFY2(std::chrono::abs(*row.delta) < std::chrono::seconds(5), qPrintable(row.id));
            gained += *row.sectionDelta < model::Micros{0} ? 1 : 0;
            lost += *row.sectionDelta > model::Micros{0} ? 1 : 0;
        }
        QVERIFY2(gained > 0 && lost > 0, qPrintable(QStringLiteral("%1, %2").arg(gained).arg(lost)));
    }

    /// The bundled run keeps to the middle of the way, the others stay near it.
    void nobodyLeavesTheBlocks()
    {
        const auto middle = std::make_shared<const RunTrack>(m_laps[1]);
        const model::Course course(middle);
        for (quint64 seed = 2; seed <= 4; ++seed) {
            const RunTrack& run = m_laps[seed];
            const auto progress = model::compareProgress(course, run, {});
            QVERIFY(progress);
            double furthest = 0.0;
            for (model::FrameNumber frame = run.start; frame <= run.last(); ++frame) {
                // In the attempts that failed they miss different colours.
                const bool safe = run.resets.empty() || frame > run.resets.back() + 60;
                const model::ProgressSample sample = progress->at(frame);
                if (safe && !std::isnan(sample.metres))
                    furthest =
                        std::max(furthest, metresBetween(run.positions[static_cast<std::size_t>(frame)],
                                                         course.positionAt(sample.metres)));
            }
            QVERIFY2(furthest > 0.2 && furthest < 0.8, qPrintable(QString::number(furthest)));
        }
    }

    void laterLapsAreNoCopiesEither()
    {
        SampleRunOptions options;
        options.ticks = 12'000;
        options.busy = true;
        const RunTrack one = recorded(options);
        options.seed = 2;
        const RunTrack two = recorded(options);
        QVERIFY(one.checkpoints.size() > 24 && two.checkpoints.size() > 24);
        QVERIFY(model::copiedStretches(one, two).empty());
        // Leads are never piled up.
        const model::Splits splits = model::splitsOf(one, two, Alignment::Start);
        for (const model::Split& row : splits.rows)
            QVERIFY2(!row.delta || std::chrono::abs(*row.delta) < std::chrono::seconds(6),
                     qPrintable(row.id));
    }

    void aDetourIsOffTheWay()
    {
        SampleRunOptions options;
        options.seed = 2;
        options.detour = true;
        const RunTrack astray = recorded(options);
        QVERIFY(astray.finished);
        const model::Course course(std::make_shared<const RunTrack>(m_laps[3]));
        const auto offPath = [&course](const RunTrack& run) {
            const auto progress = model::compareProgress(course, run, {});
            return progress ? std::count_if(progress->byFrame.begin(), progress->byFrame.end(),
                                            [](const model::ProgressSample& sample) {
                                                return sample.why == model::NoNumber::OffPath;
                                            })
                            : -1;
        };
        // Apart from the falls, which both have.
        const auto falls = offPath(m_laps[2]);
        QVERIFY(falls >= 0);
        QVERIFY2(offPath(astray) > falls + 40, qPrintable(QString::number(offPath(astray))));
    }
};

} // namespace tst_recording_attempts

GHOSTLINE_TEST(tst_recording_attempts, TestRecordingAttempts)
#include "tst_recording_attempts.moc"
