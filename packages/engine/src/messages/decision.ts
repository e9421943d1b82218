/** Why a part got its verdict. `what` is the part in backticks, or "it" beside the part. */
export const reasons = {
  frozen: 'everything is frozen: {why}',
  denyRule: '{rules} denies {what}',
  denyRules: '{rules} deny {what}',
  mayMatch: '{rules} may match {what}',
  manyRules: 'Any of {count} rules',
  askRule: '{rules} asks about {what}',
  askRules: '{rules} ask about {what}',
  allowRule: '{rules} allows {what}',
  allowRules: '{rules} allow {what}',
  guarded: '{reason}; changing it always needs approval',
  alwaysAsked: 'Changing it always needs approval.',
  readOnly: '{what} only reads',
  insideEdit: '{what} edits only inside a working directory',
  sandbox: 'no rule decides about {what}, and a sandbox contains it',
  unsandboxed: '{what} may run code from a working directory, and cannot run sandboxed: {why}',
  changedInside:
    '{what} may run code that {by} may have changed in the sandbox without a rule, and cannot run sandboxed itself: {why}',
  notTogether: '{what} cannot run sandboxed, and another part of the call has to: {why}',
  bypass: 'the mode is bypass',
  notReadOnly: '{what} is not read-only, and the mode is explore',
  checkInExplore: '{reason}, and the mode is explore',
  inertAllow: '{rule} would allow {what}, but {inert}',
  unlisted: 'no rule lists {what}, and the policy says `unlisted: deny`',
  noRule: 'no rule allows {what}',
  noRuleInMode: 'no rule allows {what}, and the mode is {mode}',
  argumentNames: 'its argument `{argument}` names {names}',
  failed: 'the decision failed: {error}',
} as const;

/** The message of a decision, for the person. */
export const verdictMessages = {
  allow: 'Allowed: {reason}.',
  ask: 'Asking: {reason}.',
  deny: 'Denied: {reason}.',
  allowSandboxed: 'Allowed, sandboxed: {reason}.',
  allowSandboxedAbout: 'Allowed {what}, sandboxed: {reason}.',
  allowKept: 'Allowed, kept: {reason}.',
  allowKeptAbout: 'Allowed {what}, kept: {reason}.',
  allowAbout: 'Allowed {what}: {reason}.',
  askAbout: 'Asking about {what}: {reason}.',
  denyAbout: 'Denied {what}: {reason}.',
  kept: '`permesso undo` brings back what it removes.',
  unkept: 'It is not kept: {why}.',
  nobodyToAsk: 'This needs approval, and nobody is available to give it.',
} as const;

/** The results of checks, or that they have yet to run: in the message, and below a printed decision. */
export const checkMessages = {
  unasked: 'It would be checked by `{by}`; without its permission {rule} {does}.',
  permitted: '`{by}` permits it, so {rule} does not count.',
  refused: '`{by}` does not permit it.',
  refusedBecause: '`{by}` does not permit it: {reason}',
  failed: 'It could not be checked: {reason}.',
} as const;

/** Why a rule over the session decided, appended to the message. */
export const sessionMessages = {
  has: 'This session {what}',
  untrusted: 'has read text that others wrote ({sources})',
  secret: 'has read a secret ({sources})',
  private: 'has read private data ({sources})',
  acted: 'has acted outside this machine ({sources})',
  other: 'has the label `{label}` ({sources})',
  andMore: '{first} and {count} more',
  unnamed: 'and you did not ask for this with {targets}',
  unreadable:
    'What this session has read cannot be determined ({why}), so it counts as having read everything.',
} as const;

/** The message where a policy is only observed: the call runs, and this is the verdict that enforcement would give. */
export const observeMessages = {
  ask: 'Not enforced. It would be: {message}',
  deny: 'Not enforced. It would be: {message}',
} as const;

/** The guidance of a decision, for the model. */
export const guidanceMessages = {
  waits: '{what} is waiting for approval.',
  denied:
    '{what} is denied by policy. Do not retry it in another form. Continue without it, or tell the user what you need.',
  nobodyToAsk:
    '{what} needs approval, and nobody is available to give it. Do not retry it in another form. Continue without it, or ask the user.',
  failed: 'The permission check failed, so this call was not run. Tell the user.',
} as const;

/** What would allow the call; each completes "To allow this: ...". */
export const changes = {
  addRule: 'add the allow rule {rule}',
  addRules: 'add the allow rules {rules}',
  addSomeRule: 'add an allow rule that covers {what}',
  approve: 'approve it',
  approveUnknown: 'approve it: no command rule covers words that are not known',
  approveExact: 'approve this exact call, once or for the session',
  changeRule: 'change or remove {rule}',
  askTeam: "ask an author of the team's policy to change {rule}",
  rewrite: 'rewrite the call so that it can be analysed',
  runApart: 'run this command in a call of its own',
  sayUnsandboxed: 'write `unsandboxed: true` on the rule that allows it, if its code is trusted',
  openHost: 'open the host for sandboxed calls, for a while: `permesso sandbox host {host}`',
  proveSandbox: 'make the sandbox work: {why}',
  leaveMode: 'use a mode other than {mode}',
  inertAllow: '{rule} would allow it, but {inert}',
  toolDenies: 'nothing: the tool itself denies it ({reason})',
  thaw: 'end the freeze with `permesso thaw`',
  someoneToAsk: 'run it where somebody can approve it',
  describeTool: 'describe {tool} with `defineTool`, and list in `touches` what its arguments name',
  describeMcp:
    'describe {tool} under `tools.describe` in a policy file: `reads: [{place}]` if it only reads there, `ignores: [{place}]` if it names no file or host',
  fixError: 'fix the error',
} as const;

export const decisionHeadings = {
  checks: 'Checks:',
  changes: 'To allow this:',
  errors: 'Errors:',
  offersAfterApproval: 'Rules that an approval can save, narrowest first:',
  sandboxed: 'sandboxed',
  kept: 'kept',
  offers: 'Rules that would allow it, narrowest first:',
  modeRefused: '{mode} is not permitted',
} as const;
