// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/block_world.h"

#include "codecs/recording/worlds/section_store.h"
#include "codecs/recording/worlds/world_limits.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace ghostline::recording {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

constexpr int BlocksASide = model::GridSection::Side;
/// Texts as files spell them; forgotten when there are more, and then found again by their normal form.
constexpr std::size_t MaxSpellings = std::size_t{1} << 16;

bool isAir(std::string_view state)
{
    return state == "minecraft:air" || state == "minecraft:cave_air" || state == "minecraft:void_air";
}

} // namespace

bool WorldScope::wants(int sectionX, int sectionZ) const
{
    if (near.empty())
        return true;
    const double x = double{BlocksASide} * sectionX;
    const double z = double{BlocksASide} * sectionZ;
    return std::any_of(near.begin(), near.end(), [x, z](const model::Bounds& box) {
        return box.valid && box.min.x < x + BlocksASide && box.max.x >= x && box.min.z < z + BlocksASide &&
               box.max.z >= z;
    });
}

bool WorldScope::isEdited(const glm::ivec3& section) const
{
    return std::binary_search(edited.begin(), edited.end(), section, model::gridOrder);
}

WorldScope WorldScope::seenFrom(const glm::dvec3& origin) const
{
    WorldScope moved = *this;
    for (model::Bounds& box : moved.near) {
        box.min -= origin;
        box.max -= origin;
    }
    if (origin == glm::dvec3(0.0))
        return moved;
    // A section that does not lie on ours touches up to eight of them.
    moved.edited.clear();
    for (const glm::ivec3& section : edited) {
        const glm::dvec3 low = (glm::dvec3(section * BlocksASide) - origin) / double{BlocksASide};
        if (glm::any(glm::greaterThan(glm::abs(low), glm::dvec3(static_cast<double>(MaxBlockPlace)))))
            continue; // the world was put somewhere beyond all places
        const glm::ivec3 first(glm::floor(low));
        const glm::ivec3 last(glm::ceil(low + 1.0));
        for (int y = first.y; y < last.y; ++y) {
            for (int z = first.z; z < last.z; ++z) {
                for (int x = first.x; x < last.x; ++x)
                    moved.edited.emplace_back(x, y, z);
            }
        }
    }
    std::sort(moved.edited.begin(), moved.edited.end(), model::gridOrder);
    moved.edited.erase(std::unique(moved.edited.begin(), moved.edited.end()), moved.edited.end());
    return moved;
}

struct BlockWorld::Private
{
    struct TextHash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using StateNumbers = std::unordered_map<std::string, std::uint16_t, TextHash, std::equal_to<>>;

    WorldScope scope;
    glm::dvec3 origin{0.0};
    StateNumbers spellings; ///< by text as given
    StateNumbers numbers;   ///< by normal form
    std::vector<std::string> states;
    std::vector<model::GridKind> kinds;
    std::size_t textBytes = 0;
    SectionStore sections;
    QStringList notes;
    std::vector<model::SceneLabel> labels;

    Result<std::uint16_t> numberOf(std::string_view state);
    /// Whether an edit may open what is enclosed there.
    bool mayBeOpened(const glm::ivec3& section) const;
};

BlockWorld::BlockWorld(WorldScope scope) : d(std::make_unique<Private>()) { d->scope = std::move(scope); }
BlockWorld::~BlockWorld() = default;

const WorldScope& BlockWorld::scope() const { return d->scope; }

void BlockWorld::setOrigin(const glm::dvec3& origin)
{
    d->scope = d->scope.seenFrom(origin - d->origin);
    d->origin = origin;
}

Result<std::uint16_t> BlockWorld::Private::numberOf(std::string_view state)
{
    if (state.empty() || state.size() > MaxStateName)
        return fail(ErrorCode::Damaged, QStringLiteral("a block state's name has %1 bytes, 1 to %2 are read")
                                            .arg(state.size())
                                            .arg(MaxStateName));
    std::string normal = normalState(state);
    if (isAir(normal))
        return Air;
    if (const auto known = numbers.find(normal); known != numbers.end())
        return known->second;
    textBytes += normal.size();
    if (states.size() == MaxWorldStates || textBytes > MaxStateTexts)
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("the world has more than %1 block states").arg(states.size()));
    const auto number = static_cast<std::uint16_t>(states.size());
    kinds.push_back(blockKind(normal));
    states.push_back(normal);
    numbers.emplace(std::move(normal), number);
    return number;
}

Result<std::uint16_t> BlockWorld::kindOf(std::string_view state)
{
    if (const auto known = d->spellings.find(state); known != d->spellings.end())
        return known->second;
    auto number = d->numberOf(state);
    if (!number)
        return number;
    if (d->spellings.size() == MaxSpellings)
        d->spellings.clear();
    d->spellings.emplace(state, *number);
    return number;
}

Result<void> BlockWorld::addSection(const glm::ivec3& at, SectionKinds kinds, bool over)
{
    if (over)
        d->sections.putOver(at, kinds);
    else
        d->sections.put(at, kinds);
    if (d->sections.size() > MaxWorldSections || d->sections.bytes() > MaxWorldBytes)
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("the world has more blocks than are read: %1 in %2 sections so far")
                        .arg(d->sections.blocks())
                        .arg(d->sections.size()));
    return {};
}

void BlockWorld::removeSection(const glm::ivec3& at) { d->sections.remove(at); }

void BlockWorld::note(const QString& text)
{
    if (static_cast<std::size_t>(d->notes.size()) < MaxWorldNotes && !d->notes.contains(text))
        d->notes << text;
}

void BlockWorld::label(const glm::dvec3& position, const QString& text)
{
    const auto section = [](double place) { return static_cast<int>(std::floor(place / BlocksASide)); };
    if (d->labels.size() < MaxWorldLabels && d->scope.wants(section(position.x), section(position.z)))
        d->labels.push_back({position, text});
}

std::size_t BlockWorld::blockCount() const { return d->sections.blocks(); }

const std::vector<std::string>& BlockWorld::states() const { return d->states; }

void BlockWorld::forEachSection(const std::function<void(const glm::ivec3&, SectionKinds)>& visit) const
{
    d->sections.forEach(visit);
}

bool BlockWorld::Private::mayBeOpened(const glm::ivec3& section) const
{
    constexpr std::array<glm::ivec3, 7> Near{
        {{0, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}}};
    return !scope.edited.empty() && std::any_of(Near.begin(), Near.end(), [&](const glm::ivec3& by) {
        return scope.isEdited(section + by);
    });
}

model::SceneDescription BlockWorld::finish(const QString& name)
{
    std::vector<KindSight> sights;
    sights.reserve(d->kinds.size());
    for (const model::GridKind& kind : d->kinds)
        sights.push_back({.drawn = kind.form != model::GridForm::Nothing, .opaque = kind.opaque()});
    auto shown = d->sections.takeVisible(
        sights, [this](const glm::ivec3& section) { return d->mayBeOpened(section); }, MaxWorldCells);
    if (shown.leftOut > 0)
        note(QStringLiteral("%1 blocks farthest down are left out").arg(shown.leftOut));

    model::SceneDescription scene;
    scene.name = name;
    for (model::SceneLabel& label : d->labels)
        label.position += d->origin;
    scene.labels = std::move(d->labels);
    if (shown.sections.empty()) {
        d->notes.prepend(d->scope.near.empty()
                             ? QStringLiteral("%1 holds no block").arg(name)
                             : QStringLiteral("%1 holds no block near what is recorded").arg(name));
        scene.note = d->notes.join(QStringLiteral("; "));
        return scene;
    }
    scene.note = d->notes.join(QStringLiteral("; "));
    scene.bounds = {shown.cells.min + d->origin, shown.cells.max + 1.0 + d->origin, true};
    scene.groundHeight = scene.bounds.min.y;
    auto layer = std::make_shared<model::GridLayer>();
    layer->id = QStringLiteral("surroundings");
    layer->origin = d->origin;
    layer->kinds = std::make_shared<const std::vector<model::GridKind>>(std::move(d->kinds));
    layer->sections = std::move(shown.sections);
    scene.grids.push_back(std::move(layer));
    return scene;
}

} // namespace ghostline::recording
