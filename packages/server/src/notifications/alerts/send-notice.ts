import { queries } from '../../database/query.ts';
import type { DeliverOptions } from '../channel.ts';
import { openTarget, sendMessage } from '../send-message.ts';
import { noticeLines, noticeTitle, noticeWebhook, type MachineChange } from './notice-message.ts';

/** Undefined if the target's person has not confirmed it, or is disabled. */
export const loadNotice = queries(import.meta.dirname)<LoadedNotice, { hook: string; notice: string }>(
  'load-notice.sql',
);

interface LoadedNotice {
  readonly kind: string;
  readonly sealedTarget: Buffer;
  readonly id: string;
  readonly at: Date;
  readonly changes: readonly MachineChange[];
}

/** Sends one target the events about machines. */
export async function sendNotice(
  { id, kind, at, changes, sealedTarget }: LoadedNotice,
  { organisation, options }: { readonly organisation: string; readonly options: DeliverOptions },
): Promise<void> {
  const target = openTarget(sealedTarget, organisation, options.secret);
  if (changes.length === 0) return;
  const message = {
    notice: id,
    changes,
    page: `${options.publicUrl}/#/${changes[0]?.what === 'policy' ? 'policy' : 'machines'}`,
  };
  const told = {
    about: 'machines',
    title: noticeTitle(message),
    lines: noticeLines(message),
    page: message.page,
    body: noticeWebhook(message),
  } as const;
  await sendMessage(told, { kind, target, at, organisation, options });
}
