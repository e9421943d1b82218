import { uptime } from 'node:os';
import { isAbsolute } from 'node:path';
import { parseStrictJson, type ToolCall } from '@permesso/engine/call';
import { rememberedPolicies, type KeptPolicies } from '@permesso/gate/gate';
import type { WriteGuard } from '@permesso/gate/log';
import { managedMachine } from '@permesso/gate/team-agent';
import { readMembership, teamDirectory, type Places, readText } from '@permesso/gate/disk';
import { answerHook, type AnswerOptions } from '../hook/answer-hook.ts';
import { isAsker, type Asker } from '../hook/approval-channel.ts';
import { hookGate } from '../hook/hook-gate.ts';
import { hookHosts } from '../host-lists/hook-hosts.ts';
import type { HookEnvironment } from '../intercept/host-shell.ts';
import { type HookHost, type Reply, isPayload } from '@permesso/gate/payloads';
import type { HookGate } from '../intercept/intercept.ts';
import { answered, answeredNo } from '../launch/launcher.ts';
import { startDirectory } from '../hook/session-place.ts';
import type { ResidentRequest } from './resident-request.ts';

export interface AnswerContext {
  readonly places: Places;
  /** XDG_CONFIG_HOME and XDG_STATE_HOME of this process. */
  readonly environment: readonly [home: string, config: string, state: string];
  readonly kept: KeptPolicies;
  /** Called with the nonce of each request whose call was recorded, while the log is locked. */
  readonly onRecorded?: (nonce: string) => void;
}

/** The launcher's output; undefined: the cold hook answers, as if there were no resident process. */
export interface ResidentAnswer {
  readonly code: number;
  readonly text: string;
}

export function answerContext(
  places: Places,
  env: Readonly<Record<string, string | undefined>>,
): AnswerContext {
  return {
    places,
    environment: [places.home, env['XDG_CONFIG_HOME'] ?? '', env['XDG_STATE_HOME'] ?? ''],
    kept: rememberedPolicies(),
  };
}

/** Milliseconds that a request may wait: none is made from here. */
const patience = 1000;

/**
 * One call, decided by its own gate over the current files. Anything that needs a person, a team or a child process
 * of the agent is left to the cold hook, before any of it is recorded.
 */
export async function answerResident(
  request: ResidentRequest,
  context: AnswerContext,
): Promise<ResidentAnswer | undefined> {
  const host = hookHosts.get(request.host);
  const [cwd, project] = request.started;
  if (host === undefined || !isAbsolute(cwd)) return undefined;
  if (request.ask !== '' && !isAsker(request.ask)) return undefined;
  // Another home has another policy.
  if (request.environment.some((each, at) => each !== context.environment[at])) return undefined;
  const { home } = context.places;
  if (readMembership(teamDirectory({ home })) !== undefined || managedMachine({ home }) !== undefined)
    return undefined;
  if (!isOneCall(host, request.payload)) return undefined;
  const env = environmentOf(request.launcher);
  if (env === undefined) return undefined;
  let isDeclined = false;
  let isWritten = false;
  // Checked with the log's lock held: a hook that the launcher starts after giving up writes either before this, and
  // this is then late, or after this, and then it finds the request among the recorded ones.
  const guard: WriteGuard = {
    isWanted: () => {
      if (!isWritten && uptime() >= request.sent + request.patience) isDeclined = true;
      return !isDeclined;
    },
    onWritten: () => {
      isWritten = true;
      context.onRecorded?.(request.nonce);
    },
  };
  const gateFor: AnswerOptions['gateFor'] = (call, how) =>
    withoutPeople(
      hookGate(call, {
        root: startDirectory(host, { cwd, env: { CLAUDE_PROJECT_DIR: project } }),
        ...how,
        patience,
        kept: context.kept,
        guard,
        ...(request.ask === '' ? {} : { ask: request.ask as Asker }),
      }),
      { asksHost: request.ask === 'host', decline: () => (isDeclined = true) },
    );
  const signal = AbortSignal.timeout(patience);
  const reply = await answerHook(request.payload, { host, gateFor, signal, env });
  return isDeclined ? undefined : forLauncher(reply);
}

/** The launcher's original environment, which the cold hook would inherit. */
function environmentOf(launcher: number): HookEnvironment | undefined {
  const read = readText(`/proc/${launcher}/environ`);
  if (!('text' in read)) return undefined;
  return Object.fromEntries(
    read.text.split('\0').map((each) => [each.split('=', 1)[0] ?? '', each.slice(each.indexOf('=') + 1)]),
  );
}

function isOneCall(host: HookHost, payload: string): boolean {
  try {
    const value: unknown = parseStrictJson(payload);
    // Another program's payload, or one of a session kept elsewhere, is for the cold hook.
    if (!isPayload(value) || host.sends?.(value) !== true) return false;
    const incoming = host.toCall(value);
    if ('malformed' in incoming || incoming.calls.length !== 1) return false;
    return (incoming.from ?? incoming.calls[0].cwd) !== undefined;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

interface Alone {
  /** The launcher's options leave asking to the host's own prompt alone. */
  readonly asksHost: boolean;
  readonly decline: () => void;
}

/** The gate, declining every call for which we would have to ask a person ourselves. */
function withoutPeople(held: HookGate, { asksHost, decline }: Alone): HookGate {
  // A form or a popup in the agent's window needs a process that the agent started, and this is not one.
  if (asksHost && held.usesSandbox !== true) return held;
  const check = async (call: ToolCall): Promise<void> => {
    // Programs are looked up on the agent's PATH, and this process has another.
    const decision = held.usesSandbox === true ? undefined : await held.check?.(call);
    if (decision !== undefined && decision.verdict !== 'ask') return;
    decline();
    throw new Error('a person has to be asked');
  };
  const { authorize, consult } = held.gate;
  return {
    ...held,
    gate: {
      authorize: async (call, how) => {
        await check(call);
        return authorize(call, how);
      },
      consult: async (call, how) => {
        await check(call);
        return consult(call, how);
      },
    },
  };
}

/** An answer has a single text: on stdout, or on stderr with the denying exit code. */
function forLauncher({ stdout, stderr, exitCode }: Reply): ResidentAnswer | undefined {
  if (exitCode === 0) return stderr === '' ? { code: answered, text: stdout } : undefined;
  return stdout === '' ? { code: answeredNo, text: stderr } : undefined;
}
