// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_convert.h"

#include "app/cli/write_output.h"
#include "model/codec/codec_metadata.h"
#include "model/codec/name_pattern.h"

#include <QFileInfo>

#include <algorithm>
#include <array>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

/// By --format, else the format of IN if OUT is named like it, else the first writer that OUT is named like.
Result<const model::CodecInfo*> findWriter(const Session& session, const WriteArguments& arguments,
                                           const model::CodecInfo& input)
{
    if (!arguments.format.isEmpty()) {
        const model::CodecInfo* named = session.registry.find(arguments.format);
        if (named == nullptr || !named->canWrite)
            return fail(ErrorCode::InvalidArgument,
                        u"there is no codec \"%1\" that writes"_s.arg(arguments.format));
        return named;
    }
    const QString name = QFileInfo(arguments.output).fileName();
    if (input.canWrite && model::matchesAny(input.patterns, name))
        return &input;
    for (const model::CodecInfo& codec : session.registry.codecs()) {
        if (codec.canWrite && model::matchesAny(codec.patterns, name))
            return &codec;
    }
    return fail(ErrorCode::InvalidArgument,
                u"no codec writes files named like \"%1\"; --format names one"_s.arg(name));
}

/// An option goes to the writer if it declares it, else to the opening of the input.
Result<void> shareOptions(const WriteArguments& arguments, const model::CodecInfo& input,
                          const model::CodecInfo& output, model::Options& forReading,
                          model::Options& forWriting)
{
    QStringList texts = arguments.options;
    if (!arguments.window.isEmpty())
        texts += u"window="_s + arguments.window;
    if (!arguments.keyframeInterval.isEmpty())
        texts += u"keyframe_interval="_s + arguments.keyframeInterval;
    const auto all = parseOptions(texts);
    if (!all)
        return tl::unexpected(all.error());
    for (auto it = all->begin(); it != all->end(); ++it) {
        const auto has = [&it](const model::CodecInfo& codec, model::OptionScope scope) {
            return std::any_of(codec.options.begin(), codec.options.end(), [&](const model::OptionInfo& o) {
                return o.scope == scope && o.name == it.key();
            });
        };
        const bool reads = has(input, model::OptionScope::Open) && !has(output, model::OptionScope::Write);
        (reads ? forReading : forWriting).insert(it.key(), it.value());
    }
    constexpr std::array scopes = {model::OptionScope::Write};
    return model::validateOptions(output, forWriting, scopes);
}

Result<WriteJob> prepare(const Session& session, const WriteArguments& arguments, bool repair)
{
    const auto input = findInput(session, arguments, repair);
    if (!input)
        return tl::unexpected(input.error());
    const auto output = repair ? input : findWriter(session, arguments, **input);
    if (!output)
        return tl::unexpected(output.error());
    model::OpenOptions open;
    model::Options forWriting;
    if (const auto shared = shareOptions(arguments, **input, **output, open.codec, forWriting); !shared)
        return tl::unexpected(shared.error());
    const auto writer = session.registry.load((*output)->id);
    if (!writer)
        return tl::unexpected(writer.error());
    auto replay = openReplay(session, arguments.file, open);
    if (!replay)
        return tl::unexpected(replay.error());
    const auto frames = parseRange(arguments.from, arguments.to, replay->index->timeAxis);
    if (!frames)
        return tl::unexpected(frames.error());
    return WriteJob{std::move(*replay), *writer, {arguments.output, *frames, forWriting, {}, session.stop}};
}

} // namespace

int runConvert(const Session& session, const WriteArguments& arguments)
{
    return runWrite(session, arguments, prepare(session, arguments, false), &model::Codec::write);
}

int runRepair(const Session& session, const WriteArguments& arguments)
{
    return runWrite(session, arguments, prepare(session, arguments, true), &model::Codec::repair);
}

} // namespace ghostline::app
