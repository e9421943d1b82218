import { fields, object, shapeProblem, text, type TypeOf } from '@permesso/protocol/shape';
import { wireVersion } from './wire-schema.ts';
import type { Wire, WireAnswer, WireCaller } from './wire.ts';

/**
 * The access evaluation of the AuthZEN Authorization API 1.0: may this subject call this tool? That interface has no
 * approvals, so an ask is `false`, with what can be requested in the context.
 */
export interface Evaluation {
  readonly decision: boolean;
  readonly context: Readonly<Record<string, unknown>>;
}

const entity = object({ type: text, id: text }, { properties: fields });

const request = object(
  { subject: entity, action: object({ name: text }), resource: entity },
  { context: fields },
);

export type EvaluationAnswer = Evaluation | { readonly problem: string };

/** Decides and records, as `authorize`. `problem` where the body is not an evaluation request. */
export async function evaluate(wire: Wire, body: unknown, caller?: WireCaller): Promise<EvaluationAnswer> {
  const problem = shapeProblem(request, body, 'request');
  if (problem !== undefined) return { problem };
  const { subject, action, resource, context = {} } = body as TypeOf<typeof request>;
  // Anything unknown is not permitted: another kind of subject or action must not pass for this one.
  if (subject.type !== 'user') return denied('the type of `subject` is not `user`');
  if (action.name !== 'tools/call') return denied('the name of `action` is not `tools/call`');
  if (resource.type !== 'tool') return denied('the type of `resource` is not `tool`');
  const { principal } = caller ?? {};
  // The token says who the caller is; another subject would be a question about another person.
  if (principal !== undefined && subject.id !== principal.user)
    return denied('`subject` is not the user of the token');
  const named = { user: subject.id, ...only(subject.properties ?? {}, ['tenant', 'roles', 'attributes']) };
  const call = {
    tool: resource.id,
    input: resource.properties?.['input'],
    ...(principal === undefined && { principal: named }),
    ...only(context, ['cwd', 'session', 'agent']),
  };
  return toEvaluation(await wire({ v: wireVersion, id: 0, method: 'authorize', params: { call } }, caller));
}

function only(from: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(from, name)).map((name) => [name, from[name]]),
  );
}

function toEvaluation(answer: WireAnswer): Evaluation {
  if ('error' in answer) return denied(answer.error.message);
  const { verdict, message, guidance, approval } = answer.result as Readonly<Record<string, unknown>>;
  return {
    decision: verdict === 'allow',
    context: {
      verdict,
      ...(typeof message === 'string' ? { reason_user: { en: message } } : {}),
      ...(typeof guidance === 'string' ? { guidance } : {}),
      ...(verdict === 'ask' ? { approval: requestable(approval) } : {}),
    },
  };
}

/** With a name where a person's answer can be handed in here; without one a person must be asked elsewhere. */
function requestable(approval: unknown): object {
  return { requestable: true, ...(typeof approval === 'string' ? { id: approval } : {}) };
}

function denied(reason: string): Evaluation {
  return { decision: false, context: { verdict: 'deny', reason_user: { en: reason } } };
}
