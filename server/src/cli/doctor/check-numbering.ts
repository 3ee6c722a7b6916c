import type { Settings } from '../../config/settings.ts'
import { numberingStores } from '../../numbering/open-numbering.ts'
import type { SnapshotRepository } from '../../numbering/snapshots/snapshot-repository.ts'
import { type CheckResult, ok, warn } from './check-result.ts'

/**
 * Registry and porting data are files beside the database. A restore of the database alone loses them, and the service
 * silently answers without them. Nodes that share a database fetch them from there.
 */
export async function checkNumbering(
  settings: Settings,
  repository: SnapshotRepository | undefined,
): Promise<CheckResult[]> {
  const { registry, porting } = numberingStores(settings.RINGKEY_DATA, repository)
  const current = async (store: typeof registry | typeof porting) =>
    (await store.list()).find((snapshot) => snapshot.current)?.name
  const [ranges, ported] = [await current(registry), await current(porting)]
  if (ranges !== undefined) return [ok('numbering', `registry ${ranges}; porting data ${ported ?? 'none'}`)]
  const says = 'no registry was imported: operators and regions come from the built-in seed'
  if (settings.RINGKEY_DEMO !== 'off') return [ok('numbering', says)]
  return [warn('numbering', says, 'ringkey registry import FILE… (docs/numbering.md)')]
}
