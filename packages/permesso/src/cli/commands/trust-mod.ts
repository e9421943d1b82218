import { basename, resolve } from 'node:path';
import { printable } from '@permesso/engine/decision';
import { findPlugins, pluginAt, type FoundPlugin } from '../../hosts/claude-code/find-mods.ts';
import { guardName } from '../../install/guard-name.ts';
import { digestOfMod } from '../../mods/mod-digest.ts';
import { permissionUses } from '../../mods/mod-events.ts';
import { changeTrustedMods, isTrustedMod, readTrustedMods } from '../../mods/trusted-mods.ts';
import { findPlaces } from '@permesso/gate/disk';
import { UsageError, type CommandInput, type Output } from '../command.ts';
import { hostPlaces } from '../host-places.ts';
import { confirmLoosening } from '../own-terminal.ts';

/**
 * `trust mod`: a person lets a Claude Code mod decide about calls. Requires a terminal, which an agent does not have.
 */
export async function trustMod(named: string | undefined, given: CommandInput, out: Output): Promise<number> {
  const { state } = findPlaces();
  const { problem } = readTrustedMods(state);
  if (problem !== undefined) out.complain(problem);
  if (named === undefined || given.flag('list')) return list(given, out);
  return given.flag('revoke') ? revoke(named, out) : trustOne(named, { given, out });
}

function modsHere(given: CommandInput): readonly FoundPlugin[] {
  const guard = guardName(findPlaces().state);
  return findPlugins(hostPlaces(given)).filter(({ name, uses }) => uses !== undefined && name !== guard);
}

function list(given: CommandInput, out: Output): number {
  const { state } = findPlaces();
  const mods = modsHere(given).map(({ name, root, from, uses = { events: [], calls: [] } }) => ({
    name,
    root,
    from,
    trusted: isTrustedMod({ name, root }, state),
    permissions: permissionUses(uses),
  }));
  if (given.flag('json')) {
    out.print(JSON.stringify({ mods, trusted: readTrustedMods(state).mods }, undefined, 2));
    return 0;
  }
  if (mods.length === 0) out.print('No mods of Claude Code were found here.');
  for (const { name, root, from, trusted, permissions } of mods) {
    const verdict = trusted ? 'trusted' : permissions.length === 0 ? 'loaded, does not decide' : 'refused';
    out.print(printable(`${name}: ${verdict} (from ${from}, ${root})`));
    if (permissions.length > 0) out.print(`  uses ${printable(permissions.join(', '))}`);
  }
  return 0;
}

function findMod(named: string, given: CommandInput): FoundPlugin {
  if (/[\\/]/.test(named)) {
    const found = pluginAt(resolve(named), 'this folder');
    if (found?.uses === undefined)
      throw new UsageError(`${named} holds no mod: there is no hooks/hooks.json with \`modules\``);
    return found;
  }
  const all = modsHere(given).filter(({ name }) => name === named);
  const [found, another] = all;
  if (found === undefined)
    throw new UsageError(
      `no mod is called \`${named}\` here; \`permesso trust mod\` lists them, or name a folder`,
    );
  if (another !== undefined)
    throw new UsageError(
      `several mods are called \`${named}\`; name a folder:\n${all.map(({ root }) => `  ${root}`).join('\n')}`,
    );
  return found;
}

async function trustOne(
  named: string,
  { given, out }: { given: CommandInput; out: Output },
): Promise<number> {
  const { state } = findPlaces();
  const { name, root, uses = { events: [], calls: [] } } = findMod(named, given);
  const found = digestOfMod(root);
  if ('unreadable' in found) {
    out.complain(`${root}: ${found.unreadable}, so it cannot be trusted.`);
    return 1;
  }
  if (isTrustedMod({ name, root }, state)) {
    out.print(`The mod ${name} is trusted as it is.`);
    return 0;
  }
  const touched = permissionUses(uses);
  out.print(
    [
      `The mod ${printable(name)} in ${printable(root)}`,
      `  hooks   ${printable(uses.events.join(', ')) || 'nothing'}`,
      `  calls   ${printable(uses.calls.map((call) => `$.${call}`).join(', ')) || 'nothing'}`,
      `  sha256  ${found.digest}`,
      ...(touched.length === 0
        ? []
        : ['', `It can allow calls that your policy denies, by ${printable(touched.join(', '))}.`]),
      '',
    ].join('\n'),
  );
  if (!(await confirmLoosening(`Trust exactly this content of ${printable(basename(root))}?`, out))) {
    out.print('Not trusted.');
    return 1;
  }
  // The digest of the text that was shown: if the file changed since, its digest differs and the guard refuses it.
  const entry = { name, digest: found.digest, at: new Date().toISOString() };
  await changeTrustedMods(state, (mods) => [...mods.filter((mod) => mod.name !== name), entry]);
  out.print('Trusted. When its content changes, the guard refuses it again.');
  return 0;
}

async function revoke(name: string, out: Output): Promise<number> {
  const { state } = findPlaces();
  const known = readTrustedMods(state).mods.some((mod) => mod.name === name);
  if (known) await changeTrustedMods(state, (mods) => mods.filter((mod) => mod.name !== name));
  out.print(
    known
      ? `The mod ${printable(name)} is not trusted any more.`
      : `No trusted mod is called ${printable(name)}.`,
  );
  return 0;
}
