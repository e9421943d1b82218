import { printable, wrap } from '@permesso/engine/decision';
import { undo, type Undone, type UndoOptions } from '../../uninstall.ts';
import { readManifest } from '../../install/manifest.ts';
import { hostNamed } from '../../host-lists/hosts.ts';
import { findPlaces } from '@permesso/gate/disk';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { confirm, isInteractive } from '../confirm.ts';
import { fromHome, hostOption } from '../host-places.ts';

export const uninstall: Command = {
  name: 'uninstall',
  summary: 'Removes what init wrote and restores unchanged files byte for byte.',
  usage: 'uninstall [--host NAME]... [--purge] [--yes | --dry-run]',
  options: [
    { ...hostOption, help: 'only this agent; all of them and the policy otherwise' },
    { name: 'purge', help: 'also remove a policy that you changed since' },
    { name: 'yes', help: 'do not ask' },
    { name: 'dry-run', help: 'show what would happen, and change nothing' },
    { name: 'json', help: 'print JSON and ask nothing' },
  ],
  examples: [
    ['permesso uninstall', 'shows what happens to each file, then asks'],
    ['permesso uninstall --host codex --yes', 'one agent, without a question'],
  ],
  exitCodes: [
    [0, 'nothing that Permesso wrote is left'],
    [1, 'nothing was changed: not confirmed'],
    [2, 'a file could not be restored: see the report'],
  ],
  run: async (given, out) => {
    const names = given.values('host');
    const unknown = names.find((name) => hostNamed(name) === undefined);
    if (unknown !== undefined) throw new UsageError(`there is no host \`${unknown}\``);
    if (given.operands.length > 0) throw new UsageError('name an agent with --host');
    const { state } = findPlaces();
    const options = { state, purge: given.flag('purge'), ...(names.length === 0 ? {} : { hosts: names }) };
    return given.flag('json') ? asJson(options, { given, out }) : showUndo(options, { given, out });
  },
};

interface UndoDisplay {
  readonly given: CommandInput;
  readonly out: Output;
}

async function showUndo(options: UndoOptions, { given, out }: UndoDisplay): Promise<number> {
  if (readManifest(options.state).files.length === 0) {
    out.print('Nothing is installed.');
    return 0;
  }
  out.print(printUndone(undo({ ...options, dryRun: true }), { home: findPlaces().home, width: out.width }));
  if (given.flag('dry-run') || !(await confirmUninstall(given, out))) {
    out.print('\nNothing was changed.');
    return given.flag('dry-run') ? 0 : 1;
  }
  const undone = undo(options);
  out.print('\nDone. What the log and the grants hold is kept.');
  return uninstallExitCode(undone);
}

function asJson(options: UndoOptions, { given, out }: UndoDisplay): number {
  const done = given.flag('yes') && !given.flag('dry-run');
  const files = undo({ ...options, dryRun: !done });
  out.print(JSON.stringify({ files, done }, undefined, 2));
  return done ? uninstallExitCode(files) : files.length === 0 || given.flag('dry-run') ? 0 : 1;
}

function uninstallExitCode(undone: readonly Undone[]): number {
  return undone.some(({ how }) => how === 'failed') ? 2 : 0;
}

async function confirmUninstall(given: CommandInput, out: Output): Promise<boolean> {
  if (given.flag('yes')) return true;
  if (isInteractive()) return confirm('\nDo this?');
  out.complain('\nThere is no terminal to ask in. Read this, then run it again with --yes.');
  return false;
}

const words: { readonly [H in Undone['how']]: string } = {
  restored: 'as it was, byte for byte',
  removed: 'restored: the file did not exist before init, so it was removed',
  cleaned: 'without our entries',
  unchanged: 'is as it was',
  kept: 'left as it is',
  failed: 'NOT restored',
};

function printUndone(undone: readonly Undone[], { home, width }: { home: string; width: number }): string {
  return undone
    .flatMap(({ path, how, why }) => [
      `  ${printable(fromHome(path, { home }))}`,
      ...wrap(`${words[how]}${why === undefined ? '' : `: ${why}`}`, width - 6).map(
        (line) => `      ${line}`,
      ),
    ])
    .join('\n');
}
