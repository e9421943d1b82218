import type { Span } from '../call/span.ts';
import type { HeldName, World } from '../world/world.ts';
import type { Access, PathAccess } from '../facts/access.ts';
import type { Effect } from '../facts/effect.ts';
import type { Part } from '../facts/part.ts';
import type { PathFact } from '../facts/paths/path-fact.ts';
import type { Word } from '../facts/shell/read/words/word.ts';
import { aliasesFor } from './cmdlets.ts';
import type { PowerShellKit } from '../facts/tools/powershell-kit.ts';

export interface PartSurroundings {
  readonly text: string;
  readonly world: World;
  readonly kit: PowerShellKit;
  readonly isMoved: boolean;
}

/** A part that may be any command: no rule narrower than the whole tool covers it, and every deny may match it. */
export function openPart(text: string, span: Span, why: string): Part {
  return {
    kind: 'shell',
    label: text.slice(span.start, span.end),
    span: { start: span.start, end: span.end },
    subject: { kind: 'command', words: [], aliases: [], escalations: [] },
    accesses: [],
    readOnly: false,
    insideEdit: false,
    check: { outcome: 'pass' },
    doubts: [why],
  };
}

const anyWord = (span: Span): Word => ({
  kind: 'unknown',
  reason: 'what it is told to',
  starts: '',
  count: 'any',
  span,
});

/** Names that a rule may use for a cmdlet. Moving a file away removes it from its old place. */
export function namesFor(cmdlet: string, words: readonly Word[], span: Span): readonly (readonly Word[])[] {
  const rest = words.slice(1);
  const names = new Set([cmdlet.toLowerCase(), ...aliasesFor(cmdlet)]);
  if (/^(?:Move-Item|Rename-Item|Move-ItemProperty|Rename-ItemProperty)$/u.test(cmdlet))
    for (const name of ['Remove-Item', 'remove-item', 'rm', 'del']) names.add(name);
  const others =
    /^(?:Clear|Remove|Uninstall|Unregister|Format|Reset)-/u.test(cmdlet) &&
    cmdlet !== 'Remove-Item' &&
    !/^(?:Clear-Host|Clear-Variable|Remove-Variable|Remove-Job|Remove-Event|Format-(?:List|Table|Wide|Custom|Hex))$/u.test(
      cmdlet,
    );
  const each = [...names].map((name): readonly Word[] => [{ kind: 'literal', text: name, span }, ...rest]);
  return others ? [...each, [{ kind: 'literal', text: 'Remove-Item', span }, anyWord(span)]] : each;
}

/** The part, marked as possibly doing anything that a deny or ask rule names. */
export function suspected(part: Part): Part {
  if (part.subject.kind !== 'command') return part;
  const span = part.span ?? { start: 0, end: 0 };
  return { ...part, subject: { ...part.subject, aliases: [...part.subject.aliases, [anyWord(span)]] } };
}

export interface FileUse {
  readonly does: 'read' | 'write' | 'delete' | 'move' | 'copy';
  readonly cmdlet: string;
  /** Undefined entries are unknown paths. */
  readonly paths: readonly (readonly string[] | undefined)[];
  readonly span: Span;
  readonly words?: readonly Word[];
  readonly recursive?: boolean;
  /** More files come through a pipe. */
  readonly piped?: boolean;
}

/** A command that reads, writes or removes the files that it names. */
export function accessPart(use: FileUse, around: PartSurroundings): Part {
  const { text, world, kit } = around;
  const span = { start: use.span.start, end: use.span.end };
  const words: readonly Word[] = use.words ?? [
    { kind: 'literal', text: use.cmdlet, span },
    ...use.paths.flatMap((texts): readonly Word[] =>
      texts === undefined ? [anyWord(span)] : texts.map((each) => ({ kind: 'literal', text: each, span })),
    ),
  ];
  const accesses = accessesOf(use, around);
  const onlyReads = use.does === 'read';
  const isSure =
    onlyReads &&
    accesses.every((access) => !('path' in access) || access.path.known || access.path.glob !== undefined);
  const part: Part = {
    kind: 'shell',
    label: text.slice(span.start, span.end),
    span,
    subject: { kind: 'command', words, aliases: namesFor(use.cmdlet, words, span), escalations: [] },
    accesses,
    ...(onlyReads ? { effects: [{ effect: 'read' as const }] } : { effects: effectsOf(accesses, world) }),
    readOnly: isSure,
    insideEdit: false,
    check: isSure ? { outcome: 'allow', reason: 'read-only' } : { outcome: 'pass' },
    doubts: [],
    ...(onlyReads ? { byManual: true as const } : {}),
  };
  return kit.guarded(part, world);
}

function effectsOf(accesses: readonly Access[], world: World): NonNullable<Part['effects']> {
  return accesses.flatMap((access): readonly Effect[] => {
    if (access.kind === 'read') return [{ effect: 'read' as const, access }];
    if (access.kind === 'write') return [{ effect: 'edit' as const, access }];
    if (access.kind !== 'delete') return [];
    const isSafe = access.path.known && world.recoverable?.(access.path.written) === true;
    return [{ effect: isSafe ? ('delete' as const) : ('lose' as const), access }];
  });
}

function accessesOf({ does, paths, recursive, piped }: FileUse, around: PartSurroundings): readonly Access[] {
  const source = does === 'copy' ? 'read' : does === 'move' ? 'delete' : does;
  const last = paths.length - 1;
  const hasTarget = last > 0 && (does === 'copy' || does === 'move');
  const moved = does === 'move' ? { moved: true as const } : {};
  const found = paths.flatMap((texts, at): readonly PathAccess[] => {
    const facts = texts === undefined ? [unknownPath] : texts.flatMap((text) => pathsOf(text, around));
    const each = recursive === true ? facts.map((path): PathFact => ({ ...path, recursive })) : facts;
    if (hasTarget && at === last) return each.map((path) => ({ kind: 'write', path }));
    return each.map((path) => ({ kind: source, path, ...moved }));
  });
  return piped === true ? [...found, { kind: source, path: unknownPath, ...moved }] : found;
}

const unknownPath: PathFact = { known: false, reason: 'a path that is computed' };

/** A file system path: drives of other providers hold no files. */
function pathsOf(text: string, around: PartSurroundings): readonly PathFact[] {
  const { world, kit, isMoved } = around;
  const own = text.replace(/^(?:microsoft\.powershell\.core\\)?filesystem::/iu, '');
  if (/^[\w.\\]+::/u.test(own) || /^\w\w+:/u.test(own))
    return [
      {
        known: false,
        reason: 'a path of another provider',
        // None of these holds files. Other drives may, and `env:` holds secrets.
        ...(/^(?:hk\w+|registry|cert|variable):/iu.test(own) ? {} : { disguised: true as const }),
      },
    ];
  const isFixed = world.platform === 'win32' ? /^(?:~|[a-z]:[\\/])/iu : /^(?:[\\/~]|[a-z]:[\\/])/iu;
  if (isMoved && !isFixed.test(own))
    return [{ known: false, reason: 'a relative path without a known directory' }];
  // `?` is not a wildcard in `\\?\C:\x`.
  const isPattern = /[*?[\]`]/u.test(own.replace(/^[\\/]{1,2}\?{1,2}[\\/]/u, ''));
  return isPattern ? patternsOf(own, around) : [kit.resolvePath(own, world.cwd, world)];
}

/** A star in PowerShell also matches names that begin with a dot. */
function patternsOf(text: string, { world, kit }: PartSurroundings): readonly PathFact[] {
  const cut = Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\'));
  const folder = text.slice(0, cut + 1);
  const name = text.slice(cut + 1);
  const base = /[*?[\]`]/u.test(folder)
    ? undefined
    : kit.resolvePath(folder === '' ? '.' : folder, world.cwd, world);
  if (base?.known !== true || typeof base.real !== 'string' || name.includes('`'))
    return [{ known: false, reason: 'a pattern', disguised: true }];
  const folderName = base.written.replace(/\/$/u, '');
  const hidden = /^[*?[]/u.test(name) ? hiddenNames(name, world.holds?.(base.written)) : [];
  const names = [name, ...hidden];
  return names.map((each) => ({
    known: false,
    reason: 'a pattern',
    glob: `${folderName}/${each}`,
    recursive: false,
  }));
}

/** Dotted names that a pattern matches; if the directory cannot be listed, any that it might match. */
function hiddenNames(pattern: string, held: readonly HeldName[] | undefined): readonly string[] {
  // Comparing a pattern with many stars is slow.
  if (held === undefined || pattern.split('*').length > 4 || pattern.includes('[')) return [`.${pattern}`];
  const expression = pattern
    .replaceAll(/[.+^${}()|\\]/gu, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const fits = new RegExp(`^${expression}$`, 'iu');
  return held.flatMap(({ name }) => (name.startsWith('.') && fits.test(name) ? [name] : []));
}
