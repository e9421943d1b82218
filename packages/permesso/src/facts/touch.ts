import type { ToolCall } from '../call/tool-call.ts';
import type { World } from '../world/world.ts';
import type { Effect } from './effect.ts';
import { resolvePath } from './paths/resolve.ts';
import { readUrl } from './urls/read-url.ts';

/** A file or a host that a call's arguments name. */
export type Touch =
  | { readonly access: 'read' | 'write' | 'delete'; readonly path: string }
  | { readonly url: string };

export function effectOf(touch: Touch, call: ToolCall, world: World): Effect {
  if ('url' in touch) return { kind: 'network', url: readUrl(touch.url) };
  const text = pathIn(touch.path);
  if (text === undefined)
    return { kind: touch.access, path: { known: false, reason: 'a file URL that cannot be read' } };
  return {
    kind: touch.access,
    path: resolvePath({ text, directory: call.cwd ?? world.cwd, world }),
  };
}

/** Servers take `file:///home/dev/x` where they take a path. */
function pathIn(text: string): string | undefined {
  if (!/^\s*file:/iu.test(text)) return text;
  try {
    return decodeURIComponent(new URL(text).pathname);
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return undefined;
    throw error;
  }
}
