// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/highlights/highlight_weights.h"

#include <QJsonDocument>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr double Day = 86'400.0;
constexpr double MostWorth = 1e6;
constexpr std::size_t MostWeightedKinds = 1000;

/// A number of the weights: its key in a file, and what it may be.
struct WeightField
{
    const char* key;
    double HighlightWeights::*value = nullptr;
    int HighlightWeights::*count = nullptr; ///< in its place: a whole number
    double least = 0.0;
    double most = 1.0;
};

constexpr WeightField real(const char* key, double HighlightWeights::*value, double least, double most)
{
    return {key, value, nullptr, least, most};
}

constexpr WeightField whole(const char* key, int HighlightWeights::*count, double least, double most)
{
    return {key, nullptr, count, least, most};
}

constexpr std::array<WeightField, 25> WeightFields{{
    real("engagement", &HighlightWeights::engagement, 0.0, 1000.0),
    real("momentum", &HighlightWeights::momentum, 0.0, 1000.0),
    real("anomaly", &HighlightWeights::anomaly, 0.0, 1000.0),
    real("rarity", &HighlightWeights::rarity, 0.0, 1000.0),
    real("window_s", &HighlightWeights::window, 1.0, 3600.0),
    whole("step", &HighlightWeights::step, 1.0, 100'000.0),
    real("cluster_s", &HighlightWeights::cluster, 0.1, 600.0),
    real("apart_s", &HighlightWeights::apart, 0.0, Day),
    real("opening_s", &HighlightWeights::opening, 0.0, Day),
    whole("opening_kills", &HighlightWeights::openingKills, 0.0, 1e6),
    real("anomaly_from", &HighlightWeights::anomalyFrom, 0.0, 100.0),
    real("anomaly_most", &HighlightWeights::anomalyMost, 0.1, 100.0),
    real("variety", &HighlightWeights::variety, 0.0, 1.0),
    whole("top", &HighlightWeights::top, 1.0, 1000.0),
    real("least_score", &HighlightWeights::least, 0.0, 1000.0),
    real("superweapon", &HighlightWeights::superweapon, 0.0, 1.0),
    real("base_destroyed", &HighlightWeights::baseDestroyed, 0.0, 1.0),
    real("army_wipe", &HighlightWeights::armyWipe, 0.0, 1.0),
    real("comeback", &HighlightWeights::comeback, 0.0, 1.0),
    real("match_ending_kill", &HighlightWeights::matchEndingKill, 0.0, 1.0),
    real("tech_rush", &HighlightWeights::techRush, 0.0, 1.0),
    real("first_combat", &HighlightWeights::firstCombat, 0.0, 1.0),
    real("ending_s", &HighlightWeights::ending, 0.0, Day),
    real("rush_s", &HighlightWeights::rush, 0.0, Day),
    real("comeback_lead", &HighlightWeights::comebackLead, 0.01, 1.0),
}};

double valueOf(const HighlightWeights& weights, const WeightField& field)
{
    return field.count != nullptr ? weights.*field.count : weights.*field.value;
}

Sentence limits(double least, double most)
{
    return Sentence::of(QStringLiteral("a number from %1 to %2"),
                        {QString::number(least, 'g', 10), QString::number(most, 'g', 10)});
}

tl::unexpected<Error> notAllowed(const QString& key, double least, double most)
{
    return fail(ErrorCode::InvalidArgument,
                Sentence::of(QStringLiteral("the weight \"%1\" has to be %2"), {key, limits(least, most)}));
}

/// NaN = as declared.
bool allowed(double value, double most) { return std::isnan(value) || (value >= 0.0 && value <= most); }

const WeightField* fieldOf(const QString& key)
{
    const auto found =
        std::find_if(WeightFields.begin(), WeightFields.end(),
                     [&key](const WeightField& field) { return key == QLatin1String(field.key); });
    return found == WeightFields.end() ? nullptr : found;
}

/// One entry of "kinds".
Result<KindWeight> kindFromJson(const QString& id, const QJsonValue& json)
{
    if (!json.isObject())
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("what the kind \"%1\" is worth has to be an object with "
                                                "\"worth\" and \"rarity\""),
                                 {id}));
    KindWeight weight;
    const QJsonObject object = json.toObject();
    for (auto at = object.begin(); at != object.end(); ++at) {
        const bool worth = at.key() == QLatin1String("worth");
        if (!worth && at.key() != QLatin1String("rarity"))
            return fail(ErrorCode::InvalidArgument,
                        Sentence::of(QStringLiteral("nobody knows the weight \"%1\" of the kind \"%2\""),
                                     {at.key(), id}));
        const double most = worth ? MostWorth : 1.0;
        if (!at->isDouble() || !allowed(at->toDouble(), most))
            return notAllowed(QStringLiteral("%1: %2").arg(id, at.key()), 0.0, most);
        (worth ? weight.worth : weight.rarity) = at->toDouble();
    }
    return weight;
}

} // namespace

Result<void> HighlightWeights::check() const
{
    for (const WeightField& field : WeightFields) {
        const double value = valueOf(*this, field);
        // NaN is neither.
        if (!(value >= field.least && value <= field.most))
            return notAllowed(QLatin1String(field.key), field.least, field.most);
    }
    for (const auto& [id, weight] : kinds) {
        if (!allowed(weight.worth, MostWorth))
            return notAllowed(QStringLiteral("%1: worth").arg(id), 0.0, MostWorth);
        if (!allowed(weight.rarity, 1.0))
            return notAllowed(QStringLiteral("%1: rarity").arg(id), 0.0, 1.0);
    }
    if (engagement + momentum + anomaly + rarity <= 0.0)
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("all four parts of the score have the weight 0")));
    if (anomalyFrom > anomalyMost)
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("the weight \"anomaly_from\" is above \"anomaly_most\"")));
    if (cluster > window)
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("the weight \"cluster_s\" is above \"window_s\"")));
    return {};
}

QJsonObject HighlightWeights::json() const
{
    QJsonObject json;
    for (const WeightField& field : WeightFields) {
        const QString key = QLatin1String(field.key);
        if (field.count != nullptr)
            json[key] = this->*field.count;
        else
            json[key] = this->*field.value;
    }
    QJsonObject all;
    for (const auto& [id, weight] : kinds) {
        QJsonObject one;
        if (!std::isnan(weight.worth))
            one[QStringLiteral("worth")] = weight.worth;
        if (!std::isnan(weight.rarity))
            one[QStringLiteral("rarity")] = weight.rarity;
        if (!one.isEmpty())
            all[id] = one;
    }
    if (!all.isEmpty())
        json[QStringLiteral("kinds")] = all;
    return json;
}

Result<HighlightWeights> HighlightWeights::fromJson(const QJsonObject& json)
{
    HighlightWeights weights;
    for (auto at = json.begin(); at != json.end(); ++at) {
        if (at.key() == QLatin1String("kinds")) {
            const QJsonObject all = at->toObject();
            if (!at->isObject() || static_cast<std::size_t>(all.size()) > MostWeightedKinds)
                return fail(
                    ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("\"kinds\" has to be an object with at most %1 entries"),
                                 {QString::number(MostWeightedKinds)}));
            for (auto kind = all.begin(); kind != all.end(); ++kind) {
                auto weight = kindFromJson(kind.key(), *kind);
                if (!weight)
                    return tl::unexpected(weight.error());
                weights.kinds[kind.key()] = *weight;
            }
            continue;
        }
        const WeightField* const field = fieldOf(at.key());
        if (field == nullptr)
            return fail(ErrorCode::InvalidArgument,
                        Sentence::of(QStringLiteral("nobody knows the weight \"%1\""), {at.key()}));
        const double value = at->toDouble(KindWeight::NoWeight);
        if (!(value >= field->least && value <= field->most) ||
            (field->count != nullptr && value != std::floor(value)))
            return notAllowed(at.key(), field->least, field->most);
        if (field->count != nullptr)
            weights.*field->count = static_cast<int>(value);
        else
            weights.*field->value = value;
    }
    if (auto checked = weights.check(); !checked)
        return tl::unexpected(checked.error());
    return weights;
}

Result<HighlightWeights> HighlightWeights::fromFile(const QByteArray& content)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(content, &error);
    if (error.error != QJsonParseError::NoError)
        return fail(ErrorCode::Damaged,
                    Sentence::of(QStringLiteral("the weights are no JSON: %1"), {error.errorString()}));
    if (!document.isObject())
        return fail(ErrorCode::Damaged, Sentence::of(QStringLiteral("the weights are no JSON object")));
    // What `highlights --json` prints has them under their name; no weight is called so.
    const QJsonObject whole = document.object();
    const QJsonValue named = whole.value(QLatin1String("weights"));
    return fromJson(named.isObject() ? named.toObject() : whole);
}

QStringList HighlightWeights::unknownKinds(std::span<const EventKind> known) const
{
    QStringList unknown;
    for (const auto& [id, weight] : kinds) {
        if (std::none_of(known.begin(), known.end(), [&id](const EventKind& kind) { return kind.id == id; }))
            unknown << id;
    }
    return unknown;
}

} // namespace ghostline::model
