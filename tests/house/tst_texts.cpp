// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says can be translated: no text for people stands outside tr(), and nothing of what is in
// tr() lacks its German.
#include "tests/support/test_driver.h"

#include <QDir>
#include <QDirIterator>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace tst_texts {

namespace {

QString sourceRoot() { return QStringLiteral(GHOSTLINE_SOURCE_DIR); }
QString translationFile(const QString& language)
{
    return sourceRoot() + QStringLiteral("/resources/translations/ghostline_%1.ts").arg(language);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Where literals are English on purpose: command line, errors that the command line shares, names of
/// formats.
const QStringList SpeakEnglish{
    QStringLiteral("app/gui/clips/video_notes.cpp"), // goes into files
    QStringLiteral("app/gui/main.cpp"),
    QStringLiteral("app/gui/manual/main.cpp"),
    QStringLiteral("app/gui/shell/command_line.cpp"), // its manual is written from the same words
    QStringLiteral("app/gui/shell/still_command.cpp"),
    QStringLiteral("app/gui/shell/screenshot_command.cpp"), // said on the error output
    QStringLiteral("app/gui/view/camera_look.cpp"),         // as above
    QStringLiteral("render/view/still.cpp"),
};

/// Literals that are no words of ours in any language.
const QStringList NoWords{
    QStringLiteral("Ghostline"), // the name of the program
    QStringLiteral("Qt"),        // the name of a library
    QStringLiteral("English"),   // languages are called by their own names
    QStringLiteral("Deutsch"),
    QStringLiteral("Fusion"),                  // a style
    QStringLiteral("Cross"),                   // ends the name of an object
    QStringLiteral("Keyframe"),                // ends an id
    QStringLiteral("d/dt %1"),                 // mathematics
    QStringLiteral("DejaVu Sans"),             // a font
    QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"), // the form of a clock that is the same everywhere
    QStringLiteral("/Camera/Scene cameras"),   // the key of a menu, not its title
};

QString withoutComments(QString text)
{
    static const QRegularExpression comment(QStringLiteral("(?m)(?<!:)//.*$"));
    return text.remove(comment);
}

/// Literals outside tr() that only people can be meant to read: a word with a capital, or several words. Ids
/// have neither capitals nor blanks, and a literal without QStringLiteral() does not become a QString here.
QStringList textsOutside(const QString& source)
{
    static const QRegularExpression literal(
        QStringLiteral("(?<!tr\\()(?:QStringLiteral\\(|QLatin1String\\(|\\bu)\"((?:[^\"\\\\]|\\\\.)*)\""));
    static const QRegularExpression text(
        QStringLiteral("^[A-Z][a-z]+$|[A-Za-z]{2,}:? [A-Za-z%]|^[A-Z][a-z]+: "));
    static const QRegularExpression markup(QStringLiteral("<[^>]*>"));
    static const QRegularExpression refusal(QStringLiteral("(?:fail|refuse)\\([^;\"]*$"));
    constexpr int RefusalReach = 120;
    QStringList found;
    for (auto it = literal.globalMatch(source); it.hasNext();) {
        const auto match = it.next();
        const QString before = source.left(match.capturedStart()).right(RefusalReach);
        const QString words = match.captured(1).remove(markup);
        if (words.contains(text) && !NoWords.contains(words) && !before.contains(refusal))
            found << words;
    }
    return found;
}

struct Message
{
    QString context;
    QString source;
    QStringList translations; ///< one, or one for each number
    bool plural = false;
    bool unfinished = false;
};

Message readMessage(QXmlStreamReader& xml)
{
    Message message;
    message.plural = xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1String("source")) {
            message.source = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            message.unfinished = xml.attributes().hasAttribute(QLatin1String("type"));
            if (!message.plural)
                message.translations << xml.readElementText();
            while (message.plural && xml.readNextStartElement())
                message.translations << xml.readElementText();
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

QList<Message> readMessages(const QByteArray& content)
{
    QXmlStreamReader xml(content);
    QList<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("message"))
            messages << readMessage(xml);
        if (!messages.isEmpty() && messages.last().context.isEmpty())
            messages.last().context = context;
    }
    return messages;
}

QStringList placesIn(const QString& text)
{
    static const QRegularExpression place(QStringLiteral("%L?(?:\\d|n)"));
    QStringList places;
    for (auto it = place.globalMatch(text); it.hasNext();)
        places << it.next().captured();
    places.sort();
    places.removeDuplicates();
    return places;
}

/// The letter that reaches a field or button with Alt; empty where there is none.
QString accelerator(const QString& text)
{
    static const QRegularExpression marked(QStringLiteral("&([^\\s&])"));
    return marked.match(QString(text).remove(QStringLiteral("&&"))).captured(1).toLower();
}

/// The blanks that a text begins or ends with belong to its neighbours.
QString margins(const QString& text)
{
    static const QRegularExpression inner(QStringLiteral("\\S(?:.*\\S)?"),
                                          QRegularExpression::DotMatchesEverythingOption);
    return QString(text).replace(inner, QStringLiteral("|"));
}

} // namespace

class TestTexts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void textsStandInTr_data();
    void textsStandInTr();
    void everyTextIsTranslated_data();
    void everyTextIsTranslated();
    void translationsAreComplete_data();
    void translationsAreComplete();
    void acceleratorsDoNotClash();
};

void TestTexts::textsStandInTr_data()
{
    QTest::addColumn<QString>("path");
    for (const char* folder : {"app/gui", "render"}) {
        QDirIterator it(sourceRoot() + QLatin1Char('/') + QLatin1String(folder),
                        {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                        QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = QDir(sourceRoot()).relativeFilePath(it.next());
            if (!SpeakEnglish.contains(path))
                QTest::newRow(qPrintable(path)) << path;
        }
    }
}

void TestTexts::textsStandInTr()
{
    QFETCH(QString, path);
    const QString source =
        withoutComments(QString::fromUtf8(contentOf(sourceRoot() + QLatin1Char('/') + path)));
    QVERIFY(!source.isEmpty());
    const QStringList outside = textsOutside(source);
    QVERIFY2(outside.isEmpty(), qPrintable(outside.join(QStringLiteral(" | "))));
}

void TestTexts::everyTextIsTranslated_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("German") << QStringLiteral("de") << QStringList();
    QTest::newRow("English, where it counts")
        << QStringLiteral("en") << QStringList(QStringLiteral("-pluralonly"));
}

/// The target ghostline-lupdate was run since the last text changed.
void TestTexts::everyTextIsTranslated()
{
    QFETCH(QString, language);
    QFETCH(QStringList, options);
    QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("copy.ts"));
    QVERIFY(QFile::copy(translationFile(language), copy));
    QProcess lupdate;
    lupdate.setWorkingDirectory(sourceRoot());
    lupdate.start(QStringLiteral(GHOSTLINE_LUPDATE),
                  QStringList{QStringLiteral("-silent"), QStringLiteral("-locations"), QStringLiteral("none"),
                              QStringLiteral("-I"), QStringLiteral(".")} +
                      options + QStringLiteral(GHOSTLINE_TEXTS).split(QLatin1Char(' ')) +
                      QStringList{QStringLiteral("-ts"), copy});
    constexpr int UpdateMs = 60'000;
    QVERIFY(lupdate.waitForFinished(UpdateMs));
    QCOMPARE(lupdate.exitCode(), 0);
    QStringList missing;
    for (const Message& message : readMessages(contentOf(copy))) {
        if (message.unfinished)
            missing << message.source;
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral(" | "))));
}

void TestTexts::translationsAreComplete_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("German") << QStringLiteral("de");
    QTest::newRow("English") << QStringLiteral("en");
}

void TestTexts::translationsAreComplete()
{
    QFETCH(QString, language);
    const QList<Message> messages = readMessages(contentOf(translationFile(language)));
    QVERIFY(!messages.isEmpty());
    for (const Message& message : messages) {
        const QByteArray source = message.source.toUtf8();
        const char* name = source.constData();
        QVERIFY2(!message.unfinished, name);
        QVERIFY2(message.translations.size() == (message.plural ? 2 : 1), name);
        for (const QString& translation : message.translations) {
            QVERIFY2(!translation.trimmed().isEmpty(), name);
            QVERIFY2(placesIn(translation) == placesIn(message.source), name);
            QVERIFY2(margins(translation) == margins(message.source), name);
            QVERIFY2(translation.count(QLatin1Char('\n')) == message.source.count(QLatin1Char('\n')), name);
            QVERIFY2(translation.endsWith(QChar(0x2026)) == message.source.endsWith(QChar(0x2026)), name);
        }
    }
}

/// One class is one dialog: a letter there belongs to one text.
void TestTexts::acceleratorsDoNotClash()
{
    QHash<QString, QString> owners;
    for (const Message& message : readMessages(contentOf(translationFile(QStringLiteral("de"))))) {
        const QString& translation = message.translations.first();
        const QString letter = accelerator(translation);
        QVERIFY2(letter.isEmpty() == accelerator(message.source).isEmpty(), qPrintable(translation));
        if (letter.isEmpty())
            continue;
        QString& owner = owners[message.context + QLatin1Char('&') + letter];
        QVERIFY2(owner.isEmpty(), qPrintable(translation + QStringLiteral(" | ") + owner));
        owner = translation;
    }
    QVERIFY(!owners.isEmpty());
}

} // namespace tst_texts

GHOSTLINE_TEST(tst_texts, TestTexts)
#include "tst_texts.moc"
