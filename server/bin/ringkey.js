#!/usr/bin/env node
// The `ringkey` command. Plain JavaScript, because it may be started by a Node that is too old for the rest:
// then it starts itself again with the one that was installed with it, or with one on the PATH.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const oldestMajor = 24
const isWindows = process.platform === 'win32'
const program = isWindows ? 'node.exe' : 'node'
const self = fileURLToPath(import.meta.url)

if (majorOf(process.version) >= oldestMajor) {
  const { keepCompiledCode } = await import('../src/config/compile-cache.ts')
  keepCompiledCode()
  // The service alone: what commands need would stay in its memory.
  if (process.argv.slice(2).join() === 'start') await (await import('../src/main.ts')).main()
  else await import('../src/cli/ringkey.ts')
} else {
  const newer = candidates().find((file) => existsSync(file) && isNewEnough(file))
  if (newer === undefined) {
    console.error(
      `Ringkey needs Node ${oldestMajor} or newer and this is ${process.version}. ` +
        'Install it again without --omit=optional (it brings a Node of its own), or install a newer Node.',
    )
    process.exitCode = 1
  } else {
    startAgain(newer)
  }
}

/** The Node that npm installed with it first, then whatever the PATH has. */
function candidates() {
  const own = []
  for (let folder = dirname(self); folder !== dirname(folder); folder = dirname(folder)) {
    own.push(join(folder, 'node_modules', '.bin', program))
  }
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...own, ...onPath.map((folder) => join(folder, program))]
}

/** @param {string} file */
function isNewEnough(file) {
  const asked = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  return asked.status === 0 && majorOf(asked.stdout) >= oldestMajor
}

/** @param {string} version such as `v26.10.0` */
function majorOf(version) {
  return Number.parseInt(version.replace(/^v/, ''), 10) || 0
}

/**
 * Signals are passed on: a supervisor stops the service by this process. Ctrl+C reaches both, which counts as one.
 * @param {string} node
 */
function startAgain(node) {
  const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: 'inherit' })
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
  const signals = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])
  for (const signal of signals) process.on(signal, pass)
  child.on('error', (error) => {
    console.error(`${node} cannot be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (status, signal) => {
    for (const each of signals) process.off(each, pass)
    if (signal === null) process.exitCode = status ?? 1
    else process.kill(process.pid, signal)
  })
}
