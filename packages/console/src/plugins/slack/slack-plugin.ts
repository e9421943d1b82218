import type { ConsolePlugin } from '../../plugin.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

export const slackPlugin: ConsolePlugin = {
  name: 'slack',
  parts: {
    approvals: lazyPart(async () => (await import('./own-slack.tsx')).OwnSlack),
    waysToAsk: lazyPart(async () => (await import('./slack-app.tsx')).SlackCard),
  },
  sheets: {
    integrations: { slack: lazyPart(async () => (await import('./slack-app.tsx')).SlackSheet) },
  },
  targetKinds: { slack: 'Slack webhook', 'slack-channel': 'Slack channel' },
};
