import { guardTools, type OpenCodeHooks } from './guard.ts';

/** The file that OpenCode loads. It takes every export for a plugin, so there is this one. */
export const Permesso = ({ directory }: { readonly directory?: string } = {}): Promise<OpenCodeHooks> =>
  Promise.resolve(guardTools({ host: 'opencode', file: import.meta.filename, directory }));
