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
            { "act": "status-408" } ] })"),
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
}

void LabScriptTest::writesWhatItReads()
{
    const json written = json::parse(R"({
        "delay_ms": 600000, "body_bytes": 16777216, "framing": "length", "hint": "", "close": false, "close_every": 1000000,
        "split_head_and_body": false,
        "acts": [ { "act": "send-bytes", "when": "after-response", "delay_us": 0, "every": 1, "bytes": "H\r\n\u0000\u00ff" },
                  { "act": "fin", "when": "on-dispatch", "delay_us": 600000000, "every": 1000000 } ] })");
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
        "split_head_and_body, acts");
    row("unknown field that needs escaping", R"({"a/b~\u001b[m": 1})",
        "/lab/a~1b~0?[m: unknown field, expected one of delay_ms, body_bytes, framing, hint, "
        "close, close_every, "
        "split_head_and_body, acts");
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
    row("act: unknown name", R"({"acts": [{"act": "fin"}, {"act": "goaway"}]})",
        "/lab/acts/1/act: expected one of send-bytes, fin, rst, stop-reading, status-408, "
        "fin-only, "
        "close-notify, session-ticket, key-update");
    row("act: unknown field", R"({"acts": [{"act": "fin", "delay_ms": 1}]})",
        "/lab/acts/0/delay_ms: unknown field, expected one of act, when, delay_us, every, bytes");
    row("act: when", R"({"acts": [{"act": "fin", "when": "later"}]})",
        "/lab/acts/0/when: expected one of after-response, instead-of-response, on-dispatch");
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
