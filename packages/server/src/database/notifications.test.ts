import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, inspect, type TestDatabase } from '../../test/harness.ts';
import { openNotifications, type Notifications } from './notifications.ts';

let database: TestDatabase;
let one: Notifications;
let other: Notifications;
const errors: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const onError = (error: unknown): void => void errors.push(error);
  one = openNotifications({ url: database.url, onError });
  other = openNotifications({ url: database.url, onError });
});

afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await database.drop();
});

async function expectReceived(give: () => void, received: () => number): Promise<void> {
  const before = received();
  const isReceived = (): boolean => {
    give();
    return received() > before;
  };
  await expect.poll(isReceived, { timeout: 120_000, interval: 50 }).toBe(true);
}

test('reach other servers, many as few, and again after the connection broke', async () => {
  let received = 0;
  other.on('approvals', () => {
    received += 1;
  });
  await expectReceived(
    () => one.give('approvals'),
    () => received,
  );
  await wait(100);
  const before = received;
  for (let given = 0; given < 1000; given++) one.give('approvals');
  await wait(300);
  expect(received - before).toBeGreaterThan(0);
  expect(received - before).toBeLessThan(20);
  await inspect(
    database.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'permesso hints' and datname = current_database()",
  );
  await expectReceived(
    () => one.give('approvals'),
    () => received,
  );
  expect(errors.length).toBeGreaterThan(0);
});
