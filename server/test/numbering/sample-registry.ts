// A made-up registry in every layout that the ministry has published.
import type { RegistryMeta } from '../../src/numbering/registry/registry-snapshot.ts'
import { registryStore } from '../../src/numbering/registry/registry-snapshot.ts'
import type { SnapshotRepository } from '../../src/numbering/snapshots/snapshot-repository.ts'
import type { ImportOptions } from '../../src/numbering/snapshots/snapshot-store.ts'

export const header8 = 'АВС/ DEF;От;До;Емкость;Оператор;Регион;Территория ГАР;ИНН'

/** Mobile ranges with a gap after 900 0299999 and none at all in 901. */
export const mobileRows = [
  '900;0000000;0099999;100000;ООО "Т2 Мобайл";-;Краснодарский край;7743895280',
  '900;0100000;0199999;100000;ООО "Т2 МОБАЙЛ";-;Тверская область;7743895280',
  '900;0200000;0299999;100000;ООО "ЕКАТЕРИНБУРГ-2000";Свердловская обл.;Свердловская область;6661079603',
  '900;5000000;5000000;1;АО "Единица";-;Город Москва, Московская область;7700000001',
  '916;0000000;9999999;10000000;ПАО "МТС";-;Город Москва, Московская область;7740000076',
  '923;3000000;3999999;1000000;ПАО "МЕГАФОН";-;г. Норильск|г.о. город Норильск|Красноярский край;7812014560',
]

export const mobileFile = [header8, ...mobileRows, ''].join('\n')

/** Fixed lines as in 2021: six columns, no header. */
export const fixedFile = [
  '301;2110000;2129999;20000;ПАО "Ростелеком";г. Улан-Удэ|Республика Бурятия',
  '301;3000000;3000099;100;ПАО "Ростелеком";р-н Кижингинский|Республика Бурятия',
  '',
].join('\n')

/** The registry of a repository, and the other options of an import. */
export function importOptions(
  repository: SnapshotRepository,
  changed: Partial<ImportOptions<RegistryMeta>> = {},
): ImportOptions<RegistryMeta> {
  return {
    store: registryStore(repository),
    force: false,
    nowMs: Date.UTC(2026, 7, 1),
    onProgress() {},
    ...changed,
  }
}
