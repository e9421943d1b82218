/** Loaded into a gateway: once a second it collects all garbage and writes what is left of the heap to a file. */
import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const file = process.env['PERMESSO_HEAP'];
// The server behind the gateway inherits the environment; it is not what is measured.
if (file !== undefined && process.argv[2] === 'mcp') {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setInterval(() => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    appendFileSync(file, `${heapUsed + external}\n`);
  }, 1000).unref();
}
