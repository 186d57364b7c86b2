// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/http_source.h"

namespace ghostline::model {

bool isWebAddress(const QString& path)
{
    return path.startsWith(QLatin1String("http://"), Qt::CaseInsensitive) ||
           path.startsWith(QLatin1String("https://"), Qt::CaseInsensitive);
}

Result<std::unique_ptr<ByteSource>> openUrl(const QUrl& url, HttpOptions, std::stop_token)
{
    return tl::unexpected<Error>(Error{ErrorCode::Unsupported,
                                       QStringLiteral("addresses cannot be opened yet"),
                                       {},
                                       url.toDisplayString(),
                                       {}});
}

} // namespace ghostline::model
