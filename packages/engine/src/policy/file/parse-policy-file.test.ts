import { describe, expect, test } from 'vitest';
import { printFileProblem } from './file-problem.ts';
import { parsePolicyFile } from './parse-policy-file.ts';

function problemsOf(text: string): readonly string[] {
  return parsePolicyFile(text, { file: 'p.yaml' }).problems.map(printFileProblem);
}

const example = `# .permesso/policy.yaml
mode: plan
use: [mine]
allow:
  - Read
  - Bash(npm run *) # scripts
ask:
  - rule: Bash(git push:*)
    message: Publishes your work.
deny:
  - rule: refund
    when: { amount: { gt: 100 }, "__proto__": x }
    guidance: Ask.
    why: Money.
    expires: 2026-12-31
    agents: [billing*]
groups:
  mine: { deny: [WebFetch] }
  __proto__:
    allow: [Read]
tools:
  hidden: [mcp__legacy__*]
workingDirectories: [../shared]
unlisted: deny
failure: ask
restrict: { onlyManagedAllow: true, modes: [default, yolo] }
team: acme
tests:
  - call: Bash(git push --force)
    expect: ask
    mode: yolo
    because: it publishes
  - call: { tool: refund, input: { amount: 3 } }
    expect: allow
`;

describe('a policy file', () => {
  test('is read whole, with the line of every rule', () => {
    const file = parsePolicyFile(example, { file: 'p.yaml' });
    expect(file.problems).toEqual([]);
    expect(file.layer).toEqual({
      file: 'p.yaml',
      mode: 'explore',
      allow: ['Read', 'Bash(npm run *)'],
      ask: [{ rule: 'Bash(git push:*)', message: 'Publishes your work.' }],
      deny: [
        {
          rule: 'refund',
          when: Object.fromEntries([
            ['amount', { gt: 100 }],
            ['__proto__', 'x'],
          ]),
          guidance: 'Ask.',
          why: 'Money.',
          expires: '2026-12-31',
          agents: ['billing*'],
        },
      ],
      lines: { allow: [5, 6], ask: [8], deny: [11] },
      tools: { hidden: ['mcp__legacy__*'] },
      workingDirectories: ['../shared'],
      unlisted: 'deny',
      restrict: { onlyManagedAllow: true, modes: ['default', 'yolo'] },
    });
    expect(file).toMatchObject({ use: ['mine'], failure: 'ask', team: 'acme', usePlaces: [{ line: 3 }] });
    expect([...file.groups]).toEqual([
      ['mine', { deny: ['WebFetch'], lines: { deny: [18] } }],
      ['__proto__', { allow: ['Read'], lines: { allow: [20] } }],
    ]);
    expect(file.tests).toMatchObject([
      {
        call: { tool: 'Bash', input: { command: 'git push --force' } },
        expect: 'ask',
        mode: 'bypass',
        line: 29,
      },
      { call: { tool: 'refund', input: { amount: 3 } }, expect: 'allow', line: 33 },
    ]);
  });

  test.each([
    ['', {}],
    ['# nothing', {}],
    ['allow:\ndeny:\n', { allow: [], deny: [] }],
    ['{"allow": ["Read"], "deny": []}', { allow: ['Read'], deny: [] }],
    ['\ufeffdeny: [Read]', { deny: ['Read'] }],
    ['deny:\r\n  - Read\r\n', { deny: ['Read'] }],
    ['deny: &a [Read]\nask: *a', { deny: ['Read'], ask: ['Read'] }],
    ['deny: [on, yes, "1"]', { deny: ['on', 'yes', '1'] }],
  ])('%j has no problem', (text, layer) => {
    const file = parsePolicyFile(text, { file: 'p.yaml' });
    expect(file.problems).toEqual([]);
    expect(file.layer).toMatchObject(layer);
  });
});

/** What is wrong stops the load where it may have been a restriction. */
const errors: readonly (readonly [text: string, problem: string])[] = [
  ['denny: [Read]', '1:1: error: there is no key `denny` here (did you mean `deny`?)'],
  ['Deny: [Read]', '1:1: error: there is no key `Deny` here (did you mean `deny`?)'],
  [
    'frobnicate: 1',
    '1:1: error: there is no key `frobnicate` here (use $schema, mode, use, allow, ask, deny, groups, tools, labels, workingDirectories, production, unlisted, enforce, hostModes, failure, offline, sandbox, keep, checks, restrict, tests, team)',
  ],
  ['deny: [a]\nmode: default\ndeny: [b]', '3:1: error: duplicate key `deny` (merge the two)'],
  ['deny:\n  - Bash(rm', '2:12: error: deny[0]: the parenthesis is not closed (write Bash(rm))'],
  ['deny:\n  - "Bash(rm"', '2:13: error: deny[0]: the parenthesis is not closed (write Bash(rm))'],
  ['ask: [5]', '1:7: error: ask[0]: a number where a text is wanted (write "5")'],
  ['deny: Read', '1:7: error: deny: a text where a list is wanted (put each entry on a line with a dash)'],
  [
    'deny: [{ rule: Read, mesage: x }]',
    '1:22: error: deny[0]: there is no key `mesage` here (did you mean `message`?)',
  ],
  ['deny: [{ message: x }]', '1:8: error: deny[0]: `rule` is missing'],
  ['deny: [{ rule: Read, when: {} }]', '1:28: error: deny[0].when: an empty object'],
  ['deny: [{ rule: x, when: { a: .nan } }]', '1:30: error: deny[0].when.a: a number without a value'],
  ['deny: [{ rule: x, expires: 2026-02-30 }]', '1:8: error: deny[0]: `2026-02-30` is not a date that exists'],
  ['deny: ["Read([[:alpha:]])"]', '1:14: error: deny[0]: `[[:name:]]` in a path pattern'],
  ['groups: { g: { deny: [")"] } }', '1:24: error: groups.g.deny[0]: `)` is not allowed in a tool name'],
  [
    'groups: { g: { denyy: [] } }',
    '1:16: error: groups.g: there is no key `denyy` here (did you mean `deny`?)',
  ],
  [
    'mode: defualt',
    '1:7: error: mode: `defualt` is not one of default, acceptEdits, explore, bypass, dontAsk (did you mean `default`?)',
  ],
  [
    'mode: [default]',
    '1:7: error: mode: a list where one of default, acceptEdits, explore, bypass, dontAsk is wanted',
  ],
  ['tools: { hiden: [x] }', '1:10: error: tools: there is no key `hiden` here (did you mean `hidden`?)'],
  ['restrict: { modes: [] }', '1:20: error: restrict.modes: an empty list'],
  ['unlisted: allow', '1:11: error: unlisted: `allow` is not one of ask, deny'],
  ['- Read', '1:1: error: a list where an object is wanted (write `name: value`)'],
  ['just words', '1:1: error: a text where an object is wanted (write `name: value`)'],
  ['1: x', '1:1: error: a key that is not a text (put it in quotes)'],
  ['? [a]\n: b', '1:3: error: a key that is not a text (put it in quotes)'],
  ['tools: &b { hidden: [x] }\n<<: *b', '2:1: error: merge keys are not supported (use a group)'],
  ['deny: *nowhere', '1:7: error: no anchor `nowhere` before this'],
  ['deny: &a [*a]', '1:11: error: no anchor `a` before this'],
  ['deny: !!set [Read]', '1:7: error: tags are not supported (write the value without `!`)'],
  [
    'deny: [!<tag:yaml.org,2002:str> Read]',
    '1:8: error: tags are not supported (write the value without `!`)',
  ],
  [
    '%YAML 1.1\n---\ndeny: [Read]',
    '1:1: error: directives are not supported (remove the line that starts with %)',
  ],
  ['deny: [Read]\n---\nallow: [Read]', '2:1: error: a second document begins (one policy per file)'],
  ['deny: [Read\n', '2:1: error: '],
  ['deny:\n\t- Read', '2:1: error: '],
];

/** Too long to be a name. */
const tooMuch: readonly (readonly [text: string, problem: string])[] = [
  [`deny: ${'['.repeat(40)}`, ': error: nested more than 32 levels deep'],
  [`a: ${'x'.repeat(1024 * 1024)}`, '1:1: error: the text is longer than 1048576 characters'],
  [`deny: [${'a,'.repeat(200_000)}]`, '1:1: error: the text has too many parts'],
];

/** What is wrong and could only loosen, or decides nothing, is left out and shown. */
const warnings: readonly (readonly [text: string, problem: string])[] = [
  ['allow:\n  - "// why"', '2:8: warning: allow[0]: ` ` is not allowed in a tool name: left out'],
  ['allow: [Read, bash]', '1:15: warning: allow[1]: there is no tool `bash`: left out (write Bash)'],
  [
    'allow: [{ rule: Read, expire: 2026-01-01 }]',
    '1:23: warning: allow[0]: there is no key `expire` here (did you mean `expires`?)',
  ],
  ['allow: [true]', '1:9: warning: allow[0]: true or false where a text is wanted (write "true")'],
  [
    'allow: Read',
    '1:8: warning: allow: a text where a list is wanted (put each entry on a line with a dash)',
  ],
  [
    'groups: { g: { allow: [Bash(] } }',
    '1:29: warning: groups.g.allow[0]: the parenthesis is not closed: left out (write Bash())',
  ],
  [
    'workingDirectories: [1]',
    '1:22: warning: workingDirectories[0]: a number where a text is wanted (write "1")',
  ],
  ['tests: [{ call: Read }]', '1:9: warning: tests[0]: `expect` is missing'],
  [
    'tests: [{ call: Read, expect: deny }]',
    '1:9: warning: tests[0].call: `Read` is called with something: left out (write Read(...))',
  ],
  [
    'tests: [{ call: "refund(100)", expect: deny }]',
    '1:9: warning: tests[0].call: the arguments are not an object: left out (write refund({"name": "value"}))',
  ],
];

describe('problems', () => {
  test.each(errors)('%j', (text, problem) => {
    const [first] = problemsOf(text);
    expect(first).toContain(problem);
  });

  test.each(tooMuch.map(([text, problem]) => ({ problem, text })))('$problem', ({ text, problem }) => {
    expect(problemsOf(text)[0]).toContain(problem);
  });

  test.each(warnings)('%j', (text, problem) => {
    expect(problemsOf(text)).toEqual([`p.yaml:${problem}`]);
  });

  test('a broken allow is left out; a broken deny stays, so that no policy can be made of it', () => {
    const { layer } = parsePolicyFile('allow: [Read, Bash(]\ndeny: [Write, Bash(]', { file: 'p.yaml' });
    expect(layer).toMatchObject({
      allow: ['Read'],
      deny: ['Write', 'Bash('],
      lines: { allow: [1], deny: [2, 2] },
    });
  });

  test('a hundred of a kind are enough', () => {
    const text = Array.from({ length: 500 }, (_, n) => `key${n}: 1`).join('\n');
    expect(problemsOf(text)).toHaveLength(100);
  });
});
