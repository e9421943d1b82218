import type { Case } from './case.ts';
import { exceptionFor } from './exceptions.ts';
import type { RealHost } from './real-host.ts';
import { expectedOf, type Result } from './run-case.ts';

/** What is wrong with a result; undefined when it is as it should be, or an exception that is written down. */
export function complaint(host: RealHost, given: Case, result: Result): string | undefined {
  // A denial that was never given proves nothing about a denial.
  if (result.trouble !== '') return result.trouble;
  const expected = expectedOf(given, host);
  const exception = exceptionFor(host.name, given.name);
  if (exception !== undefined && exception.deed === result.deed) return undefined;
  if (result.deed !== expected) return `${result.deed} instead of ${expected}`;
  if (exception !== undefined) return `${result.deed}, so its written exception is out of date`;
  if (given.told !== undefined && host.tells && !result.told.includes(given.told))
    return `the model was not told "${given.told}"`;
  return undefined;
}
