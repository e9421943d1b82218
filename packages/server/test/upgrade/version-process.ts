import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Operator } from '../../src/identity/operator.ts';
import { compiled } from '../../../permesso/test/compiled.ts';
import { secret, startProcess, type ServerProcess } from '../load/server-process.ts';
import type { Version } from './old-version.ts';

const run = promisify(execFile);
const flags = ['--conditions=@permesso/source'];

function environment(databaseUrl: string): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: databaseUrl,
    PERMESSO_SECRET: secret,
    PERMESSO_PORT: '0',
    PERMESSO_LOG: 'silent',
    PERMESSO_REQUESTS_PER_SECOND: '100000',
  };
}

/** Brings the database up to date and resolves when it listens. */
export async function startVersion({ commandLine }: Version, databaseUrl: string): Promise<ServerProcess> {
  return await startProcess([...flags, commandLine, 'serve', '--json'], environment(databaseUrl));
}

/** The operator's commands of that version: a newer one would change the database first. */
export function operatorOf(
  { commandLine }: Version,
  databaseUrl: string,
): Pick<Operator, 'addOrganisation' | 'addPerson'> {
  async function say(...words: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const { stdout } = await run(process.execPath, [...flags, commandLine, 'serve', ...words, '--json'], {
      env: {
        ...compiled,
        PATH: process.env['PATH'] ?? '',
        HOME: '/nonexistent',
        ...environment(databaseUrl),
      },
    });
    return JSON.parse(stdout) as Readonly<Record<string, string>>;
  }
  return {
    addOrganisation: async (name) => (await say('add-organisation', name))['organisation'] ?? '',
    addPerson: async ({ organisation, email, roles }) => {
      const { person = '', token = '' } = await say(
        'add-person',
        organisation,
        email,
        ...roles.flatMap((role) => ['--role', role]),
      );
      return { person, token };
    },
  };
}
