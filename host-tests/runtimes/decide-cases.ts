/** Bundled for every runtime: decides a list of cases with nothing but the language. */
import { compilePolicy, decideCall, fixedWorld } from '@permesso/engine';
import type { RuntimeCase } from './cases.ts';
import { questionOf } from './question-of.ts';

/** Decisions as text, one per case: what must be equal byte for byte. */
export function decideCases(cases: readonly RuntimeCase[]): readonly string[] {
  return cases.map((each) => {
    const { call, mode, rules, world } = questionOf(each, fixedWorld);
    return JSON.stringify(decideCall(call, { policy: compilePolicy([rules], { world }), mode, world }));
  });
}
