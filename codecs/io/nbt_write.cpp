// SPDX-License-Identifier: GPL-3.0-or-later
// Writing NBT, and the values' own small functions.
#include "codecs/io/nbt.h"

#include <algorithm>
#include <array>

namespace ghostline::io {

namespace {

template<Scalar T>
void putBe(std::vector<std::byte>& out, T value)
{
    std::array<std::byte, sizeof(T)> raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    if constexpr (std::endian::native == std::endian::little)
        std::reverse(raw.begin(), raw.end());
    out.insert(out.end(), raw.begin(), raw.end());
}

void putText(std::vector<std::byte>& out, const QString& text)
{
    const auto bytes = toModifiedUtf8(text);
    putBe(out, static_cast<std::uint16_t>(bytes.size()));
    out.insert(out.end(), bytes.begin(), bytes.end());
}

void putCompound(std::vector<std::byte>& out, const NbtCompound& compound);
void putList(std::vector<std::byte>& out, const NbtList& list);

struct PayloadWriter
{
    std::vector<std::byte>& out;

    template<Scalar T>
    void operator()(T value) const
    {
        putBe(out, value);
    }
    template<Scalar T>
    void operator()(const std::vector<T>& values) const
    {
        putBe(out, static_cast<std::int32_t>(values.size()));
        for (const T value : values)
            putBe(out, value);
    }
    void operator()(const QString& text) const { putText(out, text); }
    void operator()(const NbtList& list) const { putList(out, list); }
    void operator()(const NbtCompound& compound) const { putCompound(out, compound); }
};

void putList(std::vector<std::byte>& out, const NbtList& list)
{
    NbtKind kind = list.kind;
    if (kind == NbtKind::End && !list.values.empty())
        kind = list.values.front().kind();
    // A value of another kind could not be told from damage: it is left out.
    const auto fits = [&](const NbtValue& value) { return value.kind() == kind; };
    out.push_back(static_cast<std::byte>(kind));
    putBe(out, static_cast<std::int32_t>(std::count_if(list.values.begin(), list.values.end(), fits)));
    for (const NbtValue& value : list.values) {
        if (fits(value))
            std::visit(PayloadWriter{out}, value.data());
    }
}

void putCompound(std::vector<std::byte>& out, const NbtCompound& compound)
{
    for (const auto& [name, value] : compound.entries) {
        out.push_back(static_cast<std::byte>(value.kind()));
        putText(out, name);
        std::visit(PayloadWriter{out}, value.data());
    }
    out.push_back(static_cast<std::byte>(NbtKind::End));
}

} // namespace

const NbtValue* NbtCompound::find(QStringView name) const
{
    const auto at =
        std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.first == name; });
    return at != entries.end() ? &at->second : nullptr;
}

void NbtCompound::set(const QString& name, NbtValue value)
{
    const auto at =
        std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.first == name; });
    if (at != entries.end())
        at->second = std::move(value);
    else
        entries.emplace_back(name, std::move(value));
}

std::optional<std::int64_t> NbtValue::integer() const
{
    if (const auto* v = as<std::int8_t>())
        return *v;
    if (const auto* v = as<std::int16_t>())
        return *v;
    if (const auto* v = as<std::int32_t>())
        return *v;
    if (const auto* v = as<std::int64_t>())
        return *v;
    return std::nullopt;
}

std::optional<double> NbtValue::number() const
{
    if (const auto* v = as<float>())
        return static_cast<double>(*v);
    if (const auto* v = as<double>())
        return *v;
    if (const auto whole = integer())
        return static_cast<double>(*whole);
    return std::nullopt;
}

QString NbtValue::text(const QString& otherwise) const
{
    const auto* v = as<QString>();
    return v != nullptr ? *v : otherwise;
}

void writeNbt(std::vector<std::byte>& out, const NbtCompound& root, NbtRoot kind)
{
    out.push_back(static_cast<std::byte>(NbtKind::Compound));
    if (kind == NbtRoot::Named)
        putText(out, {});
    putCompound(out, root);
}

} // namespace ghostline::io
