import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { approvalsIn, giveAnswer } from '@permesso/gate/approval';
import { mcp } from '../../src/cli/commands/mcp.ts';
import { runCommandLine } from '../../src/cli/run-command.ts';
import type { JsonObject } from '@permesso/gate/mcp-gateway';
import { compiled } from '../compiled.ts';
import { builtCommandLine } from '../built.ts';

const tiny = join(import.meta.dirname, '../../../gate/test/mcp/tiny-server.ts');
let home = '';
let failing: Readonly<Record<string, string>> = {};
const running: ChildProcess[] = [];

beforeEach(() => {
  failing = {};
  home = mkdtempSync(join(tmpdir(), 'permesso-mcp-'));
});

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 20 });
});

interface Started {
  readonly child: ChildProcess;
  readonly write: (text: string) => void;
  readonly ask: (method: string, params?: JsonObject) => Promise<JsonObject>;
  readonly complaints: () => string;
  readonly end: () => Promise<number | null>;
}

function start(...args: readonly string[]): Started {
  const child = spawn(process.execPath, [builtCommandLine, 'mcp', ...args], {
    cwd: home,
    env: { ...compiled, PATH: process.env['PATH'], HOME: home, ...failing },
  });
  running.push(child);
  let out = '';
  let complaints = '';
  const waiting = new Map<unknown, (message: JsonObject) => void>();
  child.stdout.setEncoding('utf8').on('data', (portion: string) => {
    const lines = (out + portion).split('\n');
    out = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as JsonObject;
      waiting.get(message['id'])?.(message);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (portion: string) => {
    complaints += portion;
  });
  const over = new Promise<number | null>((resolve) => child.on('close', resolve));
  let last = 0;
  const write = (text: string): void => void child.stdin.write(text);
  return {
    child,
    write,
    complaints: () => complaints,
    ask: (method, params = {}) =>
      new Promise((resolve) => {
        const id = ++last;
        waiting.set(id, resolve);
        write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      }),
    end: () => {
      child.stdin.end();
      return over;
    },
  };
}

const log = (): readonly JsonObject[] =>
  readFileSync(join(home, 'wire.log'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonObject);

const called = (): readonly unknown[] =>
  log().flatMap(({ method, params }) => (method === 'tools/call' ? [(params as JsonObject)['name']] : []));

const server = ['--', process.execPath, tiny, 'wire.log'];
const rules = ['--allow', 'mcp__notes__read_note', '--deny', 'mcp__notes__drop_notes'];
const clientInfo = { name: 'test', version: '0' };

describe('permesso mcp -- COMMAND', () => {
  test('hides, allows and denies; the log of the server and the summary prove it', async () => {
    const gateway = start('--name', 'notes', ...rules, '--mode', 'dontAsk', '--json', ...server);
    const opened = await gateway.ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo,
    });
    expect(opened).toMatchObject({ result: { serverInfo: { name: 'tiny' } } });
    const { result } = await gateway.ask('tools/list');
    expect((result as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual([
      'read_note',
      'write_note',
      'crash',
    ]);
    expect(JSON.stringify(await gateway.ask('tools/call', { name: 'read_note' }))).toContain('did read_note');
    expect(await gateway.ask('tools/call', { name: 'write_note' })).toMatchObject({
      result: { isError: true },
    });
    expect(await gateway.ask('tools/call', { name: 'drop_notes' })).toMatchObject({
      error: { code: -32_602 },
    });
    // Half a line, bytes that are no text, several at once: nothing of it is taken for a call.
    gateway.write(
      '{"jsonrpc":"2.0","id":90,"method":"tools/call","params":{"name":"write_note"}}{"id":91}\n',
    );
    gateway.child.stdin?.write(Buffer.from([0x7b, 0xff, 10]));
    gateway.write('{"jsonrpc":"2.0","id":92,"method":"tools/');
    gateway.write('call","params":{"name":"write_note"}}\n');
    await gateway.ask('ping');
    expect(await gateway.end()).toBe(0);
    expect(called()).toEqual(['read_note']);
    expect(JSON.parse(gateway.complaints().trim())).toMatchObject({ tools: 4, hidden: 1, allowed: 1 });
  });

  test.each([
    'openSync',
    'readSync',
    'readFileSync',
    'writeFileSync',
    'writeSync',
    'readdirSync',
    'statSync',
    'lstatSync',
    'linkSync',
    'renameSync',
  ])('Finding 23: no client reads what a disk said whose %s fails', async (name) => {
    mkdirSync(join(home, '.config/permesso'), { recursive: true });
    writeFileSync(
      join(home, '.config/permesso/policy.yaml'),
      'deny: [mcp__notes__drop_notes]\nallow: [{ rule: mcp__notes__read_note, limit: { calls: 5, per: hour, over: ask } }]\n',
    );
    failing = {
      FAILING: name,
      FAILING_BELOW: join(home, '.local'),
      NODE_OPTIONS: `--no-warnings --import=${join(import.meta.dirname, '../failing-disk.ts')}`,
    };
    const gateway = start('--name', 'notes', '--wait', '1', ...server);
    const opening = gateway.ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo,
    });
    const ended = new Promise<string>((resolve) => {
      gateway.child.on('close', () => resolve('the gateway did not start'));
    });
    const answers: unknown[] = [await Promise.race([opening, ended])];
    for (const tool of ['read_note', 'write_note', 'drop_notes', 'read_note'])
      answers.push(await Promise.race([gateway.ask('tools/call', { name: tool }), ended]));
    expect(JSON.stringify(answers)).not.toContain('hunter2');
    expect(answers).toHaveLength(5);
  });

  test('a server that crashes is started again; one that cannot be started is said so', async () => {
    const gateway = start('--name', 'notes', '--allow', 'mcp__notes', ...server);
    await gateway.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    expect(await gateway.ask('tools/call', { name: 'crash' })).toMatchObject({
      error: { message: 'notes: the server has ended (exit 3)' },
    });
    expect(JSON.stringify(await gateway.ask('tools/call', { name: 'read_note' }))).toContain('did read_note');
    expect(await gateway.end()).toBe(0);
    expect(log().filter(({ method }) => method === 'initialize')).toHaveLength(2);

    const lost = start('--name', 'notes', '--', join(home, 'nowhere'));
    expect(await lost.ask('initialize')).toMatchObject({
      error: { message: expect.stringContaining('ENOENT') },
    });
    expect(await lost.end()).toBe(69);
  });

  test('a question waits for its answer, and the policy is read again for each call', async () => {
    const gateway = start('--name', 'notes', ...server);
    await gateway.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    const call = gateway.ask('tools/call', { name: 'write_note', arguments: { text: 'a' } });
    const [, id = ''] = await until(() => /permesso pending (\w+)/.exec(gateway.complaints()));
    // Started without a terminal it only puts the question.
    const refused = spawnSync('setsid', ['-w', process.execPath, builtCommandLine, 'answer', id, 'allow'], {
      env: { ...compiled, PATH: process.env['PATH'], HOME: home },
      encoding: 'utf8',
    });
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('only a person can confirm'),
    });
    const open = approvalsIn(join(home, '.local/state/permesso'), Date.now()).find(({ approval }) =>
      approval.id.startsWith(id),
    );
    if (open === undefined) throw new Error('the request is gone');
    expect(giveAnswer(open, { verdict: 'allow', scope: 'once' })).toBeUndefined();
    expect(JSON.stringify(await call)).toContain('did write_note');
    mkdirSync(join(home, '.config/permesso'), { recursive: true });
    writeFileSync(join(home, '.config/permesso/policy.yaml'), 'deny: [mcp__notes__write_note]\n');
    expect(await gateway.ask('tools/call', { name: 'write_note' })).toMatchObject({
      error: { code: -32_602 },
    });
    expect(await gateway.end()).toBe(0);
    expect(called()).toEqual(['write_note']);
  });
});

describe('permesso mcp --config --listen', () => {
  test('serves several servers on this machine', async () => {
    const config = {
      mcpServers: { notes: { command: process.execPath, args: [tiny, '${PWD_LOG:-wire.log}'] } },
    };
    writeFileSync(join(home, 'servers.json'), JSON.stringify(config));
    const gateway = start('--config', 'servers.json', '--listen', '127.0.0.1:0', ...rules);
    const [, url = ''] = await until(() => /listening on (\S+)/.exec(gateway.complaints()));
    const post = async (body: JsonObject, headers: Record<string, string> = {}): Promise<Response> =>
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
      });
    const opened = await post({
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    });
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    const list = await (await post({ method: 'tools/list' }, session)).text();
    expect(list).toContain('notes__read_note');
    expect(list).not.toContain('drop_notes');
    expect(
      await (await post({ method: 'tools/call', params: { name: 'notes__read_note' } }, session)).text(),
    ).toContain('did read_note');
    gateway.child.kill('SIGTERM');
    expect(await gateway.end()).toBe(0);
    expect(gateway.complaints()).toContain('1 of 4 tools hidden, which saves about');
  });
});

describe('wrong use', () => {
  test.each([
    [['--', 'x'], 'add --name x'],
    [['--name', 'a__b', '--', 'x'], 'letters'],
    [['--name', 'a'], 'say one of'],
    [['--name', 'a', '--url', 'http://x', '--', 'y'], 'say one of'],
    [['--name', 'a', '--url', 'ftp://x'], 'not an http or https URL'],
    [['--config', 'nowhere.json'], 'cannot be read'],
    [['--name', 'a', '--listen', '0.0.0.0:80', '--', 'x'], 'only this machine'],
    [['--name', 'a', '--deny', 'Bash(', '--', 'x'], 'Bash('],
  ])('%j: %s', async (args, message) => {
    const complaints: string[] = [];
    const out = { print: () => undefined, complain: (text: string) => complaints.push(text), width: 80 };
    expect(await runCommandLine(['mcp', '--no-files', ...args], [mcp], out)).toBe(64);
    expect(complaints.join('\n')).toContain(message);
  });
});

async function until<T>(look: () => T | null): Promise<T> {
  return await vi.waitUntil(look, { timeout: 120_000, interval: 50 });
}
