import { archives, fileChanges } from './file-changes.ts';
import { buildTools } from './build-tools.ts';
import { cloudClients } from './cloud-clients.ts';
import { containers } from './containers.ts';
import { databases } from './databases.ts';
import { dialogues } from './dialogues.ts';
import { localRequests } from './local-requests.ts';
import { documents } from './documents.ts';
import { environments } from './environments.ts';
import { fileQueries } from './file-queries.ts';
import { git } from './git.ts';
import { github } from './github.ts';
import { interpreters } from './interpreters.ts';
import type { Command } from '../model/model.ts';
import { network } from './network.ts';
import { packages } from './packages.ts';
import { patches } from './patches.ts';
import { runners, shells } from './runners.ts';
import { shellBuiltins } from './shell-builtins.ts';
import { system } from './system.ts';
import { textTools } from './text-tools.ts';

/** Every family that is known. A new one is a new file and a line here. Its rows are made when a line first names one of them. */
export const families: ReadonlyMap<string, () => readonly Command[]> = new Map([
  ['archives', once(archives)],
  ['build tools', once(buildTools)],
  ['cloud clients', once(cloudClients)],
  ['containers', once(containers)],
  ['databases', once(databases)],
  ['dialogues', once(dialogues)],
  ['documents', once(documents)],
  ['environments', once(environments)],
  ['file changes', once(fileChanges)],
  ['file queries', once(fileQueries)],
  ['git', once(git)],
  ['github', once(github)],
  ['interpreters', once(interpreters)],
  ['local requests', once(localRequests)],
  ['network', once(network)],
  ['packages', once(packages)],
  ['patches', once(patches)],
  ['runners', once(runners)],
  ['shells', once(shells)],
  ['shell builtins', once(shellBuiltins)],
  ['system', once(system)],
  ['text tools', once(textTools)],
]);

function once(make: () => readonly Command[]): () => readonly Command[] {
  let made: readonly Command[] | undefined;
  return () => (made ??= make());
}
