// SPDX-License-Identifier: GPL-3.0-or-later
// Names, units and the saved form of what curves show.
#include "app/gui/plots/plot_spec.h"

#include "app/gui/widgets/metric_mime.h"
#include "app/gui/widgets/replay_words.h"

#include <QJsonArray>
#include <QLocale>

#include <algorithm>
#include <array>

namespace ghostline::app {

namespace {

struct KindName
{
    PlotSpec::Kind kind;
    const char* name; ///< in saved states
    qsizetype parts;
};
constexpr std::array KindNames{KindName{PlotSpec::Kind::Difference, "difference", 2},
                               KindName{PlotSpec::Kind::Rate, "rate", 1},
                               KindName{PlotSpec::Kind::Mean, "mean", 1}};

/// "m" -> "m/s" -> "m/s²" -> "m/s³".
QString perSecond(const QString& unit)
{
    const QString second = QStringLiteral("/s");
    if (unit.isEmpty())
        return QStringLiteral("1/s");
    if (unit.endsWith(second))
        return unit + QChar(0x00B2);
    if (unit.endsWith(second + QChar(0x00B2)))
        return unit.chopped(1) + QChar(0x00B3);
    return unit + second;
}

QString metricName(const model::MetricRequest& request, const model::ReplayInfo& info)
{
    const auto actorName = [&](model::ActorId id) {
        const model::ActorInfo* actor = info.actor(id);
        return actor ? actor->name : QString();
    };
    QString name = shownName(request.metric.name);
    if (request.metric.needsActor())
        name += QStringLiteral(" \u00B7 ") + actorName(request.actor);
    if (request.metric.needsOther())
        name += QStringLiteral(" \u2013 ") + actorName(request.other);
    return name;
}

int teamOfProperty(const model::Scoreboard& board, model::MatchPropertyId id)
{
    const auto among = [id](const std::vector<model::MatchPropertyId>& teams) {
        const auto at = std::find(teams.begin(), teams.end(), id);
        return at == teams.end() ? -1 : static_cast<int>(at - teams.begin());
    };
    int team = std::max(among(board.score), among(board.roundScore));
    for (const model::Statistic& statistic : board.statistics)
        team = std::max(team, among(statistic.teams));
    return team;
}

int teamOfMetric(const model::MetricRequest& request, const model::ReplayInfo& info)
{
    if (!request.metric.needsActor())
        return teamOfProperty(info.scoreboard, model::MatchPropertyId(request.metric.property));
    const auto teamOf = [&](model::ActorId id) {
        const model::ActorInfo* actor = info.actor(id);
        return actor != nullptr ? actor->team : -1;
    };
    const int team = teamOf(request.actor);
    return request.metric.needsOther() && teamOf(request.other) != team ? -1 : team;
}

/// What is subtracted or differentiated as one stands in brackets.
QString operandName(const PlotSpec& spec, const model::ReplayInfo& info)
{
    const QString name = spec.name(info);
    return spec.kind == PlotSpec::Kind::Difference ? QStringLiteral("(%1)").arg(name) : name;
}

} // namespace

PlotSpec::PlotSpec(model::MetricRequest request) : metric(std::move(request)) {}

PlotSpec PlotSpec::difference(PlotSpec a, PlotSpec b)
{
    PlotSpec spec;
    spec.kind = Kind::Difference;
    spec.of.push_back(std::move(a));
    spec.of.push_back(std::move(b));
    return spec;
}

PlotSpec PlotSpec::rate(PlotSpec of)
{
    PlotSpec spec;
    spec.kind = Kind::Rate;
    spec.of.push_back(std::move(of));
    return spec;
}

PlotSpec PlotSpec::mean(PlotSpec of, double seconds)
{
    PlotSpec spec;
    spec.kind = Kind::Mean;
    spec.window = seconds;
    spec.of.push_back(std::move(of));
    return spec;
}

QString PlotSpec::unit() const
{
    switch (kind) {
    case Kind::Metric:
        return metric.metric.unit;
    case Kind::Rate:
        return perSecond(of.front().unit());
    case Kind::Difference:
    case Kind::Mean:
        break;
    }
    return of.front().unit();
}

QString PlotSpec::name(const model::ReplayInfo& info) const
{
    switch (kind) {
    case Kind::Metric:
        break;
    case Kind::Difference:
        return QStringLiteral("%1 \u2212 %2").arg(operandName(of[0], info), operandName(of[1], info));
    case Kind::Rate:
        return QStringLiteral("d/dt %1").arg(operandName(of.front(), info));
    case Kind::Mean:
        return tr("Mean %2 s: %1").arg(operandName(of.front(), info), QLocale().toString(window));
    }
    return metricName(metric, info);
}

int PlotSpec::team(const model::ReplayInfo& info) const
{
    if (kind == Kind::Metric)
        return teamOfMetric(metric, info);
    const int first = of.front().team(info);
    const bool shared =
        std::all_of(of.begin(), of.end(), [&](const PlotSpec& part) { return part.team(info) == first; });
    return shared ? first : -1;
}

QJsonObject PlotSpec::toJson() const
{
    if (kind == Kind::Metric)
        return metricJson(metric);
    QJsonArray parts;
    for (const PlotSpec& part : of)
        parts.append(part.toJson());
    QJsonObject json{{QStringLiteral("of"), parts}};
    for (const KindName& known : KindNames) {
        if (known.kind == kind)
            json[QStringLiteral("derived")] = QLatin1String(known.name);
    }
    if (kind == Kind::Mean)
        json[QStringLiteral("window")] = window;
    return json;
}

std::optional<PlotSpec> PlotSpec::fromJson(const QJsonObject& json, const model::ReplayInfo& info,
                                           const std::vector<model::MetricInfo>& metrics)
{
    const QString derived = json[QStringLiteral("derived")].toString();
    if (derived.isEmpty()) {
        auto request = metricFromJson(json, info, metrics);
        return request ? std::optional<PlotSpec>(std::move(*request)) : std::nullopt;
    }
    const auto* known = std::find_if(KindNames.begin(), KindNames.end(), [&](const KindName& entry) {
        return derived == QLatin1String(entry.name);
    });
    const QJsonArray parts = json[QStringLiteral("of")].toArray();
    if (known == KindNames.end() || parts.size() != known->parts)
        return std::nullopt;
    PlotSpec spec;
    spec.kind = known->kind;
    spec.window = json[QStringLiteral("window")].toDouble();
    for (const auto& part : parts) {
        std::optional<PlotSpec> read = fromJson(part.toObject(), info, metrics);
        if (!read || (!spec.of.empty() && read->unit() != spec.of.front().unit()))
            return std::nullopt;
        spec.of.push_back(std::move(*read));
    }
    if (spec.kind == Kind::Mean && !(spec.window > 0.0 && spec.window <= LongestWindow))
        return std::nullopt;
    return spec;
}

bool operator==(const PlotSpec& a, const PlotSpec& b)
{
    return a.kind == b.kind && a.window == b.window && a.of == b.of && sameMetric(a.metric, b.metric);
}

bool sameMetric(const model::MetricRequest& a, const model::MetricRequest& b)
{
    return a.metric.id == b.metric.id && a.actor == b.actor && a.other == b.other;
}

} // namespace ghostline::app
