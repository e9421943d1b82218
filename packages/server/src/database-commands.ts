import { markRestored, tendRestored } from './approvals/index.ts';
import { backUp } from './database/backup.ts';
import { OperatorError, type OperatorCommand } from './operator-command.ts';
import { resealEverything } from './reseal/reseal.ts';
import { directUrlOf } from './settings.ts';

/** Commands for the database as a whole. */
export const databaseCommands: readonly OperatorCommand[] = [
  {
    name: 'backup',
    read: (operands) => {
      const file = fileFrom('backup', operands);
      return async ({ settings }) => {
        await backUp({ url: directUrlOf(settings), file });
        return { backup: file };
      };
    },
  },
  {
    // The file is restored before the schema is migrated; this is the remaining part.
    name: 'restore',
    read: (operands) => {
      fileFrom('restore', operands);
      return async ({ database, settings: { secret } }) => ({
        organisations: String(await tendRestored({ database, secret })),
      });
    },
  },
  {
    name: 'restored',
    read: (operands) => {
      requireNone('restored', operands);
      return async ({ database, settings: { secret } }) => {
        await markRestored({ database });
        return { organisations: String(await tendRestored({ database, secret })) };
      };
    },
  },
  {
    name: 'rotate-secret',
    read: (operands) => {
      requireNone('rotate-secret', operands);
      return async ({ database, settings: { secret } }) => ({
        sealed: String(await resealEverything(database, secret)),
      });
    },
  },
];

function fileFrom(command: string, [file, extra]: readonly string[]): string {
  if (file === undefined || extra !== undefined)
    throw new OperatorError(`missing file; usage: ${command} FILE`);
  return file;
}

function requireNone(command: string, [extra]: readonly string[]): void {
  if (extra !== undefined) throw new OperatorError(`say: ${command}`);
}
