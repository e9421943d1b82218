/**
 * Holds the engine's library in a process of its own, started with an environment, a working directory and a temporary
 * directory that no project decides about. It is told what to wrap and answers with the engine's command line; it
 * starts no command of an agent. Imports nothing of this package, so that it starts quickly and from the sources too.
 */
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** What of the library is used. */
interface Library {
  readonly initialize: (config: object) => Promise<void>;
  readonly wrapWithSandbox: (
    ...given: [
      command: string,
      shell: string,
      config: object,
      signal: undefined,
      options: { readonly commandId: string },
    ]
  ) => Promise<string>;
  readonly registerCommandNetworkLists: (
    id: string,
    lists: { readonly allowedDomains: readonly string[] },
  ) => void;
  readonly unregisterCommandNetworkLists: (id: string) => void;
  readonly cleanupAfterCommand: () => void;
  readonly reset: () => Promise<void>;
}

interface Wrap {
  readonly kind: 'wrap';
  readonly id: string;
  readonly command: string;
  readonly shell: string;
  /** What every command has in common; needed once, where hosts are listed. */
  readonly base: object;
  readonly config: object;
  readonly hosts: readonly string[];
}

export type EngineRequest = Wrap | { readonly kind: 'ended'; readonly id: string };

export interface EngineReply {
  readonly id: string;
  readonly line?: string;
  readonly problem?: string;
}

const [main = ''] = process.argv.slice(2);
const { SandboxManager: library } = (await import(pathToFileURL(main).href)) as {
  readonly SandboxManager: Library;
};
let opened: Promise<void> | undefined;

async function wrap({ id, command, shell, base, config, hosts }: Wrap): Promise<EngineReply> {
  try {
    // Without hosts there is no proxy: the network inside is empty, and nothing listens outside.
    if (hosts.length > 0) {
      opened ??= library.initialize(base);
      await opened;
      library.registerCommandNetworkLists(id, { allowedDomains: hosts });
    }
    return {
      id,
      line: await library.wrapWithSandbox(command, shell, config, undefined, { commandId: id }),
    };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}

function ended(id: string): void {
  library.unregisterCommandNetworkLists(id);
  library.cleanupAfterCommand();
}

process.on('message', (request: EngineRequest) => {
  if (request.kind === 'ended') ended(request.id);
  else void wrap(request).then((reply) => process.send?.(reply));
});
// The process that started it is gone or needs it no more: stop the proxy and its bridges, leave nothing behind.
process.on('disconnect', () => {
  const folder = process.cwd();
  void library.reset().finally(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
});
