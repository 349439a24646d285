<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_GB">
<context>
    <name>Scenario</name>
    <message>
        <source>A 204 that brings a body</source>
        <translation>Ein 204, das einen Rumpf mitbringt</translation>
    </message>
    <message>
        <source>204 No Content never has a body, whatever its Content-Length says. Each second response here is one with a length of 5 and five bytes: the message is over at the blank line, the bytes are left over, and the connection ends.</source>
        <translation>204 No Content hat nie einen Rumpf, gleich was sein Content-Length sagt. Jede zweite Antwort hier ist eine mit einer Länge von 5 und fünf Bytes: Die Nachricht ist mit der Leerzeile zu Ende, die Bytes sind überzählig, und die Verbindung endet.</translation>
    </message>
    <message>
        <source>A 413, and a reset behind it</source>
        <translation>Ein 413 und ein Reset dahinter</translation>
    </message>
    <message>
        <source>Each request uploads 8 MiB; the server answers 413 from the head alone, reads nothing more, and resets the connection 2 ms later. The reset belongs to that exchange: where the 413 had arrived it is the answer, and no later request is hurt. Where the reset overtook it, the kernel has thrown the answer away, and the request fails; that is why servers should drain what they refuse.</source>
        <translation>Jede Anfrage lädt 8 MiB hoch; der Server antwortet schon auf den Kopf mit 413, liest nichts mehr und setzt die Verbindung 2 ms später zurück. Der Reset gehört zu diesem Austausch: Wo das 413 angekommen war, ist es die Antwort, und keine spätere Anfrage leidet. Wo der Reset es überholt hat, hat der Kernel die Antwort verworfen, und die Anfrage schlägt fehl; deshalb sollten Server auslesen, was sie ablehnen.</translation>
    </message>
    <message>
        <source>A server whose idle limit is shorter than ours</source>
        <translation>Ein Server mit kürzerer Leerlaufgrenze als der Client</translation>
    </message>
    <message>
        <source>Both ends of a connection have an idle limit, and the shorter one closes first. Here the server&apos;s is 80 ms, ours 60 s, and a request comes every 120 ms: the timeline shows a FIN on each idle connection, and each request opens another one. Nothing fails, since the FIN was seen long before; but with a request at the very moment it would have been a race. The side that makes the requests should have the shorter limit: with --keep-alive 50 the client closes first, and no FIN is seen.</source>
        <translation>Beide Enden einer Verbindung haben eine Leerlaufgrenze, und die kürzere schließt zuerst. Hier liegt die des Servers bei 80 ms, die eigene bei 60 s, und alle 120 ms kommt eine Anfrage: Die Zeitachse zeigt ein FIN auf jeder ruhenden Verbindung, und jede Anfrage öffnet eine andere. Nichts schlägt fehl, da das FIN lange vorher gesehen wurde; bei einer Anfrage genau im selben Augenblick wäre es ein Wettlauf gewesen. Die Seite, die die Anfragen stellt, sollte die kürzere Grenze haben: Mit --keep-alive 50 schließt der Client zuerst, und kein FIN ist zu sehen.</translation>
    </message>
    <message>
        <source>A body longer than it was said to be</source>
        <translation>Ein Rumpf, länger als angekündigt</translation>
    </message>
    <message>
        <source>Content-Length says 1, and the server sends five bytes and a line break. One byte is the body, and the request succeeds with it; six are left over and end the connection (excess bytes, with their number and text). Counting them into the body would be a guess, and leaving them would poison the next request.</source>
        <translation>Content-Length sagt 1, und der Server sendet fünf Bytes und einen Zeilenumbruch. Ein Byte ist der Rumpf, und die Anfrage gelingt damit; sechs sind überzählig und beenden die Verbindung (überzählige Bytes, mit Anzahl und Text). Sie zum Rumpf zu zählen wäre geraten, und sie liegen zu lassen würde die nächste Anfrage vergiften.</translation>
    </message>
    <message>
        <source>Bursts of eight requests on eight connections</source>
        <translation>Stöße von acht Anfragen auf acht Verbindungen</translation>
    </message>
    <message>
        <source>Eight requests at once, the next eight when all are answered. The timer floor is paid once per burst, not once per request, since the eight timers run side by side; it is still most of the time. The requests of a burst share turns: in the phases view several responses are read in one poll, and the requests behind them are written together.</source>
        <translation>Acht Anfragen auf einmal, die nächsten acht, wenn alle beantwortet sind. Die Untergrenze des Timers wird einmal je Stoß bezahlt, nicht einmal je Anfrage, da die acht Timer nebeneinander laufen; sie macht dennoch den größten Teil der Zeit aus. Die Anfragen eines Stoßes teilen sich Durchläufe: In der Phasenansicht werden mehrere Antworten in einem Poll gelesen und die Anfragen danach gemeinsam geschrieben.</translation>
    </message>
    <message>
        <source>The end of a chunked body</source>
        <translation>Das Ende eines Rumpfs in Stücken</translation>
    </message>
    <message>
        <source>The last chunk and a trailer field come at once, the blank line 20 ms later. The message ends at the blank line: look at the last-byte segment, and at the number of trailer fields among the connection&apos;s events. A client that ends it at the last chunk finds the rest on what it takes for an idle connection.</source>
        <translation>Das letzte Stück und ein Trailer-Feld kommen zugleich, die Leerzeile 20 ms später. Die Nachricht endet mit der Leerzeile: Zu beachten sind das Segment letztes Byte und die Zahl der Trailer-Felder unter den Ereignissen der Verbindung. Ein Client, der sie beim letzten Stück beendet, findet den Rest auf einer Verbindung, die er für ruhend hält.</translation>
    </message>
    <message>
        <source>A server that closes after each response</source>
        <translation>Ein Server, der nach jeder Antwort schließt</translation>
    </message>
    <message>
        <source>Every response says Connection: close, so there is nothing to reuse and nothing to validate: the validate segment is absent, not zero, polls before write counts nothing, and every request pays for a connection. This is what all reuse is measured against.</source>
        <translation>Jede Antwort sagt Connection: close, es gibt also nichts wiederzuverwenden und nichts zu prüfen: Das Segment Prüfen fehlt, statt null zu sein, bei den Polls vor dem Schreiben wird nichts gezählt, und jede Anfrage bezahlt für eine Verbindung. Daran misst sich alle Wiederverwendung.</translation>
    </message>
    <message>
        <source>A close among the tokens of Connection</source>
        <translation>Ein close unter den Wörtern von Connection</translation>
    </message>
    <message>
        <source>Each third response says Connection: Keep-Alive, Close, and the server does not close. The field is a list, its words have no case, and close outweighs: the connection is put away at once (the peer was closing). A comparison of the whole value with &quot;close&quot; would keep it.</source>
        <translation>Jede dritte Antwort sagt Connection: Keep-Alive, Close, und der Server schließt nicht. Das Feld ist eine Liste, Groß- und Kleinschreibung zählt nicht, und close überwiegt: Die Verbindung wird sofort abgelegt (die Gegenstelle wollte schließen). Ein Vergleich des ganzen Werts mit „close“ würde sie behalten.</translation>
    </message>
    <message>
        <source>A response that never comes, and the coarse clock of its timeout</source>
        <translation>Eine Antwort, die nie kommt, und die grobe Uhr ihres Zeitlimits</translation>
    </message>
    <message>
        <source>The server reads the request and never answers. The limit is 1200 ms, but limits above 1 s share one timer that ticks each 499 ms, as in undici, so that the failure comes up to one tick late: look at the total of the failed request, at the poll that slept, and at the timer that ended it (timeouts). With --timeout the limit would be a native timer, and to the millisecond.</source>
        <translation>Der Server liest die Anfrage und antwortet nie. Das Limit ist 1200 ms, doch Limits über 1 s teilen sich wie in undici einen Timer, der alle 499 ms tickt, sodass das Scheitern bis zu einen Takt später kommt: Zu beachten sind die Gesamtzeit der gescheiterten Anfrage, der Poll, der schlief, und der Timer, der ihn beendete (timeouts). Mit --timeout wäre das Limit ein nativer Timer und auf die Millisekunde genau.</translation>
    </message>
    <message>
        <source>Two lengths in one response</source>
        <translation>Zwei Längen in einer Antwort</translation>
    </message>
    <message>
        <source>Each third response says Content-Length: 2 and Content-Length: 3. Whoever picks one of them may read the rest as another message, which is how responses are smuggled: the request fails, nothing is guessed, the connection is discarded, and the event says at which byte.</source>
        <translation>Jede dritte Antwort sagt Content-Length: 2 und Content-Length: 3. Wer eine davon auswählt, liest womöglich den Rest als weitere Nachricht, und so werden Antworten eingeschmuggelt: Die Anfrage schlägt fehl, nichts wird geraten, die Verbindung wird verworfen, und das Ereignis nennt das Byte.</translation>
    </message>
    <message>
        <source>A FIN that crosses the request</source>
        <translation>Ein FIN, das die Anfrage kreuzt</translation>
    </message>
    <message>
        <source>The server reads each third request of a connection and closes half a millisecond later, without one byte of an answer, as when its idle limit ended while the request was under way. No scheduler can see that before the write. A reused connection and no byte of a response: an idempotent request is sent again on a fresh connection, once, and both attempts are shown with their times.</source>
        <translation>Der Server liest jede dritte Anfrage einer Verbindung und schließt eine halbe Millisekunde später ohne ein Byte Antwort, als wäre seine Leerlaufgrenze abgelaufen, während die Anfrage unterwegs war. Kein Scheduler kann das vor dem Schreiben sehen. Eine wiederverwendete Verbindung und kein Byte einer Antwort: Eine idempotente Anfrage wird auf einer neuen Verbindung einmal erneut gesendet, und beide Versuche werden mit ihren Zeiten gezeigt.</translation>
    </message>
    <message>
        <source>40 ms from nowhere</source>
        <translation>40 ms aus dem Nichts</translation>
    </message>
    <message>
        <source>The server writes head and body apart and has forgotten TCP_NODELAY: its kernel holds the body back until the head is acknowledged, and ours delays the acknowledgement by 40 ms, since it has nothing to send. The histogram is a comb: next to nothing, and 40 ms. The time is in the last-byte segment, the server&apos;s side of the line, and no scheduler has anything to do with it; the result names the pattern.</source>
        <translation>Der Server schreibt Kopf und Rumpf getrennt und hat TCP_NODELAY vergessen: Sein Kernel hält den Rumpf zurück, bis der Kopf bestätigt ist, und der hiesige verzögert die Bestätigung um 40 ms, da er nichts zu senden hat. Das Histogramm ist ein Kamm: fast nichts, und 40 ms. Die Zeit steckt im Segment letztes Byte, auf der Seite des Servers, und kein Scheduler hat damit zu tun; das Ergebnis benennt das Muster.</translation>
    </message>
    <message>
        <source>Two answers to one request</source>
        <translation>Zwei Antworten auf eine Anfrage</translation>
    </message>
    <message>
        <source>Behind every third response a second one follows in the same segment. The first ends where its length says; the rest is nobody&apos;s, and the connection is not kept: the detail of the event shows how many bytes they were and how they begin. The next request has a connection of its own. Without that rule the stranger would be the next request&apos;s answer.</source>
        <translation>Hinter jeder dritten Antwort folgt im selben Segment eine zweite. Die erste endet, wo ihre Länge es sagt; der Rest gehört niemandem, und die Verbindung wird nicht behalten: Die Einzelheit des Ereignisses zeigt, wie viele Bytes es waren und wie sie beginnen. Die nächste Anfrage hat eine eigene Verbindung. Ohne diese Regel wäre die fremde Antwort die der nächsten Anfrage.</translation>
    </message>
    <message>
        <source>A busy connection to a backend that has left</source>
        <translation>Eine belegte Verbindung zu einem Backend, das nicht mehr dabei ist</translation>
    </message>
    <message>
        <source>A connection that is always busy is never idle, so that no keep-alive limit ends it, and it goes on leading to a backend that a balancer has long taken out of rotation. The limit of its age, here 200 ms, ends it whatever it does: look for the reason (too old) at every tenth request or so.</source>
        <translation>Eine stets belegte Verbindung ist nie im Leerlauf, sodass kein Keep-Alive-Limit sie beendet, und sie führt weiter zu einem Backend, das der Load-Balancer längst nicht mehr bedient. Ihre Altersgrenze, hier 200 ms, beendet sie, was sie auch tut: Zu beachten ist der Grund (zu alt) bei etwa jeder zehnten Anfrage.</translation>
    </message>
    <message>
        <source>A caller that drops a small body</source>
        <translation>Ein Aufrufer, der einen kleinen Rumpf verwirft</translation>
    </message>
    <message>
        <source>Each response has 32 KiB, and the caller wants 10 bytes of it. That is within the drain limit: the rest is read and thrown away, the event says how much, and the connection carries the next request.</source>
        <translation>Jede Antwort hat 32 KiB, und der Aufrufer will davon 10 Bytes. Das liegt innerhalb des Abfluss-Limits: Der Rest wird gelesen und weggeworfen, das Ereignis sagt, wie viel, und die Verbindung befördert die nächste Anfrage.</translation>
    </message>
    <message>
        <source>An answer before the body was sent</source>
        <translation>Eine Antwort, bevor der Rumpf gesendet war</translation>
    </message>
    <message>
        <source>Each request uploads 8 MiB, and the server answers 200 as soon as it has the head. The answer counts; but the rest of the body is still to be written, and a connection with half a body on it cannot carry a request. So it is discarded (the request was unfinished), and the event says how much of the body was out. Where the kernel had taken all of it by then, the server reads the rest and the connection goes on.</source>
        <translation>Jede Anfrage lädt 8 MiB hoch, und der Server antwortet mit 200, sobald er den Kopf hat. Die Antwort gilt; doch der Rest des Rumpfs ist noch zu schreiben, und eine Verbindung mit einem halben Rumpf kann keine Anfrage befördern. Also wird sie verworfen (die Anfrage war unvollständig), und das Ereignis sagt, wie viel vom Rumpf hinaus war. Wo der Kernel da schon alles angenommen hatte, liest der Server den Rest, und die Verbindung geht weiter.</translation>
    </message>
    <message>
        <source>A 103 in front of the answer</source>
        <translation>Ein 103 vor der Antwort</translation>
    </message>
    <message>
        <source>Each response comes behind a 103 Early Hints in the same segment. The interim one is listed with its status among the connection&apos;s events, the final one is delivered once, and the connection is reused. A client that takes the 103 for the answer finds the 200 on an idle connection, or gives it to the next request.</source>
        <translation>Jede Antwort kommt im selben Segment hinter einem 103 Early Hints. Die vorläufige steht mit ihrem Status unter den Ereignissen der Verbindung, die endgültige wird einmal geliefert, und die Verbindung wird wiederverwendet. Ein Client, der das 103 für die Antwort hält, findet das 200 auf einer ruhenden Verbindung oder gibt es der nächsten Anfrage.</translation>
    </message>
    <message>
        <source>Requests at the same interval as the server&apos;s idle limit</source>
        <translation>Anfragen im selben Abstand wie die Leerlaufgrenze des Servers</translation>
    </message>
    <message>
        <source>The server closes what has been idle for 60.5 ms, and a request comes 60 ms after the last answer, at the next tick of a timer: each one meets the FIN at the edge. It may reuse the connection, find it closed and open another one, or be written into the closed connection and be sent again, and microseconds decide which: look at the idle time before each request, at who was first, and at the attempts of replayed ones. A look right before the write makes the window smaller, and cannot close it.</source>
        <translation>Der Server schließt, was 60,5 ms im Leerlauf war, und 60 ms nach der letzten Antwort kommt eine Anfrage, mit dem nächsten Tick eines Timers: Jede trifft das FIN an der Kante. Sie kann die Verbindung wiederverwenden, sie geschlossen finden und eine andere öffnen oder in die geschlossene Verbindung geschrieben und erneut gesendet werden, und Mikrosekunden entscheiden, was davon: Zu beachten sind der Leerlauf vor jeder Anfrage, wer zuerst war, und die Versuche der wiederholten. Ein Blick unmittelbar vor dem Schreiben macht das Fenster kleiner und kann es nicht schließen.</translation>
    </message>
    <message>
        <source>A server that closes right after it has answered</source>
        <translation>Ein Server, der gleich nach der Antwort schließt</translation>
    </message>
    <message>
        <source>Each fifth response is followed by a FIN a millisecond later, without Connection: close: the client keeps the connection and may have written the next request before it knows. Where the FIN was seen first, the request goes out on another connection, and the reason says FIN; where it came behind the write, the request got no byte of an answer and is sent again, being idempotent. none and peek write at once and meet the second; the timer of timer-0 leaves time for the first. The attempts of a request show which of the two it was.</source>
        <translation>Auf jede fünfte Antwort folgt eine Millisekunde später ein FIN, ohne Connection: close: Der Client behält die Verbindung und kann die nächste Anfrage geschrieben haben, bevor er es weiß. Wo das FIN zuerst gesehen wurde, geht die Anfrage auf einer anderen Verbindung hinaus, und der Grund sagt FIN; wo es nach dem Schreiben kam, bekam die Anfrage kein Byte Antwort und wird, da idempotent, erneut gesendet. none und peek schreiben sofort und erleben das Zweite; der Timer von timer-0 lässt Zeit für das Erste. Die Versuche einer Anfrage zeigen, welches von beiden es war.</translation>
    </message>
    <message>
        <source>The server closes an idle connection just before a request</source>
        <translation>Der Server schließt eine ruhende Verbindung kurz vor einer Anfrage</translation>
    </message>
    <message>
        <source>Before every fifth request the server ends the connection, and the FIN lies in the kernel when the request is queued. none and the immediates write onto a connection that is over; as GET is idempotent, the connection was reused and no byte of a response had come, the request is replayed once, which shows as ok-replayed and costs a round trip. A POST would have failed. fresh-poll and peek see the FIN and move the request before it is written: ok-fresh with the reason idle-fin, no replay.</source>
        <translation>Vor jeder fünften Anfrage beendet der Server die Verbindung, und das FIN liegt im Kernel, wenn die Anfrage eingereiht wird. none und die Immediates schreiben auf eine Verbindung, die schon zu Ende ist; da GET idempotent ist, die Verbindung wiederverwendet wurde und noch kein Byte einer Antwort gekommen war, wird die Anfrage einmal wiederholt, was als ok-replayed erscheint und eine Umlaufzeit kostet. Ein POST wäre fehlgeschlagen. fresh-poll und peek sehen das FIN und verlegen die Anfrage, bevor sie geschrieben ist: ok-fresh mit dem Grund idle-fin, ohne Wiederholung.</translation>
    </message>
    <message>
        <source>Bytes of something else on an idle connection</source>
        <translation>Bytes von etwas anderem auf einer ruhenden Verbindung</translation>
    </message>
    <message>
        <source>5 ms after every response three bytes come that begin a gzip stream, as from a server that has lost count of a compressed body. Nobody has asked for anything: the connection is discarded while it is idle, and the detail of the event shows the bytes. Every request, 20 ms apart, has its own connection and its own answer.</source>
        <translation>5 ms nach jeder Antwort kommen drei Bytes, mit denen ein gzip-Strom beginnt, wie von einem Server, der sich bei einem komprimierten Rumpf verzählt hat. Niemand hat danach gefragt: Die Verbindung wird im Leerlauf verworfen, und die Einzelheit des Ereignisses zeigt die Bytes. Jede Anfrage, im Abstand von 20 ms, hat ihre eigene Verbindung und ihre eigene Antwort.</translation>
    </message>
    <message>
        <source>A server that stands still for a moment</source>
        <translation>Ein Server, der einen Augenblick stillsteht</translation>
    </message>
    <message>
        <source>A request is meant to go out every 5 ms on one connection, and each hundredth answer is followed by 250 ms in which the whole server does nothing. Counted from the write, one request was slow. Counted from when each should have been sent, fifty were: those behind it had to wait for their turn. Both figures are shown, since a report of the first alone hides the outage (coordinated omission).</source>
        <translation>Alle 5 ms soll auf einer Verbindung eine Anfrage hinausgehen, und auf jede hundertste Antwort folgen 250 ms, in denen der ganze Server nichts tut. Vom Schreiben an gezählt war eine Anfrage langsam. Vom vorgesehenen Zeitpunkt an gezählt waren es fünfzig: Die dahinter mussten warten, bis sie an der Reihe waren. Beide Zahlen werden gezeigt, da die erste allein den Ausfall verbirgt (Coordinated Omission).</translation>
    </message>
    <message>
        <source>A server that ends connections in good order</source>
        <translation>Ein Server, der Verbindungen ordentlich beendet</translation>
    </message>
    <message>
        <source>Every tenth response says Connection: close and is followed by the FIN. The client believes the word and does not wait for the FIN: the connection is put away when the response is complete, the next request opens another one under the reason that the peer was closing, and nothing is ever lost. Compare with the close behind the answer, where the word is missing.</source>
        <translation>Jede zehnte Antwort sagt Connection: close, und das FIN folgt. Der Client glaubt dem Wort und wartet nicht auf das FIN: Die Verbindung wird abgelegt, sobald die Antwort vollständig ist, die nächste Anfrage öffnet eine andere mit dem Grund, dass die Gegenstelle schließen wollte, und nichts geht je verloren. Zum Vergleich dient das Schließen gleich nach der Antwort, bei dem das Wort fehlt.</translation>
    </message>
    <message>
        <source>HTTP/1.1 against HTTP/2, 32 requests at a time</source>
        <translation>HTTP/1.1 gegen HTTP/2, 32 Anfragen gleichzeitig</translation>
    </message>
    <message>
        <source>The same lab, the same body, always 32 requests in flight: HTTP/1.1 needs 32 connections for that, HTTP/2 one. Compare the connections, the frames and the polls: a poll brings many responses to one connection of HTTP/2, and one to each connection of HTTP/1.1. In the timeline the streams of the one connection lie stacked in its lane.</source>
        <translation>Dasselbe Labor, derselbe Rumpf, stets 32 Anfragen unterwegs: HTTP/1.1 braucht dafür 32 Verbindungen, HTTP/2 eine. Zu vergleichen sind die Verbindungen, die Frames und die Polls: Ein Poll bringt einer Verbindung von HTTP/2 viele Antworten, jeder Verbindung von HTTP/1.1 nur eine. In der Zeitachse liegen die Streams der einen Verbindung gestapelt in ihrer Spur.</translation>
    </message>
    <message>
        <source>A GOAWAY whose last stream rises</source>
        <translation>Ein GOAWAY, dessen letzter Stream steigt</translation>
    </message>
    <message>
        <source>After each tenth response of a connection the lab sends two GOAWAY frames, the second one with a higher last stream than the first, which no server may do: a connection error. The client says so in a GOAWAY of its own, with 0 as its last stream, and goes on with a new connection.</source>
        <translation>Nach jeder zehnten Antwort einer Verbindung sendet das Labor zwei GOAWAY-Frames, den zweiten mit einem höheren letzten Stream als den ersten, was kein Server darf: ein Verbindungsfehler. Der Client meldet das in einem eigenen GOAWAY mit 0 als letztem Stream und macht mit einer neuen Verbindung weiter.</translation>
    </message>
    <message>
        <source>A server that falls silent, and the PING that finds out</source>
        <translation>Ein Server, der verstummt, und das PING, das es herausfindet</translation>
    </message>
    <message>
        <source>After its twentieth response a connection of the lab reads and answers nothing more, not even PING. The client hears nothing for 200 ms while a stream is open, sends a PING, and gives the connection up when that is not answered either; the GET goes out again on a new connection. Without the PING it would wait for its header limit, five minutes.</source>
        <translation>Nach ihrer zwanzigsten Antwort liest und beantwortet eine Verbindung des Labors nichts mehr, auch kein PING. Der Client hört 200 ms lang nichts, während ein Stream offen ist, sendet ein PING und gibt die Verbindung auf, wenn auch das unbeantwortet bleibt; das GET geht auf einer neuen Verbindung erneut hinaus. Ohne das PING würde er sein Limit für den Antwortkopf abwarten, fünf Minuten.</translation>
    </message>
    <message>
        <source>A burst before the server&apos;s SETTINGS, and its limit of 5 streams</source>
        <translation>Ein Stoß vor den SETTINGS des Servers und sein Limit von 5 Streams</translation>
    </message>
    <message>
        <source>The lab says nothing for 20 ms, then allows 5 streams at a time. The first burst of 20 requests has gone out before that; every later one waits: look at the segment limit, which is the wait for a free stream and nothing else, and at the stack of 5 in the timeline.</source>
        <translation>Das Labor sagt 20 ms lang nichts und erlaubt dann 5 Streams gleichzeitig. Der erste Stoß von 20 Anfragen ist da schon hinaus; jede spätere wartet: Zu beachten sind das Segment Limit, das nichts ist als das Warten auf einen freien Stream, und der Fünferstapel in der Zeitachse.</translation>
    </message>
    <message>
        <source>SETTINGS, PING and WINDOW_UPDATE on an idle connection</source>
        <translation>SETTINGS, PING und WINDOW_UPDATE auf einer ruhenden Verbindung</translation>
    </message>
    <message>
        <source>Before each third request the lab sends three frames on the idle connection that ask for no response and carry none. On HTTP/1.1 any byte on an idle socket spoils it; here they are taken in, and the connection is reused.</source>
        <translation>Vor jeder dritten Anfrage sendet das Labor auf der ruhenden Verbindung drei Frames, die keine Antwort verlangen und keine enthalten. Bei HTTP/1.1 verdirbt jedes Byte einen ruhenden Socket; hier werden sie angenommen, und die Verbindung wird wiederverwendet.</translation>
    </message>
    <message>
        <source>GOAWAY while requests are in flight</source>
        <translation>GOAWAY, während Anfragen unterwegs sind</translation>
    </message>
    <message>
        <source>On each connection the lab answers its third request with a GOAWAY that names the stream before it as the last one it processes. The third request goes out again on another connection, and a POST would as well, since the server has said that it did nothing with it; the two below are answered on the old connection, which ends after that. The details of a connection tell the story of its GOAWAY.</source>
        <translation>Auf jeder Verbindung beantwortet das Labor die dritte Anfrage mit einem GOAWAY, das den Stream davor als den letzten nennt, den es bearbeitet. Die dritte Anfrage geht auf einer anderen Verbindung erneut hinaus, auch ein POST würde das, da der Server gesagt hat, dass er nichts mit ihr getan hat; die beiden darunter werden auf der alten Verbindung beantwortet, die danach endet. Die Einzelheiten einer Verbindung erzählen die Geschichte ihres GOAWAY.</translation>
    </message>
    <message>
        <source>GOAWAY on an idle HTTP/2 connection</source>
        <translation>GOAWAY auf einer ruhenden HTTP/2-Verbindung</translation>
    </message>
    <message>
        <source>5 ms after each fourth response the lab sends a GOAWAY; the next request comes after 20 ms of idleness. The loop has seen the GOAWAY by then: the connection is gone from the pool, and the request pays for a new one. Nothing fails and nothing is sent twice.</source>
        <translation>5 ms nach jeder vierten Antwort sendet das Labor ein GOAWAY; die nächste Anfrage kommt nach 20 ms Leerlauf. Bis dahin hat die Schleife das GOAWAY gesehen: Die Verbindung ist aus dem Pool verschwunden, und die Anfrage bezahlt für eine neue. Nichts schlägt fehl, und nichts wird zweimal gesendet.</translation>
    </message>
    <message>
        <source>HTTP_1_1_REQUIRED: back to HTTP/1.1</source>
        <translation>HTTP_1_1_REQUIRED: zurück zu HTTP/1.1</translation>
    </message>
    <message>
        <source>The lab resets the tenth request of the connection with HTTP_1_1_REQUIRED. It goes out again over HTTP/1.1, and so does everything that follows: from there on the requests have no stream.</source>
        <translation>Das Labor setzt die zehnte Anfrage der Verbindung mit HTTP_1_1_REQUIRED zurück. Sie geht über HTTP/1.1 erneut hinaus, ebenso alles, was folgt: Von da an haben die Anfragen keinen Stream.</translation>
    </message>
    <message>
        <source>Frames for streams that are over</source>
        <translation>Frames für bereits beendete Streams</translation>
    </message>
    <message>
        <source>Behind each response the lab sends a HEADERS and a DATA frame for the stream that has just ended. They are ignored and counted (late frames in the connection&apos;s details), their bytes are given back to the window, and the connection is reused.</source>
        <translation>Hinter jeder Antwort sendet das Labor einen HEADERS- und einen DATA-Frame für den Stream, der gerade beendet ist. Sie werden ignoriert und gezählt (späte Frames in den Einzelheiten der Verbindung), ihre Bytes werden dem Fenster zurückgegeben, und die Verbindung wird wiederverwendet.</translation>
    </message>
    <message>
        <source>SETTINGS that allow no streams for 30 ms</source>
        <translation>SETTINGS, die 30 ms lang keine Streams erlauben</translation>
    </message>
    <message>
        <source>After each tenth response the lab lowers the number of streams to 0, and 30 ms later allows 100 again. A request that comes in between waits in the segment limit: it holds the loop, no second connection is opened for it, and it goes out when the new SETTINGS have come.</source>
        <translation>Nach jeder zehnten Antwort senkt das Labor die Zahl der Streams auf 0 und erlaubt 30 ms später wieder 100. Eine Anfrage, die dazwischen kommt, wartet im Segment Limit: Sie hält die Schleife am Leben, für sie wird keine zweite Verbindung geöffnet, und sie geht hinaus, sobald die neuen SETTINGS da sind.</translation>
    </message>
    <message>
        <source>421: the connection is not for this host</source>
        <translation>421: Die Verbindung ist nicht für diesen Host</translation>
    </message>
    <message>
        <source>Each fifth request of a connection is answered with 421 Misdirected Request. The request goes out again on a connection of its own, and the old one takes no more.</source>
        <translation>Jede fünfte Anfrage einer Verbindung wird mit 421 Misdirected Request beantwortet. Die Anfrage geht auf einer eigenen Verbindung erneut hinaus, und die alte nimmt keine mehr an.</translation>
    </message>
    <message>
        <source>Streams refused with REFUSED_STREAM</source>
        <translation>Mit REFUSED_STREAM abgelehnte Streams</translation>
    </message>
    <message>
        <source>The lab refuses every eighth request of a connection with RST_STREAM(REFUSED_STREAM), before any byte of an answer. That code says that nothing was done with the request, so that it goes out again at once, on the same connection, one time. The second attempt has another stream id.</source>
        <translation>Das Labor lehnt jede achte Anfrage einer Verbindung mit RST_STREAM(REFUSED_STREAM) ab, vor jedem Byte einer Antwort. Dieser Code sagt, dass nichts mit der Anfrage getan wurde, sodass sie sofort auf derselben Verbindung erneut hinausgeht, ein einziges Mal. Der zweite Versuch hat eine andere Stream-ID.</translation>
    </message>
    <message>
        <source>A server that does not like PINGs on idle connections</source>
        <translation>Ein Server, der PINGs auf ruhenden Verbindungen nicht mag</translation>
    </message>
    <message>
        <source>Without open streams the client sends no PING, because servers answer those with a GOAWAY ENHANCE_YOUR_CALM, as this lab would. With a gap of 50 ms, longer than the 20 ms after which a PING would be due, every request reuses its connection.</source>
        <translation>Ohne offene Streams sendet der Client kein PING, weil Server darauf mit einem GOAWAY ENHANCE_YOUR_CALM antworten, wie es auch dieses Labor täte. Bei einer Pause von 50 ms, länger als die 20 ms, nach denen ein PING fällig wäre, verwendet jede Anfrage ihre Verbindung wieder.</translation>
    </message>
    <message>
        <source>Bodies that nobody waits for, and the window they used</source>
        <translation>Rümpfe, auf die niemand wartet, und das Fenster, das sie verbrauchten</translation>
    </message>
    <message>
        <source>Every body is 65,535 bytes long, the whole of a default window. What was received has to be given back, or the connection would stand still after eight of them: look at the windows in the connection&apos;s details, and at the few WINDOW_UPDATE frames that it takes.</source>
        <translation>Jeder Rumpf ist 65.535 Bytes lang, ein ganzes voreingestelltes Fenster. Was empfangen wurde, muss zurückgegeben werden, sonst stünde die Verbindung nach acht davon still: Zu beachten sind die Fenster in den Einzelheiten der Verbindung und die wenigen WINDOW_UPDATE-Frames, die es dazu braucht.</translation>
    </message>
    <message>
        <source>Answers to HEAD, with and without the bytes</source>
        <translation>Antworten auf HEAD, mit und ohne die Bytes</translation>
    </message>
    <message>
        <source>The Content-Length in an answer to HEAD is that of the GET: no byte follows. The lab&apos;s own answers do it right and the connection is reused; each third one is sent with its five bytes, as a broken server does. These are left over, and that connection is discarded, though its request succeeds.</source>
        <translation>Das Content-Length in einer Antwort auf HEAD ist das des GET: Kein Byte folgt. Die Antworten des Labors machen es richtig, und die Verbindung wird wiederverwendet; jede dritte wird mit ihren fünf Bytes gesendet, wie es ein fehlerhafter Server tut. Diese sind überzählig, und die Verbindung wird verworfen, obwohl ihre Anfrage gelingt.</translation>
    </message>
    <message>
        <source>A queue that looks like a slow server</source>
        <translation>Eine Warteschlange, die wie ein langsamer Server aussieht</translation>
    </message>
    <message>
        <source>The server takes 10 ms for every request; eight are always wanted on one connection. Each takes 80 ms, and 70 of these are before the wire: the queue segment. Without it the server would be blamed for eight times what it did. With --connections 8 the queue is gone.</source>
        <translation>Der Server braucht 10 ms für jede Anfrage; stets werden acht auf einer Verbindung verlangt. Jede dauert 80 ms, und 70 davon liegen vor der Leitung: das Segment Queue. Ohne es bekäme der Server das Achtfache dessen angelastet, was er getan hat. Mit --connections 8 ist die Warteschlange fort.</translation>
    </message>
    <message>
        <source>A keep-alive hint, and the margin below it</source>
        <translation>Ein Keep-Alive-Hinweis und die Reserve darunter</translation>
    </message>
    <message>
        <source>The server says Keep-Alive: timeout=3. The client takes 2 s off for the FIN that may already be under way, and retires the connection after 1 s of idleness, so a request after 1.1 s opens a fresh connection, two seconds before the server would have closed the old one. The timeline shows the hint, the planned expiry, and no FIN from the server. With --gap 900 the connection is reused.</source>
        <translation>Der Server sagt Keep-Alive: timeout=3. Der Client zieht 2 s für das FIN ab, das schon unterwegs sein kann, und legt die Verbindung nach 1 s Leerlauf still, sodass eine Anfrage nach 1,1 s eine neue Verbindung öffnet, zwei Sekunden bevor der Server die alte geschlossen hätte. Die Zeitachse zeigt den Hinweis, den geplanten Ablauf und kein FIN des Servers. Mit --gap 900 wird die Verbindung wiederverwendet.</translation>
    </message>
    <message>
        <source>A keep-alive hint that leaves nothing after the margin</source>
        <translation>Ein Keep-Alive-Hinweis, von dem nach der Reserve nichts bleibt</translation>
    </message>
    <message>
        <source>The server says Keep-Alive: timeout=2, and the client takes 2 s off for the FIN that may be under way: nothing is left, so the connection is not kept at all, and each request pays for a new one. The reason says so (the hint is too short). It is what a client with a fixed margin does to a server with a short limit.</source>
        <translation>Der Server sagt Keep-Alive: timeout=2, und der Client zieht 2 s für das FIN ab, das unterwegs sein kann: Nichts bleibt, also wird die Verbindung gar nicht behalten, und jede Anfrage bezahlt für eine neue. Der Grund sagt es (der Hinweis ist zu kurz). Das tut ein Client mit fester Reserve einem Server mit kurzer Grenze an.</translation>
    </message>
    <message>
        <source>A server of HTTP/1.0</source>
        <translation>Ein Server mit HTTP/1.0</translation>
    </message>
    <message>
        <source>The second response of each connection is one of HTTP/1.0 with keep-alive, the third one of HTTP/1.0 without a word. The first kind keeps the connection by its explicit token, the second ends it, since there nothing was promised. The events of the connection say which version came, and with which token.</source>
        <translation>Die zweite Antwort jeder Verbindung ist eine von HTTP/1.0 mit Keep-Alive, die dritte eine von HTTP/1.0 ohne ein Wort dazu. Die erste Art behält die Verbindung durch ihr ausdrückliches Wort, die zweite beendet sie, da dort nichts versprochen war. Die Ereignisse der Verbindung sagen, welche Version kam und mit welchem Wort.</translation>
    </message>
    <message>
        <source>Requests that come after the idle limit</source>
        <translation>Anfragen, die nach der Leerlaufgrenze kommen</translation>
    </message>
    <message>
        <source>The idle limit is 50 ms and a request comes every 80 ms, so the client&apos;s own timer retires each connection before it could be used again: keep-alive-expired in the timeline, a fresh connection for every request. The limit is checked by the clock at reuse as well, so a loop that was blocked over the limit does not reuse what should be gone. Try --gap 50 for the race between the two.</source>
        <translation>Die Leerlaufgrenze liegt bei 50 ms, und alle 80 ms kommt eine Anfrage, sodass der eigene Timer des Clients jede Verbindung stilllegt, bevor sie wieder benutzt werden könnte: keep-alive-expired in der Zeitachse, für jede Anfrage eine neue Verbindung. Die Grenze wird bei der Wiederverwendung auch an der Uhr geprüft, sodass eine Schleife, die über die Grenze hinaus blockiert war, nicht wiederverwendet, was fort sein sollte. Mit --gap 50 zeigt sich der Wettlauf der beiden.</translation>
    </message>
    <message>
        <source>A late session ticket on an idle TLS connection</source>
        <translation>Ein spätes Sitzungsticket auf einer ruhenden TLS-Verbindung</translation>
    </message>
    <message>
        <source>Before each third request the lab sends a session ticket on the idle connection, and the request is queued while it lies unread in the kernel. From outside the socket looks as it does with poison in it: readable. Every scheduler that looks asks OpenSSL, which takes the ticket in and finds no data behind it: the connection is reused and no request pays for a new one.</source>
        <translation>Vor jeder dritten Anfrage sendet das Labor auf der ruhenden Verbindung ein Sitzungsticket, und die Anfrage wird eingereiht, während es ungelesen im Kernel liegt. Von außen sieht der Socket aus wie mit Poison darin: lesbar. Jeder Scheduler, der nachsieht, fragt OpenSSL, das das Ticket annimmt und keine Daten dahinter findet: Die Verbindung wird wiederverwendet, und keine Anfrage bezahlt für eine neue.</translation>
    </message>
    <message>
        <source>All idle connections die at once</source>
        <translation>Alle ruhenden Verbindungen sterben auf einmal</translation>
    </message>
    <message>
        <source>Bursts of eight on eight connections; before the third burst the server resets all of them at the same moment. A client that tries the dead ones one after the other, and counts these as retries, gives up although nothing is wrong with the server. Here each dead connection is put away under its own reason, and no request has more than one attempt that was written.</source>
        <translation>Stöße von acht auf acht Verbindungen; vor dem dritten Stoß setzt der Server alle im selben Augenblick zurück. Ein Client, der die toten nacheinander probiert und das als Wiederholungen zählt, gibt auf, obwohl mit dem Server alles in Ordnung ist. Hier wird jede tote Verbindung mit ihrem eigenen Grund abgelegt, und keine Anfrage hat mehr als einen geschriebenen Versuch.</translation>
    </message>
    <message>
        <source>A body that only the end of the connection delimits</source>
        <translation>Ein Rumpf, den nur das Ende der Verbindung begrenzt</translation>
    </message>
    <message>
        <source>Each second response has neither Content-Length nor Transfer-Encoding, and ends with the FIN. The FIN completes it, and the connection can never be kept; cut off by a reset it would have failed, since nobody could tell how much is missing.</source>
        <translation>Jede zweite Antwort hat weder Content-Length noch Transfer-Encoding und endet mit dem FIN. Das FIN vollendet sie, und die Verbindung kann nie behalten werden; durch einen Reset abgeschnitten wäre sie gescheitert, da niemand wissen könnte, wie viel fehlt.</translation>
    </message>
    <message>
        <source>A pipeline that breaks in its middle</source>
        <translation>Eine Pipeline, die in der Mitte bricht</translation>
    </message>
    <message>
        <source>Four requests are under way on one connection, and the server resets it instead of every eleventh answer. The answers before it count; what was on the wire behind it goes out again on another connection, in order (the pipeline broke), and so does the one that was being answered, being idempotent.</source>
        <translation>Vier Anfragen sind auf einer Verbindung unterwegs, und statt jeder elften Antwort setzt der Server sie zurück. Die Antworten davor gelten; was dahinter auf der Leitung war, geht in der Reihenfolge auf einer anderen Verbindung erneut hinaus (die Pipeline brach), ebenso die gerade beantwortete, da sie idempotent ist.</translation>
    </message>
    <message>
        <source>Four requests on the wire of one connection</source>
        <translation>Vier Anfragen auf der Leitung einer Verbindung</translation>
    </message>
    <message>
        <source>Four requests are under way on one connection, each answered after 5 ms, in their order: first in, first out, and each answer carries the tag of its request. Look at the timeline: the bars overlap on one lane. HTTP/1.1 has no other way to share a connection, and one slow answer holds up all behind it.</source>
        <translation>Vier Anfragen sind auf einer Verbindung unterwegs, jede nach 5 ms beantwortet, in ihrer Reihenfolge: Was zuerst kommt, geht zuerst, und jede Antwort trägt die Marke ihrer Anfrage. Zu beachten ist die Zeitachse: Die Balken überlappen sich in einer Spur. Anders kann HTTP/1.1 eine Verbindung nicht teilen, und eine langsame Antwort hält alle dahinter auf.</translation>
    </message>
    <message>
        <source>The same, with the loop blocked for 5 ms more</source>
        <translation>Dasselbe, die Schleife noch 5 ms länger blockiert</translation>
    </message>
    <message>
        <source>As poison-on-idle, but a slow callback keeps the loop from running for 5 ms more before the request is queued. Having waited longer helps none and the immediates not at all: no poll has run in the meantime, so they are as blind as before. timer-0 arms its timer after the block and so still comes to a poll; were the loop blocked behind it, the timer would fire without one. fresh-poll counts polls and peek looks at the socket, so neither depends on the clock.</source>
        <translation>Wie poison-on-idle, doch ein langsamer Callback hält die Schleife weitere 5 ms auf, bevor die Anfrage eingereiht wird. Das längere Warten hilft none und den Immediates nicht im Geringsten: In der Zwischenzeit lief kein Poll, sie sind also so blind wie zuvor. timer-0 stellt seinen Timer nach der Blockade und kommt so noch zu einem Poll; wäre die Schleife danach blockiert, liefe der Timer ohne einen ab. fresh-poll zählt Polls und peek sieht nach dem Socket, beide hängen also nicht von der Uhr ab.</translation>
    </message>
    <message>
        <source>Poison behind a session ticket</source>
        <translation>Poison hinter einem Sitzungsticket</translation>
    </message>
    <message>
        <source>Before each third request the lab sends a session ticket and, right behind it, a response that nobody asked for, and the request is queued while both lie unread in the kernel. none takes the poison as its answer, and so does immediate-ref from poll, which fires without a poll in between. fresh-poll and peek find the data behind the ticket and send the request on a new connection, whose session the ticket resumes.</source>
        <translation>Vor jeder dritten Anfrage sendet das Labor ein Sitzungsticket und gleich dahinter eine unverlangte Antwort, und die Anfrage wird eingereiht, während beide ungelesen im Kernel liegen. none hält das Poison für seine Antwort, ebenso immediate-ref aus poll, das ohne Poll dazwischen läuft. fresh-poll und peek finden die Daten hinter dem Ticket und senden die Anfrage auf einer neuen Verbindung, deren Sitzung das Ticket wiederaufnimmt.</translation>
    </message>
    <message>
        <source>An unasked response lies in the kernel when a request is queued</source>
        <translation>Eine unverlangte Antwort liegt im Kernel, wenn eine Anfrage eingereiht wird</translation>
    </message>
    <message>
        <source>Before every fifth request the server sends a complete response that nobody has asked for, and the loop is kept busy until the bytes lie unseen in the kernel. none writes at once and takes the stranger for its answer. Both immediates do the same: armed from poll they run in the same turn, 0 polls before the write, so what the kernel holds has not been looked at. timer-0 usually has a poll in between and then escapes, though the clock promises none. fresh-poll and peek see the bytes, discard the connection and send the request on another one.</source>
        <translation>Vor jeder fünften Anfrage sendet der Server eine vollständige Antwort, die niemand verlangt hat, und die Schleife wird beschäftigt, bis die Bytes ungesehen im Kernel liegen. none schreibt sofort und hält die fremde Antwort für die eigene. Beide Immediates tun dasselbe: Aus poll vorgemerkt laufen sie im selben Durchlauf, 0 Polls vor dem Schreiben, sodass niemand nachgesehen hat, was im Kernel liegt. timer-0 hat meist einen Poll dazwischen und entkommt dann, doch die Uhr verspricht keinen. fresh-poll und peek sehen die Bytes, verwerfen die Verbindung und senden die Anfrage auf einer anderen.</translation>
    </message>
    <message>
        <source>A 408 on an idle connection</source>
        <translation>Ein 408 auf einer ruhenden Verbindung</translation>
    </message>
    <message>
        <source>After 5 ms of idleness the server says 408 Request Timeout with Connection: close, and closes. It is nobody&apos;s answer and no attack: a server&apos;s way of saying that it has waited long enough. The connection is put away under that name (408 while idle), and the next request, after 20 ms, has a fresh one and its own 200.</source>
        <translation>Nach 5 ms Leerlauf sagt der Server 408 Request Timeout mit Connection: close und schließt. Es ist niemandes Antwort und kein Angriff: Ein Server sagt so, dass er lange genug gewartet hat. Die Verbindung wird unter diesem Namen abgelegt (408 im Leerlauf), und die nächste Anfrage hat nach 20 ms eine neue und ihr eigenes 200.</translation>
    </message>
    <message>
        <source>The oldest connection first</source>
        <translation>Die älteste Verbindung zuerst</translation>
    </message>
    <message>
        <source>The same as the newest first, but the connection that has rested longest is taken: each of them is used in turn, so that none ever reaches the server&apos;s idle limit, the pool stays as large as its largest moment, and every request meets a connection that has rested longer. Compare the idle times before the requests and the number of FINs.</source>
        <translation>Dasselbe wie die neueste zuerst, doch genommen wird die Verbindung, die am längsten geruht hat: Reihum wird jede benutzt, sodass keine je die Leerlaufgrenze des Servers erreicht, der Pool so groß bleibt wie in seinem größten Augenblick und jede Anfrage auf eine Verbindung trifft, die länger geruht hat. Zu vergleichen sind der Leerlauf vor den Anfragen und die Zahl der FINs.</translation>
    </message>
    <message>
        <source>The newest connection first</source>
        <translation>Die neueste Verbindung zuerst</translation>
    </message>
    <message>
        <source>A request every 10 ms needs one connection; when the server stands still for 100 ms, the pool grows to eight. Afterwards the newest idle connection is always taken first: the others rest until the server&apos;s idle limit of 300 ms ends them, each with a FIN that is seen while idle. The pool shrinks to what is needed, and the connection in use is never old.</source>
        <translation>Eine Anfrage alle 10 ms braucht eine Verbindung; steht der Server 100 ms still, wächst der Pool auf acht. Danach wird stets die neueste ruhende Verbindung zuerst genommen: Die anderen ruhen, bis die Leerlaufgrenze des Servers von 300 ms sie beendet, jede mit einem FIN, das im Leerlauf gesehen wird. Der Pool schrumpft auf das Nötige, und die benutzte Verbindung ist nie alt.</translation>
    </message>
    <message>
        <source>A probe that looks only after a longer rest</source>
        <translation>Ein Blick erst nach längerer Ruhe</translation>
    </message>
    <message>
        <source>Before each third request the server closes, and the FIN lies unseen in the kernel. peek asks the socket before each write and finds it. after-idle:1000 looks only at connections that have rested for a second: these have not, so the look is skipped, the request is written into the closed connection, and has to be sent again. A probe saves a system call and leaves a window; reading while idle needs none.</source>
        <translation>Vor jeder dritten Anfrage schließt der Server, und das FIN liegt ungesehen im Kernel. peek fragt den Socket vor jedem Schreiben und findet es. after-idle:1000 sieht nur nach Verbindungen, die eine Sekunde geruht haben: Diese haben es nicht, also entfällt der Blick, die Anfrage wird in die geschlossene Verbindung geschrieben und muss erneut gesendet werden. Ein bedingter Blick spart einen Systemaufruf und lässt ein Fenster offen; Lesen im Leerlauf braucht keinen.</translation>
    </message>
    <message>
        <source>The server resets an idle connection just before a request</source>
        <translation>Der Server setzt eine ruhende Verbindung kurz vor einer Anfrage zurück</translation>
    </message>
    <message>
        <source>As fin-on-idle, but with a reset. A write onto a connection whose reset has arrived fails at once, so nothing of the request has left and it moves to a fresh connection whatever its method; a reset that crosses the request costs a replay. A request that was not written is never failed by what happens to an idle socket (undici fails it with ECONNRESET).</source>
        <translation>Wie fin-on-idle, aber mit einem Reset. Ein Schreiben auf eine Verbindung, deren Reset angekommen ist, schlägt sofort fehl; nichts von der Anfrage ist also hinaus, und sie zieht unabhängig von ihrer Methode auf eine neue Verbindung um; ein Reset, der die Anfrage unterwegs kreuzt, kostet eine Wiederholung. Eine nicht geschriebene Anfrage scheitert nie an dem, was einem ruhenden Socket geschieht (undici lässt sie mit ECONNRESET fehlschlagen).</translation>
    </message>
    <message>
        <source>2000 sequential requests on one connection</source>
        <translation>2000 Anfragen nacheinander auf einer Verbindung</translation>
    </message>
    <message>
        <source>The price of validation when nothing goes wrong. timer-0 pays the floor of its timer, 1 ms and often a little more, on every reuse: look at the validate segment and at poll sleeping until next-timer. immediate-ref costs next to nothing, but its requests go out with 0 polls in between, since they are issued from poll and the immediate runs in the same turn. fresh-poll waits for one whole poll and peek makes one system call; both stay close to none. Where the interval of a ratio contains 1, the difference is not resolvable on this machine.</source>
        <translation>Der Preis der Prüfung, wenn nichts schiefgeht. timer-0 bezahlt bei jeder Wiederverwendung die Untergrenze seines Timers, 1 ms und oft etwas mehr: Zu beachten sind das Segment Prüfen und Poll, der bis next-timer schläft. immediate-ref kostet fast nichts, doch seine Anfragen gehen mit 0 Polls dazwischen hinaus, da sie aus poll kommen und das Immediate im selben Durchlauf läuft. fresh-poll wartet einen ganzen Poll ab, und peek macht einen Systemaufruf; beide bleiben nahe an none. Wo das Intervall eines Verhältnisses die 1 enthält, ist der Unterschied auf diesem Rechner nicht auflösbar.</translation>
    </message>
    <message>
        <source>A server that refuses a request and closes</source>
        <translation>Ein Server, der eine Anfrage ablehnt und schließt</translation>
    </message>
    <message>
        <source>Every third POST is answered 403 with Connection: close from its head alone, and the body is read by nobody. It costs a connection for each refusal, and it is safe.</source>
        <translation>Jedes dritte POST wird schon auf seinen Kopf hin mit 403 und Connection: close beantwortet, und den Rumpf liest niemand. Das kostet je Ablehnung eine Verbindung, und es ist sicher.</translation>
    </message>
    <message>
        <source>A server that refuses a request and loses its place</source>
        <translation>Ein Server, der eine Anfrage ablehnt und den Anschluss verliert</translation>
    </message>
    <message>
        <source>Every third POST is answered 403 from its head alone, and the server takes the body for the next request. This body is one: GET /smuggled. So a second answer comes that nobody has asked for, and the client and the server disagree about every message from there on. Where the client sees it in time, it discards the connection (excess bytes, or bytes while idle) and shows how they begin; what comes later than the last look is taken for the answer to the next request, which the lab&apos;s tag gives away as poison: any scheduler can only look at what has arrived.</source>
        <translation>Jedes dritte POST wird schon auf seinen Kopf hin mit 403 beantwortet, und der Server hält den Rumpf für die nächste Anfrage. Dieser Rumpf ist eine: GET /smuggled. Es kommt also eine zweite Antwort, nach der niemand gefragt hat, und Client und Server sind sich von da an über keine Nachricht mehr einig. Wo der Client es rechtzeitig sieht, verwirft er die Verbindung (überzählige Bytes oder Bytes im Leerlauf) und zeigt, wie sie beginnen; was nach dem letzten Blick kommt, wird für die Antwort auf die nächste Anfrage gehalten, was die Marke des Labors als Poison entlarvt: Jeder Scheduler kann nur nach dem sehen, was angekommen ist.</translation>
    </message>
    <message>
        <source>A server that refuses a request and reads its body</source>
        <translation>Ein Server, der eine Anfrage ablehnt und ihren Rumpf liest</translation>
    </message>
    <message>
        <source>Every third POST is answered 403 from its head alone. The server then reads the body and forgets it, so that it keeps its place in the stream, and the connection goes on: all requests but the first are on one connection. Compare with the server that closes, and with the one that loses its place.</source>
        <translation>Jedes dritte POST wird schon auf seinen Kopf hin mit 403 beantwortet. Der Server liest danach den Rumpf und vergisst ihn, sodass er im Strom den Anschluss behält, und die Verbindung geht weiter: Alle Anfragen außer der ersten laufen auf einer Verbindung. Zum Vergleich dienen der Server, der schließt, und der, der den Anschluss verliert.</translation>
    </message>
    <message>
        <source>A server that drops a reused connection without a word</source>
        <translation>Ein Server, der eine wiederverwendete Verbindung wortlos fallen lässt</translation>
    </message>
    <message>
        <source>Each second request of a connection gets a FIN and nothing else, the silent close of proxies. On a reused connection that means: try again, and the request succeeds on a fresh one (replayed). On a fresh connection the same FIN would be an error, since there is no reason to think that another one fares better.</source>
        <translation>Jede zweite Anfrage einer Verbindung bekommt ein FIN und sonst nichts, das stille Schließen von Proxys. Auf einer wiederverwendeten Verbindung heißt das: noch einmal versuchen, und auf einer neuen Verbindung gelingt die Anfrage (wiederholt). Auf einer neuen Verbindung wäre dasselbe FIN ein Fehler, da nichts dafür spricht, dass es einer anderen besser ergeht.</translation>
    </message>
    <message>
        <source>Six requests to a server that takes 10 ms</source>
        <translation>Sechs Anfragen an einen Server, der 10 ms braucht</translation>
    </message>
    <message>
        <source>How an unref&apos;d immediate stalls. A pool with one connection parks the next request in its own queue and dispatches it from check. There immediate-unref arms an immediate that does not keep poll from sleeping, so poll sleeps until whatever timer comes next, usually the coarse tick of the header timeout half a second away, and only then is the request written. The list of stalls names the segment validate and woken-by timer. All other schedulers need about 11 ms per request.</source>
        <translation>Wie ein Immediate mit unref stehen bleibt. Ein Pool mit einer Verbindung parkt die nächste Anfrage in seiner eigenen Warteschlange und schickt sie aus check ab. Dort merkt immediate-unref ein Immediate vor, das poll nicht vom Schlafen abhält; poll schläft also, bis irgendein Timer kommt, meist der grobe Takt des Zeitlimits für den Antwortkopf eine halbe Sekunde später, und erst dann wird die Anfrage geschrieben. Die Liste der Stillstände nennt das Segment Prüfen und als Wecker den Timer. Alle anderen Scheduler brauchen etwa 11 ms je Anfrage.</translation>
    </message>
    <message>
        <source>An unref&apos;d immediate armed from a timer</source>
        <translation>Ein Immediate mit unref, aus einem Timer vorgemerkt</translation>
    </message>
    <message>
        <source>The same stall without a pool: a request that comes from a timer after 60 ms of idleness. immediate-unref waits in poll until the next timer or the next event on any socket, here some 440 ms: the coarse tick of 499 ms that an earlier request has left behind, minus the idle time. immediate-ref keeps poll from sleeping and pays one turn. Issued from poll (--dispatch-from poll) neither stalls.</source>
        <translation>Derselbe Stillstand ohne Pool: eine Anfrage, die nach 60 ms Leerlauf aus einem Timer kommt. immediate-unref wartet in poll bis zum nächsten Timer oder zum nächsten Ereignis an irgendeinem Socket, hier etwa 440 ms: der grobe Takt von 499 ms, den eine frühere Anfrage hinterlassen hat, abzüglich der Leerlaufzeit. immediate-ref hält poll vom Schlafen ab und bezahlt einen Durchlauf. Aus poll gestellt (--dispatch-from poll) bleibt keiner der beiden stehen.</translation>
    </message>
    <message>
        <source>A server that talks to itself</source>
        <translation>Ein Server, der Selbstgespräche führt</translation>
    </message>
    <message>
        <source>30 ms after every response twelve bytes of text come that belong to nothing, and a request follows every 60 ms. Nothing is ever mixed up: every answer is right, each on a new connection. Look at the churn: as many connections as requests, each discarded for bytes while idle.</source>
        <translation>30 ms nach jeder Antwort kommen zwölf Bytes Text, die zu nichts gehören, und alle 60 ms folgt eine Anfrage. Nichts wird je verwechselt: Jede Antwort stimmt, jede auf einer neuen Verbindung. Zu beachten ist der Verschleiß: so viele Verbindungen wie Anfragen, jede wegen Bytes im Leerlauf verworfen.</translation>
    </message>
    <message>
        <source>A line break too much behind the body</source>
        <translation>Ein Zeilenumbruch zu viel hinter dem Rumpf</translation>
    </message>
    <message>
        <source>Some servers end a body with a CR LF that its length does not count. It harms nobody, but it is not part of any message either: the connection is discarded, under a name apart from poison (excess line breaks), so that a careless server can be told from a dangerous one.</source>
        <translation>Manche Server beenden einen Rumpf mit einem CR LF, das seine Länge nicht mitzählt. Es schadet niemandem, gehört aber auch zu keiner Nachricht: Die Verbindung wird verworfen, unter einem anderen Namen als Poison (überzählige Zeilenumbrüche), damit sich ein nachlässiger Server von einem gefährlichen unterscheiden lässt.</translation>
    </message>
    <message>
        <source>A request that waits for a connection that dies</source>
        <translation>Eine Anfrage, die auf eine sterbende Verbindung wartet</translation>
    </message>
    <message>
        <source>One connection is allowed, two requests are always under way, and the server closes each connection with its answer. The one that waits must not wait for a connection that is gone: it gets a fresh one. Look at its queue segment: the 5 ms of the answer before it, and not a timeout.</source>
        <translation>Eine Verbindung ist erlaubt, stets sind zwei Anfragen unterwegs, und der Server schließt jede Verbindung mit seiner Antwort. Die wartende darf nicht auf eine Verbindung warten, die es nicht mehr gibt: Sie bekommt eine neue. Zu beachten ist ihr Segment Queue: die 5 ms der Antwort davor, und kein Timeout.</translation>
    </message>
    <message>
        <source>A caller that drops a large body</source>
        <translation>Ein Aufrufer, der einen großen Rumpf verwirft</translation>
    </message>
    <message>
        <source>Each response has 1 MiB, and the caller wants 10 bytes of it. Reading the rest to keep the connection would cost more than a new one, so that more than 64 KiB are not drained: the connection is discarded, the request succeeds, and the reason of the next one says that a body was unread. With a body of 32 KiB the rest is read and the connection is kept (the drained body).</source>
        <translation>Jede Antwort hat 1 MiB, und der Aufrufer will davon 10 Bytes. Den Rest zu lesen, um die Verbindung zu behalten, würde mehr kosten als eine neue, daher werden nicht mehr als 64 KiB ausgelesen: Die Verbindung wird verworfen, die Anfrage gelingt, und der Grund der nächsten sagt, dass ein Rumpf ungelesen war. Bei einem Rumpf von 32 KiB wird der Rest gelesen und die Verbindung behalten (drained-body).</translation>
    </message>
    <message>
        <source>A POST that nobody may send twice</source>
        <translation>Ein POST, das niemand zweimal senden darf</translation>
    </message>
    <message>
        <source>As the silent close, but with POST: the request was on the wire, the server may have acted on it, and nobody can tell. So it is not sent again; it fails, and the reason says why (the peer closed without an answer). --replay always sends it again, which a server that is not idempotent pays for; --replay never leaves also GET alone.</source>
        <translation>Wie silent-close, aber mit POST: Die Anfrage war auf der Leitung, der Server kann danach gehandelt haben, und niemand kann es wissen. Also wird sie nicht erneut gesendet; sie schlägt fehl, und der Grund sagt, warum (die Gegenstelle hat ohne Antwort geschlossen). --replay always sendet sie erneut, wofür ein nicht idempotenter Server bezahlt; --replay never lässt auch GET auf sich beruhen.</translation>
    </message>
    <message>
        <source>A server that switches protocols unasked</source>
        <translation>Ein Server, der unverlangt das Protokoll wechselt</translation>
    </message>
    <message>
        <source>Each third response is 101 Switching Protocols with three bytes of something else behind it. From there on the connection speaks another language: it is never pooled, and the event says how many bytes of the other protocol had come already.</source>
        <translation>Jede dritte Antwort ist 101 Switching Protocols mit drei Bytes von etwas anderem dahinter. Von da an spricht die Verbindung eine andere Sprache: Sie kommt nie in den Pool, und das Ereignis sagt, wie viele Bytes des anderen Protokolls schon gekommen waren.</translation>
    </message>
    <message>
        <source>Each miss has its reason</source>
        <translation>Jede neue Verbindung hat ihren Grund</translation>
    </message>
    <message>
        <source>Six requests at a time on four connections, every eighth answer of a connection with Connection: close. Each request that did not simply go out on an idle connection says why: there was none yet, all were busy, the peer was closing. Sort the requests by their reason.</source>
        <translation>Sechs Anfragen gleichzeitig auf vier Verbindungen, jede achte Antwort einer Verbindung mit Connection: close. Jede Anfrage, die nicht einfach auf einer ruhenden Verbindung hinausging, sagt, warum: Es gab noch keine, alle waren belegt, die Gegenstelle wollte schließen. Am besten die Anfragen nach ihrem Grund sortieren.</translation>
    </message>
    <message>
        <source>A server that keeps the connection and reads nothing more</source>
        <translation>Ein Server, der die Verbindung hält und nichts mehr liest</translation>
    </message>
    <message>
        <source>After every fourth response the server goes on holding the connection and never reads from it again: no FIN, no bytes, nothing that a scheduler could see. The next request is taken by the kernel and answered by nobody; only a deadline (here 200 ms) ends it. It fails with a timeout, on a reused connection; its bytes were written, and that is all that can be known.</source>
        <translation>Nach jeder vierten Antwort hält der Server die Verbindung weiter und liest nie wieder von ihr: kein FIN, keine Bytes, nichts, was ein Scheduler sehen könnte. Die nächste Anfrage nimmt der Kernel an, und niemand beantwortet sie; nur eine Frist (hier 200 ms) beendet sie. Sie scheitert mit einem Timeout, auf einer wiederverwendeten Verbindung; ihre Bytes waren geschrieben, und mehr lässt sich nicht wissen.</translation>
    </message>
</context>
<context>
    <name>Scheduler</name>
    <message>
        <source>No validation</source>
        <translation>Keine Prüfung</translation>
    </message>
    <message>
        <source>Writes at once. The fastest there is, and blind: bytes, a FIN or a reset that have reached the kernel but not the loop are met only after the write.</source>
        <translation>Schreibt sofort. So schnell wie möglich, und blind: Bytes, ein FIN oder ein Reset, die den Kernel, aber nicht die Schleife erreicht haben, zeigen sich erst nach dem Schreiben.</translation>
    </message>
    <message>
        <source>6.x up to 6.26.0, 7.x up to 7.27.2, 8.x up to 8.4.1</source>
        <translation>6.x bis 6.26.0, 7.x bis 7.27.2, 8.x bis 8.4.1</translation>
    </message>
    <message>
        <source>Zero timer</source>
        <translation>Null-Timer</translation>
    </message>
    <message>
        <source>An unref&apos;d setTimeout(0). Timers have a floor of one millisecond, so every reuse pays for it; usually one poll happens in the meantime, but the clock promises none.</source>
        <translation>Ein setTimeout(0) mit unref. Timer haben eine Untergrenze von einer Millisekunde, die jede Wiederverwendung bezahlt; meist läuft in der Zwischenzeit ein Poll, doch die Uhr verspricht keinen.</translation>
    </message>
    <message>
        <source>6.27.0, 6.28.0, 7.28.0, 7.29.0, 8.5.0 to 8.7.0, 8.10.0</source>
        <translation>6.27.0, 6.28.0, 7.28.0, 7.29.0, 8.5.0 bis 8.7.0, 8.10.0</translation>
    </message>
    <message>
        <source>Unref&apos;d immediate</source>
        <translation>Immediate mit unref</translation>
    </message>
    <message>
        <source>An immediate that does not keep poll from sleeping. Armed from poll it runs in the same turn; armed from check or timers it waits for whatever ends the next sleep of poll: a stall of up to half a second, or longer.</source>
        <translation>Ein Immediate, das poll nicht vom Schlafen abhält. Aus poll vorgemerkt läuft es im selben Durchlauf; aus check oder timers vorgemerkt wartet es auf das, was den nächsten Schlaf von poll beendet: ein Stillstand von bis zu einer halben Sekunde oder länger.</translation>
    </message>
    <message>
        <source>8.8.0, 8.9.0</source>
        <translation>8.8.0, 8.9.0</translation>
    </message>
    <message>
        <source>Ref&apos;d immediate</source>
        <translation>Immediate mit ref</translation>
    </message>
    <message>
        <source>An immediate that keeps poll from sleeping. Fast from everywhere; armed from poll it runs in the same turn without any fresh poll, and so misses bytes that are already in the kernel.</source>
        <translation>Ein Immediate, das poll vom Schlafen abhält. Von überall schnell; aus poll vorgemerkt läuft es im selben Durchlauf ohne neuen Poll und verpasst so Bytes, die schon im Kernel liegen.</translation>
    </message>
    <message>
        <source>6.28.1 and later, 7.29.1 and later, 8.10.1 and later</source>
        <translation>ab 6.28.1, ab 7.29.1, ab 8.10.1</translation>
    </message>
    <message>
        <source>One fresh poll</source>
        <translation>Ein neuer Poll</translation>
    </message>
    <message>
        <source>A ref&apos;d immediate, armed again until one whole poll that began after the request came has completed. Whatever had reached the kernel by then has been seen.</source>
        <translation>Ein Immediate mit ref, erneut vorgemerkt, bis ein ganzer Poll abgeschlossen ist, der nach dem Eintreffen der Anfrage begann. Was bis dahin den Kernel erreicht hatte, ist gesehen.</translation>
    </message>
    <message>
        <source>Look at the socket</source>
        <translation>Nach dem Socket sehen</translation>
    </message>
    <message>
        <source>One recv with MSG_PEEK right before the write: bytes, a FIN and a reset are seen without waiting for the loop.</source>
        <translation>Ein recv mit MSG_PEEK unmittelbar vor dem Schreiben: Bytes, ein FIN und ein Reset werden gesehen, ohne auf die Schleife zu warten.</translation>
    </message>
    <message>
        <source>In the background</source>
        <translation>Im Hintergrund</translation>
    </message>
    <message>
        <source>An immediate armed when the response completes, so that the wait overlaps with other work. Only a request that comes before it has fired is held up; one that comes later goes out without a look.</source>
        <translation>Ein Immediate, vorgemerkt beim Abschluss der Antwort, sodass sich das Warten mit anderer Arbeit überschneidet. Nur eine Anfrage, die kommt, bevor es gelaufen ist, wird aufgehalten; eine spätere geht ohne Nachsehen hinaus.</translation>
    </message>
    <message>
        <source>Look after N ms idle</source>
        <translation>Nachsehen nach N ms Leerlauf</translation>
    </message>
    <message>
        <source>As peek, but only when the connection has been idle for N milliseconds or more; a younger one is trusted.</source>
        <translation>Wie peek, aber nur, wenn die Verbindung mindestens N Millisekunden im Leerlauf war; einer jüngeren wird vertraut.</translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message>
        <source>a gap needs requests that are dispatched from timers, or the paced workload</source>
        <translation>eine Pause gibt es nur, wenn Anfragen aus timers abgeschickt werden, oder bei der Last „getaktet“</translation>
    </message>
    <message>
        <source>a paced workload needs a gap of at least 1 ms between its requests</source>
        <translation>die Last „getaktet“ braucht eine Pause von mindestens 1 ms zwischen ihren Anfragen</translation>
    </message>
    <message>
        <source>a request&apos;s body has at most {} bytes, not {}</source>
        <translation>der Rumpf einer Anfrage hat höchstens {} Bytes, nicht {}</translation>
    </message>
    <message>
        <source>a run is under way; stop it first</source>
        <translation>ein Lauf ist im Gange; bitte erst anhalten</translation>
    </message>
    <message>
        <source>a sequential workload has a width of 1; use burst or parallel for more</source>
        <translation>die Last „sequenziell“ hat die Breite 1; für mehr gibt es „Stoß“ und „parallel“</translation>
    </message>
    <message>
        <source>a sweep has one request at a time, and dispatches it from timers</source>
        <translation>die Last „ansteigend“ hat immer nur eine Anfrage und schickt sie aus timers ab</translation>
    </message>
    <message>
        <source>a sweep needs a last gap that is longer than the first</source>
        <translation>die Last „ansteigend“ braucht eine letzte Pause, die länger ist als die erste</translation>
    </message>
    <message>
        <source>a target that is not on this machine</source>
        <translation>ein Ziel, das nicht auf diesem Rechner liegt,</translation>
    </message>
    <message>
        <source>a {} request carries no body; use POST, PUT or DELETE</source>
        <translation>eine {}-Anfrage hat keinen Rumpf; dafür gibt es POST, PUT und DELETE</translation>
    </message>
    <message>
        <source>an injection needs the built-in lab, not a URL</source>
        <translation>eine Störung braucht das Labor, keine URL</translation>
    </message>
    <message>
        <source>an unreadable date</source>
        <translation>ein unlesbares Datum</translation>
    </message>
    <message>
        <source>at least one scheduler, source, fault and block are needed</source>
        <translation>nötig sind mindestens ein Scheduler, eine Quelle, eine Störung und eine Blockierung</translation>
    </message>
    <message>
        <source>at least two times are needed for a gap</source>
        <translation>für eine Pause sind mindestens zwei Zeiten nötig</translation>
    </message>
    <message>
        <source>at most {} headers can be added to a request, not {}</source>
        <translation>eine Anfrage kann höchstens {} zusätzliche Header-Felder haben, nicht {}</translation>
    </message>
    <message>
        <source>cannot resolve &quot;{}&quot;: {}</source>
        <translation>„{}“ lässt sich nicht auflösen: {}</translation>
    </message>
    <message>
        <source>certificate authority</source>
        <translation>Zertifizierungsstelle</translation>
    </message>
    <message>
        <source>client certificate</source>
        <translation>Client-Zertifikat</translation>
    </message>
    <message>
        <source>expected a date and time, such as 2026-02-28T23:59:59.123Z</source>
        <translation>erwartet wird ein Zeitpunkt wie 2026-02-28T23:59:59.123Z</translation>
    </message>
    <message>
        <source>expected a time in seconds, such as 12.345</source>
        <translation>erwartet wird eine Zeit in Sekunden wie 12.345</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>it does not start with http:// or https://</source>
        <translation>sie beginnt nicht mit http:// oder https://</translation>
    </message>
    <message>
        <source>it has no IPv4 or IPv6 address</source>
        <translation>es hat keine IPv4- oder IPv6-Adresse</translation>
    </message>
    <message>
        <source>it holds a character that is not ASCII; write it percent-encoded</source>
        <translation>sie enthält ein Zeichen, das nicht in ASCII ist; es ist prozentkodiert zu schreiben</translation>
    </message>
    <message>
        <source>it holds a space or a control character</source>
        <translation>sie enthält ein Leer- oder Steuerzeichen</translation>
    </message>
    <message>
        <source>it is longer than {} bytes</source>
        <translation>sie ist länger als {} Bytes</translation>
    </message>
    <message>
        <source>it is not a host name</source>
        <translation>es ist kein Hostname</translation>
    </message>
    <message>
        <source>it names no host</source>
        <translation>sie nennt keinen Host</translation>
    </message>
    <message>
        <source>it tells one request from another</source>
        <translation>es unterscheidet eine Anfrage von der anderen</translation>
    </message>
    <message>
        <source>its name is not made of letters, digits and !#$%&amp;&apos;*+-.^_`|~ alone</source>
        <translation>sein Name besteht nicht nur aus Buchstaben, Ziffern und !#$%&amp;&apos;*+-.^_`|~</translation>
    </message>
    <message>
        <source>its value begins or ends with a blank</source>
        <translation>sein Wert beginnt oder endet mit einem Leerzeichen</translation>
    </message>
    <message>
        <source>its value holds a control character</source>
        <translation>sein Wert enthält ein Steuerzeichen</translation>
    </message>
    <message>
        <source>key of the client certificate</source>
        <translation>Schlüssel des Client-Zertifikats</translation>
    </message>
    <message>
        <source>line {}: {}</source>
        <translation>Zeile {}: {}</translation>
    </message>
    <message>
        <source>more than {} times</source>
        <translation>mehr als {} Zeiten</translation>
    </message>
    <message>
        <source>only http:// and https:// are supported, not {}://</source>
        <translation>unterstützt werden nur http:// und https://, nicht {}://</translation>
    </message>
    <message>
        <source>the IPv6 address has no closing bracket</source>
        <translation>der IPv6-Adresse fehlt die schließende Klammer</translation>
    </message>
    <message>
        <source>the PING interval in ms</source>
        <translation>PING-Abstand in ms</translation>
    </message>
    <message>
        <source>the TLS handshake with {} failed: {}</source>
        <translation>der TLS-Handshake mit {} ist fehlgeschlagen: {}</translation>
    </message>
    <message>
        <source>the URL &quot;{}&quot; cannot be used: {}</source>
        <translation>die URL „{}“ ist nicht verwendbar: {}</translation>
    </message>
    <message>
        <source>the URL says it</source>
        <translation>die URL gibt es vor</translation>
    </message>
    <message>
        <source>the age limit in ms</source>
        <translation>Altersgrenze in ms</translation>
    </message>
    <message>
        <source>the answer to it would not be understood</source>
        <translation>die Antwort darauf würde nicht verstanden</translation>
    </message>
    <message>
        <source>the blocking time must be from 0 to {} ms</source>
        <translation>die Blockierung muss zwischen 0 und {} ms liegen</translation>
    </message>
    <message>
        <source>the bytes read of a body</source>
        <translation>gelesene Bytes eines Rumpfs</translation>
    </message>
    <message>
        <source>the certificate is for {}, not for {}</source>
        <translation>das Zertifikat ist für {}, nicht für {}</translation>
    </message>
    <message>
        <source>the certificate of {} expired on {}</source>
        <translation>das Zertifikat von {} ist am {} abgelaufen</translation>
    </message>
    <message>
        <source>the certificate of {} is not accepted: {}</source>
        <translation>das Zertifikat von {} wird nicht angenommen: {}</translation>
    </message>
    <message>
        <source>the certificate of {} is signed by an authority that is not trusted here ({}); trust it with --ca FILE, or look at it anyway with --insecure</source>
        <translation>das Zertifikat von {} hat eine Stelle unterzeichnet, der hier nicht vertraut wird ({}); mit --ca DATEI wird ihr vertraut, mit --insecure geht es auch so</translation>
    </message>
    <message>
        <source>the certificate of {} is valid only from {} on</source>
        <translation>das Zertifikat von {} gilt erst ab {}</translation>
    </message>
    <message>
        <source>the drain limit</source>
        <translation>Abfluss-Limit</translation>
    </message>
    <message>
        <source>the gap in ms</source>
        <translation>Pause in ms</translation>
    </message>
    <message>
        <source>the header &quot;{}&quot; cannot be sent: {}</source>
        <translation>das Header-Feld „{}“ lässt sich nicht senden: {}</translation>
    </message>
    <message>
        <source>the headers added to a request have at most {} bytes in all, not {}</source>
        <translation>die zusätzlichen Header-Felder einer Anfrage haben zusammen höchstens {} Bytes, nicht {}</translation>
    </message>
    <message>
        <source>the host name holds a character that no host name has</source>
        <translation>der Hostname enthält ein Zeichen, das kein Hostname hat</translation>
    </message>
    <message>
        <source>the injection interval</source>
        <translation>Abstand der Störungen</translation>
    </message>
    <message>
        <source>the injection&apos;s blocking time in ms</source>
        <translation>Blockierung durch die Störung in ms</translation>
    </message>
    <message>
        <source>the keep-alive limit in ms</source>
        <translation>Keep-Alive-Limit in ms</translation>
    </message>
    <message>
        <source>the keep-alive margin in ms</source>
        <translation>Keep-Alive-Reserve in ms</translation>
    </message>
    <message>
        <source>the last gap in ms</source>
        <translation>letzte Pause in ms</translation>
    </message>
    <message>
        <source>the limit for unused connections in ms</source>
        <translation>Limit für unbenutzte Verbindungen in ms</translation>
    </message>
    <message>
        <source>the limit of requests</source>
        <translation>Limit der Anfragen</translation>
    </message>
    <message>
        <source>the limit of requests per second</source>
        <translation>Limit der Anfragen pro Sekunde</translation>
    </message>
    <message>
        <source>the longest keep-alive in ms</source>
        <translation>längstes Keep-Alive in ms</translation>
    </message>
    <message>
        <source>the number of connections</source>
        <translation>Zahl der Verbindungen</translation>
    </message>
    <message>
        <source>the number of connections of HTTP/2</source>
        <translation>Zahl der HTTP/2-Verbindungen</translation>
    </message>
    <message>
        <source>the number of repeats</source>
        <translation>Zahl der Wiederholungen</translation>
    </message>
    <message>
        <source>the number of requests</source>
        <translation>Zahl der Anfragen</translation>
    </message>
    <message>
        <source>the number of schedulers</source>
        <translation>Zahl der Scheduler</translation>
    </message>
    <message>
        <source>the number of streams</source>
        <translation>Zahl der Streams</translation>
    </message>
    <message>
        <source>the number of trials must be from 1 to {}</source>
        <translation>die Zahl der Versuche muss zwischen 1 und {} liegen</translation>
    </message>
    <message>
        <source>the number of variants</source>
        <translation>Zahl der Varianten</translation>
    </message>
    <message>
        <source>the number of warm-up requests</source>
        <translation>Zahl der Anfragen zum Aufwärmen</translation>
    </message>
    <message>
        <source>the pipelining depth</source>
        <translation>Pipelining-Tiefe</translation>
    </message>
    <message>
        <source>the port is not a number from 1 to 65535</source>
        <translation>der Port ist keine Zahl von 1 bis 65535</translation>
    </message>
    <message>
        <source>the protocol &quot;{}&quot; is listed twice</source>
        <translation>das Protokoll „{}“ ist zweimal aufgeführt</translation>
    </message>
    <message>
        <source>the request timeout in ms</source>
        <translation>Zeitlimit einer Anfrage in ms</translation>
    </message>
    <message>
        <source>the scheduler &quot;{}&quot; is listed twice</source>
        <translation>der Scheduler „{}“ ist zweimal aufgeführt</translation>
    </message>
    <message>
        <source>the scheduler &quot;{}&quot; needs a number of milliseconds from 0 to {}, as in &quot;after-idle:50&quot;</source>
        <translation>der Scheduler „{}“ braucht eine Zahl von Millisekunden von 0 bis {}, wie in „after-idle:50“</translation>
    </message>
    <message>
        <source>the target</source>
        <translation>das Ziel</translation>
    </message>
    <message>
        <source>the variant &quot;{}&quot; is listed twice</source>
        <translation>die Variante „{}“ ist zweimal aufgeführt</translation>
    </message>
    <message>
        <source>the width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>there is no colon between a name and a value</source>
        <translation>zwischen Name und Wert fehlt ein Doppelpunkt</translation>
    </message>
    <message>
        <source>there is no scenario &quot;{}&quot; (did you mean &quot;{}&quot;?); the scenarios are {}</source>
        <translation>das Szenario „{}“ gibt es nicht (gemeint war vielleicht „{}“); es gibt {}</translation>
    </message>
    <message>
        <source>there is no scenario &quot;{}&quot;; the scenarios are {}</source>
        <translation>das Szenario „{}“ gibt es nicht; es gibt {}</translation>
    </message>
    <message>
        <source>there is no scheduler &quot;{}&quot; (did you mean &quot;{}&quot;?); the schedulers are {}</source>
        <translation>den Scheduler „{}“ gibt es nicht (gemeint war vielleicht „{}“); es gibt {}</translation>
    </message>
    <message>
        <source>there is no scheduler &quot;{}&quot;; the schedulers are {}</source>
        <translation>den Scheduler „{}“ gibt es nicht; es gibt {}</translation>
    </message>
    <message>
        <source>there is something between the closing bracket and the port</source>
        <translation>zwischen der schließenden Klammer und dem Port steht noch etwas</translation>
    </message>
    <message>
        <source>this program has no reference variant &quot;{}&quot;</source>
        <translation>eine Vergleichsvariante „{}“ hat dieses Programm nicht</translation>
    </message>
    <message>
        <source>user names and passwords in URLs are not supported</source>
        <translation>Benutzernamen und Passwörter in URLs werden nicht unterstützt</translation>
    </message>
    <message>
        <source>what becomes of the connection is what is measured</source>
        <translation>was aus der Verbindung wird, ist gerade das, was gemessen wird</translation>
    </message>
    <message>
        <source>what stands in brackets is not an IPv6 address</source>
        <translation>was in Klammern steht, ist keine IPv6-Adresse</translation>
    </message>
    <message>
        <source>where a message ends is the program&apos;s to say</source>
        <translation>wo eine Nachricht endet, bestimmt das Programm</translation>
    </message>
    <message>
        <source>{} answers in HTTP/2; try --protocol h2</source>
        <translation>{} antwortet in HTTP/2; einen Versuch wert ist --protocol h2</translation>
    </message>
    <message>
        <source>{} answers in TLS; is it an https:// server?</source>
        <translation>{} antwortet in TLS; ist es ein https://-Server?</translation>
    </message>
    <message>
        <source>{} asks for a client certificate; give one with --cert FILE</source>
        <translation>{} verlangt ein Client-Zertifikat; angegeben wird es mit --cert DATEI</translation>
    </message>
    <message>
        <source>{} cannot be used as {}: {}</source>
        <translation>{} ist nicht verwendbar als {}: {}</translation>
    </message>
    <message>
        <source>{} closed the connection before it had said anything in HTTP/2</source>
        <translation>{} hat die Verbindung geschlossen, bevor es irgendetwas in HTTP/2 gesagt hatte</translation>
    </message>
    <message>
        <source>{} closed the connection during the TLS handshake</source>
        <translation>{} hat die Verbindung während des TLS-Handshakes geschlossen</translation>
    </message>
    <message>
        <source>{} does not answer in TLS; is it an http:// server?</source>
        <translation>{} antwortet nicht in TLS; ist es ein http://-Server?</translation>
    </message>
    <message>
        <source>{} does not speak HTTP/2: {}; try --protocol h1</source>
        <translation>{} spricht kein HTTP/2: {}; einen Versuch wert ist --protocol h1</translation>
    </message>
    <message>
        <source>{} gets at most {} requests in all, not {}: lower the count, the warm-up, the repeats or the number of variants, or raise the limit</source>
        <translation>{} bekommt höchstens {} Anfragen, nicht {}: weniger Anfragen, Aufwärmen, Wiederholungen oder Varianten wählen oder das Limit erhöhen</translation>
    </message>
    <message>
        <source>{} is not on this machine: the run sends it {} {} requests, {} a second at most</source>
        <translation>{} liegt nicht auf diesem Rechner: Der Lauf sendet dorthin {} {}-Anfragen, höchstens {} pro Sekunde</translation>
    </message>
    <message>
        <source>{} must be from {} to {}, not {}</source>
        <translation>{}: möglich ist {} bis {}, nicht {}</translation>
    </message>
    <message>
        <source>{} redirects more than {} times</source>
        <translation>{} leitet mehr als {}-mal um</translation>
    </message>
    <message>
        <source>{} redirects to {}, another server than the one that was agreed to: give that as the URL</source>
        <translation>{} leitet zu {} um, einem anderen Server als dem, dem zugestimmt wurde: diesen als URL angeben</translation>
    </message>
    <message>
        <source>{} reset the connection during the TLS handshake</source>
        <translation>{} hat die Verbindung während des TLS-Handshakes zurückgesetzt</translation>
    </message>
    <message>
        <source>{} speaks none of the protocols that were offered (ALPN)</source>
        <translation>{} spricht keines der angebotenen Protokolle (ALPN)</translation>
    </message>
    <message>
        <source>{}: no request ended {}, though the scenario expects it</source>
        <translation>{}: Keine Anfrage endete mit {}, obwohl das Szenario es erwartet</translation>
    </message>
    <message>
        <source>{}: {} of {} requests did not settle</source>
        <translation>{}: {} von {} Anfragen kamen zu keinem Ende</translation>
    </message>
    <message>
        <source>{}: {} request ended {}</source>
        <translation>{}: {} Anfrage endete mit {}</translation>
    </message>
    <message>
        <source>{}: {} requests ended {}</source>
        <translation>{}: {} Anfragen endeten mit {}</translation>
    </message>
    <message>
        <source>{}; it needs your consent</source>
        <translation>{}; dafür ist Zustimmung nötig</translation>
    </message>
</context>
</TS>
