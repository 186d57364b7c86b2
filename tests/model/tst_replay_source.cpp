// SPDX-License-Identifier: GPL-3.0-or-later
// What a replay source answers when its format has no more to say, and that the fake one keeps its promises.
#include "tests/support/fake_replay.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QSignalSpy>
#include <QtTest>

#include <thread>

namespace tst_replay_source {

using namespace ghostline::model;
using namespace ghostline::test;

class TestReplaySource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void defaults()
    {
        const auto source = makeFakeReplay();
        QVERIFY(source->streams({})->empty());
        QCOMPARE(
            source->readRecords(QStringLiteral("x"), [](const Record&) { return true; }, {}).error().code,
            ErrorCode::InvalidArgument);
        QVERIFY(source->scene({})->name.isEmpty());
        QVERIFY(source->verify({}, {}).empty());
        QCOMPARE(source->report(QStringLiteral("x"), {}, {}).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(source->nativeState(0, {}).error().code, ErrorCode::Unsupported);
        QVERIFY(*source->readRaw({}) > 0);
    }

    void fakeMatchesItsFormula_data()
    {
        QTest::addColumn<bool>("irregular");
        QTest::newRow("even steps") << false;
        QTest::newRow("uneven steps") << true;
    }
    void fakeMatchesItsFormula()
    {
        QFETCH(bool, irregular);
        FakeReplayOptions options;
        options.irregular = irregular;
        options.bones = 3;
        options.jumpEvery = 250;
        const auto source = makeFakeReplay(options);
        const auto index = source->index();
        QVERIFY(index->complete);
        WorldState state;
        for (int k = 0; k < index->keyframes.count(); ++k) {
            const auto segment = source->readSegment(k, nullptr, {});
            QVERIFY(segment);
            for (FrameNumber f = (*segment)->frames().first; f < (*segment)->frames().end; ++f) {
                (*segment)->sample({f, 0.0}, SamplePolicy::Interpolate, state);
                QCOMPARE(state.time, index->timeAxis.timeOf(f));
                QCOMPARE(state.size(), std::size_t{4});
                for (int i = 0; i < 4; ++i)
                    QVERIFY(state.positions[static_cast<std::size_t>(i)] == fakePosition(options, i, f));
                QCOMPARE((state.flags[0] & Discontinuity) != 0, f > 0 && f % 250 == 0);
                QCOMPARE(state.bonesOf(1).size(), std::size_t{3});
            }
            const FrameNumber last = (*segment)->frames().end - 1;
            if (last + 1 < index->frames() && !irregular) {
                (*segment)->sample({last, 0.5}, SamplePolicy::Interpolate, state);
                const glm::dvec3 middle =
                    (fakePosition(options, 1, last) + fakePosition(options, 1, last + 1)) / 2.0;
                QVERIFY(glm::distance(state.positions[1], middle) < 1e-9); // across the border
                QCOMPARE(state.provenance[1], Provenance::Interpolated);
                QCOMPARE(state.provenance[0] == Provenance::Held, (last + 1) % 250 == 0); // not across a jump
            }
        }
    }

    void chainEqualsFreshStart()
    {
        FakeReplayOptions options;
        options.chained = true;
        const auto source = makeFakeReplay(options);
        const auto before = source->readSegment(4, nullptr, {});
        const auto continued = source->readSegment(5, before->get(), {});
        const auto fresh = source->readSegment(5, nullptr, {});
        WorldState a;
        WorldState b;
        (*continued)->sample({530, 0.25}, SamplePolicy::Interpolate, a);
        (*fresh)->sample({530, 0.25}, SamplePolicy::Interpolate, b);
        QVERIFY(sameState(a, b));
        QVERIFY(!a.match.empty());
    }

    void revisions()
    {
        FakeReplayOptions options;
        options.published = 150;
        const auto source = makeFakeReplay(options);
        const auto first = source->index();
        QVERIFY(!first->complete);
        QCOMPARE(first->frames(), 150);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(source->waitComplete(stop.get_token()).error().code, ErrorCode::Cancelled);
        QSignalSpy changed(source.get(), &ReplaySource::changed);
        std::jthread grower([&source] { source->publish(1000, true); });
        const auto whole = source->waitComplete({});
        grower.join();
        QVERIFY(whole);
        QCOMPARE((*whole)->frames(), 1000);
        QCOMPARE(first->frames(), 150); // what a revision said stays
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed[0][0].toULongLong(), (*whole)->revision);
    }
};

} // namespace tst_replay_source

GHOSTLINE_TEST(tst_replay_source, TestReplaySource)
#include "tst_replay_source.moc"
