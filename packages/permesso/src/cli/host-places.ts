import { dirname } from 'node:path';
import { installers } from '../host-lists/installers.ts';
import { findHosts, lookFor, type FoundHost } from '../install/find-hosts.ts';
import type { HostPlaces } from '../install/installer.ts';
import { findPlaces } from '@permesso/gate/storage';
import { UsageError, type CommandOption, type CommandInput } from './command.ts';
import { placeOptions } from './policy-options.ts';

export const hostOption: CommandOption = {
  name: 'host',
  value: 'NAME',
  repeats: true,
  help: 'only this one',
};

/** Where hosts keep their settings for the person who runs this. */
export function hostPlaces(given: CommandInput): HostPlaces {
  const { home, config } = findPlaces();
  return { home, config: dirname(config), project: placeOptions(given).cwd, env: process.env };
}

/** The hosts that are named, found here or not; those that are found where none is named. */
export function hostsFor(names: readonly string[], places: HostPlaces): readonly FoundHost[] {
  if (names.length === 0) return findHosts(installers, places);
  return names.map((name) => {
    const installer = installers.find((each) => each.name === name);
    if (installer === undefined)
      throw new UsageError(
        `there is no host \`${name}\`; there are ${installers.map((each) => each.name).join(', ')}`,
      );
    return lookFor(installer, places);
  });
}

/** A path as a person writes it. */
export function fromHome(path: string, { home }: Pick<HostPlaces, 'home'>): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
