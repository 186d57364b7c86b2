// SPDX-License-Identifier: GPL-3.0-or-later
// Every recording of the reference data as a replay, against an independent decoder: events, run, damage, and
// the state at every tick against its moves played here once more.
#include "tests/codecs/recording/run_script.h"
#include "tests/codecs/recording/told_run.h"
#include "tests/support/same_state.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QStandardPaths>

namespace tst_recording_shared {

using namespace ghostline;
using namespace ghostline::test;
using model::ActorId;

class TestRecordingShared : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        GHOSTLINE_REQUIRE_SHARED("recording/synthetic/expected.json");
        QFile file(sharedData(QStringLiteral("recording/synthetic/expected.json")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_expected = QJsonDocument::fromJson(file.readAll()).object();
        QVERIFY(m_expected.size() >= 15);
        const QString folder = QFileInfo(file.fileName()).absolutePath();
        const QString tool =
            QFileInfo(folder + QStringLiteral("/../../../tools/check_vectors.py")).absoluteFilePath();
        const QString python = QStandardPaths::findExecutable(
            qEnvironmentVariable("GHOSTLINE_PYTHON", QStringLiteral("python3")));
        if (python.isEmpty() || !QFileInfo::exists(tool))
            QSKIP("python3 or the independent decoder is not there");
        QProcess process;
        process.start(python, {tool, QStringLiteral("--json"), QStringLiteral("--all-events"), folder});
        QVERIFY(process.waitForFinished(60'000));
        m_decoded = QJsonDocument::fromJson(process.readAllStandardOutput())
                        .object()[QLatin1String("files")]
                        .toObject();
        QVERIFY2(m_decoded.size() >= 15, process.readAllStandardError().constData());
    }

    void files()
    {
        QTest::addColumn<QString>("name");
        const QStringList names = m_expected.keys();
        for (const QString& name : names)
            QTest::newRow(qPrintable(name)) << name;
    }

    void whatItSays_data() { files(); }
    void whatItSays()
    {
        QFETCH(QString, name);
        const SourcePtr source = opened(name);
        QVERIFY(source);
        const auto index = source->index();
        const QJsonObject want = m_expected[name].toObject();
        QVERIFY(index->complete);
        QCOMPARE(index->frames(), want[QLatin1String("ticks")].toInt());
        QCOMPARE(index->keyframes.count(), want[QLatin1String("chunks")].toInt());
        const QString profile = want[QLatin1String("profile")].toString();
        QCOMPARE(index->info->metadata[QLatin1String("profile")].toString(), profile);
        QJsonArray snapshots;
        for (int i = 0; i < index->keyframes.count(); ++i) {
            if (index->keyframes[i].full)
                snapshots.append(i);
        }
        QCOMPARE(snapshots, want[QLatin1String("snapshots")].toArray());

        QJsonArray checkpoints;
        QJsonValue runEnd;
        int flags = 0;
        int fromStream = 0;
        for (const model::Event& event : index->events->events) {
            const QString kind = index->events->kinds[static_cast<std::size_t>(event.kind)].id;
            QCOMPARE(event.time, index->timeAxis.timeOf(event.frame));
            if (kind == QLatin1String("checkpoint") && event.data[QLatin1String("source")].isUndefined())
                checkpoints.append(QJsonArray{static_cast<int>(event.frame), event.data[QLatin1String("id")],
                                              event.data[QLatin1String("run_ms")]});
            if (kind == QLatin1String("run_end") && event.data[QLatin1String("source")].isUndefined())
                runEnd = QJsonArray{
                    static_cast<int>(event.frame),
                    event.data[QLatin1String("reason")].toString() == QLatin1String("finish") ? 0 : 1,
                    event.data[QLatin1String("run_ms")]};
            if (kind == QLatin1String("anticheat_flag")) {
                ++flags;
                for (const auto& wanted : want[QLatin1String("flags")].toArray()) {
                    const bool same = wanted[0].toInt() == event.frame &&
                                      wanted[1].toString() == event.data[QLatin1String("check")].toString();
                    if (!same)
                        continue;
                    ++fromStream;
                    QCOMPARE(event.severity, wanted[2].toInt());
                    QCOMPARE(event.data[QLatin1String("score")].toDouble(), wanted[3].toDouble());
                    QCOMPARE(event.data[QLatin1String("detail")].toString(), wanted[4].toString());
                }
            }
        }
        QCOMPARE(checkpoints, want[QLatin1String("checkpoints")].toArray());
        QCOMPARE(runEnd, want[QLatin1String("run_end")]);
        QCOMPARE(fromStream, want[QLatin1String("flags")].toArray().size());
        // In these files each flag of the stream is one of the metadata, too.
        QCOMPARE(flags, std::max(fromStream, want[QLatin1String("metadata_flags")].toInt()));

        const QJsonArray final = want[QLatin1String("final_position")].toArray();
        const model::FrameNumber lastTick = lastSound(*index);
        const model::WorldState state = stateAt(*source, lastTick);
        QVERIFY(state.row(ActorId{0}) >= 0);
        QCOMPARE(
            difference(QJsonArray{state.positions[0].x, state.positions[0].y, state.positions[0].z}, final),
            QString());
    }

    void damage_data() { files(); }
    void damage()
    {
        QFETCH(QString, name);
        const SourcePtr source = opened(name);
        QVERIFY(source);
        const auto index = source->index();
        std::vector<model::FrameRange> wanted;
        bool unreferenced = false;
        for (const auto& problem : m_expected[name][QLatin1String("problems")].toArray()) {
            const QJsonArray ticks = problem[QLatin1String("lost_ticks")].toArray();
            if (ticks.size() == 2)
                wanted.push_back({ticks[0].toInt(), ticks[1].toInt() + 1});
            unreferenced = unreferenced || problem[QLatin1String("kind")] == QLatin1String("unreferenced");
        }
        QCOMPARE(index->lost.size(), wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            QCOMPARE(index->lost[i].frames, wanted[i]);
            QVERIFY(!index->lost[i].reason.isEmpty());
        }
        std::size_t errors = 0;
        bool told = false;
        for (const model::Diagnostic& d : index->diagnostics) {
            errors += d.severity == model::Severity::Error ? 1 : 0;
            told = told || d.code == QLatin1String("segment-unreferenced");
        }
        QCOMPARE(errors, wanted.size());
        QCOMPARE(told, unreferenced);
        QCOMPARE(index->lostData(), !wanted.empty());
    }

    void everyEvent_data() { files(); }
    void everyEvent()
    {
        QFETCH(QString, name);
        const SourcePtr source = opened(name);
        QVERIFY(source);
        const QJsonArray wanted = m_decoded[name][QLatin1String("all_events")].toArray();
        QVERIFY(!wanted.isEmpty());
        int at = 0;
        QString wrong;
        const auto read = source->readRecords(
            QStringLiteral("events"),
            [&](const model::Record& record) {
                const QJsonArray want = wanted[at].toArray();
                if (record.frame != want[0].toInt() || record.name != want[1].toString())
                    wrong = QStringLiteral("%1 at %2").arg(record.name).arg(record.frame.value_or(-1));
                else
                    wrong = difference(record.data, want[2].toObject());
                return wrong.isEmpty() && ++at < wanted.size();
            },
            {});
        QVERIFY(read);
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("event %1: %2").arg(at).arg(wrong)));
        QCOMPARE(at, wanted.size());
        const auto streams = source->streams({});
        QVERIFY(streams);
        const QJsonObject counts = m_expected[name][QLatin1String("event_counts")].toObject();
        for (const model::StreamInfo& stream : *streams) {
            if (stream.name != QLatin1String("events"))
                continue;
            QCOMPARE(static_cast<int>(stream.kinds.size()), counts.size());
            for (const auto& [kind, count] : stream.kinds)
                QCOMPARE(static_cast<int>(count), counts[kind].toInt());
        }
    }

    void everyTick_data() { files(); }
    void everyTick()
    {
        QFETCH(QString, name);
        const SourcePtr source = opened(name);
        QVERIFY(source);
        const auto index = source->index();
        const QJsonArray events = m_decoded[name][QLatin1String("all_events")].toArray();
        const bool draft = m_expected[name][QLatin1String("profile")] == QLatin1String("S1");
        ToldRun told;
        int at = 0;
        bool placed = false;
        bool gap = false;
        for (int tick = 0; tick < index->frames(); ++tick) {
            const bool lost = std::any_of(index->lost.begin(), index->lost.end(),
                                          [tick](const auto& span) { return span.frames.contains(tick); });
            if (gap && !lost) // behind it a snapshot says who is there
                told.people = {{0, told.people[0]}};
            gap = lost;
            for (; at < events.size() && events[at][0].toInt() == tick; ++at)
                told.take(events[at][1].toString(), events[at][2].toObject());
            if (lost)
                continue;
            const model::WorldState state = stateAt(*source, tick);
            if (draft && !placed) { // where the player begins is in the snapshot alone
                told.people[0].position = state.positions[0];
            }
            placed = true;
            QCOMPARE(state.size(), told.people.size());
            for (const auto& [entity, want] : told.people) {
                const auto row = state.row(lifeOf(*index, entity, tick));
                QVERIFY2(row >= 0, qPrintable(QStringLiteral("entity %1 at %2").arg(entity).arg(tick)));
                const auto r = static_cast<std::size_t>(row);
                QVERIFY2(glm::distance(state.positions[r], want.position) < Tolerance,
                         qPrintable(QStringLiteral("entity %1 at %2").arg(entity).arg(tick)));
                QCOMPARE(state.provenance[r], model::Provenance::Exact);
                QCOMPARE(value(*index, state, r, "pose"), want.pose);
                QCOMPARE(value(*index, state, r, "sneaking"), (want.flags & 2) != 0 ? 1 : 0);
                QCOMPARE(value(*index, state, r, "sprinting"), (want.flags & 8) != 0 ? 1 : 0);
                QCOMPARE(value(*index, state, r, "glowing"), (want.flags & 64) != 0 ? 1 : 0);
            }
            if (told.heldSlot && index->lost.empty())
                QCOMPARE(value(*index, state, 0, "held_slot"), *told.heldSlot);
            const auto checkpoints = state.match[static_cast<std::size_t>(
                propertyId(index->info->matchProperties, QStringLiteral("checkpoints")))];
            if (index->lost.empty() || tick < index->lost[0].frames.first)
                QCOMPARE(checkpoints.asInteger(), told.checkpoints);
        }
        const QJsonArray marks = m_decoded[name][QLatin1String("positions_every_20")].toArray();
        for (const auto& mark : marks) {
            const model::WorldState state = stateAt(*source, mark[0].toInt());
            QCOMPARE(difference(QJsonArray{state.positions[0].x, state.positions[0].y, state.positions[0].z},
                                mark[1]),
                     QString());
        }
    }

    void anyOrder_data() { files(); }
    void anyOrder()
    {
        QFETCH(QString, name);
        const SourcePtr source = opened(name);
        QVERIFY(source);
        const auto index = source->index();
        std::vector<model::WorldState> straight(static_cast<std::size_t>(index->frames()));
        std::shared_ptr<const model::Segment> before;
        for (int i = 0; i < index->keyframes.count(); ++i) {
            const auto segment = source->readSegment(i, before.get(), {});
            QVERIFY(segment);
            for (model::FrameNumber f = (*segment)->frames().first; f < (*segment)->frames().end; ++f)
                (*segment)->sample({f, 0.0}, model::SamplePolicy::Interpolate,
                                   straight[static_cast<std::size_t>(f)]);
            before = *segment;
        }
        std::mt19937 random(11);
        for (int i = 0; i < 400; ++i) {
            const auto frame = static_cast<model::FrameNumber>(random() % straight.size());
            QVERIFY2(sameState(stateAt(*source, frame), straight[static_cast<std::size_t>(frame)]),
                     qPrintable(QString::number(frame)));
        }
    }

    void numbersInsteadOfNames()
    {
        const SourcePtr source = opened(QStringLiteral("run-slow-v4.hcrp"));
        QVERIFY(source);
        const auto& cast = source->index()->info->cast;
        QCOMPARE(cast.size(), std::size_t{3});
        QCOMPARE(cast[1].nativeType, QStringLiteral("entity #128"));
        QCOMPARE(cast[1].name, QStringLiteral("entity #128"));
        QVERIFY(eventTexts(*source->index(), QStringLiteral("block_set"))
                    .contains(QStringLiteral("44 block #3907 at 10, 64, 2")));
    }

    void verified_data() { files(); }
    void verified()
    {
        QFETCH(QString, name);
        const SourcePtr source = opened(name);
        QVERIFY(source);
        const bool broken = !source->index()->lost.empty();
        for (const model::Verdict& v : source->verify({}, {})) {
            if (v.check == QLatin1String("chunks") && broken)
                QCOMPARE(v.state, model::VerdictState::Failed);
            else
                QVERIFY2(
                    v.state == model::VerdictState::Ok ||
                        (v.check == QLatin1String("checksums") &&
                         v.state == model::VerdictState::NotPresent) ||
                        (v.check == QLatin1String("snapshots") && v.state == model::VerdictState::NotPresent),
                    qPrintable(v.check + QStringLiteral(": ") + v.detail));
        }
    }

private:
    SourcePtr opened(const QString& name) const
    {
        QString path = sharedData(QStringLiteral("recording/synthetic/") + name);
        if (QFileInfo(path).isDir())
            path += QStringLiteral("/preamble.dat");
        auto file = model::openFile(path);
        return file ? openRun(std::move(*file), runOptions(QStringLiteral("follow"), QStringLiteral("false")))
                    : nullptr;
    }
    static model::FrameNumber lastSound(const model::ReplayIndex& index)
    {
        model::FrameNumber last = index.frames() - 1;
        for (auto span = index.lost.rbegin(); span != index.lost.rend() && span->frames.contains(last);
             ++span)
            last = span->frames.first - 1;
        return last;
    }
    static ActorId lifeOf(const model::ReplayIndex& index, int entity, model::FrameNumber frame)
    {
        for (const model::ActorInfo& actor : index.info->cast) {
            if (actor.nativeId == static_cast<std::int64_t>(entity) && actor.life.contains(frame))
                return actor.id;
        }
        return ActorId::None;
    }
    static int value(const model::ReplayIndex& index, const model::WorldState& state, std::size_t row,
                     const char* id)
    {
        const auto property = propertyId(index.info->actorProperties, QLatin1String(id));
        return static_cast<int>(state.propertiesOf(row)[static_cast<std::size_t>(property)].asInteger());
    }
    QJsonObject m_expected;
    QJsonObject m_decoded;
};

} // namespace tst_recording_shared

GHOSTLINE_TEST(tst_recording_shared, TestRecordingShared)
#include "tst_recording_shared.moc"
