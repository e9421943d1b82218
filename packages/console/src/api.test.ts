import { expect, test } from 'vitest';
import { problemBody, problemType, type TeamWho } from '@permesso/protocol/console';
import { object, text } from '@permesso/protocol/shape';
import { checkedReply, hasRole, here, problemFrom } from './api.ts';
import { apiTexts } from './texts/api.ts';

test('a reply of another version is not drawn', () => {
  const shape = object({ name: text });
  expect(checkedReply(shape, { name: 'shop' })).toEqual({ name: 'shop' });
  expect(() => checkedReply(shape, { name: 1 })).toThrow(/^The server and this page/);
});

test('a problem is read from the server, and made from the status where something else answered', async () => {
  const said = problemBody(409, 'somebody else answered first');
  const headers = { 'content-type': `${problemType}; charset=utf-8` };
  expect(await problemFrom(new Response(JSON.stringify(said), { status: 409, headers }))).toEqual(said);
  const proxy = await problemFrom(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(proxy).toMatchObject({ status: 502, detail: apiTexts.answered(502) });
});

test('a role counts in its project or everywhere', () => {
  const who = {
    roles: [
      { role: 'approver', project: null },
      { role: 'admin', project: 'shop' },
    ],
  } as unknown as TeamWho;
  expect(hasRole(who, 'approver', 'shop')).toBe(true);
  expect(hasRole(who, 'admin', 'shop')).toBe(true);
  expect(hasRole(who, 'admin', 'other')).toBe(false);
  expect(hasRole(who, 'admin', null)).toBe(false);
});

test('requests stay below the page', () => {
  expect(here('/api/who')).toBe('./api/who');
});
