// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings on a server that is away for a while, that changes them, or that never answers.
#include "codecs/recording/file/recording_segments.h"
#include "codecs/recording/replay/recording_source.h"
#include "tests/codecs/recording/far_run.h"
#include "tests/codecs/recording/far_source.h"
#include "tests/codecs/recording/run_script.h"
#include "tests/support/test_driver.h"

#include <future>

namespace tst_recording_far {

using namespace ghostline;
using namespace ghostline::test;
using namespace ghostline::recording;
using model::ErrorCode;
using std::chrono::milliseconds;

namespace {

constexpr int Wait = 8000;

const Patience Patient{milliseconds(20), milliseconds(40), milliseconds(60'000), milliseconds(60'000)};

const Patience Hasty{milliseconds(10), milliseconds(20), milliseconds(100), milliseconds(50)};

} // namespace

class TestRecordingFar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A short outage is no damage: reading goes on where it stopped.
    void outage_data()
    {
        QTest::addColumn<bool>("segmented");
        QTest::newRow("segments") << true;
        QTest::newRow("one file") << false;
    }
    void outage()
    {
        QFETCH(bool, segmented);
        RunScript run = script();
        if (!segmented) // more than opening reads
            run.metadata.set(QStringLiteral("fill"), io::NbtValue(std::vector<std::int8_t>(300'000)));
        const QString name = segmented ? PreambleFile : QStringLiteral("run.hcrp");
        const auto server =
            serverOf(segmented ? run.folder(true) : std::map<QString, QByteArray>{{name, run.file()}});
        std::atomic<bool> away{true};
        std::atomic<int> refused{0};
        int reads = 0;
        server->refuse([&](const QString& asked, bool reading) -> std::optional<ErrorCode> {
            const bool chunks = segmented ? segmentOfName(asked).value_or(0) >= 4 : reading && ++reads > 2;
            if (!chunks || !away)
                return std::nullopt;
            ++refused;
            return ErrorCode::IoError;
        });
        const SourcePtr source = openFar(server, Patient, name);
        QVERIFY(source);
        QTRY_VERIFY_WITH_TIMEOUT(refused > 3, Wait);
        const auto meanwhile = source->index();
        QVERIFY(!meanwhile->complete);
        QVERIFY(meanwhile->lost.empty());
        QCOMPARE(codesOf(*meanwhile), QStringList());
        const auto segment = source->readSegment(6, nullptr, {});
        QVERIFY(!segment);
        QCOMPARE(segment.error().code, ErrorCode::IoError); // not an empty one
        away = false;
        QVERIFY(source->waitComplete());
        QVERIFY(isWhole(*source));
        QCOMPARE(stateAt(*source, 499).positions[0], RunScript::walked(499));
    }

    /// Somebody waits for the end of the reading; what could not be fetched can be asked for all the same.
    void longOutage()
    {
        const auto server = serverOf(script().folder(true));
        server->refuse(without(4, ErrorCode::IoError));
        const SourcePtr source = openFar(server, Hasty);
        QVERIFY(source);
        QVERIFY(source->waitComplete());
        const auto index = source->index();
        QVERIFY(index->complete);
        QCOMPARE(codesOf(*index), QStringList{QStringLiteral("read-error")});
        QCOMPARE(index->lost.size(), std::size_t{1});
        QCOMPARE(index->lost[0].frames, (model::FrameRange{200, 500}));
        QCOMPARE(index->lost[0].reason, QStringLiteral("could not be fetched"));
        server->refuse({});
        QCOMPARE(stateAt(*source, 499).positions[0], RunScript::walked(499));
    }

    /// One that is still being written is gone on with by itself.
    void longOutageOfALiveOne()
    {
        const auto server = serverOf(script().folder(false));
        server->refuse(without(4, ErrorCode::IoError));
        const SourcePtr source = openFar(server, Hasty);
        QVERIFY(source);
        QTRY_VERIFY_WITH_TIMEOUT(source->index()->complete, Wait);
        QCOMPARE(codesOf(*source->index()), QStringList{QStringLiteral("read-error")});
        server->refuse({});
        QTRY_VERIFY_WITH_TIMEOUT(isWhole(*source), Wait);
    }

    /// A segment that comes into sight after the preamble that names it.
    void lateSegment()
    {
        const auto server = serverOf(script().folder(false));
        server->refuse(without(9, ErrorCode::NotFound));
        const SourcePtr source = openFar(server, Patient);
        QVERIFY(source);
        const int before = server->asked;
        QTRY_VERIFY_WITH_TIMEOUT(server->asked > before + 4, Wait);
        QVERIFY(!source->index()->complete);
        QVERIFY(source->index()->lost.empty());
        const auto segment = source->readSegment(9, nullptr, {});
        QVERIFY(!segment);
        QCOMPARE(segment.error().code, ErrorCode::IoError);
        server->refuse({});
        QVERIFY(source->waitComplete());
        QVERIFY(isWhole(*source));
    }

    /// One that never comes is missing, and what is behind it is read.
    void missingSegment_data()
    {
        QTest::addColumn<bool>("finished");
        QTest::newRow("finished") << true;
        QTest::newRow("live") << false;
    }
    void missingSegment()
    {
        QFETCH(bool, finished);
        const auto server = serverOf(script().folder(finished));
        server->refuse([](const QString& name, bool) {
            return segmentOfName(name) == 2 ? std::optional(ErrorCode::NotFound) : std::nullopt;
        });
        const SourcePtr source = openFar(server, finished ? Patient : Hasty);
        QVERIFY(source);
        QVERIFY(source->waitComplete());
        const auto index = source->index();
        QCOMPARE(codesOf(*index), QStringList{QStringLiteral("segment-missing")});
        QCOMPARE(index->lost.size(), std::size_t{1});
        QCOMPARE(index->lost[0].frames, (model::FrameRange{100, 150}));
        QCOMPARE(eventTexts(*index, QStringLiteral("checkpoint")).size(), 1);
    }

    /// Both at once: the one is missing, the other is waited for.
    void missingBeforeOutage()
    {
        const auto server = serverOf(script().folder(false));
        std::atomic<int> refused{0};
        server->refuse([&](const QString& name, bool) -> std::optional<ErrorCode> {
            if (segmentOfName(name) == 2)
                return ErrorCode::NotFound;
            if (segmentOfName(name) != 3 || ++refused > 4)
                return std::nullopt;
            return ErrorCode::IoError;
        });
        const SourcePtr source =
            openFar(server, {milliseconds(10), milliseconds(20), milliseconds(60'000), milliseconds(30)});
        QVERIFY(source);
        QVERIFY(source->waitComplete());
        const auto index = source->index();
        QCOMPARE(codesOf(*index), QStringList{QStringLiteral("segment-missing")});
        QCOMPARE(index->lost.size(), std::size_t{1});
        QCOMPARE(index->lost[0].frames, (model::FrameRange{100, 150}));
    }

    /// What changed is to be opened again: no damage, and no further request.
    void changed()
    {
        const auto server = serverOf(script().folder(true));
        server->refuse(without(4, ErrorCode::Changed));
        const SourcePtr source = openFar(server, Patient);
        QVERIFY(source);
        QVERIFY(source->waitComplete());
        const auto index = source->index();
        QCOMPARE(codesOf(*index), QStringList{QStringLiteral("changed")});
        QCOMPARE(index->diagnostics[0].severity, model::Severity::Error);
        QCOMPARE(index->diagnostics[0].message,
                 QStringLiteral("the recording changed on the server: open it again"));
        QVERIFY(index->lost.empty());
        const auto segment = source->readSegment(6, nullptr, {});
        QVERIFY(!segment);
        QCOMPARE(segment.error().code, ErrorCode::Changed);
    }

    /// The disk of this computer does not come back.
    void brokenDisk()
    {
        RunScript run = script();
        run.metadata.set(QStringLiteral("fill"), io::NbtValue(std::vector<std::int8_t>(300'000)));
        class Broken final : public model::ByteSource
        {
        public:
            explicit Broken(QByteArray bytes) : m_inner(memoryFile(bytes)) {}
            model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                            std::stop_token stop) const override
            {
                if (offset > 300'000)
                    return model::fail(ErrorCode::IoError, QStringLiteral("input/output error"));
                return m_inner->read(offset, out, stop);
            }
            std::uint64_t size() const override { return m_inner->size(); }
            model::Identity identity() const override { return m_inner->identity(); }
            model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view name,
                                                                      std::stop_token stop) const override
            {
                return m_inner->sibling(name, stop);
            }

        private:
            std::unique_ptr<model::ByteSource> m_inner;
        };
        auto source = RecordingSource::open(std::make_unique<Broken>(run.file()), {}, Patient);
        QVERIFY(source);
        QElapsedTimer clock;
        clock.start();
        QVERIFY((*source)->waitComplete());
        QVERIFY(clock.elapsed() < 2000);
        QVERIFY(!(*source)->index()->lost.empty());
        QVERIFY(codesOf(*(*source)->index()).contains(QStringLiteral("read-error")));
    }

    /// A server that never answers when a file beside the recording is asked for.
    void closesWhileSilent()
    {
        const auto server = serverOf(script().folder(true));
        server->refuse(without(4, ErrorCode::Cancelled));
        SourcePtr source = openFar(server, Patient);
        QVERIFY(source);
        std::stop_source stop;
        auto reading =
            std::async(std::launch::async, [&] { return source->readSegment(6, nullptr, stop.get_token()); });
        const int before = server->asked;
        QTRY_VERIFY_WITH_TIMEOUT(server->asked > 12 || server->asked > before, Wait);
        QElapsedTimer clock;
        clock.start();
        stop.request_stop();
        const auto segment = reading.get();
        QVERIFY(!segment);
        QCOMPARE(segment.error().code, ErrorCode::Cancelled);
        source.reset();
        QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
    }

    /// The same while opening, and while looking again at one that grows.
    void cancelledWhileSilent_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("dictionary");
        QTest::newRow("finished") << QStringLiteral("finished") << 0;
        QTest::newRow("preamble, again") << PreambleFile << 0;
        QTest::newRow("dictionary") << QStringLiteral("dictionaries/3.zdict") << 3;
    }
    void cancelledWhileSilent()
    {
        QFETCH(QString, file);
        QFETCH(int, dictionary);
        RecordingPlan plan;
        if (dictionary != 0) {
            plan.dictionary = static_cast<std::uint16_t>(dictionary);
            plan.dictionaryContent = QByteArray(2000, 'd');
        }
        auto files = RecordingBuilder(plan).folder();
        if (dictionary != 0) // one file: the folder above is not asked
            files = {{QStringLiteral("run.hcrp"), RecordingBuilder(plan).file()}};
        const auto server = serverOf(files);
        server->put({{QStringLiteral("finished"), {}}});
        server->refuse([file](const QString& name, bool reading) {
            return name == file && !reading ? std::optional(ErrorCode::Cancelled) : std::nullopt;
        });
        std::stop_source stop;
        auto opening = std::async(std::launch::async, [&] {
            return RecordingFile::open(std::make_shared<FarSource>(server, dictionary != 0
                                                                               ? QStringLiteral("run.hcrp")
                                                                               : PreambleFile),
                                       {}, stop.get_token());
        });
        QTRY_VERIFY_WITH_TIMEOUT(server->asked > 0, Wait);
        QVERIFY(opening.wait_for(milliseconds(100)) == std::future_status::timeout);
        stop.request_stop();
        QVERIFY(opening.wait_for(milliseconds(1000)) == std::future_status::ready);
        const auto opened = opening.get();
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Cancelled);
    }

    /// A server that fails has not said that there is no dictionary.
    void dictionaryServerFails()
    {
        RecordingPlan plan;
        plan.dictionary = 3;
        plan.dictionaryContent = QByteArray(2000, 'd');
        const RecordingBuilder built(plan);
        const QString name = QStringLiteral("run.hcrp");
        const auto server = serverOf({{name, built.file()}});
        const auto open = [&] { return RecordingFile::open(std::make_shared<FarSource>(server, name)); };
        const auto missing = open();
        QVERIFY(missing);
        QCOMPARE((*missing)->description().diagnostics.size(), std::size_t{2});
        server->refuse([](const QString& asked, bool) {
            return asked.endsWith(QLatin1String(".zdict")) ? std::optional(ErrorCode::IoError) : std::nullopt;
        });
        const auto failed = open();
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::IoError);
        server->refuse({});
        server->put({{QStringLiteral("dictionaries/3.zdict"), plan.dictionaryContent}});
        const auto there = open();
        QVERIFY(there && (*there)->description().diagnostics.empty());
    }

    /// The recorder ends between two looks: what it wrote last is not left out.
    void finishesWhileOpened()
    {
        const RunScript run = script();
        const auto server = serverOf(run.folder(false, 9));
        auto preamble = std::make_shared<FarSource>(server, PreambleFile); // as it was
        server->put(run.folder(true));
        const auto file = RecordingFile::open(preamble);
        QVERIFY(file);
        QVERIFY((*file)->description().finished);
        QCOMPARE((*file)->chunks().size(), std::size_t{10});
    }

    void finishesWhileLookedAt()
    {
        const RunScript run = script();
        const auto server = serverOf(run.folder(false, 8));
        auto file = RecordingFile::open(std::make_shared<FarSource>(server, PreambleFile));
        QVERIFY(file && (*file)->chunks().size() == 8);
        server->put(run.folder(false, 9));
        server->handedOut = [&](const QString& name) {
            if (name == PreambleFile)
                server->put(run.folder(true));
        };
        std::shared_ptr<const RecordingFile> now = *file;
        for (int look = 0; look < 3 && !now->description().finished; ++look) {
            const auto next = now->refresh();
            QVERIFY(next);
            if (next->file)
                now = next->file;
        }
        QVERIFY(now->description().finished);
        QCOMPARE(now->chunks().size(), std::size_t{10});
    }

    void switchesAsPeopleWriteThem_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("on");
        for (const char* const value : {"false", "off", "no", "0", "FALSE", "Off"})
            QTest::addRow("%s", value) << QString::fromLatin1(value) << false;
        for (const char* const value : {"true", "on", "yes", "1", "Yes"})
            QTest::addRow("%s", value) << QString::fromLatin1(value) << true;
    }
    void switchesAsPeopleWriteThem()
    {
        QFETCH(QString, value);
        QFETCH(bool, on);
        const SourcePtr read = openRun(script().file(), runOptions(QStringLiteral("scan"), value));
        QVERIFY(read);
        QCOMPARE(eventTexts(*read->index(), QStringLiteral("run_start")).size(), on ? 1 : 0);
        const auto server = serverOf(script().folder(false));
        const SourcePtr followed =
            openFar(server, Patient, PreambleFile, runOptions(QStringLiteral("follow"), value));
        QVERIFY(followed && followed->waitComplete());
        QCOMPARE(followed->index()->growing, on);
    }
};

} // namespace tst_recording_far

GHOSTLINE_TEST(tst_recording_far, TestRecordingFar)
#include "tst_recording_far.moc"
