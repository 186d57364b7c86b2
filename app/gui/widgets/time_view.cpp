// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/time_view.h"

#include "model/time/time_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::app {

using model::Micros;

namespace {

constexpr std::int64_t Second = 1'000'000;

Micros rounded(double micros) { return Micros{std::llround(micros)}; }

double count(Micros t) { return static_cast<double>(t.count()); }

/// Steps people read off a clock, in seconds; beyond the last one, whole days double.
constexpr std::array<std::int64_t, 16> ClockSteps{1,   2,   5,   10,   15,   30,   60,    120,
                                                  300, 600, 900, 1800, 3600, 7200, 21600, 43200};

} // namespace

void TimeView::setExtent(Micros extent)
{
    const bool wasFitted = fitted();
    m_extent = std::max(extent, Micros{0});
    if (wasFitted)
        fit();
    else
        clamp();
}

void TimeView::setWidth(double pixels) { m_width = std::max(pixels, 1.0); }

double TimeView::x(Micros t) const { return count(t - m_begin) / count(m_span) * m_width; }

Micros TimeView::timeAt(double x) const { return m_begin + rounded(x / m_width * count(m_span)); }

void TimeView::zoom(double factor, double x)
{
    if (!(factor > 0.0) || !std::isfinite(factor))
        return;
    const double share = x / m_width;
    const double fixed = count(m_begin) + share * count(m_span);
    const double wanted = std::clamp(count(m_span) / factor, count(MinSpan), count(fullSpan()));
    m_span = rounded(wanted);
    m_begin = rounded(fixed - share * count(m_span));
    clamp();
}

void TimeView::pan(double pixels)
{
    m_begin -= rounded(pixels * microsPerPixel());
    clamp();
}

void TimeView::fit()
{
    m_begin = Micros{0};
    m_span = fullSpan();
}

void TimeView::show(Micros begin, Micros end)
{
    if (end < begin)
        std::swap(begin, end);
    m_begin = begin;
    m_span = end - begin;
    clamp();
}

void TimeView::place(Micros t, double share)
{
    m_begin = t - rounded(share * count(m_span));
    clamp();
}

void TimeView::clamp()
{
    m_span = std::clamp(m_span, MinSpan, fullSpan());
    m_begin = std::clamp(m_begin, Micros{0}, fullSpan() - m_span);
}

Micros TimeView::tolerance(double pixels) const
{
    return std::max(Micros{1}, rounded(pixels * microsPerPixel()));
}

Micros TimeView::tickStep(double minPixels) const
{
    const double wanted = std::max(minPixels, 1.0) * microsPerPixel();
    for (std::int64_t decade = 1; decade < Second; decade *= 10) {
        for (const std::int64_t digit : {1, 2, 5}) {
            if (static_cast<double>(decade * digit) >= wanted)
                return Micros{decade * digit};
        }
    }
    for (const std::int64_t step : ClockSteps) {
        if (static_cast<double>(step * Second) >= wanted)
            return Micros{step * Second};
    }
    std::int64_t days = 86'400 * Second;
    while (static_cast<double>(days) < wanted)
        days *= 2;
    return Micros{days};
}

Micros TimeView::minorStep(Micros step)
{
    std::int64_t lead = step.count();
    if (lead < Second) {
        while (lead % 10 == 0)
            lead /= 10;
        // A tenth of 1, 2 or 5 microseconds does not exist.
        if (step.count() < 10)
            return step;
        return step / (lead == 2 ? 4 : 5);
    }
    switch (lead / Second) {
    case 1:
    case 5:
    case 10:
    case 300:
    case 600:
        return step / 5;
    case 15:
    case 30:
    case 900:
    case 1800:
        return step / 3;
    default:
        return step / 4;
    }
}

std::vector<Micros> TimeView::ticks(Micros step) const
{
    std::vector<Micros> result;
    if (step.count() <= 0 || m_span / step > 100'000)
        return result;
    const std::int64_t first = (m_begin.count() + step.count() - 1) / step.count();
    for (Micros t = step * first; t <= end(); t += step)
        result.push_back(t);
    return result;
}

QString TimeView::tickLabel(Micros t, Micros step)
{
    QString label = model::formatTimeShort(Micros{t.count() / Second * Second});
    int decimals = 0;
    for (std::int64_t unit = Second; decimals < 6 && step.count() % unit != 0; unit /= 10)
        ++decimals;
    if (decimals == 0)
        return label;
    const QString fraction = QStringLiteral("%1").arg(t.count() % Second, 6, 10, QLatin1Char('0'));
    return label + QLatin1Char('.') + fraction.left(decimals);
}

} // namespace ghostline::app
