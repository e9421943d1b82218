import { definedFields, isRecord } from '@permesso/engine/call';
import { askService, type ServiceOptions } from './ask-service.ts';
import type { CheckedCall, CheckReply, ExternalCheck } from './external-check.ts';

/**
 * Asks the access evaluation endpoint of an AuthZEN 1.0 service: may this user call this tool?
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { authzenCheck } from '@permesso/gate/checks';
 * const gate = createGate({
 *   policy: { deny: [{ rule: 'refund', check: 'pdp' }] },
 *   checks: { pdp: authzenCheck({ url: 'https://pdp.example.com/access/v1/evaluation' }) },
 * });
 * ```
 */
export function authzenCheck(options: ServiceOptions): ExternalCheck {
  return async (call, { signal }) =>
    readEvaluation(await askService(options, { body: toEvaluation(call), signal }));
}

/** Without a user the agent itself is the subject, so that no service mistakes it for a person. */
function toEvaluation({ tool, input, principal = {}, ...context }: CheckedCall): unknown {
  const { user, tenant, roles, attributes } = principal;
  const properties = definedFields({ tenant, roles, attributes });
  const subject =
    user === undefined ? { type: 'agent', id: context.agent?.name ?? 'main' } : { type: 'user', id: user };
  return {
    subject: { ...subject, properties },
    action: { name: 'tools/call' },
    resource: { type: 'tool', id: tool, properties: { input } },
    context,
  };
}

function readEvaluation(reply: unknown): CheckReply {
  const decision = isRecord(reply) ? reply['decision'] : undefined;
  if (typeof decision !== 'boolean') throw new Error('its answer holds no `decision`');
  if (decision) return { permitted: true };
  const context = isRecord(reply) && isRecord(reply['context']) ? reply['context'] : {};
  const told = isRecord(context['reason_user']) ? Object.values(context['reason_user'])[0] : undefined;
  return typeof told === 'string' ? { permitted: false, reason: told } : { permitted: false };
}
