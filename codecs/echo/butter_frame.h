// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decodes the frames of one unpacked chunk, of all three versions: a version is an order in which the same
// pieces are read.
#include "codecs/echo/butter_header.h"
#include "codecs/echo/butter_values.h"
#include "codecs/echo/frame_file.h"

namespace ghostline::echo::butter {

/// Readable zero bytes behind a chunk, so that only whole records are checked: a player of bones is the
/// longest.
inline constexpr std::size_t Padding = 1024;

/// An unpacked chunk. `bytes` ends with the padding.
struct Chunk
{
    std::vector<std::byte> bytes;
    std::size_t size = 0;
};

/// What goes on from one chunk to the next.
struct Running
{
    std::vector<BoneSet> bones; ///< of the last frame; empty when it had none
    PauseState pause = PauseState::None;
    std::array<double, 2> timers{}; ///< seconds paused, seconds of unpausing
    std::array<double, 2> steps{};  ///< what they last grew by
};

/// What is remarkable without being damage; frames counted from the chunk's first.
struct Oddity
{
    std::uint32_t count = 0;
    std::uint32_t frame = 0; ///< the first
    void note(std::size_t at)
    {
        if (count++ == 0)
            frame = static_cast<std::uint32_t>(at);
    }
};
struct Oddities
{
    Oddity notFinite;   ///< numbers that are none
    Oddity unknownWord; ///< codes nobody listed
    Oddity noSuchName;  ///< file indices above the list
    Oddity sharedName;  ///< one file index with two slots in a frame
};

enum class Problem : std::uint8_t {
    None,
    CutShort,    ///< the chunk ends within a frame
    Magic,       ///< no frame begins here
    NoKeyframe,  ///< a difference to a frame that is not there
    Time,        ///< no date
    EndlessText, ///< a name without an end
    TooMuch,     ///< more than limits allow
    ReaderFails, ///< the reference reader throws here (Reference only)
    Cancelled
};
QString problemText(Problem problem);

struct FrameTrace
{
    std::size_t offset = 0; ///< in the unpacked chunk
    std::size_t size = 0;
    std::uint8_t mask = 0;
    bool keyframe = false;
};

struct Decoded
{
    Problem problem = Problem::None;
    std::size_t stoppedAt = 0;            ///< byte of the unpacked chunk at which the bad frame begins
    std::vector<std::uint32_t> keyframes; ///< of the frames brought
    Oddities oddities;
};

/// For one thread.
class ChunkDecoder
{
public:
    ChunkDecoder(const Header& header, MatchNames& names, ButterDecoding how);
    /// All frames up to the first that cannot be decoded. `running` is that of the frame before and becomes
    /// that of the last frame brought.
    Decoded decode(const Chunk& chunk, Running& running, FrameBlock& out, const std::stop_token& stop,
                   std::vector<FrameTrace>* traces = nullptr, std::size_t most = SIZE_MAX);

private:
    /// Reads on past the end of the chunk into its padding; whole records are checked afterwards.
    struct Reader
    {
        const std::byte* at = nullptr;
        const std::byte* end = nullptr;
        bool over() const { return at > end; }
        template<io::Scalar T>
        T get()
        {
            const T value = io::loadLe<T>(at);
            at += sizeof(T);
            return value;
        }
        std::uint8_t u8() { return get<std::uint8_t>(); }
        std::uint16_t u16() { return get<std::uint16_t>(); }
    };
    /// What of a player is needed for the next frame besides his record.
    struct Last
    {
        std::uint8_t fileIndex = 0;
        std::array<glm::vec3, Parts> delta{};
    };

    template<bool Exact>
    Problem frame();
    Problem begin(Frame& frame);
    template<bool Exact>
    Problem inclusion(Frame& frame, std::uint8_t mask);
    template<bool Exact>
    Problem inclusionOld(Frame& frame, std::uint8_t mask);
    void status(Frame& frame);
    template<bool Exact>
    void pause(Frame& frame, bool present);
    template<bool Exact>
    void score(Frame& frame);
    template<bool Exact>
    void lastThrow(Frame& frame);
    template<bool Exact>
    void vr(Frame& frame, bool present);
    template<bool Exact>
    void disc(Frame& frame, bool present);
    void settleDisc();
    template<bool Exact>
    void payload(Frame& frame);
    Problem rules(Frame& frame);
    template<bool Exact>
    Problem teams(Frame& frame);
    template<bool Exact>
    Problem player(TeamCode team);
    template<bool Exact>
    void playerExtras(PlayerFrame& player, unsigned state);
    template<bool Exact>
    void parts(PlayerFrame& player, Last& last);
    template<bool Exact>
    void stats(Stats& stats, bool delta);
    template<bool Exact>
    std::int32_t basePlayer(std::uint8_t fileIndex, std::uint8_t slot);
    void oldHoldings();
    template<bool Exact>
    Problem bones(Frame& frame);
    template<bool Exact>
    void boneSet(BoneSet& set, bool hasBase);

    template<bool Exact>
    float half(float before);
    template<bool Exact>
    glm::vec3 vector();
    template<bool Exact>
    void rotation(glm::quat& out);
    std::int32_t person(std::uint8_t fileIndex);

    const Header& m_header;
    MatchNames& m_names;
    const bool m_exact;
    const bool m_arena;
    const bool m_combat;
    const int m_version;

    // The chunk being decoded.
    Reader m_in;
    FrameBlock* m_out = nullptr;
    Oddities m_odd;
    const Running* m_before = nullptr;
    bool m_keyframe = false;
    std::uint8_t m_mask = 0;
    bool m_discRests = false; ///< so far, since the chunk's first frame
    glm::vec3 m_discEdge{0.0F};

    // The frame being decoded, from that before.
    Run m_basePlayers;
    std::vector<Last> m_baseLast;
    std::vector<Last> m_last;
    struct Sums
    {
        double clock = 0.0;
        PauseState pause = PauseState::None;
        std::array<double, 2> timers{};
        std::array<double, 2> steps{};
        glm::vec3 vr{0.0F};
        glm::vec3 disc{0.0F};
        glm::vec3 discVelocity{0.0F};
    };
    Sums m_sums;
};

} // namespace ghostline::echo::butter
