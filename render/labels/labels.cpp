// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses labels so that they never become a heap, and paints their texts.
#include "render/labels/labels.h"

#include "render/base/selection.h"

#include <QFont>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double LabelPadding = 6.0; // logical pixels left and right of the text
constexpr double BarWidth = 3.0;
constexpr double PlateHeight = 18.0;
constexpr double RimWidth = 2.5;
constexpr float RimOpacity = 0.8F;
constexpr std::size_t CandidatesTried = 160;

QFont labelFont(bool strong)
{
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(11);
    font.setWeight(strong ? QFont::DemiBold : QFont::Normal);
    // Whole-pixel glyphs look alike on every machine.
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

/// Keeps a text apart from whatever it lies over.
void paintRim(QPainter& painter, const Theme& theme, const QRectF& rect, const QString& text,
              const QFont& font)
{
    const QFontMetricsF metrics(font);
    const double left = rect.center().x() - metrics.horizontalAdvance(text) * 0.5;
    const double baseline = rect.center().y() + (metrics.ascent() - metrics.descent()) * 0.5;
    QPainterPath path;
    path.addText(QPointF(left, baseline), font, text);
    QColor rim = theme.base;
    rim.setAlphaF(RimOpacity);
    const QPen pen = painter.pen();
    painter.strokePath(path, QPen(rim, 2.0 * RimWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setPen(pen);
}

/// How far a label has to move to be whole; where there is no room for it, it stays.
double insideShift(double left, double width, double viewport)
{
    constexpr double Margin = 4.0;
    const double most = viewport - Margin - width;
    return most < Margin ? 0.0 : std::clamp(left, Margin, most) - left;
}

} // namespace

bool LabelRoom::free(const QRectF& label) const
{
    const QRectF roomy = label.adjusted(-3.0, -2.0, 3.0, 2.0);
    return std::none_of(m_taken.begin(), m_taken.end(),
                        [&roomy](const QRectF& taken) { return taken.intersects(roomy); });
}

double labelWidth(const QString& text, bool bar)
{
    // Shaping a text costs more than drawing it; names come back every frame.
    constexpr qsizetype Remembered = 4096;
    static const QFontMetricsF metrics(labelFont(true));
    static QHash<QString, double> advances;
    auto known = advances.constFind(text);
    if (known == advances.constEnd()) {
        if (advances.size() >= Remembered)
            advances.clear();
        known = advances.insert(text, metrics.horizontalAdvance(text));
    }
    const double width = *known + 2.0 * LabelPadding + (bar ? BarWidth + 2.0 : 0.0);
    return std::min(std::ceil(width), static_cast<double>(LabelAtlas::CellWidth));
}

const QString& countText(int count)
{
    constexpr int Most = 1000;
    static const std::vector<QString> texts = [] {
        std::vector<QString> made;
        made.reserve(Most + 1);
        for (int i = 0; i < Most; ++i)
            made.push_back(QString::number(i));
        made.push_back(QStringLiteral("\u2265%1").arg(Most));
        return made;
    }();
    return texts[static_cast<std::size_t>(std::clamp(count, 0, Most))];
}

double labelWidth(const LabelCandidate& candidate)
{
    const double text = labelWidth(candidate.text, candidate.count == 0 && candidate.colour.isValid());
    return candidate.count < 2 ? text : text + labelWidth(countText(candidate.count), false) - CountOverlap;
}

glm::dvec3 labelAnchor(const PickBox& box, const CameraPose& camera)
{
    constexpr double Clearance = 0.25; // metres
    const double reach =
        static_cast<double>(camera.orthographic ? std::max(box.half.x, box.half.z) : box.half.y);
    const glm::dvec3 up = camera.orthographic ? camera.up : glm::dvec3(0.0, 1.0, 0.0);
    return box.centre + up * (reach + Clearance);
}

std::vector<PlacedLabel> placeLabels(std::span<const LabelCandidate> candidates, const CameraPose& camera,
                                     QSizeF viewport)
{
    struct Seen
    {
        std::size_t candidate;
        double distance;
        QPointF at;
    };
    std::vector<Seen> seen;
    seen.reserve(candidates.size());
    const QRectF frame(-40.0, -10.0, viewport.width() + 80.0, viewport.height() + 40.0);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const std::optional<QPointF> at = project(camera, candidates[i].anchor, viewport);
        if (at && frame.contains(*at))
            seen.push_back({i, glm::length(candidates[i].anchor - camera.position), *at});
    }
    const auto better = [&candidates](const Seen& a, const Seen& b) {
        const int ra = candidates[a.candidate].rank;
        const int rb = candidates[b.candidate].rank;
        return ra != rb ? ra < rb : a.distance < b.distance;
    };
    const std::size_t tried = std::min(seen.size(), CandidatesTried);
    std::partial_sort(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(tried), seen.end(), better);
    seen.resize(tried);

    // What is several times as far as the thing looked at recedes.
    const double focus = std::max(glm::length(camera.target - camera.position), 20.0);
    LabelRoom room;
    std::vector<PlacedLabel> placed;
    for (const Seen& s : seen) {
        if (placed.size() >= MaxLabels)
            break;
        const LabelCandidate& c = candidates[s.candidate];
        const double fade =
            camera.orthographic ? 0.0 : std::clamp((s.distance / focus - 1.6) / 2.4, 0.0, 1.0);
        const double opacity = c.rank == 0 ? 1.0 : 1.0 - (c.rank == 1 ? 0.6 : 1.0) * fade;
        if (opacity < 0.05)
            continue;
        const double width = labelWidth(c);
        const double left = s.at.x() - width * 0.5;
        const double shift = insideShift(left, width, viewport.width());
        const QRectF rect(left + shift, s.at.y() - PlateHeight - (c.count > 0 ? 0.0 : 8.0), width,
                          PlateHeight);
        if (c.rank > 0 && !room.free(rect))
            continue;
        room.take(rect);
        placed.push_back({s.candidate, static_cast<float>(opacity), static_cast<float>(shift)});
    }
    return placed;
}

void LabelAtlas::begin() { ++m_now; }

/// A new text takes the cell that has been out of use the longest: one that was shown in the last picture is
/// likely to be asked for in this one, too, only later.
int LabelAtlas::request(const Cell& cell)
{
    const auto found = std::ranges::find(m_cells, cell);
    if (found != m_cells.end()) {
        const auto at = found - m_cells.begin();
        m_lastUse[static_cast<std::size_t>(at)] = m_now;
        return static_cast<int>(at);
    }
    const auto oldest = std::ranges::min_element(m_lastUse);
    if (*oldest == m_now)
        return -1;
    const auto at = oldest - m_lastUse.begin();
    m_cells[static_cast<std::size_t>(at)] = cell;
    *oldest = m_now;
    m_changed.set(static_cast<std::size_t>(at));
    return static_cast<int>(at);
}

int LabelAtlas::takeChanged()
{
    for (std::size_t i = 0; i < m_changed.size(); ++i) {
        if (!m_changed.test(i))
            continue;
        m_changed.reset(i);
        return static_cast<int>(i);
    }
    return -1;
}

void LabelAtlas::paint(QPainter& painter, const Theme& theme, int index) const
{
    const Cell& cell = m_cells[static_cast<std::size_t>(index)];
    if (cell.text.isEmpty())
        return;
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    QColor plate = theme.raised;
    plate.setAlphaF(0.88F);
    const bool bar = cell.colour.isValid() && !cell.plain;
    const double width = labelWidth(cell.text, bar);
    const QRectF r((CellWidth - width) * 0.5, (CellHeight - PlateHeight) * 0.5, width, PlateHeight);
    QRectF textRect = r;
    if (!cell.plain) {
        painter.setPen(QPen(cell.strong ? SelectionRim : theme.line, 1.0));
        painter.setBrush(plate);
        painter.drawRoundedRect(r.adjusted(0.5, 0.5, -0.5, -0.5), 4.0, 4.0);
        if (cell.strong) {
            painter.setPen(QPen(SelectionLine, 1.0));
            painter.drawRoundedRect(r.adjusted(1.5, 1.5, -1.5, -1.5), 3.0, 3.0);
            painter.setPen(QPen(SelectionRim, 1.0)); // on a light plate, the white needs one inside, too
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(r.adjusted(2.5, 2.5, -2.5, -2.5), 2.0, 2.0);
        }
    }
    if (bar) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(cell.colour);
        painter.drawRoundedRect(QRectF(r.left() + 4.0, r.top() + 4.0, BarWidth, r.height() - 8.0), 1.5, 1.5);
        textRect.adjust(BarWidth + 2.0, 0.0, 0.0, 0.0);
    }
    painter.setFont(labelFont(cell.strong));
    painter.setPen(cell.plain && cell.colour.isValid() ? cell.colour : theme.text);
    const QString text =
        QFontMetricsF(labelFont(cell.strong))
            .elidedText(cell.text, Qt::ElideMiddle, textRect.width() - 2.0 * LabelPadding + 2.0);
    if (cell.plain)
        paintRim(painter, theme, textRect, text, labelFont(cell.strong));
    painter.drawText(textRect, Qt::AlignCenter, text);
}

glm::vec4 LabelAtlas::place(int cell, double width)
{
    const double x = (cell % Columns) * CellWidth + (CellWidth - width) * 0.5;
    const int row = cell / Columns;
    constexpr double W = Columns * CellWidth;
    constexpr double H = Rows * CellHeight;
    // Painted top row first; the texture's v runs upward.
    return {x / W, 1.0 - row * CellHeight / H, (x + width) / W, 1.0 - (row + 1) * CellHeight / H};
}

} // namespace ghostline::render
