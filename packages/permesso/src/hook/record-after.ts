import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolCall } from '@permesso/engine/call';
import { noteAfter } from '@permesso/gate/keep';
import { callKey } from '@permesso/protocol/approval';
import { endCall } from '@permesso/gate/gate';
import { createRecorder, fileLog } from '@permesso/gate/log';
import { findPlaces, type PlaceOptions } from '@permesso/gate/disk';
import { type HookHost, type Payload, isPayload, textIn } from '@permesso/gate/payloads';
import { callsIn } from '../intercept/host-shell.ts';
import { projectControlledHome } from './project-controlled-home.ts';
import { startDirectory } from './session-place.ts';

/**
 * Records how a call ended, as the host tells it after the call: an entry with the key of its decision. It grants nothing and
 * answers nothing. Throws where the payload is not one of this host.
 */
export function recordAfter(text: string, host: HookHost, places: PlaceOptions = {}): void {
  const payload: unknown = JSON.parse(text);
  const { after } = host;
  if (!isPayload(payload) || after === undefined) throw new Error(`${host.name} tells nothing after a call`);
  const incoming = callsIn(host, after.before(payload));
  if ('malformed' in incoming) throw new Error(incoming.malformed);
  const [first] = incoming.calls;
  const cwd = first.cwd ?? incoming.root ?? startDirectory(host);
  const own = findPlaces(places);
  const brought = projectControlledHome(own, cwd);
  if (brought !== undefined) throw new Error(brought);
  const log = fileLog({ directory: join(own.state, 'log') });
  const session = first.session ?? `${host.name}-without-a-session`;
  const told = { recorder: createRecorder(log), session, worldOf: () => ({ cwd }) };
  const outcome = { ...after.outcome(payload), ...(isAttended(after.unattended, payload) ? hostTold : {}) };
  for (const call of incoming.calls) endCall(told, call, outcome);
  if (existsSync(join(own.state, 'kept')))
    for (const call of incoming.calls)
      noteAfter(own.state, keyOf(call, { cwd, session }), { ok: outcome.ok, at: Date.now() });
  log.close();
}

function keyOf(call: ToolCall, { cwd, session }: { readonly cwd: string; readonly session: string }): string {
  return callKey({ ...call, session: call.session ?? session }, cwd);
}

const hostTold = { source: 'host' } as const;

function isAttended(unattended: readonly string[], payload: Payload): boolean {
  const mode = textIn(payload, 'permission_mode');
  return mode === undefined || !unattended.includes(mode);
}
