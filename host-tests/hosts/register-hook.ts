import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyChanges } from '../../packages/permesso/src/install/apply-changes.ts';
import type { Installer, Programs } from '../../packages/permesso/src/install/installer.ts';
import { readManifest } from '../../packages/permesso/src/install/manifest.ts';
import type { Registration } from '../../packages/permesso/src/install/file-change.ts';
import { planHost } from '../../packages/permesso/src/install/plan-install.ts';
import { hostNamed } from '../../packages/permesso/src/host-lists/hosts.ts';
import type { Case } from './case.ts';
import type { Machine } from './machine.ts';
import { rawAnswers, withRawAnswer } from './raw-answers.ts';
import type { RealHost, Setting } from './real-host.ts';
import { searchPath } from './run-program.ts';

const usualDeadline = 20;

/** As `permesso init` does it, but for how long the hook takes and whom it asks. */
export async function registerHook(host: RealHost, setting: Setting, given: Case): Promise<void> {
  const { machine, installed } = setting;
  const { home, project, state } = machine;
  if (host.register !== undefined) {
    host.register(setting);
    return;
  }
  const installer = hostNamed(host.name);
  if (installer === undefined) throw new Error(`${host.name} has no installer`);
  const env = { PATH: searchPath, ...host.start(setting).env };
  const places = { home, config: join(home, '.config'), project, env };
  const plan = await planHost(
    {
      installer: given.raw === undefined ? adjusted(installer, given) : raw(installer, host, given.raw),
      folders: [],
      program: join(installed, 'node_modules/.bin', installer.commands[0] ?? ''),
    },
    {
      situation: { places, programs: programsOn(machine, given), denies: [] },
      state,
      manifest: readManifest(state),
    },
  );
  const wrong = [...plan.problems, ...plan.notes];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  applyChanges(plan.changes, { state });
  if (host.pluginText === undefined) return;
  const plugin = machine.pluginOf(host.name);
  if (given.raw === undefined) adjustPlugin(plugin, given);
  else
    writeFileSync(plugin, host.pluginText(rawAnswers.find(({ name }) => name === given.raw)?.handler ?? ''));
}

function programsOn({ node, hook, plugin, state }: Machine, { withoutGuard }: Case): Programs {
  const timeout = ['/usr/bin/timeout', '/bin/timeout'].find((file) => existsSync(file));
  const guard = { name: 'permesso-0123456789abcdef', state };
  return {
    node,
    hook,
    plugin,
    ...(withoutGuard === true ? {} : { guard }),
    ...(timeout === undefined ? {} : { timeout }),
  };
}

/** The same for a plugin, which holds its deadline itself. */
function adjustPlugin(file: string, { deadline = usualDeadline, ask }: Case): void {
  const text = readFileSync(file, 'utf8');
  const changed = text
    .replace(/\bdeadline = 600\b/, `deadline = ${deadline}`)
    .replace('"--launched",', `${ask === undefined ? '' : `"--ask", "${ask}", `}"--launched",`);
  if (!changed.includes(`deadline = ${deadline}`) || !changed.includes('"--launched",'))
    throw new Error('the plugin is not written as it was: how long does it wait now?');
  writeFileSync(file, changed);
}

/** What the program itself makes of an answer, with nothing of ours around it. */
function raw(installer: Installer, host: RealHost, name: string): Installer {
  return {
    ...installer,
    register: (situation) =>
      JSON.parse(
        withRawAnswer(JSON.stringify(installer.register(situation)), host, name),
      ) as readonly Registration[],
  };
}

/** Nobody waits for nine minutes here. Everything else stays as the installer writes it. */
function adjusted(installer: Installer, { deadline = usualDeadline, ask }: Case): Installer {
  return {
    ...installer,
    register: (situation) => {
      const text = JSON.stringify(installer.register(situation))
        .replaceAll(/ -s KILL \d+ /g, ` -s KILL ${deadline + 2} `)
        .replaceAll(
          / --deadline \d+ /g,
          ` --deadline ${deadline} ${ask === undefined ? '' : `--ask ${ask} `}`,
        );
      return JSON.parse(text) as readonly Registration[];
    },
  };
}
