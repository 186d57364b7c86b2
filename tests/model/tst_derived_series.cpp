// SPDX-License-Identifier: GPL-3.0-or-later
// Difference, rate and moving mean against closed forms and against sums that take their time.
#include "model/metrics/metric_series.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

namespace tst_derived_series {

using namespace ghostline::model;

namespace {

constexpr double Gap = std::numeric_limits<double>::quiet_NaN();

bool same(double a, double b)
{
    return std::isnan(a) ? std::isnan(b) : std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

/// Uneven steps (some of them none), gaps and cuts.
std::vector<MetricSample> wild(std::size_t count, Cuts& cuts)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    std::vector<MetricSample> samples;
    samples.reserve(count);
    cuts.assign(count, 0);
    double time = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        const double dice = unit(random);
        time += dice < 0.1 ? 0.0 : 0.01 + 0.2 * dice * dice;
        samples.push_back({time, unit(random) < 0.03 ? Gap : 100.0 * unit(random) + 1e4});
        cuts[i] = unit(random) < 0.03 ? 1 : 0;
    }
    return samples;
}

/// The mean of the line through the samples around one of them, piece by piece.
double slowMean(const std::vector<MetricSample>& samples, const Cuts& cuts, double window, std::size_t at)
{
    std::size_t first = at;
    while (first > 0 && cuts[first] == 0 && !std::isnan(samples[first - 1].value))
        --first;
    double area = 0.0;
    double length = 0.0;
    for (std::size_t i = first; i + 1 < samples.size(); ++i) {
        const MetricSample& a = samples[i];
        const MetricSample& b = samples[i + 1];
        if (std::isnan(b.value) || cuts[i + 1] != 0)
            break;
        const double from = std::max(a.time, samples[at].time - window / 2.0);
        const double to = std::min(b.time, samples[at].time + window / 2.0);
        if (to <= from)
            continue;
        const auto valueAt = [&](double t) {
            return a.value + (t - a.time) / (b.time - a.time) * (b.value - a.value);
        };
        area += (to - from) * valueAt((from + to) / 2.0);
        length += to - from;
    }
    return length > 0.0 ? area / length : samples[at].value;
}

} // namespace

class TestDerivedSeries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void differenceIsSampleBySample()
    {
        const std::vector<MetricSample> a = {{0.0, 5.0}, {1.0, Gap}, {2.0, 3.0}};
        const std::vector<MetricSample> b = {{0.0, 2.0}, {1.0, 1.0}, {2.0, Gap}};
        const auto difference = differenceOf(a, b);
        QCOMPARE(difference.size(), std::size_t{3});
        QCOMPARE(difference[0].value, 3.0);
        QVERIFY(std::isnan(difference[1].value));
        QVERIFY(std::isnan(difference[2].value));
        QCOMPARE(difference[2].time, 2.0);
    }

    void rateIsTheSlopeSinceTheSampleBefore()
    {
        const std::vector<MetricSample> samples = {{0.0, 1.0}, {0.5, 2.0}, {0.5, 4.0}, {1.5, 4.0}, {2.5, Gap},
                                                   {3.0, 9.0}, {3.5, 8.0}, {4.0, 0.0}, {4.5, 1.0}};
        const Cuts cuts = {0, 0, 0, 0, 0, 0, 0, 1, 0};
        const std::vector<double> expected = {Gap, 2.0, 2.0, 0.0, Gap, Gap, -2.0, Gap, 2.0};
        const auto rate = rateOf(samples, cuts);
        QCOMPARE(rate.size(), expected.size());
        for (std::size_t i = 0; i < rate.size(); ++i) {
            QVERIFY2(same(rate[i].value, expected[i]), qPrintable(QString::number(i)));
            QCOMPARE(rate[i].time, samples[i].time);
        }
    }

    void longGapsCut()
    {
        const std::vector<MetricSample> samples = {{0.0, 1.0}, {0.5, 2.0}, {1.6, 3.0}};
        QCOMPARE(gapCuts(samples, 1.0), (Cuts{0, 0, 1}));
        QVERIFY(gapCuts({}, 1.0).empty());
    }

    void meanWeighsByTime()
    {
        // A hundred samples in the first second and one a second after: the many do not drown the few.
        std::vector<MetricSample> samples;
        samples.reserve(111);
        for (int i = 0; i < 100; ++i)
            samples.push_back({i * 0.01, 0.0});
        for (int i = 1; i <= 11; ++i)
            samples.push_back({static_cast<double>(i), 10.0});
        const auto mean = movingMeanOf(samples, {}, 4.0);
        // Around 1 s: 0 up to 0.99, a ramp of 0.01 s, then 10 up to 3 s.
        QVERIFY(same(mean[100].value, (0.01 * 5.0 + 2.0 * 10.0) / 3.0));
        QCOMPARE(mean.back().value, 10.0);
    }

    void meanEqualsTheSlowSum_data()
    {
        QTest::addColumn<double>("window");
        QTest::newRow("shorter than a step") << 0.001;
        QTest::newRow("half a second") << 0.5;
        QTest::newRow("longer than most runs") << 5.0;
    }
    void meanEqualsTheSlowSum()
    {
        QFETCH(double, window);
        Cuts cuts;
        const std::vector<MetricSample> samples = wild(2000, cuts);
        const auto mean = movingMeanOf(samples, cuts, window);
        QCOMPARE(mean.size(), samples.size());
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const double expected = std::isnan(samples[i].value) ? Gap : slowMean(samples, cuts, window, i);
            QVERIFY2(same(mean[i].value, expected), qPrintable(QStringLiteral("%1: %2 not %3")
                                                                   .arg(i)
                                                                   .arg(mean[i].value, 0, 'g', 12)
                                                                   .arg(expected, 0, 'g', 12)));
            QCOMPARE(mean[i].time, samples[i].time);
        }
    }

    void nothingGivesNothing()
    {
        QVERIFY(rateOf({}, {}).empty());
        QVERIFY(movingMeanOf({}, {}, 1.0).empty());
        QVERIFY(differenceOf({}, {}).empty());
    }
};

} // namespace tst_derived_series

GHOSTLINE_TEST(tst_derived_series, TestDerivedSeries, void)
#include "tst_derived_series.moc"
