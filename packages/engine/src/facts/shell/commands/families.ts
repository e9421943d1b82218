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
import { lazily } from '../../lazily.ts';
import type { Command } from '../model/model.ts';
import { network } from './network.ts';
import { packages } from './packages.ts';
import { patches } from './patches.ts';
import { runners, shells } from './runners.ts';
import { shellBuiltins } from './shell-builtins.ts';
import { system } from './system.ts';
import { textTools } from './text-tools.ts';
import { warehouses } from './warehouses.ts';

/** All families. A new one is a new file and a line here. Its rows are made when a line first names one of them. */
export const families: ReadonlyMap<string, () => readonly Command[]> = new Map([
  ['archives', lazily(archives)],
  ['build tools', lazily(buildTools)],
  ['cloud clients', lazily(cloudClients)],
  ['containers', lazily(containers)],
  ['databases', lazily(databases)],
  ['dialogues', lazily(dialogues)],
  ['documents', lazily(documents)],
  ['environments', lazily(environments)],
  ['file changes', lazily(fileChanges)],
  ['file queries', lazily(fileQueries)],
  ['git', lazily(git)],
  ['github', lazily(github)],
  ['interpreters', lazily(interpreters)],
  ['local requests', lazily(localRequests)],
  ['network', lazily(network)],
  ['packages', lazily(packages)],
  ['patches', lazily(patches)],
  ['runners', lazily(runners)],
  ['shells', lazily(shells)],
  ['shell builtins', lazily(shellBuiltins)],
  ['system', lazily(system)],
  ['text tools', lazily(textTools)],
  ['warehouses', lazily(warehouses)],
]);
