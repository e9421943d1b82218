import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { readSince, type LogFilter, activeName, logFiles, type Progress } from '@permesso/gate/log';
import { findPlaces } from '@permesso/gate/disk';
import { verdicts } from '@permesso/engine/policy';
import { UsageError, type CommandOption, type CommandInput, type Output } from '../command.ts';

export const logOption: CommandOption = {
  name: 'log',
  value: 'DIR',
  help: 'where the log is ($XDG_STATE_HOME/permesso/log)',
};

/** The directory of a log: the given one, or this person's own, which may have no entry yet. */
export function logDirectory(given: CommandInput): string {
  const named = given.value('log');
  if (named === undefined) return join(findPlaces().state, 'log');
  const directory = resolve(named);
  if (isEmptyLog(directory)) throw new UsageError(`there is no log in ${directory}`);
  return directory;
}

export function isEmptyLog(directory: string): boolean {
  return logFiles(directory).length === 0 && !existsSync(join(directory, activeName));
}

const types = ['decision', 'answer', 'start', 'end', 'grant', 'revoke', 'failure', 'mark'] as const;

export const filterOptions: readonly CommandOption[] = [
  { name: 'verdict', value: 'VERDICT', help: `only ${verdicts.join(', ')}` },
  { name: 'type', value: 'TYPE', help: `only ${types.join(', ')}` },
  { name: 'tool', value: 'NAME', help: 'only calls of this tool' },
  { name: 'session', value: 'ID', help: 'only this session' },
  { name: 'since', value: 'WHEN', help: '90m, 6h, 2d, or a date' },
];

export function filterFrom(given: CommandInput): LogFilter {
  const since = given.value('since');
  const moment = since === undefined ? undefined : readSince(since, Date.now());
  if (since !== undefined && moment === undefined)
    throw new UsageError(`\`${since}\` is not a time; use 90m, 6h, 2d or a date`);
  return {
    ...optional('verdict', oneOf(verdicts, 'verdict', given)),
    ...optional('type', oneOf(types, 'type', given)),
    ...optional('tool', given.value('tool')),
    ...optional('session', given.value('session')),
    ...definedFields({ since: moment }),
  };
}

/** A value that nothing can match would look like an empty log. */
function oneOf(words: readonly string[], name: string, given: CommandInput): string | undefined {
  const value = given.value(name);
  if (value !== undefined && !words.includes(value))
    throw new UsageError(`--${name} takes ${words.join(', ')}; not \`${value}\``);
  return value;
}

function optional(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value };
}

/** Reports on stderr how far a long log has been read; prints nothing for a short one. */
export function progressTo(out: Output): (done: Progress) => void {
  let told = performance.now();
  return ({ bytes, ofBytes, entries }) => {
    if (performance.now() - told < 1000) return;
    told = performance.now();
    const share = ofBytes === 0 ? 100 : Math.min(100, Math.floor((100 * bytes) / ofBytes));
    out.complain(`${entries.toLocaleString('en')} entries, ${share} %`);
  };
}
