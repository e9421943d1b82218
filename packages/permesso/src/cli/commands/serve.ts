import { once } from 'node:events';
import { UsageError, type Command, type Output } from '../command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Runs the team server, or sets it up (needs @permesso/server and PostgreSQL).',
  usage:
    'serve [add-organisation NAME | add-person ORGANISATION EMAIL | remove-passkeys ORGANISATION EMAIL | add-scim-token ORGANISATION | trust-issuer ORGANISATION ISSUER DOMAIN | pending ORGANISATION | confirm ORGANISATION ID | approve-version ORGANISATION PROJECT VERSION | set-slack ORGANISATION | backup FILE | restore FILE | rotate-key ORGANISATION | rotate-secret] [options]',
  options: [
    { name: 'role', value: 'ROLE', repeats: true, help: 'for add-person: viewer, approver, author or admin' },
    { name: 'json', help: 'print the address, or what was added, as JSON' },
  ],
  examples: [
    [
      'DATABASE_URL=postgres://... PERMESSO_SECRET=... permesso serve',
      'runs until it is stopped; all of these need both variables',
    ],
    ['permesso serve add-organisation acme', 'adds an organisation'],
    [
      'permesso serve add-person acme anna@acme.example --role admin',
      'adds a person and shows their token once',
    ],
    ['permesso serve remove-passkeys acme anna@acme.example', 'for the one admin who has lost every passkey'],
    ['permesso serve add-scim-token acme', 'a token with which a directory keeps people and groups (SCIM)'],
    [
      'permesso serve trust-issuer acme https://login.acme.example acme.example',
      'links sign-ins there to people with an address of this mail domain, lets them count as people of their own, and lets its groups give roles; untrust-issuer ends it',
    ],
    [
      'permesso serve confirm acme 3f6c1c1e-8a4e-4b53-9a0f-2a6e0c9d7b11',
      'confirms a pending act when there is no second person; `pending acme` lists it, `refuse` refuses it',
    ],
    ['permesso serve approve-version acme shop 3', 'a looser version, where nobody else could review it'],
    [
      'SLACK_BOT_TOKEN=... SLACK_SIGNING_SECRET=... permesso serve set-slack acme',
      'a Slack app whose secret nobody of the organisation knows',
    ],
    ['permesso serve backup team.dump', 'saves the whole database (needs pg_dump)'],
    ['permesso serve restore team.dump', 'into an empty database; `restored` after a restore by other means'],
    ['permesso serve rotate-key acme', 'a new signing key, which agents adopt automatically'],
    [
      'permesso serve rotate-secret',
      'seals everything with PERMESSO_SECRET; also opens what PERMESSO_OTHER_SECRET sealed',
    ],
  ],
  exitCodes: [
    [0, 'stopped cleanly, or added'],
    [1, 'stopped after nine seconds with unfinished work'],
    [64, 'wrong use, a setting is missing, or the server is not installed'],
  ],
  run: async (given, out) => {
    await runServer({ operands: given.operands, roles: given.values('role'), json: given.flag('json') }, out);
    return 0;
  },
};

export interface ServeWords {
  readonly operands: readonly string[];
  readonly roles: readonly string[];
  readonly json: boolean;
}

export async function runServer(words: ServeWords, out: Output): Promise<void> {
  const server = await installedServer();
  try {
    await server.runServeCommand({
      ...words,
      env: process.env,
      print: (text) => out.print(text),
      ended: toldToStop(),
    });
  } catch (error) {
    if (error instanceof server.ServeUsageError) throw new UsageError(error.message);
    throw error;
  }
}

/** A supervisor waits ten seconds for the process to exit, then kills it along with everything in progress. */
const longest = 9000;

async function toldToStop(): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  setTimeout(() => process.exit(1), longest).unref();
}

/** The part of `@permesso/server` that is used here: that package depends on this one, not the other way round. */
interface Server {
  readonly runServeCommand: (
    command: ServeWords & {
      readonly env: Readonly<Record<string, string | undefined>>;
      readonly print: Output['print'];
      readonly ended: Promise<unknown>;
    },
  ) => Promise<void>;
  readonly ServeUsageError: new (message: string) => Error;
}

async function installedServer(): Promise<Server> {
  // A separate package: no database driver is installed unless there is a server.
  const name: string = '@permesso/server';
  try {
    return (await import(name)) as Server;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      throw new UsageError('the server is not installed beside permesso; run: npm install @permesso/server');
    throw error;
  }
}
