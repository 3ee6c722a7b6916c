import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator } from '../../../../test/cabinet-visitor.ts'
import { fixedFile, mobileFile } from '../../../../test/numbering/sample-registry.ts'
import { eventually, startTestService, type TestService } from '../../../../test/service.ts'
import type { ImportJob } from '../../../numbering/imports/import-messages.ts'

let service: TestService
let operator: CabinetVisitor
beforeAll(async () => {
  service = await startTestService()
  operator = await demoOperator(service)
})
afterAll(() => service.stop())

const send = (query: string, text: string) => operator.upload(`/operator/numbering/imports?${query}`, text)
const look = async () => (await operator.read('/operator/numbering')).body
const ended = async (): Promise<ImportJob> => {
  const { imports } = await eventually(look, ({ imports }) => /done|refused/.test(imports[0]?.stage))
  return imports[0]
}
const lookUp = async (phone: string) =>
  (await operator.write('/operator/numbering/lookup', { phone, language: 'en' })).body.number

describe('numbering page', () => {
  it('starts without imported data, and answers from the built-in seed', async () => {
    expect(await look()).toEqual({ registry: [], porting: [], lookupService: false, imports: [] })
    expect(await lookUp('8 916 123-45-67')).toMatchObject({ e164: '79161234567', source: 'seed' })
    expect(await lookUp('no number')).toBeNull()
  })

  it('takes a file, imports it in the background and uses it', async () => {
    const answer = await send('data=registry&name=DEF-9xx.csv', mobileFile)
    expect(answer.body).toMatchObject({ name: 'DEF-9xx.csv', stage: 'importing', force: false })
    expect(await ended()).toMatchObject({
      stage: 'done',
      rows: 6,
      result: { kind: 'done', taken: 6, snapshot: 'registry-000001.snapshot' },
    })
    const { registry } = await look()
    expect(registry).toMatchObject([
      { current: true, entries: 6, forced: false, problem: '', files: [{ name: 'DEF-9xx.csv', rows: 6 }] },
    ])
    expect(registry[0].importedAt).toBe(service.clock.now())
    expect(await lookUp('+79161234567')).toMatchObject({
      source: 'registry',
      range: '9160000000-9169999999',
    })
    expect(existsSync(join(service.folder, 'uploads'))).toBe(false)
    expect((await operator.read('/operator/actions?group=changes')).body.items[0]).toMatchObject({
      action: 'numbering-import',
      facts: { data: 'registry', name: 'DEF-9xx.csv', forced: false },
    })
  })

  it('reports what is wrong with a file, with its rows, and changes nothing', async () => {
    await send('data=registry&name=../../broken.csv', `${mobileFile}916;99;1;x;;;;\n`.repeat(3))
    const job = await ended()
    expect(job).toMatchObject({ name: 'broken.csv', stage: 'refused', result: { kind: 'refused' } })
    expect(JSON.stringify(job)).not.toContain(service.folder)
    expect(job.result?.files[0]?.examples.length).toBeGreaterThan(0)
    await send('data=porting&name=not-porting.csv', 'one;two\n')
    expect((await ended()).stage).toBe('refused')
    expect((await look()).registry).toHaveLength(1)
  })

  it('goes back to the previous snapshot', async () => {
    await send('data=registry&name=ABC-3xx.csv', fixedFile)
    expect((await ended()).stage).toBe('done')
    const back = (snapshot: string) =>
      operator.write('/operator/numbering/rollback', { data: 'registry', snapshot })
    expect((await back('registry-000001.snapshot')).status).toBe(200)
    const { registry } = await look()
    expect(
      registry.map(({ snapshot, current }: { snapshot: string; current: boolean }) => [snapshot, current]),
    ).toEqual([
      ['registry-000002.snapshot', false],
      ['registry-000001.snapshot', true],
    ])
    expect((await back('registry-000009.snapshot')).body.error.code).toBe('rollback-refused')
    expect((await back('../../etc/passwd')).status).toBe(400)
  })

  it('refuses a request without a file, and never logs a number', async () => {
    const noFile = await operator.write('/operator/numbering/imports?data=registry&name=x.csv', {})
    expect([noFile.status, noFile.body.error.code]).toEqual([415, 'no-file'])
    expect(service.logged.join('')).not.toContain('9161234567')
  })
})
