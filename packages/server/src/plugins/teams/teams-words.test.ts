import { expect, test } from 'vitest';
import { wordsMissingIn } from '../../../test/asked-messages.ts';
import { teamsBody } from './teams-card.ts';

test('Microsoft Teams shows the title and the effects of every call', async () => {
  expect(await wordsMissingIn(teamsBody)).toEqual([]);
});
