// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The JSON behind `report`: what a file contains and whether it holds, in the words of other readers, so that
// two of them can be compared.
#include "codecs/ironcurtain/integrity/checks.h"

#include <QJsonObject>

namespace ghostline::ironcurtain {

/// "control-groups", "votes" or "contents", indented; InvalidArgument for any other. Reads the whole file.
model::Result<QByteArray> makeReport(const QString& name, const std::shared_ptr<const ReplayFile>& file,
                                     const KeyframeStore& store, std::span<const PublicKey> trusted,
                                     const std::stop_token& stop);

/// The members of the report "contents"; `metrics` and `votes` are what the other two say.
model::Result<QJsonObject> contentsJson(const std::shared_ptr<const ReplayFile>& file,
                                        const KeyframeStore& store, std::span<const PublicKey> trusted,
                                        const std::stop_token& stop);

} // namespace ghostline::ironcurtain
