import { definedFields, isSameSpace, type OwnerSpace, type ToolCall } from '@permesso/engine/call';
import { type Grant, type Scope, sessionOrigin } from '@permesso/engine/decision';
import { type Policy, type Rule, withDenyRules } from '@permesso/engine/policy';
import type { World } from '@permesso/engine/world';

/** A remembered denial: deny rules and their scope. Applies however the call is disguised the next time. */
export interface Denial extends Pick<Grant, 'id' | 'rules' | 'callKey' | 'project' | 'session' | 'expires'> {
  readonly scope: Exclude<Scope, 'once'>;
  /** Applies only to calls of this tenant and user; without it, to all calls. */
  readonly owner?: OwnerSpace;
  /** Shown to the model. */
  readonly comment?: string;
}

/** The policy with remembered denials: a denial for the session binds like any deny rule. */
export function withDenials(
  policy: Policy,
  denials: readonly Denial[],
  at: { readonly call: ToolCall; readonly callKey: string; readonly world: World },
): Policy {
  return withDenyRules(policy, denials.filter((denial) => reaches(denial, at)).flatMap(denialRules));
}

function reaches(
  { expires, project, session, owner, callKey }: Denial,
  at: { readonly call: ToolCall; readonly callKey: string; readonly world: World },
): boolean {
  return (
    (expires === undefined || at.world.now < expires) &&
    (project === undefined || project === at.world.project) &&
    (session === undefined || session === at.call.session) &&
    (owner === undefined || isSameSpace(owner, at.call.owner)) &&
    (callKey === undefined || callKey === at.callKey)
  );
}

function denialRules({ id, rules, callKey, comment }: Denial): readonly Rule[] {
  const told = definedFields({ guidance: comment });
  if (callKey === undefined) return rules.map((rule) => ({ ...rule, ...told }));
  // Added to the policy for this one call only, so its rule may match any call.
  const exact: Rule = {
    key: id,
    verdict: 'deny',
    text: 'your earlier denial of this exact call',
    pattern: { about: 'tool', name: '*' },
    when: [],
    delegated: false,
    origin: sessionOrigin,
    ...told,
  };
  return [exact];
}
