import { spawn } from 'node:child_process'
import { isInstalled } from '../../setup/packages.ts'
import { toolsFolder } from './install.ts'

const bins = {
  'openapi-typescript': 'openapi-typescript/bin/cli.js',
  'hey-api': '@hey-api/openapi-ts/bin/run.js',
  orval: 'orval/dist/bin/orval.mjs',
  redocly: '@redocly/cli/bin/cli.js',
  spectral: '@stoplight/spectral-cli/dist/index.js',
  prism: '@stoplight/prism-cli/dist/index.js',
} as const
export type Tool = keyof typeof bins

const environment = (added: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH ?? '',
  // No tool reports to its makers or asks for a newer one of itself.
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  ORVAL_TELEMETRY_DISABLED: '1',
  NO_COLOR: '1',
  CI: '1',
  ...added,
})

/** Starts a tool in the folder of the tools. */
export function startTool(
  tool: Tool,
  words: readonly string[],
  added: Readonly<Record<string, string>> = {},
) {
  if (!isInstalled(toolsFolder))
    throw new Error('the tools are not installed: run "node test/setup/prepare.ts"')
  return start([`node_modules/${bins[tool]}`, ...words], added)
}

export function start(words: readonly string[], added: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, words, { cwd: toolsFolder, env: environment(added) })
  const said = { out: '', all: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk
    said.all += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.all += chunk
  })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  const ended = new Promise<{ code: number | null; out: string; all: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', killed)
      resolve({ code, ...said })
    })
  })
  return { said, ended, stop: () => child.kill('SIGTERM') }
}

/** Runs it to its end; what it said is the error when it fails. */
export async function runTool(...given: Parameters<typeof startTool>): Promise<string> {
  const { code, all } = await startTool(...given).ended
  if (code !== 0) throw new Error(`${given[0]} ended with ${code}: ${all}`)
  return all
}
