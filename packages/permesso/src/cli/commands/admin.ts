import type { Command } from '../command.ts';
import { approvalRules } from '../admin/approval-rules.ts';
import { approvals } from '../admin/approvals.ts';
import { audit } from '../admin/audit.ts';
import { backup, restore } from '../admin/backup.ts';
import { enrolments } from '../admin/enrolments.ts';
import { entries } from '../admin/log/entries.ts';
import { findings } from '../admin/findings.ts';
import { freezeAll, thawAll } from '../admin/freeze-all.ts';
import { groupRoles } from '../admin/group-roles.ts';
import { hooks } from '../admin/notices/hooks.ts';
import { identityProvider } from '../admin/identity-provider.ts';
import { machines } from '../admin/machines.ts';
import { moveOrganisation, organisations } from '../admin/organisations.ts';
import { passkeys } from '../admin/credentials/passkeys.ts';
import { pending } from '../admin/pending.ts';
import { people } from '../admin/people.ts';
import { policies } from '../admin/policies.ts';
import { policyReview } from '../admin/policy-review.ts';
import { projects } from '../admin/projects.ts';
import { push } from '../admin/notices/push.ts';
import { quietHours } from '../admin/notices/quiet-hours.ts';
import { slack } from '../admin/notices/slack.ts';
import { streams } from '../admin/streams.ts';
import { teamGrants } from '../admin/team-grants.ts';
import { scimTokens, sessions, tokens } from '../admin/credentials/tokens.ts';
import { whoami } from '../admin/whoami.ts';

export const admin: Command = {
  name: 'admin',
  summary: 'Administers the team server: people, roles, projects, policies, machines.',
  usage: 'admin COMMAND [options]',
  options: [],
  subcommands: [
    whoami,
    organisations,
    projects,
    people,
    tokens,
    sessions,
    passkeys,
    scimTokens,
    enrolments,
    machines,
    policies,
    policyReview,
    pending,
    approvals,
    approvalRules,
    teamGrants,
    entries,
    findings,
    audit,
    hooks,
    quietHours,
    push,
    slack,
    streams,
    identityProvider,
    groupRoles,
    freezeAll,
    thawAll,
    moveOrganisation,
    backup,
    restore,
  ],
  examples: [
    ['permesso admin people --help', 'what can be done about people'],
    [
      'permesso admin whoami --server https://permesso.example.com --token-file FILE',
      'PERMESSO_SERVER and PERMESSO_TOKEN_FILE save typing both each time',
    ],
  ],
  exitCodes: [[0, 'done; each command has its own codes']],
  run: () => {
    throw new Error('a command of admin must be named');
  },
};
