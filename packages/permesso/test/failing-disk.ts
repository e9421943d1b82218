/**
 * Loaded into a process before its own code (`node --import`): what it does to files below `FAILING_BELOW` fails, by the one
 * function that `FAILING` names, with an error that holds a secret. Stands for a disk, a mount or a store that says too much.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { FAILING: failing = '', FAILING_BELOW: below = '' } = process.env;
const functions = fs as unknown as Record<string, ((...given: unknown[]) => unknown) | undefined>;
const real = functions[failing];
const readLink = fs.readlinkSync;

function isMeant(at: unknown): boolean {
  return (typeof at === 'number' ? readLink(`/proc/self/fd/${at}`) : String(at)).includes(below);
}

if (real !== undefined && below !== '') {
  functions[failing] = (...given) => {
    if (isMeant(given[0]))
      throw Object.assign(new Error('EIO: postgres://app:hunter2-marked@db.internal'), { code: 'EIO' });
    return real.apply(fs, given);
  };
  syncBuiltinESMExports();
}
