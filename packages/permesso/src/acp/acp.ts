import type { Verdict } from '@permesso/engine/policy';
import { type HookHost, hookHost, jsonReply, type Reply } from '@permesso/gate/payloads';
import { acpToCall } from './to-call.ts';

/** The verdict alone, from the one who decides to the one who knows the options. */
const only = (verdict: Verdict): Reply => jsonReply({ verdict });

/** Any agent that speaks the Agent Client Protocol, by a proxy between it and its editor. */
export const acp: HookHost = hookHost({
  name: 'acp',
  title: 'ACP agents',
  tools: [],
  toCall: acpToCall,
  answers: { allow: () => only('allow'), deny: () => only('deny'), ask: () => only('ask') },
  // The editor asks, as it would without us.
  silent: only('ask'),
});
