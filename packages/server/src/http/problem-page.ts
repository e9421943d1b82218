import { html, plainPage } from '../route/plain-page.ts';
import type { Problem } from '../route/problem.ts';
import type { Route } from '../route/route.ts';
import { problemFor } from './problem-for.ts';

/** A route that redirects a browser: where it cannot, a person sees why. */
export function isForBrowser({ replies }: Pick<Route, 'replies'>, accept: string | undefined): boolean {
  return 303 in replies && accept?.includes('text/html') === true;
}

interface ProblemPage {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The message that programs get, with a link back. */
export function problemPage(problem: Problem): ProblemPage {
  const { status, headers } = problemFor(problem);
  const page = plainPage(
    'That did not work',
    `<p>${html(problem.message)}.</p><p><a href="/">Back to the sign-in</a></p>`,
  );
  return { status, text: page.text, headers: { ...headers, ...page.headers } };
}
