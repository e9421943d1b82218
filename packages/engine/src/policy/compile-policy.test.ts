import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../world/fixed-world.ts';
import { compilePolicy } from './compile-policy.ts';
import type { Layer } from './layer.ts';
import { modes } from './mode-name.ts';
import { PolicyError, printProblem } from './policy-error.ts';
import type { Problem } from './policy.ts';

function failure(...layers: Layer[]): PolicyError {
  try {
    compilePolicy(layers);
  } catch (error) {
    if (error instanceof PolicyError) return error;
    throw error;
  }
  throw new Error('the policy could be compiled');
}

describe('rules', () => {
  test('an empty policy asks about everything and restricts nothing', () => {
    expect(compilePolicy([])).toMatchObject({
      rules: [],
      restrictions: { onlyManagedAllow: false },
      visibility: [],
      workingDirectories: [],
      unlisted: 'ask',
      problems: [],
    });
    expect(compilePolicy([])).not.toHaveProperty('mode');
    expect(compilePolicy([]).restrictions).not.toHaveProperty('modes');
  });

  test('carry their layer, file, line, root and trust', () => {
    const { rules } = compilePolicy([
      {
        layer: 'project',
        file: '.permesso/policy.yaml',
        root: '/home/dev/project',
        allow: ['Read', 'Glob'],
        deny: ['Write'],
        lines: { allow: [3, 4], deny: [7] },
      },
      { ask: ['WebFetch'] },
    ]);
    expect(rules.map(({ text, verdict, origin }) => ({ text, verdict, ...origin }))).toEqual([
      {
        text: 'Read',
        verdict: 'allow',
        layer: 'project',
        root: '/home/dev/project',
        trusted: false,
        file: '.permesso/policy.yaml',
        line: 3,
      },
      {
        text: 'Glob',
        verdict: 'allow',
        layer: 'project',
        root: '/home/dev/project',
        trusted: false,
        file: '.permesso/policy.yaml',
        line: 4,
      },
      {
        text: 'Write',
        verdict: 'deny',
        layer: 'project',
        root: '/home/dev/project',
        trusted: false,
        file: '.permesso/policy.yaml',
        line: 7,
      },
      { text: 'WebFetch', verdict: 'ask', layer: 'flags', root: '/', trusted: true },
    ]);
  });

  test('are found by verdict', () => {
    const { index } = compilePolicy([{ allow: ['*'], ask: ['Bash(* x)'], deny: ['Read(**)'] }]);
    expect(index.allow.always.map(({ text }) => text)).toEqual(['*']);
    expect(index.ask.always.map(({ text }) => text)).toEqual(['Bash(* x)']);
    expect(index.deny.always.map(({ text }) => text)).toEqual(['Read(**)']);
  });
});

describe('a broken deny or ask stops the load', () => {
  test.each<[string, Layer, RegExp]>([
    [
      'deny',
      { file: 'p.yaml', deny: ['Read', 'Bash(git'], lines: { deny: [4, 7] } },
      /^p\.yaml:7: deny rule `Bash\(git`, character 9: the parenthesis is not closed \(write Bash\(git\)\)$/,
    ],
    [
      'ask',
      { file: 'p.yaml', ask: ['bash'], lines: { ask: [2] } },
      /^p\.yaml:2: ask rule `bash`, character 1: there is no tool `bash` \(write Bash\)$/,
    ],
    ['without a line', { file: 'p.yaml', ask: ['bash'] }, /^p\.yaml: ask rule `bash`/],
    ['without a file', { deny: ['bash'] }, /^deny rule `bash`/],
    ['in an untrusted project', { layer: 'project', deny: ['bash'] }, /^deny rule `bash`/],
    [
      'with conditions',
      { deny: [{ rule: 'refund', when: { amount: { above: 5 } } }] },
      /^deny rule `refund`, character 1: when amount: there is no test `above`/,
    ],
    [
      'that is not a rule at all',
      { deny: [5 as unknown as string] },
      /^deny rule `5`, character 1: a rule needs a text/,
    ],
    ['that is null', { deny: [null as unknown as string] }, /^deny rule `null`/],
    ['that is undefined', { deny: [undefined as unknown as string] }, /^deny rule `undefined`/],
    ['whose text is not a string', { deny: [{ rule: ['x'] } as unknown as string] }, /^deny rule `\["x"\]`/],
  ])('%s', (_name, layer, message) => {
    expect(failure(layer).message).toMatch(message);
  });

  test('every broken one is named, and broken allow rules are not among them', () => {
    const error = failure({ allow: ['Bash('], deny: ['bash'] }, { ask: ['read', 'Bash(a;b)'] });
    expect(error.name).toBe('PolicyError');
    expect(error.problems.map(({ verdict, text }) => `${verdict} ${text}`)).toEqual([
      'deny bash',
      'ask Bash(a;b)',
    ]);
    expect(error.message.split('\n')).toHaveLength(2);
  });
});

describe('a broken allow is reported and skipped', () => {
  test('with its place', () => {
    const { rules, problems } = compilePolicy([
      {
        layer: 'user',
        file: 'u.yaml',
        allow: ['Read', 'Bash(', { rule: 'x', expires: 'soon' }],
        lines: { allow: [1, 2, 3] },
      },
    ]);
    expect(rules.map(({ text }) => text)).toEqual(['Read']);
    expect(problems).toEqual([
      {
        verdict: 'allow',
        text: 'Bash(',
        file: 'u.yaml',
        line: 2,
        at: 5,
        message: 'the parenthesis is not closed',
        fix: 'write Bash()',
      },
      expect.objectContaining({ verdict: 'allow', text: 'x', line: 3, message: '`soon` is not a date' }),
    ]);
  });

  test('never throws on an allow that is not a rule', () => {
    const { problems } = compilePolicy([
      { allow: [null, 5, {}, { rule: 'x', agents: 'y' }] as unknown as string[] },
    ]);
    expect(problems).toHaveLength(4);
  });
});

test.each<[Problem, string]>([
  [{ verdict: 'deny', text: 'x', at: 4, message: 'm' }, 'deny rule `x`, character 5: m'],
  [
    { verdict: 'ask', text: 'x', at: 0, message: 'm', fix: 'write y', file: 'f' },
    'f: ask rule `x`, character 1: m (write y)',
  ],
  [
    { verdict: 'allow', text: 'x', at: 0, message: 'm', file: 'f', line: 3 },
    'f:3: allow rule `x`, character 1: m',
  ],
])('a problem is printed as one line', (problem, line) => {
  expect(printProblem(problem)).toBe(line);
});

describe('trust', () => {
  test.each<[Layer, boolean]>([
    [{}, true],
    [{ layer: 'managed' }, true],
    [{ layer: 'team' }, true],
    [{ layer: 'flags' }, true],
    [{ layer: 'session' }, true],
    [{ layer: 'local' }, true],
    [{ layer: 'user' }, true],
    [{ layer: 'preset' }, true],
    [{ layer: 'project' }, false],
    [{ layer: 'project', trusted: true }, true],
    [{ layer: 'user', trusted: false }, false],
  ])('%j is trusted: %s', (layer, trusted) => {
    const { rules, workingDirectories, mode } = compilePolicy([
      { ...layer, allow: ['Read'], workingDirectories: ['/srv'], mode: 'bypass' },
    ]);
    expect(rules[0]?.origin.trusted).toBe(trusted);
    expect(workingDirectories).toEqual(trusted ? ['/srv'] : []);
    expect(mode).toBe(trusted ? 'bypass' : undefined);
  });

  test('an untrusted layer may still deny what is unlisted and hide tools', () => {
    const { unlisted, visibility } = compilePolicy([
      { layer: 'project', unlisted: 'deny', tools: { hidden: ['x'] } },
      { unlisted: 'ask', tools: { visible: ['y'] } },
    ]);
    expect(unlisted).toBe('deny');
    expect(visibility).toMatchObject([
      { visible: [], hidden: ['x'], origin: { layer: 'project' } },
      { visible: ['y'], hidden: [], origin: { layer: 'flags' } },
    ]);
  });

  test('unlisted is asked about unless a layer says deny', () => {
    expect(compilePolicy([{ unlisted: 'ask' }, {}]).unlisted).toBe('ask');
  });
});

describe('what a managed layer takes away', () => {
  test('only managed allow rules', () => {
    expect(compilePolicy([{ layer: 'managed', restrict: { onlyManagedAllow: true } }]).restrictions).toEqual({
      onlyManagedAllow: true,
    });
    expect(compilePolicy([{ layer: 'managed', restrict: { onlyManagedAllow: false } }]).restrictions).toEqual(
      { onlyManagedAllow: false },
    );
  });

  test('modes: several managed layers each take away, aliases count', () => {
    const { restrictions } = compilePolicy([
      { layer: 'managed', restrict: { modes: ['default', 'plan', 'yolo'] } },
      { layer: 'managed', restrict: { modes: ['explore', 'default'] } },
      { layer: 'managed' },
    ]);
    expect(restrictions).toEqual({ onlyManagedAllow: false, modes: ['default', 'explore'] });
  });

  test('every mode named is no restriction', () => {
    expect(compilePolicy([{ layer: 'managed', restrict: { modes } }]).restrictions).toEqual({
      onlyManagedAllow: false,
    });
  });

  test.each(['team', 'user', 'project', 'flags'] as const)('a %s layer cannot restrict', (layer) => {
    const { restrictions } = compilePolicy([
      { layer, restrict: { onlyManagedAllow: true, modes: ['dontAsk'] } },
    ]);
    expect(restrictions).toEqual({ onlyManagedAllow: false });
  });

  test.each<[string, Layer[], RegExp]>([
    [
      'a mode that does not exist',
      [{ layer: 'managed', file: 'm.yaml', restrict: { modes: ['default', 'turbo'] } }],
      /^m\.yaml: mode `turbo`: there is no mode `turbo` \(use one of default, acceptEdits, explore, bypass, dontAsk\)$/,
    ],
    [
      'no mode',
      [{ layer: 'managed', restrict: { modes: [] } }],
      /^mode `restrict\.modes`: no mode is left that every managed layer permits$/,
    ],
    [
      'layers that leave none',
      [
        { layer: 'managed', restrict: { modes: ['default'] } },
        { layer: 'managed', restrict: { modes: ['explore'] } },
      ],
      /no mode is left/,
    ],
  ])('%s stops the load', (_name, layers, message) => {
    expect(failure(...layers).message).toMatch(message);
  });
});

describe('the mode', () => {
  test.each<[string, Layer[], string | undefined]>([
    ['none', [{}], undefined],
    ['an alias', [{ mode: 'plan' }], 'explore'],
    [
      'a layer that names none does not hide one that does',
      [{ layer: 'managed' }, { layer: 'user', mode: 'plan' }],
      'explore',
    ],
    [
      'the layer that comes first by rank, not by place',
      [
        { layer: 'user', mode: 'bypass' },
        { layer: 'managed', mode: 'explore' },
        { layer: 'local', mode: 'dontAsk' },
      ],
      'explore',
    ],
    ['flags before the user', [{ layer: 'user', mode: 'bypass' }, { mode: 'acceptEdits' }], 'acceptEdits'],
    [
      'an untrusted project cannot choose',
      [
        { layer: 'user', mode: 'explore' },
        { layer: 'project', mode: 'bypass' },
      ],
      'explore',
    ],
    [
      'a trusted project can',
      [
        { layer: 'user', mode: 'explore' },
        { layer: 'project', trusted: true, mode: 'bypass' },
      ],
      'bypass',
    ],
  ])('%s', (_name, layers, mode) => {
    expect(compilePolicy(layers).mode).toBe(mode);
  });

  test('one that does not exist stops the load', () => {
    expect(failure({ layer: 'user', file: 'u.yaml', mode: 'turbo' }).message).toMatch(
      /^u\.yaml: .*there is no mode `turbo`/,
    );
  });
});

describe('links, once when a policy is loaded', () => {
  const world = fixedWorld({ links: { '/home/dev/vault': '/data/vault' } });
  test('a deny or ask on a path that is a link also means where it leads, an allow never does', () => {
    const { rules } = compilePolicy(
      [{ allow: ['Read(~/vault/**)'], ask: ['Read(~/vault/**)'], deny: ['Read(~/vault/**)', 'Bash'] }],
      { world },
    );
    const alternatives = rules.map(({ pattern }) =>
      pattern.about === 'path' ? pattern.glob.alternatives.length : 0,
    );
    expect(alternatives).toEqual([1, 2, 2, 0]);
  });

  test('without a world rules stay as written', () => {
    const { rules } = compilePolicy([{ deny: ['Read(~/vault/**)'] }]);
    expect(
      rules.map(({ pattern }) => (pattern.about === 'path' ? pattern.glob.alternatives.length : 0)),
    ).toEqual([1]);
  });
});

test('what is not known about a rule or a problem is not there', () => {
  const { rules, problems, workingDirectories } = compilePolicy([{ allow: ['Read', 'Bash('] }]);
  expect(Object.keys(rules[0]?.origin ?? {})).toEqual(['layer', 'root', 'trusted']);
  expect(Object.keys(problems[0] ?? {})).toEqual(['at', 'message', 'fix', 'verdict', 'text']);
  expect(workingDirectories).toEqual([]);
  const [problem] = failure({ layer: 'managed', restrict: { modes: [] } }).problems;
  expect(Object.keys(problem ?? {})).toEqual(['at', 'message', 'verdict', 'about', 'text']);
});
