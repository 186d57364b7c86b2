// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lines for people that are English and can be told in another language, too: a pattern ("%1 passed to %2")
// is translated, what is put into it (names, figures) is not. Lists, files and the command line keep the
// English.
#include "model/base/export.h"

#include <QLocale>
#include <QString>

#include <functional>
#include <initializer_list>
#include <span>
#include <string>

namespace ghostline::model {

/// How an English line was made up: which pattern, and how long each thing is that was put into it. The
/// things themselves are looked up in the line, so that an event keeps its words once. Small: few have more
/// than six.
class GHOSTLINE_MODEL_EXPORT Wording
{
public:
    using Translate = std::function<QString(const QString& pattern)>;

    /// Nothing in the line can be told otherwise.
    bool empty() const { return m_code.empty(); }
    /// `line` with its patterns as `translated` has them, and its figures as `locale` writes them. A line
    /// that this was not made for, since somebody has changed it, stays as it is.
    QString told(const QString& line, const Translate& translated, const QLocale& locale) const;
    friend bool operator==(const Wording&, const Wording&) = default;

private:
    friend class Sentence;
    std::u16string m_code; ///< see sentence.cpp
};

/// A line while it is made; implicitly what is the same in every language: a name, what somebody wrote.
class GHOSTLINE_MODEL_EXPORT Sentence
{
public:
    Sentence() : Sentence(QString()) {}
    Sentence(const QString& kept); // NOLINT(google-explicit-constructor)
    /// %1 to %9 of the pattern become the arguments. Patterns are literals of the source, never of a
    /// recording: each is remembered for as long as the program runs. One without arguments is a word to be
    /// translated.
    static Sentence of(const QString& pattern, std::initializer_list<Sentence> arguments = {})
    {
        return of(pattern, std::span(arguments.begin(), arguments.size()));
    }
    static Sentence of(const QString& pattern, std::span<const Sentence> arguments);
    /// A number in English ("1,234.5"), told as the reader's language writes it.
    static Sentence figure(const QString& english);
    static Sentence figure(double value, int decimals)
    {
        return figure(QString::number(value, 'f', decimals));
    }
    /// A line that was made before, to be put into another.
    static Sentence again(const QString& line, const Wording& wording);
    /// All in a row, two and two joined by a pattern: "%1, %2".
    static Sentence chain(std::span<const Sentence> all, const QString& pattern = QStringLiteral("%1, %2"));

    const QString& text() const { return m_text; } ///< English
    bool isEmpty() const { return m_text.isEmpty(); }
    Wording wording() const; ///< empty where all of it is kept

private:
    QString m_text;
    std::u16string m_code; ///< empty = too long to be told otherwise
};

} // namespace ghostline::model
