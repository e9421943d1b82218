import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openStores, type StorePlace } from '../stores/open-stores.ts';
import { hasRedis, newPlaces } from '../stores/places.ts';

const places = newPlaces();
afterAll(places.clear);

const kinds = ['files', 'sqlite', 'postgres', ...((await hasRedis()) ? (['redis'] as const) : [])] as const;

/** The verdict of another process, which is killed as soon as it has said it. */
async function verdictOf(place: StorePlace, call: object): Promise<string> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@permesso/source',
      join(import.meta.dirname, 'child.ts'),
      JSON.stringify(place),
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

test.each(kinds)(
  '%s: a server that is killed between the label and the call has labelled the session',
  async (kind) => {
    const place = places.of(kind);
    expect(await verdictOf(place, pushing)).toBe('allow');
    expect(await verdictOf(place, fetching('a.example'))).toBe('allow');
    expect(await verdictOf(place, pushing)).toBe('ask');
  },
);

test.each(kinds)('%s: calls of several servers at once are all labelled', async (kind) => {
  const place = places.of(kind);
  const hosts = ['a.example', 'b.example', 'c.example', 'd.example'];
  await Promise.all(hosts.map((host) => verdictOf(place, fetching(host))));
  const { sessions, close } = await openStores(place);
  const { labels, unreadable } = await sessions.read({ session: 's', directory: '/' });
  await close();
  expect(unreadable).toBeUndefined();
  expect(labels.map(({ source }) => source).toSorted()).toEqual(hosts);
});
