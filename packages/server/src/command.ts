import { BackupError, restore } from './database/backup.ts';
import { migrateCells, openCells } from './database/open-cells.ts';
import { databaseCommands } from './database-commands.ts';
import { operatorCommands, readSettings, secondPersonActs } from './declared.ts';
import { checkSecret } from './identity/index.ts';
import { joinCells } from './open-plugins.ts';
import { OperatorError, type OperatorWork } from './operator-command.ts';
import { Problem } from './route/problem.ts';
import { serve, type RunningServer } from './serve.ts';
import { directUrlOf, SettingsError, type Settings } from './settings.ts';

/** Input from the command line. */
export interface ServeCommand {
  /** Empty: run the server. Otherwise the operator's command, such as `add-organisation NAME`. */
  readonly operands: readonly string[];
  readonly roles: readonly string[];
  readonly json: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => void;
  /** Resolves when the process is asked to end. */
  readonly ended: Promise<unknown>;
}

/** A usage error, shown to the person verbatim. */
export class ServeUsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ServeUsageError';
  }
}

export async function runServeCommand(command: ServeCommand): Promise<void> {
  const settings = settingsFrom(command);
  if (command.operands.length === 0) return await runServer(settings, command);
  // Before anything is opened or migrated.
  const work = readWork(command);
  const url = directUrlOf(settings);
  const { databaseUrl: _pooled, directUrl: _direct, ...others } = settings;
  const { database, cells } = openCells({ ...others, databaseUrl: url }, { connections: 2, join: joinCells });
  const stop = stopWith(command.ended);
  try {
    if (command.operands[0] === 'restore') await restore({ url, file: command.operands[1] ?? '' });
    // A backup is made without migrating first: it may be the one before an upgrade.
    if (command.operands[0] !== 'backup') {
      await migrateCells(settings, { signal: stop });
      for (const cell of cells) await checkSecret(cell.database, settings.secret);
    }
    const kinds = secondPersonActs(settings.secret);
    const said = await work({ database, cells, settings, kinds });
    command.print(command.json ? JSON.stringify(said) : lines(said));
  } catch (error) {
    if (stop.aborted) return;
    throw plainly(error);
  } finally {
    await database.close();
  }
}

function readWork(command: ServeCommand): OperatorWork {
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
  // Messages meant for HTTP callers are also shown to the operator.
  const isPlain = [OperatorError, SettingsError, BackupError, Problem].some((kind) => error instanceof kind);
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
    // Stopped before it began: there is nothing left to stop.
    if (signal.aborted) return;
    throw plainly(error);
  }
  if (json) print(JSON.stringify({ url: server.url }));
  await ended;
  await server.stop();
}

const commands = [...operatorCommands, ...databaseCommands];

function workFrom({ operands: [action, ...operands], roles, env }: ServeCommand): OperatorWork {
  const command = commands.find(({ name }) => name === action);
  if (command === undefined)
    throw new ServeUsageError(
      `unknown command \`${action}\`; use one of ${commands.map(({ name }) => name).join(', ')}`,
    );
  return command.read(operands, { roles, env });
}

function lines(said: Readonly<Record<string, string>>): string {
  return Object.entries(said)
    .map(([name, value]) => `${name.padEnd(14)}${value}`)
    .join('\n');
}
