// The recommended rules of two linters find nothing in any description: no error and no warning.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../server/test/service.ts'
import { startTool, type Tool } from './run-tool.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-linters-'))
const documents = [
  'openapi.json?errors=mirror',
  'openapi.json?errors=200',
  'openapi.json?profile=ucaller',
  'openapi-v2.json',
].map((address, index) => ({ address, path: join(folder, `openapi-${index}.json`) }))

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RINGKEY_ADDRESS_LIMIT: 'api:1000/s', RINGKEY_SERVICE_LIMIT: '1000/s' })
  for (const { address, path } of documents)
    writeFileSync(path, await (await fetch(`${service.baseUrl}/${address}`)).text())
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service?.stop()
})

const paths = documents.map(({ path }) => path)
const linters: readonly [tool: Tool, words: readonly string[]][] = [
  ['redocly', ['lint', '--extends', 'recommended', ...paths]],
  ['spectral', ['lint', '--ruleset', '.spectral.yaml', '--fail-severity', 'warn', ...paths]],
]

it.concurrent.each(linters)('%s finds nothing', async (tool, words) => {
  const { code, all } = await startTool(tool, words).ended
  expect([code, code === 0 ? '' : all]).toEqual([0, ''])
  expect(all).not.toMatch(/\bwarnings?\b/i)
})
