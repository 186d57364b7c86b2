// SPDX-License-Identifier: GPL-3.0-or-later
// Protocol buffers as they are stored: known fields, unknown ones, and whatever else may come.
#include "codecs/echo/tape/proto_fields.h"
#include "tests/codecs/echo/tape_bytes.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <limits>
#include <vector>

namespace tst_echo_tape_wire {

using namespace ghostline;
using namespace ghostline::echo::tape;
using test::ProtoText;

namespace {

Bytes view(const QByteArray& text)
{
    return std::as_bytes(std::span(text.constData(), static_cast<std::size_t>(text.size())));
}

/// Numbers of the fields in order; -1 at the end of what is not well-formed.
std::vector<int> numbers(const QByteArray& text)
{
    std::vector<int> out;
    if (!eachField(view(text),
                   [&out](const Field& field) { out.push_back(static_cast<int>(field.number())); }))
        out.push_back(-1);
    return out;
}

QByteArray hex(const char* text) { return QByteArray::fromHex(text); }

} // namespace

class TestEchoTapeWire : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void values()
    {
        const QByteArray text = ProtoText()
                                    .number(1, std::numeric_limits<std::uint64_t>::max())
                                    .real(2, -2.5F)
                                    .real64(3, 1e300)
                                    .message(4, QByteArray("name"))
                                    .number(5, 0)
                                    .bytes();
        int seen = 0;
        QVERIFY(eachField(view(text), [&seen](const Field& field) {
            switch (field.key) {
            case varint(1):
                QCOMPARE(field.asInt(), -1);
                QCOMPARE(field.asLong(), std::int64_t{-1});
                break;
            case fixed32(2):
                QCOMPARE(field.asFloat(), -2.5F);
                break;
            case fixed64(3):
                QCOMPARE(field.asDouble(), 1e300);
                break;
            case bytes(4):
                QVERIFY(field.asText() == "name");
                break;
            case varint(5):
                QVERIFY(!field.asBool());
                break;
            default:
                QFAIL("a field nobody wrote");
            }
            ++seen;
        }));
        QCOMPARE(seen, 5);
    }

    void packedOrNot()
    {
        std::vector<float> found;
        const QByteArray text =
            ProtoText().real(1, 1.0F).message(1, hex("0000004000004040")).real(1, 4.0F).bytes();
        QVERIFY(eachField(view(text), [&found](const Field& field) { takeFixed<float>(field, 3, found); }));
        QCOMPARE(found, (std::vector<float>{1.0F, 2.0F, 3.0F})); // three at most
        std::vector<double> wide;
        const QByteArray odd = ProtoText().message(1, hex("000000000000f03f00")).bytes();
        bool whole = true;
        QVERIFY(eachField(view(odd), [&](const Field& field) { whole = takeFixed<double>(field, 9, wide); }));
        QVERIFY(!whole);
        QCOMPARE(wide, std::vector<double>{1.0});
    }

    void wellFormed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QList<int>>("fields");
        QTest::newRow("nothing") << QByteArray() << QList<int>{};
        QTest::newRow("length of ten bytes") << hex("0a8180808080808080800041") << QList<int>{1};
        QTest::newRow("cut varint") << hex("08ff") << QList<int>{-1};
        QTest::newRow("varint of eleven bytes") << hex("08ffffffffffffffffffff01") << QList<int>{-1};
        QTest::newRow("field 0") << hex("0001") << QList<int>{-1};
        QTest::newRow("number beyond 29 bits") << hex("f8ffffffff7f01") << QList<int>{-1};
        QTest::newRow("cut float") << hex("0d0000c0") << QList<int>{-1};
        QTest::newRow("cut double") << hex("0900000000000000") << QList<int>{-1};
        QTest::newRow("longer than its message") << hex("08010a05414243") << QList<int>{1, -1};
        QTest::newRow("length of 2^64-1") << hex("0affffffffffffffffff01") << QList<int>{-1};
        QTest::newRow("wire type 6") << hex("0e") << QList<int>{-1};
        QTest::newRow("wire type 7") << hex("0f") << QList<int>{-1};
        QTest::newRow("end of no group") << hex("0c") << QList<int>{-1};
        QTest::newRow("group between")
            << ProtoText()
                   .number(1, 5)
                   .group(9, ProtoText().number(1, 7).group(2, ProtoText().real(3, 1.0F).bytes()).bytes())
                   .number(2, 6)
                   .bytes()
            << QList<int>{1, 2};
        QTest::newRow("group that does not end") << hex("080113") << QList<int>{1, -1};
        QTest::newRow("group that ends as another") << hex("13081c") << QList<int>{-1};
        QTest::newRow("groups within groups")
            << QByteArray(MaxGroupDepth, '\x13') + QByteArray(MaxGroupDepth, '\x14') << QList<int>{};
        QTest::newRow("one group too deep")
            << QByteArray(MaxGroupDepth + 1, '\x13') + QByteArray(MaxGroupDepth + 1, '\x14')
            << QList<int>{-1};
        QTest::newRow("a million groups") << QByteArray(1'000'000, '\x13') << QList<int>{-1};
    }
    void wellFormed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QList<int>, fields);
        QCOMPARE(numbers(text), std::vector<int>(fields.begin(), fields.end()));
    }

    void cutAnywhere()
    {
        const QByteArray text = ProtoText()
                                    .number(1, 300)
                                    .real(2, 1.5F)
                                    .message(3, ProtoText().number(1, 1))
                                    .group(4, ProtoText().number(1, 1).bytes())
                                    .real64(5, 2.5)
                                    .bytes();
        const std::vector<int> all = numbers(text);
        for (qsizetype size = 0; size < text.size(); ++size) {
            std::vector<int> found = numbers(text.first(size));
            if (!found.empty() && found.back() == -1)
                found.pop_back();
            QVERIFY(found.size() <= all.size() && std::equal(found.begin(), found.end(), all.begin()));
        }
    }
};

} // namespace tst_echo_tape_wire

GHOSTLINE_TEST(tst_echo_tape_wire, TestEchoTapeWire)
#include "tst_echo_tape_wire.moc"
