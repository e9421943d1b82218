import type { ListedFinding } from './findings.ts';

const gate = 'packages/gate/test';
const approvers = `${gate}/approval/approvers.test.ts`;
const plainRequest = `${gate}/approval/plain-request.test.ts`;
const rightPrograms = `${gate}/types/right-programs.ts`;
const entries = `${gate}/published/entries.test.ts`;
const sharedStores = 'packages/permesso/test/wire/shared-stores.test.ts';

/** What somebody found who built a product for many tenants from the packages: C, S and A by weight, then what was small or missing. */
export const builderFindings: Readonly<Record<string, ListedFinding>> = {
  C1: 21,
  S1: 31,
  S2: 22,
  S3: 32,
  S4: 27,
  S5: 23,
  S6: 24,
  S7: 25,
  S8: 28,
  S9: 29,
  S10: 33,
  S11: 30,
  S12: ['release/release.test.ts', 'a packed page links to what is packed'],
  S13: 26,
  A1: [`${gate}/limits.test.ts`, 'deciding, explaining and checking count nothing'],
  A2: [`${gate}/require-principal.test.ts`, 'an adapter without a principal runs nothing'],
  A3: [
    plainRequest,
    'a request says what its author wrote before the rule that asks, and no word of the source code',
  ],
  A4: 34,
  A5: 34,
  A6: [`${gate}/limits.test.ts`, 'what did not run gives its count back, once; what failed does not'],
  A7: [plainRequest, 'an app is told of a request that an adapter has put, by its id'],
  A8: [
    'packages/gate/src/sdks/telemetry/telemetry.test.ts',
    'the gates of several tenants are counted together, each by its tenant',
  ],
  A10: [`${gate}/stores/failing-store.test.ts`, 'never answers is given up, and what needs it is denied'],
  A11: [
    'packages/gate/src/sdks/openai-agents/openai-agents.test.ts',
    'a saved run that somebody else resumes as approved runs nothing until its own person answers',
  ],
  A12: [sharedStores, 'a budget is one, whichever language spends it'],
  A13: [
    'packages/gate/src/sdks/suspended-calls.test.ts',
    'a call that nobody was asked about does not run, although the policy allows it',
  ],
  'source maps': [entries, 'a stack trace of the published packages is read in the names of the sources'],
  'a check that does not exist': [
    plainRequest,
    'a rule whose check does not exist is among the problems, with the one that was meant',
  ],
  'clocks of servers': [
    `${gate}/stores/contract.test.ts`,
    'are not forgotten by a server whose clock is ahead',
  ],
  'no access to the disk': [entries, 'a gate in a Worker decides as elsewhere, and asks about commands'],
  'no cap on requests': [
    `${gate}/stores/contract.test.ts`,
    'no more requests of one tenant await an answer than may, put ten at once by two servers',
  ],
  'forty names': [
    `${gate}/types/public-names.test.ts`,
    'the main entry has at most forty names; the rest is beside it',
  ],
  'tools described once': [rightPrograms, "the AI SDK's or Mastra's own map, with its schemas"],
  'from zero to production': ['packages/permesso/test/start-pages.test.ts', 'examples/support-agent.ts'],
  'approvers, quorum, escalation': [
    approvers,
    'goes to further roles after a time, and is denied at the end of its time',
  ],
  'rules of a session': [
    'packages/gate/src/gate/session/session-rules.test.ts',
    'a gate asks after what another gate of the session has read, and says why',
  ],
  'policies from a database': [
    `${gate}/follow-policy.test.ts`,
    'a new version holds from the next call on, and the same one changes nothing',
  ],
  'stores for other languages': [
    sharedStores,
    'what it asks is answered in the inbox of an app with the same stores, and used once',
  ],
  'principals at the gateway': [
    `${gate}/mcp/access-tokens.test.ts`,
    'without a token of the issuer for this server nothing is served, and a client learns where to get one',
  ],
  'gates for sub-agents': [
    `${gate}/child-gate.test.ts`,
    'never says more than its parent, for random policies and bounds',
  ],
};
