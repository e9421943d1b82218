import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { decidePermission } from '../../src/acp/decide.ts';
import { createProxy, type Proxy } from '../../src/acp/proxy.ts';
import { splitLines } from '../../src/acp/split-lines.ts';
import type { Verdict } from '@permesso/engine/policy';
import { runs } from '../../../engine/test/runs.ts';
import { machineWith, runProcess, type Machine } from './hook-process.ts';
import { builtCommandLine } from '../built.ts';

function newMachine(policy: string): Machine {
  const made = machineWith(policy);
  onTestFinished(made.remove);
  return made;
}

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: {
    readonly sessionId: string;
    readonly toolCall: Readonly<Record<string, unknown>>;
    readonly options: readonly Readonly<Record<string, unknown>>[];
  };
}

function requestOf(agent: string): Request {
  const file = new URL(`../../src/acp/fixtures/${agent}.json`, import.meta.url);
  return JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as Request;
}

const bytes = (message: unknown): Buffer =>
  Buffer.from(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);

interface Between extends Proxy {
  readonly editor: string[];
  readonly agent: string[];
}

function between(decide: Parameters<typeof createProxy>[0]['decide']): Between {
  const editor: string[] = [];
  const agent: string[] = [];
  const proxy = createProxy({
    toEditor: (line) => void editor.push(line.toString('latin1')),
    toAgent: (line) => void agent.push(line.toString('latin1')),
    decide,
  });
  return { ...proxy, editor, agent };
}

/** The request of a session that works in the machine's project -> what becomes of it. */
async function becomes(policy: string, request: Request): Promise<unknown> {
  const on = newMachine(policy);
  const seen = between((asked) => decidePermission(asked, { home: on.home, env: {} }));
  const cwd = on.project;
  seen.fromEditor(bytes({ jsonrpc: '2.0', id: 9, method: 'session/new', params: { cwd, mcpServers: [] } }));
  seen.fromAgent(bytes({ jsonrpc: '2.0', id: 9, result: { sessionId: request.params.sessionId } }));
  const before = { editor: seen.editor.length, agent: seen.agent.length };
  const line = bytes(request);
  seen.fromAgent(line);
  await expect.poll(() => seen.editor.length + seen.agent.length).toBe(before.editor + before.agent + 1);
  if (seen.editor.length > before.editor) {
    expect(seen.editor.at(-1)).toBe(line.toString('latin1'));
    return 'the editor asks';
  }
  const { id, result } = JSON.parse(seen.agent.at(-1) ?? '') as { id: number; result: { outcome: unknown } };
  expect(id).toBe(request.id);
  return result.outcome;
}

const everything = 'allow: [Bash, Read, Edit, WebFetch, mcp]\n';

describe('what real agents ask', () => {
  test.each([
    ['copilot', everything, { outcome: 'selected', optionId: 'allow_once' }],
    ['copilot', 'deny: [Bash]\n', { outcome: 'selected', optionId: 'reject_once' }],
    ['copilot', 'allow: []\n', 'the editor asks'],
    ['copilot', 'mode: dontAsk\n', { outcome: 'selected', optionId: 'reject_once' }],
    ['copilot', 'deny: [Bash(]\n', { outcome: 'selected', optionId: 'reject_once' }],
    ['opencode', everything, { outcome: 'selected', optionId: 'once' }],
    ['opencode', 'deny: [Bash]\n', { outcome: 'selected', optionId: 'reject' }],
    // Only a title: nothing is proven by it.
    ['gemini', everything, 'the editor asks'],
    ['gemini', 'allow: [Bash]\ndeny: [WebFetch]\nmode: bypass\n', 'the editor asks'],
    ['gemini', 'mode: dontAsk\n', { outcome: 'selected', optionId: 'cancel' }],
  ])('%s under %j', async (agent, policy, outcome) => {
    expect(await becomes(policy, requestOf(agent))).toEqual(outcome);
  });
});

function asking(change: Readonly<Record<string, unknown>>, options?: Request['params']['options']): Request {
  const request = requestOf('opencode');
  const { params } = request;
  return {
    ...request,
    params: { ...params, toolCall: { ...params.toolCall, ...change }, options: options ?? params.options },
  };
}

describe('the description of a call', () => {
  const yes = { outcome: 'selected', optionId: 'once' };
  const no = { outcome: 'selected', optionId: 'reject' };
  test.each<[string, string, Record<string, unknown>, unknown]>([
    ['a file to read', 'allow: [Read]\n', { kind: 'read', rawInput: { filePath: 'a.md' } }, yes],
    ['no file to read', 'allow: [Read]\n', { kind: 'read', rawInput: {} }, 'the editor asks'],
    ['a file to edit', 'allow: [Edit]\n', { kind: 'edit', rawInput: { filePath: 'a.md' } }, yes],
    [
      'a reader that writes',
      'allow: [Read]\n',
      { kind: 'edit', rawInput: { filePath: 'a.md' } },
      'the editor asks',
    ],
    [
      'another file among the locations',
      'allow: [Read]\ndeny: ["Read(**/.env)"]\n',
      { kind: 'read', rawInput: { filePath: 'a.md' }, locations: [{ path: '.env' }] },
      no,
    ],
    [
      'another file among the differences',
      'allow: [Edit]\ndeny: ["Edit(b.md)"]\n',
      {
        kind: 'edit',
        rawInput: { filePath: 'a.md' },
        content: [{ type: 'diff', path: 'b.md', newText: '' }],
      },
      no,
    ],
    [
      'a page',
      'allow: ["WebFetch(domain:a.example)"]\n',
      { kind: 'fetch', rawInput: { url: 'https://a.example/' } },
      yes,
    ],
    [
      'a command behind a read',
      'allow: [Read]\n',
      { kind: 'read', rawInput: { path: 'a', command: 'ls' } },
      'the editor asks',
    ],
    [
      'a denied command behind a read',
      'allow: [Read]\ndeny: ["Bash(rm:*)"]\n',
      { kind: 'read', rawInput: { path: 'a', command: 'rm a' } },
      no,
    ],
    [
      'another command in the list',
      'allow: [Bash(npm test)]\n',
      { rawInput: { command: 'npm test', commands: ['npm test', 'curl x | sh'] } },
      'the editor asks',
    ],
    [
      'a field nobody knows',
      'allow: [Bash(npm test)]\n',
      { rawInput: { command: 'npm test', env: {} } },
      'the editor asks',
    ],
    [
      'a kind nobody knows',
      everything,
      { kind: 'teleport', rawInput: { command: 'npm test' } },
      'the editor asks',
    ],
    ['an MCP tool', everything, { kind: 'other', rawInput: { path: 'a' } }, 'the editor asks'],
    ['no text', everything, { rawInput: { command: ['npm', 'test'] } }, 'the editor asks'],
  ])('%s', async (_what, policy, change, outcome) => {
    expect(await becomes(policy, asking(change))).toEqual(outcome);
  });

  test('a session whose directory nobody knows is asked about', async () => {
    const on = newMachine(everything);
    const seen = between((asked) => decidePermission(asked, { home: on.home, env: {} }));
    seen.fromAgent(bytes(requestOf('opencode')));
    await expect.poll(() => seen.editor.length).toBe(1);
    expect(seen.agent).toEqual([]);
  });
});

describe('the options', () => {
  const allow = { optionId: 'y', kind: 'allow_once', name: 'Yes' };
  const always = { optionId: 'a', kind: 'allow_always', name: 'Always' };
  const reject = { optionId: 'n', kind: 'reject_once', name: 'No' };
  const ask = 'the editor asks';
  const cancelled = { outcome: 'cancelled' };
  test.each<[string, readonly Record<string, unknown>[], unknown, unknown]>([
    [
      'as usual',
      [always, allow, reject],
      { outcome: 'selected', optionId: 'y' },
      { outcome: 'selected', optionId: 'n' },
    ],
    ['no single yes', [always, reject], ask, { outcome: 'selected', optionId: 'n' }],
    [
      'no single no',
      [allow, { ...reject, kind: 'reject_always' }],
      { outcome: 'selected', optionId: 'y' },
      cancelled,
    ],
    ['two single yeses', [allow, { ...allow, optionId: 'z' }], ask, cancelled],
    ['one name for two', [{ ...always, optionId: 'y' }, allow], ask, cancelled],
    ['none', [], ask, cancelled],
    ['no name', [{ kind: 'allow_once' }, { kind: 'reject_once', optionId: 7 }], ask, cancelled],
  ])('%s', async (_what, options, whenAllowed, whenDenied) => {
    expect(await becomes(everything, asking({}, options))).toEqual(whenAllowed);
    expect(await becomes('deny: [Bash]\n', asking({}, options))).toEqual(whenDenied);
  });
});

test('a turn that was cancelled while it was decided about permits nothing', async () => {
  const verdict = Promise.withResolvers<Verdict>();
  const seen = between(() => verdict.promise);
  const request = requestOf('opencode');
  seen.fromAgent(bytes(request));
  const { sessionId } = request.params;
  seen.fromEditor(bytes({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId } }));
  verdict.resolve('allow');
  await verdict.promise;
  expect(seen.agent.map((line) => JSON.parse(line) as unknown)).toEqual([
    { jsonrpc: '2.0', id: 0, result: { outcome: { outcome: 'cancelled' } } },
    { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId } },
  ]);
  expect(seen.editor).toEqual([]);
});

test('a decision that fails is a no', async () => {
  const seen = between(() => Promise.reject(new Error('x')));
  seen.fromAgent(bytes(requestOf('opencode')));
  await expect.poll(() => seen.agent.length).toBe(1);
  expect(seen.agent[0]).toContain('"optionId":"reject"');
});

test('ids come back as they were written', async () => {
  const seen = between(() => Promise.resolve('deny'));
  const text = JSON.stringify(requestOf('opencode')).replace('"id":0', '"id":12345678901234567890');
  seen.fromAgent(bytes(text));
  await expect.poll(() => seen.agent.length).toBe(1);
  expect(seen.agent[0]).toContain('"id":12345678901234567890,');
});

const anyLine = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((found) => Buffer.from(found.filter((byte) => byte !== 10))),
  fc.json().map((text) => Buffer.from(text)),
  fc
    .record({
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
      method: fc.constantFrom('session/update', 'fs/read_text_file', 'session/request_permission2', 'x'),
      params: fc.jsonValue(),
    })
    .map((message) => Buffer.from(JSON.stringify(message))),
);

test('whatever is not a permission request goes through, byte for byte and in order', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 8 }), fc.integer({ min: 1, max: 40 }), (found, portion) => {
      const seen = between(() => Promise.resolve('allow'));
      const whole = Buffer.concat(found.map((line) => Buffer.concat([line, Buffer.from('\n')])));
      const agent = splitLines({ line: seen.fromAgent, part: seen.fromAgent });
      const editor = splitLines({ line: seen.fromEditor, part: seen.fromEditor });
      for (let at = 0; at < whole.length; at += portion) {
        agent.push(whole.subarray(at, at + portion));
        editor.push(whole.subarray(at, at + portion));
      }
      expect(seen.editor.join('')).toBe(whole.toString('latin1'));
      expect(seen.agent.join('')).toBe(whole.toString('latin1'));
    }),
    { numRuns: runs(500) },
  );
});

test('no line is lost or changed that is too long to be looked at', () => {
  const seen: string[] = [];
  const keep = (found: Buffer): void => void seen.push(found.toString());
  const split = splitLines({ line: keep, part: keep }, 8);
  for (const text of ['0123', '456789', 'ab\ncd\n', 'x'.repeat(20), '\nlast']) split.push(Buffer.from(text));
  split.end();
  expect(seen.join('')).toBe(`0123456789ab\ncd\n${'x'.repeat(20)}\nlast`);
});

test('a mangled request is answered or passed on once, and never with a lasting or a denied yes', async () => {
  const kinds = ['allow_once', 'allow_always', 'reject_once', 'reject_always', 'x', undefined];
  const options = fc.array(
    fc.record({ optionId: fc.constantFrom('a', 'b', 'c', 1, ''), kind: fc.constantFrom(...kinds) }),
    { maxLength: 5 },
  );
  const params = fc.record(
    {
      sessionId: fc.constantFrom('s', 7),
      toolCall: fc.jsonValue(),
      options: fc.oneof(options, fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(params, fc.constantFrom<Verdict>('allow', 'ask', 'deny'), async (given, verdict) => {
      const seen = between(() => Promise.resolve(verdict));
      const line = bytes({ jsonrpc: '2.0', id: 'q', method: 'session/request_permission', params: given });
      seen.fromAgent(line);
      for (let turns = 0; turns < 5; turns++) await Promise.resolve();
      expect([...seen.editor, ...seen.agent]).toHaveLength(1);
      const listed = Array.isArray(given.options)
        ? (given.options as ({ optionId?: unknown; kind?: unknown } | null)[])
        : [];
      const chosen = (
        JSON.parse(seen.agent[0] ?? '{}') as { result?: { outcome: { optionId?: string; outcome: string } } }
      ).result?.outcome;
      const kind = listed.find((one) => one?.optionId === chosen?.optionId)?.kind;
      const allowed = new Map<Verdict, readonly unknown[]>([
        ['allow', [undefined, 'allow_once']],
        ['ask', [undefined]],
        ['deny', ['reject_once', undefined]],
      ]);
      expect(allowed.get(verdict)).toContain(chosen?.outcome === 'selected' ? kind : undefined);
      expect(seen.editor.length === 1 && verdict === 'deny').toBe(false);
    }),
    { numRuns: runs(500) },
  );
});

test('an editor and an agent, as processes', async () => {
  const agent = fileURLToPath(new URL('acp-agent.ts', import.meta.url));
  const request = { ...requestOf('opencode'), params: { ...requestOf('opencode').params, sessionId: 's1' } };
  const outcomes = await Promise.all(
    [everything, 'deny: [Bash]\n', 'allow: []\n'].map(async (policy) => {
      const on = newMachine(policy);
      const open = bytes({ jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: on.project } });
      const ended = await runProcess(
        [process.execPath, builtCommandLine, 'acp', '--', process.execPath, agent, JSON.stringify(request)],
        { machine: on, stdin: open, until: (text) => text.split('\n').length > 3 },
      );
      return ended.stdout.split('\n').slice(1);
    }),
  );
  const told = (optionId: string): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { told: { outcome: { outcome: 'selected', optionId } } },
    });
  expect(outcomes).toEqual([
    ['this is not a message', told('once'), ''],
    ['this is not a message', told('reject'), ''],
    ['this is not a message', JSON.stringify(request), ''],
  ]);
});
