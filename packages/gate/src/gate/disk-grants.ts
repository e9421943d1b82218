import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { approvalFiles, forgetSettled } from '../approval/stores/approval-files.ts';
import type { SyncApprovalStore } from '../approval/stores/approval-store.ts';
import {
  grantFiles,
  sessionDirectory,
  type GrantFilesOptions,
  type SavedRule,
} from '../approval/stores/grant-files.ts';
import type { SyncGrantStore } from '../approval/stores/grant-store.ts';
import { sweepSessions } from '../approval/stores/sweep-sessions.ts';
import { withTeamGrants } from '../approval/stores/team-grants.ts';
import { addRule } from './edit-policy.ts';
import { printInstant } from '@permesso/engine/policy';
import { teamGrantsFile, type FindOptions } from '../disk/policy-files.ts';
import { readRepository } from '../disk/policy-git.ts';
import { findPlaces } from '../disk/policy-places.ts';
import { readWorld } from '../world/read-world.ts';

/** Whose answers on this machine: those of a place and a session. */
export interface DiskGrantsOptions extends FindOptions {
  /** The host's session: all its processes share its grants. */
  readonly session?: string;
}

/**
 * Answers kept on this machine: for the session in files that all its processes read, for the project in the local
 * policy file, for the user in the user's policy file. Answers that no rule can express are kept beside the sessions.
 * Includes the team's grants.
 *
 * @example
 * ```ts
 * import { createPolicyGate, diskGrants } from '@permesso/gate/policy';
 * const grants = diskGrants({ cwd: '/srv/app', session: 'chat-7' });
 * const gate = createPolicyGate({ cwd: '/srv/app', grants });
 * ```
 */
export function diskGrants(options: DiskGrantsOptions): SyncGrantStore {
  const { session } = options;
  const { state } = findPlaces(options);
  sweepSessions(state);
  const own = grantFiles({
    state,
    ...worktreeOf(options),
    ...definedFields({ session }),
    saveRule: (saved) => saveRule(saved, options),
  });
  return withTeamGrants(own, teamGrantsFile(options));
}

/** Linked worktrees of a repository count as one project. */
function worktreeOf({ cwd, project }: DiskGrantsOptions): Pick<GrantFilesOptions, 'worktree'> {
  const here = readWorld({ root: project ?? cwd }).project;
  const repository = readRepository(here)?.common;
  return repository === undefined ? {} : { worktree: { project: here, repository } };
}

const aDay = 24 * 60 * 60_000;

/**
 * The approval requests of a session, shared by all its processes.
 *
 * @example
 * ```ts
 * import { durableApprover } from '@permesso/gate/approvers';
 * import { createPolicyGate, diskApprovals } from '@permesso/gate/policy';
 * const store = diskApprovals({ cwd: '/srv/app', session: 'chat-7' });
 * const gate = createPolicyGate({ cwd: '/srv/app', approver: durableApprover({ store }) });
 * ```
 */
export function diskApprovals(options: DiskGrantsOptions & { readonly session: string }): SyncApprovalStore {
  const directory = join(sessionDirectory(findPlaces(options).state, options.session), 'approvals');
  forgetSettled(directory, { before: Date.now() - aDay });
  return approvalFiles(directory);
}

async function saveRule(
  { verdict, rule, scope, expires }: SavedRule,
  options: DiskGrantsOptions,
): Promise<void> {
  const limits = expires === undefined ? {} : { expires: printInstant(expires) };
  const to = scope === 'project' ? 'local' : 'user';
  await addRule({ verdict, rule: { rule, from: 'prompt', ...limits } }, { ...options, to });
}
