import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { numberingStores, openNumbering } from './open-numbering.ts'
import { importPorting } from './porting/import-porting.ts'
import { importRegistry } from './registry/import-registry.ts'
import { temporaryFile, temporaryFolder } from './test/folders.ts'
import { ManualTimers } from './test/manual-timers.ts'
import { importOptions, mobileFile } from './test/sample-registry.ts'

async function opened(dataFolder: string) {
  const log: string[] = []
  const open = await openNumbering({
    dataFolder,
    timers: new ManualTimers(),
    onProblem: (message) => log.push(message.replace(dataFolder, '')),
    onSnapshot: (name) => log.push(name),
  })
  onTestFinished(open.close)
  return { ...open, log }
}

const registryInto = async (dataFolder: string) =>
  importRegistry([await temporaryFile('9.csv', mobileFile)], importOptions(join(dataFolder, 'registry')))

describe('the numbering of a running service', () => {
  it('starts from the seed and uses what is imported later', async () => {
    const dataFolder = await temporaryFolder()
    const { numbering, look, log } = await opened(dataFolder)
    const phone = numbering.readE164('79000000000')!
    expect(numbering.sourceOf(phone)).toBe('seed')
    await registryInto(dataFolder)
    await look()
    expect(numbering.sourceOf(phone)).toBe('registry')
    expect(numbering.rangeOf(phone)).toMatchObject({ first: '9000000000', last: '9000099999' })
    expect(numbering.describe(phone).portedTo).toBe('')
    const porting = await temporaryFile('p.csv', 'Number,OwnerId,MNC\r\n9000000000,mMTS,01\r\n')
    await importPorting([porting], {
      ...numberingStores(dataFolder),
      store: numberingStores(dataFolder).porting,
      force: false,
      nowMs: 0,
      onProgress() {},
    })
    await look()
    expect(numbering.describe(phone)).toMatchObject({ portedTo: 'МТС', mnc: 1 })
    expect(log).toEqual(['registry-000001.snapshot', 'porting-000001.snapshot'])
  })

  it('starts with what was imported before', async () => {
    const dataFolder = await temporaryFolder()
    await registryInto(dataFolder)
    const { numbering } = await opened(dataFolder)
    expect(numbering.readE164('79010000000')).toBeUndefined()
  })

  it('keeps serving the old registry when the new snapshot is damaged', async () => {
    const dataFolder = await temporaryFolder()
    await registryInto(dataFolder)
    const { numbering, look, log } = await opened(dataFolder)
    await registryInto(dataFolder)
    await writeFile(join(dataFolder, 'registry', 'registry-000002.snapshot'), 'rubbish')
    await look()
    expect(numbering.describe(numbering.readE164('79000000000')!).region).toBe('Краснодарский край')
    expect(log.at(-1)).toBe('/registry/registry-000002.snapshot cannot be used: it is not a snapshot')
  })

  it('starts from the seed when its only snapshot is damaged', async () => {
    const dataFolder = await temporaryFolder()
    await registryInto(dataFolder)
    await writeFile(join(dataFolder, 'registry', 'registry-000001.snapshot'), '')
    const { numbering, log } = await opened(dataFolder)
    expect(numbering.sourceOf(numbering.readE164('79000000000')!)).toBe('seed')
    expect(log).toHaveLength(1)
  })
})
