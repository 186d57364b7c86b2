// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/dates.h"

namespace ghostline::app {

QString dayText(const QDateTime& at)
{
    return at.isValid() ? at.toLocalTime().date().toString(Qt::ISODate) : QString();
}

QString momentText(const QDateTime& at)
{
    if (!at.isValid())
        return {};
    const QDateTime here = at.toLocalTime();
    const int minutes = here.offsetFromUtc() / 60;
    QString zone = QStringLiteral("UTC");
    if (minutes != 0)
        zone += QStringLiteral("%1%2:%3")
                    .arg(QLatin1Char(minutes < 0 ? '-' : '+'))
                    .arg(qAbs(minutes) / 60, 2, 10, QLatin1Char('0'))
                    .arg(qAbs(minutes) % 60, 2, 10, QLatin1Char('0'));
    return QStringLiteral("%1 %2 %3")
        .arg(here.date().toString(Qt::ISODate), here.time().toString(QStringLiteral("HH:mm")), zone);
}

} // namespace ghostline::app
