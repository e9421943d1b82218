import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** A generator that gives the same numbers for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

function pick<T>(from: readonly T[], random: Random): T {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new RangeError('nothing to pick from');
  return chosen;
}

function times<T>(most: number, random: Random, make: () => T): T[] {
  return Array.from({ length: Math.floor(random() * (most + 1)) }, make);
}

const presets = join(import.meta.dirname, '../../presets');
const wholeFiles = readdirSync(presets).map((name) => readFileSync(join(presets, name), 'utf8'));

const shortFile = `mode: default
allow:
  - Read
deny:
  - Bash(canary:*)
  - rule: Read(**/.env)
    guidance: Ask.
ask: [ 'Bash(git push:*)' ]
groups:
  mine: { deny: [ WebFetch ] }
use: [ mine ]
tools: { hidden: [ x ] }
`;

const fragments = [
  ':',
  ': ',
  '- ',
  '-',
  '? ',
  '|',
  '>',
  '|\n',
  '#',
  ' #',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '  ',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  '&a ',
  '*a',
  '*a\n',
  '<<: *a\n',
  '!!str ',
  '!',
  '%YAML 1.1\n',
  '---\n',
  '...\n',
  '\u0000',
  '\ufeff',
  '\u2028',
  '\u0085',
  '~',
  'null',
  'true',
  '1',
  'deny:\n',
  'deny: []\n',
  'allow: [ "*" ]\n',
  'Deny:\n',
  '"deny": []\n',
  '? deny\n: []\n',
  '{deny: []}\n',
  'mode: yolo\n',
  '\\',
  '=',
  '\ud800',
  '__proto__: {}\n',
  'constructor: 1\n',
];

const recipes: readonly ((random: Random) => string)[] = [
  // Bytes.
  (random) => Buffer.from(times(400, random, () => Math.floor(random() * 256))).toString('utf8'),
  (random) => times(300, random, () => pick(fragments, random)).join(''),
  // A good file, damaged.
  (random) => damaged(pick([shortFile, shortFile, ...wholeFiles], random), random),
  (random) => damaged(damaged(shortFile, random), random),
  // The right words in any structure.
  (random) => stringify(randomValue(random, 4)),
  (random) => JSON.stringify(randomPolicy(random)),
  (random) => stringify(randomPolicy(random)),
  // Anchors, aliases, merge keys.
  (random) => anchored(random),
];

export function randomText(random: Random): string {
  return pick(recipes, random)(random);
}

function damaged(text: string, random: Random): string {
  let result = text;
  for (let n = Math.floor(random() * 4); n >= 0; n -= 1) {
    const at = Math.floor(random() * (result.length + 1));
    const to = at + Math.floor(random() * 12);
    const lines = result.split('\n');
    result = pick(
      [
        () => result.slice(0, at) + pick(fragments, random) + result.slice(at),
        () => result.slice(0, at) + result.slice(to),
        () => result.slice(0, at) + result.slice(at, to) + result.slice(at),
        () => result.slice(0, at),
        () => lines.toSpliced(Math.floor(random() * lines.length), 1, pick(lines, random)).join('\n'),
        () => lines.toSpliced(Math.floor(random() * lines.length), 0, pick(lines, random)).join('\n'),
        () => lines.map((line) => (random() < 0.1 ? ` ${line}` : line)).join('\n'),
      ],
      random,
    )();
  }
  return result;
}

const names = [
  'mode',
  'allow',
  'ask',
  'deny',
  'tools',
  'workingDirectories',
  'unlisted',
  'use',
  'groups',
  'failure',
  'restrict',
  'tests',
  'team',
  'rule',
  'when',
  'message',
  'why',
  'expires',
  'agents',
  'visible',
  'hidden',
  'denny',
  '__proto__',
];
const scalars = [
  'Read',
  'Bash(canary:*)',
  'Bash(',
  'x',
  '',
  'default',
  'deny',
  'ask',
  0,
  1.5,
  -1,
  true,
  false,
  null,
  '2026-01-01',
  'no-secrets',
  '*',
  '<<',
  '# x',
  'a: b',
];

function randomValue(random: Random, depth: number): unknown {
  const choice = random();
  if (depth === 0 || choice < 0.4) return pick(scalars, random);
  if (choice < 0.7) return times(4, random, () => randomValue(random, depth - 1));
  return Object.fromEntries(times(4, random, () => [pick(names, random), randomValue(random, depth - 1)]));
}

/** Mostly right: what people and machines write, with a slip here and there. */
function randomPolicy(random: Random): unknown {
  const rule = (): unknown =>
    random() < 0.7
      ? pick(scalars.slice(0, 4), random)
      : { rule: pick(scalars, random), why: pick(scalars, random) };
  const value = (name: string): unknown => {
    if (random() < 0.1) return randomValue(random, 3);
    if (['allow', 'ask', 'deny'].includes(name)) return times(5, random, rule);
    return randomValue(random, 2);
  };
  return Object.fromEntries(times(6, random, () => pick(names, random)).map((name) => [name, value(name)]));
}

function anchored(random: Random): string {
  const lines = times(8, random, () =>
    pick(
      [
        'deny: &a [Read]',
        'ask: *a',
        'allow: *b',
        'groups: &b { g: &c { deny: [ Read ] } }',
        '<<: *b',
        'tools: &d { hidden: &e [ x ] }',
        '? *a : x',
        'use: [ *a ]',
        'deny: [ &a Bash(canary:*), *a ]',
        'tests: [ *c ]',
        'mode: &m default',
        'team: *m',
      ],
      random,
    ),
  );
  return lines.join('\n');
}

/** Texts that are meant to take long; those that only repeat something have this many characters. */
export function monsters(size: number): readonly (readonly [name: string, text: string])[] {
  const many = Math.min(20_000, Math.floor(size / 5));
  const fill = (part: string): string => part.repeat(Math.floor(size / part.length));
  const laughs = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let n = 1; n < 12; n += 1)
    laughs.push(
      `a${n}: &a${n} [${Array(9)
        .fill(`*a${n - 1}`)
        .join(', ')}]`,
    );
  const nested = (n: number): string =>
    `deny: &a0 [Read]\nask: [${Array.from({ length: n }, () => '*a0').join(', ')}]`;
  return [
    ['billion laughs', laughs.join('\n')],
    [
      'billion laughs in a rule',
      `deny:\n  - rule: x\n    when:\n${laughs.map((line) => `      ${line}`).join('\n')}`,
    ],
    [
      'laughs by merging',
      laughs.map((line, n) => (n === 0 ? line : `${line}\nm${n}: { <<: *a${n - 1} }`)).join('\n'),
    ],
    ['100 aliases', nested(100)],
    ['101 aliases', nested(101)],
    ['an alias of itself', 'deny: &a [*a]'],
    ['deep brackets', fill('[')],
    ['deep braces', fill('{a: ')],
    ['deep dashes', fill('- ')],
    ['deep keys', Array.from({ length: 1400 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
    ['deep question marks', fill('? ')],
    ['depth 31', `deny: ${'['.repeat(30)}${']'.repeat(30)}`],
    ...[
      '- a\n',
      '[],',
      ',',
      '""',
      "'a' ",
      '"a"\n',
      '# c\n',
      '\n',
      ' ',
      '\t',
      'a: 1\n',
      ': ',
      '&a ',
      '*a ',
      '%a\n',
      '---\n',
      '...\n',
      '\u0000',
      '\r',
      '\u2028',
      '? a\n: b\n',
      '{a: b}: c, ',
      'x\n ',
      '|\n',
      '!a ',
      '@',
      '`',
      '\\',
    ].flatMap((part): [string, string][] => [
      [`${JSON.stringify(part)} everywhere`, fill(part)],
      [`${JSON.stringify(part)} in a list`, `deny: [${fill(part)}]`],
      [`${JSON.stringify(part)} below a key`, `deny:\n${fill(part)}`],
      [`${JSON.stringify(part)} in a text`, `team: "${fill(part)}"`],
      [`${JSON.stringify(part)} in a block`, `team: |\n ${fill(part)}`],
    ]),
    ['many rules', `deny:\n${Array.from({ length: many }, (_, n) => `- Bash(a${n}:*)`).join('\n')}`],
    ['many broken rules', `deny:\n${Array.from({ length: many }, (_, n) => `- Bash(a${n}`).join('\n')}`],
    ['many keys', Array.from({ length: many }, (_, n) => `key${n}: 1`).join('\n')],
    [
      'many groups',
      `groups:\n${Array.from({ length: many }, (_, n) => ` g${n}: { deny: [Read] }`).join('\n')}`,
    ],
    ['many anchors', `deny: [${Array.from({ length: many }, (_, n) => `&a${n} Read`).join(', ')}]`],
    [
      'many conditions',
      `deny:\n- rule: x\n  when:\n${Array.from({ length: many }, (_, n) => `    a${n}: 1`).join('\n')}`,
    ],
    ['a long rule', `deny: ["Bash(${'a '.repeat(250_000)})"]`],
    ['a long path rule', `deny: ["Read(${'*/'.repeat(2000)})"]`],
    ['braces in a path rule', `deny: ["Read(${'{a,b}'.repeat(200)})"]`],
    ['a long expression', `deny:\n- rule: x\n  when: { a: { matches: "${'(a*)*'.repeat(2000)}" } }`],
    ['a long name', `${'a'.repeat(1000)}: 1`],
    ['one over', 'x'.repeat(1024 * 1024 + 1)],
  ];
}
