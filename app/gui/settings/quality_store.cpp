// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/settings/quality_store.h"

#include "app/gui/settings/settings.h"

namespace ghostline::app {

namespace {

const QString QualityKey = QStringLiteral("settings/picture_quality");

} // namespace

QStringList qualityWords()
{
    return {QStringLiteral("auto"), QStringLiteral("low"), QStringLiteral("medium"), QStringLiteral("high")};
}

std::optional<QualityWish> qualityWish(const QString& word)
{
    const qsizetype at = qualityWords().indexOf(word);
    return at < 0 ? std::nullopt : std::optional(static_cast<QualityWish>(at));
}

std::optional<render::Quality> wishedQuality(QualityWish wish)
{
    switch (wish) {
    case QualityWish::Low:
        return render::Quality::Low;
    case QualityWish::Medium:
        return render::Quality::Medium;
    case QualityWish::High:
        return render::Quality::High;
    case QualityWish::Automatic:
        break;
    }
    return std::nullopt;
}

QualityWish loadQualityWish()
{
    return qualityWish(openStore()->value(QualityKey).toString()).value_or(QualityWish::Automatic);
}

void saveQualityWish(QualityWish wish)
{
    openStore()->setValue(QualityKey, qualityWords().at(static_cast<qsizetype>(wish)));
}

} // namespace ghostline::app
