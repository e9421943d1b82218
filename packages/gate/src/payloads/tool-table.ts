import { definedFields, type ToolCall } from '@permesso/engine/call';

/** One tool of a host, as a row: which of our tools it is, and what its arguments are called there. */
export interface ToolRow {
  readonly theirs: string;
  readonly ours: string;
  /** Their argument -> ours, where the names differ. */
  readonly named?: Readonly<Record<string, string>>;
  /** Arguments that change neither what is done nor to what. Any other of a shell call counts as a doubt. */
  readonly harmless?: readonly string[];
  /** Arguments by which the model leaves the host's own sandbox. */
  readonly leaving?: readonly string[];
  /** Their argument that says where the call starts. */
  readonly directory?: string;
  /** Their argument that holds a list: one call for each item. */
  readonly each?: List;
}

export interface List {
  readonly of: string;
  /** What an item is called in a call of its own. */
  readonly as: string;
  /** An item may be an object with arguments of its own. */
  readonly spread?: true;
  /** The tool also works without it. */
  readonly optional?: true;
}

/** Our names denote tools that we know: another tool of the same name is not that tool. */
const ourNames: ReadonlySet<string> = new Set(
  'Bash Read Write Edit MultiEdit NotebookEdit Glob Grep WebFetch WebSearch apply_patch'.split(' '),
);

export interface TheirCall {
  readonly host: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
}

export interface Translated {
  readonly call: Pick<ToolCall, 'tool' | 'input' | 'cwd'>;
  /** The same call, changed, in the host's own words. */
  readonly toInput: (call: ToolCall) => Readonly<Record<string, unknown>>;
  /** Of the arguments that leave the host's own sandbox, those that the call has. */
  readonly leaving?: readonly string[];
}

/** A tool that is in no row keeps its name, about which nothing is known: the most restrictive kind. */
export function translate(rows: ReadonlyMap<string, ToolRow>, theirs: TheirCall): Translated {
  const row = rows.get(theirs.tool);
  const cwd = definedFields({ cwd: theirs.cwd });
  if (row === undefined) {
    const tool = ourNames.has(theirs.tool) ? `${theirs.host}:${theirs.tool}` : theirs.tool;
    return { call: { tool, input: theirs.input, ...cwd }, toInput: ({ input }) => input };
  }
  const place = directoryOfCall(row, theirs);
  const left = new Set([...(row.harmless ?? []), ...(place.moved ? [row.directory] : [])]);
  const entries = Object.entries(theirs.input).filter(([name]) => !left.has(name));
  const leaving = (row.leaving ?? []).filter((name) => Object.hasOwn(theirs.input, name));
  const input = withNames(entries, new Map(Object.entries(row.named ?? {})));
  // Two names for one thing, said differently: we would judge by one of them, and the host goes by the other.
  if (input === undefined)
    return { call: { tool: 'unreadable', input: theirs.input, ...cwd }, toInput: (changed) => changed.input };
  return {
    call: { tool: row.ours, input, ...definedFields({ cwd: place.cwd }) },
    ...(leaving.length === 0 ? {} : { leaving }),
    toInput: (changed) => ({
      ...Object.fromEntries(Object.entries(theirs.input).filter(([name]) => left.has(name))),
      ...withNames(
        Object.entries(changed.input),
        new Map(Object.entries(row.named ?? {}).map(([a, b]) => [b, a])),
      ),
    }),
  };
}

/** Tools that are called as ours are, with the same arguments. */
export function sameNames(names: string): readonly ToolRow[] {
  return names.split(' ').map((name) => ({ theirs: name, ours: name }));
}

export function tableOf(rows: readonly ToolRow[]): ReadonlyMap<string, ToolRow> {
  return new Map(rows.map((row) => [row.theirs, row]));
}

/** Undefined where two fields come to have one name and do not say the same. */
function withNames(
  entries: readonly (readonly [string, unknown])[],
  names: ReadonlyMap<string, string>,
): Record<string, unknown> | undefined {
  const renamed = new Map<string, unknown>();
  for (const [name, value] of entries) {
    const ours = names.get(name) ?? name;
    if (renamed.has(ours) && renamed.get(ours) !== value) return undefined;
    renamed.set(ours, value);
  }
  return Object.fromEntries(renamed);
}

interface CallDirectory {
  readonly cwd?: string;
  /** Whether the argument is said by `cwd` now. */
  readonly moved: boolean;
}

function directoryOfCall(row: ToolRow, { input, cwd }: TheirCall): CallDirectory {
  const here = definedFields({ cwd });
  if (row.directory === undefined || !Object.hasOwn(input, row.directory)) return { ...here, moved: false };
  const text = input[row.directory];
  // `..` behind a link leads elsewhere than it reads: then the argument stays, as a doubt.
  if (typeof text !== 'string' || text === '' || text.split('/').includes('..'))
    return { ...here, moved: false };
  if (text.startsWith('/')) return { cwd: text, moved: true };
  if (cwd === undefined || text.startsWith('~')) return { ...here, moved: false };
  return {
    cwd: text === '.' ? cwd : `${cwd.replace(/\/$/, '')}/${text.replace(/^(?:\.\/)+/, '')}`,
    moved: true,
  };
}
