import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refuseHere } from '../../src/sandbox/open-sandbox.ts';
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
          state: ['placeholders.json', 'proof.json'],
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

it.runIf(process.geteuid?.() === 0)('is refused for root', () => {
  expect(refuseHere).toThrow('Sandboxed calls are refused for root');
});
