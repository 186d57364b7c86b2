// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/strip_geometry.h"

#include "app/gui/widgets/replay_words.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ghostline::app {

namespace {

using model::FrameNumber;
using model::FrameRange;

/// The frames for which `holds` is true, as stretches.
template<typename Holds, typename Same>
std::vector<FrameRange> runs(std::size_t count, Holds holds, Same same)
{
    std::vector<FrameRange> found;
    for (std::size_t i = 0; i < count; ++i) {
        if (!holds(i))
            continue;
        const auto frame = static_cast<FrameNumber>(i);
        if (!found.empty() && found.back().end == frame && same(i - 1, i))
            found.back().end = frame + 1;
        else
            found.push_back({frame, frame + 1});
    }
    return found;
}

bool hasBothSigns(const model::EvidenceRow& row)
{
    return std::any_of(row.values.begin(), row.values.end(), [](double v) { return v < 0.0; });
}

} // namespace

std::vector<StripLine> stripLines(const model::Evidence& evidence, int rowHeight, int headingHeight,
                                  int wordsHeight)
{
    std::vector<StripLine> lines;
    int top = 0;
    const auto add = [&](int row, bool recorded, int height) {
        lines.push_back({row, recorded, top, height});
        top += height;
    };
    for (const bool recorded : {true, false}) {
        bool headed = false;
        for (std::size_t i = 0; i < evidence.rows.size(); ++i) {
            if (evidence.rows[i].recorded != recorded)
                continue;
            if (!std::exchange(headed, true))
                add(-1, recorded, headingHeight);
            const bool words = !evidence.rows[i].words.empty() && wordsHeight > 0;
            add(static_cast<int>(i), recorded, words ? wordsHeight : rowHeight);
        }
    }
    return lines;
}

int contentHeight(const std::vector<StripLine>& lines)
{
    return lines.empty() ? 0 : lines.back().top + lines.back().height;
}

// ---- frames ----

FrameScale::FrameScale(FrameRange frames, int left, int width)
    : m_frames(frames), m_left(left),
      m_cell(frames.empty() ? 1.0 : std::max(width, 1) / static_cast<double>(frames.count()))
{
}

double FrameScale::right() const { return m_left + m_cell * static_cast<double>(m_frames.count()); }

double FrameScale::xOf(double frame) const
{
    return m_left + (frame - static_cast<double>(m_frames.first)) * m_cell;
}

FrameNumber FrameScale::frameAt(double x) const
{
    const auto frame = m_frames.first + static_cast<FrameNumber>(std::floor((x - m_left) / m_cell));
    return std::clamp(frame, m_frames.first, std::max(m_frames.first, m_frames.end - 1));
}

std::vector<FrameNumber> FrameScale::ticks(FrameNumber zero, double minPixels) const
{
    static constexpr std::array<FrameNumber, 3> Round{1, 2, 5};
    FrameNumber step = 1;
    for (FrameNumber power = 1; static_cast<double>(step) * m_cell < minPixels; power *= 10) {
        for (const FrameNumber digit : Round) {
            step = digit * power;
            if (static_cast<double>(step) * m_cell >= minPixels)
                break;
        }
    }
    std::vector<FrameNumber> ticks;
    const FrameNumber first = zero - (zero - m_frames.first) / step * step;
    for (FrameNumber frame = first; frame < m_frames.end; frame += step)
        ticks.push_back(frame);
    return ticks;
}

// ---- values ----

double ValueRange::yOf(double value, const QRectF& track) const
{
    const double share = std::clamp((value - low) / (high - low), 0.0, 1.0);
    return track.bottom() - share * track.height();
}

ValueRange valueRange(const model::EvidenceRow& row, std::optional<double> limit)
{
    const auto known =
        std::find_if(row.values.begin(), row.values.end(), [](double v) { return std::isfinite(v); });
    const double start = row.clock && known != row.values.end() ? *known : 0.0;
    ValueRange range{start, start};
    const auto take = [&range](double value) {
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
    };
    for (const double value : row.values) {
        if (std::isfinite(value))
            take(value);
    }
    if (limit) {
        take(*limit);
        if (hasBothSigns(row))
            take(-*limit);
    }
    if (range.high - range.low < 1e-9)
        range.high = range.low + 1.0;
    return range;
}

bool takesLimit(const model::EvidenceRow& row) { return row.words.empty() && !row.values.empty(); }

bool isBeyond(const model::EvidenceRow& row, double value, double limit)
{
    if (!std::isfinite(value))
        return false;
    return row.id == QLatin1String("click_interval") ? value < limit : std::abs(value) > limit;
}

std::vector<FrameRange> beyond(const model::EvidenceRow& row, double limit)
{
    return runs(
        row.values.size(), [&](std::size_t i) { return isBeyond(row, row.values[i], limit); },
        [](std::size_t, std::size_t) { return true; });
}

std::vector<FrameRange> wordRuns(const model::EvidenceRow& row)
{
    return runs(
        row.words.size(), [&](std::size_t i) { return !row.words[i].isEmpty(); },
        [&](std::size_t a, std::size_t b) { return row.words[a] == row.words[b]; });
}

QString valueText(const model::EvidenceRow& row, FrameNumber frame)
{
    QString nothing = QStringLiteral("–");
    const auto i = static_cast<std::size_t>(std::max<FrameNumber>(frame, 0));
    if (!row.words.empty())
        return frame >= 0 && i < row.words.size() && !row.words[i].isEmpty() ? shownName(row.words[i])
                                                                             : nothing;
    if (frame < 0 || i >= row.values.size() || !std::isfinite(row.values[i]))
        return nothing;
    const double value = row.values[i];
    const bool whole = value == std::round(value) && std::abs(value) < 1e6;
    const QString figure = QLocale().toString(value, 'f', whole ? 0 : 2);
    return row.unit.isEmpty() ? figure : QStringLiteral("%1 %2").arg(figure, row.unit);
}

} // namespace ghostline::app
