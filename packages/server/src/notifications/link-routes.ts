import { Type } from 'typebox';
import { answerObjection, castVotes, type ApprovalRow } from '../approvals/index.ts';
import { first, only, queries, type Connection } from '../database/query.ts';
import { holds } from '../route/caller.ts';
import { Problem } from '../route/problem.ts';
import { openRoute, personRoute, type Route } from '../route/route.ts';
import { exact } from '../route/shapes.ts';
import { readToken } from '../secrets/token.ts';
import { approvalsPage } from './approvals-page.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const findLink = sql<{ organisation: string }, { hash: Buffer }>('find-link.sql');
const lookAtLink = sql<Linked, { hash: Buffer }>('look-at-link.sql');
const takeLink = sql<{ hash: Buffer }, { hash: Buffer }>('use-link.sql');

interface Linked {
  readonly approval: string;
  readonly person: string;
  readonly digest: string;
}

const Link = Type.String({ pattern: '^pml_[\\w-]{43}$' });

/**
 * A link leads its person to an approval request. It carries no authority: otherwise the person who chose the
 * target's address could vote in that person's name.
 */
export function linkRoutes({ database, hints, publicUrl }: ServerContext): readonly Route[] {
  return [
    openRoute(
      {
        method: 'GET',
        path: '/v1/answer/{link}',
        summary: "Redirects a browser to a link's approval request, to answer it signed in. Changes nothing.",
        params: exact({ link: Link }),
        replies: { 303: 'none' },
      },
      async ({ params: { link } }) => {
        const hash = hashOf(link);
        const found = await database.asSystem((on) => first(findLink(on, { hash })));
        if (found === undefined) throw gone();
        const { approval } = await database.asOrganisation(found.organisation, (on) => linked(on, hash));
        return { status: 303, headers: { location: approvalsPage(publicUrl, approval) } };
      },
    ),
    personRoute(
      { role: 'approver', scope: 'self' },
      {
        method: 'POST',
        path: '/v1/answer/{link}/{verdict}',
        summary: "Answers a link's approval request, once, as the signed-in person it was sent to.",
        params: exact({ link: Link, verdict: Type.Enum(['allow', 'deny']) }),
        replies: { 200: Type.Object({ state: Type.String() }) },
      },
      async ({ caller, params: { link, verdict } }) => {
        const hash = hashOf(link);
        const voted = await database.asOrganisation(caller.organisation, async (on) => {
          const { approval, person, digest } = await linked(on, hash);
          if (person !== caller.person) throw new Problem(403, 'this link was sent to another person');
          const yes = { scope: 'once' as const };
          const objection = (asked: ApprovalRow): Problem | undefined =>
            holds(caller, 'approver', asked.project)
              ? answerObjection({ verdict, yes })(asked)
              : new Problem(403, 'this needs the role approver in the project');
          const cast = await only(
            castVotes(on, [{ approval, person, digest, verdict, yes, via: 'link', from: caller, objection }]),
          );
          if ('state' in cast && (await takeLink(on, { hash })).length === 0) throw gone();
          return cast;
        });
        if ('problem' in voted) throw voted.problem;
        hints.give('approvals');
        if ('refused' in voted) throw new Problem(voted.isLate ? 410 : 403, voted.refused);
        return { status: 200, json: voted };
      },
    ),
  ];
}

async function linked(on: Connection, hash: Buffer): Promise<Linked> {
  const found = await first(lookAtLink(on, { hash }));
  if (found === undefined) throw gone();
  return found;
}

function hashOf(link: string): Buffer {
  const hash = readToken(link, 'link');
  if (hash === undefined) throw gone();
  return hash;
}

function gone(): Problem {
  return new Problem(410, 'this link was used, or the approval request is settled');
}
