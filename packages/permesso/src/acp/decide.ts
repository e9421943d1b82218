import { definedFields } from '@permesso/engine/call';
import type { Verdict } from '@permesso/engine/policy';
import type { PlaceOptions } from '@permesso/gate/disk';
import { answerHook } from '../hook/answer-hook.ts';
import { hookGate, type HookGateOptions } from '../hook/hook-gate.ts';
import type { Payload } from '@permesso/gate/payloads';
import { acp } from './acp.ts';

export interface PermissionRequest {
  readonly params: Payload;
  /** Where the session works, as the editor said when it began. */
  readonly cwd?: string;
}

/** Milliseconds; nobody is asked here, so there is only reading to wait for. */
const patience = 30_000;

/** What the policy files of this moment say. Total: what fails is a deny. */
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
