import { options, price, startMs } from '../../server/test/store-contract/fixture.ts'

const { gapMs, perMinute, perDay, blockMs } = options.numberLimits

/**
 * What pgbench runs for each request: our own functions, for an admission and its end on one hot account, each of them
 * a transaction of one round trip. Nobody looks up an answer that was lost on the way.
 */
export const perRequestScript = `\\set n random(1, 1000000000000)
SELECT id FROM admit_call_v1(1, 1, 0::smallint, false, decode(md5(:n::bigint::text) || md5('b' || :n::bigint), 'hex'), '7916***0001', 'RU', '1234', '', 'u' || :n::bigint, :n::bigint, 'МТС', 'Москва', '', ${price}, false, ${startMs}, ${startMs + 59_000}, true, NULL, 'ok', '{}', '{}', '{}', '{}', ${gapMs}, ${perMinute}, ${perDay}, ${blockMs}, NULL) \\gset
SELECT ended FROM settle_v1(:id::bigint, true, 'capture', 'rang', NULL, ${startMs + 5_000}, false);
`
