import { rememberedIn } from '../approval/grant-files.ts';
import { teamGrantsIn } from '../approval/team-grants.ts';
import { loadPolicy, type LoadOptions } from '../load-policy.ts';
import type { Mode } from '../policy/mode-name.ts';
import { PolicyFileError } from '../policy/file/policy-file-error.ts';
import type { Verdict } from '../policy/verdict.ts';
import type { DecisionEntry } from '../record/log-entry.ts';
import { createReplay, type Replay } from '../replay-entry.ts';
import { teamGrantsFile } from '../world/policy-files.ts';
import { findPlaces } from '../world/policy-places.ts';

/** Directories from which a machine's calls come within a minute or so; those beyond are loaded anew. */
const mostPlaces = 50;

interface Place {
  readonly again: Replay;
  /** The mode of calls whose host chose none. */
  readonly ownMode: Mode;
}

/**
 * Decides entries of this machine's log again, as if the team's policy said `text`: with the other policies that count
 * where the call started, and what is remembered here. Costs whoever asks for it, never the call.
 */
export function decideBeside(
  text: string,
  options: LoadOptions,
): (entry: DecisionEntry) => Verdict | undefined {
  const remembered = rememberedIn(findPlaces(options).state).map((each) => each.remembered);
  const grants = [
    ...remembered.flatMap((each) => (each.kind === 'grant' ? [each.grant] : [])),
    ...teamGrantsIn(teamGrantsFile(options)),
  ];
  const denials = remembered.flatMap((each) => (each.kind === 'denial' ? [each.denial] : []));
  const known = new Map<string, Place | undefined>();
  return (entry) => {
    const cwd = entry.call.cwd ?? entry.world?.cwd;
    if (cwd === undefined) return undefined;
    if (known.size >= mostPlaces) known.clear();
    if (!known.has(cwd)) known.set(cwd, placeAt(cwd, text, options));
    const place = known.get(cwd);
    if (place === undefined) return undefined;
    // A mode that the policy itself sets is one of the things that the other one may change.
    const mode = entry.mode === place.ownMode ? {} : { mode: entry.mode };
    return place.again(entry, { grants, denials, ...mode })?.verdict;
  };
}

/** Nothing where a policy has been broken since. */
function placeAt(cwd: string, text: string, options: LoadOptions): Place | undefined {
  try {
    return {
      again: createReplay(loadPolicy({ ...options, cwd, teamText: text }).policy),
      ownMode: loadPolicy({ ...options, cwd }).policy.mode ?? 'default',
    };
  } catch (error) {
    if (error instanceof PolicyFileError) return undefined;
    throw error;
  }
}
