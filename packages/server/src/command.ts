import { openDatabase } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { checkSecret } from './identity/check-secret.ts';
import { operator, OperatorError, type Operator, type Trust } from './identity/operator.ts';
import { roleNames, type Role } from './route/caller.ts';
import { isReadable } from './route/shapes.ts';
import { serve, type RunningServer } from './serve.ts';
import { readSettings, SettingsError, type Settings } from './settings.ts';

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
  const work = workFrom(command);
  const database = openDatabase({ url: settings.databaseUrl, connections: 2 });
  const stop = stopWith(command.ended);
  try {
    await migrate(settings.databaseUrl, { signal: stop });
    await checkSecret(database, settings.secret);
    const said = await work(operator({ database, secret: settings.secret }));
    command.print(command.json ? JSON.stringify(said) : lines(said));
  } catch (error) {
    if (stop.aborted) return;
    throw plainly(error);
  } finally {
    await database.close();
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
  const isPlain = error instanceof OperatorError || error instanceof SettingsError;
  return isPlain ? new ServeUsageError(error.message) : error;
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

function workFrom({ operands, roles: names }: ServeCommand): (by: Operator) => Promise<CommandValues> {
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
  throw new ServeUsageError(
    `there is no \`${action}\`; say add-organisation, add-person, trust-issuer or untrust-issuer`,
  );
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
