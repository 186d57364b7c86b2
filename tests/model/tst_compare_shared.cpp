// SPDX-License-Identifier: GPL-3.0-or-later
// The recordings of the reference data against each other, in all alignments, against their truth: worked out
// from the path itself, which only their maker knows.
#include "model/codec/codec_registry.h"
#include "model/compare/ghost_clock.h"
#include "model/compare/splits.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

namespace tst_compare_shared {

using namespace ghostline::model;
using namespace ghostline::test;
using namespace Qt::StringLiterals;

namespace {

constexpr Micros Tick{50'000};
constexpr double TickSeconds = 0.05;
constexpr double DistanceTolerance = 0.001; // metres; truth.json is rounded

using Track = std::shared_ptr<const RunTrack>;

QJsonValue ticks(const std::optional<Micros>& time)
{
    return time ? QJsonValue(static_cast<qint64>(*time / Tick)) : QJsonValue(QJsonValue::Null);
}

glm::dvec3 vectorOf(const QJsonArray& a, qsizetype first)
{
    return {a[first].toDouble(), a[first + 1].toDouble(), a[first + 2].toDouble()};
}

/// Empty when the number is as it should be: both absent, or no further apart than that.
QString problemOf(double found, const QJsonValue& truth, double tolerance)
{
    if (truth.isNull() == std::isnan(found) &&
        (truth.isNull() || std::abs(found - truth.toDouble()) <= tolerance))
        return {};
    return QStringLiteral("%1 instead of %2").arg(found).arg(truth.toVariant().toString());
}

} // namespace

class TestCompareShared : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        GHOSTLINE_REQUIRE_SHARED("recording/synthetic/truth.json");
        m_truth = sharedJson(u"recording/synthetic/truth.json"_s);
        m_tolerance = m_truth["tolerance_ticks"_L1].toDouble();
        const CodecRegistry registry;
        const QJsonObject runs = m_truth["runs"_L1].toObject();
        QVERIFY(runs.size() >= 5);
        for (auto run = runs.begin(); run != runs.end(); ++run) {
            const auto source =
                registry.open(sharedData(u"recording/synthetic/"_s + run.value()["file"_L1].toString()));
            QVERIFY(source);
            const ActorId runner = runnerOf(*(*source)->index()->info);
            auto track = readRunTrack(**source, runner, {}, {});
            QVERIFY(track);
            m_tracks[run.key()] = std::make_shared<const RunTrack>(std::move(*track));
        }
    }

    void runs_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& [name, track] : m_tracks)
            QTest::newRow(qPrintable(name)) << name;
    }
    void runs()
    {
        QFETCH(QString, name);
        const RunTrack& track = *m_tracks[name];
        const QJsonValue truth = m_truth["runs"_L1][name];
        QCOMPARE(track.axis.frames(), truth["ticks"_L1].toInt());
        QVERIFY(track.startMarked && track.finished && !track.growing);
        QCOMPARE(track.start, truth["run_start_tick"_L1].toInt());
        QCOMPARE(track.last(), truth["run_end_tick"_L1].toInt());
        QJsonArray resets;
        for (const FrameNumber reset : track.resets)
            resets.append(static_cast<qint64>(reset));
        QCOMPARE(resets.size(), truth["resets"_L1].toArray().size());
        for (qsizetype i = 0; i < resets.size(); ++i)
            QCOMPARE(resets[i].toInt(), truth["resets"_L1][i]["tick"_L1].toInt());
        const QJsonArray checkpoints = truth["checkpoints"_L1].toArray();
        QCOMPARE(static_cast<qsizetype>(track.checkpoints.size()), checkpoints.size());
        for (qsizetype i = 0; i < checkpoints.size(); ++i) {
            const CheckpointTaken& taken = track.checkpoints[static_cast<std::size_t>(i)];
            QCOMPARE(taken.id, checkpoints[i]["id"_L1].toString());
            QCOMPARE(taken.frame, checkpoints[i]["tick"_L1].toInt());
        }
    }

    void splits_data() { pairs(); }
    void splits()
    {
        QFETCH(QString, name);
        const QJsonValue pair = m_truth["pairs"_L1][name];
        const Splits start = splitsOf(*a(pair), *b(pair), Alignment::Start);
        const Splits tick = splitsOf(*a(pair), *b(pair), Alignment::Tick);
        const Splits checkpoint = splitsOf(*a(pair), *b(pair), Alignment::Checkpoint);
        QCOMPARE(ticks(start.finalDelta), pair["final_delta"_L1]);
        QCOMPARE(start.accuracy, Tick);
        const auto rows = pair["start"_L1]["checkpoints"_L1].toArray();
        QCOMPARE(static_cast<qsizetype>(start.rows.size()), rows.size());
        for (qsizetype i = 0; i < rows.size(); ++i) {
            const auto row = static_cast<std::size_t>(i);
            QCOMPARE(start.rows[row].id, rows[i]["id"_L1].toString());
            QCOMPARE(ticks(start.rows[row].timeA), rows[i]["run_tick_a"_L1]);
            QCOMPARE(ticks(start.rows[row].timeB), rows[i]["run_tick_b"_L1]);
            QCOMPARE(ticks(start.rows[row].delta), rows[i]["delta"_L1]);
            const QJsonValue byTick = pair["tick"_L1]["checkpoints"_L1][i];
            QCOMPARE(ticks(tick.rows[row].timeA), byTick["tick_a"_L1]);
            QCOMPARE(ticks(tick.rows[row].timeB), byTick["tick_b"_L1]);
            QCOMPARE(ticks(tick.rows[row].delta), byTick["delta"_L1]);
            const QJsonValue section = pair["checkpoint"_L1][i];
            QCOMPARE(checkpoint.rows[row].from, section["from"_L1].toString());
            QCOMPARE(ticks(checkpoint.rows[row].sectionA), section["section_a"_L1]);
            QCOMPARE(ticks(checkpoint.rows[row].sectionB), section["section_b"_L1]);
            QCOMPARE(ticks(checkpoint.rows[row].sectionDelta), section["section_delta"_L1]);
        }
    }

    void distances_data() { pairs(); }
    void distances()
    {
        QFETCH(QString, name);
        const QJsonValue pair = m_truth["pairs"_L1][name];
        const GhostClock byStart(a(pair), b(pair), Alignment::Start, nullptr, nullptr);
        const GhostClock byTick(a(pair), b(pair), Alignment::Tick, nullptr, nullptr);
        for (const QJsonValue& row : pair["start"_L1]["distance"_L1].toArray()) {
            const FrameNumber frame = a(pair)->start + row["run_tick"_L1].toInt();
            QCOMPARE(problemOf(byStart.gapAt({frame, 0.0}).distance, row["distance"_L1], DistanceTolerance),
                     QString());
        }
        for (const QJsonValue& row : pair["tick"_L1]["distance"_L1].toArray()) {
            const FrameNumber frame = row["tick"_L1].toInt();
            QCOMPARE(problemOf(byTick.gapAt({frame, 0.0}).distance, row["distance"_L1], DistanceTolerance),
                     QString());
        }
    }

    void byTick_data() { pairs(); }
    void byTick()
    {
        QFETCH(QString, name);
        const QJsonValue pair = m_truth["pairs"_L1][name];
        const Course course(a(pair));
        const ProgressComparison progress = *compareProgress(course, *b(pair), {});
        double worst = 0.0;
        for (const QJsonValue& row : pair["progress"_L1]["by_tick"_L1].toArray()) {
            const ProgressSample sample = progress.at(row["tick"_L1].toInt());
            QCOMPARE(noNumberName(sample.why), row["null"_L1].toString());
            const double delta = sample.delta / TickSeconds;
            QVERIFY2(problemOf(delta, row["delta"_L1], m_tolerance).isEmpty(),
                     qPrintable(QStringLiteral("tick %1: %2")
                                    .arg(row["tick"_L1].toInt())
                                    .arg(problemOf(delta, row["delta"_L1], m_tolerance))));
            if (!std::isnan(delta))
                worst = std::max(worst, std::abs(delta - row["delta"_L1].toDouble()));
        }
        QVERIFY2(worst <= 1.0, qPrintable(QString::number(worst)));
    }

    /// A place of the path is looked up on the reference's track, in the section it lies in.
    void byPlace_data() { pairs(); }
    void byPlace()
    {
        QFETCH(QString, name);
        const QJsonValue pair = m_truth["pairs"_L1][name];
        const Course course(a(pair));
        const ProgressComparison progress = *compareProgress(course, *b(pair), {});
        for (const QJsonValue& row : pair["progress"_L1]["by_place"_L1].toArray()) {
            const double s = row["s"_L1].toDouble();
            const PlaceDelta found = deltaAtPlace(course, *b(pair), progress, metresOf(course, s));
            QCOMPARE(std::isnan(found.delta), found.why != NoNumber::None);
            // At a checkpoint the pass lies between two sections: one of its frames may be off either's end.
            const bool atEdge = std::isnan(found.delta) && isCheckpoint(s);
            const QString problem = problemOf(found.delta / TickSeconds, row["delta"_L1], m_tolerance);
            QVERIFY2(atEdge || problem.isEmpty(), qPrintable(QStringLiteral("%1 m: %2").arg(s).arg(problem)));
        }
    }

private:
    void pairs()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : m_truth["pairs"_L1].toObject().keys())
            QTest::newRow(qPrintable(name)) << name;
    }
    Track a(const QJsonValue& pair) { return m_tracks[pair["a"_L1].toString()]; }
    Track b(const QJsonValue& pair) { return m_tracks[pair["b"_L1].toString()]; }

    bool isCheckpoint(double s) const
    {
        const QJsonArray all = m_truth["path"_L1]["checkpoints"_L1].toArray();
        return std::any_of(all.begin(), all.end(),
                           [s](const QJsonValue& c) { return std::abs(c["s"_L1].toDouble() - s) < 1e-3; });
    }

    /// Nearest metres of the reference's own track to a place of the path.
    double metresOf(const Course& course, double s) const
    {
        glm::dvec3 place{0.0};
        for (const QJsonValue& point : m_truth["path"_L1]["points"_L1].toArray()) {
            if (std::abs(point[0].toDouble() - s) < 1e-3)
                place = vectorOf(point.toArray(), 1);
        }
        double low = 0.0;
        double high = course.length();
        std::size_t next = 0;
        for (const QJsonValue& checkpoint : m_truth["path"_L1]["checkpoints"_L1].toArray()) {
            if (std::abs(checkpoint["s"_L1].toDouble() - s) < 1e-3)
                place = vectorOf(checkpoint["position"_L1].toArray(), 0);
            const double metres = course.metresAt({course.reference().checkpoints[next++].frame, 0.0});
            if (checkpoint["s"_L1].toDouble() < s - 1e-3)
                low = metres;
            else
                high = std::min(high, metres);
        }
        double best = low;
        for (double m = low; m <= high; m += 0.005) {
            if (glm::distance(course.positionAt(m), place) < glm::distance(course.positionAt(best), place))
                best = m;
        }
        return best;
    }

    QJsonObject m_truth;
    double m_tolerance = 0.0;
    std::map<QString, Track> m_tracks;
};

} // namespace tst_compare_shared

GHOSTLINE_TEST(tst_compare_shared, TestCompareShared)
#include "tst_compare_shared.moc"
