import { Type } from 'typebox';
import { canaryResults, enforcements, hookStates } from '@permesso/protocol/machine';
import { exact } from '../route/shapes.ts';

/** `1.4.0`, `1.4.0-rc.1`. */
const Version = Type.String({ pattern: '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}(?:-[0-9A-Za-z.-]{1,40})?$' });
const Code = Type.String({ pattern: '^[a-z][a-z0-9_-]{0,39}$' });
const Number = Type.Integer({ minimum: 0, maximum: 999_999_999 });
const Long = Type.Integer({ minimum: 0, maximum: 9_007_199_254_740_991 });
const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });
const orNull = <S extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(shape: S) =>
  Type.Union([shape, Type.Null()]);

/** Every text is a number, a name or one of a few keywords, so a machine cannot send anything else. */
export const ReportBody = exact({
  client: Version,
  platform: Code,
  clock: Moment,
  policy: exact({ version: orNull(Number), serial: orNull(Long) }),
  baseline: Type.Optional(exact({ version: orNull(Number), serial: orNull(Long) })),
  mode: orNull(Type.String({ pattern: '^[A-Za-z]{1,20}$' })),
  enforcement: Type.Enum([...enforcements]),
  sandbox: Type.Enum(['proven', 'not proven']),
  log: exact({ seq: Long, hash: orNull(Type.String({ pattern: '^[0-9a-f]{64}$' })) }),
  hosts: Type.Optional(
    Type.Array(
      exact({
        name: Code,
        version: orNull(Version),
        hook: Type.Enum([...hookStates]),
        canary: exact({ result: Type.Enum([...canaryResults]), at: orNull(Moment) }),
      }),
      { maxItems: 20 },
    ),
  ),
  managed: Type.Optional(Type.Boolean()),
});
