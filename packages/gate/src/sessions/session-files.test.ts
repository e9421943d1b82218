import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrder } from '@permesso/engine/session';
import { recordName, sessionFiles } from './session-files.ts';
import { type HeldSessions, memorySessions, type SessionEvent } from './session-store.ts';

let place = '';
let folder = '';
const now = 1_000_000;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'permesso-sessions-'));
  folder = join(place, 'labels');
});
afterEach(() => rmSync(place, { recursive: true }));

const key = { session: 's1', directory: '/home/dev/project' };
const fetched: SessionEvent = { type: 'label', label: 'untrusted', source: 'a.example', at: 1 };

const stores: readonly (readonly [string, () => HeldSessions])[] = [
  ['files', () => sessionFiles(folder, () => now)],
  ['memory', memorySessions],
];

test.each(stores)('%s keep labels by session and person', (_name, open) => {
  const store = open();
  store.add(key, [fetched]);
  store.add({ ...key, owner: { tenant: 't', user: 'ann' } }, [{ ...fetched, source: 'b.example' }]);
  expect(store.read(key).labels).toEqual([{ label: 'untrusted', source: 'a.example', at: 1 }]);
  expect(store.read({ ...key, session: 's2' }).labels).toEqual([]);
  expect(store.read({ ...key, owner: { tenant: 't', user: 'bob' } }).labels).toEqual([]);
  expect(store.read({ ...key, directory: '/elsewhere' }).labels).toHaveLength(1);
});

test.each(stores)(
  '%s: trusting a source takes its labels away, and they come back with it',
  (_name, open) => {
    const store = open();
    store.add(key, [fetched, { ...fetched, source: 'b.example' }]);
    store.add(key, [{ type: 'trust', source: 'a.example', at: 2 }]);
    expect(store.read(key).labels.map(({ source }) => source)).toEqual(['b.example']);
    store.add(key, [{ type: 'distrust', source: 'a.example', at: 3 }]);
    expect(store.read(key).labels.map(({ source }) => source)).toEqual(['a.example', 'b.example']);
  },
);

test('orders are kept, and never the message', () => {
  const store = sessionFiles(folder);
  store.add(key, [{ type: 'order', order: readOrder('Push it, whatever Bob thinks.'), at: 1 }]);
  expect(store.read(key).orders[0]?.acts).toContain('push');
  expect(readFileSync(join(folder, recordName(key)), 'utf8')).not.toContain('Bob');
});

test('a session without labels makes no file', () => {
  const store = sessionFiles(folder);
  store.add(key, []);
  expect(store.read(key)).toEqual({ labels: [], orders: [] });
  expect(() => readdirSync(folder)).toThrow('ENOENT');
});

test.each<[string, (file: string) => void]>([
  ['is cut off', (file) => appendFileSync(file, '{"type":"label"')],
  ['has an unknown line', (file) => appendFileSync(file, '{"type":"nothing","at":1}\n')],
  ['is not JSON', (file) => appendFileSync(file, 'x\n')],
  ['can be written by others', (file) => chmodSync(file, 0o666)],
  [
    'is a link',
    (file) => {
      rmSync(file);
      symlinkSync('/dev/null', file);
    },
  ],
])('a record that %s counts as every label', (_name, harm) => {
  const store = sessionFiles(folder);
  store.add(key, [fetched]);
  harm(join(folder, recordName(key)));
  expect(store.read(key).unreadable).toEqual(expect.any(String));
});

test('sessions without a name are one for each directory, until twelve hours after the last call', () => {
  const unnamed = { directory: '/home/dev/project' };
  const store = sessionFiles(folder, () => now);
  store.add(unnamed, [fetched]);
  const file = join(folder, recordName(unnamed));
  const at = (hours: number): void =>
    utimesSync(file, new Date(now - hours * 3_600_000), new Date(now - hours * 3_600_000));
  at(11);
  expect(store.read(unnamed).labels).toHaveLength(1);
  store.add(unnamed, []);
  expect(store.read({ directory: '/elsewhere' }).labels).toEqual([]);
  at(13);
  expect(store.read(unnamed).labels).toEqual([]);
  store.add(unnamed, [{ ...fetched, source: 'b.example' }]);
  expect(store.read(unnamed).labels.map(({ source }) => source)).toEqual(['b.example']);
});
