import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

/** In a process of its own: its time and its chance are not those of the tests. */
export async function runSimulator(...words: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const text = child.stdout.toArray()
  const [code] = (await once(child, 'exit')) as [number]
  return { code, said: Buffer.concat(await text).toString() }
}
