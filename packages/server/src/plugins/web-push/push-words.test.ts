import { expect, test } from 'vitest';
import { requestTitle } from '@permesso/protocol/text';
import { askedRequests, messageOf } from '../../../test/asked-messages.ts';
import { callNote } from './push-note.ts';

test('a push shows the title of every call', async () => {
  for (const request of await askedRequests())
    expect(callNote(messageOf(request), new Date(0)).title).toBe(requestTitle(request).slice(0, 100));
});
