// SPDX-License-Identifier: GPL-3.0-or-later
// Links are followed by the tick that each delta names, never by place in the index.
#include "codecs/ironcurtain/state/restoring.h"

#include "codecs/ironcurtain/base/limits.h"

namespace ghostline::ironcurtain {

namespace {

/// What comes of the content stays so; a device that failed may work the next time.
bool lasting(model::ErrorCode code)
{
    return code == model::ErrorCode::Damaged || code == model::ErrorCode::LimitExceeded ||
           code == model::ErrorCode::Unsupported;
}

} // namespace

KeyframeStore::Private::Restoring::Restoring(Private& memory, int wanted, const std::stop_token& stop)
    : m_memory(memory), m_wanted(wanted), m_stop(stop)
{
}

model::Result<std::shared_ptr<const SimState>> KeyframeStore::Private::Restoring::run()
{
    if (const auto walked = walkBack(); !walked)
        return tl::unexpected(walked.error());
    if (const auto walked = walkForward(); !walked)
        return tl::unexpected(walked.error());
    m_cost.links = m_at.links;
    m_memory.rememberRecent(m_at);
    return m_at.state;
}

model::Result<void> KeyframeStore::Private::Restoring::walkBack()
{
    for (int next = m_wanted; m_at.state == nullptr;) {
        if (const auto known = m_memory.lost(next)) {
            for (const Link& link : m_links)
                m_memory.rememberLost(link.keyframe, *known);
            return explain(*known);
        }
        if (auto cached = m_memory.cached(next)) {
            m_at = std::move(*cached);
            break;
        }
        // What has been read once says where to go on without being unpacked: a chain that is too deep is
        // read once, however many keyframes lie behind its end.
        if (const auto before = m_memory.baseline(next)) {
            if (m_links.size() >= MaxLinks)
                return loseTooDeep();
            m_links.push_back({next, nullptr});
            next = *before;
            continue;
        }
        auto blob = unpack(next);
        if (!blob)
            return lose(next, blob.error());
        if (m_memory.entry(next).full) {
            if (auto read = readFull(next, std::move(*blob)); !read)
                return read;
            break;
        }
        const auto before = readLink(next, std::move(*blob));
        if (!before)
            return tl::unexpected(before.error());
        next = *before;
    }
    if (m_links.size() + static_cast<std::size_t>(m_at.links) <= MaxLinks)
        return {};
    return loseTooDeep();
}

model::Result<std::shared_ptr<const Bytes>> KeyframeStore::Private::Restoring::unpack(int keyframe)
{
    if (m_stop.stop_requested())
        return model::cancelled(QStringLiteral("stopped by request"));
    if (!m_memory.entry(keyframe).inFile)
        return model::fail(model::ErrorCode::Damaged, QStringLiteral("its bytes are not in the file"));
    auto raw = m_memory.file->keyframe(keyframe, m_stop);
    if (!raw)
        return tl::unexpected(std::move(raw.error()));
    ++m_cost.blobs;
    m_memory.countBlob();
    return std::make_shared<const Bytes>(std::move(*raw));
}

model::Result<void> KeyframeStore::Private::Restoring::readFull(int keyframe,
                                                                std::shared_ptr<const Bytes> blob)
{
    auto state = parseFull(std::move(blob), 0);
    if (!state)
        return lose(keyframe, state.error());
    if (state->tick != m_memory.entry(keyframe).tick)
        return lose(keyframe, QStringLiteral("it says that it is of tick %1").arg(state->tick));
    keep(keyframe, 0, std::move(*state));
    m_memory.rememberFull(m_at);
    return {};
}

model::Result<int> KeyframeStore::Private::Restoring::readLink(int keyframe,
                                                               std::shared_ptr<const Bytes> blob)
{
    const auto head = parseDeltaHead(*blob, 0);
    if (!head)
        return lose(keyframe, head.error());
    const SimTick tick = m_memory.entry(keyframe).tick;
    if (head->tick != tick)
        return lose(keyframe, QStringLiteral("it says that it is of tick %1").arg(head->tick));
    if (head->baselineTick >= tick)
        return lose(keyframe,
                    QStringLiteral("it builds on tick %1, which is not earlier").arg(head->baselineTick));
    const int baseline = m_memory.file->keyframeOf(head->baselineTick);
    if (baseline < 0)
        return lose(
            keyframe,
            QStringLiteral("it builds on tick %1, where there is no keyframe").arg(head->baselineTick));
    m_memory.rememberBaseline(keyframe, baseline);
    if (m_links.size() >= MaxLinks)
        return loseTooDeep();
    if (m_heldBytes + blob->size() > MaxHeldDeltaBytes)
        blob.reset();
    else
        m_heldBytes += blob->size();
    m_links.push_back({keyframe, std::move(blob)});
    return baseline;
}

model::Result<void> KeyframeStore::Private::Restoring::walkForward()
{
    while (!m_links.empty()) {
        if (auto applied = applyLast(); !applied)
            return applied;
    }
    return {};
}

model::Result<void> KeyframeStore::Private::Restoring::applyLast()
{
    Link& link = m_links.back();
    const int keyframe = link.keyframe;
    if (m_stop.stop_requested())
        return model::cancelled(QStringLiteral("stopped by request"));
    if (link.blob == nullptr) {
        auto again = unpack(keyframe);
        if (!again)
            return lose(keyframe, again.error());
        link.blob = std::move(*again);
    } else {
        m_heldBytes -= link.blob->size();
    }
    if (auto checked = checkBaseline(keyframe, *link.blob); !checked)
        return checked;
    auto state = applyDelta(*m_at.state, std::move(link.blob), 0);
    if (!state)
        return lose(keyframe, state.error());
    keep(keyframe, m_at.links + 1, std::move(*state));
    m_links.pop_back();
    return {};
}

model::Result<void> KeyframeStore::Private::Restoring::checkBaseline(int keyframe, const Bytes& blob)
{
    if (!m_memory.file->metadata().hashKnown())
        return {};
    const auto head = parseDeltaHead(blob, 0);
    if (!head)
        return lose(keyframe, head.error());
    if (m_memory.hashOf(m_at.keyframe, *m_at.state) == head->baselineHash)
        return {};
    return lose(
        keyframe,
        QStringLiteral("the state of tick %1, which it builds on, has another hash").arg(m_at.state->tick));
}

void KeyframeStore::Private::Restoring::keep(int keyframe, int links, SimState state)
{
    m_memory.rememberSide(keyframe,
                          (state.side.campaign ? HasCampaign : 0U) | (state.side.script ? HasScript : 0U));
    const std::size_t bytes = state.bytes();
    m_at = {keyframe, links, std::make_shared<const SimState>(std::move(state)), bytes};
}

tl::unexpected<model::Error> KeyframeStore::Private::Restoring::lose(int root, const model::Error& error)
{
    if (!lasting(error.code))
        return tl::unexpected(error);
    const Lost lost{error.code, error.message, root};
    m_memory.rememberLost(root, lost);
    for (const Link& link : m_links)
        m_memory.rememberLost(link.keyframe, lost);
    return explain(lost);
}

tl::unexpected<model::Error> KeyframeStore::Private::Restoring::lose(int root, const QString& why)
{
    return lose(root, model::Error{model::ErrorCode::Damaged, why, {}, {}, {}});
}

tl::unexpected<model::Error> KeyframeStore::Private::Restoring::loseTooDeep()
{
    m_links.clear(); // those before the wanted one may well be near enough
    return lose(m_wanted, QStringLiteral("more than %1 links lead back to a full one").arg(MaxLinks));
}

tl::unexpected<model::Error> KeyframeStore::Private::Restoring::explain(const Lost& lost) const
{
    const KeyframeEntry& wanted = m_memory.entry(m_wanted);
    const QString text =
        lost.root == m_wanted
            ? QStringLiteral("the keyframe of tick %1 cannot be read: %2").arg(wanted.tick).arg(lost.why)
            : QStringLiteral("the keyframe of tick %1 builds on the one of tick %2, which cannot be read: %3")
                  .arg(wanted.tick)
                  .arg(m_memory.entry(lost.root).tick)
                  .arg(lost.why);
    return model::fail(lost.code, text,
                       {.offset = wanted.offset, .frame = static_cast<std::int64_t>(wanted.tick)});
}

} // namespace ghostline::ironcurtain
