// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/codec/opening.h"

#include <utility>

namespace ghostline::model {

Opener openerOf(const CodecRegistry& registry)
{
    return
        [&registry](const QString& path, const OpenOptions& options) { return registry.open(path, options); };
}

Opener openerOf(std::shared_ptr<const CodecRegistry> registry)
{
    return [registry = std::move(registry)](
               const QString& path, const OpenOptions& options) -> Result<std::unique_ptr<ReplaySource>> {
        if (registry == nullptr)
            return fail(ErrorCode::Unsupported, QStringLiteral("there are no codecs"));
        return registry->open(path, options);
    };
}

Result<CompleteReplay> openComplete(const Opener& open, const QString& path, const OpenOptions& options)
{
    auto source = open(path, options);
    if (!source)
        return tl::unexpected<Error>(source.error());
    auto index = (*source)->waitComplete(options.stop);
    if (!index)
        return tl::unexpected<Error>(index.error());
    return CompleteReplay{std::move(*source), std::move(*index)};
}

tl::expected<Options, QString> parseOptions(const QStringList& texts)
{
    Options options;
    for (const QString& text : texts) {
        const qsizetype equals = text.indexOf(u'=');
        if (equals <= 0)
            return tl::unexpected<QString>(text);
        options.insert(text.first(equals), text.sliced(equals + 1));
    }
    return options;
}

} // namespace ghostline::model
