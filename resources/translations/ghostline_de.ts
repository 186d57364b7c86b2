<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>Actions</name>
    <message>
        <source>Open…</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation>Eine Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Ordner öffnen …</translation>
    </message>
    <message>
        <source>Open address…</source>
        <translation>Adresse öffnen …</translation>
    </message>
    <message>
        <source>Open a recording on a web server; it plays while it loads</source>
        <translation>Eine Aufzeichnung auf einem Webserver öffnen; sie läuft schon beim Laden</translation>
    </message>
    <message>
        <source>Open recent…</source>
        <translation>Zuletzt geöffnet …</translation>
    </message>
    <message>
        <source>List the recordings opened before</source>
        <translation>Die zuletzt geöffneten Aufzeichnungen auflisten</translation>
    </message>
    <message>
        <source>Open sample</source>
        <translation>Beispiel öffnen</translation>
    </message>
    <message>
        <source>Open the recording that comes with the program</source>
        <translation>Die mitgelieferte Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>Close recording</source>
        <translation>Aufzeichnung schließen</translation>
    </message>
    <message>
        <source>Back to the welcome page</source>
        <translation>Zurück zur Startseite</translation>
    </message>
    <message>
        <source>Export picture…</source>
        <translation>Bild exportieren …</translation>
    </message>
    <message>
        <source>Save what the viewport shows as an image</source>
        <translation>Was die Ansicht zeigt, als Bilddatei speichern</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>Memory, theme, folders, trails</source>
        <translation>Speicher, Farbschema, Sprache, Ordner, Bewegungsspuren</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>Das Fenster schließen</translation>
    </message>
    <message>
        <source>Trails</source>
        <translation>Bewegungsspuren</translation>
    </message>
    <message>
        <source>Show where actors have just been</source>
        <translation>Zeigen, wo die Akteure eben noch waren</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Beschriftungen</translation>
    </message>
    <message>
        <source>Show the names of actors</source>
        <translation>Die Namen der Akteure zeigen</translation>
    </message>
    <message>
        <source>Provenance</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Mark what is recorded, interpolated, sampled or held</source>
        <translation>Kennzeichnen, was aufgezeichnet, interpoliert, abgetastet oder gehalten ist</translation>
    </message>
    <message>
        <source>Reported only</source>
        <translation>Nur Gemeldetes</translation>
    </message>
    <message>
        <source>Leave out estimates: show actors only where the recording says they were</source>
        <translation>Schätzungen weglassen: Akteure nur dort zeigen, wo die Aufzeichnung sie nennt</translation>
    </message>
    <message>
        <source>Exact keyframes only</source>
        <translation>Nur exakte Schlüsselbilder</translation>
    </message>
    <message>
        <source>Show the last keyframe as it was recorded, and nothing that is put together in between</source>
        <translation>Das letzte Schlüsselbild zeigen, wie es aufgezeichnet wurde, und nichts, was dazwischen zusammengesetzt ist</translation>
    </message>
    <message>
        <source>Health and rank</source>
        <translation>Zustand und Rang</translation>
    </message>
    <message>
        <source>Show bars over hurt units, chevrons for their rank, and where turrets point</source>
        <translation>Balken über beschädigten Einheiten zeigen, Winkel für ihren Rang und wohin Türme zielen</translation>
    </message>
    <message>
        <source>Sight</source>
        <translation>Sicht</translation>
    </message>
    <message>
        <source>Outline what is seen, about: by the selected player or the unit&apos;s owner, else by the perspective&apos;s side, else by everyone</source>
        <translation>Ungefähr umreißen, was gesehen wird: vom ausgewählten Spieler oder Besitzer der Einheit, sonst von der Seite der Perspektive, sonst von allen</translation>
    </message>
    <message>
        <source>Next perspective</source>
        <translation>Nächste Perspektive</translation>
    </message>
    <message>
        <source>See the match as the next player: what their side does not see is faded</source>
        <translation>Die Partie wie der nächste Spieler sehen: was dessen Seite nicht sieht, ist verblasst</translation>
    </message>
    <message>
        <source>Everyone</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>See the match with everyone&apos;s eyes: nothing is faded</source>
        <translation>Die Partie mit aller Augen sehen: nichts ist verblasst</translation>
    </message>
    <message>
        <source>Distance rings</source>
        <translation>Entfernungsringe</translation>
    </message>
    <message>
        <source>Draw rings 10, 25 and 50 metres (or cells) round who is selected</source>
        <translation>Ringe 10, 25 und 50 Meter (oder Zellen) um das Ausgewählte zeichnen</translation>
    </message>
    <message>
        <source>Velocity arrows</source>
        <translation>Geschwindigkeitspfeile</translation>
    </message>
    <message>
        <source>Show direction and speed of travel</source>
        <translation>Richtung und Tempo der Bewegung zeigen</translation>
    </message>
    <message>
        <source>Predicted flight</source>
        <translation>Flugvorhersage</translation>
    </message>
    <message>
        <source>Show where the disc or ball flies in the next two seconds if nobody touches it</source>
        <translation>Zeigen, wohin Scheibe oder Ball in den nächsten zwei Sekunden fliegt, wenn niemand eingreift</translation>
    </message>
    <message>
        <source>Ground grid</source>
        <translation>Bodenraster</translation>
    </message>
    <message>
        <source>Show the grid and its scale</source>
        <translation>Das Raster und seinen Maßstab zeigen</translation>
    </message>
    <message>
        <source>Scoreboard</source>
        <translation>Anzeigetafel</translation>
    </message>
    <message>
        <source>Show teams, score and clock above the picture</source>
        <translation>Teams, Spielstand und Uhr über dem Bild zeigen</translation>
    </message>
    <message>
        <source>Scenery</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Show roads and other surroundings</source>
        <translation>Straßen und anderes ringsum zeigen</translation>
    </message>
    <message>
        <source>Background actors</source>
        <translation>Hintergrundakteure</translation>
    </message>
    <message>
        <source>Show props, signs and sensors</source>
        <translation>Requisiten, Schilder und Sensoren zeigen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Mark every event that the list shows on the timeline</source>
        <translation>Jedes Ereignis der Liste auf der Zeitleiste markieren</translation>
    </message>
    <message>
        <source>Notable</source>
        <translation>Bemerkenswerte</translation>
    </message>
    <message>
        <source>Mark only what is major, grave, accuses or lasts on the timeline</source>
        <translation>Nur Wichtiges, Schweres, Verdächtiges oder Andauerndes auf der Zeitleiste markieren</translation>
    </message>
    <message>
        <source>Major only</source>
        <translation>Nur wichtige</translation>
    </message>
    <message>
        <source>Mark only what is major or accuses on the timeline</source>
        <translation>Nur Wichtiges oder Verdächtiges auf der Zeitleiste markieren</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation>Den ganzen Bildschirm nutzen</translation>
    </message>
    <message>
        <source>Next panel</source>
        <translation>Nächstes Bedienfeld</translation>
    </message>
    <message>
        <source>Move the keyboard focus to the next panel</source>
        <translation>Den Tastaturfokus ins nächste Bedienfeld setzen</translation>
    </message>
    <message>
        <source>Previous panel</source>
        <translation>Voriges Bedienfeld</translation>
    </message>
    <message>
        <source>Move the keyboard focus to the previous panel</source>
        <translation>Den Tastaturfokus ins vorige Bedienfeld setzen</translation>
    </message>
    <message>
        <source>Coach</source>
        <translation>Trainer</translation>
    </message>
    <message>
        <source>The score beside the picture, a tall timeline below it</source>
        <translation>Der Spielstand neben dem Bild, darunter eine hohe Zeitleiste</translation>
    </message>
    <message>
        <source>Staff</source>
        <translation>Prüfteam</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Ghosts and splits beside the race, the delta plot below it</source>
        <translation>Ghosts und Zwischenzeiten neben dem Rennen, darunter das Delta-Diagramm</translation>
    </message>
    <message>
        <source>Save layout</source>
        <translation>Anordnung speichern</translation>
    </message>
    <message>
        <source>Remember this arrangement of panels; it is also saved on quitting</source>
        <translation>Diese Anordnung der Bedienfelder merken; das geschieht auch beim Beenden</translation>
    </message>
    <message>
        <source>Save layout as…</source>
        <translation>Anordnung speichern unter …</translation>
    </message>
    <message>
        <source>Keep this arrangement under a name of its own</source>
        <translation>Diese Anordnung unter eigenem Namen behalten</translation>
    </message>
    <message>
        <source>Restore saved layout</source>
        <translation>Gespeicherte Anordnung herstellen</translation>
    </message>
    <message>
        <source>Go back to the arrangement saved last</source>
        <translation>Zurück zur zuletzt gespeicherten Anordnung</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Put every panel back in its first place</source>
        <translation>Jedes Bedienfeld an seinen ersten Platz setzen</translation>
    </message>
    <message>
        <source>Play / pause</source>
        <translation>Wiedergabe / Pause</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>Wiedergeben oder anhalten</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Stand still</source>
        <translation>Stillstehen</translation>
    </message>
    <message>
        <source>Play forward</source>
        <translation>Vorwärts wiedergeben</translation>
    </message>
    <message>
        <source>Play forward; again = faster</source>
        <translation>Vorwärts wiedergeben; nochmals = schneller</translation>
    </message>
    <message>
        <source>Play backward</source>
        <translation>Rückwärts wiedergeben</translation>
    </message>
    <message>
        <source>Play backward; again = faster</source>
        <translation>Rückwärts wiedergeben; nochmals = schneller</translation>
    </message>
    <message>
        <source>Frame back</source>
        <translation>Bild zurück</translation>
    </message>
    <message>
        <source>One recorded frame back; hold for a slow run</source>
        <translation>Ein aufgezeichnetes Bild zurück; halten = langsamer Lauf</translation>
    </message>
    <message>
        <source>Frame forward</source>
        <translation>Bild vor</translation>
    </message>
    <message>
        <source>One recorded frame on; hold for a slow run</source>
        <translation>Ein aufgezeichnetes Bild weiter; halten = langsamer Lauf</translation>
    </message>
    <message>
        <source>Back 1 s</source>
        <translation>1 s zurück</translation>
    </message>
    <message>
        <source>One second back</source>
        <translation>Eine Sekunde zurück</translation>
    </message>
    <message>
        <source>Forward 1 s</source>
        <translation>1 s vor</translation>
    </message>
    <message>
        <source>One second on</source>
        <translation>Eine Sekunde weiter</translation>
    </message>
    <message>
        <source>Back 5 s</source>
        <translation>5 s zurück</translation>
    </message>
    <message>
        <source>Five seconds back</source>
        <translation>Fünf Sekunden zurück</translation>
    </message>
    <message>
        <source>Forward 5 s</source>
        <translation>5 s vor</translation>
    </message>
    <message>
        <source>Five seconds on</source>
        <translation>Fünf Sekunden weiter</translation>
    </message>
    <message>
        <source>Back 15 s</source>
        <translation>15 s zurück</translation>
    </message>
    <message>
        <source>Fifteen seconds back</source>
        <translation>Fünfzehn Sekunden zurück</translation>
    </message>
    <message>
        <source>Forward 15 s</source>
        <translation>15 s vor</translation>
    </message>
    <message>
        <source>Fifteen seconds on</source>
        <translation>Fünfzehn Sekunden weiter</translation>
    </message>
    <message>
        <source>Previous keyframe</source>
        <translation>Voriges Schlüsselbild</translation>
    </message>
    <message>
        <source>To the keyframe before</source>
        <translation>Zum Schlüsselbild davor</translation>
    </message>
    <message>
        <source>Next keyframe</source>
        <translation>Nächstes Schlüsselbild</translation>
    </message>
    <message>
        <source>To the keyframe after</source>
        <translation>Zum Schlüsselbild danach</translation>
    </message>
    <message>
        <source>To the start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>To the first frame</source>
        <translation>Zum ersten Bild</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>Zum Ende</translation>
    </message>
    <message>
        <source>To the last frame</source>
        <translation>Zum letzten Bild</translation>
    </message>
    <message>
        <source>Follow live</source>
        <translation>Live folgen</translation>
    </message>
    <message>
        <source>Stay at the newest frame of a recording that is still being made</source>
        <translation>Beim neuesten Bild einer noch laufenden Aufzeichnung bleiben</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>To %1 % of the recording</source>
        <translation>Zu %1 % der Aufzeichnung</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>Langsamer</translation>
    </message>
    <message>
        <source>The next lower speed</source>
        <translation>Die nächstkleinere Geschwindigkeit</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>Schneller</translation>
    </message>
    <message>
        <source>The next higher speed</source>
        <translation>Die nächsthöhere Geschwindigkeit</translation>
    </message>
    <message>
        <source>Speed 1×</source>
        <translation>Tempo 1×</translation>
    </message>
    <message>
        <source>As fast as it happened</source>
        <translation>So schnell, wie es geschah</translation>
    </message>
    <message>
        <source>Loop from here</source>
        <translation>Schleife ab hier</translation>
    </message>
    <message>
        <source>The range that repeats begins here</source>
        <translation>Der wiederholte Bereich beginnt hier</translation>
    </message>
    <message>
        <source>Loop to here</source>
        <translation>Schleife bis hier</translation>
    </message>
    <message>
        <source>The range that repeats ends here</source>
        <translation>Der wiederholte Bereich endet hier</translation>
    </message>
    <message>
        <source>Clear loop</source>
        <translation>Schleife aufheben</translation>
    </message>
    <message>
        <source>Repeat nothing</source>
        <translation>Nichts wiederholen</translation>
    </message>
    <message>
        <source>Orbit</source>
        <translation>Umkreisen</translation>
    </message>
    <message>
        <source>Turn around a point</source>
        <translation>Sich um einen Punkt drehen</translation>
    </message>
    <message>
        <source>Free flight</source>
        <translation>Freier Flug</translation>
    </message>
    <message>
        <source>Fly with W A S D Q E and the mouse</source>
        <translation>Mit W A S D Q E und der Maus fliegen</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Keep behind the selected actor</source>
        <translation>Hinter dem ausgewählten Akteur bleiben</translation>
    </message>
    <message>
        <source>First person</source>
        <translation>Ich-Perspektive</translation>
    </message>
    <message>
        <source>See with the selected actor&apos;s eyes</source>
        <translation>Mit den Augen des ausgewählten Akteurs sehen</translation>
    </message>
    <message>
        <source>Top-down</source>
        <translation>Draufsicht</translation>
    </message>
    <message>
        <source>Straight from above, to scale</source>
        <translation>Senkrecht von oben, maßstäblich</translation>
    </message>
    <message>
        <source>Directed</source>
        <translation>Bildregie</translation>
    </message>
    <message>
        <source>Keep the play in view by itself and cut at its moments; drag to take over</source>
        <translation>Das Geschehen selbsttätig im Bild halten und an seinen Momenten schneiden; Ziehen übernimmt die Kamera</translation>
    </message>
    <message>
        <source>Follow the play</source>
        <translation>Dem Spiel folgen</translation>
    </message>
    <message>
        <source>Follow what the play is about, such as a ball</source>
        <translation>Dem folgen, worum sich das Spiel dreht, etwa einem Ball</translation>
    </message>
    <message>
        <source>Next camera</source>
        <translation>Nächste Kamera</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>Alles einpassen</translation>
    </message>
    <message>
        <source>Bring every actor into view</source>
        <translation>Alle Akteure ins Bild holen</translation>
    </message>
    <message>
        <source>Fit selection</source>
        <translation>Auswahl einpassen</translation>
    </message>
    <message>
        <source>Bring the selected actor into view</source>
        <translation>Den ausgewählten Akteur ins Bild holen</translation>
    </message>
    <message>
        <source>Scene camera %1</source>
        <translation>Szenenkamera %1</translation>
    </message>
    <message>
        <source>Look from camera %1 of the surroundings</source>
        <translation>Von Kamera %1 der Umgebung aus sehen</translation>
    </message>
    <message>
        <source>View %1</source>
        <translation>Ansicht %1</translation>
    </message>
    <message>
        <source>Bring back camera, selection and layers of saved view %1</source>
        <translation>Kamera, Auswahl und Ebenen der gespeicherten Ansicht %1 zurückholen</translation>
    </message>
    <message>
        <source>Remember camera, selection and layers as view %1 of this recording</source>
        <translation>Kamera, Auswahl und Ebenen als Ansicht %1 dieser Aufzeichnung merken</translation>
    </message>
    <message>
        <source>Remember this as view %1 of recordings that have none of their own</source>
        <translation>Dies als Ansicht %1 für Aufzeichnungen ohne eigene merken</translation>
    </message>
    <message>
        <source>Next event</source>
        <translation>Nächstes Ereignis</translation>
    </message>
    <message>
        <source>To the next event the list shows</source>
        <translation>Zum nächsten Ereignis der Liste</translation>
    </message>
    <message>
        <source>Previous event</source>
        <translation>Voriges Ereignis</translation>
    </message>
    <message>
        <source>To the event before</source>
        <translation>Zum Ereignis davor</translation>
    </message>
    <message>
        <source>Next flag</source>
        <translation>Nächster Verdacht</translation>
    </message>
    <message>
        <source>To the next event that accuses</source>
        <translation>Zum nächsten Ereignis, das jemanden verdächtigt</translation>
    </message>
    <message>
        <source>Previous flag</source>
        <translation>Voriger Verdacht</translation>
    </message>
    <message>
        <source>To the flag before</source>
        <translation>Zum Verdacht davor</translation>
    </message>
    <message>
        <source>Next engagement</source>
        <translation>Nächstes Gefecht</translation>
    </message>
    <message>
        <source>To where the next fight or engagement begins</source>
        <translation>Zum Beginn des nächsten Kampfes oder Gefechts</translation>
    </message>
    <message>
        <source>Previous engagement</source>
        <translation>Voriges Gefecht</translation>
    </message>
    <message>
        <source>To the engagement before</source>
        <translation>Zum Gefecht davor</translation>
    </message>
    <message>
        <source>Next actor</source>
        <translation>Nächster Akteur</translation>
    </message>
    <message>
        <source>Select the next actor of the cast</source>
        <translation>Den nächsten Akteur auswählen</translation>
    </message>
    <message>
        <source>Previous actor</source>
        <translation>Voriger Akteur</translation>
    </message>
    <message>
        <source>Select the actor before</source>
        <translation>Den Akteur davor auswählen</translation>
    </message>
    <message>
        <source>Release selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Select and follow nobody</source>
        <translation>Niemanden auswählen und niemandem folgen</translation>
    </message>
    <message>
        <source>Plot speed of selection</source>
        <translation>Tempo der Auswahl als Diagramm</translation>
    </message>
    <message>
        <source>Draw the selected actor&apos;s speed over time</source>
        <translation>Das Tempo des ausgewählten Akteurs über die Zeit zeichnen</translation>
    </message>
    <message>
        <source>Build orders</source>
        <translation>Bauabfolgen</translation>
    </message>
    <message>
        <source>Show what the teams did, side by side</source>
        <translation>Zeigen, was die Teams taten, nebeneinander</translation>
    </message>
    <message>
        <source>Forces</source>
        <translation>Kräfte</translation>
    </message>
    <message>
        <source>Show what every team has now</source>
        <translation>Zeigen, was jedes Team jetzt hat</translation>
    </message>
    <message>
        <source>Observer</source>
        <translation>Beobachter</translation>
    </message>
    <message>
        <source>Show what every player has and does, by page</source>
        <translation>Seitenweise zeigen, was jeder Spieler hat und tut</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Kompakt</translation>
    </message>
    <message>
        <source>Observer: one line a player</source>
        <translation>Beobachter: eine Zeile je Spieler</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Observer: all that is usually asked</source>
        <translation>Beobachter: alles, wonach meist gefragt wird</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Ausführlich</translation>
    </message>
    <message>
        <source>Observer: every figure, and how it went over time</source>
        <translation>Beobachter: jede Zahl und ihr Verlauf über die Zeit</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>Show what was found out about the whole recording</source>
        <translation>Zeigen, was über die ganze Aufzeichnung herausgefunden wurde</translation>
    </message>
    <message>
        <source>Standing still…</source>
        <translation>Stillstand …</translation>
    </message>
    <message>
        <source>List who stood still, where and for how long</source>
        <translation>Auflisten, wer wo wie lange stillstand</translation>
    </message>
    <message>
        <source>Add ghost…</source>
        <translation>Ghost hinzufügen …</translation>
    </message>
    <message>
        <source>Let another recording of this world race along</source>
        <translation>Eine andere Aufzeichnung dieser Welt mitlaufen lassen</translation>
    </message>
    <message>
        <source>Add from folder…</source>
        <translation>Aus Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>List the runs in a folder to choose ghosts from</source>
        <translation>Die Läufe eines Ordners auflisten, um Ghosts auszuwählen</translation>
    </message>
    <message>
        <source>Remove all ghosts</source>
        <translation>Alle Ghosts entfernen</translation>
    </message>
    <message>
        <source>Let the runner go alone</source>
        <translation>Den Läufer allein laufen lassen</translation>
    </message>
    <message>
        <source>Ghosts</source>
        <translation>Ghosts</translation>
    </message>
    <message>
        <source>Show who races along, and the splits</source>
        <translation>Zeigen, wer mitläuft, und die Zwischenzeiten</translation>
    </message>
    <message>
        <source>Delta plot</source>
        <translation>Delta-Diagramm</translation>
    </message>
    <message>
        <source>Show where the runner loses time against every ghost</source>
        <translation>Zeigen, wo der Läufer gegen jeden Ghost Zeit verliert</translation>
    </message>
    <message>
        <source>Follow me</source>
        <translation>Mir folgen</translation>
    </message>
    <message>
        <source>Keep behind the runner</source>
        <translation>Hinter dem Läufer bleiben</translation>
    </message>
    <message>
        <source>Follow ghost</source>
        <translation>Ghost folgen</translation>
    </message>
    <message>
        <source>Keep behind a ghost; again = behind the next one</source>
        <translation>Hinter einem Ghost bleiben; nochmals = hinter dem nächsten</translation>
    </message>
    <message>
        <source>Both in the picture</source>
        <translation>Beide im Bild</translation>
    </message>
    <message>
        <source>Keep the runner and the ghost in the picture</source>
        <translation>Läufer und Ghost im Bild halten</translation>
    </message>
    <message>
        <source>Split view</source>
        <translation>Geteilte Ansicht</translation>
    </message>
    <message>
        <source>Show the runner and the ghost side by side at the same instant</source>
        <translation>Läufer und Ghost im selben Augenblick nebeneinander zeigen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Ghosts start together with the runner</source>
        <translation>Ghosts starten zusammen mit dem Läufer</translation>
    </message>
    <message>
        <source>Tick</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>Recordings run side by side from their first frames</source>
        <translation>Die Aufzeichnungen laufen ab ihrem ersten Bild nebeneinander</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Kontrollpunkt</translation>
    </message>
    <message>
        <source>Ghosts start anew with the runner at each checkpoint that both took</source>
        <translation>Ghosts starten an jedem gemeinsamen Kontrollpunkt neu mit dem Läufer</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Ghosts stand where the runner is: the same place instead of the same time</source>
        <translation>Ghosts stehen, wo der Läufer ist: derselbe Ort statt derselben Zeit</translation>
    </message>
    <message>
        <source>Add bookmark</source>
        <translation>Lesezeichen setzen</translation>
    </message>
    <message>
        <source>Mark this moment, or the loop it lies in, in a file beside the recording</source>
        <translation>Diesen Moment oder die Schleife, in der er liegt, in einer Datei neben der Aufzeichnung markieren</translation>
    </message>
    <message>
        <source>Add bookmark with a note</source>
        <translation>Lesezeichen mit Notiz setzen</translation>
    </message>
    <message>
        <source>Mark this moment and write down why, in the Bookmarks panel</source>
        <translation>Diesen Moment markieren und unter „Lesezeichen“ notieren, warum</translation>
    </message>
    <message>
        <source>Previous bookmark</source>
        <translation>Voriges Lesezeichen</translation>
    </message>
    <message>
        <source>To the bookmark before</source>
        <translation>Zum Lesezeichen davor</translation>
    </message>
    <message>
        <source>Next bookmark</source>
        <translation>Nächstes Lesezeichen</translation>
    </message>
    <message>
        <source>To the next bookmark</source>
        <translation>Zum nächsten Lesezeichen</translation>
    </message>
    <message>
        <source>Play bookmarks</source>
        <translation>Lesezeichen abspielen</translation>
    </message>
    <message>
        <source>Play one bookmark after the other: its range, or the moments around it</source>
        <translation>Ein Lesezeichen nach dem anderen abspielen: seinen Bereich oder die Momente ringsum</translation>
    </message>
    <message>
        <source>Queue and flags</source>
        <translation>Warteschlange und Verdacht</translation>
    </message>
    <message>
        <source>Show the Review panel: recordings to review, flags and verdicts</source>
        <translation>Das Bedienfeld „Prüfung“ zeigen: Aufzeichnungen, Verdachtsfälle und Urteile</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Show what was measured around the flag, frame by frame</source>
        <translation>Zeigen, was um den Verdacht herum gemessen wurde, Bild für Bild</translation>
    </message>
    <message>
        <source>Next recording</source>
        <translation>Nächste Aufzeichnung</translation>
    </message>
    <message>
        <source>Open the next recording of the queue</source>
        <translation>Die nächste Aufzeichnung der Warteschlange öffnen</translation>
    </message>
    <message>
        <source>Previous recording</source>
        <translation>Vorige Aufzeichnung</translation>
    </message>
    <message>
        <source>Open the recording of the queue before</source>
        <translation>Die vorige Aufzeichnung der Warteschlange öffnen</translation>
    </message>
    <message>
        <source>Play from 3 s before</source>
        <translation>3 s davor beginnen</translation>
    </message>
    <message>
        <source>A flag that is chosen plays from three seconds before it</source>
        <translation>Ein gewählter Verdacht wird ab drei Sekunden davor wiedergegeben</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>The flag is right: save this verdict</source>
        <translation>Der Verdacht stimmt: dieses Urteil speichern</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>The flag is wrong: save this verdict</source>
        <translation>Der Verdacht stimmt nicht: dieses Urteil speichern</translation>
    </message>
    <message>
        <source>Unsure</source>
        <translation>Unklar</translation>
    </message>
    <message>
        <source>The flag cannot be decided: save this verdict</source>
        <translation>Der Verdacht lässt sich nicht entscheiden: dieses Urteil speichern</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Type why; the note is saved with the verdict</source>
        <translation>Den Grund eintippen; die Notiz wird mit dem Urteil gespeichert</translation>
    </message>
    <message>
        <source>Merge notes…</source>
        <translation>Notizen zusammenführen …</translation>
    </message>
    <message>
        <source>Take over the verdicts and bookmarks of another reviewer&apos;s notes file</source>
        <translation>Urteile und Lesezeichen aus der Notizdatei eines anderen Prüfers übernehmen</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>Befehlspalette …</translation>
    </message>
    <message>
        <source>Find any action by a few letters of its name</source>
        <translation>Jede Aktion über ein paar Buchstaben ihres Namens finden</translation>
    </message>
    <message>
        <source>Keys…</source>
        <translation>Tasten …</translation>
    </message>
    <message>
        <source>List every key, and choose others</source>
        <translation>Alle Tasten auflisten und andere wählen</translation>
    </message>
    <message>
        <source>About Ghostline</source>
        <translation>Über Ghostline</translation>
    </message>
    <message>
        <source>Version, formats, graphics</source>
        <translation>Version, Formate, Grafik</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Perspective</source>
        <translation>Perspektive</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>Anordnungen</translation>
    </message>
    <message>
        <source>Playback</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Jump to</source>
        <translation>Springen zu</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Scene cameras</source>
        <translation>Szenenkameras</translation>
    </message>
    <message>
        <source>Saved views</source>
        <translation>Gespeicherte Ansichten</translation>
    </message>
    <message>
        <source>Save view as</source>
        <translation>Ansicht speichern als</translation>
    </message>
    <message>
        <source>Save view for every recording</source>
        <translation>Ansicht für alle Aufzeichnungen</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>Auswerten</translation>
    </message>
    <message>
        <source>Observer density</source>
        <translation>Dichte des Beobachters</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Align by</source>
        <translation>Ausrichten nach</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Show the hints again</source>
        <translation>Hinweise wieder zeigen</translation>
    </message>
    <message>
        <source>Tell again, above the picture, what is worth knowing at first</source>
        <translation>Über dem Bild nochmals sagen, was anfangs wissenswert ist</translation>
    </message>
    <message>
        <source>Near each other…</source>
        <translation>Nähe …</translation>
    </message>
    <message>
        <source>Work out who came near whom, or touched</source>
        <translation>Berechnen, wer wem nahe kam oder wen berührte</translation>
    </message>
    <message>
        <source>Zones…</source>
        <translation>Zonen …</translation>
    </message>
    <message>
        <source>Mark ground on the map and work out who was there</source>
        <translation>Gelände auf der Karte markieren und berechnen, wer dort war</translation>
    </message>
    <message>
        <source>Limits…</source>
        <translation>Grenzwerte …</translation>
    </message>
    <message>
        <source>Work out when speed, acceleration or turning was over a limit</source>
        <translation>Berechnen, wann Tempo, Beschleunigung oder Drehung über einem Grenzwert lag</translation>
    </message>
    <message>
        <source>Marked zones</source>
        <translation>Markierte Zonen</translation>
    </message>
    <message>
        <source>Show the zones that were drawn with Analyse &gt; Zones</source>
        <translation>Die Zonen zeigen, die mit Auswerten &gt; Zonen gezeichnet wurden</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light or dark, whichever the desktop is</source>
        <translation>Hell oder dunkel, je nachdem, was der Desktop ist</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Light figures on dark ground</source>
        <translation>Helle Figuren auf dunklem Grund</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark figures on light ground</source>
        <translation>Dunkle Figuren auf hellem Grund</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Make the change again that was taken back last</source>
        <translation>Die zuletzt zurückgenommene Änderung noch einmal machen</translation>
    </message>
    <message>
        <source>Open a recording that is a folder of segments, or list a folder&apos;s recordings with their flags</source>
        <translation>Eine Aufzeichnung aus Abschnitten öffnen oder die Aufzeichnungen eines Ordners mit ihren Verdachtsfällen auflisten</translation>
    </message>
    <message>
        <source>Next open flag</source>
        <translation>Nächster offener Verdacht</translation>
    </message>
    <message>
        <source>Previous open flag</source>
        <translation>Voriger offener Verdacht</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Take back your own verdict on this flag; it stays listed as taken back</source>
        <translation>Das eigene Urteil über diesen Verdacht zurücknehmen; es bleibt als zurückgenommen stehen</translation>
    </message>
    <message>
        <source>Menu bar</source>
        <translation>Menüleiste</translation>
    </message>
    <message>
        <source>Open the first menu; the arrows go on from there</source>
        <translation>Das erste Menü öffnen; weiter mit den Pfeiltasten</translation>
    </message>
    <message>
        <source>Save part as…</source>
        <translation>Teil speichern unter …</translation>
    </message>
    <message>
        <source>Save the loop, or what the selected bookmark spans, as a recording of its own</source>
        <translation>Die Schleife, oder was das gewählte Lesezeichen umfasst, als eigene Aufzeichnung speichern</translation>
    </message>
    <message>
        <source>Drawings</source>
        <translation>Zeichnungen</translation>
    </message>
    <message>
        <source>Show what was drawn over the picture</source>
        <translation>Zeigen, was über das Bild gezeichnet wurde</translation>
    </message>
    <message>
        <source>Compare players…</source>
        <translation>Spieler vergleichen …</translation>
    </message>
    <message>
        <source>Show two actors side by side, or one in two parts of the match or two recordings</source>
        <translation>Zwei Akteure nebeneinander zeigen, oder einen in zwei Abschnitten des Spiels oder zwei Aufzeichnungen</translation>
    </message>
    <message>
        <source>Highlights</source>
        <translation>Höhepunkte</translation>
    </message>
    <message>
        <source>Show the best moments of the recording, ranked</source>
        <translation>Die besten Momente der Aufzeichnung zeigen, nach Rang</translation>
    </message>
    <message>
        <source>Play highlights</source>
        <translation>Höhepunkte abspielen</translation>
    </message>
    <message>
        <source>Play the best moments one after the other</source>
        <translation>Die besten Momente nacheinander abspielen</translation>
    </message>
    <message>
        <source>Import marks…</source>
        <translation>Marken importieren…</translation>
    </message>
    <message>
        <source>Add the marks of a CSV or Sportscode XML file to the bookmarks</source>
        <translation>Die Marken einer CSV- oder Sportscode-XML-Datei zu den Lesezeichen hinzufügen</translation>
    </message>
    <message>
        <source>Export marks…</source>
        <translation>Marken exportieren…</translation>
    </message>
    <message>
        <source>Save the bookmarks that the Bookmarks panel shows as CSV or Sportscode XML</source>
        <translation>Die Lesezeichen, die das Lesezeichen-Feld zeigt, als CSV oder Sportscode-XML speichern</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Show the buttons that mark what happens with tags of your own</source>
        <translation>Die Knöpfe zeigen, die mit eigenen Schlagwörtern markieren, was geschieht</translation>
    </message>
    <message>
        <source>Code mode</source>
        <translation>Code-Modus</translation>
    </message>
    <message>
        <source>The keys of the Tags panel come before all others</source>
        <translation>Die Tasten der Schlagwörter gehen allen anderen vor</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Show the heat map of Analyse &gt; Heat map on the ground</source>
        <translation>Die Heatmap aus Auswerten &gt; Heatmap auf dem Boden zeigen</translation>
    </message>
    <message>
        <source>Show where there was how much: time, events, a number, over the ground of every view</source>
        <translation>Zeigen, wo wie viel war: Zeit, Ereignisse, eine Zahl, über dem Boden jeder Ansicht</translation>
    </message>
    <message>
        <source>Open play list…</source>
        <translation>Abspielliste öffnen…</translation>
    </message>
    <message>
        <source>Open a list of stretches of recordings</source>
        <translation>Eine Liste von Abschnitten aus Aufzeichnungen öffnen</translation>
    </message>
    <message>
        <source>Save play list</source>
        <translation>Abspielliste speichern</translation>
    </message>
    <message>
        <source>Save the play list, under a name where it has none yet</source>
        <translation>Die Abspielliste speichern; hat sie noch keinen Namen, wird er erfragt</translation>
    </message>
    <message>
        <source>Export play list as a reel…</source>
        <translation>Abspielliste als Film exportieren…</translation>
    </message>
    <message>
        <source>Write all entries of the play list as one video, or one for each</source>
        <translation>Alle Einträge der Abspielliste als ein Video schreiben, oder für jeden eines</translation>
    </message>
    <message>
        <source>Add to the play list</source>
        <translation>Zur Abspielliste hinzufügen</translation>
    </message>
    <message>
        <source>Add the loop, else the selected bookmark, else this moment, to the play list</source>
        <translation>Die Schleife, sonst das gewählte Lesezeichen, sonst diesen Augenblick zur Abspielliste hinzufügen</translation>
    </message>
    <message>
        <source>Play the play list</source>
        <translation>Abspielliste abspielen</translation>
    </message>
    <message>
        <source>Show the entries one after the other, from the selected one on, through several recordings</source>
        <translation>Die Einträge ab dem gewählten nacheinander zeigen, auch über mehrere Aufzeichnungen</translation>
    </message>
    <message>
        <source>Previous entry</source>
        <translation>Vorheriger Eintrag</translation>
    </message>
    <message>
        <source>To the start of this entry of the play list, or to the one before</source>
        <translation>Zum Anfang dieses Eintrags der Abspielliste, oder zum vorigen</translation>
    </message>
    <message>
        <source>Next entry</source>
        <translation>Nächster Eintrag</translation>
    </message>
    <message>
        <source>To the next entry of the play list</source>
        <translation>Zum nächsten Eintrag der Abspielliste</translation>
    </message>
    <message>
        <source>Match summary…</source>
        <translation>Spielbericht…</translation>
    </message>
    <message>
        <source>Write result, figures, moments and notes on one page to hand out</source>
        <translation>Ergebnis, Zahlen, Momente und Notizen auf eine Seite zum Weitergeben schreiben</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>Draw over the picture: the mouse draws, with Ctrl held down it turns the camera</source>
        <translation>Über das Bild zeichnen: Die Maus zeichnet, mit gedrückter Strg-Taste dreht sie die Kamera</translation>
    </message>
    <message>
        <source>Select drawings</source>
        <translation>Zeichnungen auswählen</translation>
    </message>
    <message>
        <source>Click a drawing to select it, drag it to move it; Del removes it</source>
        <translation>Ein Klick wählt eine Zeichnung aus, Ziehen verschiebt sie; Entf entfernt sie</translation>
    </message>
    <message>
        <source>Pen</source>
        <translation>Stift</translation>
    </message>
    <message>
        <source>Draw freely; with Shift straight</source>
        <translation>Frei zeichnen; mit Umschalt gerade</translation>
    </message>
    <message>
        <source>Arrow</source>
        <translation>Pfeil</translation>
    </message>
    <message>
        <source>Drag an arrow; with Shift in one of 8 directions</source>
        <translation>Einen Pfeil ziehen; mit Umschalt in einer von 8 Richtungen</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>Drag a line; with Shift in one of 8 directions</source>
        <translation>Eine Linie ziehen; mit Umschalt in einer von 8 Richtungen</translation>
    </message>
    <message>
        <source>Ellipse</source>
        <translation>Ellipse</translation>
    </message>
    <message>
        <source>Drag an ellipse; with Shift a circle</source>
        <translation>Eine Ellipse ziehen; mit Umschalt einen Kreis</translation>
    </message>
    <message>
        <source>Polygon</source>
        <translation>Vieleck</translation>
    </message>
    <message>
        <source>A click sets a corner, a double click or Enter ends it, Backspace takes a corner back</source>
        <translation>Ein Klick setzt eine Ecke, ein Doppelklick oder die Eingabetaste schließt ab, die Rücktaste nimmt eine Ecke zurück</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Click where it begins, type, end with Enter</source>
        <translation>Klicken, wo er beginnt, schreiben, mit der Eingabetaste abschließen</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>A click sets the next number of those seen at this moment</source>
        <translation>Ein Klick setzt die nächste Nummer nach denen, die in diesem Moment zu sehen sind</translation>
    </message>
    <message>
        <source>Spotlight</source>
        <translation>Scheinwerfer</translation>
    </message>
    <message>
        <source>Click an actor: light goes along with it</source>
        <translation>Einen Akteur anklicken: Licht geht mit ihm mit</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Drag from one actor to another: the line goes along with both</source>
        <translation>Von einem Akteur zu einem anderen ziehen: Die Linie geht mit beiden mit</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Drag between two actors or two places: the metres stand beside the line</source>
        <translation>Zwischen zwei Akteuren oder zwei Orten ziehen: Die Meter stehen neben der Linie</translation>
    </message>
    <message>
        <source>Move players</source>
        <translation>Spieler versetzen</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>Bildschirm</translation>
    </message>
    <message>
        <source>What is drawn stays where it is on the screen</source>
        <translation>Was gezeichnet wird, bleibt an seinem Ort auf dem Bildschirm</translation>
    </message>
    <message>
        <source>Ground</source>
        <translation>Boden</translation>
    </message>
    <message>
        <source>What is drawn lies on the ground, wherever the camera goes</source>
        <translation>Was gezeichnet wird, liegt auf dem Boden, wohin die Kamera auch geht</translation>
    </message>
    <message>
        <source>Actor</source>
        <translation>Akteur</translation>
    </message>
    <message>
        <source>What is drawn goes along with the actor that it is begun on, or the selected one</source>
        <translation>Was gezeichnet wird, geht mit dem Akteur mit, auf dem es begonnen wird, sonst mit dem ausgewählten</translation>
    </message>
    <message>
        <source>Duplicate drawing</source>
        <translation>Zeichnung verdoppeln</translation>
    </message>
    <message>
        <source>Draw the selected drawing once more, beside it and from this moment on</source>
        <translation>Die ausgewählte Zeichnung noch einmal zeichnen, daneben und ab diesem Moment</translation>
    </message>
    <message>
        <source>Delete drawing</source>
        <translation>Zeichnung löschen</translation>
    </message>
    <message>
        <source>Remove the selected drawing; while drawing, Del does</source>
        <translation>Die ausgewählte Zeichnung entfernen; beim Zeichnen tut das Entf</translation>
    </message>
    <message>
        <source>Clear this moment</source>
        <translation>Diesen Moment leeren</translation>
    </message>
    <message>
        <source>Remove all drawings that are seen now</source>
        <translation>Alle Zeichnungen entfernen, die jetzt zu sehen sind</translation>
    </message>
    <message>
        <source>List of drawings</source>
        <translation>Liste der Zeichnungen</translation>
    </message>
    <message>
        <source>Show the Board panel: what was drawn, when it is seen, who drew it</source>
        <translation>Die Leiste Tafel zeigen: was gezeichnet wurde, wann es zu sehen ist, von wem es ist</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Tafel</translation>
    </message>
    <message>
        <source>Pin to</source>
        <translation>Heften an</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Put what the viewport shows on the clipboard</source>
        <translation>Legt in die Zwischenablage, was die Ansicht zeigt</translation>
    </message>
    <message>
        <source>Export clip…</source>
        <translation>Clip exportieren …</translation>
    </message>
    <message>
        <source>Write the loop, the selected bookmark or the seconds around now as video</source>
        <translation>Schreibt die Schleife, das gewählte Lesezeichen oder die Sekunden um jetzt als Video</translation>
    </message>
    <message>
        <source>Take back the last change of bookmarks, drawings, verdicts or zones; of the play list, while the keyboard is in it</source>
        <translation>Nimmt die letzte Änderung an Lesezeichen, Zeichnungen, Urteilen oder Zonen zurück; an der Abspielliste, solange die Tastatur in ihr ist</translation>
    </message>
    <message>
        <source>Drag an actor to where it should have been, with Shift up and down; what was recorded stays as it is</source>
        <translation>Einen Akteur dorthin ziehen, wo er hätte sein sollen, mit Umschalt auf und ab; was aufgezeichnet ist, bleibt, wie es ist</translation>
    </message>
    <message>
        <source>Watch together…</source>
        <translation>Mitschauen…</translation>
    </message>
    <message>
        <source>Let others see what you play, on their own machines</source>
        <translation>Andere an ihren eigenen Rechnern sehen lassen, was hier läuft</translation>
    </message>
    <message>
        <source>Join…</source>
        <translation>Beitreten…</translation>
    </message>
    <message>
        <source>Paste the line that somebody sent, and see what they play</source>
        <translation>Die Zeile einfügen, die jemand geschickt hat, und sehen, was dort läuft</translation>
    </message>
    <message>
        <source>Stop watching together</source>
        <translation>Mitschauen beenden</translation>
    </message>
    <message>
        <source>Leave; with the host it ends for all</source>
        <translation>Verlassen; geht der Gastgeber, endet es für alle</translation>
    </message>
    <message>
        <source>People and chat</source>
        <translation>Leute und Chat</translation>
    </message>
    <message>
        <source>Show who watches together, who drives, and what is said</source>
        <translation>Zeigen, wer mitschaut, wer steuert und was gesagt wird</translation>
    </message>
    <message>
        <source>Follow again</source>
        <translation>Wieder folgen</translation>
    </message>
    <message>
        <source>Play and look along with whoever drives, after a look on your own</source>
        <translation>Nach einem eigenen Blick wieder mit dem mitgehen, der steuert</translation>
    </message>
    <message>
        <source>Ask for the drive</source>
        <translation>Um die Steuerung bitten</translation>
    </message>
    <message>
        <source>Ask to be the one whom the others follow; a host has it at once</source>
        <translation>Darum bitten, der zu sein, dem die anderen folgen; ein Gastgeber hat sie sofort</translation>
    </message>
    <message>
        <source>Point at the selection</source>
        <translation>Auf die Auswahl zeigen</translation>
    </message>
    <message>
        <source>Show all who watch together where the selected actor is; with Ctrl+Shift and the left button any place of the picture</source>
        <translation>Allen, die mitschauen, zeigen, wo der ausgewählte Akteur ist; mit Strg+Umschalt und der linken Maustaste jede Stelle des Bildes</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Say what the marks of the picture mean</source>
        <translation>Sagt, was die Zeichen im Bild bedeuten</translation>
    </message>
    <message>
        <source>Recording&apos;s own map</source>
        <translation>Eigene Karte der Aufzeichnung</translation>
    </message>
    <message>
        <source>Show the map that is found for the recording, not one that was chosen</source>
        <translation>Die Karte zeigen, die zur Aufzeichnung gefunden wird, keine gewählte</translation>
    </message>
    <message>
        <source>Choose a map…</source>
        <translation>Karte wählen …</translation>
    </message>
    <message>
        <source>Show a file as the map of this recording</source>
        <translation>Eine Datei als Karte dieser Aufzeichnung zeigen</translation>
    </message>
    <message>
        <source>Choose a world&apos;s folder…</source>
        <translation>Ordner einer Welt wählen …</translation>
    </message>
    <message>
        <source>Show a folder that is a world as the map of this recording</source>
        <translation>Einen Ordner, der eine Welt ist, als Karte dieser Aufzeichnung zeigen</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal suchen</translation>
    </message>
    <message>
        <source>Look for the recording&apos;s map once more, after files were added</source>
        <translation>Die Karte der Aufzeichnung noch einmal suchen, nachdem Dateien dazugekommen sind</translation>
    </message>
    <message>
        <source>Folders of maps…</source>
        <translation>Ordner mit Karten …</translation>
    </message>
    <message>
        <source>Say in which folders recordings&apos; maps are looked for</source>
        <translation>Sagen, in welchen Ordnern die Karten von Aufzeichnungen gesucht werden</translation>
    </message>
    <message>
        <source>Recorded blocks</source>
        <translation>Aufgezeichnete Blöcke</translation>
    </message>
    <message>
        <source>Mark the blocks that were placed in the recording, not those of its surroundings</source>
        <translation>Die Blöcke hervorheben, die in der Aufzeichnung gesetzt wurden, nicht die ihrer Umgebung</translation>
    </message>
    <message>
        <source>Invisible blocks</source>
        <translation>Unsichtbare Blöcke</translation>
    </message>
    <message>
        <source>Outline blocks that carry people but are not seen in the game, as barriers</source>
        <translation>Blöcke umreißen, die Spieler tragen, aber im Spiel nicht zu sehen sind, etwa Barrieren</translation>
    </message>
    <message>
        <source>Left panels</source>
        <translation>Linke Fenster</translation>
    </message>
    <message>
        <source>Fold the panels at the left away, or bring them back</source>
        <translation>Die Fenster am linken Rand einklappen oder zurückholen</translation>
    </message>
    <message>
        <source>Right panels</source>
        <translation>Rechte Fenster</translation>
    </message>
    <message>
        <source>Fold the panels at the right away, or bring them back</source>
        <translation>Die Fenster am rechten Rand einklappen oder zurückholen</translation>
    </message>
    <message>
        <source>Picture alone</source>
        <translation>Nur das Bild</translation>
    </message>
    <message>
        <source>Fold all panels away but the timeline: the picture has the window</source>
        <translation>Alle Fenster außer der Zeitleiste einklappen: das Bild bekommt das ganze Fenster</translation>
    </message>
    <message>
        <source>Drone</source>
        <translation>Drohne</translation>
    </message>
    <message>
        <source>Fly with W A S D Q E and the mouse, with inertia; the wheel sets the speed</source>
        <translation>Mit W A S D Q E und der Maus fliegen, mit Trägheit; das Mausrad stellt das Tempo ein</translation>
    </message>
    <message>
        <source>Fly the path</source>
        <translation>Kamerafahrt abfliegen</translation>
    </message>
    <message>
        <source>From key point to key point, as the recording plays</source>
        <translation>Von Wegpunkt zu Wegpunkt, während die Aufzeichnung läuft</translation>
    </message>
    <message>
        <source>Orbit, free, follow, first person, top-down, directed, drone, path</source>
        <translation>Umkreisen, frei, folgen, Ich-Perspektive, Draufsicht, Bildregie, Drohne, Kamerafahrt</translation>
    </message>
    <message>
        <source>Set key point</source>
        <translation>Wegpunkt setzen</translation>
    </message>
    <message>
        <source>The camera shall be here at this instant; instead of one that is there already</source>
        <translation>Die Kamera soll in diesem Augenblick hier sein; ersetzt einen Wegpunkt, der dort schon ist</translation>
    </message>
    <message>
        <source>Next key point</source>
        <translation>Nächster Wegpunkt</translation>
    </message>
    <message>
        <source>To the camera&apos;s next key point</source>
        <translation>Zum nächsten Wegpunkt der Kamera</translation>
    </message>
    <message>
        <source>Previous key point</source>
        <translation>Voriger Wegpunkt</translation>
    </message>
    <message>
        <source>To the key point before</source>
        <translation>Zum Wegpunkt davor</translation>
    </message>
    <message>
        <source>Remove key point</source>
        <translation>Wegpunkt entfernen</translation>
    </message>
    <message>
        <source>Remove the key point that is nearest to this instant</source>
        <translation>Den Wegpunkt entfernen, der diesem Augenblick am nächsten ist</translation>
    </message>
    <message>
        <source>Clear path</source>
        <translation>Kamerafahrt löschen</translation>
    </message>
    <message>
        <source>Remove all key points of the camera</source>
        <translation>Alle Wegpunkte der Kamera entfernen</translation>
    </message>
    <message>
        <source>Surroundings</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Camera path</source>
        <translation>Kamerafahrt</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>As many shadows and smooth edges as the 3D picture can be drawn with in time</source>
        <translation>So viele Schatten und glatte Kanten, wie das 3D-Bild rechtzeitig gezeichnet werden kann</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>Draw no shadows, and edges as they come: for computers without a graphics card</source>
        <translation>Keine Schatten zeichnen, und Kanten, wie sie fallen: für Rechner ohne Grafikkarte</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Draw shadows of the sun, and smooth edges</source>
        <translation>Schatten der Sonne zeichnen, und glatte Kanten</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>As medium, and darker where little of the sky is seen, as in corners</source>
        <translation>Wie mittel, und dunkler, wo wenig Himmel zu sehen ist, etwa in Ecken</translation>
    </message>
    <message>
        <source>Queue and verdict wide, evidence tall below the picture</source>
        <translation>Warteschlange und Urteil breit, die Belege hoch unter dem Bild</translation>
    </message>
    <message>
        <source>Picture quality</source>
        <translation>Bildqualität</translation>
    </message>
    <message>
        <source>Next checkpoint</source>
        <translation>Nächster Kontrollpunkt</translation>
    </message>
    <message>
        <source>Mark the place where the runner will pass the next checkpoint</source>
        <translation>Markiert, wo der Läufer den nächsten Kontrollpunkt passieren wird</translation>
    </message>
    <message>
        <source>Copy link to this moment</source>
        <translation>Link zu diesem Augenblick kopieren</translation>
    </message>
    <message>
        <source>Put a link on the clipboard that opens this recording here: time, camera, who is selected</source>
        <translation>Einen Link in die Zwischenablage legen, der diese Aufzeichnung hier öffnet: Zeit, Kamera, wer ausgewählt ist</translation>
    </message>
    <message>
        <source>Needs more</source>
        <translation>Braucht mehr</translation>
    </message>
    <message>
        <source>Blind review</source>
        <translation>Blind prüfen</translation>
    </message>
    <message>
        <source>Two reviewers</source>
        <translation>Zwei Prüfende</translation>
    </message>
    <message>
        <source>A flag is done once two people have decided, and agree</source>
        <translation>Ein Verdacht ist erledigt, sobald zwei entschieden haben und sich einig sind</translation>
    </message>
    <message>
        <source>To the next flag that still waits for somebody, in the next recording after the last</source>
        <translation>Zum nächsten Verdacht, der noch auf jemanden wartet, nach dem letzten in der nächsten Aufzeichnung</translation>
    </message>
    <message>
        <source>To the flag before that still waits for somebody</source>
        <translation>Zum vorigen Verdacht, der noch auf jemanden wartet</translation>
    </message>
    <message>
        <source>It wants another look: save this verdict, and the flag stays open</source>
        <translation>Er braucht noch einen Blick: dieses Urteil speichern; der Verdacht bleibt offen</translation>
    </message>
    <message>
        <source>Others&apos; verdicts on a flag show once you have given yours</source>
        <translation>Urteile anderer über einen Verdacht erscheinen nach dem eigenen</translation>
    </message>
    <message>
        <source>Detectors…</source>
        <translation>Detektoren…</translation>
    </message>
    <message>
        <source>Work out what no honest play does: alarms, not proof</source>
        <translation>Ausrechnen, was kein ehrliches Spiel tut: Alarme, kein Beweis</translation>
    </message>
    <message>
        <source>Copies in a folder…</source>
        <translation>Kopien in einem Ordner…</translation>
    </message>
    <message>
        <source>List which runs of a folder are the same one, frame for frame</source>
        <translation>Auflisten, welche Läufe eines Ordners derselbe sind, Bild für Bild</translation>
    </message>
    <message>
        <source>Raise a flag…</source>
        <translation>Verdacht melden…</translation>
    </message>
    <message>
        <source>Hold something against somebody over the loop, or at this moment, beside the recording</source>
        <translation>Jemandem etwas vorwerfen, über die Schleife oder in diesem Moment, neben der Aufzeichnung</translation>
    </message>
    <message>
        <source>Remove the flag</source>
        <translation>Verdacht entfernen</translation>
    </message>
    <message>
        <source>Take away a flag that you have raised</source>
        <translation>Einen selbst gemeldeten Verdacht wegnehmen</translation>
    </message>
    <message>
        <source>Reasons to choose from…</source>
        <translation>Gründe zur Auswahl…</translation>
    </message>
    <message>
        <source>Edit the reasons that can be given with a verdict, of each check</source>
        <translation>Die Gründe bearbeiten, die zu einem Urteil genannt werden können, je Prüfung</translation>
    </message>
    <message>
        <source>How often checks were right…</source>
        <translation>Wie oft Prüfungen recht hatten…</translation>
    </message>
    <message>
        <source>Of each check of the folder: how many of its flags were confirmed</source>
        <translation>Zu jeder Prüfung des Ordners: wie viele ihrer Verdachtsfälle bestätigt wurden</translation>
    </message>
    <message>
        <source>Export case…</source>
        <translation>Fall exportieren…</translation>
    </message>
    <message>
        <source>Write the chosen flag with all figures around it on one page that others can check</source>
        <translation>Den gewählten Verdacht mit allen Zahlen darum auf eine Seite schreiben, die andere nachprüfen können</translation>
    </message>
    <message>
        <source>Merge notes of a folder…</source>
        <translation>Notizen eines Ordners übernehmen…</translation>
    </message>
    <message>
        <source>Take over what another reviewer noted beside the same recordings, all at once</source>
        <translation>Auf einmal übernehmen, was jemand anders neben denselben Aufzeichnungen notiert hat</translation>
    </message>
</context>
<context>
    <name>BookmarkChoice</name>
    <message>
        <source>Add bookmarks to the play list</source>
        <translation>Lesezeichen zur Abspielliste hinzufügen</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
</context>
<context>
    <name>Camera</name>
    <message>
        <source>Orbit</source>
        <translation>Umkreisen</translation>
    </message>
    <message>
        <source>Free flight</source>
        <translation>Freier Flug</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>First person</source>
        <translation>Ich-Perspektive</translation>
    </message>
    <message>
        <source>Top-down</source>
        <translation>Draufsicht</translation>
    </message>
    <message>
        <source>Directed</source>
        <translation>Bildregie</translation>
    </message>
    <message>
        <source>Scene camera</source>
        <translation>Szenenkamera</translation>
    </message>
    <message>
        <source>Drone</source>
        <translation>Drohne</translation>
    </message>
    <message>
        <source>Camera path</source>
        <translation>Kamerafahrt</translation>
    </message>
</context>
<context>
    <name>CameraTexts</name>
    <message>
        <source>As it is</source>
        <translation>Wie sie steht</translation>
    </message>
    <message>
        <source>View %1</source>
        <translation>Ansicht %1</translation>
    </message>
    <message>
        <source>A fixed place</source>
        <translation>Fester Standort</translation>
    </message>
    <message>
        <source>A piece of ground</source>
        <translation>Ein Stück Boden</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Check that the file was not moved or renamed.</source>
        <translation>Prüfen, ob die Datei verschoben oder umbenannt wurde.</translation>
    </message>
    <message>
        <source>Check that it is a file and that you may read it.</source>
        <translation>Prüfen, ob es eine Datei ist und ob sie gelesen werden darf.</translation>
    </message>
    <message>
        <source>Check the drive or the connection, then open it again.</source>
        <translation>Laufwerk oder Verbindung prüfen, dann erneut öffnen.</translation>
    </message>
    <message>
        <source>Open it again.</source>
        <translation>Erneut öffnen.</translation>
    </message>
    <message>
        <source>The welcome page lists the formats that can be opened.</source>
        <translation>Die Startseite nennt die Formate, die geöffnet werden können.</translation>
    </message>
    <message>
        <source>A newer Ghostline may be able to read it.</source>
        <translation>Ein neueres Ghostline kann sie vielleicht lesen.</translation>
    </message>
    <message>
        <source>Look for another copy: too little of this one is readable.</source>
        <translation>Eine andere Kopie suchen: von dieser ist zu wenig lesbar.</translation>
    </message>
    <message>
        <source>The file claims sizes that no recording has; it is damaged.</source>
        <translation>Die Datei nennt Größen, die keine Aufzeichnung hat; sie ist beschädigt.</translation>
    </message>
    <message>
        <source>Help &gt; About lists the formats and why one is missing.</source>
        <translation>„Hilfe &gt; Über Ghostline“ nennt die Formate und warum eines fehlt.</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>Byte %1</translation>
    </message>
    <message>
        <source>chunk %1</source>
        <translation>Block %1</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>Open address</source>
        <translation>Adresse öffnen</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Recordings (%1)</source>
        <translation>Aufzeichnungen (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Cannot open the recording</source>
        <translation>Aufzeichnung kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>%1 cannot be opened</source>
        <translation>%1 kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>File: %1</source>
        <translation>Datei: %1</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was tun</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>About Ghostline</source>
        <translation>Über Ghostline</translation>
    </message>
    <message>
        <source>Ghostline %1</source>
        <translation>Ghostline %1</translation>
    </message>
    <message>
        <source>reads and writes</source>
        <translation>liest und schreibt</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>liest</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>schreibt</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Graphics</source>
        <translation>Grafik</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>GNU General Public License, version 3 or later</source>
        <translation>GNU General Public License, Version 3 oder neuer</translation>
    </message>
    <message>
        <source>Replay viewer: any game&apos;s recording, any instant, both directions</source>
        <translation>Replay-Betrachter: Aufzeichnungen jedes Spiels, jeder Augenblick, in beide Richtungen</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen …</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Cut instead of easing the camera</source>
        <translation>Kamera schneidet, statt zu gleiten</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>Decoded stretches of the recording kept in memory</source>
        <translation>Dekodierte Abschnitte der Aufzeichnung im Speicher</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Memory for the cache</source>
        <translation>Zwischenspeicher</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Trail length</source>
        <translation>Länge der Bewegungsspur</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>the picture could not be drawn</source>
        <translation>das Bild konnte nicht gezeichnet werden</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Export picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <source>As on screen</source>
        <translation>Wie auf dem Bildschirm</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Datei auswählen</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG-Bild (*.png)</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Transparent background</source>
        <translation>Durchsichtiger Hintergrund</translation>
    </message>
    <message>
        <source>Nothing behind what was recorded: for slides and posters</source>
        <translation>Nichts hinter dem Aufgezeichneten: für Folien und Plakate</translation>
    </message>
    <message>
        <source>https://… or ghostline://…</source>
        <translation>https://… oder ghostline://…</translation>
    </message>
    <message>
        <source>Where the recording lies on a web server (http or https), or the line to watch together by (ghostline)</source>
        <translation>Wo die Aufzeichnung auf einem Webserver liegt (http oder https), oder die Zeile zum Mitschauen (ghostline)</translation>
    </message>
    <message>
        <source>Folder with maps</source>
        <translation>Ordner mit Karten</translation>
    </message>
    <message>
        <source>Folders of maps</source>
        <translation>Ordner mit Karten</translation>
    </message>
    <message>
        <source> m</source>
        <translation> m</translation>
    </message>
    <message>
        <source>How far from what happened a large world is read; more takes longer</source>
        <translation>Wie weit um das Geschehen eine große Welt gelesen wird; mehr dauert länger</translation>
    </message>
    <message>
        <source>The map of a recording is looked for beside it, in these folders, and where the game itself keeps its maps.</source>
        <translation>Die Karte einer Aufzeichnung wird neben ihr gesucht, in diesen Ordnern und dort, wo das Spiel selbst seine Karten hat.</translation>
    </message>
    <message>
        <source>Large worlds</source>
        <translation>Große Welten</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Maps</source>
        <translation>Karten</translation>
    </message>
    <message>
        <source>Maps are looked for here</source>
        <translation>Hier wird nach Karten gesucht</translation>
    </message>
    <message>
        <source>There is no such folder here</source>
        <translation>Diesen Ordner gibt es hier nicht</translation>
    </message>
    <message>
        <source>Places of each game</source>
        <translation>Orte jedes Spiels</translation>
    </message>
</context>
<context>
    <name>DriveWords</name>
    <message>
        <source>Ask for the drive</source>
        <translation>Um die Steuerung bitten</translation>
    </message>
    <message>
        <source>Take back the request</source>
        <translation>Bitte zurücknehmen</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>You drive</source>
        <translation>Gesteuert wird von hier</translation>
    </message>
    <message>
        <source>Nobody drives</source>
        <translation>Niemand steuert</translation>
    </message>
    <message>
        <source>%1 drives</source>
        <translation>%1 steuert</translation>
    </message>
    <message>
        <source>Somebody</source>
        <translation>Jemand</translation>
    </message>
</context>
<context>
    <name>JobProgress</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Ghostline</source>
        <translation>Ghostline</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Minimap</source>
        <translation>Übersichtskarte</translation>
    </message>
    <message>
        <source>Cast</source>
        <translation>Akteure</translation>
    </message>
    <message>
        <source>Forces</source>
        <translation>Kräfte</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Partie</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>Info</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Ghosts</source>
        <translation>Ghosts</translation>
    </message>
    <message>
        <source>Build orders</source>
        <translation>Bauabfolgen</translation>
    </message>
    <message>
        <source>Observer</source>
        <translation>Beobachter</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Delta plot</source>
        <translation>Delta-Diagramm</translation>
    </message>
    <message>
        <source>Highlights</source>
        <translation>Höhepunkte</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Play list</source>
        <translation>Abspielliste</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Tafel</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Mitschauen</translation>
    </message>
</context>
<context>
    <name>PartyTexts</name>
    <message>
        <source>&quot;%1&quot; (SHA-256 %2)</source>
        <translation>„%1“ (SHA-256 %2)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; (%2 bytes)</source>
        <translation>„%1“ (%2 Byte)</translation>
    </message>
    <message>
        <source>&quot;%1&quot;</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>Watching together did not begin</source>
        <translation>Das Mitschauen hat nicht begonnen</translation>
    </message>
    <message>
        <source>Watching together has ended</source>
        <translation>Das Mitschauen ist zu Ende</translation>
    </message>
    <message>
        <source>This is a different recording</source>
        <translation>Das ist eine andere Aufzeichnung</translation>
    </message>
    <message>
        <source>No recording is open: open the one to be watched first.</source>
        <translation>Es ist keine Aufzeichnung offen: zuerst die öffnen, die angesehen werden soll.</translation>
    </message>
    <message>
        <source>A recording from the web cannot be compared with those of the others: download it first, then open the file.</source>
        <translation>Eine Aufzeichnung aus dem Web kann nicht mit denen der anderen verglichen werden: zuerst herunterladen, dann die Datei öffnen.</translation>
    </message>
    <message>
        <source>The recording is no file on this machine any more: %1</source>
        <translation>Die Aufzeichnung ist keine Datei auf diesem Rechner mehr: %1</translation>
    </message>
    <message>
        <source>%1 is too large to be a certificate or a key.</source>
        <translation>%1 ist zu groß für ein Zertifikat oder einen Schlüssel.</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>The recording is still being made: guests cannot fetch it from here, and nobody can tell yet whether theirs is the same.</source>
        <translation>Die Aufzeichnung entsteht noch: Gäste können sie nicht von hier holen, und ob ihre dieselbe ist, lässt sich noch nicht sagen.</translation>
    </message>
    <message>
        <source>Guests cannot fetch the recording: %1</source>
        <translation>Gäste können die Aufzeichnung nicht holen: %1</translation>
    </message>
    <message>
        <source>Whether the others have the same recording cannot be told: %1</source>
        <translation>Ob die anderen dieselbe Aufzeichnung haben, lässt sich nicht sagen: %1</translation>
    </message>
    <message>
        <source>A recording from the web cannot be compared with the host&apos;s: download it first, then choose the file.</source>
        <translation>Eine Aufzeichnung aus dem Web kann nicht mit der des Gastgebers verglichen werden: zuerst herunterladen, dann die Datei auswählen.</translation>
    </message>
    <message>
        <source>The recording was closed: watching together has ended.</source>
        <translation>Die Aufzeichnung wurde geschlossen: Das Mitschauen ist zu Ende.</translation>
    </message>
    <message>
        <source>Another recording was opened: watching together has ended.</source>
        <translation>Eine andere Aufzeichnung wurde geöffnet: Das Mitschauen ist zu Ende.</translation>
    </message>
    <message>
        <source>The host has %1, and here it is %2.</source>
        <translation>Der Gastgeber hat %1, hier ist es %2.</translation>
    </message>
</context>
<context>
    <name>PlotSpec</name>
    <message>
        <source>Mean %2 s: %1</source>
        <translation>Mittel über %2 s: %1</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV-Dateien (*.csv)</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgezeichnet</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Mean step</source>
        <translation>Mittlerer Schritt</translation>
    </message>
    <message>
        <source>Keyframes</source>
        <translation>Schlüsselbilder</translation>
    </message>
    <message>
        <source>Actors</source>
        <translation>Akteure</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>Indexed</source>
        <translation>Indiziert</translation>
    </message>
    <message>
        <source>whole file</source>
        <translation>ganze Datei</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Players</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Vehicles</source>
        <translation>Fahrzeuge</translation>
    </message>
    <message>
        <source>Walkers</source>
        <translation>Fußgänger</translation>
    </message>
    <message>
        <source>Discs</source>
        <translation>Scheiben</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Structures</source>
        <translation>Gebäude</translation>
    </message>
    <message>
        <source>Traffic lights</source>
        <translation>Ampeln</translation>
    </message>
    <message>
        <source>Signs</source>
        <translation>Schilder</translation>
    </message>
    <message>
        <source>Sensors</source>
        <translation>Sensoren</translation>
    </message>
    <message>
        <source>Props</source>
        <translation>Requisiten</translation>
    </message>
    <message>
        <source>Cameras</source>
        <translation>Kameras</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Tick</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Kontrollpunkt</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Ghosts start together with the runner: each run&apos;s own start is zero</source>
        <translation>Ghosts starten zusammen mit dem Läufer: der eigene Start jedes Laufs ist null</translation>
    </message>
    <message>
        <source>Recordings run side by side from their first frames, starts where they are</source>
        <translation>Die Aufzeichnungen laufen ab ihrem ersten Bild nebeneinander, die Starts bleiben, wo sie sind</translation>
    </message>
    <message>
        <source>Ghosts start anew with the runner at each checkpoint that both took</source>
        <translation>Ghosts starten an jedem gemeinsamen Kontrollpunkt neu mit dem Läufer</translation>
    </message>
    <message>
        <source>Ghosts stand where the runner is: the same place instead of the same time</source>
        <translation>Ghosts stehen, wo der Läufer ist: derselbe Ort statt derselben Zeit</translation>
    </message>
    <message>
        <source>The two had not taken the same checkpoints</source>
        <translation>Die beiden hatten nicht dieselben Kontrollpunkte passiert</translation>
    </message>
    <message>
        <source>No checkpoint has been passed yet</source>
        <translation>Noch wurde kein Kontrollpunkt passiert</translation>
    </message>
    <message>
        <source>The runner stood still there: the place has no single time</source>
        <translation>Der Läufer stand dort still: der Ort hat keine eindeutige Zeit</translation>
    </message>
    <message>
        <source>Before the start, after the end, or not there</source>
        <translation>Vor dem Start, nach dem Ende oder nicht da</translation>
    </message>
    <message>
        <source>The file was not exported</source>
        <translation>Die Datei wurde nicht exportiert</translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>%n Eintrag</numerusform>
            <numerusform>%n Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 ms</source>
        <translation>%L1 ms</translation>
    </message>
    <message>
        <source>More than %L1 m off the runner&apos;s way</source>
        <translation>Mehr als %L1 m abseits vom Weg des Läufers</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Lost: %1</source>
        <translation>Verloren: %1</translation>
    </message>
    <message>
        <source>frames %1 to %2</source>
        <translation>Bilder %1 bis %2</translation>
    </message>
    <message>
        <source>Still being read, %1 %</source>
        <translation>Wird noch gelesen, %1 %</translation>
    </message>
    <message>
        <source>In memory</source>
        <translation>Im Speicher</translation>
    </message>
    <message>
        <source>Read from the file when needed</source>
        <translation>Wird bei Bedarf aus der Datei gelesen</translation>
    </message>
    <message>
        <source>keyframe #%1</source>
        <translation>Schlüsselbild #%1</translation>
    </message>
    <message>
        <source>k</source>
        <comment>thousand</comment>
        <translation>Tsd.</translation>
    </message>
    <message>
        <source>M</source>
        <comment>million</comment>
        <translation>Mio.</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Verdacht</translation>
    </message>
    <message numerus="yes">
        <source>%n events, %1</source>
        <translation>
            <numerusform>%n Ereignis, %1</numerusform>
            <numerusform>%n Ereignisse, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more: zoom in to part them</source>
        <translation>
            <numerusform>und %n weiteres: vergrößern trennt sie</numerusform>
            <numerusform>und %n weitere: vergrößern trennt sie</numerusform>
        </translation>
    </message>
    <message>
        <source>frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message numerus="yes">
        <source>%n actors present</source>
        <translation>
            <numerusform>%n Akteur anwesend</numerusform>
            <numerusform>%n Akteure anwesend</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n events within %L1 s</source>
        <translation>
            <numerusform>%n Ereignis in %L1 s</numerusform>
            <numerusform>%n Ereignisse in %L1 s</numerusform>
        </translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message numerus="yes">
        <source>+%n more on the last line</source>
        <translation>
            <numerusform>+%n weiterer in der letzten Zeile</numerusform>
            <numerusform>+%n weitere in der letzten Zeile</numerusform>
        </translation>
    </message>
    <message>
        <source>Highlights</source>
        <translation>Höhepunkte</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Read from</source>
        <translation>Gelesen aus</translation>
    </message>
    <message>
        <source>the recording itself</source>
        <translation>der Aufzeichnung selbst</translation>
    </message>
    <message>
        <source>Perhaps another&apos;s</source>
        <translation>Vielleicht eine andere</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Spielstand</translation>
    </message>
    <message>
        <source>Army</source>
        <translation>Armee</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>side and number</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 unknown</source>
        <translation>%1 unbekannt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>lane and what it says</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Fights</source>
        <translation>Kämpfe</translation>
    </message>
    <message>
        <source>others</source>
        <translation>andere</translation>
    </message>
    <message>
        <source>Camera path</source>
        <translation>Kamerapfad</translation>
    </message>
    <message>
        <source>Camera key point %L1 at %2</source>
        <translation>Wegpunkt %L1 der Kamera bei %2</translation>
    </message>
    <message>
        <source>Possession</source>
        <translation>Scheibenbesitz</translation>
    </message>
    <message>
        <source>%1 has the disc</source>
        <translation>%1 hat die Scheibe</translation>
    </message>
    <message>
        <source>%1 to %2 (%3 s)</source>
        <translation>%1 bis %2 (%3 s)</translation>
    </message>
    <message>
        <source>Own flags</source>
        <translation>Eigener Verdacht</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>lag</source>
        <translation>Verbindung stockt</translation>
    </message>
    <message>
        <source>vehicle or gliding</source>
        <translation>Fahrzeug oder Gleiten</translation>
    </message>
    <message>
        <source>server hitch</source>
        <translation>Server stockt</translation>
    </message>
    <message>
        <source>feature of the map</source>
        <translation>Eigenheit der Karte</translation>
    </message>
    <message>
        <source>clear cheat</source>
        <translation>eindeutig betrogen</translation>
    </message>
    <message>
        <source>known false alarm of this check</source>
        <translation>bekannter Fehlalarm dieser Prüfung</translation>
    </message>
</context>
<context>
    <name>Recent</name>
    <message>
        <source>not found: %1</source>
        <translation>nicht gefunden: %1</translation>
    </message>
</context>
<context>
    <name>Render</name>
    <message>
        <source>%L1 km</source>
        <translation>%L1 km</translation>
    </message>
    <message>
        <source>%L1 cm</source>
        <translation>%L1 cm</translation>
    </message>
    <message>
        <source>%L1 m</source>
        <translation>%L1 m</translation>
    </message>
    <message>
        <source>grid %1</source>
        <translation>Raster %1</translation>
    </message>
    <message>
        <source>too many blocks: some are not drawn</source>
        <translation>zu viele Blöcke: einige fehlen im Bild</translation>
    </message>
    <message>
        <source>%1 · drawn</source>
        <translation>%1 · gezeichnet</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Checkpoint %1</source>
        <translation>Kontrollpunkt %1</translation>
    </message>
</context>
<context>
    <name>Replay</name>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Zones</source>
        <translation>Zonen</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Vertical speed</source>
        <translation>Vertikaltempo</translation>
    </message>
    <message>
        <source>Acceleration</source>
        <translation>Beschleunigung</translation>
    </message>
    <message>
        <source>Turn rate</source>
        <translation>Drehrate</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Distance covered</source>
        <translation>Zurückgelegter Weg</translation>
    </message>
    <message>
        <source>Distance between</source>
        <translation>Abstand zueinander</translation>
    </message>
    <message>
        <source>Distance to the nearest</source>
        <translation>Abstand zum Nächsten</translation>
    </message>
    <message>
        <source>Speed (recorded)</source>
        <translation>Tempo (aufgezeichnet)</translation>
    </message>
    <message>
        <source>Yaw rate (recorded)</source>
        <translation>Gierrate (aufgezeichnet)</translation>
    </message>
    <message>
        <source>Commanded speed</source>
        <translation>Vorgegebenes Tempo</translation>
    </message>
    <message>
        <source>Forward speed</source>
        <translation>Vorwärtstempo</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Frame duration</source>
        <translation>Bilddauer</translation>
    </message>
    <message>
        <source>Frame number in the log</source>
        <translation>Bildnummer im Protokoll</translation>
    </message>
    <message>
        <source>Platform time</source>
        <translation>Plattformzeit</translation>
    </message>
    <message>
        <source>Visual time</source>
        <translation>Darstellungszeit</translation>
    </message>
    <message>
        <source>Controls</source>
        <translation>Bedienung</translation>
    </message>
    <message>
        <source>Throttle</source>
        <translation>Gas</translation>
    </message>
    <message>
        <source>Steering</source>
        <translation>Lenkung</translation>
    </message>
    <message>
        <source>Brake</source>
        <translation>Bremse</translation>
    </message>
    <message>
        <source>Handbrake</source>
        <translation>Handbremse</translation>
    </message>
    <message>
        <source>Gear</source>
        <translation>Gang</translation>
    </message>
    <message>
        <source>Lights</source>
        <translation>Lichter</translation>
    </message>
    <message>
        <source>Lights and doors</source>
        <translation>Lichter und Türen</translation>
    </message>
    <message>
        <source>Open doors</source>
        <translation>Offene Türen</translation>
    </message>
    <message>
        <source>Wheels</source>
        <translation>Räder</translation>
    </message>
    <message>
        <source>Front left steer</source>
        <translation>Einschlag vorn links</translation>
    </message>
    <message>
        <source>Front right steer</source>
        <translation>Einschlag vorn rechts</translation>
    </message>
    <message>
        <source>Rear left steer</source>
        <translation>Einschlag hinten links</translation>
    </message>
    <message>
        <source>Rear right steer</source>
        <translation>Einschlag hinten rechts</translation>
    </message>
    <message>
        <source>Rider</source>
        <translation>Fahrer</translation>
    </message>
    <message>
        <source>Engine rotation</source>
        <translation>Kurbeldrehung</translation>
    </message>
    <message>
        <source>Walker</source>
        <translation>Fußgänger</translation>
    </message>
    <message>
        <source>Traffic light</source>
        <translation>Ampel</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Time in state</source>
        <translation>Zeit im Zustand</translation>
    </message>
    <message>
        <source>Time to change</source>
        <translation>Zeit bis zum Wechsel</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>Eingefroren</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Weather</source>
        <translation>Wetter</translation>
    </message>
    <message>
        <source>Cloudiness</source>
        <translation>Bewölkung</translation>
    </message>
    <message>
        <source>Precipitation</source>
        <translation>Niederschlag</translation>
    </message>
    <message>
        <source>Precipitation deposits</source>
        <translation>Pfützen</translation>
    </message>
    <message>
        <source>Wind intensity</source>
        <translation>Windstärke</translation>
    </message>
    <message>
        <source>Sun azimuth</source>
        <translation>Sonnenazimut</translation>
    </message>
    <message>
        <source>Sun altitude</source>
        <translation>Sonnenhöhe</translation>
    </message>
    <message>
        <source>Fog density</source>
        <translation>Nebeldichte</translation>
    </message>
    <message>
        <source>Fog distance</source>
        <translation>Nebelabstand</translation>
    </message>
    <message>
        <source>Fog falloff</source>
        <translation>Nebelabfall</translation>
    </message>
    <message>
        <source>Wetness</source>
        <translation>Nässe</translation>
    </message>
    <message>
        <source>Scattering</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Mie scattering</source>
        <translation>Mie-Streuung</translation>
    </message>
    <message>
        <source>Rayleigh scattering</source>
        <translation>Rayleigh-Streuung</translation>
    </message>
    <message>
        <source>Dust storm</source>
        <translation>Staubsturm</translation>
    </message>
    <message>
        <source>Collision</source>
        <translation>Zusammenstoß</translation>
    </message>
    <message>
        <source>Spawned</source>
        <translation>Erschienen</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>Door</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>Blue team</source>
        <translation>Blaues Team</translation>
    </message>
    <message>
        <source>Orange team</source>
        <translation>Oranges Team</translation>
    </message>
    <message>
        <source>Spectators</source>
        <translation>Zuschauer</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Partie</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Loadout</source>
        <translation>Ausrüstung</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Goals</source>
        <translation>Tore</translation>
    </message>
    <message>
        <source>Assists</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>Saves</source>
        <translation>Paraden</translation>
    </message>
    <message>
        <source>Steals</source>
        <translation>Balleroberungen</translation>
    </message>
    <message>
        <source>Stuns</source>
        <translation>Betäubungen</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blocks</translation>
    </message>
    <message>
        <source>Catches</source>
        <translation>Fänge</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>Pässe</translation>
    </message>
    <message>
        <source>Interceptions</source>
        <translation>Abgefangene Pässe</translation>
    </message>
    <message>
        <source>Shots taken</source>
        <translation>Torschüsse</translation>
    </message>
    <message>
        <source>Possession time</source>
        <translation>Ballbesitzzeit</translation>
    </message>
    <message>
        <source>Game clock</source>
        <translation>Spieluhr</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Blue points</source>
        <translation>Punkte Blau</translation>
    </message>
    <message>
        <source>Orange points</source>
        <translation>Punkte Orange</translation>
    </message>
    <message>
        <source>Team in possession</source>
        <translation>Team im Besitz</translation>
    </message>
    <message>
        <source>Blue in possession</source>
        <translation>Blau im Besitz</translation>
    </message>
    <message>
        <source>Orange in possession</source>
        <translation>Orange im Besitz</translation>
    </message>
    <message>
        <source>Rounds won by blue</source>
        <translation>Runden an Blau</translation>
    </message>
    <message>
        <source>Rounds won by orange</source>
        <translation>Runden an Orange</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Requested by</source>
        <translation>Verlangt von</translation>
    </message>
    <message>
        <source>Paused for</source>
        <translation>Pausiert seit</translation>
    </message>
    <message>
        <source>Last score</source>
        <translation>Letzter Treffer</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>Team</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Scorer</source>
        <translation>Torschütze</translation>
    </message>
    <message>
        <source>Assist</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Disc speed</source>
        <translation>Scheibentempo</translation>
    </message>
    <message>
        <source>Distance thrown</source>
        <translation>Wurfweite</translation>
    </message>
    <message>
        <source>Last throw of the recording player</source>
        <translation>Letzter Wurf des aufzeichnenden Spielers</translation>
    </message>
    <message>
        <source>Recording player</source>
        <translation>Aufzeichnender Spieler</translation>
    </message>
    <message>
        <source>Arm speed</source>
        <translation>Armtempo</translation>
    </message>
    <message>
        <source>Total speed</source>
        <translation>Gesamttempo</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>Fracht</translation>
    </message>
    <message>
        <source>Contested</source>
        <translation>Umkämpft</translation>
    </message>
    <message>
        <source>Multiplier</source>
        <translation>Multiplikator</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Kontrollpunkt</translation>
    </message>
    <message>
        <source>Defenders</source>
        <translation>Verteidiger</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Ping</source>
        <translation>Ping</translation>
    </message>
    <message>
        <source>Packet loss</source>
        <translation>Paketverlust</translation>
    </message>
    <message>
        <source>Slot</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>Emote</source>
        <translation>Geste</translation>
    </message>
    <message>
        <source>Stunned</source>
        <translation>Betäubt</translation>
    </message>
    <message>
        <source>Blocking</source>
        <translation>Blockend</translation>
    </message>
    <message>
        <source>Invulnerable</source>
        <translation>Unverwundbar</translation>
    </message>
    <message>
        <source>Has the disc</source>
        <translation>Hat die Scheibe</translation>
    </message>
    <message>
        <source>Left hand holds</source>
        <translation>Linke Hand hält</translation>
    </message>
    <message>
        <source>Right hand holds</source>
        <translation>Rechte Hand hält</translation>
    </message>
    <message>
        <source>Weapon</source>
        <translation>Waffe</translation>
    </message>
    <message>
        <source>Recorder&apos;s clock</source>
        <translation>Uhr des Aufzeichnenden</translation>
    </message>
    <message>
        <source>Round start</source>
        <translation>Rundenbeginn</translation>
    </message>
    <message>
        <source>Round end</source>
        <translation>Rundenende</translation>
    </message>
    <message>
        <source>Round over</source>
        <translation>Runde vorbei</translation>
    </message>
    <message>
        <source>Playing</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Punktestand</translation>
    </message>
    <message>
        <source>Sudden death</source>
        <translation>Entscheidungstor</translation>
    </message>
    <message>
        <source>Pre-match</source>
        <translation>Vor der Partie</translation>
    </message>
    <message>
        <source>Post-match</source>
        <translation>Nach der Partie</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Tor</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Parade</translation>
    </message>
    <message>
        <source>Steal</source>
        <translation>Balleroberung</translation>
    </message>
    <message>
        <source>Stun</source>
        <translation>Betäubung</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Catch</source>
        <translation>Fang</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Pass</translation>
    </message>
    <message>
        <source>Interception</source>
        <translation>Abgefangen</translation>
    </message>
    <message>
        <source>Shot</source>
        <translation>Torschuss</translation>
    </message>
    <message>
        <source>Throw</source>
        <translation>Wurf</translation>
    </message>
    <message>
        <source>Possession</source>
        <translation>Besitz</translation>
    </message>
    <message>
        <source>Joined</source>
        <translation>Beigetreten</translation>
    </message>
    <message>
        <source>Joust</source>
        <translation>Anwurfduell</translation>
    </message>
    <message>
        <source>Restart request</source>
        <translation>Neustartwunsch</translation>
    </message>
    <message>
        <source>Rules changed</source>
        <translation>Regeln geändert</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>Gegen</translation>
    </message>
    <message>
        <source>Receiver</source>
        <translation>Empfänger</translation>
    </message>
    <message>
        <source>Thrower</source>
        <translation>Werfer</translation>
    </message>
    <message>
        <source>Shooter</source>
        <translation>Schütze</translation>
    </message>
    <message>
        <source>Victim</source>
        <translation>Opfer</translation>
    </message>
    <message>
        <source>Winner</source>
        <translation>Sieger</translation>
    </message>
    <message>
        <source>From player</source>
        <translation>Von Spieler</translation>
    </message>
    <message>
        <source>From team</source>
        <translation>Von Team</translation>
    </message>
    <message>
        <source>From goal</source>
        <translation>Zum Tor</translation>
    </message>
    <message>
        <source>Flight</source>
        <translation>Flugzeit</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Run start</source>
        <translation>Laufbeginn</translation>
    </message>
    <message>
        <source>Run end</source>
        <translation>Laufende</translation>
    </message>
    <message>
        <source>Run time</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>Run tick</source>
        <translation>Lauftakt</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Rücksetzung</translation>
    </message>
    <message>
        <source>Resets</source>
        <translation>Rücksetzungen</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Kontrollpunkte</translation>
    </message>
    <message>
        <source>Last checkpoint</source>
        <translation>Letzter Kontrollpunkt</translation>
    </message>
    <message>
        <source>Anticheat flag</source>
        <translation>Anticheat-Verdacht</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>Markierung</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Entity appears</source>
        <translation>Objekt erscheint</translation>
    </message>
    <message>
        <source>Entity is gone</source>
        <translation>Objekt verschwindet</translation>
    </message>
    <message>
        <source>Entity number</source>
        <translation>Objektnummer</translation>
    </message>
    <message>
        <source>Hand swing</source>
        <translation>Handschlag</translation>
    </message>
    <message>
        <source>Item use</source>
        <translation>Gegenstand benutzt</translation>
    </message>
    <message>
        <source>Using item</source>
        <translation>Benutzt Gegenstand</translation>
    </message>
    <message>
        <source>Held slot</source>
        <translation>Gewählter Platz</translation>
    </message>
    <message>
        <source>Held item</source>
        <translation>Gehaltener Gegenstand</translation>
    </message>
    <message>
        <source>Off hand</source>
        <translation>Zweithand</translation>
    </message>
    <message>
        <source>Helmet</source>
        <translation>Helm</translation>
    </message>
    <message>
        <source>Chestplate</source>
        <translation>Brustpanzer</translation>
    </message>
    <message>
        <source>Leggings</source>
        <translation>Beinschutz</translation>
    </message>
    <message>
        <source>Boots</source>
        <translation>Stiefel</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Gegenstände</translation>
    </message>
    <message>
        <source>Block set</source>
        <translation>Block gesetzt</translation>
    </message>
    <message>
        <source>Blocks cleared</source>
        <translation>Blöcke entfernt</translation>
    </message>
    <message>
        <source>Blocks edited</source>
        <translation>Geänderte Blöcke</translation>
    </message>
    <message>
        <source>Teleport</source>
        <translation>Teleport</translation>
    </message>
    <message>
        <source>Gliding</source>
        <translation>Gleitet</translation>
    </message>
    <message>
        <source>Glowing</source>
        <translation>Leuchtet</translation>
    </message>
    <message>
        <source>Invisible</source>
        <translation>Unsichtbar</translation>
    </message>
    <message>
        <source>On fire</source>
        <translation>Brennt</translation>
    </message>
    <message>
        <source>Sneaking</source>
        <translation>Schleicht</translation>
    </message>
    <message>
        <source>Sprinting</source>
        <translation>Sprintet</translation>
    </message>
    <message>
        <source>Swimming</source>
        <translation>Schwimmt</translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation>Nickwinkel</translation>
    </message>
    <message>
        <source>Yaw</source>
        <translation>Gierwinkel</translation>
    </message>
    <message>
        <source>Pose</source>
        <translation>Haltung</translation>
    </message>
    <message>
        <source>World</source>
        <translation>Welt</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Structures</source>
        <translation>Gebäude</translation>
    </message>
    <message>
        <source>Buildings</source>
        <translation>Gebäude</translation>
    </message>
    <message>
        <source>Infantry</source>
        <translation>Infanterie</translation>
    </message>
    <message>
        <source>Vehicles</source>
        <translation>Fahrzeuge</translation>
    </message>
    <message>
        <source>Aircraft</source>
        <translation>Luftfahrzeuge</translation>
    </message>
    <message>
        <source>Ships</source>
        <translation>Schiffe</translation>
    </message>
    <message>
        <source>Economy</source>
        <translation>Wirtschaft</translation>
    </message>
    <message>
        <source>Production</source>
        <translation>Produktion</translation>
    </message>
    <message>
        <source>Combat</source>
        <translation>Kampf</translation>
    </message>
    <message>
        <source>Powers</source>
        <translation>Fähigkeiten</translation>
    </message>
    <message>
        <source>Army</source>
        <translation>Armee</translation>
    </message>
    <message>
        <source>Army value</source>
        <translation>Armeewert</translation>
    </message>
    <message>
        <source>Technology</source>
        <translation>Technologie</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Rohstoffe</translation>
    </message>
    <message>
        <source>Supply</source>
        <translation>Versorgung</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Arbeiter</translation>
    </message>
    <message>
        <source>Bases</source>
        <translation>Basen</translation>
    </message>
    <message>
        <source>Upgrades</source>
        <translation>Verbesserungen</translation>
    </message>
    <message>
        <source>Kills</source>
        <translation>Abschüsse</translation>
    </message>
    <message>
        <source>Income</source>
        <translation>Einkommen</translation>
    </message>
    <message>
        <source>Unspent</source>
        <translation>Unverbraucht</translation>
    </message>
    <message>
        <source>Worth</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Blick</translation>
    </message>
    <message>
        <source>Screens</source>
        <translation>Bildschirme</translation>
    </message>
    <message>
        <source>APM</source>
        <translation>APM</translation>
    </message>
    <message>
        <source>EPM</source>
        <translation>EPM</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>Actions per minute</source>
        <translation>Aktionen je Minute</translation>
    </message>
    <message>
        <source>Effective actions per minute</source>
        <translation>Wirksame Aktionen je Minute</translation>
    </message>
    <message>
        <source>Control groups</source>
        <translation>Kontrollgruppen</translation>
    </message>
    <message>
        <source>Control group</source>
        <translation>Kontrollgruppe</translation>
    </message>
    <message>
        <source>Food made</source>
        <translation>Nahrung erzeugt</translation>
    </message>
    <message>
        <source>Food used</source>
        <translation>Nahrung verbraucht</translation>
    </message>
    <message>
        <source>Supply made</source>
        <translation>Versorgung erzeugt</translation>
    </message>
    <message>
        <source>Supply used</source>
        <translation>Versorgung verbraucht</translation>
    </message>
    <message>
        <source>Supply blocked</source>
        <translation>Versorgung blockiert</translation>
    </message>
    <message>
        <source>Supply block</source>
        <translation>Engpass</translation>
    </message>
    <message>
        <source>Minerals</source>
        <translation>Mineralien</translation>
    </message>
    <message>
        <source>Vespene</source>
        <translation>Vespingas</translation>
    </message>
    <message>
        <source>Gas</source>
        <translation>Gas</translation>
    </message>
    <message>
        <source>Minerals current</source>
        <translation>Mineralien jetzt</translation>
    </message>
    <message>
        <source>Minerals income</source>
        <translation>Mineralieneinkommen</translation>
    </message>
    <message>
        <source>Minerals collection rate</source>
        <translation>Mineralien-Sammelrate</translation>
    </message>
    <message>
        <source>Vespene current</source>
        <translation>Vespingas jetzt</translation>
    </message>
    <message>
        <source>Vespene income</source>
        <translation>Vespingaseinkommen</translation>
    </message>
    <message>
        <source>Vespene collection rate</source>
        <translation>Vespingas-Sammelrate</translation>
    </message>
    <message>
        <source>Workers active count</source>
        <translation>Aktive Arbeiter</translation>
    </message>
    <message>
        <source>Resources killed</source>
        <translation>Zerstörte Rohstoffe</translation>
    </message>
    <message>
        <source>Resources lost</source>
        <translation>Verlorene Rohstoffe</translation>
    </message>
    <message>
        <source>Reported stats</source>
        <translation>Gemeldete Werte</translation>
    </message>
    <message>
        <source>Credits</source>
        <translation>Credits</translation>
    </message>
    <message>
        <source>Carried</source>
        <translation>Geladen</translation>
    </message>
    <message>
        <source>Harvesters</source>
        <translation>Sammler</translation>
    </message>
    <message>
        <source>Harvesters idle</source>
        <translation>Untätige Sammler</translation>
    </message>
    <message>
        <source>Refineries</source>
        <translation>Raffinerien</translation>
    </message>
    <message>
        <source>Collected in all</source>
        <translation>Insgesamt gesammelt</translation>
    </message>
    <message>
        <source>Collection rate</source>
        <translation>Sammelrate</translation>
    </message>
    <message>
        <source>Spent in all</source>
        <translation>Insgesamt ausgegeben</translation>
    </message>
    <message>
        <source>Power produced</source>
        <translation>Strom erzeugt</translation>
    </message>
    <message>
        <source>Power drained</source>
        <translation>Strom verbraucht</translation>
    </message>
    <message>
        <source>Low power</source>
        <translation>Strommangel</translation>
    </message>
    <message>
        <source>Damage dealt</source>
        <translation>Schaden ausgeteilt</translation>
    </message>
    <message>
        <source>Damage received</source>
        <translation>Schaden erlitten</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Health when whole</source>
        <translation>Zustand unversehrt</translation>
    </message>
    <message>
        <source>In line</source>
        <translation>In der Schlange</translation>
    </message>
    <message>
        <source>Veterancy</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Turret</source>
        <translation>Turm</translation>
    </message>
    <message>
        <source>Sight</source>
        <translation>Sichtweite</translation>
    </message>
    <message>
        <source>Building progress</source>
        <translation>Baufortschritt</translation>
    </message>
    <message>
        <source>Production progress</source>
        <translation>Produktionsfortschritt</translation>
    </message>
    <message>
        <source>Production idle</source>
        <translation>Produktion untätig</translation>
    </message>
    <message>
        <source>Structures built</source>
        <translation>Gebäude errichtet</translation>
    </message>
    <message>
        <source>Structures destroyed</source>
        <translation>Gebäude zerstört</translation>
    </message>
    <message>
        <source>Structures lost</source>
        <translation>Gebäude verloren</translation>
    </message>
    <message>
        <source>Units killed</source>
        <translation>Einheiten vernichtet</translation>
    </message>
    <message>
        <source>Units lost</source>
        <translation>Einheiten verloren</translation>
    </message>
    <message>
        <source>Units produced</source>
        <translation>Einheiten produziert</translation>
    </message>
    <message>
        <source>Value killed</source>
        <translation>Vernichteter Wert</translation>
    </message>
    <message>
        <source>Value lost</source>
        <translation>Verlorener Wert</translation>
    </message>
    <message>
        <source>Engagement</source>
        <translation>Gefecht</translation>
    </message>
    <message>
        <source>Fight</source>
        <translation>Kampf</translation>
    </message>
    <message>
        <source>Army wipe</source>
        <translation>Armee vernichtet</translation>
    </message>
    <message>
        <source>Base destroyed</source>
        <translation>Basis zerstört</translation>
    </message>
    <message>
        <source>Building lost</source>
        <translation>Gebäude verloren</translation>
    </message>
    <message>
        <source>Comeback</source>
        <translation>Aufholjagd</translation>
    </message>
    <message>
        <source>Construction</source>
        <translation>Bau</translation>
    </message>
    <message>
        <source>Construction completed</source>
        <translation>Bau vollendet</translation>
    </message>
    <message>
        <source>Elimination (derived)</source>
        <translation>Ausgeschieden (abgeleitet)</translation>
    </message>
    <message>
        <source>Match end</source>
        <translation>Partieende</translation>
    </message>
    <message>
        <source>Resumed</source>
        <translation>Fortgesetzt</translation>
    </message>
    <message>
        <source>Ability</source>
        <translation>Fähigkeit</translation>
    </message>
    <message>
        <source>Build</source>
        <translation>Bau</translation>
    </message>
    <message>
        <source>Build orders</source>
        <translation>Bauabfolgen</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Ausbildung</translation>
    </message>
    <message>
        <source>Upgrade</source>
        <translation>Verbesserung</translation>
    </message>
    <message>
        <source>Death</source>
        <translation>Tod</translation>
    </message>
    <message>
        <source>Expansion</source>
        <translation>Expansion</translation>
    </message>
    <message>
        <source>First of its kind</source>
        <translation>Erstes seiner Art</translation>
    </message>
    <message>
        <source>Game start</source>
        <translation>Spielbeginn</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Camera saved</source>
        <translation>Kamera gespeichert</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>Abstimmungen</translation>
    </message>
    <message>
        <source>Vote</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Lasted</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Won by</source>
        <translation>Gewonnen von</translation>
    </message>
    <message>
        <source>Killed by</source>
        <translation>Getötet von</translation>
    </message>
    <message>
        <source>Known from</source>
        <translation>Bekannt aus</translation>
    </message>
    <message>
        <source>Answers to engagements</source>
        <translation>Reaktionen auf Gefechte</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Faction</source>
        <translation>Fraktion</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Win</source>
        <translation>Sieg</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Niederlage</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>Unentschieden</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Unentschieden</translation>
    </message>
    <message>
        <source>Zone</source>
        <translation>Zone</translation>
    </message>
    <message>
        <source>Unit created</source>
        <translation>Einheit erschaffen</translation>
    </message>
    <message>
        <source>Unit lost</source>
        <translation>Einheit verloren</translation>
    </message>
    <message>
        <source>Superweapon</source>
        <translation>Superwaffe</translation>
    </message>
    <message>
        <source>Cheat or developer command</source>
        <translation>Cheat oder Entwicklerbefehl</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>Sprachfunk</translation>
    </message>
    <message>
        <source>Resource trade</source>
        <translation>Rohstofftausch</translation>
    </message>
    <message>
        <source>Between</source>
        <translation>Zwischen</translation>
    </message>
    <message>
        <source>Traded</source>
        <translation>Getauscht</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Verluste</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Units hit</source>
        <translation>Getroffene Einheiten</translation>
    </message>
    <message>
        <source>Buildings hit</source>
        <translation>Getroffene Gebäude</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Of the army</source>
        <translation>Anteil der Armee</translation>
    </message>
    <message>
        <source>Behind</source>
        <translation>Rückstand</translation>
    </message>
    <message>
        <source>Ahead</source>
        <translation>Vorsprung</translation>
    </message>
    <message>
        <source>Swing</source>
        <translation>Umschwung</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Added to</source>
        <translation>Ergänzt</translation>
    </message>
    <message>
        <source>Assigned</source>
        <translation>Zugewiesen</translation>
    </message>
    <message>
        <source>Recalled</source>
        <translation>Aufgerufen</translation>
    </message>
    <message>
        <source>Engaged</source>
        <translation>Gefechte</translation>
    </message>
    <message>
        <source>In control</source>
        <translation>Handelnd</translation>
    </message>
    <message>
        <source>Looked</source>
        <translation>Hingesehen</translation>
    </message>
    <message>
        <source>Not looked</source>
        <translation>Nicht hingesehen</translation>
    </message>
    <message>
        <source>Watching</source>
        <translation>Sah gerade hin</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Keine Reaktion</translation>
    </message>
    <message>
        <source>Most used</source>
        <translation>Meistgenutzt</translation>
    </message>
    <message>
        <source>Needed</source>
        <translation>Nötig</translation>
    </message>
    <message>
        <source>Yes : no</source>
        <translation>Ja : nein</translation>
    </message>
    <message>
        <source>Blue asks for a restart</source>
        <translation>Blau verlangt Neustart</translation>
    </message>
    <message>
        <source>Orange asks for a restart</source>
        <translation>Orange verlangt Neustart</translation>
    </message>
    <message>
        <source>Changed at</source>
        <translation>Geändert bei</translation>
    </message>
    <message>
        <source>Changed by</source>
        <translation>Geändert von</translation>
    </message>
    <message>
        <source>Movement penalty</source>
        <translation>Abzug für Bewegung</translation>
    </message>
    <message>
        <source>Off-axis penalty</source>
        <translation>Abzug für Achsabweichung</translation>
    </message>
    <message>
        <source>Off-axis spin</source>
        <translation>Drall abseits der Achse</translation>
    </message>
    <message>
        <source>Playspace X</source>
        <translation>Spielfläche X</translation>
    </message>
    <message>
        <source>Playspace Y</source>
        <translation>Spielfläche Y</translation>
    </message>
    <message>
        <source>Playspace Z</source>
        <translation>Spielfläche Z</translation>
    </message>
    <message>
        <source>Playspace pitch</source>
        <translation>Spielfläche Nickwinkel</translation>
    </message>
    <message>
        <source>Playspace roll</source>
        <translation>Spielfläche Rollwinkel</translation>
    </message>
    <message>
        <source>Playspace yaw</source>
        <translation>Spielfläche Gierwinkel</translation>
    </message>
    <message>
        <source>Potential speed from rotation</source>
        <translation>Mögliches Tempo aus Drehung</translation>
    </message>
    <message>
        <source>Rotations per second</source>
        <translation>Umdrehungen je Sekunde</translation>
    </message>
    <message>
        <source>Speed from movement</source>
        <translation>Tempo aus Bewegung</translation>
    </message>
    <message>
        <source>Speed from the arm</source>
        <translation>Tempo aus dem Arm</translation>
    </message>
    <message>
        <source>Speed from the wrist</source>
        <translation>Tempo aus dem Handgelenk</translation>
    </message>
    <message>
        <source>Throw to movement</source>
        <translation>Wurf zu Bewegung</translation>
    </message>
    <message>
        <source>Unpausing for</source>
        <translation>Fortsetzung seit</translation>
    </message>
    <message>
        <source>Wrist penalty</source>
        <translation>Abzug für Handgelenk</translation>
    </message>
    <message>
        <source>Wrist to throw</source>
        <translation>Handgelenk zu Wurf</translation>
    </message>
    <message>
        <source>Riptide</source>
        <translation>Sogwirkung</translation>
    </message>
    <message>
        <source>Chronoshift ready in</source>
        <translation>Chronosphäre bereit in</translation>
    </message>
    <message>
        <source>Iron Curtain ready in</source>
        <translation>Eiserner Vorhang bereit in</translation>
    </message>
    <message>
        <source>Nuclear Missile ready in</source>
        <translation>Atomrakete bereit in</translation>
    </message>
    <message>
        <source>Spy Plane ready in</source>
        <translation>Spionageflugzeug bereit in</translation>
    </message>
    <message>
        <source>Minerals friendly fire, army</source>
        <translation>Mineralien Eigenbeschuss, Armee</translation>
    </message>
    <message>
        <source>Minerals friendly fire, economy</source>
        <translation>Mineralien Eigenbeschuss, Wirtschaft</translation>
    </message>
    <message>
        <source>Minerals friendly fire, technology</source>
        <translation>Mineralien Eigenbeschuss, Technologie</translation>
    </message>
    <message>
        <source>Minerals killed, army</source>
        <translation>Mineralien vernichtet, Armee</translation>
    </message>
    <message>
        <source>Minerals killed, economy</source>
        <translation>Mineralien vernichtet, Wirtschaft</translation>
    </message>
    <message>
        <source>Minerals killed, technology</source>
        <translation>Mineralien vernichtet, Technologie</translation>
    </message>
    <message>
        <source>Minerals lost, army</source>
        <translation>Mineralien verloren, Armee</translation>
    </message>
    <message>
        <source>Minerals lost, economy</source>
        <translation>Mineralien verloren, Wirtschaft</translation>
    </message>
    <message>
        <source>Minerals lost, technology</source>
        <translation>Mineralien verloren, Technologie</translation>
    </message>
    <message>
        <source>Minerals used current, army</source>
        <translation>Mineralien gebunden, Armee</translation>
    </message>
    <message>
        <source>Minerals used current, economy</source>
        <translation>Mineralien gebunden, Wirtschaft</translation>
    </message>
    <message>
        <source>Minerals used current, technology</source>
        <translation>Mineralien gebunden, Technologie</translation>
    </message>
    <message>
        <source>Minerals used in progress, army</source>
        <translation>Mineralien in Arbeit, Armee</translation>
    </message>
    <message>
        <source>Minerals used in progress, economy</source>
        <translation>Mineralien in Arbeit, Wirtschaft</translation>
    </message>
    <message>
        <source>Minerals used in progress, technology</source>
        <translation>Mineralien in Arbeit, Technologie</translation>
    </message>
    <message>
        <source>Minerals used, active forces</source>
        <translation>Mineralien gebunden, aktive Kräfte</translation>
    </message>
    <message>
        <source>Vespene friendly fire, army</source>
        <translation>Vespingas Eigenbeschuss, Armee</translation>
    </message>
    <message>
        <source>Vespene friendly fire, economy</source>
        <translation>Vespingas Eigenbeschuss, Wirtschaft</translation>
    </message>
    <message>
        <source>Vespene friendly fire, technology</source>
        <translation>Vespingas Eigenbeschuss, Technologie</translation>
    </message>
    <message>
        <source>Vespene killed, army</source>
        <translation>Vespingas vernichtet, Armee</translation>
    </message>
    <message>
        <source>Vespene killed, economy</source>
        <translation>Vespingas vernichtet, Wirtschaft</translation>
    </message>
    <message>
        <source>Vespene killed, technology</source>
        <translation>Vespingas vernichtet, Technologie</translation>
    </message>
    <message>
        <source>Vespene lost, army</source>
        <translation>Vespingas verloren, Armee</translation>
    </message>
    <message>
        <source>Vespene lost, economy</source>
        <translation>Vespingas verloren, Wirtschaft</translation>
    </message>
    <message>
        <source>Vespene lost, technology</source>
        <translation>Vespingas verloren, Technologie</translation>
    </message>
    <message>
        <source>Vespene used current, army</source>
        <translation>Vespingas gebunden, Armee</translation>
    </message>
    <message>
        <source>Vespene used current, economy</source>
        <translation>Vespingas gebunden, Wirtschaft</translation>
    </message>
    <message>
        <source>Vespene used current, technology</source>
        <translation>Vespingas gebunden, Technologie</translation>
    </message>
    <message>
        <source>Vespene used in progress, army</source>
        <translation>Vespingas in Arbeit, Armee</translation>
    </message>
    <message>
        <source>Vespene used in progress, economy</source>
        <translation>Vespingas in Arbeit, Wirtschaft</translation>
    </message>
    <message>
        <source>Vespene used in progress, technology</source>
        <translation>Vespingas in Arbeit, Technologie</translation>
    </message>
    <message>
        <source>Vespene used, active forces</source>
        <translation>Vespingas gebunden, aktive Kräfte</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>Vernichtet</translation>
    </message>
    <message>
        <source>Pts</source>
        <translation>Pkt</translation>
    </message>
    <message>
        <source>G</source>
        <translation>T</translation>
    </message>
    <message>
        <source>A</source>
        <translation>V</translation>
    </message>
    <message>
        <source>Sv</source>
        <translation>Par</translation>
    </message>
    <message>
        <source>Stl</source>
        <translation>Erob</translation>
    </message>
    <message>
        <source>Stn</source>
        <translation>Bet</translation>
    </message>
    <message>
        <source>Blk</source>
        <translation>Blk</translation>
    </message>
    <message>
        <source>Int</source>
        <translation>Abf</translation>
    </message>
    <message>
        <source>Sh</source>
        <translation>Sch</translation>
    </message>
    <message>
        <source>Poss</source>
        <translation>Bes</translation>
    </message>
    <message>
        <source>Hero</source>
        <translation>Held</translation>
    </message>
    <message>
        <source>Worked out</source>
        <translation>Ausgewertet</translation>
    </message>
    <message>
        <source>Near (worked out)</source>
        <translation>Nah (ausgewertet)</translation>
    </message>
    <message>
        <source>Contact (worked out)</source>
        <translation>Kontakt (ausgewertet)</translation>
    </message>
    <message>
        <source>In a zone (worked out)</source>
        <translation>In einer Zone (ausgewertet)</translation>
    </message>
    <message>
        <source>Over a limit (worked out)</source>
        <translation>Über einer Grenze (ausgewertet)</translation>
    </message>
    <message>
        <source>Tick speed</source>
        <translation>Tempo je Tick</translation>
    </message>
    <message>
        <source>Vertical tick speed</source>
        <translation>Vertikaltempo je Tick</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Enters the game</source>
        <translation>Betritt das Spiel</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>Eingereiht</translation>
    </message>
    <message>
        <source>Given</source>
        <translation>Gegeben</translation>
    </message>
    <message>
        <source>At units</source>
        <translation>Auf Einheiten</translation>
    </message>
    <message>
        <source>At the ground</source>
        <translation>Auf den Boden</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Zuerst</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Gesetzt</translation>
    </message>
    <message>
        <source>Cleared</source>
        <translation>Geleert</translation>
    </message>
    <message>
        <source>Uses/min</source>
        <translation>Nutzungen/min</translation>
    </message>
    <message>
        <source>Last command</source>
        <translation>Letzter Befehl</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>Time to collision</source>
        <translation>Zeit bis zum Zusammenstoß</translation>
    </message>
    <message>
        <source>Post-encroachment time</source>
        <translation>Nachfolgezeit</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 (worked out)</source>
        <translation>%1 (ausgewertet)</translation>
    </message>
    <message>
        <source>%1 and %2 %3 %4 from each other</source>
        <translation>%1 und %2 %3 %4 voneinander entfernt</translation>
    </message>
    <message>
        <source>%1 at a relative speed of %2 %3/s</source>
        <translation>%1, Relativtempo %2 %3/s</translation>
    </message>
    <message>
        <source>%1, gap %2 %3</source>
        <translation>%1, Lücke %2 %3</translation>
    </message>
    <message>
        <source>%1, time to collision %2 s</source>
        <translation>%1, Zeit bis zum Zusammenstoß %2 s</translation>
    </message>
    <message>
        <source>%1, post-encroachment time %2 s</source>
        <translation>%1, Nachfolgezeit %2 s</translation>
    </message>
    <message>
        <source>%1, places %2</source>
        <translation>%1, Orte %2</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>aufgezeichnet</translation>
    </message>
    <message>
        <source>interpolated</source>
        <translation>interpoliert</translation>
    </message>
    <message>
        <source>sampled</source>
        <translation>abgetastet</translation>
    </message>
    <message>
        <source>held</source>
        <translation>gehalten</translation>
    </message>
    <message>
        <source>%1: %2 up to %3 %4 for %5 s</source>
        <translation>%1: %2 bis %3 %4, %5 s lang</translation>
    </message>
    <message>
        <source>%1 in %2 for %3 s</source>
        <translation>%1 in %2, %3 s lang</translation>
    </message>
    <message>
        <source>Team %1</source>
        <translation>Team %1</translation>
    </message>
    <message>
        <source>%1 appears</source>
        <translation>%1 erscheint</translation>
    </message>
    <message>
        <source>%1 lost %2</source>
        <translation>%1 verliert %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>observers</source>
        <translation>Zuschauer</translation>
    </message>
    <message>
        <source>Taken out of the scene</source>
        <translation>Aus der Szene genommen</translation>
    </message>
    <message>
        <source>Brought into the scene</source>
        <translation>In die Szene geholt</translation>
    </message>
    <message>
        <source>Two-wheelers</source>
        <translation>Zweiräder</translation>
    </message>
    <message>
        <source>Walkers</source>
        <translation>Fußgänger</translation>
    </message>
    <message>
        <source>Traffic lights</source>
        <translation>Ampeln</translation>
    </message>
    <message>
        <source>Signs</source>
        <translation>Schilder</translation>
    </message>
    <message>
        <source>Sensors</source>
        <translation>Sensoren</translation>
    </message>
    <message>
        <source>Props</source>
        <translation>Gegenstände</translation>
    </message>
    <message>
        <source>something that is no actor</source>
        <translation>etwas, das kein Akteur ist</translation>
    </message>
    <message>
        <source>actor #%1</source>
        <translation>Akteur #%1</translation>
    </message>
    <message>
        <source>%1 is removed</source>
        <translation>%1 wird entfernt</translation>
    </message>
    <message>
        <source>%1 hits %2</source>
        <translation>%1 trifft %2</translation>
    </message>
    <message>
        <source>%1: door %2 opens</source>
        <translation>%1: Tür %2 geht auf</translation>
    </message>
    <message>
        <source>%1: door %2 closes</source>
        <translation>%1: Tür %2 geht zu</translation>
    </message>
    <message>
        <source>front left</source>
        <translation>vorn links</translation>
    </message>
    <message>
        <source>front right</source>
        <translation>vorn rechts</translation>
    </message>
    <message>
        <source>rear left</source>
        <translation>hinten links</translation>
    </message>
    <message>
        <source>rear right</source>
        <translation>hinten rechts</translation>
    </message>
    <message>
        <source>hood</source>
        <translation>Motorhaube</translation>
    </message>
    <message>
        <source>trunk</source>
        <translation>Kofferraum</translation>
    </message>
    <message>
        <source>Weather changes: %1</source>
        <translation>Wetterwechsel: %1</translation>
    </message>
    <message>
        <source>PrecipitationDeposits</source>
        <translation>Pfützen</translation>
    </message>
    <message>
        <source>WindIntensity</source>
        <translation>Windstärke</translation>
    </message>
    <message>
        <source>SunAzimuthAngle</source>
        <translation>Sonnenazimut</translation>
    </message>
    <message>
        <source>SunAltitudeAngle</source>
        <translation>Sonnenhöhe</translation>
    </message>
    <message>
        <source>FogDensity</source>
        <translation>Nebeldichte</translation>
    </message>
    <message>
        <source>FogDistance</source>
        <translation>Nebelabstand</translation>
    </message>
    <message>
        <source>FogFalloff</source>
        <translation>Nebelabfall</translation>
    </message>
    <message>
        <source>ScatteringIntensity</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>MieScatteringScale</source>
        <translation>Mie-Streuung</translation>
    </message>
    <message>
        <source>RayleighScatteringScale</source>
        <translation>Rayleigh-Streuung</translation>
    </message>
    <message>
        <source>DustStorm</source>
        <translation>Staubsturm</translation>
    </message>
    <message>
        <source>%1 is parked below the ground</source>
        <translation>%1 wird unter dem Boden abgestellt</translation>
    </message>
    <message>
        <source>%1 comes up from below the ground</source>
        <translation>%1 kommt von unter dem Boden herauf</translation>
    </message>
    <message>
        <source>somebody</source>
        <translation>jemand</translation>
    </message>
    <message>
        <source>Somebody</source>
        <translation>Jemand</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>spectator</source>
        <translation>Zuschauer</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>bounce shot</source>
        <translation>Aufsetzer</translation>
    </message>
    <message>
        <source>inside shot</source>
        <translation>Nahwurf</translation>
    </message>
    <message>
        <source>long bounce shot</source>
        <translation>weiter Aufsetzer</translation>
    </message>
    <message>
        <source>long shot</source>
        <translation>Weitwurf</translation>
    </message>
    <message>
        <source>own goal</source>
        <translation>Eigentor</translation>
    </message>
    <message>
        <source>slam dunk</source>
        <translation>Slam Dunk</translation>
    </message>
    <message>
        <source>bumper shot</source>
        <translation>Bandenwurf</translation>
    </message>
    <message>
        <source>headbutt</source>
        <translation>Kopfstoß</translation>
    </message>
    <message>
        <source>%1 caught the disc</source>
        <translation>%1 fängt die Scheibe</translation>
    </message>
    <message>
        <source>%1 caught the disc from %2</source>
        <translation>%1 fängt die Scheibe von %2</translation>
    </message>
    <message>
        <source>%1 caught the throw of %2</source>
        <translation>%1 fängt den Wurf von %2</translation>
    </message>
    <message>
        <source>%1 took the disc</source>
        <translation>%1 nimmt die Scheibe</translation>
    </message>
    <message>
        <source>%1 threw the disc</source>
        <translation>%1 wirft die Scheibe</translation>
    </message>
    <message>
        <source>%1 threw the disc at %2</source>
        <translation>%1 wirft die Scheibe mit %2</translation>
    </message>
    <message>
        <source>%1 passed</source>
        <translation>%1 passt</translation>
    </message>
    <message>
        <source>%1 passed to %2</source>
        <translation>%1 passt zu %2</translation>
    </message>
    <message>
        <source>%1 passed to %2 over %3 m</source>
        <translation>%1 passt zu %2 über %3 m</translation>
    </message>
    <message>
        <source>%1 intercepted the disc</source>
        <translation>%1 fängt die Scheibe ab</translation>
    </message>
    <message>
        <source>%1 intercepted the throw of %2</source>
        <translation>%1 fängt den Wurf von %2 ab</translation>
    </message>
    <message>
        <source>%1 gave an assist</source>
        <translation>%1 gibt eine Vorlage</translation>
    </message>
    <message>
        <source>%1 assisted %2</source>
        <translation>%1 gibt die Vorlage für %2</translation>
    </message>
    <message>
        <source>%1 shot</source>
        <translation>%1 wirft aufs Tor</translation>
    </message>
    <message>
        <source>%1 shot, disc at %2</source>
        <translation>%1 wirft aufs Tor, Scheibe mit %2</translation>
    </message>
    <message>
        <source>%1 saved</source>
        <translation>%1 pariert</translation>
    </message>
    <message>
        <source>%1 saved the shot of %2</source>
        <translation>%1 pariert den Wurf von %2</translation>
    </message>
    <message>
        <source>%1 stole the disc</source>
        <translation>%1 erobert die Scheibe</translation>
    </message>
    <message>
        <source>%1 stole the disc from %2</source>
        <translation>%1 erobert die Scheibe von %2</translation>
    </message>
    <message>
        <source>%1 blocked</source>
        <translation>%1 blockt</translation>
    </message>
    <message>
        <source>%1 blocked %2</source>
        <translation>%1 blockt %2</translation>
    </message>
    <message>
        <source>%1 was stunned</source>
        <translation>%1 wird betäubt</translation>
    </message>
    <message>
        <source>%1 stunned somebody</source>
        <translation>%1 betäubt jemanden</translation>
    </message>
    <message>
        <source>%1 stunned %2</source>
        <translation>%1 betäubt %2</translation>
    </message>
    <message>
        <source>The disc is %1&apos;s</source>
        <translation>Die Scheibe hat %1</translation>
    </message>
    <message>
        <source>The disc is %1&apos;s, %2</source>
        <translation>Die Scheibe hat %1, %2</translation>
    </message>
    <message>
        <source>The disc is free</source>
        <translation>Die Scheibe ist frei</translation>
    </message>
    <message>
        <source>%1 was first at the disc, %2 s after the start</source>
        <translation>%1 ist zuerst an der Scheibe, %2 s nach dem Anwurf</translation>
    </message>
    <message>
        <source>%1 was first at the disc, %2 s after the start at %3</source>
        <translation>%1 ist zuerst an der Scheibe, %2 s nach dem Anwurf, mit %3</translation>
    </message>
    <message>
        <source>%1 scored</source>
        <translation>%1 trifft</translation>
    </message>
    <message>
        <source>%1 scored %2</source>
        <translation>%1 trifft, %2 Punkte</translation>
    </message>
    <message>
        <source>%1, assist %2</source>
        <translation>%1, Vorlage %2</translation>
    </message>
    <message>
        <source>Sudden death began</source>
        <translation>Das Entscheidungstor wird gesucht</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>Round %1 began</source>
        <translation>Runde %1 beginnt</translation>
    </message>
    <message>
        <source>%1 over, blue %2 : %3 orange</source>
        <translation>%1 vorbei, Blau %2 : %3 Orange</translation>
    </message>
    <message>
        <source>Pause asked for</source>
        <translation>Pause erbeten</translation>
    </message>
    <message>
        <source>Pause, asked for by %1</source>
        <translation>Pause, erbeten von %1</translation>
    </message>
    <message>
        <source>Pause asked for by %1</source>
        <translation>Pause erbeten von %1</translation>
    </message>
    <message>
        <source>%1 asked for a restart</source>
        <translation>%1 wünscht einen Neustart</translation>
    </message>
    <message>
        <source>%1 changed the rules</source>
        <translation>%1 ändert die Regeln</translation>
    </message>
    <message>
        <source>The rules changed</source>
        <translation>Die Regeln ändern sich</translation>
    </message>
    <message>
        <source>%1 joined %2</source>
        <translation>%1 kommt zu %2</translation>
    </message>
    <message>
        <source>%1 joined %2 again</source>
        <translation>%1 kommt wieder zu %2</translation>
    </message>
    <message>
        <source>%1 came to watch</source>
        <translation>%1 schaut zu</translation>
    </message>
    <message>
        <source>%1 came to watch again</source>
        <translation>%1 schaut wieder zu</translation>
    </message>
    <message>
        <source>%1 went over from %2 to %3</source>
        <translation>%1 wechselt von %2 zu %3</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>%1 ist gegangen</translation>
    </message>
    <message>
        <source>%1 played an emote</source>
        <translation>%1 macht eine Geste</translation>
    </message>
    <message>
        <source>%1 took %2</source>
        <translation>%1 nimmt %2</translation>
    </message>
    <message>
        <source>%1, score %2</source>
        <translation>%1, Wert %2</translation>
    </message>
    <message>
        <source>flag</source>
        <translation>Verdacht</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>durch %1</translation>
    </message>
    <message>
        <source>%1 swings the main hand</source>
        <translation>%1 schwingt die Haupthand</translation>
    </message>
    <message>
        <source>%1 swings the off hand</source>
        <translation>%1 schwingt die Zweithand</translation>
    </message>
    <message>
        <source>%1 uses the item in the main hand</source>
        <translation>%1 benutzt den Gegenstand in der Haupthand</translation>
    </message>
    <message>
        <source>%1 uses the item in the off hand</source>
        <translation>%1 benutzt den Gegenstand in der Zweithand</translation>
    </message>
    <message>
        <source>%1 stops using the item</source>
        <translation>%1 benutzt den Gegenstand nicht mehr</translation>
    </message>
    <message>
        <source>%1 takes slot %2 in hand</source>
        <translation>%1 nimmt Platz %2 in die Hand</translation>
    </message>
    <message>
        <source>Block at %1 removed</source>
        <translation>Block bei %1 entfernt</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>All edited blocks are dropped</source>
        <translation>Alle geänderten Blöcke fallen weg</translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 ist fort</translation>
    </message>
    <message>
        <source>%1 is moved by %2 m</source>
        <translation>%1 wird um %2 m versetzt</translation>
    </message>
    <message>
        <source>Saved because of: %1</source>
        <translation>Gespeichert wegen: %1</translation>
    </message>
    <message>
        <source>Set: group %1</source>
        <translation>Setzen: Gruppe %1</translation>
    </message>
    <message>
        <source>Add: group %1</source>
        <translation>Ergänzen: Gruppe %1</translation>
    </message>
    <message>
        <source>Recall: group %1</source>
        <translation>Aufrufen: Gruppe %1</translation>
    </message>
    <message>
        <source>Clear: group %1</source>
        <translation>Leeren: Gruppe %1</translation>
    </message>
    <message>
        <source>Set and take: group %1</source>
        <translation>Setzen und übernehmen: Gruppe %1</translation>
    </message>
    <message>
        <source>Add and take: group %1</source>
        <translation>Ergänzen und übernehmen: Gruppe %1</translation>
    </message>
    <message>
        <source>Right click</source>
        <translation>Rechtsklick</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>eingereiht</translation>
    </message>
    <message>
        <source>again</source>
        <translation>erneut</translation>
    </message>
    <message>
        <source>Fight: %1</source>
        <translation>Kampf: %1</translation>
    </message>
    <message>
        <source>others %1</source>
        <translation>andere %1</translation>
    </message>
    <message>
        <source>allies</source>
        <translation>Verbündete</translation>
    </message>
    <message>
        <source>one</source>
        <translation>einen</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>Gruppe %1</translation>
    </message>
    <message>
        <source>User %1</source>
        <translation>Benutzer %1</translation>
    </message>
    <message>
        <source>player %1</source>
        <translation>Spieler %1</translation>
    </message>
    <message>
        <source>Ping to %1</source>
        <translation>Ping an %1</translation>
    </message>
    <message>
        <source>to %1: %2</source>
        <translation>an %1: %2</translation>
    </message>
    <message>
        <source>Camera %1 saved</source>
        <translation>Kamera %1 gespeichert</translation>
    </message>
    <message>
        <source>Gives %1 to %2</source>
        <translation>Gibt %1 an %2</translation>
    </message>
    <message>
        <source>minerals</source>
        <translation>Mineralien</translation>
    </message>
    <message>
        <source>vespene</source>
        <translation>Vespingas</translation>
    </message>
    <message>
        <source>terrazine</source>
        <translation>Terrazin</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>Eigenes</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1 für %2</translation>
    </message>
    <message>
        <source>The game goes on from a replay</source>
        <translation>Das Spiel geht aus einer Aufzeichnung weiter</translation>
    </message>
    <message>
        <source>The game goes on from a replay, played by %1</source>
        <translation>Das Spiel geht aus einer Aufzeichnung weiter, gespielt von %1</translation>
    </message>
    <message>
        <source>Left the game</source>
        <translation>Verlässt das Spiel</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>Banned</source>
        <translation>Ausgeschlossen</translation>
    </message>
    <message>
        <source>Left after a victory</source>
        <translation>Geht nach einem Sieg</translation>
    </message>
    <message>
        <source>Left after a defeat</source>
        <translation>Geht nach einer Niederlage</translation>
    </message>
    <message>
        <source>Left after a tie</source>
        <translation>Geht nach einem Unentschieden</translation>
    </message>
    <message>
        <source>Out of step with the others</source>
        <translation>Nicht mehr im Gleichlauf mit den anderen</translation>
    </message>
    <message>
        <source>Out of time</source>
        <translation>Zeit abgelaufen</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>Zeitüberschreitung</translation>
    </message>
    <message>
        <source>Disconnected</source>
        <translation>Verbindung getrennt</translation>
    </message>
    <message>
        <source>Left for reason %1</source>
        <translation>Geht aus Grund %1</translation>
    </message>
    <message>
        <source>Game start: %1</source>
        <translation>Spielbeginn: %1</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 gegen %2</translation>
    </message>
    <message>
        <source>A tie</source>
        <translation>Unentschieden</translation>
    </message>
    <message>
        <source>%1 won</source>
        <translation>Sieg: %1</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>Niederlage: %1</translation>
    </message>
    <message>
        <source>%1 (concluded from who left first)</source>
        <translation>%1 (geschlossen daraus, wer zuerst ging)</translation>
    </message>
    <message>
        <source>First %1</source>
        <translation>Zuerst %1</translation>
    </message>
    <message>
        <source>Base %1: %2</source>
        <translation>Basis %1: %2</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <translation>%1, durch %2</translation>
    </message>
    <message>
        <source>ordered: base %1, %2</source>
        <translation>befohlen: Basis %1, %2</translation>
    </message>
    <message>
        <source>ordered: first %1</source>
        <translation>befohlen: zuerst %1</translation>
    </message>
    <message>
        <source>ordered: %1</source>
        <translation>befohlen: %1</translation>
    </message>
    <message>
        <source>Supply blocked at %1 of %2</source>
        <translation>Versorgung blockiert bei %1 von %2</translation>
    </message>
    <message>
        <source>%1 completes the upgrade %2</source>
        <translation>%1 vollendet die Verbesserung %2</translation>
    </message>
    <message>
        <source>%1 uses %2</source>
        <translation>%1 setzt %2 ein</translation>
    </message>
    <message>
        <source>%1 pauses</source>
        <translation>%1 pausiert</translation>
    </message>
    <message>
        <source>%1 resumes</source>
        <translation>%1 setzt fort</translation>
    </message>
    <message>
        <source>%1 sets group %2</source>
        <translation>%1 setzt Gruppe %2</translation>
    </message>
    <message>
        <source>%1 adds to group %2</source>
        <translation>%1 ergänzt Gruppe %2</translation>
    </message>
    <message>
        <source>%1 recalls group %2</source>
        <translation>%1 ruft Gruppe %2 auf</translation>
    </message>
    <message>
        <source>%1 fires %2: %3 and %4 hit</source>
        <translation>%1 feuert %2: %3 und %4 getroffen</translation>
    </message>
    <message>
        <source>%1 unit</source>
        <translation>%1 Einheit</translation>
    </message>
    <message>
        <source>%1 units</source>
        <translation>%1 Einheiten</translation>
    </message>
    <message>
        <source>%1 building</source>
        <translation>%1 Gebäude</translation>
    </message>
    <message>
        <source>%1 buildings</source>
        <translation>%1 Gebäude</translation>
    </message>
    <message>
        <source>%1 lost a base: %2</source>
        <translation>%1 verliert eine Basis: %2</translation>
    </message>
    <message>
        <source>%1 lost %2 worth %3: %4 % of the army</source>
        <translation>%1 verliert %2 im Wert von %3: %4 % der Armee</translation>
    </message>
    <message>
        <source>level</source>
        <translation>gleichauf</translation>
    </message>
    <message>
        <source>%1 behind</source>
        <translation>%1 zurück</translation>
    </message>
    <message>
        <source>%1 ahead</source>
        <translation>%1 voraus</translation>
    </message>
    <message>
        <source>%1 comes back: from %2 to %3</source>
        <translation>%1 holt auf: von %2 auf %3</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1 (about %2)</source>
        <translation>%1 (etwa %2)</translation>
    </message>
    <message>
        <source>Engagement: %1 lost %2, %3 lost %4</source>
        <translation>Gefecht: %1 verliert %2, %3 verliert %4</translation>
    </message>
    <message>
        <source>Engagement: %1 with %2 against %3 with %4, end not recorded</source>
        <translation>Gefecht: %1 mit %2 gegen %3 mit %4, Ende nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>to surrender</source>
        <translation>zur Aufgabe</translation>
    </message>
    <message>
        <source>to kick %1 (%2)</source>
        <translation>zum Ausschluss von %1 (%2)</translation>
    </message>
    <message>
        <source>for a remake</source>
        <translation>für eine Neuauflage</translation>
    </message>
    <message>
        <source>for a draw</source>
        <translation>für ein Unentschieden</translation>
    </message>
    <message>
        <source>on &quot;%1&quot;</source>
        <translation>über „%1“</translation>
    </message>
    <message>
        <source>away from keyboard</source>
        <translation>nicht am Rechner</translation>
    </message>
    <message>
        <source>griefing</source>
        <translation>Sabotage</translation>
    </message>
    <message>
        <source>abusive communication</source>
        <translation>Beleidigungen</translation>
    </message>
    <message>
        <source>other reasons</source>
        <translation>andere Gründe</translation>
    </message>
    <message>
        <source>%1 calls a vote %2</source>
        <translation>%1 beantragt eine Abstimmung %2</translation>
    </message>
    <message>
        <source>Vote %1 %2</source>
        <translation>Abstimmung %1 %2</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>time ran out</source>
        <translation>Zeit abgelaufen</translation>
    </message>
    <message>
        <source>too few could still say yes</source>
        <translation>zu wenige hätten noch zustimmen können</translation>
    </message>
    <message>
        <source>the proposer left</source>
        <translation>wer sie beantragt hat, ist gegangen</translation>
    </message>
    <message>
        <source>%1 says yes in vote %2</source>
        <translation>%1 stimmt in Abstimmung %2 mit Ja</translation>
    </message>
    <message>
        <source>%1 says no in vote %2</source>
        <translation>%1 stimmt in Abstimmung %2 mit Nein</translation>
    </message>
    <message>
        <source>%1 says yes on the vote %2</source>
        <translation>%1 stimmt mit Ja bei der Abstimmung %2</translation>
    </message>
    <message>
        <source>%1 says no on the vote %2</source>
        <translation>%1 stimmt mit Nein bei der Abstimmung %2</translation>
    </message>
    <message>
        <source>%1 (to %2): %3</source>
        <translation>%1 (an %2): %3</translation>
    </message>
    <message>
        <source>team</source>
        <translation>Team</translation>
    </message>
    <message>
        <source>%1 uses cheat code %2</source>
        <translation>%1 benutzt Cheat %2</translation>
    </message>
    <message>
        <source>%1 sets %2</source>
        <translation>%1 setzt %2</translation>
    </message>
    <message>
        <source>%1 commands: %2</source>
        <translation>%1 befiehlt: %2</translation>
    </message>
    <message>
        <source>everyone</source>
        <translation>allen</translation>
    </message>
    <message>
        <source>the team</source>
        <translation>dem Team</translation>
    </message>
    <message>
        <source>%1 talks to %2</source>
        <translation>%1 spricht zu %2</translation>
    </message>
    <message>
        <source>%1 wins</source>
        <translation>%1 gewinnt</translation>
    </message>
    <message>
        <source>%1 abandoned the match</source>
        <translation>%1 bricht die Partie ab</translation>
    </message>
    <message>
        <source>The match is a draw</source>
        <translation>Die Partie endet unentschieden</translation>
    </message>
    <message>
        <source>The match is remade: it does not count</source>
        <translation>Die Partie wird neu angesetzt: Sie zählt nicht</translation>
    </message>
    <message>
        <source>The match was ended because the players&apos; games no longer agreed</source>
        <translation>Die Partie wurde beendet, weil die Spiele der Spieler nicht mehr übereinstimmten</translation>
    </message>
    <message>
        <source>The match ended</source>
        <translation>Die Partie endet</translation>
    </message>
    <message>
        <source>elimination</source>
        <translation>Auslöschung</translation>
    </message>
    <message>
        <source>surrender</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>surrender of the team</source>
        <translation>Aufgabe des Teams</translation>
    </message>
    <message>
        <source>objective completed</source>
        <translation>Ziel erreicht</translation>
    </message>
    <message>
        <source>draw agreed</source>
        <translation>Unentschieden vereinbart</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>a unit</source>
        <translation>eine Einheit</translation>
    </message>
    <message>
        <source>%1 begins %2</source>
        <translation>%1 beginnt %2</translation>
    </message>
    <message>
        <source>%1, done at %2</source>
        <translation>%1, fertig um %2</translation>
    </message>
    <message>
        <source>%1 is complete</source>
        <translation>%1 ist fertig</translation>
    </message>
    <message>
        <source>%1 completes %2</source>
        <translation>%1 vollendet %2</translation>
    </message>
    <message>
        <source>%1 was lost</source>
        <translation>%1 geht verloren</translation>
    </message>
    <message>
        <source>%1 was lost to %2</source>
        <translation>%1 geht verloren an %2</translation>
    </message>
    <message>
        <source>%1 lost %2 to %3</source>
        <translation>%1 verliert %2 an %3</translation>
    </message>
    <message>
        <source>%1 lost the last building (derived)</source>
        <translation>%1 verliert das letzte Gebäude (abgeleitet)</translation>
    </message>
    <message>
        <source>Supply blocks</source>
        <translation>Versorgungsengpässe</translation>
    </message>
    <message>
        <source>Talk</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>In production</source>
        <translation>In Produktion</translation>
    </message>
    <message>
        <source>Under construction</source>
        <translation>Im Bau</translation>
    </message>
    <message>
        <source>Game APM</source>
        <translation>APM im Spiel</translation>
    </message>
    <message>
        <source>Late by at most</source>
        <translation>Höchstens zu spät um</translation>
    </message>
    <message>
        <source>APM (last minute)</source>
        <translation>APM (letzte Minute)</translation>
    </message>
    <message>
        <source>EPM (last minute)</source>
        <translation>EPM (letzte Minute)</translation>
    </message>
    <message>
        <source>Actions per minute, over the last minute</source>
        <translation>Aktionen je Minute, über die letzte Minute</translation>
    </message>
    <message>
        <source>Effective actions per minute, over the last minute</source>
        <translation>Wirksame Aktionen je Minute, über die letzte Minute</translation>
    </message>
    <message>
        <source>Screens per minute, over the last minute</source>
        <translation>Bildschirme je Minute, über die letzte Minute</translation>
    </message>
    <message>
        <source>%1, since up to %2 s before</source>
        <translation>%1, seit bis zu %2 s davor</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>es gibt keine solche Datei</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>es gibt keinen solchen Ordner</translation>
    </message>
    <message>
        <source>the file cannot be opened: %1</source>
        <translation>die Datei lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>the file could not be read: %1</source>
        <translation>die Datei ließ sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>the folder cannot be read: %1</source>
        <translation>der Ordner lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>the folder cannot be listed</source>
        <translation>der Inhalt des Ordners lässt sich nicht auflisten</translation>
    </message>
    <message>
        <source>this is a folder, not a file</source>
        <translation>das ist ein Ordner, keine Datei</translation>
    </message>
    <message>
        <source>this is not a regular file</source>
        <translation>das ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>there is no file &quot;%1&quot; beside the recording</source>
        <translation>neben der Aufzeichnung liegt keine Datei „%1“</translation>
    </message>
    <message>
        <source>%1 bytes were expected from byte %2 on, the file ends after %3 of them</source>
        <translation>ab Byte %2 wurden %1 Bytes erwartet, die Datei endet nach %3 davon</translation>
    </message>
    <message>
        <source>the file cannot be written</source>
        <translation>die Datei lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>the file could not be written</source>
        <translation>die Datei ließ sich nicht schreiben</translation>
    </message>
    <message>
        <source>the folder could not be written</source>
        <translation>der Ordner ließ sich nicht schreiben</translation>
    </message>
    <message>
        <source>the old file could not be replaced</source>
        <translation>die alte Datei ließ sich nicht ersetzen</translation>
    </message>
    <message>
        <source>the file is there, but perhaps not after a power cut</source>
        <translation>die Datei ist da, nach einem Stromausfall aber vielleicht nicht mehr</translation>
    </message>
    <message>
        <source>the folder is there, but perhaps not after a power cut</source>
        <translation>der Ordner ist da, nach einem Stromausfall aber vielleicht nicht mehr</translation>
    </message>
    <message>
        <source>the file could not take its name</source>
        <translation>die Datei ließ sich nicht auf ihren Namen umbenennen</translation>
    </message>
    <message>
        <source>the folder could not take its name</source>
        <translation>der Ordner ließ sich nicht auf seinen Namen umbenennen</translation>
    </message>
    <message>
        <source>it is not a regular file, and is not replaced</source>
        <translation>es ist keine gewöhnliche Datei und wird nicht ersetzt</translation>
    </message>
    <message>
        <source>the output would replace the recording itself</source>
        <translation>die Ausgabe würde die Aufzeichnung selbst ersetzen</translation>
    </message>
    <message>
        <source>the output would lie inside the recording</source>
        <translation>die Ausgabe läge innerhalb der Aufzeichnung</translation>
    </message>
    <message>
        <source>no codec knows this content: %1</source>
        <translation>kein Codec kennt diesen Inhalt: %1</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>er ist leer</translation>
    </message>
    <message>
        <source>it looks like %1</source>
        <translation>das sieht aus wie %1</translation>
    </message>
    <message>
        <source>it looks like text</source>
        <translation>das sieht aus wie Text</translation>
    </message>
    <message>
        <source>it begins with nothing but zeroes</source>
        <translation>am Anfang stehen nur Nullen</translation>
    </message>
    <message>
        <source>it begins with the bytes %1</source>
        <translation>am Anfang stehen die Bytes %1</translation>
    </message>
    <message>
        <source>a JPEG picture</source>
        <translation>ein JPEG-Bild</translation>
    </message>
    <message>
        <source>a PNG picture</source>
        <translation>ein PNG-Bild</translation>
    </message>
    <message>
        <source>a GIF picture</source>
        <translation>ein GIF-Bild</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>ein PDF-Dokument</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>ein Programm</translation>
    </message>
    <message>
        <source>a ZIP archive</source>
        <translation>ein ZIP-Archiv</translation>
    </message>
    <message>
        <source>gzip-compressed data</source>
        <translation>mit gzip gepackte Daten</translation>
    </message>
    <message>
        <source>zstd-compressed data</source>
        <translation>mit zstd gepackte Daten</translation>
    </message>
    <message>
        <source>xz-compressed data</source>
        <translation>mit xz gepackte Daten</translation>
    </message>
    <message>
        <source>the codec &quot;%1&quot; could not be loaded: %2</source>
        <translation>der Codec „%1“ ließ sich nicht laden: %2</translation>
    </message>
    <message>
        <source>there is no codec &quot;%1&quot;</source>
        <translation>es gibt keinen Codec „%1“</translation>
    </message>
    <message>
        <source>this address is a folder without a replay that is known</source>
        <translation>diese Adresse ist ein Ordner ohne eine bekannte Aufzeichnung</translation>
    </message>
    <message>
        <source>this is a folder, and no replay that is known lies in it</source>
        <translation>das ist ein Ordner, in dem keine bekannte Aufzeichnung liegt</translation>
    </message>
    <message>
        <source>Open one of the files in it.</source>
        <translation>Eine der Dateien darin öffnen.</translation>
    </message>
    <message>
        <source>this is not a web address: it must begin with http:// or https://</source>
        <translation>das ist keine Webadresse: sie muss mit http:// oder https:// beginnen</translation>
    </message>
    <message>
        <source>this is not a complete web address: the name of the server is missing</source>
        <translation>das ist keine vollständige Webadresse: der Name des Servers fehlt</translation>
    </message>
    <message>
        <source>%1 refused the connection</source>
        <translation>%1 hat die Verbindung abgelehnt</translation>
    </message>
    <message>
        <source>%1 closed the connection</source>
        <translation>%1 hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>%1 is not known: no such host</source>
        <translation>%1 ist nicht bekannt: es gibt keinen solchen Server</translation>
    </message>
    <message>
        <source>%1 did not answer in time</source>
        <translation>%1 hat nicht rechtzeitig geantwortet</translation>
    </message>
    <message>
        <source>%1 could not be read from: %2</source>
        <translation>von %1 ließ sich nicht lesen: %2</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 sent nothing for %2</source>
        <translation>%1 hat %2 lang nichts gesendet</translation>
    </message>
    <message>
        <source>%1 sent no answer for %2</source>
        <translation>%1 hat %2 lang keine Antwort gesendet</translation>
    </message>
    <message>
        <source>%1 sent only %2 bytes in %3</source>
        <translation>%1 hat in %3 nur %2 Bytes gesendet</translation>
    </message>
    <message>
        <source>%1 sends elsewhere, to %2: %3</source>
        <translation>%1 verweist anderswohin, auf %2: %3</translation>
    </message>
    <message>
        <source>that is not a web address</source>
        <translation>das ist keine Webadresse</translation>
    </message>
    <message>
        <source>the way there is less safe (http after https)</source>
        <translation>der Weg dorthin ist weniger sicher (http nach https)</translation>
    </message>
    <message>
        <source>that was the last of %1 redirects in a row</source>
        <translation>das war die letzte von %1 Weiterleitungen hintereinander</translation>
    </message>
    <message>
        <source>%1 sends more than was asked for: the answer goes on after the %2 bytes it announced</source>
        <translation>%1 sendet mehr als verlangt: die Antwort geht nach den angekündigten %2 Bytes weiter</translation>
    </message>
    <message>
        <source>%1 sends more than was asked for: %2 bytes were wanted, Content-Length is &quot;%3&quot;</source>
        <translation>%1 sendet mehr als verlangt: gewollt waren %2 Bytes, Content-Length ist „%3“</translation>
    </message>
    <message>
        <source>%1 sent fewer bytes than were asked for</source>
        <translation>%1 hat weniger Bytes als verlangt gesendet</translation>
    </message>
    <message>
        <source>%1 gave an answer that is not HTTP</source>
        <translation>%1 hat etwas geantwortet, das kein HTTP ist</translation>
    </message>
    <message>
        <source>%1 (tried %2 times)</source>
        <translation>%1 (%2-mal versucht)</translation>
    </message>
    <message>
        <source>Somebody else could be answering, so nothing is read; the server needs a certificate that this computer trusts</source>
        <translation>Jemand anders könnte antworten, deshalb wird nichts gelesen; der Server braucht ein Zertifikat, dem dieser Rechner vertraut</translation>
    </message>
    <message>
        <source>Check how the name of the server is spelt</source>
        <translation>Die Schreibweise des Servernamens prüfen</translation>
    </message>
    <message>
        <source>Check the connection, and whether the server runs; then try again</source>
        <translation>Die Verbindung prüfen, und ob der Server läuft; dann erneut versuchen</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>vom %1</translation>
    </message>
    <message>
        <source>no version named</source>
        <translation>keine Fassung genannt</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Bytes</translation>
    </message>
    <message>
        <source>fewer</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>the recording changed on the server while it was being read (%1 before, %2 now)</source>
        <translation>die Aufzeichnung hat sich auf dem Server geändert, während sie gelesen wurde (vorher %1, jetzt %2)</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>Erneut öffnen</translation>
    </message>
    <message>
        <source>%1 does not support ranges: it sends the whole file where a part was asked for</source>
        <translation>%1 unterstützt keine Teilabrufe: es kommt die ganze Datei, wo ein Teil verlangt war</translation>
    </message>
    <message>
        <source>Download the file and open the copy, or allow range requests on the server</source>
        <translation>Die Datei herunterladen und die Kopie öffnen, oder auf dem Server Teilabrufe (range requests) erlauben</translation>
    </message>
    <message>
        <source>Download the file and open the copy</source>
        <translation>Die Datei herunterladen und die Kopie öffnen</translation>
    </message>
    <message>
        <source>%1 answered that the file does not have the bytes asked for (416)</source>
        <translation>%1 hat geantwortet, dass die Datei die verlangten Bytes nicht hat (416)</translation>
    </message>
    <message>
        <source>there is no such file on %1 (%2)</source>
        <translation>auf %1 gibt es keine solche Datei (%2)</translation>
    </message>
    <message>
        <source>the recording is no longer on %1 (%2)</source>
        <translation>die Aufzeichnung ist nicht mehr auf %1 (%2)</translation>
    </message>
    <message>
        <source>%1 answered %2</source>
        <translation>%1 hat mit %2 geantwortet</translation>
    </message>
    <message>
        <source>%1 answered %2 (%3)</source>
        <translation>%1 hat mit %2 geantwortet (%3)</translation>
    </message>
    <message>
        <source>the request was not understood</source>
        <translation>die Anfrage wurde nicht verstanden</translation>
    </message>
    <message>
        <source>a user name and password are needed</source>
        <translation>Benutzername und Passwort sind nötig</translation>
    </message>
    <message>
        <source>reading it is not allowed</source>
        <translation>das Lesen ist nicht erlaubt</translation>
    </message>
    <message>
        <source>the proxy wants a user name and password</source>
        <translation>der Proxy verlangt Benutzername und Passwort</translation>
    </message>
    <message>
        <source>too many requests</source>
        <translation>zu viele Anfragen</translation>
    </message>
    <message>
        <source>internal error</source>
        <translation>interner Fehler</translation>
    </message>
    <message>
        <source>bad gateway</source>
        <translation>fehlerhaftes Gateway</translation>
    </message>
    <message>
        <source>not available at the moment</source>
        <translation>zur Zeit nicht verfügbar</translation>
    </message>
    <message>
        <source>gateway timed out</source>
        <translation>Zeitüberschreitung am Gateway</translation>
    </message>
    <message>
        <source>Give them in the address: https://name:password@host/...</source>
        <translation>Beides in der Adresse angeben: https://name:passwort@server/...</translation>
    </message>
    <message>
        <source>%1 sent other bytes than asked for: bytes %2 to %3 were wanted, the answer has Content-Range &quot;%4&quot;</source>
        <translation>%1 hat andere Bytes als verlangt gesendet: gewollt waren die Bytes %2 bis %3, die Antwort hat Content-Range „%4“</translation>
    </message>
    <message>
        <source>%1 sent several parts where one was asked for</source>
        <translation>%1 hat mehrere Teile gesendet, wo einer verlangt war</translation>
    </message>
    <message>
        <source>%1 sent packed bytes (Content-Encoding %2) although they were asked for as they are</source>
        <translation>%1 hat gepackte Bytes gesendet (Content-Encoding %2), obwohl sie ungepackt verlangt waren</translation>
    </message>
    <message>
        <source>%1 does not tell how long the file is (Content-Range &quot;%2&quot;)</source>
        <translation>%1 sagt nicht, wie lang die Datei ist (Content-Range „%2“)</translation>
    </message>
    <message>
        <source>the content of an address is not fetched to be identified</source>
        <translation>der Inhalt einer Adresse wird zur Bestimmung nicht abgerufen</translation>
    </message>
    <message>
        <source>the notes file has %1 bytes, more than %2 are not read</source>
        <translation>die Notizdatei hat %1 Bytes, mehr als %2 werden nicht gelesen</translation>
    </message>
    <message>
        <source>the folder for notes cannot be made: %1</source>
        <translation>der Ordner für Notizen lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>the file was left as it is; move it away to begin a new one</source>
        <translation>die Datei bleibt, wie sie ist; um eine neue zu beginnen, die alte wegbewegen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; in the notes file is not a list</source>
        <translation>„%1“ in der Notizdatei ist keine Liste</translation>
    </message>
    <message>
        <source>entry %1 of &quot;%2&quot; in the notes file says not where it belongs</source>
        <translation>Eintrag %1 von „%2“ in der Notizdatei sagt nicht, wohin er gehört</translation>
    </message>
    <message>
        <source>the notes file is not valid JSON: %1</source>
        <translation>die Notizdatei ist kein gültiges JSON: %1</translation>
    </message>
    <message>
        <source>the notes file has no usable &quot;schema&quot;</source>
        <translation>die Notizdatei hat kein brauchbares „schema“</translation>
    </message>
    <message>
        <source>these notes are on another recording: its SHA-256 is %1, not %2</source>
        <translation>diese Notizen gehören zu einer anderen Aufzeichnung: deren SHA-256 ist %1, nicht %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a time; expected [[H:]M:]S[.fff], #FRAME, N% or a step such as +10s, -500ms, +2m, -1f</source>
        <translation>„%1“ ist keine Zeit; erwartet wird [[H:]M:]S[.fff], #BILD, N% oder ein Schritt wie +10s, -500ms, +2m, -1f</translation>
    </message>
    <message>
        <source>%1 is cut short or wrong at byte %2: %3 bytes are left there</source>
        <translation>%1: abgeschnitten oder falsch bei Byte %2, dort sind noch %3 Bytes übrig</translation>
    </message>
    <message>
        <source>there is no frame in the range</source>
        <translation>in dem Bereich liegt kein Bild</translation>
    </message>
    <message>
        <source>there is no frame to write</source>
        <translation>es gibt kein Bild zu schreiben</translation>
    </message>
    <message>
        <source>the ZIP archive is damaged at byte %1: %2</source>
        <translation>das ZIP-Archiv ist bei Byte %1 beschädigt: %2</translation>
    </message>
    <message>
        <source>the zip64 locator is missing</source>
        <translation>der Verweis auf zip64 fehlt</translation>
    </message>
    <message>
        <source>the zip64 record lies outside of the file</source>
        <translation>der zip64-Eintrag liegt außerhalb der Datei</translation>
    </message>
    <message>
        <source>the zip64 record has another mark</source>
        <translation>der zip64-Eintrag hat eine andere Kennung</translation>
    </message>
    <message>
        <source>there is no directory at its end, so it was cut short</source>
        <translation>am Ende fehlt das Verzeichnis, es wurde also abgeschnitten</translation>
    </message>
    <message>
        <source>its directory lies outside of the file</source>
        <translation>sein Verzeichnis liegt außerhalb der Datei</translation>
    </message>
    <message>
        <source>an entry of its directory has another mark</source>
        <translation>ein Eintrag seines Verzeichnisses hat eine andere Kennung</translation>
    </message>
    <message>
        <source>an entry of its directory is cut short</source>
        <translation>ein Eintrag seines Verzeichnisses ist abgeschnitten</translation>
    </message>
    <message>
        <source>an entry does not begin with its mark</source>
        <translation>ein Eintrag beginnt nicht mit seiner Kennung</translation>
    </message>
    <message>
        <source>an entry&apos;s extra field is cut short</source>
        <translation>das Zusatzfeld eines Eintrags ist abgeschnitten</translation>
    </message>
    <message>
        <source>an entry reaches past the end of the file</source>
        <translation>ein Eintrag reicht über das Ende der Datei hinaus</translation>
    </message>
    <message>
        <source>the ZIP archive lists %1 entries in %2 bytes, more than is read</source>
        <translation>das ZIP-Archiv nennt %1 Einträge in %2 Bytes, mehr als gelesen wird</translation>
    </message>
    <message>
        <source>only CARLA logs can be repaired as such</source>
        <translation>nur CARLA-Aufzeichnungen lassen sich als solche reparieren</translation>
    </message>
    <message>
        <source>not a CARLA recorder file: no mark &quot;%1&quot; at byte 4</source>
        <translation>keine Datei des CARLA-Rekorders: keine Kennung „%1“ bei Byte 4</translation>
    </message>
    <message>
        <source>the CARLA header is cut at byte %1 (header-cut); nothing was recorded behind it</source>
        <translation>der CARLA-Dateikopf ist bei Byte %1 abgeschnitten (header-cut); dahinter ist nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>the log became shorter while it was copied</source>
        <translation>die Aufzeichnung wurde kürzer, während sie kopiert wurde</translation>
    </message>
    <message>
        <source>unsupported pre-release butter, or a damaged file: the first frames of the chunk at byte %1 are not of version 3</source>
        <translation>eine nicht unterstützte Vorabversion von .butter oder eine beschädigte Datei: die ersten Bilder des Blocks bei Byte %1 sind nicht von Version 3</translation>
    </message>
    <message>
        <source>%1 at byte %2 of the header</source>
        <translation>%1, bei Byte %2 des Dateikopfs</translation>
    </message>
    <message>
        <source>the .butter version is %1, not 1, 2 or 3</source>
        <translation>die .butter-Version ist %1, nicht 1, 2 oder 3</translation>
    </message>
    <message>
        <source>unknown compression %1</source>
        <translation>unbekannte Kompression %1</translation>
    </message>
    <message>
        <source>a name does not end</source>
        <translation>ein Name endet nicht</translation>
    </message>
    <message>
        <source>the name of the recording player does not end</source>
        <translation>der Name des aufzeichnenden Spielers endet nicht</translation>
    </message>
    <message>
        <source>the .butter header is cut short</source>
        <translation>der .butter-Dateikopf ist abgeschnitten</translation>
    </message>
    <message>
        <source>only Echo VR recordings can be written as such</source>
        <translation>nur Echo-VR-Aufzeichnungen lassen sich als solche schreiben</translation>
    </message>
    <message>
        <source>keyframe_interval must be 1 to 65535, not %1</source>
        <translation>keyframe_interval muss von 1 bis 65535 sein, nicht %1</translation>
    </message>
    <message>
        <source>an .echoreplay is plain text (none) or a ZIP (gzip), not zstd</source>
        <translation>ein .echoreplay ist reiner Text (none) oder ein ZIP (gzip), nicht zstd</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>the ZIP archive is empty</source>
        <translation>das ZIP-Archiv ist leer</translation>
    </message>
    <message>
        <source>the ZIP archive is encrypted</source>
        <translation>das ZIP-Archiv ist verschlüsselt</translation>
    </message>
    <message>
        <source>the ZIP archive is packed with method %1; 0 (stored) and 8 (deflate) can be read</source>
        <translation>das ZIP-Archiv ist mit Verfahren %1 gepackt; lesbar sind 0 (stored) und 8 (deflate)</translation>
    </message>
    <message>
        <source>there is no frame of a match in the text</source>
        <translation>im Text ist kein Bild eines Spiels</translation>
    </message>
    <message>
        <source>there is no frame of a match in the text: %1</source>
        <translation>im Text ist kein Bild eines Spiels: %1</translation>
    </message>
    <message>
        <source>the text at byte %1 has %2 frames where there were %3: the file was changed</source>
        <translation>der Text bei Byte %1 hat %2 Bilder, wo %3 waren: die Datei wurde geändert</translation>
    </message>
    <message>
        <source>the header is cut off: %1 of %2 bytes</source>
        <translation>der Dateikopf ist abgeschnitten: %1 von %2 Bytes</translation>
    </message>
    <message>
        <source>the file does not begin with ICRP</source>
        <translation>die Datei beginnt nicht mit ICRP</translation>
    </message>
    <message>
        <source>version 2 of the header (postcard encoding) cannot be read</source>
        <translation>Version 2 des Dateikopfs (postcard-Kodierung) ist nicht lesbar</translation>
    </message>
    <message>
        <source>version %1 of the header cannot be read</source>
        <translation>Version %1 des Dateikopfs ist nicht lesbar</translation>
    </message>
    <message>
        <source>compression 2 (zstd) cannot be read</source>
        <translation>Kompression 2 (zstd) ist nicht lesbar</translation>
    </message>
    <message>
        <source>compression %1 cannot be read</source>
        <translation>Kompression %1 ist nicht lesbar</translation>
    </message>
    <message>
        <source>the journal has no whole chunk</source>
        <translation>das Journal hat keinen ganzen Block</translation>
    </message>
    <message>
        <source>neither keyframes nor orders nor events are in the file</source>
        <translation>weder Schlüsselbilder noch Befehle noch Ereignisse sind in der Datei</translation>
    </message>
    <message>
        <source>only Iron Curtain replays can be written as such: other formats have no snapshots of a whole match</source>
        <translation>nur Iron-Curtain-Aufzeichnungen lassen sich als solche schreiben: andere Formate haben keine Abbilder eines ganzen Spiels</translation>
    </message>
    <message>
        <source>a part of a match cannot be written: its signatures and keyframes stand for all %1 ticks</source>
        <translation>ein Teil eines Spiels lässt sich nicht schreiben: Signaturen und Schlüsselbilder stehen für alle %1 Ticks</translation>
    </message>
    <message>
        <source>the source has become shorter</source>
        <translation>die Quelle ist kürzer geworden</translation>
    </message>
    <message>
        <source>a finalised file cannot be larger than 4 GiB: the recording stays a journal</source>
        <translation>eine abgeschlossene Datei kann nicht größer als 4 GiB sein: die Aufzeichnung bleibt ein Journal</translation>
    </message>
    <message>
        <source>this is a world in Polar&apos;s format, not a recording</source>
        <translation>das ist eine Welt im Polar-Format, keine Aufzeichnung</translation>
    </message>
    <message>
        <source>header, metadata and index take %1 bytes, at most %2 are read</source>
        <translation>Dateikopf, Metadaten und Index brauchen %1 Bytes, höchstens %2 werden gelesen</translation>
    </message>
    <message>
        <source>the header is corrupt: %1</source>
        <translation>der Dateikopf ist beschädigt: %1</translation>
    </message>
    <message>
        <source>its %1 is %2</source>
        <translation>%1 hat den Wert %2</translation>
    </message>
    <message>
        <source>metadata length</source>
        <translation>die Länge der Metadaten</translation>
    </message>
    <message>
        <source>index length</source>
        <translation>die Länge des Index</translation>
    </message>
    <message>
        <source>tick count</source>
        <translation>die Zahl der Ticks</translation>
    </message>
    <message>
        <source>chunk count</source>
        <translation>die Zahl der Blöcke</translation>
    </message>
    <message>
        <source>header, metadata and index would be %1 bytes; %2 are the most</source>
        <translation>Dateikopf, Metadaten und Index wären %1 Bytes; höchstens %2 sind erlaubt</translation>
    </message>
    <message>
        <source>this is no recording: its magic is missing</source>
        <translation>das ist keine Aufzeichnung: die Kennung fehlt</translation>
    </message>
    <message>
        <source>it ends before its version</source>
        <translation>er endet vor seiner Version</translation>
    </message>
    <message>
        <source>unsupported version %1</source>
        <translation>nicht unterstützte Version %1</translation>
    </message>
    <message>
        <source>only %1 of its %2 bytes are there</source>
        <translation>nur %1 seiner %2 Bytes sind da</translation>
    </message>
    <message>
        <source>its world version is %1 bytes long, %2 are the most</source>
        <translation>die Version der Welt ist %1 Bytes lang, höchstens %2 sind erlaubt</translation>
    </message>
    <message>
        <source>only map-run recordings can be written as such</source>
        <translation>nur Map-Run-Aufzeichnungen lassen sich als solche schreiben</translation>
    </message>
    <message>
        <source>nothing was written, for a part of the recording would be missing: %1</source>
        <translation>es wurde nichts geschrieben, denn ein Teil der Aufzeichnung würde fehlen: %1</translation>
    </message>
    <message>
        <source>it holds no tick yet</source>
        <translation>sie enthält noch keinen Tick</translation>
    </message>
    <message>
        <source>recordings of version 4 name blocks and entities by numbers, whose names are not known; they cannot be written as s1</source>
        <translation>Aufzeichnungen der Version 4 nennen Blöcke und Entitäten mit Nummern, deren Namen nicht bekannt sind; sie lassen sich nicht als s1 schreiben</translation>
    </message>
    <message>
        <source>`repair` makes a recording of what is left, which can then be %1</source>
        <translation>`repair` macht aus dem, was übrig ist, eine Aufzeichnung, die sich dann %1 lässt</translation>
    </message>
    <message>
        <source>converted</source>
        <translation>umwandeln</translation>
    </message>
    <message>
        <source>compacted</source>
        <translation>verdichten</translation>
    </message>
    <message>
        <source>The header at byte %1 is that of &quot;%2&quot;, not of a StarCraft II replay</source>
        <translation>Der Dateikopf bei Byte %1 gehört zu „%2“, nicht zu einem StarCraft-II-Replay</translation>
    </message>
    <message>
        <source>The archive has no replay header in front of it</source>
        <translation>Vor dem Archiv steht kein Replay-Dateikopf</translation>
    </message>
    <message>
        <source>The replay&apos;s header at byte %1 ends after %2 bytes, in the middle</source>
        <translation>Der Dateikopf bei Byte %1 endet nach %2 Bytes, mittendrin</translation>
    </message>
    <message>
        <source>The replay&apos;s header</source>
        <translation>Der Dateikopf des Replays</translation>
    </message>
    <message>
        <source>The archive&apos;s header</source>
        <translation>Der Kopf des Archivs</translation>
    </message>
    <message>
        <source>The file ends at byte %1, before its archive, which should be at byte %2</source>
        <translation>Die Datei endet bei Byte %1, vor ihrem Archiv, das bei Byte %2 stehen sollte</translation>
    </message>
    <message>
        <source>There is no archive at byte %1, where the user data says it is</source>
        <translation>Bei Byte %1, wo es laut den Nutzdaten sein soll, ist kein Archiv</translation>
    </message>
    <message>
        <source>The archive&apos;s header at byte %1 declares sectors of 512 &lt;&lt; %2 bytes</source>
        <translation>Der Kopf des Archivs bei Byte %1 nennt Sektoren von 512 &lt;&lt; %2 Bytes</translation>
    </message>
    <message>
        <source>The archive declares a %1 of %2 entries; at most %3 are read</source>
        <translation>Das Archiv nennt für %1 %2 Einträge; höchstens %3 werden gelesen</translation>
    </message>
    <message>
        <source>The archive&apos;s %1, %2 bytes at byte %3, lies outside the file of %4 bytes</source>
        <translation>%1 des Archivs, %2 Bytes bei Byte %3, liegt außerhalb der Datei von %4 Bytes</translation>
    </message>
    <message>
        <source>The file does not begin like a replay&apos;s archive</source>
        <translation>Die Datei beginnt nicht wie das Archiv eines Replays</translation>
    </message>
    <message>
        <source>The archive at byte %1 has no members: its header says so, as in a file whose writing was broken off</source>
        <translation>Das Archiv bei Byte %1 ist laut seinem Kopf leer, wie in einer Datei, deren Schreiben abgebrochen wurde</translation>
    </message>
    <message>
        <source>The replay has no member %1</source>
        <translation>Im Replay fehlt %1</translation>
    </message>
    <message>
        <source>the file has %1 bytes; replays of more than %2 are not read</source>
        <translation>die Datei hat %1 Bytes; Replays von mehr als %2 werden nicht gelesen</translation>
    </message>
    <message>
        <source>Distances</source>
        <translation>Abstände</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Length of the part</source>
        <translation>Länge des Abschnitts</translation>
    </message>
    <message>
        <source>Was there</source>
        <translation>War da</translation>
    </message>
    <message>
        <source>Way recorded</source>
        <translation>Weg aufgezeichnet</translation>
    </message>
    <message>
        <source>In possession</source>
        <translation>Im Besitz</translation>
    </message>
    <message>
        <source>per minute</source>
        <translation>pro Minute</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>most</source>
        <translation>Höchstwert</translation>
    </message>
    <message>
        <source>Standing still</source>
        <translation>Stillstand</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Sprints</source>
        <translation>Sprints</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>way</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Distance to team mates</source>
        <translation>Abstand zu Mitspielern</translation>
    </message>
    <message>
        <source>Distance to opponents</source>
        <translation>Abstand zu Gegnern</translation>
    </message>
    <message>
        <source>Distance to the nearest opponent</source>
        <translation>Abstand zum nächsten Gegner</translation>
    </message>
    <message>
        <source>Distance to the disc or ball</source>
        <translation>Abstand zu Scheibe oder Ball</translation>
    </message>
    <message>
        <source>entries</source>
        <translation>Eintritte</translation>
    </message>
    <message>
        <source>named first</source>
        <translation>zuerst genannt</translation>
    </message>
    <message>
        <source>named after others</source>
        <translation>nach anderen genannt</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>am Ende</translation>
    </message>
    <message>
        <source>there is no actor %1 in this recording</source>
        <translation>es gibt keinen Akteur %1 in dieser Aufzeichnung</translation>
    </message>
    <message>
        <source>the part asked for of %1 has no frames</source>
        <translation>der verlangte Abschnitt von %1 hat keine Bilder</translation>
    </message>
    <message>
        <source>the zone &quot;%1&quot; has no area</source>
        <translation>die Zone „%1“ hat keine Fläche</translation>
    </message>
    <message>
        <source>the recordings count lengths in different units, %1 and %2: their ways and speeds cannot be compared</source>
        <translation>die Aufzeichnungen zählen Längen in verschiedenen Einheiten, %1 und %2: Wege und Geschwindigkeiten lassen sich nicht vergleichen</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: this recording does not tell of rounds; name a half (half:1) or a range (0:10..1:25)</source>
        <translation>„%1“: diese Aufzeichnung nennt keine Runden; gib eine Hälfte (half:1) oder einen Bereich (0:10..1:25) an</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: there are rounds 1 to %2</source>
        <translation>„%1“: es gibt die Runden 1 bis %2</translation>
    </message>
    <message>
        <source>this recording has no frames</source>
        <translation>diese Aufzeichnung hat keine Bilder</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no part of a recording; expected whole, round:N, half:1, half:2 or FROM..TO</source>
        <translation>„%1“ ist kein Abschnitt einer Aufzeichnung; erwartet wird whole, round:N, half:1, half:2 oder VON..BIS</translation>
    </message>
    <message>
        <source>%1 lies behind the end: the recording is %2 long, frames go from 0 to %3</source>
        <translation>%1 liegt hinter dem Ende: die Aufzeichnung ist %2 lang, die Bilder gehen von 0 bis %3</translation>
    </message>
    <message>
        <source>no frame lies between %1 and %2</source>
        <translation>zwischen %1 und %2 liegt kein Bild</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>eine Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>the weight &quot;%1&quot; has to be %2</source>
        <translation>das Gewicht „%1“ muss %2 sein</translation>
    </message>
    <message>
        <source>all four parts of the score have the weight 0</source>
        <translation>alle vier Teile der Wertung haben das Gewicht 0</translation>
    </message>
    <message>
        <source>the weight &quot;anomaly_from&quot; is above &quot;anomaly_most&quot;</source>
        <translation>das Gewicht „anomaly_from“ liegt über „anomaly_most“</translation>
    </message>
    <message>
        <source>the weight &quot;cluster_s&quot; is above &quot;window_s&quot;</source>
        <translation>das Gewicht „cluster_s“ liegt über „window_s“</translation>
    </message>
    <message>
        <source>nobody knows the weight &quot;%1&quot;</source>
        <translation>niemand kennt das Gewicht „%1“</translation>
    </message>
    <message>
        <source>nobody knows the weight &quot;%1&quot; of the kind &quot;%2&quot;</source>
        <translation>niemand kennt das Gewicht „%1“ der Art „%2“</translation>
    </message>
    <message>
        <source>what the kind &quot;%1&quot; is worth has to be an object with &quot;worth&quot; and &quot;rarity&quot;</source>
        <translation>was die Art „%1“ wert ist, muss ein Objekt mit „worth“ und „rarity“ sein</translation>
    </message>
    <message>
        <source>&quot;kinds&quot; has to be an object with at most %1 entries</source>
        <translation>„kinds“ muss ein Objekt mit höchstens %1 Einträgen sein</translation>
    </message>
    <message>
        <source>the weights are no JSON: %1</source>
        <translation>die Gewichte sind kein JSON: %1</translation>
    </message>
    <message>
        <source>the weights are no JSON object</source>
        <translation>die Gewichte sind kein JSON-Objekt</translation>
    </message>
    <message>
        <source>a file of marks is at most %1 MiB, this one is larger</source>
        <translation>eine Datei mit Marken hat höchstens %1 MiB, diese ist größer</translation>
    </message>
    <message>
        <source>a file of marks has at most %1 of them</source>
        <translation>eine Datei mit Marken hat höchstens %1 davon</translation>
    </message>
    <message>
        <source>marks outside the recording, which ends at %3, were left out: %1, the first at %2</source>
        <translation>Marken außerhalb der Aufzeichnung, die bei %3 endet, wurden weggelassen: %1, die erste bei %2</translation>
    </message>
    <message>
        <source>marks that reach beyond the recording, which ends at %3, were cut to it: %1, the first at %2</source>
        <translation>Marken, die über die Aufzeichnung hinausreichen, die bei %3 endet, wurden darauf gekürzt: %1, die erste bei %2</translation>
    </message>
    <message>
        <source>this is no table of marks: it is not text</source>
        <translation>das ist keine Tabelle mit Marken: es ist kein Text</translation>
    </message>
    <message>
        <source>this table of marks is empty</source>
        <translation>diese Tabelle mit Marken ist leer</translation>
    </message>
    <message>
        <source>this is no table of marks: none of the columns in its first line is called start_s or start</source>
        <translation>das ist keine Tabelle mit Marken: keine Spalte der ersten Zeile heißt start_s oder start</translation>
    </message>
    <message>
        <source>its quotes never close</source>
        <translation>ihre Anführungszeichen werden nie geschlossen</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>instance %1: %2</source>
        <translation>Instanz %1: %2</translation>
    </message>
    <message>
        <source>it ends before it begins</source>
        <translation>das Ende liegt vor dem Anfang</translation>
    </message>
    <message>
        <source>it does not say when it begins</source>
        <translation>es fehlt der Anfang</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no time</source>
        <translation>&quot;%1&quot; ist keine Zeit</translation>
    </message>
    <message>
        <source>this XML cannot be read from line %1 on: %2</source>
        <translation>dieses XML ist ab Zeile %1 nicht zu lesen: %2</translation>
    </message>
    <message>
        <source>this XML is no timeline: it has no ALL_INSTANCES</source>
        <translation>dieses XML ist keine Zeitleiste: ALL_INSTANCES fehlt</translation>
    </message>
    <message>
        <source>this XML declares entities of its own, which are not followed</source>
        <translation>dieses XML erklärt eigene Entitäten, denen nicht gefolgt wird</translation>
    </message>
    <message>
        <source>the elements of this XML lie deeper in each other than those of a timeline (line %1)</source>
        <translation>die Elemente dieses XML liegen tiefer ineinander als die einer Zeitleiste (Zeile %1)</translation>
    </message>
    <message>
        <source>this is no file of tags that this version can read</source>
        <translation>das ist keine Datei mit Schlagwörtern, die diese Version lesen kann</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Aufenthalt</translation>
    </message>
    <message>
        <source>Stops</source>
        <translation>Halte</translation>
    </message>
    <message>
        <source>Camera attention</source>
        <translation>Blick der Kameras</translation>
    </message>
    <message>
        <source>there is no team %1 in this recording</source>
        <translation>es gibt kein Team %1 in dieser Aufzeichnung</translation>
    </message>
    <message>
        <source>a cell of a heat map is between 0.01 m and 1000 km wide</source>
        <translation>eine Zelle einer Heatmap ist zwischen 0,01 m und 1000 km breit</translation>
    </message>
    <message>
        <source>a heat map is smoothed over 0 m or more</source>
        <translation>eine Heatmap wird über 0 m oder mehr geglättet</translation>
    </message>
    <message>
        <source>a stop is slower than a speed that is not negative</source>
        <translation>ein Halt ist langsamer als ein Tempo, das nicht negativ ist</translation>
    </message>
    <message>
        <source>the height of the ground is no number</source>
        <translation>die Höhe des Bodens ist keine Zahl</translation>
    </message>
    <message>
        <source>the cells of the heat map make no sense</source>
        <translation>die Zellen der Heatmap ergeben keinen Sinn</translation>
    </message>
    <message>
        <source>this recording is of the map &quot;%1&quot;, the first one of &quot;%2&quot;</source>
        <translation>diese Aufzeichnung ist von der Karte „%1“, die erste von „%2“</translation>
    </message>
    <message>
        <source>there is no metric &quot;%1&quot; in this recording</source>
        <translation>es gibt keine Messgröße „%1“ in dieser Aufzeichnung</translation>
    </message>
    <message>
        <source>the metric &quot;%1&quot; is one of two actors, which have no one place</source>
        <translation>die Messgröße „%1“ gehört zu zwei Akteuren, die keinen gemeinsamen Ort haben</translation>
    </message>
    <message>
        <source>this recording has no cameras of its players</source>
        <translation>diese Aufzeichnung hat keine Kameras ihrer Spieler</translation>
    </message>
    <message>
        <source>nobody of those who were chosen has a camera</source>
        <translation>niemand von den Gewählten hat eine Kamera</translation>
    </message>
    <message>
        <source>nobody in this recording moves by itself; choose actors</source>
        <translation>in dieser Aufzeichnung bewegt sich niemand von selbst; Akteure wählen</translation>
    </message>
    <message>
        <source>there is no kind of event &quot;%1&quot; in this recording</source>
        <translation>es gibt keine Ereignisart „%1“ in dieser Aufzeichnung</translation>
    </message>
    <message>
        <source>It has: %1</source>
        <translation>Es gibt: %1</translation>
    </message>
    <message>
        <source>no event of the kind &quot;%1&quot; bears a number &quot;%2&quot;</source>
        <translation>kein Ereignis der Art „%1“ trägt eine Zahl „%2“</translation>
    </message>
    <message>
        <source>the two heat maps do not lie over the same cells</source>
        <translation>die beiden Heatmaps liegen nicht über denselben Zellen</translation>
    </message>
    <message>
        <source>the two heat maps do not show the same</source>
        <translation>die beiden Heatmaps zeigen nicht dasselbe</translation>
    </message>
    <message>
        <source>nobody of those who were chosen is in %1</source>
        <translation>niemand von den Gewählten ist in %1</translation>
    </message>
    <message>
        <source>there is no round %1 in this recording</source>
        <translation>es gibt keine Runde %1 in dieser Aufzeichnung</translation>
    </message>
    <message>
        <source>nobody is selected: click somebody in the view</source>
        <translation>niemand ist ausgewählt: jemanden in der Ansicht anklicken</translation>
    </message>
    <message>
        <source>there is no loop: I and O mark one</source>
        <translation>es gibt keine Schleife: I und O setzen eine</translation>
    </message>
    <message>
        <source>the play list has %1 bytes, more than %2 are not read</source>
        <translation>die Abspielliste hat %1 Bytes, mehr als %2 werden nicht gelesen</translation>
    </message>
    <message>
        <source>the play list has %1 entries, more than %2 are not read</source>
        <translation>die Abspielliste hat %1 Einträge, mehr als %2 werden nicht gelesen</translation>
    </message>
    <message>
        <source>the play list is not valid JSON: %1</source>
        <translation>die Abspielliste ist kein gültiges JSON: %1</translation>
    </message>
    <message>
        <source>the play list has no usable &quot;schema&quot;</source>
        <translation>die Abspielliste hat kein brauchbares „schema“</translation>
    </message>
    <message>
        <source>the play list has no list of &quot;entries&quot;</source>
        <translation>die Abspielliste hat keine Liste „entries“</translation>
    </message>
    <message>
        <source>the play list has a title that is no text</source>
        <translation>die Abspielliste hat einen Titel, der kein Text ist</translation>
    </message>
    <message>
        <source>entry %1 of the play list is no object</source>
        <translation>Eintrag %1 der Abspielliste ist kein Objekt</translation>
    </message>
    <message>
        <source>entry %1 of the play list names no recording</source>
        <translation>Eintrag %1 der Abspielliste nennt keine Aufzeichnung</translation>
    </message>
    <message>
        <source>entry %1 of the play list begins or ends at no usable time</source>
        <translation>Eintrag %1 der Abspielliste beginnt oder endet an keiner brauchbaren Zeit</translation>
    </message>
    <message>
        <source>entry %1 of the play list ends before it begins</source>
        <translation>Eintrag %1 der Abspielliste endet vor seinem Anfang</translation>
    </message>
    <message>
        <source>entry %1 of the play list has a speed that is not from 1/64 to 64</source>
        <translation>Eintrag %1 der Abspielliste hat ein Tempo, das nicht zwischen 1/64 und 64 liegt</translation>
    </message>
    <message>
        <source>entry %1 of the play list has a title, note or camera that is no text</source>
        <translation>Eintrag %1 der Abspielliste hat einen Titel, eine Notiz oder eine Kamera, die kein Text ist</translation>
    </message>
    <message>
        <source>entry %1 of the play list has a recording whose name is no UTF-8</source>
        <translation>Eintrag %1 der Abspielliste hat eine Aufzeichnung, deren Name kein UTF-8 ist</translation>
    </message>
    <message>
        <source>Lead</source>
        <translation>Führung</translation>
    </message>
    <message>
        <source>video is written by ffmpeg, which is not installed</source>
        <translation>Videos schreibt ffmpeg, das nicht installiert ist</translation>
    </message>
    <message>
        <source>Install it with `sudo apt install ffmpeg`; without it a folder of pictures can be written.</source>
        <translation>Installieren mit `sudo apt install ffmpeg`; ohne es kann ein Ordner mit Bildern geschrieben werden.</translation>
    </message>
    <message>
        <source>ffmpeg could not be started: %1</source>
        <translation>ffmpeg konnte nicht gestartet werden: %1</translation>
    </message>
    <message>
        <source>ffmpeg was stopped before the video was whole%1</source>
        <translation>ffmpeg wurde beendet, bevor das Video vollständig war%1</translation>
    </message>
    <message>
        <source>ffmpeg could not write the video: %1</source>
        <translation>ffmpeg konnte das Video nicht schreiben: %1</translation>
    </message>
    <message>
        <source>a temporary file could not be written: %1</source>
        <translation>eine vorläufige Datei konnte nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>a clip is played at a speed above 0</source>
        <translation>ein Clip läuft mit einem Tempo über 0</translation>
    </message>
    <message>
        <source>a clip ends after it begins, not at %1</source>
        <translation>ein Clip endet nach seinem Anfang, nicht bei %1</translation>
    </message>
    <message>
        <source>%1 ends at %2, before the clip begins at %3</source>
        <translation>%1 endet bei %2, bevor der Clip bei %3 beginnt</translation>
    </message>
    <message>
        <source>%1 has no frame to draw</source>
        <translation>%1 hat kein Bild zu zeichnen</translation>
    </message>
    <message>
        <source>ffmpeg ended before it was given all pictures%1</source>
        <translation>ffmpeg endete, bevor es alle Bilder hatte%1</translation>
    </message>
    <message>
        <source>a picture could not be written: %1</source>
        <translation>ein Bild konnte nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>%1 is not the recording that the entry was made of: it has %2 bytes, not %3</source>
        <translation>%1 ist nicht die Aufzeichnung, aus der der Eintrag gemacht wurde: sie hat %2 Bytes, nicht %3</translation>
    </message>
    <message>
        <source>%1 is not the recording that the entry was made of: its content is another</source>
        <translation>%1 ist nicht die Aufzeichnung, aus der der Eintrag gemacht wurde: ihr Inhalt ist ein anderer</translation>
    </message>
    <message>
        <source>No kind of event of this recording is worth anything as a highlight</source>
        <translation>Keine Art von Ereignis dieser Aufzeichnung zählt als Höhepunkt</translation>
    </message>
    <message>
        <source>What highlights are made of is not recorded here: %1</source>
        <translation>Woraus Höhepunkte bestehen, ist hier nicht aufgezeichnet: %1</translation>
    </message>
    <message>
        <source>Nothing of what highlights are made of happens here: %1</source>
        <translation>Nichts von dem, woraus Höhepunkte bestehen, geschieht hier: %1</translation>
    </message>
    <message>
        <source>an invitation begins with ghostline://</source>
        <translation>eine Einladung beginnt mit ghostline://</translation>
    </message>
    <message>
        <source>the invitation is too long to be one</source>
        <translation>die Einladung ist zu lang, um eine zu sein</translation>
    </message>
    <message>
        <source>the invitation is no usable address: host, port or code cannot be read</source>
        <translation>die Einladung ist keine brauchbare Adresse: Rechner, Port oder Code ist nicht zu lesen</translation>
    </message>
    <message>
        <source>the invitation has a name or a password in it, which none has</source>
        <translation>die Einladung enthält einen Namen oder ein Passwort, was keine tut</translation>
    </message>
    <message>
        <source>the invitation names no host</source>
        <translation>die Einladung nennt keinen Rechner</translation>
    </message>
    <message>
        <source>the port in the invitation is none: it is from 1 to 65535</source>
        <translation>der Port in der Einladung ist keiner: er geht von 1 bis 65535</translation>
    </message>
    <message>
        <source>the invitation has no code behind the host</source>
        <translation>in der Einladung fehlt der Code hinter dem Rechner</translation>
    </message>
    <message>
        <source>the fingerprint in the invitation is none: it has 64 hexadecimal digits</source>
        <translation>der Fingerabdruck in der Einladung ist keiner: er hat 64 hexadezimale Ziffern</translation>
    </message>
    <message>
        <source>the code in the invitation is none: it has %1 letters and digits, without 0, 1, I and O</source>
        <translation>der Code in der Einladung ist keiner: er hat %1 Buchstaben und Ziffern, ohne 0, 1, I und O</translation>
    </message>
    <message>
        <source>&quot;%1&quot; (SHA-256 %2)</source>
        <translation>„%1“ (SHA-256 %2)</translation>
    </message>
    <message>
        <source>sent what is no message</source>
        <translation>hat etwas gesendet, das keine Nachricht ist</translation>
    </message>
    <message>
        <source>sent too much</source>
        <translation>hat zu viel gesendet</translation>
    </message>
    <message>
        <source>reads too slowly</source>
        <translation>liest zu langsam</translation>
    </message>
    <message>
        <source>was removed</source>
        <translation>wurde entfernt</translation>
    </message>
    <message>
        <source>%1 guessed addresses of the file and is cut off</source>
        <translation>%1 hat Adressen der Datei geraten und wird nicht mehr gehört</translation>
    </message>
    <message>
        <source>%1 asked for the file with a wrong address</source>
        <translation>%1 hat die Datei unter einer falschen Adresse verlangt</translation>
    </message>
    <message>
        <source>%1 fetches the recording</source>
        <translation>%1 holt sich die Aufzeichnung</translation>
    </message>
    <message>
        <source>%1 was not let in: its version speaks protocol %2, this one %3</source>
        <translation>%1 wurde nicht eingelassen: die Version dort spricht Protokoll %2, diese %3</translation>
    </message>
    <message>
        <source>%1 tried wrong codes and is cut off</source>
        <translation>%1 hat falsche Codes versucht und wird nicht mehr gehört</translation>
    </message>
    <message>
        <source>%1 was not let in: wrong code</source>
        <translation>%1 wurde nicht eingelassen: falscher Code</translation>
    </message>
    <message>
        <source>%1 was not let in: too many wrong codes came before</source>
        <translation>%1 wurde nicht eingelassen: zuvor kamen zu viele falsche Codes</translation>
    </message>
    <message>
        <source>%1 was not let in: there are %2 guests</source>
        <translation>%1 wurde nicht eingelassen: es sind schon %2 Gäste da</translation>
    </message>
    <message>
        <source>%1 was not let in: has another recording, %2, and this one is %3</source>
        <translation>%1 wurde nicht eingelassen: hat eine andere Aufzeichnung, %2, diese hier ist %3</translation>
    </message>
    <message>
        <source>%1 came back from %2</source>
        <translation>%1 ist von %2 zurückgekommen</translation>
    </message>
    <message>
        <source>%1 joined from %2</source>
        <translation>%1 ist von %2 beigetreten</translation>
    </message>
    <message>
        <source>the line to %1 is lost</source>
        <translation>die Verbindung zu %1 ist abgerissen</translation>
    </message>
    <message>
        <source>%1 is cut off: %2</source>
        <translation>%1 wurde getrennt: %2</translation>
    </message>
    <message>
        <source>%1 was removed</source>
        <translation>%1 wurde entfernt</translation>
    </message>
    <message>
        <source>handed over the drive</source>
        <translation>hat die Steuerung weitergegeben</translation>
    </message>
    <message>
        <source>%1 was not obeyed: %2 (%3 times)</source>
        <translation>auf %1 wurde nicht gehört: %2 (%3-mal)</translation>
    </message>
    <message>
        <source>sent a state without driving</source>
        <translation>hat ohne Steuerung einen Zustand gesendet</translation>
    </message>
    <message>
        <source>pointed</source>
        <translation>hat gezeigt</translation>
    </message>
    <message>
        <source>drew too much, or what is somebody else&apos;s</source>
        <translation>hat zu viel gezeichnet, oder was jemand anderem gehört</translation>
    </message>
    <message>
        <source>wrote too much</source>
        <translation>hat zu viel geschrieben</translation>
    </message>
    <message>
        <source>%1 has another recording, %2, and this one is %3</source>
        <translation>%1 hat eine andere Aufzeichnung, %2, diese hier ist %3</translation>
    </message>
    <message>
        <source>%1 more that were not said</source>
        <translation>%1 weitere, die nicht gemeldet wurden</translation>
    </message>
    <message>
        <source>to encrypt, both a certificate and its key are needed</source>
        <translation>zum Verschlüsseln braucht es ein Zertifikat und seinen Schlüssel</translation>
    </message>
    <message>
        <source>this system has no library to encrypt with</source>
        <translation>dieses System hat keine Bibliothek zum Verschlüsseln</translation>
    </message>
    <message>
        <source>the certificate cannot be read: it has to be PEM</source>
        <translation>das Zertifikat ist nicht lesbar: es muss PEM sein</translation>
    </message>
    <message>
        <source>the key cannot be read: it has to be PEM, RSA or of elliptic curves, without a password</source>
        <translation>der Schlüssel ist nicht lesbar: er muss PEM sein, RSA oder elliptische Kurven, ohne Passwort</translation>
    </message>
    <message>
        <source>the key is not that of the certificate</source>
        <translation>der Schlüssel ist nicht der des Zertifikats</translation>
    </message>
    <message>
        <source>nobody can be let in at %1, port %2 (%3)</source>
        <translation>unter %1, Port %2, kann niemand eingelassen werden (%3)</translation>
    </message>
    <message>
        <source>a recording from the web cannot be handed out from here: give the others its address</source>
        <translation>eine Aufzeichnung aus dem Web kann von hier nicht weitergegeben werden: geben Sie den anderen ihre Adresse</translation>
    </message>
    <message>
        <source>a recording that is a folder cannot be handed out: give the others a copy of it</source>
        <translation>eine Aufzeichnung, die ein Ordner ist, kann nicht weitergegeben werden: geben Sie den anderen eine Kopie</translation>
    </message>
    <message>
        <source>What happens here is too little for a highlight (least score %1), or lies in the first %2 s, which count only with %3 kills</source>
        <translation>Was hier geschieht, ist zu wenig für ein Highlight (kleinste Wertung %1) oder liegt in den ersten %2 s, die erst mit %3 Abschüssen zählen</translation>
    </message>
    <message>
        <source>Parts of this recording are lost: what highlights are made of may lie in them</source>
        <translation>Teile dieser Aufzeichnung sind verloren: woraus Highlights entstehen, kann darin liegen</translation>
    </message>
    <message>
        <source>the name of what is written ends in %1, not as &quot;%2&quot;</source>
        <translation>der Name dessen, was geschrieben wird, endet auf %1, nicht wie „%2“</translation>
    </message>
    <message>
        <source>the play list is empty</source>
        <translation>die Abspielliste ist leer</translation>
    </message>
    <message>
        <source>nobody listens at %1</source>
        <translation>unter %1 hört niemand zu</translation>
    </message>
    <message>
        <source>no machine of the name &quot;%1&quot; was found</source>
        <translation>es wurde kein Rechner mit dem Namen „%1“ gefunden</translation>
    </message>
    <message>
        <source>%1 did not answer within %2 seconds</source>
        <translation>%1 hat innerhalb von %2 Sekunden nicht geantwortet</translation>
    </message>
    <message>
        <source>%1 does not encrypt, as the invitation asks for; nothing was said to it</source>
        <translation>%1 verschlüsselt nicht, wie es die Einladung verlangt; dorthin wurde nichts gesendet</translation>
    </message>
    <message>
        <source>%1 shows another certificate than the one in the invitation; nothing was said to it</source>
        <translation>%1 zeigt ein anderes Zertifikat als das der Einladung; dorthin wurde nichts gesendet</translation>
    </message>
    <message>
        <source>%1 answers, but not as a host does</source>
        <translation>%1 antwortet, aber nicht wie ein Gastgeber</translation>
    </message>
    <message>
        <source>%1 is there, but said nothing within %2 seconds</source>
        <translation>%1 ist da, hat aber innerhalb von %2 Sekunden nichts gesagt</translation>
    </message>
    <message>
        <source>%1 sent what no host sends</source>
        <translation>%1 hat etwas gesendet, das kein Gastgeber sendet</translation>
    </message>
    <message>
        <source>%1 sent too much</source>
        <translation>%1 hat zu viel gesendet</translation>
    </message>
    <message>
        <source>%1 closed the line without a word</source>
        <translation>%1 hat die Verbindung wortlos geschlossen</translation>
    </message>
    <message>
        <source>%1 cannot be reached from here</source>
        <translation>%1 ist von hier aus nicht zu erreichen</translation>
    </message>
    <message>
        <source>the line to %1 is lost, and could not be had again for %2 seconds</source>
        <translation>die Verbindung zu %1 ist abgerissen und ließ sich %2 Sekunden lang nicht wiederherstellen</translation>
    </message>
    <message>
        <source>the host speaks protocol %1 (version %2), and this program %3 (version %4)</source>
        <translation>der Gastgeber spricht Protokoll %1 (Version %2), dieses Programm %3 (Version %4)</translation>
    </message>
    <message>
        <source>the code in the invitation is not the host&apos;s</source>
        <translation>der Code in der Einladung ist nicht der des Gastgebers</translation>
    </message>
    <message>
        <source>the host has another recording than the one that is open here</source>
        <translation>der Gastgeber hat eine andere Aufzeichnung als die, die hier offen ist</translation>
    </message>
    <message>
        <source>the host has another recording, %1, and this one is %2</source>
        <translation>der Gastgeber hat eine andere Aufzeichnung, %1, diese hier ist %2</translation>
    </message>
    <message>
        <source>the host has no place left for another guest</source>
        <translation>beim Gastgeber ist kein Platz mehr frei</translation>
    </message>
    <message>
        <source>the host lets nobody in for a while, since too many wrong codes came</source>
        <translation>der Gastgeber lässt eine Weile niemanden ein, weil zu viele falsche Codes kamen</translation>
    </message>
    <message>
        <source>the host does not say in a way that is known here why it lets nobody in</source>
        <translation>der Gastgeber nennt keinen hier bekannten Grund, warum er niemanden einlässt</translation>
    </message>
    <message>
        <source>the host has ended it</source>
        <translation>der Gastgeber hat das Mitschauen beendet</translation>
    </message>
    <message>
        <source>the host has removed this guest</source>
        <translation>der Gastgeber hat diesen Gast entfernt</translation>
    </message>
    <message>
        <source>the host could not read what was sent to it</source>
        <translation>der Gastgeber konnte nicht lesen, was ihm gesendet wurde</translation>
    </message>
    <message>
        <source>too much was sent to the host</source>
        <translation>dem Gastgeber wurde zu viel gesendet</translation>
    </message>
    <message>
        <source>what the host sent was read too slowly</source>
        <translation>was der Gastgeber gesendet hat, wurde zu langsam gelesen</translation>
    </message>
    <message>
        <source>the host does not say in a way that is known here why it has closed the line</source>
        <translation>der Gastgeber nennt keinen hier bekannten Grund, warum er die Verbindung geschlossen hat</translation>
    </message>
    <message>
        <source>the fingerprint in the address is none: it has 64 hexadecimal digits</source>
        <translation>der Fingerabdruck in der Adresse ist keiner: er hat 64 hexadezimale Ziffern</translation>
    </message>
    <message>
        <source>an address with a fingerprint begins with https://, as only there a certificate is shown</source>
        <translation>eine Adresse mit Fingerabdruck beginnt mit https://, denn nur dort wird ein Zertifikat gezeigt</translation>
    </message>
    <message>
        <source>%1 shows another certificate than the address says</source>
        <translation>%1 zeigt ein anderes Zertifikat, als die Adresse sagt</translation>
    </message>
    <message>
        <source>Somebody else could be answering, so nothing was asked of it; where the server has a new certificate, a new address is needed</source>
        <translation>Jemand anders könnte antworten, deshalb wurde nichts angefragt; hat der Server ein neues Zertifikat, braucht es eine neue Adresse</translation>
    </message>
    <message>
        <source>the file has %1 bytes, too many for a code, a certificate or a key (%2 at most)</source>
        <translation>die Datei hat %1 Bytes, zu viele für einen Code, ein Zertifikat oder einen Schlüssel (höchstens %2)</translation>
    </message>
    <message>
        <source>No map: add its folder in Settings &gt; Maps; %1 would show the ground. Looked in %2.</source>
        <translation>Keine Karte: ihr Ordner kommt unter Einstellungen &gt; Karten hinzu; %1 würde den Boden zeigen. Gesucht in %2.</translation>
    </message>
    <message>
        <source>No map: add its folder in Settings &gt; Maps; %1 would show the ground.</source>
        <translation>Keine Karte: ihr Ordner kommt unter Einstellungen &gt; Karten hinzu; %1 würde den Boden zeigen.</translation>
    </message>
    <message>
        <source>Perhaps the map: %1. View &gt; Surroundings shows it anyway.</source>
        <translation>Vielleicht die Karte: %1. Ansicht &gt; Umgebung zeigt sie trotzdem.</translation>
    </message>
    <message>
        <source>No map: %1.</source>
        <translation>Keine Karte: %1.</translation>
    </message>
    <message>
        <source>the map %1 cannot be read: %2</source>
        <translation>die Karte %1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>1 folder</source>
        <translation>1 Ordner</translation>
    </message>
    <message>
        <source>%1 folders</source>
        <translation>%1 Ordnern</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 is no kind of surroundings that can be read</source>
        <translation>%1 ist keine Umgebung, die gelesen werden kann</translation>
    </message>
    <message>
        <source>the notes file has %1 camera key points, more than %2 are not read</source>
        <translation>die Notizdatei hat %1 Wegpunkte der Kamera, mehr als %2 werden nicht gelesen</translation>
    </message>
    <message>
        <source>The actors&apos; own tracks are drawn instead.</source>
        <translation>Gezeichnet sind statt dessen die Spuren der Akteure.</translation>
    </message>
    <message>
        <source>No road network: %1%2. %3</source>
        <translation>Kein Straßennetz: %1%2. %3</translation>
    </message>
    <message>
        <source>only %1 % of the recorded places lie within the roads of %2</source>
        <translation>nur %1 % der aufgezeichneten Orte liegen innerhalb der Straßen von %2</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Replays tell bounds, resources, towers and rocks, and no heights.</source>
        <translation>Replays nennen Grenzen, Rohstoffe, Türme und Felsen, aber keine Höhen.</translation>
    </message>
    <message>
        <source>the map %1.s2ma</source>
        <translation>die Karte %1.s2ma</translation>
    </message>
    <message>
        <source>the map &quot;%1&quot; (%2.s2ma)</source>
        <translation>die Karte „%1“ (%2.s2ma)</translation>
    </message>
    <message>
        <source>The file has the map&apos;s name, but its contents are others.</source>
        <translation>Die Datei heißt wie die Karte, hat aber einen anderen Inhalt.</translation>
    </message>
    <message>
        <source>It has the map&apos;s title, but may be another version of it.</source>
        <translation>Sie trägt den Titel der Karte, ist aber vielleicht eine andere Fassung.</translation>
    </message>
    <message>
        <source>The map has %1 by %2 cells, that of the recording %3 by %4.</source>
        <translation>Die Karte hat %1 mal %2 Felder, die der Aufzeichnung %3 mal %4.</translation>
    </message>
    <message>
        <source>%1 begins where the map has no start place.</source>
        <translation>%1 beginnt, wo die Karte keinen Startplatz hat.</translation>
    </message>
    <message>
        <source>A part of the map was left out: %1</source>
        <translation>Ein Teil der Karte fehlt: %1</translation>
    </message>
    <message>
        <source>%1 parts of the map were left out, the first: %2</source>
        <translation>%1 Teile der Karte fehlen, zuerst: %2</translation>
    </message>
    <message>
        <source>the file has %1 bytes; maps of more than %2 are not read</source>
        <translation>die Datei hat %1 Bytes; Karten von mehr als %2 werden nicht gelesen</translation>
    </message>
    <message>
        <source>The file is no StarCraft II map: there is no archive in it</source>
        <translation>Die Datei ist keine StarCraft-II-Karte: Sie enthält kein Archiv</translation>
    </message>
    <message>
        <source>The folder is no StarCraft II map: there is no MapInfo in it</source>
        <translation>Der Ordner ist keine StarCraft-II-Karte: Er enthält keine MapInfo</translation>
    </message>
    <message>
        <source>There is no MapInfo in it: it is a mod perhaps, but no map</source>
        <translation>Es ist keine MapInfo darin: vielleicht eine Mod, aber keine Karte</translation>
    </message>
    <message>
        <source>The map&apos;s frame (MapInfo) cannot be read: %1</source>
        <translation>Der Rahmen der Karte (MapInfo) ist nicht lesbar: %1</translation>
    </message>
    <message>
        <source>The map&apos;s heights cannot be read: %1</source>
        <translation>Die Höhen der Karte sind nicht lesbar: %1</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>beside the log, named by the map</source>
        <translation>neben dem Log, nach der Karte benannt</translation>
    </message>
    <message>
        <source>where the environment variable CARLA_ROOT says (it is not set)</source>
        <translation>wo die Umgebungsvariable CARLA_ROOT hinweist (sie ist nicht gesetzt)</translation>
    </message>
    <message>
        <source>only its name says that it is the map: the recording names no id</source>
        <translation>nur der Name spricht dafür, dass es die Karte ist: die Aufzeichnung nennt keine Kennung</translation>
    </message>
    <message>
        <source>it bears the map&apos;s name, but not its id %1</source>
        <translation>sie trägt den Namen der Karte, aber nicht deren Kennung %1</translation>
    </message>
    <message>
        <source>A recording of a run does not hold its map.</source>
        <translation>Die Aufzeichnung eines Laufs enthält dessen Karte nicht.</translation>
    </message>
    <message>
        <source>the world &quot;%1&quot; (%2.polar, or a folder or another kind of world with that name)</source>
        <translation>die Welt „%1“ (%2.polar oder ein Ordner oder eine andere Art von Welt mit diesem Namen)</translation>
    </message>
    <message>
        <source>the world %1.polar (or a folder or another kind of world with that name)</source>
        <translation>die Welt %1.polar (oder ein Ordner oder eine andere Art von Welt mit diesem Namen)</translation>
    </message>
    <message>
        <source>%1 by %2 by %3 blocks, as far as it was read</source>
        <translation>%1 mal %2 mal %3 Blöcke, soweit sie gelesen wurde</translation>
    </message>
    <message>
        <source>beside the recording, named by the world&apos;s id</source>
        <translation>neben der Aufzeichnung, nach der Kennung der Welt benannt</translation>
    </message>
    <message>
        <source>Tile set</source>
        <translation>Kachelsatz</translation>
    </message>
    <message>
        <source>Resources and rocks</source>
        <translation>Rohstoffe und Felsen</translation>
    </message>
    <message>
        <source>%1 by %2 cells, %3 by %4 of them played on</source>
        <translation>%1 mal %2 Felder, davon %3 mal %4 bespielt</translation>
    </message>
    <message>
        <source>drawn where the map has them, worked out from places that the recording rounds down</source>
        <translation>gezeichnet, wo die Karte sie hat; erschlossen aus Orten, die die Aufzeichnung abrundet</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Autor</translation>
    </message>
    <message>
        <source>The file has the map&apos;s name, but is too large to be compared with it.</source>
        <translation>Die Datei heißt wie die Karte, ist aber zu groß, um mit ihr verglichen zu werden.</translation>
    </message>
    <message>
        <source>The file has the map&apos;s name, but cannot be read.</source>
        <translation>Die Datei heißt wie die Karte, lässt sich aber nicht lesen.</translation>
    </message>
    <message>
        <source>It has the map&apos;s title, but was not compared with it.</source>
        <translation>Sie trägt den Titel der Karte, wurde aber nicht mit ihr verglichen.</translation>
    </message>
    <message>
        <source>a link to a moment begins with ghostline://open?</source>
        <translation>ein Link zu einem Augenblick beginnt mit ghostline://open?</translation>
    </message>
    <message>
        <source>the link is too long to be one</source>
        <translation>der Link ist zu lang, um einer zu sein</translation>
    </message>
    <message>
        <source>the link names no recording</source>
        <translation>der Link nennt keine Aufzeichnung</translation>
    </message>
    <message>
        <source>the link names a file that there cannot be</source>
        <translation>der Link nennt eine Datei, die es nicht geben kann</translation>
    </message>
    <message>
        <source>the link wants flag &quot;%1&quot;; flags are numbered from 1</source>
        <translation>der Link will Verdacht „%1“; gezählt wird ab 1</translation>
    </message>
    <message>
        <source>the recording that the link leads to is not on this machine</source>
        <translation>die Aufzeichnung, zu der der Link führt, ist nicht auf diesem Rechner</translation>
    </message>
    <message>
        <source>Targets within</source>
        <translation>Ziele innerhalb von</translation>
    </message>
    <message>
        <source>Held to within</source>
        <translation>Gehalten auf</translation>
    </message>
    <message>
        <source>Held for at least</source>
        <translation>Gehalten für mindestens</translation>
    </message>
    <message>
        <source>While the target moves by at least</source>
        <translation>Während sich das Ziel bewegt um mindestens</translation>
    </message>
    <message>
        <source>And once more within</source>
        <translation>Und noch einmal innerhalb von</translation>
    </message>
    <message>
        <source>Aim that snaps and holds</source>
        <translation>Zielen, das springt und haftet</translation>
    </message>
    <message>
        <source>A turn of</source>
        <translation>Eine Drehung um</translation>
    </message>
    <message>
        <source>Off the beat by less than</source>
        <translation>Neben dem Takt um weniger als</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>Mindestens</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Clicks on a beat</source>
        <translation>Klicks im Takt</translation>
    </message>
    <message>
        <source>In a row</source>
        <translation>Hintereinander</translation>
    </message>
    <message>
        <source>clicks in a row that keep a beat better than a hand does, however fast it is</source>
        <translation>Klicks hintereinander, die den Takt besser halten als eine Hand, wie schnell er auch ist</translation>
    </message>
    <message>
        <source>Ladders lift by up to</source>
        <translation>Leitern heben um bis zu</translation>
    </message>
    <message>
        <source>Climbing</source>
        <translation>Klettern</translation>
    </message>
    <message>
        <source>Higher than</source>
        <translation>Höher als</translation>
    </message>
    <message>
        <source>Sinking no faster than</source>
        <translation>Sinkt nicht schneller als</translation>
    </message>
    <message>
        <source>Above grounds by at least</source>
        <translation>Über Böden um mindestens</translation>
    </message>
    <message>
        <source>Flight and hovering</source>
        <translation>Fliegen und Schweben</translation>
    </message>
    <message>
        <source>In the air for</source>
        <translation>In der Luft für</translation>
    </message>
    <message>
        <source>The same for at least</source>
        <translation>Gleich für mindestens</translation>
    </message>
    <message>
        <source>With so many moves in it</source>
        <translation>Mit so vielen Bewegungen darin</translation>
    </message>
    <message>
        <source>Again within</source>
        <translation>Wieder innerhalb von</translation>
    </message>
    <message>
        <source>Repeated moves of the mouse</source>
        <translation>Wiederholte Mausbewegungen</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Mal</translation>
    </message>
    <message>
        <source>the same moves of the mouse, frame by frame, again and again</source>
        <translation>dieselben Mausbewegungen, Bild für Bild, immer wieder</translation>
    </message>
    <message>
        <source>Than feet push, by</source>
        <translation>Als Füße abstoßen, um</translation>
    </message>
    <message>
        <source>Within</source>
        <translation>Innerhalb von</translation>
    </message>
    <message>
        <source>So often</source>
        <translation>So oft</translation>
    </message>
    <message>
        <source>starts and turns on level ground that are sharper than feet can push, several times shortly after each other</source>
        <translation>Anläufe und Wendungen auf ebenem Boden, schärfer als Füße abstoßen können, mehrmals kurz nacheinander</translation>
    </message>
    <message>
        <source>pistons and other things that push, several times in a row</source>
        <translation>Kolben und anderes, was schiebt, mehrmals hintereinander</translation>
    </message>
    <message>
        <source>Sooner than</source>
        <translation>Früher als</translation>
    </message>
    <message>
        <source>After not clicking for</source>
        <translation>Ohne Klick davor seit</translation>
    </message>
    <message>
        <source>Answers within</source>
        <translation>Antworten innerhalb von</translation>
    </message>
    <message>
        <source>To what comes after a silence of</source>
        <translation>Auf das, was nach einer Stille kommt von</translation>
    </message>
    <message>
        <source>Reactions</source>
        <translation>Reaktionen</translation>
    </message>
    <message>
        <source>Too fast so often</source>
        <translation>So oft zu schnell</translation>
    </message>
    <message>
        <source>For at least</source>
        <translation>Für mindestens</translation>
    </message>
    <message>
        <source>Reached within</source>
        <translation>Erreicht innerhalb von</translation>
    </message>
    <message>
        <source>Times what is possible</source>
        <translation>Mal so viel wie möglich</translation>
    </message>
    <message>
        <source>Differing by less than</source>
        <translation>Verschieden um weniger als</translation>
    </message>
    <message>
        <source>Turning by at least</source>
        <translation>Drehung um mindestens</translation>
    </message>
    <message>
        <source>Even turning</source>
        <translation>Gleichmäßiges Drehen</translation>
    </message>
    <message>
        <source>turning by the same angle in every frame, to the last digit</source>
        <translation>Drehen um denselben Winkel in jedem Bild, bis auf die letzte Stelle</translation>
    </message>
    <message>
        <source>a stick that is held at its end; vehicles of which the recording does not tell</source>
        <translation>ein Stick am Anschlag; Fahrzeuge, von denen die Aufzeichnung nichts sagt</translation>
    </message>
    <message>
        <source>Times the speed before and after</source>
        <translation>Mal so schnell wie davor und danach</translation>
    </message>
    <message>
        <source>A line that was stuck brings up to</source>
        <translation>Eine stockende Verbindung bringt bis zu</translation>
    </message>
    <message>
        <source>In one frame</source>
        <translation>In einem Bild</translation>
    </message>
    <message>
        <source>In at least so many frames</source>
        <translation>In mindestens so vielen Bildern</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Faster than the game&apos;s</source>
        <translation>Schneller als die des Spiels</translation>
    </message>
    <message>
        <source>frames in which somebody gets as far as in two, without frames before them in which a line was stuck</source>
        <translation>Bilder, in denen jemand so weit kommt wie in zweien, ohne dass davor die Verbindung stockte</translation>
    </message>
    <message>
        <source>a server that takes what it received late without recording that nothing came</source>
        <translation>ein Server, der Verspätetes nimmt, ohne aufzuzeichnen, dass nichts kam</translation>
    </message>
    <message>
        <source>Farther than sight by</source>
        <translation>Weiter als die Sicht um</translation>
    </message>
    <message>
        <source>Sight where none is recorded</source>
        <translation>Sicht, wo keine aufgezeichnet ist</translation>
    </message>
    <message>
        <source>Orders on what is not seen</source>
        <translation>Befehle auf Ungesehenes</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>long headbutt</source>
        <translation>Kopfstoß aus der Ferne</translation>
    </message>
    <message>
        <source>long bumper shot</source>
        <translation>Bandenschuss aus der Ferne</translation>
    </message>
    <message>
        <source>the name of the output must end with .butter, .echoreplay or .tape</source>
        <translation>der Name der Ausgabe muss auf .butter, .echoreplay oder .tape enden</translation>
    </message>
    <message>
        <source>a .tape is packed with zstd or not at all (none), not with gzip</source>
        <translation>eine .tape wird mit zstd gepackt oder gar nicht (none), nicht mit gzip</translation>
    </message>
    <message>
        <source>a tape of more than 4 GiB unpacked can be read by nobody; write it in parts</source>
        <translation>ein Band von über 4 GiB entpackt kann niemand lesen; in Teilen schreiben</translation>
    </message>
    <message>
        <source>a button that is held, where the game repeats what it does faster than the slowest beat that is looked at</source>
        <translation>eine gehaltene Taste, wo das Spiel wiederholt, was sie tut, schneller als der langsamste betrachtete Takt</translation>
    </message>
    <message>
        <source>boats and other entities that carry somebody, where the recording does not say that they ride; grounds at odd heights that a server adds</source>
        <translation>Boote und anderes, was jemanden trägt, ohne dass die Aufzeichnung es sagt; Böden in krummen Höhen, die ein Server hinzufügt</translation>
    </message>
    <message>
        <source>a click that follows on what others do sooner than anybody can see it and press a button, most of the times that somebody answers at all</source>
        <translation>ein Klick auf das, was andere tun, früher als jemand es sehen und drücken kann, meistens, wenn überhaupt geantwortet wird</translation>
    </message>
    <message>
        <source>a speed on level ground above what walking or running reaches, that was there at once and lasted</source>
        <translation>ein Tempo auf ebenem Boden über dem, was Gehen oder Rennen erreicht, das auf einmal da war und anhielt</translation>
    </message>
    <message>
        <source>surfaces and effects that the recording does not tell of and that speed one up at once (potions, conveyors of a map)</source>
        <translation>Böden und Wirkungen, von denen die Aufzeichnung nichts sagt und die auf einmal schneller machen (Tränke, Förderbänder einer Karte)</translation>
    </message>
    <message>
        <source>orders on units of others that none of one&apos;s own could see, at that moment or for three seconds before</source>
        <translation>Befehle auf Einheiten anderer, die keine eigene sehen konnte, in dem Moment und drei Sekunden davor</translation>
    </message>
    <message>
        <source>units whose place between two reports is an estimate, allies who share what they see, and scans and other abilities that uncover a place</source>
        <translation>Einheiten, deren Ort zwischen zwei Meldungen geschätzt ist, Verbündete, die ihre Sicht teilen, und Fähigkeiten, die einen Ort aufdecken</translation>
    </message>
    <message>
        <source>places of units are estimates in all formats that tell of orders, and what abilities uncover is not recorded</source>
        <translation>Orte von Einheiten sind in allen Formaten, die von Befehlen erzählen, Schätzungen, und was Fähigkeiten aufdecken, wird nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Who does not run may not be faster than walking (1)</source>
        <translation>Wer nicht rennt, darf nicht schneller sein als beim Gehen (1)</translation>
    </message>
    <message>
        <source>frames in which somebody moves much farther than in those before and after, twice within a minute, without the game saying that it moved them and without a line that was stuck</source>
        <translation>Bilder, in denen jemand viel weiter kommt als davor und danach, zweimal in einer Minute, ohne dass das Spiel ihn versetzt hat und ohne stockende Verbindung</translation>
    </message>
    <message>
        <source>teleports of a game that its recordings do not tell of, and a server that stood still without recording that</source>
        <translation>Versetzungen eines Spiels, von denen seine Aufzeichnungen nichts sagen, und ein Server, der stillstand, ohne es aufzuzeichnen</translation>
    </message>
    <message>
        <source>a turn that ends within one frame on somebody and then stays on them as they move, and that once more</source>
        <translation>eine Drehung, die in einem Bild auf jemandem endet und dann an ihm bleibt, während er sich bewegt, und das noch einmal</translation>
    </message>
    <message>
        <source>High jumps, at least so many</source>
        <translation>Hohe Sprünge, mindestens so viele</translation>
    </message>
    <message>
        <source>rising in one go that no jump, throw or ladder explains, and jumps that are higher than legs can, again and again</source>
        <translation>Steigen in einem Zug, das kein Sprung, Wurf und keine Leiter erklärt, und Sprünge, die immer wieder höher sind, als Beine es können</translation>
    </message>
    <message>
        <source>pistons, and effects and things that lift somebody again and again from where they stand</source>
        <translation>Kolben sowie Wirkungen und Dinge, die jemanden immer wieder heben, wo er steht</translation>
    </message>
    <message>
        <source>staying at a height at which no ground lies, or sinking evenly while moving on or out of a fall</source>
        <translation>Bleiben auf einer Höhe, auf der kein Boden liegt, oder gleichmäßiges Sinken beim Weitergehen oder aus einem Fall heraus</translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message>
        <source>Confirmed</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>Unsure</source>
        <translation>Unklar</translation>
    </message>
    <message>
        <source>Not reviewed</source>
        <translation>Ungeprüft</translation>
    </message>
    <message>
        <source>Note (0)</source>
        <translation>Hinweis (0)</translation>
    </message>
    <message>
        <source>Slight (1)</source>
        <translation>Leicht (1)</translation>
    </message>
    <message>
        <source>Serious (2)</source>
        <translation>Ernst (2)</translation>
    </message>
    <message>
        <source>Grave (3)</source>
        <translation>Schwer (3)</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgezeichnet</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>Berechnet</translation>
    </message>
    <message numerus="yes">
        <source>%n flags</source>
        <translation>
            <numerusform>%n Verdachtsfall</numerusform>
            <numerusform>%n Verdachtsfälle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n recordings</source>
        <translation>
            <numerusform>%n Aufzeichnung</numerusform>
            <numerusform>%n Aufzeichnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n verdicts</source>
        <translation>
            <numerusform>%n Urteil</numerusform>
            <numerusform>%n Urteile</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bookmarks</source>
        <translation>
            <numerusform>%n Lesezeichen</numerusform>
            <numerusform>%n Lesezeichen</numerusform>
        </translation>
    </message>
    <message>
        <source>Disputed</source>
        <translation>Umstritten</translation>
    </message>
    <message>
        <source>Needs more</source>
        <translation>Braucht mehr</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
</context>
<context>
    <name>SummaryPage</name>
    <message>
        <source>%1 (concluded)</source>
        <translation>%1 (erschlossen)</translation>
    </message>
    <message>
        <source>%1 (left)</source>
        <translation>%1 (gegangen)</translation>
    </message>
    <message>
        <source>%1 a field of %2</source>
        <translation>%1 je Feld von %2</translation>
    </message>
    <message>
        <source>%1 could not be read: %2</source>
        <translation>Nicht lesbar: %1: %2</translation>
    </message>
    <message>
        <source>%1 leads</source>
        <translation>%1 führt</translation>
    </message>
    <message>
        <source>%1 to %2 (frames %3 to %4)</source>
        <translation>%1 bis %2 (Bilder %3 bis %4)</translation>
    </message>
    <message>
        <source>All events, by kind: %1</source>
        <translation>Alle Ereignisse nach Art: %1</translation>
    </message>
    <message>
        <source>All of the recording could be read.</source>
        <translation>Die ganze Aufzeichnung war lesbar.</translation>
    </message>
    <message>
        <source>Anomaly</source>
        <translation>Auffälligkeit</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Arrow</source>
        <translation>Pfeil</translation>
    </message>
    <message>
        <source>Before the first round</source>
        <translation>Vor der ersten Runde</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Cannot be decoded: %1</source>
        <translation>Nicht lesbar: %1</translation>
    </message>
    <message>
        <source>Coach&apos;s notes</source>
        <translation>Notizen des Trainers</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Drawings</source>
        <translation>Zeichnungen</translation>
    </message>
    <message>
        <source>Drawn at %1</source>
        <translation>Gezeichnet bei %1</translation>
    </message>
    <message>
        <source>Ellipse</source>
        <translation>Ellipse</translation>
    </message>
    <message>
        <source>Engagement</source>
        <translation>Geschehen</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Everybody</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Heat map: %1</source>
        <translation>Heatmap: %1</translation>
    </message>
    <message>
        <source>Highlights</source>
        <translation>Höhepunkte</translation>
    </message>
    <message>
        <source>Integrity checks of the format</source>
        <translation>Prüfungen des Formats</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>Line-up</source>
        <translation>Aufstellung</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Lost: %1</source>
        <translation>Verloren: %1</translation>
    </message>
    <message>
        <source>Lost: %1: %2</source>
        <translation>Verloren: %1: %2</translation>
    </message>
    <message>
        <source>Made with Ghostline %1</source>
        <translation>Erstellt mit Ghostline %1</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Match summary</source>
        <translation>Spielbericht</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Umschwung</translation>
    </message>
    <message>
        <source>Moved figure</source>
        <translation>Versetzte Figur</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Part of this recording is lost: figures and events may be incomplete.</source>
        <translation>Ein Teil dieser Aufzeichnung ist verloren: Zahlen und Ereignisse können unvollständig sein.</translation>
    </message>
    <message>
        <source>Pen</source>
        <translation>Stift</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Possession</source>
        <translation>Ballbesitz</translation>
    </message>
    <message>
        <source>Rarity</source>
        <translation>Seltenheit</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgezeichnet</translation>
    </message>
    <message>
        <source>Recording: %1</source>
        <translation>Aufzeichnung: %1</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>Round %1: %2 : %3</source>
        <translation>Runde %1: %2 : %3</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Rounds won: %1</source>
        <translation>Gewonnene Runden: %1</translation>
    </message>
    <message>
        <source>Score %1: %2</source>
        <translation>Wertung %1: %2</translation>
    </message>
    <message>
        <source>Spotlight</source>
        <translation>Scheinwerfer</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The curves</source>
        <translation>die Kurven</translation>
    </message>
    <message>
        <source>The heat maps</source>
        <translation>die Heatmaps</translation>
    </message>
    <message>
        <source>The highlights</source>
        <translation>die Höhepunkte</translation>
    </message>
    <message>
        <source>The recording</source>
        <translation>Die Aufzeichnung</translation>
    </message>
    <message>
        <source>The statistics</source>
        <translation>die Statistik</translation>
    </message>
    <message>
        <source>The weightiest %1 of %2 notable events are listed.</source>
        <translation>Aufgeführt sind die gewichtigsten %1 von %2 bemerkenswerten Ereignissen.</translation>
    </message>
    <message>
        <source>This recording is empty: nothing can be told of it.</source>
        <translation>Diese Aufzeichnung ist leer: Von ihr ist nichts zu berichten.</translation>
    </message>
    <message>
        <source>This recording was still being made.</source>
        <translation>Diese Aufzeichnung wurde noch geschrieben.</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>What is lost</source>
        <translation>Was verloren ist</translation>
    </message>
    <message>
        <source>What was noticed: %1</source>
        <translation>Was auffiel: %1</translation>
    </message>
    <message>
        <source>Where they were</source>
        <translation>Wo sie waren</translation>
    </message>
    <message>
        <source>cannot be checked</source>
        <translation>nicht prüfbar</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>von %1 bis %2</translation>
    </message>
    <message>
        <source>max. %1</source>
        <translation>max. %1</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>in Ordnung</translation>
    </message>
</context>
<context>
    <name>TagPresets</name>
    <message>
        <source>For this recording</source>
        <translation>Für diese Aufzeichnung</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Attack</source>
        <translation>Angriff</translation>
    </message>
    <message>
        <source>Defence</source>
        <translation>Abwehr</translation>
    </message>
    <message>
        <source>Well done</source>
        <translation>Gelungen</translation>
    </message>
    <message>
        <source>To improve</source>
        <translation>Zu verbessern</translation>
    </message>
    <message>
        <source>Ask about it</source>
        <translation>Nachfragen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::Actions</name>
    <message>
        <source>No recording is open</source>
        <translation>Keine Aufzeichnung ist geöffnet</translation>
    </message>
</context>
<context>
    <name>ghostline::app::AnalyseVerbs</name>
    <message>
        <source>Select an actor first: click one in the view</source>
        <translation>Zuerst einen Akteur auswählen: in der Ansicht anklicken</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>See with its eyes</source>
        <translation>Mit seinen Augen sehen</translation>
    </message>
    <message>
        <source>Plot speed</source>
        <translation>Tempo als Diagramm</translation>
    </message>
    <message>
        <source>Plot distance to %1</source>
        <translation>Abstand zu %1 als Diagramm</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>This recording has no figures of all players</source>
        <translation>Diese Aufzeichnung hat keine Werte aller Spieler</translation>
    </message>
    <message>
        <source>This recording has no fights or engagements</source>
        <translation>Diese Aufzeichnung hat keine Kämpfe oder Gefechte</translation>
    </message>
    <message>
        <source>Nothing happens in this recording that is worth showing</source>
        <translation>In dieser Aufzeichnung geschieht nichts, was sich zu zeigen lohnt</translation>
    </message>
</context>
<context>
    <name>ghostline::app::AnalysesDialog</name>
    <message>
        <source>Analyses</source>
        <translation>Analysen</translation>
    </message>
    <message>
        <source>Near each other</source>
        <translation>Nähe</translation>
    </message>
    <message>
        <source>Zones</source>
        <translation>Zonen</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzwerte</translation>
    </message>
    <message>
        <source>Detectors</source>
        <translation>Detektoren</translation>
    </message>
</context>
<context>
    <name>ghostline::app::AnalysisModel</name>
    <message>
        <source>Click goes to %1</source>
        <translation>Klick geht zu %1</translation>
    </message>
</context>
<context>
    <name>ghostline::app::AnalysisPage</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Remove results</source>
        <translation>Ergebnisse entfernen</translation>
    </message>
    <message>
        <source>Take what was found here out of the events again</source>
        <translation>Das hier Gefundene wieder aus den Ereignissen nehmen</translation>
    </message>
    <message>
        <source>The search was cancelled</source>
        <translation>Die Suche wurde abgebrochen</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Wird gesucht …</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message numerus="yes">
        <source>%n found; see Events and the timeline, worked out</source>
        <translation>
            <numerusform>%n Fund; siehe „Ereignisse“ und Zeitleiste, berechnet</numerusform>
            <numerusform>%n Funde; siehe „Ereignisse“ und Zeitleiste, berechnet</numerusform>
        </translation>
    </message>
    <message>
        <source>. There were more: narrow the question down</source>
        <translation>. Es gab mehr: die Suche eingrenzen</translation>
    </message>
    <message>
        <source>. Up to %1; the recording has grown since: search again</source>
        <translation>. Bis %1; die Aufzeichnung ist seither gewachsen: erneut suchen</translation>
    </message>
    <message>
        <source>Select an actor first: click one in the view</source>
        <translation>Zuerst einen Akteur auswählen: in der Ansicht anklicken</translation>
    </message>
    <message>
        <source>Nothing found: there are never two who count at the same time</source>
        <translation>Nichts gefunden: Nie sind zwei, die zählen, gleichzeitig da</translation>
    </message>
    <message>
        <source>Nothing found: the recording does not tell of two teams</source>
        <translation>Nichts gefunden: Die Aufzeichnung kennt keine zwei Teams</translation>
    </message>
    <message>
        <source>Nothing found: most places were not recorded but estimated; let places between those recorded count, too</source>
        <translation>Nichts gefunden: Die meisten Orte sind nicht aufgezeichnet, sondern geschätzt; auch Orte zwischen den aufgezeichneten zählen lassen</translation>
    </message>
    <message>
        <source>Nothing found: distances are those between the middles of two, and even the smallest are wider than that; take a greater distance</source>
        <translation>Nichts gefunden: Gemessen wird von Mitte zu Mitte, und selbst die Kleinsten sind breiter als das; einen größeren Abstand wählen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::AnalysisPanel</name>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Which finding is shown</source>
        <translation>Welcher Befund gezeigt wird</translation>
    </message>
    <message>
        <source>Copy the table as text</source>
        <translation>Die Tabelle als Text kopieren</translation>
    </message>
    <message>
        <source>Export the table as CSV…</source>
        <translation>Die Tabelle als CSV exportieren …</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Nothing of this sort was found</source>
        <translation>Nichts dergleichen gefunden</translation>
    </message>
    <message>
        <source>Open a recording to see what can be found out about it</source>
        <translation>Eine Aufzeichnung öffnen, um zu sehen, was sich über sie herausfinden lässt</translation>
    </message>
    <message>
        <source>Nothing has been found out about this recording. The Events and the Metrics show what it tells.</source>
        <translation>Über diese Aufzeichnung wurde nichts herausgefunden. „Ereignisse“ und „Werte“ zeigen, was sie hergibt.</translation>
    </message>
    <message>
        <source>What can be found out appears here once the recording has been read</source>
        <translation>Was sich herausfinden lässt, erscheint hier, sobald die Aufzeichnung gelesen ist</translation>
    </message>
    <message>
        <source>Copy the selected rows</source>
        <translation>Ausgewählte Zeilen kopieren</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>Tabelle kopieren</translation>
    </message>
</context>
<context>
    <name>ghostline::app::BandChips</name>
    <message>
        <source>Shade where there is %1 behind the curves</source>
        <translation>Hinter den Kurven schattieren, wo es %1 gibt</translation>
    </message>
    <message>
        <source>%1: shaded behind the curves where it lasted
Click: show or hide</source>
        <translation>%1: hinter den Kurven schattiert, solange es dauerte
Klick: ein- oder ausblenden</translation>
    </message>
</context>
<context>
    <name>ghostline::app::Banner</name>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Hide this notice</source>
        <translation>Diesen Hinweis ausblenden</translation>
    </message>
    <message>
        <source>More about this notice</source>
        <translation>Mehr zu diesem Hinweis</translation>
    </message>
</context>
<context>
    <name>ghostline::app::BoardBar</name>
    <message>
        <source>Drawing tools</source>
        <translation>Zeichenwerkzeuge</translation>
    </message>
    <message>
        <source>Stop drawing</source>
        <translation>Zeichnen beenden</translation>
    </message>
    <message>
        <source>Colour of what is drawn</source>
        <translation>Farbe der Zeichnung</translation>
    </message>
    <message>
        <source>Another colour…</source>
        <translation>Andere Farbe…</translation>
    </message>
    <message>
        <source>Thin</source>
        <translation>Dünn</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Thick</source>
        <translation>Dick</translation>
    </message>
    <message>
        <source>Width of lines</source>
        <translation>Breite der Linien</translation>
    </message>
    <message>
        <source>How long it is seen</source>
        <translation>Wie lange sie zu sehen ist</translation>
    </message>
    <message>
        <source>How long a drawing is seen, from this moment on</source>
        <translation>Wie lange eine Zeichnung zu sehen ist, ab diesem Moment</translation>
    </message>
    <message>
        <source>Words of the drawing</source>
        <translation>Worte der Zeichnung</translation>
    </message>
    <message>
        <source>Words, then Enter</source>
        <translation>Worte, dann Eingabetaste</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>White</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>Schwarz</translation>
    </message>
    <message>
        <source>This moment</source>
        <translation>Dieser Moment</translation>
    </message>
    <message>
        <source>3 s</source>
        <translation>3 s</translation>
    </message>
    <message>
        <source>5 s</source>
        <translation>5 s</translation>
    </message>
    <message>
        <source>10 s</source>
        <translation>10 s</translation>
    </message>
    <message>
        <source>Whole loop</source>
        <translation>Ganze Schleife</translation>
    </message>
    <message>
        <source>Until the end</source>
        <translation>Bis zum Ende</translation>
    </message>
</context>
<context>
    <name>ghostline::app::BoardMode</name>
    <message>
        <source>No recording is open</source>
        <translation>Keine Aufzeichnung ist geöffnet</translation>
    </message>
    <message>
        <source>No drawing is selected</source>
        <translation>Keine Zeichnung ist ausgewählt</translation>
    </message>
    <message>
        <source>Nothing was drawn</source>
        <translation>Nichts wurde gezeichnet</translation>
    </message>
    <message>
        <source>A link leads from one actor to another</source>
        <translation>Eine Verbindung führt von einem Akteur zu einem anderen</translation>
    </message>
    <message>
        <source>Begin on an actor, or select one first: the drawing goes along with it</source>
        <translation>Auf einem Akteur beginnen oder vorher einen auswählen: Die Zeichnung geht mit ihm mit</translation>
    </message>
    <message>
        <source>There is no actor there</source>
        <translation>Dort ist kein Akteur</translation>
    </message>
    <message>
        <source>There is no ground there: look further down, or pin to the screen</source>
        <translation>Dort ist kein Boden: weiter nach unten schauen oder an den Bildschirm heften</translation>
    </message>
    <message>
        <source>The selected drawing cannot be pinned there</source>
        <translation>Die ausgewählte Zeichnung kann dort nicht angeheftet werden</translation>
    </message>
    <message>
        <source>Nothing that was drawn is seen at this moment</source>
        <translation>Nichts Gezeichnetes ist in diesem Moment zu sehen</translation>
    </message>
    <message>
        <source>Clear this moment</source>
        <translation>Diesen Moment leeren</translation>
    </message>
</context>
<context>
    <name>ghostline::app::BoardPanel</name>
    <message>
        <source>Drawings</source>
        <translation>Zeichnungen</translation>
    </message>
    <message>
        <source>Drawn by people, not recorded</source>
        <translation>Von Menschen gezeichnet, nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Remove the selected drawings (Del)</source>
        <translation>Die ausgewählten Zeichnungen entfernen (Entf)</translation>
    </message>
    <message>
        <source>What is drawn on a replay is listed here</source>
        <translation>Was auf eine Aufzeichnung gezeichnet wird, steht hier</translation>
    </message>
    <message>
        <source>Nothing was drawn yet: D draws over the picture</source>
        <translation>Noch nichts gezeichnet: D zeichnet über das Bild</translation>
    </message>
    <message>
        <source>Remove drawings</source>
        <translation>Zeichnungen entfernen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::BookmarksMenu</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Play these</source>
        <translation>Diese abspielen</translation>
    </message>
    <message>
        <source>Play all shown</source>
        <translation>Alle gezeigten abspielen</translation>
    </message>
    <message>
        <source>Export clip…</source>
        <translation>Clip exportieren…</translation>
    </message>
    <message>
        <source>Export all shown as clips…</source>
        <translation>Alle gezeigten als Clips exportieren…</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Schlagwort</translation>
    </message>
    <message>
        <source>Take the tag off</source>
        <translation>Schlagwort wegnehmen</translation>
    </message>
    <message>
        <source>Another tag…</source>
        <translation>Anderes Schlagwort…</translation>
    </message>
    <message>
        <source>The tag for the selected bookmarks</source>
        <translation>Schlagwort für die gewählten Lesezeichen</translation>
    </message>
    <message>
        <source>Tag bookmarks</source>
        <translation>Schlagwort vergeben</translation>
    </message>
    <message>
        <source>Take tags off bookmarks</source>
        <translation>Schlagwort wegnehmen</translation>
    </message>
    <message>
        <source>Remove bookmarks</source>
        <translation>Lesezeichen entfernen</translation>
    </message>
    <message>
        <source>Add to the play list</source>
        <translation>Zur Abspielliste hinzufügen</translation>
    </message>
    <message>
        <source>Add all shown to the play list</source>
        <translation>Alle gezeigten zur Abspielliste hinzufügen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::BookmarksModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>%L1 s</source>
        <translation>%L1 s</translation>
    </message>
    <message>
        <source>Until %1</source>
        <translation>Bis %1</translation>
    </message>
    <message>
        <source>Seconds; typed with a colon, where it ends</source>
        <translation>Sekunden; mit Doppelpunkt getippt das Ende</translation>
    </message>
    <message>
        <source>With a semicolon between them</source>
        <translation>Mit Semikolon dazwischen</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
</context>
<context>
    <name>ghostline::app::BookmarksPanel</name>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Colour of the selected bookmarks</source>
        <translation>Farbe der ausgewählten Lesezeichen</translation>
    </message>
    <message>
        <source>Remove the selected bookmarks (Del)</source>
        <translation>Die ausgewählten Lesezeichen entfernen (Entf)</translation>
    </message>
    <message>
        <source>No bookmarks yet: B marks this moment, or the loop it lies in</source>
        <translation>Noch keine Lesezeichen: B markiert diesen Moment oder die Schleife, in der er liegt</translation>
    </message>
    <message>
        <source>The bookmarks of a replay are listed here</source>
        <translation>Hier stehen die Lesezeichen einer Aufzeichnung</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Vermilion</source>
        <translation>Zinnober</translation>
    </message>
    <message>
        <source>Sky</source>
        <translation>Himmelblau</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Purpur</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>Neutral</translation>
    </message>
    <message>
        <source>Colour bookmarks</source>
        <translation>Lesezeichen färben</translation>
    </message>
    <message>
        <source>Filter: title, tag, note, author</source>
        <translation>Filter: Titel, Schlagwort, Notiz, Verfasser</translation>
    </message>
    <message>
        <source>Filter bookmarks</source>
        <translation>Lesezeichen filtern</translation>
    </message>
    <message>
        <source>No bookmark fits the filter</source>
        <translation>Kein Lesezeichen passt zum Filter</translation>
    </message>
</context>
<context>
    <name>ghostline::app::CameraDelegate</name>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
</context>
<context>
    <name>ghostline::app::CameraVerbs</name>
    <message>
        <source>This recording has nothing the whole play is about, such as a ball</source>
        <translation>In dieser Aufzeichnung gibt es nichts, worum sich das ganze Spiel dreht, etwa einen Ball</translation>
    </message>
    <message>
        <source>Look from %1 (Ctrl+%2)</source>
        <translation>Von %1 aus sehen (Strg+%2)</translation>
    </message>
</context>
<context>
    <name>ghostline::app::CaseDialog</name>
    <message>
        <source>Without names</source>
        <translation>Ohne Namen</translation>
    </message>
    <message>
        <source>With the verdicts of reviewers</source>
        <translation>Mit den Urteilen der Prüfenden</translation>
    </message>
    <message>
        <source>Export case</source>
        <translation>Fall exportieren</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Before and after the flag</source>
        <translation>Vor und nach dem Verdacht</translation>
    </message>
    <message>
        <source>One page with all figures around the flag, those that were recorded apart from those that were worked out. Whoever has the recording can have all of it worked out again: ghostline-cli verify.</source>
        <translation>Eine Seite mit allen Zahlen um den Verdacht, aufgezeichnete getrennt von ausgerechneten. Wer die Aufzeichnung hat, kann alles neu ausrechnen lassen: ghostline-cli verify.</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Verdacht</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Davor und danach</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>What others say of it shows once you have given your verdict</source>
        <translation>Was andere dazu sagen, zeigt sich nach dem eigenen Urteil</translation>
    </message>
    <message>
        <source>With pictures from two cameras</source>
        <translation>Mit Bildern aus zwei Kameras</translation>
    </message>
    <message>
        <source>Frame by frame close to the accused and from above, at most %1 frames: the nearest to the flag</source>
        <translation>Bild für Bild nah am Beschuldigten und von oben, höchstens %1 Bilder: die nächsten am Verdacht</translation>
    </message>
    <message>
        <source>Names of players and reviewers are replaced, and what tells who somebody is is left out. Notes of reviewers stay: read them for other names before you hand the page out</source>
        <translation>Namen von Spielern und Prüfern werden ersetzt, und was sonst verrät, wer jemand ist, fehlt. Notizen der Prüfer bleiben: vor dem Weitergeben auf andere Namen lesen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::CastModel</name>
    <message>
        <source>%1/%2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>%1: %2 of %3 in the scene now</source>
        <translation>%1: %2 von %3 jetzt in der Szene</translation>
    </message>
    <message>
        <source>Stop following %1</source>
        <translation>%1 nicht mehr folgen</translation>
    </message>
    <message>
        <source>Follow %1</source>
        <translation>%1 folgen</translation>
    </message>
    <message>
        <source>%1
%2, number %3
frames %4 to %5</source>
        <translation>%1
%2, Nummer %3
Bilder %4 bis %5</translation>
    </message>
    <message>
        <source>%1, not in the scene now</source>
        <translation>%1, jetzt nicht in der Szene</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>In scene</source>
        <translation>In der Szene</translation>
    </message>
</context>
<context>
    <name>ghostline::app::CastPanel</name>
    <message>
        <source>Cast</source>
        <translation>Akteure</translation>
    </message>
    <message>
        <source>Filter cast</source>
        <translation>Akteure filtern</translation>
    </message>
    <message>
        <source>Filter the cast by name, type or number</source>
        <translation>Akteure nach Name, Typ oder Nummer filtern</translation>
    </message>
    <message>
        <source>The actors of a replay are listed here</source>
        <translation>Hier stehen die Akteure einer Aufzeichnung</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Show only these</source>
        <translation>Nur diese zeigen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Sort by name</source>
        <translation>Nach Namen sortieren</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Nobody takes part in this recording</source>
        <translation>An dieser Aufzeichnung ist niemand beteiligt</translation>
    </message>
    <message>
        <source>Nobody here has “%1” in name, type or number</source>
        <translation>Niemand hat hier „%1“ in Name, Typ oder Nummer</translation>
    </message>
    <message>
        <source>See with its eyes</source>
        <translation>Mit seinen Augen sehen</translation>
    </message>
    <message>
        <source>Compare these two…</source>
        <translation>Diese beiden vergleichen …</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Vergleichen mit …</translation>
    </message>
    <message>
        <source>List units that are not in the scene</source>
        <translation>Einheiten nennen, die nicht in der Szene sind</translation>
    </message>
</context>
<context>
    <name>ghostline::app::CensusModel</name>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
    <message>
        <source>%1 more being made</source>
        <translation>%1 weitere in Arbeit</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 of what is being made: %2</source>
        <translation>%1 dessen, was in Arbeit ist: %2</translation>
    </message>
    <message>
        <source>Click selects one after the other</source>
        <translation>Klick wählt eines nach dem anderen aus</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>ghostline::app::CensusPanel</name>
    <message>
        <source>Copy the table as text</source>
        <translation>Die Tabelle als Text kopieren</translation>
    </message>
    <message>
        <source>This recording does not say who has what</source>
        <translation>Diese Aufzeichnung sagt nicht, wer was hat</translation>
    </message>
    <message>
        <source>At %1</source>
        <translation>Bei %1</translation>
    </message>
    <message>
        <source>Export the table as CSV…</source>
        <translation>Die Tabelle als CSV exportieren …</translation>
    </message>
</context>
<context>
    <name>ghostline::app::CensusTable</name>
    <message>
        <source>What every team has</source>
        <translation>Was jedes Team hat</translation>
    </message>
    <message>
        <source>Nobody has anything yet</source>
        <translation>Noch hat niemand etwas</translation>
    </message>
    <message>
        <source>Copy the selected rows</source>
        <translation>Ausgewählte Zeilen kopieren</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Forces</source>
        <translation>Kräfte</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ChatLog</name>
    <message>
        <source>You</source>
        <translation>Ich</translation>
    </message>
    <message>
        <source>Somebody who has left</source>
        <translation>Jemand, der gegangen ist</translation>
    </message>
    <message>
        <source>%1 joined</source>
        <translation>%1 ist dabei</translation>
    </message>
    <message>
        <source>%1 is back</source>
        <translation>%1 ist wieder da</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>%1 ist gegangen</translation>
    </message>
    <message>
        <source>The connection to %1 is lost</source>
        <translation>Die Verbindung zu %1 ist verloren</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ChatView</name>
    <message>
        <source>What was said</source>
        <translation>Was gesagt wurde</translation>
    </message>
    <message>
        <source>Message to all</source>
        <translation>Nachricht an alle</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ChipShelf</name>
    <message>
        <source>Show one line of them</source>
        <translation>Nur eine Zeile zeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>%n weitere zeigen</numerusform>
            <numerusform>%n weitere zeigen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::ClipDesk</name>
    <message>
        <source>As shown now</source>
        <translation>Wie jetzt gezeigt</translation>
    </message>
    <message>
        <source>Follow %1</source>
        <translation>%1 folgen</translation>
    </message>
    <message>
        <source>View %1</source>
        <translation>Ansicht %1</translation>
    </message>
    <message>
        <source>The picture could not be drawn</source>
        <translation>Das Bild konnte nicht gezeichnet werden</translation>
    </message>
    <message>
        <source>The picture is on the clipboard</source>
        <translation>Das Bild liegt in der Zwischenablage</translation>
    </message>
    <message>
        <source>Another clip is being written</source>
        <translation>Es wird noch ein anderer Clip geschrieben</translation>
    </message>
</context>
<context>
    <name>ghostline::app::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>Eintippen, was geschehen soll</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Nothing is called that</source>
        <translation>Nichts heißt so</translation>
    </message>
</context>
<context>
    <name>ghostline::app::CopiedRuns</name>
    <message>
        <source>%1–%2 (%3)</source>
        <translation>%1–%2 (%3)</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
    <message>
        <source>%1 is the same run, frame for frame, in %2</source>
        <translation>%1 ist derselbe Lauf, Bild für Bild, in %2</translation>
    </message>
    <message numerus="yes">
        <source>%n ghosts are the same run, frame for frame, at least in part</source>
        <translation>
            <numerusform>%n Ghost ist derselbe Lauf, Bild für Bild, zumindest in Teilen</numerusform>
            <numerusform>%n Ghosts sind derselbe Lauf, Bild für Bild, zumindest in Teilen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::CopiesDialog</name>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Same as</source>
        <translation>Wie</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Way</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Copies in this folder</source>
        <translation>Kopien in diesem Ordner</translation>
    </message>
    <message>
        <source>A double click opens the recording, with the other one as its ghost</source>
        <translation>Ein Doppelklick öffnet die Aufzeichnung, mit der anderen als Geist</translation>
    </message>
    <message>
        <source>Copies in %1</source>
        <translation>Kopien in %1</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message numerus="yes">
        <source>%n runs compared</source>
        <translation>
            <numerusform>%n Lauf verglichen</numerusform>
            <numerusform>%n Läufe verglichen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be</source>
        <translation>
            <numerusform>%n konnte es nicht werden</numerusform>
            <numerusform>%n konnten es nicht werden</numerusform>
        </translation>
    </message>
    <message>
        <source>none is a copy of another</source>
        <translation>keiner ist die Kopie eines anderen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::DeltaPanel</name>
    <message>
        <source>Over the way</source>
        <translation>Über den Weg</translation>
    </message>
    <message>
        <source>At the same place, along the runner&apos;s way in metres</source>
        <translation>Am selben Ort, entlang des Läuferwegs in Metern</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>Über die Zeit</translation>
    </message>
    <message>
        <source>As it is aligned, along the time since the runner&apos;s start</source>
        <translation>Wie ausgerichtet, entlang der Zeit seit dem Start des Läufers</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Speed of runner and ghosts below</source>
        <translation>Tempo von Läufer und Ghosts darunter</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Height of runner and ghosts below</source>
        <translation>Höhe von Läufer und Ghosts darunter</translation>
    </message>
    <message>
        <source>Apart</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Distance from the runner to each ghost below</source>
        <translation>Abstand des Läufers zu jedem Ghost darunter</translation>
    </message>
    <message>
        <source>Add a ghost to see where the runner loses time against it</source>
        <translation>Einen Ghost hinzufügen, um zu sehen, wo der Läufer gegen ihn Zeit verliert</translation>
    </message>
    <message>
        <source>No ghost is shown yet</source>
        <translation>Noch wird kein Ghost gezeigt</translation>
    </message>
</context>
<context>
    <name>ghostline::app::DeltaPlot</name>
    <message>
        <source>Delta plot</source>
        <translation>Delta-Diagramm</translation>
    </message>
    <message>
        <source>How far each ghost is ahead or behind, along the way; below zero the runner is faster</source>
        <translation>Wie weit jeder Ghost vorn oder zurück liegt, entlang des Wegs; unter null ist der Läufer schneller</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>, failed attempt</source>
        <translation>, Fehlversuch</translation>
    </message>
    <message>
        <source>Runner</source>
        <translation>Läufer</translation>
    </message>
    <message>
        <source>Delta at the same place, s — below zero: the runner is faster</source>
        <translation>Delta am selben Ort, s – unter null: der Läufer ist schneller</translation>
    </message>
    <message>
        <source>Delta at the last checkpoint, s — below zero: the runner is faster</source>
        <translation>Delta am letzten Kontrollpunkt, s – unter null: der Läufer ist schneller</translation>
    </message>
    <message>
        <source>Speed, %1</source>
        <translation>Tempo, %1</translation>
    </message>
    <message>
        <source>Height, %1</source>
        <translation>Höhe, %1</translation>
    </message>
    <message>
        <source>Apart, %1</source>
        <translation>Abstand, %1</translation>
    </message>
</context>
<context>
    <name>ghostline::app::DetectorForm</name>
    <message>
        <source>Finds %1.</source>
        <translation>Findet %1.</translation>
    </message>
    <message>
        <source>Known to be wrong about: %1.</source>
        <translation>Irrt bekanntlich bei: %1.</translation>
    </message>
    <message>
        <source>Experimental: %1.</source>
        <translation>Versuchsweise: %1.</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>From which value on it is an alarm: to the left there are more</source>
        <translation>Ab welchem Wert es ein Alarm ist: nach links werden es mehr</translation>
    </message>
    <message>
        <source>&amp;Alarm from</source>
        <translation>&amp;Alarm ab</translation>
    </message>
</context>
<context>
    <name>ghostline::app::DetectorsPage</name>
    <message>
        <source>Detectors</source>
        <translation>Detektoren</translation>
    </message>
    <message>
        <source>Detector</source>
        <translation>Detektor</translation>
    </message>
    <message>
        <source>Alarm from</source>
        <translation>Alarm ab</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>In the folder</source>
        <translation>Im Ordner</translation>
    </message>
    <message>
        <source>%1 (experimental)</source>
        <translation>%1 (versuchsweise)</translation>
    </message>
    <message>
        <source>Look through the folder</source>
        <translation>Ordner durchsehen</translation>
    </message>
    <message>
        <source>Ask the detectors about every recording of the folder that this one lies in</source>
        <translation>Die Detektoren zu jeder Aufzeichnung des Ordners fragen, in dem diese liegt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Search again to see what another value finds</source>
        <translation>Neu suchen, um zu sehen, was ein anderer Wert findet</translation>
    </message>
    <message>
        <source>Check a detector first</source>
        <translation>Zuerst einen Detektor ankreuzen</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>Alarms, and in how many recordings</source>
        <translation>Alarme, und in wie vielen Aufzeichnungen</translation>
    </message>
    <message numerus="yes">
        <source>%n recordings looked through</source>
        <translation>
            <numerusform>%n Aufzeichnung durchgesehen</numerusform>
            <numerusform>%n Aufzeichnungen durchgesehen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be</source>
        <translation>
            <numerusform>%n konnte es nicht werden</numerusform>
            <numerusform>%n konnten es nicht werden</numerusform>
        </translation>
    </message>
    <message>
        <source>A recording on a web server has no folder</source>
        <translation>Eine Aufzeichnung auf einem Webserver hat keinen Ordner</translation>
    </message>
</context>
<context>
    <name>ghostline::app::DockTitle</name>
    <message>
        <source>Put this panel away; the rail and View &gt; Panels bring it back</source>
        <translation>Dieses Fenster wegräumen; die Leiste am Rand und Ansicht &gt; Fenster holen es zurück</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::Docks</name>
    <message>
        <source>No recording is open</source>
        <translation>Keine Aufzeichnung ist geöffnet</translation>
    </message>
    <message>
        <source>This recording has nothing to show there</source>
        <translation>Diese Aufzeichnung hat dort nichts zu zeigen</translation>
    </message>
    <message>
        <source>Left panels</source>
        <translation>Linke Fenster</translation>
    </message>
    <message>
        <source>Right panels</source>
        <translation>Rechte Fenster</translation>
    </message>
</context>
<context>
    <name>ghostline::app::DrawingsModel</name>
    <message>
        <source>Pen</source>
        <translation>Stift</translation>
    </message>
    <message>
        <source>Arrow</source>
        <translation>Pfeil</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>Ellipse</source>
        <translation>Ellipse</translation>
    </message>
    <message>
        <source>Polygon</source>
        <translation>Vieleck</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>Spotlight</source>
        <translation>Scheinwerfer</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Moved player</source>
        <translation>Versetzter Spieler</translation>
    </message>
    <message>
        <source>Of a newer version</source>
        <translation>Aus einer neueren Version</translation>
    </message>
    <message>
        <source>Drawing</source>
        <translation>Zeichnung</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Worte</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Von wem</translation>
    </message>
</context>
<context>
    <name>ghostline::app::EditVerbs</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>Wiederholen: %1</translation>
    </message>
    <message>
        <source>Nothing was changed</source>
        <translation>Nichts wurde geändert</translation>
    </message>
    <message>
        <source>Nothing was taken back</source>
        <translation>Nichts wurde zurückgenommen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::EncountersPage</name>
    <message>
        <source>Near each other</source>
        <translation>Nähe</translation>
    </message>
    <message>
        <source>Contact</source>
        <translation>Kontakt</translation>
    </message>
    <message>
        <source>What to look for</source>
        <translation>Wonach gesucht wird</translation>
    </message>
    <message>
        <source>Everybody who moves</source>
        <translation>Alle, die sich bewegen</translation>
    </message>
    <message>
        <source>Players</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Different teams</source>
        <translation>Verschiedene Teams</translation>
    </message>
    <message>
        <source>The selected actor against all</source>
        <translation>Der ausgewählte Akteur gegen alle</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>&amp;Was</translation>
    </message>
    <message>
        <source>&amp;Within</source>
        <translation>&amp;Innerhalb</translation>
    </message>
    <message>
        <source>&amp;Apart again beyond</source>
        <translation>Wieder &amp;getrennt ab</translation>
    </message>
    <message>
        <source>More than the distance: a jitter at the limit is one encounter, not many</source>
        <translation>Mehr als der Abstand: ein Zittern an der Grenze ist eine Begegnung, nicht viele</translation>
    </message>
    <message>
        <source>At &amp;least</source>
        <translation>&amp;Mindestens</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>W&amp;ho</source>
        <translation>We&amp;r</translation>
    </message>
    <message>
        <source>&amp;Places between those recorded count, too</source>
        <translation>Auch &amp;Orte zwischen den aufgezeichneten zählen</translation>
    </message>
    <message>
        <source>Places that were put together between records; what is only held at the last known place never counts</source>
        <translation>Orte, die zwischen Aufzeichnungen zusammengesetzt wurden; was nur am letzten bekannten Ort gehalten wird, zählt nie</translation>
    </message>
    <message>
        <source>Closest at</source>
        <translation>Am nächsten um</translation>
    </message>
    <message>
        <source>Gap (%1)</source>
        <translation>Lücke (%1)</translation>
    </message>
    <message>
        <source>Middles (%1)</source>
        <translation>Mitten (%1)</translation>
    </message>
    <message>
        <source>Collision in (s)</source>
        <translation>Zusammenstoß in (s)</translation>
    </message>
    <message>
        <source>Followed after (s)</source>
        <translation>Gefolgt nach (s)</translation>
    </message>
    <message>
        <source>The least distance between the two boxes; 0 where they overlapped</source>
        <translation>Der kleinste Abstand zwischen den beiden Kästen; 0, wo sie sich überschnitten</translation>
    </message>
    <message>
        <source>The least distance between the middles of the two</source>
        <translation>Der kleinste Abstand zwischen den Mitten der beiden</translation>
    </message>
    <message>
        <source>Time to collision: the shortest until the boxes would have touched, had both gone on as they did; of pairs with a vehicle</source>
        <translation>Zeit bis zum Zusammenstoß: die kürzeste, bis sich die Kästen berührt hätten, wenn beide so weitergefahren wären; von Paaren mit einem Fahrzeug</translation>
    </message>
    <message>
        <source>Post-encroachment time: the shortest from one leaving a place to the other taking it; of pairs with a vehicle</source>
        <translation>Nachfolgezeit (Post-Encroachment Time): die kürzeste, bis der andere einen Platz einnahm, den der eine verließ; von Paaren mit einem Fahrzeug</translation>
    </message>
    <message>
        <source>Encounters, the nearest first</source>
        <translation>Begegnungen, die nächste zuerst</translation>
    </message>
</context>
<context>
    <name>ghostline::app::EventColumnsModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>ghostline::app::EventColumnsPanel</name>
    <message>
        <source>What is shown side by side</source>
        <translation>Was nebeneinander gezeigt wird</translation>
    </message>
    <message>
        <source>Keep the list at the playhead</source>
        <translation>Liste beim Abspielkopf halten</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>This recording has nothing to put side by side</source>
        <translation>Diese Aufzeichnung hat nichts, was nebeneinander stehen kann</translation>
    </message>
    <message>
        <source>Every kind is switched off</source>
        <translation>Jede Art ist ausgeschaltet</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>Noch nichts</translation>
    </message>
    <message>
        <source>Nothing of this was recorded</source>
        <translation>Nichts davon wurde aufgezeichnet</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>%1 kopieren</translation>
    </message>
    <message>
        <source>Copy all side by side</source>
        <translation>Alles nebeneinander kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows</source>
        <translation>Ausgewählte Zeilen kopieren</translation>
    </message>
</context>
<context>
    <name>ghostline::app::EventsModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>kind of event, what it names</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>who, what</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>ghostline::app::EventsPanel</name>
    <message>
        <source>Filter events</source>
        <translation>Ereignisse filtern</translation>
    </message>
    <message>
        <source>Filter events by text or actor</source>
        <translation>Ereignisse nach Text oder Akteur filtern</translation>
    </message>
    <message>
        <source>Only events of the selected actor</source>
        <translation>Nur Ereignisse des ausgewählten Akteurs</translation>
    </message>
    <message>
        <source>Keep the list at the playhead</source>
        <translation>Liste beim Abspielkopf halten</translation>
    </message>
    <message>
        <source>Previous event</source>
        <translation>Voriges Ereignis</translation>
    </message>
    <message>
        <source>Next event</source>
        <translation>Nächstes Ereignis</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>The events of a replay are listed here</source>
        <translation>Hier stehen die Ereignisse einer Aufzeichnung</translation>
    </message>
    <message>
        <source>Show all events again</source>
        <translation>Wieder alle Ereignisse zeigen</translation>
    </message>
    <message>
        <source>Nothing was counted here</source>
        <translation>Hier wurde nichts gezählt</translation>
    </message>
    <message>
        <source>No event passes the filter</source>
        <translation>Kein Ereignis passt zum Filter</translation>
    </message>
    <message>
        <source>No events yet</source>
        <translation>Noch keine Ereignisse</translation>
    </message>
    <message>
        <source>This replay records no events</source>
        <translation>Diese Aufzeichnung enthält keine Ereignisse</translation>
    </message>
</context>
<context>
    <name>ghostline::app::EvidencePanel</name>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>What is beyond it is hatched; remembered for every recording</source>
        <translation>Was darüber liegt, ist schraffiert; gilt für jede Aufzeichnung</translation>
    </message>
    <message>
        <source>Choose a flag in the Review panel: what was measured around it is drawn here</source>
        <translation>Unter „Prüfung“ einen Verdacht wählen: was um ihn herum gemessen wurde, wird hier gezeichnet</translation>
    </message>
    <message>
        <source>This flag names nobody whose movements could be drawn</source>
        <translation>Dieser Verdacht nennt niemanden, dessen Bewegungen gezeichnet werden könnten</translation>
    </message>
    <message>
        <source>There is no evidence to draw: %1</source>
        <translation>Es gibt keine Belege zu zeichnen: %1</translation>
    </message>
    <message>
        <source>Nothing was recorded or could be worked out around this flag</source>
        <translation>Um diesen Verdacht wurde nichts aufgezeichnet, und nichts lässt sich berechnen</translation>
    </message>
    <message>
        <source>The frames that this flag speaks of are lost: nothing was measured there</source>
        <translation>Die Bilder, von denen dieser Verdacht spricht, sind verloren: Dort wurde nichts gemessen</translation>
    </message>
    <message>
        <source>%1. The frames it speaks of are lost</source>
        <translation>%1. Die Bilder, von denen er spricht, sind verloren</translation>
    </message>
    <message>
        <source>%1 at %2, %3</source>
        <translation>%1 bei %2, %3</translation>
    </message>
    <message>
        <source>nobody known</source>
        <translation>niemand Bekanntes</translation>
    </message>
    <message>
        <source>Limit for %1</source>
        <translation>Grenze für %1</translation>
    </message>
</context>
<context>
    <name>ghostline::app::EvidenceStrip</name>
    <message>
        <source>Evidence around the flag</source>
        <translation>Belege um den Verdacht</translation>
    </message>
    <message>
        <source>%1: %2 at frame %3 (%4)</source>
        <translation>%1: %2 bei Bild %3 (%4)</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>aufgezeichnet</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>berechnet</translation>
    </message>
    <message>
        <source>Your limit: %1 %2</source>
        <translation>Eigene Grenze: %1 %2</translation>
    </message>
    <message>
        <source>Recorded: as the recording says it</source>
        <translation>Aufgezeichnet: wie die Aufzeichnung es sagt</translation>
    </message>
    <message>
        <source>Computed: worked out from places and events</source>
        <translation>Berechnet: aus Orten und Ereignissen ermittelt</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1: %2 (%3)</translation>
    </message>
    <message>
        <source>, limit %1 %2</source>
        <translation>, Grenze %1 %2</translation>
    </message>
    <message>
        <source>, beyond it</source>
        <translation>, darüber hinaus</translation>
    </message>
    <message>
        <source>%1 frames from the flag. %2</source>
        <translation>%1 Bilder vom Verdachtsfall. %2</translation>
    </message>
    <message>
        <source>The flag&apos;s own limit: %1 %2</source>
        <translation>Grenze der Prüfregel: %1 %2</translation>
    </message>
    <message>
        <source>, the flag&apos;s own limit %1 %2</source>
        <translation>, Grenze der Prüfregel %1 %2</translation>
    </message>
    <message>
        <source>Limit %1 %2</source>
        <translation>Grenze %1 %2</translation>
    </message>
    <message>
        <source>Seconds from the flag (#%1)</source>
        <translation>Sekunden ab dem Verdacht (#%1)</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ExportCase</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Export case</source>
        <translation>Fall exportieren</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>Pages (*.html)</source>
        <translation>Seiten (*.html)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
    <message>
        <source>Drawing the pictures of %1…</source>
        <translation>Die Bilder für %1 werden gezeichnet…</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ExportClipDialog</name>
    <message>
        <source>Export clips</source>
        <translation>Clips exportieren</translation>
    </message>
    <message>
        <source>Export clip</source>
        <translation>Clip exportieren</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>From, to</source>
        <translation>Von, bis</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>One file, with a chapter for each</source>
        <translation>Eine Datei mit einem Kapitel für jeden</translation>
    </message>
    <message numerus="yes">
        <source>%n clip(s)</source>
        <translation>
            <numerusform>%n Clip</numerusform>
            <numerusform>%n Clips</numerusform>
        </translation>
    </message>
    <message>
        <source>MP4 video</source>
        <translation>MP4-Video</translation>
    </message>
    <message>
        <source>WebM video</source>
        <translation>WebM-Video</translation>
    </message>
    <message>
        <source>Animated GIF</source>
        <translation>Bewegtes GIF</translation>
    </message>
    <message>
        <source>Folder of pictures (PNG)</source>
        <translation>Ordner mit Bildern (PNG)</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>As on screen</source>
        <translation>Wie auf dem Bildschirm</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>%1 pictures a second</source>
        <translation>%1 Bilder je Sekunde</translation>
    </message>
    <message>
        <source>Frame rate</source>
        <translation>Bildrate</translation>
    </message>
    <message>
        <source>Scoreboard</source>
        <translation>Spielstand</translation>
    </message>
    <message>
        <source>Title and note</source>
        <translation>Titel und Notiz</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Speed, where it is not 1×</source>
        <translation>Tempo, wo es nicht 1× ist</translation>
    </message>
    <message>
        <source>Gap to each ghost</source>
        <translation>Abstand zu jedem Geist</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Drawings</source>
        <translation>Zeichnungen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>ffmpeg</source>
        <translation>ffmpeg</translation>
    </message>
    <message>
        <source>How ffmpeg encodes; may be changed</source>
        <translation>Wie ffmpeg kodiert; darf geändert werden</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Cancelled; nothing was left</source>
        <translation>Abgebrochen; nichts blieb zurück</translation>
    </message>
    <message>
        <source>A clip goes from one time to a later one, such as 1:02.5</source>
        <translation>Ein Clip reicht von einer Zeit zu einer späteren, etwa 1:02.5</translation>
    </message>
    <message>
        <source>The file has no name</source>
        <translation>Die Datei hat keinen Namen</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lesen …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Drawing…</source>
        <translation>Zeichnen …</translation>
    </message>
    <message>
        <source>Drawing… %1 left</source>
        <translation>Zeichnen … noch %1</translation>
    </message>
    <message>
        <source>Saved %1 (%2 pictures a second)</source>
        <translation>%1 gespeichert (%2 Bilder je Sekunde)</translation>
    </message>
    <message numerus="yes">
        <source>Saved %n file(s) in %1</source>
        <translation>
            <numerusform>%n Datei in %1 gespeichert</numerusform>
            <numerusform>%n Dateien in %1 gespeichert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of video, %n picture(s), %2 a second</source>
        <translation>
            <numerusform>%1 Video, %n Bild, %2 je Sekunde</numerusform>
            <numerusform>%1 Video, %n Bilder, %2 je Sekunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) are there already, such as %1. Export once more to replace</source>
        <translation>
            <numerusform>%n Datei gibt es schon: %1. Noch einmal exportieren ersetzt sie</numerusform>
            <numerusform>%n Dateien gibt es schon, etwa %1. Noch einmal exportieren ersetzt sie</numerusform>
        </translation>
    </message>
    <message>
        <source>Otherwise each becomes a file of its own</source>
        <translation>Sonst wird jeder eine eigene Datei</translation>
    </message>
    <message>
        <source>Speed, if not set</source>
        <translation>Tempo, wo keines gesetzt ist</translation>
    </message>
    <message>
        <source>Camera, if not set</source>
        <translation>Kamera, wo keine gesetzt ist</translation>
    </message>
    <message numerus="yes">
        <source>%n clip(s) were left out.</source>
        <translation>
            <numerusform>%n Clip wurde ausgelassen.</numerusform>
            <numerusform>%n Clips wurden ausgelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clip(s) cannot be drawn. Export once more to leave them out</source>
        <translation>
            <numerusform>%n Clip lässt sich nicht zeichnen. Noch einmal exportieren lässt ihn aus</numerusform>
            <numerusform>%n Clips lassen sich nicht zeichnen. Noch einmal exportieren lässt sie aus</numerusform>
        </translation>
    </message>
    <message>
        <source>A clip is still being written.</source>
        <translation>Ein Clip wird noch geschrieben.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>Give it up</source>
        <translation>Aufgeben</translation>
    </message>
    <message numerus="yes">
        <source>Cancelled; %n file(s) are whole</source>
        <translation>
            <numerusform>Abgebrochen; %n Datei ist vollständig</numerusform>
            <numerusform>Abgebrochen; %n Dateien sind vollständig</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of it are lost in the recording: the picture stands still there.</source>
        <translation>%1 davon sind in der Aufzeichnung verloren: dort steht das Bild still.</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ExportSummary</name>
    <message>
        <source>This recording is still being made</source>
        <translation>Diese Aufzeichnung wird noch geschrieben</translation>
    </message>
    <message>
        <source>This recording is still being read</source>
        <translation>Diese Aufzeichnung wird noch gelesen</translation>
    </message>
    <message>
        <source>Another page is being written</source>
        <translation>Eine andere Seite wird geschrieben</translation>
    </message>
    <message>
        <source>Match summary</source>
        <translation>Spielbericht</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Pages (*.html)</source>
        <translation>Seiten (*.html)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
    <message>
        <source>Drawing the pictures of %1…</source>
        <translation>Bilder für %1 werden gezeichnet…</translation>
    </message>
    <message>
        <source>%1 is written.</source>
        <translation>%1 ist geschrieben.</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>Seite öffnen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::FactsModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
</context>
<context>
    <name>ghostline::app::FileVerbs</name>
    <message>
        <source>Open recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation>Eine Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>Nothing was opened yet</source>
        <translation>Noch wurde nichts geöffnet</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>Diese Liste leeren</translation>
    </message>
    <message>
        <source>No sample is installed</source>
        <translation>Kein Beispiel ist installiert</translation>
    </message>
    <message>
        <source>Open a folder of recordings, or a recording made of segments</source>
        <translation>Einen Ordner mit Aufzeichnungen oder eine Aufzeichnung aus Abschnitten öffnen</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>%1 is a recording made of segments.</source>
        <translation>%1 ist eine Aufzeichnung aus Abschnitten.</translation>
    </message>
    <message>
        <source>Open the recording</source>
        <translation>Die Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>List the recordings in it</source>
        <translation>Ihre Aufzeichnungen auflisten</translation>
    </message>
</context>
<context>
    <name>ghostline::app::FirstRunHints</name>
    <message>
        <source>Got it</source>
        <translation>Verstanden</translation>
    </message>
    <message>
        <source>Put this hint away for good</source>
        <translation>Diesen Hinweis für immer weglegen</translation>
    </message>
    <message>
        <source>No more hints; Help &gt; Show the hints again brings them back</source>
        <translation>Keine Hinweise mehr; „Hilfe &gt; Hinweise wieder zeigen“ holt sie zurück</translation>
    </message>
    <message>
        <source>No more hints</source>
        <translation>Keine Hinweise mehr</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Hint %1 of %2</source>
        <translation>Hinweis %1 von %2</translation>
    </message>
    <message>
        <source>%1 plays and pauses. %2, %3, %4: backward, stand still, forward.</source>
        <translation>%1: Wiedergabe und Pause. %2, %3, %4: rückwärts, stillstehen, vorwärts.</translation>
    </message>
    <message>
        <source>The wheel over the timeline zooms at the pointer; a drag on its ruler goes anywhere.</source>
        <translation>Das Mausrad über der Zeitleiste vergrößert beim Zeiger; Ziehen am Lineal führt an jede Stelle.</translation>
    </message>
    <message>
        <source>A click on somebody in the picture shows their values, a double click follows them.</source>
        <translation>Klick auf jemanden im Bild zeigt die Werte, Doppelklick folgt.</translation>
    </message>
    <message>
        <source>%1 finds any action by a few letters of its name.</source>
        <translation>%1 findet jede Aktion über ein paar Buchstaben des Namens.</translation>
    </message>
</context>
<context>
    <name>ghostline::app::FlagsModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfregel</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheit</translation>
    </message>
    <message>
        <source>Reviewers differ; the newest says: %1</source>
        <translation>Die Prüfer sind verschiedener Meinung; das neueste Urteil: %1</translation>
    </message>
    <message>
        <source>Raised by a reviewer</source>
        <translation>Von einer prüfenden Person gemeldet</translation>
    </message>
    <message>
        <source>Raised by %1</source>
        <translation>Gemeldet von %1</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>ghostline::app::FlagsView</name>
    <message>
        <source>Flags</source>
        <translation>Verdacht</translation>
    </message>
    <message>
        <source>The flags of a recording are listed here</source>
        <translation>Hier stehen die Verdachtsfälle einer Aufzeichnung</translation>
    </message>
    <message>
        <source>No flags so far; the recording is still being read</source>
        <translation>Bisher kein Verdacht; die Aufzeichnung wird noch gelesen</translation>
    </message>
    <message>
        <source>Nothing in this recording accuses anybody</source>
        <translation>Nichts in dieser Aufzeichnung verdächtigt jemanden</translation>
    </message>
    <message>
        <source>%1, all reviewed</source>
        <translation>%1, alle geprüft</translation>
    </message>
    <message>
        <source>%1, %2 open</source>
        <translation>%1, %2 offen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::GhostCameras</name>
    <message>
        <source>No ghost is in sight now</source>
        <translation>Jetzt ist kein Ghost in Sicht</translation>
    </message>
    <message>
        <source>No ghost races along</source>
        <translation>Kein Ghost läuft mit</translation>
    </message>
    <message>
        <source>There is no 3D view here</source>
        <translation>Hier gibt es keine 3D-Ansicht</translation>
    </message>
</context>
<context>
    <name>ghostline::app::GhostDesk</name>
    <message>
        <source>Add ghosts</source>
        <translation>Ghosts hinzufügen</translation>
    </message>
    <message>
        <source>Find ghosts in a folder</source>
        <translation>Ghosts in einem Ordner finden</translation>
    </message>
    <message>
        <source>Ghosts race along with somebody who runs or drives, not with armies</source>
        <translation>Ghosts laufen mit jemandem, der läuft oder fährt, nicht mit Armeen</translation>
    </message>
    <message>
        <source>Find copies in a folder</source>
        <translation>Kopien in einem Ordner suchen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::GhostFolderDialog</name>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>another world</source>
        <translation>andere Welt</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>im Ziel</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>unterwegs</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgezeichnet</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Of the run, from its start to its end; of the whole recording where it marks none</source>
        <translation>Des Laufs, von Start bis Ende; der ganzen Aufzeichnung, wo sie keinen kennzeichnet</translation>
    </message>
    <message>
        <source>Runs in this folder</source>
        <translation>Läufe in diesem Ordner</translation>
    </message>
    <message>
        <source>Ghosts from %1</source>
        <translation>Ghosts aus %1</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Recorded on another map, or another version of it</source>
        <translation>Auf einer anderen Karte oder einer anderen Fassung davon aufgezeichnet</translation>
    </message>
    <message>
        <source>Compare anyway</source>
        <translation>Trotzdem vergleichen</translation>
    </message>
    <message>
        <source>Add as ghost</source>
        <translation>Als Ghost hinzufügen</translation>
    </message>
    <message numerus="yes">
        <source>%n recordings</source>
        <translation>
            <numerusform>%n Aufzeichnung</numerusform>
            <numerusform>%n Aufzeichnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n other files</source>
        <translation>
            <numerusform>%1; %n andere Datei</numerusform>
            <numerusform>%1; %n andere Dateien</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::GhostListModel</name>
    <message>
        <source>Level with the runner</source>
        <translation>Gleichauf mit dem Läufer</translation>
    </message>
    <message>
        <source>The ghost is %1 s ahead</source>
        <translation>Der Ghost liegt %1 s vorn</translation>
    </message>
    <message>
        <source>The ghost is %1 s behind</source>
        <translation>Der Ghost liegt %1 s zurück</translation>
    </message>
    <message>
        <source>other world</source>
        <translation>andere Welt</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>nicht gelesen</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen …</translation>
    </message>
    <message>
        <source>This recording cannot be compared</source>
        <translation>Diese Aufzeichnung lässt sich nicht vergleichen</translation>
    </message>
    <message>
        <source>%1
Recorded in another world</source>
        <translation>%1
In einer anderen Welt aufgezeichnet</translation>
    </message>
    <message>
        <source>The recording is being read and compared</source>
        <translation>Die Aufzeichnung wird gelesen und verglichen</translation>
    </message>
    <message>
        <source>From the runner to the ghost as they are shown</source>
        <translation>Vom Läufer zum Ghost, wie sie gezeigt werden</translation>
    </message>
    <message>
        <source>Runner less ghost, seconds; below zero the runner is faster</source>
        <translation>Läufer minus Ghost, Sekunden; unter null ist der Läufer schneller</translation>
    </message>
    <message>
        <source>Ghost</source>
        <translation>Ghost</translation>
    </message>
    <message>
        <source>± now, s</source>
        <translation>± jetzt, s</translation>
    </message>
    <message>
        <source>Apart</source>
        <translation>Abstand</translation>
    </message>
</context>
<context>
    <name>ghostline::app::GhostSet</name>
    <message>
        <source>The runner&apos;s way cannot be read</source>
        <translation>Der Weg des Läufers kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>There are %1 ghosts already</source>
        <translation>Es gibt bereits %1 Ghosts</translation>
    </message>
    <message>
        <source>Remove one to make room for another</source>
        <translation>Erst einen entfernen, um Platz zu schaffen</translation>
    </message>
    <message>
        <source>It was recorded in another world, or in another version of it</source>
        <translation>Sie wurde in einer anderen Welt oder einer anderen Fassung davon aufgezeichnet</translation>
    </message>
    <message>
        <source>There is nobody in it who moves</source>
        <translation>Niemand in ihr bewegt sich</translation>
    </message>
    <message>
        <source>Part of the ghost %1 cannot be read</source>
        <translation>Ein Teil des Ghosts %1 kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>The ghost %1 cannot be compared</source>
        <translation>Der Ghost %1 kann nicht verglichen werden</translation>
    </message>
    <message>
        <source>%1 races along already</source>
        <translation>%1 läuft schon mit</translation>
    </message>
</context>
<context>
    <name>ghostline::app::GhostsPanel</name>
    <message>
        <source>%1 was recorded in another world, or another version of it</source>
        <translation>%1 wurde in einer anderen Welt oder einer anderen Fassung davon aufgezeichnet</translation>
    </message>
    <message>
        <source>Compare anyway</source>
        <translation>Trotzdem vergleichen</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Dorthin</translation>
    </message>
    <message>
        <source>No checkpoints to compare with %1</source>
        <translation>Keine Kontrollpunkte zum Vergleich mit %1</translation>
    </message>
    <message>
        <source>Splits against %1</source>
        <translation>Zwischenzeiten gegen %1</translation>
    </message>
    <message>
        <source>No ghosts yet: add another recording of this world, or drop it here</source>
        <translation>Noch keine Ghosts: eine andere Aufzeichnung dieser Welt hinzufügen oder hier ablegen</translation>
    </message>
    <message>
        <source>Add ghost…</source>
        <translation>Ghost hinzufügen …</translation>
    </message>
    <message>
        <source>From folder…</source>
        <translation>Aus Ordner …</translation>
    </message>
    <message>
        <source>Delta plot</source>
        <translation>Delta-Diagramm</translation>
    </message>
    <message>
        <source>Remove the selected ghosts (Del)</source>
        <translation>Die ausgewählten Ghosts entfernen (Entf)</translation>
    </message>
    <message>
        <source>Align by %1</source>
        <translation>Nach %1 ausrichten</translation>
    </message>
    <message>
        <source>Who of the open recording runs</source>
        <translation>Wer in der offenen Aufzeichnung läuft</translation>
    </message>
    <message>
        <source>Who of the selected ghost&apos;s recording runs</source>
        <translation>Wer in der Aufzeichnung des ausgewählten Ghosts läuft</translation>
    </message>
    <message>
        <source>against</source>
        <translation>gegen</translation>
    </message>
    <message>
        <source>A ghost of another world</source>
        <translation>Ein Ghost aus einer anderen Welt</translation>
    </message>
    <message>
        <source>Copied runs</source>
        <translation>Kopierte Läufe</translation>
    </message>
    <message>
        <source>Ghosts</source>
        <translation>Ghosts</translation>
    </message>
    <message>
        <source>Splits</source>
        <translation>Zwischenzeiten</translation>
    </message>
    <message>
        <source>Copy the splits, or the selected ones</source>
        <translation>Die Zwischenzeiten oder die ausgewählten kopieren</translation>
    </message>
    <message>
        <source>Export the splits as CSV…</source>
        <translation>Zwischenzeiten als CSV exportieren …</translation>
    </message>
</context>
<context>
    <name>ghostline::app::HappeningsModel</name>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
</context>
<context>
    <name>ghostline::app::HeatForm</name>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>What is added up by place</source>
        <translation>Was nach Ort zusammengezählt wird</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Zählung</translation>
    </message>
    <message>
        <source>Each event counts one, or by a number that it bears</source>
        <translation>Jedes Ereignis zählt eins oder nach einer Zahl, die es trägt</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Where an event lies</source>
        <translation>Wo ein Ereignis liegt</translation>
    </message>
    <message>
        <source>Its own place</source>
        <translation>Sein eigener Ort</translation>
    </message>
    <message>
        <source>Whom it names first</source>
        <translation>Wen es zuerst nennt</translation>
    </message>
    <message>
        <source>Whom it names last</source>
        <translation>Wen es zuletzt nennt</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>What a place shows of a number that changes over time</source>
        <translation>Was ein Ort von einer Zahl zeigt, die sich mit der Zeit ändert</translation>
    </message>
    <message>
        <source>Mean over time</source>
        <translation>Mittel über die Zeit</translation>
    </message>
    <message>
        <source>Value times seconds</source>
        <translation>Wert mal Sekunden</translation>
    </message>
    <message>
        <source>How much it grew</source>
        <translation>Um wie viel er wuchs</translation>
    </message>
    <message>
        <source>Slower than</source>
        <translation>Langsamer als</translation>
    </message>
    <message>
        <source>Who is slower than this has stopped</source>
        <translation>Wer langsamer ist, hat angehalten</translation>
    </message>
    <message>
        <source>Of whom</source>
        <translation>Von wem</translation>
    </message>
    <message>
        <source>Nobody marked: of everybody who moves by themselves</source>
        <translation>Niemand angekreuzt: von allen, die sich selbst bewegen</translation>
    </message>
    <message>
        <source>Whom</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>Only the selected actor</source>
        <translation>Nur der ausgewählte Akteur</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Which part of the recording counts</source>
        <translation>Welcher Teil der Aufzeichnung zählt</translation>
    </message>
    <message>
        <source>Dot size</source>
        <translation>Punktgröße</translation>
    </message>
    <message>
        <source>Side of a cell; automatic: by how far it all reaches</source>
        <translation>Seite einer Zelle; automatisch: nach der Ausdehnung des Ganzen</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>How far each place spreads over its surroundings; the sum stays the same</source>
        <translation>Wie weit jeder Ort in seine Umgebung verläuft; die Summe bleibt gleich</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>How values become colours</source>
        <translation>Wie aus Werten Farben werden</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Square root</source>
        <translation>Wurzel</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Aufenthalt</translation>
    </message>
    <message>
        <source>Stops</source>
        <translation>Halte</translation>
    </message>
    <message>
        <source>Camera attention</source>
        <translation>Blick der Kameras</translation>
    </message>
    <message>
        <source>Each one</source>
        <translation>Jedes einzelne</translation>
    </message>
    <message>
        <source>The whole recording</source>
        <translation>Die ganze Aufzeichnung</translation>
    </message>
    <message>
        <source>The loop</source>
        <translation>Die Schleife</translation>
    </message>
    <message>
        <source>Up to the playhead</source>
        <translation>Bis zum Abspielkopf</translation>
    </message>
    <message>
        <source>From the playhead on</source>
        <translation>Ab dem Abspielkopf</translation>
    </message>
    <message>
        <source>Round %L1</source>
        <translation>Runde %L1</translation>
    </message>
</context>
<context>
    <name>ghostline::app::HeatLegend</name>
    <message>
        <source>Legend of the heat map</source>
        <translation>Legende der Heatmap</translation>
    </message>
    <message>
        <source>From %1 to %2 %3</source>
        <translation>Von %1 bis %2 %3</translation>
    </message>
</context>
<context>
    <name>ghostline::app::HeatPanel</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>How much of something there was where is shown here</source>
        <translation>Hier wird gezeigt, wo wie viel von etwas war</translation>
    </message>
    <message>
        <source>Add recordings…</source>
        <translation>Aufzeichnungen hinzufügen …</translation>
    </message>
    <message>
        <source>Lay other recordings of the same map over this one</source>
        <translation>Andere Aufzeichnungen derselben Karte über diese legen</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Herausnehmen</translation>
    </message>
    <message>
        <source>Take the chosen recordings out again</source>
        <translation>Die gewählten Aufzeichnungen wieder herausnehmen</translation>
    </message>
    <message>
        <source>Further recordings of the same map</source>
        <translation>Weitere Aufzeichnungen derselben Karte</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Take the heat map off the ground</source>
        <translation>Die Heatmap vom Boden nehmen</translation>
    </message>
    <message>
        <source>Picture…</source>
        <translation>Bild …</translation>
    </message>
    <message>
        <source>Save it as a PNG with transparent ground</source>
        <translation>Als PNG mit durchsichtigem Grund speichern</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>Pixels of the picture&apos;s longer side</source>
        <translation>Pixel der längeren Bildseite</translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation>CSV …</translation>
    </message>
    <message>
        <source>Save its cells as a grid for a spreadsheet</source>
        <translation>Die Zellen als Gitter für eine Tabellenkalkulation speichern</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Add recordings of the same map</source>
        <translation>Aufzeichnungen derselben Karte hinzufügen</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>%1 on average, cells of %2</source>
        <translation>%1 im Mittel, Zellen von %2</translation>
    </message>
    <message>
        <source>%1 in all, cells of %2</source>
        <translation>%1 insgesamt, Zellen von %2</translation>
    </message>
    <message>
        <source> (smaller ones would be too many)</source>
        <translation> (kleinere wären zu viele)</translation>
    </message>
    <message>
        <source>Export heat map</source>
        <translation>Heatmap exportieren</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV-Dateien (*.csv)</translation>
    </message>
    <message numerus="yes">
        <source>%n recordings</source>
        <translation>
            <numerusform>%n Aufzeichnung</numerusform>
            <numerusform>%n Aufzeichnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n beyond the edges or nowhere</source>
        <translation>
            <numerusform>%n jenseits der Ränder oder nirgends</numerusform>
            <numerusform>%n jenseits der Ränder oder nirgends</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::HighlightsModel</name>
    <message>
        <source>Engagement</source>
        <translation>Geschehen</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Wende</translation>
    </message>
    <message>
        <source>Anomaly</source>
        <translation>Auffälligkeit</translation>
    </message>
    <message>
        <source>Rarity</source>
        <translation>Seltenheit</translation>
    </message>
    <message>
        <source>Comeback</source>
        <translation>Aufholjagd</translation>
    </message>
    <message>
        <source>Match-ending kill</source>
        <translation>Entscheidender Treffer</translation>
    </message>
    <message>
        <source>Early technology</source>
        <translation>Frühe Technologie</translation>
    </message>
    <message>
        <source>First combat</source>
        <translation>Erster Kampf</translation>
    </message>
    <message>
        <source>Score %1</source>
        <translation>Wertung %1</translation>
    </message>
    <message>
        <source>%1: %2 (%3 σ above the mean)</source>
        <extracomment>part of a score, what it adds, standard deviations above the mean</extracomment>
        <translation>%1: %2 (%3 σ über dem Mittel)</translation>
    </message>
    <message>
        <source>Rare: %1</source>
        <translation>Selten: %1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>Highlight</source>
        <translation>Höhepunkt</translation>
    </message>
    <message>
        <source>Superweapon</source>
        <translation>Superwaffe</translation>
    </message>
    <message>
        <source>Base destroyed</source>
        <translation>Basis zerstört</translation>
    </message>
    <message>
        <source>Army wiped out</source>
        <translation>Armee aufgerieben</translation>
    </message>
</context>
<context>
    <name>ghostline::app::HighlightsPanel</name>
    <message>
        <source>Play the highlights one after the other</source>
        <translation>Die Höhepunkte nacheinander abspielen</translation>
    </message>
    <message>
        <source>Add the highlights as bookmarks</source>
        <translation>Die Höhepunkte als Lesezeichen hinzufügen</translation>
    </message>
    <message>
        <source>Export the highlights…</source>
        <translation>Die Höhepunkte exportieren …</translation>
    </message>
    <message>
        <source>Edit the weights…</source>
        <translation>Gewichte bearbeiten …</translation>
    </message>
    <message>
        <source>Highlights</source>
        <translation>Höhepunkte</translation>
    </message>
    <message>
        <source>Open a recording to see its best moments</source>
        <translation>Eine Aufzeichnung öffnen, um ihre besten Momente zu sehen</translation>
    </message>
    <message>
        <source>The best moments appear here once the recording has been read</source>
        <translation>Die besten Momente erscheinen hier, sobald die Aufzeichnung gelesen ist</translation>
    </message>
    <message>
        <source>Looking for the best moments…</source>
        <translation>Die besten Momente werden gesucht …</translation>
    </message>
    <message>
        <source>Bookmark the highlights</source>
        <translation>Höhepunkte als Lesezeichen</translation>
    </message>
    <message>
        <source>Play these</source>
        <translation>Diese abspielen</translation>
    </message>
    <message>
        <source>Play all</source>
        <translation>Alle abspielen</translation>
    </message>
    <message>
        <source>Add to the play list</source>
        <translation>Zur Abspielliste hinzufügen</translation>
    </message>
    <message>
        <source>Add all to the play list</source>
        <translation>Alle zur Abspielliste hinzufügen</translation>
    </message>
    <message>
        <source>Export these…</source>
        <translation>Diese exportieren…</translation>
    </message>
    <message>
        <source>Export all…</source>
        <translation>Alle exportieren…</translation>
    </message>
</context>
<context>
    <name>ghostline::app::InfoPanel</name>
    <message>
        <source>Replay</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Integrity</source>
        <translation>Unversehrtheit</translation>
    </message>
    <message>
        <source>What is known of the file is listed here</source>
        <translation>Hier steht, was über die Datei bekannt ist</translation>
    </message>
    <message>
        <source>Facts and metadata</source>
        <translation>Angaben und Metadaten</translation>
    </message>
    <message>
        <source>Nothing is missing or damaged in what was read</source>
        <translation>Im Gelesenen fehlt nichts und nichts ist beschädigt</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>Hash of the file</source>
        <translation>Prüfsumme der Datei</translation>
    </message>
    <message>
        <source>Copy the hash</source>
        <translation>Prüfsumme kopieren</translation>
    </message>
    <message>
        <source>Progress of the check</source>
        <translation>Fortschritt der Prüfung</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Verify hashes and signatures, where the format has them</source>
        <translation>Prüfsummen und Signaturen prüfen, wo das Format welche hat</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <source>not computed yet</source>
        <translation>noch nicht berechnet</translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation>Probleme (%1)</translation>
    </message>
    <message>
        <source>The check was cancelled</source>
        <translation>Die Prüfung wurde abgebrochen</translation>
    </message>
    <message>
        <source>This format carries no hashes or signatures to check</source>
        <translation>Dieses Format enthält keine Prüfsummen oder Signaturen</translation>
    </message>
    <message>
        <source>reading the file…</source>
        <translation>Datei wird gelesen …</translation>
    </message>
    <message numerus="yes">
        <source>%n checks</source>
        <translation>
            <numerusform>%n Prüfung</numerusform>
            <numerusform>%n Prüfungen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::InspectorDistance</name>
    <message>
        <source>Plot the distance</source>
        <translation>Abstand als Diagramm</translation>
    </message>
    <message>
        <source>Distance to</source>
        <translation>Abstand zu</translation>
    </message>
    <message>
        <source>The actor to measure the distance to</source>
        <translation>Der Akteur, zu dem der Abstand gemessen wird</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>niemand</translation>
    </message>
</context>
<context>
    <name>ghostline::app::InspectorModel</name>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>East, up and south of the origin</source>
        <translation>Östlich, über und südlich des Ursprungs</translation>
    </message>
    <message>
        <source>Heading</source>
        <translation>Kurs</translation>
    </message>
    <message>
        <source>Degrees clockwise from north</source>
        <translation>Grad im Uhrzeigersinn ab Nord</translation>
    </message>
    <message>
        <source>Since the actor appeared; plot it to see it</source>
        <translation>Seit dem Erscheinen des Akteurs; im Diagramm zu sehen</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <source>Worked out from the recording, not recorded itself</source>
        <translation>Aus der Aufzeichnung berechnet, nicht selbst aufgezeichnet</translation>
    </message>
    <message>
        <source>Replay: %1</source>
        <translation>Aufzeichnung: %1</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>Team</translation>
    </message>
    <message>
        <source>Attached to</source>
        <translation>Befestigt an</translation>
    </message>
    <message>
        <source>Click to select %1</source>
        <translation>Klick wählt %1 aus</translation>
    </message>
    <message>
        <source>In the scene</source>
        <translation>In der Szene</translation>
    </message>
    <message>
        <source>frames %1 to %2</source>
        <translation>Bilder %1 bis %2</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Attribute</translation>
    </message>
    <message>
        <source>Plot %1</source>
        <translation>%1 als Diagramm</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>Eigenschaft</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>%L1, %L2, %L3 %4</source>
        <translation>%L1; %L2; %L3 %4</translation>
    </message>
    <message>
        <source>Plot %1
So does Enter; or drag the row to the Plots panel</source>
        <translation>%1 als Diagramm
Auch mit der Eingabetaste; oder die Zeile zu „Diagramme“ ziehen</translation>
    </message>
    <message>
        <source>Zones</source>
        <translation>Zonen</translation>
    </message>
    <message>
        <source>In %1</source>
        <translation>In %1</translation>
    </message>
    <message>
        <source>Whether the actor is in this zone; zones are drawn with Analyse &gt; Zones</source>
        <translation>Ob der Akteur in dieser Zone ist; Zonen werden mit Auswerten &gt; Zonen gezeichnet</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
</context>
<context>
    <name>ghostline::app::InspectorPanel</name>
    <message>
        <source>Recorded</source>
        <translation>Aufgezeichnet</translation>
    </message>
    <message>
        <source>Interpolated</source>
        <translation>Interpoliert</translation>
    </message>
    <message>
        <source>%1 (frame %L2)</source>
        <translation>%1 (Bild %L2)</translation>
    </message>
    <message>
        <source>Estimated from sparse samples</source>
        <translation>Aus wenigen Abtastungen geschätzt</translation>
    </message>
    <message>
        <source>Last known, nothing recorded here</source>
        <translation>Zuletzt bekannt, hier nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>Selected actor</source>
        <translation>Ausgewählter Akteur</translation>
    </message>
    <message>
        <source>How this state came about</source>
        <translation>Wie dieser Zustand zustande kam</translation>
    </message>
    <message>
        <source>Properties of the selected actor</source>
        <translation>Eigenschaften des ausgewählten Akteurs</translation>
    </message>
    <message>
        <source>Click an actor in the view or in the cast</source>
        <translation>Einen Akteur in der Ansicht oder unter „Akteure“ anklicken</translation>
    </message>
    <message>
        <source>The properties of an actor are listed here</source>
        <translation>Hier stehen die Eigenschaften eines Akteurs</translation>
    </message>
    <message>
        <source>number %1</source>
        <translation>Nummer %1</translation>
    </message>
    <message>
        <source>followed</source>
        <translation>Kamera folgt</translation>
    </message>
    <message>
        <source>Not in the scene at this frame</source>
        <translation>In diesem Bild nicht in der Szene</translation>
    </message>
    <message>
        <source>gait made up</source>
        <translation>Gang erfunden</translation>
    </message>
    <message>
        <source>rider made up</source>
        <translation>Fahrer erfunden</translation>
    </message>
</context>
<context>
    <name>ghostline::app::JoinDialog</name>
    <message>
        <source>Join</source>
        <translation>Beitreten</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>You are watching together already: that ends when you join</source>
        <translation>Hier läuft schon ein Mitschauen: es endet mit dem Beitritt</translation>
    </message>
    <message>
        <source>The line that the host has sent</source>
        <translation>Die Zeile, die der Gastgeber geschickt hat</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Eigener Name</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Paste the line that the host has sent. What the host plays is then seen here, too.</source>
        <translation>Die Zeile einfügen, die der Gastgeber geschickt hat. Was er abspielt, ist dann auch hier zu sehen.</translation>
    </message>
    <message>
        <source>On the way in</source>
        <translation>Auf dem Weg hinein</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>I have it…</source>
        <translation>Liegt hier…</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Looking whether &quot;%1&quot; is here already…</source>
        <translation>Es wird nachgesehen, ob „%1“ schon hier liegt…</translation>
    </message>
    <message>
        <source>Opening &quot;%1&quot;…</source>
        <translation>„%1“ wird geöffnet…</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>You have no such recording: %1. Fetch it from the host?</source>
        <translation>Diese Aufzeichnung liegt hier nicht: %1. Vom Gastgeber holen?</translation>
    </message>
    <message>
        <source>You have no such recording: %1. The host does not hand it out.</source>
        <translation>Diese Aufzeichnung liegt hier nicht: %1. Der Gastgeber gibt sie nicht heraus.</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird aufgebaut…</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>Wo liegt %1?</translation>
    </message>
    <message>
        <source>The connection is lost, trying again…</source>
        <translation>Die Verbindung ist verloren, neuer Versuch…</translation>
    </message>
</context>
<context>
    <name>ghostline::app::KeysDialog</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Filter by name or key</source>
        <translation>Nach Name oder Taste filtern</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Neue Taste</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>Keine Taste</translation>
    </message>
    <message>
        <source>The action stays in its menu and in the command palette</source>
        <translation>Die Aktion bleibt im Menü und in der Befehlspalette</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>The key that the program comes with</source>
        <translation>Die Taste, die das Programm mitbringt</translation>
    </message>
    <message>
        <source>Take it over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>The other action loses this key</source>
        <translation>Die andere Aktion verliert diese Taste</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>Take over the keys of a file</source>
        <translation>Die Tasten einer Datei übernehmen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Save your keys as a file, for another machine or another person</source>
        <translation>Die eigenen Tasten als Datei speichern, für einen anderen Rechner oder jemand anderen</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Give every action the key that the program comes with</source>
        <translation>Jeder Aktion die Taste geben, die das Programm mitbringt</translation>
    </message>
    <message>
        <source>Choose an action to give it another key</source>
        <translation>Aktion wählen, um ihre Taste zu ändern</translation>
    </message>
    <message>
        <source>Also the key of %1: neither works until one of them gives it up</source>
        <translation>Auch die Taste von „%1“: keine wirkt, bis eine davon sie abgibt</translation>
    </message>
    <message>
        <source>Export keys</source>
        <translation>Tasten exportieren</translation>
    </message>
    <message>
        <source>Import keys</source>
        <translation>Tasten importieren</translation>
    </message>
    <message>
        <source>Keys (*.json)</source>
        <translation>Tasten (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2</source>
        <translation>%1 kann nicht verwendet werden: %2</translation>
    </message>
    <message>
        <source>Left out, not known here: %1</source>
        <translation>Ausgelassen, hier unbekannt: %1</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
</context>
<context>
    <name>ghostline::app::KeysTree</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>Mouse in the view</source>
        <translation>Maus in der Ansicht</translation>
    </message>
    <message>
        <source>Left drag</source>
        <translation>Links ziehen</translation>
    </message>
    <message>
        <source>Turn around the point looked at; look round in free flight</source>
        <translation>Um den betrachteten Punkt drehen; im freien Flug umsehen</translation>
    </message>
    <message>
        <source>Middle or Shift + left drag</source>
        <translation>Mitte oder Umschalt + links ziehen</translation>
    </message>
    <message>
        <source>Move the picture</source>
        <translation>Bild verschieben</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>Nearer and further, at the pointer</source>
        <translation>Näher und weiter, beim Zeiger</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>Select an actor</source>
        <translation>Einen Akteur auswählen</translation>
    </message>
    <message>
        <source>Double-click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Follow an actor</source>
        <translation>Einem Akteur folgen</translation>
    </message>
    <message>
        <source>Right click</source>
        <translation>Rechtsklick</translation>
    </message>
    <message>
        <source>Menu of an actor</source>
        <translation>Menü eines Akteurs</translation>
    </message>
    <message>
        <source>Fly, in free flight; Shift = fast</source>
        <translation>Fliegen, im freien Flug; Umschalt = schnell</translation>
    </message>
    <message>
        <source>Another action has the same key</source>
        <translation>Eine andere Aktion hat dieselbe Taste</translation>
    </message>
</context>
<context>
    <name>ghostline::app::KindChip</name>
    <message>
        <source>Show events of kind %1, %2 of them</source>
        <translation>Ereignisse der Art %1 zeigen, Anzahl %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln events
Click: show or hide · Ctrl+click: only these</source>
        <translation>
            <numerusform>%1: %Ln Ereignis
Klick: ein- oder ausblenden · Strg+Klick: nur diese</numerusform>
            <numerusform>%1: %Ln Ereignisse
Klick: ein- oder ausblenden · Strg+Klick: nur diese</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::LayoutMenu</name>
    <message>
        <source>Layouts</source>
        <translation>Anordnungen</translation>
    </message>
    <message>
        <source>Remove layout</source>
        <translation>Anordnung entfernen</translation>
    </message>
    <message>
        <source>Save layout</source>
        <translation>Anordnung speichern</translation>
    </message>
    <message>
        <source>Name of this arrangement; one of the same name is replaced</source>
        <translation>Name dieser Anordnung; eine gleichnamige wird ersetzt</translation>
    </message>
</context>
<context>
    <name>ghostline::app::Layouts</name>
    <message>
        <source>The layout &quot;%1&quot; is of another version or damaged</source>
        <translation>Die Anordnung „%1“ ist von einer anderen Version oder beschädigt</translation>
    </message>
</context>
<context>
    <name>ghostline::app::LegendPopup</name>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
</context>
<context>
    <name>ghostline::app::LimitsPage</name>
    <message>
        <source>What must not be more</source>
        <translation>Was nicht mehr sein darf</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>&amp;Was</translation>
    </message>
    <message>
        <source>&amp;Above</source>
        <translation>&amp;Über</translation>
    </message>
    <message>
        <source>Either way: braking and turning right count like speeding up and turning left</source>
        <translation>In beide Richtungen: Bremsen und Rechtsdrehen zählen wie Beschleunigen und Linksdrehen</translation>
    </message>
    <message>
        <source>For at &amp;least</source>
        <translation>&amp;Mindestens</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Only the &amp;selected actor</source>
        <translation>Nur der &amp;ausgewählte Akteur</translation>
    </message>
</context>
<context>
    <name>ghostline::app::LineUp</name>
    <message>
        <source>Line-up</source>
        <translation>Aufstellung</translation>
    </message>
    <message>
        <source>Copy this player</source>
        <translation>Diesen Spieler kopieren</translation>
    </message>
    <message>
        <source>Copy the line-up</source>
        <translation>Aufstellung kopieren</translation>
    </message>
    <message>
        <source>More about %1…</source>
        <translation>Mehr über %1 …</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Clan</source>
        <translation>Clan</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Export the line-up</source>
        <translation>Die Aufstellung exportieren</translation>
    </message>
    <message>
        <source>Export the line-up as CSV…</source>
        <translation>Die Aufstellung als CSV exportieren …</translation>
    </message>
</context>
<context>
    <name>ghostline::app::LoadBar</name>
    <message>
        <source>Loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop loading</source>
        <translation>Laden abbrechen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::MainWindow</name>
    <message>
        <source>%1 — Ghostline</source>
        <translation>%1 – Ghostline</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Bedienfelder</translation>
    </message>
    <message>
        <source>No recording is open</source>
        <translation>Keine Aufzeichnung ist geöffnet</translation>
    </message>
    <message>
        <source>This recording does not tell what each player could see</source>
        <translation>Diese Aufzeichnung sagt nicht, was jeder Spieler sehen konnte</translation>
    </message>
</context>
<context>
    <name>ghostline::app::MapVerbs</name>
    <message>
        <source>A map</source>
        <translation>Eine Karte</translation>
    </message>
    <message>
        <source>%1 is a map, not a recording. Open a recording first, then drop the map onto it.</source>
        <translation>%1 ist eine Karte, keine Aufzeichnung. Erst eine Aufzeichnung öffnen, dann die Karte darauf ziehen.</translation>
    </message>
    <message>
        <source>Choose a map</source>
        <translation>Karte wählen</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Maps (%1)</source>
        <translation>Karten (%1)</translation>
    </message>
    <message>
        <source>Choose the folder of a world</source>
        <translation>Ordner einer Welt wählen</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Show %1 anyway</source>
        <translation>%1 trotzdem zeigen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::MarkFiles</name>
    <message>
        <source>This recording is still being read</source>
        <translation>Diese Aufzeichnung wird noch gelesen</translation>
    </message>
    <message>
        <source>There are no bookmarks</source>
        <translation>Es gibt keine Lesezeichen</translation>
    </message>
    <message>
        <source>Import marks</source>
        <translation>Marken importieren</translation>
    </message>
    <message>
        <source>Marks (*.csv *.tsv *.txt *.xml)</source>
        <translation>Marken (*.csv *.tsv *.txt *.xml)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The marks were not imported: %1</source>
        <translation>Die Marken wurden nicht importiert: %1</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Sportscode XML (*.xml)</source>
        <translation>Sportscode-XML (*.xml)</translation>
    </message>
    <message>
        <source>Export marks</source>
        <translation>Marken exportieren</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Marken</translation>
    </message>
    <message numerus="yes">
        <source>%n marks were added</source>
        <translation>
            <numerusform>%n Marke wurde hinzugefügt</numerusform>
            <numerusform>%n Marken wurden hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were changed</source>
        <translation>
            <numerusform>%n wurde geändert</numerusform>
            <numerusform>%n wurden geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were there already</source>
        <translation>
            <numerusform>%n war schon da</numerusform>
            <numerusform>%n waren schon da</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n could not be used, the first: %1</source>
        <translation>
            <numerusform>%n war nicht zu gebrauchen: %1</numerusform>
            <numerusform>%n waren nicht zu gebrauchen, die erste: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n marks were written to %1</source>
        <translation>
            <numerusform>%n Marke wurde nach %1 geschrieben</numerusform>
            <numerusform>%n Marken wurden nach %1 geschrieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the filter of the Bookmarks panel leaves out %n</source>
        <translation>
            <numerusform>der Filter der Lesezeichen lässt %n weg</numerusform>
            <numerusform>der Filter der Lesezeichen lässt %n weg</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::MarksNow</name>
    <message>
        <source>No marks in the picture</source>
        <translation>Keine Zeichen im Bild</translation>
    </message>
    <message>
        <source>In the picture: %1</source>
        <translation>Im Bild: %1</translation>
    </message>
</context>
<context>
    <name>ghostline::app::MatchPanel</name>
    <message>
        <source>Roster</source>
        <translation>Kader</translation>
    </message>
    <message>
        <source>This recording keeps no score</source>
        <translation>Diese Aufzeichnung führt keinen Spielstand</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Figures as the recording says them at this moment</source>
        <translation>Zahlen, wie die Aufzeichnung sie in diesem Moment nennt</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Figures since this round began</source>
        <translation>Zahlen seit Beginn dieser Runde</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Partie</translation>
    </message>
    <message>
        <source>Figures over the whole recording up to now</source>
        <translation>Zahlen über die ganze Aufzeichnung bis jetzt</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen …</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, round %2</source>
        <translation>%1, Runde %2</translation>
    </message>
</context>
<context>
    <name>ghostline::app::MenuKeys</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>ghostline::app::MergeFolderDialog</name>
    <message>
        <source>Merged</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation>Nichts Neues</translation>
    </message>
    <message>
        <source>No recording here has that content or name</source>
        <translation>Keine Aufzeichnung hier hat diesen Inhalt oder Namen</translation>
    </message>
    <message>
        <source>The recording of that name is another one</source>
        <translation>Die Aufzeichnung dieses Namens ist eine andere</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message numerus="yes">
        <source>%n drawings</source>
        <translation>
            <numerusform>%n Zeichnung</numerusform>
            <numerusform>%n Zeichnungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key points</source>
        <translation>
            <numerusform>%n Stützpunkt</numerusform>
            <numerusform>%n Stützpunkte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were written later there</source>
        <translation>
            <numerusform>%n wurde dort später geschrieben</numerusform>
            <numerusform>%n wurden dort später geschrieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n differ and are there twice</source>
        <translation>
            <numerusform>%n weicht ab und ist zweimal da</numerusform>
            <numerusform>%n weichen ab und sind zweimal da</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 disputed now</source>
        <translation>%1 jetzt strittig</translation>
    </message>
    <message>
        <source>Merge the notes of a folder</source>
        <translation>Notizen eines Ordners übernehmen</translation>
    </message>
    <message>
        <source>%1 into %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>Looking for notes…</source>
        <translation>Notizen werden gesucht…</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>What became of them</source>
        <translation>Was daraus wurde</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Merged notes</source>
        <translation>Übernommene Notizen</translation>
    </message>
    <message>
        <source>No notes so far</source>
        <translation>Noch keine Notizen</translation>
    </message>
    <message>
        <source>%1 files of notes: %2 merged, %3 with nothing new, %4 without a recording here, %5 failed</source>
        <translation>%1 Notizdateien: %2 übernommen, %3 ohne Neues, %4 ohne Aufzeichnung hier, %5 gescheitert</translation>
    </message>
</context>
<context>
    <name>ghostline::app::MetricsExporter</name>
    <message>
        <source>Export metrics</source>
        <translation>Werte exportieren</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV-Dateien (*.csv)</translation>
    </message>
    <message numerus="yes">
        <source>Writing the metrics of %n frame(s)…</source>
        <translation>
            <numerusform>Die Werte von %n Bild werden geschrieben …</numerusform>
            <numerusform>Die Werte von %n Bildern werden geschrieben …</numerusform>
        </translation>
    </message>
    <message>
        <source>Another table is still being written</source>
        <translation>Es wird noch eine andere Tabelle geschrieben</translation>
    </message>
</context>
<context>
    <name>ghostline::app::MetricsModel</name>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Actor</source>
        <translation>Akteur</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>ghostline::app::MetricsPanel</name>
    <message>
        <source>Metrics at the playhead</source>
        <translation>Werte am Abspielkopf</translation>
    </message>
    <message>
        <source>Choose columns</source>
        <translation>Spalten wählen</translation>
    </message>
    <message>
        <source>Copy the selected rows</source>
        <translation>Ausgewählte Zeilen kopieren</translation>
    </message>
    <message>
        <source>The numbers of every actor are listed here</source>
        <translation>Hier stehen die Zahlen aller Akteure</translation>
    </message>
    <message>
        <source>Order of appearance</source>
        <translation>Reihenfolge des Erscheinens</translation>
    </message>
    <message numerus="yes">
        <source>%1   frame %2   %n actors</source>
        <translation>
            <numerusform>%1   Bild %2   %n Akteur</numerusform>
            <numerusform>%1   Bild %2   %n Akteure</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody is there at this moment: go on to where somebody is</source>
        <translation>In diesem Moment ist niemand da: weiter dorthin, wo jemand ist</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>Als CSV exportieren</translation>
    </message>
    <message>
        <source>Export every frame of the loop as CSV…</source>
        <translation>Jedes Bild der Schleife als CSV exportieren …</translation>
    </message>
    <message>
        <source>Export every frame of the recording as CSV…</source>
        <translation>Jedes Bild der Aufzeichnung als CSV exportieren …</translation>
    </message>
    <message>
        <source>Metrics of the loop</source>
        <translation>Werte der Schleife</translation>
    </message>
    <message>
        <source>Metrics over time</source>
        <translation>Werte über die Zeit</translation>
    </message>
</context>
<context>
    <name>ghostline::app::MinimapPanel</name>
    <message>
        <source>Show the whole map</source>
        <translation>Die ganze Karte zeigen</translation>
    </message>
    <message>
        <source>Minimap</source>
        <translation>Übersichtskarte</translation>
    </message>
    <message>
        <source>Map from above: click an actor to select it, the ground to look there, double-click to follow, wheel or plus and minus to zoom, drag to move</source>
        <translation>Karte von oben: Klick auf einen Akteur wählt ihn aus, auf den Boden blickt dorthin, Doppelklick folgt, Mausrad oder Plus und Minus vergrößern, Ziehen verschiebt</translation>
    </message>
    <message>
        <source>%1
Click selects, double-click follows</source>
        <translation>%1
Klick wählt aus, Doppelklick folgt</translation>
    </message>
</context>
<context>
    <name>ghostline::app::MomentVerbs</name>
    <message>
        <source>The link to this moment is on the clipboard</source>
        <translation>Der Link zu diesem Augenblick ist in der Zwischenablage</translation>
    </message>
    <message>
        <source>%1 is not here: this is %2</source>
        <translation>%1 ist nicht hier: Dies ist %2</translation>
    </message>
    <message>
        <source>Link to a moment</source>
        <translation>Link zu einem Augenblick</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open a recording from %1?</source>
        <translation>Eine Aufzeichnung von %1 öffnen?</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ObserverGraph</name>
    <message>
        <source>Figure drawn over time</source>
        <translation>Über die Zeit gezeichnete Zahl</translation>
    </message>
    <message>
        <source>Which figure is drawn over time</source>
        <translation>Welche Zahl über die Zeit gezeichnet wird</translation>
    </message>
    <message>
        <source>Figure of every player over time</source>
        <translation>Zahl jedes Spielers über die Zeit</translation>
    </message>
    <message>
        <source>Reading… %1 %</source>
        <translation>Wird gelesen … %1 %</translation>
    </message>
    <message>
        <source>Not all could be read</source>
        <translation>Nicht alles konnte gelesen werden</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Nothing of it is recorded</source>
        <translation>Nichts davon ist aufgezeichnet</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ObserverModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source> %1 %</source>
        <translation> %1 %</translation>
    </message>
    <message>
        <source>%1, +%2</source>
        <translation>%1, +%2</translation>
    </message>
    <message>
        <source>%1
Click selects, double-click follows, right-click for more</source>
        <translation>%1
Klick wählt aus, Doppelklick folgt, Rechtsklick zeigt mehr</translation>
    </message>
    <message>
        <source>%1
Is not there at this moment</source>
        <translation>%1
Ist in diesem Moment nicht da</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
    <message>
        <source>%1 makes nothing at this moment</source>
        <translation>%1 stellt in diesem Moment nichts her</translation>
    </message>
    <message>
        <source>%1
Made by %2 of %3; click selects it</source>
        <translation>%1
Hergestellt von %2, %3; Klick wählt aus</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Making</source>
        <translation>In Arbeit</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ObserverPanel</name>
    <message>
        <source>No players take part in this recording</source>
        <translation>An dieser Aufzeichnung sind keine Spieler beteiligt</translation>
    </message>
    <message>
        <source>This recording says nothing of %1</source>
        <translation>Zu „%1“ sagt diese Aufzeichnung nichts</translation>
    </message>
    <message>
        <source>Nothing of %1 fits this density; a fuller one shows more</source>
        <translation>Zu „%1“ passt nichts in diese Dichte; eine ausführlichere zeigt mehr</translation>
    </message>
    <message>
        <source>Nobody makes anything at this moment</source>
        <translation>In diesem Moment stellt niemand etwas her</translation>
    </message>
    <message>
        <source>Plot this page&apos;s figure for every player</source>
        <translation>Die Zahl dieser Seite für jeden Spieler als Diagramm</translation>
    </message>
    <message>
        <source>Copy the table as text</source>
        <translation>Die Tabelle als Text kopieren</translation>
    </message>
    <message>
        <source>Players</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Open a recording to see what its players have and do</source>
        <translation>Eine Aufzeichnung öffnen, um zu sehen, was ihre Spieler haben und tun</translation>
    </message>
    <message>
        <source>This recording does not say what its players have. The Inspector and the Metrics show what it tells of them.</source>
        <translation>Diese Aufzeichnung sagt nicht, was ihre Spieler haben. „Inspektor“ und „Werte“ zeigen, was sie über sie hergibt.</translation>
    </message>
    <message>
        <source>What was not told since the last keyframe is as it was there</source>
        <translation>Was seit dem letzten Schlüsselbild nicht gemeldet wurde, steht wie dort</translation>
    </message>
    <message>
        <source>Page %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>%1 of every player</source>
        <translation>%1 jedes Spielers</translation>
    </message>
    <message>
        <source>At %1</source>
        <translation>Bei %1</translation>
    </message>
    <message>
        <source>As at %1</source>
        <translation>Stand von %1</translation>
    </message>
    <message>
        <source>At %1, exact at %2</source>
        <translation>Bei %1, exakt bei %2</translation>
    </message>
    <message>
        <source>Compact: one line a player</source>
        <translation>Kompakt: eine Zeile je Spieler</translation>
    </message>
    <message>
        <source>Normal: all that is usually asked</source>
        <translation>Normal: alles, wonach meist gefragt wird</translation>
    </message>
    <message>
        <source>Full: every figure, and how it went over time</source>
        <translation>Ausführlich: jede Zahl und ihr Verlauf über die Zeit</translation>
    </message>
    <message>
        <source>Export the table as CSV…</source>
        <translation>Die Tabelle als CSV exportieren …</translation>
    </message>
</context>
<context>
    <name>ghostline::app::OverviewStrip</name>
    <message>
        <source>Overview of the whole replay</source>
        <translation>Übersicht über die ganze Aufzeichnung</translation>
    </message>
    <message>
        <source>Drag the window to move what the timeline shows, its edges to zoom</source>
        <translation>Das Fenster ziehen verschiebt den Ausschnitt der Zeitleiste, seine Kanten vergrößern</translation>
    </message>
</context>
<context>
    <name>ghostline::app::OwnFlagDialog</name>
    <message>
        <source>Raise a flag</source>
        <translation>Verdacht melden</translation>
    </message>
    <message>
        <source>What is to be seen there</source>
        <translation>Was dort zu sehen ist</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1; loop a stretch to flag all of it</source>
        <translation>%1; eine Strecke als Schleife wählen, um alles zu melden</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>unsigned: anybody can remove it</source>
        <translation>ohne Namen: alle können ihn entfernen</translation>
    </message>
    <message>
        <source>Raise</source>
        <translation>Melden</translation>
    </message>
    <message>
        <source>Nobody in particular</source>
        <translation>Niemand Bestimmtes</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PartyBoard</name>
    <message>
        <source>Watch together</source>
        <translation>Mitschauen</translation>
    </message>
    <message>
        <source>Drawn by others while you watched together: %L1. What is kept is saved with the notes of this recording.</source>
        <translation>Beim Mitschauen von anderen gezeichnet: %L1. Was behalten wird, steht dann in den Notizen zu dieser Aufzeichnung.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Keep drawings of others</source>
        <translation>Zeichnungen anderer behalten</translation>
    </message>
    <message>
        <source>Keep the drawings of others on %1?</source>
        <translation>Die Zeichnungen der anderen auf %1 behalten?</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>They stay in the picture, and it is asked again when this recording is closed or opened</source>
        <translation>Sie bleiben im Bild, und beim Schließen oder nächsten Öffnen dieser Aufzeichnung wird wieder gefragt</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PathVerbs</name>
    <message>
        <source>Clear path</source>
        <translation>Kamerafahrt löschen</translation>
    </message>
    <message>
        <source>The camera has no path here: set key points with %1 first</source>
        <translation>Hier gibt es keine Kamerafahrt: Zuerst mit %1 Wegpunkte setzen</translation>
    </message>
    <message>
        <source>Set key point</source>
        <translation>Wegpunkt setzen</translation>
    </message>
    <message numerus="yes">
        <source>Key point of the camera at %1, %n in all</source>
        <translation>
            <numerusform>Wegpunkt der Kamera bei %1, %n insgesamt</numerusform>
            <numerusform>Wegpunkt der Kamera bei %1, %n insgesamt</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove key point</source>
        <translation>Wegpunkt entfernen</translation>
    </message>
    <message>
        <source>Without the 3D view there is no camera to place</source>
        <translation>Ohne die 3D-Ansicht gibt es keine Kamera zu platzieren</translation>
    </message>
    <message>
        <source>The camera has no key points</source>
        <translation>Die Kamera hat keine Wegpunkte</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PeopleModel</name>
    <message>
        <source>%1 (you)</source>
        <translation>%1 (hier)</translation>
    </message>
    <message>
        <source>drives</source>
        <translation>steuert</translation>
    </message>
    <message>
        <source>asks for the drive</source>
        <translation>bittet um die Steuerung</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Gastgeber</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Time to the host and back: not measured yet</source>
        <translation>Zeit zum Gastgeber und zurück: noch nicht gemessen</translation>
    </message>
    <message>
        <source>Nothing comes from there any more; who is not back within half a minute is left out</source>
        <translation>Von dort kommt nichts mehr; wer nach einer halben Minute nicht zurück ist, fällt aus der Liste</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>Steuerung</translation>
    </message>
    <message>
        <source>connection lost</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>Everybody is connected to here</source>
        <translation>Mit diesem Rechner sind alle verbunden</translation>
    </message>
    <message>
        <source>Time to the host and back: a good connection</source>
        <translation>Zeit zum Gastgeber und zurück: eine gute Verbindung</translation>
    </message>
    <message>
        <source>Time to the host and back: a slow connection, the picture may be behind at first</source>
        <translation>Zeit zum Gastgeber und zurück: eine langsame Verbindung, das Bild kann anfangs hinterher sein</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PerspectiveMenu</name>
    <message>
        <source>Perspective</source>
        <translation>Perspektive</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlaceMap</name>
    <message>
        <source>Places of A</source>
        <translation>Orte von A</translation>
    </message>
    <message>
        <source>Places of B</source>
        <translation>Orte von B</translation>
    </message>
    <message>
        <source>No places are known</source>
        <translation>Keine Orte bekannt</translation>
    </message>
    <message>
        <source>%1 s in %2 × %3 %4</source>
        <translation>%1 s auf %2 × %3 %4</translation>
    </message>
    <message>
        <source>Time by place, most %1 s</source>
        <translation>Zeit nach Ort, höchstens %1 s</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlayListDesk</name>
    <message>
        <source>Play lists</source>
        <translation>Abspiellisten</translation>
    </message>
    <message>
        <source>The play list is empty</source>
        <translation>Die Abspielliste ist leer</translation>
    </message>
    <message>
        <source>No play list is being played</source>
        <translation>Es wird keine Abspielliste abgespielt</translation>
    </message>
    <message>
        <source>Nothing of the play list could be shown. %1</source>
        <translation>Von der Abspielliste konnte nichts gezeigt werden. %1</translation>
    </message>
    <message>
        <source>The play list has ended. %1</source>
        <translation>Die Abspielliste ist zu Ende. %1</translation>
    </message>
    <message>
        <source>The play list was left: it can be played on from any of its entries</source>
        <translation>Die Abspielliste wurde verlassen: Sie lässt sich ab jedem Eintrag weiter abspielen</translation>
    </message>
    <message>
        <source>New list</source>
        <translation>Neue Liste</translation>
    </message>
    <message>
        <source>Open recent list</source>
        <translation>Zuletzt geöffnete Liste</translation>
    </message>
    <message>
        <source>Save list as…</source>
        <translation>Liste speichern unter…</translation>
    </message>
    <message>
        <source>Before each entry</source>
        <translation>Vor jedem Eintrag</translation>
    </message>
    <message>
        <source>No list was opened yet</source>
        <translation>Noch wurde keine Liste geöffnet</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>Diese Liste leeren</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>None of the recordings of this play list is there</source>
        <translation>Keine der Aufzeichnungen dieser Abspielliste ist vorhanden</translation>
    </message>
    <message>
        <source>Open a play list</source>
        <translation>Eine Abspielliste öffnen</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the play list</source>
        <translation>Die Abspielliste speichern</translation>
    </message>
    <message>
        <source>Play list</source>
        <translation>Abspielliste</translation>
    </message>
    <message>
        <source>The play list was changed and is not saved.</source>
        <translation>Die Abspielliste wurde geändert und ist nicht gespeichert.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Do not save</source>
        <translation>Nicht speichern</translation>
    </message>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n Sekunde</numerusform>
            <numerusform>%n Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Entry %1: %2</source>
        <translation>Eintrag %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n entries are of other recordings than they were made of. %1</source>
        <translation>
            <numerusform>%n Eintrag gehört zu einer anderen Aufzeichnung als der, aus der er gemacht wurde. %1</numerusform>
            <numerusform>%n Einträge gehören zu anderen Aufzeichnungen als denen, aus denen sie gemacht wurden. %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Export all</source>
        <translation>Alle exportieren</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlayListDocument</name>
    <message>
        <source>Add entries</source>
        <translation>Einträge hinzufügen</translation>
    </message>
    <message>
        <source>Remove entries</source>
        <translation>Einträge entfernen</translation>
    </message>
    <message>
        <source>Move entries</source>
        <translation>Einträge verschieben</translation>
    </message>
    <message>
        <source>Edit an entry</source>
        <translation>Eintrag ändern</translation>
    </message>
    <message>
        <source>Find a recording</source>
        <translation>Aufzeichnung suchen</translation>
    </message>
    <message>
        <source>Name the list</source>
        <translation>Liste benennen</translation>
    </message>
    <message>
        <source>Take a recording as it is</source>
        <translation>Aufzeichnung nehmen, wie sie ist</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlayListModel</name>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlayListPanel</name>
    <message>
        <source>No entries yet: &quot;Add to the play list&quot; adds the loop, the selected bookmark or this moment; a list file can be dropped on the window</source>
        <translation>Noch keine Einträge: „Zur Abspielliste hinzufügen“ nimmt die Schleife, das gewählte Lesezeichen oder diesen Augenblick auf; die Datei einer Liste lässt sich auf das Fenster ziehen</translation>
    </message>
    <message>
        <source>Play list</source>
        <translation>Abspielliste</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Verdoppeln</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>New, open, save and more</source>
        <translation>Neu, öffnen, speichern und mehr</translation>
    </message>
    <message>
        <source>Title of the list</source>
        <translation>Titel der Liste</translation>
    </message>
    <message>
        <source>Changed since it was saved</source>
        <translation>Seit dem Speichern geändert</translation>
    </message>
    <message>
        <source>Add bookmarks…</source>
        <translation>Lesezeichen hinzufügen…</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>Noch nicht gespeichert</translation>
    </message>
    <message>
        <source>Play from here</source>
        <translation>Ab hier abspielen</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Find the recording…</source>
        <translation>Aufzeichnung suchen…</translation>
    </message>
    <message>
        <source>Export the selected entries…</source>
        <translation>Gewählte Einträge exportieren…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>This recording is not there any more</source>
        <translation>Diese Aufzeichnung ist nicht mehr da</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>Wo ist %1?</translation>
    </message>
    <message>
        <source>Find a recording</source>
        <translation>Aufzeichnung suchen</translation>
    </message>
    <message>
        <source>Take the recording as it is now</source>
        <translation>Die Aufzeichnung nehmen, wie sie jetzt ist</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlayListPlayer</name>
    <message>
        <source>no recording is open</source>
        <translation>keine Aufzeichnung ist offen</translation>
    </message>
    <message>
        <source>Entry %1 was left out: %2</source>
        <translation>Eintrag %1 wurde ausgelassen: %2</translation>
    </message>
    <message>
        <source>its recording has no frames</source>
        <translation>seine Aufzeichnung hat keine Bilder</translation>
    </message>
    <message>
        <source>it begins behind the end of its recording</source>
        <translation>er beginnt hinter dem Ende seiner Aufzeichnung</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlayListStrip</name>
    <message>
        <source>End the play list</source>
        <translation>Abspielliste beenden</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (opening…)</source>
        <translation>%1 (wird geöffnet…)</translation>
    </message>
    <message>
        <source>%1 (reading…)</source>
        <translation>%1 (wird gelesen…)</translation>
    </message>
    <message>
        <source>%1 (paused)</source>
        <translation>%1 (angehalten)</translation>
    </message>
</context>
<context>
    <name>ghostline::app::Playback</name>
    <message>
        <source>Part of the recording cannot be read</source>
        <translation>Ein Teil der Aufzeichnung kann nicht gelesen werden</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlaybackController</name>
    <message>
        <source>Bookmark at %1</source>
        <translation>Lesezeichen bei %1</translation>
    </message>
    <message>
        <source>No recording is open</source>
        <translation>Keine Aufzeichnung ist geöffnet</translation>
    </message>
    <message>
        <source>This recording is not being made any more</source>
        <translation>Diese Aufzeichnung entsteht nicht mehr</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlayerCardView</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 (inferred)</source>
        <translation>%1 (erschlossen)</translation>
    </message>
    <message>
        <source>%1: not recorded, inferred from what happened</source>
        <translation>%1: nicht aufgezeichnet, aus dem Geschehen erschlossen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlayerPicker</name>
    <message>
        <source>Whole recording</source>
        <translation>Ganze Aufzeichnung</translation>
    </message>
    <message>
        <source>First half of the recording</source>
        <translation>Erste Hälfte der Aufzeichnung</translation>
    </message>
    <message>
        <source>Second half of the recording</source>
        <translation>Zweite Hälfte der Aufzeichnung</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>Who is %1</source>
        <translation>Wer %1 ist</translation>
    </message>
    <message>
        <source>Part of %1</source>
        <translation>Abschnitt von %1</translation>
    </message>
    <message>
        <source>Choose a part, or type from where to where: 0:10..1:25</source>
        <translation>Wähle einen Abschnitt, oder gib ein von wo bis wo: 0:10..1:25</translation>
    </message>
    <message>
        <source>Recording of %1</source>
        <translation>Aufzeichnung von %1</translation>
    </message>
    <message>
        <source>This recording</source>
        <translation>Diese Aufzeichnung</translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation>Andere öffnen …</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Open another recording</source>
        <translation>Andere Aufzeichnung öffnen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlayersDialog</name>
    <message>
        <source>Compare players</source>
        <translation>Spieler vergleichen</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet …</translation>
    </message>
    <message>
        <source>Figures of two players</source>
        <translation>Kennzahlen zweier Spieler</translation>
    </message>
    <message>
        <source>Choose two people, or two parts of the match or two recordings for one of them</source>
        <translation>Wähle zwei Personen, oder für eine zwei Abschnitte des Spiels oder zwei Aufzeichnungen</translation>
    </message>
    <message>
        <source>Working it out…</source>
        <translation>Wird ausgerechnet …</translation>
    </message>
    <message>
        <source>Standing is not above %1 %3, a sprint at least %2 %3 for a second or more</source>
        <translation>Stillstand ist nicht über %1 %3, ein Sprint mindestens %2 %3 für eine Sekunde oder länger</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlayersModel</name>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlotCanvas</name>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Plots over time</source>
        <translation>Diagramme über die Zeit</translation>
    </message>
    <message>
        <source>Keep this range of values</source>
        <translation>Diesen Wertebereich beibehalten</translation>
    </message>
    <message>
        <source>Keep this range of values (%1)</source>
        <translation>Diesen Wertebereich beibehalten (%1)</translation>
    </message>
    <message>
        <source>%1
Otherwise it fits what is in view</source>
        <translation>%1
Sonst passt er sich dem Sichtbaren an</translation>
    </message>
    <message>
        <source>The picture could not be made</source>
        <translation>Das Bild konnte nicht erstellt werden</translation>
    </message>
    <message>
        <source>%L1 m</source>
        <translation>%L1 m</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlotChip</name>
    <message>
        <source>Remove this plot</source>
        <translation>Dieses Diagramm entfernen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Derive another curve, move this one, or scale its field</source>
        <translation>Eine weitere Kurve ableiten, diese verschieben oder ihr Feld skalieren</translation>
    </message>
    <message>
        <source>What can be done with %1</source>
        <translation>Was sich mit %1 tun lässt</translation>
    </message>
    <message>
        <source>%1 at the playhead</source>
        <translation>%1 am Abspielkopf</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlotExporter</name>
    <message>
        <source>Picture (PNG)…</source>
        <translation>Bild (PNG) …</translation>
    </message>
    <message>
        <source>Drawing (SVG)…</source>
        <translation>Zeichnung (SVG) …</translation>
    </message>
    <message>
        <source>Values in view (CSV)…</source>
        <translation>Sichtbare Werte (CSV) …</translation>
    </message>
    <message>
        <source>Export the plots as a drawing</source>
        <translation>Die Diagramme als Zeichnung exportieren</translation>
    </message>
    <message>
        <source>Drawings (*.svg)</source>
        <translation>Zeichnungen (*.svg)</translation>
    </message>
    <message>
        <source>Export the plots as a picture</source>
        <translation>Die Diagramme als Bild exportieren</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
    <message>
        <source>Export plotted values</source>
        <translation>Werte der Diagramme exportieren</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlotMenu</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Rate of change</source>
        <translation>Änderungsrate</translation>
    </message>
    <message>
        <source>Moving mean</source>
        <translation>Gleitendes Mittel</translation>
    </message>
    <message>
        <source>Over %1 s</source>
        <translation>Über %1 s</translation>
    </message>
    <message>
        <source>Over…</source>
        <translation>Über …</translation>
    </message>
    <message>
        <source>Difference from</source>
        <translation>Differenz zu</translation>
    </message>
    <message>
        <source>Seconds around each moment:</source>
        <translation>Sekunden um jeden Moment:</translation>
    </message>
    <message>
        <source>Move to field</source>
        <translation>In Feld verschieben</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>A new one below</source>
        <translation>Ein neues darunter</translation>
    </message>
    <message>
        <source>Keep this range of values</source>
        <translation>Diesen Wertebereich beibehalten</translation>
    </message>
    <message>
        <source>Range of values…</source>
        <translation>Wertebereich …</translation>
    </message>
    <message>
        <source>Taller field</source>
        <translation>Höheres Feld</translation>
    </message>
    <message>
        <source>Lower field</source>
        <translation>Niedrigeres Feld</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlotPicker</name>
    <message>
        <source>Add a plot</source>
        <translation>Diagramm hinzufügen</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Actor</source>
        <translation>Akteur</translation>
    </message>
    <message>
        <source>Other actor</source>
        <translation>Anderer Akteur</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Zu</translation>
    </message>
    <message>
        <source>Add plot</source>
        <translation>Diagramm hinzufügen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlotsHead</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a plot</source>
        <translation>Diagramm hinzufügen</translation>
    </message>
    <message>
        <source>Keep this stretch of time</source>
        <translation>Diesen Zeitabschnitt beibehalten</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export the plots</source>
        <translation>Die Diagramme exportieren</translation>
    </message>
    <message>
        <source>Plot a value of an actor over time</source>
        <translation>Einen Wert eines Akteurs über die Zeit zeichnen</translation>
    </message>
    <message>
        <source>Keep this stretch of time
Otherwise the plots show what the timeline shows</source>
        <translation>Diesen Zeitabschnitt beibehalten
Sonst zeigen die Diagramme, was die Zeitleiste zeigt</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PlotsPanel</name>
    <message>
        <source>Not all could be read</source>
        <translation>Nicht alles konnte gelesen werden</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Open a recording to plot its values.</source>
        <translation>Eine Aufzeichnung öffnen, um ihre Werte zu zeichnen.</translation>
    </message>
    <message>
        <source>No plots yet.
Drag values here from the Inspector or the Metrics panel, use the plot button beside a value in the Inspector, or “Add”.</source>
        <translation>Noch keine Diagramme.
Werte aus dem Inspektor oder aus „Werte“ hierher ziehen, die Schaltfläche neben einem Wert im Inspektor nutzen oder „Hinzufügen“.</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PossessionBar</name>
    <message>
        <source>Possession</source>
        <translation>Ballbesitz</translation>
    </message>
    <message>
        <source>Nobody had possession yet</source>
        <translation>Noch hatte niemand den Besitz</translation>
    </message>
    <message>
        <source>Possession: %1</source>
        <translation>Besitz: %1</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PrecisionDialog</name>
    <message>
        <source>How often checks were right</source>
        <translation>Wie oft Prüfungen recht hatten</translation>
    </message>
    <message>
        <source>Precision of checks</source>
        <translation>Trefferquote der Prüfungen</translation>
    </message>
    <message>
        <source>Nobody is accused in the recordings of the queue</source>
        <translation>In den Aufzeichnungen der Liste wird niemand verdächtigt</translation>
    </message>
    <message>
        <source>The verdicts of all reviewers count; a flag about which they differ is neither.</source>
        <translation>Die Urteile aller Prüfenden zählen; ein Verdacht, über den sie uneins sind, ist keins von beiden.</translation>
    </message>
    <message>
        <source>Blind review is on, and you have given no name: no verdict counts.</source>
        <translation>Blinde Prüfung ist an und kein Name genannt: Kein Urteil zählt.</translation>
    </message>
    <message>
        <source>Blind review is on: only the verdicts of %1 count.</source>
        <translation>Blinde Prüfung ist an: Nur die Urteile von %1 zählen.</translation>
    </message>
    <message>
        <source>No folder is open</source>
        <translation>Kein Ordner ist offen</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
</context>
<context>
    <name>ghostline::app::PrecisionModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 to %2 %</source>
        <translation>%1 bis %2 %</translation>
    </message>
    <message>
        <source>Confirmed, of those that were confirmed or rejected</source>
        <translation>Bestätigt, von denen, die bestätigt oder abgelehnt wurden</translation>
    </message>
    <message>
        <source>Where it lies 19 times out of 20 (Wilson): wide where few were judged</source>
        <translation>Wo sie in 19 von 20 Fällen liegt (Wilson): weit, wo wenige beurteilt wurden</translation>
    </message>
    <message>
        <source>Judged by a word that is not known here</source>
        <translation>Mit einem Wort beurteilt, das hier unbekannt ist</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Verdachtsfälle</translation>
    </message>
    <message>
        <source>Judged</source>
        <translation>Beurteilt</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Unsure</source>
        <translation>Unsicher</translation>
    </message>
    <message>
        <source>Needs more</source>
        <translation>Braucht mehr</translation>
    </message>
    <message>
        <source>Disputed</source>
        <translation>Strittig</translation>
    </message>
    <message>
        <source>Other word</source>
        <translation>Anderes Wort</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ProblemsModel</name>
    <message>
        <source>Frames %1 to %2: %3</source>
        <translation>Bilder %1 bis %2: %3</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Offset</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ProvenanceLegend</name>
    <message>
        <source>recorded</source>
        <translation>aufgezeichnet</translation>
    </message>
    <message>
        <source>interpolated</source>
        <translation>interpoliert</translation>
    </message>
    <message>
        <source>sampled</source>
        <translation>abgetastet</translation>
    </message>
    <message>
        <source>held</source>
        <translation>gehalten</translation>
    </message>
    <message>
        <source>Legend of provenance</source>
        <translation>Legende der Herkunft</translation>
    </message>
    <message>
        <source>rec.</source>
        <translation>aufgez.</translation>
    </message>
    <message>
        <source>interp.</source>
        <translation>interpol.</translation>
    </message>
    <message>
        <source>sampl.</source>
        <translation>abget.</translation>
    </message>
    <message>
        <source>How each position came about: recorded at this frame, interpolated between two frames,
sampled from sparse reports, or held because nothing newer is known.
Made up in any case: the gait of people without recorded bones, who rides a two-wheeler,
and how far wheels have turned</source>
        <translation>Wie jede Position zustande kam: in diesem Bild aufgezeichnet, zwischen zwei Bildern interpoliert,
aus spärlichen Meldungen abgetastet oder gehalten, weil nichts Neueres bekannt ist.
In jedem Fall erfunden: der Gang von Leuten ohne aufgezeichnete Knochen, wer auf einem Zweirad sitzt,
und wie weit sich Räder gedreht haben</translation>
    </message>
</context>
<context>
    <name>ghostline::app::QualityVerbs</name>
    <message>
        <source>Without OpenGL there is only the map from above</source>
        <translation>Ohne OpenGL gibt es nur die Karte von oben</translation>
    </message>
    <message>
        <source>The graphics driver has no textures of several samples</source>
        <translation>Der Grafiktreiber hat keine Texturen mit mehreren Abtastwerten</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Automatic (low: drawn by software)</source>
        <translation>Automatisch (niedrig: vom Prozessor gezeichnet)</translation>
    </message>
    <message>
        <source>Automatic (low)</source>
        <translation>Automatisch (niedrig)</translation>
    </message>
    <message>
        <source>Automatic (medium)</source>
        <translation>Automatisch (mittel)</translation>
    </message>
    <message>
        <source>Automatic (high)</source>
        <translation>Automatisch (hoch)</translation>
    </message>
</context>
<context>
    <name>ghostline::app::QueueFilterBar</name>
    <message>
        <source>Filter by file, person, map or check</source>
        <translation>Nach Datei, Person, Karte oder Prüfung filtern</translation>
    </message>
    <message>
        <source>Filter recordings</source>
        <translation>Aufzeichnungen filtern</translation>
    </message>
    <message>
        <source>Which recordings</source>
        <translation>Welche Aufzeichnungen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Disputed</source>
        <translation>Strittig</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>All players</source>
        <translation>Alle Spieler</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>All maps</source>
        <translation>Alle Karten</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>All checks</source>
        <translation>Alle Prüfungen</translation>
    </message>
    <message>
        <source>From this severity on</source>
        <translation>Ab dieser Schwere</translation>
    </message>
    <message>
        <source>Any severity</source>
        <translation>Jede Schwere</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>Ab %1</translation>
    </message>
    <message>
        <source>Show all recordings again</source>
        <translation>Alle Aufzeichnungen wieder zeigen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::QueueModel</name>
    <message>
        <source>Recorded %1</source>
        <translation>Aufgezeichnet %1</translation>
    </message>
    <message>
        <source>Notes that cannot be used: %1: %2</source>
        <translation>Nicht verwendbare Notizen: %1: %2</translation>
    </message>
    <message>
        <source>This recording is damaged; what is lost may have held flags</source>
        <translation>Diese Aufzeichnung ist beschädigt; im Verlorenen kann ein Verdacht gestanden haben</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Verdacht</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Worst</source>
        <translation>Schwerster</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgezeichnet</translation>
    </message>
    <message>
        <source>Flags that nobody has reviewed yet, or that reviewers differ about</source>
        <translation>Verdachtsfälle, die noch niemand geprüft hat oder die umstritten sind</translation>
    </message>
    <message>
        <source>Reviewers differ about %1</source>
        <translation>Umstritten: %1</translation>
    </message>
    <message>
        <source>Who is accused, then who else played</source>
        <translation>Erst, wer verdächtigt wird, dann, wer noch gespielt hat</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personen</translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation>Unlesbar</translation>
    </message>
    <message>
        <source>No flags</source>
        <translation>Kein Verdacht</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Disputed</source>
        <translation>Strittig</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
</context>
<context>
    <name>ghostline::app::QueueView</name>
    <message>
        <source>Recordings to review</source>
        <translation>Zu prüfende Aufzeichnungen</translation>
    </message>
    <message>
        <source>Stop reading the folder</source>
        <translation>Lesen des Ordners abbrechen</translation>
    </message>
    <message>
        <source>Looking for recordings in %1</source>
        <translation>Suche nach Aufzeichnungen in %1</translation>
    </message>
    <message>
        <source>Reading %1 of %2</source>
        <translation>%1 von %2 wird gelesen</translation>
    </message>
    <message>
        <source>%1, %2, %3 open</source>
        <translation>%1, %2, %3 offen</translation>
    </message>
    <message>
        <source>Open a folder of recordings to go through what was flagged</source>
        <translation>Einen Ordner mit Aufzeichnungen öffnen, um die Verdachtsfälle durchzugehen</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>There are no recordings in %1</source>
        <translation>In %1 gibt es keine Aufzeichnungen</translation>
    </message>
    <message>
        <source>Nothing here fits the filter</source>
        <translation>Nichts passt zum Filter</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation>Unlesbar</translation>
    </message>
    <message>
        <source>Other runs of %1</source>
        <translation>Andere Läufe von %1</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>Sortieren nach</translation>
    </message>
    <message>
        <source>Copy the selected rows</source>
        <translation>Gewählte Zeilen kopieren</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ReadingFigures</name>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Zwischenspeicher</translation>
    </message>
    <message>
        <source>%1 of %2 MB</source>
        <translation>%1 von %2 MB</translation>
    </message>
    <message>
        <source>Decoded stretches kept in memory; the limit is in the settings</source>
        <translation>Dekodierte Abschnitte im Speicher; die Grenze steht in den Einstellungen</translation>
    </message>
    <message>
        <source>Stretches kept</source>
        <translation>Abschnitte im Speicher</translation>
    </message>
    <message>
        <source>Stretches decoded</source>
        <translation>Dekodierte Abschnitte</translation>
    </message>
    <message>
        <source>Since the recording was opened</source>
        <translation>Seit die Aufzeichnung geöffnet wurde</translation>
    </message>
    <message>
        <source>Found in the cache</source>
        <translation>Im Zwischenspeicher gefunden</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Keyframe</source>
        <translation>Schlüsselbild</translation>
    </message>
    <message>
        <source>%1 (+%2)</source>
        <translation>%1 (+%2)</translation>
    </message>
    <message>
        <source>The keyframe decoding starts from, and how many frames after it this is</source>
        <translation>Das Schlüsselbild, von dem aus dekodiert wird, und wie viele Bilder danach dies ist</translation>
    </message>
    <message>
        <source>Keyframes</source>
        <translation>Schlüsselbilder</translation>
    </message>
    <message>
        <source>keyframe %1 (+%2)</source>
        <translation>Schlüsselbild %1 (+%2)</translation>
    </message>
    <message>
        <source>cache %1 / %2 MB</source>
        <translation>Speicher %1 / %2 MB</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ReadingGauge</name>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Cache and keyframes. Press for the figures</source>
        <translation>Zwischenspeicher und Schlüsselbilder. Drücken zeigt die Zahlen</translation>
    </message>
    <message>
        <source>%1
Click for more</source>
        <translation>%1
Klicken für mehr</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ReasonsDialog</name>
    <message>
        <source>Reasons to choose from</source>
        <translation>Gründe zur Auswahl</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>Gründe</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>&amp;Down</source>
        <translation>Nach un&amp;ten</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren…</translation>
    </message>
    <message>
        <source>Import reasons</source>
        <translation>Gründe importieren</translation>
    </message>
    <message>
        <source>Reasons (*.json)</source>
        <translation>Gründe (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>E&amp;xportieren…</translation>
    </message>
    <message>
        <source>Export reasons</source>
        <translation>Gründe exportieren</translation>
    </message>
    <message>
        <source>As they came</source>
        <translation>Wie sie kamen</translation>
    </message>
    <message>
        <source>All checks without reasons of their own</source>
        <translation>Alle Prüfungen ohne eigene Gründe</translation>
    </message>
    <message>
        <source>A reason needs words of its own</source>
        <translation>Ein Grund braucht eigene Worte</translation>
    </message>
    <message>
        <source>New reason</source>
        <translation>Neuer Grund</translation>
    </message>
    <message>
        <source>New reason %1</source>
        <translation>Neuer Grund %1</translation>
    </message>
    <message>
        <source>As all others</source>
        <translation>Wie alle anderen</translation>
    </message>
    <message>
        <source>Reasons of its own</source>
        <translation>Eigene Gründe</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ReplayNotes</name>
    <message>
        <source>The bookmarks cannot be read and are left as they are</source>
        <translation>Die Lesezeichen können nicht gelesen werden und bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>One of this recording&apos;s two notes files is left out and left as it is</source>
        <translation>Eine der beiden Notizdateien dieser Aufzeichnung wird ausgelassen und bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>The bookmark was not saved</source>
        <translation>Das Lesezeichen wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>The verdict was not saved</source>
        <translation>Das Urteil wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>The notes were not merged</source>
        <translation>Die Notizen wurden nicht zusammengeführt</translation>
    </message>
    <message>
        <source>The merged notes were not saved</source>
        <translation>Die zusammengeführten Notizen wurden nicht gespeichert</translation>
    </message>
    <message>
        <source>its notes file is damaged and is not overwritten</source>
        <translation>ihre Notizdatei ist beschädigt und wird nicht überschrieben</translation>
    </message>
    <message>
        <source>Nothing can be written beside this recording</source>
        <translation>Neben diese Aufzeichnung kann nichts geschrieben werden</translation>
    </message>
    <message>
        <source>its bookmarks and verdicts are kept in %1</source>
        <translation>ihre Lesezeichen und Urteile liegen in %1</translation>
    </message>
    <message>
        <source>The bookmarks were made for another recording</source>
        <translation>Die Lesezeichen gehören zu einer anderen Aufzeichnung</translation>
    </message>
    <message>
        <source>The content of this file is not the one its bookmarks were saved with</source>
        <translation>Der Inhalt dieser Datei ist nicht der, mit dem ihre Lesezeichen gespeichert wurden</translation>
    </message>
    <message>
        <source>The bookmarks were not saved</source>
        <translation>Die Lesezeichen wurden nicht gespeichert</translation>
    </message>
    <message>
        <source>Add bookmark</source>
        <translation>Lesezeichen setzen</translation>
    </message>
    <message>
        <source>Remove bookmark</source>
        <translation>Lesezeichen entfernen</translation>
    </message>
    <message>
        <source>Change bookmark</source>
        <translation>Lesezeichen ändern</translation>
    </message>
    <message>
        <source>Give verdict</source>
        <translation>Urteil geben</translation>
    </message>
    <message>
        <source>Merge notes</source>
        <translation>Notizen zusammenführen</translation>
    </message>
    <message>
        <source>The notes were not saved</source>
        <translation>Die Notizen wurden nicht gespeichert</translation>
    </message>
    <message numerus="yes">
        <source>%n verdicts were given on another content of this recording</source>
        <translation>
            <numerusform>%n Urteil gilt einem anderen Inhalt dieser Aufzeichnung</numerusform>
            <numerusform>%n Urteile gelten einem anderen Inhalt dieser Aufzeichnung</numerusform>
        </translation>
    </message>
    <message>
        <source>Its size or its SHA-256 is not the one that they were given on: they do not count, and their flags are open again</source>
        <translation>Ihre Größe oder ihr SHA-256 ist nicht die, für die sie gegeben wurden: Sie zählen nicht, und ihre Verdachtsfälle sind wieder offen</translation>
    </message>
    <message>
        <source>The drawing was not saved</source>
        <translation>Die Zeichnung wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>there are %L1 drawings on this recording already</source>
        <translation>zu dieser Aufzeichnung gibt es schon %L1 Zeichnungen</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>Change drawing</source>
        <translation>Zeichnung ändern</translation>
    </message>
    <message>
        <source>Remove drawing</source>
        <translation>Zeichnung entfernen</translation>
    </message>
    <message>
        <source>The drawings were made for another recording</source>
        <translation>Die Zeichnungen gehören zu einer anderen Aufzeichnung</translation>
    </message>
    <message>
        <source>The content of this file is not the one its drawings were saved with</source>
        <translation>Der Inhalt dieser Datei ist nicht der, mit dem ihre Zeichnungen gespeichert wurden</translation>
    </message>
    <message>
        <source>The key point was not saved</source>
        <translation>Der Wegpunkt wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>the camera path of this recording has %L1 key points already</source>
        <translation>die Kamerafahrt dieser Aufzeichnung hat schon %L1 Wegpunkte</translation>
    </message>
    <message>
        <source>The flag was not saved</source>
        <translation>Der Verdacht wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>Raise flag</source>
        <translation>Verdacht melden</translation>
    </message>
    <message>
        <source>Remove flag</source>
        <translation>Verdacht entfernen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ReplayNotices</name>
    <message>
        <source>A check failed, this recording is not what was written: %1</source>
        <translation>Eine Prüfung schlug fehl, diese Aufzeichnung ist nicht, was geschrieben wurde: %1</translation>
    </message>
    <message>
        <source> at frame %1</source>
        <translation> bei Bild %1</translation>
    </message>
    <message>
        <source>Waiting for the recording; it is asked for again every few seconds</source>
        <translation>Warten auf die Aufzeichnung; sie wird alle paar Sekunden erneut angefragt</translation>
    </message>
    <message>
        <source>Waiting for the first part of the recording</source>
        <translation>Warten auf den ersten Teil der Aufzeichnung</translation>
    </message>
    <message>
        <source>This recording is damaged</source>
        <translation>Diese Aufzeichnung ist beschädigt</translation>
    </message>
    <message>
        <source>. Lost: %1 of %2 frames, hatched on the timeline</source>
        <translation>. Verloren: %1 von %2 Bildern, auf der Zeitleiste schraffiert</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Watched live at %1. All of it is kept in %2</source>
        <translation>Live von %1. Alles bleibt in %2</translation>
    </message>
    <message>
        <source>The game shows nothing: %1. It is asked again and again</source>
        <translation>Das Spiel zeigt nichts: %1. Es wird immer wieder gefragt</translation>
    </message>
    <message>
        <source>Another match has begun at %1; it is not watched yet. This one is kept in %2</source>
        <translation>Bei %1 hat ein anderes Spiel begonnen; es wird noch nicht verfolgt. Dieses bleibt in %2</translation>
    </message>
    <message>
        <source>Watch it</source>
        <translation>Ansehen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ReplayOpener</name>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>No surroundings: %1</source>
        <translation>Keine Umgebung: %1</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
    <message>
        <source>%1 lies behind the end: this is the last frame</source>
        <translation>%1 liegt hinter dem Ende: dies ist das letzte Bild</translation>
    </message>
    <message>
        <source>Nobody in this recording is called %1</source>
        <translation>Niemand in dieser Aufzeichnung heißt %1</translation>
    </message>
    <message>
        <source>Waiting for a match at %1</source>
        <translation>Warten auf ein Spiel bei %1</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ReplaySession</name>
    <message>
        <source>Change zones</source>
        <translation>Zonen ändern</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ReplayView</name>
    <message>
        <source>Replay view</source>
        <translation>Ansicht der Aufzeichnung</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ReviewDesk</name>
    <message>
        <source>Merged %1 and %2 that were new</source>
        <translation>%1 und %2 neu übernommen</translation>
    </message>
    <message>
        <source>Merge another reviewer&apos;s notes</source>
        <translation>Notizen eines anderen Prüfers zusammenführen</translation>
    </message>
    <message>
        <source>Notes (*.json)</source>
        <translation>Notizen (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>No recording is open</source>
        <translation>Keine Aufzeichnung ist geöffnet</translation>
    </message>
    <message>
        <source>You have given no verdict on this flag</source>
        <translation>Zu diesem Verdacht gibt es kein eigenes Urteil</translation>
    </message>
    <message>
        <source>There is no flag %1 here; the recording has %2</source>
        <translation>Einen Verdacht %1 gibt es hier nicht; die Aufzeichnung hat %2</translation>
    </message>
    <message>
        <source>Only who has raised a flag can remove it</source>
        <translation>Nur wer einen Verdacht gemeldet hat, kann ihn entfernen</translation>
    </message>
    <message>
        <source>A case can be worked out again, which a flag of a person&apos;s own cannot</source>
        <translation>Ein Fall lässt sich neu ausrechnen, der eigene Verdacht einer Person nicht</translation>
    </message>
    <message>
        <source>Open the folder of your recordings first: notes are merged into theirs</source>
        <translation>Zuerst den Ordner der eigenen Aufzeichnungen öffnen: in deren Notizen wird übernommen</translation>
    </message>
    <message>
        <source>Merge the notes of another folder</source>
        <translation>Notizen eines anderen Ordners übernehmen</translation>
    </message>
    <message>
        <source>The case is written: %1</source>
        <translation>Der Fall ist geschrieben: %1</translation>
    </message>
    <message>
        <source>Choose a flag in the Review panel first</source>
        <translation>Erst unter „Prüfung“ einen Verdacht wählen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ReviewPanel</name>
    <message>
        <source>Queue (%1)</source>
        <translation>Warteschlange (%1)</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Flags (%1)</source>
        <translation>Verdacht (%1)</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Verdacht</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ReviewsModel</name>
    <message>
        <source>unsigned</source>
        <translation>ohne Namen</translation>
    </message>
    <message>
        <source>in the recording</source>
        <translation>in der Aufzeichnung</translation>
    </message>
    <message>
        <source>Said</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Taken back</source>
        <translation>Zurückgenommen</translation>
    </message>
    <message>
        <source>%1, on other content</source>
        <translation>%1, zu anderem Inhalt</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>ghostline::app::RosterModel</name>
    <message>
        <source>Has left</source>
        <translation>Ausgeschieden</translation>
    </message>
    <message>
        <source>%1
Double-click follows, right-click for more</source>
        <translation>%1
Doppelklick folgt, Rechtsklick zeigt mehr</translation>
    </message>
    <message>
        <source>%1: show the events behind it</source>
        <translation>%1: die Ereignisse dahinter zeigen</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Spieler</translation>
    </message>
</context>
<context>
    <name>ghostline::app::SavePart</name>
    <message>
        <source>No format that is installed can hold a part of this recording</source>
        <translation>Kein installiertes Format kann einen Teil dieser Aufzeichnung aufnehmen</translation>
    </message>
    <message>
        <source>This recording is still being made</source>
        <translation>Diese Aufzeichnung entsteht noch</translation>
    </message>
    <message>
        <source>This recording is still being read</source>
        <translation>Diese Aufzeichnung wird noch gelesen</translation>
    </message>
    <message>
        <source>Another part is being written</source>
        <translation>Ein anderer Teil wird gerade geschrieben</translation>
    </message>
    <message>
        <source>Nothing is marked: set a loop (I and O), or select a bookmark that spans a part</source>
        <translation>Nichts ist markiert: eine Schleife setzen (I und O) oder ein Lesezeichen wählen, das einen Teil umfasst</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Save part as</source>
        <translation>Teil speichern unter</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben …</translation>
    </message>
    <message numerus="yes">
        <source>%1 is written: %n frame(s), %2</source>
        <translation>
            <numerusform>%1 ist geschrieben: %n Bild, %2</numerusform>
            <numerusform>%1 ist geschrieben: %n Bilder, %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Spiel</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ScoreboardStrip</name>
    <message>
        <source>Scoreboard</source>
        <translation>Anzeigetafel</translation>
    </message>
    <message>
        <source>%1 · rounds %2</source>
        <translation>%1 · Runden %2</translation>
    </message>
    <message>
        <source>finish</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>checkpoint %1</source>
        <translation>Kontrollpunkt %1</translation>
    </message>
    <message>
        <source>Won</source>
        <translation>Gewonnen</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Checkpoint %1 of %2</source>
        <translation>Kontrollpunkt %1 von %2</translation>
    </message>
    <message>
        <source>Checkpoint %1</source>
        <translation>Kontrollpunkt %1</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>Als Nächstes: %1</translation>
    </message>
    <message>
        <source>Resets: %1</source>
        <translation>Rücksetzungen: %1</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ShareDialog</name>
    <message>
        <source>Watch together</source>
        <translation>Mitschauen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Ends it for everybody</source>
        <translation>Beendet es für alle</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Send this line to those who are meant; whoever has it can come in:</source>
        <translation>Diese Zeile denen schicken, die gemeint sind; wer sie hat, kann hinein:</translation>
    </message>
    <message>
        <source>Line to paste</source>
        <translation>Zeile zum Einfügen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>You are watching with somebody: that ends when this begins</source>
        <translation>Hier wird schon bei jemandem mitgeschaut: das endet, wenn dies beginnt</translation>
    </message>
    <message>
        <source>Only this machine can reach it.</source>
        <translation>Nur dieser Rechner kann es erreichen.</translation>
    </message>
    <message>
        <source>Everybody who reaches this machine and has the line can come in. All of it is encrypted.</source>
        <translation>Alle, die diesen Rechner erreichen und die Zeile haben, können hinein. Alles ist verschlüsselt.</translation>
    </message>
    <message>
        <source>Everybody who reaches this machine and has the line can come in. Nothing is encrypted: anyone on the way can read along.</source>
        <translation>Alle, die diesen Rechner erreichen und die Zeile haben, können hinein. Nichts ist verschlüsselt: wer auf dem Weg sitzt, kann mitlesen.</translation>
    </message>
    <message>
        <source>One line for each address of this machine; the first is the likeliest to be reached.</source>
        <translation>Eine Zeile für jede Adresse dieses Rechners; die erste ist am ehesten zu erreichen.</translation>
    </message>
    <message>
        <source>Guests cannot fetch the recording: %1</source>
        <translation>Gäste können die Aufzeichnung nicht holen: %1</translation>
    </message>
    <message>
        <source>Nobody has come yet</source>
        <translation>Noch ist niemand da</translation>
    </message>
    <message>
        <source>Guests here: %1</source>
        <translation>Gäste hier: %1</translation>
    </message>
    <message>
        <source>The port that was asked for is taken, it is %1 instead.</source>
        <translation>Der gewünschte Port ist belegt, stattdessen ist es %1.</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ShareForm</name>
    <message>
        <source>Guests may fetch the recording from here</source>
        <translation>Gäste dürfen die Aufzeichnung von hier holen</translation>
    </message>
    <message>
        <source>Guests may draw</source>
        <translation>Gäste dürfen zeichnen</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Eigener Name</translation>
    </message>
    <message>
        <source>Only those who have come in, and nothing else of this machine</source>
        <translation>Nur die, die hineingekommen sind, und nichts anderes von diesem Rechner</translation>
    </message>
    <message>
        <source>This machine alone</source>
        <translation>Nur dieser Rechner</translation>
    </message>
    <message>
        <source>Everybody who reaches this machine</source>
        <translation>Alle, die diesen Rechner erreichen</translation>
    </message>
    <message>
        <source>Other windows of this computer, and who comes in through a tunnel of your own.</source>
        <translation>Andere Fenster dieses Rechners, und wer durch einen eigenen Tunnel kommt.</translation>
    </message>
    <message>
        <source>Who can reach it</source>
        <translation>Wer es erreichen kann</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Port, and files to encrypt with</source>
        <translation>Port, und Dateien zum Verschlüsseln</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>Its key</source>
        <translation>Dessen Schlüssel</translation>
    </message>
    <message>
        <source>None: nothing is encrypted</source>
        <translation>Keines: nichts wird verschlüsselt</translation>
    </message>
    <message>
        <source>Choose a PEM file</source>
        <translation>PEM-Datei wählen</translation>
    </message>
    <message>
        <source>The others want to know who you are: a name is missing</source>
        <translation>Die anderen wollen wissen, wer da ist: ein Name fehlt</translation>
    </message>
    <message>
        <source>To encrypt, both a certificate and its key are needed</source>
        <translation>Zum Verschlüsseln werden ein Zertifikat und dessen Schlüssel gebraucht</translation>
    </message>
    <message>
        <source>Those in the same network, and from everywhere if this machine has a public address; they need the line to come in. Nothing is encrypted without a certificate: anyone on the way can read along.</source>
        <translation>Die im selben Netz, und von überall, wenn dieser Rechner eine öffentliche Adresse hat; hinein kommt nur, wer die Zeile hat. Ohne Zertifikat ist nichts verschlüsselt: wer auf dem Weg sitzt, kann mitlesen.</translation>
    </message>
    <message>
        <source>Those in the same network, and from everywhere if this machine has a public address; they need the line to come in. All of it is encrypted.</source>
        <translation>Die im selben Netz, und von überall, wenn dieser Rechner eine öffentliche Adresse hat; hinein kommt nur, wer die Zeile hat. Alles ist verschlüsselt.</translation>
    </message>
</context>
<context>
    <name>ghostline::app::SpeedChart</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Time at each speed</source>
        <translation>Zeit bei jeder Geschwindigkeit</translation>
    </message>
    <message>
        <source>%1 to %2 %3</source>
        <translation>%1 bis %2 %3</translation>
    </message>
    <message>
        <source>from %1 %2</source>
        <translation>ab %1 %2</translation>
    </message>
    <message>
        <source>%1: A %2, B %3</source>
        <translation>%1: A %2, B %3</translation>
    </message>
    <message>
        <source>No speeds are known</source>
        <translation>Keine Geschwindigkeiten bekannt</translation>
    </message>
    <message>
        <source>Share of the time at each speed, %1/s; tallest bar %2</source>
        <translation>Anteil der Zeit bei jeder Geschwindigkeit, %1/s; höchster Balken %2</translation>
    </message>
</context>
<context>
    <name>ghostline::app::SpeedControl</name>
    <message>
        <source>Play at %1, with Shift backward</source>
        <translation>Mit %1 wiedergeben, mit Umschalt rückwärts</translation>
    </message>
    <message>
        <source>Speed %1</source>
        <translation>Tempo %1</translation>
    </message>
    <message>
        <source>Speed from 0.01× to 32×</source>
        <translation>Tempo von 0,01× bis 32×</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Current speed</source>
        <translation>Jetziges Tempo</translation>
    </message>
</context>
<context>
    <name>ghostline::app::SplitsModel</name>
    <message>
        <source>Finish</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>the runner</source>
        <translation>der Läufer</translation>
    </message>
    <message>
        <source>From %1 to %2; a click goes there</source>
        <translation>Von %1 bis %2; ein Klick führt dorthin</translation>
    </message>
    <message>
        <source>The two did not come from the same checkpoint</source>
        <translation>Die beiden kamen nicht vom selben Kontrollpunkt</translation>
    </message>
    <message>
        <source>Best of all: %1 by %2</source>
        <translation>Bestzeit aller: %1 von %2</translation>
    </message>
    <message>
        <source>Best sections (theoretical)</source>
        <translation>Beste Abschnitte (theoretisch)</translation>
    </message>
    <message>
        <source>The best time of every section added up, whoever ran it: nobody ran all of them</source>
        <translation>Die Bestzeiten aller Abschnitte zusammengezählt, gleich von wem: niemand lief sie alle</translation>
    </message>
    <message>
        <source>True to ±%1 s, one frame of the coarser recording</source>
        <translation>Genau auf ±%1 s, ein Bild der gröberen Aufzeichnung</translation>
    </message>
    <message>
        <source>Runner less ghost, seconds; below zero the runner is faster. %1</source>
        <translation>Läufer minus Ghost, Sekunden; unter null ist der Läufer schneller. %1</translation>
    </message>
    <message>
        <source>Where a section ends, in the ghost&apos;s order</source>
        <translation>Wo ein Abschnitt endet, in der Reihenfolge des Ghosts</translation>
    </message>
    <message>
        <source>Time since the recording&apos;s first frame. %1</source>
        <translation>Zeit seit dem ersten Bild der Aufzeichnung. %1</translation>
    </message>
    <message>
        <source>Time since the run&apos;s start. %1</source>
        <translation>Zeit seit dem Start des Laufs. %1</translation>
    </message>
    <message>
        <source>Speed when passing the checkpoint</source>
        <translation>Tempo beim Passieren des Kontrollpunkts</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Kontrollpunkt</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Here the runner lost most against the ghost</source>
        <translation>Hier verlor der Läufer am meisten gegen den Ghost</translation>
    </message>
    <message>
        <source>Here the runner gained most on the ghost</source>
        <translation>Hier gewann der Läufer am meisten auf den Ghost</translation>
    </message>
    <message>
        <source>Best of all: %1, and not alone with it</source>
        <translation>Bestzeit aller: %1, und nicht als Einziger</translation>
    </message>
    <message>
        <source>Runner less ghost, seconds; below zero the runner is faster. Most lost and most gained stand out. %1</source>
        <translation>Läufer minus Ghost, Sekunden; unter null ist der Läufer schneller. Größter Verlust und größter Gewinn sind hervorgehoben. %1</translation>
    </message>
    <message>
        <source>Time since the checkpoint before, failed attempts included; a star marks the best of all runs, a hollow one a tie. %1</source>
        <translation>Zeit seit dem Kontrollpunkt davor, Fehlversuche eingerechnet; ein Stern markiert die beste aller Läufe, ein hohler einen Gleichstand. %1</translation>
    </message>
    <message>
        <source>±
total</source>
        <translation>±
gesamt</translation>
    </message>
    <message>
        <source>±
section</source>
        <translation>±
Abschnitt</translation>
    </message>
    <message>
        <source>Ghost
section</source>
        <translation>Abschnitt
Ghost</translation>
    </message>
    <message>
        <source>Ghost
total</source>
        <translation>Gesamt
Ghost</translation>
    </message>
    <message>
        <source>Speed of the ghost when passing the checkpoint</source>
        <translation>Tempo des Ghosts beim Passieren des Kontrollpunkts</translation>
    </message>
    <message>
        <source>Speed
%1</source>
        <translation>Tempo
%1</translation>
    </message>
    <message>
        <source>Ghost
%1</source>
        <translation>Ghost
%1</translation>
    </message>
</context>
<context>
    <name>ghostline::app::StandingStillDialog</name>
    <message>
        <source>Standing still</source>
        <translation>Stillstand</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Shortest stop</source>
        <translation>Kürzester Halt</translation>
    </message>
    <message>
        <source>Farthest move that still counts as none</source>
        <translation>Größte Bewegung, die noch nicht zählt</translation>
    </message>
    <message>
        <source>At &amp;least</source>
        <translation>&amp;Mindestens</translation>
    </message>
    <message>
        <source>&amp;within</source>
        <translation>&amp;innerhalb</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Stops</source>
        <translation>Halte</translation>
    </message>
    <message>
        <source>The search was cancelled</source>
        <translation>Die Suche wurde abgebrochen</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Wird gesucht …</translation>
    </message>
    <message>
        <source>Nobody stood still that long</source>
        <translation>So lange stand niemand still</translation>
    </message>
    <message numerus="yes">
        <source>%n stops; positions in %1</source>
        <translation>
            <numerusform>%n Halt; Positionen in %1</numerusform>
            <numerusform>%n Halte; Positionen in %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1, %L2, %L3</source>
        <translation>%L1; %L2; %L3</translation>
    </message>
</context>
<context>
    <name>ghostline::app::StateLegend</name>
    <message>
        <source>Legend of states</source>
        <translation>Legende der Zustände</translation>
    </message>
    <message>
        <source>Stunned: drained of colour, stars above the head
Blocking: a shield before the hands
Invulnerable: a shell around the body
Possession: two rings at the feet</source>
        <translation>Betäubt: entfärbt, Sterne über dem Kopf
Blockend: ein Schild vor den Händen
Unverwundbar: eine Hülle um den Körper
Besitz: zwei Ringe an den Füßen</translation>
    </message>
    <message>
        <source>stunned</source>
        <translation>betäubt</translation>
    </message>
    <message>
        <source>blocking</source>
        <translation>blockend</translation>
    </message>
    <message>
        <source>invulnerable</source>
        <translation>unverwundbar</translation>
    </message>
    <message>
        <source>possession</source>
        <translation>Besitz</translation>
    </message>
</context>
<context>
    <name>ghostline::app::StatusLine</name>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Frame rate</source>
        <translation>Bildrate</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <translation>%1 %2 von %3</translation>
    </message>
    <message>
        <source>%1: reconstructed, nothing is exact</source>
        <translation>%1: rekonstruiert, nichts ist exakt</translation>
    </message>
    <message>
        <source>%1: exact keyframe</source>
        <translation>%1: exaktes Schlüsselbild</translation>
    </message>
    <message>
        <source>%1: showing exact %2</source>
        <translation>%1: gezeigt wird exakt %2</translation>
    </message>
    <message>
        <source>%1: reconstructed, %2 after exact %3</source>
        <translation>%1: rekonstruiert, %2 nach exakt %3</translation>
    </message>
    <message>
        <source>, %1 before the next</source>
        <translation>, %1 vor dem nächsten</translation>
    </message>
    <message>
        <source>recorded frame %1</source>
        <translation>aufgezeichnetes Bild %1</translation>
    </message>
    <message>
        <source>interpolated %1 → %2</source>
        <translation>interpoliert %1 → %2</translation>
    </message>
    <message>
        <source>sampled near frame %1</source>
        <translation>abgetastet bei Bild %1</translation>
    </message>
    <message>
        <source>held since before frame %1</source>
        <translation>gehalten seit vor Bild %1</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> von %1</translation>
    </message>
    <message>
        <source> so far</source>
        <translation> bisher</translation>
    </message>
    <message>
        <source>, buffering</source>
        <translation>, wird gepuffert</translation>
    </message>
    <message>
        <source>no problems</source>
        <translation>keine Probleme</translation>
    </message>
    <message>
        <source>What the reader noticed. Click for the list</source>
        <translation>Was beim Lesen auffiel. Klick zeigt die Liste</translation>
    </message>
    <message numerus="yes">
        <source>%n notices</source>
        <translation>
            <numerusform>%n Hinweis</numerusform>
            <numerusform>%n Hinweise</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them lost data. Click for the list</source>
        <translation>
            <numerusform>%n davon mit Datenverlust. Klick zeigt die Liste</numerusform>
            <numerusform>%n davon mit Datenverlust. Klick zeigt die Liste</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 fps</source>
        <translation>%L1 fps</translation>
    </message>
    <message>
        <source>Status line</source>
        <translation>Statuszeile</translation>
    </message>
</context>
<context>
    <name>ghostline::app::TableMenu</name>
    <message>
        <source>Export the table as CSV…</source>
        <translation>Die Tabelle als CSV exportieren …</translation>
    </message>
    <message>
        <source>Copy the selected rows</source>
        <translation>Ausgewählte Zeilen kopieren</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
</context>
<context>
    <name>ghostline::app::TagChips</name>
    <message>
        <source>Only bookmarks with the tag &quot;%1&quot;</source>
        <translation>Nur Lesezeichen mit dem Schlagwort &quot;%1&quot;</translation>
    </message>
</context>
<context>
    <name>ghostline::app::TagKeys</name>
    <message>
        <source>%1 is the key of both &quot;%2&quot; and &quot;%3&quot;</source>
        <translation>%1 ist die Taste von &quot;%2&quot; und von &quot;%3&quot;</translation>
    </message>
    <message>
        <source>%1, the key of &quot;%2&quot;, is that of &quot;%3&quot; already</source>
        <translation>%1, die Taste von &quot;%2&quot;, ist schon die von &quot;%3&quot;</translation>
    </message>
</context>
<context>
    <name>ghostline::app::TagMarker</name>
    <message>
        <source>Tag &quot;%1&quot;</source>
        <translation>Schlagwort &quot;%1&quot;</translation>
    </message>
</context>
<context>
    <name>ghostline::app::TagSetDialog</name>
    <message>
        <source>Its keys work in code mode only, and may be any</source>
        <translation>Die Tasten gelten nur im Code-Modus und sind frei wählbar</translation>
    </message>
    <message>
        <source>Edit tags</source>
        <translation>Schlagwörter bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>&amp;Down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Marks a moment</source>
        <translation>Markiert einen Moment</translation>
    </message>
    <message>
        <source>Press to begin, press again to end</source>
        <translation>Drücken beginnt, nochmals drücken endet</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Of those in one group only one holds at a time</source>
        <translation>Von denen einer Gruppe gilt immer nur eines</translation>
    </message>
    <message>
        <source>&amp;Tag</source>
        <translation>&amp;Schlagwort</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>&amp;Taste</translation>
    </message>
    <message>
        <source>&amp;Colour</source>
        <translation>&amp;Farbe</translation>
    </message>
    <message>
        <source>K&amp;ind</source>
        <translation>&amp;Art</translation>
    </message>
    <message>
        <source>&amp;Before</source>
        <translation>&amp;Davor</translation>
    </message>
    <message>
        <source>A&amp;fter</source>
        <translation>Dana&amp;ch</translation>
    </message>
    <message>
        <source>&amp;Group</source>
        <translation>&amp;Gruppe</translation>
    </message>
    <message>
        <source>The set needs a name</source>
        <translation>Der Satz braucht einen Namen</translation>
    </message>
    <message>
        <source>A button needs a tag</source>
        <translation>Ein Knopf braucht ein Schlagwort</translation>
    </message>
    <message>
        <source>New tag</source>
        <translation>Neues Schlagwort</translation>
    </message>
</context>
<context>
    <name>ghostline::app::TagsPanel</name>
    <message>
        <source>What happens in a recording is marked here with tags</source>
        <translation>Hier wird mit Schlagwörtern markiert, was in einer Aufzeichnung geschieht</translation>
    </message>
    <message>
        <source>%1: %2 to %3</source>
        <translation>%1: %2 bis %3</translation>
    </message>
    <message>
        <source>Set of tags</source>
        <translation>Satz von Schlagwörtern</translation>
    </message>
    <message>
        <source>Edit tags, other sets</source>
        <translation>Schlagwörter bearbeiten, andere Sätze</translation>
    </message>
    <message>
        <source>Edit these tags…</source>
        <translation>Diese Schlagwörter bearbeiten…</translation>
    </message>
    <message>
        <source>New set…</source>
        <translation>Neuer Satz…</translation>
    </message>
    <message>
        <source>My tags</source>
        <translation>Meine Schlagwörter</translation>
    </message>
    <message>
        <source>Remove this set</source>
        <translation>Diesen Satz entfernen</translation>
    </message>
    <message>
        <source>Import a set…</source>
        <translation>Satz importieren…</translation>
    </message>
    <message>
        <source>Export this set…</source>
        <translation>Diesen Satz exportieren…</translation>
    </message>
    <message>
        <source>End what is open</source>
        <translation>Offenes beenden</translation>
    </message>
    <message>
        <source>Forget what is open</source>
        <translation>Offenes verwerfen</translation>
    </message>
    <message>
        <source>For this recording</source>
        <translation>Für diese Aufzeichnung</translation>
    </message>
    <message>
        <source>Import a set of tags</source>
        <translation>Satz von Schlagwörtern importieren</translation>
    </message>
    <message>
        <source>Sets of tags (*.json)</source>
        <translation>Sätze von Schlagwörtern (*.json)</translation>
    </message>
    <message>
        <source>The tags were not imported</source>
        <translation>Die Schlagwörter wurden nicht importiert</translation>
    </message>
    <message>
        <source>Export the set of tags</source>
        <translation>Satz von Schlagwörtern exportieren</translation>
    </message>
    <message>
        <source>Mark with the tag &quot;%1&quot;</source>
        <translation>Mit dem Schlagwort &quot;%1&quot; markieren</translation>
    </message>
    <message>
        <source>Begins here; pressed again, ends here</source>
        <translation>Beginnt hier; nochmals gedrückt, endet hier</translation>
    </message>
    <message>
        <source>Marks from %1 s before to %2 s after this moment; while something is open, puts the tag on that</source>
        <translation>Markiert von %1 s vor bis %2 s nach diesem Moment; ist etwas offen, bekommt das das Schlagwort</translation>
    </message>
    <message>
        <source>Code mode: the keys of the tags come before all others</source>
        <translation>Code-Modus: die Tasten der Schlagwörter gehen allen anderen vor</translation>
    </message>
    <message>
        <source>Code mode: the keys of the tags come before all others; %1 ends it</source>
        <translation>Code-Modus: die Tasten der Schlagwörter gehen allen anderen vor; %1 beendet ihn</translation>
    </message>
    <message>
        <source>The tags were not kept</source>
        <translation>Die Tags wurden nicht behalten</translation>
    </message>
    <message>
        <source>There are %L1 sets of tags already; remove one first</source>
        <translation>Es gibt schon %L1 Sätze von Tags; erst einen entfernen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::TimelineMenu</name>
    <message>
        <source>Fit whole replay</source>
        <translation>Ganze Aufzeichnung einpassen</translation>
    </message>
    <message>
        <source>Zoom to loop</source>
        <translation>Auf Schleife vergrößern</translation>
    </message>
    <message>
        <source>Clear loop</source>
        <translation>Schleife aufheben</translation>
    </message>
    <message>
        <source>Move “%1” up</source>
        <translation>„%1“ nach oben</translation>
    </message>
    <message>
        <source>Move “%1” down</source>
        <translation>„%1“ nach unten</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Notable</source>
        <translation>Bemerkenswerte</translation>
    </message>
    <message>
        <source>Major only</source>
        <translation>Nur wichtige</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Spuren</translation>
    </message>
</context>
<context>
    <name>ghostline::app::TimelineView</name>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>Open a recording to see its timeline</source>
        <translation>Eine Aufzeichnung öffnen, um ihre Zeitleiste zu sehen</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Up and Down zoom at the playhead; the context menu arranges the lanes</source>
        <translation>Auf und Ab vergrößern und verkleinern am Abspielkopf; das Kontextmenü ordnet die Spuren</translation>
    </message>
    <message>
        <source>Nearest: %1 at %2</source>
        <translation>Am nächsten: %1 bei %2</translation>
    </message>
    <message>
        <source>%1 of %2, frame %3</source>
        <translation>%1 von %2, Bild %3</translation>
    </message>
</context>
<context>
    <name>ghostline::app::TogetherPanel</name>
    <message>
        <source>Several people watch one recording, each at their own machine: what the one who drives plays and looks at, the others see</source>
        <translation>Mehrere schauen eine Aufzeichnung, jeder am eigenen Rechner: was der abspielt und ansieht, der steuert, sehen die anderen</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Leute</translation>
    </message>
    <message>
        <source>Hand over</source>
        <translation>Übergeben</translation>
    </message>
    <message>
        <source>The one selected above drives from now on</source>
        <translation>Wer oben ausgewählt ist, steuert von jetzt an</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>The one selected above has to go</source>
        <translation>Wer oben ausgewählt ist, muss gehen</translation>
    </message>
    <message>
        <source>The host wants no chat</source>
        <translation>Der Gastgeber will keinen Chat</translation>
    </message>
    <message>
        <source>Watch together</source>
        <translation>Mitschauen</translation>
    </message>
    <message>
        <source>%1 will be sent away. Remove?</source>
        <translation>%1 wird weggeschickt. Entfernen?</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Copy the line</source>
        <translation>Zeile kopieren</translation>
    </message>
    <message>
        <source>For one more who is to join</source>
        <translation>Für jemanden, der noch dazukommen soll</translation>
    </message>
    <message>
        <source>Watching together has ended</source>
        <translation>Das Mitschauen ist zu Ende</translation>
    </message>
    <message>
        <source>The connection is lost, trying again…</source>
        <translation>Die Verbindung ist verloren, neuer Versuch…</translation>
    </message>
</context>
<context>
    <name>ghostline::app::TogetherStrip</name>
    <message>
        <source>Watching together</source>
        <translation>Mitschauen</translation>
    </message>
    <message>
        <source>Hand over</source>
        <translation>Übergeben</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Jetzt nicht</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird aufgebaut…</translation>
    </message>
    <message>
        <source>Comparing the recording with the host&apos;s…</source>
        <translation>Die Aufzeichnung wird mit der des Gastgebers verglichen…</translation>
    </message>
    <message>
        <source>The host&apos;s recording is not here yet</source>
        <translation>Die Aufzeichnung des Gastgebers ist noch nicht hier</translation>
    </message>
    <message>
        <source>Opening the host&apos;s recording…</source>
        <translation>Die Aufzeichnung des Gastgebers wird geöffnet…</translation>
    </message>
    <message>
        <source>You are looking on your own</source>
        <translation>Hier wird gerade allein geschaut</translation>
    </message>
    <message>
        <source>You look around while the play goes along</source>
        <translation>Eigene Kamera, das Abspielen läuft mit</translation>
    </message>
    <message>
        <source>%1 here</source>
        <translation>%1 hier</translation>
    </message>
    <message>
        <source>Follow again</source>
        <translation>Wieder folgen</translation>
    </message>
    <message>
        <source>Follow again (%1)</source>
        <translation>Wieder folgen (%1)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Stop watching together</source>
        <translation>Mitschauen beenden</translation>
    </message>
    <message>
        <source>Ends it for everybody</source>
        <translation>Beendet es für alle</translation>
    </message>
    <message>
        <source>The recording stays open here</source>
        <translation>Die Aufzeichnung bleibt hier offen</translation>
    </message>
    <message>
        <source>%1 asks for the drive</source>
        <translation>%1 bittet um die Steuerung</translation>
    </message>
    <message>
        <source>%1. Not read yet: %L2</source>
        <translation>%1. Noch nicht gelesen: %L2</translation>
    </message>
    <message>
        <source>The connection is lost, trying again…</source>
        <translation>Die Verbindung ist verloren, neuer Versuch…</translation>
    </message>
</context>
<context>
    <name>ghostline::app::TransportBar</name>
    <message>
        <source>Transport</source>
        <translation>Laufwerk</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Click for the next clock: time, frame, wall clock, game clock</source>
        <translation>Klick zeigt die nächste Uhr: Zeit, Bild, Uhrzeit, Spieluhr</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Type where to go: 12:34.5, #frame, +10s, -1f, 50%</source>
        <translation>Ziel eintippen: 12:34.5, #Bild, +10s, -1f, 50%</translation>
    </message>
    <message>
        <source>Clock: %1</source>
        <translation>Uhr: %1</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Repeat the whole replay; Shift-drag on the timeline repeats a range</source>
        <translation>Die ganze Aufzeichnung wiederholen; Umschalt+Ziehen auf der Zeitleiste wiederholt einen Bereich</translation>
    </message>
    <message>
        <source>Repeating frames %1 to %2; click to clear</source>
        <translation>Bilder %1 bis %2 werden wiederholt; Klick hebt es auf</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ValueRangeDialog</name>
    <message>
        <source>Range of values</source>
        <translation>Wertebereich</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Lowest of %1</source>
        <translation>Kleinster Wert von %1</translation>
    </message>
    <message>
        <source>Highest of %1</source>
        <translation>Größter Wert von %1</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
</context>
<context>
    <name>ghostline::app::VerdictForm</name>
    <message>
        <source>Verdicts so far</source>
        <translation>Bisherige Urteile</translation>
    </message>
    <message>
        <source>No verdict yet</source>
        <translation>Noch kein Urteil</translation>
    </message>
    <message>
        <source>Why: what another reviewer should look at</source>
        <translation>Warum: worauf ein anderer Prüfer achten sollte</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Reviewer</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Eigener Name</translation>
    </message>
    <message>
        <source>Verdicts are signed with this name</source>
        <translation>Urteile werden mit diesem Namen unterzeichnet</translation>
    </message>
    <message>
        <source>What others say is shown once you have given your verdict</source>
        <translation>Was andere sagen, erscheint nach dem eigenen Urteil</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Saved with the verdict</source>
        <translation>Wird mit dem Urteil gespeichert</translation>
    </message>
    <message>
        <source>Edit the reasons to choose from</source>
        <translation>Die Gründe zur Auswahl bearbeiten</translation>
    </message>
    <message>
        <source>No reason chosen</source>
        <translation>Kein Grund gewählt</translation>
    </message>
    <message>
        <source>Whose verdict is it? Type your name and press Enter, or give it again to leave it unsigned</source>
        <translation>Wessen Urteil ist es? Namen eingeben und Enter drücken, oder es noch einmal abgeben, um es ungezeichnet zu lassen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::VerdictsModel</name>
    <message>
        <source>Passed</source>
        <translation>Bestanden</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Durchgefallen</translation>
    </message>
    <message>
        <source>Not in the file</source>
        <translation>Nicht in der Datei</translation>
    </message>
    <message>
        <source>Cannot be checked</source>
        <translation>Nicht prüfbar</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheit</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ViewArea</name>
    <message>
        <source>No 3D: %1. The flat map stands in for it</source>
        <translation>Kein 3D: %1. Die flache Karte tritt an seine Stelle</translation>
    </message>
    <message>
        <source>Perhaps not this recording&apos;s map: %1</source>
        <translation>Vielleicht nicht die Karte dieser Aufzeichnung: %1</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ViewDescription</name>
    <message>
        <source>Nobody selected</source>
        <translation>Niemand ausgewählt</translation>
    </message>
    <message>
        <source>%1 selected, not there now</source>
        <translation>%1 ausgewählt, gerade nicht da</translation>
    </message>
    <message>
        <source>%1 selected, at %2, %3, %4 %5</source>
        <translation>%1 ausgewählt, bei %2, %3, %4 %5</translation>
    </message>
    <message>
        <source>, %1 %2/s</source>
        <translation>, %1 %2/s</translation>
    </message>
    <message>
        <source>Flat map</source>
        <translation>Flache Karte</translation>
    </message>
    <message>
        <source>Camera: %1</source>
        <translation>Kamera: %1</translation>
    </message>
    <message>
        <source>Camera: %1, follows %2</source>
        <translation>Kamera: %1, folgt %2</translation>
    </message>
    <message>
        <source>Seen as %1</source>
        <translation>Gesehen als %1</translation>
    </message>
    <message numerus="yes">
        <source>%n in the picture</source>
        <translation>
            <numerusform>%n im Bild</numerusform>
            <numerusform>%n im Bild</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ghostline::app::ViewGhosts</name>
    <message>
        <source>runner</source>
        <translation>Läufer</translation>
    </message>
    <message>
        <source>ghost</source>
        <translation>Ghost</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ViewStrip</name>
    <message>
        <source>Buffering…</source>
        <translation>Wird gepuffert …</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>More marks</source>
        <translation>Weitere Zeichen</translation>
    </message>
    <message>
        <source>What finds no room here</source>
        <translation>Was hier keinen Platz findet</translation>
    </message>
    <message>
        <source>Exact keyframes only</source>
        <translation>Nur exakte Schlüsselbilder</translation>
    </message>
    <message>
        <source>Reported only</source>
        <translation>Nur Gemeldetes</translation>
    </message>
    <message>
        <source>As %1</source>
        <translation>Wie %1</translation>
    </message>
    <message>
        <source>What the marks mean</source>
        <translation>Was die Zeichen bedeuten</translation>
    </message>
    <message>
        <source>Camera (%1 for the next one)</source>
        <translation>Kamera (%1 für die nächste)</translation>
    </message>
    <message>
        <source>Shows the last keyframe as it was recorded, nothing in between.</source>
        <translation>Zeigt das letzte Schlüsselbild, wie es aufgezeichnet wurde, nichts dazwischen.</translation>
    </message>
    <message>
        <source>Estimates are left out: actors stand where the recording last told of them.</source>
        <translation>Schätzungen fehlen: Akteure stehen, wo die Aufzeichnung sie zuletzt nannte.</translation>
    </message>
    <message>
        <source>Show the rest again</source>
        <translation>Das Übrige wieder zeigen</translation>
    </message>
    <message>
        <source>%1
Click: %2</source>
        <translation>%1
Klick: %2</translation>
    </message>
    <message>
        <source>What this player&apos;s side does not see is faded; how far units see is approximate.
Click: choose whose eyes</source>
        <translation>Was die Seite dieses Spielers nicht sieht, ist verblasst; die Sichtweite der Einheiten ist ungefähr.
Klick: wählen, mit wessen Augen</translation>
    </message>
    <message>
        <source>; %1 takes the next player&apos;s</source>
        <translation>; %1 nimmt die des nächsten Spielers</translation>
    </message>
    <message>
        <source>See with everyone&apos;s eyes again</source>
        <translation>Wieder mit aller Augen sehen</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Looking for the map…</source>
        <translation>Die Karte wird gesucht …</translation>
    </message>
    <message>
        <source>Keep the legend</source>
        <translation>Legende stehen lassen</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ViewVerbs</name>
    <message>
        <source>View %1 could not be saved: the settings cannot be written</source>
        <translation>Ansicht %1 konnte nicht gespeichert werden: die Einstellungen sind nicht schreibbar</translation>
    </message>
    <message>
        <source>View %1 saved for every recording</source>
        <translation>Ansicht %1 für jede Aufzeichnung gespeichert</translation>
    </message>
    <message>
        <source>View %1 saved: Alt+%1 brings it back</source>
        <translation>Ansicht %1 gespeichert: Alt+%1 holt sie zurück</translation>
    </message>
    <message>
        <source>There is no view %1 yet: Ctrl+Alt+%1 saves this one</source>
        <translation>Noch gibt es keine Ansicht %1: Strg+Alt+%1 speichert diese</translation>
    </message>
    <message>
        <source>This format does not store whole states with others put together in between</source>
        <translation>Dieses Format speichert keine ganzen Zustände, zwischen denen andere zusammengesetzt werden</translation>
    </message>
    <message>
        <source>This recording tells neither health nor rank nor turrets</source>
        <translation>Diese Aufzeichnung nennt weder Zustand noch Rang noch Geschütze</translation>
    </message>
    <message>
        <source>This recording does not tell how far anybody sees</source>
        <translation>Diese Aufzeichnung sagt nicht, wie weit jemand sieht</translation>
    </message>
    <message>
        <source>This recording has set no blocks so far</source>
        <translation>Diese Aufzeichnung hat bisher keine Blöcke gesetzt</translation>
    </message>
    <message>
        <source>Neither the map nor the recording has invisible blocks</source>
        <translation>Weder die Karte noch die Aufzeichnung hat unsichtbare Blöcke</translation>
    </message>
    <message>
        <source>This format tells of no checkpoints</source>
        <translation>Dieses Format kennt keine Kontrollpunkte</translation>
    </message>
</context>
<context>
    <name>ghostline::app::WatchTogether</name>
    <message>
        <source>Nobody watches together</source>
        <translation>Niemand schaut mit</translation>
    </message>
    <message>
        <source>This is what whoever drives looks at</source>
        <translation>Das sieht gerade der, der steuert</translation>
    </message>
    <message>
        <source>The others follow what you do already</source>
        <translation>Die anderen folgen schon dem, was hier geschieht</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Nobody is selected who could be pointed at</source>
        <translation>Niemand ist ausgewählt, auf den gezeigt werden könnte</translation>
    </message>
    <message>
        <source>The other language comes when watching together has ended</source>
        <translation>Die andere Sprache kommt, wenn das Mitschauen zu Ende ist</translation>
    </message>
    <message>
        <source>The host does not want it</source>
        <translation>Der Gastgeber möchte es nicht</translation>
    </message>
    <message>
        <source>Watch together</source>
        <translation>Mitschauen</translation>
    </message>
    <message>
        <source>The host wants no drawings of guests: what you draw stays yours</source>
        <translation>Der Gastgeber möchte keine Zeichnungen von Gästen: was hier gezeichnet wird, bleibt hier</translation>
    </message>
</context>
<context>
    <name>ghostline::app::WeightsDialog</name>
    <message>
        <source>What one is worth</source>
        <translation>Was eines wert ist</translation>
    </message>
    <message>
        <source>Bonus for rarity, 0 to 1</source>
        <translation>Zuschlag für Seltenheit, 0 bis 1</translation>
    </message>
    <message>
        <source>%1: what one is worth</source>
        <translation>%1: was eines wert ist</translation>
    </message>
    <message>
        <source>%1: bonus for rarity</source>
        <translation>%1: Zuschlag für Seltenheit</translation>
    </message>
    <message>
        <source>Weights of highlights</source>
        <translation>Gewichte der Höhepunkte</translation>
    </message>
    <message>
        <source>Parts of the score</source>
        <translation>Teile der Wertung</translation>
    </message>
    <message>
        <source>Engagement: how much goes on</source>
        <translation>Geschehen: wie viel los ist</translation>
    </message>
    <message>
        <source>Momentum: how far the lead changes</source>
        <translation>Wende: wie weit der Vorsprung wechselt</translation>
    </message>
    <message>
        <source>Anomaly: more than usual</source>
        <translation>Auffälligkeit: mehr als üblich</translation>
    </message>
    <message>
        <source>Rarity: what hardly ever happens</source>
        <translation>Seltenheit: was kaum je geschieht</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Wie viele</translation>
    </message>
    <message>
        <source>Seconds scored together</source>
        <translation>Sekunden, die zusammen gewertet werden</translation>
    </message>
    <message>
        <source>Apart at least</source>
        <translation>Mindestabstand</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>Eröffnung</translation>
    </message>
    <message>
        <source>Kills from which the opening counts</source>
        <translation>Verluste, ab denen die Eröffnung zählt</translation>
    </message>
    <message>
        <source>Variety: of one kind, the next counts</source>
        <translation>Abwechslung: das nächste derselben Art zählt</translation>
    </message>
    <message>
        <source>Bonuses</source>
        <translation>Zuschläge</translation>
    </message>
    <message>
        <source>Comeback</source>
        <translation>Aufholjagd</translation>
    </message>
    <message>
        <source>Match-ending kill</source>
        <translation>Entscheidender Treffer</translation>
    </message>
    <message>
        <source>Early technology</source>
        <translation>Frühe Technologie</translation>
    </message>
    <message>
        <source>First combat</source>
        <translation>Erster Kampf</translation>
    </message>
    <message>
        <source>Kinds of events: worth and rarity</source>
        <translation>Arten von Ereignissen: Wert und Seltenheit</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Superweapon</source>
        <translation>Superwaffe</translation>
    </message>
    <message>
        <source>Base destroyed</source>
        <translation>Basis zerstört</translation>
    </message>
    <message>
        <source>Army wiped out</source>
        <translation>Armee aufgerieben</translation>
    </message>
    <message>
        <source>Score at least</source>
        <translation>Wertung mindestens</translation>
    </message>
</context>
<context>
    <name>ghostline::app::WelcomePage</name>
    <message>
        <source>Drop a recording here</source>
        <translation>Eine Aufzeichnung hier ablegen</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Open a recording (Ctrl+O)</source>
        <translation>Eine Aufzeichnung öffnen (Strg+O)</translation>
    </message>
    <message>
        <source>Open sample</source>
        <translation>Beispiel öffnen</translation>
    </message>
    <message>
        <source>Open the recording that comes with the program</source>
        <translation>Die mitgelieferte Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>No sample is installed</source>
        <translation>Kein Beispiel installiert</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Ordner öffnen …</translation>
    </message>
    <message>
        <source>Open address…</source>
        <translation>Adresse öffnen …</translation>
    </message>
    <message>
        <source>Open a recording on a web server (Ctrl+L)</source>
        <translation>Eine Aufzeichnung auf einem Webserver öffnen (Strg+L)</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Recent recordings</source>
        <translation>Zuletzt geöffnete Aufzeichnungen</translation>
    </message>
    <message>
        <source>What can be opened:</source>
        <translation>Was geöffnet werden kann:</translation>
    </message>
    <message>
        <source>  and folders of segments</source>
        <translation>  und Ordner aus Abschnitten</translation>
    </message>
    <message>
        <source>No format is installed: nothing can be opened</source>
        <translation>Kein Format ist installiert: nichts kann geöffnet werden</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1, in %2</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Remove from this list</source>
        <translation>Aus dieser Liste entfernen</translation>
    </message>
    <message>
        <source>cannot be used: %1</source>
        <translation>nicht verwendbar: %1</translation>
    </message>
    <message>
        <source>List the recordings in a folder, or open one made of segments (Ctrl+Shift+O)</source>
        <translation>Die Aufzeichnungen eines Ordners auflisten oder eine aus Abschnitten öffnen (Strg+Umschalt+O)</translation>
    </message>
</context>
<context>
    <name>ghostline::app::ZonesPage</name>
    <message>
        <source>Zones</source>
        <translation>Zonen</translation>
    </message>
    <message>
        <source>Draw &amp;polygon</source>
        <translation>&amp;Vieleck zeichnen</translation>
    </message>
    <message>
        <source>Draw &amp;circle</source>
        <translation>&amp;Kreis zeichnen</translation>
    </message>
    <message>
        <source>&amp;Move</source>
        <translation>Ver&amp;schieben</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Remove the zone from the map</source>
        <translation>Die Zone von der Karte entfernen</translation>
    </message>
    <message>
        <source>P&amp;lot</source>
        <translation>&amp;Diagramm</translation>
    </message>
    <message>
        <source>Plot when the selected actor was in the zone</source>
        <translation>Zeichnen, wann der ausgewählte Akteur in der Zone war</translation>
    </message>
    <message>
        <source>Export &amp;zones…</source>
        <translation>&amp;Zonen exportieren …</translation>
    </message>
    <message>
        <source>As a file for the command line</source>
        <translation>Als Datei für die Befehlszeile</translation>
    </message>
    <message>
        <source>Only between &amp;heights</source>
        <translation>Nur zwischen &amp;Höhen</translation>
    </message>
    <message>
        <source>Lowest height</source>
        <translation>Kleinste Höhe</translation>
    </message>
    <message>
        <source>Greatest height</source>
        <translation>Größte Höhe</translation>
    </message>
    <message>
        <source>Zone</source>
        <translation>Zone</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>Darin</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>Eintritte</translation>
    </message>
    <message>
        <source>Time in zones</source>
        <translation>Zeit in Zonen</translation>
    </message>
    <message>
        <source>&amp;Export times…</source>
        <translation>Zei&amp;ten exportieren …</translation>
    </message>
    <message>
        <source>The greatest height must be above the lowest</source>
        <translation>Die größte Höhe muss über der kleinsten liegen</translation>
    </message>
    <message>
        <source>Export zones</source>
        <translation>Zonen exportieren</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON-Dateien (*.json)</translation>
    </message>
    <message>
        <source>Zone %1</source>
        <translation>Zone %1</translation>
    </message>
    <message>
        <source>There can be no more zones on this map</source>
        <translation>Mehr Zonen kann es auf dieser Karte nicht geben</translation>
    </message>
    <message>
        <source>Draw a zone first</source>
        <translation>Zuerst eine Zone zeichnen</translation>
    </message>
    <message>
        <source>%L1 s</source>
        <translation>%L1 s</translation>
    </message>
    <message>
        <source>%L1 %</source>
        <translation>%L1 %</translation>
    </message>
    <message>
        <source>Add around &amp;selection</source>
        <translation>Um die &amp;Auswahl anlegen</translation>
    </message>
    <message>
        <source>A circle around the selected actor, where it is now; its place and size are below</source>
        <translation>Ein Kreis um den ausgewählten Akteur, dort, wo er jetzt ist; Ort und Größe stehen darunter</translation>
    </message>
    <message>
        <source>Middle &amp;x</source>
        <translation>Mitte &amp;x</translation>
    </message>
    <message>
        <source>z</source>
        <translation>z</translation>
    </message>
    <message>
        <source>&amp;Radius</source>
        <translation>&amp;Radius</translation>
    </message>
    <message>
        <source>Middle of the zone, x</source>
        <translation>Mitte der Zone, x</translation>
    </message>
    <message>
        <source>Middle of the zone, z</source>
        <translation>Mitte der Zone, z</translation>
    </message>
    <message>
        <source>The selected actor is not there at this instant</source>
        <translation>Der ausgewählte Akteur ist in diesem Augenblick nicht da</translation>
    </message>
    <message>
        <source>No map to draw on is in sight: show the minimap</source>
        <translation>Keine Karte zum Zeichnen ist zu sehen: Übersichtskarte einblenden</translation>
    </message>
    <message>
        <source>Click the corners on the minimap, or on the large map where there is no 3D view; Enter or a double-click closes it, Esc gives up</source>
        <translation>Die Ecken auf der Übersichtskarte anklicken, oder auf der großen Karte, wo es keine 3D-Ansicht gibt; Eingabetaste oder Doppelklick schließt das Vieleck, Esc bricht ab</translation>
    </message>
    <message>
        <source>On the minimap, or on the large map where there is no 3D view, drag from the middle to the edge; Esc gives up</source>
        <translation>Auf der Übersichtskarte, oder auf der großen Karte, wo es keine 3D-Ansicht gibt, von der Mitte zum Rand ziehen; Esc bricht ab</translation>
    </message>
    <message>
        <source>Drag the zone on the minimap, or on the large map where there is no 3D view; Esc gives up</source>
        <translation>Die Zone auf der Übersichtskarte ziehen, oder auf der großen Karte, wo es keine 3D-Ansicht gibt; Esc bricht ab</translation>
    </message>
    <message>
        <source>Click the corners on the minimap; Enter or a double-click closes it</source>
        <translation>Die Ecken auf der Übersichtskarte anklicken; Eingabetaste oder Doppelklick schließt das Vieleck</translation>
    </message>
    <message>
        <source>On the minimap, drag from its middle to its edge</source>
        <translation>Auf der Übersichtskarte von der Mitte zum Rand ziehen</translation>
    </message>
    <message>
        <source>Drag the zone on the minimap</source>
        <translation>Die Zone auf der Übersichtskarte ziehen</translation>
    </message>
</context>
<context>
    <name>ghostline::render::TopDownWidget</name>
    <message>
        <source>Map from above</source>
        <translation>Karte von oben</translation>
    </message>
</context>
</TS>
