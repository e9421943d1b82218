import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, inspect, type TestDatabase } from '../../test/harness.ts';
import { openHints, type Hints } from './hints.ts';

let database: TestDatabase;
let one: Hints;
let other: Hints;
const errors: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const onError = (error: unknown): void => void errors.push(error);
  one = openHints({ url: database.url, onError });
  other = openHints({ url: database.url, onError });
});

afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await database.drop();
});

async function expectHeard(give: () => void, heard: () => number): Promise<void> {
  const before = heard();
  for (let tries = 0; tries < 100 && heard() === before; tries++) {
    give();
    await wait(50);
  }
  expect(heard()).toBeGreaterThan(before);
}

test('reach other servers, many as few, and again after the connection broke', async () => {
  let heard = 0;
  other.on('approvals', () => {
    heard += 1;
  });
  await expectHeard(
    () => one.give('approvals'),
    () => heard,
  );
  await wait(100);
  const before = heard;
  for (let given = 0; given < 1000; given++) one.give('approvals');
  await wait(300);
  expect(heard - before).toBeGreaterThan(0);
  expect(heard - before).toBeLessThan(20);
  await inspect(
    database.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'permesso hints' and datname = current_database()",
  );
  await expectHeard(
    () => one.give('approvals'),
    () => heard,
  );
  expect(errors.length).toBeGreaterThan(0);
});
