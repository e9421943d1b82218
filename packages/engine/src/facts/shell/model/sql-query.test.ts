import { describe, expect, test } from 'vitest';
import { isQuery, type SqlDialect } from './sql-query.ts';

describe('a query', () => {
  test.each<[SqlDialect, string]>([
    ['psql', 'select 1'],
    [
      'psql',
      "select currency, count(*) from invoices where state = 'open' group by 1 order by 2 desc limit 5;",
    ],
    ['psql', "with a as (select 1) select * from a where x in (1, 2) and note = 'it''s; drop'"],
    ['psql', 'explain (analyze, buffers) select * from t'],
    ['psql', 'explain analyze select * from t'],
    ['psql', '\\d invoices'],
    ['psql', '\\dt+ public.*'],
    ['psql', '\\l'],
    ['psql', 'show search_path'],
    ['psql', "select data->>'x', date_trunc('day', at)::date from t"],
    ['mysql', 'show create table t'],
    ['mysql', 'select * from t limit 3\\G'],
    ['mysql', 'describe t'],
    ['sqlite', '.schema t'],
    ['sqlite', 'pragma table_info(t)'],
    ['sqlite', 'select count(*), max(at) from t; select 2'],
  ])('%s: %s', (dialect, text) => expect(isQuery(text, dialect)).toBe(true));
});

describe('not surely a query', () => {
  test.each<[SqlDialect, string]>([
    ['psql', ''],
    ['psql', 'drop table t'],
    ['psql', 'select 1; drop table t'],
    ['psql', 'select * into u from t'],
    ['psql', 'with d as (delete from t returning *) select * from d'],
    ['psql', 'select * from t for update'],
    ['psql', 'explain analyze delete from t'],
    ['psql', "select pg_read_file('/etc/passwd')"],
    ['psql', "select lo_export(1, '/tmp/x')"],
    ['psql', 'select my_own_function()'],
    ['psql', 'select "my_own_function"()'],
    ['psql', 'select fonctionné()'],
    ['psql', 'select public.count(*)'],
    ['psql', "select E'\\'' || pg_sleep(1)"],
    ['psql', "select U&'d'"],
    ['psql', 'select $$a$$'],
    ['psql', 'select 1 -- x'],
    ['psql', 'select 1 /* x */'],
    ['psql', "select 'unfinished"],
    ['psql', '\\! id'],
    ['psql', '\\d t \\! id'],
    ['psql', '\\d `id`'],
    ['psql', "\\copy t to 'x'"],
    ['psql', 'set role admin'],
    ['psql', 'do'],
    ['mysql', "select 1 into outfile '/tmp/x'"],
    ['mysql', 'select /*!50000 sleep(1) */'],
    ['mysql', 'select 1\nsystem id'],
    ['mysql', 'system id'],
    ['mysql', "select load_file('/etc/passwd')"],
    ['mysql', 'select `sleep`(1)'],
    ['sqlite', '.shell id'],
    ['sqlite', '.schema |id'],
    ['sqlite', "select load_extension('x')"],
    ['sqlite', "select [load_extension]('x')"],
    ['sqlite', "attach 'y' as z"],
    ['sqlite', 'pragma writable_schema = 1'],
    ['sqlite', "select writefile('a', 'b')"],
  ])('%s: %s', (dialect, text) => expect(isQuery(text, dialect)).toBe(false));
});
