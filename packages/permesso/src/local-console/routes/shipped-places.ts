import { basename } from 'node:path';
import type { Rule } from '@permesso/engine/policy';
import { parsePolicyFile } from '@permesso/engine/text';
import { groupsName, isShippedFile, readShipped } from '@permesso/gate/disk';

/** The preset or group of a shipped rule, by its verdict and location. */
export function shippedPlaces(): (
  verdict: Rule['verdict'],
  place: { readonly file?: string; readonly line?: number },
) => string | undefined {
  const { file: groupsFile, read } = readShipped(groupsName);
  const { groups } = parsePolicyFile('text' in read ? read.text : '', { file: groupsFile });
  return (verdict, { file = '', line = 0 }) => {
    if (!isShippedFile(file)) return undefined;
    if (file !== groupsFile) return basename(file, '.yaml');
    return Array.from(groups).find(([, { lines }]) => lines?.[verdict]?.includes(line) === true)?.[0];
  };
}
