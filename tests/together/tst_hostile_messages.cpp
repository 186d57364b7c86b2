// SPDX-License-Identifier: GPL-3.0-or-later
// What nobody of ours would send: it is refused with a reason, and nothing is made of it.
#include "tests/support/rounds.h"
#include "tests/support/test_driver.h"
#include "tests/together/said_messages.h"

#include <QtTest>

#include <random>

namespace tst_hostile_messages {

using namespace ghostline;
using namespace ghostline::together;
using model::ErrorCode;

namespace {

/// Written with single quotes, which are easier on the eye.
QByteArray json(const char* text) { return QByteArray(text).replace('\'', '"'); }

/// A state that is good but for one key.
QByteArray stateWith(const QByteArray& key, const QByteArray& value)
{
    QByteArray text = json("{'kind':'state','revision':1,'clock_us':2,'place_us':3,'duration_us':4,'rate':1");
    if (const qsizetype at = text.indexOf('"' + key + '"'); at >= 0)
        text.remove(at - 1, text.indexOf(',', at) < 0 ? text.size() : text.indexOf(',', at) - at);
    return text + ",\"" + key + "\":" + value + '}';
}

QByteArray drawingWith(const QByteArray& points, const QByteArray& more = {})
{
    return json("{'kind':'drawing_added','drawing':{'id':'a','kind':'pen','pin':'ground','from_us':0,'to_us':"
                "1,") +
           more + json("'points':[") + points + "]}}";
}

} // namespace

class TestHostileMessages : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theTemplatesAreGood()
    {
        const auto state = decode(stateWith("held", "true"));
        QVERIFY2(state, state ? "" : qPrintable(state.error().message));
        const auto replaced = decode(stateWith("place_us", "17"));
        QVERIFY2(replaced, replaced ? "" : qPrintable(replaced.error().message));
        QCOMPARE(std::get<StateMessage>(*replaced).state.place, model::Micros{17});
        const auto drawing = decode(drawingWith("[0,0,0],[1,0,0]"));
        QVERIFY2(drawing, drawing ? "" : qPrintable(drawing.error().message));
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const QByteArray& bytes, ErrorCode code = ErrorCode::Damaged) {
            QTest::newRow(name) << bytes << static_cast<int>(code);
        };
        row("nothing", {});
        row("blanks", "   ");
        row("zeros", QByteArray(100, '\0'));
        row("a number", "17");
        row("a list", "[{\"kind\":\"chat\"}]");
        row("no object", "null");
        row("no kind", "{}");
        row("a kind that is no text", json("{'kind':4}"));
        row("a kind that nobody knows", json("{'kind':'dance'}"), ErrorCode::Unsupported);
        row("a long kind", json("{'kind':'") + QByteArray(9'000, 'a') + "\"}", ErrorCode::Unsupported);
        row("cut off", json("{'kind':'chat','text':'h"));
        row("two", json("{'kind':'take_over'}{'kind':'take_over'}"));
        row("no UTF-8", "{\"kind\":\"chat\",\"text\":\"\xff\xfe\"}");
        row("half a letter", json("{'kind':'chat','text':'\\ud83e'}"));
        row("too large", json("{'kind':'chat','text':'") + QByteArray(MostMessageBytes, 'a') + "\"}",
            ErrorCode::LimitExceeded);
        row("deep lists",
            json("{'kind':'chat','text':") + QByteArray(100'000, '[') + QByteArray(100'000, ']') + '}');
        row("deep objects", QByteArray(json("{'a':")).repeated(40'000) + '1' + QByteArray(40'000, '}'));
        row("a long text", json("{'kind':'chat','text':'") + QByteArray(2'001, 'a') + "\"}",
            ErrorCode::LimitExceeded);
        row("a text that is a list", json("{'kind':'chat','text':['a']}"));
        row("an author that nobody is", json("{'kind':'chat','text':'a','who':4294967295}"));
        row("an author below nobody", json("{'kind':'chat','text':'a','who':-1}"));
        row("half an author", json("{'kind':'chat','text':'a','who':1.5}"));

        row("a hello without a version", json("{'kind':'hello','name':'a'}"));
        row("a version that is none", json("{'kind':'hello','protocol':0}"));
        row("a version beyond all", json("{'kind':'hello','protocol':1e300}"));
        row("a long name", json("{'kind':'hello','protocol':1,'name':'") + QByteArray(65, 'a') + "\"}",
            ErrorCode::LimitExceeded);
        row("a hash that is none",
            json("{'kind':'hello','protocol':1,'recording':{'name':'a','sha256':'xyz'}}"));
        row("a hash in capitals",
            json("{'kind':'hello','protocol':1,'recording':{'sha256':'") + QByteArray(64, 'A') + "\"}}");
        row("a size below nothing", json("{'kind':'hello','protocol':1,'recording':{'size':-2}}"));
        row("a recording that is a text", json("{'kind':'hello','protocol':1,'recording':'a'}"));
        row("a welcome to nobody", json("{'kind':'welcome','protocol':1}"));
        row("an offer at no port",
            json("{'kind':'welcome','protocol':1,'you':1,'offer':{'port':0,'path':'/a'}}"));
        row("an offer beyond the ports",
            json("{'kind':'welcome','protocol':1,'you':1,'offer':{'port':70000,'path':'/a'}}"));
        row("an offer elsewhere",
            json("{'kind':'welcome','protocol':1,'you':1,'offer':{'port':80,'path':'http://evil'}}"));

        row("a place that is none", stateWith("place_us", "NaN"));
        row("a place that is null", stateWith("place_us", "null"));
        row("a place that is a text", stateWith("place_us", "\"3\""));
        row("a place before the start", stateWith("place_us", "-1"));
        row("a place beyond all", stateWith("place_us", "1e300"));
        row("a place beyond numbers", stateWith("place_us", "1e999"));
        row("a place of 64 bits", stateWith("place_us", "9223372036854775807"));
        row("half a place", stateWith("place_us", "0.5"));
        row("a clock beyond all", stateWith("clock_us", "-9e18"));
        row("a revision below nothing", stateWith("revision", "-1"));
        row("a rate of nothing", stateWith("rate", "0"));
        row("a rate too slow", stateWith("rate", "0.001"));
        row("a rate too fast", stateWith("rate", "-33"));
        row("a rate beyond all", stateWith("rate", "1e308"));
        row("playing perhaps", stateWith("playing", "1"));
        row("a loop that is a number", stateWith("loop", "7"));
        row("a loop without an end", stateWith("loop", "{\"from_us\":1}"));
        row("a loop that ends before it begins", stateWith("loop", json("{'from_us':2,'to_us':1}")));
        row("a selection of texts", stateWith("selection", "[\"a\"]"));
        row("a selection of nobody", stateWith("selection", "[4294967295]"));
        row("a selection below nobody", stateWith("selection", "[-1]"));
        row("a selection of too many", stateWith("selection", '[' + QByteArray("1,").repeated(1'000) + "1]"),
            ErrorCode::LimitExceeded);
        row("a layer without a name", stateWith("layers", "[\"\"]"));
        row("a layer that is a list", stateWith("layers", "[[]]"));
        row("a long camera", stateWith("camera", '"' + QByteArray(513, 'a') + '"'), ErrorCode::LimitExceeded);

        row("a ping from beyond", json("{'kind':'ping','sent_us':1e17}"));
        row("a ping of no time", json("{'kind':'ping'}"));
        row("a lag of years", json("{'kind':'ping','sent_us':1,'lag_ms':1e12}"));
        row("a pong without the host's clock", json("{'kind':'pong','sent_us':1}"));
        row("people that are numbers", json("{'kind':'people','people':[1]}"));
        row("two who drive",
            json("{'kind':'people','people':[{'id':1,'drives':true},{'id':2,'drives':true}]}"));
        row("the same twice", json("{'kind':'people','people':[{'id':1},{'id':1}]}"));
        row("too many people", json("{'kind':'people','people':[") + QByteArray("{},").repeated(51) + "{}]}",
            ErrorCode::LimitExceeded);
        row("handed to nobody", json("{'kind':'hand_over'}"));

        row("pointing nowhere", json("{'kind':'point'}"));
        row("pointing at two numbers", json("{'kind':'point','place':[1,2]}"));
        row("pointing at four", json("{'kind':'point','place':[1,2,3,4]}"), ErrorCode::LimitExceeded);
        row("pointing at texts", json("{'kind':'point','place':['1','2','3']}"));
        row("pointing beyond the world", json("{'kind':'point','place':[1,2,1e300]}"));

        row("no drawing", json("{'kind':'drawing_added'}"));
        row("a drawing that is a list", json("{'kind':'drawing_added','drawing':[]}"));
        row("a drawing without an id", json("{'kind':'drawing_added','drawing':{'kind':'pen','pin':'ground','"
                                            "from_us':0,'to_us':1,'points':[[0,0],[1,1]]}}"));
        row("a drawing of a newer kind",
            json("{'kind':'drawing_added','drawing':{'id':'a','kind':'hologram','pin':'ground','from_us':0,'"
                 "to_us':1}}"),
            ErrorCode::Unsupported);
        row("a drawing of no point", drawingWith(""));
        row("a drawing beyond the world", drawingWith("[0,0,0],[1e300,0,0]"));
        row("a drawing of null", drawingWith("[0,0,0],[null,0,0]"));
        row("a drawing of too many points", drawingWith(QByteArray("[0,0],").repeated(2'000) + "[0,0]"),
            ErrorCode::LimitExceeded);
        row("a drawing with a long text",
            drawingWith("[0,0],[1,1]", "\"text\":\"" + QByteArray(1'001, 'a') + "\","));
        row("a drawing with a long id",
            json("{'kind':'drawing_removed','id':'") + QByteArray(65, 'a') + "\"}", ErrorCode::LimitExceeded);
    }
    void refused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, code);
        const auto read = decode(bytes);
        QVERIFY(!read);
        QVERIFY2(static_cast<int>(read.error().code) == code, qPrintable(read.error().message));
        QVERIFY(!read.error().message.isEmpty());
        QVERIFY(read.error().message.size() < 300); // a log is not filled with what a stranger sent
    }

    void beforeTheCodeLessIsRead()
    {
        const QByteArray bytes =
            json("{'kind':'hello','protocol':1,'later':'") + QByteArray(5'000, 'a') + "\"}";
        QVERIFY(decode(bytes));
        const auto read = decode(bytes, {.bytes = MostHelloBytes});
        QVERIFY(!read);
        QVERIFY(read.error().code == ErrorCode::LimitExceeded);
    }

    void everyCutIsRefused()
    {
        for (const auto& [name, message] : test::saidMessages()) {
            const QByteArray bytes = encode(message);
            for (qsizetype size = 0; size < bytes.size(); ++size)
                QVERIFY2(!decode(QByteArrayView(bytes).first(size)), name);
        }
    }

    /// Whatever is let in is said again in the same words, and read as the same.
    void whatIsLetInGoesOnAsItCame()
    {
        std::mt19937 random(29);
        const auto all = test::saidMessages();
        const QByteArray odd = QByteArrayLiteral("\"\\{}[]:,0123456789eE+-.\xF0\x9F\xA6\x8A\x00\xFFtrue");
        int letIn = 0;
        for (int i = 0; i < test::rounds(30'000); ++i) {
            QByteArray bytes = encode(all[random() % all.size()].second);
            for (unsigned change = 0; change <= random() % 3; ++change) {
                const auto at = static_cast<qsizetype>(random() % static_cast<std::size_t>(bytes.size()));
                const char sign =
                    odd[static_cast<qsizetype>(random() % static_cast<std::size_t>(odd.size()))];
                switch (random() % 3) {
                case 0:
                    bytes[at] = sign;
                    break;
                case 1:
                    bytes.insert(at, sign);
                    break;
                default:
                    bytes.remove(at, 1 + static_cast<qsizetype>(random() % 4));
                    break;
                }
                if (bytes.isEmpty())
                    break;
            }
            const auto read = decode(bytes);
            if (!read) {
                QVERIFY(!read.error().message.isEmpty());
                continue;
            }
            ++letIn;
            const QByteArray again = encode(*read);
            const auto second = decode(again);
            QVERIFY2(second, bytes.constData());
            QVERIFY2(*second == *read, bytes.constData());
            QCOMPARE(encode(*second), again);
        }
        QVERIFY(letIn > test::rounds(30'000) / 50); // else it would prove nothing
    }
};

} // namespace tst_hostile_messages

GHOSTLINE_TEST(tst_hostile_messages, TestHostileMessages)
#include "tst_hostile_messages.moc"
