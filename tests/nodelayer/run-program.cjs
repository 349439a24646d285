// SPDX-License-Identifier: GPL-3.0-or-later
// Executes one program of the table on the Node that runs this file and prints the order of its
// callbacks. A CommonJS file, because only its main program runs before the loop: an ECMAScript
// module is evaluated from within it.
//
// Started by make-table.mjs with the program as JSON; descriptor 3 is the way to it, the sockets
// of the program lie at the descriptors that the program names.
'use strict';
const fs = require('node:fs');
const net = require('node:net');

const kLink = 3;
const kMs = 1e6;
const kLateNs = 0.5e6; // a run that lags behind more than this says nothing

const { program, start, fraction } = JSON.parse(process.argv[2]);
const order = [];
const latest = new Map(); // label -> the timeout, immediate or socket it means now
const sockets = new Map(); // label -> made, not yet read
const counts = new Map(); // label -> how often it fired
const sleeper = new Int32Array(new SharedArrayBuffer(4));
let second = 0; // times are ns since this second of process.hrtime
let origin = 0; // when the program begins
let disturbed = false; // the machine had other things to do

function now()
{
    const [seconds, nanoseconds] = process.hrtime();
    return (seconds - second) * 1e9 + nanoseconds;
}

/// Blocks the loop. Sleeping is as good as spinning here, and kinder to a machine that is shared.
function blockUntil(time)
{
    for (let left = time - now(); left > 0; left = time - now())
        Atomics.wait(sleeper, 0, 0, left / kMs);
    disturbed ||= now() - time > kLateNs;
}

function fired(label)
{
    order.push(label);
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    react(label, 'fires', count);
}

function react(label, occasion, count)
{
    for (const reaction of program.reactions)
        if (reaction.label === label && reaction.occasion === occasion
            && (reaction.time === 0 || reaction.time === count))
            reaction.statements.forEach(execute);
}

function startSocket(label, referenced)
{
    if (latest.has(label))
        return;
    const socket = sockets.get(label);
    latest.set(label, socket);
    if (!referenced)
        socket.unref();
    socket.on('data', () => fired(label));
}

function closeSocket(label, word)
{
    const socket = latest.get(label);
    if (!socket || socket.destroyed)
        return;
    socket.on('close', () => {
        order.push(word);
        react(label, 'closes', 1);
    });
    socket.destroy();
}

function busy(milliseconds)
{
    const begun = now();
    // With the start on the clock's grid, so is the end: what the callbacks cost is not counted,
    // as on a virtual clock.
    const from = start === 'aligned' ? origin + Math.floor((begun - origin) / kMs) * kMs : begun;
    blockUntil(from + milliseconds * kMs);
}

function execute(statement)
{
    const { verb, label } = statement;
    switch (verb) {
    case 'setTimeout': {
        const timeout = setTimeout(fired, statement.delay, label);
        if (!statement.referenced)
            timeout.unref();
        latest.set(label, timeout);
        break;
    }
    case 'setImmediate': {
        const immediate = setImmediate(fired, label);
        if (!statement.referenced)
            immediate.unref();
        latest.set(label, immediate);
        break;
    }
    case 'clear':
        if (program.immediates.includes(label))
            clearImmediate(latest.get(label));
        else
            clearTimeout(latest.get(label));
        break;
    case 'ref':
        latest.get(label)?.ref();
        break;
    case 'unref':
        latest.get(label)?.unref();
        break;
    case 'socket':
        startSocket(label, statement.referenced);
        break;
    case 'close':
        closeSocket(label, statement.word);
        break;
    case 'busy':
        busy(statement.milliseconds);
        break;
    case 'log':
        order.push(statement.text);
        break;
    default:
        throw new Error(`unknown statement ${verb}`);
    }
}

process.on('exit', (code) => {
    if (code === 0)
        fs.writeSync(1, JSON.stringify({ order : order.join(' '), disturbed }));
});

// What Node does only once is done before the program begins, but for the first setTimeout: even
// a cleared one leaves a trace in the loop.
for (const [label, fd] of Object.entries(program.sockets))
    sockets.set(label, new net.Socket({ fd, readable : true, writable : false, manualStart : true }));
clearImmediate(setImmediate(fired));
blockUntil(now() + kMs);

// Both processes read the same clock: this one names the start, the other one counts from it.
fs.writeSync(kLink, '?');
fs.readSync(kLink, Buffer.alloc(1));
second = process.hrtime()[0];
origin = (Math.floor(now() / kMs) + 3 + (start === 'aligned' ? 0 : fraction)) * kMs;
fs.writeSync(kLink, `${second} ${origin}\n`);
disturbed = false;
blockUntil(origin);
program.main.forEach(execute);
