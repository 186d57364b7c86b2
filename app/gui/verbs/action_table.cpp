// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs of the window, what it shows and when: the menus File, Edit, View, Playback and Camera.
#include "app/gui/verbs/action_table.h"

#include "app/gui/verbs/review_table.h"

#include <QKeyCombination>

#include <algorithm>
#include <iterator>

namespace ghostline::app {

using namespace spec;

void ActionTable::addFile(QList<ActionSpec>& t)
{
    t << anytime(verb("file.open", "File", tr("Open…"), tr("Open a recording"), {key("Ctrl+O")}, "open"))
      << anytime(verb("file.openFolder", "File", tr("Open folder…"),
                      tr("Open a recording that is a folder of segments, or list a folder's recordings with "
                         "their flags"),
                      {key("Ctrl+Shift+O"), key("Ctrl+Shift+R")}))
      << anytime(verb("file.openAddress", "File", tr("Open address…"),
                      tr("Open a recording on a web server; it plays while it loads"), {key("Ctrl+L")}))
      << anytime(verb("file.recent", "File", tr("Open recent…"), tr("List the recordings opened before"),
                      {key("Ctrl+R")}, "recent"))
      << anytime(verb("file.openSample", "File", tr("Open sample"),
                      tr("Open the recording that comes with the program"), {}, "sample"))
      << verb("file.close", "File", tr("Close recording"), tr("Back to the welcome page"), {key("Ctrl+W")},
              "close")
      << apart(verb("file.exportPicture", "File", tr("Export picture…"),
                    tr("Save what the viewport shows as an image"), {key("Ctrl+E")}, "picture"))
      << verb("file.copyPicture", "File", tr("Copy picture"),
              tr("Put what the viewport shows on the clipboard"), {key("Ctrl+Shift+C")}, "picture")
      << verb("file.exportClip", "File", tr("Export clip…"),
              tr("Write the loop, the selected bookmark or the seconds around now as video"),
              {key("Ctrl+Shift+E")}, "export")
      << verb("file.importMarks", "File", tr("Import marks…"),
              tr("Add the marks of a CSV or Sportscode XML file to the bookmarks"))
      << verb("file.exportMarks", "File", tr("Export marks…"),
              tr("Save the bookmarks that the Bookmarks panel shows as CSV or Sportscode XML"), {}, "export")
      << verb("file.savePart", "File", tr("Save part as…"),
              tr("Save the loop, or what the selected bookmark spans, as a recording of its own"),
              {key("Ctrl+Shift+S")}, "export")
      << apart(anytime(verb("playlist.open", "File", tr("Open play list…"),
                            tr("Open a list of stretches of recordings"), {}, "open")))
      << anytime(verb("playlist.save", "File", tr("Save play list"),
                      tr("Save the play list, under a name where it has none yet"), {}, "export"))
      << anytime(verb("playlist.export", "File", tr("Export play list as a reel…"),
                      tr("Write all entries of the play list as one video, or one for each"), {}, "export"))
      << verb("file.exportSummary", "File", tr("Match summary…"),
              tr("Write result, figures, moments and notes on one page to hand out"))
      << apart(verb("together.share", "File", tr("Watch together…"),
                    tr("Let others see what you play, on their own machines"), {key("Ctrl+Shift+J")}, "cast"))
      << anytime(verb("together.join", "File", tr("Join…"),
                      tr("Paste the line that somebody sent, and see what they play"), {key("Ctrl+Alt+J")}))
      << anytime(verb("together.leave", "File", tr("Stop watching together"),
                      tr("Leave; with the host it ends for all"), {}, "close"))
      << anytime(verb("together.panel", "File", tr("People and chat"),
                      tr("Show who watches together, who drives, and what is said")))
      << apart(anytime(verb("file.settings", "File", tr("Settings…"), tr("Memory, theme, folders, trails"),
                            {key("Ctrl+,")}, "settings")))
      << apart(anytime(verb("file.quit", "File", tr("Quit"), tr("Close the window"), {key("Ctrl+Q")})));
}

void ActionTable::addEdit(QList<ActionSpec>& t)
{
    t << verb("edit.undo", "Edit", tr("Undo"),
              tr("Take back the last change of bookmarks, drawings, verdicts or zones; of the play list, "
                 "while "
                 "the keyboard is in it"),
              {key("Ctrl+Z")})
      << verb("edit.redo", "Edit", tr("Redo"), tr("Make the change again that was taken back last"),
              {key("Ctrl+Shift+Z")})
      << apart(verb("edit.copyLink", "Edit", tr("Copy link to this moment"),
                    tr("Put a link on the clipboard that opens this recording here: time, camera, who is "
                       "selected"),
                    {key("Ctrl+Alt+C")}, "copy"));
}

void ActionTable::addView(QList<ActionSpec>& t)
{
    t << toggled(verb("view.trails", "View", tr("Trails"), tr("Show where actors have just been"), {key("T")},
                      "trails"))
      << toggled(
             verb("view.labels", "View", tr("Labels"), tr("Show the names of actors"), {key("H")}, "labels"))
      << toggled(verb("view.provenance", "View", tr("Provenance"),
                      tr("Mark what is recorded, interpolated, sampled or held"), {key("P")}, "provenance"))
      << toggled(verb("view.legend", "View", tr("Legend"), tr("Say what the marks of the picture mean"),
                      {key("Ctrl+Alt+P")}))
      << toggled(verb("view.reported", "View", tr("Reported only"),
                      tr("Leave out estimates: show actors only where the recording says they were"),
                      {key("Shift+P")}))
      << toggled(verb(
             "view.exact", "View", tr("Exact keyframes only"),
             tr("Show the last keyframe as it was recorded, and nothing that is put together in between"),
             {key("Ctrl+P")}))
      << toggled(verb("view.unitMarks", "View", tr("Health and rank"),
                      tr("Show bars over hurt units, chevrons for their rank, and where turrets point")))
      << toggled(
             verb("view.sight", "View", tr("Sight"),
                  tr("Outline what is seen, about: by the selected player or the unit's owner, else by the "
                     "perspective's side, else by everyone"),
                  {key("X")}))
      << verb("view.nextPerspective", "View", tr("Next perspective"),
              tr("See the match as the next player: what their side does not see is faded"), {key("Shift+V")})
      << toggled(verb("view.everyone", "View/Perspective", tr("Everyone"),
                      tr("See the match with everyone's eyes: nothing is faded"), {key("Ctrl+Shift+V")}))
      << toggled(
             verb("view.velocity", "View", tr("Velocity arrows"), tr("Show direction and speed of travel")))
      << toggled(verb("view.rings", "View", tr("Distance rings"),
                      tr("Draw rings 10, 25 and 50 metres (or cells) round who is selected")))
      << toggled(verb("view.prediction", "View", tr("Predicted flight"),
                      tr("Show where the disc or ball flies in the next two seconds if nobody touches it"),
                      {key("Shift+T")}))
      << toggled(verb("view.grid", "View", tr("Ground grid"), tr("Show the grid and its scale")))
      << toggled(verb("view.scoreboard", "View", tr("Scoreboard"),
                      tr("Show teams, score and clock above the picture")))
      << toggled(verb("view.scene", "View", tr("Scenery"), tr("Show roads and other surroundings")))
      << toggled(verb("view.ownMap", "View/Surroundings", tr("Recording's own map"),
                      tr("Show the map that is found for the recording, not one that was chosen")))
      << verb("view.mapFile", "View/Surroundings", tr("Choose a map…"),
              tr("Show a file as the map of this recording"))
      << verb("view.mapFolder", "View/Surroundings", tr("Choose a world's folder…"),
              tr("Show a folder that is a world as the map of this recording"))
      << verb("view.findMap", "View/Surroundings", tr("Look again"),
              tr("Look for the recording's map once more, after files were added"))
      << anytime(verb("view.mapFolders", "View/Surroundings", tr("Folders of maps…"),
                      tr("Say in which folders recordings' maps are looked for")))
      << toggled(verb("view.edits", "View", tr("Recorded blocks"),
                      tr("Mark the blocks that were placed in the recording, not those of its surroundings")))
      << toggled(verb("view.barriers", "View", tr("Invisible blocks"),
                      tr("Outline blocks that carry people but are not seen in the game, as barriers")))
      << toggled(verb("view.zones", "View", tr("Marked zones"),
                      tr("Show the zones that were drawn with Analyse > Zones")))
      << toggled(verb("view.nextGoal", "View", tr("Next checkpoint"),
                      tr("Mark the place where the runner will pass the next checkpoint")))
      << toggled(verb("view.heatMap", "View", tr("Heat map"),
                      tr("Show the heat map of Analyse > Heat map on the ground"), {key("Ctrl+Alt+H")}))
      << toggled(verb("view.drawings", "View", tr("Drawings"), tr("Show what was drawn over the picture")))
      << toggled(
             verb("view.background", "View", tr("Background actors"), tr("Show props, signs and sensors")))
      << toggled(verb("view.markersAll", "View/Markers", tr("All"),
                      tr("Mark every event that the list shows on the timeline")))
      << toggled(verb("view.markersNotable", "View/Markers", tr("Notable"),
                      tr("Mark only what is major, grave, accuses or lasts on the timeline")))
      << toggled(verb("view.markersMajor", "View/Markers", tr("Major only"),
                      tr("Mark only what is major or accuses on the timeline")))
      << apart(anytime(toggled(verb("view.fullScreen", "View", tr("Full screen"), tr("Use the whole screen"),
                                    {key("F11")}, "fullscreen"))))
      << toggled(verb("view.leftPanels", "View", tr("Left panels"),
                      tr("Fold the panels at the left away, or bring them back"), {key("F7")}, "side-left"))
      << toggled(verb("view.rightPanels", "View", tr("Right panels"),
                      tr("Fold the panels at the right away, or bring them back"), {key("F8")}, "side-right"))
      << toggled(verb("view.onlyPicture", "View", tr("Picture alone"),
                      tr("Fold all panels away but the timeline: the picture has the window"), {key("F9")}))
      << anytime(toggled(verb("view.themeSystem", "View/Theme", tr("As the system"),
                              tr("Light or dark, whichever the desktop is"))))
      << anytime(
             toggled(verb("view.themeDark", "View/Theme", tr("Dark"), tr("Light figures on dark ground"))))
      << anytime(
             toggled(verb("view.themeLight", "View/Theme", tr("Light"), tr("Dark figures on light ground"))))
      << anytime(toggled(
             verb("view.qualityAuto", "View/Picture quality", tr("Automatic"),
                  tr("As many shadows and smooth edges as the 3D picture can be drawn with in time"))))
      << anytime(toggled(
             verb("view.qualityLow", "View/Picture quality", tr("Low"),
                  tr("Draw no shadows, and edges as they come: for computers without a graphics card"))))
      << anytime(toggled(verb("view.qualityMedium", "View/Picture quality", tr("Medium"),
                              tr("Draw shadows of the sun, and smooth edges"))))
      << anytime(toggled(verb("view.qualityHigh", "View/Picture quality", tr("High"),
                              tr("As medium, and darker where little of the sky is seen, as in corners"))))
      << anytime(verb("view.nextPane", "View", tr("Next panel"),
                      tr("Move the keyboard focus to the next panel"), {key("F6")}))
      << anytime(verb("view.previousPane", "View", tr("Previous panel"),
                      tr("Move the keyboard focus to the previous panel"), {key("Shift+F6")}))
      << anytime(verb("view.menuBar", "View", tr("Menu bar"),
                      tr("Open the first menu; the arrows go on from there"), {key("F10")}));
}

void ActionTable::addLayouts(QList<ActionSpec>& t)
{
    const char* layouts = "View/Layouts";
    t << verb("view.layoutCoach", layouts, tr("Coach"),
              tr("The score beside the picture, a tall timeline below it"))
      << verb("view.layoutStaff", layouts, tr("Staff"),
              tr("Queue and verdict wide, evidence tall below the picture"))
      << verb("view.layoutPlayer", layouts, tr("Player"),
              tr("Ghosts and splits beside the race, the delta plot below it"))
      << apart(anytime(verb("view.saveLayout", layouts, tr("Save layout"),
                            tr("Remember this arrangement of panels; it is also saved on quitting"))))
      << verb("view.saveLayoutAs", layouts, tr("Save layout as…"),
              tr("Keep this arrangement under a name of its own"))
      << anytime(verb("view.restoreLayout", layouts, tr("Restore saved layout"),
                      tr("Go back to the arrangement saved last")))
      << anytime(verb("view.resetLayout", layouts, tr("Reset layout"),
                      tr("Put every panel back in its first place")));
}

void ActionTable::addPlayback(QList<ActionSpec>& t)
{
    const char* m = "Playback";
    t << verb("playback.toggle", m, tr("Play / pause"), tr("Play or pause"), {key("Space")}, "play")
      << verb("playback.pause", m, tr("Pause"), tr("Stand still"), {key("K")}, "pause")
      << verb("playback.forward", m, tr("Play forward"), tr("Play forward; again = faster"), {key("L")},
              "forward")
      << verb("playback.backward", m, tr("Play backward"), tr("Play backward; again = faster"), {key("J")},
              "backward")
      << apart(verb("playback.stepBack", m, tr("Frame back"),
                    tr("One recorded frame back; hold for a slow run"), {key(",")}, "step-back"))
      << verb("playback.stepForward", m, tr("Frame forward"),
              tr("One recorded frame on; hold for a slow run"), {key(".")}, "step-forward")
      << verb("playback.back1", m, tr("Back 1 s"), tr("One second back"), {key("Left")})
      << verb("playback.forward1", m, tr("Forward 1 s"), tr("One second on"), {key("Right")})
      << verb("playback.back5", m, tr("Back 5 s"), tr("Five seconds back"), {key("Shift+Left")})
      << verb("playback.forward5", m, tr("Forward 5 s"), tr("Five seconds on"), {key("Shift+Right")})
      << verb("playback.back15", m, tr("Back 15 s"), tr("Fifteen seconds back"), {key("Ctrl+Left")})
      << verb("playback.forward15", m, tr("Forward 15 s"), tr("Fifteen seconds on"), {key("Ctrl+Right")})
      << verb("playback.previousKeyframe", m, tr("Previous keyframe"), tr("To the keyframe before"),
              {key("PgUp")})
      << verb("playback.nextKeyframe", m, tr("Next keyframe"), tr("To the keyframe after"), {key("PgDown")})
      << verb("playback.start", m, tr("To the start"), tr("To the first frame"), {key("Home")}, "start")
      << verb("playback.end", m, tr("To the end"), tr("To the last frame"), {key("End")}, "end")
      << toggled(verb("playback.live", m, tr("Follow live"),
                      tr("Stay at the newest frame of a recording that is still being made"),
                      {key("Shift+End")}, "live"));
    for (int i = 0; i < 10; ++i) {
        ActionSpec spec = verb("", "Playback/Jump to", {}, {});
        spec.id = QStringLiteral("playback.tenth%1").arg(i);
        spec.text = tr("%1 %").arg(i * 10);
        spec.help = tr("To %1 % of the recording").arg(i * 10);
        spec.keys = {QKeySequence(static_cast<Qt::Key>(Qt::Key_0 + i))};
        t << spec;
    }
    t << apart(verb("playback.slower", m, tr("Slower"), tr("The next lower speed"), {key("[")}, "slower"))
      << verb("playback.faster", m, tr("Faster"), tr("The next higher speed"), {key("]")}, "faster")
      << verb("playback.normalSpeed", m, tr("Speed 1×"), tr("As fast as it happened"), {key("Backspace")})
      << apart(verb("playback.loopIn", m, tr("Loop from here"), tr("The range that repeats begins here"),
                    {key("I")}, "loop-in"))
      << verb("playback.loopOut", m, tr("Loop to here"), tr("The range that repeats ends here"), {key("O")},
              "loop-out")
      << verb("playback.loopClear", m, tr("Clear loop"), tr("Repeat nothing"), {key("\\")}, "loop-clear")
      << apart(verb("playback.playHighlights", m, tr("Play highlights"),
                    tr("Play the best moments one after the other"), {key("Ctrl+Shift+H")}))
      << apart(verb("playlist.addNow", m, tr("Add to the play list"),
                    tr("Add the loop, else the selected bookmark, else this moment, to the play list"),
                    {key("Alt+L")}, "add"))
      << anytime(toggled(verb("playlist.play", m, tr("Play the play list"),
                              tr("Show the entries one after the other, from the selected one on, through "
                                 "several recordings"),
                              {key("Shift+L")}, "play")))
      << anytime(verb("playlist.previous", m, tr("Previous entry"),
                      tr("To the start of this entry of the play list, or to the one before"),
                      {key("Ctrl+PgUp")}, "previous-event"))
      << anytime(verb("playlist.next", m, tr("Next entry"), tr("To the next entry of the play list"),
                      {key("Ctrl+PgDown")}, "next-event"))
      << apart(verb("together.follow", m, tr("Follow again"),
                    tr("Play and look along with whoever drives, after a look on your own"), {key("Ctrl+J")},
                    "follow"))
      << toggled(verb("together.ask", m, tr("Ask for the drive"),
                      tr("Ask to be the one whom the others follow; a host has it at once")))
      << verb("together.point", m, tr("Point at the selection"),
              tr("Show all who watch together where the selected actor is; with Ctrl+Shift and the left "
                 "button any place of the picture"));
}

namespace {

/// One verb for each of the figures 1 to 9, which stand for %1 and are the keys.
struct Numbered
{
    const char* id;
    const char* menu;
    QString text;
    QString help;
    Qt::KeyboardModifiers with{}; ///< none = no keys
    bool checkable = false;
};

void addNumbered(QList<ActionSpec>& t, const Numbered& verbs)
{
    for (int i = 1; i < 10; ++i) {
        ActionSpec spec = verb("", verbs.menu, {}, {});
        spec.id = QString::fromLatin1(verbs.id).arg(i);
        spec.text = verbs.text.arg(i);
        spec.help = verbs.help.arg(i);
        if (verbs.with)
            spec.keys = {QKeySequence(QKeyCombination(verbs.with, static_cast<Qt::Key>(Qt::Key_0 + i)))};
        spec.checkable = verbs.checkable;
        t << spec;
    }
}

} // namespace

void ActionTable::addCamera(QList<ActionSpec>& t)
{
    const char* m = "Camera";
    t << toggled(verb("camera.orbit", m, tr("Orbit"), tr("Turn around a point"), {}, "camera"))
      << toggled(verb("camera.free", m, tr("Free flight"), tr("Fly with W A S D Q E and the mouse")))
      << toggled(
             verb("camera.followActor", m, tr("Follow"), tr("Keep behind the selected actor"), {}, "follow"))
      << toggled(verb("camera.firstPerson", m, tr("First person"), tr("See with the selected actor's eyes")))
      << toggled(verb("camera.topDown", m, tr("Top-down"), tr("Straight from above, to scale")))
      << toggled(verb("camera.directed", m, tr("Directed"),
                      tr("Keep the play in view by itself and cut at its moments; drag to take over"),
                      {key("R")}))
      << toggled(verb("camera.drone", m, tr("Drone"),
                      tr("Fly with W A S D Q E and the mouse, with inertia; the wheel sets the speed")))
      << toggled(verb("camera.path", m, tr("Fly the path"),
                      tr("From key point to key point, as the recording plays"), {key("Ctrl+Shift+K")}))
      << verb("camera.followPlay", m, tr("Follow the play"),
              tr("Follow what the play is about, such as a ball"), {key("Y")})
      << verb("camera.cycle", m, tr("Next camera"),
              tr("Orbit, free, follow, first person, top-down, directed, drone, path"), {key("C")})
      << apart(verb("camera.fitAll", m, tr("Fit all"), tr("Bring every actor into view"), {key("G")},
                    "fit-all"))
      << verb("camera.fitSelection", m, tr("Fit selection"), tr("Bring the selected actor into view"),
              {key("V")}, "fit-selection");
    const char* path = "Camera/Camera path";
    t << verb("camera.keyPoint", path, tr("Set key point"),
              tr("The camera shall be here at this instant; instead of one that is there already"),
              {key("Ctrl+K")})
      << verb("camera.nextKeyPoint", path, tr("Next key point"), tr("To the camera's next key point"),
              {key("Ctrl+Alt+K")})
      << verb("camera.previousKeyPoint", path, tr("Previous key point"), tr("To the key point before"),
              {key("Ctrl+Alt+Shift+K")})
      << apart(verb("camera.removeKeyPoint", path, tr("Remove key point"),
                    tr("Remove the key point that is nearest to this instant")))
      << verb("camera.clearPath", path, tr("Clear path"), tr("Remove all key points of the camera"));
    addNumbered(t, {"camera.place%1", "Camera/Scene cameras", tr("Scene camera %1"),
                    tr("Look from camera %1 of the surroundings"), Qt::ControlModifier, true});
    addNumbered(t, {"camera.view%1", "Camera/Saved views", tr("View %1"),
                    tr("Bring back camera, selection and layers of saved view %1"), Qt::AltModifier});
    addNumbered(t, {"camera.saveView%1", "Camera/Save view as", tr("View %1"),
                    tr("Remember camera, selection and layers as view %1 of this recording"),
                    Qt::ControlModifier | Qt::AltModifier});
    addNumbered(t, {"camera.shareView%1", "Camera/Save view for every recording", tr("View %1"),
                    tr("Remember this as view %1 of recordings that have none of their own")});
}

// The verbs of whoever looks closer: the menus Analyse, Board, Compare, Review and Help. And the titles of
// all menus.

void ActionTable::addAnalyse(QList<ActionSpec>& t)
{
    const char* m = "Analyse";
    t << verb("analyse.nextEvent", m, tr("Next event"), tr("To the next event the list shows"), {key("N")},
              "next-event")
      << verb("analyse.previousEvent", m, tr("Previous event"), tr("To the event before"), {key("Shift+N")},
              "previous-event")
      << verb("analyse.nextFlag", m, tr("Next flag"), tr("To the next event that accuses"), {key("F")},
              "flag")
      << verb("analyse.previousFlag", m, tr("Previous flag"), tr("To the flag before"), {key("Shift+F")})
      << verb("analyse.nextBand", m, tr("Next engagement"),
              tr("To where the next fight or engagement begins"), {key("Z")})
      << verb("analyse.previousBand", m, tr("Previous engagement"), tr("To the engagement before"),
              {key("Shift+Z")})
      << apart(verb("selection.next", m, tr("Next actor"), tr("Select the next actor of the cast"),
                    {key("Tab")}))
      << verb("selection.previous", m, tr("Previous actor"), tr("Select the actor before"),
              {key("Shift+Tab")})
      << verb("selection.release", m, tr("Release selection"), tr("Select and follow nobody"), {key("Esc")})
      << apart(verb("analyse.plotSpeed", m, tr("Plot speed of selection"),
                    tr("Draw the selected actor's speed over time"), {}, "plot"))
      << verb("analyse.eventColumns", m, tr("Build orders"), tr("Show what the teams did, side by side"),
              {key("U")}, "table")
      << verb("analyse.census", m, tr("Forces"), tr("Show what every team has now"), {key("Shift+U")}, "cast")
      << verb("analyse.observer", m, tr("Observer"), tr("Show what every player has and does, by page"),
              {key("M")}, "density-normal")
      << toggled(verb("analyse.observerCompact", "Analyse/Observer density", tr("Compact"),
                      tr("Observer: one line a player")))
      << toggled(verb("analyse.observerNormal", "Analyse/Observer density", tr("Normal"),
                      tr("Observer: all that is usually asked")))
      << toggled(verb("analyse.observerFull", "Analyse/Observer density", tr("Full"),
                      tr("Observer: every figure, and how it went over time")))
      << verb("analyse.findings", m, tr("Analysis"), tr("Show what was found out about the whole recording"),
              {key("Shift+M")}, "density-full")
      << verb("analyse.highlights", m, tr("Highlights"), tr("Show the best moments of the recording, ranked"),
              {key("Shift+H")})
      << verb("analyse.standingStill", m, tr("Standing still…"),
              tr("List who stood still, where and for how long"))
      << verb("analyse.encounters", m, tr("Near each other…"), tr("Work out who came near whom, or touched"))
      << verb("analyse.zones", m, tr("Zones…"), tr("Mark ground on the map and work out who was there"))
      << verb("analyse.limits", m, tr("Limits…"),
              tr("Work out when speed, acceleration or turning was over a limit"))
      << verb("analyse.detectors", m, tr("Detectors…"),
              tr("Work out what no honest play does: alarms, not proof"), {}, "flag")
      << verb("analyse.comparePlayers", m, tr("Compare players…"),
              tr("Show two actors side by side, or one in two parts of the match or two recordings"),
              {key("Shift+C")})
      << verb("analyse.heatMap", m, tr("Heat map"),
              tr("Show where there was how much: time, events, a number, over the ground of every view"),
              {key("Ctrl+H")});
}

/// What the mouse does while it draws; each of the tools begins to draw, too.
void ActionTable::addBoard(QList<ActionSpec>& t)
{
    const char* m = "Analyse/Board";
    t << toggled(verb("board.draw", m, tr("Draw"),
                      tr("Draw over the picture: the mouse draws, with Ctrl held down it turns the camera"),
                      {key("D")}, "board-draw"))
      << apart(toggled(verb("board.select", m, tr("Select drawings"),
                            tr("Click a drawing to select it, drag it to move it; Del removes it"),
                            {key("Shift+Q")}, "board-select")))
      << toggled(verb("board.pen", m, tr("Pen"), tr("Draw freely; with Shift straight"), {key("Shift+D")},
                      "board-pen"))
      << toggled(verb("board.arrow", m, tr("Arrow"), tr("Drag an arrow; with Shift in one of 8 directions"),
                      {key("Shift+A")}, "board-arrow"))
      << toggled(verb("board.line", m, tr("Line"), tr("Drag a line; with Shift in one of 8 directions"),
                      {key("Shift+O")}, "board-line"))
      << toggled(verb("board.ellipse", m, tr("Ellipse"), tr("Drag an ellipse; with Shift a circle"),
                      {key("Shift+E")}, "board-ellipse"))
      << toggled(verb("board.polygon", m, tr("Polygon"),
                      tr("A click sets a corner, a double click or Enter ends it, Backspace takes a corner "
                         "back"),
                      {key("Shift+Y")}, "board-polygon"))
      << toggled(verb("board.text", m, tr("Text"), tr("Click where it begins, type, end with Enter"),
                      {key("Shift+X")}, "board-text"))
      << toggled(verb("board.number", m, tr("Number"),
                      tr("A click sets the next number of those seen at this moment"), {key("Shift+I")},
                      "board-number"))
      << toggled(verb("board.spotlight", m, tr("Spotlight"), tr("Click an actor: light goes along with it"),
                      {key("Shift+S")}, "board-spotlight"))
      << toggled(verb("board.link", m, tr("Link"),
                      tr("Drag from one actor to another: the line goes along with both"), {key("Shift+K")},
                      "board-link"))
      << toggled(verb("board.distance", m, tr("Distance"),
                      tr("Drag between two actors or two places: the metres stand beside the line"),
                      {key("Shift+W")}, "board-distance"))
      << toggled(verb("board.move", m, tr("Move players"),
                      tr("Drag an actor to where it should have been, with Shift up and down; what was "
                         "recorded stays as it is"),
                      {key("Shift+J")}, "board-move"))
      << apart(toggled(verb("board.pinScreen", "Analyse/Board/Pin to", tr("Screen"),
                            tr("What is drawn stays where it is on the screen"), {}, "pin-screen")))
      << toggled(verb("board.pinGround", "Analyse/Board/Pin to", tr("Ground"),
                      tr("What is drawn lies on the ground, wherever the camera goes"), {}, "pin-ground"))
      << toggled(verb("board.pinActor", "Analyse/Board/Pin to", tr("Actor"),
                      tr("What is drawn goes along with the actor that it is begun on, or the selected one"),
                      {}, "pin-actor"))
      << apart(verb("board.duplicate", m, tr("Duplicate drawing"),
                    tr("Draw the selected drawing once more, beside it and from this moment on"),
                    {key("Ctrl+Shift+D")}, "copy"))
      << verb("board.delete", m, tr("Delete drawing"),
              tr("Remove the selected drawing; while drawing, Del does"), {}, "remove")
      << verb("board.clear", m, tr("Clear this moment"), tr("Remove all drawings that are seen now"), {},
              "board-clear")
      << apart(verb("board.panel", m, tr("List of drawings"),
                    tr("Show the Board panel: what was drawn, when it is seen, who drew it"), {}, "table"));
}

void ActionTable::addCompare(QList<ActionSpec>& t)
{
    const char* m = "Compare";
    t << verb("compare.addGhost", m, tr("Add ghost…"), tr("Let another recording of this world race along"),
              {key("Ctrl+G")}, "add")
      << verb("compare.addFromFolder", m, tr("Add from folder…"),
              tr("List the runs in a folder to choose ghosts from"), {key("Ctrl+Shift+G")})
      << anytime(verb("compare.copies", m, tr("Copies in a folder…"),
                      tr("List which runs of a folder are the same one, frame for frame")))
      << verb("compare.clear", m, tr("Remove all ghosts"), tr("Let the runner go alone"))
      << apart(verb("compare.ghosts", m, tr("Ghosts"), tr("Show who races along, and the splits"),
                    {key("Shift+G")}))
      << verb("compare.delta", m, tr("Delta plot"),
              tr("Show where the runner loses time against every ghost"), {key("Ctrl+D")}, "plot")
      << apart(verb("compare.followRunner", m, tr("Follow me"), tr("Keep behind the runner"), {key("Alt+M")},
                    "follow"))
      << verb("compare.followGhost", m, tr("Follow ghost"),
              tr("Keep behind a ghost; again = behind the next one"), {key("Alt+G")})
      << verb("compare.frameBoth", m, tr("Both in the picture"),
              tr("Keep the runner and the ghost in the picture"), {key("Alt+B")})
      << toggled(verb("compare.splitView", m, tr("Split view"),
                      tr("Show the runner and the ghost side by side at the same instant"), {key("Alt+S")}))
      << toggled(verb("compare.alignStart", "Compare/Align by", tr("Start"),
                      tr("Ghosts start together with the runner")))
      << toggled(verb("compare.alignTick", "Compare/Align by", tr("Tick"),
                      tr("Recordings run side by side from their first frames")))
      << toggled(verb("compare.alignCheckpoint", "Compare/Align by", tr("Checkpoint"),
                      tr("Ghosts start anew with the runner at each checkpoint that both took")))
      << toggled(verb("compare.alignProgress", "Compare/Align by", tr("Progress"),
                      tr("Ghosts stand where the runner is: the same place instead of the same time")));
}

void ActionTable::addHelp(QList<ActionSpec>& t)
{
    t << anytime(verb("help.palette", "Help", tr("Command palette…"),
                      tr("Find any action by a few letters of its name"), {key("Ctrl+Shift+P")}, "search"))
      << anytime(verb("help.keys", "Help", tr("Keys…"), tr("List every key, and choose others"), {key("F1")},
                      "keyboard"))
      << anytime(verb("help.hints", "Help", tr("Show the hints again"),
                      tr("Tell again, above the picture, what is worth knowing at first")))
      << anytime(verb("help.about", "Help", tr("About Ghostline"), tr("Version, formats, graphics"), {},
                      "about"));
}

QString ActionTable::menuTitle(const QString& part)
{
    static constexpr const char* Titles[] = {
        QT_TRANSLATE_NOOP("Actions", "File"),
        QT_TRANSLATE_NOOP("Actions", "Edit"),
        QT_TRANSLATE_NOOP("Actions", "View"),
        QT_TRANSLATE_NOOP("Actions", "Perspective"),
        QT_TRANSLATE_NOOP("Actions", "Surroundings"),
        QT_TRANSLATE_NOOP("Actions", "Markers"),
        QT_TRANSLATE_NOOP("Actions", "Layouts"),
        QT_TRANSLATE_NOOP("Actions", "Theme"),
        QT_TRANSLATE_NOOP("Actions", "Picture quality"),
        QT_TRANSLATE_NOOP("Actions", "Playback"),
        QT_TRANSLATE_NOOP("Actions", "Jump to"),
        QT_TRANSLATE_NOOP("Actions", "Camera"),
        QT_TRANSLATE_NOOP("Actions", "Camera path"),
        QT_TRANSLATE_NOOP("Actions", "Scene cameras"),
        QT_TRANSLATE_NOOP("Actions", "Saved views"),
        QT_TRANSLATE_NOOP("Actions", "Save view as"),
        QT_TRANSLATE_NOOP("Actions", "Save view for every recording"),
        QT_TRANSLATE_NOOP("Actions", "Analyse"),
        QT_TRANSLATE_NOOP("Actions", "Observer density"),
        QT_TRANSLATE_NOOP("Actions", "Board"),
        QT_TRANSLATE_NOOP("Actions", "Pin to"),
        QT_TRANSLATE_NOOP("Actions", "Compare"),
        QT_TRANSLATE_NOOP("Actions", "Align by"),
        QT_TRANSLATE_NOOP("Actions", "Review"),
        QT_TRANSLATE_NOOP("Actions", "Help"),
    };
    const auto known = std::find_if(std::begin(Titles), std::end(Titles),
                                    [&part](const char* title) { return part == QLatin1String(title); });
    return known != std::end(Titles) ? tr(*known) : part;
}

QList<ActionSpec> ActionTable::build()
{
    QList<ActionSpec> t;
    addFile(t);
    addEdit(t);
    addView(t);
    addLayouts(t);
    addPlayback(t);
    addCamera(t);
    addAnalyse(t);
    addBoard(t);
    addCompare(t);
    ReviewTable::add(t);
    addHelp(t);
    return t;
}

} // namespace ghostline::app
