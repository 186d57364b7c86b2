// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/source_match.h"

namespace ghostline::test {

void plainMatch(int number, FrameBlock& block)
{
    FrameMaker make(block);
    make.frame().timeMs = StartMs + number * 20;
    make.frame().status = GameStatus::Playing;
    make.frame().clock = 300.0F - static_cast<float>(number) * 0.02F;
    for (int person = 0; person < 4; ++person) {
        PlayerFrame& p = make.player(person, person, person < 2 ? TeamCode::Blue : TeamCode::Orange,
                                     placeOf(person, number));
        p.velocity = {0.0F, 0.0F, 5.0F};
        p.hasStats = true;
        p.stats[Counter::Goals] = number / 100;
        p.ping = 40 + person;
    }
    make.disc({0.0F, 2.0F, static_cast<float>(number) * 0.2F - 30.0F}, {0.0F, 0.0F, 10.0F});
}

MakeFrame changed(std::function<void(int, Frame&, std::span<PlayerFrame>)> change)
{
    return [change = std::move(change)](int number, FrameBlock& block) {
        plainMatch(number, block);
        Frame& frame = block.frames.back();
        change(number, frame, std::span(block.players).subspan(frame.players.first, frame.players.count));
    };
}

std::unique_ptr<echo::EchoSource> openWith(MakeFrame make, int frames, int chunk, int people)
{
    MemoryFileOptions options;
    options.frames = frames;
    options.chunk = chunk;
    options.make = std::move(make);
    return openMemory(memoryFile(std::move(options), people));
}

std::size_t rowOf(const model::WorldState& state, std::uint32_t id)
{
    const std::ptrdiff_t row = state.row(static_cast<model::ActorId>(id));
    return row < 0 ? SIZE_MAX : static_cast<std::size_t>(row);
}

void poseBones(const PlayerFrame& player, BoneSet& set, bool swapped)
{
    const PartPose& body = player.part(Part::Body);
    const auto local = [&](Part part) {
        return glm::inverse(body.orientation) * (player.part(part).position - body.position);
    };
    for (std::size_t i = 0; i < Bones; ++i)
        set.bones[i].position = {0.0F, -0.05F * static_cast<float>(i), 0.0F};
    set.bones[swapped ? 2 : 3].position = local(Part::LeftHand);
    set.bones[swapped ? 3 : 2].position = local(Part::RightHand);
    set.bones[15].position.x = swapped ? -0.1F : 0.1F;
    set.bones[16].position.x = -set.bones[15].position.x;
}

} // namespace ghostline::test
