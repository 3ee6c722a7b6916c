import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { topUp as topUpAccount } from '../../../server/src/operations/accounts.ts'
import { perform } from '../../../server/src/operations/perform.ts'
import { commandLine } from '../../../server/src/storage/author.ts'
import { commitMessage } from '../../../server/test/postgres/cutter.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import type { Request } from '../checkers/history.ts'
import type { Dice } from '../dice.ts'
import type { World } from '../world.ts'
import { type Nemesis, noHarm, soon } from './nemesis.ts'

const command = fileURLToPath(new URL('../../../server/bin/ringkey.js', import.meta.url))
const retryMs = 200
const maxRetries = 100
/** Every top-up has an amount that no other one has. Those of the clients are smaller. */
const firstAmountUnits = 2_000_000
let topUps = 0

interface TopUp {
  readonly accountId: number
  readonly amountUnits: number
  readonly operationId: string
}

function newTopUp(world: World, dice: Dice): TopUp {
  topUps += 1
  return {
    accountId: world.house.keyed.accountId,
    amountUnits: firstAmountUnits + topUps,
    operationId: `lost-top-up-${topUps}-${dice.below(1e9)}`,
  }
}

/** As an operator does who was told nothing: the same operation again, until it is confirmed. */
async function untilConfirmed(
  topUp: TopUp,
  startMs: number,
  attempt: () => Promise<boolean>,
): Promise<Request> {
  const { accountId, amountUnits, operationId } = topUp
  let isConfirmed = false
  for (let tries = 0; tries < maxRetries && !isConfirmed; tries++) {
    if (tries > 0) await sleep(retryMs)
    isConfirmed = await attempt()
  }
  return {
    id: operationId,
    purpose: 'money',
    method: 'top-up',
    accountId,
    node: -1,
    amountUnits,
    startMs,
    endMs: performance.now(),
    answer: isConfirmed ? { status: 200 } : undefined,
  }
}

/** The command is killed at any moment, so the operator does not see what it did, and repeats it with its operation id. */
export const killTopUp: Nemesis = {
  name: 'kill-top-up',
  async run(world, dice) {
    const startMs = performance.now()
    const topUp = newTopUp(world, dice)
    const { folder, environment } = world.commands
    const roubles = (topUp.amountUnits / 10_000).toFixed(4)
    const words = ['account', 'topup', String(topUp.accountId), roubles, '--operation', topUp.operationId]
    const child = spawn(process.execPath, [command, ...words], {
      env: { ...process.env, RINGKEY_DATA: folder, ...environment },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    // From before it has begun until after it is done.
    await Promise.race([ended, sleep(dice.between(300, 2_500))])
    child.kill('SIGKILL')
    await ended
    const request = await untilConfirmed(topUp, startMs, async () => {
      const outcome = await ringkey(folder, words, { environment }).catch(() => undefined)
      return outcome?.code === 0
    })
    return { ...noHarm, requests: [request] }
  },
}

/** The server gets the commit of a top-up, and its answer is lost. */
export const cutTopUp: Nemesis = {
  name: 'cut-top-up',
  async run(world, dice) {
    const startMs = performance.now()
    const topUp = newTopUp(world, dice)
    const { store, cutter } = world.operator!
    const operationContext = { store, author: commandLine, now: () => Date.now() }
    const { accountId, amountUnits, operationId } = topUp
    const before = cutter.cuts
    cutter.cutOnce(commitMessage, dice.chance(0.8) ? 'after' : 'before')
    const request = await untilConfirmed(topUp, startMs, async () => {
      const done = await perform(
        operationContext,
        topUpAccount,
        { account: accountId, amount: String(amountUnits / 10_000) },
        operationId,
      ).catch(() => undefined)
      return done !== undefined
    })
    const isCut = async () => {
      while (cutter.cuts === before) await sleep(10)
    }
    await soon(isCut(), 'the cut of a top-up')
    return { ...noHarm, requests: [request] }
  },
}
