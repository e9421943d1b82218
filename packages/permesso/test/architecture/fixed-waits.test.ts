import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../../../..');

/** `await wait(50)`, `page.waitForTimeout(500)`, `setTimeout(resolve, 50)`: a guess at how long something takes. */
const guess = /\bwait\(\d[\d_]*\)|\bwaitForTimeout\(|setTimeout\(resolve/g;

/**
 * How many each file still has. A busy machine makes the guess wrong, so numbers here only fall: wait for the event, poll
 * with `expect.poll`, or hand the code a clock.
 */
const left: ReadonlyMap<string, number> = new Map([
  ['packages/console/test/access.test.ts', 2],
  ['packages/console/test/approvals.test.ts', 1],
  ['packages/console/test/neighbours.test.ts', 1],
  ['packages/console/test/server-access.test.ts', 2],
  ['packages/console/test/server-hostile.test.ts', 1],
  ['packages/gate/src/approval/channels/durable-approver.test.ts', 1],
  ['packages/gate/src/approval/channels/terminal/terminal-lock.test.ts', 1],
  ['packages/gate/src/disk/with-lock.test.ts', 2],
  ['packages/permesso/test/hosts/bridge.test.ts', 2],
  ['packages/gate/test/mcp/http.test.ts', 1],
  ['packages/permesso/test/terminal/pending-watch.test.ts', 1],
  ['packages/server/src/approvals/approval.test.ts', 2],
  ['packages/server/src/database/notifications.test.ts', 2],
  ['packages/server/src/policy/policy.test.ts', 1],
  ['packages/server/test/client.test.ts', 1],
  ['packages/server/test/hook-looks.test.ts', 1],
]);

const found = new Map(
  globSync('{packages,host-tests}/**/*.test.ts', {
    cwd: repository,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
    .map((file) => [file, readFileSync(join(repository, file), 'utf8').match(guess)?.length ?? 0] as const)
    .filter(
      ([file, count]) => count > 0 && file !== 'packages/permesso/test/architecture/fixed-waits.test.ts',
    ),
);

test('no test waits for a guessed time where none did before', () => {
  const more = [...found].filter(([file, count]) => count > (left.get(file) ?? 0));
  expect(Object.fromEntries(more)).toEqual({});
});

test('guesses are recognised', () => {
  const texts = ['await wait(1_000);', 'page.waitForTimeout(500)', 'setTimeout(resolve, 5)', 'wait(until)'];
  expect(texts.map((text) => text.match(guess)?.length ?? 0)).toEqual([1, 1, 1, 0]);
});
