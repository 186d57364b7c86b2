// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/case/anonymous.h"

#include <algorithm>

namespace ghostline::model {

namespace {

/// Shorter ones are parts of other words.
constexpr qsizetype LeastLetters = 4;

QString pattern(const QString& name)
{
    const QString escaped = QRegularExpression::escape(name);
    return name.size() < LeastLetters ? QStringLiteral("(?<![\\p{L}\\p{N}])%1(?![\\p{L}\\p{N}])").arg(escaped)
                                      : escaped;
}

} // namespace

Anonymous::Anonymous(const ReplayInfo& info, ActorId accused, const QStringList& reviewers)
{
    for (const ActorInfo& actor : info.cast) {
        if (actor.kind == ActorKind::Player || actor.principal || actor.id == accused)
            add(actor.name, QStringLiteral("Player"));
    }
    for (const PlayerCard& card : info.players) {
        add(card.name, QStringLiteral("Player"));
        add(card.clan, QStringLiteral("Clan"));
    }
    for (const QString& reviewer : reviewers)
        add(reviewer, QStringLiteral("Reviewer"));
    QStringList names = m_found;
    // Of two names that begin alike the longer one is meant.
    std::ranges::sort(names, [](const QString& a, const QString& b) {
        return a.size() != b.size() ? a.size() > b.size() : a < b;
    });
    std::ranges::transform(names, names.begin(), pattern);
    if (!names.isEmpty())
        m_names = QRegularExpression(names.join(u'|'), QRegularExpression::CaseInsensitiveOption |
                                                           QRegularExpression::UseUnicodePropertiesOption);
}

void Anonymous::add(const QString& name, const QString& what)
{
    const QString key = name.trimmed();
    if (key.isEmpty() || m_instead.contains(key))
        return;
    const QString instead = QStringLiteral("%1 %2").arg(what).arg(++m_count[what]);
    m_instead.insert(key, instead);
    if (!m_folded.contains(key.toCaseFolded()))
        m_folded.insert(key.toCaseFolded(), instead);
    m_found << key;
}

Result<void> Anonymous::usable() const
{
    if (!m_names.isValid())
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("%1 names are too many to be replaced").arg(m_instead.size()));
    return {};
}

QString Anonymous::text(const QString& told) const
{
    if (m_instead.isEmpty())
        return told;
    QString out;
    qsizetype done = 0;
    for (auto found = m_names.globalMatch(told); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        out += QStringView(told).sliced(done, match.capturedStart() - done);
        const QString name = match.captured();
        out += m_instead.value(name, m_folded.value(name.toCaseFolded(), QStringLiteral("somebody")));
        done = match.capturedEnd();
    }
    out += QStringView(told).sliced(done);
    return out;
}

Result<std::shared_ptr<const ReplayIndex>> withoutNames(const ReplayIndex& index, ActorId accused)
{
    const Anonymous names(*index.info, accused, {});
    if (const Result<void> usable = names.usable(); !usable)
        return tl::unexpected<Error>(usable.error());
    auto info = std::make_shared<ReplayInfo>(*index.info);
    for (ActorInfo& actor : info->cast)
        actor.name = names.text(actor.name);
    for (Team& team : info->teams)
        team.name = names.text(team.name);
    auto out = std::make_shared<ReplayIndex>(index);
    out->info = std::move(info);
    return std::shared_ptr<const ReplayIndex>(std::move(out));
}

bool namesSomebody(const QString& id)
{
    static const QRegularExpression who(
        QStringLiteral(
            "(^|[_:])(id|ids|uuid|guid|account|accounts|name|names|address|ip|steam|xuid)($|[_:])"),
        QRegularExpression::CaseInsensitiveOption);
    return who.match(id).hasMatch();
}

} // namespace ghostline::model
