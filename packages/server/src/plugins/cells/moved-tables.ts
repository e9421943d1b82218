import type pg from 'pg';

/** A table with organisations' rows, and how to copy it. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns with values from a sequence. */
  readonly numbered: readonly string[];
  /** Tables whose rows must exist first; deferred constraints need no order. */
  readonly needs: readonly string[];
}

/** Every table that `permesso_mover` may fill, referenced tables first. */
export async function movedTables(client: pg.Client): Promise<readonly MovedTable[]> {
  const { rows } = await client.query<MovedTable & { readonly isHeld: boolean }>(`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attidentity <> '' order by a.attnum) as numbered,
      array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid and not k.condeferrable) as needs,
      row_security_active(c.oid) as "isHeld"
    from pg_class c
    join pg_policy p on p.polrelid = c.oid and p.polname = 'moved'
    where c.relnamespace = 'permesso'::regnamespace and c.relname <> 'departures'
    order by c.relname`);
  // Row-level security alone selects the rows to copy and remove: with a role that bypasses it the cell would be
  // emptied.
  if (!rows.every(({ isHeld }) => isHeld))
    throw new Error(
      'row-level security does not hold this role: permesso_mover must own no table and have no BYPASSRLS',
    );
  const sorted: MovedTable[] = [];
  const waiting = [...rows];
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ needs }) =>
      needs.every((need) => !waiting.some(({ name }) => name === need)),
    );
    const [next] = waiting.splice(Math.max(at, 0), 1);
    if (at < 0 || next === undefined)
      throw new Error(`tables refer to each other in a circle: ${rows.map(({ name }) => name).join(', ')}`);
    sorted.push(next);
  }
  return sorted;
}

/** Cluster-specific values: where rows were written, and in which transaction. */
const ofTheCluster: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  organisations: { home: 'permesso.home()' },
  approvals: { changed: 'pg_current_xact_id()' },
};

/** The columns as read from the copied rows. */
export function arriving({ name, columns }: MovedTable): readonly string[] {
  return columns.map((column) => ofTheCluster[name]?.[column] ?? `"${column}"`);
}

/** The organisation's row count, and a checksum of its rows. */
export async function fingerprint(client: pg.Client, { name, columns }: MovedTable): Promise<string> {
  const compared = columns.filter((column) => ofTheCluster[name]?.[column] === undefined);
  const row = `row(${compared.map((column) => `"${column}"`).join(', ')})::text`;
  const { rows } = await client.query<{ readonly found: string }>(
    `select count(*) || ' ' || coalesce(sum(('x' || substr(md5(${row}), 1, 15))::bit(60)::bigint), 0)
       || ' ' || coalesce(sum(('x' || substr(md5(${row}), 17, 15))::bit(60)::bigint), 0) as found
     from ${name}`,
  );
  return rows[0]?.found ?? '';
}
