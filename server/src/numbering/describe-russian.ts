import { formatRussian } from './calling-code-seven.ts'
import type { Phone, VerificationDetails, VerificationNetwork } from './phone.ts'
import type { Recipient } from './porting/ported-set.ts'
import { capitalOf, seedOf } from './regions.ts'
import type { RangeIndex } from './registry/range-index.ts'
import { networkByInn, networkByName } from './russian-networks.ts'

export interface RussianSources {
  readonly registry: RangeIndex | undefined
  /** Where a number was ported to, from the lookup service's cache and the imported set. */
  portedTo(phone: Phone): Recipient | undefined
}

/** The holder of the range, as far as it is known. */
interface Holder {
  readonly name: string
  readonly inn: string
  readonly region: string
  readonly city: string
  /** False when it is a guess from the seed. */
  readonly certain: boolean
}

export function describeRussian(phone: Phone, sources: RussianSources): VerificationDetails {
  const mobile = isMobile(phone)
  const holder = holderOf(phone.national, mobile, sources.registry)
  const current = currentNetwork(holder, mobile ? sources.portedTo(phone) : undefined, sources.registry)
  // Field by field: with a spread this is a third slower.
  return {
    mobile,
    mnc: mobile ? current.mnc : 0,
    provider: current.provider,
    company: current.company,
    registryOperator: holder.name,
    portedTo: current.ported ? current.provider : '',
    region: holder.region,
    city: holder.city,
    nationalFormat: formatRussian(phone.national),
  }
}

export function russianNetwork(phone: Phone, sources: RussianSources): VerificationNetwork {
  const mobile = isMobile(phone)
  const holder = holderOf(phone.national, mobile, sources.registry)
  const current = currentNetwork(holder, mobile ? sources.portedTo(phone) : undefined, sources.registry)
  return {
    registryOperator: holder.name,
    portedTo: current.ported ? current.provider : '',
    region: holder.region,
  }
}

function isMobile({ national }: Phone): boolean {
  return national.charCodeAt(0) === 57
}

function currentNetwork(holder: Holder, recipient: Recipient | undefined, registry: RangeIndex | undefined) {
  const known = recipient && (networkByName(recipient.id) ?? networkByInn(recipient.inn))
  // A number that returned to the network of its range is no longer ported.
  if (recipient === undefined || (holder.certain && known?.inn === holder.inn)) {
    const brand = networkByInn(holder.inn)
    const provider = brand?.brand ?? holder.name
    return { ported: false, provider, company: holder.name, mnc: brand?.mnc ?? 0 }
  }
  const inn = known?.inn ?? recipient.inn
  return {
    ported: true,
    provider: known?.brand ?? (recipient.name || recipient.id),
    company: registry?.networkName(inn) ?? known?.company ?? recipient.name,
    mnc: recipient.mnc || (known?.mnc ?? 0),
  }
}

function holderOf(national: string, mobile: boolean, registry: RangeIndex | undefined): Holder {
  if (registry?.covers(national)) {
    const position = registry.find(national)
    if (position === -1) return { name: '', inn: '', region: '', city: '', certain: false }
    const { region, city } = registry.placeAt(position)
    const { name, inn } = registry.networkAt(position)
    return { name, inn, region, city: city || (mobile ? capitalOf(region) : ''), certain: true }
  }
  const { inn, region } = seedOf(national)
  const city = mobile || region.startsWith('Город ') ? capitalOf(region) : ''
  return { name: networkByInn(inn)?.company ?? '', inn, region, city, certain: false }
}
