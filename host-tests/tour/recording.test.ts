import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawRecording, recordingFile } from './recording.ts';

test('the recording is made of the screens as they were recorded', () => {
  const drawn = drawRecording();
  expect(drawn.match(/class="f/g)).toHaveLength(4);
  expect(readFileSync(recordingFile, 'utf8')).toBe(drawn);
});
