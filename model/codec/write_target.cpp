// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/codec/write_target.h"

#include "model/bytes/file_names.h"

#include <algorithm>
#include <filesystem>

namespace ghostline::model {

namespace {

/// Of a path that need not exist: behind links as far as it does.
QString canonicalPath(const QString& path)
{
    std::error_code none;
    const std::filesystem::path whole = std::filesystem::absolute(pathToBytes(path).toStdString(), none);
    std::filesystem::path canonical = std::filesystem::weakly_canonical(whole, none);
    if (none)
        canonical = whole.lexically_normal();
    QString text = pathFromBytes(QByteArrayView(canonical.native()));
    if (text.size() > 1 && text.endsWith(QLatin1Char('/')))
        text.chop(1);
    return text;
}

} // namespace

Result<void> checkWriteTarget(const CodecRegistry& registry, const QString& input, const QString& output)
{
    // Bookmarks and verdicts, of whichever recording: there is no other copy of them.
    const QLatin1StringView notes(".ghostline.json");
    if (output.endsWith(notes, Qt::CaseInsensitive) ||
        canonicalPath(output).endsWith(notes, Qt::CaseInsensitive))
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("the output would replace a recording's notes")));
    const QString whole = registry.replayPath(input);
    const QString source = canonicalPath(whole);
    const QString target = canonicalPath(output);
    if (target == source)
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("the output would replace the recording itself")));
    if (registry.isReplayFolder(whole) && target.startsWith(source + QLatin1Char('/')))
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("the output would lie inside the recording")));
    return {};
}

std::vector<const CodecInfo*> partWriters(const CodecRegistry& registry, const QString& id)
{
    std::vector<const CodecInfo*> writers;
    for (const CodecInfo& codec : registry.codecs()) {
        if (codec.canWrite && codec.writesParts && (codec.id == id || codec.writesOthers))
            writers.push_back(&codec);
    }
    std::stable_partition(writers.begin(), writers.end(), [&id](const CodecInfo* c) { return c->id == id; });
    return writers;
}

} // namespace ghostline::model
