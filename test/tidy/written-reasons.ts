import { testNumbers } from '../../server/src/books/test-numbers.ts'
import { callReasons } from '../../server/src/telephony/calls/verdict.ts'
import { gatewayReasons } from '../../server/src/webhooks/gateway.ts'
import { sourceFiles } from './source-tree.ts'

/** Reasons that are written where a call ends without the outcome table: deadlines, restarts, test numbers. */
export function writtenReasons(): string[] {
  const folders = /^server\/src\/(calls|telephony)\/|^server\/src\/books\/settlement\.ts$/
  return sourceFiles()
    .filter(({ path }) => folders.test(path) && !/\.test\.ts$/.test(path))
    .flatMap(({ code }) =>
      [...code.matchAll(/\b(?:reason:|[a-z]+Reason =) '([^']+)'/g)].map(([, reason]) => reason!),
    )
}

/** Every reason that can be stored at the end of a call. */
export const storedReasons = (): ReadonlySet<string> =>
  new Set([
    ...callReasons,
    ...gatewayReasons,
    ...writtenReasons(),
    ...[...testNumbers.values()].flatMap(({ outcome }) => [outcome('flash').reason, outcome('voice').reason]),
  ])
