import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refuseHere } from '@permesso/gate/sandbox-calls';
import { makePlace, runAsUser, whyNoSandbox } from './as-user.ts';

const why = whyNoSandbox();

describe.skipIf(why !== undefined)(
  `a sandboxed command${why === undefined ? '' : ` (not run: ${why})`}`,
  () => {
    it('runs like a bare one inside, changes nothing outside, and is refused rather than run bare', () => {
      const place = makePlace();
      try {
        const ran = runAsUser({
          program: join(import.meta.dirname, 'scenario.ts'),
          args: [place.path],
          home: join(place.path, 'home'),
        });
        expect(ran.stderr).toBe('');
        const project = ['.env', '.git', 'many', 'src'];
        expect(JSON.parse(ran.stdout)).toEqual({
          decided: {
            script: [0, expect.stringMatching(/^(?:PermissionError|FileNotFoundError|)\nOSError\n1\n$/)],
            outside: false,
            reading: 'allow',
            known: 'ask',
          },
          exit: 7,
          streams: { exitCode: 0, stdout: 'in\nout\n', stderr: 'err\n' },
          cd: '/project/src\n',
          packages: '/tmp/.local\nfound\n',
          environment: 'kept////tmp\n0\n',
          scratch: [0, 'kept\n'],
          written: 1,
          outside: [false, true, false],
          hidden: '',
          longProfile: 'long\n',
          killed: 137,
          trapped: 3,
          term: 143,
          aborted: 137,
          together: { quick: 0, slow: 1, left: project },
          left: project,
          refused: {
            digest: 'changed',
            relative: 'profile',
            everything: 'profile',
            engineInside: 'engine inside',
            stateInside: 'engine inside',
            localHost: 'profile',
            gone: 'profile',
            hardLink: 'profile',
            link: 'profile',
            nested: 'nested',
          },
          inherited: ['ended', ''],
          state: ['compiled', 'placeholders.json', 'plans.json', 'proof.json', 'unapproved'],
        });
      } finally {
        place.remove();
      }
    });
  },
);

it.skipIf(why !== undefined)(
  'sandbox exec is a program that ends as its command ends, is never a success after TERM, and runs each saved call once',
  () => {
    const place = makePlace();
    try {
      const ran = runAsUser({
        program: join(import.meta.dirname, 'command-scenario.ts'),
        args: [place.path],
        home: join(place.path, 'home'),
      });
      expect(ran.stderr).toBe('');
      expect(JSON.parse(ran.stdout)).toEqual({
        gateway: ['read_note write_note drop_notes', true, false],
        status: 0,
        exit: [5, 'in', '/usr/bin/bash: line 1: /etc/x: Read-only file system'],
        words: [0, `${JSON.stringify({ exitCode: 0, stdout: "it's|$HOME|", stderr: '' })}\n`, ''],
        byId: [6, '/project\n', ''],
        byIdAgain: [125, '', expect.stringMatching(/^permesso: not run: Not run: no call .* is waiting/)],
        idAndCommand: 64,
        noProfile: 64,
        refused: [125],
        term: ['said hello\n', 143],
        termIsNoSuccess: ['said hello\n', 143],
      });
    } finally {
      place.remove();
    }
  },
);

it.skipIf(why !== undefined)(
  'plans and an engine that stay for the next command are checked like new ones, and stop with the resident process',
  () => {
    const place = makePlace();
    try {
      const ran = runAsUser({
        program: join(import.meta.dirname, 'kept-scenario.ts'),
        args: [place.path],
        home: join(place.path, 'home'),
        env: { XDG_STATE_HOME: join(place.path, 's') },
      });
      expect(ran.stderr).toBe('');
      const refused = (reason: string): readonly unknown[] => [125, expect.stringContaining(reason)];
      expect(JSON.parse(ran.stdout)).toEqual({
        first: [1, '/project\ncat: ../secret: Permission denied'],
        again: [1, '/project\ncat: ../secret: Permission denied'],
        kept: 1,
        plansOf: {
          damaged: [0, 'ran\n'],
          wider: refused('the engine made / writable'),
          shown: refused('the engine put /secret at /project/shown'),
          gone: [0, 'ran\n'],
        },
        alone: [[0, 'alone\n'], 0],
        sharing: [
          [0, 'one\n'],
          [0, 'two\n'],
        ],
        others: [],
        afterKill: [0, 'three\n'],
        stop: 1,
        afterStop: 0,
        impostors: {
          bare: refused('its plan is of a form that Permesso does not know'),
          wider: refused('the engine left out its filter of system calls'),
          elsewhere: refused('no reply'),
          silent: refused('no.'),
        },
      });
    } finally {
      place.remove();
    }
  },
);

it.skipIf(why !== undefined)(
  'shell tools of every SDK run in it where the adapter runs them, are refused without a runner, and else are asked about',
  () => {
    const place = makePlace();
    try {
      const ran = runAsUser({
        program: join(import.meta.dirname, 'sdk-scenario.ts'),
        args: [place.path],
        home: join(place.path, 'home'),
      });
      expect(ran.stderr).toBe('');
      const inside = ['0: fixed held', expect.stringContaining('in a sandbox only')];
      const ways = 'guard aiSdk aiSdkStream openai langchainTool langchainAgent mastraTool mastraHook'.split(
        ' ',
      );
      expect(JSON.parse(ran.stdout)).toEqual({
        results: Object.fromEntries(ways.map((way) => [way, inside])),
        claude: 'ask',
        copilot: 'deny',
        bare: 0,
        escaped: false,
      });
    } finally {
      place.remove();
    }
  },
);

it.skipIf(why !== undefined)(
  'a session keeps servers and jobs from command to command, never runs a call in a wider sandbox, and ends them all',
  () => {
    const place = makePlace();
    try {
      const ran = runAsUser({
        program: join(import.meta.dirname, 'session-scenario.ts'),
        args: [place.path],
        home: join(place.path, 'home'),
      });
      expect(ran.stderr).toBe('');
      expect(JSON.parse(ran.stdout)).toEqual({
        streams: { exitCode: 7, stdout: 'in\n', stderr: 'err\n' },
        large: 3_000_000,
        separators: 'a\u2028b\u2029c\u2028',
        server: 'up\n',
        client: 'served\n',
        job: 0,
        together: [
          ['a\n', 1],
          ['b\n', 0],
        ],
        cancelled: 137,
        after: 'served\n',
        held: ['', false, false],
        notice: expect.stringContaining('where /etc/x is read-only'),
        git: expect.stringMatching(/^fatal: not a git repository[^]*Read-only file system/),
        // The earlier server ended with the sandbox that was too wide for the new call.
        stricter: ['/etc/hostname can be read', 1],
        digest: 'changed',
        forged: [1, 'back\n'],
        jobs: 0,
        closed: ['one\n', 1, 0],
        left: ['.env', 'ready', 'started'],
      });
    } finally {
      place.remove();
    }
  },
);

it.runIf(process.geteuid?.() === 0)('is refused for root', () => {
  expect(refuseHere).toThrow('Sandboxed calls are refused for root');
});

it.skipIf(why !== undefined)(
  'what a killed engine leaves is ended, what a living one needs is not; a state folder with too long a name is said to be one',
  () => {
    const place = makePlace();
    try {
      const ran = runAsUser({
        program: join(import.meta.dirname, 'bridges-scenario.ts'),
        args: [place.path],
        home: join(place.path, 'home'),
      });
      expect(ran.stderr).toBe('');
      expect(JSON.parse(ran.stdout)).toEqual({
        own: { ran: 0, before: true, killed: 1, isGone: true, again: 0, used: true, left: 0 },
        shared: { orphans: true, ran: 0, after: true, both: true, still: 0 },
        left: 0,
        fits: 'exit 0',
        long: 'failed: The sandbox cannot reach hosts: its sockets in FOLDER would have names of more than 107 bytes. set XDG_STATE_HOME to a directory whose name is at least 16 bytes shorter',
      });
    } finally {
      place.remove();
    }
  },
);
