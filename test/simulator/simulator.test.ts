import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

/** In a process of its own: its time and its chance are not those of the tests. */
async function simulator(...words: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const text = child.stdout.toArray()
  const [code] = (await once(child, 'exit')) as [number]
  return { code, said: Buffer.concat(await text).toString() }
}

const hashIn = (said: string) => /hash (\w+)/.exec(said)?.[1]

it('three simulated nodes keep every promise, and a seed is the same run each time', async () => {
  const [one, again] = await Promise.all([
    simulator('--seed', '1', '--minutes', '2'),
    simulator('--seed', '1', '--minutes', '2'),
  ])
  expect(one, one.said).toMatchObject({ code: 0 })
  expect(hashIn(one.said)).toMatch(/^\w{16}$/)
  expect(hashIn(again.said)).toBe(hashIn(one.said))
})
