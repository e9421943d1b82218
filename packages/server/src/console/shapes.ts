/** What the pages are told by a team server, beyond what the local console tells them. No imports: pages read this too. */

/** Who sits at the page, and where. */
export interface TeamWho {
  readonly mode: 'team';
  readonly organisation: string;
  /** Why every call of the organisation is denied. */
  readonly frozen: string | null;
  readonly person: string;
  readonly email: string | null;
  readonly roles: readonly { readonly role: string; readonly project: string | null }[];
  /** Those that the person may look at. */
  readonly projects: readonly TeamProject[];
}

export interface TeamProject {
  readonly id: string;
  readonly name: string;
  readonly frozen: string | null;
}

/** What a team knows about a question beside the question itself. */
export interface AroundQuestion {
  readonly projectId: string;
  readonly project: string;
  readonly agent: string;
  readonly owner: string;
  /** So many must say yes. */
  readonly quorum: number;
  readonly votes: readonly { readonly by: string; readonly verdict: string }[];
  /** How often the same was asked while it waited. */
  readonly joined: number;
  readonly isEscalated: boolean;
  /** Why whoever looks cannot answer. */
  readonly whyNot?: string;
}

/** All that waits, as far as it fits. */
export interface LiveInbox<Item> {
  readonly items: readonly Item[];
  readonly waiting: number;
}

/** What came or changed, and what does not wait any more. */
export interface LiveChange<Item> {
  readonly added: readonly Item[];
  readonly gone: readonly string[];
}

/** An entry of the record as it was received: an agent wrote it, and anything may stand there. */
export interface TeamEntry {
  readonly agent: string;
  readonly agentName: string;
  readonly seq: number;
  readonly receivedAt: string;
  readonly entry: unknown;
}

/** One step of a search through the record. */
export interface TeamFound {
  readonly entries: readonly TeamEntry[];
  /** Absent where the record begins. */
  readonly more?: string;
  /** Everything since then was looked at. */
  readonly back: string;
}
