// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/credential_file.h"

#include "model/bytes/whole_file.h"

namespace ghostline::together {

model::Result<QByteArray> credentialFile(const QString& path)
{
    constexpr std::uint64_t Most = 1 << 20; // a chain of certificates has a few thousand bytes
    if (path.isEmpty())
        return QByteArray();
    return model::wholeFile(
        path, Most,
        QStringLiteral("the file has %1 bytes, too many for a code, a certificate or a key (%2 at most)"));
}

} // namespace ghostline::together
