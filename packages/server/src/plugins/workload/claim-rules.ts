/** Claims fixed by the operator: each must be in the token with exactly this text. */
export type Claims = Readonly<Record<string, string>>;

interface Rule {
  readonly issuer: RegExp;
  /** At least one claim from each group. */
  readonly needed: readonly (readonly string[])[];
}

/**
 * Anybody can run a job that these issuers sign for: the claims that tie it to the organisation, and to one of its
 * jobs.
 */
const rules: readonly Rule[] = [
  {
    issuer: /^https:\/\/token\.actions\.githubusercontent\.com(?:\/|$)/,
    // A pull request from a fork runs in the target repository.
    needed: [
      ['repository', 'repository_id', 'sub'],
      ['ref', 'environment', 'sub'],
    ],
  },
  {
    issuer: /^https:\/\/gitlab\.com$/,
    needed: [
      ['project_path', 'project_id', 'sub'],
      ['ref', 'ref_protected', 'environment', 'sub'],
    ],
  },
  { issuer: /(?:)/, needed: [['sub']] },
];

/** Why these claims would admit more jobs than intended; undefined if they do not. */
export function claimsProblem(issuer: string, claims: Claims): string | undefined {
  const rule = rules.find((each) => each.issuer.test(issuer));
  const missing = rule?.needed.find((names) => !names.some((name) => name in claims));
  if (missing !== undefined)
    return `tokens of ${issuer} say too little by these claims; fix one of ${missing.join(', ')} too`;
  const open = Object.entries(claims).find(([, value]) => value === '' || value.includes('*'));
  return open === undefined ? undefined : `the claim ${open[0]} must be one text: patterns are not read`;
}

/** The first claim that differs from the operator's value. */
export function differingClaim(fixed: Claims, said: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(fixed).find((name) => !Object.hasOwn(said, name) || String(said[name]) !== fixed[name]);
}
