// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/codec/codec_registry.h"

#include "model/bytes/byte_sources.h"
#include "model/bytes/file_names.h"
#include "model/bytes/http_source.h"
#include "model/codec/codec_abi.h"
#include "model/codec/codec_metadata.h"
#include "model/codec/live_reader.h"
#include "model/codec/name_pattern.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLibrary>
#include <QPluginLoader>

#include <algorithm>
#include <array>
#include <cstring>
#include <dlfcn.h>
#include <mutex>

namespace ghostline::model {

namespace {

bool hasMagic(const CodecInfo& info, std::span<const std::byte> bytes)
{
    return std::any_of(info.magic.begin(), info.magic.end(), [bytes](const Magic& magic) {
        const auto size = static_cast<std::size_t>(magic.bytes.size());
        return magic.offset <= bytes.size() && size <= bytes.size() - magic.offset &&
               std::memcmp(bytes.data() + magic.offset, magic.bytes.constData(), size) == 0;
    });
}

bool hasName(const CodecInfo& info, const QString& name)
{
    return matchesAny(info.patterns, QFileInfo(name).fileName());
}

/// What well-known content looks like, for the message when no codec wants it.
Sentence contentGuess(std::span<const std::byte> bytes)
{
    struct Known
    {
        QByteArray start;
        QString what;
    };
    static const std::array known = {
        Known{QByteArrayLiteral("\xFF\xD8\xFF"), QStringLiteral("a JPEG picture")},
        Known{QByteArrayLiteral("\x89PNG"), QStringLiteral("a PNG picture")},
        Known{QByteArrayLiteral("GIF8"), QStringLiteral("a GIF picture")},
        Known{QByteArrayLiteral("%PDF"), QStringLiteral("a PDF document")},
        Known{QByteArrayLiteral("\x7F"
                                "ELF"),
              QStringLiteral("a program")},
        Known{QByteArrayLiteral("PK\x03\x04"), QStringLiteral("a ZIP archive")},
        Known{QByteArrayLiteral("\x1F\x8B"), QStringLiteral("gzip-compressed data")},
        Known{QByteArrayLiteral("\x28\xB5\x2F\xFD"), QStringLiteral("zstd-compressed data")},
        Known{QByteArrayLiteral("\xFD"
                                "7zXZ"),
              QStringLiteral("xz-compressed data")},
    };
    if (bytes.empty())
        return Sentence::of(QStringLiteral("it is empty"));
    const QByteArray head(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    for (const Known& k : known) {
        if (head.startsWith(k.start))
            return Sentence::of(QStringLiteral("it looks like %1"), {Sentence::of(k.what)});
    }
    if (std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; }))
        return Sentence::of(QStringLiteral("it begins with nothing but zeroes"));
    const bool text = std::none_of(head.begin(), head.end(), [](char c) {
        return static_cast<unsigned char>(c) < 32 && c != '\n' && c != '\r' && c != '\t';
    });
    if (text)
        return Sentence::of(QStringLiteral("it looks like text"));
    return Sentence::of(QStringLiteral("it begins with the bytes %1"),
                        {QString::fromLatin1(head.left(8).toHex(' '))});
}

tl::unexpected<Error> withFile(Error error, const QString& file)
{
    if (error.file.isEmpty())
        error.file = withoutPassword(file);
    return tl::unexpected<Error>(std::move(error));
}

} // namespace

struct CodecRegistry::Private
{
    struct Plugin
    {
        std::unique_ptr<QPluginLoader> loader;
        const Codec* codec = nullptr;
        bool broken = false;
        QString reason;
    };

    std::vector<CodecInfo> codecs;
    mutable std::mutex mutex;    ///< guards what follows
    std::vector<Plugin> plugins; ///< beside codecs
    std::vector<CodecFailure> failures;

    void examine(const QString& path);
    /// The file to begin with in a folder that is one replay; empty for every other folder.
    QString entryOf(const QString& folder) const;
    bool isEntryName(const QString& name) const;
    Result<std::unique_ptr<ByteSource>> openAddress(const QUrl& url, const std::stop_token& stop) const;
    Result<std::unique_ptr<ByteSource>> openInside(const QUrl& folder, const std::stop_token& stop) const;
    Result<const Codec*> load(std::size_t i);
};

void CodecRegistry::Private::examine(const QString& path)
{
    if (QFileInfo(path).size() == 0) {
        failures.push_back({path, QStringLiteral("the file is empty")});
        return;
    }
    auto loader = std::make_unique<QPluginLoader>(path);
    const QJsonObject all = loader->metaData();
    if (all.isEmpty()) {
        failures.push_back(
            {path,
             QStringLiteral("it is not a plugin this program can load: %1").arg(loader->errorString())});
        return;
    }
    // The id ends with a hash of the model's headers, which the plugin and this library must agree on.
    const QString wanted = QStringLiteral(GHOSTLINE_CODEC_IID);
    const QString built = all.value(QLatin1String("IID")).toString();
    if (built != wanted) {
        const bool codec = built.section(u'/', 0, 0) == wanted.section(u'/', 0, 0);
        const QString reason =
            codec ? QStringLiteral("it was built for another version (\"%1\", wanted \"%2\")")
                  : QStringLiteral("it is not a codec for this version (\"%1\", wanted \"%2\")");
        failures.push_back({path, reason.arg(built, wanted)});
        return;
    }
    Result<CodecInfo> info = parseCodecMetadata(all.value(QLatin1String("MetaData")).toObject());
    if (!info) {
        failures.push_back({path, info.error().message});
        return;
    }
    const auto same =
        std::find_if(codecs.begin(), codecs.end(), [&](const CodecInfo& c) { return c.id == info->id; });
    if (same != codecs.end()) {
        failures.push_back(
            {path,
             QStringLiteral("the format \"%1\" is provided by %2 already").arg(info->id, same->library)});
        return;
    }
    info->library = path;
    codecs.push_back(std::move(*info));
    plugins.push_back({std::move(loader), nullptr, false, {}});
}

Result<const Codec*> CodecRegistry::Private::load(std::size_t i)
{
    const std::scoped_lock lock(mutex);
    Plugin& plugin = plugins[i];
    if (!plugin.codec && !plugin.broken) {
        QObject* const instance = plugin.loader->instance();
        plugin.codec = qobject_cast<Codec*>(instance);
        if (!plugin.codec) {
            plugin.broken = true;
            plugin.reason = instance ? QStringLiteral("it does not offer the codec interface")
                                     : plugin.loader->errorString();
            failures.push_back({codecs[i].library, plugin.reason});
        }
    }
    if (plugin.broken) {
        auto failed = fail(ErrorCode::PluginFailed,
                           Sentence::of(QStringLiteral("the codec \"%1\" could not be loaded: %2"),
                                        {codecs[i].id, plugin.reason}));
        failed.value().file = codecs[i].library;
        return failed;
    }
    return plugin.codec;
}

QStringList CodecRegistry::defaultFolders()
{
    QStringList folders;
    const QString named = qEnvironmentVariable("GHOSTLINE_CODEC_PATH");
    folders << named.split(QLatin1Char(':'), Qt::SkipEmptyParts);
    if (QCoreApplication::instance())
        folders << QDir::cleanPath(QCoreApplication::applicationDirPath() +
                                   QStringLiteral("/../lib/ghostline/codecs"));
    // Where libraries lie elsewhere (lib64, lib/<machine>) the codecs lie beside this one.
    Dl_info self{};
    if (::dladdr(reinterpret_cast<const void*>(&severityName), &self) != 0 && self.dli_fname)
        folders << QFileInfo(QFile::decodeName(self.dli_fname)).absolutePath() +
                       QStringLiteral("/ghostline/codecs");
    return folders;
}

CodecRegistry::CodecRegistry(const QStringList& folders) : d(std::make_unique<Private>())
{
    QStringList seen;
    for (const QString& folder : folders) {
        const QString canonical = QDir(folder).canonicalPath();
        if (canonical.isEmpty() || seen.contains(canonical))
            continue;
        seen << canonical;
        for (const QFileInfo& file : QDir(canonical).entryInfoList(QDir::Files, QDir::Name)) {
            if (QLibrary::isLibrary(file.fileName()))
                d->examine(file.absoluteFilePath());
        }
    }
}

CodecRegistry::~CodecRegistry() = default;

const std::vector<CodecInfo>& CodecRegistry::codecs() const { return d->codecs; }

std::vector<CodecFailure> CodecRegistry::failures() const
{
    const std::scoped_lock lock(d->mutex);
    return d->failures;
}

const CodecInfo* CodecRegistry::find(const QString& id) const
{
    const auto found =
        std::find_if(d->codecs.begin(), d->codecs.end(), [&](const CodecInfo& c) { return c.id == id; });
    return found == d->codecs.end() ? nullptr : &*found;
}

Result<const Codec*> CodecRegistry::load(const QString& id) const
{
    const CodecInfo* const info = find(id);
    if (!info)
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("there is no codec \"%1\""), {id}));
    return d->load(static_cast<std::size_t>(info - d->codecs.data()));
}

Result<const CodecInfo*> CodecRegistry::detect(const ByteSource& bytes) const
{
    std::array<std::byte, ProbeBytes> buffer{};
    const QString name = bytes.identity().name;
    const Result<std::size_t> got = bytes.read(0, buffer);
    if (!got)
        return withFile(got.error(), name);
    const std::span<const std::byte> head(buffer.data(), *got);

    // Magic first, then the name, then the rest: usually one library is loaded and the others never.
    std::vector<std::pair<int, std::size_t>> order;
    for (std::size_t i = 0; i < d->codecs.size(); ++i) {
        const CodecInfo& info = d->codecs[i];
        if (info.canRead)
            order.emplace_back(hasMagic(info, head) ? 0 : hasName(info, name) ? 1 : 2, i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const CodecInfo* best = nullptr;
    auto confidence = Confidence::No;
    std::vector<Sentence> broken;
    for (const auto& [rank, i] : order) {
        const Result<const Codec*> codec = d->load(i);
        if (!codec) {
            broken.push_back(codec.error().said());
            continue;
        }
        const Confidence now = (*codec)->probe(head, name);
        if (now > confidence) {
            confidence = now;
            best = &d->codecs[i];
        }
        if (confidence >= Confidence::Certain)
            break;
    }
    if (best)
        return best;
    auto unknown = fail(ErrorCode::UnknownFormat,
                        Sentence::of(QStringLiteral("no codec knows this content: %1"), {contentGuess(head)}),
                        {.offset = 0});
    unknown.value().file = name;
    unknown.value().advise(Sentence::chain(broken, QStringLiteral("%1; %2")));
    return unknown;
}

QString CodecRegistry::Private::entryOf(const QString& folder) const
{
    const auto entries = listFolder(folder);
    if (!entries)
        return {};
    for (const CodecInfo& info : codecs) {
        for (const QString& pattern : info.folderEntries) {
            for (const FolderEntry& entry : *entries) {
                if (entry.kind == EntryKind::File && matchesPattern(pattern, entry.name))
                    return QDir(folder).filePath(entry.name);
            }
        }
    }
    return {};
}

bool CodecRegistry::Private::isEntryName(const QString& name) const
{
    return std::any_of(codecs.begin(), codecs.end(),
                       [&name](const CodecInfo& info) { return info.folderEntries.contains(name); });
}

namespace {

/// With what follows a "#", which says whose certificate is accepted.
QUrl insideOf(const QUrl& folder, const QString& entry)
{
    QUrl inside = folder.resolved(QUrl(QStringLiteral("./") + entry));
    inside.setFragment(folder.fragment(QUrl::FullyEncoded));
    return inside;
}

} // namespace

/// A folder on a server cannot be listed: the entries that codecs name are asked for.
Result<std::unique_ptr<ByteSource>> CodecRegistry::Private::openInside(const QUrl& folder,
                                                                       const std::stop_token& stop) const
{
    Result<std::unique_ptr<ByteSource>> found =
        fail(ErrorCode::NotFound,
             Sentence::of(QStringLiteral("this address is a folder without a replay that is known")));
    for (const CodecInfo& info : codecs) {
        for (const QString& entry : info.folderEntries) {
            if (!entry.contains(QLatin1Char('*')) && !found)
                found = openUrl(insideOf(folder, entry), {}, stop);
        }
    }
    return found;
}

Result<std::unique_ptr<ByteSource>> CodecRegistry::Private::openAddress(const QUrl& url,
                                                                        const std::stop_token& stop) const
{
    if (url.path().endsWith(QLatin1Char('/')))
        return openInside(url, stop);
    auto opened = openUrl(url, {}, stop);
    if (opened ||
        (opened.error().code != ErrorCode::NotFound && opened.error().code != ErrorCode::NotReadable))
        return opened;
    // Perhaps the name of a folder: a server answers that with a redirection or a refusal.
    QUrl folder = url;
    folder.setPath(url.path(QUrl::FullyEncoded) + QLatin1Char('/'), QUrl::TolerantMode);
    auto inside = openInside(folder, stop);
    return inside ? std::move(inside) : std::move(opened);
}

bool CodecRegistry::isReplayFolder(const QString& path) const { return !d->entryOf(path).isEmpty(); }

QString CodecRegistry::replayPath(const QString& path) const
{
    if (isWebAddress(path)) {
        // A folder on a server goes by its own name, not by that of the entry.
        const QUrl url(path);
        return d->isEntryName(url.fileName())
                   ? url.adjusted(QUrl::RemoveFilename).toString(QUrl::FullyEncoded)
                   : path;
    }
    QString clean = QDir::cleanPath(path);
    if (!isRegularFile(clean))
        return clean;
    // Whichever of its entries is named, the same is opened, noted beside and identified.
    const QFileInfo file(clean);
    const bool isEntry = std::ranges::any_of(d->codecs, [&file](const CodecInfo& info) {
        return matchesAny(info.folderEntries, file.fileName());
    });
    return isEntry ? QDir::cleanPath(file.path()) : clean;
}

Result<std::unique_ptr<ByteSource>> CodecRegistry::openBytes(const QString& path, std::stop_token stop) const
{
    if (isWebAddress(path))
        return d->openAddress(QUrl(path), stop);
    const QString entry = d->entryOf(path);
    if (entry.isEmpty() && isFolder(path)) {
        auto folder =
            fail(ErrorCode::NotReadable,
                 Sentence::of(QStringLiteral("this is a folder, and no replay that is known lies in it")));
        folder.value().file = path;
        folder.value().advise(Sentence::of(QStringLiteral("Open one of the files in it.")));
        return folder;
    }
    return openFile(entry.isEmpty() ? path : entry);
}

Result<std::unique_ptr<ReplaySource>> CodecRegistry::open(const QString& path,
                                                          const OpenOptions& options) const
{
    if (const CodecInfo* const live = liveCodecOf(path, *this)) {
        auto source = openLive(path, *live, *this, options);
        if (!source)
            return withFile(source.error(), path);
        return source;
    }
    Result<std::unique_ptr<ByteSource>> bytes = openBytes(path, options.stop);
    if (!bytes)
        return withFile(bytes.error(), path);
    return open(std::move(*bytes), options);
}

Result<const Codec*> CodecRegistry::codecFor(const ByteSource& bytes, const OpenOptions& options) const
{
    const Result<const CodecInfo*> info = detect(bytes);
    if (!info)
        return tl::unexpected(info.error());
    // A report reads its wishes from the open replay, so both kinds are given here.
    constexpr std::array scopes = {OptionScope::Open, OptionScope::Report};
    if (const Result<void> valid = validateOptions(**info, options.codec, scopes); !valid)
        return tl::unexpected(valid.error());
    return load((*info)->id);
}

Result<std::unique_ptr<ReplaySource>> CodecRegistry::open(std::unique_ptr<ByteSource> bytes,
                                                          const OpenOptions& options) const
{
    const QString name = bytes->identity().name;
    const Result<const Codec*> codec = codecFor(*bytes, options);
    if (!codec)
        return withFile(codec.error(), name);
    Result<std::unique_ptr<ReplaySource>> source = (*codec)->open(std::move(bytes), options);
    if (!source)
        return withFile(source.error(), name);
    return source;
}

Result<Outline> CodecRegistry::outline(const QString& path, const OpenOptions& options) const
{
    Result<std::unique_ptr<ByteSource>> bytes = openBytes(path, options.stop);
    if (!bytes)
        return withFile(bytes.error(), path);
    const Result<const Codec*> codec = codecFor(**bytes, options);
    if (!codec)
        return withFile(codec.error(), path);
    Result<Outline> outline = (*codec)->outline(std::move(*bytes), options);
    if (!outline)
        return withFile(outline.error(), path);
    return outline;
}

} // namespace ghostline::model
