// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/share_options.h"

#include "app/gui/together/party_words.h"
#include "model/bytes/byte_sources.h"

#include <QFileInfo>

#include <span>

namespace ghostline::app {

namespace {

constexpr std::uint64_t MostPemBytes = 1 << 20;

/// Empty for none.
tl::expected<QByteArray, QString> pemFile(const QString& path)
{
    if (path.isEmpty())
        return QByteArray();
    const auto file = model::openFile(path);
    if (!file)
        return tl::unexpected(words::unreadable(path, file.error()));
    if ((*file)->size() > MostPemBytes)
        return tl::unexpected(words::tooLargeForPem(path));
    QByteArray bytes(static_cast<qsizetype>((*file)->size()), Qt::Uninitialized);
    const auto room = std::as_writable_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size())));
    const auto got = (*file)->read(0, room);
    if (!got)
        return tl::unexpected(words::unreadable(path, got.error()));
    bytes.truncate(static_cast<qsizetype>(*got));
    return bytes;
}

} // namespace

tl::expected<together::HostOptions, QString> shareOptions(const ShareChoice& choice,
                                                          const OwnRecording& recording)
{
    if (!recording.session())
        return tl::unexpected(words::nothingOpen());
    if (recording.isOnWeb())
        return tl::unexpected(words::onWeb());
    const QString& path = recording.session()->path();
    if (!QFileInfo::exists(path))
        return tl::unexpected(words::notHere(path));
    auto certificate = pemFile(choice.certificatePath);
    if (!certificate)
        return tl::unexpected(certificate.error());
    auto key = pemFile(choice.keyPath);
    if (!key)
        return tl::unexpected(key.error());

    together::HostOptions options;
    options.address =
        choice.everybody ? QHostAddress(QHostAddress::Any) : QHostAddress(QHostAddress::LocalHost);
    options.port = choice.port;
    options.name = choice.name;
    options.program = QStringLiteral(GHOSTLINE_VERSION);
    options.recording = recording.name();
    options.recordingPath = path;
    options.offersFile = choice.offersFile && !recording.isGrowing();
    options.mayDraw = choice.mayDraw;
    options.certificate = std::move(*certificate);
    options.key = std::move(*key);
    return options;
}

} // namespace ghostline::app
