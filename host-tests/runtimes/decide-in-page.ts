/** The same for a page, which loads what a case needs when it comes to it. */
import { compilePolicy, decideCall, fixedWorld } from '@permesso/engine/page';
import type { RuntimeCase } from './cases.ts';
import { questionOf } from './question-of.ts';

export async function decideInPage(cases: readonly RuntimeCase[]): Promise<readonly string[]> {
  const decisions: string[] = [];
  for (const each of cases) {
    const { call, mode, rules, world } = questionOf(each, fixedWorld);
    const policy = compilePolicy([rules], { world });
    decisions.push(JSON.stringify(await decideCall(call, { policy, mode, world })));
  }
  return decisions;
}
