// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/reason_book.h"

#include "app/gui/settings/settings.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

struct Reasons
{
    Q_DECLARE_TR_FUNCTIONS(Reasons)
};

constexpr std::array<const char*, 6> Shipped{QT_TRANSLATE_NOOP("Reasons", "lag"),
                                             QT_TRANSLATE_NOOP("Reasons", "vehicle or gliding"),
                                             QT_TRANSLATE_NOOP("Reasons", "server hitch"),
                                             QT_TRANSLATE_NOOP("Reasons", "feature of the map"),
                                             QT_TRANSLATE_NOOP("Reasons", "clear cheat"),
                                             QT_TRANSLATE_NOOP("Reasons", "known false alarm of this check")};

constexpr int ReasonFileVersion = 1;
constexpr qsizetype MostReasonBytes = qsizetype{1} << 20;
const QString VersionKey = u"ghostline_reasons"_s;
const QString CommonKey = u"common"_s;
const QString ChecksKey = u"checks"_s;
const QString StoreKey = u"review/reasons"_s;

tl::unexpected<model::Error> notReasons()
{
    return model::fail(model::ErrorCode::Damaged,
                       model::Sentence::of(u"this is no file of reasons that this version can read"_s));
}

model::Result<QStringList> readList(const QJsonValue& value)
{
    if (!value.isArray())
        return notReasons();
    QStringList reasons;
    for (const QJsonValue each : value.toArray()) {
        const QString reason = normalReason(each.toString());
        if (!reason.isEmpty() && !reasons.contains(reason))
            reasons << reason;
    }
    if (reasons.size() > ReasonBook::MostReasons)
        return model::fail(
            model::ErrorCode::Damaged,
            model::Sentence::of(u"a check has %1 reasons, more than %2 are not read"_s,
                                {QString::number(reasons.size()), QString::number(ReasonBook::MostReasons)}));
    return reasons;
}

} // namespace

const QStringList& ReasonBook::of(const QString& check) const
{
    const auto own = ofChecks.constFind(check);
    return own != ofChecks.cend() ? *own : common;
}

ReasonBook shippedReasons()
{
    ReasonBook book;
    for (const char* reason : Shipped)
        book.common << QString::fromLatin1(reason);
    return book;
}

QString normalReason(const QString& reason) { return reason.simplified().left(ReasonBook::LongestReason); }

QString shownReason(const QString& reason)
{
    const bool shipped = std::ranges::any_of(
        Shipped, [&reason](const char* each) { return reason == QLatin1StringView(each); });
    return shipped ? QCoreApplication::translate("Reasons", reason.toLatin1().constData()) : reason;
}

QByteArray reasonsJson(const ReasonBook& book)
{
    QJsonObject checks;
    for (auto each = book.ofChecks.cbegin(); each != book.ofChecks.cend(); ++each)
        checks[each.key()] = QJsonArray::fromStringList(each.value());
    return QJsonDocument(QJsonObject{{VersionKey, ReasonFileVersion},
                                     {CommonKey, QJsonArray::fromStringList(book.common)},
                                     {ChecksKey, checks}})
        .toJson();
}

model::Result<ReasonBook> readReasons(const QByteArray& json)
{
    const QJsonObject file =
        json.size() > MostReasonBytes ? QJsonObject() : QJsonDocument::fromJson(json).object();
    if (file[VersionKey].toInt() != ReasonFileVersion)
        return notReasons();
    ReasonBook book;
    auto common = readList(file[CommonKey]);
    if (!common)
        return tl::unexpected<model::Error>(common.error());
    book.common = std::move(*common);
    const QJsonObject checks = file[ChecksKey].toObject();
    if (checks.size() > ReasonBook::MostChecks)
        return model::fail(
            model::ErrorCode::Damaged,
            model::Sentence::of(u"there are reasons of %1 checks, more than %2 are not read"_s,
                                {QString::number(checks.size()), QString::number(ReasonBook::MostChecks)}));
    for (auto each = checks.begin(); each != checks.end(); ++each) {
        auto reasons = readList(each.value());
        if (!reasons)
            return tl::unexpected<model::Error>(reasons.error());
        book.ofChecks.insert(each.key(), *reasons);
    }
    return book;
}

ReasonBook loadReasons()
{
    const QByteArray stored = openStore()->value(StoreKey).toString().toUtf8();
    return readReasons(stored).value_or(shippedReasons());
}

void saveReasons(const ReasonBook& book)
{
    openStore()->setValue(StoreKey,
                          book == shippedReasons() ? QString() : QString::fromUtf8(reasonsJson(book)));
}

} // namespace ghostline::app
