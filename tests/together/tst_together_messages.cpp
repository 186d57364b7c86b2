// SPDX-License-Identifier: GPL-3.0-or-later
// What is said arrives as it was said; what is too much is cut so that it arrives.
#include "tests/support/test_driver.h"
#include "tests/together/said_messages.h"
#include "together/invitation.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QtTest>

namespace tst_together_messages {

using namespace ghostline;
using namespace ghostline::together;

class TestTogetherMessages : public QObject
{
    Q_OBJECT

    template<typename Kind>
    static Kind sent(const Kind& message)
    {
        const QByteArray bytes = encode(message);
        const auto read = decode(bytes);
        if (!read || !std::holds_alternative<Kind>(*read)) {
            QTest::qFail(read ? "another kind came" : qPrintable(read.error().message), __FILE__, __LINE__);
            return {};
        }
        return std::get<Kind>(*read);
    }

private Q_SLOTS:
    void roundTrip_data()
    {
        QTest::addColumn<int>("number");
        int number = 0;
        for (const auto& [name, message] : test::saidMessages())
            QTest::newRow(name) << number++;
    }
    void roundTrip()
    {
        QFETCH(int, number);
        const Message message = test::saidMessages()[static_cast<std::size_t>(number)].second;
        const QByteArray bytes = encode(message);
        QCOMPARE(QJsonDocument::fromJson(bytes).object().value(QStringLiteral("kind")).toString(),
                 kindOf(message));
        QVERIFY(!bytes.contains('\n')); // one frame, one line
        const auto read = decode(bytes);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(*read == message);
        QCOMPARE(encode(*read), bytes);
    }

    void everyKindIsTested()
    {
        QSet<std::size_t> kinds;
        QSet<QString> words;
        for (const auto& [name, message] : test::saidMessages()) {
            kinds << message.index();
            words << kindOf(message);
            QVERIFY(isFromGuest(message) || isFromHost(message));
        }
        QCOMPARE(kinds.size(), static_cast<qsizetype>(std::variant_size_v<Message>));
        QCOMPARE(words.size(), kinds.size());
    }

    void whoSaysWhat()
    {
        QVERIFY(isFromGuest(Hello{}) && !isFromHost(Hello{}));
        QVERIFY(isFromHost(Welcome{}) && !isFromGuest(Welcome{}));
        QVERIFY(isFromHost(People{}) && !isFromGuest(People{}));
        QVERIFY(isFromHost(Pong{}) && !isFromGuest(Pong{}));
        QVERIFY(isFromGuest(TakeOver{}) && !isFromHost(TakeOver{}));
        QVERIFY(isFromGuest(StateMessage{}) && isFromHost(StateMessage{}));
    }

    void unknownKeysArePassedOver()
    {
        const auto read = decode(R"({"kind":"chat","text":"hi","later":{"a":[1,2]}})");
        QVERIFY(read);
        QCOMPARE(std::get<Chat>(*read).text, QStringLiteral("hi"));
    }

    void ofAnotherProtocolOnlyTheVersionsAreRead()
    {
        const auto hello =
            decode(R"({"kind":"hello","protocol":2,"program":"9.1","name":{"first":"Bo"},"code":7})");
        QVERIFY2(hello, hello ? "" : qPrintable(hello.error().message));
        QCOMPARE(std::get<Hello>(*hello).protocol, 2);
        QCOMPARE(std::get<Hello>(*hello).program, QStringLiteral("9.1"));
        const auto refused =
            decode(R"({"kind":"refused","protocol":2,"program":"9.1","reason":"moon","recording":3})");
        QVERIFY2(refused, refused ? "" : qPrintable(refused.error().message));
        QVERIFY(std::get<Refused>(*refused).reason == RefusalReason::Unknown);
    }

    void textsAreCutWhereTheyAreTooLong()
    {
        Chat chat{PersonId{1}, QString(5'000, u'x')};
        QCOMPARE(sent(chat).text.size(), static_cast<qsizetype>(MostChatLetters));
        // No half letters at the cut: 2,000 is in the middle of a fox.
        chat.text = u'x' + QStringLiteral("🦊").repeated(2'000);
        QCOMPARE(sent(chat).text, u'x' + QStringLiteral("🦊").repeated(999));
        chat.text = QStringLiteral("a") + QChar(0xD800);
        QVERIFY(sent(chat).text.isValidUtf16());
        Hello hello;
        hello.name = QString(500, u'n');
        QCOMPARE(sent(hello).name.size(), static_cast<qsizetype>(MostNameLetters));
    }

    void whatIsNotToBePrintedIsShown()
    {
        const auto hello =
            decode(R"({"kind":"hello","protocol":1,"name":"  A\u202en\na\u0000 ","code":"ABCDE23456"})");
        QVERIFY2(hello, hello ? "" : qPrintable(hello.error().message));
        QCOMPARE(std::get<Hello>(*hello).name, QStringLiteral("A\\u202en\\na\\u0000"));
        const auto chat = decode(R"({"kind":"chat","text":"one\ntwo\u0007"})");
        QVERIFY(chat);
        QCOMPARE(std::get<Chat>(*chat).text, QStringLiteral("one\ntwo\\u0007"));
    }

    void listsAreCutWhereTheyAreTooLong()
    {
        SharedState state;
        for (std::uint32_t i = 0; i < 3'000; ++i)
            state.selection.push_back(model::ActorId{i});
        for (int i = 0; i < 200; ++i)
            state.layers << QStringLiteral("layer%1").arg(i);
        const SharedState read = sent(StateMessage{state}).state;
        QCOMPARE(read.selection.size(), MostSelected);
        QCOMPARE(static_cast<std::size_t>(read.layers.size()), MostTags);
        People people;
        for (std::uint32_t i = 0; i < 100; ++i)
            people.people.push_back({PersonId{i}, QString(), -1});
        QCOMPARE(sent(people).people.size(), MostPeople);
    }

    void aLongStrokeKeepsItsShape()
    {
        model::Drawing drawing;
        drawing.id = QStringLiteral("stroke");
        for (int i = 0; i < 15'000; ++i)
            drawing.points.emplace_back(i, 0.0, -1.0 / 3.0);
        const model::Drawing read = sent(DrawingAdded{PersonId{1}, drawing}).drawing;
        QCOMPARE(read.points.size(), MostSharedPoints);
        QVERIFY(read.points.front() == drawing.points.front());
        QVERIFY(read.points.back() == drawing.points.back());
        double widest = 0.0;
        for (std::size_t i = 1; i < read.points.size(); ++i)
            widest = std::max(widest, read.points[i].x - read.points[i - 1].x);
        QVERIFY(widest <= 8.0);
    }

    void keysOfOthersAreNotPassedOn()
    {
        model::Drawing drawing;
        drawing.id = QStringLiteral("one");
        drawing.points = {{0, 0, 0}, {1, 0, 1}};
        drawing.unknown = QJsonObject{{QStringLiteral("private"), QStringLiteral("note")}};
        QVERIFY(!encode(DrawingAdded{PersonId{1}, drawing}).contains("private"));
        QVERIFY(sent(DrawingAdded{PersonId{1}, drawing}).drawing.unknown.isEmpty());
    }

    void theLargestFits()
    {
        model::Drawing drawing;
        drawing.id = QString(64, u'\u20AC');
        drawing.kind = model::DrawingKind::Text;
        drawing.pin = model::DrawingPin::Ground;
        for (int i = 0; i < 3'000; ++i)
            drawing.points.emplace_back(-123'456.789'012'345 / (i + 1), 1.0 / 3.0,
                                        98'765.432'109'876 / (i + 3));
        drawing.text = QString(2'000, u'\u20AC');
        for (std::uint32_t i = 0; i < 40; ++i)
            drawing.actors.push_back({model::ActorId{i}, QString(2'000, u'"')});
        drawing.author = QString(200, u'\\');
        const QByteArray bytes = encode(DrawingAdded{PersonId{1}, drawing});
        QVERIFY2(static_cast<std::size_t>(bytes.size()) <= MostMessageBytes,
                 qPrintable(QString::number(bytes.size())));
        QVERIFY(decode(bytes));
        Hello hello{ProtocolVersion, QString(99, u'\u20AC'), QString(99, u'\u20AC'), makeCode(),
                    RecordingName{QString(999, u'\u20AC'), {QByteArray(64, 'a'), 1}}};
        QVERIFY(static_cast<std::size_t>(encode(hello).size()) <= MostHelloBytes);
    }
};

} // namespace tst_together_messages

GHOSTLINE_TEST(tst_together_messages, TestTogetherMessages)
#include "tst_together_messages.moc"
