import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { grantOf } from '../../../../engine/test/question-of.ts';
import type { Grant } from '@permesso/engine/decision';
import { parseRemembered, printRemembered } from './grant-file.ts';
import { grantFiles, rememberedIn, sessionDirectory, type SavedRule } from './grant-files.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'permesso-grants-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true, maxRetries: 20 }));

const noRule = { because: 'no-rule' } as const;
const session = (more: Partial<Grant> = {}): Grant => ({
  ...grantOf({ id: 'g1', rules: ['Bash(npm test:*)'], answers: [noRule], session: 's' }),
  ...more,
});

describe('grants in files', () => {
  test('are shared by the processes of a session, and by no other', async () => {
    await grantFiles({ state, session: 's' }).add(session());
    expect(grantFiles({ state, session: 's' }).list()).toEqual([session()]);
    expect(grantFiles({ state, session: 'other' }).list()).toEqual([]);
    expect(grantFiles({ state }).list()).toEqual([]);
  });

  test('of an owner come back with their owner, and are never rules for everybody', async () => {
    const saved: SavedRule[] = [];
    const saveRule = (rule: SavedRule): void => void saved.push(rule);
    const { session: _session, ...lasting } = session();
    const owned: Grant = { ...lasting, scope: 'user', owner: { tenant: 'acme', user: 'anna' } };
    await grantFiles({ state, saveRule }).add(owned);
    expect(saved).toEqual([]);
    expect(grantFiles({ state, saveRule }).list()).toEqual([owned]);
  });

  test('are gone for everybody when one process revokes them', async () => {
    const here = grantFiles({ state, session: 's' });
    const there = grantFiles({ state, session: 's' });
    await here.add(session());
    expect(there.list()).toHaveLength(1);
    expect(there.revoke('g1')).toBe(true);
    expect(here.list()).toEqual([]);
    expect(here.use?.('g1')).toBe(false);
    expect(here.revoke('g1')).toBe(false);
    expect(readdirSync(join(sessionDirectory(state, 's'), 'grants'))).toEqual([]);
  });

  test('are for this user only, and count for nothing where others may write', async () => {
    const store = grantFiles({ state, session: 's' });
    await store.add(session());
    const directory = join(sessionDirectory(state, 's'), 'grants');
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 'g1.json')).mode & 0o777).toBe(0o600);
    chmodSync(directory, 0o770);
    expect(store.list()).toEqual([]);
    await expect(Promise.resolve().then(() => store.add(session({ id: 'g2' })))).rejects.toThrow('by others');
  });

  test('know how often they were used, and for how many calls they are left', async () => {
    const store = grantFiles({ state, session: 's' });
    await store.add(session());
    await store.add(session({ id: 'g2', uses: 2 }));
    expect([store.use?.('g1'), store.use?.('g1'), store.use?.('g1')]).toEqual([true, true, true]);
    expect([store.use?.('g2'), store.use?.('g2'), store.use?.('g2')]).toEqual([true, true, false]);
    expect(store.list().map(({ id }) => id)).toEqual(['g1']);
    expect(rememberedIn(state).map(({ hits, left }) => ({ hits, left }))).toEqual([
      { hits: 3, left: undefined },
      { hits: 2, left: 0 },
    ]);
    expect(rememberedIn(state)[0]?.lastUsed).toBeGreaterThan(Date.now() - 60_000);
  });

  test('tell that something changed', async () => {
    vi.useFakeTimers();
    try {
      const store = grantFiles({ state, session: 's', every: 10 });
      const changed = vi.fn<() => void>();
      const stop = store.watch?.(changed);
      vi.advanceTimersByTime(50);
      expect(changed).not.toHaveBeenCalled();
      await grantFiles({ state, session: 's' }).add(session());
      vi.advanceTimersByTime(50);
      expect(changed).toHaveBeenCalledTimes(1);
      stop?.();
    } finally {
      vi.useRealTimers();
    }
  });

  test('a no is remembered too', async () => {
    const store = grantFiles({ state, session: 's' });
    const denial = {
      id: 'd1',
      rules: [],
      callKey: 'k',
      scope: 'session',
      session: 's',
      comment: 'no',
    } as const;
    await store.deny?.(denial);
    expect(store.denials?.()).toEqual([denial]);
    expect(store.list()).toEqual([]);
    expect(store.revoke('d1')).toBe(true);
    expect(store.denials?.()).toEqual([]);
  });

  test('a no is not forgotten where others may write, nor with words that we do not know', async () => {
    const store = grantFiles({ state, session: 's' });
    const denial = { id: 'n1', scope: 'session', rules: [], callKey: 'k', session: 's' } as const;
    await store.deny?.(denial);
    const directory = join(sessionDirectory(state, 's'), 'grants');
    chmodSync(directory, 0o777);
    expect(grantFiles({ state, session: 's' }).denials?.()).toEqual([denial]);
    const file = join(directory, 'n1.deny.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('{', '{"later":1,'));
    expect(grantFiles({ state, session: 's' }).denials?.()).toEqual([denial]);
  });

  test.each(['', '{', '[]', '{"version":2}'])('a no that says %j stops everything, by name', async (text) => {
    const store = grantFiles({ state, session: 's' });
    await store.deny?.({ id: 'n1', scope: 'session', rules: [], callKey: 'k', session: 's' });
    const file = join(sessionDirectory(state, 's'), 'grants', 'n1.deny.json');
    writeFileSync(file, text);
    expect(() => grantFiles({ state, session: 's' }).denials?.()).toThrow(file);
  });

  test('a no does not become a yes by another name', async () => {
    const store = grantFiles({ state, session: 's' });
    await store.add(session());
    const directory = join(sessionDirectory(state, 's'), 'grants');
    renameSync(join(directory, 'g1.json'), join(directory, 'g1.deny.json'));
    expect(() => grantFiles({ state, session: 's' }).denials?.()).toThrow('cannot be read');
  });

  test('a session that has no name keeps nothing', async () => {
    await expect(Promise.resolve().then(() => grantFiles({ state }).add(session()))).rejects.toThrow(
      'no session',
    );
  });
});

describe('what becomes a rule in a policy file', () => {
  const lasting = (more: Partial<Grant> = {}): Grant => ({
    ...session({ scope: 'project', project: '/p' }),
    ...more,
  });
  test.each<[string, Grant, readonly SavedRule[]]>([
    ['for the project', lasting(), [{ verdict: 'allow', rule: 'Bash(npm test:*)', scope: 'project' }]],
    [
      'for the user',
      lasting({ scope: 'user' }),
      [{ verdict: 'allow', rule: 'Bash(npm test:*)', scope: 'user' }],
    ],
    [
      'until a time',
      lasting({ expires: 9 }),
      [{ verdict: 'allow', rule: 'Bash(npm test:*)', scope: 'project', expires: 9 }],
    ],
    ['never for the session', session(), []],
    ['never what answers an ask rule', lasting({ answers: [{ because: 'ask-rule', rule: 'k' }] }), []],
    ['never a count', lasting({ uses: 3 }), []],
    ['never one exact call', lasting({ callKey: 'k', rules: [] }), []],
    ['never what was given in explore', lasting({ givenIn: 'explore' }), []],
    ['never what holds for one description', lasting({ pin: { server: 's', tool: 't', pin: 'p' } }), []],
  ])('%s', async (_name, grant, expected) => {
    const saved: SavedRule[] = [];
    const store = grantFiles({ state, session: 's', saveRule: (rule) => void saved.push(rule) });
    await store.add(grant);
    expect(saved).toEqual(expected);
    expect(store.list()).toHaveLength(expected.length === 0 ? 1 : 0);
  });

  test('a no for the project is a deny rule', async () => {
    const saved: SavedRule[] = [];
    const store = grantFiles({ state, session: 's', saveRule: (rule) => void saved.push(rule) });
    const { rules } = session();
    await store.deny?.({ id: 'd', rules, scope: 'project', project: '/p' });
    expect(saved).toEqual([{ verdict: 'deny', rule: 'Bash(npm test:*)', scope: 'project' }]);
  });
});

describe('the file of a grant', () => {
  const remembered = { kind: 'grant', at: 1, grant: session({ expires: 9, uses: 3 }) } as const;
  test('is read as it was written', () => {
    expect(parseRemembered(printRemembered(remembered), 'g1')).toEqual(remembered);
    expect(parseRemembered('{', 'g1')).toBeUndefined();
  });

  test.each<[string, (said: Record<string, unknown>) => void]>([
    ['another name', (said) => void (said['id'] = 'g2')],
    ['another version', (said) => void (said['version'] = 2)],
    ['a limit that is not known', (said) => void (said['onlyOn'] = 'monday')],
    ['a broken rule', (said) => void (said['rules'] = ['Bash('])],
    ['no rule and no call', (said) => void (said['rules'] = [])],
    ['no such scope', (said) => void (said['scope'] = 'everywhere')],
    ['once', (said) => void (said['scope'] = 'once')],
    ['no such mode', (said) => void (said['givenIn'] = 'yolo!')],
    ['an ask that is none', (said) => void (said['answers'] = [{ because: 'I say so' }])],
    [
      'a danger beyond the session',
      (said) => Object.assign(said, { scope: 'user', answers: [{ because: 'safety', code: 'x' }] }),
    ],
    ['a time that is none', (said) => void (said['expires'] = 'soon')],
    ['a pin that is none', (said) => void (said['pin'] = 'p')],
  ])('%s: no grant', (_name, change) => {
    const said = JSON.parse(printRemembered(remembered)) as Record<string, unknown>;
    change(said);
    expect(parseRemembered(JSON.stringify(said), 'g1')).toBeUndefined();
  });

  test('a file that was put there by hand and makes no sense counts for nothing', async () => {
    const store = grantFiles({ state, session: 's' });
    await store.add(session());
    const directory = join(sessionDirectory(state, 's'), 'grants');
    writeFileSync(join(directory, 'g2.json'), readFileSync(join(directory, 'g1.json')));
    expect(store.list().map(({ id }) => id)).toEqual(['g1']);
  });
});
