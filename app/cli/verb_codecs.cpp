// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_codecs.h"

#include "app/cli/text_table.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

QString scopeId(model::OptionScope scope)
{
    switch (scope) {
    case model::OptionScope::Open:
        return u"open"_s;
    case model::OptionScope::Write:
        return u"write"_s;
    case model::OptionScope::Report:
        return u"report"_s;
    }
    return {};
}

QString typeId(model::OptionType type)
{
    switch (type) {
    case model::OptionType::Text:
        return u"text"_s;
    case model::OptionType::Integer:
        return u"integer"_s;
    case model::OptionType::Real:
        return u"real"_s;
    case model::OptionType::Boolean:
        return u"boolean"_s;
    case model::OptionType::Choice:
        return u"choice"_s;
    }
    return {};
}

void writeTexts(JsonWriter& json, const char* key, const QStringList& texts)
{
    json.key(key);
    json.beginArray(JsonLayout::Inline);
    for (const QString& text : texts)
        json.value(text);
    json.endArray();
}

void writeCodec(JsonWriter& json, const model::CodecInfo& codec)
{
    json.beginObject();
    json.member("id", codec.id);
    json.member("name", codec.name);
    writeTexts(json, "patterns", codec.patterns);
    json.member("mime_type", codec.mimeType);
    json.member("can_read", codec.canRead);
    json.member("can_write", codec.canWrite);
    json.key("options");
    json.beginArray();
    for (const model::OptionInfo& option : codec.options) {
        json.beginObject(JsonLayout::Inline);
        json.member("name", option.name);
        json.member("scope", scopeId(option.scope));
        json.member("type", typeId(option.type));
        json.member("default", QJsonValue::fromVariant(option.defaultValue));
        writeTexts(json, "choices", option.choices);
        json.member("description", option.description);
        json.endObject();
    }
    json.endArray();
    json.key("reports");
    json.beginArray();
    for (const model::ReportInfo& report : codec.reports) {
        json.beginObject(JsonLayout::Inline);
        json.member("name", report.name);
        json.member("usage", report.usage);
        json.member("description", report.description);
        json.endObject();
    }
    json.endArray();
    json.member("library", codec.library);
    json.endObject();
}

void printJson(const Session& session)
{
    JsonWriter json(session.console.out);
    json.beginObject();
    json.key("codecs");
    json.beginArray();
    for (const model::CodecInfo& codec : session.registry.codecs())
        writeCodec(json, codec);
    json.endArray();
    json.key("failures");
    json.beginArray();
    for (const model::CodecFailure& failure : session.registry.failures()) {
        json.beginObject(JsonLayout::Inline);
        json.member("library", failure.library);
        json.member("reason", failure.reason);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.finish();
}

QString valueText(const model::OptionInfo& option)
{
    const QString value =
        option.type == model::OptionType::Choice ? option.choices.join(u'|') : typeId(option.type);
    return option.name + u'=' + value;
}

void printCodec(const Session& session, const model::CodecInfo& codec)
{
    QStringList can;
    if (codec.canRead)
        can += u"read"_s;
    if (codec.canWrite)
        can += u"write"_s;
    session.print(
        u"%1  %2 (%3)  %4\n"_s.arg(codec.id, codec.name, codec.patterns.join(u' '), can.join(u", "_s)));
    TextTable options({{}, {}, {}, {}}, 4);
    for (const model::OptionInfo& option : codec.options) {
        const QString standard = option.defaultValue.toString();
        options.addRow({valueText(option), scopeId(option.scope),
                        standard.isEmpty() ? QString() : u"default "_s + standard, option.description});
    }
    if (!options.empty())
        session.print("  options\n" + options.text());
    TextTable reports({{}, {}}, 4);
    for (const model::ReportInfo& report : codec.reports)
        reports.addRow({(report.name + u' ' + report.usage).trimmed(), report.description});
    if (!reports.empty())
        session.print("  reports\n" + reports.text());
}

} // namespace

int runCodecs(const Session& session, const CodecsArguments& arguments)
{
    // A library with good metadata may still not load; only trying shows it.
    for (const model::CodecInfo& codec : session.registry.codecs())
        static_cast<void>(session.registry.load(codec.id));
    if (arguments.json) {
        printJson(session);
        return ExitFine;
    }
    for (const model::CodecInfo& codec : session.registry.codecs())
        printCodec(session, codec);
    if (session.registry.codecs().empty())
        session.print("no codecs found\n");
    for (const model::CodecFailure& failure : session.registry.failures())
        session.print(u"failed  %1: %2\n"_s.arg(shownText(failure.library), shownText(failure.reason)));
    return ExitFine;
}

} // namespace ghostline::app
