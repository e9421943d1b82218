import type * as Client from '@permesso/jetstream';

/** The client of NATS is a package of its own: only who has a stream installs and loads it. */
export async function loadClient(): Promise<typeof Client> {
  try {
    return await import('@permesso/jetstream');
  } catch (error) {
    throw new Error('PERMESSO_NATS_URL needs a package; install it with: npm install @permesso/jetstream', {
      cause: error,
    });
  }
}
