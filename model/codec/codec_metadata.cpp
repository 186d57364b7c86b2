// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/codec/codec_metadata.h"

#include <QJsonArray>

#include <algorithm>
#include <optional>

namespace ghostline::model {

namespace {

tl::unexpected<Error> bad(const QString& message) { return fail(ErrorCode::PluginFailed, message); }

QString textOf(const QJsonObject& object, const char* key)
{
    return object.value(QLatin1String(key)).toString();
}

Result<std::vector<Magic>> parseMagic(const QJsonArray& array)
{
    std::vector<Magic> magic;
    for (const QJsonValue value : array) {
        const QByteArray hex = textOf(value.toObject(), "hex").toLatin1();
        const double offset = value.toObject().value(QLatin1String("offset")).toDouble(0.0);
        const QByteArray bytes = QByteArray::fromHex(hex);
        // fromHex() skips what is no hex digit; a pair that was skipped shows in the length.
        if (bytes.isEmpty() || bytes.size() * 2 != hex.size() || offset < 0.0 || offset >= double{ProbeBytes})
            return bad(
                QStringLiteral("its metadata has a \"magic\" entry without usable \"offset\" and \"hex\""));
        magic.push_back({static_cast<std::uint64_t>(offset), bytes});
    }
    return magic;
}

template<typename T>
struct Word
{
    const char* word;
    T value;
};

template<typename T, std::size_t N>
std::optional<T> lookUp(const Word<T> (&words)[N], const QString& text)
{
    for (const Word<T>& entry : words) {
        if (text == QLatin1String(entry.word))
            return entry.value;
    }
    return std::nullopt;
}

constexpr Word<OptionScope> Scopes[] = {
    {"open", OptionScope::Open}, {"write", OptionScope::Write}, {"report", OptionScope::Report}};
constexpr Word<OptionType> Types[] = {{"text", OptionType::Text},
                                      {"integer", OptionType::Integer},
                                      {"real", OptionType::Real},
                                      {"boolean", OptionType::Boolean},
                                      {"choice", OptionType::Choice}};

Result<OptionInfo> parseOption(const QJsonObject& object)
{
    OptionInfo option;
    option.name = textOf(object, "name");
    const auto scope = lookUp(Scopes, textOf(object, "scope"));
    const auto type = lookUp(Types, textOf(object, "type"));
    if (option.name.isEmpty() || !scope || !type)
        return bad(QStringLiteral("its metadata has an option (\"%1\") without name, scope or type")
                       .arg(option.name));
    option.scope = *scope;
    option.type = *type;
    option.defaultValue = object.value(QLatin1String("default")).toVariant();
    for (const QJsonValue choice : object.value(QLatin1String("choices")).toArray())
        option.choices << choice.toString();
    option.description = textOf(object, "description");
    if (option.type == OptionType::Choice && option.choices.isEmpty())
        return bad(QStringLiteral("its metadata gives no choices for the option \"%1\"").arg(option.name));
    return option;
}

bool fits(const OptionInfo& option, const QString& value)
{
    bool ok = true;
    switch (option.type) {
    case OptionType::Text:
        return true;
    case OptionType::Integer:
        (void)value.toLongLong(&ok);
        return ok;
    case OptionType::Real:
        (void)value.toDouble(&ok);
        return ok;
    case OptionType::Boolean:
        return QStringList{QStringLiteral("true"), QStringLiteral("false"), QStringLiteral("on"),
                           QStringLiteral("off"),  QStringLiteral("yes"),   QStringLiteral("no"),
                           QStringLiteral("1"),    QStringLiteral("0")}
            .contains(value.toLower());
    case OptionType::Choice:
        return option.choices.contains(value);
    }
    return false;
}

QString expectation(const OptionInfo& option)
{
    switch (option.type) {
    case OptionType::Text:
        return QStringLiteral("a text");
    case OptionType::Integer:
        return QStringLiteral("a whole number");
    case OptionType::Real:
        return QStringLiteral("a number");
    case OptionType::Boolean:
        return QStringLiteral("on or off");
    case OptionType::Choice:
        return QStringLiteral("one of ") + option.choices.join(QStringLiteral(", "));
    }
    return {};
}

} // namespace

Result<CodecInfo> parseCodecMetadata(const QJsonObject& metadata)
{
    CodecInfo info;
    info.id = textOf(metadata, "id");
    if (info.id.isEmpty())
        return bad(QStringLiteral("its metadata has no \"id\""));
    info.name = textOf(metadata, "name");
    if (info.name.isEmpty())
        info.name = info.id;
    for (const QJsonValue pattern : metadata.value(QLatin1String("patterns")).toArray())
        info.patterns << pattern.toString();
    for (const QJsonValue pattern : metadata.value(QLatin1String("scenePatterns")).toArray())
        info.scenePatterns << pattern.toString();
    for (const QJsonValue pattern : metadata.value(QLatin1String("folderEntries")).toArray())
        info.folderEntries << pattern.toString();
    info.mimeType = textOf(metadata, "mimeType");
    Result<std::vector<Magic>> magic = parseMagic(metadata.value(QLatin1String("magic")).toArray());
    if (!magic)
        return tl::unexpected<Error>(magic.error());
    info.magic = std::move(*magic);
    info.canRead = metadata.value(QLatin1String("read")).toBool();
    info.canWrite = metadata.value(QLatin1String("write")).toBool();
    info.writesParts = metadata.value(QLatin1String("writesParts")).toBool(true);
    info.writesOthers = metadata.value(QLatin1String("writesOthers")).toBool();
    for (const QJsonValue value : metadata.value(QLatin1String("options")).toArray()) {
        Result<OptionInfo> option = parseOption(value.toObject());
        if (!option)
            return tl::unexpected<Error>(option.error());
        info.options.push_back(std::move(*option));
    }
    for (const QJsonValue value : metadata.value(QLatin1String("reports")).toArray()) {
        const QJsonObject report = value.toObject();
        if (textOf(report, "name").isEmpty())
            return bad(QStringLiteral("its metadata has a report without \"name\""));
        info.reports.push_back(
            {textOf(report, "name"), textOf(report, "usage"), textOf(report, "description")});
    }
    return info;
}

Result<void> validateOptions(const CodecInfo& codec, const Options& options,
                             std::span<const OptionScope> scopes)
{
    const auto inScope = [scopes](const OptionInfo& o) {
        return std::find(scopes.begin(), scopes.end(), o.scope) != scopes.end();
    };
    for (auto it = options.cbegin(); it != options.cend(); ++it) {
        const auto known = std::find_if(codec.options.begin(), codec.options.end(), [&](const OptionInfo& o) {
            return o.name == it.key() && inScope(o);
        });
        if (known == codec.options.end()) {
            QStringList names;
            for (const OptionInfo& o : codec.options) {
                if (inScope(o))
                    names << o.name;
            }
            const QString offered = names.isEmpty()
                                        ? QStringLiteral("it has none")
                                        : QStringLiteral("it has ") + names.join(QStringLiteral(", "));
            return fail(ErrorCode::InvalidArgument,
                        QStringLiteral("%1 has no option \"%2\"; %3").arg(codec.name, it.key(), offered));
        }
        if (!fits(*known, it.value()))
            return fail(ErrorCode::InvalidArgument, QStringLiteral("option \"%1\" wants %2, not \"%3\"")
                                                        .arg(it.key(), expectation(*known), it.value()));
    }
    return {};
}

} // namespace ghostline::model
