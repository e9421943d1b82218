import { expect, test, vi } from 'vitest';
import { loadEngine } from './load-engine.ts';

test('a server without the package says what to install', async () => {
  vi.doMock('@permesso/archive', () => {
    throw new Error('it is not installed');
  });
  await expect(loadEngine()).rejects.toThrow(
    'PERMESSO_ARCHIVE needs a package; install it with: npm install @permesso/archive',
  );
});
