// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/run_texts.h"

#include "codecs/io/nbt.h"

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

QString textOf(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

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
    return type.name.empty() ? QStringLiteral("entity #%1").arg(type.number) : textOf(type.name);
}

QString customName(NbtView nbt)
{
    const auto read = io::readNbtExactly(nbt);
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

} // namespace ghostline::recording
