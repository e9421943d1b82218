import { expect, test, vi } from 'vitest';
import { loadClient } from './load-client.ts';

test('a server without the package says what to install', async () => {
  vi.doMock('@permesso/jetstream', () => {
    throw new Error('it is not installed');
  });
  await expect(loadClient()).rejects.toThrow(
    'PERMESSO_NATS_URL needs a package; install it with: npm install @permesso/jetstream',
  );
});
