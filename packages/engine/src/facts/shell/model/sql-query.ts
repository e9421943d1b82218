import { lazily } from '../../lazily.ts';
import { wordSet, type WordSet } from '../../word-set.ts';

export type SqlDialect = 'psql' | 'mysql' | 'sqlite' | 'duckdb' | 'warehouse';

/**
 * Whether a text for a database client certainly only reads. An allow list: each statement begins with a reading word, no word
 * in it writes, and every function is listed. A backslash, a comment, a dollar quote or a backtick command may hide something,
 * so a text with one is not a query.
 */
export function isQuery(text: string, dialect: SqlDialect): boolean {
  if (text.length > 10_000 || showsSecrets().test(text)) return false;
  if (clientCommands()[dialect].test(text.trim())) return true;
  // MySQL's client treats a trailing `\\G` as a semicolon.
  if (dialect === 'mysql' && /\\[gG]\s*$/u.test(text))
    return isQuery(text.replace(/\\[gG]\s*$/u, ''), dialect);
  if (/[\\$\0]/u.test(text) || commandsClient(text, dialect)) return false;
  const bare = withoutLiterals(dialect === 'warehouse' ? text.replaceAll(/`[\w.*-]+`/gu, '"t"') : text);
  // Read from the left, a quote before any comment opens a string: `'raw/*.parquet'` opens no comment.
  if (bare === undefined || /--|\/\*|\*\//u.test(bare) || (dialect !== 'sqlite' && bare.includes('#')))
    return false;
  const statements = bare.split(';').filter((each) => each.trim() !== '');
  return statements.length > 0 && statements.every((each) => isReading(each, dialect));
}

/** Whether a query reads rows of a table, which warehouses bill for; their metadata is free. */
export function readsRows(text: string): boolean {
  if (/^\s*(?:show|describe|desc|explain)\b/iu.test(text)) return false;
  return Array.from(
    text.matchAll(/\b(?:from|join)\b(.*?)(?=\b(?:from|join|where|group|order|limit|on)\b|[;)]|$)/gisu),
  )
    .flatMap(([, tables = '']) => tables.split(','))
    .some((table) => !/information_schema|account_usage|^\s*(?:\(|unnest\b|$)/iu.test(table));
}

/** Lines with these prefixes are client commands: `system x` in MySQL's, `!x` and `&x` in those of warehouses. */
function commandsClient(text: string, dialect: SqlDialect): boolean {
  if (dialect === 'mysql') return /[\n\r]/u.test(text);
  return dialect === 'warehouse' && /&|^\s*(?:[!:@]|go\b)/imu.test(text);
}

/** Tables that contain passwords, wherever the name occurs: quoted it is a table as well. */
const showsSecrets = lazily(
  () =>
    /\b(?:pg_shadow|pg_authid|pg_user_mappings?|pg_subscription|pg_hba_file_rules|pg_file_settings|rolpassword|authentication_string|duckdb_secrets)\b|\bmysql\b["`]?\s*\.|\bshow\s+create\s+user\b/iu,
);

/** Commands of the clients that only list something and take nothing but names. */
const clientCommands = lazily((): Readonly<Record<SqlDialect, RegExp>> => ({
  psql: /^\\(?:d[a-zA-Z]{0,3}[+S]{0,2}|l\+?|conninfo|z|sf\+?|sv\+?|x|timing)(?:[ \t]+[\w.*"]+){0,2}$/u,
  mysql: /^(?!)/u,
  warehouse: /^(?!)/u,
  duckdb: /^\.(?:tables|schema|databases)(?:[ \t]+[\w%*.-]+)?$/u,
  sqlite: /^\.(?:tables|schema|indexes|indices|databases|dbinfo|fullschema)(?:[ \t]+[\w%*.-]+)?$/u,
}));

/** The text without strings and quoted names. An unterminated one is not a query. */
function withoutLiterals(text: string): string | undefined {
  // PostgreSQL reads escapes in E'...' and U&'...': a prefix before a quote is not followed.
  const bare = text.replaceAll(/[\w&]?(?:'(?:[^']|'')*'|"(?:[^"]|"")*")/gu, (found) =>
    /^['"]/u.test(found) ? ' 0 ' : '`',
  );
  return /['"`]/u.test(bare) ? undefined : bare;
}

const begins = lazily(
  () => /^\s*(?:select|with|show|explain|values|table|describe|desc|pragma|summarize|from)\b/iu,
);

/** Words that write, lock, call or load, anywhere in the statement. A column with such a name costs an ask. */
const writes = lazily(
  () =>
    /\b(?:insert|update|delete|merge|replace|upsert|into|create|drop|alter|truncate|grant|revoke|copy|call|do|exec|execute|prepare|deallocate|lock|unlock|set|reset|begin|commit|rollback|savepoint|vacuum|reindex|cluster|refresh|notify|listen|unlisten|load|handler|attach|detach|import|security|discard|checkpoint|comment|outfile|dumpfile|analyze|optimize|repair|flush|kill|shutdown|install|uninstall|use|change|start|stop|purge|fetch|declare|close|move|export|next\s+value)\b/iu,
);

function isReading(statement: string, dialect: SqlDialect): boolean {
  if (!begins().test(statement)) return false;
  if (/^\s*pragma\b/iu.test(statement))
    return /^(?:sqlite|duckdb)$/u.test(dialect) && readingPragma().test(statement);
  if (/^\s*(?:show|describe|desc)\b[\w\s.%*=<>-]*$/iu.test(statement)) return true;
  // Query plans: `analyze` runs the query after it.
  const rest = statement.replace(
    /^\s*explain(?:\s+analyze|\s*\([\w\s,]*\)|\s+query\s+plan|\s+verbose)*\s/iu,
    ' ',
  );
  const isQueryItself = /^\s*(?:select|with|show|values|table|describe|desc|summarize|from|\w+\s*$)/iu.test(
    rest,
  );
  return isQueryItself && !writes().test(rest) && onlyKnownFunctions(rest, dialect);
}

const readingPragma = lazily(
  () =>
    /^\s*pragma\s+(?:\w+\.)?(?:table_info|table_xinfo|table_list|index_list|index_info|foreign_key_list|database_list|compile_options|integrity_check|quick_check)\s*(?:\(\s*\w+\s*\))?\s*$/iu,
);

function onlyKnownFunctions(text: string, dialect: SqlDialect): boolean {
  // Before each bracket only an operator or a listed word. A name in other scripts is neither.
  return Array.from(text.matchAll(/([^\s(,=<>+\-*/|%!~]*)\s*\(/gu)).every(([, name = '']) => {
    const lower = name.toLowerCase();
    if (dialect === 'duckdb' && duckdbFunctions.has(lower)) return true;
    if (dialect === 'warehouse' && (warehouseFunctions.has(lower) || lower.startsWith('information_schema.')))
      return true;
    // PostGIS functions with this prefix only compute.
    if (dialect === 'psql' && /^st_\w+$/u.test(lower)) return true;
    return name === '' || known.has(lower) || known.has(lower.replace(/^pg_catalog\./u, ''));
  });
}

/** File names are in quotes, which count as read. */
const duckdbFunctions: WordSet = wordSet(
  'read_csv read_csv_auto read_parquet read_json read_json_auto read_ndjson read_ndjson_auto parquet_scan parquet_schema parquet_metadata parquet_file_metadata sniff_csv median quantile quantile_cont quantile_disc approx_count_distinct approx_quantile histogram list list_distinct len struct_pack epoch corr skewness kurtosis entropy first last any_value arg_max arg_min max_by min_by try_cast columns exclude date_diff datediff regexp_extract bar',
);

/**
 * They only compute in Snowflake, BigQuery, Trino, ClickHouse or SQL Server. In other databases any user may have defined a
 * function with such a name.
 */
const warehouseFunctions: WordSet = wordSet(
  'table flatten current_warehouse current_role current_account current_region current_catalog current_schemas current_timestamp getdate sysdatetime getutcdate newid isnull len charindex patindex stuff isjson json_value json_query datename datepart datefromparts eomonth try_convert try_cast try_parse object_id object_name db_name schema_name col_name type_name serverproperty string_split openjson iif choose left right space replicate top percent_rank cume_dist approx_percentile approx_distinct approx_count_distinct approx_top_count hll any_value countif logical_or logical_and safe_cast safe_divide parse_json to_json_string json_extract_scalar json_value_array split array_to_string array_length generate_array generate_date_array unnest struct timestamp_trunc datetime_trunc timestamp_diff datetime_diff date_diff timestamp_add timestamp_sub format_date format_timestamp parse_date parse_timestamp regexp_contains regexp_extract regexp_extract_all regexp_substr farm_fingerprint sha256 sha1 to_hex starts_with ends_with contains ifnull nvl nvl2 zeroifnull nullifzero decode div0 iff to_variant to_varchar to_decimal to_boolean to_double to_time try_to_number try_to_date try_to_timestamp try_to_double object_keys object_construct array_size array_construct array_contains get get_path listagg median dateadd dateadd last_day monthname dayname week quarter hash ratio_to_report uniq uniqexact quantile quantiles topk grouparray groupuniqarray arrayjoin arraymap arraysort tostring toint32 toint64 tofloat64 todate todatetime tostartofday tostartofhour tostartofmonth toyyyymm formatreadablesize sumif avgif maxif minif argmax argmin bitand bitor url_extract_host from_iso8601_timestamp date_parse element_at transform filter reduce zip sequence slice',
);

/** Words before a bracket: keywords, and functions that only compute. */
const known: WordSet = wordSet(
  `in and or not on as exists any all some over filter within values when then else case from where having by select using union except intersect limit offset between like ilike is array row distinct interval with recursive materialized lateral join
  count sum avg min max array_agg string_agg group_concat json_agg jsonb_agg bool_and bool_or every stddev variance percentile_cont percentile_disc mode total
  coalesce nullif greatest least if ifnull iif cast convert
  abs ceil ceiling floor round trunc power sqrt mod sign exp ln log random width_bucket
  lower upper length char_length character_length octet_length substr substring trim ltrim rtrim btrim left right lpad rpad concat concat_ws position strpos instr split_part initcap reverse repeat format quote hex md5 encode
  regexp_match regexp_matches regexp_count regexp_like
  now date time datetime timestamp date_trunc date_part extract age to_char to_date to_timestamp to_number strftime julianday unixepoch current_timestamp current_date make_date date_add date_sub datediff timestampdiff year month day hour minute second from_unixtime unix_timestamp date_format curdate
  row_number rank dense_rank ntile lag lead first_value last_value nth_value
  json_extract json_each json_array_length json_type json_valid jsonb_array_length jsonb_array_elements jsonb_array_elements_text json_array_elements jsonb_each jsonb_each_text jsonb_object_keys json_object_keys jsonb_typeof jsonb_build_object json_build_object to_json to_jsonb row_to_json jsonb_pretty jsonb_extract_path_text
  array_length cardinality unnest array_to_string generate_series
  pg_size_pretty pg_total_relation_size pg_relation_size pg_table_size pg_indexes_size pg_database_size pg_get_indexdef pg_get_constraintdef pg_get_viewdef pg_typeof obj_description col_description to_regclass version current_database current_schema current_user
  varchar char numeric decimal bit float`,
);
