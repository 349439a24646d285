<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_GB">
<context>
    <name>Scenario</name>
    <message>
        <source>Bursts of eight requests on eight connections</source>
        <translation>Stöße von acht Anfragen auf acht Verbindungen</translation>
    </message>
    <message>
        <source>Eight requests at once, the next eight when all are answered. The timer floor is paid once per burst, not once per request, since the eight timers run side by side; it is still most of the time. The requests of a burst share turns: in the phases view several responses are read in one poll, and the requests behind them are written together.</source>
        <translation>Acht Anfragen auf einmal, die nächsten acht, wenn alle beantwortet sind. Die Untergrenze des Timers wird einmal je Stoß bezahlt, nicht einmal je Anfrage, da die acht Timer nebeneinander laufen; sie macht dennoch den größten Teil der Zeit aus. Die Anfragen eines Stoßes teilen sich Durchläufe: In der Phasenansicht werden mehrere Antworten in einem Poll gelesen und die Anfragen danach gemeinsam geschrieben.</translation>
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
        <source>The server closes an idle connection just before a request</source>
        <translation>Der Server schließt eine ruhende Verbindung kurz vor einer Anfrage</translation>
    </message>
    <message>
        <source>Before every fifth request the server ends the connection, and the FIN lies in the kernel when the request is queued. none and the immediates write onto a connection that is over; as GET is idempotent, the connection was reused and no byte of a response had come, the request is replayed once, which shows as ok-replayed and costs a round trip. A POST would have failed. fresh-poll and peek see the FIN and move the request before it is written: ok-fresh with the reason idle-fin, no replay.</source>
        <translation>Vor jeder fünften Anfrage beendet der Server die Verbindung, und das FIN liegt im Kernel, wenn die Anfrage eingereiht wird. none und die Immediates schreiben auf eine Verbindung, die schon zu Ende ist; da GET idempotent ist, die Verbindung wiederverwendet wurde und noch kein Byte einer Antwort gekommen war, wird die Anfrage einmal wiederholt, was als ok-replayed erscheint und eine Umlaufzeit kostet. Ein POST wäre fehlgeschlagen. fresh-poll und peek sehen das FIN und verlegen die Anfrage, bevor sie geschrieben ist: ok-fresh mit dem Grund idle-fin, ohne Wiederholung.</translation>
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
        <source>A keep-alive hint, and the margin below it</source>
        <translation>Ein Keep-Alive-Hinweis und die Reserve darunter</translation>
    </message>
    <message>
        <source>The server says Keep-Alive: timeout=3. The client takes 2 s off for the FIN that may already be under way, and retires the connection after 1 s of idleness, so a request after 1.1 s opens a fresh connection, two seconds before the server would have closed the old one. The timeline shows the hint, the planned expiry, and no FIN from the server. With --gap 900 the connection is reused.</source>
        <translation>Der Server sagt Keep-Alive: timeout=3. Der Client zieht 2 s für das FIN ab, das schon unterwegs sein kann, und legt die Verbindung nach 1 s Leerlauf still, sodass eine Anfrage nach 1,1 s eine neue Verbindung öffnet, zwei Sekunden bevor der Server die alte geschlossen hätte. Die Zeitachse zeigt den Hinweis, den geplanten Ablauf und kein FIN des Servers. Mit --gap 900 wird die Verbindung wiederverwendet.</translation>
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
</TS>
