import type { Layered } from '../gate/file-layers.ts';
import {
  compiledUnder,
  examineLayers,
  policyChanges,
  teamLayers,
  type Beside,
  type Examined,
  type PolicyChange,
} from './examine-policy.ts';

/**
 * What a team's policy may allow that the previous one did not; empty if it is proven to loosen nothing. Without a
 * previous one, it is compared with no policy at all.
 *
 * @example
 * ```ts
 * import { loosenedBy } from 'permesso/team-server';
 * const loosened = loosenedBy('deny: [WebFetch]', 'allow: ["WebFetch(example.com)"]');
 * console.log(loosened.length === 0 ? 'no looser' : loosened);
 * ```
 */
export function loosenedBy(before: string | undefined, after: string): readonly string[] {
  const read = teamLayers(after);
  return compared(teamLayers(before ?? ''), { ...read, ...compiledUnder(read) }).looser;
}

/** What is known about a new version of a team's policy. */
export interface ExaminedVersion extends Omit<Examined, 'policy'> {
  /** Whether the text itself has no errors, whatever the baseline has. */
  readonly isReadable: boolean;
  /** Changes from the previous version, looser first; empty without one. */
  readonly changes: readonly PolicyChange[];
  readonly looser: readonly string[];
}

/**
 * A new version, tested under the organization's baseline and compared with the previous version; each text is parsed
 * once.
 *
 * @example
 * ```ts
 * import { examineVersion } from 'permesso/team-server';
 * const { objection, changes } = examineVersion('deny: [WebFetch]', { before: 'allow: [Read]' });
 * console.log(objection ?? changes);
 * ```
 */
export function examineVersion(
  text: string,
  { before, ...beside }: Beside & { readonly before?: string | undefined } = {},
): ExaminedVersion {
  const read = teamLayers(text);
  const { policy: _policy, ...examined } = examineLayers(read, beside);
  const { policy } = compiledUnder(read);
  if (policy === undefined) return { ...examined, isReadable: false, changes: [], looser: [] };
  const { changes, looser } = compared(teamLayers(before ?? ''), { ...read, policy });
  return { ...examined, isReadable: true, changes: before === undefined ? [] : changes, looser };
}

/** Both without the baseline, which is the same for the two. */
function compared(
  before: Layered,
  { policy: is, failure }: Pick<Layered, 'failure'> & Pick<Examined, 'policy'>,
): { readonly changes: readonly PolicyChange[]; readonly looser: readonly string[] } {
  const { policy: was } = compiledUnder(before);
  if (was === undefined || is === undefined)
    return { changes: [], looser: ['its changes cannot be determined: a version cannot be read'] };
  const changes = policyChanges(was, is);
  const loosening = changes.filter(({ direction }) => direction === 'looser' || direction === 'both');
  const asksOnFailure = failure === 'ask' && before.failure !== 'ask';
  // A description is trusted: doubts that it does not mention are dropped.
  const describes = JSON.stringify(was.descriptions) !== JSON.stringify(is.descriptions);
  return {
    changes,
    looser: [
      ...loosening.map(({ text }) => text),
      ...(describes ? ['what MCP tools are said to do'] : []),
      ...(asksOnFailure ? ['ask, not deny, when deciding itself fails'] : []),
    ],
  };
}
