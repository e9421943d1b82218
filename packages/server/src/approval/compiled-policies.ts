import { readTeamPolicy } from 'permesso/team-server';

type Policy = ReturnType<typeof readTeamPolicy>['policy'];

export interface PolicyPair {
  /** Null where the project has none: the baseline alone counts. */
  readonly text: string | null;
  readonly baseline: string | null;
}

const mostCompiled = 50;
const known = new Map<string, { readonly policy: Policy }>();

/**
 * A project's policy with the baseline of its organisation, as agents decide by them; nothing where they cannot be read. By
 * their texts, which never change: agents ask much more often than authors publish.
 */
export function compiled({ text, baseline }: PolicyPair): Policy {
  const name = JSON.stringify([text, baseline]);
  const found = known.get(name);
  if (found !== undefined) return found.policy;
  if (known.size >= mostCompiled) known.clear();
  const { policy } = readTeamPolicy(text ?? '', { baseline: baseline ?? undefined });
  known.set(name, { policy });
  return policy;
}
