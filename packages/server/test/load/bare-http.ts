import { verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readAgentSignature, readPublicKey } from '@permesso/protocol/bundle';
import { sha256 } from '@permesso/protocol/entry';

/**
 * A Node server that reads a body, checks one Ed25519 signature of it and stores nothing: what HTTP and a signature for
 * each request leave possible on this machine, whatever stands behind them. One key for all, given as an argument.
 */
const key = readPublicKey(Buffer.from(process.argv[2] ?? '', 'base64url'));
if (key === undefined) throw new Error('the argument is a public key in base64url');
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const given = readAgentSignature(request.headers.authorization);
    const text = `permesso-request-v1\n${[given?.agent, request.method, request.url, given?.at, sha256(Buffer.concat(pieces))].join('\n')}`;
    verify(
      null,
      Buffer.from(text),
      key,
      Buffer.from(given?.signature ?? '', 'base64url'),
      (_error, isRight) => {
        response.writeHead(isRight ? 200 : 401, { 'content-length': 2 }).end('ok');
      },
    );
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(
  `${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`,
);
