import { definedFields, messageOf } from '@permesso/engine/call';
import { compilePolicy, type Layer } from '@permesso/engine/policy';
import { diskGrants, createGate, type Gate, type LoadedPolicy, withKeeping } from '@permesso/gate/gate';
import { findPlaces, teamDirectory } from '@permesso/gate/disk';
import { bundleProblem, joinedTeam } from '@permesso/gate/team-agent';
import { hookKeeper } from '../hook/hook-keeper.ts';
import type { CommandInput } from './command.ts';
import { readWorld } from '@permesso/gate/world';
import { placeOptions, policyForCommandLine } from './policy-options.ts';

/**
 * A gate that decides as a hook here would, under the command line's flags: with lasting approvals, team grants and
 * the freeze. It asks nobody and logs nothing.
 */
export function gateForCommandLine(
  given: CommandInput,
  /** Additional rules. */
  more: readonly Layer[] = [],
): Pick<Gate, 'check' | 'explain'> {
  const { loaded, mode } = policyForCommandLine(given);
  const { cwd: root } = placeOptions(given);
  const { state } = findPlaces(placeOptions(given));
  const keeping = { keeper: hookKeeper(state).keeper, keep: loaded.policy.keep, unkept: undefined };
  const gate = createGate({
    policy: more.length === 0 ? loaded.policy : compilePolicy([...loaded.layers, ...more]),
    world: ({ cwd = root }) => withKeeping(readWorld({ root, cwd }), keeping),
    ...(given.flag('no-files') ? {} : { grants: diskGrants({ ...placeOptions(given), cwd: root }) }),
    ...definedFields({ mode }),
  });
  const frozen = loaded.frozen ?? (given.flag('no-files') ? undefined : teamProblem(given, loaded));
  if (frozen !== undefined) gate.freeze(frozen);
  return gate;
}

/**
 * Why a hook would refuse to decide with its copy of the team's policy. A hook would first try to fetch a newer one.
 */
function teamProblem(given: CommandInput, loaded: LoadedPolicy): string | undefined {
  const places = placeOptions(given);
  try {
    const membership = joinedTeam({ ...places, loaded });
    return membership === undefined
      ? undefined
      : bundleProblem({ directory: teamDirectory(places), membership, now: Date.now() });
  } catch (error) {
    // A managed machine whose user has not joined its team.
    return messageOf(error);
  }
}
