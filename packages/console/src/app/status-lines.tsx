import { Link2, ShieldAlert, ShieldCheck, Unplug, Wifi } from 'lucide-react';
import { durationText } from '../format.ts';
import { useNow } from '../live.ts';
import { useAgents } from './agents-query.ts';
import { useIntegrity } from './integrity-query.ts';
import { useSession } from './session.ts';

/** What is always worth knowing: the connection, the agents, the log. */
export function StatusLines() {
  const { who, live } = useSession();
  const isTeam = who.mode === 'team';
  const away = isTeam ? 'not connected, trying again' : 'not connected: start permesso ui again';
  return (
    <div className="status-card">
      {!isTeam && <LocalLines />}
      <p role="status">
        {live.connected ? <Wifi className="i ok" aria-hidden /> : <Unplug className="i bad" aria-hidden />}
        {live.connected ? 'live' : away}
      </p>
    </div>
  );
}

function LocalLines() {
  const now = useNow(30_000);
  const { data: agents } = useAgents();
  const { data: log } = useIntegrity();
  const proven = agents?.hosts.filter(({ canary }) => canary.result === 'proven').length ?? 0;
  const found = agents?.hosts.length ?? 0;
  return (
    <>
      {agents !== undefined && found > 0 && (
        <p>
          {proven === found ? (
            <ShieldCheck className="i ok" aria-hidden />
          ) : (
            <ShieldAlert className="i warn" aria-hidden />
          )}
          {proven} of {found} agents proven
        </p>
      )}
      {log?.at !== undefined && (
        <p>
          <Link2 className={`i ${log.result?.ok === true ? 'ok' : 'warn'}`} aria-hidden />
          {log.result?.ok === true ? 'Log verified' : 'Log has findings'} {durationText(now - log.at)} ago
        </p>
      )}
    </>
  );
}
