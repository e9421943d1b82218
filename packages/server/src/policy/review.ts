import { loosenedBy } from 'permesso/team-server';
import { first, only, query, type Connection } from '../database/query.ts';
import { notFound, Problem } from '../route/problem.ts';

const folder = import.meta.dirname;
const versionTexts = query<Texts, { readonly project: string; readonly version: number }>(
  folder,
  'version-texts.sql',
);
const couldReview = query<{ readonly id: string }, { readonly project: string; readonly author: string }>(
  folder,
  'could-review.sql',
);
const listReviews = query<
  Review,
  { readonly project: string; readonly version: number; readonly base: number }
>(folder, 'list-reviews.sql');
const reviewSetting = query<{ readonly required: boolean }>(folder, 'review-setting.sql');

interface Texts {
  readonly author: string;
  readonly digest: string;
  readonly text: string;
  readonly base: number | null;
  readonly baseDigest: string | null;
  readonly baseText: string | null;
}

export interface Review {
  readonly person: string;
  readonly name: string;
  readonly verdict: 'approve' | 'reject';
  readonly comment: string | null;
  readonly at: Date;
}

/** Whether a version may be obeyed, as far as a second person has to say something about it. */
export interface ReviewState {
  readonly state: 'not needed' | 'needed' | 'approved' | 'rejected';
  /** The version in force that it is compared with. */
  readonly base: number | null;
  readonly author: string;
  readonly digest: string;
  /** What it may let through that the version in force does not. */
  readonly looser: readonly string[];
  readonly reviews: readonly Review[];
}

/**
 * A version that loosens is obeyed after somebody else than its author has approved it, where there is somebody else: one
 * author alone could otherwise allow everything everywhere.
 */
export async function reviewOf(on: Connection, project: string, version: number): Promise<ReviewState> {
  const texts = await first(versionTexts(on, { project, version }));
  if (texts === undefined) throw notFound('version');
  const { author, digest, base } = texts;
  const looser = looserThan(texts);
  const known = { base, author, digest, looser };
  if (looser.length === 0) return { ...known, state: 'not needed', reviews: [] };
  const { required } = await only(reviewSetting(on));
  const isAlone = (await first(couldReview(on, { project, author }))) === undefined;
  const reviews = await listReviews(on, { project, version, base: base ?? 0 });
  const state = required && !isAlone ? stateFrom(reviews, author) : 'not needed';
  return { ...known, state, reviews };
}

function stateFrom(reviews: readonly Review[], author: string): ReviewState['state'] {
  if (reviews.some(({ verdict }) => verdict === 'reject')) return 'rejected';
  const isApproved = reviews.some(({ verdict, person }) => verdict === 'approve' && person !== author);
  return isApproved ? 'approved' : 'needed';
}

/** Throws where a second person has yet to say yes; who did, otherwise. */
export async function requireReview(
  on: Connection,
  project: string,
  version: number,
): Promise<readonly string[]> {
  const { state, looser, reviews } = await reviewOf(on, project, version);
  if (state === 'needed')
    throw new Problem(
      409,
      `version ${version} makes the policy looser and needs review by a second person: ` +
        'an author or admin of the project who did not write it',
      { review: state, looser },
    );
  if (state === 'rejected')
    throw new Problem(409, `version ${version} was rejected in review; add another version`, {
      review: state,
      looser,
    });
  return reviews.filter(({ verdict }) => verdict === 'approve').map(({ person }) => person);
}

const mostCompared = 500;
const compared = new Map<string, readonly string[]>();

/** By their hashes: versions never change, and pages look every few seconds. */
function looserThan({ digest, text, baseDigest, baseText }: Texts): readonly string[] {
  const name = `${baseDigest ?? ''} ${digest}`;
  const known = compared.get(name);
  if (known !== undefined) return known;
  if (compared.size >= mostCompared) compared.clear();
  const found = loosenedBy(baseText ?? undefined, text);
  compared.set(name, found);
  return found;
}
