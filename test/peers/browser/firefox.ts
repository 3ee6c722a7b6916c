// Debian's Firefox by WebDriver BiDi. Playwright speaks it too, but sends commands that this version does not have.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../../server/test/service.ts'

interface Answer {
  readonly id: number
  readonly type: 'success' | 'error' | 'event'
  readonly message?: string
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own
  readonly result?: any
}

export async function startFirefox() {
  const profile = mkdtempSync(join(tmpdir(), 'ringkey-firefox-'))
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = spawn('/usr/bin/firefox-esr', words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  })
  const socket = new WebSocket(`${await addressOf(child)}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    waiting.get(answer.id)?.(answer)
  }
  let sent = 0
  const send = async (method: string, params: object) => {
    const id = ++sent
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { type, message, result } = await answered
    if (type !== 'success') throw new Error(`${method}: ${message}`)
    return result
  }
  await send('session.new', { capabilities: {} })
  const { contexts } = await send('browsingContext.getTree', {})
  const { context } = contexts[0]
  /** The value of an expression, or of what it promises. */
  const evaluate = async (expression: string): Promise<unknown> => {
    const value = `Promise.resolve(${expression.replace(/;\s*$/, '')})`
    const { result, exceptionDetails } = await send('script.evaluate', {
      expression: `${value}.then((it) => JSON.stringify(it) ?? 'null')`,
      target: { context },
      awaitPromise: true,
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    return JSON.parse(result.value)
  }
  return {
    evaluate,
    goto: (url: string) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    beforeScripts: (script: string) =>
      send('script.addPreloadScript', { functionDeclaration: `() => {${script}}` }),
    resize: (width: number, height: number) =>
      send('browsingContext.setViewport', { context, viewport: { width, height } }),
    /** As from the keyboard, to what has the focus. */
    press: (keys: string) =>
      send('input.performActions', {
        context,
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [...keys].flatMap((value) => [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ]),
          },
        ],
      }),
    waitFor: (condition: string) => eventually(() => evaluate(condition), Boolean),
    async stop() {
      socket.close()
      const ended = once(child, 'exit')
      child.kill()
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Where it listens, once it says so. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr!.on('data', (chunk: Buffer) => {
      said += chunk
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? []
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => reject(new Error(`Firefox ended: ${said}`)))
  })
}
