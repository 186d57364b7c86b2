// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that can be told in another language: what is translated, what is kept, and what is left alone.
#include "model/base/sentence.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <thread>

namespace tst_sentence {

using namespace ghostline::model;

namespace {

QString german(const QString& pattern)
{
    static const QHash<QString, QString> words{
        {QStringLiteral("%1 hits %2"), QStringLiteral("%1 trifft %2")},
        {QStringLiteral("%1 was hit by %2"), QStringLiteral("%2 traf %1")},
        {QStringLiteral("nothing"), QStringLiteral("nichts")},
        {QStringLiteral("%1 lost %2"), QStringLiteral("%1 verliert %2")},
        {QStringLiteral("Fight: %1"), QStringLiteral("Kampf: %1")},
        {QStringLiteral("%2 of %1"), QStringLiteral("%2 von %1")},
    };
    return words.value(pattern, pattern);
}

QString told(const Sentence& sentence)
{
    return sentence.wording().told(sentence.text(), german, QLocale(QLocale::German));
}

} // namespace

class TestSentence : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void keepsNames();
    void movesArguments();
    void translatesWordsWithin();
    void goesIntoAnotherAgain();
    void writesFigures();
    void leavesAloneWhatIsKept();
    void leavesAloneWhatWasChanged();
    void leavesAloneWhatIsTooLong();
    void keepsItsWordsWhenCharactersAreReplaced();
    void missingArgumentsAreNotTold();
    void threadsShareThePatterns();
};

void TestSentence::keepsNames()
{
    const Sentence hit =
        Sentence::of(QStringLiteral("%1 hits %2"), {QStringLiteral("nothing"), QStringLiteral("%1 hits %2")});
    QCOMPARE(hit.text(), QStringLiteral("nothing hits %1 hits %2"));
    QCOMPARE(told(hit), QStringLiteral("nothing trifft %1 hits %2"));
}

void TestSentence::movesArguments()
{
    QCOMPARE(told(Sentence::of(QStringLiteral("%1 was hit by %2"),
                               {QStringLiteral("Ada"), QStringLiteral("Ben")})),
             QStringLiteral("Ben traf Ada"));
    // In English the second comes first, too.
    const Sentence part =
        Sentence::of(QStringLiteral("%2 of %1"), {QStringLiteral("ten"), QStringLiteral("two")});
    QCOMPARE(part.text(), QStringLiteral("two of ten"));
    QCOMPARE(told(part), QStringLiteral("two von ten"));
}

void TestSentence::translatesWordsWithin()
{
    const std::vector<Sentence> parts{
        Sentence::of(QStringLiteral("%1 lost %2"),
                     {QStringLiteral("Ada"), Sentence::of(QStringLiteral("nothing"))}),
        Sentence::of(QStringLiteral("%1 %2"),
                     {QStringLiteral("Ben"), Sentence::figure(QStringLiteral("1,250"))}),
        QStringLiteral("nothing")};
    const Sentence fight = Sentence::of(QStringLiteral("Fight: %1"), {Sentence::chain(parts)});
    QCOMPARE(fight.text(), QStringLiteral("Fight: Ada lost nothing, Ben 1,250, nothing"));
    QCOMPARE(told(fight), QStringLiteral("Kampf: Ada verliert nichts, Ben 1.250, nothing"));
}

void TestSentence::goesIntoAnotherAgain()
{
    const Sentence lost = Sentence::of(QStringLiteral("%1 lost %2"),
                                       {QStringLiteral("Ada"), Sentence::of(QStringLiteral("nothing"))});
    const Sentence again =
        Sentence::of(QStringLiteral("Fight: %1"), {Sentence::again(lost.text(), lost.wording())});
    QCOMPARE(again.text(), QStringLiteral("Fight: Ada lost nothing"));
    QCOMPARE(told(again), QStringLiteral("Kampf: Ada verliert nichts"));
    // Without a wording it is kept.
    QCOMPARE(told(Sentence::of(QStringLiteral("Fight: %1"), {Sentence::again(lost.text(), {})})),
             QStringLiteral("Kampf: Ada lost nothing"));
}

void TestSentence::writesFigures()
{
    QCOMPARE(Sentence::figure(2.345, 1).text(), QStringLiteral("2.3"));
    QCOMPARE(told(Sentence::figure(-1234.5, 2)), QStringLiteral("-1234,50"));
}

void TestSentence::leavesAloneWhatIsKept()
{
    const Sentence name(QStringLiteral("nothing"));
    QVERIFY(name.wording().empty());
    QCOMPARE(told(name), QStringLiteral("nothing"));
    QVERIFY(Sentence().wording().empty() && Sentence().isEmpty());
}

void TestSentence::leavesAloneWhatWasChanged()
{
    const Wording wording =
        Sentence::of(QStringLiteral("%1 hits %2"), {QStringLiteral("Ada"), QStringLiteral("Ben")}).wording();
    for (const char* line : {"Ada hits Ben and runs", "Ada hits Be", "Ada meets Ben", "Ada hats Ben", ""}) {
        const QString other = QString::fromLatin1(line);
        QCOMPARE(wording.told(other, german, QLocale()), other);
    }
}

void TestSentence::leavesAloneWhatIsTooLong()
{
    constexpr qsizetype Long = 40'000;
    const Sentence hit =
        Sentence::of(QStringLiteral("%1 hits %2"), {QString(Long, u'a'), QStringLiteral("Ben")});
    QVERIFY(hit.wording().empty());
    QVERIFY(hit.text().endsWith(QStringLiteral("a hits Ben")));
    // Many in a row are no trouble either.
    const std::vector<Sentence> many(2000, Sentence(QStringLiteral("Ada")));
    const Sentence row = Sentence::of(QStringLiteral("Fight: %1"), {Sentence::chain(many)});
    QVERIFY(told(row).startsWith(QStringLiteral("Kampf: Ada, Ada")));
    QCOMPARE(told(row).count(QStringLiteral("Ada, ")), 1999);
}

/// As one line is made of what a recording says.
void TestSentence::keepsItsWordsWhenCharactersAreReplaced()
{
    const Sentence hit =
        Sentence::of(QStringLiteral("%1 hits %2"), {QStringLiteral("A\nda"), QStringLiteral("Ben")});
    const QString line = QString(hit.text()).replace(u'\n', u' ');
    QCOMPARE(hit.wording().told(line, german, QLocale()), QStringLiteral("A da trifft Ben"));
}

void TestSentence::missingArgumentsAreNotTold()
{
    const Sentence hit = Sentence::of(QStringLiteral("%1 hits %2"), {QStringLiteral("Ada")});
    QVERIFY(hit.wording().empty());
    QCOMPARE(hit.text(), QStringLiteral("Ada hits "));
}

void TestSentence::threadsShareThePatterns()
{
    constexpr int Threads = 4;
    constexpr int Patterns = 200;
    std::vector<std::vector<Wording>> made(Threads);
    {
        std::vector<std::jthread> threads;
        for (std::vector<Wording>& mine : made) {
            threads.emplace_back([&mine] {
                for (int i = 0; i < Patterns; ++i)
                    mine.push_back(Sentence::of(QStringLiteral("%1 pattern ") + QString::number(i),
                                                {QStringLiteral("x")})
                                       .wording());
            });
        }
    }
    for (const std::vector<Wording>& each : made)
        QCOMPARE(each, made.front());
}

} // namespace tst_sentence

GHOSTLINE_TEST(tst_sentence, TestSentence)
#include "tst_sentence.moc"
