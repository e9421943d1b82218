import fc from 'fast-check';
import type { EffectName } from '../src/facts/effect.ts';
import type { Layer } from '../src/policy/layer.ts';
import { modes } from '../src/policy/mode-name.ts';
import type { RuleInput, RuleObject } from '../src/policy/rules/rule.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import type { HeldName, World } from '../src/world/world.ts';

/** Small vocabularies, so that rules meet each other and calls meet rules. */
const words = ['push', 'status', '-f', '--force', 'x', 'run', 'build', 'exec', 'tsc', '*', 'b*', '-delete'];
const names = [
  'git',
  'npm',
  'npx',
  'find',
  'sort',
  'rm',
  'sudo',
  'mytool',
  'python',
  '*',
  'g*',
  'time',
  './run.sh',
];

const command = fc
  .tuple(fc.constantFrom(...names), fc.array(fc.constantFrom(...words), { maxLength: 3 }), fc.boolean())
  .map(([name, rest, open]) => `Bash(${[name, ...rest].join(' ')}${open ? ':*' : ''})`);

const segment = fc.constantFrom(
  'src',
  'SRC',
  'a.ts',
  '*.ts',
  'a*',
  '*',
  '**',
  '.env',
  '.env*',
  '[ab].ts',
  '?.ts',
  'lib',
  'tmp',
  'link',
);
const base = fc.constantFrom(
  '',
  '',
  './',
  '~/',
  '/',
  '//',
  '//tmp/',
  '/home/dev/project/',
  '../',
  '//home/dev/project/',
);

const path = fc
  .tuple(
    fc.constantFrom('Read', 'Write', 'Edit', 'Grep', 'NotebookEdit'),
    base,
    fc.array(segment, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '', '/'),
  )
  .map(([tool, from, several, end]) => `${tool}(${from}${several.join('/')}${end})`);

const host = fc
  .tuple(
    fc.constantFrom('', '*.'),
    fc.constantFrom('example.com', 'a.example.com', 'b.a.example.com', 'ample.com', 'other.test'),
    fc.constantFrom('', '', ':8443'),
  )
  .map(([star, name, port]) => `WebFetch(domain:${star}${name}${port})`);

const mcp = fc
  .tuple(
    fc.constantFrom('gh', 'g*', '*', 'gh_x'),
    fc.constantFrom('*', 'get', 'get_*', 'x__get', '*t', 'get_a'),
    fc.constantFrom('', '', '', '(text)', '({"a":1})'),
  )
  .map(([server, tool, argument]) => `mcp__${server}__${tool}${argument}`);

const other = fc.constantFrom(
  'Bash',
  'Read',
  'Write',
  'WebFetch',
  'mcp',
  '*',
  'deploy',
  'dep*',
  'deploy(prod-*)',
  'deploy({"a":1})',
  'gh(get)',
  'gh',
  'Grep',
  'Glob',
  'G*',
  'WebSearch',
  'WebSearch(x)',
);

/** What the calls below do. */
const effectName = fc.constantFrom<EffectName[]>(
  'read',
  'edit',
  'lose',
  'commit',
  'run',
  'run-other',
  'publish',
  'fetch',
);

const text = fc.oneof(
  { weight: 4, arbitrary: command },
  { weight: 4, arbitrary: path },
  host,
  mcp,
  { weight: 2, arbitrary: other },
  { weight: 2, arbitrary: effectName.map((name) => `Effect(${name})`) },
);

const when = fc.constantFrom<Record<string, unknown>[]>(
  { amount: { gt: 10 } },
  { amount: { gt: 10, lt: 20 } },
  { amount: { gt: 20, lt: 10 } },
  { env: 'prod' },
  { env: { in: ['prod', 'test'] } },
  { env: { startsWith: 'pr', equals: 'prod' } },
  { env: { startsWith: 'pr', equals: 'test' } },
);

const ornate: fc.Arbitrary<RuleObject> = fc.record(
  {
    rule: text,
    when,
    expires: fc.constantFrom('1970-01-01', '1980-01-01', '2030-01-01', '2040-01-01'),
    agents: fc.subarray(['main', 'lead', 'sub-*', 'sub-b', 's*', 'codex', 'codex/lead', '!lead', '!codex'], {
      minLength: 1,
    }),
    delegated: fc.boolean(),
  },
  { requiredKeys: ['rule'] },
);

export const ruleInput: fc.Arbitrary<RuleInput> = fc.oneof({ weight: 3, arbitrary: text }, ornate);

const rules = fc.array(ruleInput, { maxLength: 6 });

const narrowedAllow: fc.Arbitrary<RuleInput> = fc
  .tuple(ornate, fc.array(effectName, { minLength: 1, maxLength: 5 }))
  .map(([rule, effects]) => ({ ...rule, effects }));

/** A rule that speaks of a little less, or of something beside it. */
export function narrowed(input: RuleInput, by: number): RuleObject {
  const spec = typeof input === 'string' ? { rule: input } : input;
  const [, name = '', inside = ''] = /^([^(]+)(?:\((.*)\))?$/.exec(spec.rule) ?? [];
  const word = ['x', '--force', '-delete', 'push'][by % 4] ?? 'x';
  const rule = ((): string => {
    if (name === 'Bash')
      return inside === '' ? `Bash(git ${word})` : `Bash(${inside.replace(/:\*$/, '')} ${word}:*)`;
    if (/^(?:Read|Write|Edit|Grep|NotebookEdit)$/.test(name)) {
      const file = ['a.ts', '*.ts', '.env', 'lib/x'][by % 4] ?? 'x';
      return `${name}(${inside === '' ? 'src' : inside.replace(/\/?\*\*$|\/$/, '')}/${file})`;
    }
    if (name === 'WebFetch') {
      const given = inside.replace(/^domain:/, '') || 'example.com';
      return by % 2 === 0
        ? `WebFetch(domain:a.${given.replace(/^\*\./, '')})`
        : `WebFetch(domain:${given.replace(/:\d+$/, '')}${given.includes(':') ? '' : ':8443'})`;
    }
    if (name.startsWith('mcp__')) return spec.rule.replace(/\*/, 'get');
    return spec.rule.replace('*', 'ploy');
  })();
  return { ...spec, rule, ...(by % 7 === 0 ? { agents: ['sub-b'] } : {}) };
}

export const randomLayer: fc.Arbitrary<Layer> = fc
  .record(
    {
      layer: fc.constantFrom('managed', 'flags', 'local', 'project', 'user'),
      root: fc.constantFrom('/', '/home/dev/project', '/home/dev/project/sub'),
      trusted: fc.constantFrom(true, true, true, false),
      allow: fc.array(fc.oneof({ weight: 3, arbitrary: ruleInput }, narrowedAllow), { maxLength: 6 }),
      ask: rules,
      deny: rules,
      mode: fc.constantFrom(...modes),
      unlisted: fc.constantFrom('ask', 'ask', 'deny'),
      workingDirectories: fc.constantFrom<string[][]>([], ['/home/dev/other'], ['/tmp']),
      restrict: fc.constantFrom<NonNullable<Layer['restrict']>[]>(
        {},
        {},
        {},
        {},
        { onlyManagedAllow: true },
        { modes: ['explore'] },
        { modes: ['explore', 'bypass'] },
        { modes: ['default', 'dontAsk'] },
      ),
    },
    { requiredKeys: ['allow', 'ask', 'deny'] },
  )
  .chain((layer) =>
    fc.array(fc.nat(100), { maxLength: 4 }).map((picks) => picks.reduce<Layer>(withRelative, layer)),
  );

const lists = ['allow', 'ask', 'deny'] as const;

/** Rules beside which a narrower one stands, of the same or of another verdict. */
function withRelative(layer: Layer, pick: number): Layer {
  const from = layer[lists[pick % 3] ?? 'deny'] ?? [];
  const to = lists[Math.floor(pick / 3) % 3] ?? 'allow';
  const one = from[pick % Math.max(1, from.length)];
  if (one === undefined) return layer;
  const { effects, ...rest } = narrowed(one, pick);
  const relative =
    to === 'allow' && effects !== undefined ? { ...rest, effects: effects.slice(0, 1 + (pick % 3)) } : rest;
  return { ...layer, [to]: [relative, ...(layer[to] ?? [])] };
}

/** Only the first restricts: two that share no mode are no policy. */
export const randomLayers: fc.Arbitrary<readonly Layer[]> = fc
  .array(randomLayer, { minLength: 1, maxLength: 2 })
  .map((layers) => layers.map((layer, at) => (at === 0 ? layer : { ...layer, restrict: {} })));

/** Links where rules and calls go through: what is written and what is meant then differ. */
export const randomWorld: fc.Arbitrary<World> = fc
  .tuple(
    fc.subarray(
      [
        ['/tmp', '/private/tmp'],
        ['/home/dev/project/src', '/home/dev/other/src'],
        ['/home/dev/project/link', '/etc'],
        ['/home/dev', '/data/dev'],
      ] as const,
      { maxLength: 2 },
    ),
    fc.boolean(),
  )
  .map(([links, isReadable]) =>
    fixedWorld({
      now: 1_000_000_000_000,
      links: Object.fromEntries(links),
      holds: (at) => (isReadable ? (held.get(at) ?? []) : undefined),
    }),
  );

const held: ReadonlyMap<string, readonly HeldName[]> = new Map<string, readonly HeldName[]>([
  ['/', [directory('home'), directory('tmp'), directory('etc')]],
  ['/home', [directory('dev')]],
  ['/home/dev', [directory('project'), { name: '.env', is: 'file' }]],
  ['/home/dev/project', [directory('src'), directory('sub'), { name: '.env', is: 'file' }]],
  ['/home/dev/project/src', [{ name: 'a.ts', is: 'file' }, directory('lib')]],
  ['/home/dev/project/src/lib', [{ name: '.env.local', is: 'file' }]],
  ['/home/dev/project/sub', [directory('src')]],
  ['/home/dev/project/sub/src', [{ name: 'b.ts', is: 'file' }]],
]);

function directory(name: string): HeldName {
  return { name, is: 'directory' };
}
