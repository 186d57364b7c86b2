// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs of the window, what it shows and when: the menus File, View, Playback and Camera.
#include "app/gui/shell/action_table.h"

#include <QKeyCombination>

namespace ghostline::app {

using namespace spec;

void ActionTable::addFile(QList<ActionSpec>& t)
{
    t << anytime(verb("file.open", "File", tr("Open…"), tr("Open a recording"), {key("Ctrl+O")}, "open"))
      << anytime(verb("file.openFolder", "File", tr("Open folder…"),
                      tr("Open a recording that is a folder of segments"), {key("Ctrl+Shift+O")}))
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
      << apart(anytime(verb("file.settings", "File", tr("Settings…"), tr("Memory, theme, folders, trails"),
                            {key("Ctrl+,")}, "settings")))
      << apart(anytime(verb("file.quit", "File", tr("Quit"), tr("Close the window"), {key("Ctrl+Q")})));
}

void ActionTable::addView(QList<ActionSpec>& t)
{
    t << toggled(verb("view.trails", "View", tr("Trails"), tr("Show where actors have just been"), {key("T")},
                      "trails"))
      << toggled(
             verb("view.labels", "View", tr("Labels"), tr("Show the names of actors"), {key("H")}, "labels"))
      << toggled(verb("view.provenance", "View", tr("Provenance"),
                      tr("Mark what is recorded, interpolated, sampled or held"), {key("P")}, "provenance"))
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
      << toggled(verb("view.prediction", "View", tr("Predicted flight"),
                      tr("Show where the disc or ball flies in the next two seconds if nobody touches it"),
                      {key("Shift+T")}))
      << toggled(verb("view.grid", "View", tr("Ground grid"), tr("Show the grid and its scale")))
      << toggled(verb("view.scoreboard", "View", tr("Scoreboard"),
                      tr("Show teams, score and clock above the picture")))
      << toggled(verb("view.scene", "View", tr("Scenery"), tr("Show roads and other surroundings")))
      << toggled(verb("view.zones", "View", tr("Marked zones"),
                      tr("Show the zones that were drawn with Analyse > Zones")))
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
      << anytime(toggled(verb("view.themeSystem", "View/Theme", tr("As the system"),
                              tr("Light or dark, whichever the desktop is"))))
      << anytime(
             toggled(verb("view.themeDark", "View/Theme", tr("Dark"), tr("Light figures on dark ground"))))
      << anytime(
             toggled(verb("view.themeLight", "View/Theme", tr("Light"), tr("Dark figures on light ground"))))
      << anytime(verb("view.nextPane", "View", tr("Next panel"),
                      tr("Move the keyboard focus to the next panel"), {key("F6")}))
      << anytime(verb("view.previousPane", "View", tr("Previous panel"),
                      tr("Move the keyboard focus to the previous panel"), {key("Shift+F6")}));
}

void ActionTable::addLayouts(QList<ActionSpec>& t)
{
    const char* layouts = "View/Layouts";
    t << verb("view.layoutCoach", layouts, tr("Coach"),
              tr("The score beside the picture, a tall timeline below it"))
      << verb("view.layoutStaff", layouts, tr("Staff"),
              tr("Queue and verdict wide, evidence below the picture"))
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
      << verb("playback.loopClear", m, tr("Clear loop"), tr("Repeat nothing"), {key("\\")}, "loop-clear");
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
      << verb("camera.followPlay", m, tr("Follow the play"),
              tr("Follow what the play is about, such as a ball"), {key("Y")})
      << verb("camera.cycle", m, tr("Next camera"),
              tr("Orbit, free, follow, first person, top-down, directed"), {key("C")})
      << apart(verb("camera.fitAll", m, tr("Fit all"), tr("Bring every actor into view"), {key("G")},
                    "fit-all"))
      << verb("camera.fitSelection", m, tr("Fit selection"), tr("Bring the selected actor into view"),
              {key("V")}, "fit-selection");
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

} // namespace ghostline::app
