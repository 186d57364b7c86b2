// SPDX-License-Identifier: GPL-3.0-or-later
// What the samples of all formats say of their events, in the language of the window: sentences are German,
// names stay, and nothing of it reaches Event::text, which the command line and files have.
#include "app/gui/session/events_model.h"
#include "app/gui/settings/language.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/replay_words.h"
#include "model/codec/opening.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace tst_event_words {

using namespace ghostline;
using namespace ghostline::app;

namespace {

const std::array<const char*, 5> Samples{"sample-town.log", "sample-match.butter", "sample-run.hcrp",
                                         "sample-skirmish.icrep", "sample-strategy-game.SC2Replay"};

/// Patterns with words in them that read the same in German.
const QStringList SameInGerman{
    QStringLiteral("%1 m/s"), QStringLiteral("Team %1"),   QStringLiteral("Ping"),
    QStringLiteral("Pause"),  QStringLiteral("%1, %2 s"),  QStringLiteral("Orange"),
    QStringLiteral("orange"), QStringLiteral("slam dunk"), QStringLiteral("Battle.net")};

bool hasWords(QString pattern)
{
    static const QRegularExpression place(QStringLiteral("%\\d"));
    pattern.remove(place);
    return std::any_of(pattern.begin(), pattern.end(), [](QChar c) { return c.isLetter(); });
}

} // namespace

class TestEventWords : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { speak(LanguageChoice::English); }
    void sentencesAreGerman_data();
    void sentencesAreGerman();
    void everyPatternHasItsGerman_data() { samples(); }
    void everyPatternHasItsGerman();
    void namesAreKept_data() { samples(); }
    void namesAreKept();
    void whatIsReadIsFound();
    void teamsOfTheFormatAreGerman();

private:
    static void samples();
    std::shared_ptr<const model::ReplayIndex> open(const QString& sample);

    std::shared_ptr<const model::CodecRegistry> m_registry = std::make_shared<model::CodecRegistry>();
};

void TestEventWords::samples()
{
    QTest::addColumn<QString>("sample");
    for (const char* sample : Samples)
        QTest::newRow(sample) << QString::fromLatin1(sample);
}

/// Null where it cannot be opened.
std::shared_ptr<const model::ReplayIndex> TestEventWords::open(const QString& sample)
{
    const QString path =
        QCoreApplication::applicationDirPath() + QStringLiteral("/../share/ghostline/samples/") + sample;
    const auto replay = model::openComplete(model::openerOf(m_registry), path, {});
    return replay ? replay->index : nullptr;
}

void TestEventWords::sentencesAreGerman_data()
{
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("english"); // of some event; the names are groups
    QTest::addColumn<QString>("german");  // of the same
    const auto row = [](const char* name, std::size_t sample, const char* english, const char* german) {
        QTest::newRow(name) << QString::fromLatin1(Samples[sample]) << QString::fromUtf8(english)
                            << QString::fromUtf8(german);
    };
    row("somebody spawns", 0, "^(.+) appears$", "%1 erscheint");
    row("a traffic light", 0, "^(Traffic light #\\d+): Red$", "%1: Rot");
    row("a throw", 1, "^(.+) threw the disc at (\\d+)\\.(\\d) m/s$", "%1 wirft die Scheibe mit %2,%3 m/s");
    row("a round", 1, "^Round (\\d+) began$", "Runde %1 beginnt");
    row("a hand", 2, "^(.+) swings the main hand$", "%1 schwingt die Haupthand");
    row("a building", 3, "^(.+) completes (Power Plant)$", "%1 vollendet %2");
    row("a loss", 3, "^(.+) lost (Attack Dog) to (.+)$", "%1 verliert %2 an %3");
    row("a control group", 4, "^Set: group (\\d)$", "Setzen: Gruppe %1");
    row("somebody comes", 4, "^Enters the game$", "Betritt das Spiel");
}

void TestEventWords::sentencesAreGerman()
{
    QFETCH(QString, sample);
    QFETCH(QString, english);
    QFETCH(QString, german);
    const auto index = open(sample);
    QVERIFY(index != nullptr);
    const QRegularExpression pattern(english);
    int found = 0;
    for (const model::Event& event : index->events->events) {
        const QRegularExpressionMatch match = pattern.match(event.text);
        if (!match.hasMatch())
            continue;
        ++found;
        QString wanted = german;
        for (int i = 1; i <= match.lastCapturedIndex(); ++i)
            wanted.replace(QStringLiteral("%%1").arg(i), match.captured(i));
        QCOMPARE(shownSentence(event), event.text); // in an English window
        speak(LanguageChoice::German);
        QCOMPARE(shownSentence(event), wanted);
        QVERIFY(pattern.match(event.text).hasMatch());
        speak(LanguageChoice::English);
        if (found == 3)
            break;
    }
    QVERIFY(found > 0);
}

void TestEventWords::everyPatternHasItsGerman()
{
    QFETCH(QString, sample);
    const auto index = open(sample);
    QVERIFY(index != nullptr);
    speak(LanguageChoice::German);
    QSet<QString> patterns;
    const auto collect = [&patterns](const QString& pattern) {
        patterns.insert(pattern);
        return pattern;
    };
    for (const model::Event& event : index->events->events)
        QCOMPARE(event.wording.told(event.text, collect, QLocale::c()), event.text);
    QVERIFY(!patterns.isEmpty());
    QStringList missing;
    for (const QString& pattern : std::as_const(patterns)) {
        if (hasWords(pattern) && !SameInGerman.contains(pattern) && shownName(pattern) == pattern)
            missing << pattern;
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral(" | "))));
}

void TestEventWords::namesAreKept()
{
    QFETCH(QString, sample);
    const auto index = open(sample);
    QVERIFY(index != nullptr);
    speak(LanguageChoice::German);
    int sentences = 0;
    for (const model::Event& event : index->events->events) {
        const QString shown = shownSentence(event);
        sentences += shown != event.text ? 1 : 0;
        QVERIFY2(event.text.isEmpty() == shown.isEmpty(), qPrintable(event.text));
        for (const model::ActorId actor : event.actors) {
            const model::ActorInfo* known = index->info->actor(actor);
            if (known != nullptr && event.text.contains(known->name))
                QVERIFY2(shown.contains(known->name), qPrintable(event.text + QStringLiteral(" | ") + shown));
        }
    }
    QVERIFY(sentences > 0);
}

/// In the list: its text is German, the filter goes by it, and a file has the English.
void TestEventWords::whatIsReadIsFound()
{
    const auto index = open(QString::fromLatin1(Samples[1]));
    QVERIFY(index != nullptr);
    speak(LanguageChoice::German);
    model::EventFilter filter;
    filter.shown = [](const model::Event& event) { return shownSentence(event); };
    filter.text = QStringLiteral("WIRFT die");
    EventsModel events;
    events.setReplay(index, filter);
    QVERIFY(events.rowCount() > 0);
    const QModelIndex cell = events.index(0, EventsModel::TextColumn);
    QVERIFY2(cell.data().toString().contains(QStringLiteral("wirft die Scheibe")),
             qPrintable(cell.data().toString()));
    QVERIFY2(cell.data(FileTextRole).toString().contains(QStringLiteral("threw the disc")),
             qPrintable(cell.data(FileTextRole).toString()));
    filter.text = QStringLiteral("threw the disc");
    events.setReplay(index, filter);
    QCOMPARE(events.rowCount(), 0);
}

void TestEventWords::teamsOfTheFormatAreGerman()
{
    const auto town = open(QString::fromLatin1(Samples[0]));
    QVERIFY(town != nullptr);
    speak(LanguageChoice::German);
    QStringList names;
    for (const model::Team& team : town->info->teams)
        names << shownTeam(team);
    QVERIFY2(names.contains(QString::fromUtf8("Fußgänger")), qPrintable(names.join(u' ')));
    model::Team named;
    named.name = QStringLiteral("Blue"); // as a recording may call one
    QCOMPARE(shownTeam(named), named.name);
}

} // namespace tst_event_words

GHOSTLINE_TEST(tst_event_words, TestEventWords, QApplication)
#include "tst_event_words.moc"
