// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/case/verify_case.h"

#include "model/case/case_file.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include <algorithm>

namespace ghostline::model {

namespace {

using namespace Qt::StringLiterals;

/// As it stands in JSON.
QString shown(const QJsonValue& value)
{
    if (value.isUndefined())
        return {};
    QString text = QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
    text = text.sliced(1, text.size() - 2);
    constexpr qsizetype MostLetters = 120;
    return text.size() > MostLetters ? text.first(MostLetters) + u'…' : text;
}

class Comparison
{
public:
    Comparison(CaseVerification& out, qint64 firstFrame) : m_out(out), m_firstFrame(firstFrame) {}

    void compare(const QString& where, const QJsonValue& theirs, const QJsonValue& ours)
    {
        if (theirs.isObject() && ours.isObject())
            compareObjects(where, theirs.toObject(), ours.toObject());
        else if (theirs.isArray() && ours.isArray())
            compareArrays(where, theirs.toArray(), ours.toArray());
        else
            compareValues(where, theirs, ours);
    }

private:
    void compareValues(const QString& where, const QJsonValue& theirs, const QJsonValue& ours)
    {
        ++m_out.compared;
        if (theirs == ours)
            return;
        if (m_out.differences.size() < MostCaseDifferences)
            m_out.differences.push_back({where, shown(theirs), shown(ours)});
        else
            ++m_out.leftOut;
    }

    void compareObjects(const QString& where, const QJsonObject& theirs, const QJsonObject& ours)
    {
        QStringList keys = ours.keys();
        for (const QString& key : theirs.keys()) {
            if (!ours.contains(key))
                keys << key;
        }
        for (const QString& key : keys) {
            const QString at = key == "values"_L1 ? where : where.isEmpty() ? key : where + u'/' + key;
            if (at == "columns"_L1 && haveNames(theirs[key].toArray()) && haveNames(ours[key].toArray()))
                compareColumns(theirs[key].toArray(), ours[key].toArray());
            else
                compare(at, theirs.value(key), ours.value(key));
        }
    }

    /// Each its own, so that one can be told by it.
    static bool haveNames(const QJsonArray& columns)
    {
        QSet<QString> names;
        for (const QJsonValue column : columns)
            names.insert(column[u"id"_s].toString());
        return names.size() == columns.size() && !names.contains(QString());
    }

    static QJsonValue named(const QJsonArray& columns, const QString& id)
    {
        const auto found =
            std::ranges::find_if(columns, [&id](const QJsonValue& column) { return column[u"id"_s] == id; });
        return found != columns.end() ? QJsonValue(*found) : QJsonValue(QJsonValue::Undefined);
    }

    /// Where something is lost a column may be gone; those behind it are the same still.
    void compareColumns(const QJsonArray& theirs, const QJsonArray& ours)
    {
        QStringList ids;
        for (const QJsonArray* columns : {&theirs, &ours}) {
            for (const QJsonValue column : *columns)
                ids << column[u"id"_s].toString();
        }
        ids.removeDuplicates();
        const auto told = [](const QJsonValue& column) {
            return column.isObject() ? QJsonValue(u"a column"_s) : QJsonValue(QJsonValue::Undefined);
        };
        for (const QString& id : ids) {
            const QJsonValue a = named(theirs, id);
            const QJsonValue b = named(ours, id);
            if (a.isObject() && b.isObject())
                compare(u"column %1"_s.arg(id), a, b);
            else
                compareValues(u"column %1"_s.arg(id), told(a), told(b));
        }
    }

    void compareArrays(const QString& where, const QJsonArray& theirs, const QJsonArray& ours)
    {
        const qsizetype most = std::max(theirs.size(), ours.size());
        for (qsizetype i = 0; i < most; ++i)
            compare(entryName(where, ours.at(i), i), theirs.at(i), ours.at(i));
    }

    /// A column by its name, a value by its frame.
    QString entryName(const QString& where, const QJsonValue& entry, qsizetype i) const
    {
        const QString id = entry[u"id"_s].toString();
        if (where == "columns"_L1)
            return id.isEmpty() ? u"column %1"_s.arg(i) : u"column %1"_s.arg(id);
        if (where.startsWith("column "_L1) || where == "times_s"_L1 || where == "provenance"_L1)
            return u"%1, frame %2"_s.arg(where).arg(m_firstFrame + i);
        return id.isEmpty() ? u"%1/%2"_s.arg(where).arg(i) : u"%1/%2"_s.arg(where, id);
    }

    CaseVerification& m_out;
    qint64 m_firstFrame;
};

} // namespace

Result<CaseVerification> verifyCase(const ReadCase& read, const ReplaySource& source, const QString& path,
                                    const QStringList& options, std::stop_token stop)
{
    const QJsonObject theirs = read.made[u"figures"_s].toObject();
    const Result<CaseChoices> choices = caseChoices(theirs);
    if (!choices)
        return tl::unexpected<Error>(choices.error());
    CaseRequest request;
    request.path = path;
    request.choices = *choices;
    request.choices.options = options;
    const Result<QJsonObject> again = caseOf(source, request, std::move(stop));
    if (!again)
        return tl::unexpected<Error>(again.error());
    const QJsonObject ours = again->value(u"figures"_s).toObject();
    CaseVerification out;
    out.contentDiffers = theirs[u"recording"_s][u"sha256"_s] != ours[u"recording"_s][u"sha256"_s];
    out.page = read.page;
    out.pageDiffers = read.page && !read.isWhatItsFiguresMake;
    Comparison(out, ours[u"first_frame"_s].toInteger()).compare({}, theirs, ours);
    return out;
}

} // namespace ghostline::model
