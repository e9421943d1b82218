import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For processes that run from the sources: Node keeps what it compiled, and each later one starts in half the time. */
export const compiled: Readonly<Record<'NODE_COMPILE_CACHE', string>> = {
  NODE_COMPILE_CACHE: join(tmpdir(), 'permesso-compiled'),
};
