import type * as Client from '@permesso/jetstream';

/** The NATS client is a separate package, installed and loaded only with a stream. */
export async function loadClient(): Promise<typeof Client> {
  try {
    return await import('@permesso/jetstream');
  } catch (error) {
    throw new Error('PERMESSO_NATS_URL needs a package; install it with: npm install @permesso/jetstream', {
      cause: error,
    });
  }
}
