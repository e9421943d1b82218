/** How certainly a rule matches a part. Ordered: a deny needs only `may` to stop an allow. */
export const matches = ['no', 'may', 'yes'] as const;

export type Match = (typeof matches)[number];

export function strongest(found: readonly Match[]): Match {
  return found.includes('yes') ? 'yes' : found.includes('may') ? 'may' : 'no';
}

export function weakest(found: readonly Match[]): Match {
  return found.includes('no') ? 'no' : found.includes('may') ? 'may' : 'yes';
}

/** The negation of unknown is unknown. */
export function negated(found: Match): Match {
  return found === 'yes' ? 'no' : found === 'no' ? 'yes' : 'may';
}
