// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/verbs/review_table.h"

namespace ghostline::app {

using namespace spec;

void ReviewTable::add(QList<ActionSpec>& t)
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
      << apart(verb("marks.panel", "Review", tr("Tags"),
                    tr("Show the buttons that mark what happens with tags of your own"),
                    {key("Ctrl+Shift+T")}, "bookmark"))
      << toggled(verb("marks.codeMode", "Review", tr("Code mode"),
                      tr("The keys of the Tags panel come before all others"), {key("Ctrl+T")}))
      << apart(anytime(verb("review.panel", "Review", tr("Queue and flags"),
                            tr("Show the Review panel: recordings to review, flags and verdicts"),
                            {key("Shift+R")}, "flag")))
      << verb("review.evidence", "Review", tr("Evidence"),
              tr("Show what was measured around the flag, frame by frame"), {key("Ctrl+Shift+M")}, "plot")
      << anytime(verb("review.nextFile", "Review", tr("Next recording"),
                      tr("Open the next recording of the queue"), {key("Alt+PgDown")}))
      << anytime(verb("review.previousFile", "Review", tr("Previous recording"),
                      tr("Open the recording of the queue before"), {key("Alt+PgUp")}))
      << apart(
             verb("review.nextUnreviewed", "Review", tr("Next open flag"),
                  tr("To the next flag that still waits for somebody, in the next recording after the last"),
                  {key("Alt+F")}))
      << verb("review.previousUnreviewed", "Review", tr("Previous open flag"),
              tr("To the flag before that still waits for somebody"), {key("Alt+Shift+F")})
      << toggled(verb("review.playBefore", "Review", tr("Play from 3 s before"),
                      tr("A flag that is chosen plays from three seconds before it")))
      << apart(verb("review.confirm", "Review", tr("Confirmed"), tr("The flag is right: save this verdict"),
                    {key("Alt+C")}))
      << verb("review.reject", "Review", tr("Rejected"), tr("The flag is wrong: save this verdict"),
              {key("Alt+R")})
      << verb("review.unsure", "Review", tr("Unsure"), tr("The flag cannot be decided: save this verdict"),
              {key("Alt+U")})
      << verb("review.needsMore", "Review", tr("Needs more"),
              tr("It wants another look: save this verdict, and the flag stays open"), {key("Alt+Shift+N")})
      << verb("review.takeBack", "Review", tr("Take back"),
              tr("Take back your own verdict on this flag; it stays listed as taken back"), {key("Alt+X")})
      << verb("review.note", "Review", tr("Write a note"), tr("Type why; the note is saved with the verdict"),
              {key("Alt+T")})
      << verb("review.raiseFlag", "Review", tr("Raise a flag…"),
              tr("Hold something against somebody over the loop, or at this moment, beside the recording"))
      << verb("review.removeFlag", "Review", tr("Remove the flag"),
              tr("Take away a flag that you have raised"))
      << toggled(apart(anytime(verb("review.blind", "Review", tr("Blind review"),
                                    tr("Others' verdicts on a flag show once you have given yours")))))
      << toggled(anytime(verb("review.two", "Review", tr("Two reviewers"),
                              tr("A flag is done once two people have decided, and agree"))))
      << anytime(verb("review.reasons", "Review", tr("Reasons to choose from…"),
                      tr("Edit the reasons that can be given with a verdict, of each check")))
      << anytime(verb("review.precision", "Review", tr("How often checks were right…"),
                      tr("Of each check of the folder: how many of its flags were confirmed")))
      << verb("review.exportCase", "Review", tr("Export case…"),
              tr("Write the chosen flag with all figures around it on one page that others can check"), {},
              "export")
      << verb("review.merge", "Review", tr("Merge notes…"),
              tr("Take over the verdicts and bookmarks of another reviewer's notes file"))
      << anytime(verb("review.mergeFolder", "Review", tr("Merge notes of a folder…"),
                      tr("Take over what another reviewer noted beside the same recordings, all at once")));
}

} // namespace ghostline::app
