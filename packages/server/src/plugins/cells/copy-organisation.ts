import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { arriving, fingerprint, type MovedTable } from './moved-tables.ts';

export interface CopyOptions {
  /** In a snapshot transaction. */
  readonly source: pg.Client;
  /** In the transaction that activates the organisation there. */
  readonly target: pg.Client;
  readonly tables: readonly MovedTable[];
}

/** Copies every row of the organisation that both connections have entered, and checks that they are equal there. */
export async function copyOrganisation({ source, target, tables }: CopyOptions): Promise<number> {
  await addDays({ source, target });
  let copied = 0;
  for (const table of tables) copied += await copyTable({ source, target }, table);
  for (const table of tables) {
    const [there, here] = [await fingerprint(source, table), await fingerprint(target, table)];
    if (there !== here)
      throw new Error(
        `${table.name} differs after it was copied (${there} here, ${here} there): nothing was moved`,
      );
    for (const column of table.numbered) await raiseSequence(target, { table: table.name, column });
  }
  return copied;
}

/** Creates partitions that the target lacks. */
async function addDays({ source, target }: Pick<CopyOptions, 'source' | 'target'>): Promise<void> {
  const { rows } = await source.query<{ readonly day: string }>(
    'select distinct received_at::date::text as day from events order by day',
  );
  for (const { day } of rows) await target.query('select permesso.add_events_partition($1::date)', [day]);
}

/** Through a temporary table: COPY cannot write to a table with row-level security. */
async function copyTable(
  { source, target }: Pick<CopyOptions, 'source' | 'target'>,
  table: MovedTable,
): Promise<number> {
  const { name } = table;
  const columns = table.columns.map((column) => `"${column}"`).join(', ');
  await target.query(
    `create temporary table arriving on commit drop as select ${columns} from ${name} with no data`,
  );
  await pipeline(
    source.query(copyTo(`copy (select ${columns} from ${name}) to stdout (format binary)`)),
    target.query(copyFrom('copy arriving from stdin (format binary)')),
  );
  const { rowCount } = await target.query(
    `insert into ${name} (${columns}) overriding system value select ${arriving(table).join(', ')} from arriving`,
  );
  await target.query('drop table arriving');
  return rowCount ?? 0;
}

/** Room for values that others draw between reading a sequence and changing it. */
const room = 100_000;

/** The organisation's numbers are never reused, so list positions stay valid. */
async function raiseSequence(
  target: pg.Client,
  { table, column }: { readonly table: string; readonly column: string },
): Promise<void> {
  const sequence = `permesso.${table}_${column}_seq`;
  await target.query(
    `select setval('${sequence}', most + ${room}) from (select max("${column}") as most from ${table}) own
     where most + ${room} / 2 > (select last_value from ${sequence})`,
  );
}
