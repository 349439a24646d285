// SPDX-License-Identifier: GPL-3.0-or-later
// The seeded programs: small ones that mix what the hand-written ones show one by one. Deadlines lie
// on a grid of 5 ms or 1 ms beside it, arrivals 3 ms beside it, so that few orders hang on less.

const kSeed = 20;
const kCount = 200;
const kDelays = [0, 1, 5, 5, 10, 10, 10.7, 15, 20];
const kBusy = [5, 5, 10];
const kTimeouts = ['A', 'B', 'C', 'D'];
const kImmediates = ['I', 'J', 'K'];

/// Mulberry32: the same numbers on every machine.
function makeRandom(seed)
{
    let state = seed;
    const next = () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return (t ^ (t >>> 14)) >>> 0;
    };
    return { below : (n) => next() % n, of : (list) => list[next() % list.length] };
}

class Generator
{
    constructor(random)
    {
        this.random = random;
        this.socket = random.below(3) === 0;
        this.started = new Set();
    }

    start(label)
    {
        this.started.add(label);
        const unref = this.random.below(5) === 0 ? ' unref' : '';
        return kTimeouts.includes(label) ? `setTimeout ${this.random.of(kDelays)} ${label}${unref}`
                                         : `setImmediate ${label}${unref}`;
    }

    statement()
    {
        const { random } = this;
        const label = random.of(random.below(3) === 0 ? kImmediates : kTimeouts);
        const kind = random.below(12);
        if (kind < 6)
            return this.start(label);
        if (kind < 8)
            return `busy ${random.of(kBusy)}`;
        return this.onStarted(random.of(['clear', 'clear', 'unref', 'ref']));
    }

    onStarted(verb)
    {
        const labels = [...this.started];
        return `${verb} ${this.random.of(labels)}`;
    }

    program()
    {
        const { random } = this;
        const lines = this.socket ? ['socket S'] : [];
        lines.push(this.start(random.of(kTimeouts)), this.start(random.of(kImmediates)));
        for (let n = random.below(4); n > 0; --n)
            lines.push(this.statement());
        // Only the first one of a label reacts, so that every program ends.
        for (let n = 1 + random.below(4); n > 0; --n) {
            const label = random.of([...this.started, ...(this.socket ? ['S'] : [])]);
            lines.push(`when ${label} fires the 1st time`);
            for (let m = 1 + random.below(3); m > 0; --m)
                lines.push(`    ${this.statement()}`);
        }
        if (this.socket)
            lines.push(...this.arrivals());
        return lines.map((line) => `${line}\n`).join('');
    }

    arrivals()
    {
        const count = 1 + this.random.below(2);
        const lines = [];
        for (let i = 0; i < count; ++i)
            lines.push(`at ${3 + 10 * i + 5 * this.random.below(2)} S receives bytes`);
        // Bytes that came while the loop was blocked are read at once, hence no count.
        lines.push(`when S fires${count === 1 ? ' the 1st time' : ''}`, '    unref S');
        return lines;
    }
}

/// All of them as one text, each under a line "## NAME".
export function generatePrograms()
{
    const parts = [];
    for (let i = 1; i <= kCount; ++i) {
        const text = new Generator(makeRandom(kSeed * 10000 + i)).program();
        parts.push(`## seeded-${String(i).padStart(3, '0')}\n${text}`);
    }
    return `# Made by "make-table.mjs --generate"; each program stands under its name.\n\n${parts.join('\n')}`;
}
