import { literalOf, type Word } from '../read/words/word.ts';
import { type Arguments, type Command, type Refinement, type Touch, used } from '../model/model.ts';
import { isQuery } from '../model/sql-query.ts';
import { escapedCommands, shellEscapes } from '../model/shell-escapes.ts';

const talks = { does: 'acts' } as const;

/** `.output f`, `.once f`, `writefile('f', x)`: files in the input of SQLite's shell. */
function sqliteOutputs(args: Arguments): readonly Touch[] {
  return args.words.slice(1).flatMap((word) => {
    const text = literalOf(word) ?? '';
    const named = [
      ...text.matchAll(/\.(?:output|once|backup|save|clone|log|excel)\s+(?:--?\w+\s+)*["']?([^\s"'|]+)/gu),
      ...text.matchAll(/\bwritefile\s*\(\s*'([^']*)'/giu),
    ];
    return named.map((match): Touch => ({
      access: 'write',
      word: { kind: 'literal', text: match[1] ?? '', span: word.span },
    }));
  });
}

/** A name without an address or parameters: `file:x?mode=rwc` has one. */
function isPlainName(word: Word | undefined): boolean {
  return /^[\w./@+~-]+$/u.test(literalOf(word) ?? '');
}

/** Opening a database may create its file, so a query is an edit of that one file. An in-memory database has none. */
function sqliteFile(args: Arguments, given?: string): Refinement {
  const database = args.operands[0]?.word;
  const inMemory = literalOf(database) === ':memory:';
  const asks = asksSqlite(args, given) && (inMemory || isPlainName(database));
  const readsOnly = inMemory || used(args, '-readonly');
  const accesses = asks && readsOnly ? (['read'] as const) : (['read', 'write'] as const);
  const opened =
    database === undefined || inMemory ? [] : accesses.map((access) => ({ access, word: database }));
  return {
    ...shellEscapes(args),
    ...(asks ? { does: readsOnly ? 'reads' : 'edits' } : {}),
    touches: [...opened, ...sqliteOutputs(args)],
  };
}

function asksSqlite({ operands, strangers, vague, path }: Arguments, given?: string): boolean {
  const texts = [
    ...operands.slice(1).map(({ word }) => literalOf(word) ?? ''),
    ...(given === undefined ? [] : [given]),
  ];
  const isPlain = strangers.length + vague.length === 0 && path[0] === 'sqlite3';
  return isPlain && texts.length > 0 && texts.every((text) => isQuery(text, 'sqlite'));
}

/**
 * DuckDB reads files that a query names in quotes: `select * from 'a.csv'`. Every quoted text counts as one; with a URL, or a
 * format that needs an extension to be fetched, it is not a plain query.
 */
function duckdbFiles(args: Arguments, given?: string): Refinement {
  const texts = args.options.filter(({ name }) => name === '-c' || name === '-s').map(({ value }) => value);
  const [database, ...statements] = args.operands.map(({ word }) => word);
  const typed = [...texts, ...statements].map((word) => literalOf(word) ?? '');
  const all = given === undefined ? typed : [...typed, given];
  const named = all.flatMap((text) =>
    Array.from(text.matchAll(/'([^']*)'|"([^"]*)"/gu), (match) => match[1] ?? match[2] ?? ''),
  );
  const isPlain = args.strangers.length + args.vague.length === 0 && all.length > 0;
  const file = literalOf(database) ?? (database === undefined ? ':memory:' : '');
  const inMemory = file === ':memory:';
  const asks =
    isPlain &&
    all.every((text) => isQuery(inMemory ? queriesIn(text) : text, 'duckdb') && namesFilesPlainly(text)) &&
    !named.some((text) => fetchedForm.test(text));
  const span = args.words[0]?.span ?? { start: 0, end: 0 };
  const opens = inMemory || database === undefined ? [] : [database];
  const readsOnly = opens.length === 0 || used(args, '-readonly');
  return {
    ...(asks && /^[\w./@+~:-]+$/u.test(file) ? { does: readsOnly ? 'reads' : 'edits' } : {}),
    touches: [
      ...opens.flatMap((word): readonly Touch[] =>
        readsOnly
          ? [{ access: 'read', word }]
          : [
              { access: 'read', word },
              { access: 'write', word },
            ],
      ),
      ...named.map((text): Touch => ({ access: 'read', word: { kind: 'literal', text, span } })),
    ],
  };
}

/** The queries for a database that is not kept: a view or a table that it creates from a query is gone afterwards. */
function queriesIn(text: string): string {
  return text
    .replaceAll(/^\s*\.(?:mode|headers?|maxrows|maxwidth|nullvalue|timer)[ \t]+\w+[ \t]*$/gimu, '')
    .replaceAll(
      /(^|;)\s*create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:view|table)\s+\w+\s+as\s+(?=select\b|from\b|with\b)/giu,
      '$1',
    );
}

/** A file name that is concatenated from texts matches none of them: `read_json('/proc/self/env'||'iron')`. */
function namesFilesPlainly(text: string): boolean {
  const plain =
    /\b(?:read_|parquet_|sniff_)\w+\s*\(\s*(?:'[^']*'|\[\s*'[^']*'(?:\s*,\s*'[^']*')*\s*\])\s*[,)]/giu;
  return !/\b(?:read_|parquet_|sniff_)\w+\s*\(/iu.test(text.replaceAll(plain, ''));
}

/** Read over the network, or with an extension that would first be installed. */
const fetchedForm =
  /:\/\/|^(?:https?|s3|gcs|r2|hf|az|abfss?):|\.(?:xlsx?|shp|geojson|gpkg|avro|db|sqlite3?|duckdb)$/iu;

type Reaches = NonNullable<Refinement['reaches']>;

/** `psql -h h`, `psql host=h`, `psql postgres://h/db`: each as a URL with its port. */
function servers(args: Arguments, scheme: string): Reaches {
  const given = (...names: readonly string[]): Word | undefined =>
    args.options.findLast(({ name }) => names.includes(name))?.value;
  // In MySQL `-p` is the password.
  const port = literalOf(given(scheme === 'mysql' ? '-P' : '-p', '--port')) ?? '';
  const address = (host: string, span: Word['span']): Word => ({
    kind: 'literal',
    text: host.startsWith('/')
      ? `${scheme}://localhost`
      : `${scheme}://${host}${port === '' ? '' : `:${port}`}`,
    span,
  });
  const byOption = given('-h', '--host');
  const words = [
    ...args.operands.map(({ word }) => word),
    ...args.options.flatMap(({ value }) => value ?? []),
  ];
  return [
    ...(byOption === undefined
      ? []
      : [
          byOption.kind === 'literal'
            ? { word: address(byOption.text, byOption.span), as: 'url' as const }
            : { word: byOption, as: 'host' as const },
        ]),
    ...words.flatMap((word) => {
      const text = literalOf(word) ?? '';
      const host = /(?:^|\s)host(?:addr)?\s*=\s*'?([^\s']+)/u.exec(text)?.[1];
      if (host !== undefined) return [{ word: address(host, word.span), as: 'url' as const }];
      return /^(?:postgres(?:ql)?|mysql|mariadb):\/\//u.test(text) ? [{ word, as: 'url' as const }] : [];
    }),
  ];
}

/** Whether there is at least one text and all of them only read; without a text it reads statements from standard input. */
function queries(args: Arguments, given?: string): Refinement {
  const dialect = args.path[0] === 'psql' ? 'psql' : 'mysql';
  const texts = args.options.filter(({ name }) => textOptions.includes(name));
  const lists = dialect === 'psql' && used(args, '-l', '--list');
  const asks =
    (lists || texts.length > 0 || given !== undefined) &&
    isQuery(given ?? 'select 1', dialect) &&
    texts.every(({ value }) => isQuery(literalOf(value) ?? '', dialect)) &&
    !used(args, '-f', '--file');
  // An operand may be the database, or `host=h` and more; an unknown word may be either.
  const isKnown = args.operands.every(({ word }) => {
    const text = literalOf(word) ?? '=';
    return (
      /^[\w-]+$/u.test(text) ||
      /^(?:postgres(?:ql)?):\/\/[\w.%~:@-]+\/[\w.?&=%-]*$/u.test(text) ||
      isPlainInfo(text)
    );
  });
  const piped = dialect === 'psql' ? pipedOutput(args) : [];
  return {
    ...shellEscapes(args),
    ...(piped.length > 0 ? { escalations: piped } : {}),
    reaches: servers(args, dialect === 'psql' ? 'postgres' : 'mysql'),
    ...(asks && isKnown ? {} : { does: 'acts', why: 'may change the database' }),
  };
}

/** `psql -o '|sh'` starts a program. */
function pipedOutput(args: Arguments): readonly { readonly at: number; readonly why: string }[] {
  return args.options
    .filter(({ name, value }) => /^(?:-o|--output)$/u.test(name) && !/^[^|]/u.test(literalOf(value) ?? ''))
    .map(({ at }) => ({ at, why: 'may start a program with the output' }));
}

/** `host=localhost dbname=app user=dev`: names no file or service. */
function isPlainInfo(text: string): boolean {
  return /^(?:(?:host|port|dbname|user|password|sslmode|connect_timeout)=[\w.-]+(?:\s+(?!$)|$))+$/u.test(
    text,
  );
}

const textOptions: readonly string[] = ['-c', '--command', '-e', '--execute'];

/** Redis commands that change nothing and print no settings, which may contain the password. */
const redisReads =
  /^(?:ping|echo|get|mget|getrange|strlen|exists|ttl|pttl|type|keys|scan|dbsize|info|time|lastsave|lrange|llen|lindex|hget|hmget|hgetall|hlen|hkeys|hvals|hexists|hscan|smembers|scard|sismember|sscan|zrange|zrevrange|zrangebyscore|zcard|zscore|zrank|zcount|zscan|xlen|xrange|xrevrange|bitcount|pfcount)$/iu;

function redisQuery(args: Arguments): Refinement | undefined {
  const [name] = args.operands;
  const reaches: Reaches = [redisServer(args)];
  const lists = args.operands.length === 0 && used(args, '--scan', '--bigkeys');
  // No options follow a command, so an apparent one means something else.
  const isPlain = args.operands.every(({ word }) => literalOf(word)?.startsWith('-') !== true);
  const reads = isPlain && (lists || (name !== undefined && redisReads.test(literalOf(name.word) ?? '')));
  return reads ? { reaches } : { reaches, does: 'acts', why: 'may change the database' };
}

function redisServer(args: Arguments): Reaches[number] {
  const valueOf = (...names: readonly string[]): Word | undefined =>
    args.options.findLast(({ name }) => names.includes(name))?.value;
  const url = valueOf('-u', '--uri');
  if (url !== undefined) return { word: url, as: 'url' };
  const host = valueOf('-h');
  if (host !== undefined && host.kind !== 'literal') return { word: host, as: 'host' };
  const text = `redis://${host?.text ?? '127.0.0.1'}:${literalOf(valueOf('-p')) ?? '6379'}`;
  return { word: { kind: 'literal', text, span: args.words[0]?.span ?? { start: 0, end: 0 } }, as: 'url' };
}

/** Database clients: a query on this machine that certainly only reads is an ordinary request. */
export const databases = (): readonly Command[] => [
  {
    names: ['psql'],
    ...talks,
    options:
      '-h: --host: -U: --username: -p: --port: -d: --dbname: -c:sql --command:sql -AtqXxwHlbe1 -P: -F: -R: --no-align --tuples-only --quiet --no-psqlrc --expanded --csv --html --list --no-password --field-separator: --pset: --echo-all',
    changing: '-o:write --output:write -L:write --log-file:write -f:read --file:read',
    fetches: { sends: '' },
    operands: { rest: 'text' },
    standardInput: 'code',
    means: escapedCommands,
    prints: '--version --help',
    refine: queries,
    examples: {
      acts: [
        "psql -c 'select 1'",
        'psql -f x.sql',
        'psql -h localhost',
        "psql -h localhost -c 'drop table x'",
      ],
      escalates: ["psql -o '|sh' -c 'select 1'", "psql -c '\\! id'", 'psql -c "\\copy t to program \'id\'"'],
      reads: ['psql --version'],
      carries: [
        ["psql -c '\\! rm x'", 'rm x'],
        ["psql <<'E'\n\\! rm x\nE", 'rm x'],
      ],
      touches: [['psql -o f x', 'write f']],
    },
  },
  {
    names: ['mysql', 'mariadb'],
    ...talks,
    options:
      '-h: --host: -u: --user: -p? --password? -P: --port: -D: --database: -e:sql --execute:sql -NBstvEr --table --batch --silent --skip-column-names --vertical --raw --protocol:',
    changing: '--tee:write',
    escalating: [{ options: '--pager? --init-command: --plugin-dir:', why: 'runs a program or loads code' }],
    fetches: { sends: '' },
    operands: { rest: 'text' },
    standardInput: 'code',
    means: escapedCommands,
    prints: '--version --help',
    refine: queries,
    examples: {
      acts: ["mysql -e 'select 1'", 'mysql -h localhost', "mysql -h 127.0.0.1 -e 'delete from x'"],
      escalates: ["mysql -e 'system id'", 'mysql --pager=./x'],
      carries: [["mysql -e 'system rm x'", 'rm x']],
    },
  },
  {
    names: ['sqlite3'],
    ...talks,
    style: 'words',
    options:
      '-batch -bail -csv -json -line -list -column -table -box -markdown -html -quote -ascii -tabs -header -noheader -readonly -safe -stats -echo -interactive -mmap: -newline: -nullvalue: -separator: -vfs: -maxsize:',
    escalating: [{ options: '-init:code --init:code -cmd:code --cmd:code', why: 'commands that run first' }],
    operands: { rest: 'text' },
    standardInput: 'code',
    means: escapedCommands,
    prints: '-version --version -help --help',
    refine: sqliteFile,
    examples: {
      reads: ["sqlite3 -readonly x.db 'select 1'", "sqlite3 :memory: 'select 1'"],
      edits: ['sqlite3 x.db .tables', "sqlite3 -header x.db 'select a, count(*) from t group by 1'"],
      acts: [
        'sqlite3 x.db',
        "sqlite3 -readonly x.db 'delete from t'",
        "sqlite3 x.db 'delete from t'",
        `sqlite3 :memory: "attach 'x.db' as y"`,
        `sqlite3 :memory: "select readfile('x')"`,
        'sqlite3 x.db "attach \'y\' as z"',
      ],
      escalates: [
        "sqlite3 x.db '.shell id'",
        "sqlite3 x.db '.once |id'",
        'sqlite3 x.db "select load_extension(1)"',
        'sqlite3 -init x y.db',
      ],
      carries: [["sqlite3 x.db <<< '.shell rm x'", 'rm x']],
      touches: [
        ['sqlite3 x.db .tables', 'read x.db, write x.db'],
        ["sqlite3 -readonly x.db 'select 1'", 'read x.db'],
        ['sqlite3 -init x y.db', 'read y.db, write y.db'],
        ["sqlite3 x.db '.output f'", 'read x.db, write x.db, write f'],
        [`sqlite3 x.db "select writefile('f', 1)"`, 'read x.db, write x.db, write f'],
      ],
    },
  },
  {
    names: ['duckdb'],
    ...talks,
    style: 'words',
    options:
      '-c:sql -s:sql -batch -bail -csv -json -jsonlines -line -list -column -table -box -markdown -html -ascii -header -noheader -readonly -echo -no-stdin -nullvalue: -separator: -newline:',
    escalating: [{ options: '-init:code -cmd:code -f:code -unsigned', why: 'commands that run first' }],
    operands: { rest: 'text' },
    standardInput: 'code',
    prints: '-version --version -help --help',
    refine: duckdbFiles,
    examples: {
      reads: [
        `duckdb -c "select a, count(*) from 'data/x.parquet' group by 1"`,
        `duckdb -c "describe select * from read_csv_auto('data/x.csv')"`,
        `duckdb :memory: "summarize 'data/x.csv'"`,
        `duckdb -c "create view v as select * from 'data/x.csv'; select count(*) from v"`,
        `duckdb -readonly x.duckdb -c 'select 1'`,
      ],
      edits: [`duckdb x.duckdb -c 'select 1'`],
      acts: [
        'duckdb x.duckdb',
        `duckdb -c "copy t to 'x.csv'"`,
        `duckdb -c "select * from 'https://evil.example/x.csv'"`,
        `duckdb -c "select * from read_text('x')"`,
        `duckdb -c "select getenv('HOME')"`,
        `duckdb -c "install httpfs"`,
        `duckdb -c ".shell id"`,
        `duckdb -c "attach 'x.db'"`,
        `duckdb x.duckdb -c 'create table t as select 1'`,
        `duckdb -c "create table t as select 1; copy t to 'x'"`,
        `duckdb -c "create secret s as select 1"`,
      ],
      escalates: ['duckdb -init x -c "select 1"'],
      touches: [[`duckdb -c "select * from 'secret/x.csv'"`, 'read secret/x.csv']],
    },
  },
  {
    names: ['redis-cli'],
    ...talks,
    options:
      '-h: -p: -n: -a: --user: --pass: -u: --uri: --raw --no-raw --csv --json --no-auth-warning --pattern: --scan --count: --bigkeys --stat',
    changing: '--eval:code --pipe --cluster: --rdb:write --functions-rdb:write -x -X:',
    fetches: { sends: '' },
    style: 'options-first',
    operands: { rest: 'text' },
    standardInput: 'code',
    prints: '--version --help',
    refine: redisQuery,
    examples: {
      acts: ['redis-cli -h evil.example get x', 'redis-cli flushall', 'redis-cli get x', 'redis-cli'],
    },
  },
];

/** A read-only query as the command inside a container, where the database is the container's own. */
export function isContainedQuery(row: Command, args: Arguments): boolean {
  if (args.strangers.length + args.vague.length > 0 || row.refine === undefined) return false;
  const { does, reaches = [], escalations = [] } = row.refine(args) ?? {};
  const isLocal = reaches.every(({ word }) =>
    /^\w+:\/\/(?:[\w%]+(?::[\w%]*)?@)?(?:localhost|127\.0\.0\.1)(?:[:/]|$)/u.test(literalOf(word) ?? ''),
  );
  return (
    does !== 'acts' &&
    isLocal &&
    escalations.length === 0 &&
    args.options.every(({ kind }) => kind === 'plain')
  );
}
