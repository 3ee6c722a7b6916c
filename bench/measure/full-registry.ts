import { openInstallation } from '../../server/src/app/open-installation.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { numberingStores } from '../../server/src/numbering/open-numbering.ts'
import type { RangeIndex } from '../../server/src/numbering/registry/range-index.ts'
import { registryContent } from '../../server/src/numbering/registry/registry-snapshot.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { fullRegistry } from '../numbering/registry.ts'

/** An installation in this folder, with a registry of full size. */
export async function publishRegistry(folder: string): Promise<RangeIndex> {
  const { store } = await openInstallation(readSettings({ RINGKEY_DATA: folder }), systemRandom, (error) => {
    throw error
  })
  const { index } = await fullRegistry()
  const { registry } = numberingStores(store)
  const content = registryContent(index.tables, {
    importedAt: new Date().toISOString(),
    forced: false,
    files: [],
  })
  await registry.publish(content, undefined, Date.now())
  await store.close()
  return index
}
