import type { Command, Role } from './model.ts';

/**
 * Options are written as typed, separated by blanks: `-alh` three flags; `-n:` takes a value (attached or next); `-i?` takes a
 * value only if attached; `-#` a number (`head -5`); `--color?` takes a value only after `=`; `--max:` takes one either way;
 * `-o:write` gives the role of the value. In rows with style `words` a token is one whole word: `-name:`.
 */
export interface OptionRow {
  readonly name: string;
  readonly kind: 'plain' | 'changing' | 'escalating';
  readonly takes: 'nothing' | 'value' | 'attached';
  readonly role: Role | undefined;
  readonly why: string | undefined;
}

export interface OptionTable {
  readonly exact: ReadonlyMap<string, OptionRow>;
  /** Sorted long names, for abbreviations. */
  readonly long: readonly string[];
  readonly number: OptionRow | undefined;
}

const tables = new WeakMap<Command, OptionTable>();

export function optionTable(command: Command): OptionTable {
  const known = tables.get(command);
  if (known !== undefined) return known;
  const exact = new Map<string, OptionRow>();
  const words = command.style === 'words';
  const add = (spec: string | undefined, kind: OptionRow['kind'], why?: string): void => {
    for (const row of parseSpec(spec ?? '', words)) {
      // The first row for an option wins, so the stricter lists are read first.
      if (!exact.has(row.name)) exact.set(row.name, { ...row, kind, why });
    }
  };
  for (const { options, why } of command.escalating ?? []) add(options, 'escalating', why);
  add(command.changing, 'changing');
  add(command.options, 'plain');
  const table: OptionTable = {
    exact,
    long: [...exact.keys()].filter((name) => name.startsWith('--')).sort(),
    number: exact.get('-#'),
  };
  tables.set(command, table);
  return table;
}

type Bare = Omit<OptionRow, 'kind' | 'why'>;

export function parseSpec(spec: string, words: boolean): readonly Bare[] {
  const rows: Bare[] = [];
  for (const token of spec.split(' ')) {
    if (token === '') continue;
    const mark = token.search(/[:?]/u);
    const body = mark === -1 ? token : token.slice(0, mark);
    const role = mark === -1 ? '' : token.slice(mark + 1);
    const takes = mark === -1 ? 'nothing' : token[mark] === ':' ? 'value' : 'attached';
    const rest = { takes, role: role === '' ? undefined : (role as Role) } as const;
    if (words || body.startsWith('--') || body === '-#') rows.push({ name: body, ...rest });
    else for (const letter of body.slice(1)) rows.push({ name: `-${letter}`, ...rest });
  }
  return rows;
}

const nameSets = new Map<string, ReadonlySet<string>>();

/** The names in a spec that serves as a set: `-r -R --recursive`. */
export function optionNames(spec: string): ReadonlySet<string> {
  const known = nameSets.get(spec);
  if (known !== undefined) return known;
  const set = new Set(spec.split(' ').filter((name) => name !== ''));
  nameSets.set(spec, set);
  return set;
}
