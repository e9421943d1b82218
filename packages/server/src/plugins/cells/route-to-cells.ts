import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import { ElsewhereError } from '../../database/elsewhere.ts';
import { only, queries, type Connection, type Statement } from '../../database/query.ts';
import type { Cell } from '../../database/cell.ts';

const findPlace = queries(import.meta.dirname)<
  { isThere: boolean; departs: boolean; goingTo: string | null },
  { organisation: string }
>('find-place.sql');

export interface RouteOptions {
  readonly cells: readonly [Cell, ...Cell[]];
  /** How long a request waits for a move before it is told to retry. */
  readonly patienceMs?: number;
}

const lookEveryMs = 100;
const mostRemembered = 50_000;

/**
 * Several databases as one. An organisation's transactions run in its own database; identities are looked up in all
 * of them. A cached location may be stale: the database that an organisation has left refuses it, and it is looked up
 * again.
 */
export function routeToCells({ cells, patienceMs = 10_000 }: RouteOptions): Database {
  const [main] = cells;
  const places = new Map<string, Cell>();

  async function placeOf(organisation: string): Promise<Cell> {
    const known = places.get(organisation);
    if (known !== undefined) return known;
    const looks = await Promise.allSettled(
      cells.map(async (cell) => ({
        cell,
        ...(await only(findPlace(cell.database.system, { organisation }))),
      })),
    );
    const found = looks.filter((look) => look.status === 'fulfilled').map(({ value }) => value);
    const home = found.find(({ isThere, departs }) => isThere && !departs);
    if (home === undefined)
      return nowhere(
        found,
        looks.find((look) => look.status === 'rejected'),
      );
    if (places.size >= mostRemembered) places.clear();
    places.set(organisation, home.cell);
    return home.cell;
  }

  /** Moving, unreachable, or nonexistent: then any database reports it. */
  function nowhere(
    found: readonly { readonly goingTo: string | null }[],
    failed: PromiseRejectedResult | undefined,
  ): Cell {
    const goingTo = found.find((each) => each.goingTo !== null)?.goingTo;
    if (typeof goingTo === 'string') throw new ElsewhereError(goingTo);
    if (failed !== undefined) throw failed.reason;
    return main;
  }

  async function within<T>(organisation: string, run: (database: Database) => Promise<T>): Promise<T> {
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        const { database } = await placeOf(organisation);
        return await run(database);
      } catch (error) {
        if (!(error instanceof ElsewhereError)) throw error;
        places.delete(organisation);
        if (performance.now() > until) throw error;
        await delay(lookEveryMs);
      }
    }
  }

  /** Results from every cell, without remnants of organisations that have left it. */
  async function everywhere(statement: Statement): ReturnType<Connection['query']> {
    const asked = await Promise.allSettled(
      cells.map(async (cell) => ({ cell, rows: (await cell.database.system.query(statement)).rows })),
    );
    const answers = asked.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
    const twice = inSeveral(answers.map(({ rows }) => rows.map(({ organisation }) => organisation)));
    const all: (typeof answers)[number]['rows'][number][] = [];
    for (const { cell, rows } of answers)
      for (const row of rows) {
        const { organisation } = row;
        const isTwice = typeof organisation === 'string' && twice.has(organisation);
        if (!isTwice || (await placeOf(organisation)) === cell) all.push(row);
      }
    const failed = asked.find((each) => each.status === 'rejected');
    // Not found, but not every cell answered: it must not count as unknown.
    if (all.length === 0 && failed !== undefined) throw failed.reason;
    return { rows: all };
  }

  /** New organisations are created in the first cell; reads go to every cell. */
  const system: Connection = {
    query: (statement) =>
      isRead.test(statement.text)
        ? everywhere(statement)
        : main.database.asSystem((on) => on.query(statement)),
  };

  return {
    asOrganisation: (id, work) => within(id, (database) => database.asOrganisation(id, work)),
    asIngest: (id, work) => within(id, (database) => database.asIngest(id, work)),
    system,
    asSystem: (work) =>
      work({
        ...system,
        get client(): never {
          throw new Error('several databases have no one connection');
        },
      }),
    // A server that reaches some of its cells can serve their organisations.
    problem: async () => {
      const problems = await Promise.all(cells.map(({ database }) => database.problem()));
      return problems.includes(undefined) ? undefined : problems[0];
    },
    connections: () => {
      const counts = cells.map(({ database }) => database.connections());
      return main.database.connections().map(({ role }, at) => ({
        role,
        used: sum(counts.map((each) => each[at]?.used)),
        idle: sum(counts.map((each) => each[at]?.idle)),
        waiting: sum(counts.map((each) => each[at]?.waiting)),
      }));
    },
    close: async () => {
      await Promise.all(cells.map(({ database }) => database.close()));
    },
  };
}

/** Values in more than one of the lists. */
function inSeveral(lists: readonly (readonly unknown[])[]): ReadonlySet<unknown> {
  const seen = new Set<unknown>();
  const twice = new Set<unknown>();
  for (const list of lists) for (const each of new Set(list)) (seen.has(each) ? twice : seen).add(each);
  return twice;
}

const isRead = /^\s*(?:--[^\n]*\n\s*)*(?:select|with|\()/i;

function sum(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((total, each) => total + (each ?? 0), 0);
}
