// SPDX-License-Identifier: GPL-3.0-or-later
// A tape that is still being written: revisions follow it, and what was shown stays as it was.
#include "codecs/echo/replay/echo_source.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/echo/built_tape.h"
#include "tests/codecs/echo/memory_file.h"
#include "tests/codecs/echo/written_tape.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <zstd.h>

namespace tst_echo_tape_live {

using namespace ghostline;
using namespace ghostline::test;

namespace {

constexpr int Wait = 20'000; // milliseconds, far more than is needed

using SourcePtr = std::unique_ptr<model::ReplaySource>;

/// Writes a tape bit by bit, as recorders do.
class Recorder
{
public:
    Recorder(const QString& path, QByteArray bytes) : m_file(path), m_bytes(std::move(bytes)) {}
    /// Until so many bytes of it are there.
    bool writeTo(qsizetype size)
    {
        if (!m_file.isOpen() && !m_file.open(QIODevice::WriteOnly))
            return false;
        const qsizetype from = static_cast<qsizetype>(m_file.pos());
        return m_file.write(m_bytes.sliced(from, size - from)) == size - from && m_file.flush();
    }
    qsizetype size() const { return m_bytes.size(); }
    SourcePtr open(const model::Options& options = {}) const
    {
        auto bytes = model::openFile(m_file.fileName());
        auto source = bytes ? echo::EchoSource::open(std::move(*bytes), {options, {}, {}})
                            : model::Result<SourcePtr>(tl::unexpected(bytes.error()));
        return source && (*source)->waitComplete() ? std::move(*source) : nullptr;
    }

private:
    QFile m_file;
    QByteArray m_bytes;
};

QByteArray tape(bool packed = true)
{
    ShortMatch match;
    fillForTape(match);
    auto written = writeTapeBytes(match.job(), {.packed = packed, .keyframeInterval = 40});
    return written ? written->bytes : QByteArray();
}

/// One zstd frame, flushed now and then.
QByteArray flushed(const QByteArray& plain)
{
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    constexpr qsizetype Piece = 5000;
    QByteArray out(plain.size() * 2, '\0');
    ZSTD_outBuffer to{out.data(), static_cast<std::size_t>(out.size()), 0};
    for (qsizetype at = 0; at < plain.size(); at += Piece) {
        const auto size = static_cast<std::size_t>(std::min(Piece, plain.size() - at));
        ZSTD_inBuffer from{plain.constData() + at, size, 0};
        ZSTD_compressStream2(context.get(), &to, &from,
                             at + Piece < plain.size() ? ZSTD_e_flush : ZSTD_e_end);
    }
    return out.first(static_cast<qsizetype>(to.pos));
}

bool says(const model::ReplayIndex& index, const char* code)
{
    return std::ranges::any_of(index.diagnostics, [&](const model::Diagnostic& diagnostic) {
        return diagnostic.code == QLatin1String(code);
    });
}

bool sameState(const model::WorldState& a, const model::WorldState& b)
{
    return a.size() == b.size() && std::equal(a.positions.begin(), a.positions.end(), b.positions.begin());
}

/// Names of people, in the order of the cast.
QStringList names(const model::ReplayIndex& index)
{
    QStringList out;
    for (const model::ActorInfo& actor : index.info->cast)
        out << actor.name;
    return out;
}

} // namespace

class TestEchoTapeLive : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void grows_data();
    void grows();
    void isFollowedOnlyWhenAsked();
    void isWholeOrOld();
    void begunAnew();
    void endsQuickly();

private:
    QTemporaryDir m_folder;
};

void TestEchoTapeLive::grows_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("blocks") << tape();
    QTest::newRow("bare") << tape(false);
    QTest::newRow("stream") << flushed(tape(false));
}

void TestEchoTapeLive::grows()
{
    QFETCH(QByteArray, bytes);
    Recorder recorder(m_folder.filePath(QStringLiteral("grows.tape")), bytes);
    // Beyond the first frames, which lie in one piece of a stream.
    QVERIFY(recorder.writeTo(recorder.size() * 6 / 10));
    const SourcePtr source = recorder.open();
    QVERIFY(source);
    QSignalSpy changed(source.get(), &model::ReplaySource::changed);
    const auto first = source->index();
    QVERIFY(first->complete && first->growing);
    QVERIFY(says(*first, "no-footer"));
    const model::FrameNumber before = first->frames();
    QVERIFY(before > 50 && before < 250);
    const auto segment = source->readSegment(0, nullptr, {});
    QVERIFY(segment);
    std::vector<model::WorldState> states;
    for (model::FrameNumber f = 0; f < before; ++f)
        states.push_back(stateAt(*source, {f, 0.0}));

    for (const int part : {7, 8, 9}) { // anywhere in a block
        const auto known = source->index();
        QVERIFY(recorder.writeTo(recorder.size() * part / 10));
        QTRY_VERIFY_WITH_TIMEOUT(source->index()->revision > known->revision, Wait);
        const auto index = source->index();
        QVERIFY(index->complete && index->growing);
        QVERIFY(index->frames() >= known->frames());
        QVERIFY(changed.count() > 0);
        for (model::FrameNumber f = 0; f < known->frames(); ++f)
            QVERIFY(index->timeAxis.timeOf(f) == known->timeAxis.timeOf(f));
        for (int k = 0; k < known->keyframes.count(); ++k)
            QCOMPARE(index->keyframes[k].frame, known->keyframes[k].frame);
        QCOMPARE(names(*index).first(names(*known).size()), names(*known));
        for (model::FrameNumber f = 0; f < before; f += 3)
            QVERIFY(sameState(stateAt(*source, {f, 0.0}), states[static_cast<std::size_t>(f)]));
    }
    QCOMPARE(first->frames(), before); // what a revision says stays
    QVERIFY(source->index()->frames() > before);

    QVERIFY(recorder.writeTo(recorder.size()));
    QTRY_VERIFY_WITH_TIMEOUT(!source->index()->growing, Wait);
    const auto last = source->index();
    QVERIFY(last->complete && !says(*last, "no-footer") && !says(*last, "truncated"));
    QCOMPARE(last->frames(), model::FrameNumber{250});
    // What was followed is what is found when it is opened at the end.
    const SourcePtr again = recorder.open();
    QVERIFY(again && !again->index()->growing);
    QCOMPARE(again->index()->events->events.size(), last->events->events.size());
    QCOMPARE(names(*again->index()), names(*last));
    for (model::FrameNumber f = 0; f < 250; f += 7)
        QVERIFY(sameState(stateAt(*again, {f, 0.0}), stateAt(*source, {f, 0.0})));
    QVERIFY(source->nativeState(249, {}).has_value());
    QVERIFY(source->streams({}).has_value());
}

void TestEchoTapeLive::isFollowedOnlyWhenAsked()
{
    Recorder recorder(m_folder.filePath(QStringLiteral("asked.tape")), tape());
    QVERIFY(recorder.writeTo(recorder.size() / 2));
    const SourcePtr source = recorder.open({{QStringLiteral("follow"), QStringLiteral("false")}});
    QVERIFY(source && !source->index()->growing);
    QVERIFY(says(*source->index(), "no-footer"));
}

/// Nobody adds to what has its end, or was written long ago.
void TestEchoTapeLive::isWholeOrOld()
{
    const QString path = m_folder.filePath(QStringLiteral("old.tape"));
    Recorder recorder(path, tape());
    QVERIFY(recorder.writeTo(recorder.size()));
    const SourcePtr whole = recorder.open();
    QVERIFY(whole && !whole->index()->growing);
    QFile file(path);
    QVERIFY(file.resize(recorder.size() / 2) && file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-3600), QFileDevice::FileModificationTime));
    const SourcePtr cut = recorder.open();
    QVERIFY(cut && !cut->index()->growing);
}

/// A shorter file is another one: what is known is all there will be.
void TestEchoTapeLive::begunAnew()
{
    const QString path = m_folder.filePath(QStringLiteral("anew.tape"));
    Recorder recorder(path, tape());
    QVERIFY(recorder.writeTo(recorder.size() / 2));
    const SourcePtr source = recorder.open();
    QVERIFY(source && source->index()->growing);
    const auto before = source->index();
    QVERIFY(QFile::resize(path, recorder.size() / 4));
    QTRY_VERIFY_WITH_TIMEOUT(!source->index()->growing, Wait);
    QVERIFY(source->index()->complete);
    QCOMPARE(source->index()->frames(), before->frames());
}

void TestEchoTapeLive::endsQuickly()
{
    Recorder recorder(m_folder.filePath(QStringLiteral("quick.tape")), tape());
    QVERIFY(recorder.writeTo(recorder.size() / 2));
    SourcePtr source = recorder.open();
    QVERIFY(source && source->index()->growing);
    QElapsedTimer clock;
    clock.start();
    source.reset();
    QVERIFY(clock.elapsed() < 1000);
}

} // namespace tst_echo_tape_live

GHOSTLINE_TEST(tst_echo_tape_live, TestEchoTapeLive)
#include "tst_echo_tape_live.moc"
