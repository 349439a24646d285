// SPDX-License-Identifier: GPL-3.0-or-later
'use strict';

// LD_PRELOAD=VIRTUALSYSTEM node nodeaddon.js ADDON: our loop against the libuv of this Node.
// REUSESCOPE_ORACLE_SEEDS=FROM-TO chooses other programs.

const path = require('node:path');
const oracle = require(path.resolve(process.argv[2]));

// Of 11,000 programs more than 10,000 are left where libuv does not collect the timers that are due.
const seeds = process.env.REUSESCOPE_ORACLE_SEEDS || '0-10999';
process.exitCode = oracle.compare(seeds) ? 0 : 1;
