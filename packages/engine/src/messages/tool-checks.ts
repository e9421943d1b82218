/** Reasons of the built-in tools' own checks, shown beside a part. */
export const checkReasons = {
  readOnly: 'read-only',
  readOnlyByManual: 'read-only, by the manual of {program}',
  carrier: 'runs another command (checked separately below)',
  ownFunction: 'a function of this script, whose commands are checked separately',
  contained: 'runs {where}: the rule for the command that starts it decides',
  setsVariable: 'sets a variable of this shell',
  metaTool: 'decided by the {tool} call inside it',
  metaToolUnread: 'the call inside {tool} cannot be analysed: {reason}',
  hostSaysTooLittle: 'the host does not send enough to know what this would do',
  printsEnvironment: 'it prints the environment, which may hold passwords, tokens or keys',
  printsUnknown: 'it prints a variable that is not known',
  printsSecret: 'it prints ${name}, which is named like a secret',
  ownPolicy: 'it could change the policy that decides about it',
  plainRepository: '{path} may be a git repository made of plain files, whose configuration runs programs',
} as const;

/** Why a command is not proven to be read-only or an edit. */
export const commandDoubts = {
  nameUnknown: 'the command is known only at run time: {reason}',
  nameMissing: 'the command is missing',
  runsElsewhere: 'runs {where}',
  mayBeFunction: '{name} may be a function of this script',
  unknownCommand: '{name} is not a known command',
  otherProgram: '{name} is not the program of that name',
  foreignConfiguration: 'configuration found elsewhere can run programs',
  fileFirst: 'may run a file first',
  foreignShell: 'how {shell} reads commands is not known',
  otherCase: '`{name}` starts `{meant}` where the file system ignores case',
  noCommand: 'no command was found',
  saysRisk: 'the word `{word}` says that it publishes, deploys or deletes data',
  installs: 'it installs into the system',
  effectOpen: 'it also {does}, which no rule allows',
  loads: 'follows {file} if the directory has one',
  loadsWritten: 'may load what the command line writes before',
} as const;
