import { isRecord } from '@permesso/engine/call';
import { askService, type ServiceOptions } from './ask-service.ts';
import type { CheckReply, ExternalCheck } from './external-check.ts';

/**
 * Asks OPA's data API for a document that is `true`, or an object with `allow` and optionally `reason`. The call is
 * its input.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { opaCheck } from '@permesso/gate/checks';
 * const gate = createGate({
 *   policy: { ask: [{ rule: 'send_mail', check: 'opa' }] },
 *   checks: { opa: opaCheck({ url: 'http://127.0.0.1:8181/v1/data/agents/mail' }) },
 * });
 * ```
 */
export function opaCheck(options: ServiceOptions): ExternalCheck {
  return async (call, { signal }) =>
    readDocument(await askService(options, { body: { input: call }, signal }));
}

/** OPA omits `result` if the document is undefined: then nothing was decided. */
function readDocument(reply: unknown): CheckReply {
  const result = isRecord(reply) ? reply['result'] : undefined;
  const allow = isRecord(result) ? result['allow'] : result;
  if (typeof allow !== 'boolean') throw new Error('its answer holds no `result` that is true or false');
  if (allow) return { permitted: true };
  const reason = isRecord(result) ? result['reason'] : undefined;
  return typeof reason === 'string' ? { permitted: false, reason } : { permitted: false };
}
