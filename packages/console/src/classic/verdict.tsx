import type { Verdict } from '@permesso/engine/internal/policy/rules/verdict';

/** Colour is never the only sign: the word stands there too. */
export function VerdictMark({ verdict }: { readonly verdict: Verdict }) {
  return <span className={`verdict ${verdict}`}>{verdict}</span>;
}
