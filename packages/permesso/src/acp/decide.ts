import { definedFields } from '@permesso/engine/call';
import type { Verdict } from '@permesso/engine/policy';
import type { PlaceOptions } from '@permesso/gate/disk';
import { answerHook } from '../hook/answer-hook.ts';
import { hookGate, type HookGateOptions } from '../hook/hook-gate.ts';
import { type Payload, type HookHost, hookHost, jsonReply, type Reply } from '@permesso/gate/payloads';
import { acpToCall } from './to-call.ts';

export interface PermissionRequest {
  readonly params: Payload;
  /** The session's working directory, as the editor gave it when the session began. */
  readonly cwd?: string;
}

/** Milliseconds. Nobody is asked here, so this covers only reading files. */
const patience = 30_000;

/** Decides by the policy files as they are now. Never throws: a failure is a deny. */
export async function decidePermission(
  request: PermissionRequest,
  options: PlaceOptions & Pick<HookGateOptions, 'program'> = {},
): Promise<Verdict> {
  const { stdout } = await answerHook(JSON.stringify(request), {
    host: acp,
    signal: AbortSignal.timeout(patience),
    gateFor: (call, { root }) =>
      hookGate(call, { ...options, host: acp, patience, ask: 'host', ...definedFields({ root }) }),
  });
  const { verdict } = JSON.parse(stdout) as { readonly verdict: Verdict };
  return verdict;
}

/** Only the verdict: the proxy knows the agent's options and picks one. */
const only = (verdict: Verdict): Reply => jsonReply({ verdict });

/** Any agent that speaks the Agent Client Protocol, through a proxy between it and its editor. */
const acp: HookHost = hookHost({
  name: 'acp',
  tools: [],
  toCall: acpToCall,
  answers: { allow: () => only('allow'), deny: () => only('deny'), ask: () => only('ask') },
  // The editor asks, as it would without Permesso.
  silent: only('ask'),
});
