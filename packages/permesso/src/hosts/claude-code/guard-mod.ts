import { join } from 'node:path';
import { bridgeCommand, bridgeName } from '../../bridge/bridge-command.ts';
import type { Guard, Programs } from '../../install/installer.ts';
import type { Registration } from '../../install/file-change.ts';
import { answered, steering } from '../../launch/launcher.ts';
import { permissionUsesText } from '../../mods/mod-events.ts';

const mark = 'Written by permesso init; permesso uninstall removes it.';

/** Its name in settings: Claude Code's naming for plugins below `skills`. */
export function guardId(name: string): string {
  return `${name}@skills-dir`;
}

/**
 * Our mod that loads before all others and refuses mods that touch permissions. Without it a mod in a project that
 * the person trusted answers before our hook is started, or overrules its deny.
 */
export function guardFiles(
  programs: Programs & { readonly guard: Guard },
  folder: string,
): readonly Registration[] {
  const { node, hook, guard } = programs;
  const file = (path: string, text: string, why: string): Registration => ({
    path: join(folder, 'skills', path),
    why,
    pieces: [{ as: 'file', mark, text, runs: true }],
  });
  return [
    file(
      `${guard.name}/.claude-plugin/plugin.json`,
      json({
        name: guard.name,
        version: '1.0.0',
        description: `Refuses mods that touch permissions. ${mark}`,
      }),
      'a mod that refuses other mods which touch permissions',
    ),
    file(
      `${guard.name}/hooks/hooks.json`,
      json({ description: mark, modules: ['./register.js'] }),
      'its module',
    ),
    file(`${guard.name}/hooks/register.js`, moduleText({ node, hook, guard }), 'what it does'),
    file(
      `${bridgeName}/.claude-plugin/plugin.json`,
      json({
        name: bridgeName,
        version: '1.0.0',
        description: `Shows approval requests. ${mark}`,
        mcpServers: { [bridgeName]: bridgeCommand(programs) },
      }),
      'a server that shows approval requests, under a name for people',
    ),
  ];
}

/** The sender that Claude Code shows above each form. */
const sender = `plugin:${bridgeName}:${bridgeName}`;

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/**
 * Node's modules are unavailable there: our hook reads the list of trusted mods, started without anything of the
 * project's.
 */
function moduleText({ node, hook, guard }: { node: string; hook: string; guard: Guard }): string {
  const check = [
    '/bin/sh',
    '-c',
    `unset ${steering.join(' ')}; exec "$@"`,
    'permesso',
    node,
    hook,
    'mod',
    '--state',
    guard.state,
  ];
  return `// ${mark}
${permissionUsesText}const check = ${JSON.stringify(check)};
const isOurs = (e) => e.mcp_server_name === ${JSON.stringify(sender)};

export const register = (on) => {
  on('plugin.register', async ($, e, next) => {
    if (e.tier === 'builtin') return next(e);
    const uses = permissionUses(e.uses);
    if (uses.length === 0) return next(e);
    const said = await $.process.run([...check, '--name', e.name, '--root', e.root], { timeoutMs: 8000 });
    if (said.exitCode === ${answered}) return next(e);
    return {
      refuse: 'Permesso refuses this mod, because it uses ' + uses.join(', ') + '. To trust it: permesso trust mod ' + e.root,
    };
  }).catch(($, e, next) => (next.called ? next(e) : { refuse: 'Permesso could not check this mod: run permesso doctor' }));

  // Hooks of the project may answer a form in place of the person, or change what the person answered: not ours.
  on('classic.Elicitation', async ($, e, next) => (isOurs(e) ? {} : next(e)))
    .catch(($, e, next) => (isOurs(e) || next.called ? {} : next(e)));
  on('classic.ElicitationResult', async ($, e, next) => (isOurs(e) ? {} : next(e)))
    .catch(($, e, next) => (isOurs(e) || next.called ? {} : next(e)));

  // Hooks run side by side, so a hook of the project may change the input that ours has allowed.
  on('classic.PreToolUse', async ($, e, next) => {
    const said = await next(e);
    if (said.updatedInput === undefined || said.deny !== undefined) return said;
    const again = await next({ ...said.updatedInput, tool: e.tool, tool_use_id: e.tool_use_id });
    if (JSON.stringify(again.updatedInput ?? said.updatedInput) !== JSON.stringify(said.updatedInput))
      return { deny: 'Permesso denies this call, because a hook changes its input each time it is asked.' };
    return { ...again, updatedInput: said.updatedInput };
  }).catch(() => ({ deny: 'Permesso could not check the input that a hook changed, so it denies this call.' }));
};
`;
}
