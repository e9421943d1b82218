import { expect, test } from 'vitest';
import { judge } from '../src/decision/judge.ts';
import type { Ask, Grant } from '../src/decision/grant.ts';
import type { Check, Part } from '../src/facts/part.ts';
import type { Word } from '../src/facts/shell/read/words/word.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import { modes, type Mode } from '../src/policy/mode-name.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';

/**
 * The promised table, written by hand. Read from the top: the first row that is true of the part and is not `.` gives
 * the verdict. `rule` means: allow if an allow rule or a grant covers the part, else what follows.
 */
const promised = `
                 default    acceptEdits  explore  bypass  dontAsk
deny matches     deny       deny         deny     deny    deny
deny may match   ask        ask          deny     ask     deny
ask matches      ask        ask          ask      ask     deny
guarded place    ask        ask          deny     ask     deny
read-only        .          allow        allow    .       .
not read-only    .          .            deny     .       .
check allow      allow      allow        .        allow   allow
check deny       deny       deny         .        deny    deny
check safety     ask        ask          .        allow   deny
check ask        rule/ask   rule/ask     .        allow   deny
check pass       rule/ask   rule/ask     .        allow   rule/deny
`;

interface Case {
  readonly mode: Mode;
  readonly deny: 'no' | 'may' | 'yes';
  readonly ask: 'no' | 'may' | 'yes';
  readonly guard: boolean;
  readonly readOnly: boolean;
  readonly check: Check['outcome'];
  readonly allow: boolean;
  /** `this`: given for the asks of this call. `other`: for a different ask about the same call. */
  readonly grant: 'none' | 'this' | 'other';
  readonly interactive: boolean;
}

const rows = promised
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [name = '', ...cells] = line.split(/ {2,}/);
    return { name, cells };
  });

function isTrueOf(row: string, given: Case): boolean {
  switch (row) {
    case 'deny matches':
      return given.deny === 'yes';
    case 'deny may match':
      return given.deny === 'may';
    case 'ask matches':
      return given.ask !== 'no';
    case 'guarded place':
      return given.guard;
    case 'read-only':
      return given.readOnly;
    case 'not read-only':
      return !given.readOnly;
    default:
      return row === `check ${given.check}`;
  }
}

/** By hand: a grant takes away the asks it was given for, and is an allow rule for its call; it never beats a deny. */
function expected(given: Case): string {
  const verdict = read(given);
  return verdict === 'ask' && !given.interactive ? 'deny' : verdict;
}

function read(given: Case): string {
  let answered = false;
  for (const { name, cells } of rows) {
    const cell = cells[modes.indexOf(given.mode)] ?? '';
    if (!isTrueOf(name, given) || cell === '.') continue;
    // Explore refuses only what nobody approved.
    if (name === 'not read-only' && answered) return 'allow';
    const covered = given.allow || given.grant !== 'none';
    if (cell.startsWith('rule/')) return covered ? 'allow' : cell.slice('rule/'.length);
    if (cell === 'ask' && given.grant === 'this') {
      // A safety ask that was answered is an ordinary ask that the grant covers.
      if (name === 'check safety') return 'allow';
      answered = true;
      continue;
    }
    return cell === 'ask' && isRefusedAnyway(given) ? 'deny' : cell;
  }
  throw new Error('the table has no row for this');
}

/** An approval could not run it, so nobody is asked: the tool refuses whatever no rule or mode lets through before it. */
function isRefusedAnyway({ check, mode, guard, readOnly }: Case): boolean {
  // Explore refuses to write a guarded place, no matter who approves.
  if (mode === 'explore' && guard) return true;
  return check === 'deny' && mode !== 'explore' && !(mode === 'acceptEdits' && readOnly);
}

const span = { start: 0, end: 0 };
const literal = (text: string): Word => ({ kind: 'literal', text, span });
const unknown: Word = { kind: 'unknown', reason: 'value of $X', starts: '', count: 'one', span };

/** A command with three words, each aimed at by one rule, so that every combination of matches can be made. */
function partOf({ deny, ask, guard, readOnly, check }: Case): Part {
  const aimed = (match: 'no' | 'may' | 'yes', text: string): Word =>
    match === 'yes' ? literal(text) : match === 'may' ? unknown : literal('-');
  return {
    kind: 'shell',
    label: 'part',
    // The two rules look at different forms of the argv, so that one unknown word does not blur both.
    subject: {
      kind: 'command',
      words: [literal('go')],
      aliases: [
        [literal('d'), aimed(deny, 'denied')],
        [literal('a'), aimed(ask, 'asked')],
      ],
      escalations: [],
    },
    accesses: [],
    ...(guard ? { guard: { code: 'policy', reason: 'it decides' } } : {}),
    readOnly,
    insideEdit: false,
    check: checkOf(check),
    doubts: [],
  };
}

function checkOf(outcome: Check['outcome']): Check {
  if (outcome === 'pass') return { outcome };
  return outcome === 'safety'
    ? { outcome, code: 'danger', reason: 'danger' }
    : { outcome, reason: 'the tool says so' };
}

function verdictOf(given: Case): string {
  const policy = compilePolicy([
    { deny: ['Bash(d denied:*)'], ask: ['Bash(a asked:*)'], allow: given.allow ? ['Bash(go)'] : [] },
  ]);
  const keyOf = (verdict: string): string => policy.rules.find((rule) => rule.verdict === verdict)?.key ?? '';
  const mine: Ask[] = [
    { because: 'deny-may-match', rule: keyOf('deny') },
    { because: 'ask-rule', rule: keyOf('ask') },
    { because: 'safety', code: 'guard-policy' },
    { because: 'safety', code: 'danger' },
  ];
  const others: Ask[] = [
    { because: 'deny-may-match', rule: 'another rule' },
    { because: 'ask-rule', rule: 'another rule' },
    { because: 'safety', code: 'policy' },
    { because: 'safety', code: 'another danger' },
  ];
  const grant: Grant = {
    id: 'grant',
    rules: [],
    answers: given.grant === 'this' ? mine : others,
    scope: 'session',
    givenIn: given.mode,
    callKey: 'this call',
  };
  return judge({
    call: { tool: 'Bash', input: { command: 'go' } },
    facts: { kind: 'shell', parts: [partOf(given)] },
    policy,
    mode: given.mode,
    world: fixedWorld(),
    grants: given.grant === 'none' ? [] : [grant],
    callKey: 'this call',
    interactive: given.interactive,
  }).verdict;
}

function* everyCase(): Generator<Case> {
  const matches = ['no', 'may', 'yes'] as const;
  const outcomes = ['pass', 'allow', 'deny', 'ask', 'safety'] as const;
  for (const mode of modes)
    for (const deny of matches)
      for (const ask of matches)
        for (const guard of [false, true])
          for (const readOnly of [false, true])
            for (const check of outcomes)
              for (const allow of [false, true])
                for (const grant of ['none', 'this', 'other'] as const)
                  for (const interactive of [false, true])
                    yield { mode, deny, ask, guard, readOnly, check, allow, grant, interactive };
}

test('every combination of signals gives the verdict of the promised table', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const given of everyCase()) {
    count++;
    const got = verdictOf(given);
    if (got !== expected(given)) wrong.push(`${JSON.stringify(given)}: ${got}, not ${expected(given)}`);
  }
  process.stdout.write(`mode product: ${count} combinations compared with the table\n`);
  expect(wrong).toEqual([]);
  expect(count).toBe(5 * 3 * 3 * 2 * 2 * 5 * 2 * 3 * 2);
});
