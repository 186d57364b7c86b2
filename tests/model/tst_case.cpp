// SPDX-License-Identifier: GPL-3.0-or-later
// A case file: what it says against closed forms, held against the recording again, changed by somebody,
// without names, cut off.
#include "model/case/anonymous.h"
#include "model/case/case_file.h"
#include "model/case/case_html.h"
#include "model/case/case_pictures.h"
#include "model/case/verify_case.h"
#include "tests/model/scripted_replay.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QXmlStreamReader>

namespace tst_case {

using namespace ghostline;
using namespace ghostline::model;
using test::declared;
using test::Script;
using test::ScriptedReplay;
using namespace Qt::StringLiterals;

namespace {

constexpr FrameNumber Flagged = 200;

/// x = t², z = 3t at 20 frames a second; Mallory is accused at frame 200.
Script script()
{
    Script out;
    out.info.formatName = u"Script"_s;
    out.info.cast.resize(1);
    out.info.cast[0].name = u"Mallory"_s;
    out.info.cast[0].kind = ActorKind::Player;
    out.info.actorProperties = {declared("said", PropertyType::Text),
                                declared("speed_up", PropertyType::Real)};
    StringTable strings;
    const StringId said = strings.intern(u"Eve was here"_s);
    out.info.strings = std::make_shared<StringTable>(strings);
    out.fill = [said](FrameNumber frame, WorldState& state) {
        const double t = 0.05 * static_cast<double>(frame);
        state.positions[0] = {t * t, 64.0, 3.0 * t};
        state.properties[0] = PropertyValue::text(said);
        state.properties[1] = PropertyValue::real(0.1 * static_cast<double>(frame));
        return true;
    };
    EventKind kind;
    kind.id = u"flag"_s;
    kind.flag = true;
    out.events.kinds = {kind};
    Event event;
    event.frame = Flagged;
    event.severity = 2;
    event.actors = {ActorId{0}};
    event.data = {{u"check"_s, u"speed"_s},
                  {u"detail"_s, u"MALLORY: 20.2 m/s, at most 5.6 expected"_s},
                  {u"score"_s, 0.1},
                  {u"account"_s, 4711},
                  {u"source"_s, u"server"_s}};
    out.events.events = {event};
    return out;
}

constexpr QByteArrayView Jpeg = "\xff\xd8\xff\xe0 a picture";

/// Of three frames round the flag from two cameras; of the last frame the second camera has none.
CasePictures pictures()
{
    CasePictures out;
    out.frames = {Flagged - 1, Flagged + 2};
    out.pixels = {480, 300};
    const QByteArray jpeg = Jpeg.toByteArray();
    out.cameras = {{u"Behind"_s, {jpeg, jpeg, jpeg}}, {u"From above"_s, {jpeg, jpeg, {}}}};
    return out;
}

Sidecar notes()
{
    Sidecar sidecar;
    FlagReview review;
    review.id = u"1"_s;
    review.frame = Flagged;
    review.check = u"speed"_s;
    review.verdict = FlagVerdict::Confirmed;
    review.note = u"Mallory flies & <b>laughs</b>; Trent"_s;
    review.reviewer = u"Trent"_s;
    sidecar.add(review);
    return sidecar;
}

/// A recording's bytes, which the scripted replay stands for.
class Desk
{
public:
    Desk() { write("recording"); }

    void write(const QByteArray& bytes)
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    QString path() const { return m_folder.filePath(u"mallory-run.hcrp"_s); }

    Result<QJsonObject> make(const CaseChoices& choices = {}, const Script& from = script()) const
    {
        return caseOf(ScriptedReplay(from), {path(), choices, notes(), u"0"_s});
    }
    Result<CaseVerification> verify(const QByteArray& page, const Script& against = script()) const
    {
        const auto read = readCase(page);
        if (!read)
            return tl::unexpected(read.error());
        return verifyCase(*read, ScriptedReplay(against), path(), {});
    }

private:
    QTemporaryDir m_folder;
};

QJsonObject column(const QJsonObject& made, const QString& id)
{
    for (const QJsonValue each : made[u"figures"_s][u"columns"_s].toArray()) {
        if (each[u"id"_s].toString() == id)
            return each.toObject();
    }
    return {};
}

/// `made` with one value of a column changed.
QJsonObject changed(QJsonObject made, const QString& id, int at, double value)
{
    QJsonObject figures = made[u"figures"_s].toObject();
    QJsonArray columns = figures[u"columns"_s].toArray();
    for (QJsonValueRef each : columns) {
        QJsonObject one = each.toObject();
        if (one[u"id"_s].toString() != id)
            continue;
        QJsonArray values = one[u"values"_s].toArray();
        values[at] = value;
        one[u"values"_s] = values;
        each = one;
    }
    figures[u"columns"_s] = columns;
    made[u"figures"_s] = figures;
    return made;
}

} // namespace

class TestCase : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figures()
    {
        const Desk desk;
        const auto made = desk.make();
        QVERIFY(made);
        const QJsonObject all = made->value(u"figures"_s).toObject();
        QCOMPARE(all[u"first_frame"_s].toInteger(), Flagged - 40); // two seconds
        QCOMPARE(all[u"times_s"_s].toArray().size(), 81);
        QCOMPARE(
            all[u"recording"_s][u"sha256"_s].toString(), // printf recording | sha256sum
            QString::fromLatin1(QCryptographicHash::hash("recording", QCryptographicHash::Sha256).toHex()));
        QCOMPARE(all[u"flag"_s][u"limit"_s][u"value"_s].toDouble(), 5.6);
        const QJsonArray speeds = column(*made, u"horizontal_speed"_s)[u"values"_s].toArray();
        const QJsonArray changes = column(*made, u"acceleration"_s)[u"values"_s].toArray();
        const auto speedAt = [](double t) { return std::hypot(2.0 * t - 0.05, 3.0); };
        for (int i = 0; i < 81; ++i) {
            const double t = 0.05 * static_cast<double>(Flagged - 40 + i);
            QVERIFY(std::abs(speeds[i].toDouble() - speedAt(t)) < 1e-9);
            QVERIFY(std::abs(changes[i].toDouble() - (speedAt(t) - speedAt(t - 0.05)) / 0.05) < 1e-6);
        }
        QVERIFY(column(*made, u"x"_s)[u"recorded"_s].toBool());
        QVERIFY(!column(*made, u"speed"_s)[u"recorded"_s].toBool());
        QCOMPARE(column(*made, u"property:speed_up"_s)[u"values"_s].toArray()[3].toDouble(),
                 0.1 * static_cast<double>(Flagged - 37)); // every digit
    }

    void pageReadsBackAndIsEqual()
    {
        const Desk desk;
        const auto made = desk.make();
        QVERIFY(made);
        const QByteArray page = caseHtml(*made);
        QXmlStreamReader reader(page);
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(!page.contains("<b>laughs"));
        const auto read = readCase(page);
        QVERIFY(read && read->page && read->isWhatItsFiguresMake);
        QCOMPARE(read->made, *made);
        const auto found = desk.verify(page);
        QVERIFY(found && found->equal());
        QVERIFY(found->compared > 81 * 8);
        const auto alone = desk.verify(QJsonDocument(*made).toJson());
        QVERIFY(alone && alone->equal());
    }

    void anotherByteOfTheRecording()
    {
        Desk desk;
        const QByteArray page = caseHtml(*desk.make());
        desk.write("recordinG");
        const auto found = desk.verify(page);
        QVERIFY(found && !found->equal());
        QVERIFY(found->contentDiffers && !found->pageDiffers);
        QCOMPARE(found->differences.size(), std::size_t{1});
        QCOMPARE(found->differences[0].what, u"recording/sha256"_s);
    }

    /// The bytes are said to be the same, what is in them is not.
    void anotherWay()
    {
        const Desk desk;
        const QByteArray page = caseHtml(*desk.make());
        Script other = script();
        other.fill = [fill = other.fill](FrameNumber frame, WorldState& state) {
            const bool there = fill(frame, state);
            if (frame == 210)
                state.positions[0].y += 1.0;
            return there;
        };
        const auto found = desk.verify(page, other);
        QVERIFY(found && !found->contentDiffers && !found->differences.empty());
        const auto named =
            std::ranges::find(found->differences, u"column y, frame 210"_s, &CaseDifference::what);
        QVERIFY(named != found->differences.end());
        QCOMPARE(named->inCase, u"64"_s);
        QCOMPARE(named->recomputed, u"65"_s);
    }

    void tampered()
    {
        const Desk desk;
        const auto made = desk.make();
        // Figures and all that is to be seen changed alike.
        const auto figure = desk.verify(caseHtml(changed(*made, u"speed"_s, 40, 4.5)));
        QVERIFY(figure && !figure->pageDiffers);
        QCOMPARE(figure->differences.size(), std::size_t{1});
        QCOMPARE(figure->differences[0].what, u"column speed, frame 200"_s);
        QCOMPARE(figure->differences[0].inCase, u"4.5"_s);
        // What is to be seen alone.
        QByteArray page = caseHtml(*made);
        page.replace("<td>200</td>", "<td>201</td>");
        const auto seen = desk.verify(page);
        QVERIFY(seen && seen->pageDiffers && seen->differences.empty());
        // Something more behind it, or a picture that nobody has taken.
        QVERIFY(desk.verify(caseHtml(*made) + "<p>guilty</p>")->pageDiffers);
    }

    void anonymous()
    {
        const Desk desk;
        CaseChoices choices;
        choices.anonymous = true;
        const auto made = desk.make(choices);
        QVERIFY(made);
        const QByteArray page = caseHtml(*made);
        const QByteArray folded = page.toLower();
        for (const char* name : {"mallory", "trent", "eve was", "4711"})
            QVERIFY2(!folded.contains(name), name);
        for (const char* said : {"Player 1", "Reviewer 1", "Anonymous:"})
            QVERIFY2(page.contains(said), said);
        const auto found = desk.verify(page);
        QVERIFY(found && found->equal());
    }

    void cutOff()
    {
        const Desk desk;
        const QByteArray page = caseHtml(*desk.make());
        for (qsizetype size = 0; size < page.size(); size += 997) {
            const auto read = readCase(page.first(size));
            QVERIFY(!read || !read->isWhatItsFiguresMake);
        }
        QVERIFY(readCase(page.chopped(1)) && !readCase(page.chopped(1))->isWhatItsFiguresMake);
    }

    void foreign_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const QByteArray& bytes, ErrorCode code) {
            QTest::newRow(name) << bytes << static_cast<int>(code);
        };
        row("nothing", "", ErrorCode::UnknownFormat);
        row("another page", "<!DOCTYPE html><html><body>Hello</body></html>", ErrorCode::UnknownFormat);
        row("another JSON", "{\"a\":1}", ErrorCode::UnknownFormat);
        row("no JSON", "<script type=\"application/json\" id=\"case\">{]</script>", ErrorCode::Damaged);
        row("of a later version", "{\"ghostline_case\":2}", ErrorCode::Unsupported);
        row("empty", "{\"ghostline_case\":1}", ErrorCode::Damaged);
        row("too many frames",
            "{\"ghostline_case\":1,\"figures\":{\"times_s\":[0" + QByteArray(",0").repeated(5000) + "]}}",
            ErrorCode::LimitExceeded);
        row("a column that is too short",
            "{\"ghostline_case\":1,\"figures\":{\"first_frame\":1,\"flag\":{\"frame\":1},\"times_s\":[0],"
            "\"provenance\":[\"exact\"],\"columns\":[{\"id\":\"x\",\"values\":[]}]}}",
            ErrorCode::Damaged);
    }
    void foreign()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, code);
        const auto read = readCase(bytes);
        QVERIFY(!read);
        QCOMPARE(static_cast<int>(read.error().code), code);
        QVERIFY(!read.error().message.isEmpty());
    }

    /// Values of any type in any place make a page, and are found out.
    void wrongTypes()
    {
        const Desk desk;
        const QByteArray odd =
            "{\"ghostline_case\":1,\"figures\":{\"choices\":{\"flag\":1,\"margin_s\":2,\"anonymous\":false},"
            "\"first_frame\":1,\"flag\":{\"frame\":1,\"time_s\":1e308,\"limit\":{\"value\":[]}},"
            "\"times_s\":[-1e308,1e308],\"provenance\":[1,null],\"columns\":[{\"id\":\"x\",\"values\":"
            "[1e308,-1e308]},{\"id\":\"z\",\"values\":[0,{}]},7],\"people\":[1],\"lost\":[null]}}";
        QVERIFY(!readCase(odd)); // the 7 has no values
        QByteArray shorter = odd;
        shorter.replace(",7]", "]");
        const auto read = readCase(shorter);
        QVERIFY(read);
        QVERIFY(!caseHtml(read->made).isEmpty());
        const auto found = desk.verify(shorter);
        QVERIFY(found && !found->equal());
    }

    void picturesStandOnThePage()
    {
        const Desk desk;
        auto made = desk.make();
        QVERIFY(made);
        putPictures(*made, pictures());
        const QByteArray page = caseHtml(*made);
        const QByteArray shown = "src=\"data:image/jpeg;base64," + Jpeg.toByteArray().toBase64() + '"';
        QCOMPARE(page.count(shown), 5 + 2); // the flag's once more, and larger
        QCOMPARE(page.count("not drawn"), 1);
        QVERIFY(page.contains("alt=\"From above, frame 200\""));
        const auto found = desk.verify(page);
        QVERIFY(found && found->equal());
        QByteArray another = page;
        another.replace(shown, "src=\"data:image/jpeg;base64,AAAA\"");
        const auto told = desk.verify(another);
        QVERIFY(told && told->pageDiffers);
    }

    /// Why there are none may name files, and files name people.
    void reasonsOfAnAnonymousCase()
    {
        const Desk desk;
        const Result<CasePictures> none = fail(ErrorCode::IoError, u"/home/trent/mallory.hcrp: gone"_s);
        auto named = *desk.make();
        putPictures(named, none);
        QVERIFY(caseHtml(named).contains("mallory.hcrp: gone"));
        auto nameless = *desk.make({.anonymous = true});
        putPictures(nameless, none);
        const QByteArray page = caseHtml(nameless);
        QVERIFY(page.contains("could not be drawn") && !page.toLower().contains("mallory"));
    }

    void picturesOfOtherFrames_data()
    {
        QTest::addColumn<FrameNumber>("first");
        QTest::newRow("before") << Flagged - 41;
        QTest::newRow("behind") << Flagged + 39; // the last of them
        QTest::newRow("far away") << FrameNumber{100'000};
    }
    void picturesOfOtherFrames()
    {
        QFETCH(FrameNumber, first);
        const Desk desk;
        auto made = *desk.make();
        CasePictures odd = pictures();
        odd.frames = {first, first + 3};
        putPictures(made, odd);
        QVERIFY(!caseHtml(made).contains("<img"));
    }

    void picturesReadBack()
    {
        const auto read = readCasePictures(QJsonDocument(pictures().json()).toJson());
        QVERIFY(read);
        QCOMPARE(read->json(), pictures().json());
        QCOMPARE(read->frames, pictures().frames);
        QCOMPARE(read->cameras[1].jpegs[0], Jpeg.toByteArray());
    }

    void foreignPictures_data()
    {
        QTest::addColumn<QByteArray>("json");
        const auto row = [](const char* name, const char* key, const QJsonValue& value) {
            QJsonObject object = pictures().json();
            object[QLatin1StringView(key)] = value;
            QTest::newRow(name) << QJsonDocument(object).toJson();
        };
        row("before the first frame", "first_frame", -1);
        row("behind any frame", "first_frame", 1e300);
        row("no frames", "frames", 0);
        row("many frames", "frames", 1e9);
        row("no size", "width", 0);
        row("a huge size", "height", 1 << 30);
        row("no cameras", "cameras", QJsonArray());
        row("a camera without pictures", "cameras", QJsonArray{QJsonObject()});
        row("cameras that are none", "cameras", QJsonArray{1, 2});
        QTest::newRow("no JSON") << QByteArray("{");
    }
    void foreignPictures()
    {
        QFETCH(QByteArray, json);
        const auto read = readCasePictures(json);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Damaged);
        const Desk desk;
        QJsonObject made = *desk.make();
        QJsonObject statements = made[u"statements"_s].toObject();
        statements[u"pictures"_s] = QJsonDocument::fromJson(json).object();
        made[u"statements"_s] = statements;
        QVERIFY(!caseHtml(made).contains("<img"));
    }

    /// What is no JPEG, or is markup, gets on no page.
    void pictureThatIsNone()
    {
        CasePictures odd = pictures();
        odd.cameras[0].jpegs[0] = "<svg onload=\"alert(1)\"/>";
        const auto read = readCasePictures(QJsonDocument(odd.json()).toJson());
        QVERIFY(read && read->cameras[0].jpegs[0].isEmpty() && !read->cameras[0].jpegs[1].isEmpty());
    }

    void framesThatArePictured_data()
    {
        QTest::addColumn<FrameNumber>("first");
        QTest::addColumn<FrameNumber>("end");
        QTest::addColumn<FrameNumber>("flagged");
        QTest::addColumn<FrameNumber>("from");
        const auto row = [](const char* name, FrameNumber first, FrameNumber end, FrameNumber flagged,
                            FrameNumber from) { QTest::newRow(name) << first << end << flagged << from; };
        row("all of few", 10, 30, 20, 10);
        row("round the flag", 0, 1000, 500, 470);
        row("at the beginning", 0, 1000, 5, 0);
        row("at the end", 0, 1000, 999, 940);
        row("behind it", 0, 1000, 5000, 940);
        row("none", 30, 30, 20, 30);
        row("the wrong way round", 30, 10, 20, 30);
    }
    void framesThatArePictured()
    {
        QFETCH(FrameNumber, first);
        QFETCH(FrameNumber, end);
        QFETCH(FrameNumber, flagged);
        const FrameRange shown = picturedFrames({first, end}, flagged);
        QTEST(shown.first, "from");
        QCOMPARE(shown.count(), std::clamp(end - first, FrameNumber{0}, MostPicturedFrames));
    }

    void namesThatDifferInCaseAlone()
    {
        auto info = std::make_shared<ReplayInfo>();
        info->cast.resize(2);
        for (std::uint32_t i = 0; i < 2; ++i) {
            info->cast[i].id = ActorId{i};
            info->cast[i].kind = ActorKind::Player;
            info->cast[i].name = i == 0 ? u"Mallory"_s : u"MALLORY"_s;
        }
        ReplayIndex named;
        named.info = info;
        const auto index = withoutNames(named, ActorId{1});
        QVERIFY(index);
        QCOMPARE((*index)->info->cast[0].name, u"Player 1"_s);
        QCOMPARE((*index)->info->cast[1].name, u"Player 2"_s);
    }

    /// In pictures as in texts.
    void namesInPictures()
    {
        const Script from = script();
        const ScriptedReplay replay(from);
        const auto index = withoutNames(*replay.index(), ActorId{0});
        QVERIFY(index);
        QCOMPARE((*index)->info->cast[0].name, u"Player 1"_s);
        QCOMPARE(replay.index()->info->cast[0].name, u"Mallory"_s);
        QCOMPARE((*index)->frames(), replay.index()->frames());
        const Desk desk;
        const auto made = desk.make({.anonymous = true});
        QVERIFY(made);
        QCOMPARE(made->value(u"figures"_s)[u"flag"_s][u"accused"_s].toString(), u"Player 1"_s);
    }

    void wrongWishes()
    {
        const Desk desk;
        for (const CaseChoices& wrong :
             {CaseChoices{.flag = 2}, CaseChoices{.flag = 0}, CaseChoices{.margin = -1.0},
              CaseChoices{.margin = 31.0}, CaseChoices{.margin = std::nan("")}}) {
            const auto made = desk.make(wrong);
            QVERIFY(!made);
            QCOMPARE(made.error().code, ErrorCode::InvalidArgument);
        }
    }
};

} // namespace tst_case

GHOSTLINE_TEST(tst_case, TestCase)
#include "tst_case.moc"
