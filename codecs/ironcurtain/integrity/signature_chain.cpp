// SPDX-License-Identifier: GPL-3.0-or-later

// The relay's signatures on disk, and whether they hold.
#include "codecs/ironcurtain/integrity/signature_chain.h"

#include "codecs/ironcurtain/container/bincode.h"

#include <algorithm>
#include <sodium.h>

namespace ghostline::ironcurtain {

namespace {

static_assert(sizeof(PublicKey) == crypto_sign_PUBLICKEYBYTES);
static_assert(sizeof(Signature) == crypto_sign_BYTES);
static_assert(sizeof(StateHash) == crypto_hash_sha256_BYTES);

const unsigned char* plain(const std::byte* at) { return reinterpret_cast<const unsigned char*>(at); }
unsigned char* plain(std::byte* at) { return reinterpret_cast<unsigned char*>(at); }

void startSodium()
{
    // Picks the fastest implementation for this processor; may be called by several threads at once.
    [[maybe_unused]] static const int started = sodium_init();
}

TickSignature readEntry(BinReader& in)
{
    TickSignature entry;
    entry.tick = in.u64();
    entry.stateHash = in.hash();
    entry.skippedTicks = in.u32();
    const auto run = in.raw(entry.signature.size());
    std::copy(run.begin(), run.end(), entry.signature.begin());
    return entry;
}

void appendEntry(BinWriter& out, const TickSignature& entry)
{
    out.u64(entry.tick);
    out.hash(entry.stateHash);
    out.u32(entry.skippedTicks);
    out.raw(entry.signature);
}

PublicKey readKey(BinReader& in)
{
    PublicKey key{};
    const auto run = in.raw(key.size());
    std::copy(run.begin(), run.end(), key.begin());
    return key;
}

model::Result<void> tooMany(std::uint64_t base)
{
    return model::fail(model::ErrorCode::LimitExceeded,
                       QStringLiteral("more than %1 signatures").arg(MaxSignatures), {.offset = base});
}

/// Skipped, tick and hash of an entry, with the head of the chain before it.
using Message = std::array<std::byte, 4 + 8 + 32 + 32>;

Message signedMessage(const TickSignature& entry, const StateHash& head)
{
    Message message{};
    std::byte* at = message.data();
    std::memcpy(at, &entry.skippedTicks, 4);
    std::memcpy(at + 4, &entry.tick, 8);
    std::memcpy(at + 12, entry.stateHash.data(), 32);
    std::memcpy(at + 44, head.data(), 32);
    return message;
}

/// The head behind an entry. Signatures are not part of it: a flipped one spoils its own entry only.
StateHash nextHead(const TickSignature& entry, const StateHash& head)
{
    std::array<std::byte, 32 + 4 + 8 + 32> link{};
    std::byte* at = link.data();
    std::memcpy(at, head.data(), 32);
    std::memcpy(at + 32, &entry.skippedTicks, 4);
    std::memcpy(at + 36, &entry.tick, 8);
    std::memcpy(at + 44, entry.stateHash.data(), 32);
    return sha256(link);
}

} // namespace

model::Result<Signatures> parseSignatureSection(std::span<const std::byte> bytes, std::uint64_t base)
{
    BinReader in(bytes, base);
    const std::size_t count = in.count(TickSignatureBytes);
    if (in.ok() && count > MaxSignatures)
        return tl::unexpected(tooMany(base).error());
    Signatures result;
    result.entries.reserve(count);
    for (std::size_t i = 0; i < count && in.ok(); ++i)
        result.entries.push_back(readEntry(in));
    result.relay = readKey(in);
    if (!in.ok()) {
        return model::fail(model::ErrorCode::Damaged, QStringLiteral("the list of signatures is cut off"),
                           {.offset = in.offset()});
    }
    if (!in.atEnd()) {
        return model::fail(
            model::ErrorCode::Damaged,
            QStringLiteral("%1 bytes are left behind the list of signatures").arg(in.remaining()),
            {.offset = in.offset()});
    }
    result.present = true;
    return result;
}

Bytes encodeSignatureSection(const Signatures& signatures)
{
    Bytes bytes;
    bytes.reserve(8 + signatures.entries.size() * TickSignatureBytes + signatures.relay.size());
    BinWriter out(bytes);
    out.u64(signatures.entries.size());
    for (const TickSignature& entry : signatures.entries)
        appendEntry(out, entry);
    out.raw(signatures.relay);
    return bytes;
}

model::Result<void> appendSignatureChunk(Signatures& out, std::span<const std::byte> payload,
                                         std::uint64_t base)
{
    BinReader in(payload, base);
    const PublicKey relay = readKey(in);
    const std::size_t count = in.u32();
    if (!in.ok() || in.remaining() != count * TickSignatureBytes) {
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("a chunk of signatures is not as long as its count says"),
                           {.offset = base});
    }
    if (out.present && relay != out.relay) {
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("the relay's key changes inside the file"), {.offset = base});
    }
    if (count > MaxSignatures - std::min(MaxSignatures, out.entries.size()))
        return tooMany(base);
    out.relay = relay;
    out.present = true;
    for (std::size_t i = 0; i < count; ++i)
        out.entries.push_back(readEntry(in));
    return {};
}

Bytes encodeSignatureChunk(const PublicKey& relay, std::span<const TickSignature> entries)
{
    Bytes bytes;
    bytes.reserve(relay.size() + 4 + entries.size() * TickSignatureBytes);
    BinWriter out(bytes);
    out.raw(relay);
    out.u32(static_cast<std::uint32_t>(entries.size()));
    for (const TickSignature& entry : entries)
        appendEntry(out, entry);
    return bytes;
}

StateHash sha256(std::span<const std::byte> bytes)
{
    StateHash hash{};
    crypto_hash_sha256(plain(hash.data()), plain(bytes.data()), bytes.size());
    return hash;
}

bool verifySignature(const PublicKey& key, std::span<const std::byte> message, const Signature& signature)
{
    startSodium();
    return crypto_sign_verify_detached(plain(signature.data()), plain(message.data()), message.size(),
                                       plain(key.data())) == 0;
}

ChainResult verifyChain(const Signatures& signatures, const std::function<bool(double)>& progress)
{
    constexpr std::size_t AskEvery = 64; // some 5 ms
    ChainResult result;
    const auto& entries = signatures.entries;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (progress && i % AskEvery == 0 &&
            !progress(static_cast<double>(i) / static_cast<double>(entries.size())))
            return result;
        const TickSignature& entry = entries[i];
        const bool later = i == 0 || entry.tick > entries[i - 1].tick;
        ++result.checked;
        if (!later ||
            !verifySignature(signatures.relay, signedMessage(entry, result.head), entry.signature)) {
            result.brokenAt = entry.tick;
            return result;
        }
        result.head = nextHead(entry, result.head);
        result.skipped += entry.skippedTicks;
    }
    return result;
}

ChainSigner::ChainSigner(const std::array<std::byte, 32>& seed)
{
    startSodium();
    static_assert(sizeof m_secret == crypto_sign_SECRETKEYBYTES);
    crypto_sign_seed_keypair(plain(m_relay.data()), plain(m_secret.data()), plain(seed.data()));
}

ChainSigner::~ChainSigner() { sodium_memzero(m_secret.data(), m_secret.size()); }

TickSignature ChainSigner::sign(SimTick tick, const StateHash& hash, std::uint32_t skippedTicks)
{
    TickSignature entry;
    entry.tick = tick;
    entry.stateHash = hash;
    entry.skippedTicks = skippedTicks;
    const Message message = signedMessage(entry, m_head);
    crypto_sign_detached(plain(entry.signature.data()), nullptr, plain(message.data()), message.size(),
                         plain(m_secret.data()));
    m_head = nextHead(entry, m_head);
    return entry;
}

} // namespace ghostline::ironcurtain
