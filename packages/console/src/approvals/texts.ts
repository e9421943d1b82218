import { countText } from '../format.ts';

const requestsWait = (count: number): string => countText(count, 'pending request', 'pending requests');
const lastCalls = (count: number): string => `last ${countText(count, 'call')}`;

/** Every text of the page Approvals: what is pending, one request, its answer, and notifications of it. */
export const approvalsTexts = {
  title: 'Approvals',
  list: 'Pending requests',
  which: 'Which',
  waiting: (count: number): string => `Waiting ${count}`,
  answered: 'Answered',
  filter: 'Filter by command, agent, project',
  requestsWait,
  place: (at: number, of: number): string => `${at} of ${of}`,
  more: (count: number): string => `and ${count.toLocaleString('en')} more`,
  denyAll: (count: number): string => `Deny all ${count}`,
  askDenyAll: (count: number): string => `Really deny ${count}?`,
  takenBack: 'Forgotten. The next such call asks again.',
  didDeny: (count: number): string => `${countText(count, 'request')} denied`,
  keys: { move: 'move', approve: 'approve', deny: 'deny', filter: 'filter' },
  notifications: { on: 'Notifications on', off: 'Notifications off' },
  empty: {
    title: 'Nothing is waiting',
    words:
      'When an agent wants to do something that your policy asks about, it appears here. While this page is open, connected agents wait for you.',
    tryIt: 'Try a command',
    team: 'When an agent of your team wants to do something that its policy asks about, it appears here. A machine joins with',
    teamOwner: '. Owners cannot answer for their own agents.',
    filtered: 'Nothing matches',
    filteredWords: (count: number): string => `${requestsWait(count)} hidden by the filter.`,
    clear: 'Clear the filter',
    unread: 'Nothing selected',
    unreadWords: 'Pending requests, oldest first.',
    gone: 'Request no longer pending',
    goneWords: 'It was answered elsewhere or has expired. Choose another.',
    back: 'Show pending requests',
  },
  log: {
    failed: 'Could not read the log',
    none: 'No answers yet',
    noneWords: 'The log keeps every answer: what was asked, who answered, and how.',
    by: (who: string): string => `by ${who}`,
    after: (duration: string): string => `after ${duration}`,
    ago: (duration: string): string => `${duration} ago`,
  },
  wants: {
    anAgent: 'An agent',
  },
  hosts: {
    title: 'Or run it sandboxed',
    words: (hosts: string): string =>
      `It only lacks access to ${hosts}. For 8 hours, sandboxed calls in this project could send anything they can read there.`,
    act: (hosts: string): string => `Open ${hosts} for 8 h`,
  },
  sources: {
    title: 'Or trust what the session read',
    words: (sources: string): string =>
      `It asks because of ${sources}. If you trust that, text read there could steer the agent without a question until the session ends.`,
    act: (sources: string): string => `Allow once, and trust ${sources}`,
  },
  request: {
    session: (session: string): string => `session ${session.slice(0, 8)}`,
    agent: (name: string): string => `agent ${name}`,
    asked: (duration: string): string => `asked ${duration} ago`,
    expiresIn: 'expires in',
    call: 'The whole call',
    scroll: 'scroll to the end to answer',
    change: 'The change',
    changeOf: (at: number, of: number): string => `change ${at} of ${of}`,
    effects: 'What it does',
  },
  safer: {
    title: 'Safer:',
    because: (why: string): string => `: it ${why}.`,
    offer: 'Deny and suggest it',
  },
  said: { person: 'You asked:', agent: 'The agent says:' },
  why: {
    title: 'Why you are asked',
    note: (asking: number, of: number): string =>
      of === 1 ? 'no rule allows it' : `${countText(asking, 'part')} of ${of} not allowed by a rule`,
  },
  edit: {
    title: 'Edit the call before it runs',
    note: 'decided again after the edit',
    command: 'The command',
    input: "The call's input",
    notAnObject: 'This is not a JSON object.',
  },
  scope: {
    title: 'Approve for',
    note: 'A longer approval is kept as a rule you can edit',
    names: { once: 'Once', session: 'Session', project: 'Project', user: 'Always' },
    lasts: {
      once: 'once',
      session: 'for this session',
      project: 'in this project',
      user: 'everywhere, for me',
    },
    forOwner: 'everywhere, for its owner',
    width: 'How wide',
    rule: 'Rule to keep',
    ruleOf: (at: number, of: number): string => `Rule to keep, ${at} of ${of}`,
    noRule: 'Exactly this call.',
    expires: 'Expires',
    ends: {
      never: 'Never',
      hour: 'In 1 h',
      hourName: 'In one hour',
      workday: 'In 8 h',
      workdayName: 'In eight hours',
      week: 'In 1 week',
    },
    matches: (matched: number, of: number): string => `${matched} of ${lastCalls(of)}`,
    matchedYours: (matched: number, of: number): string =>
      `Would have matched ${matched} of your ${lastCalls(of)}`,
    matchedProject: (matched: number, of: number): string =>
      `Would have matched ${matched} of the project's ${lastCalls(of)}`,
    which: 'which of them',
    noMatch: 'None so far.',
  },
  quorum: {
    label: 'Who decides',
    title: 'Approvals needed',
    owner: (name: string): string => `owner ${name}`,
    votes: (approved: number, needed: number): string => `${approved} of ${needed}`,
    approved: (name: string): string => `${name} approved`,
    oneDenial: 'One denial is enough.',
    askedAgain: (times: number): string => `Asked again ${countText(times, 'time')}.`,
    escalated: 'Nobody answered in time, so more people were notified.',
  },
  answer: {
    message: 'Message to the agent if denied (optional)',
    deny: 'Deny',
    denyLasting: 'Deny for how long',
    denyFor: (lasts: string): string => `Deny ${lasts}`,
    approve: 'Approve',
    readFirst: 'Read to the end first',
    approveAgain: 'Press A again to approve',
    lasting: 'This cannot be undone. Approve once more to confirm.',
    denyAgain: 'Press D again to deny',
  },
} as const;
