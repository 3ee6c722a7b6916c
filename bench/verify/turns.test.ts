import { expect, it } from 'vitest'
import { inTurns, Refused } from './turns.ts'

const answered = () => new Promise<void>((resolve) => setImmediate(resolve))

it('turns of a bench: no more requests than allowed are on their way, and what has begun goes before what has not', async () => {
  let [begun, onTheWay, most] = [0, 0, 0]
  const order: string[] = []
  const ask = (name: string) => async () => {
    order.push(name)
    most = Math.max(most, ++onTheWay)
    await answered()
    onTheWay -= 1
  }
  const { timesMs, refused } = await inTurns(60, 2, (turn) => {
    if (begun === 4) return undefined
    const name = `${++begun}`
    return turn(ask(`${name} first`)).then(() => turn(ask(`${name} second`)))
  })
  expect([timesMs.length, refused.size, most]).toEqual([4, 0, 2])
  expect(order.indexOf('1 second')).toBeLessThan(order.indexOf('4 first'))
})

it('turns of a bench: what was refused is counted by its answer, any other failure ends the bench', async () => {
  const one = (error: Error) => {
    let begun = 0
    return inTurns(60, 1, (turn) =>
      begun++ === 3 ? undefined : turn(() => answered().then(() => Promise.reject(error))),
    )
  }
  const refusal = new Refused({ status: 503, code: 'overloaded', retryAfterMs: 1_000, body: {} })
  const { timesMs, refused } = await one(refusal)
  expect([timesMs.length, [...refused]]).toEqual([0, [['503 overloaded', 3]]])
  await expect(one(new Error('500'))).rejects.toThrow('500')
})
