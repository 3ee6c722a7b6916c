import type { Settings } from '../../config/settings.ts'
import { numberingStores } from '../../numbering/open-numbering.ts'
import type { SnapshotRepository } from '../../numbering/snapshots/snapshot-repository.ts'
import { type CheckResult, ok, warn } from './check-result.ts'

/** Without an imported registry the service answers too, but less exactly. */
export async function checkNumbering(
  settings: Settings,
  /** Undefined when there is no installation yet. */ repository: SnapshotRepository | undefined,
): Promise<CheckResult[]> {
  const stores = repository && numberingStores(repository)
  const [ranges, ported] = [await stores?.registry.currentName(), await stores?.porting.currentName()]
  if (ranges !== undefined) return [ok('numbering', `registry ${ranges}; porting data ${ported ?? 'none'}`)]
  const says = 'no registry was imported: operators and regions come from the built-in seed'
  if (settings.RINGKEY_DEMO !== 'off') return [ok('numbering', says)]
  return [warn('numbering', says, 'ringkey registry import FILE… (docs/numbering.md)')]
}
