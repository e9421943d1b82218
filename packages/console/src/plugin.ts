import type { ComponentType } from 'react';
import type { ListedTarget, Shape, TeamWho } from '@permesso/protocol/console';
import type { PageRequest } from './api.ts';

interface WithSheets {
  readonly who: TeamWho;
  /** Opens a sheet of the same page. */
  readonly onOpen: (sheet: string, more?: Readonly<Record<string, string>>) => void;
}

/** The places where plug-ins draw something of their own, with what each hands on. */
export interface PlaceProps {
  readonly account: { readonly who: TeamWho; readonly onSignInAgain: () => void };
  readonly approvals: object;
  /** Beside every page, without a look. */
  readonly background: object;
  /** Where entries are sent on to: cards of Integrations. */
  readonly evidence: WithSheets;
  /** Beside a problem that only a passkey solves. */
  readonly lacksPasskey: object;
  readonly notifications: WithSheets;
  readonly person: { readonly person: string; readonly isSelf: boolean };
  readonly settings: { readonly person: string; readonly isAdmin: boolean };
  /** In the row of a notification target. */
  readonly target: WithSheets & { readonly target: ListedTarget };
  readonly targetNote: { readonly target: ListedTarget };
  /** How people are asked: cards of Integrations. */
  readonly waysToAsk: WithSheets;
}

export type Place = keyof PlaceProps;

export interface SheetPartProps {
  readonly onClose: () => void;
}

/** What a passkey is shown for: the act, and the identifier of what it is about. */
export interface PasskeyAct {
  readonly act: 'answer' | 'propose' | 'vote' | 'add' | 'remove' | 'rule';
  readonly subject: string;
}

/** A request that may take a passkey. */
export type SignedRequest = <T>(
  shape: Shape<T>,
  asked: PageRequest & { readonly body: object },
  act: PasskeyAct,
) => Promise<T>;

/** What a plug-in of the server adds to the console: a folder of its own in `plugins`, which nothing else imports. */
export interface ConsolePlugin {
  /** The same as of the server's. Its parts are drawn only where that one runs. */
  readonly name: string;
  readonly parts?: { readonly [At in Place]?: ComponentType<PlaceProps[At]> };
  /** Sheets of a page, by the name that the address gives them. */
  readonly sheets?: {
    readonly [Page in 'integrations' | 'notifications']?: Readonly<
      Record<string, ComponentType<SheetPartProps>>
    >;
  };
  /** What the kinds of notification targets are called that it sends to. */
  readonly targetKinds?: Partial<Record<ListedTarget['kind'], string>>;
  /** What the server calls the notification target that this browser is, where it is one. */
  readonly browserPrint?: () => Promise<string | undefined>;
  readonly signedRequest?: SignedRequest;
  readonly onSignOut?: () => Promise<void>;
}
