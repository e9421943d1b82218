import { entry, type JsonNode, readJsonc } from '@permesso/engine/text';
import { readText } from '@permesso/gate/disk';
import type { HostFinding } from '../../examine/finding.ts';
import { hookMark, type Guard, type HostPlaces } from '../../install/installer.ts';
import { permissionUses } from '../../mods/mod-events.ts';
import { isTrustedMod } from '../../mods/trusted-mods.ts';
import { findPlugins, type FoundPlugin } from './find-mods.ts';
import { guardId } from './guard-mod.ts';
import { claudeSettings, type ClaudeSettings } from './settings-files.ts';

/** Hook events in which a command can answer for a person or change a call, with what it can do. */
const answeringEvents: ReadonlyMap<string, string> = new Map([
  ['PreToolUse', 'can change the input of a call'],
  ['PermissionRequest', 'can answer a permission request in place of a person'],
  ['Elicitation', 'can answer a form in place of a person'],
]);

export interface ModOptions {
  readonly state: string;
  readonly guard?: Guard;
}

/** Foreign code in Claude Code: mods, and hooks that can answer for a person. */
export function examineMods(places: HostPlaces, { state, guard }: ModOptions): readonly HostFinding[] {
  const isGuarded = guard !== undefined && guardProblem(places, guard) === undefined;
  return [
    ...findPlugins(places)
      .filter(({ name }) => name !== guard?.name)
      .flatMap((plugin) => pluginFindings(plugin, { state, isGuarded })),
    ...claudeSettings(places).flatMap((file) => foreignHooks(file, isGuarded)),
  ];
}

function pluginFindings(
  { name, root, from, uses, hookEvents }: FoundPlugin,
  { state, isGuarded }: { readonly state: string; readonly isGuarded: boolean },
): readonly HostFinding[] {
  const answering = hookEvents.flatMap((event) => {
    const can = answeringEvents.get(event);
    return can === undefined ? [] : [`${event} hook (${can})`];
  });
  const hooks: readonly HostFinding[] =
    answering.length === 0
      ? []
      : [
          {
            about: 'other-code',
            level: 'warning',
            what: `the plugin ${name} (from ${from}) registers a ${answering.join(' and a ')}`,
            file: root,
            fix: 'read what it does, or remove the plugin',
          },
        ];
  if (uses === undefined || isTrustedMod({ name, root }, state)) return hooks;
  const touched = permissionUses(uses);
  const all =
    [...uses.events, ...uses.calls.map((call) => `$.${call}`)].join(', ') || 'nothing that could be read';
  if (touched.length === 0)
    return [
      ...hooks,
      {
        about: 'other-code',
        level: 'warning',
        what: `the mod ${name} (from ${from}) uses ${all}`,
        file: root,
        fix: `read what it does, then run \`permesso trust mod ${root}\`, or remove it`,
      },
    ];
  return [
    ...hooks,
    {
      about: 'other-code',
      level: isGuarded ? 'warning' : 'danger',
      what: `the mod ${name} (from ${from}) can decide about calls: it uses ${touched.join(', ')}${
        isGuarded ? '. The guard mod refuses it' : ', and no guard mod is in place'
      }`,
      file: root,
      fix: isGuarded
        ? `remove it; or read what it does, then run \`permesso trust mod ${root}\``
        : 'permesso init --host claude-code',
    },
  ];
}

/**
 * Foreign hooks in settings; a project's come with the repository. The guard mod has any input that a hook changed
 * decided again, so with it such a hook is no danger.
 */
function foreignHooks({ path, of }: ClaudeSettings, isGuarded: boolean): readonly HostFinding[] {
  const read = readText(path);
  const settings = 'text' in read ? readJsonc(read.text) : undefined;
  if (settings === undefined || 'error' in settings) return [];
  return Array.from(answeringEvents).flatMap(([event, can]) =>
    (entry(settings.root, 'hooks', event)?.items ?? [])
      .filter((group) => !isOurs(group))
      .map(({ line }): HostFinding => ({
        about: 'other-code',
        level: of === 'project' && !(event === 'PreToolUse' && isGuarded) ? 'danger' : 'warning',
        what: `a ${event} hook that is not Permesso's: it ${can}`,
        file: path,
        line,
        fix: 'read what it does, or remove it',
      })),
  );
}

function isOurs(group: JsonNode): boolean {
  const commands = (entry(group, 'hooks')?.items ?? []).map((hook) => entry(hook, 'command')?.value);
  return commands.length > 0 && commands.every((command) => String(command).includes(hookMark));
}

/** Why the guard mod would not be loaded before all others; undefined if it would. */
export function guardProblem(places: HostPlaces, { name }: Guard): string | undefined {
  return claudeSettings(places)
    .map((file) => problemIn(file, guardId(name)))
    .find((problem) => problem !== undefined);
}

function problemIn({ path, of }: ClaudeSettings, id: string): string | undefined {
  const read = readText(path);
  const settings = 'text' in read ? readJsonc(read.text) : undefined;
  // An unreadable file of a project or of the administrator is reported separately.
  if (settings === undefined || 'error' in settings)
    return of === 'user' ? `the guard mod is not listed in ${path}` : undefined;
  if (entry(settings.root, 'enabledPlugins', id)?.value === false)
    return `${path} switches the guard mod off (enabledPlugins)`;
  const first = entry(settings.root, 'prependPlugins');
  if (of === 'managed' && first !== undefined)
    return `${path} sets prependPlugins, so Claude Code ignores the list in your settings`;
  return of === 'user' && first?.items[0]?.value !== id
    ? `the guard mod is not the first entry of prependPlugins in ${path}`
    : undefined;
}
