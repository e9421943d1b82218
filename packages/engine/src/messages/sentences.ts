/** What happens if a part runs. Most follow the name of the part: `npm publish` + "publishes ...". */
export const clauses = {
  readFiles: 'reads {files}',
  editFiles: 'changes {files}',
  editOutside: 'changes {files}, outside the project',
  removeFiles: 'removes {files}, which can be recovered',
  loseFiles: 'removes {files}, which cannot be undone',
  which: '{file}, which {why}',
  loseWhich: 'removes {file}, which {why}',
  here: 'this directory',
  found: 'what is found in {file}',
  everything: '{file} and everything in it',
  fetchUrl: 'fetches {url}',
  fetchHost: 'reads from {host}',
  sendTo: 'sends {what} to {host}',
  sendData: 'data',
  sendPrinted: 'what `{namer}` prints',
  sendVariable: 'the variable {name}',
  sendSecret: 'sends a secret ({what}) to {host}',
  shareSecret: 'makes a secret ({what}) available to others',
  sendDelete: 'asks {host} to delete something',
  runOn: 'runs commands on {host}',
  onHost: 'on {host}',
  runScript: 'runs {script}, which {does}',
  runsGivenCode: 'runs code that is written in the call',
  changesShell: 'changes what later commands in this shell mean',
  unknownProgram: 'runs a program that Permesso does not know',
  byWord: '{does}, going by the word `{word}`',
  inProduction: '{does}, in production (`{name}`)',
  runCommand: 'runs `{command}`',
  elsewhere: '{does} {where}',
  asRoot: 'as root',
  elsewhereAfter: '{does}, {where}',
  mayDoMore: 'may have other effects: {doubt}',
  useTool: 'calls {tool}',
  useMcpTool: 'calls `{tool}` on the MCP server {server}',
  useNamedMcpTool: 'calls `{tool}` on the MCP server {server}, which by its name {does}',
  doOnMcpServer: '{does} in {server}',
  useUnknownMcpTool: 'calls `{tool}` on the MCP server {server}; what it does is unknown',
} as const;

/** Complete sentences, for parts whose name would not help. */
export const wholeSentences = {
  unseenScript: 'runs a script from {host} that nobody has seen',
  printedCommands: 'runs what `{namer}` prints as commands',
  unseenCommands: 'runs commands that are known only at run time',
  unknownProgram: '{name} could do anything: Permesso does not know this program',
  heldCommand: 'runs the command that {value} holds, which is known only at run time',
  openFiles: 'which files {name} {does} is known only at run time',
  openFilesNamed: 'which files {name} {does} is known only at run time ({namer} names them)',
  openHost: 'which host {name} reaches is known only at run time',
  unreadable: 'what {name} does could not be read',
  openCall: 'calls a tool that is known only at run time',
} as const;

/** Follow "wants to", when the sentence has no verb specific to the command. */
export const titles = {
  removeOpen: 'remove files that are known only at run time',
  changeOpen: 'change files that are known only at run time',
  readOpen: 'read files that are known only at run time',
  openHost: 'reach a host that is known only at run time',
  unreadable: 'run a command that could not be read',
  unknownProgram: 'run {name}, a program that Permesso does not know',
  mayDo: 'run {name}, which {does}',
  withCommand: '{does} with {name}',
} as const;

/** `git push`, by remote and refspecs. */
export const pushClauses = {
  push: 'sends commits to {target}, where others see them',
  replace: 'overwrites {target}, which others see',
  remove: 'deletes {target}',
  ownBranch: 'the remote of this branch',
  everyBranch: 'every branch of {remote}',
  tags: 'the tags of {remote}',
} as const;

/** Database clients, by the statements they are given. */
export const sqlClauses = {
  drop: 'drops the {things}, which cannot be undone',
  dropOne: 'drops a database, which cannot be undone',
  truncate: 'empties the {things}, which cannot be undone',
  delete: 'deletes rows of a database',
  query: 'runs a query on a database',
} as const;
