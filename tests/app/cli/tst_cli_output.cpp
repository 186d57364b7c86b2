// SPDX-License-Identifier: GPL-3.0-or-later
// What the headless tool writes: JSON that loses nothing, CSV that spreadsheets read, columns that line up.
#include "app/cli/event_output.h"
#include "app/cli/json_writer.h"
#include "app/cli/text_table.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <limits>

namespace tst_cli_output {

using namespace ghostline::app;
using namespace Qt::StringLiterals;

class TestCliOutput : public QObject
{
    Q_OBJECT

    template<typename Write>
    static QByteArray json(Write write, JsonLayout layout = JsonLayout::Inline)
    {
        QByteArray text;
        JsonWriter writer([&text](QByteArrayView part) { text += part; }, layout);
        write(writer);
        writer.finish();
        return text;
    }

    /// The line of one event between Ada and Ben, as people see it.
    static QString eventLine(const QString& text)
    {
        static const ghostline::model::CodecRegistry none{QStringList{}};
        QByteArray out;
        const Session session{
            {[&out](QByteArrayView part) { out += part; }, [](QByteArrayView) {}}, none, {}, {}};
        ghostline::model::ReplayInfo info;
        for (const QString& name : {u"Ada"_s, u"Ben"_s}) {
            ghostline::model::ActorInfo actor;
            actor.id = static_cast<ghostline::model::ActorId>(info.cast.size());
            actor.name = name;
            actor.kind = ghostline::model::ActorKind::Player;
            info.cast.push_back(actor);
        }
        std::vector<ghostline::model::EventKind> kinds(1);
        kinds[0].name = u"Trade"_s;
        ghostline::model::Event event;
        event.kind = 0;
        event.text = text;
        event.actors = {info.cast[0].id, info.cast[1].id};
        printEvents(session, {info, kinds, {&event}}, EventFormat::Text);
        return QString::fromUtf8(out).section(u'\n', 1, 1);
    }

private Q_SLOTS:
    void whoActedIsNeverDropped_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("nobody named") << u"A trade"_s << QStringList{u"Ada, Ben"_s, u"A trade"_s};
        QTest::newRow("who received")
            << u"Gives 100 minerals to Ben"_s << QStringList{u"Ada"_s, u"Gives 100 minerals to Ben"_s};
        QTest::newRow("who gave") << u"Ada gives 100 minerals"_s << QStringList{u"Ada gives 100 minerals"_s};
        QTest::newRow("a name within a word")
            << u"Bends to Adage"_s << QStringList{u"Ada, Ben"_s, u"Bends to Adage"_s};
    }
    void whoActedIsNeverDropped()
    {
        QFETCH(QString, text);
        QStringList parts = eventLine(text).split(u"  "_s, Qt::SkipEmptyParts);
        for (QString& part : parts)
            part = part.trimmed();
        QTEST(parts.mid(parts.indexOf(u"Trade"_s) + 1), "parts");
    }
    void numbersSurvive_data()
    {
        QTest::addColumn<double>("value");
        QTest::newRow("tenth") << 0.1;
        QTest::newRow("far from the origin") << 123456.78901234567;
        QTest::newRow("smallest") << std::numeric_limits<double>::denorm_min();
        QTest::newRow("largest") << std::numeric_limits<double>::max();
        QTest::newRow("third") << -1.0 / 3.0;
    }
    void numbersSurvive()
    {
        QFETCH(double, value);
        const QByteArray text = json([value](JsonWriter& w) { w.value(value); });
        QCOMPARE(text.trimmed().toDouble(), value);
        QVERIFY(QJsonDocument::fromJson('[' + text + ']').isArray());
    }
    void integersSurvive()
    {
        QCOMPARE(json([](JsonWriter& w) { w.value(std::numeric_limits<std::int64_t>::min()); }),
                 "-9223372036854775808\n");
        QCOMPARE(json([](JsonWriter& w) { w.value(std::numeric_limits<std::uint64_t>::max()); }),
                 "18446744073709551615\n");
        const QJsonValue tree(qint64{9007199254740993}); // not a double
        QCOMPARE(json([&tree](JsonWriter& w) { w.value(tree); }), "9007199254740993\n");
    }
    void floatsAreShort()
    {
        QCOMPARE(json([](JsonWriter& w) { w.value(0.1F); }), "0.1\n");
    }
    void notANumberIsNull()
    {
        QCOMPARE(json([](JsonWriter& w) {
                     w.numbers(std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::infinity());
                 }),
                 "[null,null]\n");
    }
    void textIsQuoted()
    {
        const QString text = u"a\"b\\c\nd\te\u0001 \u00e4"_s;
        const QByteArray written = json([&text](JsonWriter& w) {
            w.beginArray();
            w.value(text);
            w.endArray();
        });
        QCOMPARE(QJsonDocument::fromJson(written).array().at(0).toString(), text);
    }
    void whatATerminalWouldObeyIsEscaped()
    {
        const QString text = u"\x1b[2J\u009b1m\u202Eabc\u007f\U000E0041"_s;
        const QByteArray written = json([&text](JsonWriter& w) {
            w.beginArray();
            w.value(text);
            w.endArray();
        });
        QCOMPARE(written, "[\"\\u001b[2J\\u009b1m\\u202eabc\\u007f\\udb40\\udc41\"]\n");
        QCOMPARE(QJsonDocument::fromJson(written).array().at(0).toString(), text);
    }
    void keysKeepTheirOrder()
    {
        const auto write = [](JsonWriter& w) {
            w.beginObject();
            w.member("zebra", 1);
            w.key("list");
            w.beginArray();
            w.endArray();
            w.key("inner");
            w.beginObject(JsonLayout::Inline);
            w.member("b", true);
            w.member("a", u"x"_s);
            w.endObject();
            w.endObject();
        };
        QCOMPARE(json(write), "{\"zebra\":1,\"list\":[],\"inner\":{\"b\":true,\"a\":\"x\"}}\n");
        QCOMPARE(json(write, JsonLayout::Block),
                 "{\n  \"zebra\": 1,\n  \"list\": [],\n  \"inner\": {\"b\": true, \"a\": \"x\"}\n}\n");
    }
    void csvFields_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("plain") << u"plain text"_s << QByteArray("plain text");
        QTest::newRow("comma") << u"a,b"_s << QByteArray("\"a,b\"");
        QTest::newRow("quote") << u"say \"hi\""_s << QByteArray("\"say \"\"hi\"\"\"");
        QTest::newRow("line break") << u"a\nb"_s << QByteArray("a\\nb");
        QTest::newRow("empty") << QString() << QByteArray();
    }
    void csvFields()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, field);
        QCOMPARE(csvField(text), field);
    }
    void columnsLineUp()
    {
        TextTable table({{u"N"_s, TextTable::Align::Right}, {u"Name"_s}, {u"Note"_s}}, 1);
        table.addRow({u"1"_s, u"one"_s});
        table.addRow({u"100"_s, u"a hundred"_s, u"x"_s});
        QCOMPARE(table.text(), "   N  Name       Note\n   1  one\n 100  a hundred  x\n");
    }
    void sizes()
    {
        QCOMPARE(bytesText(1), u"1 byte"_s);
        QCOMPARE(bytesText(999), u"999 bytes"_s);
        QCOMPARE(bytesText(1'712'229), u"1.7 MB"_s);
    }
};

} // namespace tst_cli_output

GHOSTLINE_TEST(tst_cli_output, TestCliOutput)
#include "tst_cli_output.moc"
