import pg from 'pg';

/** The rows of an organisation as they were when it was set up. To set one up again takes longer than a sequence. */
export interface KeptRows {
  readonly keep: (organisation: string) => Promise<void>;
  readonly restore: (organisation: string) => Promise<void>;
  /** A statement as the owner of the database, with the organisation as its parameter. */
  readonly rows: <T extends object>(sql: string, organisation: string) => Promise<readonly T[]>;
  readonly end: () => Promise<void>;
}

interface KeptTable {
  readonly name: string;
  /** The column with the organisation. */
  readonly key: string;
  readonly columns: string;
}

/** Every table with rows of organisations but the log of calls, which nobody writes here. */
const tablesWithOrganisation = `
  select c.relname as name, case when bool_or(a.attname = 'organisation') then 'organisation' else 'id' end as key,
    -- What the database computes cannot be put back.
    string_agg(quote_ident(a.attname), ', ') filter (where a.attgenerated = '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'permesso'::regnamespace and c.relkind = 'r' and not c.relispartition
  group by 1 having bool_or(a.attname = 'organisation') or c.relname = 'organisations' order by 1`;

export async function keptRows(url: string, connections: number): Promise<KeptRows> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // As a replica, without triggers: rows go and come in any order. As a setting of the function it would throw its plans away each time.
    options: '-c search_path=permesso -c synchronous_commit=off -c session_replication_role=replica',
  });
  // The database may be dropped before the last word of a connection that was ended is read.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const { rows: tables } = await pool.query<KeptTable>(tablesWithOrganisation);
  const each = (statements: (table: KeptTable) => string): string => tables.map(statements).join('\n');
  await pool.query(`
    create schema kept;
    ${each(({ name }) => `create table kept.${name} (like permesso.${name});`)}
    create function kept.keep(one_organisation uuid) returns void language plpgsql as $$ begin
      ${each(({ name, key, columns }) => `insert into kept.${name} (${columns}) select ${columns} from permesso.${name} where ${key} = one_organisation;`)}
    end $$;
    create function kept.restore(one_organisation uuid) returns void language plpgsql as $$ begin
      ${each(({ name, key }) => `delete from permesso.${name} where ${key} = one_organisation;`)}
      ${each(
        ({ name, key, columns }) =>
          `insert into permesso.${name} (${columns}) overriding system value select ${columns} from kept.${name} where ${key} = one_organisation;`,
      )}
    end $$;`);
  return {
    keep: async (organisation) => void (await pool.query('select kept.keep($1)', [organisation])),
    restore: async (organisation) => void (await pool.query('select kept.restore($1)', [organisation])),
    rows: async <T extends object>(sql: string, organisation: string) =>
      (await pool.query<T & pg.QueryResultRow>(sql, [organisation])).rows,
    end: async () => await pool.end(),
  };
}
