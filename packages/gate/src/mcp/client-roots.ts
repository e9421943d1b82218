import { fileURLToPath } from 'node:url';
import { isRecord } from '@permesso/engine/call';
import { objectAt, own, textAt, type JsonObject } from './protocol/message.ts';
import type { StartedServer } from './started-server.ts';

/** Directories that the client gave to a server: many servers serve these, and resolve relative paths there. */
export interface ClientRoots {
  readonly learn: (server: string, answer: JsonObject) => void;
  /**
   * Adds these directories to what is known about the server. Unknown stays unknown: it may have others of its own.
   */
  readonly with: (server: string, started: StartedServer | undefined) => StartedServer;
}

const most = 100;

export function clientRoots(): ClientRoots {
  const told = new Map<string, readonly string[]>();
  return {
    learn: (server, answer) => {
      const list = own(objectAt(answer, 'result'), 'roots');
      const entries: readonly unknown[] = Array.isArray(list) ? list : [];
      const roots = entries
        .slice(0, most)
        .flatMap((entry) => directoryOf(isRecord(entry) ? textAt(entry, 'uri') : ''));
      told.set(server, [...new Set([...(told.get(server) ?? []), ...roots])].slice(-most));
    },
    with: (server, started = {}) => {
      const more = told.get(server) ?? [];
      if (started.roots === undefined || more.length === 0) return started;
      return { ...started, roots: [...new Set([...started.roots, ...more])] };
    },
  };
}

function directoryOf(uri: string | undefined): readonly string[] {
  if (uri === undefined || !URL.canParse(uri)) return [];
  const url = new URL(uri);
  if (url.protocol !== 'file:' || url.host !== '' || /%2f/iu.test(url.pathname)) return [];
  return [fileURLToPath(url)];
}
