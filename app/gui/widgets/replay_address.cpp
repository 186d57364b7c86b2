// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/replay_address.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QMimeData>
#include <QStandardPaths>
#include <QUrl>

namespace ghostline::app {

QString wholeAddress(const QString& path)
{
    return model::isWebAddress(path) ? path : QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

QString shortName(const QString& path)
{
    if (!model::isWebAddress(path))
        return QFileInfo(QDir::cleanPath(path)).fileName();
    const QUrl url = QUrl(path).adjusted(QUrl::StripTrailingSlash);
    return url.fileName().isEmpty() ? url.host() : url.fileName();
}

QString whereabouts(const QString& path)
{
    if (model::isWebAddress(path)) {
        const QUrl url(path);
        const QString port = url.port() < 0 ? QString() : QStringLiteral(":%1").arg(url.port());
        return url.host() + port + url.adjusted(QUrl::RemoveFilename).path();
    }
    const QFileInfo info(path);
    return info.exists() ? info.absolutePath()
                         : QCoreApplication::translate("Recent", "not found: %1").arg(path);
}

QString folderForOutput(const QString& path)
{
    if (model::isWebAddress(path))
        return QStandardPaths::writableLocation(QStandardPaths::DownloadLocation);
    return QFileInfo(path).absolutePath();
}

namespace {

/// To join others, or to a moment.
bool isOwnLink(const QString& text)
{
    return text.trimmed().startsWith(QStringLiteral("ghostline://"), Qt::CaseInsensitive);
}

} // namespace

bool isLink(const QString& text) { return model::isWebAddress(text) || isOwnLink(text); }

QString firstAddress(const QMimeData* data)
{
    for (const QUrl& url : data->urls()) {
        if (url.isLocalFile())
            return url.toLocalFile();
        if (isLink(url.toString()))
            return url.toString();
    }
    // From a chat, where a line of that kind is no link.
    const QString text = data->text().trimmed();
    return isOwnLink(text) && !text.contains(u'\n') ? text : QString();
}

} // namespace ghostline::app
