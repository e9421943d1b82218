import fc from 'fast-check';
import { kinds } from '../src/call/kind.ts';
import type { ToolCall } from '../src/call/tool-call.ts';
import type { Access } from '../src/facts/access.ts';
import type { Effect } from '../src/facts/effect.ts';
import type { Check, Part, Subject } from '../src/facts/part.ts';
import type { PathFact } from '../src/facts/paths/path-fact.ts';
import type { Word } from '../src/facts/shell/read/words/word.ts';

/** Few, so that rules and parts meet. */
export const effects = [
  'read',
  'secret',
  'edit',
  'delete',
  'lose',
  'run',
  'run-other',
  'fetch',
  'send',
] as const;

const span = { start: 0, end: 0 };

const word: fc.Arbitrary<Word> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('git', 'push', 'rm', '-rf', '-r', '-f', 'npm', 'test', 'x')
      .map((text): Word => ({ kind: 'literal', text, span })),
  },
  fc
    .record({ starts: fc.constantFrom('', 'g', '-'), count: fc.constantFrom('one' as const, 'any' as const) })
    .map((given): Word => ({ kind: 'unknown', reason: 'value of $X', span, ...given })),
);

const path: fc.Arbitrary<PathFact> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(
        '/home/dev/project/src/a.ts',
        '/home/dev/project/.env',
        '/home/dev/project/src/.env.local',
        '/etc/passwd',
        '/tmp/x',
        '/home/dev/project',
      )
      .chain((written) =>
        fc
          .constantFrom<string | { unknown: string }>(written, '/home/dev/project/src/b.ts', {
            unknown: 'loop',
          })
          .map((real): PathFact => ({ known: true, written, real })),
      ),
  },
  fc.constant<PathFact>({ known: false, reason: 'value of $X' }),
);

const url = fc.constantFrom(
  { known: true as const, scheme: 'https', host: 'example.com', port: '', path: '/' },
  { known: true as const, scheme: 'https', host: 'a.example.com', port: '', path: '/' },
  { known: true as const, scheme: 'https', host: 'other.test', port: '', path: '/' },
  { known: false as const, reason: 'value of $X' },
);

const subject: fc.Arbitrary<Subject> = fc.oneof(
  fc.record({
    kind: fc.constant('command' as const),
    words: fc.array(word, { maxLength: 4 }),
    aliases: fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 1 }),
    escalations: fc.array(fc.record({ at: fc.integer({ min: -1, max: 3 }), why: fc.constant('escalates') }), {
      maxLength: 1,
    }),
  }),
  fc.record({ kind: fc.constant('path' as const), access: fc.constantFrom('read', 'write', 'delete'), path }),
  fc.record({ kind: fc.constant('url' as const), url }),
  fc.record({
    kind: fc.constant('mcp' as const),
    readings: fc.constantFrom(
      [{ server: 'gh', tool: 'create' }],
      [{ server: 'gh', tool: 'list' }],
      [
        { server: 'gh', tool: 'x__create' },
        { server: 'gh__x', tool: 'create' },
      ],
    ),
  }),
  fc.record({ kind: fc.constant('tool' as const), text: fc.constantFrom('prod-eu', 'staging') }),
  fc.constant({ kind: 'tool' as const }),
  fc.constant({ kind: 'unknown-call' as const }),
);

const reached: fc.Arbitrary<Access> = fc.oneof(
  fc.record({ kind: fc.constantFrom('read', 'write', 'delete'), path }),
  fc.record({ kind: fc.constant('network' as const), url }),
  fc.constant<Access>({ kind: 'execute', what: 'a script' }),
);

const check: fc.Arbitrary<Check> = fc.constantFrom<Check[]>(
  { outcome: 'pass' },
  { outcome: 'pass' },
  { outcome: 'allow', reason: 'read-only' },
  { outcome: 'deny', reason: 'never' },
  { outcome: 'ask', reason: 'unsure' },
  { outcome: 'safety', code: 'protected-path', reason: 'a protected path' },
  { outcome: 'safety', code: 'tool-error', reason: 'the check failed' },
);

/** What a meta-tool carries: rules speak about this call and kind, not about the outer ones. */
const carried = fc.record({
  call: fc.constantFrom<ToolCall[]>(
    { tool: 'deploy', input: { amount: 50 } },
    { tool: 'mcp__gh__create', input: { env: 'prod' } },
  ),
  kind: fc.constantFrom(...kinds),
});

const mentionedTexts = fc.array(
  fc.constantFrom(
    'x=git push',
    "'rm -rf' b",
    'concat:src/a.ts',
    '{.env,b}',
    'git@a.example.com:x',
    's?c/b',
    'x',
  ),
  { maxLength: 3 },
);

/** Texts that may name anything. */
const mentions = fc.record({
  texts: mentionedTexts,
  programs: mentionedTexts,
  directories: fc.constantFrom(['/home/dev/project'], []),
});

const unguardedPart: fc.Arbitrary<Part> = fc.record(
  {
    kind: fc.constantFrom(...kinds),
    label: fc.constant('part'),
    subject,
    accesses: fc.array(reached, { maxLength: 2 }),
    readOnly: fc.boolean(),
    insideEdit: fc.boolean(),
    check,
    doubts: fc.constant([]),
    carried,
    mentions,
  },
  { requiredKeys: ['kind', 'label', 'subject', 'accesses', 'readOnly', 'insideEdit', 'check', 'doubts'] },
);

/** Rarely guarded, or the later questions would seldom be asked. */
const guard = fc.constantFrom(undefined, undefined, undefined, undefined, 'permesso', 'agent-settings');

interface Stated {
  readonly effect: Effect['effect'];
  readonly isPossible: boolean;
  /** Which file or host of the part, if there are as many. */
  readonly at: number;
}

/** Effects with and without a file or host of the part, and of what it starts. */
const stated: fc.Arbitrary<readonly Stated[]> = fc.array(
  fc.record({ effect: fc.constantFrom(...effects), isPossible: fc.boolean(), at: fc.nat(3) }),
  { maxLength: 3 },
);

const does = {
  read: ['read', 'secret'],
  write: ['edit'],
  delete: ['delete', 'lose'],
  network: ['fetch', 'send'],
} as const satisfies Record<string, readonly Effect['effect'][]>;

function isNamed(access: Access): access is NonNullable<Effect['access']> {
  return !('what' in access);
}

function withStated(one: Part, given: readonly Stated[]): Part {
  const { subject: about, accesses, runs = [] } = one;
  const pool = [
    ...(about.kind === 'path' ? [{ kind: about.access, path: about.path }] : []),
    ...(about.kind === 'url' ? [{ kind: 'network' as const, url: about.url }] : []),
    ...[...accesses, ...runs.flatMap((run) => run.accesses)].filter(isNamed),
  ];
  const found = given.map(({ effect, isPossible, at }): Effect => {
    const possible = isPossible ? { possible: true as const } : {};
    const access = pool[at];
    if (access === undefined) return { effect, ...possible };
    // Mostly what such an access does, now and then anything.
    const [usual = effect] = effects
      .filter((name) => (does[access.kind] as readonly string[]).includes(name))
      .slice(at % 2);
    return { effect: at === 2 ? effect : usual, access, ...possible };
  });
  return { ...one, effects: found };
}

/** What its scripts run. */
const runs = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  fc.array(unguardedPart, { minLength: 1, maxLength: 2 }),
);

/** A part with everything that a decision looks at. */
export const part: fc.Arbitrary<Part> = fc
  .tuple(unguardedPart, guard, runs, fc.option(stated, { nil: undefined }))
  .map(([one, code, started, given]) => {
    const whole: Part = {
      ...one,
      ...(code === undefined ? {} : { guard: { code, reason: 'it decides' } }),
      ...(started.length === 0 ? {} : { runs: started }),
    };
    return given === undefined ? whole : withStated(whole, given);
  });
