import { expect, test } from 'vitest';
import { wordsMissingIn } from '../../../test/asked-messages.ts';
import { slackRequest } from './slack-blocks.ts';

test('Slack shows the title and the effects of every call', async () => {
  expect(await wordsMissingIn((message) => JSON.stringify(slackRequest(message)))).toEqual([]);
});
