import { approvalRuleActs } from './approval/rules/approval-rule-routes.ts';
import { setMappingAct } from './identity/groups/group-role-routes.ts';
import { changeProviderAct } from './identity/identity-provider.ts';
import { setRolesAct } from './identity/person-roles.ts';
import { erasePersonAct } from './identity/retention/erase-routes.ts';
import { endHoldAct } from './identity/retention/legal-hold-routes.ts';
import type { SecondPersonAct } from './identity/second-person/pending-acts.ts';
import { endReviewAct } from './policy/review-routes.ts';
import type { SealKeys } from './secrets/seal.ts';

/** Every act that one person asks for and a second one, or the operator, confirms. */
export function secondPersonActs(secret: SealKeys): readonly SecondPersonAct[] {
  const rules = approvalRuleActs(secret);
  return [
    changeProviderAct(secret),
    setRolesAct,
    setMappingAct,
    erasePersonAct,
    endHoldAct,
    endReviewAct,
    rules.add,
    rules.remove,
  ];
}
