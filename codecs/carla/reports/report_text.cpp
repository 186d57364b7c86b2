// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that all three reports begin and end with, and columns.
#include "codecs/carla/reports/report_text.h"

#include <QDateTime>

namespace ghostline::carla {

ReportText& ReportText::pad(qsizetype used, int width)
{
    if (used < width)
        m_out.append(width - used, ' ');
    return *this;
}

ReportText& ReportText::whole(double value, int width)
{
    char buffer[400]; // the largest double has 309 digits
    const char* end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 0).ptr;
    return pad(end - buffer, width).append(buffer, end);
}

ReportText& ReportText::right(std::uint64_t value, int width)
{
    char buffer[24];
    const char* end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return pad(end - buffer, width).append(buffer, end);
}

ReportText& ReportText::left(std::string_view text, int width)
{
    *this << text;
    return pad(static_cast<qsizetype>(text.size()), width);
}

void ReportText::head(const Header& header)
{
    const QDateTime date = QDateTime::fromSecsSinceEpoch(header.date, Qt::UTC);
    const QByteArray when = date.isValid() ? date.toString(QStringLiteral("MM/dd/yy HH:mm:ss")).toLatin1()
                                           : QByteArrayLiteral("01/01/70 00:00:00");
    *this << "Version: " << header.version
          << "\nMap: " << std::string_view(header.map.data(), std::size_t(header.map.size()))
          << "\nDate: " << when.constData() << "\n\n";
}

void ReportText::tail(const FrameStart& last, bool rounded)
{
    *this << "\nFrames: " << last.id << "\nDuration: ";
    if (rounded)
        whole(last.elapsed, 0);
    else
        *this << last.elapsed;
    *this << " seconds\n";
}

} // namespace ghostline::carla
