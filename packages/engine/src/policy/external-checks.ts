import { definedFields } from '../call/defined-fields.ts';
import { isRecord } from '../call/is-record.ts';
import type { Layer } from './layer.ts';
import { meantBy } from '../messages/did-you-mean.ts';
import type { Problem } from './policy.ts';
import { mayCheck, type GivenCheck } from './check-input.ts';
import type { LayerName } from './rules/rule.ts';

/** The checks of layers that may define some; those of other layers are reported and left out. */
export function checksIn(layers: readonly Layer[], problems: Problem[]): readonly GivenCheck[] {
  return layers.flatMap(({ layer = 'flags', file, checks = {} }) => {
    const place = definedFields({ file });
    if (!mayCheck(layer)) {
      if (Object.keys(checks).length > 0) problems.push({ ...misplaced('checks', layer), ...place });
      return [];
    }
    return Object.entries(checks).map(([name, check]) => ({ ...check, name, layer }));
  });
}

/** Only reported: the rule then applies to every call, which is stricter than written. */
export function misplaced(key: string, layer: LayerName): Problem {
  return {
    at: 0,
    verdict: 'allow',
    about: 'key',
    text: key,
    message: `\`${key}\` does not count in the ${layer} layer${key === 'check' ? ': the rule holds for every call' : ''}`,
    fix: 'write it in your own policy, in a managed one or in that of the team',
  };
}

const keys = ['authzen', 'opa', 'timeout', 'tokenFrom', 'plainHttp'] as const;

/** Returns what is wrong with `checks`, if anything. */
export function checksProblem(given: unknown): string | undefined {
  if (!isRecord(given)) return 'it needs a service for each name';
  for (const [name, check] of Object.entries(given)) {
    const problem = isRecord(check)
      ? checkProblem(check)
      : 'write { authzen: https://... } or { opa: https://... }';
    if (problem !== undefined) return `${name}: ${problem}`;
  }
  return undefined;
}

function checkProblem(check: Readonly<Record<string, unknown>>): string | undefined {
  const unknown = Object.keys(check).find((key) => !keys.some((one) => one === key));
  if (unknown !== undefined) return `there is no key \`${unknown}\` (${meantBy(unknown, keys)})`;
  const { authzen, opa, timeout, tokenFrom, plainHttp } = check;
  if ((authzen === undefined) === (opa === undefined)) return 'it needs either `authzen` or `opa`';
  const address = authzen ?? opa;
  if (typeof address !== 'string' || !/^https?:\/\/[^\s@]+$/u.test(address))
    return 'its address is not an http or https URL';
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0 && timeout <= longest))
    return `\`timeout\` is not a number of milliseconds up to ${longest}`;
  if (tokenFrom !== undefined && typeof tokenFrom !== 'string')
    return '`tokenFrom` is not the name of a variable';
  return plainHttp === undefined || typeof plainHttp === 'boolean'
    ? undefined
    : '`plainHttp` is not true or false';
}

const longest = 60_000;
