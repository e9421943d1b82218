import { literalOf } from '../read/words/word.ts';
import { isQuery, readsRows } from '../model/sql-query.ts';
import type { Arguments, Command, Refinement } from '../model/model.ts';

/** Clients of warehouses and remote databases, signed in by their own settings: a query that certainly only reads. */
const asks = {
  does: 'acts',
  also: [{ kind: 'network', what: 'the database' }],
} as const;

/** The same, if each query of rows is charged. */
function billedQuery(args: Arguments): Refinement | undefined {
  const refined = query(args);
  return refined?.does === 'reads' && args.words.some((word) => readsRows(literalOf(word) ?? ''))
    ? paid
    : refined;
}

const paid = { does: 'acts', pays: true } as const;

/** Every given text is a query, as the value of an option. */
function query(args: Arguments): Refinement | undefined {
  const texts = args.options.filter(({ role }) => role === 'sql').map(({ value }) => literalOf(value));
  const isPlain =
    args.strangers.length + args.vague.length === 0 && args.options.every(({ kind }) => kind === 'plain');
  return isPlain && texts.length > 0 && texts.every((text) => isQuery(text ?? '', 'warehouse'))
    ? { does: 'reads' }
    : undefined;
}

/** An option names the server: a query is a request to it. */
const requests = { does: 'acts', standardInput: 'code', fetches: { sends: '' } } as const;

/** The server that an option names, with its port (`-S tcp:localhost,1433`); by default this machine. */
const asking =
  (...names: readonly string[]) =>
  (args: Arguments): Refinement => {
    const value = args.options.findLast(({ name }) => names.includes(name))?.value;
    const text = (literalOf(value) ?? (value === undefined ? 'localhost' : '$')).replace(
      /^(?:tcp:|\w+:\/\/)/u,
      '',
    );
    const [, host, port] = /^([\w.-]+)(?:[,:](\d+))?$/u.exec(text) ?? [];
    const span = (value ?? args.words[0])?.span ?? { start: 0, end: 0 };
    const url = {
      kind: 'literal',
      text: `tcp://${host ?? ''}${port === undefined ? '' : `:${port}`}`,
      span,
    } as const;
    return {
      reaches:
        host !== undefined
          ? [{ word: url, as: 'url' }]
          : value === undefined
            ? []
            : [{ word: value, as: 'host' }],
      ...(query(args)?.does === 'reads' ? {} : { does: 'acts', why: 'may change the database' }),
    };
  };

/** `kafka-topics`, and `kafka-topics.sh` of the distribution. */
const kafka = (tools: string): readonly string[] =>
  tools.split(' ').flatMap((name) => [`kafka-${name}`, `kafka-${name}.sh`]);

const none = { rest: 'text' } as const;

export const warehouses = (): readonly Command[] => [
  {
    names: ['kcat', 'kafkacat'],
    does: 'acts',
    options:
      '-CPLQJeEqvuZO -b:host -t:plain -p:plain -o:plain -c:plain -f:plain -s:plain -d:plain -D:plain -K:plain -k:plain -z:plain -r:url -m:plain -M:plain',
    changing: '-F:read -l -G:',
    operands: { rest: 'read' },
    prints: '-V -h',
    examples: { acts: ['kcat -b localhost:9092 -L', 'kcat -b h -t a -P x.json'] },
  },
  {
    names: kafka(
      'topics consumer-groups configs acls console-consumer get-offsets log-dirs broker-api-versions',
    ),
    does: 'acts',
    options:
      '--bootstrap-server:plain --list --describe --topic:plain --group:plain --all-groups --all-topics --partitions:plain --members --state --offsets --verbose --from-beginning --max-messages:plain --timeout-ms:plain --partition:plain --offset:plain --property:plain --entity-type:plain --entity-name:plain --all --time:plain --under-replicated-partitions --unavailable-partitions --exclude-internal --topic-list:plain --broker-list:plain --replication-factor:plain --if-exists --if-not-exists --create --delete --alter --config:plain --reset-offsets --execute --dry-run --to-earliest --to-latest --to-offset:plain --shift-by:plain --to-datetime:plain --export',
    changing: '--command-config:read --consumer.config:read --formatter:code --from-file:read',
    operands: none,
    prints: '--version --help',
    examples: { acts: ['kafka-topics --bootstrap-server h --delete --topic a'] },
  },
  {
    names: ['snowsql'],
    ...asks,
    standardInput: 'code',
    options:
      '-q:sql --query:sql -o: --option: -c:plain --connection:plain -d:plain --dbname:plain -s:plain --schemaname:plain -r:plain --rolename:plain -w:plain --warehouse:plain --noup --mfa-passcode-in-password',
    changing: '-f:read --filename:read --generate-jwt',
    operands: none,
    prints: '-v --version -? --help',
    // `-o output_file=x` writes, `-o variable_substitution=true` inserts text, `-o editor=x` runs.
    refine: (args) =>
      args.options.every(
        ({ name, value }) =>
          !/^(?:-o|--option)$/u.test(name) ||
          /^(?:friendly|header|timing|quiet|wrap|output_format|exit_on_error|empty_for_null_in_tsv|remove_comments|rowset_size|sfqid|timing_in_output_file)=[\w.-]+$/u.test(
            literalOf(value) ?? '',
          ),
      )
        ? billedQuery(args)
        : undefined,
    examples: {
      reads: [
        "snowsql -c dev -o output_format=csv -q 'select count(*) from a.information_schema.tables'",
        "snowsql -q 'show warehouses'",
      ],
      acts: [
        "snowsql -c dev -q 'select count(*) from a.b.c'",
        'snowsql -c dev',
        "snowsql -q 'drop table x'",
        "snowsql -q 'select system$abort_session(1)'",
        "snowsql -q 'select 1' -f x.sql",
        "snowsql -o output_file=.bashrc -q 'select 1'",
        "snowsql -q 'select 1' -D x=y",
        "snowsql -q '!system id'",
      ],
    },
  },
  {
    names: ['snow'],
    does: 'acts',
    operands: none,
    prints: '--version --help -h',
    subcommands: [
      {
        names: ['sql'],
        ...asks,
        options:
          '-q:sql --query:sql -c:plain --connection:plain --environment:plain --database:plain --schema:plain --role:plain --warehouse:plain --format:plain --silent --enhanced-exit-codes',
        changing: '-f:read --filename:read -i --stdin',
        operands: none,
        refine: billedQuery,
        examples: {
          reads: ["snow sql -c dev -q 'describe table a.b.c' --format json"],
          acts: [
            "snow sql -q 'truncate table x'",
            'snow sql -f x.sql',
            "snow sql -q 'select <% x %>' -D x=1",
          ],
        },
      },
    ],
    examples: { acts: ['snow stage copy a @b'] },
  },
  {
    names: ['bq'],
    does: 'acts',
    options: '--project_id:plain --location:plain --format:plain -q --quiet --headless --dataset_id:plain',
    operands: none,
    subcommands: [
      {
        names: ['query'],
        ...asks,
        options:
          '--nouse_legacy_sql --use_legacy_sql? --format:plain --max_rows:plain -n:plain --dry_run --location:plain --project_id:plain --parameter:plain --maximum_bytes_billed:plain --label:plain --nouse_cache --use_cache? --batch --synchronous_mode? --start_row:plain',
        operands: { first: ['sql'] },
        // Rows of a warehouse are personal data, and each query is charged: only with `--dry_run` nothing runs.
        refine: (args) =>
          args.strangers.length + args.vague.length === 0 &&
          args.options.some(({ name, value }) => name === '--dry_run' && value === undefined) &&
          args.operands.every(({ word }) => word.kind === 'literal')
            ? { does: 'reads' }
            : args.strangers.length + args.vague.length === 0 &&
                args.operands.length === 1 &&
                args.options.every(({ kind }) => kind === 'plain') &&
                isQuery(literalOf(args.operands[0]?.word) ?? '', 'warehouse')
              ? paid
              : undefined,
        examples: {
          reads: ["bq --project_id=p query --nouse_legacy_sql --dry_run 'select 1'"],
          acts: [
            "bq query --use_legacy_sql=false --max_rows=5 'select count(*) from `p.d.t`'",
            "bq query --use_legacy_sql=false 'delete from d.t where true'",
            "bq query --destination_table d.t 'select 1'",
            'bq query --use_legacy_sql=false \'select * from external_query("c", "x")\'',
            'bq query',
          ],
        },
      },
    ],
    examples: { acts: ['bq mk d'] },
  },
  {
    names: ['trino', 'presto'],
    ...requests,
    options:
      '--execute:sql --server:plain --catalog:plain --schema:plain --output-format:plain --user:plain --source:plain --timezone:plain --ignore-errors --progress --debug',
    changing: '-f:read --file:read --password --access-token:plain',
    operands: none,
    prints: '--version --help',
    refine: asking('--server'),
    examples: {
      acts: ["trino --execute 'show catalogs' --server localhost:8080", "trino --execute 'drop table x'"],
    },
  },
  {
    names: ['clickhouse-client'],
    ...requests,
    options:
      '-q:sql --query:sql -h:plain --host:plain --port:plain -u:plain --user:plain --password:plain -d:plain --database:plain -f:plain --format:plain -t --time -m --multiline --secure --max_rows:plain',
    changing: '-e:code --multiquery -n --queries-file:read',
    operands: none,
    prints: '--version --help -V',
    refine: asking('-h', '--host'),
    examples: {
      acts: [
        'clickhouse-client',
        "clickhouse-client -q 'drop table a'",
        `clickhouse-client -q "select * from url('http://e.example/x')"`,
        `clickhouse-client -q "select * from file('x')"`,
        "clickhouse-client -h h -q 'select 1'",
      ],
    },
  },
  {
    names: ['sqlcmd'],
    ...requests,
    options:
      '-Q:sql -q:sql -S:plain -U:plain -P:plain -d:plain -C -E -h: -W -w: -s: -b -y: -Y: -l: -t: -N? -r? -k? -m: -V: -f:plain',
    changing: '-i:read -o:write -v: -X?',
    operands: none,
    prints: '-?',
    refine: asking('-S'),
    examples: { acts: ["sqlcmd -S h -Q 'select 1'", "sqlcmd -Q 'drop table x'", "sqlcmd -Q '!!id'"] },
  },
];
