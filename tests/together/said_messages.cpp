// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/together/said_messages.h"

namespace ghostline::test {

using namespace ghostline::together;
using namespace std::chrono_literals;

namespace {

RecordingName finalMatch()
{
    return {QStringLiteral("Finale größer.butter"), {QByteArray(64, 'b'), 123'456'789'012}};
}

SharedState wholeState()
{
    SharedState state;
    state.revision = 4'711;
    state.clock = HostInstant(123'456'789'012us);
    state.place = model::Micros{61'500'000};
    state.rate = -0.25;
    state.playing = true;
    state.held = true;
    state.duration = model::Micros{3'600'000'000};
    state.loop = SharedLoop{model::Micros{60'000'000}, model::Micros{70'000'001}};
    state.perspective = QStringLiteral("team:blue");
    state.selection = {model::ActorId{0}, model::ActorId{17}, model::ActorId{0xFFFF'FFFE}};
    state.camera = QStringLiteral("pose:1,2,3,4,5,6,0,1,0,60");
    state.layers = {QStringLiteral("trails"), QStringLiteral("zones")};
    return state;
}

model::Drawing stroke()
{
    model::Drawing drawing;
    drawing.id = QStringLiteral("5b0d8f3e-8f7a-4a1e-9d5f-0d4c4b1e2f3a");
    drawing.kind = model::DrawingKind::Arrow;
    drawing.pin = model::DrawingPin::Ground;
    drawing.points = {{0.1, 0.0, -3.25}, {4.5, 0.0, 6.75}};
    drawing.colour = 0x80FF'0102U;
    drawing.width = 7.5;
    drawing.from = model::Micros{60'000'000};
    drawing.to = model::Micros{64'000'000};
    drawing.author = QStringLiteral("Ana");
    drawing.created = QDateTime({2024, 5, 17}, {12, 30, 15, 250}, Qt::UTC);
    return drawing;
}

model::Drawing label()
{
    model::Drawing drawing = stroke();
    drawing.kind = model::DrawingKind::Text;
    drawing.pin = model::DrawingPin::Screen;
    drawing.points = {{0.25, 0.75, 0.0}};
    drawing.text = QStringLiteral("two\nlines");
    return drawing;
}

model::Drawing link()
{
    model::Drawing drawing = stroke();
    drawing.kind = model::DrawingKind::Link;
    drawing.pin = model::DrawingPin::Actor;
    drawing.points = {};
    drawing.actors = {{model::ActorId{3}, QStringLiteral("Nilo")},
                      {model::ActorId::None, QStringLiteral("Ida")}};
    return drawing;
}

} // namespace

std::vector<std::pair<const char*, Message>> saidMessages()
{
    const QString code = QStringLiteral("ABCDE23456");
    const QString version = QStringLiteral("0.1.0");
    std::vector<std::pair<const char*, Message>> all;
    const auto say = [&all](const char* name, Message message) {
        all.emplace_back(name, std::move(message));
    };
    say("hello", Hello{ProtocolVersion, version, QStringLiteral("Zoë 🦊"), code, finalMatch()});
    say("hello without a file", Hello{ProtocolVersion, version, QStringLiteral("Bo"), code, {}});
    say("hello of another version", Hello{ProtocolVersion + 1, QStringLiteral("9.0"), {}, {}, {}});
    say("welcome", Welcome{ProtocolVersion, version, PersonId{7}, QStringLiteral("Bo (2)"), finalMatch(),
                           RecordingOffer{24'612, QStringLiteral("/s3cret/f.butter")}, false, false});
    say("welcome without an offer",
        Welcome{ProtocolVersion, version, PersonId{1}, QStringLiteral("Bo"), {}, {}, true, true});
    say("refused, version", Refused{RefusalReason::Version, ProtocolVersion + 3, QStringLiteral("9.0"), {}});
    say("refused, code", Refused{RefusalReason::Code, ProtocolVersion, version, {}});
    say("refused, recording", Refused{RefusalReason::Recording, ProtocolVersion, version, finalMatch()});
    say("refused, full", Refused{RefusalReason::Full, ProtocolVersion, version, {}});
    say("refused, later", Refused{RefusalReason::Later, ProtocolVersion, version, {}});
    say("refused, unknown", Refused{RefusalReason::Unknown, ProtocolVersion, version, {}});
    say("state", StateMessage{wholeState()});
    say("state at first", StateMessage{});
    say("ping", Ping{OwnInstant(9'876'543'210us), 34});
    say("ping at first", Ping{OwnInstant(1us), -1});
    say("pong", Pong{OwnInstant(9'876'543'210us), HostInstant(55us)});
    say("people", People{{{PersonId::Host, QStringLiteral("Ana"), 0, true, false, false},
                          {PersonId{1}, QStringLiteral("Bo"), 45, false, true, false},
                          {PersonId{2}, QStringLiteral("Bo (2)"), -1, false, false, true}}});
    say("nobody", People{});
    say("request_drive", RequestDrive{true});
    say("request_drive no more", RequestDrive{false});
    say("hand_over", HandOver{PersonId{2}});
    say("take_over", TakeOver{});
    say("point", Point{PersonId{2}, false, {1.5, -2.25, 1e6}});
    say("point on the screen", Point{PersonId::None, true, {0.5, 0.25, 0.0}});
    say("drawing_added", DrawingAdded{PersonId{2}, stroke()});
    say("drawing_added, text", DrawingAdded{PersonId::None, label()});
    say("drawing_added, link", DrawingAdded{PersonId::Host, link()});
    say("drawing_removed", DrawingRemoved{PersonId::Host, stroke().id});
    say("chat", Chat{PersonId{1}, QStringLiteral("look\nat <b>this</b> \"now\" 🦊")});
    for (const auto& [name, reason] :
         {std::pair("bye, left", ByeReason::Left), std::pair("bye, ended", ByeReason::Ended),
          std::pair("bye, removed", ByeReason::Removed), std::pair("bye, malformed", ByeReason::Malformed),
          std::pair("bye, flood", ByeReason::Flood), std::pair("bye, slow", ByeReason::Slow),
          std::pair("bye, unknown", ByeReason::Unknown)})
        say(name, Bye{reason});
    return all;
}

} // namespace ghostline::test
