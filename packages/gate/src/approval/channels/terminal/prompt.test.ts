import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestOf } from '../../../../test/request-of.ts';
import type { ApprovalRequest } from '@permesso/protocol/approval';
import type { PartReceipt } from '@permesso/engine/decision';
import { readKeys, type Key } from './keys.ts';
import { readLimit } from './limit.ts';
import { plainPrompt, type PlainStep } from './plain-prompt.ts';
import { pressKey } from './press-key.ts';
import { promptContext, type PromptContext } from './prompt-context.ts';
import { firstMoment, openPrompt, quietMoment, type PromptState } from './prompt-state.ts';
import { drawPrompt, layOut, lookAt, type Size } from './prompt-view.ts';
import { columnsOf, visible, warningsAbout } from '@permesso/protocol/text';
import { fieldWith, typeInto } from './text-field.ts';

const part: PartReceipt = {
  label: 'npm test',
  verdict: 'ask',
  step: 'otherwise',
  reason: 'no rule allows it',
  contributions: [],
  asks: [{ because: 'no-rule' }],
  doubts: [],
};
const base = requestOf();
const request: ApprovalRequest = {
  ...base,
  decision: {
    ...base.decision,
    verdict: 'ask',
    receipt: { ...base.decision.receipt, parts: [part] },
    suggestions: [
      { rules: ['Bash(npm test)'], covers: 'exactly' },
      { rules: ['Bash(npm test:*)'], covers: 'any' },
    ],
  },
};
const size: Size = { columns: 80, rows: 24 };

function contextOf(more: Partial<ApprovalRequest> = {}): PromptContext {
  return promptContext({ ...request, ...more }, { probe: undefined, history: [] });
}

/** Types at leisure: the first moment is over, each key is seen on screen before the next. */
function typed(
  keys: string,
  context = contextOf(),
  from = openPrompt({ now: 0 }),
  window = size,
): PromptState {
  let state = lookAt(from, context, window);
  for (const key of readKeys(keys)) state = pressed(state, key, context, window);
  return state;
}

function pressed(state: PromptState, key: Key, context: PromptContext, window: Size): PromptState {
  const { page, body } = layOut(state, context, window);
  return lookAt(pressKey(state, { key, now: 10_000, page, rows: body.length }, context), context, window);
}

const escape = '\u001B';
const right = `${escape}[C`;

describe('what keys do', () => {
  test.each<[string, string, Partial<ApprovalRequest>, PromptState['outcome']]>([
    ['a', 'a', {}, { verdict: 'allow', scope: 'once', from: 'terminal' }],
    ['Enter alone, however often', '\r\r\r', {}, undefined],
    ['d', 'd', {}, { verdict: 'deny', from: 'terminal' }],
    ['x', 'x', {}, { verdict: 'deny', scope: 'session', from: 'terminal' }],
    ['Ctrl-C', '\u0003', {}, { verdict: 'deny', comment: 'The user closed the prompt.', from: 'terminal' }],
    [
      'Ctrl-C while typing',
      'wabc\u0003',
      {},
      { verdict: 'deny', comment: 'The user closed the prompt.', from: 'terminal' },
    ],
    ['words', 'wno, thanks\r', {}, { verdict: 'deny', comment: 'no, thanks', from: 'terminal' }],
    ['empty words', 'w\r', {}, undefined],
    ['Enter on a lasting yes only goes on', 's\r', {}, undefined],
    ['Enter twice does not either', 's\r\r\r', {}, undefined],
    ['y', 's\ry', {}, { verdict: 'allow', scope: 'session', rules: ['Bash(npm test)'], from: 'terminal' }],
    [
      'the arrow and a wider rule',
      `${right}${right}\t\ry`,
      {},
      { verdict: 'allow', scope: 'project', rules: ['Bash(npm test:*)'], from: 'terminal' },
    ],
    ['back to once', `${right}${escape}[Da`, {}, { verdict: 'allow', scope: 'once', from: 'terminal' }],
    [
      'for five calls',
      't5x\r\ry',
      {},
      { verdict: 'allow', scope: 'session', rules: ['Bash(npm test)'], uses: 5, from: 'terminal' },
    ],
    [
      'for an hour',
      't1h\r\ry',
      {},
      { verdict: 'allow', scope: 'session', rules: ['Bash(npm test)'], until: 3_610_000, from: 'terminal' },
    ],
    ['for nonsense', 'tsoon\r\ry', {}, undefined],
    [
      'a scope that is not offered',
      'pa',
      { scopes: ['once', 'session'] },
      { verdict: 'allow', scope: 'once', from: 'terminal' },
    ],
    [
      'once where nothing else is offered',
      `${right}ta`,
      { scopes: ['once'] },
      { verdict: 'allow', scope: 'once', from: 'terminal' },
    ],
    ['a rule that was not tried', 'seBash(x)\r', {}, undefined],
    ['pasted text', `${escape}[200~d\r${escape}[201~`, {}, undefined],
    ['keys that mean nothing', `zq1${escape}[99~`, {}, undefined],
    ['a change that nobody could run', 'i', {}, undefined],
    [
      'a change',
      'i -v\r',
      { editable: true },
      { verdict: 'allow', input: { command: 'make -v' }, from: 'terminal' },
    ],
    [
      'what cannot be undone, without the word',
      'a\r',
      { effects: [{ does: 'deletes', words: 'deletes x', lasting: true }] },
      undefined,
    ],
    [
      'what cannot be undone',
      'adelete\r',
      { effects: [{ does: 'deletes', words: 'deletes x', lasting: true }] },
      { verdict: 'allow', scope: 'once', from: 'terminal' },
    ],
    [
      'what cannot be undone, for longer',
      's\rycontinue\r',
      { effects: [{ does: 'changes', words: 'publishes', lasting: true }] },
      { verdict: 'allow', scope: 'session', rules: ['Bash(npm test)'], from: 'terminal' },
    ],
  ])('%s', (_name, keys, more, outcome) => {
    expect(typed(keys, contextOf(more)).outcome).toEqual(outcome);
  });

  test('no key counts in the first moment, and each that comes makes it longer', () => {
    const context = contextOf();
    let state = openPrompt({ now: 0 });
    const press = (key: string, now: number): void => {
      for (const one of readKeys(key)) state = pressKey(state, { key: one, now, page: 10, rows: 5 }, context);
    };
    press('d', firstMoment - 1);
    expect(state.outcome).toBeUndefined();
    press('d', firstMoment + quietMoment - 2);
    expect(state.outcome).toBeUndefined();
    press('d', firstMoment + 2 * quietMoment);
    expect(state.outcome).toMatchObject({ verdict: 'deny' });
  });
});

describe('the whole text is seen before a yes', () => {
  const long = contextOf({
    call: {
      tool: 'Bash',
      input: { command: Array.from({ length: 60 }, (_, at) => `echo ${at}`).join('\n') },
    },
  });
  test('a yes waits for the end, a jump does not count, pages do', () => {
    expect(typed('a', long).outcome).toBeUndefined();
    expect(typed(`${escape}[Fa`, long).outcome).toBeUndefined();
    expect(typed(`${' '.repeat(20)}a`, long).outcome).toMatchObject({ verdict: 'allow' });
  });

  test('whatever was pressed, a yes means that every row was on screen', () => {
    const key = fc.constantFrom(
      ' ',
      '\r',
      `${escape}[A`,
      `${escape}[B`,
      `${escape}[5~`,
      `${escape}[6~`,
      `${escape}[F`,
      `${escape}[H`,
      's',
      'a',
      'y',
    );
    fc.assert(
      fc.property(
        fc.array(key, { maxLength: 40 }),
        fc.integer({ min: 20, max: 100 }),
        fc.integer({ min: 8, max: 30 }),
        (keys, columns, rows) => {
          const window = { columns, rows };
          const seen = new Set<string>();
          let state = lookAt(openPrompt({ now: 0 }), long, window);
          const look = (): void =>
            drawPrompt(state, long, window).rows.forEach(({ text }) => seen.add(text.trim()));
          look();
          for (const one of keys.flatMap((text) => readKeys(text))) {
            state = pressed(state, one, long, window);
            look();
          }
          if (state.outcome?.verdict !== 'allow') return;
          for (let line = 0; line < 60; line++) expect(seen).toContain(`| echo ${line}`);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a window too small to read in is one that nothing is allowed in', () => {
    const tiny = { columns: 20, rows: 5 };
    expect(typed('a', contextOf(), openPrompt({ now: 0 }), tiny).outcome).toBeUndefined();
    expect(drawPrompt(openPrompt({ now: 0 }), contextOf(), tiny).rows.length).toBeLessThanOrEqual(5);
  });
});

describe('what is drawn', () => {
  test('fits every window, and holds nothing that a terminal would obey', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 12, max: 120 }),
        fc.integer({ min: 1, max: 40 }),
        (command, columns, rows) => {
          const context = contextOf({
            call: { tool: command.slice(0, 20), input: { command, x: [command] } },
          });
          const screen = drawPrompt(lookAt(openPrompt({ now: 0 }), context, { columns, rows }), context, {
            columns,
            rows,
          });
          expect(screen.rows.length).toBeLessThanOrEqual(rows);
          for (const { text } of screen.rows) {
            expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u);
            expect(columnsOf(text)).toBeLessThanOrEqual(Math.max(columns, 12));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ['plain text', 'plain text'],
    ['\u202Egnp.exe', '\\u{202e}gnp.exe'],
    ['a\u00A0b', 'a\\u{a0}b'],
    ['\u3164x\u2800', '\\u{3164}x\\u{2800}'],
    ['é ü', 'é ü'],
    ['e\u0301\u0302\u0303', 'e\u0301\u0302\\u{303}'],
    ['\u0301x', '\\u{301}x'],
    ['日本', '日本'],
  ])('%j is shown as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('letters of two alphabets in one word are pointed out', () => {
    expect(warningsAbout('cat .env')).toEqual([]);
    expect(warningsAbout('сat .env')).toHaveLength(1);
    expect(warningsAbout('привет мир')).toEqual([]);
    expect(warningsAbout('a\tb\nc')).toEqual([]);
  });
});

describe('plain text', () => {
  function say(lines: readonly string[], more: Partial<ApprovalRequest> = {}): PlainStep {
    let step = plainPrompt(contextOf(more));
    for (const line of lines) step = step.next(line, 0);
    return step;
  }

  test.each<[string, readonly string[], unknown]>([
    ['once', ['1'], { verdict: 'allow', scope: 'once', from: 'terminal' }],
    ['an empty line does nothing', [''], undefined],
    ['no such number', ['99'], undefined],
    ['a number with more behind it', ['1 '], { verdict: 'allow', scope: 'once', from: 'terminal' }],
    [
      'the second rule for the project',
      ['3', '2'],
      { verdict: 'allow', scope: 'project', rules: ['Bash(npm test:*)'], from: 'terminal' },
    ],
    ['an own rule that does not do', ['3', '3', 'Bash(ls)'], undefined],
    [
      'for a while',
      ['5', '2h', '1'],
      { verdict: 'allow', scope: 'session', rules: ['Bash(npm test)'], until: 7_200_000, from: 'terminal' },
    ],
    ['deny', ['6'], { verdict: 'deny', from: 'terminal' }],
    ['deny with words', ['7', '', 'use pnpm'], { verdict: 'deny', comment: 'use pnpm', from: 'terminal' }],
    ['deny for the session', ['8'], { verdict: 'deny', scope: 'session', from: 'terminal' }],
  ])('%s', (_name, lines, answer) => {
    expect(say(lines).answer).toEqual(answer);
  });

  test('what cannot be undone needs its word', () => {
    const effects = [{ does: 'deletes', words: 'deletes x', lasting: true }] as const;
    expect(say(['1'], { effects }).answer).toMatchObject({ verdict: 'deny' });
    expect(say(['2', 'yes'], { effects }).answer).toBeUndefined();
    expect(say(['2', 'yes', 'delete'], { effects }).answer).toMatchObject({ verdict: 'allow' });
  });
});

test('a limit is a time or a number of calls', () => {
  expect(readLimit('30m', 0)).toEqual({ until: 1_800_000 });
  expect(readLimit(' 7 D ', 0)).toEqual({ until: 604_800_000 });
  expect(readLimit('5x', 0)).toEqual({ uses: 5 });
  for (const text of ['', '0h', '-1h', '5', '1y', '999999d', '1e9m'])
    expect(readLimit(text, 0)).toHaveProperty('problem');
});

test('a text field is edited anywhere, whole characters at a time', () => {
  const typedIn = (keys: string, text = 'a😀b'): string =>
    readKeys(keys).reduce((field, key) => typeInto(field, key), fieldWith(text)).text;
  expect(typedIn('\u007F\u007F')).toBe('a');
  expect(typedIn(`${escape}[D${escape}[D${escape}[3~`)).toBe('ab');
  expect(typedIn('\u0001x\u0005y')).toBe('xa😀by');
  expect(typedIn('\u0015z')).toBe('z');
  expect(typedIn(`${escape}[200~p\nq\u0007${escape}[201~`, '')).toBe('p q');
});

describe('sources that may be trusted', () => {
  const context = contextOf({ sources: ['a.example'] });
  const trusted = { verdict: 'allow', sources: ['a.example'], from: 'terminal' };

  test('are named before they are trusted, by a second key', () => {
    const named = typed('r', context);
    expect([named.stage, named.outcome]).toEqual(['sources', undefined]);
    const shown = drawPrompt(named, context, size)
      .rows.map(({ text }) => text)
      .join(' ');
    expect(shown).toContain('Allow this once, and trust a.example for the rest of the session?');
    expect(typed('ry', context).outcome).toEqual(trusted);
    expect(typed('r\r', context).outcome).toBeUndefined();
    expect(typed('ry').outcome).toBeUndefined();
  });

  test('draw nothing of their own', () => {
    const hostile = contextOf({ sources: ['a\u001b[2Jb'] });
    const drawn = drawPrompt(typed('r', hostile), hostile, size).rows.map(({ text }) => text);
    expect([...drawn, plainPrompt(hostile).say].join('\n')).not.toContain('\u001b');
  });

  test('are a choice of the plain prompt', () => {
    const step = plainPrompt(context);
    const [, number = ''] = /(\d+)\. Allow once, and trust a\.example/u.exec(step.say) ?? [];
    const sure = step.next(number, 0);
    expect([sure.answer, sure.next('no', 0).answer]).toEqual([undefined, undefined]);
    expect(sure.next('yes', 0).answer).toEqual(trusted);
    expect(plainPrompt(contextOf()).say).not.toContain('trust');
  });
});

describe('hosts that may be opened', () => {
  const context = contextOf({ hosts: ['api.example.com'] });
  const opened = { verdict: 'allow', hosts: ['api.example.com'], from: 'terminal' };

  test('are named before they are opened, by a second key', () => {
    const named = typed('h', context);
    expect([named.stage, named.outcome]).toEqual(['hosts', undefined]);
    const shown = drawPrompt(named, context, size)
      .rows.map(({ text }) => text)
      .join(' ');
    expect(shown).toContain('Open api.example.com for sandboxed calls of this project for 8 hours');
    expect(typed('hy', context).outcome).toEqual(opened);
    expect(typed('h\r', context).outcome).toBeUndefined();
    expect(typed('h\u001b', context).stage).toBe('choose');
  });

  test('do not exist where none was offered', () => {
    expect(typed('h').stage).toBe('choose');
    expect(typed('hy').outcome).toBeUndefined();
  });

  test('are a choice of the plain prompt', () => {
    const step = plainPrompt(context);
    const [, number = ''] = /(\d+)\. Run it sandboxed, and open api\.example\.com/u.exec(step.say) ?? [];
    const sure = step.next(number, 0);
    expect(sure.answer).toBeUndefined();
    expect(sure.next('no', 0).answer).toBeUndefined();
    expect(sure.next('yes', 0).answer).toEqual(opened);
    expect(plainPrompt(contextOf()).say).not.toContain('sandboxed');
  });
});
