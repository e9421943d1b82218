import type { Declarations, ServerStart } from './module.ts';
import type { NamedPlugin, Plugin } from './plugin.ts';
import { plugins } from './plugins/index.ts';

export interface OpenPlugins {
  readonly opened: readonly NamedPlugin[];
  readonly close: () => Promise<void>;
}

/** Every plug-in of the list. One that cannot be opened closes those before it. */
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

/** How several databases become one; nothing where no plug-in knows it. */
export const joinCells: Plugin['joinCells'] = plugins.find(
  (plugin) => plugin.joinCells !== undefined,
)?.joinCells;
