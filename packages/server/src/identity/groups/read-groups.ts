/** The provider's claims about the groups of a person who signs in. */
export interface NamedGroups {
  readonly names: readonly string[];
  /** Why the list is empty although the person may be in some groups. */
  readonly problem?: string;
}

const mostGroups = 2000;
const longestName = 500;

/**
 * The groups in a claim: a list of names, or one name. Anything else is ignored. A provider that only refers to the
 * groups (Entra ID does for more than 200) has named none.
 */
export function readGroups(
  claims: Readonly<Record<string, unknown>>,
  claim: string,
): NamedGroups | undefined {
  if (isReferred(claims, claim))
    return {
      names: [],
      problem: 'the provider only refers to the groups; let it send those of this application alone',
    };
  if (!Object.hasOwn(claims, claim)) return undefined;
  const value = claims[claim];
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (listed.length > mostGroups)
    return { names: [], problem: `the provider names more than ${mostGroups} groups` };
  return { names: [...new Set(listed.filter(isName))] };
}

function isName(value: unknown): value is string {
  return (
    typeof value === 'string' && value !== '' && value.length <= longestName && !value.includes('\u0000')
  );
}

/** Distributed claims: OpenID Connect Core, 5.6.2. */
function isReferred(claims: Readonly<Record<string, unknown>>, claim: string): boolean {
  const names = claims['_claim_names'];
  return typeof names === 'object' && names !== null && Object.hasOwn(names, claim);
}
