// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/invitation.h"

#include <QRandomGenerator>
#include <QUrlQuery>

#include <algorithm>
#include <string_view>

namespace ghostline::together {

using model::ErrorCode;
using model::fail;
using model::Result;
using model::Sentence;

namespace {

constexpr std::string_view CodeLetters(CodeAlphabet);
static_assert(CodeLetters.size() == 32); // five bits a sign, none more likely than another

constexpr qsizetype LongestLine = 1'000;

const QString InvitationScheme = QStringLiteral("ghostline");
const QString FingerprintKey = QStringLiteral("fingerprint");

bool isHexSha256(const QByteArray& text)
{
    const auto isHex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return text.size() == 64 && std::ranges::all_of(text, isHex);
}

/// What the system calls a network card, behind the address of one that is only known there.
bool hasUsableZone(const QString& host)
{
    const qsizetype at = host.indexOf(u'%');
    const auto usable = [](QChar c) {
        return c.unicode() < 0x80 && (c.isLetterOrNumber() || QStringView(u"._~-").contains(c));
    };
    return at < 0 || (at + 1 < host.size() && std::ranges::all_of(host.mid(at + 1), usable));
}

QUrl hostAddress(const QString& scheme, const QString& host, std::uint16_t port)
{
    QUrl address;
    address.setScheme(scheme);
    address.setHost(host); // puts the brackets round IPv6
    address.setPort(port);
    return address;
}

} // namespace

QString makeCode()
{
    QString code;
    for (int i = 0; i < CodeSigns; ++i)
        code += QLatin1Char(CodeLetters[QRandomGenerator::system()->generate() % CodeLetters.size()]);
    return code;
}

QString groupedCode(const QString& code)
{
    constexpr int Group = CodeSigns / 2;
    return code.size() == CodeSigns ? code.left(Group) + u'-' + code.mid(Group) : code;
}

QString readCode(const QString& typed)
{
    QString code;
    for (const QChar typedSign : typed) {
        if (typedSign == u'-' || typedSign.isSpace())
            continue;
        const char sign = typedSign.toUpper().toLatin1(); // 0 of what is no Latin letter
        if (CodeLetters.find(sign) == std::string_view::npos || code.size() == CodeSigns)
            return {};
        code += QLatin1Char(sign);
    }
    return code.size() == CodeSigns ? code : QString();
}

bool sameCode(const QString& a, const QString& b)
{
    // Whatever the lengths, the same number of steps, and no sign decides when it ends.
    unsigned difference = a.size() == CodeSigns && b.size() == CodeSigns ? 0U : 1U;
    const QString padding(CodeSigns, u'\0');
    const QString left = (a + padding).left(CodeSigns);
    const QString right = (b + padding).left(CodeSigns);
    for (qsizetype i = 0; i < CodeSigns; ++i)
        difference |= static_cast<unsigned>(left[i].unicode() ^ right[i].unicode());
    return difference == 0;
}

QString Invitation::text() const
{
    QUrl address = hostAddress(InvitationScheme, host, port);
    address.setPath(u'/' + groupedCode(code));
    if (encrypted()) {
        QUrlQuery query;
        query.addQueryItem(FingerprintKey, QString::fromLatin1(fingerprint));
        address.setQuery(query);
    }
    return QString::fromLatin1(address.toEncoded());
}

QUrl Invitation::socketAddress() const
{
    QUrl address = hostAddress(encrypted() ? QStringLiteral("wss") : QStringLiteral("ws"), host, port);
    address.setPath(QStringLiteral("/"));
    return address;
}

QUrl Invitation::fileAddress(std::uint16_t filePort, const QString& path) const
{
    QUrl address =
        hostAddress(encrypted() ? QStringLiteral("https") : QStringLiteral("http"), host, filePort);
    address.setPath(path);
    return address;
}

bool isInvitation(const QString& text)
{
    const QString line = text.trimmed();
    const QString scheme = InvitationScheme + QStringLiteral("://");
    // "open" and no code: a link that leads to a moment of a recording.
    const bool leadsToMoment = line.startsWith(scheme + QStringLiteral("open?"), Qt::CaseInsensitive) ||
                               line.startsWith(scheme + QStringLiteral("open/?"), Qt::CaseInsensitive);
    return line.startsWith(scheme, Qt::CaseInsensitive) && !leadsToMoment;
}

Result<Invitation> parseInvitation(const QString& text)
{
    const auto wrong = [](const QString& message) {
        return fail(ErrorCode::InvalidArgument, Sentence::of(message));
    };
    const QString line = text.trimmed();
    if (!isInvitation(line))
        return wrong(QStringLiteral("an invitation begins with ghostline://"));
    if (line.size() > LongestLine)
        return wrong(QStringLiteral("the invitation is too long to be one"));
    const QUrl address(line, QUrl::StrictMode);
    if (!address.isValid())
        return wrong(
            QStringLiteral("the invitation is no usable address: host, port or code cannot be read"));
    if (!address.userInfo().isEmpty())
        return wrong(QStringLiteral("the invitation has a name or a password in it, which none has"));
    Invitation invitation;
    invitation.host = address.host();
    if (invitation.host.isEmpty())
        return wrong(QStringLiteral("the invitation names no host"));
    if (!hasUsableZone(invitation.host))
        return wrong(
            QStringLiteral("the invitation is no usable address: host, port or code cannot be read"));
    const int port = address.port(DefaultPort);
    if (port < 1)
        return wrong(QStringLiteral("the port in the invitation is none: it is from 1 to 65535"));
    invitation.port = static_cast<std::uint16_t>(port);
    QString path = address.path().mid(1);
    if (path.endsWith(u'/'))
        path.chop(1);
    if (path.isEmpty())
        return wrong(QStringLiteral("the invitation has no code behind the host"));
    invitation.code = readCode(path);
    if (invitation.code.isEmpty()) {
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("the code in the invitation is none: it has %1 letters and "
                                                "digits, without 0, 1, I and O"),
                                 {QString::number(CodeSigns)}));
    }
    const QUrlQuery query(address);
    if (query.hasQueryItem(FingerprintKey)) {
        // Wrong or empty must not mean "not encrypted".
        invitation.fingerprint = readFingerprint(query.queryItemValue(FingerprintKey, QUrl::FullyDecoded));
        if (!invitation.encrypted()) {
            return wrong(QStringLiteral("the fingerprint in the invitation is none: it has 64 hexadecimal "
                                        "digits"));
        }
    }
    return invitation;
}

QByteArray readFingerprint(const QString& typed)
{
    QByteArray hex = typed.toLatin1().toLower();
    hex.removeIf([](char c) { return c == ':' || c == ' '; });
    return isHexSha256(hex) ? hex : QByteArray();
}

} // namespace ghostline::together
