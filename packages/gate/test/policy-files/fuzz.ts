import { parse } from 'yaml';
import { hasErrors, parsePolicyFile, policyShape } from '@permesso/engine/text';
import { monsters, randomText, seeded } from './random-text.ts';

export interface Fuzzed {
  readonly texts: number;
  readonly accepted: number;
  readonly withWarnings: number;
  readonly refused: number;
  /** Deny rules that a plain YAML reader sees in the accepted texts; each was found in the policy. */
  readonly deniesCompared: number;
  readonly failures: readonly string[];
  /** Milliseconds of this process's own time. */
  readonly slowest: { readonly milliseconds: number; readonly text: string };
}

const mostMilliseconds = 1000;

export interface FuzzOptions {
  readonly texts: number;
  readonly seed: number;
  /** Of the texts that are meant to take long. */
  readonly size: number;
}

/** Reads random texts and those that are meant to take long; whatever happens must not be a surprise. */
export function fuzzPolicyFiles({ texts, seed, size }: FuzzOptions): Fuzzed {
  const random = seeded(seed);
  const failures: string[] = [];
  const counts = { texts: 0, accepted: 0, withWarnings: 0, refused: 0, deniesCompared: 0 };
  let slowest = { milliseconds: 0, text: '' };
  const read = (text: string, name: string): void => {
    counts.texts += 1;
    const before = process.cpuUsage();
    try {
      const file = parsePolicyFile(text, { file: 'fuzz.yaml' });
      const { user, system } = process.cpuUsage(before);
      const milliseconds = Math.round((user + system) / 1000);
      if (milliseconds > slowest.milliseconds) slowest = { milliseconds, text: name };
      if (milliseconds > mostMilliseconds) failures.push(`${name}: took ${milliseconds} ms`);
      if (hasErrors(file)) counts.refused += 1;
      else {
        counts.accepted += 1;
        if (file.problems.length > 0) counts.withWarnings += 1;
        const lost = lostIn(text, file.layer.deny ?? []);
        if (typeof lost === 'number') counts.deniesCompared += lost;
        else failures.push(`${name}: ${lost}`);
      }
    } catch (error) {
      failures.push(`${name}: threw ${String(error)}`);
    }
  };
  for (let n = 0; n < texts; n += 1) {
    const text = randomText(random);
    read(text, JSON.stringify(text.slice(0, 300)));
  }
  for (const [name, text] of monsters(size)) read(text, name);
  return { ...counts, failures, slowest };
}

/** How many denies a reader that knows nothing of policies sees, or which of them the policy lost. */
function lostIn(text: string, denies: readonly unknown[]): number | string {
  let seen: unknown;
  try {
    seen = parse(text, { schema: 'core', maxAliasCount: 1000, uniqueKeys: false, logLevel: 'silent' });
  } catch (error) {
    return `accepted, but a plain reader says ${String(error).slice(0, 200)}`;
  }
  if (seen === null || seen === undefined) return denies.length === 0 ? 0 : 'denies out of nothing';
  if (typeof seen !== 'object') return 'accepted, but not an object';
  const unknown = Object.keys(seen).filter((name) => !Object.hasOwn(policyShape.fields, name));
  if (unknown.length > 0) return `accepted, with the unknown ${unknown.join(', ')}`;
  const wanted: unknown = 'deny' in seen ? seen.deny : [];
  if (JSON.stringify(wanted ?? []) !== JSON.stringify(denies))
    return `lost a deny of ${JSON.stringify(wanted)}`;
  return denies.length;
}
