import type { Declarations, ServerStart } from './module.ts';
import type { NamedPlugin, Plugin } from './plugin.ts';
import { plugins } from './plugins/index.ts';

export interface OpenPlugins {
  readonly opened: readonly NamedPlugin[];
  readonly close: () => Promise<void>;
}

/** Opens every plug-in of the list. If one fails, those before it are closed. */
export async function openPlugins(start: ServerStart): Promise<OpenPlugins> {
  const opened: NamedPlugin[] = [];
  const close = async (): Promise<void> => {
    for (const plugin of opened.toReversed()) await plugin.close?.();
  };
  try {
    for (const plugin of plugins) opened.push({ name: plugin.name, ...(await plugin.open(start)) });
  } catch (error) {
    await close();
    throw error;
  }
  return { opened, close };
}

export const declaredPlugins: readonly Declarations[] = plugins;

/** Joins several databases into one; undefined if no plug-in does. */
export const joinCells: Plugin['joinCells'] = plugins.find(
  (plugin) => plugin.joinCells !== undefined,
)?.joinCells;
