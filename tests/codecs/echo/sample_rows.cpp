// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/sample_rows.h"

namespace ghostline::test {

const PlayerFrame* Seen::person(std::int32_t number) const
{
    const auto found = std::find_if(players.begin(), players.end(),
                                    [number](const PlayerFrame& p) { return p.person == number; });
    return found != players.end() ? &*found : nullptr;
}

const PlayerFrame* Seen::holder() const
{
    const auto found = std::find_if(players.begin(), players.end(), [](const PlayerFrame& p) {
        return p.holdingLeft == holding::Disc || p.holdingRight == holding::Disc;
    });
    return found != players.end() ? &*found : nullptr;
}

std::int64_t visitAll(const SampleMatch& match, const Visit& visit)
{
    Seen before;
    Seen now;
    std::int64_t number = 0;
    const auto fed = match.frames()(
        [&](const FrameBlock& block, std::size_t first, std::size_t end) -> model::Result<void> {
            for (std::size_t i = first; i < end; ++i) {
                const Frame& frame = block.frames[i];
                const auto players = block.playersOf(frame);
                const auto bones = block.bonesOf(frame);
                now = {frame, {players.begin(), players.end()}, {bones.begin(), bones.end()}};
                visit(number, number == 0 ? now : before, now);
                if (QTest::currentTestFailed())
                    return model::fail(model::ErrorCode::Cancelled, QStringLiteral("a check failed"));
                std::swap(before, now);
                ++number;
            }
            return {};
        });
    return fed ? number : -1;
}

std::unique_ptr<SampleMatch> matchOf(const SampleOptions& options)
{
    auto match = SampleMatch::create(options);
    return match ? std::move(*match) : nullptr;
}

void addSampleRows()
{
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("players");
    QTest::addColumn<double>("hz");
    for (const int seed : {1, 2, 3, 4})
        QTest::addRow("seed %d", seed) << seed << 4 << 30.0;
    QTest::addRow("one against one") << 5 << 1 << 30.0;
    QTest::addRow("seven against seven") << 6 << 7 << 30.0;
    QTest::addRow("60 frames a second") << 7 << 4 << 60.0;
}

SampleOptions optionsOfRow()
{
    QFETCH_GLOBAL(int, seed);
    QFETCH_GLOBAL(int, players);
    QFETCH_GLOBAL(double, hz);
    SampleOptions options;
    options.seed = static_cast<std::uint64_t>(seed);
    options.players = players;
    options.hz = hz;
    options.seconds = 70.0;
    return options;
}

} // namespace ghostline::test
