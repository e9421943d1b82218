import type { Connection } from '../database/query.ts';
import type { PersonCaller, Role } from './caller.ts';

export type ActDetail = Readonly<Record<string, unknown>>;

/** What an act does once it may. `by` is who made it happen: the second person, or the one who asked where there is nobody else. */
export interface ActToDo {
  readonly by: PersonCaller | 'operator';
  readonly organisation: string;
  readonly subject: string;
  readonly detail: ActDetail;
  /** What was sealed with it. */
  readonly secret: string | undefined;
  /** For the record: who asked, where that was somebody else. */
  readonly asked: { readonly askedBy?: string };
}

/** A kind of act that one person alone cannot do. */
export interface SecondPersonAct {
  readonly name: string;
  /** Who may confirm it, for the whole organisation. */
  readonly confirmers: readonly Role[];
  readonly perform: (on: Connection, todo: ActToDo) => Promise<ActResult>;
}

export interface ActResult {
  /** Told to the person who made it happen. */
  readonly reply?: Readonly<Record<string, unknown>>;
  /** Whether what agents are told has changed. */
  readonly changesBundles?: true;
}
