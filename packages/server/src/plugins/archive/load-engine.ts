import type * as Engine from '@permesso/archive';

/** The engine is 68 MB of native code in its own package, installed and loaded only for an archive. */
export async function loadEngine(): Promise<typeof Engine> {
  try {
    return await import('@permesso/archive');
  } catch (error) {
    throw new Error('PERMESSO_ARCHIVE needs a package; install it with: npm install @permesso/archive', {
      cause: error,
    });
  }
}
