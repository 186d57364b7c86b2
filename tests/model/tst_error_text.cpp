// SPDX-License-Identifier: GPL-3.0-or-later
// Errors, and texts that others chose, as a terminal or a spreadsheet gets them.
#include "model/base/error_text.h"
#include "model/base/shown_text.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_error_text {

using namespace ghostline::model;
using namespace Qt::StringLiterals;

class TestErrorText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void oneLine()
    {
        Error error{ErrorCode::Damaged, u"it breaks off"_s};
        QCOMPARE(errorText(error), u"it breaks off"_s);
        QCOMPARE(errorText(error, u"a"_s), u"a: it breaks off"_s);
        error.file = u"b"_s;
        QCOMPARE(errorText(error), u"b: it breaks off"_s);
        QCOMPARE(errorText(error, u"a"_s), u"a: it breaks off"_s); // as the user calls it
        error.where = {.offset = 12345, .frame = 3, .chunk = 1};
        QCOMPARE(errorText(error), u"b: it breaks off (byte 12345, chunk 1, frame 3)"_s);
    }

    void nothingInItIsObeyed()
    {
        const Error error{ErrorCode::NotFound, u"there is no \x1b[2J\u202egpj.x"_s};
        QCOMPARE(errorText(error, u"a\nghostline-cli: fine"_s),
                 u"a\\nghostline-cli: fine: there is no \\u001b[2J\\u202egpj.x"_s);
    }

    void textOfOthersIsShown_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        const auto same = [](const char* name, const QString& text) { QTest::newRow(name) << text << text; };
        same("empty", {});
        same("letters", u"J\u00F6rg \u0416\u05D0\u4E2D"_s);
        same("two halves", u"\U0001F47B!"_s);
        same("joined picture", u"\U0001F468\u200D\U0001F469"_s);
        same("backslash", u"C:\\n"_s);
        QTest::newRow("escape") << u"a\x1b[31mb"_s << u"a\\u001b[31mb"_s;
        QTest::newRow("C1") << u"\u009b2J"_s << u"\\u009b2J"_s;
        QTest::newRow("NUL") << QString(QChar(0)) << u"\\u0000"_s;
        QTest::newRow("delete") << u"a\u007f"_s << u"a\\u007f"_s;
        QTest::newRow("breaks") << u"a\r\n\tb\u2028c\u0085"_s << u"a\\r\\n\\tb\\u2028c\\u0085"_s;
        QTest::newRow("override") << u"\u202Egpj\u202C"_s << u"\\u202egpj\\u202c"_s;
        QTest::newRow("isolate") << u"\u2067x\u2069"_s << u"\\u2067x\\u2069"_s;
        QTest::newRow("nothing to see") << u"\uFEFFa\u200Bb"_s << u"\\ufeffa\\u200bb"_s;
        QTest::newRow("tag of two halves") << u"a\U000E0041b"_s << u"a\\udb40\\udc41b"_s;
        QTest::newRow("lone half") << QString(QChar(0xD800)) + u'x' << u"\\ud800x"_s;
    }
    void textOfOthersIsShown()
    {
        QFETCH(QString, text);
        QTEST(shownText(text), "shown");
    }

    void cellsAreNoFormulas_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("cell");
        for (const char* number :
             {"-12.5", "+0:01.250", "-1,5e-3", "-3 %", "-.5", "-", "+", "12", "1=1", "a@b"})
            QTest::newRow(number) << QString::fromLatin1(number)
                                  << (QByteArrayView(number).contains(',') ? '"' + QByteArray(number) + '"'
                                                                           : QByteArray(number));
        for (const char* formula : {"=1+1", "@SUM(A1)", "+1+1", "-1-E5", "-E5", "--", "-2+cmd|' /C calc'!A0"})
            QTest::newRow(formula) << QString::fromLatin1(formula) << '\'' + QByteArray(formula);
        QTest::newRow("in quotes") << u"=HYPERLINK(\"a\",\"b\")"_s
                                   << QByteArray("\"'=HYPERLINK(\"\"a\"\",\"\"b\"\")\"");
        QTest::newRow("wide sign") << u"\uFF1D1"_s << u"'\uFF1D1"_s.toUtf8();
        QTest::newRow("behind a break") << u"\n=1"_s << QByteArray("\\n=1");
    }
    void cellsAreNoFormulas()
    {
        QFETCH(QString, text);
        QTEST(csvField(text), "cell");
    }

    void whatTheMessageSaysIsNotRepeated()
    {
        QCOMPARE(whereText({}, u"it breaks off"_s), QString());
        QCOMPARE(whereText({.offset = 77}, u"it breaks off at byte 77"_s), QString());
        QCOMPARE(whereText({.offset = 77}, u"it breaks off at byte 7"_s), u" (byte 77)"_s);
        QCOMPARE(whereText({.offset = 77, .frame = 3}, u"frame 3 breaks off"_s), u" (byte 77)"_s);
    }
};

} // namespace tst_error_text

GHOSTLINE_TEST(tst_error_text, TestErrorText)
#include "tst_error_text.moc"
