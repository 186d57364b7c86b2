// SPDX-License-Identifier: GPL-3.0-or-later
// What the programs that make samples up understand, refuse and say of themselves.
#include "codecs/io/sample_options.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_sample_options {

using namespace ghostline::io;

namespace {

struct Wishes
{
    std::string out;
    int players = 2;
    std::uint64_t seed = 1;
    double hours = 0.0;
    std::string pack = "gzip";
    bool tight = false;

    std::optional<int> parse(std::vector<const char*> arguments)
    {
        arguments.insert(arguments.begin(), "maker");
        return options().parse(static_cast<int>(arguments.size()), arguments.data());
    }
    SampleOptions options()
    {
        return {"Makes things up.",
                {{"--out", &out, "file to write"},
                 {"--players", &players, "how many", SampleRange{1, 4}},
                 {"--seed", &seed, "another seed, another thing"},
                 {"--hours", &hours, "length", SampleRange{0.5, 24}, "--tight"},
                 {"--pack", &pack, "how it is packed", SampleChoices{"none", "gzip"}},
                 {"--tight", &tight, "smaller"}}};
    }
};

} // namespace

class TestSampleOptions : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void setsWhatIsGiven();
    void refuses_data();
    void refuses();
    void helps();
};

void TestSampleOptions::setsWhatIsGiven()
{
    Wishes wishes;
    QVERIFY(!wishes.parse(
        {"--out", "a", "--seed=18446744073709551615", "--tight", "--hours", "0.5", "--pack", "NONE"}));
    QCOMPARE(wishes.out, std::string("a"));
    QCOMPARE(wishes.seed, ~std::uint64_t{0});
    QCOMPARE(wishes.hours, 0.5);
    QCOMPARE(wishes.pack, std::string("none"));
    QVERIFY(wishes.tight);
    QCOMPARE(wishes.players, 2);
}

void TestSampleOptions::refuses_data()
{
    QTest::addColumn<std::vector<const char*>>("arguments");
    QTest::addColumn<int>("code");
    using List = std::vector<const char*>;
    QTest::newRow("nothing") << List{} << 106;
    QTest::newRow("no value") << List{"--out"} << 114;
    QTest::newRow("an option for a value") << List{"--out", "--tight"} << 114;
    QTest::newRow("twice") << List{"--out", "a", "--out", "b"} << 114;
    QTest::newRow("unknown") << List{"--out", "a", "--what"} << 109;
    QTest::newRow("a stray word") << List{"--out", "a", "b"} << 109;
    QTest::newRow("too many") << List{"--out", "a", "--players", "5"} << 105;
    QTest::newRow("no number in a range") << List{"--out", "a", "--players", "many"} << 105;
    QTest::newRow("a part of one") << List{"--out", "a", "--players", "1.5"} << 104;
    QTest::newRow("no number") << List{"--out", "a", "--seed", "7x"} << 104;
    QTest::newRow("below zero") << List{"--out", "a", "--seed", "-1"} << 104;
    QTest::newRow("no such choice") << List{"--out", "a", "--pack", "zip"} << 105;
    QTest::newRow("without the other") << List{"--out", "a", "--hours", "1"} << 107;
    QTest::newRow("help") << List{"--help"} << 0;
}

void TestSampleOptions::refuses()
{
    QFETCH(std::vector<const char*>, arguments);
    QFETCH(int, code);
    QCOMPARE(Wishes().parse(arguments), std::optional(code));
}

void TestSampleOptions::helps()
{
    Wishes wishes;
    QCOMPARE(QString::fromStdString(wishes.options().help("./maker")),
             QStringLiteral("Makes things up.\n"
                            "Usage: ./maker [OPTIONS]\n"
                            "\n"
                            "Options:\n"
                            "  -h,--help                   Print this help message and exit\n"
                            "  --out TEXT REQUIRED         file to write\n"
                            "  --players INT in [1 - 4]=2  how many\n"
                            "  --seed UINT=1               another seed, another thing\n"
                            "  --hours FLOAT in [0.5 - 24] Needs: --tight\n"
                            "                              length\n"
                            "  --pack {none,gzip}=gzip     how it is packed\n"
                            "  --tight                     smaller\n"
                            "\n"));
}

} // namespace tst_sample_options

GHOSTLINE_TEST(tst_sample_options, TestSampleOptions)
#include "tst_sample_options.moc"
