import { eitherShape, list, object, oneOf, orNull, text, type TypeOf } from '../shape/index.ts';

/** The local console: one person, the files of this machine. */
const localWho = object({ mode: oneOf('local') }, { cwd: text, by: text });

export type LocalWho = TypeOf<typeof localWho>;

const teamProject = object({ id: text, name: text, frozen: orNull(text) });

export type TeamProject = TypeOf<typeof teamProject>;

/** Who sits at the page of a team server, and where. */
export const teamWho = object({
  mode: oneOf('team'),
  organisation: text,
  /** Why every call of the organisation is denied. */
  frozen: orNull(text),
  person: text,
  email: orNull(text),
  roles: list(object({ role: text, project: orNull(text) })),
  /** Those that run on the server and that people meet: pages show their parts. */
  plugins: list(text),
  /** Those that the person may look at. */
  projects: list(teamProject),
});

export type TeamWho = TypeOf<typeof teamWho>;

/** The first thing that a page asks: what it talks to, and for whom. */
export const who = eitherShape(localWho, teamWho);

/** `permesso-csrf` of a signed-in browser. */
export const browserSession = object({ csrf: text });
