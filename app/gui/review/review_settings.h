// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a reviewer chose, kept between runs: the name verdicts are signed with, limits, how a flag is shown.
#include <QHash>
#include <QString>

namespace ghostline::app {

struct ReviewSettings
{
    QString reviewer;
    QString folder;                ///< the one looked through last
    bool blind = false;            ///< as in model::ReviewRules
    bool twoReviewers = false;     ///< a flag is done once two have decided
    bool playBefore = true;        ///< a flag that is chosen plays from some seconds before it
    QHash<QString, double> limits; ///< by EvidenceRow::id
};

/// The reviewer's name falls back to that of the account.
ReviewSettings loadReviewSettings();
void saveReviewSettings(const ReviewSettings& settings);

} // namespace ghostline::app
