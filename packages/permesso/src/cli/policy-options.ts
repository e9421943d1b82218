import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { loadPolicy, type LoadedPolicy, type LoadOptions } from '@permesso/gate/gate';
import { type Mode, modes, PolicyError, readMode } from '@permesso/engine/policy';
import { UsageError, type CommandOption, type CommandInput } from './command.ts';

/** The options that select a policy. */
export const policyOptions: readonly CommandOption[] = [
  { name: 'allow', value: 'RULE', repeats: true, help: 'an allow rule, such as "Bash(npm run:*)"' },
  { name: 'ask', value: 'RULE', repeats: true, help: 'an ask rule' },
  { name: 'deny', value: 'RULE', repeats: true, help: 'a deny rule' },
  { name: 'mode', value: 'MODE', help: modes.join(', ') },
  { name: 'policy', value: 'FILE', repeats: true, help: 'an additional policy file' },
  { name: 'no-files', help: 'ignore the policy files on this machine' },
];

export const cwdOption: CommandOption = {
  name: 'cwd',
  value: 'DIR',
  help: 'run as if started in DIR (default: here)',
};

export interface CommandLinePolicy {
  readonly loaded: LoadedPolicy;
  /** From `--mode`; absent where the policy's own mode applies. */
  readonly mode?: Mode;
}

/** The policy selected by a command line: its flags, then the files on disk. Throws like `loadPolicy`. */
export function policyForCommandLine(given: CommandInput): CommandLinePolicy {
  const loaded = loadPolicy(loadOptions(given));
  // In a file, a broken allow is ignored and reported by `lint`; on a command line it is an error, because somebody
  // is waiting for its effect.
  const typed = loaded.policy.problems.filter(({ file }) => file === undefined);
  if (typed.length > 0) throw new PolicyError(typed);
  return { loaded, ...modeOption(given) };
}

/** The same, for a command that reloads the policy for each call. */
export function loadOptions(given: CommandInput): LoadOptions & { readonly cwd: string } {
  const flags = { allow: given.values('allow'), ask: given.values('ask'), deny: given.values('deny') };
  return {
    ...placeOptions(given),
    layers: [{ layer: 'flags', ...flags }],
    policyFiles: given.values('policy'),
    files: !given.flag('no-files'),
  };
}

export function modeOption(given: CommandInput): Pick<CommandLinePolicy, 'mode'> {
  const name = given.value('mode');
  const mode = name === undefined ? undefined : readMode(name);
  if (name !== undefined && mode === undefined)
    throw new UsageError(`there is no mode \`${name}\`; use ${modes.join(', ')}`);
  return definedFields({ mode });
}

/** Where the command was told to look. */
export function placeOptions(given: CommandInput): LoadOptions & { readonly cwd: string } {
  const cwd = resolve(given.value('cwd') ?? process.cwd());
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`there is no directory ${cwd}`);
  return { cwd };
}

/** The shortest path from here. */
export function shownPath(file: string, cwd: string): string {
  const near = relative(cwd, file);
  return file.startsWith('/') && near !== '' && !near.startsWith('..') ? near : file;
}
