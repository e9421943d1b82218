import type * as Engine from '@permesso/archive';

/** The engine is native code of 68 MB and a package of its own: only who has an archive installs and loads it. */
export async function loadEngine(): Promise<typeof Engine> {
  try {
    return await import('@permesso/archive');
  } catch (error) {
    throw new Error('PERMESSO_ARCHIVE needs a package; install it with: npm install @permesso/archive', {
      cause: error,
    });
  }
}
