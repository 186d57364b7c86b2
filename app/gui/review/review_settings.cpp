// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/review_settings.h"

#include "app/gui/settings/settings.h"

#include <cmath>

namespace ghostline::app {

namespace {

const QString ReviewerKey = QStringLiteral("review/reviewer");
const QString FolderKey = QStringLiteral("review/folder");
const QString PlayBeforeKey = QStringLiteral("review/play_before");
const QString BlindKey = QStringLiteral("review/blind");
const QString TwoReviewersKey = QStringLiteral("review/two_reviewers");
const QString LimitsKey = QStringLiteral("review/limits");

} // namespace

ReviewSettings loadReviewSettings()
{
    const auto store = openStore();
    ReviewSettings settings;
    settings.reviewer = store->value(ReviewerKey, qEnvironmentVariable("USER")).toString();
    settings.folder = store->value(FolderKey).toString();
    settings.playBefore = store->value(PlayBeforeKey, settings.playBefore).toBool();
    settings.blind = store->value(BlindKey, settings.blind).toBool();
    settings.twoReviewers = store->value(TwoReviewersKey, settings.twoReviewers).toBool();
    const int count = store->beginReadArray(LimitsKey);
    for (int i = 0; i < count; ++i) {
        store->setArrayIndex(i);
        bool ok = false;
        const double value = store->value(QStringLiteral("value")).toDouble(&ok);
        if (ok && std::isfinite(value))
            settings.limits.insert(store->value(QStringLiteral("row")).toString(), value);
    }
    store->endArray();
    return settings;
}

void saveReviewSettings(const ReviewSettings& settings)
{
    const auto store = openStore();
    store->setValue(ReviewerKey, settings.reviewer);
    store->setValue(FolderKey, settings.folder);
    store->setValue(PlayBeforeKey, settings.playBefore);
    store->setValue(BlindKey, settings.blind);
    store->setValue(TwoReviewersKey, settings.twoReviewers);
    store->remove(LimitsKey);
    // An array, because a row's id may hold what an INI key must not.
    store->beginWriteArray(LimitsKey, static_cast<int>(settings.limits.size()));
    int i = 0;
    for (auto limit = settings.limits.cbegin(); limit != settings.limits.cend(); ++limit) {
        store->setArrayIndex(i++);
        store->setValue(QStringLiteral("row"), limit.key());
        store->setValue(QStringLiteral("value"), limit.value());
    }
    store->endArray();
}

} // namespace ghostline::app
