import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { openDoor } from './door.ts';

const host = '127.0.0.1:4711';

function request(url: string, headers: Record<string, string> = {}, method = 'GET'): IncomingMessage {
  return { url, method, headers: { host, ...headers } } as unknown as IncomingMessage;
}

function entered(now?: () => number) {
  const door = openDoor({ hosts: [host, 'localhost:4711'], ...(now === undefined ? {} : { now }) });
  const first = door.check(request(`/?key=${door.key}`));
  const cookie = first.opens === 'key' ? (first.cookie.split(';')[0] ?? '') : '';
  return { door, first, cookie };
}

test('the key opens once, and the cookie from then on', () => {
  const { door, first, cookie } = entered();
  expect(first).toMatchObject({ opens: 'key' });
  expect(first).toHaveProperty('cookie', expect.stringMatching(/HttpOnly; SameSite=Strict/));
  expect(door.check(request('/api/inbox', { cookie }))).toEqual({ opens: 'cookie' });
  expect(door.check(request(`/?key=${door.key}`))).toMatchObject({ opens: 'no', status: 401 });
});

test('a key that lay about for minutes opens nothing', () => {
  let time = 0;
  const door = openDoor({ hosts: [host], now: () => time });
  time = 3 * 60_000;
  expect(door.check(request(`/?key=${door.key}`))).toMatchObject({ opens: 'no', status: 401 });
});

test.each([
  ['no cookie', {}, 401],
  ['a wrong cookie', { cookie: 'permesso_ui=x' }, 401],
  ['another name for this machine, as DNS rebinding gives it', { host: 'evil.example:4711' }, 403],
  ['another port', { host: '127.0.0.1:80' }, 403],
  ['no name at all', { host: '' }, 403],
  ['a page elsewhere', { origin: 'http://evil.example' }, 403],
  ['a page on another port here', { origin: 'http://127.0.0.1:9999' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['a link on another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a neighbour site', { 'sec-fetch-site': 'same-site' }, 403],
])('%s does not come in', (_what, headers, status) => {
  const { door, cookie } = entered();
  const sent = { ...(status === 403 ? { cookie } : {}), ...headers };
  expect(door.check(request('/api/inbox', sent))).toMatchObject({ opens: 'no', status });
});

test('what changes something must say where it comes from', () => {
  const { door, cookie } = entered();
  expect(door.check(request('/api/answer', { cookie }, 'POST'))).toMatchObject({ opens: 'no', status: 403 });
  expect(door.check(request('/api/answer', { cookie, origin: `http://${host}` }, 'POST'))).toEqual({
    opens: 'cookie',
  });
});

test('the key works nowhere but at the first page', () => {
  const door = openDoor({ hosts: [host] });
  expect(door.check(request(`/api/inbox?key=${door.key}`))).toMatchObject({ opens: 'no' });
  expect(door.check(request(`/?key=${door.key}`, {}, 'POST'))).toMatchObject({ opens: 'no' });
  expect(door.check(request('/?key='))).toMatchObject({ opens: 'no' });
});
