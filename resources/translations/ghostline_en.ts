<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>QObject</name>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n events, %1</source>
        <translation>
            <numerusform>%n event, %1</numerusform>
            <numerusform>%n events, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more: zoom in to part them</source>
        <translation>
            <numerusform>and %n more: zoom in to part them</numerusform>
            <numerusform>and %n more: zoom in to part them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n actors present</source>
        <translation>
            <numerusform>%n actor present</numerusform>
            <numerusform>%n actors present</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n events within %L1 s</source>
        <translation>
            <numerusform>%n event within %L1 s</numerusform>
            <numerusform>%n events within %L1 s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>+%n more on the last line</source>
        <translation>
            <numerusform>+%n more on the last line</numerusform>
            <numerusform>+%n more on the last line</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message numerus="yes">
        <source>%n flags</source>
        <translation>
            <numerusform>%n flag</numerusform>
            <numerusform>%n flags</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n recordings</source>
        <translation>
            <numerusform>%n recording</numerusform>
            <numerusform>%n recordings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n verdicts</source>
        <translation>
            <numerusform>%n verdict</numerusform>
            <numerusform>%n verdicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bookmarks</source>
        <translation>
            <numerusform>%n bookmark</numerusform>
            <numerusform>%n bookmarks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::AnalysisPage</name>
    <message numerus="yes">
        <source>%n found; see Events and the timeline, worked out</source>
        <translation>
            <numerusform>%n found; see Events and the timeline, worked out</numerusform>
            <numerusform>%n found; see Events and the timeline, worked out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::ChipShelf</name>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>Show %n more</numerusform>
            <numerusform>Show %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::CopiedRuns</name>
    <message numerus="yes">
        <source>%n ghosts are the same run, frame for frame, at least in part</source>
        <translation>
            <numerusform>%n ghost is the same run, frame for frame, at least in part</numerusform>
            <numerusform>%n ghosts are the same run, frame for frame, at least in part</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::CopiesDialog</name>
    <message numerus="yes">
        <source>%n runs compared</source>
        <translation>
            <numerusform>%n run compared</numerusform>
            <numerusform>%n runs compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be</source>
        <translation>
            <numerusform>%n could not be</numerusform>
            <numerusform>%n could not be</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::DetectorsPage</name>
    <message numerus="yes">
        <source>%n recordings looked through</source>
        <translation>
            <numerusform>%n recording looked through</numerusform>
            <numerusform>%n recordings looked through</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be</source>
        <translation>
            <numerusform>%n could not be</numerusform>
            <numerusform>%n could not be</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::ExportClipDialog</name>
    <message numerus="yes">
        <source>%n clip(s)</source>
        <translation>
            <numerusform>%n clip</numerusform>
            <numerusform>%n clips</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved %n file(s) in %1</source>
        <translation>
            <numerusform>Saved %n file in %1</numerusform>
            <numerusform>Saved %n files in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of video, %n picture(s), %2 a second</source>
        <translation>
            <numerusform>%1 of video, %n picture, %2 a second</numerusform>
            <numerusform>%1 of video, %n pictures, %2 a second</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) are there already, such as %1. Export once more to replace</source>
        <translation>
            <numerusform>%n file is there already: %1. Export once more to replace</numerusform>
            <numerusform>%n files are there already, such as %1. Export once more to replace</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clip(s) were left out.</source>
        <translation>
            <numerusform>%n clip was left out.</numerusform>
            <numerusform>%n clips were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clip(s) cannot be drawn. Export once more to leave them out</source>
        <translation>
            <numerusform>%n clip cannot be drawn. Export once more to leave it out</numerusform>
            <numerusform>%n clips cannot be drawn. Export once more to leave them out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cancelled; %n file(s) are whole</source>
        <translation>
            <numerusform>Cancelled; %n file is whole</numerusform>
            <numerusform>Cancelled; %n files are whole</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::GhostFolderDialog</name>
    <message numerus="yes">
        <source>%n recordings</source>
        <translation>
            <numerusform>%n recording</numerusform>
            <numerusform>%n recordings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n other files</source>
        <translation>
            <numerusform>%1; %n other file</numerusform>
            <numerusform>%1; %n other files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::HeatPanel</name>
    <message numerus="yes">
        <source>%n recordings</source>
        <translation>
            <numerusform>%n recording</numerusform>
            <numerusform>%n recordings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n beyond the edges or nowhere</source>
        <translation>
            <numerusform>%n beyond the edges or nowhere</numerusform>
            <numerusform>%n beyond the edges or nowhere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::InfoPanel</name>
    <message numerus="yes">
        <source>%n checks</source>
        <translation>
            <numerusform>%n check</numerusform>
            <numerusform>%n checks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::KindChip</name>
    <message numerus="yes">
        <source>%1: %Ln events
Click: show or hide · Ctrl+click: only these</source>
        <translation>
            <numerusform>%1: %Ln event
Click: show or hide · Ctrl+click: only these</numerusform>
            <numerusform>%1: %Ln events
Click: show or hide · Ctrl+click: only these</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::MarkFiles</name>
    <message numerus="yes">
        <source>%n marks were added</source>
        <translation>
            <numerusform>%n mark was added</numerusform>
            <numerusform>%n marks were added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were changed</source>
        <translation>
            <numerusform>%n was changed</numerusform>
            <numerusform>%n were changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were there already</source>
        <translation>
            <numerusform>%n was there already</numerusform>
            <numerusform>%n were there already</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be used, the first: %1</source>
        <translation>
            <numerusform>%n could not be used: %1</numerusform>
            <numerusform>%n could not be used, the first: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n marks were written to %1</source>
        <translation>
            <numerusform>%n mark was written to %1</numerusform>
            <numerusform>%n marks were written to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the filter of the Bookmarks panel leaves out %n</source>
        <translation>
            <numerusform>the filter of the Bookmarks panel leaves out %n</numerusform>
            <numerusform>the filter of the Bookmarks panel leaves out %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::MergeFolderDialog</name>
    <message numerus="yes">
        <source>%n drawings</source>
        <translation>
            <numerusform>%n drawing</numerusform>
            <numerusform>%n drawings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key points</source>
        <translation>
            <numerusform>%n key point</numerusform>
            <numerusform>%n key points</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were written later there</source>
        <translation>
            <numerusform>%n was written later there</numerusform>
            <numerusform>%n were written later there</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n differ and are there twice</source>
        <translation>
            <numerusform>%n differs and is there twice</numerusform>
            <numerusform>%n differ and are there twice</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::MetricsExporter</name>
    <message numerus="yes">
        <source>Writing the metrics of %n frame(s)…</source>
        <translation>
            <numerusform>Writing the metrics of %n frame…</numerusform>
            <numerusform>Writing the metrics of %n frames…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::MetricsPanel</name>
    <message numerus="yes">
        <source>%1   frame %2   %n actors</source>
        <translation>
            <numerusform>%1   frame %2   %n actor</numerusform>
            <numerusform>%1   frame %2   %n actors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::PathVerbs</name>
    <message numerus="yes">
        <source>Key point of the camera at %1, %n in all</source>
        <translation>
            <numerusform>Key point of the camera at %1, %n in all</numerusform>
            <numerusform>Key point of the camera at %1, %n in all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlayListDesk</name>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n second</numerusform>
            <numerusform>%n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries are of other recordings than they were made of. %1</source>
        <translation>
            <numerusform>%n entry is of another recording than it was made of. %1</numerusform>
            <numerusform>%n entries are of other recordings than they were made of. %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::ReplayNotes</name>
    <message numerus="yes">
        <source>%n verdicts were given on another content of this recording</source>
        <translation>
            <numerusform>%n verdict was given on another content of this recording</numerusform>
            <numerusform>%n verdicts were given on another content of this recording</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::SavePart</name>
    <message numerus="yes">
        <source>%1 is written: %n frame(s), %2</source>
        <translation>
            <numerusform>%1 is written: %n frame, %2</numerusform>
            <numerusform>%1 is written: %n frames, %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::StandingStillDialog</name>
    <message numerus="yes">
        <source>%n stops; positions in %1</source>
        <translation>
            <numerusform>%n stop; positions in %1</numerusform>
            <numerusform>%n stops; positions in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::StatusLine</name>
    <message numerus="yes">
        <source>%n notices</source>
        <translation>
            <numerusform>%n notice</numerusform>
            <numerusform>%n notices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them lost data. Click for the list</source>
        <translation>
            <numerusform>%n of them lost data. Click for the list</numerusform>
            <numerusform>%n of them lost data. Click for the list</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::ViewDescription</name>
    <message numerus="yes">
        <source>%n in the picture</source>
        <translation>
            <numerusform>%n in the picture</numerusform>
            <numerusform>%n in the picture</numerusform>
        </translation>
    </message>
</context>
</TS>
