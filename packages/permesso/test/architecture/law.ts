import { pages } from './console-law.ts';
import type { PackageLaw } from './law-shape.ts';

/**
 * The order of the code, once: packages, the stages of each, what each folder owns. The check and the map in
 * ARCHITECTURE.md are made from it.
 */
const engine: PackageLaw = {
  folder: 'engine',
  name: '@permesso/engine',
  about: 'decides: pure, no disk, no clock; runs in Node, browsers, workers and edge runtimes',
  pure: true,
  uses: [],
  stages: [
    { name: 'errors', owns: 'the message of anything that was thrown' },
    { name: 'late', owns: 'files that few calls need: there from the start, or loaded by a page' },
    { name: 'messages', owns: 'texts for people and models, as lists: proof/messages.md shows them' },
    {
      name: 'call',
      owns: 'what an agent wants: the call, its kinds, the agent and its parents; reading it from hostile input',
    },
    {
      name: 'world',
      owns: 'what a decision may know of the machine, as a value: fixed or recorded',
    },
    {
      name: 'facts',
      owns: 'what a call would do: parts, effects, checks, `defineTool`, the toolbox',
      packages: ['unbash'],
      folders: {
        secrets: 'shapes of secrets, and redaction',
        paths: 'resolving paths segment by segment, containment, protected places, critical removals',
        urls: 'URLs and hosts in the one spelling that rules compare',
        'shell/read': 'bash text -> invocations: every command that may run, its redirections and directory',
        'shell/read/words': 'one word: quotes, expansions, parameters, arithmetic',
        'shell/read/state': 'what is known while a script is read: variables, directories, budget',
        'shell/model': 'how a row about a command is read: options, operands, what it carries',
        'shell/commands': 'what commands do, as rows with examples, one file per family',
        'shell/risks': 'words by which a command says that it publishes, deploys or deletes data',
        'shell/effects': 'invocations + rows -> parts with effects; rules to suggest for them',
        tools: 'the built-in tools: files, web, MCP, shell, and tools nobody described',
      },
    },
    {
      name: 'powershell',
      owns: 'PowerShell text -> parts; loaded where a call for it is seen',
      folders: {
        read: 'every command, word, call, redirection and assignment of a text, or a doubt',
        commands: 'cmdlets, aliases and parameters as compact data',
      },
    },
    {
      name: 'policy',
      owns: 'what the owner permits: layers, modes, visibility, compiling',
      packages: ['jsonc-parser', 'smol-toml', 'yaml'],
      folders: {
        patterns: 'globs, host patterns and regular expressions, in linear time',
        rules: 'rule syntax, conditions, the index, matching a rule with a part',
        file: 'policy files as text: strict YAML, problems with their place, groups, the JSON Schema',
        formats: "other programs' permission formats, read and written, with what is lost",
        lint: 'what can be proven about rules without a call: dead, shadowed, duplicate, too broad',
      },
    },
    { name: 'session', owns: 'what came before the call: labels, and what the person ordered and named' },
    { name: 'text', owns: 'the entry point for texts: policy files, formats of other programs, messages' },
    { name: 'sandbox', owns: 'the profile of a sandboxed call, derived from policy and world' },
    {
      name: 'decision',
      owns: 'the verdict: mode table, grants, receipt, texts, suggestions, visible tools',
      folders: {
        compare: 'two policies side by side: what becomes looser or stricter',
        learn: 'rules that earlier approvals would justify',
        sentence: 'what a part would do, as one sentence for a person',
      },
    },
    { name: 'index', owns: 'the public API' },
    { name: 'page', owns: 'the public API for pages, which await a decision' },
  ],
};

const protocol: PackageLaw = {
  folder: 'protocol',
  name: '@permesso/protocol',
  about: 'what agents, the team server and the console exchange: shapes, checks, signatures',
  uses: ['@permesso/engine'],
  stages: [
    { name: 'shape', owns: 'one value for the type, the check and the JSON Schema of what travels' },
    { name: 'text', owns: 'texts from strangers made visible: control and bidirectional characters' },
    {
      name: 'approval',
      owns: 'approval requests, answers, the states of an approval, digests and signatures',
    },
    { name: 'entry', owns: 'entries of the log, their hash chain, statistics' },
    { name: 'export', owns: 'entries as CSV, OCSF and OTLP' },
    { name: 'bundle', owns: 'signed policy bundles, signed requests, team grants' },
    { name: 'proof', owns: 'the Merkle tree over entries, and evidence that verifies offline' },
    { name: 'machine', owns: 'what a machine reports of itself, and what changed since its last report' },
    {
      name: 'console',
      owns: 'what both consoles send to the pages: one shape each for type, check and OpenAPI; the problem format',
    },
  ],
};

const gate: PackageLaw = {
  folder: 'gate',
  name: '@permesso/gate',
  about:
    'the library: the gate, approvals, the log, limits, checks, stores, SDK adapters, MCP, the wire contract',
  uses: ['@permesso/engine', '@permesso/protocol'],
  stages: [
    { name: 'messages', owns: 'texts that models read, as lists: proof/messages.md shows them' },
    { name: 'world', owns: 'reading this machine into a `World`' },
    {
      name: 'disk',
      owns: 'the disk: policy files, trust, freeze, presets, git, locks, private and atomic writes',
    },
    { name: 'keep', owns: 'what calls are about to lose, kept before they run and given back' },
    {
      name: 'sandbox',
      owns: 'runs a command in an existing sandbox: the engine, its plan checked, the canary, the entry point `@permesso/gate/sandbox`',
    },
    {
      name: 'approval',
      owns: 'asking a person: answers read and turned into grants',
      folders: {
        request: 'a summary of what is asked, pinned tools, probing a rule before it is saved',
        stores: 'approvals and grants, in memory and on disk',
        channels: 'who can be asked: terminal, webhook, command, durable, presence',
        'channels/terminal':
          'the prompt: a screen as a function of its state, and a thin driver of the terminal',
      },
    },
    {
      name: 'log',
      owns: 'what happened',
      folders: {
        entry: 'entries, and the listeners that learn of them',
        file: 'the hash-chained log on disk: write, read, verify, retire',
        search: 'finding and counting entries',
      },
    },
    { name: 'limits', owns: 'counting what rules with a `limit` let through, in memory and on disk' },
    { name: 'sessions', owns: 'the labels of sessions and what the person ordered, in memory and on disk' },
    {
      name: 'checks',
      owns: 'asking services and tools about a call that is about to run: AuthZEN, OPA, Cedar, deadlines',
    },
    {
      name: 'stores',
      owns: 'approvals, grants, limits and the log in databases: the entry points `@permesso/gate/stores/*`',
    },
    {
      name: 'gate',
      owns: 'puts the stages together: `createGate`, policy files behind a gate, trust, saved answers, replay',
    },
    {
      name: 'payloads',
      owns: 'what agent programs send, read as calls: the shape that hosts share, and the two programs that are SDKs too',
    },
    {
      name: 'team',
      owns: 'an agent and its [team server](docs/server.md): bundles, sync, approvals, proofs',
    },
    { name: 'policy-files', owns: 'the entry point `@permesso/gate/policy`' },
    { name: 'testing', owns: 'tests of a policy: expectations, which rules were reached' },
    { name: 'index', owns: 'the public API' },
    {
      name: 'entries',
      owns: 'the rest of the public API: the entry points `@permesso/gate/stores` and its neighbours',
    },
    { name: 'http', owns: 'bodies of requests: their type, length and encoding, checked by one rule' },
    {
      name: 'mcp',
      owns: 'the MCP gateway and the guard for clients: what sits between a client and its servers',
      folders: {
        protocol: 'messages, methods and protocol versions, read without trusting them',
        transports: 'stdio and HTTP, towards clients and towards servers',
      },
    },
    {
      name: 'sdks',
      owns: 'agent SDKs, a folder each; suspended calls, which most of them share; React and telemetry of apps',
      packages: ['react'],
    },
    {
      name: 'wire',
      owns: 'decisions for programs in any language: messages and their schemas, HTTP with tokens, AuthZEN',
    },
    {
      name: 'worker',
      owns: 'the entry point `@permesso/gate/worker`: the library without commands and disk',
    },
  ],
};

const permesso: PackageLaw = {
  folder: 'permesso',
  name: 'permesso',
  about: 'the program: `npx permesso`, hosts and their hooks, the command line, the local console',
  uses: ['@permesso/engine', '@permesso/protocol', '@permesso/gate'],
  stages: [
    {
      name: 'review',
      owns: 'a policy and its log looked over: lint with its fixes, rules to propose, cases that must not be allowed',
    },
    { name: 'launch', owns: 'how an agent starts the hook: launchers, and the places that they name' },
    { name: 'intercept', owns: 'a call of an agent through the gate, and its refusal: what hosts share' },
    { name: 'mods', owns: 'plug-ins of Claude Code that the person trusts' },
    { name: 'transcripts', owns: 'calls that agents made earlier, from the sessions that hosts keep' },
    { name: 'install', owns: 'changes in files of hosts, exact to the byte', packages: ['jsonc-parser'] },
    { name: 'bridge', owns: "approval requests in the agent's own window, by an MCP server without tools" },
    { name: 'popup', owns: 'approval requests in a popup of tmux over the agent program' },
    { name: 'desktop', owns: 'notifications of the desktop: a request waits, or was denied' },
    { name: 'canary', owns: 'the real program against a model on loopback: was the denied call run?' },
    { name: 'examine', owns: 'settings, rules and code that let calls through', packages: ['smol-toml'] },
    { name: 'hosts', owns: 'agent programs, a folder each: payload -> calls, verdict -> reply, setup' },
    {
      name: 'host-lists',
      owns: 'every host: its row for the hook, and how it is set up',
    },
    { name: 'hook', owns: 'the hook that agents start: payload, gate, reply' },
    { name: 'acp', owns: 'a proxy between an editor and an agent that speaks ACP' },
    { name: 'resident', owns: 'one process that answers the hooks of a user: socket, protocol, trust' },
    { name: 'managed', owns: 'hooks that an administrator registers for every user of a machine' },
    { name: 'health', owns: 'whether each host asks first, and what it lets through: `doctor` and `scan`' },
    { name: 'uninstall', owns: 'what `init` wrote, taken back' },
    {
      name: 'local-console',
      owns: 'the local [console](docs/console.md): sessions and the server; the pages are `packages/console`',
      folders: { routes: 'what each page asks for' },
    },
    { name: 'team-server', owns: 'the entry point `permesso/team-server`, for the server alone' },
    {
      name: 'cli',
      owns: 'the command line: parsing, help, output',
      folders: {
        commands: 'one file per command; larger ones have a folder of their name beside it',
        admin:
          '`permesso admin`, from rows that the routes of the server make; `by-hand` where a command is more than a request',
      },
    },
  ],
};

const archive: PackageLaw = {
  folder: 'archive-duckdb',
  name: '@permesso/archive',
  about: 'the engine of the archive, for a server that keeps one: Parquet files through DuckDB',
  uses: [],
  stages: [{ name: 'index', owns: 'the public API', packages: ['@duckdb/node-api'] }],
};

const nats = ['@nats-io/jetstream', '@nats-io/transport-node'];

const jetstream: PackageLaw = {
  folder: 'jetstream',
  name: '@permesso/jetstream',
  about: 'the client of NATS, for a server behind a stream',
  uses: [],
  stages: [
    { name: 'connect', owns: 'a connection to servers that lose nothing', packages: nats },
    { name: 'check-monitor', owns: 'what only the monitoring of NATS servers tells' },
    { name: 'stream', owns: 'streams made, checked and read', packages: nats },
    { name: 'index', owns: 'the public API', packages: nats },
  ],
};

const server: PackageLaw = {
  folder: 'server',
  name: '@permesso/server',
  about: 'policy, approvals and audit for a team, on PostgreSQL',
  freeTests: true,
  uses: ['@permesso/engine', '@permesso/protocol', '@permesso/gate', 'permesso'],
  stages: [
    { name: 'settings', owns: 'environment variables, checked' },
    {
      name: 'database',
      owns: 'connections, migrations, queries, notifications, batching',
      packages: ['pg', 'pg-copy-streams'],
    },
    { name: 'secrets', owns: 'sealing keys at rest, tokens' },
    { name: 'outbound', owns: 'requests to addresses that others choose' },
    { name: 'route', owns: 'what a route is: caller, shapes, problems', packages: ['typebox'] },
    {
      name: 'http',
      owns: 'the application: limits, bodies, callers, OpenAPI',
      packages: ['pino', 'prom-client', 'typebox'],
    },
    { name: 'operator-command', owns: 'what a command of the operator is' },
    { name: 'module', owns: 'what a module declares, and what routes and jobs may use', packages: ['pino'] },
    {
      name: 'identity',
      owns: 'organisations, people, roles, tokens, sessions, sign-in, agents; when a passkey must be shown',
      packages: ['openid-client', 'typebox'],
      isModule: true,
    },
    {
      name: 'policy',
      owns: 'versions, review, rollout, bundles, freeze',
      packages: ['typebox'],
      isModule: true,
    },
    {
      name: 'approvals',
      owns: 'approval requests, votes, team grants',
      packages: ['typebox'],
      isModule: true,
    },
    {
      name: 'audit',
      owns: 'entries: ingest, chain, search, counts, proofs, export',
      packages: ['typebox'],
      isModule: true,
    },
    {
      name: 'machines',
      owns: 'what machines report of themselves, their states and alerts',
      packages: ['typebox'],
      isModule: true,
    },
    {
      name: 'notifications',
      owns: 'what people are told outside of the console: channels, webhooks, mail',
      packages: ['nodemailer', 'typebox'],
      isModule: true,
    },
    { name: 'reseal', owns: 'everything that is sealed, sealed again with another secret' },
    {
      name: 'plugin',
      owns: 'what a plug-in is: routes, jobs, and what else it may offer',
      packages: ['prom-client'],
    },
    {
      name: 'plugins',
      owns: 'options of the server, a folder each, and their list; without its folder and its line the server runs without it',
      packages: [
        'typebox',
        '@permesso/archive',
        '@permesso/jetstream',
        '@simplewebauthn/server',
        'http_ece',
        'jose',
        'pg',
        'pg-copy-streams',
        'prom-client',
      ],
      folders: {
        archive: 'closed days as Parquet files: writing, checking, searching',
        cells: 'organisations in several databases, and moved between them',
        scim: 'people and groups as a directory keeps them (SCIM 2.0)',
        streams: 'entries and administrative acts sent on to a SIEM',
        passkeys: 'passkeys registered, shown and checked',
        slack: 'messages to Slack, buttons that answer, people linked to Slack users',
        teams: 'messages to Microsoft Teams',
        'temporary-roles': 'roles for a limited time, with a reason',
        workload: 'sign-in for CI jobs and clusters by the tokens of their platform',
        figures: 'what operators watch, for Prometheus',
        'web-push': "messages that a person's browser shows",
        'quiet-hours': 'hours in which messages are held for one digest',
        jetstream: 'JetStream in front of the database: taking batches, storing them',
      },
    },
    { name: 'open-plugins', owns: 'the plug-ins of the list, opened and closed' },
    { name: 'declared', owns: 'settings, commands and acts of all modules and plug-ins, joined' },
    { name: 'assemble', owns: 'all routes together', packages: ['pino'] },
    { name: 'serve', owns: 'a running server', packages: ['pino'] },
    { name: 'database-commands', owns: 'what the operator does to the database as a whole' },
    { name: 'command', owns: '`permesso serve`' },
    { name: 'index', owns: 'the public API' },
  ],
};

export const packageLaws: readonly PackageLaw[] = [
  engine,
  protocol,
  gate,
  permesso,
  archive,
  jetstream,
  server,
  pages,
];
