// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which quality of the picture the user wants, kept between runs.
#include "render/base/quality.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace ghostline::app {

enum class QualityWish { Automatic, Low, Medium, High };

/// In the order of their values.
QStringList qualityWords();
std::optional<QualityWish> qualityWish(const QString& word);
/// None = whatever the machine draws in time.
std::optional<render::Quality> wishedQuality(QualityWish wish);

/// Automatic where nothing was chosen.
QualityWish loadQualityWish();
void saveQualityWish(QualityWish wish);

} // namespace ghostline::app
