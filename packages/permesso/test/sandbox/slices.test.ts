import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace, runAsUser, whyNoSandbox } from './as-user.ts';

const why = whyNoSandbox();

/** The last line of one of the programs behind `npm run tools -- sandbox:*`, and its exit code. */
function lastLine(program: string, args: readonly string[] = []): readonly [string, number | null] {
  const place = makePlace();
  try {
    const { stdout, stderr, status } = runAsUser({
      program: join(import.meta.dirname, program, 'main.ts'),
      args,
      home: join(place.path, 'home'),
      env: { SANDBOX_PLACE: place.path },
    });
    return [`${stdout}${stderr}`.trim().split('\n').at(-1) ?? '', status];
  } finally {
    place.remove();
  }
}

describe.skipIf(why !== undefined)(`the real engine${why === undefined ? '' : ` (not run: ${why})`}`, () => {
  it('holds every attempt that the promise covers, most of which get through without it', () => {
    const [line, status] = lastLine('probes');
    expect(line).toMatch(
      /^82 attempts, without network, with a host and in a session: 78 held, 4 not promised, 0 got through; without a sandbox [67]\d of 82/,
    );
    expect(status).toBe(0);
  });

  it('holds random programs', () => {
    const [line, status] = lastLine('random', ['--programs', '200', '--seed', '7']);
    expect(line).toMatch(
      /^200 programs, \d+ operations, seed 7: 0 changes outside.*profile [1-9]\d* were found$/,
    );
    expect(status).toBe(0);
  });

  it('keeps what one call leaves in the project from getting out with the next', () => {
    const [line, status] = lastLine('two-calls', ['--every', '300']);
    expect(line).toMatch(/^\d+ commands after .*, 0 marks outside; .*, [1-9]\d* of \d+ would leave one$/);
    expect(status).toBe(0);
  });

  it('is never left out, whatever is damaged', () => {
    const [line, status] = lastLine('sabotage', ['--every', '4']);
    expect(line).toMatch(/^\d\d cases: 0 bare runs, 0 with another outcome than expected$/);
    expect(status).toBe(0);
  });
});
