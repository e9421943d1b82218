import { expect, test } from 'vitest';
import type { ListedEntry } from '@permesso/protocol/console';
import { exampleDecision } from '../../test/examples.ts';
import { callIdentity, entryTitle, shownEntry, verdictOf } from './words.ts';

const listed = (entry: unknown, more: Partial<ListedEntry> = {}): ListedEntry => ({ seq: 7, entry, ...more });
const nobody: ReadonlySet<string> = new Set();

test('an allowed call that ran in a sandbox is sandboxed', () => {
  const sandbox = { engine: 'bwrap', version: '1', digest: 'd' };
  const receipt = { parts: [], rules: [], sandbox };
  expect(verdictOf(exampleDecision({ verdict: 'allow', receipt } as never))).toBe('sandboxed');
  expect(verdictOf(exampleDecision({ receipt }))).toBe('ask');
});

test('a row says what, where and what became of it', () => {
  const row = shownEntry(listed(exampleDecision(), { outcome: { is: 'approved', waitedMs: 9000 } }), nobody);
  expect(row).toMatchObject({
    verdict: 'ask',
    title: 'git push',
    project: 'shop',
    agent: 'main',
    response: { text: 'approved', wait: '9 s' },
  });
});

test.each([
  [{ is: 'denied' }, { text: 'denied', tone: 'deny' }],
  [{ is: 'unanswered' }, { text: 'not answered' }],
  [{ is: 'ran' }, { text: 'ran' }],
] as const)('the outcome %o is shown', (outcome, response) => {
  expect(shownEntry(listed(exampleDecision(), { outcome }), nobody).response).toEqual(response);
});

test('a call that is pending now waits; without any trace nothing is claimed', () => {
  const entry = exampleDecision();
  const pending = new Set([callIdentity(entry.call)]);
  expect(shownEntry(listed(entry), pending).response).toEqual({ text: 'waiting', tone: 'ask' });
  expect(shownEntry(listed(entry), nobody).response).toEqual({ text: 'not known' });
});

test('at a team an entry of its own says what became of a request', () => {
  expect(shownEntry(listed(exampleDecision(), { agentName: 'mbp' }), nobody)).toMatchObject({
    agent: 'mbp',
    response: undefined,
  });
});

test('a denial says whether a rule denied', () => {
  const rules = [{ verdict: 'deny', text: 'Bash(git push)', layer: 'user' }];
  const response = (receipt: object) =>
    shownEntry(listed(exampleDecision({ verdict: 'deny', receipt } as never)), nobody).response?.text;
  expect([response({ parts: [], rules }), response({ parts: [], rules: [] })]).toEqual([
    'by rule',
    'by default',
  ]);
});

test('an entry of an unknown form is shown without a verdict, and never trusted', () => {
  for (const entry of [null, 'text', [], { type: 7 }, { type: 'decision', call: 'x' }, { error: {} }]) {
    const row = shownEntry(listed(entry), nobody);
    expect([row.verdict, row.response, row.project]).toEqual([undefined, undefined, '']);
  }
  const call = { tool: 'Bash', input: { command: 'rm -rf /' } };
  expect(shownEntry(listed({ type: 'decision', verdict: 'allow', call }), nobody)).toMatchObject({
    verdict: undefined,
    title: 'rm -rf /',
  });
});

test('grants, marks and failures have a title', () => {
  const of = (entry: object): string =>
    entryTitle({ ...exampleDecision(), call: undefined, ...entry } as never);
  expect(() => of({ type: 'grant' })).toThrow(TypeError);
  const link = { seq: 1, at: '', hash: '' };
  expect(entryTitle({ ...link, type: 'grant', grant: { rules: ['a', 'b'], scope: 'user' } } as never)).toBe(
    'a, b',
  );
  expect(entryTitle({ ...link, type: 'failure', error: 'disk full' } as never)).toBe('disk full');
  expect(entryTitle({ ...link, type: 'mark', mark: { what: 'torn', bytes: 3 } } as never)).toMatch(/3/);
});
