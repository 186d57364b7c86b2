// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/page_words.h"

#include <cmath>
#include <cstdlib>

namespace ghostline::model {

QString PageWords::tell(const char* english, std::initializer_list<QString> arguments) const
{
    const QString text = QString::fromUtf8(english);
    const QString told = m_language.page ? m_language.page(text) : text;
    // In one go: what is put in may itself hold a %1.
    QString filled;
    for (qsizetype i = 0; i < told.size(); ++i) {
        const int number = told[i] == u'%' && i + 1 < told.size() ? told[i + 1].digitValue() : -1;
        if (number < 1 || static_cast<std::size_t>(number) > arguments.size()) {
            filled += told[i];
            continue;
        }
        filled += arguments.begin()[number - 1];
        ++i;
    }
    return filled;
}

QString PageWords::word(const QString& english) const
{
    return m_language.words && !english.isEmpty() ? m_language.words(english) : english;
}

QString PageWords::sentence(const QString& english, const Wording& wording) const
{
    if (wording.empty() || !m_language.words)
        return english;
    return wording.told(english, m_language.words, m_language.locale);
}

QString PageWords::number(double value, int decimals) const
{
    return std::isfinite(value) ? m_language.locale.toString(value, 'f', decimals) : QStringLiteral("–");
}

QString PageWords::figure(const PropertyInfo* info, double value) const
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    const bool real = info != nullptr && info->type == PropertyType::Real;
    if (real && info->unit == QLatin1String("s") && std::abs(value) < 1e7) {
        const auto whole = std::llround(value);
        return QStringLiteral("%1%2:%3")
            .arg(whole < 0 ? QStringLiteral("-") : QString())
            .arg(std::llabs(whole) / 60)
            .arg(std::llabs(whole % 60), 2, 10, QLatin1Char('0'));
    }
    // Of a large figure a decimal tells nothing, nor where it is nought.
    const bool whole = !real || std::abs(value) >= 100.0 || std::abs(value - std::round(value)) < 0.05;
    return number(value, whole ? 0 : 1);
}

QString PageWords::percent(double share) const
{
    return QStringLiteral("%1\u00A0%").arg(number(share * 100.0, 0));
}

QString PageWords::date(const QDateTime& at) const
{
    return at.isValid() ? at.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm")) + QStringLiteral(" UTC")
                        : QString();
}

} // namespace ghostline::model
