import { Type } from 'typebox';
import type { ApprovalRequest } from 'permesso/team';
import { castVotes } from '../approval/cast-votes.ts';
import type { Database } from '../database/database.ts';
import type { Hints } from '../database/hints.ts';
import { first, only, query, type Connection } from '../database/query.ts';
import { Problem } from '../route/problem.ts';
import { openRoute, type Route } from '../route/route.ts';
import { exact } from '../route/shapes.ts';
import { readToken } from '../secrets/token.ts';
import { answerPage, donePage } from './page.ts';

const folder = import.meta.dirname;
const findLink = query<{ readonly organisation: string }, [hash: Buffer]>(folder, 'find-link.sql');
const lookAtLink = query<Linked, [hash: Buffer]>(folder, 'look-at-link.sql');
const takeLink = query<{ readonly hash: Buffer }, [hash: Buffer]>(folder, 'use-link.sql');
const mayAnswer = query<{ readonly id: string }, [person: string, project: string]>(folder, 'may-answer.sql');

interface Linked {
  readonly approval: string;
  readonly person: string;
  readonly project: string;
  readonly request: ApprovalRequest;
  readonly digest: string;
  readonly expiresAt: Date;
}

export interface LinkRoutesOptions {
  readonly database: Database;
  readonly hints: Hints;
  readonly publicUrl: string;
}

const Link = Type.String({ pattern: '^pml_[\\w-]{43}$' });
const html = { 'content-type': 'text/html; charset=utf-8' };

/** One answer by whoever got the link, as the person whose place it was sent to. */
export function linkRoutes({ database, hints, publicUrl }: LinkRoutesOptions): readonly Route[] {
  async function withLink<T>(
    link: string,
    work: (on: Connection, found: Linked, hash: Buffer) => Promise<T>,
  ): Promise<T> {
    const gone = (): Problem => new Problem(410, 'this link was used, or the question is settled');
    const hash = readToken(link, 'link');
    const found = hash === undefined ? undefined : await database.asSystem((on) => first(findLink(on, hash)));
    if (hash === undefined || found === undefined) throw gone();
    return await database.asOrganisation(found.organisation, async (on) => {
      const linked = await first(lookAtLink(on, hash));
      if (linked === undefined) throw gone();
      return await work(on, linked, hash);
    });
  }

  return [
    openRoute(
      {
        method: 'GET',
        path: '/v1/answer/{link}',
        summary: 'A page with one question and two buttons. Changes nothing.',
        params: exact({ link: Link }),
        replies: { 200: Type.String() },
      },
      async ({ params: { link } }) =>
        await withLink(link, async (_on, { approval, digest, request, expiresAt }) => {
          const page = `${publicUrl}/#inbox?question=${approval}`;
          const message = { approval, digest, request, expiresAt, isEscalated: false, page };
          return { status: 200, text: answerPage(message, link), headers: html };
        }),
    ),
    openRoute(
      {
        method: 'POST',
        path: '/v1/answer/{link}/{verdict}',
        summary: 'Answers the question of a link, once.',
        params: exact({ link: Link, verdict: Type.Enum(['allow', 'deny']) }),
        replies: { 200: Type.String() },
      },
      async ({ params: { link, verdict } }) => {
        const voted = await withLink(link, async (on, { approval, person, project, digest }, hash) => {
          if ((await takeLink(on, hash)).length === 0)
            throw new Problem(410, 'this link was used, or the question is settled');
          // Roles may have been taken since it was sent.
          if ((await first(mayAnswer(on, person, project))) === undefined)
            throw new Problem(403, 'whoever this link was sent to may not answer any more');
          const ballot = { approval, person, digest, verdict, yes: { scope: 'once' as const }, via: 'link' };
          return await only(castVotes(on, [ballot]));
        });
        if ('problem' in voted) throw voted.problem;
        hints.give('approvals');
        if ('refused' in voted) throw new Problem(voted.isLate ? 410 : 403, voted.refused);
        const words = { approved: 'Allowed, once', denied: 'Denied', pending: 'Noted; others must agree' }[
          voted.state
        ];
        return { status: 200, text: donePage(words), headers: html };
      },
    ),
  ];
}
