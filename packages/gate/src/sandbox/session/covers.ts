import { isAtOrBelow, type SandboxProfile } from '../read-profile.ts';

/**
 * Whether a sandbox with one profile may run a call that was decided for another: it opens nothing that the call's profile
 * closes. The first thing that it would open; nothing where it is the same or stricter.
 */
export function whatItOpens(running: SandboxProfile, wanted: SandboxProfile): string | undefined {
  const inside = (path: string, places: readonly string[]): boolean =>
    places.some((place) => isAtOrBelow(path, place));
  const write = running.writable.find((path) => !inside(path, wanted.writable));
  if (write !== undefined) return `${write} is writable`;
  const change = wanted.readOnly.find(
    (path) => inside(path, running.writable) && !inside(path, running.readOnly),
  );
  if (change !== undefined) return `${change} can be changed`;
  const read = wanted.hidden.find((path) => !inside(path, running.hidden));
  if (read !== undefined) return `${read} can be read`;
  const host = running.hosts.find((each) => !wanted.hosts.includes(each));
  if (host !== undefined) return `${host} can be reached`;
  const name = running.environment.find((each) => !wanted.environment.includes(each));
  return name === undefined ? undefined : `the variable ${name} is kept`;
}
