// SPDX-License-Identifier: GPL-3.0-or-later

// Rebuilds what players had selected and in their groups, and times answers to engagements.
#include "codecs/ironcurtain/analysis/hands.h"

#include "codecs/ironcurtain/analysis/tables.h"
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/base/value_text.h"

#include <QJsonArray>

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace ghostline::ironcurtain {

namespace {

constexpr std::int64_t WindowMs = 10'000;
constexpr std::int64_t LookCells = 8;
/// Units that may be looked at while selections are rebuilt, so that no file takes minutes: an hour of large
/// battles needs some millions.
constexpr std::size_t MaxOpenUnits = MaxSelectionBytes / sizeof(UnitTag);

/// Ascending, no tag twice. Shared between a selection and the groups made of it.
using Tags = std::vector<UnitTag>;
using SharedTags = std::shared_ptr<const Tags>;

Tags sorted(const TagList& list)
{
    Tags tags;
    tags.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i)
        tags.push_back(list[i]);
    std::sort(tags.begin(), tags.end());
    tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
    return tags;
}

Tags united(const Tags& a, const Tags& b)
{
    Tags all;
    all.reserve(a.size() + b.size());
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    return all;
}

bool meet(const Tags& a, const Tags& b)
{
    auto x = a.begin();
    auto y = b.begin();
    while (x != a.end() && y != b.end()) {
        if (*x == *y)
            return true;
        if (*x < *y)
            ++x;
        else
            ++y;
    }
    return false;
}

bool nearBy(const WorldPos& a, const WorldPos& b)
{
    const auto apart = [](std::int32_t p, std::int32_t q) { return std::abs(std::int64_t{p} - q); };
    return std::max(apart(a.x, b.x), apart(a.y, b.y)) <= LookCells * UnitsPerCell;
}

/// ceil(n * q / 100), counted from one.
std::optional<std::int64_t> nearestRank(std::vector<std::int64_t> values, std::size_t q)
{
    if (values.empty())
        return std::nullopt;
    const std::size_t rank = (values.size() * q + 99) / 100;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

/// A stimulus that may still be answered.
struct Open
{
    std::size_t index = 0; ///< in Hands::found.each
    SimTick tick = 0;
    WorldPos centre;
    Tags units;
};

struct Hands
{
    PlayerHands found;
    bool counts = false; ///< used a group, or had units in an engagement
    SharedTags selected = std::make_shared<const Tags>();
    std::map<std::uint8_t, SharedTags> groups;
    std::optional<WorldPos> camera;
    std::vector<Open> open;
};

} // namespace

std::optional<std::int64_t> Answers::median() const { return nearestRank(ms, 50); }
std::optional<std::int64_t> Answers::p90() const { return nearestRank(ms, 90); }

struct HandsBuilder::Private
{
    std::int64_t msPerTick = 1;
    SimTick window = 0;
    std::map<PlayerId, Hands> players;
    std::unordered_map<std::uint32_t, PlayerId> owners; ///< by tag
    std::optional<SimTick> end;
    std::uint64_t work = 0;
    std::size_t openUnits = 0;
    std::size_t stimuli = 0;
    bool limited = false;

    Hands* of(PlayerId player);
    bool mayWork(std::size_t units);
    void own(UnitTag unit, PlayerId owner);
    void forget(Hands& hands, SimTick now);
    void answer(Hands& hands, SimTick now, const Tags& units);
    void add(SimTick tick, const CameraPositionSample& sample);
    void add(SimTick tick, const SelectionChanged& change);
    void add(SimTick tick, const ControlGroupEvent& use);
    void add(SimTick tick, const EngagementStarted& fight);
    void stimulate(SimTick tick, PlayerId player, const WorldPos& centre, Tags units);
    PlayerHands sumUp(const Hands& hands, SimTick last) const;
};

Hands* HandsBuilder::Private::of(PlayerId player)
{
    const auto known = players.find(player);
    if (known != players.end())
        return &known->second;
    if (players.size() >= MaxPlayers) {
        limited = true;
        return nullptr;
    }
    return &players[player];
}

bool HandsBuilder::Private::mayWork(std::size_t units)
{
    work += units;
    limited = limited || work > MaxHandsWork;
    return work <= MaxHandsWork;
}

void HandsBuilder::Private::own(UnitTag unit, PlayerId owner)
{
    const auto known = owners.find(unit.key());
    if (known != owners.end())
        known->second = owner;
    else if (owners.size() < MaxLives)
        owners.emplace(unit.key(), owner);
    else
        limited = true;
}

void HandsBuilder::Private::forget(Hands& hands, SimTick now)
{
    std::erase_if(hands.open, [&](const Open& open) {
        if (now - open.tick <= window)
            return false;
        openUnits -= open.units.size();
        return true;
    });
}

void HandsBuilder::Private::answer(Hands& hands, SimTick now, const Tags& units)
{
    forget(hands, now);
    for (const Open& open : hands.open) {
        Stimulus& stimulus = hands.found.each[open.index];
        if (stimulus.inControl || stimulus.actMs)
            continue;
        if (!mayWork(units.size() + open.units.size()))
            return;
        if (meet(units, open.units))
            stimulus.actMs = static_cast<std::int64_t>(now - open.tick) * msPerTick;
    }
}

void HandsBuilder::Private::add(SimTick tick, const CameraPositionSample& sample)
{
    Hands* hands = of(sample.player);
    if (hands == nullptr)
        return;
    forget(*hands, tick);
    if (mayWork(hands->open.size())) {
        for (const Open& open : hands->open) {
            Stimulus& stimulus = hands->found.each[open.index];
            if (!stimulus.watching && !stimulus.lookMs && nearBy(sample.at, open.centre))
                stimulus.lookMs = static_cast<std::int64_t>(tick - open.tick) * msPerTick;
        }
    }
    hands->camera = sample.at;
}

void HandsBuilder::Private::add(SimTick tick, const SelectionChanged& change)
{
    Hands* hands = of(change.player);
    if (hands == nullptr)
        return;
    if (!mayWork(hands->selected->size() + change.added.size() + change.removed.size()))
        return;
    const Tags added = sorted(change.added);
    Tags kept;
    if (!change.removed.empty()) {
        const Tags removed = sorted(change.removed);
        std::set_difference(hands->selected->begin(), hands->selected->end(), removed.begin(), removed.end(),
                            std::back_inserter(kept));
    } else {
        kept = *hands->selected;
    }
    Tags now = united(kept, added);
    if (now.size() <= MaxEntities)
        hands->selected = std::make_shared<const Tags>(std::move(now));
    else
        limited = true;
    answer(*hands, tick, added);
}

void HandsBuilder::Private::add(SimTick tick, const ControlGroupEvent& use)
{
    Hands* hands = of(use.player);
    if (hands == nullptr)
        return;
    hands->counts = true;
    ++hands->found.actions[static_cast<std::size_t>(use.action)];
    ++hands->found.groups[use.group];
    SharedTags& group = hands->groups[use.group];
    switch (use.action) {
    case GroupAction::Assign:
        group = hands->selected;
        break;
    case GroupAction::Append:
        if (group == nullptr || group->empty()) {
            group = hands->selected;
        } else if (group != hands->selected && mayWork(group->size() + hands->selected->size())) {
            Tags all = united(*group, *hands->selected);
            if (all.size() <= MaxEntities)
                group = std::make_shared<const Tags>(std::move(all));
            else
                limited = true;
        }
        break;
    case GroupAction::Recall:
        if (group != nullptr)
            answer(*hands, tick, *group);
        break;
    }
}

void HandsBuilder::Private::stimulate(SimTick tick, PlayerId player, const WorldPos& centre, Tags units)
{
    Hands* hands = of(player);
    if (hands == nullptr)
        return;
    forget(*hands, tick);
    if (stimuli >= MaxStimuli || openUnits + units.size() > MaxOpenUnits) {
        limited = true;
        return;
    }
    hands->counts = true;
    ++stimuli;
    Stimulus stimulus;
    stimulus.tick = tick;
    stimulus.inControl = mayWork(units.size() + hands->selected->size()) && meet(units, *hands->selected);
    stimulus.watching = hands->camera && nearBy(*hands->camera, centre);
    hands->found.each.push_back(stimulus);
    openUnits += units.size();
    Open open;
    open.index = hands->found.each.size() - 1;
    open.tick = tick;
    open.centre = centre;
    open.units = std::move(units);
    hands->open.push_back(std::move(open));
}

void HandsBuilder::Private::add(SimTick tick, const EngagementStarted& fight)
{
    std::map<PlayerId, Tags> engaged;
    for (const TagList& side : {fight.friendly, fight.enemy}) {
        for (std::size_t i = 0; i < side.size(); ++i) {
            const auto owner = owners.find(side[i].key());
            if (owner != owners.end())
                engaged[owner->second].push_back(side[i]);
        }
    }
    for (auto& [player, units] : engaged) {
        std::sort(units.begin(), units.end());
        units.erase(std::unique(units.begin(), units.end()), units.end());
        stimulate(tick, player, fight.centre, std::move(units));
    }
}

PlayerHands HandsBuilder::Private::sumUp(const Hands& hands, SimTick last) const
{
    PlayerHands found = hands.found;
    for (const Stimulus& stimulus : found.each) {
        ++found.stimuli;
        if (stimulus.inControl)
            ++found.inControl;
        else if (stimulus.actMs)
            found.act.ms.push_back(*stimulus.actMs);
        else
            ++found.missed;
        if (stimulus.watching)
            ++found.lookWatching;
        else if (stimulus.lookMs)
            found.look.ms.push_back(*stimulus.lookMs);
        else
            ++found.lookMissed;
    }
    const std::uint64_t uses = found.actions[0] + found.actions[1] + found.actions[2];
    const auto ms = static_cast<std::uint64_t>(msPerTick);
    constexpr std::uint64_t PerMinuteX1000 = 60'000'000;
    constexpr std::uint64_t Most = std::numeric_limits<std::int64_t>::max();
    if (last > 0 && last <= Most / ms && uses <= Most / PerMinuteX1000)
        found.usesPerMinuteX1000 = static_cast<std::int64_t>(uses * PerMinuteX1000 / (last * ms));
    return found;
}

HandsBuilder::HandsBuilder(int msPerTick) : d(std::make_unique<Private>())
{
    d->msPerTick = std::max(1, msPerTick);
    d->window = static_cast<SimTick>((WindowMs + d->msPerTick - 1) / d->msPerTick);
}

HandsBuilder::~HandsBuilder() = default;

void HandsBuilder::add(const AnalysisEvent& event)
{
    if (const auto* created = std::get_if<UnitCreated>(&event.body))
        d->own(created->unit, created->owner);
    else if (const auto* started = std::get_if<ConstructionStarted>(&event.body))
        d->own(started->unit, started->owner);
    else if (const auto* camera = std::get_if<CameraPositionSample>(&event.body))
        d->add(event.tick, *camera);
    else if (const auto* selection = std::get_if<SelectionChanged>(&event.body))
        d->add(event.tick, *selection);
    else if (const auto* group = std::get_if<ControlGroupEvent>(&event.body))
        d->add(event.tick, *group);
    else if (const auto* fight = std::get_if<EngagementStarted>(&event.body))
        d->add(event.tick, *fight);
    else if (std::holds_alternative<MatchEnded>(event.body) && !d->end)
        d->end = event.tick;
}

std::map<PlayerId, PlayerHands> HandsBuilder::finish(SimTick totalTicks)
{
    std::map<PlayerId, PlayerHands> found;
    for (const auto& [player, hands] : d->players) {
        if (hands.counts)
            found.emplace(player, d->sumUp(hands, endTick(totalTicks)));
    }
    return found;
}

SimTick HandsBuilder::endTick(SimTick totalTicks) const { return d->end.value_or(totalTicks); }

bool HandsBuilder::limited() const { return d->limited; }

// Control groups, answers and votes as JSON, for `report`.

namespace {

QJsonObject answersJson(const Answers& answers)
{
    return {{QStringLiteral("n"), jsonNumber(answers.ms.size())},
            {QStringLiteral("median"), jsonNumber(answers.median())},
            {QStringLiteral("p90"), jsonNumber(answers.p90())}};
}

QJsonObject playerJson(const PlayerHands& hands)
{
    QJsonObject groups;
    for (const auto& [group, uses] : hands.groups)
        groups.insert(QString::number(group), jsonNumber(uses));
    return {{QStringLiteral("Assign"), jsonNumber(hands.actions[0])},
            {QStringLiteral("Append"), jsonNumber(hands.actions[1])},
            {QStringLiteral("Recall"), jsonNumber(hands.actions[2])},
            {QStringLiteral("groups"), groups},
            {QStringLiteral("uses_per_min_x1000"), jsonNumber(std::optional(hands.usesPerMinuteX1000))},
            {QStringLiteral("stimuli"), jsonNumber(hands.stimuli)},
            {QStringLiteral("in_control"), jsonNumber(hands.inControl)},
            {QStringLiteral("missed"), jsonNumber(hands.missed)},
            {QStringLiteral("act_ms"), answersJson(hands.act)},
            {QStringLiteral("look_watching"), jsonNumber(hands.lookWatching)},
            {QStringLiteral("look_missed"), jsonNumber(hands.lookMissed)},
            {QStringLiteral("look_ms"), answersJson(hands.look)}};
}

QJsonArray ballotsJson(const VoteRow& row)
{
    static constexpr std::array<const char*, 4> Sources{"cast", "resolution", "proposer", "default"};
    QJsonArray ballots;
    for (const BallotRow& ballot : row.ballots) {
        // A ballot that nobody heard is known since the vote was resolved.
        const SimTick tick = ballot.tick.value_or(row.resolvedAt.value_or(0));
        ballots.append(QJsonObject{{QStringLiteral("tick"), jsonNumber(tick)},
                                   {QStringLiteral("player"), jsonNumber(std::uint64_t{ballot.voter})},
                                   {QStringLiteral("yes"), ballot.choice == VoteChoice::Yes},
                                   {QStringLiteral("how"), named(Sources, ballot.source)}});
    }
    return ballots;
}

void insertType(QJsonObject& json, const VoteType& type)
{
    json.insert(QStringLiteral("type"), voteName(type.kind));
    if (type.kind == VoteKind::Kick) {
        json.insert(QStringLiteral("target"), jsonNumber(std::uint64_t{type.target}));
        json.insert(QStringLiteral("reason"), kickReasonName(type.reason));
    }
    if (type.kind == VoteKind::Custom)
        json.insert(QStringLiteral("id"), QString::fromStdString(type.custom));
}

QJsonObject rowJson(const VoteRow& row)
{
    QJsonObject json{{QStringLiteral("vote"), jsonNumber(std::uint64_t{row.vote})},
                     {QStringLiteral("ballots"), ballotsJson(row)},
                     {QStringLiteral("outcome"),
                      row.outcome ? voteOutcomeName(*row.outcome) : QStringLiteral("unresolved")},
                     {QStringLiteral("yes"), row.yes},
                     {QStringLiteral("no"), row.no}};
    if (row.type)
        insertType(json, *row.type);
    if (row.proposer)
        json.insert(QStringLiteral("proposer"), jsonNumber(std::uint64_t{*row.proposer}));
    if (row.beganAt())
        json.insert(QStringLiteral("tick"), jsonNumber(*row.beganAt()));
    if (!row.resolvedAt)
        return json;
    json.insert(QStringLiteral("resolved"), jsonNumber(*row.resolvedAt));
    json.insert(QStringLiteral("fail"), row.failure ? QJsonValue(voteFailName(*row.failure)) : QJsonValue());
    if (row.threshold)
        json.insert(QStringLiteral("threshold"), thresholdText(*row.threshold));
    QJsonArray disagree;
    for (const BallotRow& ballot : row.disagree)
        disagree.append(jsonNumber(std::uint64_t{ballot.voter}));
    json.insert(QStringLiteral("disagree"), disagree);
    return json;
}

} // namespace

QJsonObject handsJson(const std::map<PlayerId, PlayerHands>& hands, int msPerTick, SimTick ticks)
{
    QJsonObject players;
    for (const auto& [player, figures] : hands)
        players.insert(QString::number(player), playerJson(figures));
    return {{QStringLiteral("ms_per_tick"), msPerTick},
            {QStringLiteral("ticks"), jsonNumber(ticks)},
            {QStringLiteral("players"), players}};
}

QJsonObject votesJson(const VoteAudit& votes)
{
    QJsonArray rows;
    for (const VoteRow& row : votes.votes)
        rows.append(rowJson(row));
    QJsonArray failed;
    for (const std::uint32_t vote : votes.failedKicks)
        failed.append(jsonNumber(std::uint64_t{vote}));
    QJsonObject proposers;
    for (const auto& [player, count] : votes.failedKicksBy)
        proposers.insert(QString::number(player), jsonNumber(count));
    return {{QStringLiteral("rows"), rows},
            {QStringLiteral("failed_kicks"), failed},
            {QStringLiteral("failed_kicks_by_proposer"), proposers}};
}

} // namespace ghostline::ironcurtain
