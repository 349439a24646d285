// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules checked here:
// - an empty object is the default script; every field is read; what is written is read back as it
// was;
// - an unknown field, a wrong type and a value outside of its limits are ErrorKind::Input, with the
// JSON pointer of the
//   field and what was expected there;
// - a character of `bytes` is one byte;
// - a script made in code is held to the same limits.
#include "core/lab/labscript.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace reusescope;
using nlohmann::json;

class LabScriptTest : public QObject
{
    Q_OBJECT

private slots:
    void emptyObjectIsTheDefault();
    void readsEveryField();
    void readsActsOfHttp2();
    void writesWhatItReads();
    void refuses_data();
    void refuses();
    void tooManyActs();
    void charactersAreBytes();
    void validatesScriptsMadeInCode();
};

void LabScriptTest::emptyObjectIsTheDefault()
{
    const Result<LabScript> script = labScriptFromJson(json::object(), "/lab");
    QVERIFY(script.hasValue());
    QCOMPARE(toJson(*script), toJson(LabScript()));
    QCOMPARE(script->bodyBytes, std::uint64_t{2});
}

void LabScriptTest::readsEveryField()
{
    const Result<LabScript> script = labScriptFromJson(json::parse(R"({
        "delay_ms": 10, "body_bytes": 1000, "framing": "chunked", "hint": "timeout=5", "close": true, "close_every": 3,
        "split_head_and_body": true,
        "acts": [
            { "act": "send-bytes", "bytes": "@response", "when": "on-dispatch", "delay_us": 1500, "every": 4 },
            { "act": "fin" },
            { "act": "rst", "when": "instead-of-response" },
            { "act": "stop-reading", "when": "after-response" },
            { "act": "status-408" } ],
        "protocols": "h2",
        "h2": { "max_concurrent_streams": 5, "initial_window": 0, "settings_delay_ms": 20, "no_settings": true } })"),
                                                       "");
    QVERIFY(script.hasValue());
    QCOMPARE(script->delay, Milliseconds{10});
    QCOMPARE(script->bodyBytes, std::uint64_t{1000});
    QCOMPARE(script->framing, Framing::Chunked);
    QCOMPARE(script->keepAliveHint, std::string("timeout=5"));
    QVERIFY(script->close);
    QCOMPARE(script->closeEvery, 3);
    QVERIFY(script->splitHeadAndBody);
    QCOMPARE(script->acts.size(), std::size_t{5});
    QCOMPARE(script->acts[0].kind, ActKind::SendBytes);
    QCOMPARE(script->acts[0].when, ActWhen::OnDispatch);
    QCOMPARE(script->acts[0].delay, std::chrono::microseconds{1500});
    QCOMPARE(script->acts[0].every, 4);
    QCOMPARE(script->acts[0].bytes, std::string(kWellFormedResponse));
    QCOMPARE(script->acts[1].kind, ActKind::Fin);
    QCOMPARE(script->acts[1].when, ActWhen::AfterResponse);
    QCOMPARE(script->acts[1].every, 1);
    QCOMPARE(script->acts[2].kind, ActKind::Rst);
    QCOMPARE(script->acts[2].when, ActWhen::InsteadOfResponse);
    QCOMPARE(script->acts[3].kind, ActKind::StopReading);
    QCOMPARE(script->acts[4].kind, ActKind::Status408);
    QCOMPARE(script->protocols, LabProtocols::H2);
    QCOMPARE(script->h2.maxConcurrentStreams, 5u);
    QCOMPARE(script->h2.initialWindow, 0);
    QCOMPARE(script->h2.settingsDelay, Milliseconds{20});
    QVERIFY(!script->h2.sendsSettings);
}

void LabScriptTest::readsActsOfHttp2()
{
    const Result<LabScript> script = labScriptFromJson(json::parse(R"({ "acts": [
        { "act": "goaway" },
        { "act": "goaway", "last": 2147483647, "code": 4294967295 },
        { "act": "goaway", "last": "previous", "code": "ENHANCE_YOUR_CALM", "when": "on-idle-ping" },
        { "act": "rst-stream", "code": "REFUSED_STREAM", "when": "instead-of-response" },
        { "act": "rst-stream", "code": 0, "stream": 7 },
        { "act": "settings", "settings": [ { "id": "MAX_CONCURRENT_STREAMS", "value": 0 }, { "id": 4096, "value": 4294967295 } ] },
        { "act": "ping", "when": "on-connect" },
        { "act": "window-update" },
        { "act": "window-update", "stream": "next", "increment": 0 },
        { "act": "headers", "status": 421, "stream": "max" },
        { "act": "data", "bytes": "late", "stream": "newest" },
        { "act": "status", "status": 503, "when": "instead-of-response" },
        { "act": "status", "status": 413, "when": "before-body", "body": "misread" },
        { "act": "freeze", "ms": 60000, "when": "idle" } ] })"),
                                                       "");
    QVERIFY2(script.hasValue(), script.hasValue() ? "" : script.error().detail.c_str());
    const std::vector<LabAct> &acts = script->acts;
    QCOMPARE(acts.size(), std::size_t{14});
    QCOMPARE(acts[0].stream.which, LabStream::Which::Newest);
    QCOMPARE(acts[0].code, 0u);
    QCOMPARE(acts[1].stream.which, LabStream::Which::Number);
    QCOMPARE(acts[1].stream.number, 2'147'483'647);
    QCOMPARE(acts[1].code, 4'294'967'295u);
    QCOMPARE(acts[2].stream.which, LabStream::Which::Previous);
    QCOMPARE(acts[2].code, 11u);
    QCOMPARE(acts[2].when, ActWhen::OnIdlePing);
    QCOMPARE(acts[3].stream.which, LabStream::Which::This);
    QCOMPARE(acts[3].code, 7u);
    QCOMPARE(acts[4].stream.number, 7);
    QCOMPARE(acts[5].settings.size(), std::size_t{2});
    QCOMPARE(acts[5].settings[0].id, H2SettingId::MaxConcurrentStreams);
    QCOMPARE(acts[5].settings[0].value, 0u);
    QCOMPARE(static_cast<int>(acts[5].settings[1].id), 4096);
    QCOMPARE(acts[5].settings[1].value, 4'294'967'295u);
    QCOMPARE(acts[6].when, ActWhen::OnConnect);
    QCOMPARE(acts[7].stream.which, LabStream::Which::Number);
    QCOMPARE(acts[7].stream.number, 0);
    QCOMPARE(acts[7].increment, 1u);
    QCOMPARE(acts[8].stream.which, LabStream::Which::Next);
    QCOMPARE(acts[8].increment, 0u);
    QCOMPARE(acts[9].status, 421);
    QCOMPARE(acts[9].stream.which, LabStream::Which::Max);
    QCOMPARE(acts[10].bytes, std::string("late"));
    QCOMPARE(acts[11].status, 503);
    QCOMPARE(acts[12].when, ActWhen::BeforeBody);
    QCOMPARE(acts[12].body, LabBody::Misread);
    QCOMPARE(acts[13].when, ActWhen::Idle);
    QCOMPARE(acts[13].freeze, kMaxFreeze);

    const Result<LabScript> again = labScriptFromJson(toJson(*script), "");
    QVERIFY(again.hasValue());
    QCOMPARE(toJson(*again), toJson(*script));
}

void LabScriptTest::writesWhatItReads()
{
    const json written = json::parse(R"({
        "delay_ms": 600000, "body_bytes": 16777216, "framing": "length", "hint": "", "close": false, "close_every": 1000000,
        "split_head_and_body": false,
        "acts": [ { "act": "send-bytes", "when": "after-response", "delay_us": 0, "every": 1, "bytes": "H\r\n\u0000\u00ff" },
                  { "act": "fin", "when": "on-dispatch", "delay_us": 600000000, "every": 1000000 },
                  { "act": "goaway", "when": "on-connect", "delay_us": 0, "every": 1, "last": "max", "code": "NO_ERROR" },
                  { "act": "rst-stream", "when": "on-idle-ping", "delay_us": 0, "every": 1, "stream": 3, "code": 14 },
                  { "act": "settings", "when": "after-response", "delay_us": 0, "every": 1,
                    "settings": [ { "id": "HEADER_TABLE_SIZE", "value": 0 }, { "id": "ENABLE_PUSH", "value": 1 },
                                  { "id": "INITIAL_WINDOW_SIZE", "value": 2 }, { "id": "MAX_FRAME_SIZE", "value": 3 },
                                  { "id": "MAX_HEADER_LIST_SIZE", "value": 4 }, { "id": 7, "value": 4294967295 } ] },
                  { "act": "window-update", "when": "after-response", "delay_us": 0, "every": 1, "stream": 0, "increment": 2147483647 },
                  { "act": "headers", "when": "after-response", "delay_us": 0, "every": 1, "stream": "this", "status": 599 },
                  { "act": "data", "when": "after-response", "delay_us": 0, "every": 1, "stream": "previous", "bytes": "\u00ff" },
                  { "act": "status", "when": "instead-of-response", "delay_us": 0, "every": 1, "status": 421 },
                  { "act": "status", "when": "before-body", "delay_us": 0, "every": 1, "status": 403, "body": "close" },
                  { "act": "freeze", "when": "idle", "delay_us": 0, "every": 1, "ms": 1 } ],
        "protocols": "h1",
        "h2": { "max_concurrent_streams": 100000, "initial_window": 2147483647, "settings_delay_ms": 600000, "no_settings": false } })");
    const Result<LabScript> script = labScriptFromJson(written, "");
    QVERIFY(script.hasValue());
    QCOMPARE(toJson(*script), written);
}

void LabScriptTest::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char *title, const char *text, const char *sentence) {
        QTest::addRow("%s", title) << QByteArray(text) << QByteArray(sentence);
    };
    row("not an object", "[]", "/lab: expected an object");
    row("unknown field", R"({"delay": 1})",
        "/lab/delay: unknown field, expected one of delay_ms, body_bytes, framing, hint, close, "
        "close_every, "
        "split_head_and_body, acts, protocols, h2");
    row("unknown field that needs escaping", R"({"a/b~\u001b[m": 1})",
        "/lab/a~1b~0?[m: unknown field, expected one of delay_ms, body_bytes, framing, hint, "
        "close, close_every, "
        "split_head_and_body, acts, protocols, h2");
    row("delay: text", R"({"delay_ms": "10"})",
        "/lab/delay_ms: expected a whole number from 0 to 600000");
    row("delay: fraction", R"({"delay_ms": 1.5})",
        "/lab/delay_ms: expected a whole number from 0 to 600000");
    row("delay: negative", R"({"delay_ms": -1})",
        "/lab/delay_ms: expected a whole number from 0 to 600000");
    row("delay: too long", R"({"delay_ms": 600001})",
        "/lab/delay_ms: expected a whole number from 0 to 600000");
    row("delay: beyond 64 bits", R"({"delay_ms": 18446744073709551616})",
        "/lab/delay_ms: expected a whole number from 0 to 600000");
    row("delay: beyond 63 bits", R"({"delay_ms": 18446744073709551615})",
        "/lab/delay_ms: expected a whole number from 0 to 600000");
    row("delay: null", R"({"delay_ms": null})",
        "/lab/delay_ms: expected a whole number from 0 to 600000");
    row("body: too long", R"({"body_bytes": 16777217})",
        "/lab/body_bytes: expected a whole number from 0 to 16777216");
    row("framing: number", R"({"framing": 1})", "/lab/framing: expected one of length, chunked");
    row("framing: unknown", R"({"framing": "Chunked"})",
        "/lab/framing: expected one of length, chunked");
    row("hint: number", R"({"hint": 5})",
        "/lab/hint: expected at most 256 printable ASCII characters");
    row("hint: line break", R"({"hint": "timeout=5\r\nx: y"})",
        "/lab/hint: expected at most 256 printable ASCII characters");
    row("close: number", R"({"close": 1})", "/lab/close: expected true or false");
    row("close every: negative", R"({"close_every": -1})",
        "/lab/close_every: expected a whole number from 0 to 1000000");
    row("split: text", R"({"split_head_and_body": "yes"})",
        "/lab/split_head_and_body: expected true or false");
    row("acts: object", R"({"acts": {}})", "/lab/acts: expected a list of at most 64 acts");
    row("act: text", R"({"acts": ["fin"]})", "/lab/acts/0: expected an object");
    row("act: no name", R"({"acts": [{"when": "on-dispatch"}]})",
        "/lab/acts/0/act: expected the name of an act");
    row("act: unknown name", R"({"acts": [{"act": "fin"}, {"act": "go-away"}]})",
        "/lab/acts/1/act: expected one of send-bytes, fin, rst, stop-reading, status, status-408, "
        "fin-only, close-notify, session-ticket, key-update, goaway, rst-stream, settings, ping, "
        "window-update, headers, data, freeze");
    row("act: unknown field", R"({"acts": [{"act": "fin", "delay_ms": 1}]})",
        "/lab/acts/0/delay_ms: unknown field, expected one of act, when, delay_us, every, bytes, "
        "stream, last, code, body, settings, increment, status, ms");
    row("act: when", R"({"acts": [{"act": "fin", "when": "later"}]})",
        "/lab/acts/0/when: expected one of after-response, instead-of-response, before-body, "
        "idle, on-dispatch, "
        "on-connect, on-idle-ping");
    row("act: delay", R"({"acts": [{"act": "fin", "delay_us": 600000001}]})",
        "/lab/acts/0/delay_us: expected a whole number from 0 to 600000000");
    row("act: every 0", R"({"acts": [{"act": "fin", "every": 0}]})",
        "/lab/acts/0/every: expected a whole number from 1 to 1000000");
    row("act: no bytes", R"({"acts": [{"act": "send-bytes"}]})",
        "/lab/acts/0/bytes: expected a text of 1 to 1048576 characters up to U+00FF");
    row("act: empty bytes", R"({"acts": [{"act": "send-bytes", "bytes": ""}]})",
        "/lab/acts/0/bytes: expected a text of 1 to 1048576 characters up to U+00FF");
    row("act: bytes are a number", R"({"acts": [{"act": "send-bytes", "bytes": 1}]})",
        "/lab/acts/0/bytes: expected a text of 1 to 1048576 characters up to U+00FF");
    row("act: a character that is no byte",
        R"({"acts": [{"act": "send-bytes", "bytes": "\u0100"}]})",
        "/lab/acts/0/bytes: expected a text of 1 to 1048576 characters up to U+00FF");
    row("act: bytes that nobody sends", R"({"acts": [{"act": "fin", "bytes": "x"}]})",
        "/lab/acts/0/bytes: expected no bytes with fin");
    row("protocols: unknown", R"({"protocols": "http/1.1"})",
        "/lab/protocols: expected one of both, h1, h2");
    row("h2: a list", R"({"h2": []})", "/lab/h2: expected an object");
    row("h2: unknown field", R"({"h2": {"streams": 1}})",
        "/lab/h2/streams: unknown field, expected one of max_concurrent_streams, initial_window, "
        "settings_delay_ms, no_settings");
    row("h2: streams", R"({"h2": {"max_concurrent_streams": 100001}})",
        "/lab/h2/max_concurrent_streams: expected a whole number from 0 to 100000");
    row("h2: window", R"({"h2": {"initial_window": 2147483648}})",
        "/lab/h2/initial_window: expected a whole number from 0 to 2147483647");
    row("h2: settings delay", R"({"h2": {"settings_delay_ms": -1}})",
        "/lab/h2/settings_delay_ms: expected a whole number from 0 to 600000");
    row("h2: no settings", R"({"h2": {"no_settings": 1}})",
        "/lab/h2/no_settings: expected true or false");
    row("goaway: a word", R"({"acts": [{"act": "goaway", "last": "none"}]})",
        "/lab/acts/0/last: expected a whole number from 0 to 2147483647 or one of this, previous, "
        "newest, next, max");
    row("goaway: the word for a number", R"({"acts": [{"act": "goaway", "last": "number"}]})",
        "/lab/acts/0/last: expected a whole number from 0 to 2147483647 or one of this, previous, "
        "newest, next, max");
    row("goaway: no stream", R"({"acts": [{"act": "goaway", "last": null}]})",
        "/lab/acts/0/last: expected a whole number from 0 to 2147483647 or one of this, previous, "
        "newest, next, max");
    row("goaway: too large", R"({"acts": [{"act": "goaway", "last": 2147483648}]})",
        "/lab/acts/0/last: expected a whole number from 0 to 2147483647");
    row("goaway: has a last, no stream", R"({"acts": [{"act": "goaway", "stream": 1}]})",
        "/lab/acts/0/stream: expected no stream with goaway");
    row("goaway: an unknown code", R"({"acts": [{"act": "goaway", "code": "CALM"}]})",
        "/lab/acts/0/code: expected an error code of HTTP/2, such as REFUSED_STREAM or a whole "
        "number from 0 to 4294967295");
    row("goaway: a code too large", R"({"acts": [{"act": "goaway", "code": 4294967296}]})",
        "/lab/acts/0/code: expected a whole number from 0 to 4294967295");
    row("rst-stream: no code", R"({"acts": [{"act": "rst-stream"}]})",
        "/lab/acts/0/code: expected an error code of HTTP/2, such as REFUSED_STREAM or a whole "
        "number from 0 to 4294967295");
    row("settings: none", R"({"acts": [{"act": "settings"}]})",
        "/lab/acts/0/settings: expected a list of at most 32 settings");
    row("settings: an object", R"({"acts": [{"act": "settings", "settings": {}}]})",
        "/lab/acts/0/settings: expected a list of at most 32 settings");
    row("settings: no object within", R"({"acts": [{"act": "settings", "settings": [3]}]})",
        "/lab/acts/0/settings/0: expected an object");
    row("settings: no id", R"({"acts": [{"act": "settings", "settings": [{"value": 3}]}]})",
        "/lab/acts/0/settings/0/id: expected a setting of HTTP/2, such as MAX_CONCURRENT_STREAMS "
        "or a whole number from 0 to 65535");
    row("settings: an unknown id",
        R"({"acts": [{"act": "settings", "settings": [{"id": "STREAMS", "value": 3}]}]})",
        "/lab/acts/0/settings/0/id: expected a setting of HTTP/2, such as MAX_CONCURRENT_STREAMS "
        "or a whole number from 0 to 65535");
    row("settings: an id too large",
        R"({"acts": [{"act": "settings", "settings": [{"id": 65536, "value": 3}]}]})",
        "/lab/acts/0/settings/0/id: expected a whole number from 0 to 65535");
    row("settings: no value", R"({"acts": [{"act": "settings", "settings": [{"id": 3}]}]})",
        "/lab/acts/0/settings/0/value: expected a whole number from 0 to 4294967295");
    row("window-update: too large",
        R"({"acts": [{"act": "window-update", "increment": 2147483648}]})",
        "/lab/acts/0/increment: expected a whole number from 0 to 2147483647");
    row("data: no bytes", R"({"acts": [{"act": "data"}]})",
        "/lab/acts/0/bytes: expected a text of 1 to 16384 characters up to U+00FF");
    row("headers: a status too low", R"({"acts": [{"act": "headers", "status": 199}]})",
        "/lab/acts/0/status: expected a whole number from 200 to 599");
    row("status: none", R"({"acts": [{"act": "status", "when": "instead-of-response"}]})",
        "/lab/acts/0/status: expected a whole number from 200 to 599");
    row("freeze: for ever", R"({"acts": [{"act": "freeze", "ms": 60001}]})",
        "/lab/acts/0/ms: expected a whole number from 1 to 60000");
    row("freeze: no time", R"({"acts": [{"act": "freeze"}]})",
        "/lab/acts/0/ms: expected a whole number from 1 to 60000");
    row("status: a body that has been read",
        R"({"acts": [{"act": "status", "status": 403, "when": "instead-of-response", "body": "close"}]})",
        "/lab/acts/0/body: expected before-body with it");
    row("status: after a response", R"({"acts": [{"act": "status", "status": 421}]})",
        "/lab/acts/0/when: expected instead-of-response or before-body with status");
}

void LabScriptTest::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sentence);
    const Result<LabScript> script = labScriptFromJson(json::parse(text.toStdString()), "/lab");
    QVERIFY(!script.hasValue());
    QCOMPARE(script.error().kind, ErrorKind::Input);
    QCOMPARE(QByteArray::fromStdString(script.error().detail), sentence);
}

void LabScriptTest::tooManyActs()
{
    json acts = json::array();
    for (std::size_t count = 0; count < kMaxActs; ++count)
        acts.push_back({{"act", "fin"}});
    QVERIFY(labScriptFromJson({{"acts", acts}}, "").hasValue());
    acts.push_back({{"act", "fin"}});
    const Result<LabScript> script = labScriptFromJson({{"acts", acts}}, "");
    QVERIFY(!script.hasValue());
    QCOMPARE(script.error().detail, std::string("/acts: expected a list of at most 64 acts"));
}

void LabScriptTest::charactersAreBytes()
{
    const Result<LabScript> script = labScriptFromJson(
        json::parse(R"({"acts": [{"act": "send-bytes", "bytes": "\u001f\u008b\b\u00ff\u0000"}]})"),
        "");
    QVERIFY(script.hasValue());
    QCOMPARE(script->acts.front().bytes, std::string("\x1f\x8b\x08\xff\x00", 5));
}

void LabScriptTest::validatesScriptsMadeInCode()
{
    LabScript script;
    QVERIFY(validate(script).hasValue());
    script.acts.push_back(
        {ActKind::SendBytes, ActWhen::OnDispatch, std::chrono::microseconds{1}, "\xff", 1});
    QVERIFY(validate(script).hasValue());
    script.acts.front().every = 0;
    QVERIFY(!validate(script).hasValue());
    QCOMPARE(validate(script).error().detail,
             std::string("/acts/0/every: expected a whole number from 1 to 1000000"));
    script.acts.clear();
    script.bodyBytes = kMaxLabBodyBytes + 1;
    QVERIFY(!validate(script).hasValue());
}

QTEST_GUILESS_MAIN(LabScriptTest)
#include "tst_labscript.moc"
