/** What clients saw with their own eyes, to be held against the database afterwards. */
export interface Seen {
  /** Agent -> the highest entry that a server acknowledged. */
  readonly acknowledged: Map<string, number>;
  /** Question -> who was given its yes. */
  readonly used: Map<string, Set<string>>;
  /** Question -> verdicts that a person was told had counted. */
  readonly counted: Map<string, string[]>;
  readonly asked: Set<string>;
  /** Questions whose time was over by the database's clock while nobody had answered, or while nobody had used the approval. */
  readonly overdue: Map<string, 'pending' | 'approved'>;
  /** What was wrong while it ran, each as a sentence. */
  readonly wrong: string[];
  requests: number;
  failures: number;
}

export function newSeen(): Seen {
  return {
    acknowledged: new Map(),
    used: new Map(),
    counted: new Map(),
    asked: new Set(),
    overdue: new Map(),
    wrong: [],
    requests: 0,
    failures: 0,
  };
}
