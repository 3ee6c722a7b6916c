import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { mobileFile } from '../../numbering/test/sample-registry.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

describe('ringkey confirm-pool', () => {
  it('adds single numbers and ranges, once each', async () => {
    const added = await ringkey(service.folder, [
      'confirm-pool',
      'add',
      '74990000001',
      '74990000000-74990000002',
    ])
    expect(added).toMatchObject({ code: 0, out: 'Added: 3. In the pool already: 1.\n' })
    const listed = await ringkey(service.folder, ['confirm-pool', 'list', '--json'])
    expect(JSON.parse(listed.out)).toContainEqual({ number: '74990000002', demo: false })
  })

  it('names what it cannot read', async () => {
    const outcome = await ringkey(service.folder, ['confirm-pool', 'add', '74990000009-74990000000'])
    expect(outcome.code).toBe(2)
    expect(outcome.err).toContain(
      'NUMBER… is "74990000009-74990000000": expected numbers such as 74951230000',
    )
  })
})

describe('ringkey webhook secret', () => {
  it('shows the secret of a service and signs with both while it changes', async () => {
    const first = await ringkey(service.folder, ['webhook', 'secret', String(service.serviceId)])
    expect(first.out).toMatch(/^whsec_[A-Za-z0-9+/=]{32,}\n$/)
    const rotated = await ringkey(service.folder, [
      'webhook',
      'secret',
      String(service.serviceId),
      '--rotate',
      '--json',
    ])
    expect(JSON.parse(rotated.out)).toMatchObject({ previous: first.out.trim() })
    expect((await ringkey(service.folder, ['webhook', 'secret', '999'])).code).toBe(1)
  })
})

describe('ringkey registry and lookup', () => {
  it('imports a registry, looks numbers up in it and shows what is in use', async () => {
    const file = join(service.folder, 'mobile.csv')
    writeFileSync(file, mobileFile)
    const imported = await ringkey(service.folder, ['registry', 'import', file])
    expect(imported).toMatchObject({ code: 0 })
    expect(imported.out).toContain('in use: registry-000001.snapshot')
    const status = await ringkey(service.folder, ['registry', 'status', '--json'])
    expect(JSON.parse(status.out)).toMatchObject([{ current: true, problem: '' }])
    const looked = await ringkey(service.folder, ['lookup', '8 916 123-45-67', 'hello', '--json'])
    const lines = looked.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { valid: boolean })
    expect(lines.map(({ valid }) => valid)).toHaveLength(2)
  })

  it('says what is wrong with a file, and changes nothing', async () => {
    const file = join(service.folder, 'broken.csv')
    writeFileSync(file, 'this is not a registry\n')
    const outcome = await ringkey(service.folder, ['registry', 'import', file])
    expect(outcome.code).toBe(1)
    expect(outcome.err).toMatch(/^ringkey: /)
  })
})
