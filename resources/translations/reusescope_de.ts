<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_GB">
<context>
    <name>ConnectionFacts</name>
    <message>
        <source>no last stream yet</source>
        <translation>noch kein letzter Stream</translation>
    </message>
    <message>
        <source>last stream %1</source>
        <translation>letzter Stream %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 streams above it were sent again elsewhere</source>
        <translation>
            <numerusform>%1 Stream darüber wurde anderswo erneut gesendet</numerusform>
            <numerusform>%1 Streams darüber wurden anderswo erneut gesendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 above it failed</source>
        <translation>
            <numerusform>%1 darüber ist fehlgeschlagen</numerusform>
            <numerusform>%1 darüber sind fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 below finished</source>
        <translation>
            <numerusform>%1 darunter wurde abgeschlossen</numerusform>
            <numerusform>%1 darunter wurden abgeschlossen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 below failed</source>
        <translation>
            <numerusform>%1 darunter ist fehlgeschlagen</numerusform>
            <numerusform>%1 darunter sind fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>no stream was open</source>
        <translation>kein Stream war offen</translation>
    </message>
    <message>
        <source>GOAWAY: %1, %2: %3.</source>
        <translation>GOAWAY: %1, %2: %3.</translation>
    </message>
    <message>
        <source>HTTP/2</source>
        <translation>HTTP/2</translation>
    </message>
    <message>
        <source>, over TLS (%1)</source>
        <translation>, über TLS (%1)</translation>
    </message>
    <message>
        <source>The peer allows %1 at a time, takes %2 at first on each, and frames of %3 at most.</source>
        <translation>Die Gegenstelle erlaubt %1 gleichzeitig, nimmt anfangs auf jedem %2 an und Frames von höchstens %3.</translation>
    </message>
    <message>
        <source>Streams: %1 open at the same time at most.</source>
        <translation>Streams: höchstens %1 gleichzeitig offen.</translation>
    </message>
    <message>
        <source>Streams: %1 open, %2 at the same time at most.</source>
        <translation>Streams: %1 offen, höchstens %2 gleichzeitig.</translation>
    </message>
    <message>
        <source>Windows of the connection: the peer takes %1 more; we take %2 in all, %3 of them received and not given back yet.</source>
        <translation>Fenster der Verbindung: Die Gegenstelle nimmt noch %1 an; wir nehmen insgesamt %2 an, davon sind %3 empfangen und noch nicht zurückgegeben.</translation>
    </message>
    <message numerus="yes">
        <source>%1 frames came for streams that were over, and were ignored.</source>
        <translation>
            <numerusform>%1 Frame kam für einen bereits beendeten Stream und wurde ignoriert.</numerusform>
            <numerusform>%1 Frames kamen für bereits beendete Streams und wurden ignoriert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The request never got a connection.</source>
        <translation>Die Anfrage hat nie eine Verbindung bekommen.</translation>
    </message>
    <message>
        <source>HTTP/2.</source>
        <translation>HTTP/2.</translation>
    </message>
    <message>
        <source>HTTP/1.1.</source>
        <translation>HTTP/1.1.</translation>
    </message>
    <message>
        <source>We ended the connection with a GOAWAY: %1.</source>
        <translation>Wir haben die Verbindung mit einem GOAWAY beendet: %1.</translation>
    </message>
</context>
<context>
    <name>Explain</name>
    <message>
        <source>%1 of turn %2</source>
        <translation>%1 von Durchlauf %2</translation>
    </message>
    <message>
        <source>written by a client whose loop cannot be seen</source>
        <translation>geschrieben von einem Client, dessen Schleife nicht einsehbar ist</translation>
    </message>
    <message>
        <source>written in %1</source>
        <translation>geschrieben in %1</translation>
    </message>
    <message>
        <source>%1 looked at the socket in %2</source>
        <translation>%1 hat in %2 nach dem Socket gesehen</translation>
    </message>
    <message>
        <source>background validation had not fired when the request came in %1</source>
        <translation>die Hintergrundprüfung war noch nicht gelaufen, als die Anfrage in %1 kam</translation>
    </message>
    <message>
        <source>%1 armed in %2</source>
        <translation>%1 vorgemerkt in %2</translation>
    </message>
    <message>
        <source>the timer</source>
        <translation>der Timer</translation>
    </message>
    <message>
        <source>the coarse tick</source>
        <translation>der grobe Takt</translation>
    </message>
    <message>
        <source>the %1 timer</source>
        <translation>der Timer %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 polls</source>
        <translation>
            <numerusform>%1 Poll</numerusform>
            <numerusform>%1 Polls</numerusform>
        </translation>
    </message>
    <message>
        <source>no poll in between</source>
        <translation>kein Poll dazwischen</translation>
    </message>
    <message>
        <source>%1 without sleep</source>
        <translation>%1 ohne Schlaf</translation>
    </message>
    <message>
        <source>poll looked for %1 without sleeping (%2)</source>
        <translation>Poll hat %1 lang nachgesehen, ohne zu schlafen (%2)</translation>
    </message>
    <message>
        <source>poll slept %1 until %2 was due</source>
        <translation>Poll schlief %1, bis %2 fällig war</translation>
    </message>
    <message>
        <source>poll slept %1 until a socket was ready</source>
        <translation>Poll schlief %1, bis ein Socket bereit war</translation>
    </message>
    <message>
        <source>poll slept %1 until another thread woke it</source>
        <translation>Poll schlief %1, bis ein anderer Thread ihn weckte</translation>
    </message>
    <message>
        <source>poll slept %1</source>
        <translation>Poll schlief %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 frames</source>
        <translation>
            <numerusform>%1 Frame</numerusform>
            <numerusform>%1 Frames</numerusform>
        </translation>
    </message>
    <message>
        <source>how %1 validates is its own</source>
        <translation>wie %1 prüft, bleibt ihm überlassen</translation>
    </message>
    <message>
        <source>a new connection needs no validation</source>
        <translation>eine neue Verbindung braucht keine Prüfung</translation>
    </message>
    <message>
        <source>not validated</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>%1 asked for no validation</source>
        <translation>%1 hat keine Prüfung verlangt</translation>
    </message>
    <message>
        <source>validated by %1 in %2, %3</source>
        <translation>geprüft durch %1 in %2, %3</translation>
    </message>
    <message>
        <source>without a poll</source>
        <translation>ohne Poll</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>connection %1</source>
        <translation>Verbindung %1</translation>
    </message>
    <message>
        <source>a connection it does not tell of</source>
        <translation>einer Verbindung, über die er nichts verrät</translation>
    </message>
    <message>
        <source>replayed on %1 because %2</source>
        <translation>wiederholt auf %1; Grund: %2</translation>
    </message>
    <message>
        <source>moved to %1 before it was written because %2</source>
        <translation>vor dem Schreiben verlegt auf %1; Grund: %2</translation>
    </message>
    <message>
        <source>Cancelled after %1</source>
        <translation>Abgebrochen nach %1</translation>
    </message>
    <message>
        <source>Failed after %1 by poison</source>
        <translation>Nach %1 durch Poison fehlgeschlagen</translation>
    </message>
    <message>
        <source>Failed after %1</source>
        <translation>Fehlgeschlagen nach %1</translation>
    </message>
    <message>
        <source>: %1</source>
        <translation>: %1</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source> after %1 of idling</source>
        <translation> nach %1 Leerlauf</translation>
    </message>
    <message>
        <source>it was never written</source>
        <translation>sie wurde nie geschrieben</translation>
    </message>
    <message>
        <source>Took %1</source>
        <translation>Dauerte %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Waited %1 in the queue</source>
        <translation>Wartete %1 in der Warteschlange</translation>
    </message>
    <message>
        <source>Spent %1 to connect</source>
        <translation>Brauchte %1 für den Verbindungsaufbau</translation>
    </message>
    <message>
        <source> (TCP %1, TLS %2)</source>
        <translation> (TCP %1, TLS %2)</translation>
    </message>
    <message>
        <source>%1 on the new %2</source>
        <translation>%1 auf der neuen %2</translation>
    </message>
    <message>
        <source>Stalled %1 in validate: %2</source>
        <translation>Stand %1 in der Prüfung still: %2</translation>
    </message>
    <message>
        <source>Waited %1 in validate: %2</source>
        <translation>Wartete %1 in der Prüfung: %2</translation>
    </message>
    <message>
        <source>Waited %1 for a free stream of %2: as many as the limit allows were open</source>
        <translation>Wartete %1 auf einen freien Stream von %2: So viele, wie das Limit erlaubt, waren offen</translation>
    </message>
    <message>
        <source>Spent %1 to write the request to %2</source>
        <translation>Brauchte %1, um die Anfrage auf %2 zu schreiben</translation>
    </message>
    <message>
        <source>Waited %1 for the first byte: %2 on %3</source>
        <translation>Wartete %1 auf das erste Byte: %2 auf %3</translation>
    </message>
    <message>
        <source>Spent %1 from the first byte to the last, %2 of body</source>
        <translation>Brauchte %1 vom ersten bis zum letzten Byte, %2 Rumpf</translation>
    </message>
    <message>
        <source>It was completed by the only frame of turn %1; %2 left with its answers.</source>
        <translation>Den Abschluss brachte der einzige Frame von Durchlauf %1; %2 gingen mit seinen Antworten hinaus.</translation>
    </message>
    <message>
        <source>It was completed by one of %1 that came in one poll, in turn %2; %3 left with the answers.</source>
        <translation>Den Abschluss brachte einer von %1, die in einem Poll kamen, in Durchlauf %2; mit den Antworten gingen hinaus: %3.</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>mostly %1 (%2 to %3)</source>
        <translation>meist %1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>fresh</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>reused</source>
        <translation>wiederverwendet</translation>
    </message>
    <message>
        <source>replayed</source>
        <translation>wiederholt</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>zurückgesetzt</translation>
    </message>
    <message>
        <source>truncated</source>
        <translation>abgeschnitten</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>Zeit abgelaufen</translation>
    </message>
    <message>
        <source>poisoned</source>
        <translation>vergiftet</translation>
    </message>
    <message>
        <source>malformed</source>
        <translation>fehlerhaft</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>nicht verbunden</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>en</source>
        <extracomment>The code of the language that this file translates into.</extracomment>
        <translation>de</translation>
    </message>
</context>
<context>
    <name>Lesson</name>
    <message>
        <source>✓ right</source>
        <translation>✓ richtig</translation>
    </message>
    <message>
        <source>✗ wrong</source>
        <translation>✗ falsch</translation>
    </message>
    <message>
        <source>✗ %1 of %2 lines right</source>
        <translation>✗ %1 von %2 Zeilen richtig</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>Die Frage</translation>
    </message>
    <message>
        <source>Question %1</source>
        <translation>Frage %1</translation>
    </message>
    <message>
        <source>The loop</source>
        <translation>Die Schleife</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Eigene Antwort</translation>
    </message>
    <message>
        <source>your choice</source>
        <translation>eigene Wahl</translation>
    </message>
    <message>
        <source>The loop has confirmed</source>
        <translation>Die Schleife hat bestätigt</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>main</source>
        <translation>main</translation>
    </message>
    <message>
        <source>before</source>
        <translation>davor</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>Zeile %1, Spalte %2: %3</translation>
    </message>
    <message>
        <source>The file: %1</source>
        <translation>Die Datei: %1</translation>
    </message>
</context>
<context>
    <name>LessonExport</name>
    <message>
        <source>After %1: turn %2, %3, %4</source>
        <translation>Nach %1: Durchlauf %2, %3, %4</translation>
    </message>
    <message>
        <source>The end: turn %1, %2</source>
        <translation>Das Ende: Durchlauf %1, %2</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>Vorhersagen</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Reveal</source>
        <translation>Auflösen</translation>
    </message>
    <message>
        <source>What the trace proves</source>
        <translation>Was die Aufzeichnung beweist</translation>
    </message>
    <message>
        <source>The trace</source>
        <translation>Die Aufzeichnung</translation>
    </message>
    <message>
        <source>On real sockets</source>
        <translation>Auf echten Sockets</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
</context>
<context>
    <name>LoopText</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>an immediate is queued, for which Node keeps an idle handle active</source>
        <translation>ein Immediate wartet, wofür Node ein Idle-Handle aktiv hält</translation>
    </message>
    <message>
        <source>idle handle %1 is active</source>
        <translation>Idle-Handle %1 ist aktiv</translation>
    </message>
    <message>
        <source>idle handles %1 are active</source>
        <translation>Idle-Handles %1 sind aktiv</translation>
    </message>
    <message>
        <source>a timer is due</source>
        <translation>ein Timer ist fällig</translation>
    </message>
    <message>
        <source>timer %1 is due</source>
        <translation>Timer %1 ist fällig</translation>
    </message>
    <message>
        <source>until timer %1</source>
        <translation>bis Timer %1</translation>
    </message>
    <message>
        <source>does not sleep: %1</source>
        <translation>schläft nicht: %1</translation>
    </message>
    <message>
        <source>sleeps up to %1: %2</source>
        <translation>schläft höchstens %1: %2</translation>
    </message>
    <message>
        <source>sleeps: %1</source>
        <translation>schläft: %1</translation>
    </message>
    <message>
        <source>a wake-up</source>
        <translation>ein Weckruf</translation>
    </message>
    <message>
        <source>%1; finds %2 at once</source>
        <translation>%1; findet sofort %2</translation>
    </message>
    <message>
        <source>%1; ends after %2</source>
        <translation>%1; endet nach %2</translation>
    </message>
    <message>
        <source>%1; woken by %2 after %3</source>
        <translation>%1; geweckt durch %2 nach %3</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>Timeout</translation>
    </message>
    <message>
        <source>immediate</source>
        <translation>Immediate</translation>
    </message>
    <message>
        <source>native timer</source>
        <translation>nativer Timer</translation>
    </message>
    <message>
        <source>idle handle</source>
        <translation>Idle-Handle</translation>
    </message>
    <message>
        <source>prepare handle</source>
        <translation>Prepare-Handle</translation>
    </message>
    <message>
        <source>check handle</source>
        <translation>Check-Handle</translation>
    </message>
    <message>
        <source>async</source>
        <translation>Async</translation>
    </message>
    <message>
        <source>socket</source>
        <translation>Socket</translation>
    </message>
    <message>
        <source>completion</source>
        <translation>Completion</translation>
    </message>
    <message>
        <source>request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Timers last</source>
        <translation>Timer zuletzt</translation>
    </message>
    <message>
        <source>Timers first</source>
        <translation>Timer zuerst</translation>
    </message>
    <message>
        <source>timers last</source>
        <translation>Timer zuletzt</translation>
    </message>
    <message>
        <source>timers first</source>
        <translation>Timer zuerst</translation>
    </message>
    <message>
        <source>libuv 1.45 and later, Node 20 and later</source>
        <translation>ab libuv 1.45, ab Node 20</translation>
    </message>
    <message>
        <source>libuv 1.44 and earlier, Node 18</source>
        <translation>bis libuv 1.44, Node 18</translation>
    </message>
    <message>
        <source>%1 unread</source>
        <translation>%1 ungelesen</translation>
    </message>
    <message>
        <source>due</source>
        <translation>fällig</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>kein Limit</translation>
    </message>
    <message>
        <source>Poll would not sleep (0 ms): %1.</source>
        <translation>Poll würde nicht schlafen (0 ms): %1.</translation>
    </message>
    <message>
        <source>the loop is stopping</source>
        <translation>die Schleife wird angehalten</translation>
    </message>
    <message>
        <source>no referenced handle is active</source>
        <translation>kein referenziertes Handle ist aktiv</translation>
    </message>
    <message>
        <source>completions are pending</source>
        <translation>Completions stehen aus</translation>
    </message>
    <message>
        <source>a handle waits for its close callback</source>
        <translation>ein Handle wartet auf seinen Close-Callback</translation>
    </message>
    <message>
        <source>the run mode forbids sleeping</source>
        <translation>der Laufmodus verbietet das Schlafen</translation>
    </message>
    <message>
        <source>Poll would sleep without limit: no timer is set, only an event ends it.</source>
        <translation>Poll würde unbegrenzt schlafen: Kein Timer ist gesetzt, nur ein Ereignis beendet ihn.</translation>
    </message>
    <message>
        <source>%1 (unref, which does not matter here)</source>
        <translation>%1 (unref, was hier keine Rolle spielt)</translation>
    </message>
    <message>
        <source>Poll would sleep up to %1: until timer %2.</source>
        <translation>Poll würde höchstens %1 schlafen: bis Timer %2.</translation>
    </message>
    <message>
        <source>%1 (closing)</source>
        <translation>%1 (schließt)</translation>
    </message>
    <message>
        <source>Alive: held by %1.</source>
        <translation>Lebendig: gehalten von %1.</translation>
    </message>
    <message>
        <source>Alive.</source>
        <translation>Lebendig.</translation>
    </message>
    <message>
        <source>Not alive: nothing is active.</source>
        <translation>Nicht lebendig: Nichts ist aktiv.</translation>
    </message>
    <message>
        <source>Not alive: what is active does not count, it is unref (%1).</source>
        <translation>Nicht lebendig: Was aktiv ist, zählt nicht, denn es ist unref (%1).</translation>
    </message>
    <message>
        <source>the run ends: something is still alive</source>
        <translation>der Lauf endet: Etwas ist noch lebendig</translation>
    </message>
    <message>
        <source>the run ends: nothing is alive any more</source>
        <translation>der Lauf endet: Nichts ist mehr lebendig</translation>
    </message>
</context>
<context>
    <name>PolicyText</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>FIFO</source>
        <translation>FIFO</translation>
    </message>
    <message>
        <source>LIFO</source>
        <translation>LIFO</translation>
    </message>
    <message>
        <source>keep at most %1</source>
        <translation>höchstens %1 behalten</translation>
    </message>
    <message>
        <source>margin %1</source>
        <translation>Reserve %1</translation>
    </message>
    <message>
        <source>unused limit %1</source>
        <translation>Limit für unbenutzte %1</translation>
    </message>
    <message>
        <source>age limit %1</source>
        <translation>Altersgrenze %1</translation>
    </message>
    <message>
        <source>no replay</source>
        <translation>keine Wiederholung</translation>
    </message>
    <message>
        <source>replay what is idempotent</source>
        <translation>Idempotentes wiederholen</translation>
    </message>
    <message>
        <source>replay all</source>
        <translation>alles wiederholen</translation>
    </message>
    <message>
        <source>read %1 of bodies</source>
        <translation>%1 der Rümpfe lesen</translation>
    </message>
    <message>
        <source>drain %1</source>
        <translation>Abfluss-Limit %1</translation>
    </message>
    <message>
        <source>No effect here: only HTTP/2 is spoken, which has no such thing.</source>
        <translation>Hier ohne Wirkung: Es wird nur HTTP/2 gesprochen, das so etwas nicht kennt.</translation>
    </message>
    <message>
        <source>No effect here: with one connection there is nothing to choose.</source>
        <translation>Hier ohne Wirkung: Bei einer Verbindung gibt es nichts zu wählen.</translation>
    </message>
    <message>
        <source>No effect here: bodies are read to their ends, so nothing is left to drain.</source>
        <translation>Hier ohne Wirkung: Rümpfe werden bis zum Ende gelesen, es bleibt nichts abzulesen.</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>&amp;Copy as a table</source>
        <translation>Als Tabelle &amp;kopieren</translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>main</source>
        <translation>main</translation>
    </message>
    <message>
        <source>timers</source>
        <translation>timers</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>pending</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>idle</translation>
    </message>
    <message>
        <source>prepare</source>
        <translation>prepare</translation>
    </message>
    <message>
        <source>poll</source>
        <translation>poll</translation>
    </message>
    <message>
        <source>check</source>
        <translation>check</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>closing</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>Queue</translation>
    </message>
    <message>
        <source>connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>validate</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Limit</translation>
    </message>
    <message>
        <source>write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>first byte</source>
        <translation>erstes Byte</translation>
    </message>
    <message>
        <source>last byte</source>
        <translation>letztes Byte</translation>
    </message>
    <message>
        <source>ok, fresh</source>
        <translation>ok, neu</translation>
    </message>
    <message>
        <source>ok, reused</source>
        <translation>ok, wiederverwendet</translation>
    </message>
    <message>
        <source>ok, replayed</source>
        <translation>ok, wiederholt</translation>
    </message>
    <message>
        <source>failed: stale</source>
        <translation>fehlgeschlagen: veraltet</translation>
    </message>
    <message>
        <source>failed: reset</source>
        <translation>fehlgeschlagen: zurückgesetzt</translation>
    </message>
    <message>
        <source>failed: truncated</source>
        <translation>fehlgeschlagen: abgeschnitten</translation>
    </message>
    <message>
        <source>failed: timeout</source>
        <translation>fehlgeschlagen: Timeout</translation>
    </message>
    <message>
        <source>failed: poison</source>
        <translation>fehlgeschlagen: Poison</translation>
    </message>
    <message>
        <source>failed: protocol</source>
        <translation>fehlgeschlagen: Protokoll</translation>
    </message>
    <message>
        <source>failed: connect</source>
        <translation>fehlgeschlagen: Verbindung</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>there was no connection yet</source>
        <translation>es gab noch keine Verbindung</translation>
    </message>
    <message>
        <source>every open connection was busy</source>
        <translation>alle offenen Verbindungen waren belegt</translation>
    </message>
    <message>
        <source>the peer closed the idle connection</source>
        <translation>die Gegenstelle hat die Verbindung im Leerlauf geschlossen</translation>
    </message>
    <message>
        <source>the peer reset the idle connection</source>
        <translation>die Gegenstelle hat die Verbindung im Leerlauf zurückgesetzt</translation>
    </message>
    <message>
        <source>bytes that nobody asked for came on the idle connection</source>
        <translation>auf der Verbindung kamen im Leerlauf unverlangte Bytes</translation>
    </message>
    <message>
        <source>stray line breaks came on the idle connection</source>
        <translation>auf der Verbindung kamen im Leerlauf verirrte Zeilenumbrüche</translation>
    </message>
    <message>
        <source>the peer sent 408 on the idle connection</source>
        <translation>die Gegenstelle hat auf der Verbindung im Leerlauf 408 gesendet</translation>
    </message>
    <message>
        <source>the keep-alive time was over</source>
        <translation>die Keep-Alive-Zeit war abgelaufen</translation>
    </message>
    <message>
        <source>the keep-alive hint left no time after the margin</source>
        <translation>der Keep-Alive-Hinweis ließ nach Abzug der Reserve keine Zeit</translation>
    </message>
    <message>
        <source>the peer had announced to close</source>
        <translation>die Gegenstelle hatte das Schließen angekündigt</translation>
    </message>
    <message>
        <source>bytes followed a complete response</source>
        <translation>auf eine vollständige Antwort folgten weitere Bytes</translation>
    </message>
    <message>
        <source>stray line breaks followed a complete response</source>
        <translation>auf eine vollständige Antwort folgten verirrte Zeilenumbrüche</translation>
    </message>
    <message>
        <source>the connection was upgraded</source>
        <translation>die Verbindung wurde auf ein anderes Protokoll umgestellt</translation>
    </message>
    <message>
        <source>the response came before the request was sent</source>
        <translation>die Antwort kam, bevor die Anfrage gesendet war</translation>
    </message>
    <message>
        <source>an earlier request on the same connection failed</source>
        <translation>eine frühere Anfrage auf derselben Verbindung ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>the peer closed after the write, before any byte of the response</source>
        <translation>die Gegenstelle hat nach dem Schreiben geschlossen, vor dem ersten Byte der Antwort</translation>
    </message>
    <message>
        <source>the peer reset the connection after the write, before any byte of the response</source>
        <translation>die Gegenstelle hat die Verbindung nach dem Schreiben zurückgesetzt, vor dem ersten Byte der Antwort</translation>
    </message>
    <message>
        <source>the response ended in its middle</source>
        <translation>die Antwort brach mittendrin ab</translation>
    </message>
    <message>
        <source>the connection was refused</source>
        <translation>die Verbindung wurde abgelehnt</translation>
    </message>
    <message>
        <source>connecting failed</source>
        <translation>der Verbindungsaufbau ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>the TLS handshake failed</source>
        <translation>der TLS-Handshake ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>the name did not resolve</source>
        <translation>der Name ließ sich nicht auflösen</translation>
    </message>
    <message>
        <source>connecting took longer than its limit</source>
        <translation>der Verbindungsaufbau hat sein Limit überschritten</translation>
    </message>
    <message>
        <source>the response head took longer than its limit</source>
        <translation>der Antwortkopf hat sein Zeitlimit überschritten</translation>
    </message>
    <message>
        <source>the body paused for longer than its limit</source>
        <translation>der Rumpf stockte länger als sein Limit</translation>
    </message>
    <message>
        <source>the request took longer than its limit</source>
        <translation>die Anfrage hat ihr Zeitlimit überschritten</translation>
    </message>
    <message>
        <source>the response was malformed</source>
        <translation>die Antwort war fehlerhaft</translation>
    </message>
    <message>
        <source>the response exceeded a limit</source>
        <translation>die Antwort hat ein Limit überschritten</translation>
    </message>
    <message>
        <source>the response belongs to another request</source>
        <translation>die Antwort gehört zu einer anderen Anfrage</translation>
    </message>
    <message>
        <source>the response belongs to no request</source>
        <translation>die Antwort gehört zu keiner Anfrage</translation>
    </message>
    <message>
        <source>the run was stopped</source>
        <translation>der Lauf wurde angehalten</translation>
    </message>
    <message>
        <source>the connection limit was reached</source>
        <translation>das Verbindungslimit war erreicht</translation>
    </message>
    <message>
        <source>the run was over</source>
        <translation>der Lauf war zu Ende</translation>
    </message>
    <message>
        <source>the peer sent GOAWAY</source>
        <translation>die Gegenstelle hat GOAWAY gesendet</translation>
    </message>
    <message>
        <source>the peer refused the stream (REFUSED_STREAM)</source>
        <translation>die Gegenstelle hat den Stream abgelehnt (REFUSED_STREAM)</translation>
    </message>
    <message>
        <source>the peer reset the stream</source>
        <translation>die Gegenstelle hat den Stream zurückgesetzt</translation>
    </message>
    <message>
        <source>the connection&apos;s stream ids were used up</source>
        <translation>die Stream-IDs der Verbindung waren aufgebraucht</translation>
    </message>
    <message>
        <source>a PING was not answered in time</source>
        <translation>ein PING wurde nicht rechtzeitig beantwortet</translation>
    </message>
    <message>
        <source>the peer answered 421: this connection is not for this host</source>
        <translation>die Gegenstelle hat mit 421 geantwortet: Diese Verbindung ist nicht für diesen Host</translation>
    </message>
    <message>
        <source>the peer requires HTTP/1.1 for this request</source>
        <translation>die Gegenstelle verlangt für diese Anfrage HTTP/1.1</translation>
    </message>
    <message>
        <source>the peer does not speak the protocol asked for</source>
        <translation>die Gegenstelle spricht das verlangte Protokoll nicht</translation>
    </message>
    <message>
        <source>the connection was over its age limit</source>
        <translation>die Verbindung hatte ihre Altersgrenze überschritten</translation>
    </message>
    <message>
        <source>more of the dropped body was to come than the drain limit allows</source>
        <translation>vom verworfenen Rumpf stand mehr aus, als das Abfluss-Limit erlaubt</translation>
    </message>
    <message>
        <source>the loop was stopping</source>
        <translation>die Schleife wurde angehalten</translation>
    </message>
    <message>
        <source>nothing kept the loop alive</source>
        <translation>nichts hielt die Schleife am Leben</translation>
    </message>
    <message>
        <source>callbacks were pending</source>
        <translation>Callbacks standen aus</translation>
    </message>
    <message>
        <source>an idle handle was active</source>
        <translation>ein Idle-Handle war aktiv</translation>
    </message>
    <message>
        <source>a handle was closing</source>
        <translation>ein Handle wurde geschlossen</translation>
    </message>
    <message>
        <source>the run mode forbids sleeping</source>
        <translation>der Laufmodus verbietet das Schlafen</translation>
    </message>
    <message>
        <source>until the next timer</source>
        <translation>bis zum nächsten Timer</translation>
    </message>
    <message>
        <source>no timer, so without limit</source>
        <translation>kein Timer, daher unbegrenzt</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>a socket</source>
        <translation>ein Socket</translation>
    </message>
    <message>
        <source>a timer</source>
        <translation>ein Timer</translation>
    </message>
    <message>
        <source>another thread</source>
        <translation>ein anderer Thread</translation>
    </message>
    <message>
        <source>opening</source>
        <translation>wird geöffnet</translation>
    </message>
    <message>
        <source>resolved</source>
        <translation>aufgelöst</translation>
    </message>
    <message>
        <source>address failed</source>
        <translation>Adresse fehlgeschlagen</translation>
    </message>
    <message>
        <source>address was slower</source>
        <translation>Adresse war langsamer</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>TLS established</source>
        <translation>TLS steht</translation>
    </message>
    <message>
        <source>keep-alive hint</source>
        <translation>Keep-Alive-Hinweis</translation>
    </message>
    <message>
        <source>expiry planned</source>
        <translation>Ablauf geplant</translation>
    </message>
    <message>
        <source>FIN while idle</source>
        <translation>FIN im Leerlauf</translation>
    </message>
    <message>
        <source>RST while idle</source>
        <translation>RST im Leerlauf</translation>
    </message>
    <message>
        <source>bytes while idle</source>
        <translation>Bytes im Leerlauf</translation>
    </message>
    <message>
        <source>line breaks while idle</source>
        <translation>Zeilenumbrüche im Leerlauf</translation>
    </message>
    <message>
        <source>408 while idle</source>
        <translation>408 im Leerlauf</translation>
    </message>
    <message>
        <source>excess bytes</source>
        <translation>überzählige Bytes</translation>
    </message>
    <message>
        <source>excess line breaks</source>
        <translation>überzählige Zeilenumbrüche</translation>
    </message>
    <message>
        <source>dropped body read</source>
        <translation>verworfener Rumpf gelesen</translation>
    </message>
    <message>
        <source>validation cancelled</source>
        <translation>Prüfung abgebrochen</translation>
    </message>
    <message>
        <source>discarded</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>HTTP/2</source>
        <translation>HTTP/2</translation>
    </message>
    <message>
        <source>SETTINGS</source>
        <translation>SETTINGS</translation>
    </message>
    <message>
        <source>GOAWAY</source>
        <translation>GOAWAY</translation>
    </message>
    <message>
        <source>RST_STREAM</source>
        <translation>RST_STREAM</translation>
    </message>
    <message>
        <source>PING sent</source>
        <translation>PING gesendet</translation>
    </message>
    <message>
        <source>PING answered</source>
        <translation>PING beantwortet</translation>
    </message>
    <message>
        <source>PING received</source>
        <translation>PING empfangen</translation>
    </message>
    <message>
        <source>late frames</source>
        <translation>späte Frames</translation>
    </message>
    <message>
        <source>connection error</source>
        <translation>Verbindungsfehler</translation>
    </message>
    <message>
        <source>error code %1</source>
        <translation>Fehlercode %1</translation>
    </message>
    <message>
        <source>any number of streams</source>
        <translation>beliebig viele Streams</translation>
    </message>
    <message numerus="yes">
        <source>%1 streams</source>
        <translation>
            <numerusform>%1 Stream</numerusform>
            <numerusform>%1 Streams</numerusform>
        </translation>
    </message>
    <message>
        <source>timers last (libuv 1.45 and later)</source>
        <translation>Timer zuletzt (ab libuv 1.45)</translation>
    </message>
    <message>
        <source>timers first (libuv 1.44 and earlier)</source>
        <translation>Timer zuerst (bis libuv 1.44)</translation>
    </message>
    <message numerus="yes">
        <source>%1 addresses</source>
        <translation>
            <numerusform>%1 Adresse</numerusform>
            <numerusform>%1 Adressen</numerusform>
        </translation>
    </message>
    <message>
        <source>address %1</source>
        <translation>Adresse %1</translation>
    </message>
    <message>
        <source>local port %1</source>
        <translation>lokaler Port %1</translation>
    </message>
    <message>
        <source>resumed with a ticket</source>
        <translation>mit Ticket wiederaufgenommen</translation>
    </message>
    <message>
        <source>full handshake</source>
        <translation>vollständiger Handshake</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>%1, %2 carried</source>
        <translation>%1, %2 befördert</translation>
    </message>
    <message>
        <source>agreed on by ALPN</source>
        <translation>durch ALPN vereinbart</translation>
    </message>
    <message>
        <source>by prior knowledge</source>
        <translation>durch Vorwissen</translation>
    </message>
    <message>
        <source>%1 at a time</source>
        <translation>%1 gleichzeitig</translation>
    </message>
    <message>
        <source>last stream %1, %2</source>
        <translation>letzter Stream %1, %2</translation>
    </message>
    <message>
        <source>stream %1, %2</source>
        <translation>Stream %1, %2</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>bisher %1</translation>
    </message>
    <message>
        <source>The target&apos;s name does not resolve; check its spelling and the network (%1).</source>
        <translation>Der Name des Ziels lässt sich nicht auflösen; bitte Schreibweise und Netzwerk prüfen (%1).</translation>
    </message>
    <message>
        <source>The target cannot be reached; check that its server runs and listens on this port (%1).</source>
        <translation>Das Ziel ist nicht erreichbar; bitte prüfen, ob der Server läuft und auf diesem Port lauscht (%1).</translation>
    </message>
    <message>
        <source>The target did not answer in time; check that it runs (%1).</source>
        <translation>Das Ziel hat nicht rechtzeitig geantwortet; bitte prüfen, ob es läuft (%1).</translation>
    </message>
    <message>
        <source>The file cannot be used; check its path and permissions (%1).</source>
        <translation>Die Datei ist nicht verwendbar; bitte Pfad und Berechtigungen prüfen (%1).</translation>
    </message>
    <message>
        <source>TLS failed (%1).</source>
        <translation>TLS ist fehlgeschlagen (%1).</translation>
    </message>
    <message>
        <source>The target does not speak HTTP as expected (%1).</source>
        <translation>Das Ziel spricht HTTP nicht wie erwartet (%1).</translation>
    </message>
    <message>
        <source>The connection broke (%1).</source>
        <translation>Die Verbindung ist abgebrochen (%1).</translation>
    </message>
    <message>
        <source>The run was stopped.</source>
        <translation>Der Lauf wurde angehalten.</translation>
    </message>
    <message>
        <source>This value cannot be used.</source>
        <translation>Dieser Wert ist nicht verwendbar.</translation>
    </message>
    <message>
        <source>HTTP</source>
        <translation>HTTP</translation>
    </message>
    <message>
        <source>gzip</source>
        <translation>gzip</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>this program had no memory left</source>
        <translation>diesem Programm fehlte Speicher</translation>
    </message>
    <message>
        <source>replayed: %1</source>
        <translation>wiederholt: %1</translation>
    </message>
    <message>
        <source>moved: %1</source>
        <translation>verlegt: %1</translation>
    </message>
    <message>
        <source>%1, %2 after it was assigned: a race, not a slow server</source>
        <translation>%1, %2 nach der Zuweisung: ein Wettlauf, kein langsamer Server</translation>
    </message>
    <message>
        <source>%1, %2 after it was assigned</source>
        <translation>%1, %2 nach der Zuweisung</translation>
    </message>
    <message>
        <source>&quot;%1&quot; (%2; %3)</source>
        <translation>„%1“ (%2; %3)</translation>
    </message>
    <message>
        <source>interim response</source>
        <translation>vorläufige Antwort</translation>
    </message>
    <message>
        <source>trailer fields</source>
        <translation>Trailer-Felder</translation>
    </message>
    <message>
        <source>HTTP/1.0</source>
        <translation>HTTP/1.0</translation>
    </message>
    <message>
        <source>malformed response</source>
        <translation>fehlerhafte Antwort</translation>
    </message>
    <message>
        <source>answered before the body was sent</source>
        <translation>beantwortet, bevor der Rumpf gesendet war</translation>
    </message>
    <message>
        <source>upgraded</source>
        <translation>Protokoll gewechselt</translation>
    </message>
    <message>
        <source>unread at the close</source>
        <translation>ungelesen beim Schließen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>with keep-alive</source>
        <translation>mit Keep-Alive</translation>
    </message>
    <message>
        <source>without keep-alive</source>
        <translation>ohne Keep-Alive</translation>
    </message>
    <message>
        <source>at byte %1</source>
        <translation>bei Byte %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>The system refused this program what it needs (%1).</source>
        <translation>Das System hat diesem Programm verweigert, was es braucht (%1).</translation>
    </message>
</context>
<context>
    <name>TraceFacts</name>
    <message>
        <source>Request %1</source>
        <translation>Anfrage %1</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>%1, turn %2</source>
        <translation>%1, Durchlauf %2</translation>
    </message>
    <message>
        <source>outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>Aufwärmphase</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>%1, request %2 on it</source>
        <translation>%1, darauf Anfrage %2</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>idle before</source>
        <translation>Leerlauf davor</translation>
    </message>
    <message>
        <source>attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>queued from</source>
        <translation>eingereiht aus</translation>
    </message>
    <message>
        <source>verdict in</source>
        <translation>Urteil in</translation>
    </message>
    <message>
        <source>written in</source>
        <translation>geschrieben in</translation>
    </message>
    <message>
        <source>polls before write</source>
        <translation>Polls vor dem Schreiben</translation>
    </message>
    <message>
        <source>longest sleep</source>
        <translation>längster Schlaf</translation>
    </message>
    <message>
        <source>%1, ended by %2</source>
        <translation>%1, beendet durch %2</translation>
    </message>
    <message>
        <source>attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>replayed on another connection</source>
        <translation>auf anderer Verbindung wiederholt</translation>
    </message>
    <message>
        <source>moved to another connection, unwritten</source>
        <translation>ungeschrieben auf andere Verbindung verlegt</translation>
    </message>
    <message>
        <source>Connection %1 · %2</source>
        <translation>Verbindung %1 · %2</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>at</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>detail</source>
        <translation>Einzelheit</translation>
    </message>
    <message>
        <source>seen in</source>
        <translation>gesehen in</translation>
    </message>
    <message>
        <source>Turn %1 · %2</source>
        <translation>Durchlauf %1 · %2</translation>
    </message>
    <message>
        <source>begins at</source>
        <translation>beginnt bei</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>slept</source>
        <translation>geschlafen</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>Timeout</translation>
    </message>
    <message>
        <source>ended by</source>
        <translation>beendet durch</translation>
    </message>
    <message>
        <source>HTTP/2 frames received</source>
        <translation>HTTP/2-Frames empfangen</translation>
    </message>
    <message>
        <source>HTTP/2 frames sent</source>
        <translation>HTTP/2-Frames gesendet</translation>
    </message>
    <message>
        <source>streams open after it</source>
        <translation>danach offene Streams</translation>
    </message>
    <message>
        <source>on connections</source>
        <translation>auf Verbindungen</translation>
    </message>
    <message>
        <source>FIN</source>
        <translation>FIN</translation>
    </message>
    <message>
        <source>RST</source>
        <translation>RST</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 B drained</source>
        <translation>%1 B abgeflossen</translation>
    </message>
    <message>
        <source>%1 B CR LF</source>
        <translation>%1 B CR LF</translation>
    </message>
    <message>
        <source>hint %1</source>
        <translation>Hinweis %1</translation>
    </message>
    <message>
        <source>expires in %1</source>
        <translation>läuft ab in %1</translation>
    </message>
    <message>
        <source>discarded</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>discarded: %1</source>
        <translation>verworfen: %1</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>GOAWAY %1, %2</source>
        <translation>GOAWAY %1, %2</translation>
    </message>
    <message>
        <source>stream %1: %2</source>
        <translation>Stream %1: %2</translation>
    </message>
    <message>
        <source>answered in %1</source>
        <translation>beantwortet in %1</translation>
    </message>
    <message>
        <source>our GOAWAY, %1</source>
        <translation>unser GOAWAY, %1</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>kein Limit</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, fd %2</source>
        <translation>%1, fd %2</translation>
    </message>
</context>
<context>
    <name>reusescope::AttemptsModel</name>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Queue</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Validate</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Limit</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>First byte</source>
        <translation>Erstes Byte</translation>
    </message>
    <message>
        <source>Last byte</source>
        <translation>Letztes Byte</translation>
    </message>
</context>
<context>
    <name>reusescope::CertificateChainView</name>
    <message>
        <source>%1, %2 bits</source>
        <translation>%1, %2 Bit</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>: expired</source>
        <translation>: abgelaufen</translation>
    </message>
    <message>
        <source>: not valid yet</source>
        <translation>: noch nicht gültig</translation>
    </message>
    <message>
        <source>Certificates of the server</source>
        <translation>Zertifikate des Servers</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Certificate %1</source>
        <translation>Zertifikat %1</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Authority %1</source>
        <translation>Zertifizierungsstelle %1</translation>
    </message>
    <message>
        <source>Issuer</source>
        <translation>Aussteller</translation>
    </message>
    <message>
        <source>%1 (itself)</source>
        <translation>%1 (selbst)</translation>
    </message>
    <message>
        <source>Valid</source>
        <translation>Gültig</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Serial</source>
        <translation>Seriennummer</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
</context>
<context>
    <name>reusescope::ConnectionHistoryModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheit</translation>
    </message>
</context>
<context>
    <name>reusescope::DetailsStrip</name>
    <message>
        <source>Request %1 · %2 · %3</source>
        <translation>Anfrage %1 · %2 · %3</translation>
    </message>
    <message>
        <source>No request selected</source>
        <translation>Keine Anfrage ausgewählt</translation>
    </message>
    <message>
        <source>Select a request in the timeline, in the phases or in the table to see why it took as long as it did.</source>
        <translation>In der Zeitachse, in den Phasen oder in der Tabelle eine Anfrage auswählen, um zu sehen, warum sie so lange gedauert hat.</translation>
    </message>
</context>
<context>
    <name>reusescope::ExperimentPanel</name>
    <message>
        <source>HTTP/1.1</source>
        <translation>HTTP/1.1</translation>
    </message>
    <message>
        <source>HTTP/2</source>
        <translation>HTTP/2</translation>
    </message>
    <message>
        <source>both</source>
        <translation>beide</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>Used by undici %1</source>
        <translation>Verwendet von undici %1</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>A built-in experiment to start from</source>
        <translation>Ein mitgeliefertes Experiment als Ausgangspunkt</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>built-in lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>a URL</source>
        <translation>eine URL</translation>
    </message>
    <message>
        <source>The lab runs in this program, on this machine only</source>
        <translation>Das Labor läuft in diesem Programm, nur auf diesem Rechner</translation>
    </message>
    <message>
        <source>An http:// or https:// address: a name, an IPv4 address or an IPv6 address in brackets</source>
        <translation>Eine http://- oder https://-Adresse: ein Name, eine IPv4-Adresse oder eine IPv6-Adresse in Klammern</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>What is spoken on the connection; with both, they are compared. Automatic: HTTP/2 where the server chooses it, which takes TLS.</source>
        <translation>Was auf der Verbindung gesprochen wird; bei „beide“ wird verglichen. Automatisch: HTTP/2, wo der Server es wählt, was TLS voraussetzt.</translation>
    </message>
    <message>
        <source>The lab speaks &amp;TLS</source>
        <translation>Das Labor spricht &amp;TLS</translation>
    </message>
    <message>
        <source>With a certificate that it makes for the run, and that is trusted for it</source>
        <translation>Mit einem Zertifikat, das für den Lauf erzeugt wird und dem dabei vertraut wird</translation>
    </message>
    <message>
        <source>Schedulers</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>The first checked one is the reference; drag, or Ctrl+Up and Ctrl+Down, to reorder.</source>
        <translation>Der erste angekreuzte ist die Referenz; Reihenfolge durch Ziehen oder mit Strg+Auf und Strg+Ab ändern.</translation>
    </message>
    <message>
        <source>For reference</source>
        <translation>Zum Vergleich</translation>
    </message>
    <message>
        <source>&amp;QNetworkAccessManager (Qt)</source>
        <translation>&amp;QNetworkAccessManager (Qt)</translation>
    </message>
    <message>
        <source>The same requests through Qt&apos;s own client, as one more variant. Its loop, its connections and how it validates cannot be seen, so it shows fewer facts. It opens up to six connections for HTTP/1.1, whatever is chosen here.</source>
        <translation>Dieselben Anfragen über den Client von Qt, als weitere Variante. Seine Schleife, seine Verbindungen und seine Art zu prüfen sind nicht einsehbar, daher zeigt er weniger. Für HTTP/1.1 öffnet er bis zu sechs Verbindungen, gleich was hier gewählt ist.</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>sequential</source>
        <translation>sequenziell</translation>
    </message>
    <message>
        <source>burst</source>
        <translation>Stoß</translation>
    </message>
    <message>
        <source>parallel</source>
        <translation>parallel</translation>
    </message>
    <message>
        <source>paced</source>
        <translation>getaktet</translation>
    </message>
    <message>
        <source>sweep</source>
        <translation>ansteigend</translation>
    </message>
    <message>
        <source>Sequential: the next request when the last is done. Burst: a width of them at once. Parallel: always a width of them under way. Paced: at intended times, a gap apart. Sweep: one at a time, after an idle time that grows from the gap to the last gap.</source>
        <translation>Sequenziell: die nächste Anfrage, sobald die letzte fertig ist. Stoß: so viele auf einmal, wie die Breite angibt. Parallel: stets so viele unterwegs, wie die Breite angibt. Getaktet: zu festgelegten Zeiten, je eine Pause auseinander. Ansteigend: eine nach der anderen, nach einem Leerlauf, der von der Pause bis zur letzten Pause wächst.</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Measured requests per scheduler</source>
        <translation>Gemessene Anfragen je Scheduler</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <source>Requests before them, per scheduler, not measured</source>
        <translation>Anfragen davor, je Scheduler, nicht gemessen</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>The schedulers take turns in this many blocks, so that drift of the machine hits all of them</source>
        <translation>Die Scheduler wechseln sich in so vielen Blöcken ab, damit Schwankungen des Rechners alle treffen</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Requests at a time</source>
        <translation>Anfragen gleichzeitig</translation>
    </message>
    <message>
        <source>Dispatch from</source>
        <translation>Abschicken aus</translation>
    </message>
    <message>
        <source>poll</source>
        <translation>poll</translation>
    </message>
    <message>
        <source>check</source>
        <translation>check</translation>
    </message>
    <message>
        <source>timers</source>
        <translation>timers</translation>
    </message>
    <message>
        <source>The phase from which the next request is issued: inside the callback that completed the last one, from an immediate, or from a timer</source>
        <translation>Die Phase, aus der die nächste Anfrage gestellt wird: im Callback, der die letzte abgeschlossen hat, aus einem Immediate oder aus einem Timer</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>Idle time before a request from timers; the interval of a paced run</source>
        <translation>Leerlauf vor einer Anfrage aus timers; der Takt eines getakteten Laufs</translation>
    </message>
    <message>
        <source>Last gap</source>
        <translation>Letzte Pause</translation>
    </message>
    <message>
        <source>Of a sweep: the idle time before the last request of a block</source>
        <translation>Bei „ansteigend“: der Leerlauf vor der letzten Anfrage eines Blocks</translation>
    </message>
    <message>
        <source>Client and loop</source>
        <translation>Client und Schleife</translation>
    </message>
    <message>
        <source>Front end</source>
        <translation>Frontend</translation>
    </message>
    <message>
        <source>client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>pool</source>
        <translation>Pool</translation>
    </message>
    <message>
        <source>A pool has a queue of its own, drained from check</source>
        <translation>Ein Pool hat eine eigene Warteschlange, die aus check geleert wird</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Open at the same time, at most</source>
        <translation>Höchstens gleichzeitig offen</translation>
    </message>
    <message>
        <source>Pipelining</source>
        <translation>Pipelining</translation>
    </message>
    <message>
        <source>Requests on the wire per connection, at most</source>
        <translation>Höchstens unbeantwortete Anfragen je Verbindung</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>HTTP/2: open at the same time per connection, at most; the server&apos;s limit holds as well</source>
        <translation>HTTP/2: höchstens gleichzeitig offen je Verbindung; das Limit des Servers gilt ebenfalls</translation>
    </message>
    <message>
        <source>Keep-alive</source>
        <translation>Keep-Alive</translation>
    </message>
    <message>
        <source>How long a connection may idle when the server gives no hint</source>
        <translation>Wie lange eine Verbindung im Leerlauf bleiben darf, wenn der Server keinen Hinweis gibt</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>Timeout</translation>
    </message>
    <message>
        <source>Limit for a whole request</source>
        <translation>Limit für eine ganze Anfrage</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>Loop model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>timers last</source>
        <translation>Timer zuletzt</translation>
    </message>
    <message>
        <source>timers first</source>
        <translation>Timer zuerst</translation>
    </message>
    <message>
        <source>Timers last: libuv 1.45 and later. Timers first: libuv 1.44 and earlier.</source>
        <translation>Timer zuletzt: ab libuv 1.45. Timer zuerst: bis libuv 1.44.</translation>
    </message>
    <message>
        <source>Poll</source>
        <translation>Poll</translation>
    </message>
    <message>
        <source>sleep</source>
        <translation>Schlaf</translation>
    </message>
    <message>
        <source>spin</source>
        <translation>Spin</translation>
    </message>
    <message>
        <source>Spin never sleeps and burns a core</source>
        <translation>Spin schläft nie und lastet einen Kern aus</translation>
    </message>
    <message>
        <source>Lab server</source>
        <translation>Laborserver</translation>
    </message>
    <message>
        <source>Reply delay</source>
        <translation>Antwortzeit</translation>
    </message>
    <message>
        <source>From the end of a request to its response</source>
        <translation>Vom Ende einer Anfrage bis zu ihrer Antwort</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>Rumpf</translation>
    </message>
    <message>
        <source> B</source>
        <translation> B</translation>
    </message>
    <message>
        <source>Size of every response&apos;s body</source>
        <translation>Größe des Rumpfs jeder Antwort</translation>
    </message>
    <message>
        <source>none, or timeout=5</source>
        <translation>z. B. timeout=5</translation>
    </message>
    <message>
        <source>Value of the Keep-Alive header that the lab sends</source>
        <translation>Wert des Keep-Alive-Felds, das das Labor sendet</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>acts of its script on idle or busy connections</source>
        <translation>Aktionen seines Skripts auf ruhenden oder belegten Verbindungen</translation>
    </message>
    <message>
        <source>closing after responses</source>
        <translation>Schließen nach Antworten</translation>
    </message>
    <message>
        <source>head and body in two writes</source>
        <translation>Kopf und Rumpf in zwei Schreibvorgängen</translation>
    </message>
    <message>
        <source>Also: %1.</source>
        <translation>Außerdem: %1.</translation>
    </message>
    <message>
        <source>Enter the http:// or https:// URL of the server to measure.</source>
        <translation>Bitte die http://- oder https://-URL des zu messenden Servers eingeben.</translation>
    </message>
    <message>
        <source>Check at least one scheduler.</source>
        <translation>Bitte mindestens einen Scheduler ankreuzen.</translation>
    </message>
    <message>
        <source>The window keeps every request in memory, %1 of them at most; these are %2. Lower the number of requests, or use reusescope-cli.</source>
        <translation>Das Fenster behält jede Anfrage im Speicher, höchstens %1; hier sind es %2. Bitte die Zahl der Anfragen verringern oder reusescope-cli verwenden.</translation>
    </message>
    <message>
        <source>Start the experiment (F5)</source>
        <translation>Das Experiment starten (F5)</translation>
    </message>
    <message>
        <source>Event loop and schedulers</source>
        <translation>Ereignisschleife und Scheduler</translation>
    </message>
    <message>
        <source>Closes on idle connections</source>
        <translation>Schließen im Leerlauf</translation>
    </message>
    <message>
        <source>Unasked bytes and framing</source>
        <translation>Unverlangte Bytes und Framing</translation>
    </message>
    <message>
        <source>Interim and early answers</source>
        <translation>Vorläufige und frühe Antworten</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>Pool policy</source>
        <translation>Pool-Regeln</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
</context>
<context>
    <name>reusescope::FrameCountsModel</name>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Frame</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
</context>
<context>
    <name>reusescope::FrontierChart</name>
    <message>
        <source>Share of faults caught against cost and exposure</source>
        <translation>Anteil erkannter Fehler gegen Kosten und ungeschützte Zeit</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Caught against cost</source>
        <translation>Erkannt gegen Kosten</translation>
    </message>
    <message>
        <source>Caught against exposure</source>
        <translation>Erkannt gegen ungeschützte Zeit</translation>
    </message>
    <message>
        <source>≤ %1</source>
        <translation>≤ %1</translation>
    </message>
    <message>
        <source>added latency, p50 (queued to written, over none)</source>
        <translation>zusätzliche Latenz, p50 (eingereiht bis geschrieben, über none)</translation>
    </message>
    <message>
        <source>exposed before the write, 95 % of the missed faults</source>
        <translation>ungeschützt vor dem Schreiben, 95 % der verpassten Fehler</translation>
    </message>
    <message>
        <source>%1, requests from %2, loop blocked for %3 ms
%4 % caught [%5, %6] of %7</source>
        <translation>%1, Anfragen aus %2, Schleife %3 ms blockiert
%4 % erkannt [%5, %6] von %7</translation>
    </message>
    <message>
        <source>exposed for %1</source>
        <translation>ungeschützt für %1</translation>
    </message>
    <message>
        <source>too few at one of the moments for a statement</source>
        <translation>zu einem der Zeitpunkte zu wenige für eine Aussage</translation>
    </message>
</context>
<context>
    <name>reusescope::FrontierModel</name>
    <message>
        <source>%1, too few</source>
        <translation>%1, zu wenige</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Blocked (ms)</source>
        <translation>Blockiert (ms)</translation>
    </message>
    <message>
        <source>Caught (%)</source>
        <translation>Erkannt (%)</translation>
    </message>
    <message>
        <source>low (%)</source>
        <translation>unten (%)</translation>
    </message>
    <message>
        <source>high (%)</source>
        <translation>oben (%)</translation>
    </message>
    <message>
        <source>of</source>
        <translation>von</translation>
    </message>
    <message>
        <source>2000-200 µs (%)</source>
        <translation>2000-200 µs (%)</translation>
    </message>
    <message>
        <source>200-20 µs (%)</source>
        <translation>200-20 µs (%)</translation>
    </message>
    <message>
        <source>20-0 µs (%)</source>
        <translation>20-0 µs (%)</translation>
    </message>
    <message>
        <source>queued (%)</source>
        <translation>eingereiht (%)</translation>
    </message>
    <message>
        <source>Exposed (µs)</source>
        <translation>Ungeschützt (µs)</translation>
    </message>
    <message>
        <source>Added p50 (µs)</source>
        <translation>Zusatz p50 (µs)</translation>
    </message>
    <message>
        <source>Added p99 (µs)</source>
        <translation>Zusatz p99 (µs)</translation>
    </message>
    <message>
        <source>Poisoned</source>
        <translation>Vergiftet</translation>
    </message>
    <message>
        <source>Replayed</source>
        <translation>Wiederholt</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Behind the write</source>
        <translation>Nach dem Schreiben</translation>
    </message>
</context>
<context>
    <name>reusescope::FrontierPage</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>A server does something to an idle connection: it sends a response that nobody asked for, or it closes. At the same time the next request is queued. Which schedulers notice before they write, and what does looking cost?</source>
        <translation>Ein Server tut etwas mit einer Verbindung im Leerlauf: Er sendet eine unverlangte Antwort, oder er schließt. Zur selben Zeit wird die nächste Anfrage eingereiht. Welche Scheduler bemerken es vor dem Schreiben, und was kostet das Nachsehen?</translation>
    </message>
    <message>
        <source>The cells of the frontier</source>
        <translation>Die Messpunkte der Grenzkurve</translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation>Zeilen &amp;kopieren</translation>
    </message>
    <message>
        <source>Poison</source>
        <translation>Poison</translation>
    </message>
    <message>
        <source>FIN</source>
        <translation>FIN</translation>
    </message>
    <message>
        <source>RST</source>
        <translation>RST</translation>
    </message>
    <message>
        <source>What the server does: a whole response, a close, a reset</source>
        <translation>Was der Server tut: eine ganze Antwort, ein Schließen, ein Zurücksetzen</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>Fehler</translation>
    </message>
    <message numerus="yes">
        <source> trials</source>
        <translation>
            <numerusform> Versuch</numerusform>
            <numerusform> Versuche</numerusform>
        </translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Of each combination and moment; fewer than %1 do not make a statement</source>
        <translation>Je Kombination und Zeitpunkt; weniger als %1 erlauben keine Aussage</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>S&amp;peichern…</translation>
    </message>
    <message>
        <source>The result as JSON</source>
        <translation>Das Ergebnis als JSON</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>Fortschritt der Messung</translation>
    </message>
    <message>
        <source>Measured when checked</source>
        <translation>Wird gemessen, wenn angekreuzt</translation>
    </message>
    <message>
        <source>from poll</source>
        <translation>aus poll</translation>
    </message>
    <message>
        <source>from check</source>
        <translation>aus check</translation>
    </message>
    <message>
        <source>from timers</source>
        <translation>aus timers</translation>
    </message>
    <message>
        <source>hollow: the loop was blocked</source>
        <translation>hohl: Schleife war blockiert</translation>
    </message>
    <message>
        <source>Check at least one scheduler.</source>
        <translation>Bitte mindestens einen Scheduler ankreuzen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 trials, %3 left</source>
        <translation>
            <numerusform>%1 von %2 Versuch, noch %3</numerusform>
            <numerusform>%1 von %2 Versuchen, noch %3</numerusform>
        </translation>
    </message>
    <message>
        <source>stopped; this is what was measured until then</source>
        <translation>angehalten; dies wurde bis dahin gemessen</translation>
    </message>
    <message numerus="yes">
        <source>%1 trials</source>
        <translation>
            <numerusform>%1 Versuch</numerusform>
            <numerusform>%1 Versuche</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 trials; %2 were wanted</source>
        <translation>
            <numerusform>%1 Versuch; gewünscht waren %2</numerusform>
            <numerusform>%1 Versuche; gewünscht waren %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the frontier</source>
        <translation>Grenzkurve speichern</translation>
    </message>
    <message>
        <source>JSON (*.json);;All files (*)</source>
        <translation>JSON (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>faint: too few trials for a statement</source>
        <translation>blass: zu wenige Versuche für eine Aussage</translation>
    </message>
    <message>
        <source>takes about %1 on a quiet machine, and keeps two processors busy</source>
        <translation>dauert auf einem ruhigen Rechner etwa %1 und lastet zwei Prozessoren aus</translation>
    </message>
</context>
<context>
    <name>reusescope::HistogramChart</name>
    <message>
        <source>Latency (logarithmic)</source>
        <translation>Latenz (logarithmisch)</translation>
    </message>
    <message>
        <source>Share of requests per bin (%)</source>
        <translation>Anteil je Klasse (%)</translation>
    </message>
    <message>
        <source>Histogram of latency</source>
        <translation>Histogramm der Latenz</translation>
    </message>
    <message>
        <source>The same figures are in the table of the histogram.</source>
        <translation>Dieselben Zahlen stehen in der Tabelle zum Histogramm.</translation>
    </message>
</context>
<context>
    <name>reusescope::HistogramModel</name>
    <message>
        <source>From (µs)</source>
        <translation>Von (µs)</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Below (µs)</source>
        <translation>Unter (µs)</translation>
    </message>
    <message>
        <source>Below</source>
        <translation>Unter</translation>
    </message>
</context>
<context>
    <name>reusescope::IdleChart</name>
    <message>
        <source>FIN</source>
        <translation>FIN</translation>
    </message>
    <message>
        <source>RST</source>
        <translation>RST</translation>
    </message>
    <message>
        <source>408</source>
        <translation>408</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>line breaks</source>
        <translation>Zeilenumbrüche</translation>
    </message>
    <message>
        <source>GOAWAY</source>
        <translation>GOAWAY</translation>
    </message>
    <message>
        <source>with the response</source>
        <translation>mit der Antwort</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>beantwortet</translation>
    </message>
    <message>
        <source>closed before</source>
        <translation>vorher geschlossen</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>met the end</source>
        <translation>traf auf das Ende</translation>
    </message>
    <message>
        <source>When idle connections end</source>
        <translation>Wann Verbindungen im Leerlauf enden</translation>
    </message>
    <message>
        <source>asked: closed before</source>
        <translation>nachgefragt: vorher geschlossen</translation>
    </message>
    <message>
        <source>used, closed after %1: %2</source>
        <translation>benutzt, geschlossen nach %1: %2</translation>
    </message>
    <message>
        <source>unused, closed after %1: %2</source>
        <translation>unbenutzt, geschlossen nach %1: %2</translation>
    </message>
    <message>
        <source>asked after %1: %2</source>
        <translation>nachgefragt nach %1: %2</translation>
    </message>
    <message>
        <source>No connection has ended yet.</source>
        <translation>Noch keine Verbindung ist beendet.</translation>
    </message>
    <message>
        <source>The end from close by, when one was seen.</source>
        <translation>Das Ende aus der Nähe, sobald eines gesehen wurde.</translation>
    </message>
    <message>
        <source>used: closed</source>
        <translation>benutzt: geschlossen</translation>
    </message>
    <message>
        <source>unused: closed</source>
        <translation>unbenutzt: geschlossen</translation>
    </message>
    <message>
        <source>asked: answered</source>
        <translation>nachgefragt: beantwortet</translation>
    </message>
    <message>
        <source>asked: met the end</source>
        <translation>nachgefragt: traf auf das Ende</translation>
    </message>
    <message>
        <source>your gaps</source>
        <translation>eigene Pausen</translation>
    </message>
    <message>
        <source>idle time (logarithmic)</source>
        <translation>Leerlaufzeit (logarithmisch)</translation>
    </message>
    <message>
        <source>from close by: idle time in ms</source>
        <translation>aus der Nähe: Leerlaufzeit in ms</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>hint %1</source>
        <translation>Hinweis %1</translation>
    </message>
    <message>
        <source>suggested %1</source>
        <translation>empfohlen %1</translation>
    </message>
    <message>
        <source>Give the rate of your requests, or a file with their times, to see how many of their gaps lie in the danger window.</source>
        <translation>Die Rate der eigenen Anfragen oder eine Datei mit ihren Zeiten angeben, um zu sehen, wie viele der Pausen ins Gefahrenfenster fallen.</translation>
    </message>
    <message>
        <source>%1 in the danger window</source>
        <translation>%1 im Gefahrenfenster</translation>
    </message>
    <message>
        <source>interval that was found</source>
        <translation>gefundenes Intervall</translation>
    </message>
    <message>
        <source>danger window</source>
        <translation>Gefahrenfenster</translation>
    </message>
</context>
<context>
    <name>reusescope::IdleModel</name>
    <message>
        <source>asked after a gap</source>
        <translation>nach Pause nachgefragt</translation>
    </message>
    <message>
        <source>used</source>
        <translation>benutzt</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>unbenutzt</translation>
    </message>
    <message>
        <source>closed by the server</source>
        <translation>vom Server geschlossen</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>After (ms)</source>
        <translation>Nach (ms)</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>Was daraus wurde</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Wie</translation>
    </message>
</context>
<context>
    <name>reusescope::IdlePage</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>How long does a server keep an idle connection? Some connections are only watched until it ends them, others carry another request after a gap that comes ever closer to the end.</source>
        <translation>Wie lange hält ein Server eine Verbindung im Leerlauf? Manche Verbindungen werden nur beobachtet, bis er sie beendet; andere befördern eine weitere Anfrage nach einer Pause, die dem Ende immer näher kommt.</translation>
    </message>
    <message>
        <source>&amp;URL</source>
        <translation>&amp;URL</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>usual protocol</source>
        <translation>übliches Protokoll</translation>
    </message>
    <message>
        <source>HTTP/1.1</source>
        <translation>HTTP/1.1</translation>
    </message>
    <message>
        <source>HTTP/2</source>
        <translation>HTTP/2</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Usual: HTTP/1.1, over TLS what the server chooses by ALPN</source>
        <translation>Üblich: HTTP/1.1, über TLS, was der Server durch ALPN wählt</translation>
    </message>
    <message>
        <source>&amp;Accept any certificate</source>
        <translation>&amp;Jedes Zertifikat annehmen</translation>
    </message>
    <message>
        <source>Verifies nothing: whoever answers is taken for the server</source>
        <translation>Prüft nichts: Wer antwortet, gilt als der Server</translation>
    </message>
    <message>
        <source>up to </source>
        <translation>bis zu </translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Longest idle time</source>
        <translation>Längste Leerlaufzeit</translation>
    </message>
    <message>
        <source>A server that keeps a connection for longer is said to do so</source>
        <translation>Hält ein Server eine Verbindung länger, so wird das gesagt</translation>
    </message>
    <message>
        <source> watched</source>
        <translation> beobachtet</translation>
    </message>
    <message>
        <source>Watched connections</source>
        <translation>Beobachtete Verbindungen</translation>
    </message>
    <message>
        <source>Connections of each kind that are only watched until the server ends them</source>
        <translation>Verbindungen jeder Art, die nur beobachtet werden, bis der Server sie beendet</translation>
    </message>
    <message>
        <source> asking</source>
        <translation> nachfragend</translation>
    </message>
    <message>
        <source>Asking connections</source>
        <translation>Nachfragende Verbindungen</translation>
    </message>
    <message>
        <source>Connections at a time that carry another request after a gap</source>
        <translation>Gleichzeitige Verbindungen, die nach einer Pause eine weitere Anfrage befördern</translation>
    </message>
    <message>
        <source>Unused ones, &amp;too</source>
        <translation>Auch u&amp;nbenutzte</translation>
    </message>
    <message>
        <source>Watch connections that never carried a request as well</source>
        <translation>Auch Verbindungen beobachten, die nie eine Anfrage befördert haben</translation>
    </message>
    <message>
        <source>Your &amp;gaps</source>
        <translation>Ei&amp;gene Pausen</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>by a rate</source>
        <translation>nach einer Rate</translation>
    </message>
    <message>
        <source>from a file…</source>
        <translation>aus einer Datei…</translation>
    </message>
    <message>
        <source>Your gaps</source>
        <translation>Eigene Pausen</translation>
    </message>
    <message>
        <source>The time between your own requests: how many of them would meet the end of a connection? A file has the time of one request in each line, in seconds.</source>
        <translation>Die Zeit zwischen den eigenen Anfragen: Wie viele davon träfen auf das Ende einer Verbindung? Eine Datei enthält je Zeile die Zeit einer Anfrage, in Sekunden.</translation>
    </message>
    <message>
        <source> requests/s</source>
        <translation> Anfragen/s</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>Of requests that come by chance, one by one</source>
        <translation>Von Anfragen, die zufällig und einzeln kommen</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>S&amp;peichern…</translation>
    </message>
    <message>
        <source>The result as JSON</source>
        <translation>Das Ergebnis als JSON</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>Fortschritt der Messung</translation>
    </message>
    <message>
        <source>What became of each connection</source>
        <translation>Was aus jeder Verbindung wurde</translation>
    </message>
    <message>
        <source>&amp;Copy as a table</source>
        <translation>Als Tabelle &amp;kopieren</translation>
    </message>
    <message>
        <source>Give the URL of the server to be measured.</source>
        <translation>Bitte die URL des zu messenden Servers angeben.</translation>
    </message>
    <message>
        <source>%1 is not on this machine, and nobody has agreed to measure it.</source>
        <translation>%1 liegt nicht auf diesem Rechner, und niemand hat der Messung zugestimmt.</translation>
    </message>
    <message>
        <source>A server on another machine</source>
        <translation>Ein Server auf einem anderen Rechner</translation>
    </message>
    <message>
        <source>%1 is not on this machine: it gets up to %2 connections, %3 a second at most, which then stand idle.</source>
        <translation>%1 liegt nicht auf diesem Rechner: Er bekommt bis zu %2 Verbindungen, höchstens %3 pro Sekunde, die dann im Leerlauf bleiben.</translation>
    </message>
    <message>
        <source>Go on only when it is yours, or when its owner agrees.</source>
        <translation>Nur fortfahren, wenn es der eigene Server ist oder dessen Besitzer zustimmt.</translation>
    </message>
    <message>
        <source>&amp;Measure it</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>this takes at most about %1</source>
        <translation>dies dauert höchstens etwa %1</translation>
    </message>
    <message>
        <source>The times of your requests</source>
        <translation>Die Zeiten der eigenen Anfragen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>not a file</source>
        <translation>keine Datei</translation>
    </message>
    <message>
        <source>larger than %1</source>
        <translation>größer als %1</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 gaps</source>
        <translation>
            <numerusform>%1: %2 Pause</numerusform>
            <numerusform>%1: %2 Pausen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ends seen, %2 requests after a gap; at most about %3 left</source>
        <translation>Enden gesehen: %1, Anfragen nach einer Pause: %2; noch höchstens etwa %3</translation>
    </message>
    <message>
        <source>stopped; this is what was found until then</source>
        <translation>angehalten; dies wurde bis dahin gefunden</translation>
    </message>
    <message>
        <source>%1 ends seen, %2 requests after a gap, in %3</source>
        <translation>Enden gesehen: %1, Anfragen nach einer Pause: %2, in %3</translation>
    </message>
    <message>
        <source>Save the idle limits</source>
        <translation>Leerlaufgrenzen speichern</translation>
    </message>
    <message>
        <source>JSON (*.json);;All files (*)</source>
        <translation>JSON (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
</context>
<context>
    <name>reusescope::IdleText</name>
    <message numerus="yes">
        <source>between %1 and %2 ms, %3 connections</source>
        <translation>
            <numerusform>zwischen %1 und %2 ms, %3 Verbindung</numerusform>
            <numerusform>zwischen %1 und %2 ms, %3 Verbindungen</numerusform>
        </translation>
    </message>
    <message>
        <source>not watched</source>
        <translation>nicht beobachtet</translation>
    </message>
    <message>
        <source>none of %1 was closed within %2 s</source>
        <translation>keine von %1 wurde innerhalb von %2 s geschlossen</translation>
    </message>
    <message>
        <source>closed %1, by the server: %2</source>
        <translation>geschlossen %1, vom Server: %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>a request was answered after %1</source>
        <translation>eine Anfrage wurde nach %1 beantwortet</translation>
    </message>
    <message>
        <source>no request after a gap was answered on its connection</source>
        <translation>keine Anfrage nach einer Pause wurde auf ihrer Verbindung beantwortet</translation>
    </message>
    <message>
        <source>; zombies: a connection stayed open and gave no answer</source>
        <translation>; Zombies: Eine Verbindung blieb offen und gab keine Antwort</translation>
    </message>
    <message>
        <source>none was found</source>
        <translation>keines gefunden</translation>
    </message>
    <message>
        <source>%1 to %2 after the last response</source>
        <translation>%1 bis %2 nach der letzten Antwort</translation>
    </message>
    <message>
        <source>%1; %2 of your gaps lie in it</source>
        <translation>%1; %2 der eigenen Pausen liegen darin</translation>
    </message>
    <message>
        <source>a request was answered after an idle time of %1 ms, and no end was seen in %2 ms</source>
        <translation>eine Anfrage wurde nach %1 ms Leerlauf beantwortet, und in %2 ms war kein Ende zu sehen</translation>
    </message>
    <message>
        <source>a margin of %1 ms (two round trips of %2, the spread of %3, and %4 ms for coarse timers)</source>
        <translation>%1 ms Reserve (zwei Umlaufzeiten von %2, die Streuung von %3 und %4 ms für grobe Timer)</translation>
    </message>
    <message>
        <source>the earliest end, %1 ms, less %2</source>
        <translation>das früheste Ende, %1 ms, abzüglich %2</translation>
    </message>
    <message>
        <source>the earliest end, %1 ms, leaves nothing after %2</source>
        <translation>vom frühesten Ende, %1 ms, bleibt nichts nach Abzug von %2</translation>
    </message>
    <message>
        <source>%1 s: %2</source>
        <translation>%1 s: %2</translation>
    </message>
    <message>
        <source>keep no connection: %1</source>
        <translation>keine Verbindung behalten: %1</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>beantwortet</translation>
    </message>
    <message>
        <source>closed before it was due</source>
        <translation>geschlossen, bevor sie fällig war</translation>
    </message>
    <message>
        <source>met the end on its way</source>
        <translation>traf unterwegs auf das Ende</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>close_notify or FIN</source>
        <translation>close_notify oder FIN</translation>
    </message>
    <message>
        <source>FIN</source>
        <translation>FIN</translation>
    </message>
    <message>
        <source>RST</source>
        <translation>RST</translation>
    </message>
    <message>
        <source>408</source>
        <translation>408</translation>
    </message>
    <message>
        <source>bytes that nobody asked for</source>
        <translation>unverlangte Bytes</translation>
    </message>
    <message>
        <source>line breaks</source>
        <translation>Zeilenumbrüche</translation>
    </message>
    <message>
        <source>GOAWAY</source>
        <translation>GOAWAY</translation>
    </message>
    <message>
        <source>with the response</source>
        <translation>mit der Antwort</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Used connections</source>
        <translation>Benutzte Verbindungen</translation>
    </message>
    <message>
        <source>Unused connections</source>
        <translation>Unbenutzte Verbindungen</translation>
    </message>
    <message>
        <source>Server&apos;s hint</source>
        <translation>Hinweis des Servers</translation>
    </message>
    <message>
        <source>Asked again</source>
        <translation>Nachgefragt</translation>
    </message>
    <message>
        <source>Danger window</source>
        <translation>Gefahrenfenster</translation>
    </message>
    <message>
        <source>Suggested keep-alive</source>
        <translation>Empfohlenes Keep-Alive</translation>
    </message>
    <message>
        <source>less than %1 %</source>
        <translation>weniger als %1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>noch nicht bekannt</translation>
    </message>
</context>
<context>
    <name>reusescope::LessonList</name>
    <message>
        <source>not done yet</source>
        <translation>noch nicht bearbeitet</translation>
    </message>
    <message>
        <source>done</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <source>right at the first try</source>
        <translation>auf Anhieb richtig</translation>
    </message>
    <message numerus="yes">
        <source>cannot be used: %1 mistakes</source>
        <translation>
            <numerusform>nicht verwendbar: %1 Fehler</numerusform>
            <numerusform>nicht verwendbar: %1 Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>your own; %1</source>
        <translation>eigene; %1</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1 (%2)
%3</source>
        <translation>%1 (%2)
%3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>reusescope::LessonRun</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Callback</source>
        <translation>&amp;Callback</translation>
    </message>
    <message>
        <source>Step to the next callback, or over the next sleep</source>
        <translation>Ein Schritt bis zum nächsten Callback oder über den nächsten Schlaf</translation>
    </message>
    <message>
        <source>P&amp;hase</source>
        <translation>P&amp;hase</translation>
    </message>
    <message>
        <source>Step to the end of the next phase in which something runs, or of the next poll</source>
        <translation>Ein Schritt bis zum Ende der nächsten Phase, in der etwas läuft, oder des nächsten Polls</translation>
    </message>
    <message>
        <source>&amp;Turn</source>
        <translation>&amp;Durchlauf</translation>
    </message>
    <message>
        <source>Step to the end of the turn</source>
        <translation>Ein Schritt bis zum Ende des Durchlaufs</translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Undo the last step</source>
        <translation>Den letzten Schritt zurücknehmen</translation>
    </message>
    <message>
        <source>Re&amp;start</source>
        <translation>Neu s&amp;tarten</translation>
    </message>
    <message>
        <source>Back to the start of the program</source>
        <translation>Zurück zum Anfang des Programms</translation>
    </message>
    <message>
        <source>To the &amp;end</source>
        <translation>Bis zum &amp;Ende</translation>
    </message>
    <message>
        <source>Run to the end of the program</source>
        <translation>Bis zum Ende des Programms laufen</translation>
    </message>
    <message>
        <source>Step:</source>
        <translation>Schritt:</translation>
    </message>
    <message>
        <source>&amp;Model of the loop:</source>
        <translation>&amp;Modell der Schleife:</translation>
    </message>
    <message>
        <source>Model of the loop</source>
        <translation>Modell der Schleife</translation>
    </message>
    <message>
        <source>The lesson compares them: run it in each</source>
        <translation>Die Lektion vergleicht sie: in jedem laufen lassen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>reusescope::LessonsPage</name>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>Vorhersagen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Reveal</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>On real sockets</source>
        <translation>Auf echten Sockets</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lektionen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>&amp;Nächster Schritt</translation>
    </message>
    <message>
        <source>Go on in the lesson</source>
        <translation>In der Lektion weitergehen</translation>
    </message>
    <message>
        <source>&amp;Previous step</source>
        <translation>&amp;Voriger Schritt</translation>
    </message>
    <message>
        <source>Go back in the lesson</source>
        <translation>In der Lektion zurückgehen</translation>
    </message>
    <message>
        <source>&amp;Read the lessons again</source>
        <translation>&amp;Lektionen neu einlesen</translation>
    </message>
    <message>
        <source>Reads the files again, after you have changed one of your own in %1</source>
        <translation>Liest die Dateien neu ein, etwa nach Änderungen an eigenen in %1</translation>
    </message>
    <message>
        <source>E&amp;xport as HTML…</source>
        <translation>Als HTML e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Writes the lesson with its trace and pictures as one page</source>
        <translation>Schreibt die Lektion mit Aufzeichnung und Bildern als eine Seite</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Reset pro&amp;gress…</source>
        <translation>&amp;Fortschritt zurücksetzen…</translation>
    </message>
    <message>
        <source>Forgets which lessons are done</source>
        <translation>Vergisst, welche Lektionen bearbeitet sind</translation>
    </message>
    <message>
        <source>Reset…</source>
        <translation>Zurücksetzen…</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Text to read</source>
        <translation>Text zum Lesen</translation>
    </message>
    <message>
        <source>What was right, and what the trace proves</source>
        <translation>Was richtig war und was die Aufzeichnung beweist</translation>
    </message>
    <message>
        <source>What is wrong with this lesson</source>
        <translation>Was an dieser Lektion nicht stimmt</translation>
    </message>
    <message>
        <source>Script of the lesson</source>
        <translation>Skript der Lektion</translation>
    </message>
    <message>
        <source>&amp;Skip the questions</source>
        <translation>Fragen über&amp;springen</translation>
    </message>
    <message>
        <source>Shows the answers without a prediction; the lesson does not count as done</source>
        <translation>Zeigt die Antworten ohne Vorhersage; die Lektion zählt nicht als bearbeitet</translation>
    </message>
    <message>
        <source>Try a&amp;gain</source>
        <translation>Noch ein&amp;mal versuchen</translation>
    </message>
    <message>
        <source>Answers the questions once more, with the words in another order</source>
        <translation>Die Fragen noch einmal beantworten, mit den Wörtern in anderer Reihenfolge</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>State of your prediction</source>
        <translation>Stand der Vorhersage</translation>
    </message>
    <message>
        <source>What to look at on real sockets</source>
        <translation>Worauf bei echten Sockets zu achten ist</translation>
    </message>
    <message>
        <source>See it on &amp;real sockets</source>
        <translation>Auf &amp;echten Sockets ansehen</translation>
    </message>
    <message>
        <source>There are no lessons</source>
        <translation>Es gibt keine Lektionen</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Question %1 of %2</source>
        <translation>Frage %1 von %2</translation>
    </message>
    <message>
        <source>%1, %2 (%3)</source>
        <translation>%1, %2 (%3)</translation>
    </message>
    <message>
        <source>&lt;p&gt;The lessons of the program were not found. They belong into &lt;code&gt;share/reusescope/lessons&lt;/code&gt; beside the program&apos;s folder.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Die Lektionen des Programms wurden nicht gefunden. Sie gehören nach &lt;code&gt;share/reusescope/lessons&lt;/code&gt; neben dem Ordner des Programms.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;This lesson cannot be used yet:&lt;/p&gt;%1&lt;p&gt;It is the file &lt;code&gt;%2&lt;/code&gt;. When it is mended, choose &lt;i&gt;Read the lessons again&lt;/i&gt; (Ctrl+R).&lt;/p&gt;</source>
        <translation>&lt;p&gt;Diese Lektion ist noch nicht verwendbar:&lt;/p&gt;%1&lt;p&gt;Es ist die Datei &lt;code&gt;%2&lt;/code&gt;. Wenn sie berichtigt ist, &lt;i&gt;Lektionen neu einlesen&lt;/i&gt; wählen (Strg+R).&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p class=&apos;muted&apos;&gt;Scenario &lt;code&gt;%1&lt;/code&gt;: %2&lt;/p&gt;</source>
        <translation>&lt;p class=&apos;muted&apos;&gt;Szenario &lt;code&gt;%1&lt;/code&gt;: %2&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Runs the scenario %1 and shows the Phases page</source>
        <translation>Startet das Szenario %1 und zeigt die Seite „Phasen“</translation>
    </message>
    <message>
        <source>&lt;p class=&apos;muted&apos;&gt;You have skipped the questions; here are the answers.&lt;/p&gt;</source>
        <translation>&lt;p class=&apos;muted&apos;&gt;Die Fragen wurden übersprungen; hier sind die Antworten.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>What the trace proves</source>
        <translation>Was die Aufzeichnung beweist</translation>
    </message>
    <message>
        <source>The trace with %1</source>
        <translation>Die Aufzeichnung mit %1</translation>
    </message>
    <message>
        <source>Predict first, or skip the questions</source>
        <translation>Erst vorhersagen, oder die Fragen überspringen</translation>
    </message>
    <message>
        <source>This is your prediction. See what the loop does.</source>
        <translation>Das ist die Vorhersage. Nun zeigt sich, was die Schleife tut.</translation>
    </message>
    <message>
        <source>You have seen the answers; you can still put them in order.</source>
        <translation>Die Antworten sind schon bekannt; ordnen lassen sie sich trotzdem.</translation>
    </message>
    <message>
        <source>← Back</source>
        <translation>← Zurück</translation>
    </message>
    <message>
        <source>← %1</source>
        <translation>← %1</translation>
    </message>
    <message>
        <source>This is my prediction →</source>
        <translation>Das ist meine Vorhersage →</translation>
    </message>
    <message>
        <source>Answer every question first</source>
        <translation>Erst jede Frage beantworten</translation>
    </message>
    <message>
        <source>Next lesson →</source>
        <translation>Nächste Lektion →</translation>
    </message>
    <message>
        <source>%1 →</source>
        <translation>%1 →</translation>
    </message>
    <message>
        <source>Reset progress</source>
        <translation>Fortschritt zurücksetzen</translation>
    </message>
    <message>
        <source>Forget which lessons are done, and which were right at the first try?</source>
        <translation>Vergessen, welche Lektionen bearbeitet und welche auf Anhieb richtig waren?</translation>
    </message>
    <message>
        <source>Export the lesson as HTML</source>
        <translation>Lektion als HTML exportieren</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 ist nicht schreibbar: %2.</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Geschrieben: %1</translation>
    </message>
</context>
<context>
    <name>reusescope::LogModel</name>
    <message>
        <source>%1, only in this model</source>
        <translation>%1, nur in diesem Modell</translation>
    </message>
    <message>
        <source>%1
Only in this model, or in another place.</source>
        <translation>%1
Nur in diesem Modell oder an anderer Stelle.</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>What ran</source>
        <translation>Was lief</translation>
    </message>
</context>
<context>
    <name>reusescope::LoopPage</name>
    <message>
        <source>&amp;Loop</source>
        <translation>S&amp;chleife</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Start</translation>
    </message>
    <message>
        <source>Run at the chosen speed</source>
        <translation>Mit der gewählten Geschwindigkeit laufen</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>&amp;Callback</source>
        <translation>&amp;Callback</translation>
    </message>
    <message>
        <source>Step to the next callback, or over the next sleep</source>
        <translation>Ein Schritt bis zum nächsten Callback oder über den nächsten Schlaf</translation>
    </message>
    <message>
        <source>P&amp;hase</source>
        <translation>P&amp;hase</translation>
    </message>
    <message>
        <source>Step to the end of the next phase in which something runs, or of the next poll</source>
        <translation>Ein Schritt bis zum Ende der nächsten Phase, in der etwas läuft, oder des nächsten Polls</translation>
    </message>
    <message>
        <source>&amp;Turn</source>
        <translation>&amp;Durchlauf</translation>
    </message>
    <message>
        <source>Step to the end of the turn</source>
        <translation>Ein Schritt bis zum Ende des Durchlaufs</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Undo the last step</source>
        <translation>Den letzten Schritt zurücknehmen</translation>
    </message>
    <message>
        <source>Re&amp;start</source>
        <translation>&amp;Neustart</translation>
    </message>
    <message>
        <source>Back to the start of the program</source>
        <translation>Zurück zum Anfang des Programms</translation>
    </message>
    <message>
        <source>Co&amp;mpare models</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>Both models of the loop side by side, differences marked</source>
        <translation>Beide Modelle der Schleife nebeneinander, Unterschiede markiert</translation>
    </message>
    <message>
        <source>&amp;Next mistake</source>
        <translation>Nächster &amp;Fehler</translation>
    </message>
    <message>
        <source>Go to the next mistake in the script</source>
        <translation>Zum nächsten Fehler im Skript</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Öffnen…</translation>
    </message>
    <message>
        <source>Open a loop script</source>
        <translation>Ein Schleifenskript öffnen</translation>
    </message>
    <message>
        <source>S&amp;ave…</source>
        <translation>Sp&amp;eichern…</translation>
    </message>
    <message>
        <source>Save the script</source>
        <translation>Das Skript speichern</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Takes an example into the editor; undo brings your text back</source>
        <translation>Übernimmt ein Beispiel in den Editor; Rückgängig bringt den vorigen Text zurück</translation>
    </message>
    <message>
        <source>File of the script</source>
        <translation>Datei des Skripts</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Whether the script is valid</source>
        <translation>Ob das Skript gültig ist</translation>
    </message>
    <message>
        <source>Mistakes in the script</source>
        <translation>Fehler im Skript</translation>
    </message>
    <message>
        <source>Click or press Return to go to the place; F8 goes to the next</source>
        <translation>Ein Klick oder die Eingabetaste führt zur Stelle; F8 zur nächsten</translation>
    </message>
    <message>
        <source>Step:</source>
        <translation>Schritt:</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Spee&amp;d:</source>
        <translation>&amp;Tempo:</translation>
    </message>
    <message numerus="yes">
        <source>%1 steps/s</source>
        <translation>
            <numerusform>%1 Schritt/s</numerusform>
            <numerusform>%1 Schritte/s</numerusform>
        </translation>
    </message>
    <message>
        <source>Model of the loop</source>
        <translation>Modell der Schleife</translation>
    </message>
    <message>
        <source>&amp;Model:</source>
        <translation>&amp;Modell:</translation>
    </message>
    <message>
        <source>Turn limit</source>
        <translation>Limit der Durchläufe</translation>
    </message>
    <message>
        <source>A program that has not ended is stopped after so many turns</source>
        <translation>Ein Programm, das nicht endet, wird nach so vielen Durchläufen angehalten</translation>
    </message>
    <message>
        <source>Turn &amp;limit:</source>
        <translation>Durch&amp;läufe:</translation>
    </message>
    <message>
        <source>First difference between the models</source>
        <translation>Erster Unterschied zwischen den Modellen</translation>
    </message>
    <message>
        <source>Both are shown; end the comparison to choose one</source>
        <translation>Beide werden gezeigt; um eines zu wählen, den Vergleich beenden</translation>
    </message>
    <message>
        <source>Which libuv the loop is like</source>
        <translation>Welcher libuv die Schleife gleicht</translation>
    </message>
    <message>
        <source>%1:%2: %3</source>
        <translation>%1:%2: %3</translation>
    </message>
    <message>
        <source>The script is valid.</source>
        <translation>Das Skript ist gültig.</translation>
    </message>
    <message>
        <source>%1. What is shown at the right is the script as it was before.</source>
        <translation>%1. Rechts ist das Skript in seinem vorigen Stand zu sehen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 mistakes</source>
        <translation>
            <numerusform>%1 Fehler</numerusform>
            <numerusform>%1 Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The order is the same in both models: %1 words.</source>
        <translation>
            <numerusform>Die Reihenfolge ist in beiden Modellen gleich: %1 Wort.</numerusform>
            <numerusform>Die Reihenfolge ist in beiden Modellen gleich: %1 Wörter.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No difference so far: %1 words agree.</source>
        <translation>
            <numerusform>Bisher kein Unterschied: %1 Wort stimmt überein.</numerusform>
            <numerusform>Bisher kein Unterschied: %1 Wörter stimmen überein.</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” in turn %2 with %3</source>
        <translation>„%1“ in Durchlauf %2 mit %3</translation>
    </message>
    <message>
        <source>the end with %1</source>
        <translation>das Ende mit %1</translation>
    </message>
    <message>
        <source>First difference at word %1: %2, %3.</source>
        <translation>Erster Unterschied bei Wort %1: %2, %3.</translation>
    </message>
    <message>
        <source>%1
Not now: %2</source>
        <translation>%1
Jetzt nicht: %2</translation>
    </message>
    <message>
        <source>the script has a mistake</source>
        <translation>das Skript hat einen Fehler</translation>
    </message>
    <message>
        <source>it is on its way back</source>
        <translation>es ist auf dem Rückweg</translation>
    </message>
    <message>
        <source>the program is over</source>
        <translation>das Programm ist zu Ende</translation>
    </message>
    <message>
        <source>it is running</source>
        <translation>es läuft</translation>
    </message>
    <message>
        <source>it is not running</source>
        <translation>es läuft nicht</translation>
    </message>
    <message>
        <source>this is the start</source>
        <translation>dies ist der Anfang</translation>
    </message>
    <message>
        <source>the script has no mistake</source>
        <translation>das Skript hat keinen Fehler</translation>
    </message>
    <message>
        <source>full speed</source>
        <translation>volles Tempo</translation>
    </message>
    <message>
        <source>Steps by callback in a second: %1</source>
        <translation>Callback-Schritte in einer Sekunde: %1</translation>
    </message>
    <message>
        <source>%1 (changed)</source>
        <translation>%1 (geändert)</translation>
    </message>
    <message>
        <source>Loop scripts (*.loop);;All files (*)</source>
        <translation>Schleifenskripte (*.loop);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1 ist nicht lesbar: %2.</translation>
    </message>
    <message>
        <source>%1 is too large for a loop script: more than %2.</source>
        <translation>%1 ist zu groß für ein Schleifenskript: mehr als %2.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 ist nicht schreibbar: %2.</translation>
    </message>
</context>
<context>
    <name>reusescope::LoopPane</name>
    <message>
        <source>Order:</source>
        <translation>Reihenfolge:</translation>
    </message>
    <message>
        <source>Order of callbacks</source>
        <translation>Reihenfolge der Callbacks</translation>
    </message>
    <message>
        <source>nothing ran yet</source>
        <translation>noch lief nichts</translation>
    </message>
    <message>
        <source>The callbacks and log lines in their order</source>
        <translation>Die Callbacks und Logzeilen in ihrer Reihenfolge</translation>
    </message>
    <message>
        <source>Model of the loop</source>
        <translation>Modell der Schleife</translation>
    </message>
    <message>
        <source>Where the loop stands</source>
        <translation>Wo die Schleife steht</translation>
    </message>
    <message>
        <source>Poll timeout now</source>
        <translation>Poll-Timeout jetzt</translation>
    </message>
    <message>
        <source>Alive</source>
        <translation>Lebendig</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Return or a double click goes to the line in the script</source>
        <translation>Eingabetaste oder Doppelklick führt zur Zeile im Skript</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>Lines that are not shown</source>
        <translation>Nicht gezeigte Zeilen</translation>
    </message>
    <message>
        <source>Queues and active handles, by phase</source>
        <translation>Queues und aktive Handles, nach Phase</translation>
    </message>
    <message>
        <source>Log and queues</source>
        <translation>Log und Queues</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 earlier lines are not shown</source>
        <translation>
            <numerusform>%1 frühere Zeile wird nicht gezeigt</numerusform>
            <numerusform>%1 frühere Zeilen werden nicht gezeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped in turn %1, at %2</source>
        <translation>Angehalten in Durchlauf %1, bei %2</translation>
    </message>
    <message>
        <source>Over after turn %1, at %2</source>
        <translation>Zu Ende nach Durchlauf %1, bei %2</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>Am Anfang</translation>
    </message>
    <message>
        <source>Turn %1, %2, at %3</source>
        <translation>Durchlauf %1, %2, bei %3</translation>
    </message>
    <message>
        <source>The program is over.</source>
        <translation>Das Programm ist zu Ende.</translation>
    </message>
    <message>
        <source>The main program runs with the first step.</source>
        <translation>Das Hauptprogramm läuft mit dem ersten Schritt.</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>Queues</translation>
    </message>
</context>
<context>
    <name>reusescope::LoopPicture</name>
    <message>
        <source>Picture of the loop</source>
        <translation>Bild der Schleife</translation>
    </message>
    <message>
        <source>The same can be read in the list of queues.</source>
        <translation>Dasselbe steht in der Liste der Queues.</translation>
    </message>
    <message>
        <source>main</source>
        <translation>main</translation>
    </message>
    <message>
        <source>timers, once</source>
        <translation>timers, einmal</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>over</source>
        <translation>zu Ende</translation>
    </message>
    <message>
        <source>no sleep</source>
        <translation>kein Schlaf</translation>
    </message>
    <message>
        <source>sleep without limit</source>
        <translation>Schlaf ohne Limit</translation>
    </message>
    <message>
        <source>sleep %1</source>
        <translation>Schlaf %1</translation>
    </message>
    <message>
        <source>unref</source>
        <translation>unref</translation>
    </message>
    <message>
        <source>%1, unref</source>
        <translation>%1, unref</translation>
    </message>
    <message>
        <source>+%1</source>
        <translation>+%1</translation>
    </message>
    <message>
        <source>Timers that are due run once before the first turn.</source>
        <translation>Fällige Timer laufen einmal vor dem ersten Durchlauf.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>reusescope::MainWindow</name>
    <message numerus="yes">
        <source>%1 requests</source>
        <translation>
            <numerusform>%1 Anfrage</numerusform>
            <numerusform>%1 Anfragen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 rows.</source>
        <translation>
            <numerusform>%1 Zeile kopiert.</numerusform>
            <numerusform>%1 Zeilen kopiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied the first %1 rows; export as CSV to have all of them.</source>
        <translation>
            <numerusform>Die erste %1 Zeile kopiert; alle gibt es mit dem Export als CSV.</numerusform>
            <numerusform>Die ersten %1 Zeilen kopiert; alle gibt es mit dem Export als CSV.</numerusform>
        </translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Requests by connection</source>
        <translation>Anfragen nach Verbindung</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Phases of the loop</source>
        <translation>Phasen der Schleife</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>Phasen</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Schleife</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Frontier</source>
        <translation>Grenzkurve</translation>
    </message>
    <message>
        <source>Idle limits</source>
        <translation>Leerlaufgrenzen</translation>
    </message>
    <message>
        <source>Certificates were not verified in this run (“Accept any certificate”): nothing shows that the answers came from the server that was asked.</source>
        <translation>Zertifikate wurden in diesem Lauf nicht geprüft („Jedes Zertifikat annehmen“): Nichts belegt, dass die Antworten vom gefragten Server kamen.</translation>
    </message>
    <message>
        <source>Ctrl+%1</source>
        <translation>Strg+%1</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Open scenario…</source>
        <translation>Szenario &amp;öffnen…</translation>
    </message>
    <message>
        <source>Export as &amp;CSV…</source>
        <translation>Als &amp;CSV exportieren…</translation>
    </message>
    <message>
        <source>Export as &amp;JSON…</source>
        <translation>Als &amp;JSON exportieren…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Overview as &amp;tables</source>
        <translation>Übersicht als &amp;Tabellen</translation>
    </message>
    <message>
        <source>Cards and charts as tables</source>
        <translation>Karten und Diagramme als Tabellen</translation>
    </message>
    <message>
        <source>&amp;Find requests</source>
        <translation>Anfragen &amp;suchen</translation>
    </message>
    <message>
        <source>F&amp;ollow the run</source>
        <translation>Dem Lauf f&amp;olgen</translation>
    </message>
    <message>
        <source>&amp;Automatic colours</source>
        <translation>&amp;Automatische Farben</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About Reusescope</source>
        <translation>&amp;Über Reusescope</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>S&amp;prache</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>The language changes at the next start.</source>
        <translation>Die Sprache wechselt beim nächsten Start.</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation>%1 Anfragen/s</translation>
    </message>
    <message>
        <source>Requests settled per second</source>
        <translation>Erledigte Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>%1 loop turns/s</source>
        <translation>%1 Durchläufe/s</translation>
    </message>
    <message>
        <source>Turns of the engine&apos;s loop per second</source>
        <translation>Durchläufe der Schleife der Messmaschine pro Sekunde</translation>
    </message>
    <message>
        <source>The limits that are in force for the target</source>
        <translation>Die Limits, die für das Ziel gelten</translation>
    </message>
    <message numerus="yes">
        <source>%1 events dropped</source>
        <translation>
            <numerusform>%1 Ereignis verworfen</numerusform>
            <numerusform>%1 Ereignisse verworfen</numerusform>
        </translation>
    </message>
    <message>
        <source>Events that the window was too slow to take; figures in the cards may then lack requests, the results do not</source>
        <translation>Ereignisse, für die das Fenster zu langsam war; dann können in den Zahlen der Karten Anfragen fehlen, in den Ergebnissen nicht</translation>
    </message>
    <message numerus="yes">
        <source>%1 instrument wake-ups</source>
        <translation>
            <numerusform>%1 eigener Weckruf</numerusform>
            <numerusform>%1 eigene Weckrufe</numerusform>
        </translation>
    </message>
    <message>
        <source>How often this program itself has woken the engine&apos;s loop during the run</source>
        <translation>Wie oft dieses Programm selbst die Schleife der Messmaschine während des Laufs geweckt hat</translation>
    </message>
    <message>
        <source>A file is still being written.</source>
        <translation>Eine Datei wird noch geschrieben.</translation>
    </message>
    <message>
        <source>A server on another machine</source>
        <translation>Ein Server auf einem anderen Rechner</translation>
    </message>
    <message>
        <source>%1 is not on this machine: the run sends it %2 %3 requests, %4 a second at most.</source>
        <translation>%1 liegt nicht auf diesem Rechner: Der Lauf sendet %2 Anfragen (%3) dorthin, höchstens %4 pro Sekunde.</translation>
    </message>
    <message>
        <source>At most %1 in all. </source>
        <translation>Höchstens %1 insgesamt. </translation>
    </message>
    <message>
        <source>Go on only when it is yours, or when its owner agrees. The limits can be changed under Limits, at the left.</source>
        <translation>Nur fortfahren, wenn es der eigene Server ist oder dessen Besitzer zustimmt. Die Limits sind links unter „Limits“ änderbar.</translation>
    </message>
    <message>
        <source>&amp;Send them</source>
        <translation>&amp;Senden</translation>
    </message>
    <message>
        <source>Another run is under way; stop it first.</source>
        <translation>Ein anderer Lauf ist im Gange; erst anhalten.</translation>
    </message>
    <message>
        <source>Not as expected: %1</source>
        <translation>Nicht wie erwartet: %1</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>%1 insgesamt</translation>
    </message>
    <message>
        <source>limit: %1</source>
        <translation>Limit: %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Ended by an error after %1</source>
        <translation>Durch einen Fehler beendet nach %1</translation>
    </message>
    <message>
        <source>Stopped after %1</source>
        <translation>Angehalten nach %1</translation>
    </message>
    <message>
        <source>Finished: %1</source>
        <translation>Fertig: %1</translation>
    </message>
    <message>
        <source>%1 – Reusescope</source>
        <translation>%1 – Reusescope</translation>
    </message>
    <message>
        <source>A server of your own</source>
        <translation>Ein eigener Server</translation>
    </message>
    <message>
        <source>Enter its URL at the left. Every scheduler sends its requests there in turn, so choose a server that is yours to load.</source>
        <translation>Links seine URL eingeben. Jeder Scheduler sendet seine Anfragen der Reihe nach dorthin, daher einen Server wählen, der belastet werden darf.</translation>
    </message>
    <message>
        <source>Open scenario</source>
        <translation>Szenario öffnen</translation>
    </message>
    <message>
        <source>Scenarios (*.json);;All files (*)</source>
        <translation>Szenarien (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Export as CSV into a folder</source>
        <translation>Als CSV in einen Ordner exportieren</translation>
    </message>
    <message>
        <source>Written: requests.csv, summary.csv, histogram.csv and phases.csv in %1</source>
        <translation>Geschrieben: requests.csv, summary.csv, histogram.csv und phases.csv in %1</translation>
    </message>
    <message>
        <source>Export as JSON</source>
        <translation>Als JSON exportieren</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Geschrieben: %1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Overview, Timeline, Phases, Requests, Loop, Lessons, Frontier, Idle limits</source>
        <translation>Übersicht, Zeitachse, Phasen, Anfragen, Schleife, Lektionen, Grenzkurve, Leerlaufgrenzen</translation>
    </message>
    <message>
        <source>Overview as tables or as charts</source>
        <translation>Übersicht als Tabellen oder als Diagramme</translation>
    </message>
    <message>
        <source>Find requests</source>
        <translation>Anfragen suchen</translation>
    </message>
    <message>
        <source>Follow the run</source>
        <translation>Dem Lauf folgen</translation>
    </message>
    <message>
        <source>Timeline and phases: zoom in, zoom out, whole run</source>
        <translation>Zeitachse und Phasen: vergrößern, verkleinern, ganzer Lauf</translation>
    </message>
    <message>
        <source>Timeline and phases: move in time</source>
        <translation>Zeitachse und Phasen: in der Zeit bewegen</translation>
    </message>
    <message>
        <source>Timeline: request before or after, same connection</source>
        <translation>Zeitachse: Anfrage davor oder danach, gleiche Verbindung</translation>
    </message>
    <message>
        <source>Timeline and phases: zoom to the selected request</source>
        <translation>Zeitachse und Phasen: auf die ausgewählte Anfrage vergrößern</translation>
    </message>
    <message>
        <source>Copy the selected rows of a table</source>
        <translation>Ausgewählte Zeilen einer Tabelle kopieren</translation>
    </message>
    <message>
        <source>Export as CSV, as JSON</source>
        <translation>Als CSV, als JSON exportieren</translation>
    </message>
    <message>
        <source>Open a scenario</source>
        <translation>Ein Szenario öffnen</translation>
    </message>
    <message>
        <source>List of schedulers: reorder</source>
        <translation>Liste der Scheduler: umordnen</translation>
    </message>
    <message>
        <source>Loop: run, pause</source>
        <translation>Schleife: Start, Pause</translation>
    </message>
    <message>
        <source>Loop: step by callback, phase, turn</source>
        <translation>Schleife: Schritt um Callback, Phase, Durchlauf</translation>
    </message>
    <message>
        <source>Loop: back one step, restart</source>
        <translation>Schleife: einen Schritt zurück, neu starten</translation>
    </message>
    <message>
        <source>Loop: compare the models</source>
        <translation>Schleife: Modelle vergleichen</translation>
    </message>
    <message>
        <source>Loop: next mistake</source>
        <translation>Schleife: nächster Fehler</translation>
    </message>
    <message>
        <source>Loop: open, save the script</source>
        <translation>Schleife: Skript öffnen, speichern</translation>
    </message>
    <message>
        <source>Lessons: next step, previous step</source>
        <translation>Lektionen: nächster, voriger Schritt</translation>
    </message>
    <message>
        <source>Lessons: move a line of your prediction</source>
        <translation>Lektionen: eine Zeile der Vorhersage verschieben</translation>
    </message>
    <message>
        <source>Lessons: step, step back, run to the end</source>
        <translation>Lektionen: Schritt, zurück, bis zum Ende</translation>
    </message>
    <message>
        <source>Lessons: export as HTML</source>
        <translation>Lektionen: als HTML exportieren</translation>
    </message>
    <message>
        <source>Idle limits: measure, stop</source>
        <translation>Leerlaufgrenzen: messen, anhalten</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>About Reusescope</source>
        <translation>Über Reusescope</translation>
    </message>
    <message>
        <source>Esc, Shift+F5</source>
        <translation>Esc, Umschalt+F5</translation>
    </message>
    <message>
        <source>Ctrl+1 … Ctrl+8</source>
        <translation>Strg+1 … Strg+8</translation>
    </message>
    <message>
        <source>Ctrl+T</source>
        <translation>Strg+T</translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation>Strg+F</translation>
    </message>
    <message>
        <source>Ctrl+L</source>
        <translation>Strg+L</translation>
    </message>
    <message>
        <source>← →  Home End</source>
        <translation>← →  Pos1 Ende</translation>
    </message>
    <message>
        <source>Shift+← →</source>
        <translation>Umschalt+← →</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Strg+C</translation>
    </message>
    <message>
        <source>Ctrl+E, Ctrl+Shift+E</source>
        <translation>Strg+E, Strg+Umschalt+E</translation>
    </message>
    <message>
        <source>Ctrl+O</source>
        <translation>Strg+O</translation>
    </message>
    <message>
        <source>Ctrl+↑ ↓</source>
        <translation>Strg+↑ ↓</translation>
    </message>
    <message>
        <source>F5, Esc</source>
        <translation>F5, Esc</translation>
    </message>
    <message>
        <source>F10  F11  Shift+F11</source>
        <translation>F10  F11  Umschalt+F11</translation>
    </message>
    <message>
        <source>F9, Shift+F9</source>
        <translation>F9, Umschalt+F9</translation>
    </message>
    <message>
        <source>Ctrl+O, Ctrl+S</source>
        <translation>Strg+O, Strg+S</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Strg+E</translation>
    </message>
    <message>
        <source>A run is under way, which would blur the figures of both; stop it first.</source>
        <translation>Ein Lauf ist im Gange, der die Zahlen beider verfälschen würde; erst anhalten.</translation>
    </message>
    <message>
        <source>The page Frontier is measuring, which would blur the figures of both; stop it first.</source>
        <translation>Die Seite „Grenzkurve“ misst gerade, was die Zahlen beider verfälschen würde; erst anhalten.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Reusescope %1&lt;/h3&gt;&lt;p&gt;An oscilloscope for HTTP connection reuse: what it costs to reuse a connection, in which phase of the event loop each step runs, and what each way of validating an idle socket costs and catches.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. Made with Qt, llhttp, nghttp2, OpenSSL, {fmt}, CLI11 and JSON for Modern C++.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Reusescope %1&lt;/h3&gt;&lt;p&gt;Ein Oszilloskop für die Wiederverwendung von HTTP-Verbindungen: was die Wiederverwendung kostet, in welcher Phase der Ereignisschleife jeder Schritt läuft und was jede Art, einen ruhenden Socket zu prüfen, kostet und erkennt.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später. Erstellt mit Qt, llhttp, nghttp2, OpenSSL, {fmt}, CLI11 und JSON for Modern C++.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>reusescope::OrderList</name>
    <message>
        <source>Drag a line, or move the current one with Alt+Up and Alt+Down</source>
        <translation>Eine Zeile ziehen oder die aktuelle mit Alt+Auf und Alt+Ab verschieben</translation>
    </message>
    <message>
        <source>%1.  %2</source>
        <translation>%1.  %2</translation>
    </message>
</context>
<context>
    <name>reusescope::OverviewPage</name>
    <message>
        <source>Press Run (F5) to start. What it shows are real requests over real sockets; nothing here is canned.</source>
        <translation>Mit „Starten“ (F5) geht es los. Gezeigt werden echte Anfragen über echte Sockets; nichts davon ist vorgefertigt.</translation>
    </message>
    <message>
        <source>&amp;Charts</source>
        <translation>Dia&amp;gramme</translation>
    </message>
    <message>
        <source>Ta&amp;bles</source>
        <translation>Ta&amp;bellen</translation>
    </message>
    <message>
        <source>How latency is distributed</source>
        <translation>Wie sich die Latenz verteilt</translation>
    </message>
    <message>
        <source>Latency by percentile</source>
        <translation>Latenz nach Perzentil</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>Requests per bin of latency</source>
        <translation>Anfragen je Latenzklasse</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>Percentiles</source>
        <translation>Perzentile</translation>
    </message>
    <message>
        <source>No request was answered, so there is no latency to show.
The Requests page says of each one why.</source>
        <translation>Keine Anfrage wurde beantwortet, daher gibt es keine Latenz zu zeigen.
Die Seite „Anfragen“ sagt bei jeder, warum.</translation>
    </message>
    <message>
        <source>Waiting for the first answers…</source>
        <translation>Warten auf die ersten Antworten…</translation>
    </message>
    <message>
        <source>What this run was told beyond the usual, under Reuse at the left</source>
        <translation>Was für diesen Lauf abweichend vom Üblichen festgelegt war, links unter „Wiederverwendung“</translation>
    </message>
    <message>
        <source>Reuse: %1</source>
        <translation>Wiederverwendung: %1</translation>
    </message>
</context>
<context>
    <name>reusescope::PercentileChart</name>
    <message>
        <source>Percentile (%)</source>
        <translation>Perzentil (%)</translation>
    </message>
    <message>
        <source>Latency (logarithmic)</source>
        <translation>Latenz (logarithmisch)</translation>
    </message>
    <message>
        <source>Latency by percentile</source>
        <translation>Latenz nach Perzentil</translation>
    </message>
    <message>
        <source>The same figures are in the table of percentiles.</source>
        <translation>Dieselben Zahlen stehen in der Tabelle der Perzentile.</translation>
    </message>
</context>
<context>
    <name>reusescope::PercentileModel</name>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Percentile</source>
        <translation>Perzentil</translation>
    </message>
    <message>
        <source>%1 (µs)</source>
        <translation>%1 (µs)</translation>
    </message>
</context>
<context>
    <name>reusescope::PhasesView</name>
    <message>
        <source>queued</source>
        <translation>eingereiht</translation>
    </message>
    <message>
        <source>validated</source>
        <translation>geprüft</translation>
    </message>
    <message>
        <source>written</source>
        <translation>geschrieben</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>beantwortet</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>Phasen</translation>
    </message>
    <message>
        <source>A lane per phase of the event loop. Plus and minus zoom, the arrow keys move, Up and Down select requests, V shows another variant.</source>
        <translation>Eine Spur je Phase der Ereignisschleife. Plus und Minus vergrößern und verkleinern, die Pfeiltasten bewegen, Auf und Ab wählen Anfragen, V zeigt eine andere Variante.</translation>
    </message>
    <message>
        <source>Variant whose loop is shown</source>
        <translation>Variante, deren Schleife gezeigt wird</translation>
    </message>
    <message>
        <source>Variant whose loop is shown (V)</source>
        <translation>Variante, deren Schleife gezeigt wird (V)</translation>
    </message>
    <message>
        <source>Nothing recorded yet.
Press Run (F5): the phases of the event loop appear here, turn by turn.</source>
        <translation>Noch nichts aufgezeichnet.
Mit „Starten“ (F5) erscheinen hier die Phasen der Ereignisschleife, Durchlauf für Durchlauf.</translation>
    </message>
    <message>
        <source>callbacks</source>
        <translation>Callbacks</translation>
    </message>
    <message>
        <source>: sleep</source>
        <translation>: Schlaf</translation>
    </message>
    <message>
        <source>variant %1</source>
        <translation>Variante %1</translation>
    </message>
    <message>
        <source>%1 (request %2)</source>
        <translation>%1 (Anfrage %2)</translation>
    </message>
    <message>
        <source>%1 from %2 (request %3)</source>
        <translation>%1 aus %2 (Anfrage %3)</translation>
    </message>
    <message>
        <source>%1 after %2</source>
        <translation>%1 nach %2</translation>
    </message>
    <message>
        <source>%1 in %2 after %3</source>
        <translation>%1 in %2 nach %3</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>of this time</source>
        <translation>dieser Zeit</translation>
    </message>
    <message>
        <source>sleep</source>
        <translation>Schlaf</translation>
    </message>
    <message>
        <source>↓ %1</source>
        <translation>↓ %1</translation>
    </message>
    <message>
        <source>↑ %1</source>
        <translation>↑ %1</translation>
    </message>
    <message>
        <source>slept %1, ended by %2</source>
        <translation>schlief %1, beendet durch %2</translation>
    </message>
    <message>
        <source>timeout %1</source>
        <translation>Timeout %1</translation>
    </message>
    <message>
        <source>slept %1</source>
        <translation>schlief %1</translation>
    </message>
    <message>
        <source>ended by %1</source>
        <translation>beendet durch %1</translation>
    </message>
    <message>
        <source>timeout %1,</source>
        <translation>Timeout %1,</translation>
    </message>
    <message>
        <source>Select a request (click, Up, Down) to see where it was queued, validated, written and answered.</source>
        <translation>Eine Anfrage auswählen (Klick, Auf, Ab), um zu sehen, wo sie eingereiht, geprüft, geschrieben und beantwortet wurde.</translation>
    </message>
    <message>
        <source>turn</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>sleep in poll</source>
        <translation>Schlaf in poll</translation>
    </message>
    <message>
        <source>frames received</source>
        <translation>Frames empfangen</translation>
    </message>
    <message>
        <source>frames sent</source>
        <translation>Frames gesendet</translation>
    </message>
    <message>
        <source>begin of a turn</source>
        <translation>Beginn eines Durchlaufs</translation>
    </message>
</context>
<context>
    <name>reusescope::QuestionView</name>
    <message>
        <source>%1: put the lines in order</source>
        <translation>%1: die Zeilen ordnen</translation>
    </message>
    <message>
        <source>Drag the lines, or use Alt+Up and Alt+Down.</source>
        <translation>Die Zeilen ziehen, oder Alt+Auf und Alt+Ab verwenden.</translation>
    </message>
</context>
<context>
    <name>reusescope::QueueModel</name>
    <message>
        <source>waiting requests</source>
        <translation>wartende Anfragen</translation>
    </message>
    <message>
        <source>%1 (now)</source>
        <translation>%1 (jetzt)</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no, unref</source>
        <translation>nein, unref</translation>
    </message>
    <message>
        <source>Queued or active</source>
        <translation>Wartend oder aktiv</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Keeps alive</source>
        <translation>Hält am Leben</translation>
    </message>
</context>
<context>
    <name>reusescope::RequestsModel</name>
    <message>
        <source>%1 (warm-up)</source>
        <translation>%1 (Aufwärmen)</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>%1 (µs)</source>
        <translation>%1 (µs)</translation>
    </message>
    <message>
        <source>%1 (B)</source>
        <translation>%1 (B)</translation>
    </message>
    <message>
        <source>Number of the request within its variant</source>
        <translation>Nummer der Anfrage innerhalb ihrer Variante</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>The variant&apos;s scheduler</source>
        <translation>Der Scheduler der Variante</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>How the request ended</source>
        <translation>Wie die Anfrage endete</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>From queued to done</source>
        <translation>Von eingereiht bis fertig</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>From queued until a connection was chosen or begun</source>
        <translation>Von eingereiht, bis eine Verbindung gewählt oder begonnen war</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Queue</translation>
    </message>
    <message>
        <source>Until the new connection was ready</source>
        <translation>Bis die neue Verbindung bereit war</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Until the scheduler gave its verdict on the idle connection</source>
        <translation>Bis der Scheduler sein Urteil über die ruhende Verbindung gab</translation>
    </message>
    <message>
        <source>Validate</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>HTTP/2: until a stream was free</source>
        <translation>HTTP/2: bis ein Stream frei war</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Limit</translation>
    </message>
    <message>
        <source>Until write had taken the last byte</source>
        <translation>Bis write das letzte Byte angenommen hatte</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Until the first byte of the response</source>
        <translation>Bis zum ersten Byte der Antwort</translation>
    </message>
    <message>
        <source>First byte</source>
        <translation>Erstes Byte</translation>
    </message>
    <message>
        <source>Until the response was complete</source>
        <translation>Bis die Antwort vollständig war</translation>
    </message>
    <message>
        <source>Last byte</source>
        <translation>Letztes Byte</translation>
    </message>
    <message>
        <source>Polls completed between assignment and write, on reused connections</source>
        <translation>Abgeschlossene Polls zwischen Zuweisung und Schreiben, auf wiederverwendeten Verbindungen</translation>
    </message>
    <message>
        <source>Polls</source>
        <translation>Polls</translation>
    </message>
    <message>
        <source>Phase of the loop in which the request reached its connection</source>
        <translation>Phase der Schleife, in der die Anfrage ihre Verbindung erreichte</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Time since the start of the run</source>
        <translation>Zeit seit Beginn des Laufs</translation>
    </message>
    <message>
        <source>Queued at</source>
        <translation>Eingereiht</translation>
    </message>
    <message>
        <source>The last connection it used</source>
        <translation>Die zuletzt benutzte Verbindung</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>The how-manieth request of that connection</source>
        <translation>Die wievielte Anfrage dieser Verbindung</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Nutzung</translation>
    </message>
    <message>
        <source>HTTP/2: the stream that carried it</source>
        <translation>HTTP/2: der Stream, der sie befördert hat</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>How long the connection had been idle before</source>
        <translation>Wie lange die Verbindung davor im Leerlauf war</translation>
    </message>
    <message>
        <source>Idle before</source>
        <translation>Leerlauf davor</translation>
    </message>
    <message>
        <source>Connections it was assigned to</source>
        <translation>Verbindungen, denen sie zugewiesen war</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>HTTP status</source>
        <translation>HTTP-Status</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Bytes of the body</source>
        <translation>Bytes des Rumpfs</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>Rumpf</translation>
    </message>
    <message>
        <source>Why not reused, why moved, or why failed</source>
        <translation>Warum nicht wiederverwendet, warum verlegt oder warum fehlgeschlagen</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>reusescope::RequestsPage</name>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>&amp;Copy as a table</source>
        <translation>Als Tabelle &amp;kopieren</translation>
    </message>
    <message>
        <source>Filter: words, request number (#17), connection (c3)</source>
        <translation>Filter: Wörter, Anfragenummer (#17), Verbindung (c3)</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Kind of requests</source>
        <translation>Art der Anfragen</translation>
    </message>
    <message>
        <source>All requests</source>
        <translation>Alle Anfragen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Stalled in validate</source>
        <translation>Stillstand beim Prüfen</translation>
    </message>
    <message>
        <source>Moved or replayed</source>
        <translation>Verlegt oder wiederholt</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>All schedulers</source>
        <translation>Alle Scheduler</translation>
    </message>
    <message>
        <source>&amp;Warm-up</source>
        <translation>Auf&amp;wärmen</translation>
    </message>
    <message>
        <source>Also show the requests that were made before measuring</source>
        <translation>Auch die Anfragen vor der Messung zeigen</translation>
    </message>
    <message>
        <source>Attempts of the selected request</source>
        <translation>Versuche der ausgewählten Anfrage</translation>
    </message>
    <message>
        <source>Its connection</source>
        <translation>Ihre Verbindung</translation>
    </message>
    <message>
        <source>Events of the connection around the request</source>
        <translation>Ereignisse der Verbindung rund um die Anfrage</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Frames by type</source>
        <translation>Frames nach Typ</translation>
    </message>
    <message>
        <source>HTTP/2</source>
        <translation>HTTP/2</translation>
    </message>
    <message>
        <source>Certificates</source>
        <translation>Zertifikate</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>suche…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>reusescope::ReuseOptions</name>
    <message>
        <source>Reuse</source>
        <translation>Wiederverwendung</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>newest (LIFO)</source>
        <translation>neueste (LIFO)</translation>
    </message>
    <message>
        <source>oldest (FIFO)</source>
        <translation>älteste (FIFO)</translation>
    </message>
    <message>
        <source>Which idle connection a request takes: the one that was used last, or longest ago. Newest first lets spare connections go stale; oldest first keeps all of them alive. Case C72 of the case book.</source>
        <translation>Welche ruhende Verbindung eine Anfrage nimmt: die zuletzt oder die am längsten nicht benutzte. Neueste zuerst lässt überzählige Verbindungen veralten; älteste zuerst hält alle am Leben. Fall C72 des Fallbuchs.</translation>
    </message>
    <message>
        <source>Keep at most</source>
        <translation>Höchstens halten</translation>
    </message>
    <message>
        <source>How long a connection may idle at most, whatever the server&apos;s Keep-Alive hint or the field Keep-alive says. Case C16 of the case book.</source>
        <translation>Wie lange eine Verbindung höchstens im Leerlauf bleiben darf, gleich was der Keep-Alive-Hinweis des Servers oder das Feld „Keep-Alive“ sagt. Fall C16 des Fallbuchs.</translation>
    </message>
    <message>
        <source>Hint margin</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Taken off the time in the server&apos;s Keep-Alive hint, for the FIN that may already be under way. When nothing is left, the connection is not kept. Cases C15 and C16 of the case book; scenario hint-and-margin.</source>
        <translation>Wird von der Zeit im Keep-Alive-Hinweis des Servers abgezogen, für das FIN, das schon unterwegs sein kann. Bleibt nichts übrig, wird die Verbindung nicht behalten. Fälle C15 und C16 des Fallbuchs; Szenario hint-and-margin.</translation>
    </message>
    <message>
        <source>Unused limit</source>
        <translation>Unbenutzt</translation>
    </message>
    <message>
        <source>as keep-alive</source>
        <translation>wie Keep-Alive</translation>
    </message>
    <message>
        <source>How long a connection may idle that has not carried a request: some servers and balancers end these earlier than others. Case C17 of the case book.</source>
        <translation>Wie lange eine Verbindung im Leerlauf bleiben darf, die noch keine Anfrage befördert hat: Manche Server und Load-Balancer beenden solche früher als andere. Fall C17 des Fallbuchs.</translation>
    </message>
    <message>
        <source>Age limit</source>
        <translation>Altersgrenze</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>After this time a connection takes no more requests, however busy it is, so that what leads to a server that has left a balancer&apos;s rotation ends at last. Case C74 of the case book.</source>
        <translation>Nach dieser Zeit nimmt eine Verbindung keine Anfragen mehr an, wie belegt sie auch ist, damit endlich endet, was zu einem Server führt, den der Load-Balancer nicht mehr bedient. Fall C74 des Fallbuchs.</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>idempotent</source>
        <translation>idempotente</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>What is sent again, once, when the connection was reused and closed after the request was written, without a byte of response. Always: at the risk that a POST takes effect twice. Cases C19, C24 and C26 of the case book.</source>
        <translation>Was einmal erneut gesendet wird, wenn die Verbindung wiederverwendet war und nach dem Schreiben der Anfrage ohne ein Byte Antwort geschlossen wurde. Immer: auf die Gefahr hin, dass ein POST zweimal wirkt. Fälle C19, C24 und C26 des Fallbuchs.</translation>
    </message>
    <message>
        <source>Read of body</source>
        <translation>Rumpf lesen</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>The caller drops each body after so many bytes; 0 drops it at once. Shown by case C37.</source>
        <translation>Der Aufrufer verwirft jeden Rumpf nach so vielen Bytes; 0 verwirft ihn sofort. Gezeigt von Fall C37.</translation>
    </message>
    <message>
        <source>Drain limit</source>
        <translation>Abfluss-Limit</translation>
    </message>
    <message>
        <source>How much of a dropped body is read to keep its connection; with more, the connection is discarded. HTTP/2 resets the stream instead. Case C37 of the case book.</source>
        <translation>Wie viel eines verworfenen Rumpfs gelesen wird, um seine Verbindung zu behalten; bei mehr wird die Verbindung verworfen. HTTP/2 setzt stattdessen den Stream zurück. Fall C37 des Fallbuchs.</translation>
    </message>
    <message>
        <source>QNetworkAccessManager keeps to rules of its own.</source>
        <translation>QNetworkAccessManager folgt eigenen Regeln.</translation>
    </message>
    <message>
        <source>&amp;Defaults</source>
        <translation>&amp;Voreinstellung</translation>
    </message>
    <message>
        <source>Sets all of these to what they are without a scenario and options</source>
        <translation>Setzt alle auf die Werte, die ohne Szenario und Optionen gelten</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source> B</source>
        <translation> B</translation>
    </message>
</context>
<context>
    <name>reusescope::ScriptEditor</name>
    <message>
        <source>Loop script</source>
        <translation>Schleifenskript</translation>
    </message>
    <message>
        <source>Tab indents before the first word of a line and moves on elsewhere.</source>
        <translation>Tab rückt vor dem ersten Wort einer Zeile ein und springt sonst weiter.</translation>
    </message>
</context>
<context>
    <name>reusescope::SegmentBar</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Segments: %1</source>
        <translation>Segmente: %1</translation>
    </message>
</context>
<context>
    <name>reusescope::SummaryModel</name>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 (µs)</source>
        <translation>%1 (µs)</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>Settled</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>p90</source>
        <translation>p90</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>p99.9</source>
        <translation>p99,9</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>Max</translation>
    </message>
    <message>
        <source>Median ratio</source>
        <translation>Median-Verhältnis</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>Stalls</source>
        <translation>Stillstände</translation>
    </message>
    <message>
        <source>Polls before write</source>
        <translation>Polls vor dem Schreiben</translation>
    </message>
    <message>
        <source>Outcomes</source>
        <translation>Ergebnisse</translation>
    </message>
</context>
<context>
    <name>reusescope::TargetOptions</name>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>Authorities</source>
        <translation>CAs</translation>
    </message>
    <message>
        <source>A PEM file with the certificates to trust; the system&apos;s own when empty</source>
        <translation>Eine PEM-Datei mit den Zertifikaten, denen vertraut wird; leer: die des Systems</translation>
    </message>
    <message>
        <source>the system&apos;s</source>
        <translation>die des Systems</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>A PEM file with the certificate that this client shows, if any</source>
        <translation>Eine PEM-Datei mit dem Zertifikat, das dieser Client vorweist, falls er eines hat</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>A PEM file with its private key, when it is not in the same file</source>
        <translation>Eine PEM-Datei mit dem privaten Schlüssel, wenn er nicht in derselben Datei steht</translation>
    </message>
    <message>
        <source>&amp;Accept any certificate</source>
        <translation>&amp;Jedes Zertifikat annehmen</translation>
    </message>
    <message>
        <source>Verifies nothing: whoever answers is taken for the server. The results say so.</source>
        <translation>Prüft nichts: Wer antwortet, gilt als der Server. Die Ergebnisse vermerken es.</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Requests that are not idempotent are never replayed once they were written</source>
        <translation>Nicht idempotente Anfragen werden nach dem Schreiben nie wiederholt</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Name: value</source>
        <translation>Name: Wert</translation>
    </message>
    <message>
        <source>Header fields</source>
        <translation>Header-Felder</translation>
    </message>
    <message>
        <source>Header fields for every request, one in each line</source>
        <translation>Header-Felder für jede Anfrage, eines je Zeile</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>Body file</source>
        <translation>Rumpfdatei</translation>
    </message>
    <message>
        <source>Sent with every request</source>
        <translation>Wird mit jeder Anfrage gesendet</translation>
    </message>
    <message>
        <source>no body</source>
        <translation>kein Rumpf</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Limits</translation>
    </message>
    <message>
        <source>Per second</source>
        <translation>Pro Sekunde</translation>
    </message>
    <message>
        <source>Requests per second at most. Without a number: %1 for a server on another machine, no limit on this one.</source>
        <translation>Höchstens so viele Anfragen pro Sekunde. Ohne Zahl: %1 für einen Server auf einem anderen Rechner, kein Limit auf diesem.</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>Insgesamt</translation>
    </message>
    <message>
        <source>Requests in all at most, of every variant and with warm-up. Without a number: %1 for a server on another machine, no limit on this one.</source>
        <translation>Höchstens so viele Anfragen insgesamt, aller Varianten und mit Aufwärmen. Ohne Zahl: %1 für einen Server auf einem anderen Rechner, kein Limit auf diesem.</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>Die Datei auswählen</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>Auswählen: %1</translation>
    </message>
    <message>
        <source>usual</source>
        <translation>üblich</translation>
    </message>
    <message>
        <source>%1, as given</source>
        <translation>%1, wie angegeben</translation>
    </message>
    <message>
        <source>The body file cannot be read; check its path and permissions.</source>
        <translation>Die Rumpfdatei ist nicht lesbar; bitte Pfad und Berechtigungen prüfen.</translation>
    </message>
    <message>
        <source>The body file is larger than %1.</source>
        <translation>Die Rumpfdatei ist größer als %1.</translation>
    </message>
</context>
<context>
    <name>reusescope::TimeAxisPage</name>
    <message>
        <source>&amp;Follow the run</source>
        <translation>Dem Lauf &amp;folgen</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Show half of the time (+)</source>
        <translation>Die Hälfte der Zeit zeigen (+)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Show twice the time (-)</source>
        <translation>Das Doppelte der Zeit zeigen (-)</translation>
    </message>
    <message>
        <source>&amp;Whole run</source>
        <translation>Ganzer &amp;Lauf</translation>
    </message>
    <message>
        <source>Show the run from its start to its end (0)</source>
        <translation>Den Lauf von Anfang bis Ende zeigen (0)</translation>
    </message>
    <message>
        <source>%1 shown, from %2</source>
        <translation>%1 sichtbar, ab %2</translation>
    </message>
</context>
<context>
    <name>reusescope::TimelineView</name>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>moved or replayed</source>
        <translation>verlegt oder wiederholt</translation>
    </message>
    <message>
        <source>FIN</source>
        <translation>FIN</translation>
    </message>
    <message>
        <source>RST</source>
        <translation>RST</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>line breaks</source>
        <translation>Zeilenumbrüche</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>expiry planned</source>
        <translation>Ablauf geplant</translation>
    </message>
    <message>
        <source>discarded</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message numerus="yes">
        <source>%1 connections</source>
        <translation>
            <numerusform>%1 Verbindung</numerusform>
            <numerusform>%1 Verbindungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 requests</source>
        <translation>
            <numerusform>%1 Anfrage</numerusform>
            <numerusform>%1 Anfragen</numerusform>
        </translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>A lane per connection with a bar per request. Plus and minus zoom, the arrow keys move, Shift and arrow keys select requests, Control with plus and minus changes the height of lanes. The table of requests shows the same.</source>
        <translation>Eine Spur je Verbindung mit einem Balken je Anfrage. Plus und Minus vergrößern und verkleinern, die Pfeiltasten bewegen, Umschalt mit Pfeiltasten wählt Anfragen, Strg mit Plus und Minus ändert die Höhe der Spuren. Die Tabelle der Anfragen zeigt dasselbe.</translation>
    </message>
    <message>
        <source>Nothing recorded yet.
Press Run (F5): each connection gets a lane here, with a bar per request.</source>
        <translation>Noch nichts aufgezeichnet.
Mit „Starten“ (F5) bekommt hier jede Verbindung eine Spur, mit einem Balken je Anfrage.</translation>
    </message>
    <message>
        <source>connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>column: shortest to longest</source>
        <translation>Säule: kürzeste bis längste</translation>
    </message>
    <message>
        <source>variant %1</source>
        <translation>Variante %1</translation>
    </message>
    <message>
        <source>Connection %1 · %2</source>
        <translation>Verbindung %1 · %2</translation>
    </message>
    <message>
        <source>No connection known · %1</source>
        <translation>Keine Verbindung bekannt · %1</translation>
    </message>
    <message>
        <source>opened at %1</source>
        <translation>geöffnet bei %1</translation>
    </message>
    <message>
        <source>closed at %1</source>
        <translation>geschlossen bei %1</translation>
    </message>
    <message>
        <source>HTTP/2, the peer allows %1 at a time</source>
        <translation>HTTP/2, die Gegenstelle erlaubt %1 gleichzeitig</translation>
    </message>
    <message>
        <source>HTTP/2</source>
        <translation>HTTP/2</translation>
    </message>
    <message>
        <source>most requests in service at a time: %1</source>
        <translation>höchste Zahl gleichzeitig bedienter Anfragen: %1</translation>
    </message>
    <message>
        <source>%1 or more requests in service at a time</source>
        <translation>%1 oder mehr Anfragen gleichzeitig bedient</translation>
    </message>
    <message>
        <source>the peer&apos;s hint: %1</source>
        <translation>Hinweis der Gegenstelle: %1</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>idle %1</source>
        <translation>Leerlauf %1</translation>
    </message>
</context>
<context>
    <name>reusescope::VariantCard</name>
    <message>
        <source>no answers</source>
        <translation>keine Antworten</translation>
    </message>
    <message>
        <source>waiting for its turn</source>
        <translation>wartet, bis sie dran ist</translation>
    </message>
    <message>
        <source>did not run</source>
        <translation>lief nicht</translation>
    </message>
    <message>
        <source>the reference</source>
        <translation>die Referenz</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>no resolvable difference</source>
        <translation>kein auflösbarer Unterschied</translation>
    </message>
    <message>
        <source>%1 of %2 (%3–%4)</source>
        <translation>%1 von %2 (%3–%4)</translation>
    </message>
    <message>
        <source>Median %1, p99 %2, maximum %3</source>
        <translation>Median %1, p99 %2, Maximum %3</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>; %1 the median of %2</source>
        <translation>; %1 des Medians von %2</translation>
    </message>
    <message>
        <source> (95 % interval %1 to %2)</source>
        <translation> (95-%-Intervall %1 bis %2)</translation>
    </message>
    <message>
        <source> (a difference that these blocks do not resolve)</source>
        <translation> (ein Unterschied, den diese Blöcke nicht auflösen)</translation>
    </message>
    <message numerus="yes">
        <source>; %1 stalls; polls before write: %2; %3</source>
        <translation>
            <numerusform>; %1 Stillstand; Polls vor dem Schreiben: %2; %3</numerusform>
            <numerusform>; %1 Stillstände; Polls vor dem Schreiben: %2; %3</numerusform>
        </translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>Click to select its slowest request.</source>
        <translation>Ein Klick wählt ihre langsamste Anfrage.</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source>stalls</source>
        <translation>Stillstände</translation>
    </message>
    <message>
        <source>polls</source>
        <translation>Polls</translation>
    </message>
    <message>
        <source>; %1 of %2 responses had 40 ms in %3: a delayed ACK that meets Nagle&apos;s algorithm on the server&apos;s side</source>
        <translation>; %1 von %2 Antworten hatten 40 ms in %3: ein verzögertes ACK, das auf der Seite des Servers auf den Nagle-Algorithmus trifft</translation>
    </message>
</context>
<context>
    <name>reusescope::VariantLegend</name>
    <message>
        <source>Variants: %1</source>
        <translation>Varianten: %1</translation>
    </message>
</context>
</TS>
