import { messageOf } from './errors.ts';

/** The functions of a file that few calls need. */
export type LateFile = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

const there = new Map<string, LateFile>();
const loaders = new Map<string, () => Promise<LateFile>>();
const wanted = new Set<string>();

/** For entry points that bundle everything: decisions there never wait. */
export function putLate(name: string, file: LateFile): void {
  there.set(name, file);
}

/** For the page entry point. */
export function loadLateBy(given: Readonly<Record<string, () => Promise<LateFile>>>): void {
  for (const [name, load] of Object.entries(given)) loaders.set(name, load);
}

/** The build makes such a function call this. If other code catches the exception, `whenLoaded` still discards its result. */
export function lateFile(name: string): LateFile {
  const found = there.get(name);
  if (found !== undefined) return found;
  wanted.add(name);
  throw new Error(`${name} is not loaded: call this in await whenLoaded(() => ...) of @permesso/engine/page`);
}

/**
 * Returns or throws what `run` does once every file that it needs is loaded. `run` is repeated after each load, so it must be
 * free of side effects, as a decision is. Rejects when a file cannot be loaded.
 */
export async function whenLoaded<T>(run: () => T): Promise<T> {
  for (;;) {
    wanted.clear();
    const end = endOf(run);
    if (wanted.size === 0) return end();
    await Promise.all(Array.from(wanted, bring));
  }
}

function endOf<T>(run: () => T): () => T {
  try {
    const value = run();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

async function bring(name: string): Promise<void> {
  try {
    const file = await loaders.get(name)?.();
    if (file !== undefined) there.set(name, file);
  } catch (error) {
    throw new Error(`${name} of @permesso/engine could not be loaded: ${messageOf(error)}`, { cause: error });
  }
  if (!there.has(name)) throw new Error(`${name} of @permesso/engine is nowhere: install it again`);
}
