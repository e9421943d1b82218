/** In order of strictness. */
export const verdicts = ['allow', 'ask', 'deny'] as const;

/** The verdict on a call: `allow`, `ask` or `deny`. */
export type Verdict = (typeof verdicts)[number];

export function stricter(a: Verdict, b: Verdict): Verdict {
  return verdicts.indexOf(a) >= verdicts.indexOf(b) ? a : b;
}
