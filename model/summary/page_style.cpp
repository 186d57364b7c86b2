// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/page_style.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr std::array<Rgb, TeamHues> LightHues{{{0x00, 0x72, 0xB2},
                                               {0xB8, 0x5C, 0x00},
                                               {0x00, 0x79, 0x5A},
                                               {0x9E, 0x2A, 0x2B},
                                               {0x18, 0x95, 0xAE},
                                               {0xA8, 0x50, 0x7F},
                                               {0x8A, 0x7A, 0x00}}};
constexpr std::array<Rgb, TeamHues> DarkHues{{{0x4D, 0xA3, 0xE0},
                                              {0xF0, 0xA8, 0x30},
                                              {0x2C, 0xC7, 0x9B},
                                              {0xF2, 0x78, 0x3C},
                                              {0x7C, 0xC8, 0xF2},
                                              {0xE0, 0x9A, 0xC0},
                                              {0xF0, 0xE4, 0x42}}};
constexpr Rgb LightGround{0xFF, 0xFF, 0xFF};
constexpr Rgb DarkGround{0x1C, 0x20, 0x26};
constexpr double MarkContrast = 3.0;

double luminance(const Rgb& colour)
{
    const auto linear = [](std::uint8_t part) {
        const double c = part / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

double contrast(const Rgb& a, const Rgb& b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QByteArray cssColour(const Rgb& colour)
{
    return '#' + QByteArray(reinterpret_cast<const char*>(colour.data()), 3).toHex();
}

int hueOf(std::span<const Team> teams, std::size_t team)
{
    const int named = teams[team].hue >= 0 ? teams[team].hue : static_cast<int>(team);
    return named % TeamHues;
}

Rgb colourOf(std::span<const Team> teams, std::size_t team, bool dark)
{
    if (teams[team].colour)
        return standingOut(*teams[team].colour, dark);
    return summaryHues(dark)[static_cast<std::size_t>(hueOf(teams, team))];
}

QByteArray teamVariables(std::span<const Team> teams, bool dark)
{
    QByteArray css;
    for (std::size_t team = 0; team < teams.size(); ++team)
        css += "--t" + QByteArray::number(static_cast<int>(team)) + ':' +
               cssColour(colourOf(teams, team, dark)) + ';';
    for (int hue = 0; hue < TeamHues; ++hue)
        css += "--h" + QByteArray::number(hue) + ':' +
               cssColour(summaryHues(dark)[static_cast<std::size_t>(hue)]) + ';';
    return css;
}

// Names of the classes stand in summary_html.cpp, page_charts.cpp and page_plans.cpp.
constexpr const char* Light = ":root{color-scheme:light dark;--ground:#f7f8fa;--raised:#fff;--line:#d9dee5;"
                              "--text:#1b1f24;--muted:#5b6470;--accent:#1f6fd1;--error:#b3261e;"
                              "--warning:#9a5b00;--plan:#edf0f3;--rim:#8c97a5;--zone:rgba(91,100,112,.08);"
                              "--more:rgba(27,31,36,.18);";
constexpr const char* Dark = "@media screen and (prefers-color-scheme:dark){:root{--ground:#14171c;"
                             "--raised:#1c2026;--line:#2c323b;--text:#e6e9ee;--muted:#9aa3af;"
                             "--accent:#4c9aff;--error:#f26d6d;--warning:#f0a830;--plan:#191d23;"
                             "--rim:#5c6776;--zone:rgba(154,163,175,.1);--more:rgba(0,0,0,.6);";

constexpr const char* Rules = R"(
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--ground);color:var(--text);
font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;
font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.page{max-width:74rem;margin:0 auto;padding:clamp(1.25rem,4vw,3.5rem) clamp(1rem,4vw,3rem)}
p,ul,ol,dl,figure,table{margin:0;padding:0}
ul,ol{list-style:none}
a{color:inherit;text-decoration-color:var(--accent);text-underline-offset:.2em}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
h1,h2,h3{margin:0;line-height:1.15;font-weight:700;letter-spacing:-.015em;text-wrap:balance}
h1{font-size:clamp(1.75rem,5vw,2.75rem)}
h2{font-size:1.25rem}
h3{font-size:1rem;letter-spacing:0}
.muted,.note{color:var(--muted)}
.small{font-size:.8125rem;line-height:1.45}
.eyebrow{color:var(--muted);font-size:.8125rem;font-weight:600;letter-spacing:.06em;text-transform:uppercase;
margin-bottom:.5rem}
.t-none{--c:var(--muted)}
.dot{display:inline-block;width:.65em;height:.65em;border-radius:50%;background:var(--c);margin-right:.45em;
flex:none}

.result{display:grid;grid-template-columns:minmax(0,1fr) auto minmax(0,1fr);align-items:center;
gap:clamp(.75rem,3vw,2rem);margin-top:1.75rem;padding:1.25rem clamp(.75rem,3vw,2rem);background:var(--raised);
border:1px solid var(--line);border-radius:.75rem}
.result .side{min-width:0;border-bottom:.25rem solid var(--c);padding-bottom:.5rem}
.result .side.first{text-align:right}
.result .name{display:block;font-size:clamp(1rem,3.5vw,1.625rem);font-weight:700;line-height:1.2}
.result .figures{font-size:clamp(2.5rem,11vw,5rem);font-weight:800;line-height:1;letter-spacing:-.03em;
white-space:nowrap}
.result .figures{display:flex;align-items:baseline;gap:.16em}
.result .figures span{color:var(--muted);font-weight:400;transform:translateY(-.06em)}
.result+.note{margin-top:.7rem}
abbr[title]{text-decoration:none}
.result .behind{color:var(--muted);font-weight:600}
.standing{margin-top:1.75rem;border-top:1px solid var(--line)}
.standing li{display:flex;align-items:baseline;gap:.75rem;padding:.6rem 0;border-bottom:1px solid var(--line)}
.standing li>i{align-self:stretch;width:.25rem;border-radius:.125rem;background:var(--c);flex:none}
.standing .name{flex:1;min-width:0;font-weight:600}
.standing .value{font-size:1.375rem;font-weight:700;line-height:1.1}
.facts{display:flex;flex-wrap:wrap;gap:.75rem 2.25rem;margin-top:1.5rem}
.facts dt{color:var(--muted);font-size:.75rem;font-weight:600;letter-spacing:.04em;text-transform:uppercase}
.facts dd{margin:0;font-weight:500}
.warning{margin-top:1.5rem;padding:.75rem 1rem;border-left:.25rem solid var(--warning);background:var(--raised);
border-radius:0 .375rem .375rem 0}
.contents{margin-top:2rem;display:flex;flex-wrap:wrap;gap:.5rem}
.contents a{display:block;padding:.4rem .8rem;border:1px solid var(--line);border-radius:999px;
background:var(--raised);font-size:.875rem;font-weight:500;text-decoration:none}
.contents a:hover{border-color:var(--accent)}

main>section{margin-top:clamp(2.25rem,6vw,4rem);padding-top:1.25rem;border-top:1px solid var(--line);
scroll-margin-top:1rem}
main>section>.head{margin-bottom:1.25rem}
.head .note{margin-top:.35rem;font-size:.875rem}

.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,14rem),1fr));gap:.75rem}
.card{border:1px solid var(--line);border-left:.25rem solid var(--c);border-radius:.375rem;background:var(--raised);
padding:.65rem .85rem}
.card b{display:block}
.card .tag{float:right;margin-left:.5rem}
.group{margin-top:1.25rem}
.group:first-child{margin-top:0}
.group>h3{margin-bottom:.6rem}
.tag{display:inline-block;padding:.05rem .5rem;border:1px solid var(--line);border-radius:999px;
font-size:.75rem;font-weight:600;color:var(--muted);white-space:nowrap}

/* A shade at the right edge while there is more to the right. */
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.5rem;
background:linear-gradient(to left,var(--raised) 1.5rem,transparent 3rem) right/3rem 100% no-repeat local,
linear-gradient(to left,var(--more),transparent) right/1rem 100% no-repeat scroll,var(--raised)}
table{border-collapse:separate;border-spacing:0;width:100%;font-size:.9375rem}
th,td{padding:.5rem .6rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
tbody tr:last-child>*{border-bottom:0}
thead th{color:var(--muted);font-size:.75rem;font-weight:600;letter-spacing:.02em;vertical-align:bottom}
th:first-child{text-align:left;position:sticky;left:0;background:var(--raised);
min-width:min(9rem,36vw);max-width:min(14rem,42vw);white-space:normal}
tbody th{font-weight:400}
tr.team>*{font-weight:700;background:var(--ground)}
tr.team>th:first-child,tr.alone>th:first-child{box-shadow:inset .25rem 0 var(--c)}
td.nil{color:var(--muted)}
tr.left>th{color:var(--muted)}

.share{display:flex;gap:2px;height:1.75rem;border-radius:.375rem;overflow:hidden}
.share i{display:block;min-width:2px;background:var(--c)}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-size:.875rem}
.legend li{display:flex;align-items:baseline}
.legend b{margin-left:.45em}
.share+.legend{margin-top:.6rem}

.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:2rem 2.5rem}
.plot figcaption{display:flex;flex-wrap:wrap;align-items:baseline;gap:.15rem 1rem;margin-bottom:.6rem}
.plot h3 span{color:var(--muted);font-weight:400}
.chart{display:grid;grid-template-columns:auto minmax(0,1fr);column-gap:.5rem;font-size:.75rem;
color:var(--muted);line-height:1}
.chart .y{position:relative;min-width:2.5rem}
.chart .y>span{position:absolute;right:0;transform:translateY(-50%);white-space:nowrap}
.chart .y>b{visibility:hidden;font-weight:400;white-space:nowrap}
.chart .pane{position:relative;height:11rem}
.chart svg{display:block;width:100%;height:100%;overflow:visible}
.chart .x{grid-column:2;position:relative;height:1.6rem}
.chart .x>span{position:absolute;top:.5rem;transform:translateX(-50%);white-space:nowrap}
.chart .x>span.first{transform:none}
.chart .x>span.last{transform:translateX(-100%)}
.chart path,.chart line,.chart rect{vector-effect:non-scaling-stroke}
.grid{stroke:var(--line);stroke-width:1;fill:none}
.zero{stroke:var(--muted);stroke-width:1;fill:none}
.round{stroke:var(--muted);stroke-width:1;stroke-dasharray:2 3;fill:none}
.curve{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round}
.curve.d1{stroke-dasharray:7 4}
.curve.d2{stroke-dasharray:2 3}
.curve.d3{stroke-dasharray:9 3 2 3}
.area{fill:var(--c);fill-opacity:.3;stroke:var(--c);stroke-width:1.5}
.legend .key{display:inline-block;width:1.4em;margin-right:.45em;border-top:2px solid var(--c);align-self:center}
.key.d1{border-top-style:dashed}
.key.d2,.key.d3{border-top-style:dotted}
.lost{fill:var(--error);fill-opacity:.22}

.timeline .chart{row-gap:0;grid-template-columns:fit-content(9rem) minmax(0,1fr)}
.timeline .lane{padding:.35rem 0;color:var(--text);font-size:.8125rem;align-self:center;line-height:1.2;
text-align:right;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.timeline .row{height:1.75rem;border-bottom:1px solid var(--line)}
.timeline .row.top{border-top:1px solid var(--line)}
.tick{stroke:var(--c);stroke-width:3}
.tick.grave{stroke:var(--error)}
.band{fill:var(--c);fill-opacity:.45}
.mark{stroke:var(--accent);stroke-width:3}

.period{margin-top:1.75rem}
.period>h3{display:flex;justify-content:space-between;gap:1rem;padding-bottom:.4rem;
border-bottom:2px solid var(--text)}
.events li{display:grid;grid-template-columns:4.25rem .25rem minmax(0,1fr);gap:.75rem;padding:.45rem 0;
border-bottom:1px solid var(--line)}
.events time{color:var(--muted);text-align:right}
.events i{border-radius:.125rem;background:var(--c)}
.events .grave{color:var(--error);font-weight:600}

.moments{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:1.75rem 1.5rem}
.moment{display:flex;flex-direction:column;gap:.65rem}
.moment img,.plan{display:block;width:100%;height:auto;border-radius:.5rem;border:1px solid var(--line);
background:var(--plan)}
.moment .when{color:var(--muted);font-size:.8125rem}
.moment h3{margin:.15rem 0 .35rem;border-left:.25rem solid var(--c);padding-left:.6rem}
.moment p+p{margin-top:.35rem}
.moment .tag{margin:.25rem .25rem 0 0}
.parts{display:flex;gap:2px;height:.4rem;margin:.5rem 0 .35rem}
.parts i{display:block;border-radius:1px;background:var(--c)}
.parts .rest{background:var(--line)}
.place{fill:var(--c);stroke:var(--raised);stroke-width:1.5;vector-effect:non-scaling-stroke}
.focus{fill:var(--raised);stroke:var(--text);stroke-width:2;vector-effect:non-scaling-stroke}
.trail{fill:none;stroke:var(--c);stroke-width:2;stroke-opacity:.5;stroke-linecap:round;stroke-linejoin:round;
vector-effect:non-scaling-stroke}
.trail.of-focus{stroke:var(--text)}
.rim{fill:none;stroke:var(--rim);stroke-width:1;vector-effect:non-scaling-stroke}
.rim.own{stroke:var(--c)}
.plan text{fill:var(--text);paint-order:stroke;stroke:var(--plan);stroke-width:8px;stroke-linejoin:round;
font-size:36px;font-weight:600}
.drawn{fill:none;stroke-linecap:round;stroke-linejoin:round;vector-effect:non-scaling-stroke}
.frame{fill:none;stroke:var(--rim);stroke-dasharray:4 4;vector-effect:non-scaling-stroke}
.ramp{display:block;height:.5rem;border-radius:.25rem;margin-top:.35rem;
background:linear-gradient(to right,transparent,var(--c));border:1px solid var(--line)}
.ends{display:flex;justify-content:space-between}

details{margin-top:1.25rem}
summary{cursor:pointer;font-weight:600}
details>.scroll,details>ul{margin-top:.75rem}
.plain li{padding:.35rem 0;border-bottom:1px solid var(--line)}
.lines li{padding:.3rem 0}
.bad{color:var(--error);font-weight:600}
footer{margin-top:clamp(2.5rem,6vw,4rem);padding-top:1.25rem;border-top:1px solid var(--line);
color:var(--muted);font-size:.8125rem}
footer code{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;overflow-wrap:anywhere}

@media (min-width:64rem){
main>section{display:grid;grid-template-columns:12rem minmax(0,1fr);column-gap:2.5rem}
main>section>.head{position:sticky;top:1.25rem;align-self:start}
main>section>.body{min-width:0}
}
@media (max-width:30rem){
.timeline .chart{grid-template-columns:fit-content(6.5rem) minmax(0,1fr)}
.timeline .lane{font-size:.75rem}
.events li{grid-template-columns:3.4rem .25rem minmax(0,1fr);gap:.55rem}
th,td{padding:.45rem .55rem}
.chart .x>span:nth-child(even):not(.last){visibility:hidden}
}
@page{margin:15mm 14mm}
@media print{
:root{--ground:#fff;--plan:#fff}
html{font-size:9.5pt}
body{-webkit-print-color-adjust:exact;print-color-adjust:exact}
.page{max-width:none;padding:0}
.contents{display:none}
main>section{display:block;margin-top:1.75rem}
main>section>.head{position:static}
h2,h3,.head{break-after:avoid}
figure,li,tr,.card,.result,.moment,.warning{break-inside:avoid}
.scroll{overflow:visible;background:none}
.cards{grid-template-columns:repeat(auto-fill,minmax(15rem,1fr))}
table{font-size:.8rem}
th,td{padding:.3rem .4rem}
th:first-child{position:static;background:none}
tr.team>th:first-child{background:var(--ground)}
a{text-decoration:none}
.plots{grid-template-columns:1fr 1fr}
.chart .pane{height:8rem}
.timeline .row{height:1.5rem}
details::details-content{content-visibility:visible;block-size:auto}
summary{list-style:none}
}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
)";

} // namespace

std::span<const Rgb> summaryHues(bool dark) { return dark ? DarkHues : LightHues; }

Rgb standingOut(Rgb colour, bool dark)
{
    const Rgb& ground = dark ? DarkGround : LightGround;
    const double toward = dark ? 255.0 : 0.0;
    for (int step = 0; step < 40 && contrast(colour, ground) < MarkContrast; ++step) {
        for (std::uint8_t& part : colour)
            part = static_cast<std::uint8_t>(std::lround(part + (toward - part) * 0.06));
    }
    return colour;
}

QString teamClass(std::span<const Team> teams, int team)
{
    return team >= 0 && static_cast<std::size_t>(team) < teams.size() ? QStringLiteral("t%1").arg(team)
                                                                      : QStringLiteral("t-none");
}

Rgb teamRgb(std::span<const Team> teams, int team)
{
    if (team < 0 || static_cast<std::size_t>(team) >= teams.size())
        return summaryHues(false)[0];
    return colourOf(teams, static_cast<std::size_t>(team), false);
}

QByteArray pageStyle(std::span<const Team> teams)
{
    QByteArray css = Light + teamVariables(teams, false) + "}\n" + Dark + teamVariables(teams, true) + "}}\n";
    for (std::size_t team = 0; team < teams.size(); ++team) {
        const QByteArray number = QByteArray::number(static_cast<int>(team));
        css += ".t" + number + "{--c:var(--t" + number + ")}\n";
    }
    for (int hue = 0; hue < TeamHues; ++hue)
        css += ".h" + QByteArray::number(hue) + "{--c:var(--h" + QByteArray::number(hue) + ")}\n";
    return css + Rules;
}

} // namespace ghostline::model
