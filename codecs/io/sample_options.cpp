// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/io/sample_options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string_view>

namespace ghostline::io {

namespace {

bool isFlag(const SampleOption& option) { return std::holds_alternative<bool*>(option.target); }
const SampleRange* rangeOf(const SampleOption& option) { return std::get_if<SampleRange>(&option.limit); }
const SampleChoices* choicesOf(const SampleOption& option)
{
    return std::get_if<SampleChoices>(&option.limit);
}

bool sameWord(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

std::string joined(const SampleChoices& words)
{
    std::string all;
    for (const std::string& word : words)
        all += (all.empty() ? "" : ",") + word;
    return '{' + all + '}';
}

template<typename T>
std::string numberText(T value)
{
    char text[32];
    if constexpr (std::is_same_v<T, double>)
        return {text, std::to_chars(std::begin(text), std::end(text), value, std::chars_format::fixed).ptr};
    else
        return {text, std::to_chars(std::begin(text), std::end(text), value).ptr};
}

/// The name of the type in help and errors.
const char* typeOf(const SampleOption& option)
{
    constexpr const char* Names[] = {"", "INT", "UINT", "FLOAT", "TEXT"};
    return Names[option.target.index()];
}

template<typename T>
std::optional<T> numberOf(std::string_view text)
{
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

bool inRange(const SampleOption& option, double value)
{
    const SampleRange* range = rangeOf(option);
    return !range || (value >= range->low && value <= range->high);
}

/// Sets the option's variable; false: the text does not say such a value.
bool assign(const SampleOption& option, const std::string& text)
{
    return std::visit(
        [&](auto* target) {
            using T = std::remove_pointer_t<decltype(target)>;
            if constexpr (std::is_same_v<T, bool>) {
                *target = true;
            } else if constexpr (std::is_same_v<T, std::string>) {
                *target = text;
            } else {
                const auto value = numberOf<T>(text);
                if (!value)
                    return false;
                *target = *value;
            }
            return true;
        },
        option.target);
}

/// The default as help shows it: nothing where the value stands for "not given" and could not be chosen.
std::string defaultText(const SampleOption& option)
{
    return std::visit(
        [&](const auto* target) -> std::string {
            using T = std::remove_cv_t<std::remove_pointer_t<decltype(target)>>;
            if constexpr (std::is_same_v<T, bool>)
                return {};
            else if constexpr (std::is_same_v<T, std::string>)
                return *target;
            else
                return inRange(option, static_cast<double>(*target)) ? numberText(*target) : std::string();
        },
        option.target);
}

} // namespace

SampleOptions::SampleOptions(std::string purpose, std::vector<SampleOption> options)
    : m_purpose(std::move(purpose)), m_options(std::move(options))
{
}

SampleOptions::Outcome SampleOptions::collect(int argc, const char* const* argv, Given& given) const
{
    given.values.resize(m_options.size());
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--help" || argument == "-h") {
            given.help = true;
            continue;
        }
        const std::size_t sign = argument.find('=');
        const auto option = std::ranges::find(m_options, argument.substr(0, sign), &SampleOption::name);
        if (option == m_options.end() || (isFlag(*option) && sign != std::string::npos)) {
            if (given.unknown.empty())
                given.unknown = argument;
            continue;
        }
        auto& value = given.values[static_cast<std::size_t>(option - m_options.begin())];
        if (value && !isFlag(*option))
            return Failure{SampleOptionsExit::WrongCount,
                           option->name + ": At Most 1 required but received 2"};
        if (isFlag(*option))
            value.emplace();
        else if (sign != std::string::npos)
            value = argument.substr(sign + 1);
        else if (i + 1 < argc && !std::string_view(argv[i + 1]).starts_with("--"))
            value = argv[++i];
        else
            return Failure{SampleOptionsExit::WrongCount,
                           option->name + ": 1 required " + typeOf(*option) + " missing"};
    }
    return {};
}

SampleOptions::Outcome SampleOptions::check(const Given& given) const
{
    for (std::size_t i = 0; i < m_options.size(); ++i) {
        const SampleOption& option = m_options[i];
        if (!given.values[i])
            continue;
        std::string text = *given.values[i];
        if (const SampleChoices* choices = choicesOf(option)) {
            const auto choice =
                std::ranges::find_if(*choices, [&](const auto& word) { return sameWord(word, text); });
            if (choice == choices->end())
                return Failure{SampleOptionsExit::OutOfRange,
                               option.name + ": " + text + " not in " + joined(*choices)};
            text = *choice;
        }
        const auto number = numberOf<double>(text);
        if (const SampleRange* range = rangeOf(option); range && !(number && inRange(option, *number)))
            return Failure{SampleOptionsExit::OutOfRange, option.name + ": Value " + text + " not in range " +
                                                              numberText(range->low) + " to " +
                                                              numberText(range->high)};
        if (!assign(option, text))
            return Failure{SampleOptionsExit::NotConvertible,
                           "Could not convert: " + option.name + " = " + text};
    }
    if (!given.values.front())
        return Failure{SampleOptionsExit::Missing, m_options.front().name + " is required"};
    for (std::size_t i = 0; i < m_options.size(); ++i) {
        const auto other = std::ranges::find(m_options, m_options[i].needs, &SampleOption::name);
        if (given.values[i] && other != m_options.end() &&
            !given.values[static_cast<std::size_t>(other - m_options.begin())])
            return Failure{SampleOptionsExit::NeedsOther, m_options[i].name + " requires " + other->name};
    }
    if (!given.unknown.empty())
        return Failure{SampleOptionsExit::Unknown,
                       "The following argument was not expected: " + given.unknown};
    return {};
}

std::optional<int> SampleOptions::parse(int argc, const char* const* argv) const
{
    Given given;
    Outcome failure = collect(argc, argv, given);
    if (!failure && given.help) {
        std::fputs(help(argv[0]).c_str(), stdout);
        return 0;
    }
    if (!failure)
        failure = check(given);
    if (!failure)
        return std::nullopt;
    std::fprintf(stderr, "%s\nRun with --help for more information.\n", failure->message.c_str());
    return static_cast<int>(failure->code);
}

std::string SampleOptions::help(const std::string& program) const
{
    constexpr std::size_t Column = 30;
    std::string text = m_purpose + "\nUsage: " + program + " [OPTIONS]\n\nOptions:\n";
    const auto line = [&](std::string start, const std::string& meaning) {
        if (start.size() >= Column)
            start += '\n' + std::string(Column, ' ');
        else
            start.resize(Column, ' ');
        text += start + meaning + '\n';
    };
    line("  -h,--help", "Print this help message and exit");
    for (const SampleOption& option : m_options) {
        std::string start = "  " + option.name;
        if (const SampleChoices* choices = choicesOf(option))
            start += ' ' + joined(*choices);
        else if (!isFlag(option))
            start += std::string(" ") + typeOf(option);
        if (const SampleRange* range = rangeOf(option))
            start += " in [" + numberText(range->low) + " - " + numberText(range->high) + ']';
        if (&option == &m_options.front())
            start += " REQUIRED";
        else if (const std::string usual = defaultText(option); !usual.empty())
            start += '=' + usual;
        if (!option.needs.empty())
            start += " Needs: " + option.needs;
        line(start, option.help);
    }
    return text + '\n';
}

} // namespace ghostline::io
