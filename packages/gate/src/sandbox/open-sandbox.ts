import { realpathSync } from 'node:fs';
import { makeFolder } from '../disk/make-folder.ts';
import { messageOf } from '@permesso/engine/call';
import { findPlaces } from '../disk/policy-places.ts';
import { privateDirectory } from '../disk/private-file.ts';
import { failed, isBehindProxy, startEngine, type EngineClient } from './engine-client.ts';
import { findEngine, type Engine, type FindEngineOptions } from './find-engine.ts';
import { sandboxFolder } from './known-sandbox.ts';
import { planCache, type PlanCache } from './plan/plan-cache.ts';
import { prepareProfile, type Prepared } from './prepare.ts';
import { profileDigest, type SandboxProfile } from './read-profile.ts';
import { SandboxRefused } from './refusal.ts';
import { refuseHere } from './refuse-here.ts';
import { removeScratch, sessionScratch, sweepScratch } from './session-scratch.ts';
import { sharedEngine } from './shared-engine.ts';
import type { SandboxedCommand, Streams } from './sandboxed-command.ts';
import { startCommand } from './start-command.ts';
import { beginRun, sweepRuns } from './unapproved-runs.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { runCanary } from './canary.ts';
import { proofFile, proofKey, readProofs } from './proof-record.ts';

/** How a sandbox is opened: its session, and the engine that carries it out. */
export interface SandboxOptions {
  /** Commands of one session share their temporary directory. Default: a session of its own. */
  readonly session?: string;
  /** Keep the temporary directory for a later process with the same session. */
  readonly keepScratch?: boolean;
  readonly engine?: FindEngineOptions;
  /** Use one engine for all processes of this user, which stays for half an hour after the last command. */
  readonly sharesEngine?: boolean;
  /** Where proofs and temporary directories are kept: `$XDG_STATE_HOME/permesso/sandbox`. */
  readonly folder?: string;
}

/** What one sandboxed command may reach, and where it starts. */
export interface CommandOptions {
  readonly profile: SandboxProfile;
  readonly cwd: string;
  /** What the decision was made for: a profile that differs is refused. */
  readonly profileDigest?: string;
  /** Source of the variables that the profile keeps. Defaults to this process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly streams?: Streams;
  /** Aborting ends the command and everything that it started. */
  readonly signal?: AbortSignal;
  /** As the decision says. Of any other command it is written down whether it changed something. */
  readonly isAllowedByRules?: boolean;
}

/** A sandbox for the commands of one session, kept open between them. */
export interface Sandbox {
  /** Rejects with `SandboxRefused` if the command was not started. It never runs without the sandbox. */
  readonly start: (command: string, options: CommandOptions) => Promise<SandboxedCommand>;
  readonly close: () => Promise<void>;
}

let sessions = 0;

/**
 * Opens a sandbox for the commands of one session. Each command says what it may reach.
 *
 * @example
 * ```ts
 * import { openSandbox, type SandboxProfile } from '@permesso/gate/sandbox';
 * const profile: SandboxProfile = { writable: ['/srv/app'], readOnly: [], hidden: [], hosts: [], environment: ['PATH'] };
 * const sandbox = openSandbox();
 * const running = await sandbox.start('npm test', { profile, cwd: '/srv/app' });
 * console.log((await running.ended).exitCode);
 * await sandbox.close();
 * ```
 */
export function openSandbox(options: SandboxOptions = {}): Sandbox {
  const session = options.session ?? `${process.pid}-${Date.now()}-${sessions++}`;
  let state: State | undefined;
  const open = (): State => {
    state ??= openState(options, session);
    return state;
  };
  return {
    start: async (command, given) => {
      try {
        return await start(command, { open, given });
      } catch (error) {
        // Whatever it was: the command was not started.
        throw error instanceof SandboxRefused || given.signal?.aborted === true
          ? error
          : failed(messageOf(error));
      }
    },
    close: async () => {
      await state?.close();
      if (state !== undefined && options.keepScratch !== true) removeScratch(state.folder, session);
      state = undefined;
    },
  };
}

interface Opening {
  readonly open: () => State;
  readonly given: CommandOptions;
}

async function start(command: string, { open, given }: Opening): Promise<SandboxedCommand> {
  given.signal?.throwIfAborted();
  refuseHere();
  const { engine, folder, client } = open();
  if (given.profileDigest !== undefined && given.profileDigest !== profileDigest(given.profile))
    throw new SandboxRefused('changed', {
      message: 'The sandbox profile is not the one that was decided about.',
      fix: 'let the call be decided again',
    });
  const prepared = prepareProfile(given.profile, { engine, cwd: given.cwd, own: [folder] });
  if (prepared.hosts.length > 0 && !('seatbelt' in engine)) refuseLongSockets(folder);
  const proof = await proveOnce(prepared, { engine, folder, client });
  return startIn(command, { state: open(), prepared, proof, given });
}

/** What the kernel takes as the name of a socket. */
const longestSocket = 107;

/** The engine's proxy listens on a socket; one with a longer name is never made, and the engine only says that it died. */
function refuseLongSockets(folder: string): void {
  const socket = `${folder}/r-XXXXXX/claude-http-0123456789abcdef.sock`;
  const excess = Buffer.byteLength(socket) - longestSocket;
  if (excess <= 0) return;
  throw new SandboxRefused('failed', {
    message: `The sandbox cannot reach hosts: its sockets in ${folder} would have names of more than ${longestSocket} bytes.`,
    fix: `set XDG_STATE_HOME to a directory whose name is at least ${excess} bytes shorter`,
  });
}

interface State {
  readonly engine: Engine;
  readonly folder: string;
  readonly scratch: string;
  readonly plans: PlanCache;
  readonly client: () => EngineClient;
  readonly close: () => Promise<void>;
}

function openState(options: SandboxOptions, session: string): State {
  const engine = findEngine(options.engine);
  const folder = openFolder(options.folder);
  sweepScratch(folder, Date.now());
  sweepRuns(folder);
  let client: EngineClient | undefined;
  return {
    engine,
    folder,
    scratch: sessionScratch(folder, session),
    plans: planCache(folder),
    client: () => {
      if (client?.isRunning() === true) return client;
      const given = { engine, folder, env: process.env };
      // A shared engine has no network of this process's own.
      const isShared = options.sharesEngine === true && !isBehindProxy(process.env);
      client = isShared ? sharedEngine(given) : startEngine(given);
      return client;
    },
    close: async () => client?.close(),
  };
}

function openFolder(given: string | undefined): string {
  const path = given ?? sandboxFolder(findPlaces().state);
  makeFolder(path);
  return realpathSync.native(privateDirectory(path));
}

interface Starting {
  readonly state: State;
  readonly prepared: Prepared;
  readonly proof: string;
  readonly given: CommandOptions;
}

async function startIn(
  command: string,
  { state, prepared, proof, given }: Starting,
): Promise<SandboxedCommand> {
  const { engine, folder, scratch, client, plans } = state;
  const { writable, readOnly } = prepared;
  const isAllowedByRules = given.isAllowedByRules === true;
  const endRun = beginRun(folder, { command, writable, readOnly, scratch, isAllowedByRules });
  const started = startCommand(command, {
    engine,
    client,
    kept: { plans, proof },
    prepared,
    scratch,
    folder,
    env: given.env ?? process.env,
    streams: given.streams ?? 'pipe',
  });
  const running = await untilEnded(started, endRun);
  const abort = (): void => running.kill('SIGKILL');
  given.signal?.addEventListener('abort', abort, { once: true });
  if (given.signal?.aborted === true) abort();
  void Promise.allSettled([running.ended]).then(() => given.signal?.removeEventListener('abort', abort));
  return running;
}

/** Also where nothing of it was started. */
async function untilEnded(started: Promise<SandboxedCommand>, endRun: () => void): Promise<SandboxedCommand> {
  try {
    const running = await started;
    return { ...running, ended: running.ended.finally(endRun) };
  } catch (error) {
    endRun();
    throw error;
  }
}

interface ProofOptions {
  readonly engine: Engine;
  readonly folder: string;
  readonly client: () => EngineClient;
}

/** Proves the sandbox by trying to leave it: once for each engine, kernel, user and shape of profile, which the proof's key names. */
async function proveOnce(prepared: Prepared, options: ProofOptions): Promise<string> {
  const { engine, folder } = options;
  const key = proofKey(engine, {
    withHosts: prepared.hosts.length > 0,
    scratchAtTmp: prepared.scratchAtTmp,
  });
  const file = proofFile(folder);
  const proven = readProofs(file);
  if (proven.includes(key)) return key;
  const escaped = await runCanary({
    ...options,
    client: options.client(),
    hosts: prepared.hosts.length > 0,
    scratchAtTmp: prepared.scratchAtTmp,
  });
  // The engine was changed while it was tried: the proof is of neither.
  const [first] = escaped;
  if (first !== undefined)
    throw new SandboxRefused('not proven', {
      message: `The sandbox does not hold on this machine: ${escaped.join('; ')}.`,
      fix:
        'seatbelt' in engine
          ? 'reinstall the engine; `permesso sandbox status` tries again'
          : 'reinstall bubblewrap, socat and the engine; `permesso sandbox status` tries again',
    });
  replaceFile(file, { text: JSON.stringify([...proven.slice(-20), key]), mode: 0o600 });
  return key;
}
