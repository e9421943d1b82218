import { describe, expect, test } from 'vitest';
import { parsePattern } from '@permesso/engine/policy';
import { scriptedApprover } from '@permesso/gate/approval';
import { createGate } from '@permesso/gate/gate';
import { beforeCall, fromOutput, type ToolPermissionInterceptor } from '@permesso/gate/interceptor';
import type { ToolCall } from '@permesso/engine/call';
import { fixedWorld } from '@permesso/engine/world';
import type { Answer, ApprovalRequest } from '@permesso/protocol/approval';
import { bash, file, gateWith, otherThan, verdictOf } from './verdicts.ts';

const url = (address: string): ToolCall => ({ tool: 'WebFetch', input: { url: address } });

describe('permission strings', () => {
  test.each<[string, string, readonly (ToolCall | string)[], readonly (ToolCall | string)[]]>([
    ['`shell` means every shell command', 'shell', ['make', 'git push'], [file('Write', '/w/a')]],
    ['`shell(git)` means git commands only', 'shell(git)', ['git push', 'git tag v1'], ['make']],
    ['`shell(git push)` means that command', 'shell(git push)', ['git push'], ['git pull', 'make']],
    ['`write` means every write', 'write', [file('Write', '/w/a'), file('Edit', '/w/b')], ['make']],
    [
      '`write(/path)` means writes to that path',
      'write(/w/a.txt)',
      [file('Write', '/w/a.txt')],
      [file('Write', '/w/b.txt')],
    ],
    ['`read` means every read', 'read', [file('Read', '/w/a')], [file('Write', '/w/a'), 'make']],
    ['`url` means every address', 'url', [url('https://a.test'), url('https://b.test/c')], ['make']],
    [
      '`server(tool)` means that tool of an MCP server',
      'filesystem(read_file)',
      [{ tool: 'mcp__filesystem__read_file', input: {} }],
      [{ tool: 'mcp__filesystem__write_file', input: {} }, 'make'],
    ],
  ])('%s', (_name, rule, inside, outside) => {
    expect(otherThan('allow', inside, { allow: [rule] })).toEqual([]);
    expect(otherThan('ask', outside, { allow: [rule] })).toEqual([]);
    expect(otherThan('deny', inside, { deny: [rule] })).toEqual([]);
  });
});

describe('patterns', () => {
  test('`npm run:*` is a beginning: `npm run build` and not `npm install`', () => {
    const policy = { allow: ['Bash(npm run:*)', 'Bash(git commit:*)', 'Bash(rm:*)'] };
    const inside = ['npm run build', 'npm run test', 'git commit -m "fix"', 'rm file.txt', 'rm -rf /tmp/x'];
    expect(otherThan('allow', inside, policy)).toEqual([]);
    expect(otherThan('ask', ['npm install', 'git push', 'npm runx'], policy)).toEqual([]);
  });

  test('`src/**` and `src/**/*.py` are path patterns', () => {
    const write = (path: string): ToolCall => file('Write', path);
    expect(otherThan('allow', [write('src/a'), write('src/b/c.ts')], { allow: ['Write(src/**)'] })).toEqual(
      [],
    );
    const python = { allow: ['Write(src/**/*.py)'] };
    expect(otherThan('allow', [write('src/a.py'), write('src/b/c.py')], python)).toEqual([]);
    expect(otherThan('ask', [write('src/a.ts'), write('a.py'), write('src/../a.py')], python)).toEqual([]);
  });

  test('a path without a star is that file', () => {
    const policy = { allow: ['Edit(config.json)'] };
    expect([
      verdictOf(file('Edit', 'config.json'), policy),
      verdictOf(file('Edit', 'config.json5'), policy),
    ]).toEqual(['allow', 'ask']);
  });

  test('any other tool is matched by its exact arguments as JSON', () => {
    const policy = { allow: ['refund({"amount":5})'] };
    const call = (amount: unknown): string => verdictOf({ tool: 'refund', input: { amount } }, policy);
    expect([call(5), call(50), call('5')]).toEqual(['allow', 'ask', 'ask']);
  });

  test('a rule names a tool, a pattern, a behaviour and where it comes from', async () => {
    const { receipt } = await gateWith({ layer: 'project', deny: ['Bash(git push:*)'] }).check(
      bash('git push'),
    );
    expect(receipt.determining).toMatchObject([
      { text: 'Bash(git push:*)', verdict: 'deny', layer: 'project' },
    ]);
    expect(parsePattern('Bash(git push:*)')).toMatchObject({ ok: true });
  });
});

function asking(answer: (request: ApprovalRequest) => Answer): ReturnType<typeof createGate> {
  return createGate({
    policy: {},
    world: () => fixedWorld({ cwd: '/w', home: '/home/u' }),
    approver: (request) => Promise.resolve(answer(request)),
  });
}

describe('asking', () => {
  test('every call ends as one of three decisions: allow, ask or deny', () => {
    const policy = { allow: ['Bash(make)'], deny: ['Bash(rm:*)'] };
    expect(['make', 'git push', 'rm a'].map((command) => verdictOf(command, policy))).toEqual([
      'allow',
      'ask',
      'deny',
    ]);
  });

  test('a request names the kind, and the command, path, server or tool', async () => {
    const seen: unknown[] = [];
    const gate = asking(({ kind, call }) => {
      seen.push([kind, call.input, call.mcp]);
      return { verdict: 'deny' };
    });
    const mcp = { server: 'filesystem', tool: 'read_file' };
    await gate.authorize(bash('git push'));
    await gate.authorize(file('Write', '/w/a'));
    await gate.authorize(url('https://a.test'));
    await gate.authorize({ tool: 'mcp__filesystem__read_file', input: { path: 'a' }, mcp });
    expect(seen).toEqual([
      ['shell', { command: 'git push' }, undefined],
      ['write', { file_path: '/w/a' }, undefined],
      ['url', { url: 'https://a.test' }, undefined],
      ['mcp', { path: 'a' }, mcp],
    ]);
  });

  test('a call waits until the person has answered', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const gate = createGate({ policy: {}, world: () => fixedWorld(), approver: () => promise });
    let isSettled = false;
    const said = gate.authorize(bash('git push')).finally(() => (isSettled = true));
    await new Promise(setImmediate);
    expect(isSettled).toBe(false);
    resolve({ verdict: 'allow' });
    expect((await said).verdict).toBe('allow');
  });

  test.each<[string, Answer, string, string]>([
    ['an approval for once is asked about again', { verdict: 'allow' }, 'ask', 'ask'],
    [
      'an approval for the session holds in the session',
      { verdict: 'allow', scope: 'session' },
      'allow',
      'ask',
    ],
    ['an approval for always holds in every session', { verdict: 'allow', scope: 'user' }, 'allow', 'allow'],
    ['a denial for the session holds in the session', { verdict: 'deny', scope: 'session' }, 'deny', 'ask'],
  ])('%s', async (_name, answer, here, elsewhere) => {
    const gate = asking(() => answer);
    const call = { ...bash('git push'), session: 'a' };
    await gate.authorize(call);
    expect([(await gate.check(call)).verdict, (await gate.check({ ...call, session: 'b' })).verdict]).toEqual(
      [here, elsewhere],
    );
  });

  test('a question offers rules made of the call, and an accepted rule answers the same call from then on', async () => {
    const offered: (readonly string[])[] = [];
    const gate = asking(({ decision }) => {
      const rules = decision.suggestions[0]?.rules ?? [];
      offered.push(rules);
      return { verdict: 'allow', scope: 'session', rules };
    });
    await gate.authorize(bash('npm run build'));
    await gate.authorize(bash('npm run build'));
    expect(offered).toEqual([['Bash(npm run build)']]);
  });

  test('rules are there from the start, and others are added while the agent runs', async () => {
    const gate = gateWith({ allow: ['Bash(make)'] });
    expect([(await gate.check(bash('make'))).verdict, (await gate.check(bash('npm test'))).verdict]).toEqual([
      'allow',
      'ask',
    ]);
    gate.setPolicy({ allow: ['Bash(make)', 'Bash(npm test)'] });
    expect((await gate.check(bash('npm test'))).verdict).toBe('allow');
  });

  test('a denial by the person is told to the model with their comment', async () => {
    const gate = asking(() => ({ verdict: 'deny', comment: 'Use the staging branch.' }));
    expect(await gate.authorize(bash('git push'))).toMatchObject({
      verdict: 'deny',
      guidance: 'Use the staging branch.',
    });
  });

  test('of several calls in one turn each is decided for itself', async () => {
    const approver = scriptedApprover([{ verdict: 'deny' }, { verdict: 'allow' }]);
    const gate = createGate({ policy: { allow: ['Bash(make)'] }, world: () => fixedWorld(), approver });
    const said = await Promise.all(
      ['make', 'git push', 'npm test'].map((each) => gate.authorize(bash(each))),
    );
    expect(said.map(({ verdict }) => verdict)).toEqual(['allow', 'deny', 'allow']);
  });
});

test('one interface decides the same before a call and from output', async () => {
  const gate = gateWith({ allow: ['Bash(make)'], deny: ['Bash(rm:*)'] });
  const both: readonly ToolPermissionInterceptor[] = [
    beforeCall(gate),
    fromOutput(gate, { commands: 'exact' }),
  ];
  for (const { intercept } of both) {
    const said = await Promise.all(['make', 'rm a', 'git push'].map((command) => intercept(bash(command))));
    expect(said.map(({ verdict }) => verdict)).toEqual(['allow', 'deny', 'deny']);
  }
});
