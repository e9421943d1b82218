import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionFiles } from '../../src/sessions/session-files.ts';

let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'permesso-sessions-'));
});
afterEach(() => rmSync(place, { recursive: true }));

/** The verdict of another process, which is killed as soon as it has said it. */
async function verdictOf(call: object): Promise<string> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@permesso/source',
      join(import.meta.dirname, 'child.ts'),
      join(place, 'labels'),
      JSON.stringify(call),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'exit');
  return said.toString().trim();
}

const fetching = (host: string): object => ({ tool: 'WebFetch', input: { url: `https://${host}/x` } });
const pushing = { tool: 'Bash', input: { command: 'git push' } };

test('a process that is killed between the label and the call has labelled the session', async () => {
  expect(await verdictOf(pushing)).toBe('allow');
  expect(await verdictOf(fetching('a.example'))).toBe('allow');
  expect(await verdictOf(pushing)).toBe('ask');
});

test('calls of several processes at once are all labelled', async () => {
  const hosts = ['a.example', 'b.example', 'c.example', 'd.example'];
  await Promise.all(hosts.map((host) => verdictOf(fetching(host))));
  const { labels, unreadable } = sessionFiles(join(place, 'labels')).read({ session: 's', directory: '/' });
  expect(unreadable).toBeUndefined();
  expect(labels.map(({ source }) => source).toSorted()).toEqual(hosts);
});
