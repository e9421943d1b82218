import type { Manifest } from '@permesso/protocol/bundle';
import type { Membership } from '../disk/membership.ts';
import { isHeld, lastManifest, newestManifest, policyKinds } from '../disk/held-bundle.ts';

/** Default number of hours for which a manifest is valid. */
const usualHours = 72;
/** Tolerated difference between clocks; the server refuses signatures beyond it. */
const clockSlack = 5 * 60_000;
const anHour = 60 * 60_000;

export interface BundleStateOptions {
  readonly directory: string;
  readonly membership: Membership;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Why this machine must not decide by its copy of the team's policy; undefined if it may. Only what the team signed
 * counts, and only until it expires: nobody may keep an old policy in effect by cutting a machine off from the
 * server.
 */
export function bundleProblem({ directory, membership, now }: BundleStateOptions): string | undefined {
  const manifest = lastManifest(directory, membership);
  if (manifest === undefined)
    return `this machine has no valid policy of its team ${membership.url}; fix: permesso team sync`;
  const issued = Date.parse(manifest.issuedAt);
  if (!(issued <= now + clockSlack))
    return `the clock of this machine (${new Date(now).toISOString()}) is behind the team policy (${manifest.issuedAt}); fix: set the clock`;
  const until = validUntil(manifest);
  if (now > until)
    return `the team policy expired at ${new Date(until).toISOString()} without contact to ${membership.url}; fix: permesso team sync`;
  const newest = newestManifest(directory, membership) ?? manifest;
  // While a new policy is being written, its text is already the new one.
  const held = { directory, agent: membership.agent };
  const lost = policyKinds.find((kind) => ![manifest, newest].some((each) => isHeld(kind, each, held)));
  if (lost === undefined) return undefined;
  const name = lost === 'project' ? 'the team policy' : "the organisation's baseline";
  return `the file of ${name} is missing or was changed; fix: permesso team sync`;
}

export function validUntil({ issuedAt, validHours = usualHours }: Manifest): number {
  return Date.parse(issuedAt) + validHours * anHour;
}
