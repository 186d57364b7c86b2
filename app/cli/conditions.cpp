// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/conditions.h"

#include "app/cli/text_table.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

Relation relationNamed(const QString& sign)
{
    if (sign == "<"_L1)
        return Relation::Less;
    if (sign == "<="_L1)
        return Relation::AtMost;
    if (sign == ">"_L1)
        return Relation::More;
    if (sign == ">="_L1)
        return Relation::AtLeast;
    return sign == "!="_L1 ? Relation::Unequal : Relation::Equal;
}

const Figure* figureNamed(const QString& name, std::span<const Figure> figures)
{
    const auto found = std::ranges::find(figures, name, &Figure::name);
    return found != figures.end() ? &*found : nullptr;
}

Result<Condition> parseCondition(const QString& text, std::span<const Figure> known)
{
    static const QRegularExpression pattern(
        u"^\\s*([A-Za-z_]\\w*)\\s*(<=|>=|==|!=|<|>|=)\\s*([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)\\s*$"_s);
    const QRegularExpressionMatch match = pattern.match(text);
    bool isNumber = false;
    const double limit = match.captured(3).toDouble(&isNumber);
    if (!match.hasMatch() || !isNumber)
        return fail(
            ErrorCode::InvalidArgument,
            u"\"%1\" is no condition; one is a figure, a comparison and a number: found>0"_s.arg(text));
    if (figureNamed(match.captured(1), known) == nullptr) {
        QStringList names;
        for (const Figure& figure : known)
            names << figure.name;
        return fail(ErrorCode::InvalidArgument,
                    u"there is no figure \"%1\"; there are %2"_s.arg(match.captured(1), names.join(u", "_s)));
    }
    return Condition{text.trimmed(), match.captured(1), relationNamed(match.captured(2)), limit};
}

} // namespace

Result<std::vector<Condition>> parseConditions(const QStringList& texts, std::span<const Figure> known)
{
    std::vector<Condition> conditions;
    for (const QString& text : texts) {
        auto condition = parseCondition(text, known);
        if (!condition)
            return tl::unexpected(condition.error());
        conditions.push_back(std::move(*condition));
    }
    return conditions;
}

bool holds(const Condition& condition, std::span<const Figure> figures)
{
    const Figure* figure = figureNamed(condition.figure, figures);
    if (figure == nullptr || std::isnan(figure->value))
        return false;
    switch (condition.relation) {
    case Relation::Less:
        return figure->value < condition.limit;
    case Relation::AtMost:
        return figure->value <= condition.limit;
    case Relation::More:
        return figure->value > condition.limit;
    case Relation::AtLeast:
        return figure->value >= condition.limit;
    case Relation::Equal:
        return figure->value == condition.limit;
    case Relation::Unequal:
        return figure->value != condition.limit;
    }
    return false;
}

QString reasonText(const Condition& condition, std::span<const Figure> figures)
{
    const Figure* figure = figureNamed(condition.figure, figures);
    if (figure == nullptr || std::isnan(figure->value))
        return u"there is no %1"_s.arg(condition.figure);
    const QString value = QString::fromLatin1(csvNumber(figure->value));
    const QString text = u"%1 is %2"_s.arg(condition.figure, value);
    return figure->unit.isEmpty() ? text : text + u' ' + figure->unit;
}

} // namespace ghostline::app
