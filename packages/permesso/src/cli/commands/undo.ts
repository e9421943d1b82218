import { join } from 'node:path';
import { printable } from '@permesso/engine/decision';
import {
  dropCall,
  dropOld,
  keptCalls,
  planUndo,
  readManifest,
  type KeptCall,
  type UndoPlan,
} from '@permesso/gate/keep';
import { readSince } from '@permesso/gate/log';
import { findPlaces } from '@permesso/gate/disk';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { confirmLoosening } from '../own-terminal.ts';
import { listKept } from '../undo/print-kept.ts';
import { undoCalls } from '../undo/undo-calls.ts';

export const undo: Command = {
  name: 'undo',
  summary: 'Brings back what calls removed or overwrote, as far as it was kept.',
  usage: 'undo [CALL | --last | --since TIME] [--yes] | --list | --drop [CALL]',
  options: [
    { name: 'last', help: 'the last call in this project that has kept files (default)' },
    { name: 'since', value: 'TIME', help: 'all calls in this project since then: 10m, 2h, 2026-07-01' },
    { name: 'yes', help: 'do not ask; newer files stay, and kept copies are put beside them' },
    { name: 'list', help: 'shows what is kept' },
    { name: 'drop', help: 'forgets what was kept for one call, or for all' },
    { name: 'json', help: 'as JSON' },
  ],
  examples: [
    ['permesso undo', 'shows what the last call removed, and restores it'],
    ['permesso undo f7cada6a --yes', 'the call with this ID (its first characters suffice), without asking'],
    ['permesso undo --since 10m', 'all calls of the last ten minutes'],
    ['permesso undo --list', 'what is kept, and for how long'],
  ],
  exitCodes: [
    [0, 'brought back, or nothing differs'],
    [1, 'nothing is kept, nobody confirmed it, or something could not be brought back'],
  ],
  run: async (given, out) => {
    const { state } = findPlaces();
    dropOld(state, Date.now());
    if (given.flag('list')) return listKept(state, given, out);
    if (given.flag('drop')) return await dropKept(state, given, out);
    const chosen = chooseCalls(state, given);
    if (chosen.length === 0) {
      if (given.flag('json')) out.print(JSON.stringify({ calls: [] }));
      else
        out.complain(
          'Nothing to undo in this project. `permesso undo --list` shows the calls of every project.',
        );
      return 1;
    }
    return await undoCalls(chosen, { given, out, log: join(state, 'log') });
  },
};

/** Newest first, so that the oldest state is restored last. */
function chooseCalls(state: string, given: CommandInput): readonly KeptCall[] {
  const [id, extra] = given.operands;
  const since = given.value('since');
  if (
    extra !== undefined ||
    [id, since].filter((one) => one !== undefined).length + Number(given.flag('last')) > 1
  )
    throw new UsageError('name one call, or --last, or --since');
  const all = keptCalls(state);
  if (id !== undefined) return named(id, all);
  const here = process.cwd();
  const own = all
    .map((call) => ({ call, manifest: readManifest(call) }))
    .filter(({ manifest }) => manifest !== undefined && isAround(manifest.project, here))
    .toSorted((a, b) => (b.manifest?.at ?? 0) - (a.manifest?.at ?? 0));
  if (since === undefined) {
    const last = own.map(({ call }) => planUndo(call)).find((plan) => plan !== undefined && hasSteps(plan));
    return last === undefined ? own.slice(0, 1).map(({ call }) => call) : [last.call];
  }
  const from = readSince(since, Date.now());
  if (from === undefined)
    throw new UsageError(`--since takes a time such as 10m or 2026-07-01, not ${since}`);
  return own.filter(({ manifest }) => (manifest?.at ?? 0) >= from).map(({ call }) => call);
}

function named(id: string, all: readonly KeptCall[]): readonly KeptCall[] {
  const found = all.filter((call) => call.id.startsWith(id));
  if (found.length > 1) throw new UsageError(`${id} could be ${found.map((call) => call.id).join(' or ')}`);
  return found;
}

function isAround(project: string, here: string): boolean {
  return here === project || here.startsWith(`${project}/`);
}

function hasSteps({ steps, git }: UndoPlan): boolean {
  return git.length > 0 || steps.some(({ does }) => does !== 'none');
}

async function dropKept(state: string, given: CommandInput, out: Output): Promise<number> {
  const [id] = given.operands;
  const all = id === undefined ? keptCalls(state) : named(id, keptCalls(state));
  if (all.length === 0) {
    out.complain('No removed files are kept.');
    return 1;
  }
  const what =
    id === undefined ? `all ${all.length} calls` : printable(readManifest(all[0] as KeptCall)?.label ?? id);
  if (!(await confirmLoosening(`Forget what is kept of ${what}? Nothing brings it back then.`, out)))
    return 1;
  all.forEach(dropCall);
  out.print(given.flag('json') ? JSON.stringify({ dropped: all.length }) : `Dropped: ${all.length}`);
  return 0;
}
