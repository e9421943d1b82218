import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askBridge } from '../../src/bridge/ask-bridge.ts';
import { bridgesOf, socketAddress, type Bridge } from '../../src/bridge/bridges.ts';
import type { Form } from '../../src/bridge/form.ts';
import { processFacts, type ProcessFacts } from '@permesso/gate/payloads';
import { newSeal, sealedText } from '../../src/bridge/seal.ts';
import { compiled } from '../compiled.ts';
import { builtHook } from '../built.ts';

const form: Form = {
  message: 'Permesso: may it?',
  requestedSchema: { type: 'object', required: ['answer'], properties: {} },
};
const never = new AbortController().signal;
const accepted = { action: 'accept', content: { answer: 'once' } };

let state: string;
let children: ChildProcess[];
let servers: Server[];

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'permesso-bridge-'));
  children = [];
  servers = [];
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of servers) server.close();
  rmSync(state, { recursive: true, force: true, maxRetries: 20 });
});

/** This process plays the agent program: it started the bridge, and answers its forms. */
function self(): ProcessFacts {
  const facts = processFacts(process.pid);
  if (facts === undefined) throw new Error('no /proc');
  return facts;
}

interface PlayedProgram {
  readonly bridge: Bridge;
  readonly child: ChildProcess;
  /** Messages of the bridge, `initialize` and lists left out. */
  readonly received: readonly { readonly id?: string; readonly method?: string; readonly params?: object }[];
  readonly send: (message: object) => void;
  /** Answers the next form with this. */
  readonly form: (at: number) => Promise<string>;
}

/** The real bridge as a child of this process, with a client that can show forms. */
async function startBridge(): Promise<PlayedProgram> {
  const child = spawn(process.execPath, [builtHook, 'bridge', '--state', state], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...compiled, PATH: process.env['PATH'], HOME: state },
  });
  children.push(child);
  const received: PlayedProgram['received'][number][] = [];
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as PlayedProgram['received'][number];
    if (message.method !== undefined) received.push(message);
  });
  send({ jsonrpc: '2.0', id: 0, method: 'server/discover', params: {} });
  send({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: { elicitation: { form: {} } }, clientInfo: {} },
  });
  send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const bridge = await soon(() => bridgesOf(self(), state).find(({ pid }) => pid === child.pid));
  return {
    bridge,
    child,
    received,
    send,
    form: async (at) =>
      (await soon(() => received.filter(({ method }) => method === 'elicitation/create')[at])).id ?? '',
  };
}

async function soon<T>(look: () => T | undefined): Promise<T> {
  return await vi.waitUntil(look, { timeout: 120_000, interval: 50 });
}

function target(bridge: Bridge) {
  return { bridge, host: self(), state };
}

test('a form is shown by the program, and its answer comes back', async () => {
  const program = await startBridge();
  const asked = askBridge({ form, signal: never }, target(program.bridge));
  const id = await program.form(0);
  expect(program.received.at(-1)).toEqual({ jsonrpc: '2.0', id, method: 'elicitation/create', params: form });
  program.send({ jsonrpc: '2.0', id, result: accepted });
  // A second answer finds nobody.
  program.send({ jsonrpc: '2.0', id, result: { action: 'decline' } });
  expect(await asked).toEqual({ result: accepted, after: expect.any(Number) });
});

test('the model is given no tool, and the session is one in which a server may ask', async () => {
  const program = await startBridge();
  const answers: { readonly id?: number }[] = [];
  createInterface({ input: program.child.stdout ?? process.stdin }).on('line', (line) => {
    const message = JSON.parse(line) as { readonly id?: number };
    // The answer to what started the session may come this late.
    if (message.id === 7 || message.id === 8) answers.push(message);
  });
  program.send({ jsonrpc: '2.0', id: 7, method: 'tools/list' });
  program.send({ jsonrpc: '2.0', id: 8, method: 'tools/call', params: { name: 'approve' } });
  await soon(() => (answers.length === 2 ? answers : undefined));
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 7, result: { tools: [] } },
    { jsonrpc: '2.0', id: 8, error: { code: -32_601, message: 'not found' } },
  ]);
});

test('two requests at once are shown one after the other, each with its own answer', async () => {
  const program = await startBridge();
  const [first, second] = [
    askBridge({ form, signal: never }, target(program.bridge)),
    askBridge({ form, signal: never }, target(program.bridge)),
  ];
  const id = await program.form(0);
  await wait(300);
  expect(program.received.length).toBe(1);
  program.send({ jsonrpc: '2.0', id, result: accepted });
  const other = await program.form(1);
  program.send({ jsonrpc: '2.0', id: other, result: { action: 'decline' } });
  const results = (await Promise.all([first, second])).map(({ result }) => result);
  expect(results).toEqual(expect.arrayContaining([accepted, { action: 'decline' }]));
});

test('the form closes when the hook goes', async () => {
  const program = await startBridge();
  const gone = new AbortController();
  const asked = askBridge({ form, signal: gone.signal }, target(program.bridge));
  const id = await program.form(0);
  gone.abort();
  await expect(asked).rejects.toThrow('withdrawn');
  const cancelled = await soon(() =>
    program.received.find(({ method }) => method === 'notifications/cancelled'),
  );
  expect(cancelled.params).toEqual({ requestId: id, reason: 'no longer needed' });
  // Answered all the same, it is nobody's answer; the next request has its own.
  program.send({ jsonrpc: '2.0', id, result: accepted });
  const next = askBridge({ form, signal: never }, target(program.bridge));
  program.send({ jsonrpc: '2.0', id: await program.form(1), result: { action: 'cancel' } });
  expect((await next).result).toEqual({ action: 'cancel' });
});

test('a bridge that is killed has not answered', async () => {
  const program = await startBridge();
  const asked = askBridge({ form, signal: never }, target(program.bridge));
  await program.form(0);
  program.child.kill('SIGKILL');
  await expect(asked).rejects.toThrow('the bridge closed the connection');
  expect(bridgesOf(self(), state)).toEqual([]);
});

test('a process that the program did not start is not a bridge, whatever it announces', async () => {
  // Its parent is a shell, not this process.
  const line = `"$@" & wait`;
  const shell = spawn(
    '/bin/sh',
    ['-c', line, 'sh', process.execPath, builtHook, 'bridge', '--state', state],
    {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...compiled, PATH: process.env['PATH'], HOME: state },
    },
  );
  children.push(shell);
  const { pid = 0 } = shell;
  // A background process of a shell reads from nowhere, so this one is fed by hand: its own announcement is forged.
  const child = await soon(() => childOf(pid));
  const { started } = child;
  const real = await startBridge();
  const [announced = ''] = readdirSync(join(state, 'bridges')).filter((name) => name.endsWith('.json'));
  renameSync(
    join(state, 'bridges', announced),
    join(state, 'bridges', announced.replace(/\d+\.json$/, `${child.pid}.json`)),
  );
  expect(bridgesOf(self(), state)).toEqual([real.bridge]);
  const impostor: Bridge = { ...real.bridge, pid: child.pid, started };
  await expect(
    Promise.all([
      askBridge({ form, signal: never }, { ...target(impostor) }),
      real.form(0).then((id) => real.send({ jsonrpc: '2.0', id, result: accepted })),
    ]),
  ).rejects.toThrow('does not count');
});

function childOf(parent: number): ProcessFacts | undefined {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .flatMap((pid) => processFacts(pid) ?? [])
    .find((facts) => facts.parent === parent);
}

/** Somebody else's socket at the bridge's address. */
async function takeOver(bridge: Bridge, answer: (line: string) => Promise<string> | string): Promise<void> {
  rmSync(join(state, 'bridges', bridge.socket));
  const server = createServer((socket) => {
    socket.once('data', (data) => {
      void Promise.resolve(answer(String(data).trimEnd())).then((said) => socket.end(`${said}\n`));
    });
  });
  servers.push(server);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(socketAddress(state, bridge.socket).path, () => resolve());
  await promise;
}

test('who takes the place of the socket has no key, and no answer of it counts', async () => {
  const { bridge } = await startBridge();
  const outcome = JSON.stringify({ result: accepted, after: 5000 });
  const seal = newSeal();
  const forgeries: ((line: string) => string)[] = [
    (line) => JSON.stringify({ nonce: nonceOf(line), outcome }),
    (line) => JSON.stringify({ nonce: nonceOf(line), outcome, signature: '' }),
    (line) => {
      const signature = seal.sign(sealedText({ nonce: nonceOf(line), request: line, outcome }));
      return JSON.stringify({ nonce: nonceOf(line), outcome, signature });
    },
    () => 'yes',
    () => '{}',
  ];
  let turn = 0;
  await takeOver(bridge, (line) => forgeries[turn]?.(line) ?? '');
  for (; turn < forgeries.length; turn++)
    await expect(askBridge({ form, signal: never }, target(bridge))).rejects.toThrow('did not give');
});

function nonceOf(line: string): string {
  return (JSON.parse(line) as { nonce: string }).nonce;
}

test('an answer that was recorded is worth nothing for the next request, nor for another form', async () => {
  const program = await startBridge();
  const { bridge } = program;
  const real = join(state, 'bridges', bridge.socket);
  renameSync(real, `${real}.moved`);
  let recorded = '';
  // The first request is passed on to the bridge, and its answer kept.
  const relay = (line: string): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    if (recorded !== '') return Promise.resolve(recorded);
    const socket = connect(`${real}.moved`);
    socket.on('data', (data) => resolve((recorded = String(data).trimEnd())));
    socket.write(`${line}\n`);
    return promise;
  };
  const server = createServer((socket) => {
    socket.once('data', (data) => void relay(String(data).trimEnd()).then((said) => socket.end(`${said}\n`)));
  });
  servers.push(server);
  const listening = Promise.withResolvers<void>();
  server.listen(socketAddress(state, bridge.socket).path, () => listening.resolve());
  await listening.promise;
  const first = askBridge({ form, signal: never }, target(bridge));
  program.send({ jsonrpc: '2.0', id: await program.form(0), result: accepted });
  expect((await first).result).toEqual(accepted);
  await expect(askBridge({ form, signal: never }, target(bridge))).rejects.toThrow('did not give');
  const other = { ...form, message: 'Permesso: may it delete everything?' };
  await expect(askBridge({ form: other, signal: never }, target(bridge))).rejects.toThrow('did not give');
});

test('a request that was put before is not shown again', async () => {
  const program = await startBridge();
  const line = `${JSON.stringify({ nonce: 'n1', form })}\n`;
  const address = (): string => socketAddress(state, program.bridge.socket).path;
  const first = connect(address());
  first.write(line);
  await program.form(0);
  const closed = Promise.withResolvers<void>();
  const second = connect(address());
  second.on('close', () => closed.resolve()).resume();
  second.write(line);
  await closed.promise;
  expect(program.received.length).toBe(1);
  first.destroy();
});

test('a directory that others may read or write is not used', async () => {
  const { bridge } = await startBridge();
  for (const mode of [0o755, 0o770, 0o777]) {
    chmodSync(join(state, 'bridges'), mode);
    expect(bridgesOf(self(), state)).toEqual([]);
    await expect(askBridge({ form, signal: never }, target(bridge))).rejects.toThrow('open to others');
  }
});

test('a program that shows no forms has no bridge', async () => {
  const child = spawn(process.execPath, [builtHook, 'bridge', '--state', state], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...compiled, PATH: process.env['PATH'], HOME: state },
  });
  children.push(child);
  const answered = Promise.withResolvers<void>();
  child.stdout.on('data', () => answered.resolve());
  const params = { protocolVersion: '2025-11-25', capabilities: { elicitation: { url: {} } } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  await answered.promise;
  await wait(300);
  expect(bridgesOf(self(), state)).toEqual([]);
});
