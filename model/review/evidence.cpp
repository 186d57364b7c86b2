// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/review/evidence.h"

#include "model/base/numbers.h"
#include "model/replay/frame_walk.h"
#include "model/replay/placed.h"
#include "model/review/action_marks.h"
#include "model/review/evidence_motion.h"
#include "model/review/flag_limit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace ghostline::model {

namespace {

using namespace Qt::StringLiterals;

/// Frames before the strip that are looked at too; no fall that matters lasts longer.
constexpr FrameNumber FramesBefore = 200;

constexpr std::size_t MostChangingRows = 10;
/// What stays as it is all along (the pose, what is held) is context: a little of it is enough.
constexpr std::size_t MostSteadyRows = 2;

/// Clocks of a match, and of a run, whatever else the format says of them.
constexpr std::array ClockNames{"clock"_L1, "game_clock"_L1, "match_time"_L1, "run_time"_L1};

bool isMatchClock(const ReplayInfo& info, MatchPropertyId id)
{
    return id == info.scoreboard.clock ||
           std::ranges::find(ClockNames, info.matchProperties[id.index()].id) != ClockNames.end();
}

bool inWords(const PropertyInfo& property)
{
    return property.type != PropertyType::Real && property.type != PropertyType::Integer;
}

/// Frames that say the same share one text.
std::vector<QString> frameWords(const PropertyInfo& property, const StringTable& strings,
                                std::span<const PropertyValue> column)
{
    std::vector<QString> words;
    words.reserve(column.size());
    PropertyValue last;
    for (const PropertyValue value : column) {
        if (value.absent())
            words.emplace_back();
        else if (value == last)
            words.push_back(words.back());
        else
            words.push_back(displayText(property, value, strings));
        last = value;
    }
    return words;
}

/// `prefix`: whose property it is. `column`: one value a frame.
EvidenceRow propertyRow(QLatin1StringView prefix, const PropertyInfo& property, const StringTable& strings,
                        std::span<const PropertyValue> column)
{
    EvidenceRow row;
    row.id = prefix + property.id;
    row.name = property.name;
    row.unit = property.unit;
    row.recorded = !property.computed;
    if (inWords(property))
        row.words = frameWords(property, strings, column);
    else
        std::ranges::transform(column, std::back_inserter(row.values),
                               [&property](PropertyValue value) { return numericValue(property, value); });
    return row;
}

/// What some of the match's properties are in each frame of a strip.
class MatchStrip
{
public:
    MatchStrip(std::vector<MatchPropertyId> properties, std::size_t frames)
        : m_properties(std::move(properties)), m_columns(m_properties.size())
    {
        for (std::vector<PropertyValue>& column : m_columns)
            column.resize(frames);
    }

    void take(std::size_t frame, std::span<const PropertyValue> match)
    {
        for (std::size_t i = 0; i < m_properties.size(); ++i) {
            if (m_properties[i].index() < match.size())
                m_columns[i][frame] = match[m_properties[i].index()];
        }
    }

    std::vector<EvidenceRow> rows(const ReplayInfo& info) const
    {
        std::vector<EvidenceRow> out;
        for (std::size_t i = 0; i < m_properties.size(); ++i) {
            const auto absent = [](PropertyValue value) { return value.absent(); };
            if (std::ranges::all_of(m_columns[i], absent))
                continue; // words of nothing would be a row of dashes
            const PropertyInfo& property = info.matchProperties[m_properties[i].index()];
            out.push_back(propertyRow("match:"_L1, property, *info.strings, m_columns[i]));
            out.back().clock = isMatchClock(info, m_properties[i]);
        }
        return out;
    }

private:
    std::vector<MatchPropertyId> m_properties;
    std::vector<std::vector<PropertyValue>> m_columns;
};

/// What one actor's properties are in each frame of a strip.
class PropertyStrip
{
public:
    PropertyStrip(const ReplayInfo& info, std::size_t frames)
        : m_info(info), m_columns(info.actorProperties.size()), m_frames(frames)
    {
    }

    void take(std::size_t frame, std::span<const PropertyValue> values)
    {
        for (std::size_t p = 0; p < m_columns.size() && p < values.size(); ++p) {
            if (values[p].absent())
                continue;
            if (m_columns[p].empty())
                m_columns[p].resize(m_frames);
            m_columns[p][frame] = values[p];
        }
    }

    /// What changes first, words before numbers; then words that stay as they are.
    std::vector<EvidenceRow> rows() const
    {
        std::vector<std::size_t> changing = chosen([this](std::size_t p) { return changes(p); });
        std::stable_partition(changing.begin(), changing.end(),
                              [this](std::size_t p) { return inWords(m_info.actorProperties[p]); });
        changing.resize(std::min(changing.size(), MostChangingRows));
        std::vector<std::size_t> steady =
            chosen([this](std::size_t p) { return !changes(p) && tellsUnchanged(p); });
        std::stable_partition(steady.begin(), steady.end(), [this](std::size_t p) {
            return m_info.actorProperties[p].type == PropertyType::Enumeration;
        });
        steady.resize(std::min(steady.size(), MostSteadyRows));
        std::vector<EvidenceRow> out;
        out.reserve(changing.size() + steady.size());
        for (const std::vector<std::size_t>& list : {changing, steady})
            std::transform(list.begin(), list.end(), std::back_inserter(out),
                           [this](std::size_t p) { return rowOf(p); });
        return out;
    }

private:
    /// Those with a value that are wanted, in the order in which they are declared.
    template<typename Wanted>
    std::vector<std::size_t> chosen(const Wanted& wanted) const
    {
        std::vector<std::size_t> out;
        for (std::size_t p = 0; p < m_columns.size(); ++p) {
            if (!m_columns[p].empty() && !saidOtherwise(p) && wanted(p))
                out.push_back(p);
        }
        return out;
    }
    /// Colours and shapes are no evidence. Speeds have rows of their own, worked out and, where the recording
    /// states one, recorded (Sighting::velocityRecorded).
    bool saidOtherwise(std::size_t p) const
    {
        const QString& id = m_info.actorProperties[p].id;
        const auto property = ActorPropertyId(p);
        return property == m_info.teamProperty || property == m_info.lookProperty ||
               id == QLatin1StringView("speed") || id == QLatin1StringView("vertical_speed");
    }
    bool changes(std::size_t p) const
    {
        const std::vector<PropertyValue>& column = m_columns[p];
        return std::adjacent_find(column.begin(), column.end(), std::not_equal_to<>()) != column.end();
    }
    /// Ever the same "no" or "none" is not worth a row.
    bool tellsUnchanged(std::size_t p) const
    {
        const PropertyType type = m_info.actorProperties[p].type;
        return type == PropertyType::Enumeration || type == PropertyType::Text;
    }
    EvidenceRow rowOf(std::size_t p) const
    {
        return propertyRow("property:"_L1, m_info.actorProperties[p], *m_info.strings, m_columns[p]);
    }

    const ReplayInfo& m_info;
    std::vector<std::vector<PropertyValue>> m_columns; ///< empty until the first value
    std::size_t m_frames;
};

/// Which of actionmarks::Clicks each kind of event is; their number = none.
std::vector<std::size_t> clicksOf(const std::vector<EventKind>& kinds)
{
    const auto& clicks = actionmarks::Clicks;
    std::vector<std::size_t> out;
    out.reserve(kinds.size());
    for (const EventKind& kind : kinds)
        out.push_back(
            static_cast<std::size_t>(std::find(clicks.begin(), clicks.end(), kind.id) - clicks.begin()));
    return out;
}

/// Milliseconds since the click before of the same kind; of several in a frame the least.
EvidenceRow clickRow(const EventTable& table, ActorId actor, FrameRange frames)
{
    EvidenceRow row;
    row.id = QStringLiteral("click_interval");
    row.name = QStringLiteral("Click interval");
    row.unit = QStringLiteral("ms");
    row.values.assign(static_cast<std::size_t>(frames.count()), NoValue);
    const std::vector<std::size_t> clicks = clicksOf(table.kinds);
    std::array<std::optional<Micros>, actionmarks::Clicks.size()> last;
    for (const Event& event : table.events) {
        if (event.frame >= frames.end)
            break;
        const std::size_t click = clicks[static_cast<std::size_t>(event.kind)];
        const bool by = std::find(event.actors.begin(), event.actors.end(), actor) != event.actors.end();
        if (click >= last.size() || !by || event.data.value(actionmarks::ReleasedKey).toBool())
            continue;
        std::optional<Micros>& before = last[click];
        if (before && frames.contains(event.frame)) {
            double& value = row.values[static_cast<std::size_t>(event.frame - frames.first)];
            value = std::fmin(value, seconds(event.time - *before) * 1e3);
        }
        before = event.time;
    }
    return row;
}

bool saysSomething(const EvidenceRow& row)
{
    return !row.words.empty() ||
           std::any_of(row.values.begin(), row.values.end(), [](double value) { return !std::isnan(value); });
}

/// Everything that one actor was and did in a strip, and where it was in the frames before.
struct Strip
{
    std::vector<Sighting> seen; ///< from `lead` frames before the strip on
    std::size_t lead = 0;
    PropertyStrip properties;
    MatchStrip match;
};

Result<Strip> readStrip(const ReplaySource& source, const ReplayInfo& info, ActorId actor, FrameRange frames,
                        std::vector<MatchPropertyId> checked, std::stop_token stop)
{
    const FrameRange walked{std::max<FrameNumber>(frames.first - FramesBefore, 0), frames.end};
    Strip out{std::vector<Sighting>(static_cast<std::size_t>(walked.count())),
              static_cast<std::size_t>(frames.first - walked.first),
              PropertyStrip(info, static_cast<std::size_t>(frames.count())),
              MatchStrip(std::move(checked), static_cast<std::size_t>(frames.count()))};
    const std::optional<std::size_t> head = lookingBone(info, actor);
    const auto visit = [&](FrameNumber frame, const WorldState* state) {
        if (state == nullptr)
            return;
        const auto i = static_cast<std::size_t>(frame - walked.first);
        if (i >= out.lead)
            out.match.take(i - out.lead, state->match);
        const std::ptrdiff_t found = state->row(actor);
        const auto row = static_cast<std::size_t>(found);
        // What was last known is no measurement: nothing is said of such a frame.
        if (found < 0 || !hasPlace(info, *state, row))
            return;
        out.seen[i] = sightingOf(*state, actor, head);
        if (i >= out.lead)
            out.properties.take(i - out.lead, state->propertiesOf(row));
    };
    const Result<void> done = walkFrames(source, walked, visit, {}, std::move(stop));
    if (!done)
        return tl::unexpected<Error>(done.error());
    return out;
}

/// Worked out first, then what the recording says.
std::vector<EvidenceRow> rowsOf(const Strip& strip, EvidenceRow clicks, const ReplayInfo& info)
{
    std::vector<EvidenceRow> rows = motionRows(strip.seen, strip.lead, info);
    rows.push_back(std::move(clicks));
    std::vector<EvidenceRow> match = strip.match.rows(info);
    std::vector<EvidenceRow> properties = strip.properties.rows();
    for (std::vector<EvidenceRow>* more : {&match, &properties})
        std::move(more->begin(), more->end(), std::back_inserter(rows));
    std::erase_if(rows, [](const EvidenceRow& row) { return !saysSomething(row); });
    std::stable_partition(rows.begin(), rows.end(), [](const EvidenceRow& row) { return !row.recorded; });
    return rows;
}

} // namespace

std::vector<MatchPropertyId> checkedOfMatch(const QString& check, const ReplayInfo& info)
{
    std::vector<MatchPropertyId> out;
    for (std::size_t i = 0; i < info.matchProperties.size() && !check.isEmpty(); ++i) {
        const MatchPropertyId id(i);
        const bool named = info.matchProperties[i].id.compare(check, Qt::CaseInsensitive) == 0;
        if (named || (isAboutClocks(check) && isMatchClock(info, id)))
            out.push_back(id);
    }
    return out;
}

Result<Evidence> evidenceOf(const ReplaySource& source, ActorId actor, FrameRange frames,
                            std::stop_token stop, const QString& check)
{
    const std::shared_ptr<const ReplayIndex> index = source.index();
    const ReplayInfo& info = *index->info;
    std::vector<MatchPropertyId> checked = checkedOfMatch(check, info);
    const bool matchAlone = actor == ActorId::None && !checked.empty();
    if (info.actor(actor) == nullptr && !matchAlone)
        return fail(ErrorCode::NotFound, QStringLiteral("the recording has no actor %1")
                                             .arg(actor == ActorId::None ? -1 : qint64{model::index(actor)}));
    Evidence out;
    out.actor = actor;
    out.frames.first = std::clamp<FrameNumber>(frames.first, 0, index->frames());
    out.frames.end = std::clamp<FrameNumber>(frames.end, out.frames.first, index->frames());
    if (out.frames.empty())
        return out;
    if (out.frames.count() > MostEvidenceFrames)
        return fail(ErrorCode::LimitExceeded, QStringLiteral("%1 frames are too many to look at: at most %2")
                                                  .arg(out.frames.count())
                                                  .arg(MostEvidenceFrames));

    const auto strip = readStrip(source, info, actor, out.frames, std::move(checked), std::move(stop));
    if (!strip)
        return tl::unexpected<Error>(strip.error());
    out.times.reserve(static_cast<std::size_t>(out.frames.count()));
    for (FrameNumber frame = out.frames.first; frame < out.frames.end; ++frame)
        out.times.push_back(index->timeAxis.timeOf(frame));
    out.rows = rowsOf(*strip, clickRow(*index->events, actor, out.frames), info);
    return out;
}

} // namespace ghostline::model
