import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@permesso/engine/call';
import { loadPolicy, type LoadedPolicy, type LoadOptions } from '@permesso/gate/gate';
import { type PlaceOptions, type Places, readTrustedCode, makeFolder } from '@permesso/gate/disk';
import { codeToTrust } from '../review/untrusted-code.ts';
import type { Programs } from '../install/installer.ts';
import type { Check } from '../examine/finding.ts';

/** Checks what every host's hook depends on. */
export function machineHealth({ places, programs, cwd, options }: MachineOptions): readonly Check[] {
  return [
    policy({ ...options, cwd }),
    ...trustedCode(places, cwd, options),
    state(places),
    hook(programs),
    deadline(programs),
  ];
}

export interface MachineOptions {
  readonly places: Places;
  readonly programs: Programs;
  readonly cwd: string;
  /** Policy locations, where they differ from this person's. */
  readonly options?: PlaceOptions;
}

function policy(place: LoadOptions): Check {
  try {
    const { files, frozen, untrusted, policy: loaded } = loadPolicy(place);
    if (frozen !== undefined)
      return { name: 'policy', is: 'wrong', what: `everything is frozen: ${frozen}`, fix: 'permesso thaw' };
    if (files.length === 0)
      return { name: 'policy', is: 'wrong', what: 'there is no policy here', fix: 'permesso init' };
    if (loaded.observes === true)
      return {
        name: 'policy',
        is: 'wrong',
        what: 'not protected: the policy says `enforce: false`, so calls are recorded and not stopped',
        fix: 'remove `enforce: false` from your policy once `permesso log` shows what you expect',
      };
    const waiting = untrusted.map((file) => `; ${ignoredRules(file)}`).join('');
    return {
      name: 'policy',
      is: 'ok',
      what: `the policy loads, from ${files.length} file${files.length === 1 ? '' : 's'}${waiting}`,
    };
  } catch (error) {
    return {
      name: 'policy',
      is: 'wrong',
      what: `it does not load, so every call is refused: ${messageOf(error).split('\n', 1)[0] ?? ''}`,
      fix: 'permesso lint',
    };
  }
}

/** A permission in a project's file, which has no effect until the person trusts it. */
export function ignoredRules({ file, loosens }: LoadedPolicy['untrusted'][number]): string {
  const [first] = loosens;
  const more = loosens.length > 1 ? ` and ${loosens.length - 1} more` : '';
  const what = first === undefined ? 'what it allows' : `\`${first.text}\`${more}`;
  return `${file}: ${what} ${loosens.length > 1 ? 'are' : 'is'} ignored until you run \`permesso trust\``;
}

/** Without it no code of a project runs unasked. Reports a damaged list, and a project that is not on it. */
function trustedCode(places: Places, cwd: string, options?: PlaceOptions): readonly Check[] {
  const { file, problem } = readTrustedCode(places);
  if (problem !== undefined) {
    const fix = `fix or remove ${file}, then run \`permesso trust code\` in each project`;
    return [{ name: 'trusted-code', is: 'wrong', what: `${file}: ${problem}`, fix }];
  }
  const project = codeToTrust(cwd, options);
  if (project === undefined || project.isTrusted) return [];
  const what =
    'the code of this project is not trusted, so its tests and builds ask; `permesso trust code` ends that';
  return [{ name: 'trusted-code', is: 'ok', what }];
}

/** Grants and the log are written there. */
function state({ state: folder }: Places): Check {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    const isNew = !existsSync(folder);
    makeFolder(folder);
    writeFileSync(probe, '');
    rmSync(isNew ? folder : probe, { recursive: isNew });
    return { name: 'state', is: 'ok', what: `${folder} can be written` };
  } catch (error) {
    return {
      name: 'state',
      is: 'wrong',
      what: `${folder} cannot be written: ${messageOf(error)}`,
      fix: 'make the folder writable for you',
    };
  }
}

function hook({ node, hook: file }: Programs): Check {
  const gone = [node, file].filter((path) => !existsSync(path));
  return gone.length === 0
    ? { name: 'hook', is: 'ok', what: 'Node and the hook program exist' }
    : {
        name: 'hook',
        is: 'wrong',
        what: `${gone.join(' and ')} is gone`,
        fix: 'npm install --global permesso',
      };
}

function deadline({ timeout }: Programs): Check {
  return timeout === undefined
    ? {
        name: 'deadline',
        is: 'unknown',
        what: '`timeout` is not installed: only the agent stops a hook that hangs, and most agents then run the call',
        fix: 'install coreutils',
      }
    : { name: 'deadline', is: 'ok', what: 'a hook that hangs is stopped' };
}
