// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loop of every frame: one pass over the actors, no allocation once the vectors have grown.
#include "render/actors/instance_buffers.h"

#include "render/actors/shirt_number.h"
#include "render/base/crowd.h"
#include "render/base/selection.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

// Nothing that takes part is drawn smaller than this; surroundings may vanish.
constexpr float SmallestPixels = 7.0F;
constexpr float FocusPixels = 11.0F; // what the play is about stays in sight from across the field
constexpr float BoneRadius = 0.035F; // metres

Lamp lampByName(const QString& name)
{
    const QString n = name.toLower();
    if (n == u"red")
        return Lamp::Red;
    if (n == u"yellow" || n == u"amber" || n == u"orange")
        return Lamp::Yellow;
    if (n == u"green")
        return Lamp::Green;
    return Lamp::Off;
}

} // namespace

void MeshInstances::clear()
{
    for (std::vector<Instance>& instances : m_lists)
        instances.clear();
}

void MeshInstances::sortBackToFront(const glm::vec3& eye)
{
    for (std::vector<Instance>& instances : m_lists)
        render::sortBackToFront(instances, eye);
}

void InstanceBuffers::change(const ViewContent& content, ViewChanges changes)
{
    m_styles.change(content, changes);
    m_options = content.options;
    if (changes & (ViewPart::Theme | ViewPart::Index))
        setTables(*content.index->info, content.theme);
}

void InstanceBuffers::setCast(const model::ReplayInfo& info, const Theme& theme)
{
    m_styles.setCast(info, theme);
    setTables(info, theme);
}

/// Colours and properties that are looked up for every actor.
void InstanceBuffers::setTables(const model::ReplayInfo& info, const Theme& theme)
{
    m_shadow = glm::vec4(0.0F, 0.0F, 0.0F, theme.ground == Ground::Dark ? 0.45F : 0.24F);
    m_dark = theme.ground == Ground::Dark;
    m_alert = toVec4(theme.hue(6));
    m_guard = toVec4(theme.hue(2));
    m_turretProperty = info.marks.turret;
    m_odometer.setActors(info.cast.size());
    m_vehicles.setCast(info);
    m_crowd = isCrowd(info);
    m_parents.clear();
    for (const model::Skeleton& skeleton : info.skeletons)
        m_parents.push_back(skeleton.parents);

    m_lampProperty = m_brakeProperty = {};
    for (std::size_t i = 0; i < info.actorProperties.size() && !m_brakeProperty; ++i) {
        const model::PropertyInfo& property = info.actorProperties[i];
        if (property.id == u"brake" && property.type == model::PropertyType::Real)
            m_brakeProperty = model::ActorPropertyId(i);
    }
    m_lampNames.clear();
    for (std::size_t i = 0; i < info.actorProperties.size(); ++i) {
        const model::PropertyInfo& property = info.actorProperties[i];
        if (property.id != u"light_state" || property.type != model::PropertyType::Enumeration)
            continue;
        m_lampProperty = model::ActorPropertyId(i);
        for (const QString& name : property.names)
            m_lampNames.push_back(lampByName(name));
        break;
    }
}

Lamp InstanceBuffers::lamp(const model::WorldState& state, std::size_t row, const ActorStyles::Style& style,
                           MeshKind mesh) const
{
    constexpr double Pressed = 0.02; // of the pedal's way
    if (style.vehicle) {
        const model::PropertyValue brake = state.value(row, m_brakeProperty);
        return brake.absent() || !std::isfinite(brake.asReal()) ? Lamp::None
               : brake.asReal() > Pressed                       ? Lamp::Red
                                                                : Lamp::Off;
    }
    if (mesh != MeshKind::TrafficLight)
        return Lamp::None;
    const model::PropertyValue value = state.value(row, m_lampProperty);
    if (value.absent() || value.asInteger() < 0 ||
        static_cast<std::size_t>(value.asInteger()) >= m_lampNames.size())
        return Lamp::Off;
    return m_lampNames[static_cast<std::size_t>(value.asInteger())];
}

void InstanceBuffers::fill(const model::WorldState& state, const Frame& frame)
{
    for (MeshInstances* instances : {&m_solid, &m_held, &m_outline})
        instances->clear();
    m_marks.clear();
    m_hulls.clear();
    m_anyHeld = m_facesEye = false;
    m_fliers.clear();
    m_ground = {frame.ground, frame.origin};
    const glm::vec3 eye = m_eye = glm::vec3(frame.eye - frame.origin);
    m_floor.reset();
    if (frame.floor)
        m_floor = static_cast<float>(*frame.floor - frame.origin.y);
    m_styles.updateVisibility(state);
    m_odometer.advance(state);

    for (std::size_t row = 0; row < state.size(); ++row) {
        const ActorStyles::Style& s = m_styles.style(state.ids[row]);
        const bool firstPerson = state.ids[row] == frame.firstPerson;
        if ((firstPerson && !s.body) || !m_styles.drawn(state, row))
            continue;
        DrawnShape form = m_styles.shape(state, row);
        const bool selected = state.ids[row] == frame.selection;
        const glm::vec4 colour = m_styles.colour(state, row);
        const BodyLook look{colour, state.flags[row], state.provenance[row], selected, firstPerson, s.number};
        if (s.body && m_styles.figure(state, row, s, m_figure)) {
            addBody(m_figure, look, frame.origin);
            continue;
        }
        if (firstPerson)
            continue;
        const glm::quat& q = state.orientations[row];
        glm::vec3 centre = glm::vec3(state.positions[row] - frame.origin) + q * form.centre;
        if (!state.attachments.empty()) {
            if (const auto inHand = m_styles.poseInHand(state, row))
                centre = glm::vec3(glm::dvec3(inHand->position) - frame.origin) + q * form.centre;
        }
        const bool held = marksProvenance(selected) && state.provenance[row] == model::Provenance::Held;
        const bool turret = m_turretProperty && m_options.unitMarks &&
                            std::isfinite(state.value(row, m_turretProperty).asReal()) &&
                            !state.value(row, m_turretProperty).absent();
        if (turret && form.mesh == MeshKind::Armour)
            form.mesh = MeshKind::Hull; // the turret that is recorded takes the place of the drawn one
        const Lamp lit = lamp(state, row, s, form.mesh);

        const Instance body{{centre, form.background ? 0.0F : (s.focus ? FocusPixels : SmallestPixels)},
                            turnOf(q),
                            {form.half, static_cast<float>(lit)},
                            colour};
        const bool skeleton = s.skeleton >= 0 && !s.body && state.bones[row].count > 0;
        const bool walks = s.walks && state.bones[row].count == 0;
        const bool ridden = m_vehicles.ridden(state.ids[row]);
        const VehicleParts::Stand stand{glm::vec3(state.positions[row] - frame.origin),
                                        m_odometer.metres(state.ids[row])};
        if (skeleton) {
            addBones(state, row, s, frame.origin);
        } else if (walks) {
            addWalker(state, row, body, look);
            form.shadow = !form.background;
        } else if (ridden) {
            addRider(state, row, stand, look);
        } else if (held) {
            m_held[form.mesh].push_back(body);
            m_anyHeld = true;
        } else {
            m_solid[form.mesh].push_back(body);
        }
        if (!skeleton)
            m_vehicles.appendWheels((held ? m_held : m_solid)[MeshKind::Wheel], state, row, stand);
        if (turret && !skeleton)
            addTurret(state, row, body, held);
        if (selected && !skeleton && !walks && !ridden) {
            addOutline(form.mesh, body);
        }
        if (s.unit && form.centre.y - form.half.y > Fliers::Least) {
            m_fliers.add(body, stand.position, eye);
            form.shadow = false; // it lies on the ground
        }
        if (form.mesh == MeshKind::Puck && s.focus)
            addDiscLight(body);
        if (form.shadow || selected || state.provenance[row] == model::Provenance::Sampled)
            addMarks(body, form, state.provenance[row], selected);
    }
    if (frame.chooser != model::ActorId::None)
        addSelected(state, frame);
    m_fliers.finish(m_marks, m_ground, m_shadow);
    if (anyHeld()) {
        m_held.sortBackToFront(eye);
        sortBackToFront(m_hulls, eye);
    }
}

/// A segment from each bone to its parent. Untrusted counts: whatever has no parent in range is left out.
void InstanceBuffers::addBones(const model::WorldState& state, std::size_t row, const ActorStyles::Style& s,
                               const glm::dvec3& origin)
{
    if (static_cast<std::size_t>(s.skeleton) >= m_parents.size())
        return;
    const std::vector<int>& parents = m_parents[static_cast<std::size_t>(s.skeleton)];
    const auto bones = state.bonesOf(row);
    const glm::vec3 shift{-origin};
    std::vector<Instance>& out = m_solid[MeshKind::Bone];
    for (std::size_t i = 0; i < std::min(bones.size(), parents.size()); ++i) {
        if (parents[i] < 0 || static_cast<std::size_t>(parents[i]) >= bones.size())
            continue;
        const glm::vec3 from = bones[static_cast<std::size_t>(parents[i])].position;
        const glm::vec3 along = bones[i].position - from;
        const float length = glm::length(along);
        if (!(length > 1e-4F) || !std::isfinite(length))
            continue;
        const float radius = std::min(BoneRadius, length * 0.35F);
        out.push_back({{from + along * 0.5F + shift, 0.0F},
                       turnOf(fromUp(along / length)),
                       {radius, length * 0.5F, radius, 0.0F},
                       s.colour});
    }
}

// People: their parts as instances, and what is the matter with them as marks. A state is told by a shape of
// its own each time, never by colour alone.

namespace {

constexpr float RingRim = 2.5F; // pixels, as the next ones
constexpr float SampledRing = 2.0F;
constexpr float SelectionRing = 3.0F;
constexpr float ChosenRing = 1.5F;
constexpr float LeastRing = 8.0F; // radius
constexpr auto Casing = static_cast<float>(CasingPixels);
constexpr float BlackCasing = -Casing; // to the shader, the sign says so
constexpr float OutlineLine = 2.0F;    // pixels beyond the mesh, as the next one
constexpr float OutlineRim = 4.0F;
constexpr float ShieldRadius = 0.42F; // metres
constexpr float ShieldFilled = -2.5F; // a negative rim asks the shader for a filled disc with one
constexpr float StunRadius = 0.27F;
constexpr float StarSize = 0.06F;
constexpr int Stars = 3;
constexpr float HullRadius = 0.42F;
constexpr float HullMargin = 0.12F;
constexpr float FloatingHalf = 0.42F; // metres: half as wide as the shadow of a person
constexpr glm::vec4 Upright{0.0F, 0.0F, 0.0F, 1.0F};

/// A ring `pixels` wide round `at`, drawn with at least `leastPixels` of radius so that it is seen.
Instance ring(const glm::vec3& at, float radius, float pixels, const glm::vec4& colour, float leastPixels,
              float casing = 0.0F, const glm::vec4& turn = Upright)
{
    return {{at, leastPixels}, turn, {radius, pixels, radius, casing}, colour};
}

MeshKind meshOf(BodyForm form)
{
    switch (form) {
    case BodyForm::Limb:
        return MeshKind::Limb;
    case BodyForm::Torso:
        return MeshKind::Torso;
    case BodyForm::Head:
        return MeshKind::Head;
    case BodyForm::Hand:
        return MeshKind::Limb;
    case BodyForm::Joint:
        return MeshKind::Marker;
    }
    return MeshKind::Limb;
}

glm::vec4 toward(const glm::vec4& colour, float other, float share)
{
    return {glm::mix(glm::vec3(colour), glm::vec3(other), share), colour.a};
}

/// Hardly any colour left: a stunned body looks switched off.
glm::vec4 drained(const glm::vec4& colour)
{
    const float grey = glm::dot(glm::vec3(colour), glm::vec3(0.299F, 0.587F, 0.114F));
    return {glm::mix(glm::vec3(colour), glm::vec3(grey), 0.82F), colour.a};
}

} // namespace

/// The mesh a little larger, twice: the black one lies behind the white one and shows beyond it.
void InstanceBuffers::addOutline(MeshKind mesh, const Instance& body)
{
    for (const auto& [pixels, colour] :
         {std::pair(OutlineRim, SelectionRim), std::pair(OutlineLine, SelectionLine)}) {
        Instance outline = body;
        outline.half.w = pixels;
        outline.colour = toVec4(colour);
        m_outline[mesh].push_back(outline);
    }
}

/// The trunk is in the colour of the team, what hangs on it in greys with a hint of that.
glm::vec4 InstanceBuffers::tone(BodyTone tone, const glm::vec4& colour) const
{
    switch (tone) {
    case BodyTone::Head:
        return toward(colour, 1.0F, m_dark ? 0.22F : 0.10F);
    case BodyTone::Torso:
        return colour;
    case BodyTone::Limb:
        return toward(colour, m_dark ? 0.36F : 0.30F, 0.68F);
    case BodyTone::Hand:
        return toward(colour, m_dark ? 0.74F : 0.52F, 0.7F);
    }
    return colour;
}

void InstanceBuffers::addBody(const BodyFigure& body, const BodyLook& look, const glm::dvec3& origin)
{
    const glm::vec3 shift{-origin};
    addPieces(body, look, shift);
    if (look.firstPerson)
        return;
    addBodyMarks(body, look, shift);
    if (look.number < 0)
        return;
    m_facesEye = true; // whose number is read depends on how near they are
    const glm::vec3 way = body.chest + shift - m_eye;
    const auto trunk = std::ranges::find(body.view(), BodyForm::Torso, &BodyPiece::form);
    if (trunk == body.view().end() || glm::dot(way, way) > ShirtNumberReach * ShirtNumberReach)
        return;
    const bool held = m_options.provenance && look.provenance == model::Provenance::Held;
    appendShirtNumber((held ? m_held : m_solid)[MeshKind::Box], look.number, *trunk, look.colour, shift);
}

void InstanceBuffers::addPieces(const BodyFigure& body, const BodyLook& look, const glm::vec3& shift)
{
    const bool held = m_options.provenance && look.provenance == model::Provenance::Held;
    const glm::vec4 base = (look.flags & model::Stunned) != 0 ? drained(look.colour) : look.colour;
    for (const BodyPiece& piece : body.view()) {
        // Who looks through these eyes sees the hands.
        if (look.firstPerson && piece.form != BodyForm::Hand)
            continue;
        const MeshKind mesh = meshOf(piece.form);
        const Instance instance{
            {piece.centre + shift, 0.0F}, turnOf(piece.turn), {piece.half, 0.0F}, tone(piece.tone, base)};
        (held ? m_held : m_solid)[mesh].push_back(instance);
        if (look.selected && !look.firstPerson) {
            addOutline(mesh, instance);
        }
    }
    m_anyHeld = m_anyHeld || held;
}

/// Somebody on foot whose body is not recorded: as tall as the box, walking as far as it has come.
void InstanceBuffers::addWalker(const model::WorldState& state, std::size_t row, const Instance& box,
                                const BodyLook& look)
{
    constexpr float WalkingSpeed = 0.8F; // m/s; slower ones take smaller steps
    constexpr float Smallest = 0.3F, Largest = 2.0F;
    const glm::quat& q = state.orientations[row];
    const float scale = std::clamp(2.0F * box.half.y / GrownUp, Smallest, Largest);
    const float speed = glm::length(state.velocities[row]);
    const double strides = m_odometer.metres(state.ids[row]) / static_cast<double>(StrideLength * scale);
    const glm::vec3 feet = glm::vec3(box.place) - q * glm::vec3(0.0F, box.half.y, 0.0F);
    walkingBody(strides, std::isfinite(speed) ? speed / WalkingSpeed : 0.0F, {feet, q, scale}, m_figure);
    addPieces(m_figure, look, glm::vec3(0.0F));
    addFarBody(m_figure, look, scale);
}

/// A two-wheeler and somebody on it, of whom nothing is recorded.
void InstanceBuffers::addRider(const model::WorldState& state, std::size_t row,
                               const VehicleParts::Stand& stand, const BodyLook& look)
{
    MeshInstances& out =
        m_options.provenance && look.provenance == model::Provenance::Held ? m_held : m_solid;
    m_vehicles.appendFrame({out[MeshKind::Cylinder], out[MeshKind::Box]}, state, row, stand,
                           toward(look.colour, 0.0F, m_dark ? 0.34F : 0.28F));
    m_vehicles.sitRider(state, row, stand, m_figure);
    addPieces(m_figure, look, glm::vec3(0.0F));
    addFarBody(m_figure, look, 1.0F);
}

/// Hidden in the trunk of a body, and larger than it where the body would be a speck.
void InstanceBuffers::addFarBody(const BodyFigure& body, const BodyLook& look, float scale)
{
    constexpr float Pixels = 4.0F; // wide
    constexpr glm::vec3 Half{0.09F, 0.3F, 0.09F};
    const bool held = m_options.provenance && look.provenance == model::Provenance::Held;
    (held ? m_held : m_solid)[MeshKind::Capsule].push_back(
        {{body.chest, Pixels}, turnOf(fromUp(body.up)), {Half * scale, 0.0F}, look.colour});
}

void InstanceBuffers::addBodyMarks(const BodyFigure& body, const BodyLook& look, const glm::vec3& shift)
{
    const glm::vec3 middle = (body.low + body.high) * 0.5F;
    const glm::vec3 feet = glm::vec3(middle.x, body.low.y - 0.05F, middle.z) + shift;
    addFloating(feet, FloatingHalf, look.colour);
    if (m_options.provenance && look.provenance == model::Provenance::Sampled)
        addGroundMark(ring(feet, 0.7F, SampledRing, glm::vec4(glm::vec3(look.colour), 0.9F), 6.0F));
    if (look.selected)
        addGroundMark(ring(feet, 0.95F, SelectionRing, toVec4(SelectionLine), 13.0F, BlackCasing));
    if ((look.flags & model::Possession) != 0) {
        // Two rings, one in the other: told from every other ring by its shape.
        for (const float radius : {0.52F, 0.70F})
            m_marks.push_back(ring(feet, radius, RingRim, m_styles.neutral(), radius * 13.0F));
    }
    if ((look.flags & model::Blocking) != 0) {
        const glm::vec3 out = body.guard - body.chest;
        const float reach = glm::length(out);
        const glm::quat turn = fromUp(reach > 0.05F ? out / reach : body.forward);
        m_marks.push_back(
            ring(body.guard + shift, ShieldRadius, ShieldFilled, m_guard, 6.0F, 0.0F, turnOf(turn)));
    }
    if ((look.flags & model::Invulnerable) != 0) {
        const glm::vec3 reach = (body.high - body.low) * 0.5F;
        m_hulls.push_back({{middle + shift, 0.0F},
                           Upright,
                           {std::max(HullRadius, reach.x * 0.8F), reach.y + HullMargin,
                            std::max(HullRadius, reach.z * 0.8F), 0.0F},
                           m_guard});
    }
    if ((look.flags & model::Stunned) != 0)
        addStun(body, shift);
}

/// Stars on a tilted ring above the head.
void InstanceBuffers::addStun(const BodyFigure& body, const glm::vec3& shift)
{
    const glm::vec3 centre = body.head + body.up * 0.30F + shift;
    const glm::vec3 side = glm::cross(body.up, body.forward);
    const glm::quat turn = fromUp(glm::normalize(body.up + side * 0.30F + body.forward * 0.50F));
    m_marks.push_back(ring(centre, StunRadius, RingRim, m_alert, 6.0F, 0.0F, turnOf(turn)));
    for (int i = 0; i < Stars; ++i) {
        const float a = glm::radians(30.0F + 360.0F * static_cast<float>(i) / static_cast<float>(Stars));
        const glm::vec3 at = centre + turn * (glm::vec3(std::sin(a), 0.0F, std::cos(a)) * StunRadius);
        m_solid[MeshKind::Marker].push_back({{at, 2.0F}, turnOf(turn), {glm::vec3(StarSize), 0.0F}, m_alert});
    }
}

/// A shadow on the floor of the hall, the wider and fainter the higher somebody floats, and a quiet line to
/// it.
void InstanceBuffers::addFloating(const glm::vec3& feet, float half, const glm::vec4& colour)
{
    constexpr float Spread = 0.06F, Fading = 0.10F; // by the metre
    constexpr float Low = 1.5F;                     // no line below this height, metres
    constexpr float LineOpacity = 0.4F;
    if (!m_floor || feet.y < *m_floor)
        return;
    const float height = feet.y - *m_floor;
    const float wide = half * (1.0F + Spread * height);
    const glm::vec4 line(glm::vec3(colour), LineOpacity * std::clamp(height - Low, 0.0F, 1.0F));
    m_fliers.add({{feet, 0.0F}, Upright, {wide, 0.0F, wide, 0.0F}, line}, {feet.x, *m_floor, feet.z}, m_eye,
                 1.0F / (1.0F + Fading * height));
}

/// In a hall the disc shines: a halo round it, a spot of light on the floor below and a line to that.
void InstanceBuffers::addDiscLight(const Instance& disc)
{
    constexpr float Halo = 0.55F, Spot = 0.9F; // metres
    constexpr float LeastHalo = 9.0F;          // pixels
    constexpr float HaloOpacity = 0.5F, SpotOpacity = 0.34F, LineOpacity = 0.8F;
    constexpr float Spread = 0.08F, Fading = 0.05F; // of the spot, by the metre
    const glm::vec3 at(disc.place);
    if (!m_floor || at.y < *m_floor)
        return;
    const glm::vec3 shine(toward(disc.colour, 1.0F, m_dark ? 0.4F : 0.2F));
    const glm::vec3 way = m_eye - at;
    const float away = glm::length(way);
    if (away > 0.01F && std::isfinite(away))
        m_marks.push_back({{at, LeastHalo},
                           turnOf(fromUp(way / away)),
                           {Halo, 0.0F, Halo, 0.0F},
                           glm::vec4(shine, HaloOpacity)});
    m_facesEye = true;
    const float height = at.y - *m_floor;
    const float wide = Spot * (1.0F + Spread * height);
    const glm::vec3 below(at.x, *m_floor, at.z);
    m_marks.push_back({{below + glm::vec3(0.0F, 0.05F, 0.0F), 4.0F},
                       Upright,
                       {wide, 0.0F, wide, 0.0F},
                       glm::vec4(shine, SpotOpacity / (1.0F + Fading * height))});
    m_fliers.add({disc.place, Upright, {wide, disc.half.y, wide, 0.0F}, glm::vec4(shine, LineOpacity)}, below,
                 m_eye, 0.0F);
}

void InstanceBuffers::addGroundMark(Instance mark)
{
    m_ground.lay(mark);
    m_marks.push_back(mark);
}

// What is drawn beside an actor: its shadow, rings round its feet, the turret on it.

void InstanceBuffers::addMarks(const Instance& body, const DrawnShape& s, model::Provenance provenance,
                               bool selected)
{
    const glm::quat q{body.turn.w, body.turn.x, body.turn.y, body.turn.z};
    const glm::vec3 feet =
        glm::vec3(body.place) - q * glm::vec3(0.0F, s.half.y, 0.0F) + glm::vec3(0.0F, 0.02F, 0.0F);
    if (s.shadow) {
        addGroundMark({{feet, 0.0F}, body.turn, {s.half.x * 1.35F, 0.0F, s.half.z * 1.2F, 0.0F}, m_shadow});
    }
    const float radius = std::max(s.half.x, s.half.z) * 1.25F + 0.25F;
    if (marksProvenance(selected) && provenance == model::Provenance::Sampled)
        addGroundMark(ring(feet, radius, SampledRing, glm::vec4(glm::vec3(body.colour), 0.9F), 6.0F));
    if (selected)
        addGroundMark(ring(feet, radius + 0.5F, SelectionRing, toVec4(SelectionLine), 13.0F, BlackCasing));
}

/// A low block on the body, and a barrel the way it points.
void InstanceBuffers::addTurret(const model::WorldState& state, std::size_t row, const Instance& body,
                                bool held)
{
    constexpr float Darker = 0.62F;
    const double aboutUp =
        180.0 - state.value(row, m_turretProperty).asReal(); // a heading of 0 looks along -Z
    const glm::quat under{body.turn.w, body.turn.x, body.turn.y, body.turn.z};
    const glm::quat lean = fromUp(under * glm::vec3(0.0F, 1.0F, 0.0F)); // it leans with what carries it
    const glm::quat turn =
        lean * glm::angleAxis(static_cast<float>(glm::radians(aboutUp)), glm::vec3(0.0F, 1.0F, 0.0F));
    const glm::vec3 half(body.half);
    const float width = std::min(half.x, half.z);
    const glm::vec3 top = glm::vec3(body.place) + lean * glm::vec3(0.0F, half.y, 0.0F);
    const glm::vec4 colour(glm::vec3(body.colour) * Darker, body.colour.a);
    std::vector<Instance>& out = (held ? m_held : m_solid)[MeshKind::Box];
    const float high = width * 0.24F;
    const float reach = std::max(half.x, half.z) * 0.8F;
    out.push_back({{top + lean * glm::vec3(0.0F, high, 0.0F), 0.0F},
                   turnOf(turn),
                   {width * 0.55F, high, width * 0.6F, 0.0F},
                   colour});
    out.push_back({{top + turn * glm::vec3(0.0F, high, reach), 0.0F},
                   turnOf(turn),
                   {width * 0.12F, width * 0.12F, reach, 0.0F},
                   colour});
}

void InstanceBuffers::addRing(const glm::vec3& at, float radius, float pixels, const glm::vec4& colour,
                              bool toScale)
{
    addGroundMark(ring(at, radius, pixels, colour, toScale ? 0.0F : LeastRing, Casing));
}

/// Rings under all that the chooser has selected, thinner than under what is selected here.
void InstanceBuffers::addSelected(const model::WorldState& state, const Frame& frame)
{
    constexpr float Clearance = 0.15F; // metres
    for (const model::Selected& pick : state.selected) {
        const auto row = pick.by == frame.chooser ? m_styles.drawnRow(state, pick.actor) : std::nullopt;
        if (!row)
            continue;
        const DrawnShape form = m_styles.shape(state, *row);
        const glm::vec3 at(state.positions[*row] - frame.origin);
        const float radius = std::max(form.half.x, form.half.z) * 1.15F + Clearance;
        addGroundMark(ring(at + glm::vec3(0.0F, 0.05F, 0.0F), radius, ChosenRing, toVec4(SelectionLine),
                           LeastRing, BlackCasing));
    }
}

} // namespace ghostline::render
