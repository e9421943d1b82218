import type { Decision } from './decision.ts';

/** Nothing fails open: when deciding itself breaks, the verdict is deny and says so. */
export function failureDecision(error: string): Decision {
  const reason = `the decision failed: ${error}`;
  return {
    verdict: 'deny',
    receipt: {
      mode: { used: 'default' },
      parts: [
        {
          label: 'the call',
          verdict: 'deny',
          step: 'checkDeny',
          reason,
          contributions: [],
          asks: [],
          doubts: [reason],
        },
      ],
      determining: [],
      errors: [reason],
      changes: ['mend what failed'],
    },
    suggestions: [],
    message: `Denied because ${reason}.`,
    guidance: 'The permission check failed, so this call was not run. Tell the user.',
  };
}
