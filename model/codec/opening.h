// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How every part of the program opens a recording, and waits until all of it is known.
#include "model/base/export.h"
#include "model/codec/codec_registry.h"

#include <QStringList>

#include <functional>
#include <memory>

namespace ghostline::model {

/// CodecRegistry::open(), or what stands in for it. Called from any thread.
using Opener =
    std::function<Result<std::unique_ptr<ReplaySource>>(const QString& path, const OpenOptions& options)>;

/// The registry has to outlive it.
GHOSTLINE_MODEL_EXPORT Opener openerOf(const CodecRegistry& registry);
/// Keeps the registry alive. null = no codecs: nothing can be opened.
GHOSTLINE_MODEL_EXPORT Opener openerOf(std::shared_ptr<const CodecRegistry> registry);

/// A recording with the whole of its index.
struct CompleteReplay
{
    std::shared_ptr<ReplaySource> source;
    std::shared_ptr<const ReplayIndex> index;
};

/// Opens and waits until the index is complete. Stopped by `options.stop`; the error then is Cancelled.
GHOSTLINE_MODEL_EXPORT Result<CompleteReplay> openComplete(const Opener& open, const QString& path,
                                                           const OpenOptions& options);

/// Options as a command line has them, NAME=VALUE each. The error is the first text that is not of that form.
GHOSTLINE_MODEL_EXPORT tl::expected<Options, QString> parseOptions(const QStringList& texts);

} // namespace ghostline::model
