// SPDX-License-Identifier: GPL-3.0-or-later
// The list of people and texts: what it turns away, and many who add to it at once.
#include "codecs/echo/frame/match_names.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <thread>
#include <vector>

namespace tst_echo_names {

using namespace ghostline::echo;

namespace {

/// "P7": spelled out, for GCC 12 warns of `"P" + std::to_string(7)` at -O2.
std::string numbered(const char* letter, int number)
{
    return std::string(letter).append(std::to_string(number));
}

} // namespace

class TestEchoNames : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void ends();
    void corrected();
    void manyAtOnce();
};

/// Whoever holds an entry keeps it as it was.
void TestEchoNames::corrected()
{
    MatchNames names;
    const std::int32_t ada = names.person({.name = "Ada", .userId = 1, .number = 0, .level = 0});
    const Person& before = names[ada];
    names.correct(ada, 7, 50);
    QCOMPARE(before.number, 0);
    QCOMPARE(names[ada].number, 7);
    QCOMPARE(names[ada].level, 50);
    QCOMPARE(names.person({.name = "Ada", .userId = 1}), ada);
    const Person& between = names[ada];
    names.correct(ada, 8, 51);
    QCOMPARE(between.number, 7);
    QCOMPARE(names[ada].number, 8);
    names.correct(ada + 1, 1, 1); // nobody
    names.correct(Nobody, 1, 1);
    QCOMPARE(names.people(), 1);
}

/// A text may name new people in every line for as long as it likes.
void TestEchoNames::ends()
{
    MatchNames names;
    const std::int32_t first = names.person({.name = "Ada", .userId = 1});
    const std::uint32_t text = names.text("Ben");
    const std::string filler(std::size_t{1} << 20, 'x');
    for (int i = 0; i < 40; ++i)
        names.person({.name = filler + std::to_string(i), .userId = i});
    QVERIFY(names.full());
    QVERIFY(names.people() < 20);
    // However short: whether it is known must not depend on who came first.
    QCOMPARE(names.person({.name = "C", .userId = 3}), Nobody);
    QCOMPARE(names.text("D"), 0U);
    QCOMPARE(names.person({.name = "Ada", .userId = 1}), first);
    QCOMPARE(names.text("Ben"), text);
    QCOMPARE(names.textAt(text), std::string("Ben"));
}

void TestEchoNames::manyAtOnce()
{
    constexpr int People = 2000;
    MatchNames names;
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&names] {
            for (int i = 0; i < People; ++i) {
                names.person({.name = numbered("P", i), .userId = i});
                names.text(numbered("T", i));
            }
        });
    }
    threads.clear();
    QCOMPARE(names.people(), People); // nobody twice
    for (int i = 0; i < People; ++i) {
        const std::string name = numbered("P", i);
        QCOMPARE(names[names.named(name)].userId, std::int64_t{i});
        QCOMPARE(names.textAt(names.text(numbered("T", i))), numbered("T", i));
    }
}

} // namespace tst_echo_names

GHOSTLINE_TEST(tst_echo_names, TestEchoNames)
#include "tst_echo_names.moc"
