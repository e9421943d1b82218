import { definedFields } from '../../call/defined-fields.ts';
import { checkFor } from '../check-input.ts';
import type { Policy } from '../policy.ts';
import type { Finding } from './finding.ts';

/** Checks where they do not count, and checks that nobody defines. */
export function lintChecks({ rules, checks = [], problems }: Policy): readonly Finding[] {
  const misplaced = problems
    .filter(({ about, text }) => about === 'key' && (text === 'check' || text === 'checks'))
    .map(({ message, fix, file, line }): Finding => {
      const rule = rules.find(({ origin }) => origin.file === file && origin.line === line);
      return { code: 'check', severity: 'error', removable: false, message, ...definedFields({ rule, fix }) };
    });
  const undefinedOnes = rules
    .filter(
      ({ check, origin }) =>
        check !== undefined && checkFor(checks, { name: check, layer: origin.layer }) === undefined,
    )
    .map((rule): Finding => ({
      code: 'check',
      severity: 'warning',
      rule,
      removable: false,
      message: `no policy of this or a stronger layer defines the check \`${rule.check ?? ''}\`: unless the program brings it, the rule holds for every call`,
      fix: 'define it under `checks`',
    }));
  return [...misplaced, ...undefinedOnes];
}
