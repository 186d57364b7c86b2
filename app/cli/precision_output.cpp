// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/precision_output.h"

#include "app/cli/text_table.h"

#include <array>
#include <limits>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::CheckPrecision;

namespace {

struct PrecisionFigure
{
    const char* key;
    QString title;
    int (*value)(const CheckPrecision&);
};

const std::array PrecisionFigures{
    PrecisionFigure{"flags", u"Flags"_s, [](const CheckPrecision& c) { return c.flags; }},
    PrecisionFigure{"judged", u"Judged"_s, [](const CheckPrecision& c) { return c.judged(); }},
    PrecisionFigure{"confirmed", u"Confirmed"_s, [](const CheckPrecision& c) { return c.confirmed; }},
    PrecisionFigure{"rejected", u"Rejected"_s, [](const CheckPrecision& c) { return c.rejected; }},
    PrecisionFigure{"unsure", u"Unsure"_s, [](const CheckPrecision& c) { return c.unsure; }},
    PrecisionFigure{"needs_more", u"Needs more"_s, [](const CheckPrecision& c) { return c.needsMore; }},
    PrecisionFigure{"disputed", u"Disputed"_s, [](const CheckPrecision& c) { return c.disputed; }},
    PrecisionFigure{"other_word", u"Other word"_s, [](const CheckPrecision& c) { return c.otherWord; }},
    PrecisionFigure{"open", u"Open"_s, [](const CheckPrecision& c) { return c.open; }}};

QString percentText(double share) { return QString::number(100.0 * share, 'f', 1); }

struct PrecisionShares
{
    double share = std::numeric_limits<double>::quiet_NaN();
    double least = std::numeric_limits<double>::quiet_NaN();
    double most = std::numeric_limits<double>::quiet_NaN();
};

PrecisionShares sharesOf(const CheckPrecision& check)
{
    const auto precision = check.precision();
    return precision ? PrecisionShares{precision->share, precision->least, precision->most}
                     : PrecisionShares{};
}

} // namespace

QByteArray precisionText(const PrecisionReport& report)
{
    std::vector<TextTable::Column> columns{{u"Check"_s}, {u"Source"_s}};
    for (const PrecisionFigure& figure : PrecisionFigures)
        columns.push_back({figure.title, TextTable::Align::Right});
    columns.push_back({u"Precision %"_s, TextTable::Align::Right});
    columns.push_back({u"95 % interval"_s, TextTable::Align::Right});
    TextTable table(std::move(columns));
    for (const CheckPrecision& check : report.checks) {
        QStringList cells{check.check, check.source};
        for (const PrecisionFigure& figure : PrecisionFigures)
            cells << QString::number(figure.value(check));
        if (const auto precision = check.precision())
            cells << percentText(precision->share)
                  << u"%1 to %2"_s.arg(percentText(precision->least), percentText(precision->most));
        else
            cells << u"-"_s << u"-"_s;
        table.addRow(cells);
    }
    const QString whose =
        report.reviewer.isEmpty() ? QString() : u", verdicts of %1 only"_s.arg(shownText(report.reviewer));
    const QByteArray head =
        u"%1, flags from severity %2 on%3\n"_s.arg(countText(report.recordings, u"recording"_s))
            .arg(report.fromSeverity)
            .arg(whose)
            .toUtf8();
    return head + (table.empty() ? QByteArray("no flags\n") : table.text());
}

QByteArray precisionCsv(const PrecisionReport& report)
{
    QByteArray text = "check,source";
    for (const PrecisionFigure& figure : PrecisionFigures)
        text += QByteArray(",") + figure.key;
    text += ",precision,precision_least,precision_most\n";
    for (const CheckPrecision& check : report.checks) {
        text += csvField(check.check) + ',' + csvField(check.source);
        for (const PrecisionFigure& figure : PrecisionFigures)
            text += ',' + QByteArray::number(figure.value(check));
        const PrecisionShares shares = sharesOf(check);
        for (const double share : {shares.share, shares.least, shares.most})
            text += ',' + csvNumber(share); // empty where there is none
        text += '\n';
    }
    return text;
}

void writePrecision(JsonWriter& json, const PrecisionReport& report)
{
    json.beginObject();
    json.member("recordings", report.recordings);
    json.member("severity", report.fromSeverity);
    json.textOrNull("reviewer", report.reviewer);
    json.key("checks");
    json.beginArray();
    for (const CheckPrecision& check : report.checks) {
        json.beginObject();
        json.member("check", check.check);
        json.textOrNull("source", check.source);
        for (const PrecisionFigure& figure : PrecisionFigures)
            json.member(figure.key, figure.value(check));
        const PrecisionShares shares = sharesOf(check);
        json.member("precision", shares.share);
        json.member("precision_least", shares.least);
        json.member("precision_most", shares.most);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.finish();
}

} // namespace ghostline::app
