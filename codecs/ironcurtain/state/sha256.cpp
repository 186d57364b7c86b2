// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 of FIPS 180-4 with the x86 SHA extensions; everywhere else libsodium's.
#include "codecs/ironcurtain/state/sha256.h"

#include <algorithm>
#include <cstring>
#include <sodium.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace ghostline::ironcurtain {

namespace {

static_assert(sizeof(crypto_hash_sha256_state) <= 128);

crypto_hash_sha256_state* portable(std::array<std::byte, 128>& room)
{
    return reinterpret_cast<crypto_hash_sha256_state*>(room.data());
}

#if defined(__x86_64__)

alignas(16) constexpr std::array<std::uint32_t, 64> RoundConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

bool hasInstructions()
{
    static const bool has = [] {
        unsigned a = 0;
        unsigned b = 0;
        unsigned c = 0;
        unsigned d = 0;
        const bool sha = __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> 29 & 1U) != 0;
        return sha && __get_cpuid(1, &a, &b, &c, &d) != 0 && (c >> 19 & 1U) != 0; // SSE 4.1
    }();
    return has;
}

const __m128i* lanes(const void* at) { return static_cast<const __m128i*>(at); }

__attribute__((target("sha,sse4.1"))) void compress(std::array<std::uint32_t, 8>& state, const std::byte* at,
                                                    std::size_t blocks)
{
    const __m128i bigEndian = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
    // The instructions want the eight words as (a, b, e, f) and (c, d, g, h), highest first.
    const __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128(lanes(state.data())), 0xB1);
    const __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128(lanes(state.data() + 4)), 0x1B);
    __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
    __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xF0);

    for (; blocks > 0; --blocks, at += 64) {
        const __m128i abefBefore = abef;
        const __m128i cdghBefore = cdgh;
        __m128i words[16];
        for (std::size_t i = 0; i < 16; ++i) {
            if (i < 4) {
                words[i] = _mm_shuffle_epi8(_mm_loadu_si128(lanes(at + 16 * i)), bigEndian);
            } else {
                const __m128i middle = _mm_alignr_epi8(words[i - 1], words[i - 2], 4);
                const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(words[i - 4], words[i - 3]), middle);
                words[i] = _mm_sha256msg2_epu32(sum, words[i - 1]);
            }
            const __m128i keyed =
                _mm_add_epi32(words[i], _mm_load_si128(lanes(RoundConstants.data() + 4 * i)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, keyed);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(keyed, 0x0E));
        }
        abef = _mm_add_epi32(abef, abefBefore);
        cdgh = _mm_add_epi32(cdgh, cdghBefore);
    }

    const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data()), _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data() + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool hasInstructions() { return false; }

void compress(std::array<std::uint32_t, 8>&, const std::byte*, std::size_t) {}

#endif

} // namespace

Sha256::Sha256(Way way)
    : m_fast(way == Way::Best && hasInstructions()),
      m_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
{
    if (!m_fast)
        crypto_hash_sha256_init(portable(m_portable));
}

void Sha256::add(std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return;
    if (!m_fast) {
        crypto_hash_sha256_update(portable(m_portable), reinterpret_cast<const unsigned char*>(bytes.data()),
                                  bytes.size());
        return;
    }
    const auto waiting = static_cast<std::size_t>(m_bytes % BlockBytes);
    m_bytes += bytes.size();
    if (waiting > 0) {
        const std::size_t taken = std::min(BlockBytes - waiting, bytes.size());
        std::memcpy(m_pending.data() + waiting, bytes.data(), taken);
        bytes = bytes.subspan(taken);
        if (waiting + taken < BlockBytes)
            return;
        compress(m_state, m_pending.data(), 1);
    }
    const std::size_t blocks = bytes.size() / BlockBytes;
    compress(m_state, bytes.data(), blocks);
    bytes = bytes.subspan(blocks * BlockBytes);
    if (!bytes.empty())
        std::memcpy(m_pending.data(), bytes.data(), bytes.size());
}

StateHash Sha256::finish()
{
    StateHash hash{};
    if (!m_fast) {
        crypto_hash_sha256_final(portable(m_portable), reinterpret_cast<unsigned char*>(hash.data()));
        return hash;
    }
    const std::uint64_t bits = m_bytes * 8;
    std::array<std::byte, 2 * BlockBytes> tail{};
    tail[0] = std::byte{0x80};
    // A one bit, zeros up to eight bytes before the end of a block, then the length.
    const auto waiting = static_cast<std::size_t>(m_bytes % BlockBytes);
    const std::size_t zeros = waiting < 56 ? 56 - waiting : 120 - waiting;
    for (std::size_t i = 0; i < 8; ++i)
        tail[zeros + i] = static_cast<std::byte>(bits >> (56 - 8 * i) & 0xFF);
    add(std::span(tail).first(zeros + 8));
    for (std::size_t i = 0; i < m_state.size(); ++i) {
        for (std::size_t b = 0; b < 4; ++b)
            hash[4 * i + b] = static_cast<std::byte>(m_state[i] >> (24 - 8 * b) & 0xFF);
    }
    return hash;
}

} // namespace ghostline::ironcurtain
