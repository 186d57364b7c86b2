// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs of whoever looks closer: the menus Analyse, Compare, Review and Help. And the titles of all
// menus.
#include "app/gui/shell/action_table.h"

#include <algorithm>
#include <iterator>

namespace ghostline::app {

using namespace spec;

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
      << verb("analyse.standingStill", m, tr("Standing still…"),
              tr("List who stood still, where and for how long"))
      << verb("analyse.encounters", m, tr("Near each other…"), tr("Work out who came near whom, or touched"))
      << verb("analyse.zones", m, tr("Zones…"), tr("Mark ground on the map and work out who was there"))
      << verb("analyse.limits", m, tr("Limits…"),
              tr("Work out when speed, acceleration or turning was over a limit"));
}

void ActionTable::addCompare(QList<ActionSpec>& t)
{
    const char* m = "Compare";
    t << verb("compare.addGhost", m, tr("Add ghost…"), tr("Let another recording of this world race along"),
              {key("Ctrl+G")}, "add")
      << verb("compare.addFromFolder", m, tr("Add from folder…"),
              tr("List the runs in a folder to choose ghosts from"), {key("Ctrl+Shift+G")})
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

void ActionTable::addReview(QList<ActionSpec>& t)
{
    t << verb("review.addBookmark", "Review", tr("Add bookmark"),
              tr("Mark this moment, or the loop it lies in, in a file beside the recording"), {key("B")},
              "bookmark")
      << verb("review.noteBookmark", "Review", tr("Add bookmark with a note"),
              tr("Mark this moment and write down why, in the Bookmarks panel"), {key("Ctrl+B")})
      << verb("review.previousBookmark", "Review", tr("Previous bookmark"), tr("To the bookmark before"),
              {key("Alt+Left")})
      << verb("review.nextBookmark", "Review", tr("Next bookmark"), tr("To the next bookmark"),
              {key("Alt+Right")})
      << toggled(verb("review.playBookmarks", "Review", tr("Play bookmarks"),
                      tr("Play one bookmark after the other: its range, or the moments around it"),
                      {key("Shift+B")}))
      << apart(anytime(verb("review.openFolder", "Review", tr("Open folder…"),
                            tr("List the recordings of a folder with their flags, and go through them"),
                            {key("Ctrl+Shift+R")}, "open")))
      << anytime(verb("review.panel", "Review", tr("Queue and flags"),
                      tr("Show the Review panel: recordings to review, flags and verdicts"), {key("Shift+R")},
                      "flag"))
      << verb("review.evidence", "Review", tr("Evidence"),
              tr("Show what was measured around the flag, frame by frame"), {key("Ctrl+Shift+E")}, "plot")
      << anytime(verb("review.nextFile", "Review", tr("Next recording"),
                      tr("Open the next recording of the queue"), {key("Alt+PgDown")}))
      << anytime(verb("review.previousFile", "Review", tr("Previous recording"),
                      tr("Open the recording of the queue before"), {key("Alt+PgUp")}))
      << apart(verb("review.nextUnreviewed", "Review", tr("Next unreviewed flag"),
                    tr("To the next flag that nobody has reviewed"), {key("Alt+F")}))
      << verb("review.previousUnreviewed", "Review", tr("Previous unreviewed flag"),
              tr("To the flag before that nobody has reviewed"), {key("Alt+Shift+F")})
      << toggled(verb("review.playBefore", "Review", tr("Play from 3 s before"),
                      tr("A flag that is chosen plays from three seconds before it")))
      << apart(verb("review.confirm", "Review", tr("Confirmed"), tr("The flag is right: save this verdict"),
                    {key("Alt+C")}))
      << verb("review.reject", "Review", tr("Rejected"), tr("The flag is wrong: save this verdict"),
              {key("Alt+R")})
      << verb("review.unsure", "Review", tr("Unsure"), tr("The flag cannot be decided: save this verdict"),
              {key("Alt+U")})
      << verb("review.note", "Review", tr("Write a note"), tr("Type why; the note is saved with the verdict"),
              {key("Alt+T")})
      << verb("review.merge", "Review", tr("Merge notes…"),
              tr("Take over the verdicts and bookmarks of another reviewer's notes file"));
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
        QT_TRANSLATE_NOOP("Actions", "View"),
        QT_TRANSLATE_NOOP("Actions", "Perspective"),
        QT_TRANSLATE_NOOP("Actions", "Markers"),
        QT_TRANSLATE_NOOP("Actions", "Layouts"),
        QT_TRANSLATE_NOOP("Actions", "Theme"),
        QT_TRANSLATE_NOOP("Actions", "Playback"),
        QT_TRANSLATE_NOOP("Actions", "Jump to"),
        QT_TRANSLATE_NOOP("Actions", "Camera"),
        QT_TRANSLATE_NOOP("Actions", "Scene cameras"),
        QT_TRANSLATE_NOOP("Actions", "Saved views"),
        QT_TRANSLATE_NOOP("Actions", "Save view as"),
        QT_TRANSLATE_NOOP("Actions", "Save view for every recording"),
        QT_TRANSLATE_NOOP("Actions", "Analyse"),
        QT_TRANSLATE_NOOP("Actions", "Observer density"),
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
    addView(t);
    addLayouts(t);
    addPlayback(t);
    addCamera(t);
    addAnalyse(t);
    addCompare(t);
    addReview(t);
    addHelp(t);
    return t;
}

} // namespace ghostline::app
