// SPDX-License-Identifier: GPL-3.0-or-later
// Errors that people meet, in the language of the window: told in German with what was put into them kept,
// while Error::message, which the command line, logs and copied reports have, stays English.
#include "app/gui/settings/language.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_words.h"
#include "model/bytes/atomic_file.h"
#include "model/codec/opening.h"
#include "model/time/time_text.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tst_error_words {

using namespace ghostline;
using namespace ghostline::app;

class TestErrorWords : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { speak(LanguageChoice::English); }
    void openingIsRefusedInGerman_data();
    void openingIsRefusedInGerman();
    void adviceIsGerman();
    void savingFailsInGerman();
    void timesAreRefusedInGerman();
    void deepReasonsAndChangedOnesStayEnglish();
    void copiedReasonsAreEnglish();

private:
    std::optional<model::Error> refusal(const QString& path) const;

    QTemporaryDir m_folder;
    std::shared_ptr<const model::CodecRegistry> m_registry = std::make_shared<model::CodecRegistry>();
};

/// Nothing where it opens.
std::optional<model::Error> TestErrorWords::refusal(const QString& path) const
{
    const auto replay = model::openComplete(model::openerOf(m_registry), path, {});
    return replay ? std::nullopt : std::optional(replay.error());
}

void TestErrorWords::openingIsRefusedInGerman_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content"); // null = there is no such file
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("german");
    const auto row = [](const char* name, const QByteArray& content, const char* english,
                        const char* german) {
        QTest::newRow(name) << QString::fromLatin1(name) << content << QString::fromUtf8(english)
                            << QString::fromUtf8(german);
    };
    const QByteArray rest(300, '0');
    row("missing.log", {}, "there is no such file", "es gibt keine solche Datei");
    row("empty.log", QByteArray(""), "no codec knows this content: it is empty",
        "kein Codec kennt diesen Inhalt: er ist leer");
    row("holiday.jpg", QByteArray("\xFF\xD8\xFF") + rest,
        "no codec knows this content: it looks like a JPEG picture",
        "kein Codec kennt diesen Inhalt: das sieht aus wie ein JPEG-Bild");
    row("noise.bin", QByteArray("\x01\x02\x03\x04\x05\x06\x07\x08") + rest,
        "no codec knows this content: it begins with the bytes 01 02 03 04 05 06 07 08",
        "kein Codec kennt diesen Inhalt: am Anfang stehen die Bytes 01 02 03 04 05 06 07 08");
    row("cut.log", QByteArray("\x01\x00\x0e\x00", 4) + "CARLA_RECORDER",
        "the CARLA header is cut at byte 18 (header-cut); nothing was recorded behind it",
        "der CARLA-Dateikopf ist bei Byte 18 abgeschnitten (header-cut); dahinter ist nichts aufgezeichnet");
    row("newer.hcrp", QByteArray("HCRP\x09\x09") + rest, "unsupported version 9",
        "nicht unterstützte Version 9");
    row("newer.icrep", QByteArray("ICRP\x07\x00", 6) + rest, "version 7 of the header cannot be read",
        "Version 7 des Dateikopfs ist nicht lesbar");
    row("cut.SC2Replay", QByteArray("MPQ\x1b") + rest,
        "The replay's header is cut short or wrong at byte 16: 288 bytes are left there",
        "Der Dateikopf des Replays: abgeschnitten oder falsch bei Byte 16, dort sind noch 288 Bytes übrig");
}

void TestErrorWords::openingIsRefusedInGerman()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, english);
    QFETCH(QString, german);
    const QString path = m_folder.filePath(name);
    if (!content.isNull()) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
    speak(LanguageChoice::German);
    const auto error = refusal(path);
    QVERIFY(error.has_value());
    QCOMPARE(error->message, english);
    QCOMPARE(shownError(*error), german);
    speak(LanguageChoice::English);
    QCOMPARE(shownError(*error), english);
}

void TestErrorWords::adviceIsGerman()
{
    const auto error = refusal(m_folder.path());
    QVERIFY(error.has_value());
    speak(LanguageChoice::German);
    QCOMPARE(shownError(*error),
             QStringLiteral("das ist ein Ordner, in dem keine bekannte Aufzeichnung liegt"));
    QCOMPARE(error->advice, QStringLiteral("Open one of the files in it."));
    QCOMPARE(shownAdvice(*error), QString::fromUtf8("Eine der Dateien darin öffnen."));
}

/// What the system says is kept as it says it.
void TestErrorWords::savingFailsInGerman()
{
    const auto written = model::replaceFile(m_folder.path(), "x");
    QVERIFY(!written);
    const QString before = QStringLiteral("the file cannot be written: ");
    QVERIFY2(written.error().message.startsWith(before), qPrintable(written.error().message));
    speak(LanguageChoice::German);
    QCOMPARE(shownError(written.error()), QString::fromUtf8("die Datei lässt sich nicht schreiben: ") +
                                              written.error().message.sliced(before.size()));
}

void TestErrorWords::timesAreRefusedInGerman()
{
    const auto at = model::parseTime(QStringLiteral("soon"), model::TimeAxis::uniform(10, 1, 1'000'000), {});
    QVERIFY(!at);
    speak(LanguageChoice::German);
    const QString shown = shownError(at.error());
    QVERIFY2(shown.startsWith(QString::fromUtf8("„soon“ ist keine Zeit; erwartet wird [[H:]M:]S[.fff]")),
             qPrintable(shown));
}

void TestErrorWords::deepReasonsAndChangedOnesStayEnglish()
{
    speak(LanguageChoice::German);
    const auto deep = model::fail(model::ErrorCode::Damaged, QStringLiteral("there is no such file"));
    QCOMPARE(shownError(deep.value()), QStringLiteral("there is no such file"));
    auto changed =
        model::fail(model::ErrorCode::NotFound, model::Sentence::of(QStringLiteral("there is no such file")));
    changed.value().message.prepend(QStringLiteral("--scene: "));
    QCOMPARE(shownError(changed.value()), QStringLiteral("--scene: there is no such file"));
}

void TestErrorWords::copiedReasonsAreEnglish()
{
    const QString path = m_folder.filePath(QStringLiteral("nowhere.log"));
    const auto error = refusal(path);
    QVERIFY(error.has_value());
    speak(LanguageChoice::German);
    QWidget window;
    QDialog* dialog = showErrorDialog(&window, path, *error);
    const auto* reason = dialog->findChild<QLabel*>(QStringLiteral("errorReason"));
    QVERIFY(reason != nullptr);
    QCOMPARE(reason->text(), QStringLiteral("es gibt keine solche Datei"));
    QPushButton* copy = nullptr;
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        if (button->text() == Dialogs::tr("Copy"))
            copy = button;
    }
    QVERIFY(copy != nullptr);
    copy->click();
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(QStringLiteral("there is no such file")), qPrintable(copied));
    QVERIFY2(!copied.contains(reason->text()), qPrintable(copied));
}

} // namespace tst_error_words

GHOSTLINE_TEST(tst_error_words, TestErrorWords, ghostline::test::GraphicsApplication)
#include "tst_error_words.moc"
