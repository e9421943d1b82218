import type { CheckedCall, CheckReply, ExternalCheck } from './external-check.ts';

/** The parts of `@cedar-policy/cedar-wasm` that are used. */
export interface CedarModule {
  readonly isAuthorized: (call: CedarCall) => CedarAnswer;
}

export interface CedarCall {
  principal: CedarName;
  action: CedarName;
  resource: CedarName;
  context: Record<string, CedarValue>;
  policies: { staticPolicies: string };
  entities: CedarEntity[];
}

export interface CedarName {
  type: string;
  id: string;
}

/** A Cedar entity: its name, its attributes and its parents. */
export interface CedarEntity {
  uid: CedarName;
  attrs: Record<string, CedarValue>;
  parents: CedarName[];
}

export type CedarValue =
  | string
  | number
  | boolean
  | CedarValue[]
  | { __extn: { fn: string; arg: string } }
  | { [name: string]: CedarValue };

export type CedarAnswer =
  | {
      type: 'success';
      response: { decision: 'allow' | 'deny'; diagnostics: { reason: string[]; errors: unknown[] } };
    }
  | { type: 'failure'; errors: { message: string }[] };

/** The Cedar package, the policies, and the entities that they refer to. */
export interface CedarOptions {
  /** `import * as cedar from '@cedar-policy/cedar-wasm/nodejs'`: the package that you installed. */
  readonly cedar: CedarModule;
  /**
   * Policies in Cedar's language. The principal is a `User` in its `Role`s, the action `Action::"call"`, the resource
   * a `Tool`.
   */
  readonly policies: string;
  /** Entities besides the principal, its roles and the tool. */
  readonly entities?: readonly CedarEntity[];
}

/**
 * Asks Cedar in this process. The arguments are `context.input`; the principal's attributes are those of the `User`.
 *
 * @example
 * ```ts
 * import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
 * import { createGate } from '@permesso/gate';
 * import { cedarCheck } from '@permesso/gate/checks';
 * const policies = `permit (principal in Role::"billing", action, resource == Tool::"refund")
 *   when { context.input.amount <= principal.refundLimit };`;
 * const gate = createGate({
 *   policy: { allow: ['refund'], deny: [{ rule: 'refund', check: 'cedar' }] },
 *   checks: { cedar: cedarCheck({ cedar, policies }) },
 * });
 * ```
 */
export function cedarCheck({ cedar, policies, entities = [] }: CedarOptions): ExternalCheck {
  return (call) => {
    const answer = cedar.isAuthorized({
      ...cedarCall(call),
      policies: { staticPolicies: policies },
      entities: [...entitiesOf(call), ...entities],
    });
    return readAnswer(answer);
  };
}

/** Cedar skips a policy that fails, even one that forbids, so its answer counts only if none failed. */
function readAnswer(answer: CedarAnswer): CheckReply {
  if (answer.type === 'failure') throw new Error(`Cedar cannot decide: ${answer.errors[0]?.message ?? ''}`);
  const { decision, diagnostics } = answer.response;
  if (diagnostics.errors.length > 0) throw new Error('a policy of Cedar failed');
  if (decision === 'allow') return { permitted: true };
  const by = diagnostics.reason.join(', ');
  return by === '' ? { permitted: false } : { permitted: false, reason: `forbidden by ${by}` };
}

const user = ({ principal }: CheckedCall): CedarName =>
  principal?.user === undefined ? { type: 'Agent', id: 'main' } : { type: 'User', id: principal.user };

function cedarCall(call: CheckedCall): Pick<CedarCall, 'principal' | 'action' | 'resource' | 'context'> {
  const { tool, input, session, cwd, host } = call;
  const context = valueOf({ input, session, cwd, host });
  return {
    principal: user(call),
    action: { type: 'Action', id: 'call' },
    resource: { type: 'Tool', id: tool },
    context: context as Record<string, CedarValue>,
  };
}

function entitiesOf(call: CheckedCall): readonly CedarEntity[] {
  const { tenant, roles = [], attributes = {} } = call.principal ?? {};
  const inRoles = roles.map((id) => ({ type: 'Role', id }));
  const attrs = valueOf({ ...attributes, tenant }) as Record<string, CedarValue>;
  return [
    { uid: user(call), attrs, parents: inRoles },
    ...inRoles.map((uid) => ({ uid, attrs: {}, parents: [] })),
  ];
}

/** Cedar has integers, decimals with four digits, and no null: null values are left out. */
function valueOf(value: unknown): CedarValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return numberOf(value);
  if (Array.isArray(value)) return value.map(valueOf);
  if (typeof value !== 'object' || value === null) throw new TypeError('Cedar has no such value');
  const entries = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  // `{ "__entity": ... }` would not be read as the text that the model wrote.
  if (entries.some(([name]) => name.startsWith('__'))) throw new TypeError('a name begins with `__`');
  return Object.fromEntries(entries.map(([name, each]) => [name, valueOf(each)]));
}

function numberOf(value: number): CedarValue {
  if (Number.isSafeInteger(value)) return value;
  const arg = String(value);
  if (!/^-?\d{1,15}\.\d{1,4}$/u.test(arg)) throw new TypeError('Cedar has no such number');
  return { __extn: { fn: 'decimal', arg } };
}
