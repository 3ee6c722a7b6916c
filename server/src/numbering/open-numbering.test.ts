import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFile } from '../../test/numbering/folders.ts'
import { ManualTimers } from '../../test/numbering/manual-timers.ts'
import { MemoryRepository } from '../../test/numbering/memory-repository.ts'
import { importOptions, mobileFile } from '../../test/numbering/sample-registry.ts'
import { numberingStores, openNumbering } from './open-numbering.ts'
import { importPorting } from './porting/import-porting.ts'
import { importRegistry } from './registry/import-registry.ts'

async function opened(repository: MemoryRepository) {
  const log: string[] = []
  const open = await openNumbering({
    repository,
    timers: new ManualTimers(),
    onProblem: (message) => log.push(message),
    onSnapshot: (name) => log.push(name),
  })
  onTestFinished(open.close)
  return { ...open, log }
}

const registryInto = async (repository: MemoryRepository) =>
  importRegistry([await temporaryFile('9.csv', mobileFile)], importOptions(repository))

describe('the numbering of a running service', () => {
  it('starts from the seed and uses what is imported later', async () => {
    const repository = new MemoryRepository()
    const { numbering, follow, log } = await opened(repository)
    const phone = numbering.readE164('79000000000')!
    expect(numbering.sourceOf(phone)).toBe('seed')
    await registryInto(repository)
    await follow()
    expect(numbering.sourceOf(phone)).toBe('registry')
    expect(numbering.rangeOf(phone)).toMatchObject({ first: '9000000000', last: '9000099999' })
    expect(numbering.describe(phone).portedTo).toBe('')
    const porting = await temporaryFile('p.csv', 'Number,OwnerId,MNC\r\n9000000000,mMTS,01\r\n')
    await importPorting([porting], {
      store: numberingStores(repository).porting,
      force: false,
      nowMs: 0,
      onProgress() {},
    })
    await follow()
    expect(numbering.describe(phone)).toMatchObject({ portedTo: 'МТС', mnc: 1 })
    expect(log).toEqual(['registry-000001.snapshot', 'porting-000001.snapshot'])
  })

  it('starts with what was imported before', async () => {
    const repository = new MemoryRepository()
    await registryInto(repository)
    const { numbering } = await opened(repository)
    expect(numbering.readE164('79010000000')).toBeUndefined()
  })

  it('keeps serving the old registry when the new snapshot is damaged', async () => {
    const repository = new MemoryRepository()
    await registryInto(repository)
    const { numbering, follow, log } = await opened(repository)
    await registryInto(repository)
    repository.chunksOf('registry', 2)[1]![0]! ^= 1
    await follow()
    expect(numbering.describe(numbering.readE164('79000000000')!).region).toBe('Краснодарский край')
    expect(log.at(-1)).toBe('registry-000002.snapshot cannot be used: its checksum is wrong')
  })

  it('starts from the seed when its only snapshot is damaged', async () => {
    const repository = new MemoryRepository()
    await registryInto(repository)
    repository.chunksOf('registry', 1).pop()
    const { numbering, log } = await opened(repository)
    expect(numbering.sourceOf(numbering.readE164('79000000000')!)).toBe('seed')
    expect(log).toHaveLength(1)
  })
})
