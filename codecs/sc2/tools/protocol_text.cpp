// SPDX-License-Identifier: GPL-3.0-or-later
// Refuses whatever it does not understand: a wrong table would be a decoder that reads nonsense.
#include "codecs/sc2/tools/protocol_text.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>

namespace ghostline::sc2 {

namespace {

constexpr std::array<const char*, 3> EventSections{"game", "message", "tracker"};
constexpr std::array<const char*, 3> RootSections{"header", "details", "initData"};

std::uint64_t numberOf(const std::string& text)
{
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) {
        refuse("not a number: '" + text + "'");
    }
    return std::stoull(text);
}

bool startsWithThenDigit(const std::string& text, const std::string& prefix)
{
    return text.size() > prefix.size() && text.starts_with(prefix) && text[prefix.size()] >= '0' &&
           text[prefix.size()] <= '9';
}

Type plain(TypeKind kind, std::uint64_t bits = 0, std::int64_t base = 0, std::uint32_t first = 0)
{
    Type type;
    type.kind = kind;
    type.bits = static_cast<std::uint8_t>(bits);
    type.base = base;
    type.first = first;
    return type;
}

Type integer(const std::string& text)
{
    const auto plus = text.find('+');
    const auto bits = numberOf(text.substr(1, plus == std::string::npos ? plus : plus - 1));
    if (bits < 1 || bits > 64) {
        refuse("not a width: " + text);
    }
    std::int64_t base = 0;
    if (text[0] == 'i') {
        base = INT64_MIN >> (64 - bits);
    } else if (plus != std::string::npos) {
        base = static_cast<std::int64_t>(numberOf(text.substr(plus + 1)));
    }
    return plain(TypeKind::Integer, bits, base);
}

} // namespace

void refuse(const std::string& what)
{
    std::cerr << "compile_protocol: " << what << '\n';
    std::exit(1);
}

void Tables::take(const Words& words)
{
    if (words.size() > 2 && words[1] == "=") {
        define(words);
    } else if (words[0] == "table") {
        startTable(words);
    } else if (!m_tables.empty()) {
        changeTable(words);
    } else {
        refuse("before the first table: '" + words[0] + "'");
    }
}

TypeId Tables::add(const Type& type)
{
    const auto same = [&type](const Type& other) {
        return other.kind == type.kind && other.bits == type.bits && other.count == type.count &&
               other.first == type.first && other.base == type.base;
    };
    const auto found = std::ranges::find_if(types, same);
    if (found != types.end() && type.kind != TypeKind::Struct && type.kind != TypeKind::Choice) {
        return static_cast<TypeId>(found - types.begin());
    }
    types.push_back(type);
    types.back().minBits = minBits(type);
    return static_cast<TypeId>(types.size() - 1);
}

std::uint32_t Tables::minBits(const Type& type) const
{
    const auto base = static_cast<std::uint32_t>(type.base);
    std::uint32_t sum = 0;
    std::uint32_t least = UINT32_MAX;
    switch (type.kind) {
    case TypeKind::Null:
        return 0;
    case TypeKind::Integer:
    case TypeKind::FourCc:
        return type.bits;
    case TypeKind::Boolean:
    case TypeKind::Optional:
        return 1;
    case TypeKind::Array:
        return type.bits + base * types[type.first].minBits;
    case TypeKind::BitArray:
        return type.bits + base;
    case TypeKind::Blob:
        return type.bits + base * 8;
    case TypeKind::Choice:
    case TypeKind::Struct:
        for (std::uint32_t i = type.first; i < type.first + type.count; ++i) {
            sum += types[fields[i].type].minBits;
            least = std::min(least, types[fields[i].type].minBits);
        }
        return type.kind == TypeKind::Struct ? sum : type.bits + least;
    }
    return 0;
}

TypeId Tables::array(const std::string& text)
{
    const auto close = text.find(']');
    if (close == std::string::npos) {
        refuse("not an array: " + text);
    }
    const std::string length = text.substr(1, close - 1);
    const auto plus = length.find('+');
    const auto base = plus == std::string::npos ? 0 : numberOf(length.substr(plus + 1));
    const auto item = parse(text.substr(close + 1));
    return add(
        plain(TypeKind::Array, numberOf(length.substr(0, plus)), static_cast<std::int64_t>(base), item));
}

TypeId Tables::parse(const std::string& text)
{
    if (const auto named = m_names.find(text); named != m_names.end()) {
        return named->second;
    }
    if (text == "null") {
        return add(plain(TypeKind::Null));
    }
    if (text == "bool") {
        return add(plain(TypeKind::Boolean, 1));
    }
    if (text == "fourcc") {
        return add(plain(TypeKind::FourCc, 32));
    }
    if (text.starts_with('?')) {
        return add(plain(TypeKind::Optional, 1, 0, parse(text.substr(1))));
    }
    if (text.starts_with('[')) {
        return array(text);
    }
    if (text.starts_with("blob=")) {
        return add(plain(TypeKind::Blob, 0, static_cast<std::int64_t>(numberOf(text.substr(5)))));
    }
    if (startsWithThenDigit(text, "blob")) {
        return add(plain(TypeKind::Blob, numberOf(text.substr(4))));
    }
    if (startsWithThenDigit(text, "bits")) {
        return add(plain(TypeKind::BitArray, numberOf(text.substr(4))));
    }
    if (startsWithThenDigit(text, "u") || startsWithThenDigit(text, "i")) {
        return add(integer(text));
    }
    refuse("unknown type: " + text);
}

void Tables::define(const Words& words)
{
    const bool isChoice = startsWithThenDigit(words[2], "choice");
    if (!isChoice && words[2] != "struct") {
        refuse("neither a struct nor a choice: " + words[0]);
    }
    std::vector<Member> members;
    std::int32_t tag = 0;
    for (std::size_t i = 3; i < words.size(); ++i) {
        const auto colon = words[i].find(':');
        const auto at = words[i].find('@');
        if (colon == std::string::npos) {
            refuse("field without a type: " + words[i]);
        }
        tag = at == std::string::npos ? tag : static_cast<std::int32_t>(numberOf(words[i].substr(at + 1)));
        members.push_back(
            {words[i].substr(0, colon), parse(words[i].substr(colon + 1, at - colon - 1)), tag++});
    }
    auto type =
        plain(isChoice ? TypeKind::Choice : TypeKind::Struct, isChoice ? numberOf(words[2].substr(6)) : 0, 0,
              static_cast<std::uint32_t>(fields.size()));
    type.count = static_cast<std::uint16_t>(members.size());
    fields.insert(fields.end(), members.begin(), members.end());
    if (!m_names.emplace(words[0], add(type)).second) {
        refuse("defined twice: " + words[0]);
    }
}

void Tables::startTable(const Words& words)
{
    Table next = m_tables.empty() ? Table{} : m_tables.back();
    next.builds.clear();
    for (std::size_t i = 1; i < words.size(); ++i) {
        next.builds.push_back(static_cast<std::uint32_t>(numberOf(words[i])));
    }
    if (next.builds.empty()) {
        refuse("a table without builds");
    }
    m_tables.push_back(std::move(next));
}

void Tables::changeTable(const Words& words)
{
    Table& table = m_tables.back();
    const auto root = std::ranges::find(RootSections, words[0]);
    if (root != RootSections.end() && words.size() == 2) {
        table.roots[static_cast<std::size_t>(root - RootSections.begin())] = parse(words[1]);
        return;
    }
    const auto section = std::ranges::find(EventSections, words[0]);
    if (section == EventSections.end() || words.size() < 3 || words.size() > 4) {
        refuse("not a line of a table: " + words[0]);
    }
    auto& events = table.events[static_cast<std::size_t>(section - EventSections.begin())];
    const auto id = static_cast<unsigned>(numberOf(words[1]));
    if (words[2] == "-") {
        events.erase(id);
        return;
    }
    const bool describesItself = section == EventSections.end() - 1;
    events[id] = {words[2], describesItself ? NoType : parse(words.back())};
}

/// Lines that begin with a blank go on with the one before.
Tables readProtocolText(std::istream& in)
{
    Tables tables;
    Words words;
    std::string line;
    const auto finish = [&] {
        if (!words.empty()) {
            tables.take(words);
        }
        words.clear();
    };
    while (std::getline(in, line)) {
        if (line.starts_with('#')) {
            continue;
        }
        if (!line.starts_with(' ')) {
            finish();
        }
        std::istringstream parts(line);
        for (std::string word; parts >> word;) {
            words.push_back(word);
        }
    }
    finish();
    return tables;
}

} // namespace ghostline::sc2
