import type { Connection } from '../database/query.ts';
import type { PersonCaller, Role } from './caller.ts';

export type ActDetail = Readonly<Record<string, unknown>>;

/** Input for executing a confirmed act. `by`: the second person, or the requester if there is nobody else. */
export interface ActToDo {
  readonly by: PersonCaller | 'operator';
  readonly organisation: string;
  readonly subject: string;
  readonly detail: ActDetail;
  /** What was sealed with it. */
  readonly secret: string | undefined;
  /** For the record: the requester, if that was somebody else. */
  readonly asked: { readonly askedBy?: string };
}

/** A kind of act that one person alone cannot perform. */
export interface SecondPersonAct {
  readonly name: string;
  /** The roles that may confirm it, for the whole organisation. */
  readonly confirmers: readonly Role[];
  readonly perform: (on: Connection, todo: ActToDo) => Promise<ActResult>;
}

export interface ActResult {
  /** Returned to the person who executed it. */
  readonly reply?: Readonly<Record<string, unknown>>;
  /** Whether agents' bundles have changed. */
  readonly changesBundles?: true;
}
