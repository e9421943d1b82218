/**
 * Holds the engine's library in a process of its own, started with an environment, a working directory and a temporary
 * directory that no project decides about. It is told what to wrap and answers with the engine's command line; it
 * starts no command of an agent. Imports next to nothing of this package, so that it starts quickly and from the sources too.
 *
 *     engine-process.js MAIN COMPILED            for the process that started it, until that ends
 *     engine-process.js MAIN COMPILED SOCKET     for every process of this user, until none has asked for half an hour
 */
import { rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { messageLine } from './session/message-line.ts';

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

/** `stop` ends an engine that serves many. */
export type SharedRequest = Wrap | { readonly kind: 'stop' };

export type EngineRequest = Wrap | { readonly kind: 'ended'; readonly id: string };

export interface EngineReply {
  readonly id: string;
  /** Where the engine keeps its sockets. */
  readonly runFolder?: string;
  readonly line?: string;
  readonly problem?: string;
}

const [main = '', compiled, address] = process.argv.slice(2);
// Compiling the library is a third of starting it. The folder is its owner's alone.
enableCompileCache(compiled);
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
      runFolder: process.cwd(),
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

/** Stops the proxy and its bridges, and leaves nothing behind. */
function endEngine(): void {
  const folder = process.cwd();
  void library.reset().finally(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
}

if (address === undefined) {
  process.on('message', (request: EngineRequest) => {
    if (request.kind === 'ended') ended(request.id);
    else void wrap(request).then((reply) => process.send?.(reply));
  });
  // The process that started it is gone or needs it no more.
  process.on('disconnect', endEngine);
} else serveMany(address);

/** A connection is a command: it ends with it, however that ends. */
function serveMany(path: string): void {
  const idle = 30 * 60 * 1000;
  let open = 0;
  let timer = setTimeout(endEngine, idle);
  const server = createServer((socket) => {
    open += 1;
    clearTimeout(timer);
    answerCommand(socket);
    socket.on('close', () => {
      open -= 1;
      if (open > 0) return;
      clearTimeout(timer);
      timer = setTimeout(endEngine, idle);
    });
  });
  // Another one was quicker: that serves.
  server.on('error', endEngine);
  // Nobody else may connect, not even between making it and changing its mode.
  process.umask(0o177);
  server.listen(path, () => process.stdout.write('ready\n'));
}

function answerCommand(socket: Socket): void {
  const ids: string[] = [];
  socket.on('error', () => socket.destroy());
  socket.on('close', () => ids.forEach(ended));
  createInterface({ input: socket }).on('line', (line) => {
    const request = readShared(line);
    if (request === undefined) socket.destroy();
    else if (request.kind === 'stop') endEngine();
    else {
      ids.push(request.id);
      void wrap(request).then((reply) => socket.write(messageLine(reply)));
    }
  });
}

function readShared(line: string): SharedRequest | undefined {
  try {
    const said = JSON.parse(line) as SharedRequest | null;
    if (said?.kind === 'stop') return said;
    const { id, command, shell, base, config, hosts } = (said ?? {}) as Partial<Wrap>;
    const texts = [id, command, shell].every((each) => typeof each === 'string');
    const objects = [base, config].every((each) => typeof each === 'object' && each !== null);
    return said?.kind === 'wrap' && texts && objects && Array.isArray(hosts) ? said : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
