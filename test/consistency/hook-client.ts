import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from './dice.ts'
import type { Integrations } from './integrations.ts'
import type { Recorder } from './recorder.ts'
import { answeredPrefix } from './world.ts'

const pauseMs = 300
const retryMs = 100
const maxTries = 60
const twinShare = 0.2
const repeatShare = 0.3
const giveUpShare = 0.1
/** A code of six digits is spoken, one of four is shown by the calling number. */
const spokenShare = 0.2

interface HookLoad {
  readonly dice: Dice
  readonly slower: number
  anyNode(dice: Dice): number
}

/** An identity server: sends a code for a phone until that is answered, sometimes twice at once, and again afterwards. */
export async function sendCodes(
  recorder: Recorder,
  { hook }: Integrations,
  { dice, slower, anyNode }: HookLoad,
  isOver: () => boolean,
): Promise<void> {
  let requests = 0
  for (let number = 1; !isOver(); number++) {
    const isSpoken = dice.chance(spokenShare)
    const code = String(isSpoken ? 100_000 + number : 1 + (number % 9_998)).padStart(4, '0')
    const question = {
      purpose: 'hooks',
      method: 'hook',
      key: `hook-key-${number}`,
      phone: `${isSpoken ? `${answeredPrefix}2` : '79142'}${String(number).padStart(6, '0')}`,
      typed: { code, isRight: true },
    } as const
    const attempt = () => recorder.ask(hook, { ...question, id: `hook-${++requests}`, node: anyNode(dice) })
    for (let tries = 0; tries < maxTries && !isOver(); tries++) {
      const made = await Promise.all(dice.chance(twinShare) ? [attempt(), attempt()] : [attempt()])
      if (made.some(({ answer }) => answer !== undefined && answer.status < 300)) {
        if (dice.chance(repeatShare)) await attempt()
        break
      }
      if (dice.chance(giveUpShare)) break
      await sleep(retryMs)
    }
    await sleep(dice.below(2 * pauseMs) * slower)
  }
}
