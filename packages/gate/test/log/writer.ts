import { writeSync } from 'node:fs';
import { failureDecision } from '@permesso/engine/decision';
import { fileLog } from '../../src/log/file/file-log.ts';

/** A process that writes to a log until it has written enough or is killed, and says after each write that it is done. */
const [directory = '', name = '', count = '1', maxBytes = '1000000'] = process.argv.slice(2);
const log = fileLog({
  directory,
  maxBytes: Number(maxBytes),
  waitMs: 20_000,
  flush: 'entry',
  keepFiles: Infinity,
});

writeSync(1, 'ready\n');
for (let at = 0; at < Number(count); at++) {
  const id = `${name}-${at}`;
  // Now and then one that is longer than a page, which a kill can tear.
  const content = at % 7 === 3 ? 'long line '.repeat(6000) : 'x';
  log.write({
    type: 'decided',
    at: Date.now(),
    call: { tool: 'Write', input: { id, content }, session: 'one' },
    decision: failureDecision('nothing'),
  });
  writeSync(1, `${id}\n`);
}
log.close();
