// SPDX-License-Identifier: GPL-3.0-or-later
// What the headless tool writes: JSON that loses nothing, CSV that spreadsheets read, columns that line up.
#include "app/cli/json_writer.h"
#include "app/cli/text_table.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <limits>

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

private Q_SLOTS:
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
        QTest::newRow("line break") << u"a\nb"_s << QByteArray("\"a\nb\"");
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

QTEST_GUILESS_MAIN(TestCliOutput)
#include "tst_cli_output.moc"
