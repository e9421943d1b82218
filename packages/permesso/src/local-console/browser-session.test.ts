import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createBrowserSession } from './browser-session.ts';

const host = '127.0.0.1:4711';

function request(url: string, headers: Record<string, string> = {}, method = 'GET'): IncomingMessage {
  return { url, method, headers: { host, ...headers } } as unknown as IncomingMessage;
}

function entered(now?: () => number) {
  const door = createBrowserSession({
    hosts: [host, 'localhost:4711'],
    ...(now === undefined ? {} : { now }),
  });
  const first = door.check(request(`/?key=${door.key}`));
  if (first.opens !== 'key') throw new Error('the key did not open');
  const cookie = first.cookie.split(';')[0] ?? '';
  return { door, first, cookie, room: first.room };
}

test('the key opens once, and the cookie in the room from then on', () => {
  const { door, first, cookie, room } = entered();
  expect(first.cookie).toMatch(/HttpOnly; SameSite=Strict/);
  expect(first.cookie).toContain(`Path=${room}`);
  expect(door.check(request(room, { cookie }))).toEqual({ opens: 'room', path: '/' });
  expect(door.check(request(`${room}api/inbox?a=b`, { cookie }))).toEqual({
    opens: 'room',
    path: '/api/inbox',
  });
  expect(door.check(request(`/?key=${door.key}`))).toMatchObject({ opens: 'no', status: 401 });
});

test('a key that lay about for minutes opens nothing', () => {
  let time = 0;
  const door = createBrowserSession({ hosts: [host], now: () => time });
  time = 3 * 60_000;
  expect(door.check(request(`/?key=${door.key}`))).toMatchObject({ opens: 'no', status: 401 });
});

test('neither the cookie nor the room opens anything alone', () => {
  const { door, cookie, room } = entered();
  const closed = { opens: 'no', status: 401 };
  expect(door.check(request('/', { cookie }))).toMatchObject(closed);
  expect(door.check(request('/api/inbox', { cookie }))).toMatchObject(closed);
  expect(door.check(request(`${room.slice(0, -2)}/api/inbox`, { cookie }))).toMatchObject(closed);
  expect(door.check(request(`/x${room}api/inbox`, { cookie }))).toMatchObject(closed);
  expect(door.check(request(`${room}api/inbox`))).toMatchObject(closed);
  expect(door.check(request(`${room}api/inbox`, { cookie: entered().cookie }))).toMatchObject(closed);
});

test('cookies that other servers on this host have set keep nobody out, and let nobody in', () => {
  const { door, cookie, room } = entered();
  const tossed = 'permesso_ui=theirs; other=1; permesso_ui=';
  expect(door.check(request(room, { cookie: `${tossed}; ${cookie}; permesso_ui=last` }))).toMatchObject({
    opens: 'room',
  });
  expect(door.check(request(room, { cookie: tossed }))).toMatchObject({ opens: 'no', status: 401 });
});

test('another page may lead here with the key, as a whole page and not otherwise', () => {
  const led = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
  const door = createBrowserSession({ hosts: [host] });
  const address = `/?key=${door.key}`;
  expect(door.check(request(address, { ...led, 'sec-fetch-dest': 'iframe' }))).toMatchObject({ status: 403 });
  expect(door.check(request(address, { ...led, origin: 'null' }))).toMatchObject({ status: 403 });
  expect(door.check(request('/?key=x', led))).toMatchObject({ status: 401 });
  const entrance = door.check(request(address, led));
  expect(entrance).toMatchObject({ opens: 'key' });
  if (entrance.opens !== 'key') return;
  const [cookie = ''] = entrance.cookie.split(';');
  expect(door.check(request(entrance.room, { ...led, cookie }))).toMatchObject({ opens: 'no', status: 403 });
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
  const { door, cookie, room } = entered();
  const sent = { ...(status === 403 ? { cookie } : {}), ...headers };
  expect(door.check(request(`${room}api/inbox`, sent))).toMatchObject({ opens: 'no', status });
});

test('what changes something must say where it comes from', () => {
  const { door, cookie, room } = entered();
  const answer = `${room}api/answer`;
  expect(door.check(request(answer, { cookie }, 'POST'))).toMatchObject({ opens: 'no', status: 403 });
  expect(door.check(request(answer, { cookie, origin: `http://${host}` }, 'POST'))).toEqual({
    opens: 'room',
    path: '/api/answer',
  });
});

test('the key works nowhere but at the first page', () => {
  const door = createBrowserSession({ hosts: [host] });
  expect(door.check(request(`/api/inbox?key=${door.key}`))).toMatchObject({ opens: 'no' });
  expect(door.check(request(`/?key=${door.key}`, {}, 'POST'))).toMatchObject({ opens: 'no' });
  expect(door.check(request('/?key='))).toMatchObject({ opens: 'no' });
});
