import type { Policy } from '@permesso/engine/policy';
import { asIs, canonicalJson, definedFields } from '@permesso/engine/call';
import { sha256 } from '@permesso/protocol/entry';

const revisions = new WeakMap<Policy, string>();

/** For a policy whose revision an earlier process computed. */
export function knowRevision(policy: Policy, revision: string): void {
  revisions.set(policy, revision);
}

/** Identifies a policy by its content: equal for equal rules in equal places, on any machine. */
export function policyRevision(policy: Policy): string {
  const known = revisions.get(policy);
  if (known !== undefined) return known;
  const { rules, restrictions, visibility, workingDirectories, unlisted, offline, sandbox, mode } = policy;
  const said = {
    rules: rules.map(({ key, verdict, expires, agents, delegated, origin }) => ({
      key,
      verdict,
      expires,
      agents,
      delegated,
      trusted: origin.trusted,
      root: origin.root,
    })),
    restrictions,
    visibility: visibility.map(({ visible, hidden }) => ({ visible, hidden })),
    workingDirectories,
    unlisted,
    // Omitted if it has its usual value, so that earlier logs name the same policy.
    ...(offline === 'deny' ? { offline } : {}),
    ...(sandbox.use === 'off' ? {} : { sandbox }),
    ...definedFields({ keep: policy.keep, hostModes: policy.hostModes }),
    ...(policy.observes === true ? { observes: true } : {}),
    mode,
  };
  const revision = sha256(canonicalJson(said, asIs)).slice(0, 16);
  revisions.set(policy, revision);
  return revision;
}
