/** Shown to the model if a call was denied although no person denied it. */
export const unansweredTexts = {
  unavailable: 'This needs approval, and nobody is available to give it. Ask the user.',
  unavailableBecause: 'This needs approval, and nobody is available to give it: {why}.',
  askingFailed: 'This needs approval, and asking for it failed.',
  notInTime: 'Nobody answered within {time}.',
  terminalGone: 'Nobody answered: {why}.',
  notApproved: 'This was not approved: {state}.',
  otherApprovers: 'This needs approval by {who}, and they cannot be asked here.',
  waitsForOthers:
    'This waits for approval by {who}. The request stays open: call the tool again with exactly this input once it is approved.',
  unnamed:
    'The run was resumed, and nobody known has answered. Tell the user that their approval is still needed.',
  tooMany:
    'This needs approval, but the maximum of {count} pending requests is reached, so nobody was asked. Do not retry until some are answered.',
  unclear: 'The approver gave no clear answer.',
  programUnclear: 'The program that was asked gave no clear answer.',
  programTooLong: 'The program that was asked printed too much.',
  programOther: 'The program answered another request.',
  programEnded: '{program} ended with {code} instead of an answer.',
  webhookForgotten: 'The request is no longer known.',
  webhookUnsigned: 'The answer does not count: {problem}.',
  webhookOther: 'The answer was about another call.',
  formClosed: 'Denied: the user closed the approval request in {program} without approving it. Ask the user.',
  teamRefused: 'The team did not approve this: {why}.',
  teamWaits:
    'Nobody in the team has answered yet. The request stays open there: try exactly this call again later.',
  teamOffline:
    'This needs approval by somebody in the team, and the team cannot be asked: {why}. Nobody on this machine can approve it. Try again when the team server can be reached; `permesso team status` says more.',
  teamOfflineDeny:
    'The team policy says `offline: deny`, and this needs approval, and the team cannot be asked: {why}. Nobody on this machine can approve it. Try again when the team server can be reached; `permesso team status` says more.',
  answerRefused: 'The answer was refused: {why}.',
  editNeedsApproval:
    'The person edited the call and approved it, and the edited call needs another approval. {message} Call the tool with the edited input to request approval.',
} as const;

/** What the model reads where a call that is allowed sandboxed was not run. */
export const sandboxTexts = {
  cannotRun:
    'Not run: this call is allowed in a sandbox only, and this program has none to run it in. Ask the user to pass `runSandboxed` to `createGate`.',
} as const;

/** What the model reads where an answer does not let this call run. */
export const unusableAnswerTexts = {
  changedTooOften: 'What this call would do changed after every answer, so it was not run.',
  cannotEdit: 'The person changed the call, and this agent cannot run what they wrote instead.',
  hostsNotOffered:
    'The answer opens hosts that were not offered, so nothing was opened and the call was not run.',
  hostsExpired:
    'The answer opens hosts until a time that has passed, so nothing was opened and the call was not run.',
  hostsNotOpened: 'The hosts could not be opened for sandboxed calls, so the call was not run.',
  otherTool: 'The person changed the call to use another tool.',
  unreadable: 'The answer to this call could not be read.',
  unusable: 'The approval could not be used: {why}.',
  notAllowed: 'This call may not run: {state}.',
  ranAlready:
    'This exact call was approved once and has already run. Call the tool again to request approval.',
  neverAsked:
    'Nobody was asked about this exact call, or what it would do has changed since. Call the tool again to request approval.',
} as const;

/** What the model reads after a person denied, or where no reason is known. */
export const deniedTexts = {
  onReturn: 'Denied: the call came back with an answer that does not let it run.',
  byPerson:
    'Denied: the user refused this call. Do not retry it in another form. Continue without it, or ask the user what they want.',
  byPersonWith: '{denied} Their comment: "{comment}"',
  notPermitted: 'This call is not permitted.',
  unreadable: 'Permesso could not read this call, so it is denied: {why}',
  undecided: 'Permesso could not decide, so the call is denied: {why}',
  guarded: 'Permesso denied this call: {why}',
  failed: 'Permesso could not decide, so the call is denied. The error was reported to the program.',
  neededFailed: 'a step it depends on failed ({what}). Ask the user to run `permesso doctor`.',
  noSuchTool: 'There is no tool {tool} here.',
} as const;

/** Shown if a store failed: its own error is for the operator only. */
export const storeTexts = {
  failed:
    'Permesso could not read or write its store; the details were reported to the operator of this program',
  unexpected:
    'something Permesso depends on failed; the details were reported to the operator of this program',
} as const;

/** What the model reads where the log is demanded and cannot be written. */
export const logTexts = {
  notWritten: 'it could not be logged, and this program only runs calls that are logged',
} as const;

/** What a person reads in the program's own prompt, behind the reason. */
export const hostPromptTexts = {
  runsUnsandboxed: 'If you approve it here, it runs outside the sandbox.',
  offersTrust:
    'The code of this project is not trusted. To let its own tests, builds and scripts run without a question, run `permesso trust code` in a terminal.',
} as const;

/**
 * Shown to the model by hooks, the same in every program. Never how to approve: a model that knows would try it.
 * Programs prefix it with their own text: Claude Code `PreToolUse:Bash hook error:`, Codex `Command blocked by
 * PreToolUse hook:`, Copilot CLI `Denied by preToolUse hook:`.
 */
export const hookDenialTexts = {
  timeout: 'Denied: this call needs approval and nobody answered in time. Ask the user.',
  unavailable: 'Denied: this call needs approval and nobody is available to give it. Ask the user.',
  why: '{text} Why it was asked: {message}',
} as const;

/** Shown to the model if the calling program is unknown: an answer in another program's format could run the call. */
export const unknownSenderTexts = {
  unrecognised:
    'Denied: this hook was registered for {title}, and the call was sent by a program that Permesso does not recognise. Tell the user: run `permesso init` for that program, or remove the hook from its settings.',
  ambiguous:
    'Denied: this hook was registered for {title}, and the call has the marks of several programs, so it is not known which of them would read the answer.',
  secondCall:
    'Denied: {title} does not send `{field}`, which may name another call than the one that was read.',
} as const;

/** What the caller is told where a call that it refused stays refused. */
export const outputTexts = {
  cannotPassOn: 'Refused: the program cannot be told to allow this call alone: {why}.',
  wider: 'Refused: the program would then run all of {rule} without asking.',
  wideningFailed: 'Refused: whether the program may run all of {rule} could not be found out: {why}',
  observed: 'Refused by the program. The policy only observes, so it allows nothing.',
  unreadable: 'The program refused something, and its text is not used: {why}.',
} as const;
