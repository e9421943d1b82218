import pg from 'pg';

/** The rows of an organisation as they were when it was set up. To set one up again takes longer than a sequence. */
export interface KeptRows {
  readonly keep: (organisation: string) => Promise<void>;
  readonly restore: (organisation: string) => Promise<void>;
  /** A statement as the owner of the database, with the organisation as its parameter. */
  readonly rows: <T extends object>(sql: string, organisation: string) => Promise<readonly T[]>;
  readonly end: () => Promise<void>;
}

/** Every table with rows of organisations but the log of calls, which nobody writes here. */
const tablesWithOrganisation = `
  select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation' and not a.attisdropped
  where c.relnamespace = 'permesso'::regnamespace and c.relkind = 'r' and not c.relispartition order by 1`;

export async function keptRows(url: string, connections: number): Promise<KeptRows> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // As a replica, without triggers: rows go and come in any order. As a setting of the function it would throw its plans away each time.
    options: '-c search_path=permesso -c synchronous_commit=off -c session_replication_role=replica',
  });
  const { rows: tables } = await pool.query<{ name: string }>(tablesWithOrganisation);
  const kept = [...tables.map(({ name }) => ({ name, key: 'organisation' })), organisations];
  const each = (statements: (table: (typeof kept)[number]) => string): string =>
    kept.map(statements).join('\n');
  await pool.query(`
    create schema kept;
    ${each(({ name }) => `create table kept.${name} (like permesso.${name});`)}
    create function kept.keep(wanted uuid) returns void language plpgsql as $$ begin
      ${each(({ name, key }) => `insert into kept.${name} select * from permesso.${name} where ${key} = wanted;`)}
    end $$;
    create function kept.restore(wanted uuid) returns void language plpgsql as $$ begin
      ${each(({ name, key }) => `delete from permesso.${name} where ${key} = wanted;`)}
      ${each(
        ({ name, key }) =>
          `insert into permesso.${name} overriding system value select * from kept.${name} where ${key} = wanted;`,
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

const organisations = { name: 'organisations', key: 'id' };
