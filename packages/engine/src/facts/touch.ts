import { absoluteDirectory } from '../call/absolute-directory.ts';
import { isMcpCall } from '../call/is-mcp-call.ts';
import { isRecord } from '../call/is-record.ts';
import type { ToolCall } from '../call/tool-call.ts';
import type { World } from '../world/world.ts';
import type { Access } from './access.ts';
import { isAbsolute, normalSegments, unusablePath } from './paths/normalise.ts';
import { resolvePath } from './paths/resolve.ts';
import { readUrl } from './urls/read-url.ts';

/** A file or a host that a call's arguments name. */
export type Touch =
  | { readonly access: 'read' | 'write' | 'delete'; readonly path: string }
  | { readonly url: string };

export interface TouchedBy {
  readonly call: ToolCall;
  readonly world: World;
}

/**
 * The accesses of one touch: a relative path has one per directory in which it may start. A server resolves it from its own
 * directory; if that is unknown, the path may be any that ends in these names.
 */
export function accessesOf(touch: Touch, { call, world }: TouchedBy): readonly Access[] {
  if (!isTouch(touch))
    throw new TypeError(
      `touches names no file or host in ${JSON.stringify(touch)}; write { access: 'read', path } or { url }`,
    );
  if ('url' in touch) return [{ kind: 'network', url: readUrl(touch.url) }];
  const kind = touch.access;
  const text = pathIn(touch.path);
  if (text === undefined) return [{ kind, path: { known: false, reason: 'a file URL that cannot be read' } }];
  const roots = call.mcp?.roots ?? [];
  const from =
    roots.length > 0 ? roots.map((root) => absoluteDirectory(root) ?? root) : [call.cwd ?? world.cwd];
  const isRelative = !isAbsolute(text) && !text.startsWith('~') && unusablePath(text) === undefined;
  if (!isRelative) return [{ kind, path: resolvePath({ text, directory: from[0] ?? world.cwd, world }) }];
  const accesses: Access[] = from.map((directory) => ({
    kind,
    path: resolvePath({ text, directory, world }),
  }));
  if (roots.length === 0 && isMcpCall(call)) {
    const ends = normalSegments(text).join('/');
    const reason = `it is relative to a directory of the server`;
    if (ends !== '') accesses.push({ kind, path: { known: false, reason, ends }, perhaps: true });
  }
  return accesses;
}

/** Untyped code may return anything. */
function isTouch(touch: unknown): touch is Touch {
  if (!isRecord(touch)) return false;
  if ('url' in touch) return typeof touch['url'] === 'string';
  return typeof touch['path'] === 'string' && ['read', 'write', 'delete'].includes(String(touch['access']));
}

/** Servers accept `file:///home/dev/x` in place of a path. */
function pathIn(text: string): string | undefined {
  if (!/^\s*file:/iu.test(text)) return text;
  try {
    return decodeURIComponent(new URL(text).pathname);
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return undefined;
    throw error;
  }
}
