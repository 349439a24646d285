// SPDX-License-Identifier: GPL-3.0-or-later
// Node's own servers, as plain as they come: node server.mjs PLAIN SECURE PLAIN_H2 SECURE_H2 FOLDER CERTIFICATE KEY IDLE_SECONDS LIMIT
import { readFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';

const [plain, secure, plainH2, secureH2, folder, certificate, keyFile, idleSeconds, limit] = process.argv.slice(2);
const idleMs = Number(idleSeconds) * 1000;
const body = readFileSync(`${folder}/answer.txt`);
const tls = { cert: readFileSync(certificate), key: readFileSync(keyFile) };

function answer(request, response) {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': body.length });
    response.end(body);
}

function limitedH1(server) {
    server.keepAliveTimeout = idleMs;
    server.maxRequestsPerSocket = Number(limit);
    return server;
}

function limitedH2(server) {
    server.on('session', (session) => session.setTimeout(idleMs, () => session.close()));
    return server;
}

const host = '127.0.0.1';
limitedH1(http.createServer(answer)).listen(plain, host);
limitedH1(https.createServer(tls, answer)).listen(secure, host);
limitedH2(http2.createServer(answer)).listen(plainH2, host);
limitedH2(http2.createSecureServer(tls, answer)).listen(secureH2, host);
