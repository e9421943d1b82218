import type { Denial } from '../../approval/denial.ts';
import type { GrantStore } from '../../approval/stores/grant-store.ts';
import type { Grant } from '@permesso/engine/decision';
import type { Revoked } from './log.ts';

/** The answer to be revoked, in the form that the log records. */
export async function revocable(grants: GrantStore, id: string): Promise<Revoked | undefined> {
  const grant = (await grants.list()).find((one) => one.id === id);
  if (grant !== undefined) return revokedFrom(grant, 'allow');
  const denial = (await grants.denials?.())?.find((one) => one.id === id);
  return denial === undefined ? undefined : revokedFrom(denial, 'deny');
}

function revokedFrom({ id, scope, rules }: Grant | Denial, verdict: Revoked['verdict']): Revoked {
  return { id, verdict, scope, rules: rules.map(({ text }) => text) };
}
