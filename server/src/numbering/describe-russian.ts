import { formatRussian } from './calling-code-seven.ts'
import type { Phone, PhoneDetails } from './phone.ts'
import type { Recipient } from './porting/ported-set.ts'
import { capitalOf } from './region-capital.ts'
import type { RangeIndex } from './registry/range-index.ts'
import { operatorByInn, operatorByPortingId } from './russian-operators.ts'
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
  if (recipient === undefined)
    return {
      ...details,
      mnc: registryMnc,
      provider: brand?.brand ?? holder.name,
      company: holder.name,
      portedTo: '',
    }
  const current = operatorByPortingId(recipient.id) ?? operatorByInn(recipient.inn)
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
    if (position === -1) return { name: '', inn: '', region: '', city: '' }
    const { region, city } = registry.placeAt(position)
    return { ...registry.operatorAt(position), region, city: city || (mobile ? capitalOf(region) : '') }
  }
  const { inn, region } = seedOf(national)
  const city = mobile || region.startsWith('Город ') ? capitalOf(region) : ''
  return { name: operatorByInn(inn)?.company ?? '', inn, region, city }
}
