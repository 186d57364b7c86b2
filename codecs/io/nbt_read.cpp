// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/io/nbt_read.h"

#include <algorithm>
#include <array>

namespace ghostline::io {

using model::ErrorCode;
using model::Result;

namespace {

constexpr int DeepestSkip = 512;
constexpr std::uint8_t LastKind = static_cast<std::uint8_t>(NbtKind::LongArray);

/// The fewest bytes one value of a kind takes.
constexpr std::size_t leastBytes(NbtKind kind)
{
    constexpr std::array<std::uint8_t, 13> Least{1, 1, 2, 4, 8, 4, 8, 4, 2, 5, 1, 4, 4};
    return Least[static_cast<std::size_t>(kind)];
}

class NbtReader
{
public:
    NbtReader(ByteCursor& in, NbtLimits limits) : m_in(in), m_limits(limits) {}

    Result<NbtCompound> root(NbtRoot kind)
    {
        if (m_in.u8() != static_cast<std::uint8_t>(NbtKind::Compound) || !m_in.ok())
            wrong(QStringLiteral("the root of the NBT is no compound"));
        if (!m_error && kind == NbtRoot::Named)
            (void)text();
        NbtCompound compound;
        if (!m_error)
            readCompound(compound, 0);
        if (m_error)
            return tl::unexpected(std::move(*m_error));
        return compound;
    }

private:
    void wrong(const QString& why, ErrorCode code = ErrorCode::Damaged)
    {
        if (m_error)
            return;
        model::Location where;
        where.offset = m_in.offset();
        model::Error error;
        error.code = code;
        error.message = QStringLiteral("%1 at byte %2").arg(why).arg(m_in.offset());
        error.where = where;
        m_error = std::move(error);
        m_in.fail();
    }
    bool cutShort(const char* what)
    {
        if (!m_in.ok())
            wrong(QStringLiteral("%1 in NBT is cut short").arg(QLatin1String(what)));
        return m_error.has_value();
    }

    QString text()
    {
        const auto length = m_in.be<std::uint16_t>();
        const auto bytes = m_in.bytes(length);
        if (cutShort("a text"))
            return {};
        auto text = fromModifiedUtf8(bytes);
        if (!text) {
            wrong(QStringLiteral("a text in NBT is not modified UTF-8"));
            return {};
        }
        return std::move(*text);
    }

    /// A kind byte; End where it is none.
    NbtKind kind()
    {
        const std::uint8_t byte = m_in.u8();
        if (cutShort("a tag"))
            return NbtKind::End;
        if (byte > LastKind) {
            wrong(QStringLiteral("kind %1 in NBT is unknown").arg(byte));
            return NbtKind::End;
        }
        return static_cast<NbtKind>(byte);
    }

    /// How many values of `kind` follow, bounded by the bytes that are left.
    std::size_t length(NbtKind kind)
    {
        const auto count = m_in.be<std::int32_t>();
        if (cutShort("a length") || count <= 0) {
            if (count < 0 && kind != NbtKind::End && m_arrayLength)
                wrong(QStringLiteral("an array in NBT has length %1").arg(count));
            return 0;
        }
        if (kind == NbtKind::End) {
            wrong(QStringLiteral("a list of nothing in NBT has length %1").arg(count));
            return 0;
        }
        const auto size = static_cast<std::size_t>(count);
        if (size > m_in.remaining() / leastBytes(kind)) {
            wrong(QStringLiteral("%1 values are promised in NBT where %2 bytes are left")
                      .arg(count)
                      .arg(m_in.remaining()));
            return 0;
        }
        return size;
    }

    bool take(std::size_t values)
    {
        if (values > m_limits.values - m_values) {
            wrong(QStringLiteral("the NBT holds more than %1 values").arg(m_limits.values),
                  ErrorCode::LimitExceeded);
            return false;
        }
        m_values += values;
        return true;
    }

    template<typename T>
    std::vector<T> array(NbtKind element)
    {
        m_arrayLength = true;
        const std::size_t count = length(element);
        m_arrayLength = false;
        const auto bytes = m_in.bytes(count * sizeof(T));
        std::vector<T> values;
        if (m_error || bytes.empty())
            return values;
        values.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            values[i] = loadBe<T>(bytes.data() + i * sizeof(T));
        return values;
    }

    template<typename T>
    T scalar()
    {
        const T value = m_in.be<T>();
        (void)cutShort("a number");
        return value;
    }

    NbtValue value(NbtKind kind, int depth)
    {
        if (depth > m_limits.depth) {
            wrong(QStringLiteral("the NBT is nested deeper than %1").arg(m_limits.depth),
                  ErrorCode::LimitExceeded);
            return {};
        }
        switch (kind) {
        case NbtKind::Byte:
            return scalar<std::int8_t>();
        case NbtKind::Short:
            return scalar<std::int16_t>();
        case NbtKind::Int:
            return scalar<std::int32_t>();
        case NbtKind::Long:
            return scalar<std::int64_t>();
        case NbtKind::Float:
            return scalar<float>();
        case NbtKind::Double:
            return scalar<double>();
        case NbtKind::ByteArray:
            return array<std::int8_t>(NbtKind::Byte);
        case NbtKind::String:
            return text();
        case NbtKind::List: {
            NbtList list;
            readList(list, depth);
            return list;
        }
        case NbtKind::Compound: {
            NbtCompound compound;
            readCompound(compound, depth);
            return compound;
        }
        case NbtKind::IntArray:
            return array<std::int32_t>(NbtKind::Int);
        case NbtKind::LongArray:
            return array<std::int64_t>(NbtKind::Long);
        case NbtKind::End:
            break;
        }
        return {};
    }

    void readList(NbtList& list, int depth)
    {
        list.kind = kind();
        if (m_error)
            return;
        const std::size_t count = length(list.kind);
        if (m_error || !take(count))
            return;
        list.values.reserve(count);
        for (std::size_t i = 0; i < count && !m_error; ++i)
            list.values.push_back(value(list.kind, depth + 1));
    }

    void readCompound(NbtCompound& compound, int depth)
    {
        while (true) {
            const NbtKind next = kind();
            if (m_error || next == NbtKind::End || !take(1))
                return;
            QString name = text();
            if (m_error)
                return;
            compound.entries.emplace_back(std::move(name), value(next, depth + 1));
            if (m_error)
                return;
        }
    }

    ByteCursor& m_in;
    NbtLimits m_limits;
    std::size_t m_values = 0;
    bool m_arrayLength = false;
    std::optional<model::Error> m_error;
};

/// One open container of a walk that keeps no values.
struct Level
{
    NbtKind kind = NbtKind::End; ///< of a list's elements; Compound: `left` is not used
    bool compound = false;
    std::uint32_t left = 0;
};

std::size_t scalarBytes(NbtKind kind)
{
    return kind >= NbtKind::Byte && kind <= NbtKind::Double ? leastBytes(kind) : 0;
}

void skipText(ByteCursor& in)
{
    const auto length = in.be<std::uint16_t>();
    if (!isModifiedUtf8(in.bytes(length)))
        in.fail();
}

bool skipArray(ByteCursor& in, std::size_t elementBytes)
{
    const auto count = in.be<std::int32_t>();
    if (count < 0)
        in.fail();
    const auto size = static_cast<std::size_t>(std::max(count, 0));
    if (size > in.remaining() / elementBytes)
        in.fail();
    return in.skip(size * elementBytes);
}

/// A list's kind and length; lists of fixed-size values are stepped over at once.
bool openList(ByteCursor& in, Level& level)
{
    const std::uint8_t kind = in.u8();
    const auto count = in.be<std::int32_t>();
    if (kind > LastKind || (count > 0 && kind == 0))
        in.fail();
    if (!in.ok())
        return false;
    level.kind = static_cast<NbtKind>(kind);
    level.compound = false;
    level.left = static_cast<std::uint32_t>(std::max(count, 0));
    if (level.left > in.remaining() / leastBytes(level.kind)) {
        in.fail();
        return false;
    }
    if (const std::size_t each = scalarBytes(level.kind); each > 0) {
        in.skip(level.left * each);
        level.left = 0;
    }
    return in.ok();
}

/// A value that is no container.
void skipPlain(ByteCursor& in, NbtKind kind)
{
    if (const std::size_t bytes = scalarBytes(kind); bytes > 0)
        in.skip(bytes);
    else if (kind == NbtKind::String)
        skipText(in);
    else
        skipArray(in, kind == NbtKind::ByteArray ? 1 : kind == NbtKind::IntArray ? 4 : 8);
}

/// The kind of the next value in `level`; End when the level is done.
NbtKind nextKind(ByteCursor& in, Level& level)
{
    if (!level.compound) {
        if (level.left == 0)
            return NbtKind::End;
        --level.left;
        return level.kind;
    }
    const std::uint8_t kind = in.u8();
    if (kind > LastKind)
        in.fail();
    if (!in.ok() || kind == 0)
        return NbtKind::End;
    skipText(in);
    return static_cast<NbtKind>(kind);
}

} // namespace

Result<NbtCompound> readNbt(ByteCursor& in, NbtRoot root, NbtLimits limits)
{
    return NbtReader(in, limits).root(root);
}

Result<NbtCompound> parseNbt(std::span<const std::byte> bytes, std::uint64_t base, NbtLimits limits)
{
    ByteCursor nameless(bytes, base);
    auto plain = readNbt(nameless, NbtRoot::Nameless, limits);
    if (plain && nameless.atEnd())
        return plain;
    ByteCursor named(bytes, base);
    auto withName = readNbt(named, NbtRoot::Named, limits);
    if (withName && named.atEnd())
        return withName;
    if (!plain)
        return plain;
    model::Location where;
    where.offset = nameless.offset();
    return model::fail(
        ErrorCode::Damaged,
        QStringLiteral("%1 bytes are left over behind the NBT at byte %2, and with a named root it "
                       "does not fit either")
            .arg(nameless.remaining())
            .arg(nameless.offset()),
        where);
}

bool skipNbt(ByteCursor& in, int depthLimit)
{
    if (in.u8() != static_cast<std::uint8_t>(NbtKind::Compound))
        in.fail();
    return skipNbtValue(in, NbtKind::Compound, depthLimit);
}

bool skipNbtValue(ByteCursor& in, NbtKind kind, int depthLimit)
{
    const auto deepest = static_cast<std::size_t>(std::clamp(depthLimit, 0, DeepestSkip));
    std::array<Level, DeepestSkip + 1> levels; // NOLINT: each is set before it is used
    std::size_t depth = 0;
    if (kind == NbtKind::List) {
        openList(in, levels[0]);
    } else if (kind == NbtKind::Compound) {
        levels[0].compound = true;
    } else {
        if (kind != NbtKind::End)
            skipPlain(in, kind);
        return in.ok();
    }
    while (in.ok()) {
        const NbtKind next = nextKind(in, levels[depth]);
        if (!in.ok())
            break;
        if (next == NbtKind::End) {
            if (depth == 0)
                return true;
            --depth;
            continue;
        }
        if (depth + 1 > deepest) {
            in.fail();
        } else if (next == NbtKind::Compound) {
            levels[++depth].compound = true;
        } else if (next == NbtKind::List) {
            openList(in, levels[++depth]);
        } else {
            skipPlain(in, next);
        }
    }
    return false;
}

} // namespace ghostline::io
