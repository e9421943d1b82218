import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolCall } from '@permesso/engine/call';
import { noteAfter } from '@permesso/gate/keep';
import { callKey } from '@permesso/protocol/approval';
import { type CallOutcome, endCall } from '@permesso/gate/gate';
import { createRecorder, fileLog, readLogBackwards } from '@permesso/gate/log';
import { findPlaces, type PlaceOptions } from '@permesso/gate/disk';
import { type HookHost, type Payload, isPayload, textIn } from '@permesso/gate/payloads';
import { callsIn } from '../intercept/host-shell.ts';
import { projectControlledHome } from './project-controlled-home.ts';
import { startDirectory } from './session-place.ts';

/**
 * Records how a call ended, as the host reports it after the call: an entry with the key of its decision. Grants and
 * answers nothing. Throws if the payload is not one of this host's.
 */
export function recordAfter(text: string, host: HookHost, places: PlaceOptions = {}): void {
  const payload: unknown = JSON.parse(text);
  const { after } = host;
  if (!isPayload(payload) || after === undefined) throw new Error(`${host.name} tells nothing after a call`);
  const attended = isAttended(after.unattended, payload) ? hostTold : {};
  const ended = (): Told => ({
    payload: after.before(payload),
    outcome: { ...after.outcome(payload), ...attended },
  });
  const refused = after.refusals?.(payload)?.map(({ payload: call, by, why }): Told => ({
    payload: call,
    outcome: { ok: false, refusedBy: by, ...(why === '' ? {} : { error: why }) },
  }));
  for (const told of refused ?? [ended()]) recordOne(told, host, places);
}

interface Told {
  /** The payload as it was before the call. */
  readonly payload: Payload;
  readonly outcome: CallOutcome;
}

function recordOne({ payload, outcome }: Told, host: HookHost, places: PlaceOptions): void {
  const incoming = callsIn(host, payload);
  if ('malformed' in incoming) throw new Error(incoming.malformed);
  const [first] = incoming.calls;
  const cwd = first.cwd ?? incoming.root ?? startDirectory(host);
  const own = findPlaces(places);
  const brought = projectControlledHome(own, cwd);
  if (brought !== undefined) throw new Error(brought);
  const directory = join(own.state, 'log');
  const session = first.session ?? `${host.name}-without-a-session`;
  const keys = incoming.calls.map((call) => keyOf(call, { cwd, session }));
  // A command can print the program's refusal text itself. If its end was reported, it ran.
  if (outcome.refusedBy !== undefined && keys.some((key) => hasEnded(directory, key))) return;
  const log = fileLog({ directory });
  const told = { recorder: createRecorder(log), session, worldOf: () => ({ cwd }) };
  for (const call of incoming.calls) endCall(told, call, outcome);
  if (existsSync(join(own.state, 'kept')))
    for (const key of keys) noteAfter(own.state, key, { ok: outcome.ok, at: Date.now() });
  log.close();
}

const mostEntries = 1000;

/** Whether the newest entry of this call, apart from its start, is its end. */
function hasEnded(directory: string, key: string): boolean {
  let seen = 0;
  for (const entry of readLogBackwards(directory)) {
    if (seen++ > mostEntries) return false;
    if (!('key' in entry) || entry.key !== key || entry.type === 'start') continue;
    return entry.type === 'end';
  }
  return false;
}

function keyOf(call: ToolCall, { cwd, session }: { readonly cwd: string; readonly session: string }): string {
  return callKey({ ...call, session: call.session ?? session }, cwd);
}

const hostTold = { source: 'host' } as const;

function isAttended(unattended: readonly string[], payload: Payload): boolean {
  const mode = textIn(payload, 'permission_mode');
  return mode === undefined || !unattended.includes(mode);
}
