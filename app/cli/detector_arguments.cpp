// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/detector_arguments.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

Result<std::size_t> detectorOf(const QString& id)
{
    const int found = model::detectorNamed(id);
    if (found >= 0)
        return static_cast<std::size_t>(found);
    QStringList known;
    for (const model::DetectorInfo& info : model::detectors())
        known << QString::fromLatin1(info.id);
    return fail(ErrorCode::InvalidArgument,
                u"there is no detector \"%1\"; there are %2"_s.arg(id, known.join(u", ")));
}

Result<double> numberOf(const QString& text, const QString& whole, const model::DetectorParameter& parameter)
{
    bool ok = false;
    const double value = text.toDouble(&ok);
    if (ok && value >= parameter.least && value <= parameter.most)
        return value;
    return fail(
        ErrorCode::InvalidArgument,
        u"\"%1\": a number from %2 to %3 is needed"_s.arg(whole).arg(parameter.least).arg(parameter.most));
}

Result<void> set(model::DetectOptions& options, const QString& text)
{
    const QString name = text.section(u'=', 0, 0);
    const auto detector = detectorOf(name.section(u'.', 0, 0));
    if (!detector)
        return tl::unexpected(detector.error());
    const model::DetectorInfo& info = model::detectors()[*detector];
    model::DetectorChoice& choice = options.choices[*detector];
    const QString id = name.section(u'.', 1);
    const auto which =
        std::ranges::find_if(info.parameters, [&id](const model::DetectorParameter& parameter) {
            return id == QLatin1StringView(parameter.id);
        });
    if (!id.isEmpty() && which == info.parameters.end())
        return fail(ErrorCode::InvalidArgument,
                    u"the detector \"%1\" has no parameter \"%2\""_s.arg(QString::fromLatin1(info.id), id));
    const auto value = numberOf(text.section(u'=', 1), text, id.isEmpty() ? info.threshold : *which);
    if (!value)
        return tl::unexpected(value.error());
    if (id.isEmpty())
        choice.threshold = *value;
    else
        choice.parameters[static_cast<std::size_t>(which - info.parameters.begin())] = *value;
    return {};
}

} // namespace

Result<model::DetectOptions> detectOptions(const DetectorArguments& arguments)
{
    model::DetectOptions options = model::standardDetectOptions();
    for (model::DetectorChoice& choice : options.choices)
        choice.on = (choice.on || arguments.experimental) && arguments.only.isEmpty();
    for (const QString& id : arguments.only) {
        const auto detector = detectorOf(id);
        if (!detector)
            return tl::unexpected(detector.error());
        options.choices[*detector].on = true;
    }
    for (const QString& value : arguments.values) {
        if (const auto done = set(options, value); !done)
            return tl::unexpected(done.error());
    }
    return options;
}

} // namespace ghostline::app
