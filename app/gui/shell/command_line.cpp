// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/command_line.h"

#include "app/gui/clips/video_format.h"
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/session/moment_place.h"
#include "app/gui/settings/language.h"
#include "app/gui/view/camera_words.h"
#include "app/manual/closest.h"
#include "app/manual/help.h"
#include "model/codec/opening.h"
#include "model/codec/scene_arguments.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>
#include <array>
#include <limits>

#include <unistd.h>

namespace ghostline::app {

namespace {

constexpr int MaxPixels = 8192;

constexpr struct
{
    const char* word;
    ThemeChoice choice;
} Themes[] = {{"dark", ThemeChoice::Dark}, {"light", ThemeChoice::Light}, {"system", ThemeChoice::System}};

QString text(const char* s) { return QString(QLatin1String(s)); }

QStringList themeWords()
{
    QStringList words;
    for (const auto& theme : Themes)
        words << text(theme.word);
    return words;
}

manual::Option flag(const QStringList& names, const char* description)
{
    manual::Option option;
    option.names = names;
    option.description = text(description);
    return option;
}

manual::Option option(const char* name, const char* value, const QString& description,
                      manual::Offer offer = manual::Offer::Nothing)
{
    manual::Option option;
    option.names << text("--") + text(name);
    option.value = text(value);
    option.description = description;
    option.offer = offer;
    return option;
}

manual::Option repeated(manual::Option option)
{
    option.repeats = true;
    return option;
}

manual::Option chosen(manual::Option option, const QStringList& choices)
{
    option.choices = choices;
    return option;
}

const QString HostFlag = QStringLiteral("--host");

/// What was said, with the port taken out of it: this parser knows no option whose value may be left out.
struct SaidArguments
{
    QStringList rest;
    std::optional<QString> port; ///< a bare number behind --host, or whatever follows its "="
};

bool isNumber(const QString& word)
{
    return !word.isEmpty() && std::ranges::all_of(word, [](QChar c) { return c >= u'0' && c <= u'9'; });
}

SaidArguments withoutPort(const QStringList& arguments, const manual::Program& program)
{
    const auto takesNext = [&program](const QString& word) {
        return std::ranges::any_of(program.self.options, [&word](const manual::Option& option) {
            return !option.value.isEmpty() && option.names.contains(word);
        });
    };
    SaidArguments said;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString& word = arguments[i];
        const bool assigned = word.startsWith(HostFlag + u'=');
        said.rest << (assigned ? HostFlag : word);
        if (word == text("--")) {
            said.rest << arguments.mid(i + 1);
            break;
        }
        if (assigned)
            said.port = word.mid(HostFlag.size() + 1);
        else if (word == HostFlag && isNumber(arguments.value(i + 1)))
            said.port = arguments[++i];
        else if (takesNext(word) && i + 1 < arguments.size())
            said.rest << arguments[++i];
    }
    return said;
}

/// For the words of this parser, which wants names without their dashes.
QStringList bareNames(const manual::Option& option)
{
    QStringList names;
    for (const QString& name : option.names)
        names << name.mid(name.startsWith(text("--")) ? 2 : 1);
    return names;
}

QString unknownOption(const QString& name, const manual::Program& program)
{
    QStringList names;
    for (const manual::Option& option : program.self.options)
        names << option.names.last();
    const QString word = (name.size() > 1 ? text("--") : text("-")) + name;
    return QStringLiteral("there is no option %1%2").arg(word, manual::didYouMean(word, names));
}

std::optional<QSize> parseSize(const QString& word)
{
    const QStringList parts = word.toLower().split(QLatin1Char('x'));
    if (parts.size() != 2)
        return std::nullopt;
    const QSize size(parts[0].toInt(), parts[1].toInt());
    if (size.width() < 16 || size.height() < 16 || size.width() > MaxPixels || size.height() > MaxPixels)
        return std::nullopt;
    return size;
}

tl::unexpected<model::Error> refuse(const QString& message)
{
    return model::fail(model::ErrorCode::InvalidArgument, message);
}

/// Nothing of it.
constexpr const char* NoOverlay = "none";

struct OverlayWord
{
    const char* word;
    bool& wanted;
};

/// As the export dialog has them.
std::array<OverlayWord, 8> overlaysOf(ClipArguments& clip)
{
    return {{{"scoreboard", clip.overlays.scoreboard},
             {"title", clip.overlays.title},
             {"clock", clip.overlays.clock},
             {"speed", clip.overlays.speed},
             {"delta", clip.overlays.delta},
             {"labels", clip.labels},
             {"drawings", clip.drawings},
             {"grid", clip.grid}}};
}

QStringList overlayWords()
{
    ClipArguments any;
    QStringList words;
    for (const OverlayWord& overlay : overlaysOf(any))
        words << text(overlay.word);
    return words << text(NoOverlay);
}

/// Those that are named and no others.
model::Result<void> readOverlays(const QStringList& names, ClipArguments& clip)
{
    const auto overlays = overlaysOf(clip);
    if (!names.isEmpty()) {
        for (const OverlayWord& overlay : overlays)
            overlay.wanted = false;
    }
    for (const QString& name : names) {
        if (!overlayWords().contains(name))
            return refuse(QStringLiteral("there is no overlay \"%1\"; --overlay wants one of: %2")
                              .arg(name, overlayWords().join(text(", "))));
        for (const OverlayWord& overlay : overlays)
            overlay.wanted = overlay.wanted || name == text(overlay.word);
    }
    return {};
}

/// A number of an option; the old value where the option is not given.
model::Result<double> numberOf(const QCommandLineParser& parser, const char* name, double least, double most,
                               double otherwise)
{
    if (!parser.isSet(text(name)))
        return otherwise;
    bool ok = false;
    const double value = parser.value(text(name)).toDouble(&ok);
    if (!ok || !(value >= least && value <= most))
        return refuse(
            QStringLiteral("--%1 wants a number from %2 to %3").arg(text(name)).arg(least).arg(most));
    return value;
}

/// What `ghostline-cli case` asks for.
bool wantsCasePictures(const QCommandLineParser& parser)
{
    return parser.isSet(text("flag")) &&
           parser.value(text("render")).endsWith(text(".json"), Qt::CaseInsensitive);
}

model::Result<void> readCasePictures(const QCommandLineParser& parser, CommandLine& line)
{
    const bool wanted = wantsCasePictures(parser);
    const QStringList own{text("margin"), text("anonymous")};
    const QStringList others{text("from"),    text("to"),          text("fps"),   text("rate"),
                             text("overlay"), text("caption"),     text("size"),  text("camera"),
                             text("encoder"), text("transparent"), text("actor"), text("ghost")};
    for (const QString& name : wanted ? others : own) {
        if (parser.isSet(name))
            return refuse(wanted ? QStringLiteral("--%1 changes nothing in the pictures of a case").arg(name)
                                 : QStringLiteral("--%1 wants --flag and --render PICTURES.json").arg(name));
    }
    if (!wanted)
        return {};
    CasePicturesArguments asked;
    const auto margin = numberOf(parser, "margin", 0.0, model::MostCaseMargin, asked.margin);
    if (!margin)
        return tl::unexpected<model::Error>(margin.error());
    asked.margin = *margin;
    asked.anonymous = parser.isSet(text("anonymous"));
    line.casePictures = asked;
    return {};
}

model::Result<void> readClip(const QCommandLineParser& parser, CommandLine& line)
{
    constexpr double MostFps = 1000.0;
    constexpr double SlowestRate = 0.01;
    constexpr double FastestRate = 100.0;
    ClipArguments& clip = line.clip;
    const auto format = videoFormatOf(line.renderPath);
    clip.video = !line.renderPath.isEmpty() && format.has_value();
    clip.from = parser.value(text("from"));
    clip.to = parser.value(text("to"));
    clip.arguments = parser.value(text("encoder"));
    clip.transparent = parser.isSet(text("transparent"));
    clip.tellsProgress = ::isatty(STDERR_FILENO) != 0;
    const auto fps = numberOf(parser, "fps", 1.0, MostFps, clip.fps);
    if (!fps)
        return tl::unexpected<model::Error>(fps.error());
    clip.fps = *fps;
    const auto rate = numberOf(parser, "rate", SlowestRate, FastestRate, clip.rate);
    if (!rate)
        return tl::unexpected<model::Error>(rate.error());
    clip.rate = *rate;
    clip.title = parser.value(text("caption"));
    if (auto read = readOverlays(parser.values(text("overlay")), clip); !read)
        return read;
    if (clip.video)
        return {};
    for (const char* name : {"overlay", "caption"}) {
        if (parser.isSet(text(name)) && !parser.isSet(text("render")))
            return refuse(QStringLiteral("--%1 wants --render").arg(text(name)));
    }
    const QString suffix = QFileInfo(parser.value(text("render"))).suffix().toLower();
    for (const char* name : {"from", "to", "fps", "rate", "encoder"}) {
        if (parser.isSet(text(name)) && !suffix.isEmpty() && suffix != text("png"))
            return refuse(
                QStringLiteral("--render writes no .%1; a video's name ends in .mp4, .webm, .gif or /")
                    .arg(suffix));
        if (parser.isSet(text(name)))
            return refuse(
                QStringLiteral("--%1 wants --render with a video's name: .mp4, .webm, .gif or NAME/")
                    .arg(text(name)));
    }
    return {};
}

model::Result<void> readScene(const QCommandLineParser& parser, model::SceneChoice& scene)
{
    scene.path = parser.value(text("scene"));
    scene.folders = parser.values(text("scene-folder"));
    const auto radius = model::parseSceneRadius(parser.value(text("scene-radius")), RadiusOfSettings);
    if (!radius)
        return tl::unexpected<model::Error>(radius.error());
    scene.radius = *radius;
    const auto at = model::parseScenePlace(parser.value(text("scene-at")));
    if (!at)
        return tl::unexpected<model::Error>(at.error());
    scene.at = *at;
    return {};
}

model::Result<void> readValues(const QCommandLineParser& parser, CommandLine& line)
{
    const auto options = model::parseOptions(parser.values(text("option")));
    if (!options)
        return refuse(QStringLiteral("--option wants NAME=VALUE, not \"%1\"").arg(options.error()));
    line.options = *options;
    line.ghosts = parser.values(text("ghost"));
    if (line.ghosts.size() > GhostSet::Most)
        return refuse(
            QStringLiteral("%1 ghosts at most, not %2").arg(GhostSet::Most).arg(line.ghosts.size()));
    if (!line.ghosts.isEmpty() && parser.positionalArguments().isEmpty())
        return refuse(QStringLiteral("--ghost wants a recording to race with"));
    if (parser.isSet(text("size"))) {
        line.size = parseSize(parser.value(text("size")));
        if (!line.size)
            return refuse(QStringLiteral("--size wants WxH from 16 to %1 pixels").arg(MaxPixels));
    }
    if (parser.isSet(text("theme"))) {
        const qsizetype at = themeWords().indexOf(parser.value(text("theme")));
        if (at < 0)
            return refuse(QStringLiteral("--theme wants %1").arg(themeWords().join(text(" or "))));
        line.theme = Themes[at].choice;
    }
    if (parser.isSet(text("quality"))) {
        line.quality = qualityWish(parser.value(text("quality")));
        if (!line.quality)
            return refuse(QStringLiteral("--quality wants %1").arg(qualityWords().join(text(" or "))));
    }
    if (parser.isSet(text("language"))) {
        const QString word = parser.value(text("language"));
        if (!languageWords().contains(word))
            return refuse(QStringLiteral("--language wants %1").arg(languageWords().join(text(" or "))));
        line.language = languageFrom(word);
    }
    if (parser.isSet(text("play"))) {
        bool ok = false;
        line.playSeconds = parser.value(text("play")).toDouble(&ok);
        if (!ok || line.playSeconds < 0.0 || line.playSeconds > 3600.0)
            return refuse(QStringLiteral("--play wants seconds"));
    }
    return {};
}

/// Where to stand in it; what a link says stays where nothing else is said.
model::Result<void> readPlace(const QCommandLineParser& parser, model::StartPlace& place)
{
    const auto take = [&parser](const char* name, QString& into) {
        if (parser.isSet(text(name)))
            into = parser.value(text(name));
    };
    take("at", place.at);
    take("camera", place.camera);
    take("actor", place.actor);
    if (parser.isSet(text("at")))
        place.flag = 0;
    if (parser.isSet(text("flag"))) {
        bool ok = false;
        place.flag = parser.value(text("flag")).toInt(&ok);
        if (!ok || place.flag < 1)
            return refuse(QStringLiteral("--flag wants the number of a flag, from 1 in order of time"));
        if (parser.isSet(text("at")))
            return refuse(QStringLiteral("--flag or --at, not both"));
    }
    if (place.flag > 0 && parser.isSet(text("render")) && !wantsCasePictures(parser))
        return refuse(
            QStringLiteral("a flag is shown in the window, not with --render; --at draws its moment"));
    return {};
}

/// What a desktop hands over is an address even where it is a file of this machine.
QString localPathOf(const QString& argument)
{
    const QUrl url(argument);
    return argument.startsWith(text("file:///")) && url.isLocalFile() ? url.toLocalFile() : argument;
}

/// One recording at most, and one line to join at most: that is what a click on such a link hands over.
model::Result<void> readPlaces(const QCommandLineParser& parser, CommandLine& line)
{
    QStringList files;
    QStringList invitations = parser.values(text("join"));
    for (const QString& word : parser.positionalArguments())
        (together::isInvitation(word) ? invitations : files) << word;
    if (files.size() > 1)
        return refuse(QStringLiteral("one recording at a time, not %1").arg(files.size()));
    line.file = localPathOf(files.value(0));
    // The window asks about what lies elsewhere; a picture is drawn by whoever typed the link.
    if (model::isMomentLink(line.file) && parser.isSet(text("render"))) {
        const auto link = model::parseMomentLink(line.file);
        if (!link)
            return tl::unexpected<model::Error>(link.error());
        line.file = link->file;
        line.place = link->place;
    }
    if (invitations.isEmpty())
        return {};
    if (invitations.size() > 1)
        return refuse(QStringLiteral("only one can be joined at a time, not %1").arg(invitations.size()));
    auto invitation = together::parseInvitation(invitations.first());
    if (!invitation)
        return tl::unexpected<model::Error>(std::move(invitation.error()));
    line.join = std::move(*invitation);
    line.joinAsks = !parser.isSet(text("join"));
    return {};
}

model::Result<void> readHost(const QCommandLineParser& parser, const std::optional<QString>& port,
                             CommandLine& line)
{
    const bool hosts = parser.isSet(text("host"));
    if ((hosts || line.join) && !line.renderPath.isEmpty())
        return refuse(QStringLiteral("--host and --join want the window, which --render does without"));
    if (!hosts)
        return {};
    if (line.join)
        return refuse(QStringLiteral("--host or --join, not both: either others join, or one joins others"));
    constexpr uint LastPort = std::numeric_limits<std::uint16_t>::max();
    bool ok = true;
    const uint number = port ? port->toUInt(&ok) : together::DefaultPort;
    if (!ok || number < 1 || number > LastPort)
        return refuse(QStringLiteral("--host wants a port from 1 to %1, or none").arg(LastPort));
    if (line.file.isEmpty())
        return refuse(QStringLiteral("--host wants a recording to watch together"));
    line.hostPort = static_cast<std::uint16_t>(number);
    return {};
}

} // namespace

manual::Program commandLineManual()
{
    using manual::Offer;
    manual::Program program;
    program.name = text("ghostline");
    program.version = text(GHOSTLINE_VERSION);
    program.purpose = text("replay viewer: any game's recording, any instant, both directions");
    program.self.description = text("Replay viewer: any game's recording, any instant, both directions");
    program.self.arguments = {{text("FILE"),
                               text("Recording to open: a file, a folder that is one, or a web address; or a "
                                    "link to a moment or a line to join others by (ghostline://...)"),
                               false,
                               false,
                               Offer::Recording,
                               {}}};
    program.self.options = {
        flag({text("-h"), text("--help")}, "Print this help"),
        flag({text("-v"), text("--version")}, "Print the version"),
        option("at", "TIME", text("Start there: 12:34.5, #frame, 50%")),
        option("actor", "ACTOR",
               text("Select this one (id, name or native:ID) and keep behind them, unless "
                    "--camera says otherwise")),
        option("flag", "N", text("Start before this flag, from 1 in order of time, and show its evidence")),
        option("scene", "FILE", text("The map to show round it, instead of the one that is found"),
               Offer::File),
        repeated(option("scene-folder", "DIR", text("Look for its map in this folder, too"), Offer::File)),
        option("scene-radius", "M", text("Metres round the tracks of which a large world is read")),
        option("scene-at", "X,Y,Z", text("Where the origin of a map goes that has no place of its own")),
        repeated(option("option", "NAME=VALUE", text("A wish that the format declares"))),
        repeated(option("ghost", "FILE", text("Race this recording along; up to %1").arg(GhostSet::Most),
                        Offer::Recording)),
        flag({HostFlag}, "Watch together: others may join; --host=PORT listens there instead of at 24611"),
        option("join", "LINE", text("Watch together: join others by their line (ghostline://...)")),
        chosen(option("theme", "THEME", text("Colours of the window")), themeWords()),
        chosen(option("quality", "QUALITY", text("Shadows and smooth edges of the 3D picture")),
               qualityWords()),
        chosen(option("language", "LANGUAGE", text("Language of the window")), languageWords()),
        option(
            "render", "OUT",
            text("Draw off screen and end: one picture (.png), or a stretch as video (.mp4, .webm, .gif, or "
                 "a folder of pictures: NAME/)"),
            Offer::File),
        option("from", "TIME", text("With a video: begin there instead of at the start")),
        option("to", "TIME", text("With a video: end there instead of at the end")),
        option("fps", "N", text("With a video: pictures a second, 60 by itself")),
        option("rate", "R", text("With a video: speed, 0.5 is half as fast as it happened")),
        repeated(chosen(option("overlay", "NAME",
                               text("With --render: put this on the picture and nothing else; by itself "
                                    "labels, drawings and the gap to each ghost (delta)")),
                        overlayWords())),
        // Qt takes --title for itself.
        option("caption", "TEXT",
               text("With --render: the title that a video's file has and that --overlay title shows; by "
                    "itself the recording's name")),
        option("encoder", "ARGUMENTS",
               text("With a video: how ffmpeg encodes, instead of what suits the "
                    "format")),
        option("margin", "SECONDS",
               text("With --flag N --render PICTURES.json, which draws the pictures that ghostline-cli case "
                    "puts on its page: before the flag and after it, 2 by itself")),
        flag({text("--anonymous")}, "With the pictures of a case: replace the names"),
        flag({text("--transparent")}, "With one picture: nothing behind what was recorded"),
        option("size", "WxH", text("Size of the picture or the window")),
        chosen(
            option(
                "camera", "NAME",
                text("One of the scene's cameras by its name, or a mode; follow:ACTOR says whom (id, name "
                     "or native:ID), and so with the others that keep to somebody; place:X,Y,Z,RADIUS looks "
                     "at a piece of ground, view:N is a saved view")),
            cameraWords().split(text(", "))),
        option("screenshot", "OUT.png", text("Write a picture of the window and end"), Offer::File),
        option("play", "SECONDS", text("With --screenshot: play this long first")),
    };
    program.self.examples = {
        {text("drive.log --at 0:12.5 --camera follow"),
         text("Opens it after twelve and a half seconds, behind somebody")},
        {text("drive.log --camera follow:hero --screenshot hero.png"),
         text("Writes a picture of the window, behind the hero")},
        {text("drive.log --at 1:07.5 --actor hero"),
         text("Opens it where another program found something, behind whom that is about")},
        {text("drive.log --at 50% --render middle.png --size 1280x720"),
         text("Draws one picture; no display is needed")},
        {text("drive.log --render crash.mp4 --from 0:40 --to 0:50 --rate 0.5 --camera follow:hero"),
         text("Writes ten seconds at half speed as video")},
        {text("drive.log --ghost best.log --render race.mp4 --camera follow --overlay delta"),
         text("Writes a race against another drive as video, from behind, with the gap on it")},
        {text("drive.log --host"), text("Opens it and lets others watch along: shows the line to send them")},
    };
    program.related = QStringList{text("ghostline-cli")};
    return program;
}

model::Result<CommandLine> parseCommandLine(const QStringList& arguments)
{
    const manual::Program program = commandLineManual();
    QCommandLineParser parser;
    for (const manual::Option& option : program.self.options)
        parser.addOption({bareNames(option), option.description, option.value});
    const SaidArguments said = withoutPort(arguments, program);
    if (!parser.parse(said.rest)) {
        const QStringList unknown = parser.unknownOptionNames();
        return refuse(unknown.isEmpty() ? parser.errorText() : unknownOption(unknown.first(), program));
    }

    CommandLine line;
    if (parser.isSet(text("help"))) {
        line.helpText = manual::helpText(program);
        return line;
    }
    if (parser.isSet(text("version"))) {
        line.helpText = QStringLiteral("ghostline %1\n").arg(program.version);
        return line;
    }
    if (const auto read = readPlaces(parser, line); !read)
        return tl::unexpected<model::Error>(read.error());
    if (const auto read = readPlace(parser, line.place); !read)
        return tl::unexpected<model::Error>(read.error());
    if (const auto read = readScene(parser, line.scene); !read)
        return tl::unexpected<model::Error>(read.error());
    line.renderPath = parser.value(text("render"));
    line.screenshotPath = parser.value(text("screenshot"));
    if (const auto read = readValues(parser, line); !read)
        return tl::unexpected<model::Error>(read.error());
    if (const auto read = readCasePictures(parser, line); !read)
        return tl::unexpected<model::Error>(read.error());
    if (const auto read = readClip(parser, line); !read)
        return tl::unexpected<model::Error>(read.error());
    if (const auto read = readHost(parser, said.port, line); !read)
        return tl::unexpected<model::Error>(read.error());
    return line;
}

} // namespace ghostline::app
