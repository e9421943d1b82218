/** In order of strictness. */
export const verdicts = ['allow', 'ask', 'deny'] as const;

/**
 * What becomes of a call: `allow`, `ask` or `deny`.
 *
 * @example
 * ```ts
 * import { createGate, type Verdict } from '@permesso/gate';
 * const gate = createGate({ policy: { allow: ['Read'] } });
 * const verdict: Verdict = gate.decide({ tool: 'Read', input: { file_path: 'a.txt' } }).verdict;
 * ```
 */
export type Verdict = (typeof verdicts)[number];

export function stricter(a: Verdict, b: Verdict): Verdict {
  return verdicts.indexOf(a) >= verdicts.indexOf(b) ? a : b;
}
