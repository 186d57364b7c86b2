// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads what a codec plugin declares in its JSON metadata, before its library is loaded.
#include "model/base/export.h"
#include "model/codec/codec.h"

#include <QJsonObject>

namespace ghostline::model {

/// `metadata`: the plugin's own JSON object. PluginFailed names the key that is missing or wrong.
GHOSTLINE_MODEL_EXPORT Result<CodecInfo> parseCodecMetadata(const QJsonObject& metadata);

/// Checks options against what the codec declares for these scopes: unknown names and values that do not fit
/// the declared type are InvalidArgument and name what would fit.
GHOSTLINE_MODEL_EXPORT Result<void> validateOptions(const CodecInfo& codec, const Options& options,
                                                    std::span<const OptionScope> scopes);

} // namespace ghostline::model
