import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const patienceMs = 60_000

/** A program under way: what it has said so far, and all of it once it has ended. */
export function begin(program: string, words: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(program, words, { env: { PATH: process.env.PATH ?? '', ...environment } })
  const heard = { text: '' }
  const hear = (chunk: Buffer) => {
    heard.text += chunk
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const tooLong = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(tooLong)
      resolve(heard.text)
    })
  })
  return {
    heard,
    ended,
    stop: () => child.kill('SIGKILL'),
    /** Types a line at its terminal. */
    type: (line: string) => child.stdin.write(`${line}\n`),
  }
}

const caches = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/**
 * The cache is shared by the tests and kept between runs: Go compiles its library for half a minute of CPU time. Without a
 * GOPATH it would take every folder for one of its downloads, which never change, and would miss files that we add.
 */
export const goEnvironment = { GOCACHE: `${caches}go-build`, GOPATH: `${caches}go-path`, GOPROXY: 'off' }
