/** Texts of the page Agents. Check results are worded by `permesso doctor`. */
export const agentTexts = {
  title: 'Agents',
  sub: 'as permesso doctor sees them',
  failed: 'Could not examine the agents',
  none: 'No agents found',
  noneWords: 'Install an agent, then connect it with permesso init.',
  marks: { ok: 'ok', wrong: 'wrong', unknown: 'not known' },
  results: { proven: 'proven', failed: 'not protected', unproven: 'not proven' },
  on: (day: string): string => ` on ${day}`,
  canary: {
    run: 'Run canary',
    runs: 'Running',
    result: (agent: string, result: string): string => `${agent}: ${result}`,
    notTried: 'not tried',
  },
} as const;
