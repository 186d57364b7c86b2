// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/sample/course.h"

#include "codecs/recording/sample/course_builder.h"

#include <array>
#include <cmath>

namespace ghostline::recording::sample {

namespace {

using glm::dvec3;
using glm::ivec3;

constexpr int Base = 64; ///< the lowest blocks stand on the ground

/// Middle of the top of a block.
dvec3 on(int x, int y, int z) { return {x + 0.5, y + 1.0, z + 0.5}; }

/// Blocks and way grow together, section by section.
class Skyline
{
public:
    explicit Skyline(bool meadow) : m_meadow(meadow) {}
    Course make()
    {
        if (m_meadow)
            m_blocks.meadow({8, Base - 1, 12}, 21, 16);
        plaza();
        orchard();
        stairs();
        springs();
        rainbow();
        bridge();
        tower();
        glide();
        finish();
        if (m_meadow)
            woods();
        m_course.blocks = m_blocks.blocks();
        return std::move(m_course);
    }

private:
    void walk(const dvec3& to) { add({StepKind::Walk, to, 0.0, {}, {}, {}}); }
    void jump(const dvec3& to, double height = 1.0) { add({StepKind::Jump, to, height, {}, {}, {}}); }
    void wait(int ticks) { add({StepKind::Wait, m_at, static_cast<double>(ticks), {}, {}, {}}); }
    void checkpoint(const char* name, const dvec3& to, const char* chat = "")
    {
        add({StepKind::Walk, to, 0.0, name, chat, {}});
        wait(44);
    }
    void add(Step step)
    {
        m_at = step.to;
        m_course.steps.push_back(std::move(step));
    }

    void plaza()
    {
        m_blocks.disc({0, Base, 0}, 5, "minecraft:smooth_stone");
        m_blocks.ring({0, Base, 0}, 5, "minecraft:polished_andesite");
        m_blocks.box({2, Base, -1}, {2, Base, 1}, "minecraft:lime_concrete");
        m_blocks.gate({4, Base + 1, 0}, 3, true, "minecraft:oak_log", "minecraft:lime_wool");
        m_course.start = on(-2, Base, 0);
        m_at = m_course.start;
        wait(40);
        add({StepKind::Stroll, on(1, Base, 0), 0.0, {}, "glhf!", {}});
        wait(25);
        walk(on(4, Base, 0));
    }

    void orchard()
    {
        struct Pad
        {
            ivec3 at;
            const char* state;
        };
        const std::array pads{Pad{{7, Base, -1}, "minecraft:oak_planks"},
                              Pad{{11, Base + 1, 2}, "minecraft:spruce_planks"},
                              Pad{{15, Base + 2, 0}, "minecraft:birch_planks"}};
        for (const Pad& pad : pads)
            padTo(pad.at, pad.state);
        m_blocks.island({21, Base + 3, 0}, 3);
        m_blocks.tree({22, Base + 4, 2}, "oak");
        jump(on(19, Base + 3, 0));
        wait(8);
        walk(on(22, Base + 3, -1));
        padTo({26, Base + 4, -3}, "minecraft:oak_planks");
        padTo({30, Base + 5, -2}, "minecraft:cherry_planks");
        m_blocks.island({36, Base + 5, 0}, 4);
        m_blocks.tree({38, Base + 6, -2}, "cherry");
        m_blocks.tree({34, Base + 6, 2}, "birch");
        m_blocks.set({36, Base + 5, 0}, "minecraft:gold_block");
        jump(on(33, Base + 5, -1));
        checkpoint("orchard", on(36, Base + 5, 0), "first one, easy");
    }
    void padTo(const ivec3& at, const char* state)
    {
        m_blocks.box(at, at + ivec3(1, 0, 1), state);
        m_blocks.set(at + ivec3(0, -1, 0), "minecraft:stone_brick_wall");
        jump({at.x + 1.0, at.y + 1.0, at.z + 1.0});
        wait(13);
    }

    void stairs()
    {
        constexpr int Steps = 10;
        for (int i = 0; i < Steps; ++i) {
            const int y = Base + 5 + i;
            const int z = 5 + i;
            m_blocks.box({35, y, z}, {37, y, z}, "minecraft:stone_brick_stairs[facing=south]");
            m_blocks.box({35, y - 1, z}, {37, y - 1, z}, "minecraft:stone_bricks");
            if (i % 3 == 1) {
                for (const int x : {34, 38}) {
                    m_blocks.box({x, y - 1, z}, {x, y + 1, z}, "minecraft:mossy_stone_bricks");
                    m_blocks.set({x, y + 2, z}, "minecraft:sea_lantern");
                }
            }
        }
        const int top = Base + 5 + Steps - 1;
        m_blocks.box({34, top, 15}, {38, top, 18}, "minecraft:stone_bricks");
        m_blocks.box({35, top - 1, 16}, {37, top - 1, 17}, "minecraft:cracked_stone_bricks");
        walk(on(36, Base + 5, 4));
        walk(on(36, top, 14));
        walk(on(36, top, 17));
        wait(12);
    }

    void springs()
    {
        const int top = Base + 14;
        for (const ivec3& at : {ivec3(36, top - 2, 24), ivec3(36, top - 1, 32)}) {
            m_blocks.box(at - ivec3(1, 0, 1), at + ivec3(1, 0, 1), "minecraft:slime_block");
            m_blocks.disc(at - ivec3(0, 1, 0), 2, "minecraft:lime_stained_glass");
        }
        jump(on(36, top - 2, 24), 1.4);
        jump(on(36, top - 1, 32), 4.5);
        m_blocks.disc({36, top + 2, 40}, 4, "minecraft:prismarine_bricks");
        m_blocks.ring({36, top + 2, 40}, 4, "minecraft:dark_prismarine");
        m_blocks.disc({36, top + 1, 40}, 3, "minecraft:prismarine");
        m_blocks.disc({36, top, 40}, 1, "minecraft:sea_lantern");
        m_blocks.set({36, top + 2, 40}, "minecraft:gold_block");
        jump(on(36, top + 2, 38), 4.8);
        m_course.respawn = on(36, top + 2, 40);
        checkpoint("springs", m_course.respawn, "boing");
        m_course.respawnStep = m_course.steps.size();
    }

    void rainbow()
    {
        constexpr std::array Colours{"red",        "orange", "yellow", "lime",
                                     "light_blue", "blue",   "purple", "magenta"};
        walk(on(33, Base + 16, 40));
        for (int i = 0; i < static_cast<int>(Colours.size()); ++i) {
            const std::string colour = std::string("minecraft:") + Colours[static_cast<std::size_t>(i)];
            const ivec3 at(29 - 4 * i, Base + 16 + i / 3, i % 2 == 0 ? 38 : 41);
            m_blocks.box(at, at + ivec3(1, 0, 1), colour + "_concrete");
            m_blocks.box(at + ivec3(0, -1, 0), at + ivec3(1, -1, 1), colour + "_wool");
            m_blocks.box(at + ivec3(0, -4, 0), at + ivec3(0, -2, 0), colour + "_stained_glass");
            const dvec3 middle{at.x + 1.0, at.y + 1.0, at.z + 1.0};
            // An attempt that fails: short of the colour, and down.
            m_course.falls.emplace_back(
                m_course.steps.size(),
                Step{StepKind::Fall, {middle.x + 2.4, Base - 6.0, middle.z + 1.0}, 1.0, {}, {}, {}});
            jump(middle);
            wait(i % 3 == 2 ? 18 : 10);
        }
        m_blocks.disc({-6, Base + 19, 40}, 4, "minecraft:white_concrete");
        m_blocks.ring({-6, Base + 19, 40}, 4, "minecraft:light_gray_concrete");
        m_blocks.disc({-6, Base + 18, 40}, 3, "minecraft:light_gray_wool");
        m_blocks.set({-6, Base + 19, 40}, "minecraft:gold_block");
        jump(on(-3, Base + 19, 40));
        checkpoint("rainbow", on(-6, Base + 19, 40));
    }

    void bridge()
    {
        const int y = Base + 19;
        walk(on(-6, y, 36));
        Step step{StepKind::Bridge, on(-6, y, 22), 0.0, {}, "who took the bridge away", {}};
        for (int z = 35; z >= 22; --z)
            m_course.bridge.emplace_back(glm::ivec3(-6, y, z), "minecraft:oak_planks");
        add(std::move(step));
        m_blocks.box({-9, y, 17}, {-3, y, 21}, "minecraft:smooth_quartz");
        m_blocks.box({-9, y - 1, 17}, {-3, y - 1, 21}, "minecraft:quartz_bricks");
        walk(on(-6, y, 20));
        wait(10);
    }

    void tower()
    {
        const int from = Base + 19;
        const int top = Base + 36;
        for (int y = Base; y < top; ++y) {
            const char* state = y % 6 == 0   ? "minecraft:purple_concrete"
                                : y % 6 == 3 ? "minecraft:chiseled_quartz_block"
                                             : "minecraft:quartz_pillar";
            m_blocks.box({-7, y, 13}, {-5, y, 15}, state);
        }
        m_blocks.ring({-6, Base, 14}, 4, "minecraft:quartz_bricks");
        m_blocks.disc({-6, Base, 14}, 3, "minecraft:smooth_quartz");
        // Once around the pillar, a block up with each step.
        constexpr std::array Around{ivec3(-6, 0, 16), ivec3(-5, 0, 16), ivec3(-4, 0, 16), ivec3(-4, 0, 15),
                                    ivec3(-4, 0, 14), ivec3(-4, 0, 13), ivec3(-4, 0, 12), ivec3(-5, 0, 12),
                                    ivec3(-6, 0, 12), ivec3(-7, 0, 12), ivec3(-8, 0, 12), ivec3(-8, 0, 13),
                                    ivec3(-8, 0, 14), ivec3(-8, 0, 15), ivec3(-8, 0, 16), ivec3(-7, 0, 16)};
        int y = from;
        for (const ivec3& at : Around) {
            ++y;
            m_blocks.set({at.x, y, at.z}, "minecraft:quartz_stairs");
            m_blocks.set({at.x, y - 1, at.z}, "minecraft:quartz_slab");
            add({StepKind::Stroll, on(at.x, y, at.z), 0.0, {}, {}, {}});
        }
        m_blocks.disc({-6, top, 14}, 5, "minecraft:smooth_quartz");
        m_blocks.ring({-6, top, 14}, 5, "minecraft:purple_concrete");
        m_blocks.set({-6, top, 14}, "minecraft:gold_block");
        for (const ivec3& corner :
             {ivec3(-10, 0, 10), ivec3(-10, 0, 18), ivec3(-2, 0, 18), ivec3(-2, 0, 10)}) {
            m_blocks.box({corner.x, top + 1, corner.z}, {corner.x, top + 3, corner.z},
                         "minecraft:magenta_stained_glass");
            m_blocks.set({corner.x, top + 4, corner.z}, "minecraft:sea_lantern");
        }
        // The way comes up through an opening in the floor.
        m_blocks.set({-8, top, 16}, "minecraft:air");
        m_blocks.set({-8, top, 15}, "minecraft:air");
        jump(on(-6, top, 17));
        checkpoint("tower", on(-6, top, 14), "what a view");
        wait(30);
        walk(on(-3, top, 14));
    }

    void glide()
    {
        const std::vector<dvec3> path{
            {-2.5, Base + 37.0, 14.5}, {3, Base + 35.5, 11.5}, {10, Base + 31, 10}, {20, Base + 26, 12},
            {26, Base + 22, 20},       {21, Base + 17, 28},    {12, Base + 13, 29}, {5, Base + 8, 24},
            {6, Base + 3.5, 18.5},     {9.5, Base + 0.6, 18.5}};
        m_blocks.hoop({10, Base + 32, 10}, 4, true, "minecraft:gold_block");
        m_blocks.hoop({26, Base + 23, 20}, 4, false, "minecraft:light_blue_stained_glass");
        m_blocks.hoop({12, Base + 14, 29}, 4, true, "minecraft:pink_concrete");
        add({StepKind::Glide, path.back(), 0.0, {}, {}, path});
    }

    void finish()
    {
        m_blocks.disc({9, Base, 18}, 6, "minecraft:prismarine_bricks");
        m_blocks.disc({9, Base, 18}, 5, "minecraft:water");
        add({StepKind::Swim, {14.4, Base + 0.6, 18.5}, 0.0, "pool", {}, {}});
        for (int x = 16; x <= 24; ++x) {
            for (int z = 14; z <= 22; ++z)
                m_blocks.set({x, Base, z},
                             (x + z) % 2 == 0 ? "minecraft:white_concrete" : "minecraft:black_concrete");
        }
        m_blocks.gate({20, Base + 1, 18}, 3, true, "minecraft:gold_block", "minecraft:yellow_wool");
        jump(on(16, Base, 18), 0.9);
        add({StepKind::Walk, on(20, Base, 18), 0.0, "finish", {}, {}});
        walk(on(22, Base, 18));
        wait(60);
    }

    void woods()
    {
        struct Tree
        {
            ivec3 at;
            const char* wood;
        };
        const std::array trees{Tree{{12, Base, 3}, "birch"},  Tree{{19, Base, 6}, "oak"},
                               Tree{{24, Base, 9}, "cherry"}, Tree{{-6, Base, 4}, "oak"},
                               Tree{{3, Base, 9}, "cherry"},  Tree{{-1, Base, 21}, "birch"},
                               Tree{{15, Base, 26}, "oak"}};
        for (const Tree& tree : trees)
            m_blocks.tree(tree.at, tree.wood);
        for (const ivec3& at : {ivec3(7, Base, 5), ivec3(17, Base, 10), ivec3(-9, Base, 9)}) {
            m_blocks.box(at, at + ivec3(1, 0, 1), "minecraft:mossy_cobblestone");
            m_blocks.set(at + ivec3(0, 1, 0), "minecraft:cobblestone");
        }
        // A trodden path from the start to the tower, another to the pool.
        for (int z = 6; z <= 9; ++z)
            m_blocks.box({-2 - (z - 6) / 2, Base - 1, z}, {-1 - (z - 6) / 2, Base - 1, z},
                         "minecraft:gravel");
        for (int i = 0; i < 8; ++i)
            m_blocks.box({4 + i / 3, Base - 1, 4 + i}, {5 + i / 3, Base - 1, 4 + i}, "minecraft:gravel");
    }

    bool m_meadow;
    Course m_course;
    CourseBuilder m_blocks;
    dvec3 m_at{0.0};
};

} // namespace

Course skylineCourse(bool meadow) { return Skyline(meadow).make(); }

} // namespace ghostline::recording::sample
