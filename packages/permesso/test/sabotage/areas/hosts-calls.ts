import type { Sabotage } from '../sabotage.ts';

const working = ['packages/permesso/test/hosts/working-directories.test.ts'];
const asking = ['packages/permesso/test/hosts/asking-host.test.ts'];
const places = ['packages/permesso/test/hosts/launch-places.test.ts'];

export const sabotages: readonly Sabotage[] = [
  {
    claim: 'working directories come from where the session was started, not from where a call starts',
    file: 'packages/gate/src/world/read-world.ts',
    find: 'options.project === undefined ? findProject(root, entry)',
    replace: 'options.project === undefined ? findProject(cwd, entry)',
    tests: working,
    named: 'does not become a working directory',
  },
  {
    claim: "configuration found where a call starts is not the project's own",
    file: 'packages/engine/src/facts/shell/effects/command-paths.ts',
    find: 'const roots = [world.project, ...world.workingDirectories];',
    replace: 'const roots = [world.cwd, world.project, ...world.workingDirectories];',
    tests: working,
    named: 'gemini-cli, cwd',
  },
  {
    claim: 'Claude Code works where its variable says, also after cd',
    file: 'packages/gate/src/payloads/claude-code.ts',
    find: "rootVariable: 'CLAUDE_PROJECT_DIR',",
    replace: '',
    tests: working,
    named: 'whose hooks follow',
  },
  {
    claim: 'a directory that goes up with .. is refused',
    file: 'packages/permesso/src/hook/answer-hook.ts',
    find: "directory.split(/[\\\\/]/).includes('..')",
    replace: 'false',
    tests: working,
    named: 'a directory of the project stays one',
  },
  {
    claim: 'an installed hook reads the places of its launcher, not HOME',
    file: 'packages/permesso/src/cli/run-hook-command.ts',
    find: 'places === undefined ? undefined : usePlaces(places);',
    replace: 'places === undefined ? undefined : undefined;',
    tests: places,
    named: 'whatever HOME says',
  },
  {
    claim: 'a policy that was installed and is gone denies',
    file: 'packages/permesso/src/hook/run-hook.ts',
    find: 'places === undefined ? undefined : placesProblem(places);',
    replace: 'places === undefined ? undefined : undefined;',
    tests: places,
    named: 'is gone denies',
  },
  {
    claim: 'who asks is recognised by the payload',
    file: 'packages/permesso/src/hook/asking-host.ts',
    find: 'if (registered.sends === undefined) return { host: registered };',
    replace: "if (registered.name !== '') return { host: registered };",
    tests: asking,
    named: 'Finding 8',
  },
  {
    claim: 'a field that names a second call is refused',
    file: 'packages/permesso/src/hook/asking-host.ts',
    find: 'const second = secondCall(payload, host);',
    replace: 'const second = payload === undefined ? secondCall(payload, host) : undefined;',
    tests: asking,
    named: 'name a second call',
  },
  {
    claim: 'duplicate keys are refused',
    file: 'packages/engine/src/call/strict-json.ts',
    find: 'if (countNames(text) !== countMembers(value))',
    replace: 'if (countNames(text) < countMembers(value))',
    tests: asking,
    named: 'duplicate keys',
  },
  {
    claim: 'copies of a call that disagree are refused',
    file: 'packages/permesso/src/hosts/cline/hook.ts',
    find: "if (!Object.hasOwn(payload, 'preToolUse')) return true;",
    replace: "if (!Object.hasOwn(payload, 'nothing')) return true;",
    tests: asking,
    named: 'copies of a call',
  },
  {
    claim: 'fields that Windsurf does not send are refused',
    file: 'packages/permesso/src/hosts/windsurf/hook.ts',
    find: 'return Object.keys(info).find((name) => !known.includes(name));',
    replace: "return Object.keys(info).find((name) => known.includes(name) && name === '');",
    tests: asking,
    named: 'Windsurf does not send',
  },
];
