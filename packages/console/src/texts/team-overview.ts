import { countText } from '../format.ts';

/** What the page Overview says about a team alone. */
export const teamOverviewTexts = {
  figures: {
    agents: 'Agents reporting',
    of: (count: number): string => `of ${count.toLocaleString('en')}`,
    none: 'no agent has joined yet',
    all: (days: number): string => `all within ${days} days`,
    silent: (count: number): string => `${count.toLocaleString('en')} silent`,
    silentFor: (days: number): string => `for ${days} days`,
    fresh: 'the others are new',
  },
  attention: {
    allWell: 'No request waits, the record is whole and every agent reports.',
    findings: (count: number): string => `${countText(count, 'finding')} in the record`,
    findingOf: (agent: string, what: string): string => `${agent}: ${what}`,
    unprotected: (count: number): string => `${countText(count, 'machine')} unprotected`,
    unprotectedWords: 'Calls are not stopped there, as they reported',
    silent: (agent: string): string => `${agent} is silent`,
    never: (project: string): string => `${project}: it has never sent an entry`,
    since: (project: string, duration: string): string => `${project}: last entry ${duration} ago`,
    moreSilent: (count: number): string => countText(count, 'more silent agent'),
    moreSilentWords: (days: number): string => `Nothing received for ${days} days`,
    review: (version: number, project: string): string => `Version ${version} of ${project} needs review`,
    reviewWords: 'It makes the policy looser: a second person decides',
    denies: (version: number, project: string): string => `Version ${version} of ${project} denies more`,
    deniesMore: (now: string, then: string): string =>
      `It denies ${then} % of calls, the active one ${now} %`,
    open: 'Open',
  },
  asked: {
    title: 'Asked most',
    sub: 'What people of the team were asked about in the period, by the rule that asked',
    rule: 'Rule or tool',
    asked: 'Asked',
    approved: 'Approved',
    denied: 'Denied',
    action: 'Action',
    show: 'Show calls',
    showName: (what: string): string => `Show calls that ${what} asked about`,
    none: 'Nobody was asked in this period',
    noneWords: 'What agents ask the team about appears here, with how often it was approved.',
  },
  empty: {
    title: 'No agent has sent anything yet',
    words: 'An admin makes an enrolment; then, on a machine:',
    command: 'permesso team join',
    after: 'Its first call appears here by itself.',
  },
  noRole: 'The overview is about the whole organisation, and your roles are in projects.',
  toApprovals: 'Open Approvals',
} as const;
