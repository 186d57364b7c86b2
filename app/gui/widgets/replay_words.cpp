// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/replay_words.h"

#include "app/gui/settings/language.h"

#include <QCoreApplication>
#include <QLocale>

namespace ghostline::app {

QString shownName(const QString& word)
{
    return QCoreApplication::translate("Replay", word.toUtf8().constData());
}

QString shownSentence(const QString& english, const model::Wording& wording)
{
    if (wording.empty() || spokenNow() == LanguageChoice::English)
        return english;
    return wording.told(english, shownName, QLocale());
}

QString shownValue(const model::PropertyInfo& info, model::PropertyValue value,
                   const model::StringTable& strings)
{
    QString text = model::displayText(info, value, strings);
    switch (info.type) {
    case model::PropertyType::Real:
        return text.replace(QLatin1Char('.'), QLocale().decimalPoint());
    case model::PropertyType::Boolean:
    case model::PropertyType::Enumeration:
        return shownName(text);
    default:
        return text;
    }
}

} // namespace ghostline::app
