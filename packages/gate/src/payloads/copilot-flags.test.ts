import { expect, test } from 'vitest';
import { grantFlag, isAllowed, startFlags } from './copilot-flags.ts';

const bash = (command: string): ReturnType<typeof grantFlag> =>
  grantFlag({ tool: 'Bash', input: { command } });

test('what is refused or asked about is denied there; of what is allowed, tools of servers alone are said', () => {
  expect(
    startFlags([
      {
        allow: ['Bash(npm test:*)', 'Write', 'mcp__github__get_issue', 'Read'],
        ask: ['Bash(git push:*)'],
        deny: ['Bash(rm:*)', 'WebFetch(domain:evil.test)'],
      },
    ]),
  ).toEqual({
    args: [
      '--deny-tool',
      'shell(rm:*)',
      '--deny-tool',
      'url(evil.test)',
      '--deny-tool',
      'shell(git push:*)',
      '--allow-tool',
      'github(get_issue)',
    ],
    unsaid: [],
  });
});

test('what an unsaid rule speaks of is not allowed there', () => {
  const { args, unsaid } = startFlags([
    {
      allow: ['mcp__github__get_issue', 'mcp__docs__read'],
      deny: [{ rule: 'mcp__github__get_issue', when: { repo: 'secret' } }, 'Read(.env)'],
    },
  ]);
  expect(unsaid).toEqual(['mcp__github__get_issue', 'Read(.env)']);
  expect(args).toEqual(['--allow-tool', 'docs(read)']);
});

test.each([
  ['touch a', { pattern: 'shell(touch)', rule: 'Bash(touch:*)' }],
  ['git init sub', { pattern: 'shell(git init)', rule: 'Bash(git init:*)' }],
  ['git -C / init', { pattern: 'shell(git)', rule: 'Bash(git:*)' }],
])('a yes to %s reaches as far as Copilot looks', (command, flag) => {
  expect(bash(command)).toEqual(flag);
});

test.each([
  'touch a && rm b',
  'touch a; rm b',
  'touch $(rm b)',
  'touch a > b',
  'touch a | sh',
  "sh -c 'rm b'",
  'A=1 touch a',
  './script',
  '/bin/rm b',
  'touch a\nrm b',
  '',
])('%j cannot be passed on', (command) => {
  expect(bash(command)).toHaveProperty('why');
});

test('a file by its own path, a tool of a server by its name, nothing else', () => {
  expect(grantFlag({ tool: 'Write', input: { file_path: '/w/a b.txt' } })).toEqual({
    pattern: 'write(/w/a b.txt)',
  });
  expect(grantFlag({ tool: 'Write', input: { file_path: 'a.txt' } })).toHaveProperty('why');
  expect(grantFlag({ tool: 'Write', input: { file_path: '/w/*' } })).toHaveProperty('why');
  expect(grantFlag({ tool: 'mcp__a__b', input: {} })).toEqual({ pattern: 'a(b)' });
  expect(grantFlag({ tool: 'Read', input: { file_path: '/w/a' } })).toHaveProperty('why');
});

test('nobody is asked about the rest of a rule that the policy allows in full', () => {
  expect(isAllowed('Bash(npm:*)', [{ allow: ['Bash(npm:*)'] }])).toBe(true);
  expect(isAllowed('Bash(npm:*)', [{ allow: ['Bash(npm test:*)'] }])).toBe(false);
  expect(isAllowed('Bash(npm:*)', [{ allow: ['Bash(npm:*)'], ask: ['Bash(npm publish:*)'] }])).toBe(false);
  expect(isAllowed('Bash(npm:*)', [{ layer: 'project', trusted: false, allow: ['Bash(npm:*)'] }])).toBe(
    false,
  );
});
