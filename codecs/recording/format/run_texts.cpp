// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/format/run_texts.h"

#include "codecs/io/nbt_read.h"
#include "model/base/text.h"

#include <unordered_set>

namespace ghostline::recording {

namespace {

/// A snapshot is a run of states, then the blocks, then one place each.
class SnapshotShape
{
public:
    /// False: this event is behind the snapshot.
    bool take(const Event& event)
    {
        if (const auto* move = std::get_if<AbsoluteMove>(&event)) {
            m_phase = Phase::Places;
            return m_placed.insert(move->entity).second;
        }
        if (m_phase == Phase::Places)
            return false;
        if (std::holds_alternative<ClearGhostBlocks>(event) && m_phase == Phase::States) {
            m_phase = Phase::Blocks;
            return true;
        }
        if (m_phase == Phase::Blocks)
            return std::holds_alternative<SetBlock>(event);
        return std::holds_alternative<SpawnEntity>(event) || std::holds_alternative<EntityState>(event) ||
               std::holds_alternative<SetItem>(event) || std::holds_alternative<ItemUse>(event);
    }
    bool whole() const { return m_sawBlocks && m_phase == Phase::Places; }
    void note(const Event& event)
    {
        m_sawBlocks = m_sawBlocks || std::holds_alternative<ClearGhostBlocks>(event);
    }

private:
    enum class Phase : std::uint8_t { States, Blocks, Places };
    Phase m_phase = Phase::States;
    bool m_sawBlocks = false;
    std::unordered_set<std::int32_t> m_placed;
};

} // namespace

QString lineOf(QString text)
{
    for (QChar& c : text) {
        if (c.category() == QChar::Other_Control)
            c = u' ';
    }
    return text.simplified();
}

QString entityTypeText(const Kind& type)
{
    return type.name.empty() ? QStringLiteral("entity #%1").arg(type.number) : model::textOf(type.name);
}

QString customName(NbtView nbt)
{
    const auto read = io::parseNbt(nbt);
    if (!read)
        return {};
    const io::NbtValue* name = read->find(u"CustomName");
    return name == nullptr ? QString() : name->text().simplified();
}

std::int32_t entityOf(const Event& event)
{
    return std::visit(
        [](const auto& e) {
            if constexpr (requires { e.entity; })
                return e.entity;
            else
                return std::int32_t{-1};
        },
        event);
}

std::int32_t restatedEvents(const Event& first, const ChunkReader& reader, bool flagged)
{
    const bool candidate =
        flagged || std::holds_alternative<SpawnEntity>(first) || std::holds_alternative<EntityState>(first);
    if (!candidate)
        return 0;
    SnapshotShape shape;
    ChunkReader ahead = reader;
    Event event = first;
    std::int32_t count = 0;
    do {
        if (!shape.take(event))
            break;
        shape.note(event);
        ++count;
    } while (ahead.nextEvent(event));
    return flagged || shape.whole() ? count : 0;
}

QString ticksText(std::int64_t first, std::int64_t last)
{
    return first == last ? QStringLiteral("tick %1").arg(first)
                         : QStringLiteral("ticks %1 to %2").arg(first).arg(last);
}

QString itemText(NbtView nbt)
{
    const auto read = io::parseNbt(nbt);
    if (!read)
        return {};
    const io::NbtValue* const id = read->find(u"id");
    QString text = id == nullptr ? QString() : id->text();
    if (text.startsWith(QLatin1String("minecraft:")))
        text = text.mid(10);
    // The game has written both ways.
    auto count = read->integerAt(u"count");
    if (!count)
        count = read->integerAt(u"Count");
    if (text.isEmpty() || text == QLatin1String("air") || count.value_or(1) <= 0)
        return {};
    const auto damageIn = [&read](QStringView where, QStringView key) {
        const io::NbtCompound* const inside = read->compoundAt(where);
        return inside != nullptr ? inside->integerAt(key).value_or(-1) : -1;
    };
    std::int64_t damage = damageIn(u"components", u"minecraft:damage");
    if (damage < 0)
        damage = damageIn(u"tag", u"Damage");
    if (count.value_or(1) > 1)
        text += QStringLiteral(" x%1").arg(*count);
    if (damage > 0)
        text += QStringLiteral(" (damage %1)").arg(damage);
    return text;
}

} // namespace ghostline::recording
