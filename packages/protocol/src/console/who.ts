import { eitherShape, list, object, oneOf, orNull, text, type TypeOf } from '../shape/index.ts';

/** The local console: one person, the files of this machine. */
const localWho = object({ mode: oneOf('local') }, { cwd: text, by: text });

export type LocalWho = TypeOf<typeof localWho>;

const teamProject = object({ id: text, name: text, frozen: orNull(text) });

export type TeamProject = TypeOf<typeof teamProject>;

/** The person who uses a team server's pages, and where. */
export const teamWho = object({
  mode: oneOf('team'),
  organisation: text,
  /** Why every call of the organisation is denied. */
  frozen: orNull(text),
  person: text,
  email: orNull(text),
  roles: list(object({ role: text, project: orNull(text) })),
  /** The plugins that run on the server and add parts to pages. */
  plugins: list(text),
  /** The projects that the person may view. */
  projects: list(teamProject),
});

export type TeamWho = TypeOf<typeof teamWho>;

/** The first request of a page: which server it talks to, and for whom. */
export const who = eitherShape(localWho, teamWho);

/** The `permesso-csrf` token of a signed-in browser. */
export const browserSession = object({ csrf: text });
