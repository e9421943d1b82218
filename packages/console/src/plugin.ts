import type { ComponentType } from 'react';
import type { ListedTarget, Shape, TeamWho } from '@permesso/protocol/console';
import type { PageRequest } from './api.ts';

interface WithSheets {
  readonly who: TeamWho;
  /** Opens a sheet of the same page. */
  readonly onOpen: (sheet: string, more?: Readonly<Record<string, string>>) => void;
}

/** The places where plug-ins render parts, with each place's props. */
export interface PlaceProps {
  readonly account: { readonly who: TeamWho; readonly onSignInAgain: () => void };
  readonly approvals: object;
  /** Beside every page, without any visible part. */
  readonly background: object;
  /** Targets that entries are sent to: cards of Integrations. */
  readonly evidence: WithSheets;
  /** Beside an error that only a passkey resolves. */
  readonly lacksPasskey: object;
  readonly notifications: WithSheets;
  readonly person: { readonly person: string; readonly isSelf: boolean };
  readonly settings: { readonly person: string; readonly isAdmin: boolean };
  /** In the row of a notification target. */
  readonly target: WithSheets & { readonly target: ListedTarget };
  readonly targetNote: { readonly target: ListedTarget };
  /** Channels for asking people: cards of Integrations. */
  readonly waysToAsk: WithSheets;
}

export type Place = keyof PlaceProps;

export interface SheetPartProps {
  readonly onClose: () => void;
}

/** What a passkey is used for: the act, and the identifier of its subject. */
export interface PasskeyAct {
  readonly act: 'answer' | 'propose' | 'vote' | 'add' | 'remove' | 'rule';
  readonly subject: string;
}

/** A request that may need a passkey. */
export type SignedRequest = <T>(
  shape: Shape<T>,
  asked: PageRequest & { readonly body: object },
  act: PasskeyAct,
) => Promise<T>;

/** A server plug-in's parts in the console: its own folder in `plugins`, which nothing else imports. */
export interface ConsolePlugin {
  /** The same as the server plug-in's. The parts are rendered only if that one is enabled. */
  readonly name: string;
  readonly parts?: { readonly [At in Place]?: ComponentType<PlaceProps[At]> };
  /** Sheets of a page, by their name in the URL. */
  readonly sheets?: {
    readonly [Page in 'integrations' | 'notifications']?: Readonly<
      Record<string, ComponentType<SheetPartProps>>
    >;
  };
  /** Display names of the kinds of notification targets it sends to. */
  readonly targetKinds?: Partial<Record<ListedTarget['kind'], string>>;
  /** The server's id for this browser as a notification target, if it is one. */
  readonly browserPrint?: () => Promise<string | undefined>;
  readonly signedRequest?: SignedRequest;
  readonly onSignOut?: () => Promise<void>;
}
