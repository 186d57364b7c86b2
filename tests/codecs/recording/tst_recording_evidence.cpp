// SPDX-License-Identifier: GPL-3.0-or-later
// What a reviewer is shown around a flag of a map run.
#include "model/review/evidence.h"
#include "model/review/flag.h"
#include "tests/codecs/recording/run_script.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <cmath>

namespace tst_recording_evidence {

using namespace ghostline;
using namespace ghostline::test;
using namespace ghostline::recording;

class TestRecordingEvidence : public QObject
{
    Q_OBJECT

    static const model::EvidenceRow* rowOf(const model::Evidence& evidence, const char* id)
    {
        for (const model::EvidenceRow& row : evidence.rows) {
            if (row.id == QLatin1String(id))
                return &row;
        }
        return nullptr;
    }

private Q_SLOTS:
    void aroundAFlag()
    {
        RunScript script; // walks at 2.5 m/s, level
        static const Bytes pearls = itemNbt(QStringLiteral("minecraft:ender_pearl"), 4);
        static const Item pearlSlot{2, pearls};
        script.at(1, SetItem{0, std::span(&pearlSlot, 1)});
        script.at(3, ChangeHeldSlot{0, 2});
        script.at(70, HandAnimation{0, 0, 0}).at(104, HandAnimation{0, 0, 0}).at(105, HandAnimation{0, 0, 0});
        script.at(106, ItemUse{0, 0}).at(108, ItemUse{0, std::nullopt}).at(112, ItemUse{0, 0});
        script.at(120, AnticheatFlag{"speed", 2, 0.75F, ""});
        script.at(130, EntityState{0, 5, 0x02});
        // Looks up by 30 degrees in one tick, and over the seam of the compass.
        script.at(140, AbsoluteMove{0, placeAt(18.125, 64.0, 0.5, 179.0F, 0.0F), {}});
        script.at(141, AbsoluteMove{0, placeAt(18.25, 64.5, 0.5, -178.0F, -30.0F), {}});
        const auto source = openRun(script.file());
        QVERIFY(source);
        const auto read = model::evidenceOf(*source, model::ActorId{0}, {100, 150}, {});
        QVERIFY(read);
        const auto value = [&read](const char* id, model::FrameNumber frame) {
            const model::EvidenceRow* const row = rowOf(*read, id);
            return row == nullptr ? NAN : row->values.at(static_cast<std::size_t>(frame - 100));
        };
        QVERIFY(std::abs(value("speed", 100) - 2.5) < 1e-3);
        QVERIFY(std::abs(value("vertical_speed", 141) - 10.0) < 0.02);
        QCOMPARE(value("air_frames", 140), 0.0);
        QCOMPARE(value("air_frames", 141), 1.0);
        // Angles are recorded in steps of a few thousandths of a degree; the compass turns clockwise.
        QVERIFY2(std::abs(value("yaw_rate", 141) + 60.0) < 1.0,
                 qPrintable(QString::number(value("yaw_rate", 141))));
        QVERIFY(std::abs(value("pitch_rate", 141) - 600.0) < 1.0);
        QCOMPARE(value("click_interval", 104), 1700.0);
        QCOMPARE(value("click_interval", 105), 50.0);
        QVERIFY(std::isnan(value("click_interval", 106)) && std::isnan(value("click_interval", 108)));
        QCOMPARE(value("click_interval", 112), 300.0); // letting go in between is no click

        const auto* const pose = rowOf(*read, "property:pose");
        QVERIFY(pose != nullptr && pose->recorded && pose->words[29] != pose->words[30]);
        const auto* const held = rowOf(*read, "property:held_item");
        QVERIFY(held != nullptr && held->words[0] == QStringLiteral("ender_pearl x4"));
        const auto* const sneaking = rowOf(*read, "property:sneaking");
        QVERIFY(sneaking != nullptr && sneaking->words[30] == QStringLiteral("Yes"));
        // What a flag says it was held to belongs to speeds alone, in whatever way they are worked out.
        model::Flag flag;
        flag.check = QStringLiteral("speed");
        flag.limit = model::flagLimit({}, QStringLiteral("6.4 blocks/s, at most 5.6 expected"));
        for (const model::EvidenceRow& row : read->rows)
            QCOMPARE(model::ownLimit(flag, row).has_value(),
                     row.id == QLatin1String("speed") || row.id == QLatin1String("property:speed"));
        // The format records no speed: what its properties say of it is worked out.
        for (const model::EvidenceRow& row : read->rows)
            QVERIFY2(!row.recorded || !row.id.contains(QLatin1String("speed")), qPrintable(row.id));
    }

    /// What a timer's check doubts is the run's time, which nobody's row has.
    void aroundATimersFlag()
    {
        RunScript script;
        script.at(20, RunStart{}).at(120, AnticheatFlag{"timer", 1, 0.35F, "clock drift 1.2 %"});
        const auto source = openRun(script.file());
        QVERIFY(source);
        const std::vector<model::Flag> flags = model::flagsOf(*source->index()->events);
        QCOMPARE(flags.size(), std::size_t{1});
        QCOMPARE(flags[0].check, QStringLiteral("timer"));
        const auto read = model::evidenceOf(*source, model::ActorId{0}, {100, 140}, {}, flags[0].check);
        QVERIFY(read);
        const auto* const time = rowOf(*read, "match:run_time");
        QVERIFY(time != nullptr && time->recorded && time->clock);
        QCOMPARE(time->unit, QStringLiteral("s"));
        for (std::size_t i = 0; i < 40; ++i)
            QVERIFY(std::abs(time->values.at(i) - 0.05 * static_cast<double>(80 + i)) < 1e-9);
        QVERIFY(model::speaksOf(flags[0], *time));
        for (const model::EvidenceRow& row : read->rows)
            QCOMPARE(model::speaksOf(flags[0], row), &row == time);
    }
};

} // namespace tst_recording_evidence

GHOSTLINE_TEST(tst_recording_evidence, TestRecordingEvidence)
#include "tst_recording_evidence.moc"
