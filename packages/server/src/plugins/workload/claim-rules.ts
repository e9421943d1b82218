/** Claims as the operator fixes them: each is in the token, and is this text. */
export type Claims = Readonly<Record<string, string>>;

interface Rule {
  readonly issuer: RegExp;
  /** Of each group, one claim at least. */
  readonly needed: readonly (readonly string[])[];
}

/** Anybody can have a job that these issuers sign for: what makes it a job of the organisation, and which one of its jobs. */
const rules: readonly Rule[] = [
  {
    issuer: /^https:\/\/token\.actions\.githubusercontent\.com(?:\/|$)/,
    // A pull request of a fork runs in the repository that it goes to.
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

/** Why these claims would let in more jobs than anybody means; nothing where they do not. */
export function claimsProblem(issuer: string, claims: Claims): string | undefined {
  const rule = rules.find((each) => each.issuer.test(issuer));
  const missing = rule?.needed.find((names) => !names.some((name) => name in claims));
  if (missing !== undefined)
    return `tokens of ${issuer} say too little by these claims; fix one of ${missing.join(', ')} too`;
  const open = Object.entries(claims).find(([, value]) => value === '' || value.includes('*'));
  return open === undefined ? undefined : `the claim ${open[0]} must be one text: patterns are not read`;
}

/** The first claim that is not as the operator fixed it. */
export function differingClaim(fixed: Claims, said: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(fixed).find((name) => !Object.hasOwn(said, name) || String(said[name]) !== fixed[name]);
}
