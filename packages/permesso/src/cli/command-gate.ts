import { createGate, type Gate } from '../gate/gate.ts';
import type { CommandInput } from './command.ts';
import { policyForCommandLine } from './policy-options.ts';

/** A gate that decides as the policy here would, under the flags of a command line. It asks nobody and logs nothing. */
export function gateForCommandLine(given: CommandInput): Pick<Gate, 'decide' | 'explain'> {
  const { loaded, mode } = policyForCommandLine(given);
  const gate = createGate({ policy: loaded.policy, ...(mode === undefined ? {} : { mode }) });
  if (loaded.frozen !== undefined) gate.freeze(loaded.frozen);
  return gate;
}
