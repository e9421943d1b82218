import { describe, expect, test } from 'vitest';
import { compilePolicy } from '../compile-policy.ts';
import type { Rule, RuleInput } from '../rules/rule.ts';
import type { Verdict } from '../rules/verdict.ts';
import { subsumes } from './subsumes.ts';

function rule(verdict: Verdict, input: RuleInput, root = '/home/dev/project'): Rule {
  const [only] = compilePolicy([{ root, [verdict]: [input] }]).rules;
  if (only === undefined) throw new Error(`${JSON.stringify(input)} is not a rule`);
  return only;
}

type Row = readonly [outer: RuleInput, inner: RuleInput];

function check(verdicts: readonly [Verdict, Verdict], rows: readonly Row[], expected: boolean): void {
  test.each(rows)(`${verdicts.join(' over ')}: %j and %j: ${expected}`, (outer, inner) => {
    expect(subsumes(rule(verdicts[0], outer), rule(verdicts[1], inner))).toBe(expected);
  });
}

describe('an allow takes in an allow', () => {
  check(
    ['allow', 'allow'],
    [
      ['Bash(git:*)', 'Bash(git push:*)'],
      ['Bash(git push *)', 'Bash(git push:*)'],
      ['Bash(mytool:*)', 'Bash(mytool --anything x)'],
      ['Bash(npm run *)', 'Bash(npm run build)'],
      ['Bash(g*)', 'Bash(g*)'],
      ['Read(src/**)', 'Read(src/a/*.ts)'],
      ['Read(src/**)', 'Read(./src/**)'],
      ['Read(/src/**)', 'Read(/home/dev/project/src/a)'],
      ['Read(//**)', 'Read(~/a/**)'],
      ['Read(src/)', 'Read(src/**)'],
      ['Read(src/{a,b}/**)', 'Read(src/a/x)'],
      ['Read(src/?.ts)', 'Read(src/[ab].ts)'],
      ['WebFetch(domain:*.a.test)', 'WebFetch(domain:*.b.a.test)'],
      ['mcp__gh__get_*', 'mcp__gh__get_issue'],
      ['deploy', 'deploy({"a":1})'],
      ['*', 'mcp__gh__get'],
      ['deploy', { rule: 'deploy', when: { env: 'prod' } }],
      [
        { rule: 'deploy', agents: ['sub-*'] },
        { rule: 'deploy', agents: ['sub-a', 'sub-b*'] },
      ],
      [
        { rule: 'deploy', agents: ['!codex'] },
        { rule: 'deploy', agents: ['sub-a', '!codex'] },
      ],
      [
        { rule: 'deploy', expires: '2030-01-02' },
        { rule: 'deploy', expires: '2030-01-01' },
      ],
    ],
    true,
  );
  check(
    ['allow', 'allow'],
    [
      // What it carries is covered by the rule that spells it alone.
      ['Bash(npx:*)', 'Bash(npx tsc:*)'],
      // An option that turns the command into something else must be spelled.
      ['Bash(find:*)', 'Bash(find . -delete)'],
      ['Bash(git:*)', 'Bash(git -c x log)'],
      ['Bash(sort:*)', 'Bash(sort -o x)'],
      ['Bash(git)', 'Bash(git push)'],
      ['Bash(git push)', 'Bash(git push:*)'],
      ['Read(src/**)', 'Read(src)'],
      ['Read(src/*)', 'Read(src/a/b)'],
      ['Read(src/**)', 'Write(src/a)'],
      ['Read(src/**)', 'Read(SRC/a)'],
      ['Grep(src/**)', 'Read(src/a)'],
      ['Read(./src/**)', 'Read(~/src/a)'],
      // The first directory may be a link to somewhere else.
      ['Read(//*/x)', 'Read(//tmp/x)'],
      ['WebFetch(domain:a.test)', 'WebFetch(domain:b.a.test)'],
      ['WebFetch(domain:*.a.test)', 'WebFetch(domain:a.test)'],
      ['WebFetch(domain:a.test)', 'WebFetch(domain:a.test:8443)'],
      // `mcp__gh__x__get` can be read in two ways, and the rule that spells it covers both.
      ['mcp__gh__*', 'mcp__gh__x__get'],
      ['gh', 'gh(get)'],
      [{ rule: 'deploy', when: { env: 'prod' } }, 'deploy'],
      [{ rule: 'deploy', agents: ['sub-a'] }, 'deploy'],
      [
        { rule: 'deploy', agents: ['sub-a', '!sub-a'] },
        { rule: 'deploy', agents: ['sub-a'] },
      ],
      [
        { rule: 'deploy', agents: ['!codex'] },
        { rule: 'deploy', agents: ['sub-a'] },
      ],
      [{ rule: 'deploy', expires: '2030-01-01' }, 'deploy'],
      ['deploy', { rule: 'deploy', agents: ['sub-a'], delegated: true }],
    ],
    false,
  );
});

describe('a deny takes in a deny', () => {
  check(
    ['deny', 'deny'],
    [
      ['Bash(rm:*)', 'Bash(rm -rf:*)'],
      ['Bash', 'Bash(rm:*)'],
      ['Read(secrets/**)', 'Read(./secrets/a/**)'],
      ['Read(**/x/**)', 'Read(a/x/b/**)'],
      ['Read(SECRETS/**)', 'Read(secrets/a)'],
      ['WebFetch(domain:a.test)', 'WebFetch(domain:*.b.a.test)'],
    ],
    true,
  );
  check(
    ['deny', 'deny'],
    [
      // Options are found in any order, so another spelling of one suspects other calls.
      ['Bash(rm -r*:*)', 'Bash(rm -rf:*)'],
      ['Bash(rm)', 'Bash(rm -rf)'],
      ['Read(./secrets/**)', 'Read(secrets/**)'],
      // What lies below a directory of that name is meant as well.
      ['Read(**/.env*)', 'Read(config/.env.local)'],
      // A command that only names a file is suspected of reading that file, not of reading as such.
      ['Read', 'Read(src)'],
      // A tool of one's own may be called like an MCP tool.
      ['mcp', 'mcp__gh__get'],
    ],
    false,
  );
});

describe('a deny stops an allow', () => {
  check(
    ['deny', 'allow'],
    [
      ['Bash(rm:*)', 'Bash(rm -r dist)'],
      ['Bash(npx:*)', 'Bash(npx tsc:*)'],
      ['Read(secrets/**)', 'Read(secrets/a)'],
      ['Read(SECRETS/**)', 'Read(secrets/a)'],
      ['WebFetch(domain:a.test)', 'WebFetch(domain:b.a.test:8443)'],
      ['mcp', 'mcp__gh__get'],
      ['Write', 'Write(src/**)'],
    ],
    true,
  );
  check(
    ['deny', 'allow'],
    [
      ['Bash(rm -rf:*)', 'Bash(rm:*)'],
      ['Read(./secrets/**)', 'Read(~/secrets/a)'],
      [{ rule: 'Bash(rm:*)', agents: ['sub-a'] }, 'Bash(rm:*)'],
    ],
    false,
  );
});

describe('an ask stops an allow', () => {
  check(
    ['ask', 'allow'],
    [
      ['Bash(git push:*)', 'Bash(git push origin)'],
      ['Bash', 'Bash(sudo make install)'],
      ['Bash(npx:*)', 'Bash(npx)'],
    ],
    true,
  );
  // The ask is about the carrier, the allow also about what it runs.
  check(
    ['ask', 'allow'],
    [
      ['Bash(sudo make:*)', 'Bash(sudo make install)'],
      ['Bash(npx:*)', 'Bash(npx tsc:*)'],
      ['Bash(* build)', 'Bash(time build)'],
    ],
    false,
  );
});

test('an allow never takes in a deny', () => {
  expect(subsumes(rule('allow', '*'), rule('deny', 'Bash(rm:*)'))).toBe(false);
});

test('a rule for some effects takes in those for as many, and no text', () => {
  const takesIn = (outer: RuleInput, inner: RuleInput): boolean => {
    const [wide, narrow] = compilePolicy([{ allow: [outer, inner] }]).rules;
    return wide !== undefined && narrow !== undefined && subsumes(wide, narrow);
  };
  const some: RuleInput = { rule: 'Bash(dotnet:*)', effects: ['run', 'install'] };
  const one: RuleInput = { rule: 'Bash(dotnet test:*)', effects: ['run'] };
  expect(takesIn(some, one)).toBe(true);
  expect(takesIn('Bash(dotnet:*)', some)).toBe(true);
  expect(takesIn(some, { ...one, effects: ['run', 'publish'] })).toBe(false);
  expect(takesIn(some, 'Bash(dotnet nuget push:*)')).toBe(false);
  expect(takesIn('Effect(run)', 'Effect(run)')).toBe(true);
  expect(takesIn('Effect(run)', 'Effect(run-other)')).toBe(false);
});
