/** Bundled for every runtime: decides a list of cases with nothing but the language. */
import { compilePolicy, decideCall, fixedWorld, type Mode, type ToolCall } from '@permesso/engine';
import type { RuntimeCase } from './cases.ts';

/** Decisions as text, one per case: what must be equal byte for byte. */
export function decideCases(cases: readonly RuntimeCase[]): readonly string[] {
  return cases.map(({ call, rules, mode, workingDirectories, links }) => {
    const world = fixedWorld({
      cwd: call.cwd,
      project: workingDirectories[0] ?? call.cwd,
      workingDirectories,
      links,
    });
    const policy = compilePolicy([rules], { world });
    return JSON.stringify(decideCall(call as ToolCall, { policy, mode: mode as Mode, world }));
  });
}
