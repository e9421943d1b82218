import { first, only, queries, type Connection } from '../database/query.ts';
import { countedPeople, isByTwo, wasAlwaysAlone } from '../identity/index.ts';
import { Problem, existing } from '../route/problem.ts';
import { knownPolicyAnswers, tooLong } from './threads/policy-answers.ts';

const sql = queries(import.meta.dirname);
const versionTexts = sql<Texts, { project: string; version: number }>('version-texts.sql');
const listReviews = sql<Review, { project: string; version: number; base: number }>('list-reviews.sql');
const reviewSetting = sql<{ required: boolean }>('review-setting.sql');
const operatorReview = sql<{ at: Date }, { project: string; version: number; base: number }>(
  'operator-review.sql',
);

interface Texts {
  readonly author: string;
  readonly digest: string;
  readonly text: string;
  readonly base: number | null;
  readonly baseText: string | null;
}

export interface Review {
  readonly person: string;
  readonly name: string;
  readonly verdict: 'approve' | 'reject';
  readonly comment: string | null;
  readonly at: Date;
}

/** A version's review: whether it may be rolled out. */
export interface ReviewState {
  readonly state: 'not needed' | 'needed' | 'approved' | 'rejected';
  /** The active version that it is compared with. */
  readonly base: number | null;
  readonly author: string;
  readonly digest: string;
  /** What it may allow that the active version does not. */
  readonly looser: readonly string[];
  readonly reviews: readonly Review[];
}

/** The roles that may review a version, in its project or everywhere. */
export const reviewers = ['author', 'admin'] as const;

/**
 * A version that loosens takes effect only after somebody other than its author, or the operator, has approved it:
 * otherwise one author could allow everything everywhere. Not required if there has never been anybody else.
 */
export async function reviewOf(on: Connection, project: string, version: number): Promise<ReviewState> {
  const texts = await existing(versionTexts(on, { project, version }), 'version');
  const { author, digest, base } = texts;
  const looser = looserThan(texts);
  const known = { base, author, digest, looser };
  if (looser.length === 0) return { ...known, state: 'not needed', reviews: [] };
  const { required } = await only(reviewSetting(on));
  const about = { project, version, base: base ?? 0 };
  const reviews = await listReviews(on, about);
  if (!required || (await wasAlwaysAlone(on, author, reviewers)))
    return { ...known, state: 'not needed', reviews };
  if (reviews.some(({ verdict }) => verdict === 'reject')) return { ...known, state: 'rejected', reviews };
  const agreed = [author, ...reviews.map(({ person }) => person)];
  const isApproved =
    isByTwo(await countedPeople(on, agreed), agreed) ||
    (await first(operatorReview(on, about))) !== undefined;
  return { ...known, state: isApproved ? 'approved' : 'needed', reviews };
}

/** Throws if a second person's approval is missing. */
export async function requireReview(on: Connection, project: string, version: number): Promise<ReviewState> {
  const review = await reviewOf(on, project, version);
  const { state, looser } = review;
  if (state === 'needed')
    throw new Problem(
      409,
      `version ${version} makes the policy looser and needs review by a second person: ` +
        'an author or admin of the project who did not write it. Where there is nobody, the operator of the server ' +
        'approves it: permesso serve approve-version ORGANISATION PROJECT VERSION',
      { review: state, looser },
    );
  if (state === 'rejected')
    throw new Problem(409, `version ${version} was rejected in review; add another version`, {
      review: state,
      looser,
    });
  return review;
}

function looserThan({ text, baseText }: Texts): readonly string[] {
  const [found = tooLong] = knownPolicyAnswers([
    { is: 'loosened', input: { before: baseText, after: text } },
  ]);
  return found === tooLong ? [`its changes cannot be determined: ${tooLong}`] : found;
}
