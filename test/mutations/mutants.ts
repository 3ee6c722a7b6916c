/** One line of the promises broken, and the test that has to notice it. */
export interface Mutant {
  readonly name: string
  readonly file: string
  /** Stands once in the file. */
  readonly from: string
  readonly to: string
  readonly test: string
  /** The whole name of the test, or enough of it. */
  readonly caughtBy: string
  /** Its sources run in processes of their own, in the short form of the test: the long one takes minutes. */
  readonly hasNodes?: true
}

const postgres = 'server/src/storage/postgres'
const queries = 'server/src/storage/queries'
const books = 'server/src/books'
const postgresContract = `${postgres}/contract.service.test.ts`
const batches = 'server/test/commands/batches.unit.test.ts'

export const mutants: readonly Mutant[] = [
  {
    name: 'lock_timeout off',
    file: `${postgres}/begin.ts`,
    from: 'const lockTimeoutMs = 4_000',
    to: 'const lockTimeoutMs = 0',
    test: `${postgres}/foreign-lock.service.test.ts`,
    caughtBy: 'a row that another session keeps locked: the server stops to wait for it',
  },
  {
    name: 'idle time-out off',
    file: `${postgres}/begin.ts`,
    from: 'const idleTimeoutMs = 2_000',
    to: 'const idleTimeoutMs = 0',
    test: `${postgres}/frozen-node.service.test.ts`,
    caughtBy: 'blocks no other node on the account for longer than the lock timeout',
  },
  {
    name: 'key freed',
    file: `${books}/abandon-verification.ts`,
    from: 'if (isKnown(found.verification)) return false',
    to: '',
    test: postgresContract,
    caughtBy: 'stay when a repeated key was answered with them',
  },
  {
    name: 'not abandoned',
    file: `${books}/abandon-verification.ts`,
    from: "transition.take({ kind: 'abandoned', at })",
    to: '',
    test: postgresContract,
    caughtBy: 'are ended and free their key when their creation was answered with 503',
  },
  {
    name: 'row not locked',
    file: `${postgres}/load-batch.ts`,
    from: 'WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`',
    to: 'WHERE id = ANY ($1::bigint[]) ORDER BY id`',
    test: `${postgres}/locked-account.service.test.ts`,
    caughtBy: 'is refused alone: others are served while the lock is held, and nothing is lost',
  },
  {
    name: 'a phone locked after its verification',
    file: `${postgres}/load-batch.ts`,
    from: `    phones: skips
      ? about(lockedPhones, 'rk_try_phones', tryPhones, bytes(lockedPhones))
      : about(lockedPhones, 'rk_lock_phones', waitForPhones, bytes(lockedPhones)),
    verifications:
      wanted.length === 0 ? none : lock(\`rk_lock_verifications\${name}\`, lockThese(which), ...wantedBy),
`,
    to: `    verifications:
      wanted.length === 0 ? none : lock(\`rk_lock_verifications\${name}\`, lockThese(which), ...wantedBy),
    phones: skips
      ? about(lockedPhones, 'rk_try_phones', tryPhones, bytes(lockedPhones))
      : about(lockedPhones, 'rk_lock_phones', waitForPhones, bytes(lockedPhones)),
`,
    test: `${postgres}/lock-order.service.test.ts`,
    caughtBy: 'it has the lock of its phone before it waits for a verification',
  },
  {
    name: 'a need forgotten',
    file: `${books}/needs.ts`,
    from: 'needs.triedPhones.push(input.phoneHash)',
    to: '',
    test: batches,
    caughtBy: 'commands, guesses: neither results nor rows depend on the batches',
  },
  {
    name: 'a started step not seen by the command after it',
    file: 'server/src/storage/hot/working-set.ts',
    from: "this.#settledCalls.set(vendorId, 'open')",
    to: '',
    test: batches,
    caughtBy: 'commands, steps: neither results nor rows depend on the batches',
  },
  {
    name: 'a wrong code not seen by the command after it',
    file: 'server/src/storage/hot/working-set.ts',
    from: 'this.#wrongTries.set(text, tries)',
    to: '',
    test: batches,
    caughtBy: 'commands, guesses: neither results nor rows depend on the batches',
  },
  {
    name: 'a plan not given back',
    file: 'server/src/verifications/verifications.ts',
    from: "if (admitted?.kind !== 'created' && admitted?.kind !== 'started') planned?.release()",
    to: '',
    test: 'server/src/verifications/unused-plans.service.test.ts',
    caughtBy: 'a planned route is given back once',
  },
  {
    name: 'a waiter not woken',
    file: `${postgres}/changed-verifications.ts`,
    from: 'if (noted.length === 0 && ids.length > 0) setTimeout(announce, shareMs)',
    to: '',
    test: `${postgres}/changed-verifications.service.test.ts`,
    caughtBy: 'the other nodes are told its id',
  },
  {
    name: 'an unproved check repeated',
    file: `${postgres}/run-batch.ts`,
    from: "if (tried.kind === 'unknown')",
    to: 'if (false)',
    test: `${postgres}/lost-check.service.test.ts`,
    caughtBy: 'one whose commit cannot be looked up is not made again',
  },
  {
    name: 'a settlement that never gives up',
    file: 'server/src/calls/retry-write.ts',
    from: 'if (clock.monotonicMs() >= untilMs) return undefined',
    to: '',
    test: 'server/src/calls/retry-write.test.ts',
    caughtBy: 'a write is given up after its time',
  },
  {
    name: 'a webhook that is retried for ever',
    file: 'server/src/webhooks/attempt.ts',
    from: 'afterAttempt(exchange.status, tries,',
    to: 'afterAttempt(exchange.status, Math.min(tries, 6),',
    test: 'server/src/webhooks/delivery-engine.service.test.ts',
    caughtBy: 'gives up when the receiver has answered 500 to the end of the schedule',
  },
  {
    name: 'settle twice',
    file: 'server/src/storage/hot/working-set.ts',
    from: 'this.#ended.add(vendorId)',
    to: '',
    test: batches,
    caughtBy: 'commands, anything: neither results nor rows depend on the batches',
  },
  {
    name: 'hold kept',
    file: `${books}/spending.ts`,
    from: 'books.post({ accountId, kind, amountUnits, vendorId, note, createdAt: at }, heldUnits)',
    to: 'books.post({ accountId, kind, amountUnits, vendorId, note, createdAt: at }, 0)',
    test: postgresContract,
    caughtBy: 'captures completed calls and returns the money of failed ones',
  },
  {
    name: 'hold forgotten',
    file: `${books}/spending.ts`,
    from: 'books.hold(accountId, priceUnits)',
    to: '',
    test: 'server/test/commands/promises.unit.test.ts',
    caughtBy: 'commands: the books of every account balance after each of them',
  },
  {
    name: 'kept step paid twice',
    file: `${books}/kept-price.ts`,
    from: 'decidePrice(books, { ...kept, heldUnits: priceUnits, note: mode }, isCharged, at)',
    to: 'for (const _ of [1, 2]) decidePrice(books, { ...kept, heldUnits: priceUnits, note: mode }, isCharged, at)',
    test: 'server/test/commands/promises.unit.test.ts',
    caughtBy: 'commands: the books of every account balance after each of them',
  },
  {
    name: 'kept price not removed',
    file: 'server/src/storage/hot/working-set.ts',
    from: 'if (kept !== undefined && !this.changes.keptPrices.delete(vendorId)) this.changes.paidPrices.add(kept)',
    to: '',
    test: postgresContract,
    caughtBy: 'keep a price held until they end, if the tariff charges on approval',
  },
  {
    name: 'event dropped',
    file: `${books}/verification-transition.ts`,
    from: 'if (events.length === 0) return',
    to: 'return',
    test: postgresContract,
    caughtBy: 'of a step are in the outbox together with the end of its call',
  },
  {
    name: 'one try too many',
    file: `${books}/step-machine.ts`,
    from: 'return left.attemptsLeft > 0 ?',
    to: 'return left.attemptsLeft >= 0 ?',
    test: `${books}/step-machine.test.ts`,
    caughtBy: 'fails after the last allowed wrong code',
  },
  {
    name: 'answer before commit',
    file: `${postgres}/batch.ts`,
    from: 'await written',
    to: 'void written.catch(() => {})',
    test: `${postgres}/lost-answers.service.test.ts`,
    caughtBy: 'before the commit reached the server: the call is admitted once',
  },
  {
    name: 'operation id forgotten',
    file: `${queries}/perform.ts`,
    from: 'if (earlier !== undefined) return { result: JSON.parse(String(earlier.result)), isRepeated: true }',
    to: '',
    test: `${postgres}/contract-records.service.test.ts`,
    caughtBy: 'operation: a retry with the same id changes nothing and gets the first result',
  },
  {
    name: 'position is the id',
    file: `${queries}/event-stream.ts`,
    from: 'row_number() OVER (ORDER BY position, id) +',
    to: 'id + 0 *',
    test: postgresContract,
    caughtBy: 'gives an event that is committed later a higher position, also when its id is lower',
  },
  {
    name: 'past without those under way',
    file: `${queries}/event-stream.ts`,
    from: 'if (stream.past!.open!.length > 0)',
    to: 'if (Number.isNaN(0))',
    test: `${postgres}/event-stream.service.test.ts`,
    caughtBy: 'while a call of /v1.0 ends: waits for what began before its stream, and reads it once',
  },
  {
    name: 'event told twice',
    file: 'server/src/books/past-events.ts',
    from: 'vendorId === null ? [verificationId] : [verificationId, vendorId]',
    to: '[verificationId, vendorId ?? Math.random()]',
    test: postgresContract,
    caughtBy: 'has each event once, whether its past or the change itself wrote it',
  },
  // What the consistency checker itself has to find, by what it reads and receives.
  ...(
    [
      {
        name: 'a webhook not repeated',
        file: 'server/src/webhooks/schedule.ts',
        from: 'status === gone || pauseMs === undefined',
        to: 'status !== 0 || pauseMs === undefined',
      },
      {
        name: 'the end of a call told half the time',
        file: `${books}/settle.ts`,
        from: 'at)) books.enqueueDelivery(event)',
        to: 'at)) if (vendorId % 2 === 0) books.enqueueDelivery(event)',
      },
      {
        name: 'events in the order in which they did not happen',
        file: `${queries}/event-stream.ts`,
        from: 'row_number() OVER (ORDER BY position, id) +',
        to: 'row_number() OVER (ORDER BY position, -id) +',
      },
      {
        name: 'an end without a version of its own',
        file: `${books}/step-machine.ts`,
        from: 'nextStepAt: null,\n    version: state.version + 1,',
        to: 'nextStepAt: null,\n    version: state.version,',
      },
      {
        name: 'an event with the time of its try',
        file: 'server/src/webhooks/body.ts',
        from: 'new Date(createdAt).toISOString()',
        to: 'new Date().toISOString()',
      },
      {
        name: 'a number in clear',
        file: 'server/src/calls/calls.ts',
        from: 'phoneMask: maskPhone(phone.e164)',
        to: 'phoneMask: phone.e164',
      },
      {
        name: 'a code handed over twice',
        file: 'server/src/webhooks/deliver-step.ts',
        from: 'const exchange = await send(',
        to: 'await send(deps, { serviceId, webhookId }, { url, ...request }, at)\n    const exchange = await send(',
      },
      {
        name: 'a hook that does not know its message again',
        file: 'server/src/http/hooks/place-or-reuse-call.ts',
        from: ".toString('base64url')",
        to: ".toString('base64url') + performance.now()",
      },
      {
        name: 'a pending verification not returned',
        file: `${books}/create-verification.ts`,
        from: 'request.returnsPending ? pendingOf(books, request) : undefined',
        to: 'undefined as never',
      },
      {
        name: 'max_cost off',
        file: `${books}/step-admission.ts`,
        from: 'if (maxCostUnits !== null &&',
        to: 'if (maxCostUnits === 0 &&',
      },
      {
        name: 'a reversal not noted',
        file: `${queries}/accounts.ts`,
        from: 'await sql.run(...reversed.insert({ accountId, entry, reversedBy: made.entry }))',
        to: '',
      },
    ] as const
  ).map((broken) => ({
    ...broken,
    test: 'test/consistency/embedded.test.ts',
    caughtBy: 'the embedded store: keeps every promise',
    hasNodes: true as const,
  })),
]
