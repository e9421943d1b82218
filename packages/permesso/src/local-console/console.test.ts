import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openConsole } from './console.ts';
import type { Served } from './serve.ts';

function open(home: string, port?: number): Promise<Served> {
  const pages = join(home, 'pages');
  mkdirSync(pages, { recursive: true });
  return openConsole({
    home,
    env: {},
    cwd: home,
    by: 'sandra',
    pages,
    ...(port === undefined ? {} : { port }),
  });
}

function homeForTest(): string {
  const home = mkdtempSync(join(tmpdir(), 'permesso-console-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
  return home;
}

test('a port that is taken is said in words, and nothing goes on running', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await expect(open(homeForTest(), port)).rejects.toThrow(`port ${port} is taken`);
  expect(timers()).toBeLessThanOrEqual(before);
});

test('a state directory that cannot be made is an error with its path, before anything is served', async () => {
  const home = homeForTest();
  writeFileSync(join(home, '.local'), 'a file');
  await expect(open(home)).rejects.toThrow(join(home, '.local'));
});

test('a browser that comes with an old key reads a sentence; a program reads data', async () => {
  const served = await open(homeForTest());
  onTestFinished(() => served.close());
  const address = new URL('/?key=old', served.address);
  const page = await fetch(address, { headers: { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('<p>This key was used, or is too old: start `permesso ui` again.</p>');
  expect(await (await fetch(address)).json()).toEqual({
    title: 'Not signed in',
    status: 401,
    detail: 'This key was used, or is too old: start `permesso ui` again.',
  });
});
