import { expect, it } from 'vitest';
import { fixedWorld } from './fixed-world.ts';
import { recordedWorld, recordingWorld } from './recorded-world.ts';

it('replays every answer that was given, through JSON, and knows nothing else', () => {
  const recording = recordingWorld(
    fixedWorld({ links: { '/home/dev/project/link': '/etc', __proto__: '/x' }, now: 7 }),
  );
  recording.world.entry('/home/dev/project/link');
  recording.world.entry('/home/dev/project/plain');
  const again = recordedWorld(JSON.parse(JSON.stringify(recording.record())));
  expect(again.entry('/home/dev/project/link')).toEqual({ is: 'link', target: '/etc' });
  expect(again.entry('/home/dev/project/plain')).toEqual({ is: 'missing' });
  expect(again.entry('/never/asked')).toMatchObject({ is: 'unknown' });
  expect(again).toMatchObject({
    cwd: '/home/dev/project',
    home: '/home/dev',
    now: 7,
    caseInsensitive: false,
  });
  expect(again.workingDirectories).toEqual(['/home/dev/project']);
});

it('asks the world once for each path', () => {
  let asked = 0;
  const counting = fixedWorld({
    entry: () => {
      asked += 1;
      return { is: 'file' };
    },
  });
  const { world } = recordingWorld(counting);
  world.entry('/a');
  world.entry('/a');
  expect(asked).toBe(1);
});

it('keeps what was known of the sandbox', () => {
  const sandbox = { engine: 'sandbox-runtime', version: '0.0.83', proven: false, whyNot: 'runs as root' };
  const { record } = recordingWorld(fixedWorld({ sandbox }));
  expect(recordedWorld(JSON.parse(JSON.stringify(record()))).sandbox).toEqual(sandbox);
  expect(recordedWorld(recordingWorld(fixedWorld()).record()).sandbox).toBeUndefined();
});
