import { relative } from 'node:path';
import { printable } from '@permesso/engine/decision';
import {
  keptCalls,
  printBytes,
  readManifest,
  readRestored,
  shownPath,
  type UndoPlan,
} from '@permesso/gate/keep';
import { inColumns } from '../columns.ts';
import type { CommandInput, Output } from '../command.ts';

/** Every kept call, newest first. */
export function listKept(state: string, given: CommandInput, out: Output): number {
  const rows = keptCalls(state)
    .flatMap((call) => {
      const manifest = readManifest(call);
      return manifest === undefined ? [] : [{ call, manifest, restored: readRestored(call) }];
    })
    .toSorted((a, b) => b.manifest.at - a.manifest.at);
  if (given.flag('json'))
    out.print(
      JSON.stringify({
        calls: rows.map(({ call, manifest, restored }) => ({
          id: call.id,
          at: instant(manifest.at),
          until: instant(call.until),
          call: manifest.label,
          project: manifest.project,
          files: manifest.files,
          bytes: manifest.bytes,
          repositories: manifest.git.map(({ root }) => root),
          ...(manifest.unkept.length === 0 ? {} : { unkept: manifest.unkept }),
          ...(restored === undefined ? {} : { restored: instant(restored.at) }),
        })),
      }),
    );
  else if (rows.length === 0) out.print('No removed files are kept.');
  else {
    const shown = rows.map(({ call, manifest, restored }) => [
      call.id.slice(0, 8),
      minute(manifest.at),
      minute(call.until),
      printBytes(manifest.bytes),
      `${printable(manifest.label)}${restored === undefined ? '' : ' (restored)'}`,
    ]);
    out.print([...inColumns([['ID', 'CALLED', 'UNTIL', 'SIZE', 'CALL'], ...shown], out.width)].join('\n'));
  }
  return 0;
}

const words = { restores: 'restore', replaces: 'restore', beside: 'beside', none: 'same' } as const;

/** The effects of an undo, one per line; a directory gets a line only if nothing in it has one. */
export function planLines({ manifest, steps, git, call }: UndoPlan, width: number): readonly string[] {
  const wanted = steps.filter(({ does }) => does !== 'none');
  const most = 20;
  const files = wanted.filter(({ place }) => manifest.items[place]?.is !== 'directory');
  const shown = files.length === 0 ? wanted : files;
  const rows = [
    ...shown
      .slice(0, most)
      .map(({ does, path, changed }) => [words[does], `${shortPath(path)}${noteOf(does, changed)}`]),
    ...(shown.length > most ? [['', `and ${shown.length - most} more`]] : []),
    ...git.map(({ what, name, id, isBeside }) => [
      isBeside ? 'beside' : 'restore',
      what === 'stash'
        ? `stash ${id.slice(0, 10)}`
        : what === 'index'
          ? 'the index of git'
          : `${name} at ${id.slice(0, 10)}`,
    ]),
    ...manifest.unkept.map((text) => ['lost', printable(text)]),
  ];
  const title = `${call.id.slice(0, 8)}  ${minute(manifest.at)}  ${printable(manifest.label)}`;
  const body =
    rows.length === 0 ? ['Nothing differs from what was kept.'] : inColumns(rows, Math.max(20, width - 2));
  return [title.slice(0, width), ...[...body].map((line) => `  ${line}`)];
}

function noteOf(does: keyof typeof words, changed: true | undefined): string {
  const newer = does === 'beside' ? ' (it is newer, so the kept one is put beside it)' : '';
  return changed === true ? `${newer} (written to since it was kept)` : newer;
}

function shortPath(path: string): string {
  const shown = shownPath(path);
  const short = relative(process.cwd(), shown);
  return printable(short === '' || short.startsWith('..') ? shown : short);
}

function instant(at: number): string {
  return new Date(at).toISOString();
}

function minute(at: number): string {
  return instant(at).slice(0, 16).replace('T', ' ');
}
