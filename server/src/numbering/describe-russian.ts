import { formatRussian } from './calling-code-seven.ts'
import type { Phone, PhoneDetails } from './phone.ts'
import type { Recipient } from './porting/ported-set.ts'
import { capitalOf } from './region-capital.ts'
import type { RangeIndex } from './registry/range-index.ts'
import { operatorByInn, operatorByName } from './russian-operators.ts'
import { seedOf } from './seed.ts'

export interface RussianSources {
  readonly registry: RangeIndex | undefined
  /** Where a number was ported to; the lookup service's cache and the imported set in one. */
  portedTo(phone: Phone): Recipient | undefined
}

/** The holder of the range, as far as it is known. */
interface Holder {
  readonly name: string
  readonly inn: string
  readonly region: string
  readonly city: string
  /** False for the seed's guess. */
  readonly certain: boolean
}

export function describeRussian(phone: Phone, { registry, portedTo }: RussianSources): PhoneDetails {
  const { national } = phone
  const mobile = national.charCodeAt(0) === 57
  const holder = holderOf(national, mobile, registry)
  const brand = operatorByInn(holder.inn)
  const registryMnc = mobile ? (brand?.mnc ?? 0) : 0
  const recipient = mobile ? portedTo(phone) : undefined
  const details = {
    mobile,
    registryOperator: holder.name,
    region: holder.region,
    city: holder.city,
    nationalFormat: formatRussian(national),
  }
  const current = recipient && (operatorByName(recipient.id) ?? operatorByInn(recipient.inn))
  // A number that came back to the operator of its range is not ported any more.
  if (recipient === undefined || (holder.certain && current?.inn === holder.inn))
    return {
      ...details,
      mnc: registryMnc,
      provider: brand?.brand ?? holder.name,
      company: holder.name,
      portedTo: '',
    }
  const provider = current?.brand ?? (recipient.name || recipient.id)
  const inn = current?.inn ?? recipient.inn
  return {
    ...details,
    mnc: recipient.mnc || (current?.mnc ?? 0),
    provider,
    company: registry?.operatorName(inn) ?? current?.company ?? recipient.name,
    portedTo: provider,
  }
}

function holderOf(national: string, mobile: boolean, registry: RangeIndex | undefined): Holder {
  if (registry?.covers(national)) {
    const position = registry.find(national)
    if (position === -1) return { name: '', inn: '', region: '', city: '', certain: false }
    const { region, city } = registry.placeAt(position)
    const { name, inn } = registry.operatorAt(position)
    return { name, inn, region, city: city || (mobile ? capitalOf(region) : ''), certain: true }
  }
  const { inn, region } = seedOf(national)
  const city = mobile || region.startsWith('Город ') ? capitalOf(region) : ''
  return { name: operatorByInn(inn)?.company ?? '', inn, region, city, certain: false }
}
