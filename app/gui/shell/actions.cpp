// SPDX-License-Identifier: GPL-3.0-or-later
// The table of verbs and the QActions made from it.
#include "app/gui/shell/actions.h"

#include "app/gui/shell/icons.h"

#include <QKeyCombination>

namespace ghostline::app {

namespace {

using Keys = QList<QKeySequence>;

QKeySequence key(const char* text) { return QKeySequence(QLatin1String(text), QKeySequence::PortableText); }

ActionSpec verb(const char* id, const char* menu, const char* text, const char* help, Keys keys = {},
                const char* icon = "")
{
    ActionSpec spec;
    spec.id = QLatin1String(id);
    spec.menu = QLatin1String(menu);
    spec.text = QString::fromUtf8(text);
    spec.help = QString::fromUtf8(help);
    spec.keys = std::move(keys);
    spec.icon = QLatin1String(icon);
    return spec;
}

/// The same verb with one field changed; keeps the table readable.
ActionSpec anytime(ActionSpec spec)
{
    spec.needsReplay = false;
    return spec;
}
ActionSpec toggled(ActionSpec spec)
{
    spec.checkable = true;
    return spec;
}
ActionSpec apart(ActionSpec spec)
{
    spec.separatorBefore = true;
    return spec;
}

void addFile(QList<ActionSpec>& t)
{
    t << anytime(verb("file.open", "File", "Open…", "Open a recording", {key("Ctrl+O")}, "open"))
      << anytime(verb("file.openFolder", "File", "Open folder…",
                      "Open a recording that is a folder of segments", {key("Ctrl+Shift+O")}))
      << anytime(verb("file.openAddress", "File", "Open address…",
                      "Open a recording on a web server; it plays while it loads", {key("Ctrl+L")}))
      << anytime(verb("file.recent", "File", "Open recent…", "List the recordings opened before",
                      {key("Ctrl+R")}, "recent"))
      << anytime(verb("file.openSample", "File", "Open sample",
                      "Open the recording that comes with the program", {}, "sample"))
      << verb("file.close", "File", "Close recording", "Back to the welcome page", {key("Ctrl+W")}, "close")
      << apart(verb("file.exportPicture", "File", "Export picture…",
                    "Save what the viewport shows as an image", {key("Ctrl+E")}, "picture"))
      << apart(anytime(verb("file.settings", "File", "Settings…", "Memory, theme, folders, trails",
                            {key("Ctrl+,")}, "settings")))
      << apart(anytime(verb("file.quit", "File", "Quit", "Close the window", {key("Ctrl+Q")})));
}

void addView(QList<ActionSpec>& t)
{
    t << toggled(
             verb("view.trails", "View", "Trails", "Show where actors have just been", {key("T")}, "trails"))
      << toggled(verb("view.labels", "View", "Labels", "Show the names of actors", {key("H")}, "labels"))
      << toggled(verb("view.provenance", "View", "Provenance",
                      "Mark what is recorded, interpolated, sampled or held", {key("P")}, "provenance"))
      << toggled(verb("view.reported", "View", "Reported only",
                      "Leave out estimates: show actors only where the recording says they were",
                      {key("Shift+P")}))
      << toggled(
             verb("view.exact", "View", "Exact keyframes only",
                  "Show the last keyframe as it was recorded, and nothing that is put together in between",
                  {key("Ctrl+P")}))
      << toggled(verb("view.unitMarks", "View", "Health and rank",
                      "Show bars over hurt units, chevrons for their rank, and where turrets point"))
      << toggled(verb("view.sight", "View", "Sight",
                      "Outline what is seen, about: by the selected player or the unit's owner, else by the "
                      "perspective's side, else by everyone",
                      {key("X")}))
      << verb("view.nextPerspective", "View", "Next perspective",
              "See the match as the next player: what their side does not see is faded", {key("Shift+V")})
      << toggled(verb("view.everyone", "View/Perspective", "Everyone",
                      "See the match with everyone's eyes: nothing is faded", {key("Ctrl+Shift+V")}))
      << toggled(verb("view.velocity", "View", "Velocity arrows", "Show direction and speed of travel"))
      << toggled(verb("view.prediction", "View", "Predicted flight",
                      "Show where the disc or ball flies in the next two seconds if nobody touches it",
                      {key("Shift+T")}))
      << toggled(verb("view.grid", "View", "Ground grid", "Show the grid and its scale"))
      << toggled(
             verb("view.scoreboard", "View", "Scoreboard", "Show teams, score and clock above the picture"))
      << toggled(verb("view.scene", "View", "Scenery", "Show roads and other surroundings"))
      << toggled(verb("view.background", "View", "Background actors", "Show props, signs and sensors"))
      << toggled(verb("view.markersAll", "View/Markers", "All",
                      "Mark every event that the list shows on the timeline"))
      << toggled(verb("view.markersNotable", "View/Markers", "Notable",
                      "Mark only what is major, grave, accuses or lasts on the timeline"))
      << toggled(verb("view.markersMajor", "View/Markers", "Major only",
                      "Mark only what is major or accuses on the timeline"))
      << apart(anytime(toggled(verb("view.fullScreen", "View", "Full screen", "Use the whole screen",
                                    {key("F11")}, "fullscreen"))))
      << anytime(verb("view.nextPane", "View", "Next panel", "Move the keyboard focus to the next panel",
                      {key("F6")}))
      << anytime(verb("view.previousPane", "View", "Previous panel",
                      "Move the keyboard focus to the previous panel", {key("Shift+F6")}));
    const char* layouts = "View/Layouts";
    t << verb("view.layoutCoach", layouts, "Coach", "The score beside the picture, a tall timeline below it")
      << verb("view.layoutStaff", layouts, "Staff", "Queue and verdict wide, evidence below the picture")
      << verb("view.layoutPlayer", layouts, "Player",
              "Ghosts and splits beside the race, the delta plot below it")
      << apart(anytime(verb("view.saveLayout", layouts, "Save layout",
                            "Remember this arrangement of panels; it is also saved on quitting")))
      << verb("view.saveLayoutAs", layouts, "Save layout as…",
              "Keep this arrangement under a name of its own")
      << anytime(verb("view.restoreLayout", layouts, "Restore saved layout",
                      "Go back to the arrangement saved last"))
      << anytime(
             verb("view.resetLayout", layouts, "Reset layout", "Put every panel back in its first place"));
}

void addPlayback(QList<ActionSpec>& t)
{
    const char* m = "Playback";
    t << verb("playback.toggle", m, "Play / pause", "Play or pause", {key("Space")}, "play")
      << verb("playback.pause", m, "Pause", "Stand still", {key("K")}, "pause")
      << verb("playback.forward", m, "Play forward", "Play forward; again = faster", {key("L")}, "forward")
      << verb("playback.backward", m, "Play backward", "Play backward; again = faster", {key("J")},
              "backward")
      << apart(verb("playback.stepBack", m, "Frame back", "One recorded frame back; hold for a slow run",
                    {key(",")}, "step-back"))
      << verb("playback.stepForward", m, "Frame forward", "One recorded frame on; hold for a slow run",
              {key(".")}, "step-forward")
      << verb("playback.back1", m, "Back 1 s", "One second back", {key("Left")})
      << verb("playback.forward1", m, "Forward 1 s", "One second on", {key("Right")})
      << verb("playback.back5", m, "Back 5 s", "Five seconds back", {key("Shift+Left")})
      << verb("playback.forward5", m, "Forward 5 s", "Five seconds on", {key("Shift+Right")})
      << verb("playback.back15", m, "Back 15 s", "Fifteen seconds back", {key("Ctrl+Left")})
      << verb("playback.forward15", m, "Forward 15 s", "Fifteen seconds on", {key("Ctrl+Right")})
      << verb("playback.previousKeyframe", m, "Previous keyframe", "To the keyframe before", {key("PgUp")})
      << verb("playback.nextKeyframe", m, "Next keyframe", "To the keyframe after", {key("PgDown")})
      << verb("playback.start", m, "To the start", "To the first frame", {key("Home")}, "start")
      << verb("playback.end", m, "To the end", "To the last frame", {key("End")}, "end")
      << toggled(verb("playback.live", m, "Follow live",
                      "Stay at the newest frame of a recording that is still being made", {key("Shift+End")},
                      "live"));
    for (int i = 0; i < 10; ++i) {
        ActionSpec spec = verb("", "Playback/Jump to", "", "");
        spec.id = QStringLiteral("playback.tenth%1").arg(i);
        spec.text = QStringLiteral("%1 %").arg(i * 10);
        spec.help = QStringLiteral("To %1 % of the recording").arg(i * 10);
        spec.keys = {QKeySequence(static_cast<Qt::Key>(Qt::Key_0 + i))};
        t << spec;
    }
    t << apart(verb("playback.slower", m, "Slower", "The next lower speed", {key("[")}, "slower"))
      << verb("playback.faster", m, "Faster", "The next higher speed", {key("]")}, "faster")
      << verb("playback.normalSpeed", m, "Speed 1×", "As fast as it happened", {key("Backspace")})
      << apart(verb("playback.loopIn", m, "Loop from here", "The range that repeats begins here", {key("I")},
                    "loop-in"))
      << verb("playback.loopOut", m, "Loop to here", "The range that repeats ends here", {key("O")},
              "loop-out")
      << verb("playback.loopClear", m, "Clear loop", "Repeat nothing", {key("\\")}, "loop-clear");
}

/// One verb for each of the figures 1 to 9, which stand for %1 and are the keys.
struct Numbered
{
    const char* id;
    const char* menu;
    const char* text;
    const char* help;
    Qt::KeyboardModifiers with{}; ///< none = no keys
    bool checkable = false;
};

void addNumbered(QList<ActionSpec>& t, const Numbered& verbs)
{
    for (int i = 1; i < 10; ++i) {
        ActionSpec spec = verb("", verbs.menu, "", "");
        spec.id = QString::fromLatin1(verbs.id).arg(i);
        spec.text = QString::fromUtf8(verbs.text).arg(i);
        spec.help = QString::fromUtf8(verbs.help).arg(i);
        if (verbs.with)
            spec.keys = {QKeySequence(QKeyCombination(verbs.with, static_cast<Qt::Key>(Qt::Key_0 + i)))};
        spec.checkable = verbs.checkable;
        t << spec;
    }
}

void addCamera(QList<ActionSpec>& t)
{
    const char* m = "Camera";
    t << toggled(verb("camera.orbit", m, "Orbit", "Turn around a point", {}, "camera"))
      << toggled(verb("camera.free", m, "Free flight", "Fly with W A S D Q E and the mouse"))
      << toggled(verb("camera.followActor", m, "Follow", "Keep behind the selected actor", {}, "follow"))
      << toggled(verb("camera.firstPerson", m, "First person", "See with the selected actor's eyes"))
      << toggled(verb("camera.topDown", m, "Top-down", "Straight from above, to scale"))
      << toggled(verb("camera.directed", m, "Directed",
                      "Keep the play in view by itself and cut at its moments; drag to take over",
                      {key("R")}))
      << verb("camera.followPlay", m, "Follow the play", "Follow what the play is about, such as a ball",
              {key("Y")})
      << verb("camera.cycle", m, "Next camera", "Orbit, free, follow, first person, top-down, directed",
              {key("C")})
      << apart(verb("camera.fitAll", m, "Fit all", "Bring every actor into view", {key("G")}, "fit-all"))
      << verb("camera.fitSelection", m, "Fit selection", "Bring the selected actor into view", {key("V")},
              "fit-selection");
    addNumbered(t, {"camera.place%1", "Camera/Scene cameras", "Scene camera %1",
                    "Look from camera %1 of the surroundings", Qt::ControlModifier, true});
    addNumbered(t, {"camera.view%1", "Camera/Saved views", "View %1",
                    "Bring back camera, selection and layers of saved view %1", Qt::AltModifier});
    addNumbered(t, {"camera.saveView%1", "Camera/Save view as", "View %1",
                    "Remember camera, selection and layers as view %1 of this recording",
                    Qt::ControlModifier | Qt::AltModifier});
    addNumbered(t, {"camera.shareView%1", "Camera/Save view for every recording", "View %1",
                    "Remember this as view %1 of recordings that have none of their own"});
}

void addAnalyse(QList<ActionSpec>& t)
{
    const char* m = "Analyse";
    t << verb("analyse.nextEvent", m, "Next event", "To the next event the list shows", {key("N")},
              "next-event")
      << verb("analyse.previousEvent", m, "Previous event", "To the event before", {key("Shift+N")},
              "previous-event")
      << verb("analyse.nextFlag", m, "Next flag", "To the next event that accuses", {key("F")}, "flag")
      << verb("analyse.previousFlag", m, "Previous flag", "To the flag before", {key("Shift+F")})
      << verb("analyse.nextBand", m, "Next engagement", "To where the next fight or engagement begins",
              {key("Z")})
      << verb("analyse.previousBand", m, "Previous engagement", "To the engagement before", {key("Shift+Z")})
      << apart(verb("selection.next", m, "Next actor", "Select the next actor of the cast", {key("Tab")}))
      << verb("selection.previous", m, "Previous actor", "Select the actor before", {key("Shift+Tab")})
      << verb("selection.release", m, "Release selection", "Select and follow nobody", {key("Esc")})
      << apart(verb("analyse.plotSpeed", m, "Plot speed of selection",
                    "Draw the selected actor's speed over time", {}, "plot"))
      << verb("analyse.eventColumns", m, "Build orders", "Show what the teams did, side by side", {key("U")},
              "table")
      << verb("analyse.census", m, "Forces", "Show what every team has now", {key("Shift+U")}, "cast")
      << verb("analyse.observer", m, "Observer", "Show what every player has and does, by page", {key("M")},
              "density-normal")
      << toggled(verb("analyse.observerCompact", "Analyse/Observer density", "Compact",
                      "Observer: one line a player"))
      << toggled(verb("analyse.observerNormal", "Analyse/Observer density", "Normal",
                      "Observer: all that is usually asked"))
      << toggled(verb("analyse.observerFull", "Analyse/Observer density", "Full",
                      "Observer: every figure, and how it went over time"))
      << verb("analyse.findings", m, "Analysis", "Show what was found out about the whole recording",
              {key("Shift+M")}, "density-full")
      << verb("analyse.standingStill", m, "Standing still…", "List who stood still, where and for how long");
}

void addCompare(QList<ActionSpec>& t)
{
    const char* m = "Compare";
    t << verb("compare.addGhost", m, "Add ghost…", "Let another recording of this world race along",
              {key("Ctrl+G")}, "add")
      << verb("compare.addFromFolder", m, "Add from folder…",
              "List the runs in a folder to choose ghosts from", {key("Ctrl+Shift+G")})
      << verb("compare.clear", m, "Remove all ghosts", "Let the runner go alone")
      << apart(verb("compare.ghosts", m, "Ghosts", "Show who races along, and the splits", {key("Shift+G")}))
      << verb("compare.delta", m, "Delta plot", "Show where the runner loses time against every ghost",
              {key("Ctrl+D")}, "plot")
      << apart(
             verb("compare.followRunner", m, "Follow me", "Keep behind the runner", {key("Alt+M")}, "follow"))
      << verb("compare.followGhost", m, "Follow ghost", "Keep behind a ghost; again = behind the next one",
              {key("Alt+G")})
      << verb("compare.frameBoth", m, "Both in the picture", "Keep the runner and the ghost in the picture",
              {key("Alt+B")})
      << toggled(verb("compare.splitView", m, "Split view",
                      "Show the runner and the ghost side by side at the same instant", {key("Alt+S")}))
      << toggled(
             verb("compare.alignStart", "Compare/Align by", "Start", "Ghosts start together with the runner"))
      << toggled(verb("compare.alignTick", "Compare/Align by", "Tick",
                      "Recordings run side by side from their first frames"))
      << toggled(verb("compare.alignCheckpoint", "Compare/Align by", "Checkpoint",
                      "Ghosts start anew with the runner at each checkpoint that both took"))
      << toggled(verb("compare.alignProgress", "Compare/Align by", "Progress",
                      "Ghosts stand where the runner is: the same place instead of the same time"));
}

void addReviewAndHelp(QList<ActionSpec>& t)
{
    t << verb("review.addBookmark", "Review", "Add bookmark",
              "Mark this moment, or the loop it lies in, in a file beside the recording", {key("B")},
              "bookmark")
      << verb("review.noteBookmark", "Review", "Add bookmark with a note",
              "Mark this moment and write down why, in the Bookmarks panel", {key("Ctrl+B")})
      << verb("review.previousBookmark", "Review", "Previous bookmark", "To the bookmark before",
              {key("Alt+Left")})
      << verb("review.nextBookmark", "Review", "Next bookmark", "To the next bookmark", {key("Alt+Right")})
      << toggled(verb("review.playBookmarks", "Review", "Play bookmarks",
                      "Play one bookmark after the other: its range, or the moments around it",
                      {key("Shift+B")}))
      << apart(anytime(verb("review.openFolder", "Review", "Open folder…",
                            "List the recordings of a folder with their flags, and go through them",
                            {key("Ctrl+Shift+R")}, "open")))
      << anytime(verb("review.panel", "Review", "Queue and flags",
                      "Show the Review panel: recordings to review, flags and verdicts", {key("Shift+R")},
                      "flag"))
      << verb("review.evidence", "Review", "Evidence",
              "Show what was measured around the flag, frame by frame", {key("Ctrl+Shift+E")}, "plot")
      << anytime(verb("review.nextFile", "Review", "Next recording", "Open the next recording of the queue",
                      {key("Alt+PgDown")}))
      << anytime(verb("review.previousFile", "Review", "Previous recording",
                      "Open the recording of the queue before", {key("Alt+PgUp")}))
      << apart(verb("review.nextUnreviewed", "Review", "Next unreviewed flag",
                    "To the next flag that nobody has reviewed", {key("Alt+F")}))
      << verb("review.previousUnreviewed", "Review", "Previous unreviewed flag",
              "To the flag before that nobody has reviewed", {key("Alt+Shift+F")})
      << toggled(verb("review.playBefore", "Review", "Play from 3 s before",
                      "A flag that is chosen plays from three seconds before it"))
      << apart(verb("review.confirm", "Review", "Confirmed", "The flag is right: save this verdict",
                    {key("Alt+C")}))
      << verb("review.reject", "Review", "Rejected", "The flag is wrong: save this verdict", {key("Alt+R")})
      << verb("review.unsure", "Review", "Unsure", "The flag cannot be decided: save this verdict",
              {key("Alt+U")})
      << verb("review.note", "Review", "Write a note", "Type why; the note is saved with the verdict",
              {key("Alt+T")})
      << verb("review.merge", "Review", "Merge notes…",
              "Take over the verdicts and bookmarks of another reviewer's notes file")
      << anytime(verb("help.palette", "Help", "Command palette…",
                      "Find any action by a few letters of its name", {key("Ctrl+Shift+P")}, "search"))
      << anytime(
             verb("help.keys", "Help", "Keys…", "List every key, and choose others", {key("F1")}, "keyboard"))
      << anytime(verb("help.about", "Help", "About Ghostline", "Version, formats, graphics", {}, "about"));
}

QList<ActionSpec> buildTable()
{
    QList<ActionSpec> t;
    addFile(t);
    addView(t);
    addPlayback(t);
    addCamera(t);
    addAnalyse(t);
    addCompare(t);
    addReviewAndHelp(t);
    return t;
}

QString toolTipFor(const ActionSpec& spec, const QList<QKeySequence>& keys)
{
    if (keys.isEmpty())
        return spec.help;
    return QStringLiteral("%1 (%2)").arg(spec.help, keys.first().toString(QKeySequence::NativeText));
}

/// Holding these down must act once, not flicker.
bool repeats(const QString& id)
{
    return id.startsWith(QLatin1String("playback.step")) || id.startsWith(QLatin1String("playback.back")) ||
           id.startsWith(QLatin1String("playback.forward1")) ||
           id.startsWith(QLatin1String("playback.forward5")) || id == QLatin1String("playback.slower") ||
           id == QLatin1String("playback.faster") || id.startsWith(QLatin1String("analyse.")) ||
           id == QLatin1String("selection.next") || id == QLatin1String("selection.previous") ||
           id.endsWith(QLatin1String("Keyframe"));
}

} // namespace

const QList<ActionSpec>& Actions::table()
{
    static const QList<ActionSpec> specs = buildTable();
    return specs;
}

Actions::Actions(QObject* parent) : QObject(parent)
{
    for (const ActionSpec& spec : table()) {
        auto* action = new QAction(spec.text, this);
        action->setObjectName(spec.id);
        action->setShortcutContext(Qt::WindowShortcut);
        action->setStatusTip(spec.help);
        action->setCheckable(spec.checkable);
        action->setAutoRepeat(repeats(spec.id) && spec.id != QLatin1String("playback.backward"));
        if (!spec.icon.isEmpty())
            action->setIcon(themedIcon(spec.icon));
        m_actions.insert(spec.id, action);
        setKeys(spec, spec.keys);
    }
    setReplayOpen(false);
}

QAction* Actions::get(const QString& id) const
{
    QAction* action = m_actions.value(id);
    Q_ASSERT_X(action != nullptr, "Actions::get", qPrintable(id));
    return action;
}

void Actions::setKeys(const ActionSpec& spec, const QList<QKeySequence>& keys)
{
    QAction* action = get(spec.id);
    action->setShortcuts(keys);
    action->setToolTip(toolTipFor(spec, keys));
}

void Actions::on(const QString& id, QObject* context, std::function<void(bool)> f)
{
    m_bound.insert(id);
    connect(get(id), &QAction::triggered, context, std::move(f));
}

void Actions::setReplayOpen(bool open)
{
    for (const ActionSpec& spec : table()) {
        if (spec.needsReplay)
            m_actions.value(spec.id)->setEnabled(open);
    }
}

} // namespace ghostline::app
