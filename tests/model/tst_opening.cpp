// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a recording as a whole, and the options that a command line gives for it.
#include "model/codec/opening.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QFileInfo>
#include <QtTest>

namespace tst_opening {

using namespace ghostline;
using namespace ghostline::model;
using namespace Qt::StringLiterals;

namespace {

Result<std::unique_ptr<ReplaySource>> replayOf(FrameNumber published)
{
    test::FakeReplayOptions options;
    options.frames = 1000;
    options.published = published;
    return std::make_unique<test::FakeReplay>(options);
}

} // namespace

class TestOpening : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void passesOnWhatIsWanted()
    {
        OpenOptions wanted;
        wanted.codec.insert(u"speed"_s, u"2"_s);
        const Opener open = [&](const QString& path, const OpenOptions& options) {
            if (path != "a run"_L1 || options.codec != wanted.codec)
                return Result<std::unique_ptr<ReplaySource>>(fail(ErrorCode::InvalidArgument, u"other"_s));
            return replayOf(0);
        };
        const auto opened = openComplete(open, u"a run"_s, wanted);
        QVERIFY(opened.has_value());
        QVERIFY(opened->index->complete);
        QCOMPARE(opened->index->frames(), 1000);
        QCOMPARE(opened->source->index(), opened->index);
    }

    void waitsForTheWholeIndex()
    {
        test::FakeReplay* made = nullptr;
        const Opener open = [&](const QString&, const OpenOptions&) {
            auto source = replayOf(10);
            made = static_cast<test::FakeReplay*>(source->get());
            return source;
        };
        // Stopped before more of it is known.
        std::stop_source stop;
        OpenOptions options;
        options.stop = stop.get_token();
        stop.request_stop();
        const auto stopped = openComplete(open, u"a"_s, options);
        QVERIFY(!stopped.has_value());
        QVERIFY(stopped.error().code == ErrorCode::Cancelled);

        const Opener growing = [&](const QString& path, const OpenOptions& how) {
            auto source = open(path, how);
            made->publish(500, false);
            made->publish(1000, true);
            return source;
        };
        const auto opened = openComplete(growing, u"a"_s, {});
        QVERIFY(opened.has_value());
        QCOMPARE(opened->index->frames(), 1000);
    }

    void tellsWhyItCannotBeOpened()
    {
        const CodecRegistry registry{QStringList{QFileInfo(QStringLiteral(FAKE_CODEC)).path()}};
        const auto opened = openComplete(openerOf(registry), u"absent.fake"_s, {});
        QVERIFY(!opened.has_value());
        QVERIFY(opened.error().code == ErrorCode::NotFound);
        QCOMPARE(opened.error().file, u"absent.fake"_s);
        const auto none = openComplete(openerOf(std::shared_ptr<const CodecRegistry>()), u"a"_s, {});
        QVERIFY(!none.has_value() && none.error().code == ErrorCode::Unsupported);
    }

    void optionsOfACommandLine_data()
    {
        QTest::addColumn<QStringList>("texts");
        QTest::addColumn<Options>("options");
        QTest::addColumn<QString>("wrong"); // empty = none
        QTest::newRow("none") << QStringList() << Options() << QString();
        QTest::newRow("several") << QStringList{u"a=1"_s, u"b=x y"_s}
                                 << Options{{u"a"_s, u"1"_s}, {u"b"_s, u"x y"_s}} << QString();
        QTest::newRow("a value with the sign")
            << QStringList{u"a=b=c"_s} << Options{{u"a"_s, u"b=c"_s}} << QString();
        QTest::newRow("an empty value") << QStringList{u"a="_s} << Options{{u"a"_s, QString()}} << QString();
        QTest::newRow("the last one counts")
            << QStringList{u"a=1"_s, u"a=2"_s} << Options{{u"a"_s, u"2"_s}} << QString();
        QTest::newRow("no value") << QStringList{u"a=1"_s, u"b"_s, u"c"_s} << Options() << u"b"_s;
        QTest::newRow("no name") << QStringList{u"=1"_s} << Options() << u"=1"_s;
    }
    void optionsOfACommandLine()
    {
        QFETCH(QStringList, texts);
        QFETCH(Options, options);
        QFETCH(QString, wrong);
        const auto parsed = parseOptions(texts);
        QCOMPARE(parsed.has_value(), wrong.isEmpty());
        if (parsed)
            QCOMPARE(*parsed, options);
        else
            QCOMPARE(parsed.error(), wrong);
    }
};

} // namespace tst_opening

GHOSTLINE_TEST(tst_opening, TestOpening)
#include "tst_opening.moc"
