import type { Redirection } from '../read/state/invocation.ts';

/** The text of the command's only here-document, if nothing in it is expanded. */
export function givenText(redirections: readonly Redirection[]): string | undefined {
  const inputs = redirections.filter(({ operator }) => operator.startsWith('<'));
  const [only, ...others] = inputs;
  const isInput = only?.descriptor === undefined || only.descriptor === '0';
  return only?.verbatim === true && isInput && others.length === 0 ? only.body : undefined;
}
