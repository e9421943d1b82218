import type { Module } from '../module.ts';
import type { SecondPersonAct } from '../route/second-person-act.ts';
import { agentRoutes } from './agent-routes.ts';
import { authenticator } from './authenticate.ts';
import { deviceRoutes } from './enrolment/device-routes.ts';
import { enrolmentRoutes, type EnrolmentRoutesOptions } from './enrolment/enrolment-routes.ts';
import { ownDeviceRoutes } from './enrolment/own-device-routes.ts';
import { ownEnrolmentRoutes } from './enrolment/own-enrolment-routes.ts';
import { ownMachineRoutes } from './enrolment/own-machine-routes.ts';
import { forgetExpired } from './forget-expired.ts';
import { groupRoleRoutes, setMappingAct } from './groups/group-role-routes.ts';
import { identityCommands } from './operator-commands.ts';
import { peopleRoutes } from './people-routes.ts';
import { setRolesAct } from './person-roles.ts';
import { projectRoutes } from './project-routes.ts';
import { erasePersonAct, eraseRoutes } from './retention/erase-routes.ts';
import { endHoldAct, legalHoldRoutes } from './retention/legal-hold-routes.ts';
import { pendingActRoutes } from './second-person/pending-act-routes.ts';
import { pendingCommands } from './second-person/pending-commands.ts';
import { sessionRoutes } from './session-routes.ts';
import { sessionRuleRoutes } from './session-rule-routes.ts';
import { changeProviderAct } from './sign-in/identity-provider.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { whoRoutes } from './who-routes.ts';

export { addApiToken } from './add-api-token.ts';
export { personActs, recordAdminAction } from './admin-audit.ts';
export type { Credentials } from './authenticate.ts';
export { checkSecret } from './check-secret.ts';
export { disablePerson, enablePerson } from './disable-person.ts';
export { endEveryCredential } from './end-every-credential.ts';
export { followCaller, type FollowOptions } from './follow-caller.ts';
export { Enrolled, enrolAgent, membershipOf } from './enrolment/enrol-agent.ts';
export { requireOperatorsDirectory } from './groups/follow-groups.ts';
export { followDirectory } from './groups/scim-groups.ts';
export { lockAddress } from './lock-address.ts';
export { holdAdmins, lockAdmins } from './lock-admins.ts';
export { findByAddress, organisationNamed } from './operator.ts';
export { followKey, keyPurpose, keySuccessions, organisationKey, publicKeys } from './organisation-key.ts';
export { organisationRoutes } from './organisation-route.ts';
export { allOrganisations, findOrganisation, stayingOrganisations } from './organisations.ts';
export {
  type CheckPasskey,
  checksNoPasskey,
  CredentialId,
  noPasskey,
  type PasskeyAct,
  passkeyActs,
  type PasskeyUse,
  Shown,
  type ShownPasskey,
} from './passkeys/passkey-check.ts';
export {
  type PasskeyRule,
  passkeyRules,
  type PasskeyStanding,
  passkeyStandings,
} from './passkeys/passkey-standing.ts';
export { personNamed } from './person-named.ts';
export { requireProjects, requireVouched } from './person-roles.ts';
export {
  anotherPersonProblem,
  countedPeople,
  type CountedPeople,
  isByTwo,
  requireCounted,
  wasAlwaysAlone,
} from './second-person/another-person.ts';
export { outcomeReply, Pending } from './second-person/outcome-reply.ts';
export { askForAct, confirmAct, pendingPurpose, refuseAct } from './second-person/pending-acts.ts';
export { clientSecretPurpose } from './sign-in/identity-provider.ts';
export { signInPurpose } from './sign-in/sign-in-routes.ts';

interface IdentityNeeds extends Pick<EnrolmentRoutesOptions, 'channelOf'> {
  /** From every module. */
  readonly kinds: readonly SecondPersonAct[];
  /** Plug-ins whose parts the pages show. */
  readonly plugins: readonly string[];
}

const forgetEveryMs = 60 * 60_000;

export const identityModule = {
  name: 'identity',
  commands: [...identityCommands, ...pendingCommands],
  secondPersonActs: (secret) => [
    changeProviderAct(secret),
    setRolesAct,
    setMappingAct,
    erasePersonAct,
    endHoldAct,
  ],
  open: (context, needs) => {
    const own = { ...context, ...needs };
    return {
      authenticate: authenticator(own),
      routes: [
        projectRoutes,
        peopleRoutes,
        pendingActRoutes,
        groupRoleRoutes,
        eraseRoutes,
        legalHoldRoutes,
        tokenRoutes,
        enrolmentRoutes,
        ownEnrolmentRoutes,
        deviceRoutes,
        ownDeviceRoutes,
        ownMachineRoutes,
        agentRoutes,
        signInRoutes,
        sessionRoutes,
        sessionRuleRoutes,
        whoRoutes,
      ].flatMap((routes) => routes(own)),
      jobsIn: ({ database }) => [{ everyMs: forgetEveryMs, work: () => forgetExpired(database) }],
    };
  },
} satisfies Module<IdentityNeeds>;
