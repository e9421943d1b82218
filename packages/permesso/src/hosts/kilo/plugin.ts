import { guardTools, type OpenCodeHooks } from '../opencode/guard.ts';

/** The file that Kilo loads: OpenCode's hooks, under Kilo's name. */
export const Permesso = ({ directory }: { readonly directory?: string } = {}): Promise<OpenCodeHooks> =>
  Promise.resolve(guardTools({ host: 'kilo', file: import.meta.filename, directory }));
