import { describe, expect, test } from 'vitest';
import { compilePolicy } from '../compile-policy.ts';
import type { Layer } from '../layer.ts';
import type { RuleInput } from '../rules/rule.ts';
import { reaching } from './over-broad.ts';
import { lintPolicy } from './lint-policy.ts';

function lint(...layers: readonly Layer[]): readonly string[] {
  const policy = compilePolicy(layers);
  const now = Date.UTC(2026, 0, 1);
  const found = lintPolicy(policy, {
    now,
    usesAllowRules: (mode) => mode !== 'explore' && mode !== 'bypass',
  });
  // What wide rules also allow has a test of its own: offers.test.ts.
  return found
    .filter(({ code }) => code !== 'also-allows')
    .map(({ severity, code, rule, by }) =>
      [severity, code, rule?.verdict, rule?.text, ...(by === undefined ? [] : ['by', by.verdict, by.text])]
        .filter((each) => each !== undefined)
        .join(' '),
    );
}

describe('one policy', () => {
  test.each<[Layer, readonly string[]]>([
    [{ allow: ['Bash(npm run *)', 'Read'], deny: ['Read(**/.env)'] }, []],
    [{ tools: { describe: [{ tool: 'mcp__a__b' }, { tool: 'mcp__a__*' }, { tool: 'mcp__b__*' }] } }, []],
    [{ tools: { describe: [{ tool: 'mcp__a__*' }, { tool: 'mcp__a__b' }] } }, ['warning shadowed']],
    [
      { allow: ['Bash(npm ci)', 'Bash(npm ci)'] },
      ['warning duplicate allow Bash(npm ci) by allow Bash(npm ci)'],
    ],
    [{ allow: ['Bash(git *)', 'Bash(git:*)'] }, ['warning duplicate allow Bash(git:*) by allow Bash(git *)']],
    [
      { allow: ['Bash(git push:*)', 'Bash(git:*)'] },
      ['warning shadowed allow Bash(git push:*) by allow Bash(git:*)'],
    ],
    [
      { allow: ['Bash(git push:*)'], ask: ['Bash(git push:*)'] },
      ['warning contradiction allow Bash(git push:*) by ask Bash(git push:*)'],
    ],
    [
      { allow: ['Bash(git push x)'], ask: ['Bash(git push:*)'], deny: ['Bash(git:*)'] },
      [
        'warning shadowed allow Bash(git push x) by deny Bash(git:*)',
        'warning shadowed ask Bash(git push:*) by deny Bash(git:*)',
      ],
    ],
    [{ deny: [{ rule: 'Bash(rm:*)', expires: '2025-12-31' }] }, ['warning expired deny Bash(rm:*)']],
    [
      // An expired deny stops nothing.
      { allow: ['Bash(rm x)'], deny: [{ rule: 'Bash(rm:*)', expires: '2025-12-31' }] },
      ['warning expired deny Bash(rm:*)'],
    ],
    [
      { layer: 'managed', allow: ['Bash(npm ci)'], restrict: { modes: ['explore', 'bypass'] } },
      ['note never-counts allow Bash(npm ci)'],
    ],
    [{ mode: 'explore', allow: ['Bash(npm ci)'] }, ['note idle-allow']],
    [{ allow: ['WebFetch(domain:*.co.uk)'] }, ['warning public-suffix allow WebFetch(domain:*.co.uk)']],
    [{ deny: ['WebFetch(domain:*.co.uk)'] }, []],
    [{ allow: [{ rule: 'deploy', agents: ['a*b'] }] }, ['warning odd-agent allow deploy']],
    [{ allow: [{ rule: 'deploy', delegated: true }] }, ['warning delegation allow deploy']],
    [{ deny: [{ rule: 'deploy', agents: ['a'], delegated: true }] }, ['warning delegation deny deploy']],
    [
      { ask: ['Bash(curl -H "token: abcdefghijklmnop123456":*)'] },
      ['error secret ask Bash(curl -H "token: abcdefghijklmnop123456":*)'],
    ],
    [
      { allow: [{ rule: 'refund', when: { amount: { gt: 5, lt: 3 } } }] },
      ['warning impossible allow refund'],
    ],
  ])('%j: %j', (layer, expected) => {
    expect(lint(layer)).toEqual(expected);
  });
});

test('what another layer does to a rule is a note: it may not be there tomorrow', () => {
  expect(
    lint({ layer: 'user', allow: ['Bash(npm run *)'] }, { layer: 'local', allow: ['Bash(npm run build)'] }),
  ).toEqual(['note shadowed allow Bash(npm run build) by allow Bash(npm run *)']);
  expect(
    lint({ layer: 'managed', restrict: { onlyManagedAllow: true } }, { layer: 'user', allow: ['Read'] }),
  ).toEqual(['note never-counts allow Read']);
});

describe('allow rules that reach too far', () => {
  const broad: readonly string[] = [
    '*',
    'Bash',
    'Bash(*)',
    'Write',
    'Edit(**)',
    'Write(//**)',
    'Write(~/**)',
    'WebFetch',
    'mcp',
    'mcp__*',
    'Bash(* --help)',
    'Bash(/usr/bin/python3:*)',
    'Bash(bash -c:*)',
    'Bash(node -e *)',
    ...reaching.flatMap(({ names }) => names.split(' ').map((name) => `Bash(${name}:*)`)),
  ];
  test.each(broad)('%j', (rule) => {
    expect(lint({ allow: [rule] })).toEqual([`warning over-broad allow ${rule}`]);
    expect(lint({ ask: [rule] })).toEqual([]);
  });

  test.each<RuleInput>([
    'Read',
    'Write(src/**)',
    'Bash(python -m pytest:*)',
    'Bash(sudo systemctl status nginx)',
    'Bash(npx tsc:*)',
    'Bash(npm run *)',
    'mcp__github__*',
    { rule: 'Bash', when: { command: { startsWith: 'x' } } },
  ])('%j does not', (rule) => {
    expect(lint({ allow: [rule] })).toEqual([]);
  });
});

test('10,000 rules are compared with each other in seconds', () => {
  const allow = Array.from({ length: 5000 }, (_, at) => `Bash(tool${at} run:*)`);
  const deny = Array.from({ length: 5000 }, (_, at) => `Read(secrets/${at}/**)`);
  const started = performance.now();
  expect(lint({ allow: [...allow, 'Bash(tool7 run x)'], deny })).toEqual([
    'warning shadowed allow Bash(tool7 run x) by allow Bash(tool7 run:*)',
  ]);
  expect(performance.now() - started).toBeLessThan(20_000);
});

describe('a name that is almost a tool’s', () => {
  test.each([
    'Bahs(rm:*)',
    'Baash',
    'Reed(.env)',
    'Edits(src/**)',
    'WebFech',
    'mpc__github',
    'mcp_github_get',
  ])('%s', (rule) => {
    expect(lint({ deny: [rule] })).toEqual([`warning misspelt deny ${rule}`]);
  });
  test.each([
    'Bash(rm:*)',
    'WebSearch',
    'Task',
    'Agent',
    'Skill',
    'deploy',
    'head',
    'mcp__github',
    'Mail(x)',
  ])('not %s', (rule) => {
    expect(lint({ deny: [rule] })).toEqual([]);
  });
});

describe('a policy that runs calls sandboxed', () => {
  const outside = { rule: 'Bash(npm test)', unsandboxed: true };
  test.each<[string, readonly Layer[], readonly string[]]>([
    [
      'nothing to say',
      [{ sandbox: 'on', allow: ['Bash(npm test)'], deny: ['Read(~/.ssh/**)', 'Read(**/.env)'] }],
      [],
    ],
    [
      'each rule that runs outside, which a wider one without it does not make needless',
      [{ sandbox: 'on', allow: [outside, 'Bash(npm test:*)'] }],
      ['warning unsandboxed allow Bash(npm test)'],
    ],
    ['a rule that says it in vain', [{ allow: [outside] }], ['warning unsandboxed allow Bash(npm test)']],
    [
      'files at any depth, and relative directories',
      [{ sandbox: 'on', deny: ['Read(~/**/*.pem)', 'Read(//**/.env)'], workingDirectories: ['src'] }],
      [
        'warning sandbox-reach deny Read(~/**/*.pem)',
        'warning sandbox-reach deny Read(//**/.env)',
        'warning sandbox-reach',
      ],
    ],
  ])('%s', (_, layers, expected) => expect(lint(...layers)).toEqual(expected));
});

test('a limit that no call can be within, and rules that a limit keeps apart', () => {
  const limit = { calls: 5, per: 'hour' } as const;
  const sum = { sum: 'input.amount', most: 5, per: 'hour' } as const;
  const found = (allow: readonly RuleInput[]): readonly string[] =>
    lintPolicy(compilePolicy([{ allow }]), { now: 0, usesAllowRules: () => true }).map(
      ({ code, rule }) => `${code} ${rule?.text ?? ''}`,
    );
  expect(found([{ rule: 'Bash(npm test)', limit: sum }])).toEqual(['limit Bash(npm test)']);
  expect(found([{ rule: 'refund', limit: sum }])).toEqual([]);
  // Without the limited rule, or without the other one, some verdict would differ.
  expect(found(['refund', { rule: 'refund', limit }])).toEqual([]);
});

test.each<[Layer, readonly string[]]>([
  [{ deny: ['Effect(publish)'] }, ['note unknown-code deny Effect(publish)']],
  [
    { deny: ['Effect(publish)', 'Effect(pay)'], ask: ['Effect(lose)'] },
    ['note unknown-code deny Effect(publish)'],
  ],
  [{ deny: ['Effect(publish)'], ask: ['Effect(run-other)'] }, []],
  [{ deny: ['Effect(publish)'], unlisted: 'deny' }, []],
  [{ deny: ['Effect(run)'] }, []],
  // What nobody knows is asked about as well.
  [{ ask: ['Effect(publish)'] }, []],
  [{ ask: ['Effect(publish)'], mode: 'bypass' }, ['note unknown-code ask Effect(publish)']],
  [{ ask: ['Effect(publish)'], sandbox: { use: 'on' } }, ['note unknown-code ask Effect(publish)']],
  [
    { ask: ['Effect(pay)'], allow: ['Effect(run-other)'], unlisted: 'deny' },
    ['warning over-broad allow Effect(run-other)', 'note unknown-code ask Effect(pay)'],
  ],
  [{ allow: [{ rule: 'Bash', effects: ['run', 'read'] }] }, []],
  [{ allow: [{ rule: 'Bash', effects: ['run-other'] }] }, ['warning over-broad allow Bash']],
])('code that nobody knows: %j', (policy, findings) => {
  expect(lint(policy)).toEqual(findings);
});

test('a rule for some effects allows no more than it says', () => {
  const codes = (rule: RuleInput): readonly string[] =>
    lintPolicy(compilePolicy([{ allow: [rule] }]), { now: 0, usesAllowRules: () => true }).map(
      ({ code }) => code,
    );
  expect(codes('Bash(dotnet:*)')).toEqual(['also-allows']);
  expect(codes({ rule: 'Bash(dotnet:*)', effects: ['run', 'install'] })).toEqual([]);
});
