import { archives, fileChanges } from './file-changes.ts';
import { buildTools } from './build-tools.ts';
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

/** Every family that is known. A new one is a new file and a line here. */
export const families: ReadonlyMap<string, readonly Command[]> = new Map([
  ['archives', archives],
  ['build tools', buildTools],
  ['containers', containers],
  ['databases', databases],
  ['dialogues', dialogues],
  ['documents', documents],
  ['environments', environments],
  ['file changes', fileChanges],
  ['file queries', fileQueries],
  ['git', git],
  ['github', github],
  ['interpreters', interpreters],
  ['local requests', localRequests],
  ['network', network],
  ['packages', packages],
  ['patches', patches],
  ['runners', runners],
  ['shells', shells],
  ['shell builtins', shellBuiltins],
  ['system', system],
  ['text tools', textTools],
]);
