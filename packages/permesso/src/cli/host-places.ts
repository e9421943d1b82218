import { dirname, sep } from 'node:path';
import { hookHosts } from '../host-lists/hook-hosts.ts';
import { hostNamed, hosts } from '../host-lists/hosts.ts';
import { findHosts, lookFor, type FoundHost } from '../install/find-hosts.ts';
import type { HostPlaces, Installer } from '../install/installer.ts';
import { findPlaces } from '@permesso/gate/disk';
import { UsageError, type CommandOption, type CommandInput } from './command.ts';
import { placeOptions } from './policy-options.ts';

export const hostOption: CommandOption = {
  name: 'host',
  value: 'NAME',
  repeats: true,
  help: 'only this one',
};

/** Where hosts keep the settings of the current user. */
export function hostPlaces(given: CommandInput): HostPlaces {
  const { home, config } = findPlaces();
  return { home, config: dirname(config), project: placeOptions(given).cwd, env: process.env };
}

/** The named hosts, found here or not; without names, those that are found. */
export function hostsFor(names: readonly string[], places: HostPlaces): readonly FoundHost[] {
  if (names.length === 0) return findHosts(hosts.filter(runsHere), places);
  return names.map((name) => {
    const installer = hostNamed(name);
    if (installer !== undefined && !runsHere(installer))
      throw new UsageError(`${installer.title} is not set up on Windows: its hooks were not seen there`);
    if (installer === undefined)
      throw new UsageError(
        `there is no host \`${name}\`; there are ${hosts.map((each) => each.name).join(', ')}`,
      );
    return lookFor(installer, places);
  });
}

/** On Windows only programs that document which shell starts their hooks. */
function runsHere({ name }: Pick<Installer, 'name'>): boolean {
  return process.platform !== 'win32' || hookHosts.get(name)?.windowsShell !== undefined;
}

/** A path with `~` for the home directory. */
export function fromHome(path: string, { home }: Pick<HostPlaces, 'home'>): string {
  return path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path;
}
