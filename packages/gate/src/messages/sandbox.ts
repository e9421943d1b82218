/** What the model reads about a command that Permesso put in the place of its own. */
export const rewrittenTexts = {
  waits: 'Allowed, sandboxed.',
  over: 'Denied: this line stands for a command that Permesso ran sandboxed, and it runs once. Call the tool with the command itself.',
} as const;

/** What the model reads behind the output of a command that failed in the sandbox, and because of it. One sentence. */
export const sandboxFailureTexts = {
  write:
    'permesso: this ran sandboxed, where {path} is read-only: only {writable} can be written, without the protected places in it; {request}',
  network: 'permesso: this ran sandboxed, with no network; {request}',
  hosts: 'permesso: this ran sandboxed, where only {hosts} can be reached; {request}',
  hidden:
    'permesso: this ran sandboxed, where the policy hides {path}: go on without it, or ask the user for what you need from it.',
  unknown: 'permesso: this ran sandboxed, with {reach}, where only {writable} can be written; {request}',
  noNetwork: 'no network',
  someHosts: 'no host but {hosts}',
  noWritable: 'the temporary directory',
  noPath: 'a file that it writes',
} as const;

/** How the model gets more where a hook reads its commands. */
export const hookRequestTexts = {
  outside:
    'if it needs more, run it again with PERMESSO_UNSANDBOXED=1 in front, and the user is asked whether it may run outside.',
  host: 'if it needs a host, ask the user to run `permesso sandbox host NAME` in a terminal, or run it again with PERMESSO_UNSANDBOXED=1 in front, and the user is asked whether it may run outside.',
} as const;

/** How the model gets more where a program runs its commands with `@permesso/gate/sandbox`. */
export const libraryRequestTexts = {
  outside: 'if it needs more, ask the user to run it unsandboxed.',
  host: 'if it needs a host, ask the user to run `permesso sandbox host NAME` (`registries` for packages) in a terminal, or to run it unsandboxed.',
} as const;
