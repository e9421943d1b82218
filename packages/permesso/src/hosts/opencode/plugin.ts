import { guardTools, type OpenCodeHooks } from './guard.ts';

/** The file that OpenCode loads. It treats every export as a plugin, so there is only this one. */
export const Permesso = ({ directory }: { readonly directory?: string } = {}): Promise<OpenCodeHooks> =>
  Promise.resolve(guardTools({ host: 'opencode', file: import.meta.filename, directory }));
