/** What each kind of notification target is called, wherever one is shown. */
export const targetKinds = {
  webhook: 'Webhook',
  slack: 'Slack webhook',
  'slack-channel': 'Slack channel',
  teams: 'Teams',
  mail: 'Mail',
  push: 'Browser',
} as const;
