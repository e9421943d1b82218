import { definedFields } from '@permesso/engine/call';
import type { SettingsPart } from '../settings.ts';

export const mailSettings = {
  variables: [
    ['PERMESSO_SMTP_URL', 'where mail is handed over: smtp://user:password@host:port', 'no mail'],
    ['PERMESSO_MAIL_FROM', 'the sender of mail', 'permesso@localhost'],
  ],
  read: ({ PERMESSO_SMTP_URL: smtpUrl, PERMESSO_MAIL_FROM: mailFrom = 'permesso@localhost' }) => ({
    ...definedFields({ smtpUrl }),
    mailFrom,
  }),
} satisfies SettingsPart;
