import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { Problem } from '../route/problem.ts';
import { readBody, readJson } from './read-body.ts';

function problemOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Problem ? `${error.status} ${error.message}` : String(error);
  }
}

describe('readJson', () => {
  test.each([
    ['{"a":[1,"]]]]"]}', undefined],
    ['['.repeat(48) + ']'.repeat(48), undefined],
    [`"${'['.repeat(100)}"`, undefined],
    [String.raw`"\"${'['.repeat(100)}"`, undefined],
    ['['.repeat(49) + ']'.repeat(49), '400 the JSON is nested deeper than 48 levels'],
    ['['.repeat(1_000_000), '400 the JSON is nested deeper than 48 levels'],
    [String.raw`"a\u0000b"`, '400 the JSON holds a null character'],
    ['{"a":', '400 the body is not JSON'],
    ['', '400 the body is not JSON'],
  ])('%.40s', (text, problem) => {
    expect(problemOf(() => readJson(Buffer.from(text)))).toBe(problem);
  });
});

describe('readBody', () => {
  /** What a server that reads at most 4096 bytes says to a body of which only the beginning has been sent. */
  async function beginningOf(bytes: number, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const { promise: said, resolve } = Promise.withResolvers<string>();
    const server = createServer((incoming) => {
      readBody(incoming, 4096).then(
        (body) => resolve(`${body.length} bytes`),
        (error: unknown) => resolve(String(error instanceof Problem ? error.status : error)),
      );
      // The client never ends its body. One that sent too little goes away.
      if (bytes < 4096) sent.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.write(Buffer.alloc(bytes));
    try {
      return await said;
    } finally {
      sent.destroy();
      server.closeAllConnections();
      server.close();
    }
  }

  test('a body that is longer than it may be is refused before it is whole', async () => {
    expect(await beginningOf(4097)).toBe('413');
  });

  test('one that says so is refused before it is read', async () => {
    expect(await beginningOf(1, { 'content-length': '5000' })).toBe('413');
  });

  test('one whose sender goes away is none', async () => {
    expect(await beginningOf(10)).toBe('400');
  });
});
