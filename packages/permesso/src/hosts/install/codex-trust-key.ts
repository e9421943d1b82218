import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { mayExist } from '../../world/read-text.ts';
import { readExactly } from './exact-file.ts';
import { hookMark } from './installer.ts';
import { nodeAt, openJson, valueOf } from './json-text.ts';

/** By which name Codex remembers that our hook in this file is trusted. Undefined where it is not in there. */
export function codexTrustKey(file: string): string | undefined {
  const read = readExactly(file);
  const opened = 'text' in read ? openJson(read.text) : undefined;
  if (opened === undefined || 'refused' in opened) return undefined;
  const groups = valueOf(nodeAt(opened, ['hooks', 'PreToolUse']));
  const at = Array.isArray(groups)
    ? groups.findIndex((group) => JSON.stringify(group).includes(hookMark))
    : -1;
  return at === -1 ? undefined : `${namedByCodex(file)}:pre_tool_use:${at}:0`;
}

/** Codex takes its folder by the real name and the file in it by the written one. */
export function namedByCodex(file: string): string {
  const folder = dirname(file);
  return join(mayExist(folder) ? realpathSync(folder) : folder, basename(file));
}
