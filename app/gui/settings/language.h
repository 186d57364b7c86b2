// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which language the window speaks and in which form it writes numbers and dates.
#include "app/gui/settings/settings.h"

#include <QStringList>

namespace ghostline::app {

/// Words of the command line and the settings file, by LanguageChoice.
const QStringList& languageWords();
LanguageChoice languageFrom(const QString& word); ///< System for any other word

/// What `choice` comes to on a system that wants `wanted`, the first language first ("de-AT"): English unless
/// German is the first of the two.
LanguageChoice spokenLanguage(LanguageChoice choice, const QStringList& wanted);

/// Loads the texts and sets QLocale(). Every window is told by QEvent::LanguageChange. Until it is called the
/// language is English.
void speak(LanguageChoice choice);
LanguageChoice spokenNow(); ///< never System

} // namespace ghostline::app
