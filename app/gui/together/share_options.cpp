// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/share_options.h"

#include "app/gui/together/party_words.h"
#include "together/credential_file.h"

#include <QFileInfo>

#include <utility>

namespace ghostline::app {

namespace {

tl::expected<QByteArray, QString> pemFile(const QString& path)
{
    auto bytes = together::credentialFile(path);
    if (bytes)
        return std::move(*bytes);
    return tl::unexpected(bytes.error().code == model::ErrorCode::LimitExceeded
                              ? words::tooLargeForPem(path)
                              : words::unreadable(path, bytes.error()));
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
