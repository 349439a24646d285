// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the table of expected orders by running the programs on the Node that runs this file; see
// README.md. Each run of a program is a process of its own, so that its main program runs before
// the loop.
//
//     node make-table.mjs               measures and merges the results into expected.json
//     node make-table.mjs NAME...       measures and merges only these programs, and prints them
//     node make-table.mjs --generate    writes the seeded programs anew, without measuring
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatePrograms } from './generate.mjs';

const kHere = path.dirname(fileURLToPath(import.meta.url));
const kTable = path.join(kHere, 'expected.json');
const kSeeded = path.join(kHere, 'seeded-programs.txt');
const kRuns = { aligned : 7, anywhere : 6 };
const kSeededRuns = { aligned : 3, anywhere : 3 };
const kProgramLimitMs = 5000; // a program that runs longer does not end
const kArrivalDelayNs = 0.3e6; // what arrives at 5 ms shall not come before the tick of 5 ms
const kFirstSocket = 4; // descriptors 0 to 2 are the standard ones, 3 is the link
const kLateNs = 0.5e6; // bytes that come later than this say nothing
const kDisturbance = 0.1; // orders seen less often are the machine's doing
const kTries = 6; // for an undisturbed run

// Reading: the part of the language that Node can execute

function parseProgram(text, name)
{
    const program = {
        main : [],
        reactions : [],
        arrivals : [],
        sockets : {},
        immediates : [],
    };
    let block = program.main;
    text.split('\n').forEach((line, index) => {
        const words = line.replace(/#.*/, '').trim().split(/\s+/);
        if (words[0] === '')
            return;
        const wrong = () => new Error(`${name}:${index + 1}: cannot read "${line}"`);
        if (!/^\s/.test(line))
            block = program.main;
        if (words[0] === 'when') {
            const [, label, occasion, , nth] = words;
            if (occasion !== 'fires' && occasion !== 'closes')
                throw wrong();
            block = [];
            program.reactions.push({ label, occasion, time : nth ? parseInt(nth, 10) : 0,
                                     statements : block });
        } else if (words[0] === 'at') {
            if (words.slice(3).join(' ') !== 'receives bytes')
                throw wrong();
            program.arrivals.push({ at : wholeMs(words[1], wrong), label : words[2] });
        } else {
            block.push(parseStatement(words, line, program, wrong));
        }
    });
    return program;
}

function wholeMs(word, wrong)
{
    if (!/^\d+$/.test(word))
        throw wrong();
    return Number(word);
}

function parseStatement(words, line, program, wrong)
{
    const [verb, label, ...rest] = words;
    const referenced = words.at(-1) !== 'unref' || words.length < 3;
    switch (verb) {
    case 'setTimeout':
        if (!Number.isFinite(Number(label)))
            throw wrong();
        return { verb, delay : Number(label), label : rest[0], referenced };
    case 'setImmediate':
        program.immediates.push(label);
        return { verb, label, referenced };
    case 'socket':
        program.sockets[label] ??= kFirstSocket + Object.keys(program.sockets).length;
        return { verb, label, referenced };
    case 'close':
        return { verb, label, word : rest[0] === 'as' ? rest[1] : `close ${label}` };
    case 'clear':
    case 'ref':
    case 'unref':
        return { verb, label };
    case 'busy':
        return { verb, milliseconds : wholeMs(label, wrong) };
    case 'log':
        return { verb, text : line.replace(/^\s*log\s+/, '').trim() };
    default:
        throw wrong();
    }
}

function readPrograms()
{
    const programs = new Map();
    const folder = path.join(kHere, 'programs');
    for (const file of fs.readdirSync(folder).filter((f) => f.endsWith('.loop')).sort())
        programs.set(path.basename(file, '.loop'),
                     { text : fs.readFileSync(path.join(folder, file), 'utf8'), runs : kRuns });
    for (const part of fs.readFileSync(kSeeded, 'utf8').split(/^## /m).slice(1)) {
        const end = part.indexOf('\n');
        programs.set(part.slice(0, end), { text : part.slice(end + 1), runs : kSeededRuns });
    }
    return programs;
}

// Running

/// Blocks until the time, in ns since a second of process.hrtime; returns by how much it is late.
function waitUntil(second, time)
{
    const left = () => {
        const [s, n] = process.hrtime();
        return (second - s) * 1e9 + time - n;
    };
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    let ns = left();
    for (; ns > 0; ns = left())
        Atomics.wait(sleeper, 0, 0, ns / 1e6);
    return -ns;
}

function runOnce(program, start)
{
    statistics.tries += 1;
    return new Promise((resolve, reject) => {
        const request = { program, start, fraction : Math.random() };
        const sockets = Object.keys(program.sockets).map(() => 'pipe');
        const child = spawn(process.execPath,
                            ['--no-warnings', path.join(kHere, 'run-program.cjs'), JSON.stringify(request)],
                            { stdio : ['ignore', 'pipe', 'inherit', 'pipe', ...sockets] });
        const deliver = (arrival) => child.stdio[program.sockets[arrival.label]].write('x');
        const arrivals = program.arrivals.toSorted((a, b) => a.at - b.at);
        const limit = setTimeout(() => child.kill('SIGKILL'), kProgramLimitMs);
        let output = '';
        let asked = false;
        let late = false;
        child.stdout.on('data', (data) => { output += data; });
        child.stdio[3].on('data', (data) => {
            if (!asked) {
                asked = true;
                // There before the program begins.
                arrivals.filter((a) => a.at === 0).forEach(deliver);
                child.stdio[3].write('!');
                return;
            }
            const [second, origin] = data.toString().split(' ').map(Number);
            for (const arrival of arrivals.filter((a) => a.at > 0)) {
                const lateness = waitUntil(second, origin + arrival.at * 1e6 + kArrivalDelayNs);
                late ||= lateness > kLateNs;
                deliver(arrival);
            }
        });
        child.stdio.slice(3).forEach((stream) => stream.on('error', () => {}));
        child.on('close', (code, signal) => {
            clearTimeout(limit);
            if (code !== 0)
                reject(new Error(signal ? 'the program does not end' : `exit code ${code}`));
            else
                resolve({ ...JSON.parse(output), late });
        });
    });
}

const statistics = { runs : 0, tries : 0, disturbed : 0 };

async function addRuns(seen, program, start, runs)
{
    for (let i = 0; i < runs; ++i) {
        let run = await runOnce(program, start);
        for (let n = 1; (run.disturbed || run.late) && n < kTries; ++n)
            run = await runOnce(program, start);
        statistics.runs += 1;
        statistics.disturbed += run.disturbed || run.late ? 1 : 0;
        seen.set(run.order, (seen.get(run.order) ?? 0) + 1);
    }
}

/// The orders seen and how often. One that is seen once only is given the chance to come again.
async function ordersOf(program, start, runs)
{
    const seen = new Map();
    await addRuns(seen, program, start, runs);
    if (seen.size > 1 && [...seen.values()].includes(1))
        await addRuns(seen, program, start, 2 * runs);
    return seen;
}

async function measure(name, { text, runs })
{
    const program = parseProgram(text, name);
    try {
        return {
            aligned : await ordersOf(program, 'aligned', runs.aligned),
            anywhere : await ordersOf(program, 'anywhere', runs.anywhere),
        };
    } catch (error) {
        throw new Error(`${name}: ${error.message}`);
    }
}

// The table

/// The orders that a disturbance of the machine does not explain.
function frequent(seen)
{
    const runs = [...seen.values()].reduce((sum, n) => sum + n);
    return [...seen.keys()].filter((order) => seen.get(order) >= kDisturbance * runs);
}

/// What one Node does with one program: `order` is the one of a start on a tick of the clock, when
/// there is only one; `racy`, the orders seen, says that the order hangs on more than the program.
function rowOf({ aligned, anywhere })
{
    const row = {};
    const orders = frequent(aligned);
    const all = new Set([...orders, ...frequent(anywhere)]);
    const runs = [...aligned.values()].reduce((sum, n) => sum + n);
    if (orders.length === 1 && (all.size === 1 || runs >= kRuns.aligned))
        row.order = orders[0];
    if (all.size > 1)
        row.racy = [...all].sort();
    return row;
}

function readTable()
{
    return fs.existsSync(kTable) ? JSON.parse(fs.readFileSync(kTable, 'utf8')) : { nodes : {}, programs : {} };
}

/// Two rows as one, when they do not contradict each other; else undefined.
function joined(a, b)
{
    if (!a.racy && !b.racy && a.order !== b.order)
        return undefined;
    const orders = (row) => row.racy ?? [row.order];
    if (!orders(a).some((order) => orders(b).includes(order)))
        return undefined;
    const row = { versions : [...a.versions, ...b.versions].sort() };
    if (a.order === b.order && a.order !== undefined)
        row.order = a.order;
    const all = new Set([...orders(a), ...orders(b)]);
    if (all.size > 1)
        row.racy = [...all].sort();
    return row;
}

/// The rows of one program with those of `version` replaced.
function mergeRow(rows, version, row)
{
    const others = rows.map((r) => ({ ...r, versions : r.versions.filter((v) => v !== version) }))
                       .filter((r) => r.versions.length > 0);
    const apart = [];
    let added = { versions : [version], ...row };
    for (const other of others) {
        const both = joined(other, added);
        if (both)
            added = both;
        else
            apart.push(other);
    }
    return [...apart, added];
}

/// `old` with the rows of this Node replaced; programs that are gone are left out.
function mergeTable(old, rows, names)
{
    const version = process.versions.node.split('.')[0];
    const nodes = { ...old.nodes, [version] : { node : process.version, libuv : process.versions.uv } };
    const programs = {};
    for (const name of names) {
        const before = old.programs[name] ?? [];
        programs[name] = rows.has(name) ? mergeRow(before, version, rows.get(name)) : before;
    }
    return { nodes, programs };
}

/// One line per row, so that a difference is seen as one.
function writeTable(table)
{
    const lines = Object.keys(table.programs).sort().map((name) => {
        const rows = table.programs[name].map((row) => `      ${JSON.stringify(row)}`).join(',\n');
        return `    ${JSON.stringify(name)}: [\n${rows}\n    ]`;
    });
    const nodes = Object.keys(table.nodes).sort().map((v) => `    "${v}": ${JSON.stringify(table.nodes[v])}`);
    fs.writeFileSync(kTable, `{\n  "nodes": {\n${nodes.join(',\n')}\n  },\n  "programs": {\n${lines.join(',\n')}\n  }\n}\n`);
}

async function main(wanted)
{
    if (wanted[0] === '--generate') {
        fs.writeFileSync(kSeeded, generatePrograms());
        return;
    }
    const programs = readPrograms();
    const names = wanted.length > 0 ? wanted : [...programs.keys()];
    const rows = new Map();
    for (const name of names) {
        const row = rowOf(await measure(name, programs.get(name)));
        rows.set(name, row);
        if (row.racy || wanted.length > 0)
            console.log(name, JSON.stringify(row));
    }
    console.log(statistics);
    writeTable(mergeTable(readTable(), rows, [...programs.keys()]));
}

await main(process.argv.slice(2));
