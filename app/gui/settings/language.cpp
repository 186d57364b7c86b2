// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/settings/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <algorithm>
#include <atomic>

// Outside any namespace, as the macro wants it.
static void initTranslations() { Q_INIT_RESOURCE(ghostline_translations); }

namespace ghostline::app {

namespace {

/// Texts of the program, and of the dialogs that come with Qt.
struct Texts
{
    QTranslator own;
    QTranslator toolkit;
    std::atomic<LanguageChoice> spoken = LanguageChoice::English; ///< workers tell their errors, too
};

Texts& texts()
{
    static Texts loaded;
    return loaded;
}

QString languageCode(LanguageChoice spoken)
{
    return spoken == LanguageChoice::German ? QStringLiteral("de") : QStringLiteral("en");
}

/// The region's way of writing dates is kept where its language is the one that is spoken.
QLocale localeFor(LanguageChoice choice, LanguageChoice spoken)
{
    const auto language = spoken == LanguageChoice::German ? QLocale::German : QLocale::English;
    const QLocale system = QLocale::system();
    return choice == LanguageChoice::System && system.language() == language ? system : QLocale(language);
}

/// Not finding Qt's own texts is no loss worth a message: its dialogs are English then.
void loadToolkit(LanguageChoice spoken)
{
    const QString folder = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
    if (texts().toolkit.load(QStringLiteral("qtbase_") + languageCode(spoken), folder))
        QCoreApplication::installTranslator(&texts().toolkit);
}

void speakEnglish() { speak(LanguageChoice::English); }

} // namespace

const QStringList& languageWords()
{
    static const QStringList words{QStringLiteral("system"), QStringLiteral("en"), QStringLiteral("de")};
    return words;
}

LanguageChoice languageFrom(const QString& word)
{
    return static_cast<LanguageChoice>(std::max(languageWords().indexOf(word), qsizetype{0}));
}

LanguageChoice spokenLanguage(LanguageChoice choice, const QStringList& wanted)
{
    if (choice != LanguageChoice::System)
        return choice;
    for (const QString& tag : wanted) {
        const QString language = tag.section(QLatin1Char('-'), 0, 0).toLower();
        if (const LanguageChoice known = languageFrom(language); known != LanguageChoice::System)
            return known;
    }
    return LanguageChoice::English;
}

void speak(LanguageChoice choice)
{
    initTranslations();
    const LanguageChoice spoken = spokenLanguage(choice, QLocale::system().uiLanguages());
    texts().spoken = spoken;
    QLocale::setDefault(localeFor(choice, spoken));
    QCoreApplication::removeTranslator(&texts().toolkit);
    QCoreApplication::removeTranslator(&texts().own);
    if (spoken != LanguageChoice::English)
        loadToolkit(spoken);
    // English has texts of its own only for singular and plural.
    if (texts().own.load(QStringLiteral(":/ghostline/translations/ghostline_") + languageCode(spoken)))
        QCoreApplication::installTranslator(&texts().own);
}

LanguageChoice spokenNow() { return texts().spoken; }

// Whatever the system's language, so that a test reads what it was written for; main() speaks the user's
// choice.
Q_COREAPP_STARTUP_FUNCTION(speakEnglish)

} // namespace ghostline::app
