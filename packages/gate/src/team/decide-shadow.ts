import { rememberedIn } from '../approval/stores/grant-files.ts';
import { teamGrantsIn } from '../approval/stores/team-grants.ts';
import { loadPolicy, type LoadOptions } from '../gate/load-policy.ts';
import type { Mode, Verdict } from '@permesso/engine/policy';
import { PolicyFileError } from '@permesso/engine/text';
import type { DecisionEntry } from '@permesso/protocol/entry';
import { createReplay, type Replay } from '../gate/replay-entry.ts';
import { teamGrantsFile } from '../disk/policy-files.ts';
import { findPlaces } from '../disk/policy-places.ts';

/** How many directories' policies are kept; calls from further ones load theirs again. */
const mostPlaces = 50;

interface ShadowPolicy {
  readonly again: Replay;
  /** The mode of calls whose host set none. */
  readonly ownMode: Mode;
}

/** The policy whose text is replaced. */
export type Replaced = Pick<LoadOptions, 'teamText' | 'baselineText'>;

/**
 * Decides entries of this machine's log again with a different team policy or baseline, together with the other
 * policies that count where the call started and the remembered answers. The caller pays the cost, never the call.
 */
export function decideShadow(
  replaced: Replaced,
  options: LoadOptions,
): (entry: DecisionEntry) => Verdict | undefined {
  const remembered = rememberedIn(findPlaces(options).state).map((each) => each.remembered);
  const grants = [
    ...remembered.flatMap((each) => (each.kind === 'grant' ? [each.grant] : [])),
    ...teamGrantsIn(teamGrantsFile(options)),
  ];
  const denials = remembered.flatMap((each) => (each.kind === 'denial' ? [each.denial] : []));
  const known = new Map<string, ShadowPolicy | undefined>();
  return (entry) => {
    const cwd = entry.call.cwd ?? entry.world?.cwd;
    if (cwd === undefined) return undefined;
    if (known.size >= mostPlaces) known.clear();
    if (!known.has(cwd)) known.set(cwd, placeAt(cwd, replaced, options));
    const place = known.get(cwd);
    if (place === undefined) return undefined;
    // The other policy may set a different mode.
    const mode = entry.mode === place.ownMode ? {} : { mode: entry.mode };
    return place.again(entry, { grants, denials, ...mode })?.verdict;
  };
}

/** Undefined if a policy has been broken since. */
function placeAt(cwd: string, replaced: Replaced, options: LoadOptions): ShadowPolicy | undefined {
  try {
    return {
      again: createReplay(loadPolicy({ ...options, cwd, ...replaced }).policy),
      ownMode: loadPolicy({ ...options, cwd }).policy.mode ?? 'default',
    };
  } catch (error) {
    if (error instanceof PolicyFileError) return undefined;
    throw error;
  }
}
