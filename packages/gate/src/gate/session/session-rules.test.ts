import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fixedWorld } from '@permesso/engine/world';
import { sessionFiles } from '../../sessions/session-files.ts';
import { createGate, type Gate } from '../gate.ts';

let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'permesso-session-rules-'));
});
afterEach(() => rmSync(place, { recursive: true }));

const policy = {
  allow: ['Effect(fetch)', 'Effect(publish)', 'Effect(read)'],
  ask: [{ rule: 'Effect(publish)', after: 'untrusted', unless: 'named' as const }],
};

function gate(rules: object = policy): Gate {
  const stores = { sessions: sessionFiles(join(place, 'labels')) };
  return createGate({ policy: rules, stores, world: () => fixedWorld({ now: 5 }) });
}

const fetching = { tool: 'WebFetch', input: { url: 'https://a.example/x' }, session: 's' };
const pushing = { tool: 'Bash', input: { command: 'git push' }, session: 's' };

test('a gate asks after what another gate of the session has read, and says why', async () => {
  expect((await gate().consult(pushing)).verdict).toBe('allow');
  expect((await gate().consult(fetching)).verdict).toBe('allow');
  const { verdict, decision } = await gate().consult(pushing);
  expect(verdict).toBe('ask');
  expect(decision.receipt.session).toEqual({
    labels: [{ label: 'untrusted', source: 'a.example', at: 5 }],
    unnamed: ["the project's own remote"],
  });
  expect(decision.message).toContain('This session has read text that others wrote (a.example)');
  expect((await gate().consult({ ...pushing, session: 'other' })).verdict).toBe('allow');
});

test('the session of a principal is that of its owner, for labels and for orders', async () => {
  const of = { principal: { tenant: 'acme', user: 'ann' } };
  await gate().consult({ ...fetching, ...of });
  expect((await gate().consult({ ...pushing, ...of })).verdict).toBe('ask');
  expect((await gate().consult({ ...pushing, principal: { tenant: 'globex', user: 'ann' } })).verdict).toBe(
    'allow',
  );
  await gate().said('Push it when you are done.', { session: 's', ...of });
  expect((await gate().consult({ ...pushing, ...of })).verdict).toBe('allow');
});

test('what the person ordered is not asked about', async () => {
  await gate().consult(fetching);
  await gate().said('Push it when you are done.', { session: 's' });
  expect((await gate().consult(pushing)).verdict).toBe('allow');
});

test('a sub-agent shares the labels of its session', async () => {
  await gate().consult({ ...fetching, agent: { name: 'sub', parents: ['main'] } });
  expect((await gate().consult(pushing)).verdict).toBe('ask');
});

test('a denied call labels nothing, an asked one does', async () => {
  const asks = { ...policy, ask: [...policy.ask, 'WebFetch'] };
  await gate({ ...policy, deny: ['WebFetch'] }).consult(fetching);
  expect((await gate().consult(pushing)).verdict).toBe('allow');
  expect((await gate(asks).consult(fetching)).verdict).toBe('ask');
  expect((await gate().consult(pushing)).verdict).toBe('ask');
});

test('a decision for information labels nothing', async () => {
  expect((await gate().check(fetching)).verdict).toBe('allow');
  expect(readdirSync(place)).toEqual([]);
});

test('without rules over sessions nothing is kept', async () => {
  await gate({ allow: ['Effect(fetch)'] }).consult(fetching);
  expect(readdirSync(place)).toEqual([]);
});

test('where labels cannot be kept, the call is denied', async () => {
  const sessions = {
    read: () => ({ labels: [], orders: [] }),
    add: () => {
      throw new Error('the disk is full');
    },
  };
  const full = createGate({ policy, stores: { sessions }, world: () => fixedWorld() });
  expect((await full.consult(fetching)).verdict).toBe('deny');
});
