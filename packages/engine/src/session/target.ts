import type { Act } from './verbs.ts';

/** Where an action reaches, and which orders would cover it. */
export interface Targets {
  /** Hosts, addresses, people, channels: each of them must be named. */
  readonly sinks: readonly string[];
  /** Records and repositories: one of them must be named if there is nothing else. */
  readonly things: readonly string[];
  /** The project's own remote, cluster or registry, which "push" means without a name. */
  readonly isOwn: boolean;
  readonly acts: readonly Act[];
  /** The tool's name, for an order in its own words: "close the ticket" for `close_ticket`. */
  readonly called?: readonly string[];
  /** A word of it is computed, so no message could have named it. */
  readonly isOpen?: true;
}
