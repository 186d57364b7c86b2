// SPDX-License-Identifier: GPL-3.0-or-later
// The two colour sets, and the rules that pick from them.
#include "render/base/theme.h"

#include <optional>
#include <utility>

namespace ghostline::render {

namespace {

/// The colours of the teams that were asked for last: tables and lists ask for every row, a game has but one
/// set.
class LastTeams
{
public:
    const std::vector<QColor>& colours(const Theme& theme, std::span<const model::Team> teams)
    {
        if (!m_theme || !(*m_theme == theme) || !same(teams)) {
            m_keys.clear();
            for (std::size_t team = 0; team < teams.size(); ++team)
                m_keys.push_back(key(teams, team));
            m_colours = teamColors(theme, teams);
            m_theme = theme;
        }
        return m_colours;
    }

private:
    using Key = std::pair<int, std::optional<model::Rgb>>;
    static Key key(std::span<const model::Team> teams, std::size_t team)
    {
        return {teamHue(teams, static_cast<int>(team)), teams[team].colour};
    }
    bool same(std::span<const model::Team> teams) const
    {
        if (teams.size() != m_keys.size())
            return false;
        for (std::size_t team = 0; team < teams.size(); ++team) {
            if (key(teams, team) != m_keys[team])
                return false;
        }
        return true;
    }

    std::optional<Theme> m_theme;
    std::vector<Key> m_keys;
    std::vector<QColor> m_colours;
};

Theme makeDark()
{
    Theme t;
    t.ground = Ground::Dark;
    t.base = QColor(0x14, 0x17, 0x1C);
    t.raised = QColor(0x1C, 0x20, 0x26);
    t.line = QColor(0x2C, 0x32, 0x3B);
    t.text = QColor(0xE6, 0xE9, 0xEE);
    t.textMuted = QColor(0x9A, 0xA3, 0xAF);
    t.accent = QColor(0x4C, 0x9A, 0xFF);
    t.accentText = QColor(0x0B, 0x12, 0x1C);
    t.skyTop = QColor(0x0F, 0x12, 0x17);
    t.skyBottom = QColor(0x22, 0x29, 0x33);
    t.warning = QColor(0xF0, 0xA8, 0x30);
    t.error = QColor(0xF2, 0x6D, 0x6D);
    t.series = {QColor(0x4D, 0xA3, 0xE0), QColor(0xF0, 0xA8, 0x30), QColor(0x2C, 0xC7, 0x9B),
                QColor(0xF2, 0x78, 0x3C), QColor(0x7C, 0xC8, 0xF2), QColor(0xE0, 0x9A, 0xC0),
                QColor(0xF0, 0xE4, 0x42)};
    return t;
}

Theme makeLight()
{
    Theme t;
    t.ground = Ground::Light;
    t.base = QColor(0xEB, 0xEE, 0xF2);
    t.raised = QColor(0xFA, 0xFB, 0xFC);
    t.line = QColor(0xCD, 0xD4, 0xDD);
    t.text = QColor(0x1B, 0x1F, 0x24);
    t.textMuted = QColor(0x5B, 0x64, 0x70);
    t.accent = QColor(0x1F, 0x6F, 0xD1);
    t.accentText = QColor(0xFF, 0xFF, 0xFF);
    t.skyTop = QColor(0xD5, 0xE0, 0xEC);
    t.skyBottom = QColor(0xF7, 0xF8, 0xFA);
    t.warning = QColor(0x9A, 0x5B, 0x00);
    t.error = QColor(0xB3, 0x26, 0x1E);
    t.series = {QColor(0x00, 0x72, 0xB2), QColor(0xB8, 0x5C, 0x00), QColor(0x00, 0x79, 0x5A),
                QColor(0x9E, 0x2A, 0x2B), QColor(0x18, 0x95, 0xAE), QColor(0xA8, 0x50, 0x7F),
                QColor(0x8A, 0x7A, 0x00)};
    return t;
}

} // namespace

const Theme& Theme::dark()
{
    static const Theme theme = makeDark();
    return theme;
}

const Theme& Theme::light()
{
    static const Theme theme = makeLight();
    return theme;
}

QColor Theme::overlay() const
{
    return ground == Ground::Dark ? QColor(0x24, 0x29, 0x31) : QColor(0xFF, 0xFF, 0xFF);
}

QColor Theme::scene(model::SceneRole role) const
{
    using model::SceneRole;
    const bool isDark = ground == Ground::Dark;
    const auto pick = [isDark](QRgb onDark, QRgb onLight) { return QColor(isDark ? onDark : onLight); };
    // Surroundings stay quieter than anything that moves.
    switch (role) {
    case SceneRole::Ground:
        return pick(0x191D23, 0xEDF0F3);
    case SceneRole::Field:
        return pick(0x21272E, 0xFAFBFC);
    case SceneRole::Road:
        return pick(0x2B313A, 0xCDD4DC);
    case SceneRole::Shoulder:
        return pick(0x242930, 0xDCE1E7);
    case SceneRole::Sidewalk:
        return pick(0x353C46, 0xE6E3DD);
    case SceneRole::Crossing:
        return pick(0x5A636F, 0xF4F6F8);
    case SceneRole::MarkingWhite:
        return pick(0x8D97A4, 0xFFFFFF);
    case SceneRole::MarkingYellow:
        return pick(0x94803F, 0xCDA548);
    case SceneRole::Shell:
        return pick(0x2C3542, 0xD3DBE4);
    case SceneRole::Obstacle:
        return pick(0x414B58, 0xC1CAD4);
    case SceneRole::Goal:
    case SceneRole::Glow:
    case SceneRole::Launch:
        return pick(0x6A7685, 0x98A4B1);
    case SceneRole::Wall:
        return pick(0x3E4651, 0xB2BBC6);
    case SceneRole::Zone:
        return blend(base, textMuted, 0.25);
    case SceneRole::Track:
        return pick(0x4A5462, 0xA9B4C0);
    case SceneRole::Outline:
        return pick(0x5C6776, 0x8C97A5);
    case SceneRole::Terrain:
        return pick(0x2A3029, 0xDCE1D6);
    case SceneRole::Water:
        return pick(0x27455F, 0x9CC3E0);
    case SceneRole::Prop:
        return pick(0x3B463B, 0xB4C0AC);
    }
    return line;
}

QColor Theme::casing() const
{
    QColor colour = base;
    colour.setAlphaF(0.7F);
    return colour;
}

int teamHue(std::span<const model::Team> teams, int team)
{
    if (team < 0 || static_cast<std::size_t>(team) >= teams.size())
        return -1;
    const int named = teams[static_cast<std::size_t>(team)].hue;
    return named >= 0 ? named : team;
}

std::vector<QColor> teamColors(const Theme& theme, std::span<const model::Team> teams)
{
    const std::array<QColor, 2> grounds = theme.grounds();
    std::vector<QColor> colours(teams.size());
    std::vector<QColor> given;
    // The theme's hues first: they cannot give way.
    for (std::size_t team = 0; team < teams.size(); ++team) {
        if (!teams[team].colour)
            given.push_back(colours[team] = theme.hue(teamHue(teams, static_cast<int>(team))));
    }
    for (std::size_t team = 0; team < teams.size(); ++team) {
        if (const std::optional<model::Rgb>& rgb = teams[team].colour)
            given.push_back(colours[team] = toldApart(QColor((*rgb)[0], (*rgb)[1], (*rgb)[2]), grounds,
                                                      MarkContrast, given, TeamDifference));
    }
    return colours;
}

QColor teamColor(const Theme& theme, std::span<const model::Team> teams, int team)
{
    if (teamHue(teams, team) < 0)
        return theme.textMuted;
    thread_local LastTeams last;
    return last.colours(theme, teams)[static_cast<std::size_t>(team)];
}

QColor readable(const QColor& colour, const Theme& theme)
{
    return withContrast(colour, theme.grounds(), TextContrast);
}

QColor actorColor(const Theme& theme, const model::ActorInfo& actor, std::span<const model::Team> teams)
{
    using model::ActorKind;
    const QColor muted = blend(theme.textMuted, theme.base, 0.25);
    // What somebody's camera shows is told by whose it is.
    if (actor.background && actor.shape != model::ActorShape::View)
        return muted;
    if (teamHue(teams, actor.team) >= 0)
        return teamColor(theme, teams, actor.team);
    if (actor.principal)
        return theme.hue(1);
    switch (actor.kind) {
    case ActorKind::Player:
    case ActorKind::Vehicle:
    case ActorKind::Unit:
        return theme.hue(0);
    case ActorKind::Walker:
        return theme.hue(2);
    case ActorKind::Disc:
        return theme.hue(6);
    case ActorKind::Sensor:
    case ActorKind::Camera:
        return theme.hue(5);
    case ActorKind::Structure:
        return theme.hue(4);
    case ActorKind::TrafficLight:
    case ActorKind::Sign:
    case ActorKind::Prop:
    case ActorKind::Other:
        return muted;
    }
    return muted;
}

} // namespace ghostline::render
