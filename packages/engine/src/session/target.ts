import type { Act } from './verbs.ts';

/** Where an act reaches, and which orders would be one for it. */
export interface Targets {
  /** Hosts, addresses, people, channels: each of them must be named. */
  readonly sinks: readonly string[];
  /** Records and repositories: one of them must be named, where nothing else is. */
  readonly things: readonly string[];
  /** The project's own remote, cluster or registry, which "push" means without a name. */
  readonly isOwn: boolean;
  readonly acts: readonly Act[];
  /** What a tool is called, for an order in the tool's own words: "close the ticket" for `close_ticket`. */
  readonly called?: readonly string[];
  /** A word of it is computed: nobody could have named it. */
  readonly isOpen?: true;
}
