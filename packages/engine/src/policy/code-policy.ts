import { compilePolicy } from './compile-policy.ts';
import { didYouMean } from '../messages/did-you-mean.ts';
import type { Layer } from './layer.ts';
import type { Policy } from './policy.ts';
import { PolicyError } from './policy-error.ts';

/**
 * A policy that a program wrote. A programmer can fix it before it runs, so everything broken is an error, also an
 * allow rule, which a file would lose with a warning.
 */
export function compileCode(
  layers: readonly Layer[],
  options: Parameters<typeof compilePolicy>[1] = {},
): Policy {
  return soundPolicy(compilePolicy(layers, options));
}

/** Throws what is broken in layers that come from no file. */
export function soundPolicy(policy: Policy): Policy {
  const broken = policy.problems.filter(({ file }) => file === undefined);
  if (broken.length > 0) throw new PolicyError(broken);
  return policy;
}

/** A misspelt option is an approver, a log or a limit that nobody uses. */
export function checkOptions(given: object | undefined, known: readonly string[], of: string): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null)
    throw new TypeError(`the options of ${of} are not an object`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = didYouMean(unknown, known);
  const fix = meant === undefined ? `there are ${known.join(', ')}` : `did you mean \`${meant}\`?`;
  throw new TypeError(`${of} has no option \`${unknown}\` (${fix})`);
}
