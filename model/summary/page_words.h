// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The words and figures of a page in the reader's language. English by itself; the window hands in its own.
#include "model/base/export.h"
#include "model/base/sentence.h"
#include "model/replay/event.h"
#include "model/replay/replay_info.h"

#include <QDateTime>
#include <QLocale>

#include <functional>
#include <initializer_list>

namespace ghostline::model {

struct SummaryLanguage
{
    using Translate = std::function<QString(const QString& english)>;

    QString code = QStringLiteral("en"); ///< of the `lang` attribute
    QLocale locale = QLocale(QLocale::English, QLocale::UnitedStates);
    Translate page{};  ///< the page's own texts, which stand in resources/translations/summary_words.h
    Translate words{}; ///< what recordings bring along
};

/// What pages are written with. Not escaped.
class PageWords
{
public:
    explicit PageWords(const SummaryLanguage& language) : m_language(language) {}

    const QString& code() const { return m_language.code; }
    /// A text of the page; %1 to %9 become the arguments.
    QString tell(const char* english, std::initializer_list<QString> arguments = {}) const;
    /// A word of the recording.
    QString word(const QString& english) const;
    QString sentence(const QString& english, const Wording& wording) const;
    QString sentence(const Event& event) const { return sentence(event.text, event.wording); }
    QString team(const Team& team) const { return sentence(team.name, team.nameWording); }
    QString side(const Team& team) const { return sentence(team.side, team.sideWording); }

    QString number(double value, int decimals) const; ///< a dash for NaN
    /// A statistic: "3", "12,345", "0:41" for seconds, one decimal of a small real; a dash for NaN.
    QString figure(const PropertyInfo* info, double value) const;
    QString percent(double share) const;
    /// "2026-01-01 13:00 UTC"; empty where it is not known.
    QString date(const QDateTime& at) const;

private:
    const SummaryLanguage& m_language;
};

} // namespace ghostline::model
