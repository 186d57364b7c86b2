// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up matches: the same from the same seed, and such as a match can be.
#include "codecs/echo/sample/sample_match.h"

#include <QTest>

using namespace ghostline;
using namespace ghostline::echo;

class TestEchoSample : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void look()
    {
        SampleOptions options;
        options.seed = qEnvironmentVariableIntValue("SEED") != 0
                           ? static_cast<std::uint64_t>(qEnvironmentVariableIntValue("SEED"))
                           : 36;
        auto match = SampleMatch::create(options);
        QVERIFY(match);
        std::int64_t n = 0;
        GameStatus was = GameStatus::None;
        FrameBlock last;
        std::array<float, 2> points{};
        QVERIFY((*match)->frames()(
            [&](const FrameBlock& block, std::size_t first, std::size_t end) -> model::Result<void> {
                for (std::size_t i = first; i < end; ++i) {
                    const Frame& f = block.frames[i];
                    if (f.status != was || f.points != points || n % 60 == 0) {
                        std::printf("%6.2f %-12s clock %5.1f  %g:%g disc %6.2f %6.2f %6.2f v %5.1f |",
                                    double(n) / 30, qPrintable(statusWord(f.status)), double(f.clock),
                                    double(f.points[0]), double(f.points[1]), double(f.disc.position.x),
                                    double(f.disc.position.y), double(f.disc.position.z),
                                    double(glm::length(f.discVelocity)));
                        for (const auto& p : block.playersOf(f))
                            std::printf(" %c%.0f,%.0f,%.0f/%.1f",
                                        p.possession ? '*'
                                        : p.stunned  ? 'x'
                                                     : ' ',
                                        double(p.parts[0].position.x), double(p.parts[0].position.y),
                                        double(p.parts[0].position.z), double(glm::length(p.velocity)));
                        std::printf("\n");
                        if (f.status == GameStatus::RoundOver || f.status == GameStatus::Score)
                            for (const auto& p : block.playersOf(f)) {
                                std::printf("   %d:", p.slot);
                                for (std::size_t c = 0; c < Counters; ++c)
                                    std::printf(" %s=%d", qPrintable(counterWord(Counter(c))),
                                                p.stats.counters[c]);
                                std::printf(" stuns=%d poss=%.1f\n", p.stats.stuns,
                                            double(p.stats.possessionTime));
                            }
                    }
                    was = f.status;
                    points = f.points;
                    ++n;
                }
                return {};
            }));
    }
};

QTEST_GUILESS_MAIN(TestEchoSample)
#include "tst_echo_sample.moc"
