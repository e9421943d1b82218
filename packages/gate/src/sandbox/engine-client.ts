import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../disk/make-folder.ts';
import type { EngineReply, EngineRequest } from './engine-process.ts';
import { enginePrograms, type Engine } from './find-engine.ts';
import { SandboxRefused } from './refusal.ts';
import { errorCode } from '../disk/read-text.ts';

export interface WrapRequest {
  readonly command: string;
  readonly config: object;
  readonly hosts: readonly string[];
}

export interface Wrapped {
  readonly line: string;
  /** Where the engine keeps its sockets; no command can write there. */
  readonly runFolder: string;
  /** To be called once, when the command has ended or was not started. */
  readonly ended: () => void;
}

/** The engine's library in a process of its own, kept for many commands. */
export interface EngineClient {
  readonly wrap: (request: WrapRequest) => Promise<Wrapped>;
  /** False once the process has ended: another one must be started. */
  readonly isRunning: () => boolean;
  /** Resolves when the process is gone. */
  readonly close: () => Promise<void>;
}

export interface EngineClientOptions {
  readonly engine: Engine;
  /** A private folder. Its path must be short: sockets lie in it. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The proxy reaches listed hosts through the proxy of this network, if there is one. */
const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

export function startEngine({ engine, folder, env }: EngineClientOptions): EngineClient {
  const runFolder = mkdtempSync(join(folder, 'r-'));
  const child = spawnEngineProcess({
    engine,
    folder,
    runFolder,
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  rest(child);
  const waiting = new Map<string, (reply: EngineReply) => void>();
  const gone = new Promise<void>((resolve) => {
    const end = (): void => {
      for (const [id, answer] of waiting) answer({ id, problem: 'the engine process ended' });
      waiting.clear();
      endBridges(folder);
      rmSync(runFolder, { recursive: true, force: true });
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  child.on('message', (reply: EngineReply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  const tell = (request: EngineRequest): void => {
    if (child.connected) child.send(request);
  };
  return {
    isRunning: () => child.connected,
    wrap: async ({ command, config, hosts }) => {
      const id = newId();
      const reply = await new Promise<EngineReply>((resolve) => {
        if (!child.connected) resolve({ id, problem: 'the engine process ended' });
        waiting.set(id, resolve);
        // An idle engine does not keep this process alive; a waiting command does.
        child.ref();
        child.channel?.ref();
        tell(wrapMessage({ command, config, hosts }, { id, engine }));
      });
      if (waiting.size === 0) rest(child);
      if (reply.line === undefined) {
        if (hosts.length > 0) tell({ kind: 'ended', id });
        throw failed(reply.problem ?? 'no reply');
      }
      return { line: reply.line, runFolder, ended: () => tell({ kind: 'ended', id }) };
    },
    close: () => {
      if (child.connected) child.disconnect();
      child.ref();
      return gone;
    },
  };
}

export function newId(): string {
  return randomBytes(18).toString('base64url');
}

function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

export interface EngineProcessOptions extends EngineClientOptions {
  readonly runFolder: string;
  readonly stdio: StdioOptions;
  /** Where it serves every process of this user, and outlives the one that started it. */
  readonly socket?: string;
}

/** With an environment, a working directory and a temporary directory that no project decides about. */
export function spawnEngineProcess(options: EngineProcessOptions): ChildProcess {
  // Of engines that were killed together with those who started them.
  endBridges(options.folder);
  const { engine, folder, runFolder, env, stdio, socket } = options;
  const file = join(
    import.meta.dirname,
    import.meta.url.endsWith('.ts') ? 'engine-process.ts' : 'engine-process.js',
  );
  const folders = enginePrograms(engine).map(dirname);
  const proxies = proxyNames.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  const compiled = join(folder, 'compiled');
  makeFolder(compiled);
  const words = ['--no-warnings', file, engine.main, compiled, ...(socket === undefined ? [] : [socket])];
  return spawn(process.execPath, words, {
    cwd: runFolder,
    detached: socket !== undefined,
    env: {
      ...Object.fromEntries(proxies),
      PATH: [...new Set([...folders, '/usr/bin', '/bin'])].join(':'),
      HOME: runFolder,
      TMPDIR: runFolder,
    },
    stdio,
  });
}

export function isBehindProxy(env: EngineClientOptions['env']): boolean {
  return proxyNames.some((name) => (env[name] ?? '') !== '');
}

/** What the engine is told; the id is what binds a connection to its list of hosts, so it must not be guessable. */
export function wrapMessage(
  { command, config, hosts }: WrapRequest,
  { id, engine }: { readonly id: string; readonly engine: Engine },
): Extract<EngineRequest, { kind: 'wrap' }> {
  return { kind: 'wrap', id, command, shell: engine.shell, base: baseConfig(engine), config, hosts };
}

/** Nothing is allowed for all: each command brings its own lists. */
function baseConfig(engine: Engine): object {
  const base = {
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
  };
  if ('seatbelt' in engine) return base;
  const { bubblewrap, socat, ripgrep } = engine;
  return { ...base, bwrapPath: bubblewrap, socatPath: socat, ripgrep: { command: ripgrep } };
}

export function failed(message: string): SandboxRefused {
  return new SandboxRefused('failed', {
    message: `The sandbox could not be started: ${message}.`,
    fix: 'run `permesso sandbox status` to see what this machine lacks',
  });
}

/**
 * Ends the processes that carry an engine's network, where the engine itself was killed and could not: they would listen
 * for ever. The engine works in the folder of its sockets, so a bridge whose parent does not is without one.
 */
function endBridges(folder: string): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    const pid = /^\d+$/u.test(name) ? Number(name) : undefined;
    if (pid === undefined || bridgedFolder(pid, folder) === undefined) continue;
    const parent = parentPid(pid);
    if (
      parent !== undefined &&
      lookAt(() => readlinkSync(`/proc/${parent}/cwd`)) === bridgedFolder(pid, folder)
    )
      continue;
    lookAt(() => process.kill(pid, 'SIGTERM'));
  }
}

/** The folder of the socket that a process listens on for an engine; other people's processes have none below ours. */
function bridgedFolder(pid: number, folder: string): string | undefined {
  const words = lookAt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.split('\0') ?? [];
  const socket = /^UNIX-LISTEN:([^,]+)/u.exec(words[1] ?? '')?.[1];
  if (socket === undefined || basename(words[0] ?? '') !== 'socat') return undefined;
  const at = dirname(socket);
  return dirname(at) === folder && basename(at).startsWith('r-') ? at : undefined;
}

function parentPid(pid: number): string | undefined {
  return /^PPid:\s+(\d+)$/mu.exec(lookAt(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '')?.[1];
}

/** A process may end while it is looked at, or be somebody else's. */
function lookAt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(errorCode(error))) return undefined;
    throw error;
  }
}
