import { parseJson } from '@permesso/engine/call';
import { createHash, randomUUID } from 'node:crypto';
import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { namesInFolder, privateDirectory, publicProblem, writePrivate } from '../disk/private-file.ts';
import type { PolicyFile } from '@permesso/engine/text';
import { readText } from '../disk/read-text.ts';

/**
 * Parsed policy files, kept for the next process: a hook lives for one call, and parsing costs it more than deciding.
 */
export interface ParsedPolicies {
  readonly find: (file: string, text: string) => PolicyFile | undefined;
  readonly keep: (content: PolicyFile, text: string) => void;
}

export interface ParsedPoliciesOptions {
  /** Readable and writable by its owner alone: write access there is write access to the policy. */
  readonly directory: string;
  /** Names the code that parsed: another version may read the same text differently. */
  readonly parser: string;
}

const mostFiles = 64;

export function parsedPolicies({ directory, parser }: ParsedPoliciesOptions): ParsedPolicies {
  const pathOf = (file: string, text: string): string =>
    join(
      directory,
      `${createHash('sha256')
        .update(JSON.stringify([parser, file, text]))
        .digest('hex')}.json`,
    );
  return {
    find: (file, text) => {
      if (publicProblem(directory) !== undefined) return undefined;
      const read = readText(pathOf(file, text));
      return 'text' in read ? unpack(read.text) : undefined;
    },
    keep: (content, text) => {
      const packed = JSON.stringify({ ...content, groups: [...content.groups] });
      // Not everything survives JSON, such as -0 in a condition: such a file is parsed again each time.
      if (!isDeepStrictEqual(unpack(packed), content)) return;
      const path = pathOf(content.file, text);
      const beside = join(privateDirectory(directory), `.${randomUUID()}`);
      writePrivate(beside, packed);
      renameSync(beside, path);
      sweepKept(directory);
    },
  };
}

function unpack(text: string): PolicyFile | undefined {
  const { groups, ...rest } = (parseJson(text) ?? {}) as Omit<PolicyFile, 'groups'> & {
    readonly groups: readonly (readonly [string, never])[];
  };
  return Array.isArray(groups) ? { ...rest, groups: new Map(groups) } : undefined;
}

/** Removes the oldest files: each change of a policy leaves one behind. */
export function sweepKept(directory: string): void {
  const names = namesInFolder(directory);
  if (names.length <= mostFiles) return;
  const dated = names
    .map((name) => ({ name, at: statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at);
  for (const { name } of dated.slice(mostFiles / 2)) rmSync(join(directory, name), { force: true });
}
