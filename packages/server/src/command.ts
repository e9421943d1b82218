import { markRestored, tendRestored } from './approval/after-restore.ts';
import { BackupError, backUp, restore } from './database/backup.ts';
import type { Cell } from './database/cell.ts';
import { migrateCells, openCells } from './database/open-cells.ts';
import type { Database } from './database/database.ts';
import { resealEverything } from './delivery/reseal.ts';
import { rotateSigningKey } from './policy/rotate-key.ts';
import { checkSecret } from './identity/check-secret.ts';
import {
  operator,
  OperatorError,
  organisationNamed,
  type Operator,
  type Trust,
} from './identity/operator.ts';
import { joinCells, pluginCommands } from './open-plugins.ts';
import { operatorActs } from './operator-acts.ts';
import { roleNames, type Role } from './route/caller.ts';
import { isReadable } from './route/shapes.ts';
import { serve, type RunningServer } from './serve.ts';
import { directUrlOf, readSettings, SettingsError, type Settings } from './settings.ts';

/** What the command line hands over. */
export interface ServeCommand {
  /** Nothing: run the server. Else what the operator does, such as `add-organisation NAME`. */
  readonly operands: readonly string[];
  readonly roles: readonly string[];
  readonly json: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
  /** Resolves when the process was asked to end. */
  readonly ended: Promise<unknown>;
}

/** Wrong use: told to the person as it is. */
export class ServeUsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ServeUsageError';
  }
}

export async function runServeCommand(command: ServeCommand): Promise<void> {
  const settings = settingsFrom(command);
  if (command.operands.length === 0) return await runServer(settings, command);
  // Before anything is opened or brought up to date.
  const work = readWork(command);
  const url = directUrlOf(settings);
  const { databaseUrl: _pooled, directUrl: _direct, ...others } = settings;
  const { database, cells } = openCells({ ...others, databaseUrl: url }, { connections: 2, join: joinCells });
  const stop = stopWith(command.ended);
  try {
    if (command.operands[0] === 'restore') await restore({ url, file: command.operands[1] ?? '' });
    // A backup is made as things are: it may be the one before an upgrade.
    if (command.operands[0] !== 'backup') {
      await migrateCells(settings, { signal: stop });
      for (const cell of cells) await checkSecret(cell.database, settings.secret);
    }
    const said = await work(operator({ database, secret: settings.secret }), { database, cells, settings });
    command.print(command.json ? JSON.stringify(said) : lines(said));
  } catch (error) {
    if (stop.aborted) return;
    throw plainly(error);
  } finally {
    await database.close();
  }
}

function readWork(command: ServeCommand): Work {
  try {
    return workFrom(command);
  } catch (error) {
    throw plainly(error);
  }
}

function settingsFrom({ env }: ServeCommand): Settings {
  try {
    return readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) throw new ServeUsageError(error.message);
    throw error;
  }
}

function plainly(error: unknown): unknown {
  const isPlain = [OperatorError, SettingsError, BackupError].some((kind) => error instanceof kind);
  return isPlain ? new ServeUsageError((error as Error).message) : error;
}

function stopWith(ended: Promise<unknown>): AbortSignal {
  const stop = new AbortController();
  void ended.then(() => stop.abort());
  return stop.signal;
}

async function runServer(settings: Settings, { ended, print, json }: ServeCommand): Promise<void> {
  const signal = stopWith(ended);
  let server: RunningServer;
  try {
    server = await serve(settings, { signal });
  } catch (error) {
    // Told to stop before it had begun: there is nothing left to stop.
    if (signal.aborted) return;
    throw plainly(error);
  }
  if (json) print(JSON.stringify({ url: server.url }));
  await ended;
  await server.stop();
}

type CommandValues = Readonly<Record<string, string>>;

interface WorkPlace {
  readonly database: Database;
  readonly cells: readonly Cell[];
  readonly settings: Settings;
}

type Work = (by: Operator, at: WorkPlace) => Promise<CommandValues>;

function workFrom(command: ServeCommand): Work {
  const { operands, roles: names } = command;
  const [action, first, second, extra] = operands;
  if (action === 'add-organisation') {
    if (first === undefined || second !== undefined || !/^[a-z0-9][a-z0-9-]{0,62}$/.test(first))
      throw new ServeUsageError('which organisation? a name of small letters, digits and hyphens');
    return async ({ addOrganisation }) => ({ organisation: await addOrganisation(first) });
  }
  if (action === 'add-person') {
    if (first === undefined || second === undefined || extra !== undefined)
      throw new ServeUsageError('who, and where? say: add-person ORGANISATION EMAIL --role ROLE');
    if (!/^[^\s@]+@[^\s@]+$/.test(second) || !isReadable(second))
      throw new ServeUsageError(`${second} is no mail address`);
    const roles = rolesFrom(names);
    return async ({ addPerson }) => ({
      ...(await addPerson({ organisation: first, email: second, roles })),
    });
  }
  if (action === 'trust-issuer' || action === 'untrust-issuer') {
    const trust = trustFrom(operands);
    return async (by) => {
      await (action === 'trust-issuer' ? by.trustIssuer(trust) : by.untrustIssuer(trust));
      return { issuer: trust.issuer, domain: trust.domain };
    };
  }
  const work = secondPersonWork(command) ?? namedWork(command);
  if (work !== undefined) return work;
  throw new ServeUsageError(
    `there is no \`${action}\`; say add-organisation, add-person, remove-passkeys, add-scim-token, trust-issuer, untrust-issuer, pending, confirm, refuse, approve-version, ${pluginCommands.map(({ name }) => `${name}, `).join('')}backup, restore, restored, rotate-key or rotate-secret`,
  );
}

function namedWork(command: ServeCommand): Work | undefined {
  const { operands } = command;
  if (operands[0] === 'add-scim-token') return scimTokenWork(operands);
  if (operands[0] === 'remove-passkeys') return passkeyWork(operands);
  return pluginWork(command) ?? databaseWork(operands);
}

const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

type OperatorWork = (operands: readonly string[]) => Work;

/** Confirms in place of a second person where the organisation has only one. */
const secondPersonWorks: ReadonlyMap<string, OperatorWork> = new Map<string, OperatorWork>([
  [
    'pending',
    ([organisation = '', extra]) => {
      if (organisation === '' || extra !== undefined) throw new ServeUsageError('say: pending ORGANISATION');
      return async (_by, at) => await operatorActs(at).pending(organisation);
    },
  ],
  ['confirm', (operands) => settleWork('confirm', operands)],
  ['refuse', (operands) => settleWork('refuse', operands)],
  [
    'approve-version',
    ([organisation = '', project = '', number = '', extra]) => {
      if (project === '' || !/^[1-9]\d{0,8}$/.test(number) || extra !== undefined)
        throw new ServeUsageError(
          'say: approve-version ORGANISATION PROJECT VERSION; `baseline` is the project of the organisation',
        );
      return async (_by, at) => {
        await operatorActs(at).approveVersion(organisation, { project, number: Number(number) });
        return { approved: `version ${number} of ${project}` };
      };
    },
  ],
]);

function settleWork(
  action: 'confirm' | 'refuse',
  [organisation = '', id = '', extra]: readonly string[],
): Work {
  if (!isId.test(id) || extra !== undefined)
    throw new ServeUsageError(
      `say: ${action} ORGANISATION ID, with an identifier that \`pending ORGANISATION\` prints`,
    );
  return async (_by, at) => {
    await operatorActs(at)[action](organisation, id);
    return { [action === 'confirm' ? 'confirmed' : 'refused']: id };
  };
}

function secondPersonWork({ operands: [action = '', ...operands] }: ServeCommand): Work | undefined {
  return secondPersonWorks.get(action)?.(operands);
}

function pluginWork({ operands: [action, ...operands], env }: ServeCommand): Work | undefined {
  const command = pluginCommands.find(({ name }) => name === action);
  if (command === undefined) return undefined;
  const work = command.read(operands, env);
  return (_by, at) => work(at);
}

function scimTokenWork([, organisation, extra]: readonly string[]): Work {
  if (organisation === undefined || extra !== undefined)
    throw new ServeUsageError('say: add-scim-token ORGANISATION');
  return async ({ addScimToken }) => ({ ...(await addScimToken(organisation)) });
}

function passkeyWork([, organisation, email, extra]: readonly string[]): Work {
  if (organisation === undefined || email === undefined || extra !== undefined)
    throw new ServeUsageError('say: remove-passkeys ORGANISATION EMAIL');
  return async ({ removePasskeys }) => ({
    removed: String(await removePasskeys({ organisation, email })),
  });
}

/** What is done to the database as a whole. */
function databaseWork([action, file, extra]: readonly string[]): Work | undefined {
  if (action === 'restored') {
    if (file !== undefined) throw new ServeUsageError('say: restored');
    return async (_by, { database, settings }) => {
      await markRestored({ database });
      return { organisations: String(await tendRestored({ database, secret: settings.secret })) };
    };
  }
  if (action === 'rotate-secret') {
    if (file !== undefined) throw new ServeUsageError('say: rotate-secret');
    return async (_by, { database, settings }) => ({
      sealed: String(await resealEverything(database, settings.secret)),
    });
  }
  if (action === 'rotate-key') {
    if (file === undefined || extra !== undefined) throw new ServeUsageError('say: rotate-key ORGANISATION');
    return async (_by, { database, settings: { secret } }) => {
      const organisation = await organisationNamed(database, file);
      const { number, publicKey } = await rotateSigningKey({ database, organisation, secret });
      return { number: String(number), key: publicKey };
    };
  }
  if (action !== 'backup' && action !== 'restore') return undefined;
  if (file === undefined || extra !== undefined) throw new ServeUsageError(`which file? say: ${action} FILE`);
  if (action === 'backup')
    return async (_by, { settings }) => {
      await backUp({ url: directUrlOf(settings), file });
      return { backup: file };
    };
  return async (_by, { database, settings }) => ({
    organisations: String(await tendRestored({ database, secret: settings.secret })),
  });
}

function trustFrom([action, organisation, issuer, domain, extra]: readonly string[]): Trust {
  if (organisation === undefined || issuer === undefined || domain === undefined || extra !== undefined)
    throw new ServeUsageError(`say: ${action} ORGANISATION ISSUER DOMAIN`);
  if (!URL.canParse(issuer)) throw new ServeUsageError(`${issuer} is no address of an identity provider`);
  if (!/^[^\s@/:]+$/.test(domain))
    throw new ServeUsageError(`${domain} is no mail domain, such as acme.example`);
  return { organisation, issuer, domain };
}

function rolesFrom(texts: readonly string[]): readonly Role[] {
  const unknown = texts.find((text) => !roleNames.some((role) => role === text));
  if (unknown !== undefined)
    throw new ServeUsageError(`there is no role ${unknown}; say ${roleNames.join(', ')}`);
  if (texts.length === 0)
    throw new ServeUsageError(`which role? say --role with one of ${roleNames.join(', ')}`);
  return texts as readonly Role[];
}

function lines(said: CommandValues): string {
  return Object.entries(said)
    .map(([name, value]) => `${name.padEnd(14)}${value}`)
    .join('\n');
}
