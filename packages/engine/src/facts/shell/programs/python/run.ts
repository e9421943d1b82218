import { builtins } from './known-names.ts';
import type { FileUse } from './file-functions.ts';
import { notRead, type Expression } from './syntax.ts';
import { data, elementOf, joined, nothing, type NamedFile, type Value } from './values.ts';

/** The state while a program is followed. All occurrences of a name share its value, which may be any of those assigned. */
export interface Run {
  readonly values: Map<string, Value>;
  /** The functions that it defines, with their parameters. */
  readonly functions: Map<string, readonly string[]>;
  readonly results: Map<string, Value>;
  /** Modules outside the standard library. */
  readonly loads: Set<string>;
  /** What names that are imported from modules are called there. */
  readonly imported: Map<string, string>;
  readonly use: (access: FileUse['access'], files: readonly NamedFile[]) => void;
  /** Whether any object in it may be a path. */
  readonly hasPaths: () => boolean;
  readonly isStandard: (module: string) => boolean;
  readonly isOwn: (module: string) => boolean;
  readonly isRisky: (name: string) => boolean;
  /** Whether a file name leads into the project. */
  readonly isInside: (file: string) => boolean;
  /** All texts in the program; undefined for one with an escape that is not decoded. */
  readonly texts: Set<string | undefined>;
  /** It calls a library with a composed argument. */
  calls: boolean;
  composes: boolean;
  /** Everything that was ever put into a list, since two names may refer to the same list. */
  put: Value;
  /** Set when a value has become less certain: the program is then followed again. */
  changed: boolean;
  /** The last pass: a value that is still unknown stays unknown. */
  final: boolean;
}

export function valueOf(run: Run, name: string): Value {
  const value = run.values.get(name) ?? nothing;
  return value.is === 'nothing' && run.final ? notRead(`the name ${name}`) : value;
}

const fixed: ReadonlySet<string> = new Set(['module', 'member', 'function']);

/** A name with a meaning keeps it: `len = open` would change it. */
export function bindName(run: Run, name: string, value: Value): void {
  if (builtins.has(name) || name === 'open' || name.startsWith('__')) return notRead(`another ${name}`);
  const before = run.values.get(name) ?? nothing;
  const isSame = JSON.stringify(before) === JSON.stringify(value);
  if (isSame || value.is === 'nothing') return;
  if (before.is !== 'nothing' && (fixed.has(before.is) || fixed.has(value.is))) notRead(`another ${name}`);
  const after = deep(value) ? data : joined(before, value);
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  run.values.set(name, after);
  run.changed = true;
}

/** `x = [x]` would grow without end. */
function deep(value: Value): boolean {
  return JSON.stringify(value).length > 1500;
}

/** `a = x`, `a, b = x`, and `a[k] = x`, which puts a value into another. */
export function bindTarget(run: Run, target: Expression, value: Value): void {
  if (target.is === 'name') return bindName(run, target.id, value);
  if (target.is === 'row') {
    for (const [at, each] of target.items.entries()) {
      const isMatching = value.is === 'tuple' && value.items.length === target.items.length;
      const item = isMatching ? (value.items[at] ?? data) : elementOf(value);
      bindTarget(run, each, each.is === 'star' ? { is: 'list', of: elementOf(value) } : item);
    }
    return;
  }
  if (target.is === 'star') return bindTarget(run, target.of, value);
  if (target.is !== 'index') notRead('another attribute');
  putInto(run, value);
}

export function putInto(run: Run, value: Value): void {
  const all = joined(joined(run.put, value), elementOf(value));
  if (JSON.stringify(all) === JSON.stringify(run.put)) return;
  run.put = deep(all) ? data : all;
  run.changed = true;
}

/** A value with a name may be a list that was extended under another name. */
export function loosened(run: Run, value: Value): Value {
  if (value.is === 'list') return { is: 'list', of: loosened(run, joined(value.of, run.put)) };
  if (value.is === 'tuple') return { is: 'tuple', items: value.items.map((item) => loosened(run, item)) };
  return value;
}
