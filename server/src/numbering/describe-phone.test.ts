import { describe, expect, it } from 'vitest'
import { header8, mobileRows } from '../../test/numbering/sample-registry.ts'
import { createNumbering } from './numbering.ts'
import { PortedSet, portableNumber, type Recipient } from './porting/ported-set.ts'
import { applyChanges, PortingChanges } from './porting/porting-changes.ts'
import { buildTables } from './registry/build-tables.ts'
import { CollectedRanges } from './registry/collected-ranges.ts'
import { layoutOf } from './registry/layout.ts'
import { RangeIndex } from './registry/range-index.ts'
import { type RegistryRow, readRow } from './registry/row.ts'

function registryOf(lines: readonly string[]): RangeIndex {
  const collected = new CollectedRanges()
  for (const line of lines) collected.add(readRow(line, layoutOf(header8)!) as RegistryRow)
  return new RangeIndex(buildTables(collected).tables)
}

function portedTo(recipient: Partial<Recipient>, ...nationals: string[]): PortedSet {
  const changes = new PortingChanges()
  for (const national of nationals) changes.add(portableNumber(national)!, 0)
  return new PortedSet(
    applyChanges(undefined, changes, [{ id: '', mnc: 0, inn: '', name: '', ...recipient }]),
  )
}

const fixedRow = '495;1000000;1999999;1000000;ПАО "Ростелеком";г. Москва;г. Москва;7707049388'
const districtRow =
  '384;2499000;2499099;100;ПАО "Ростелеком";-;м.р-н Кемеровский|Кемеровская область - Кузбасс;7707049388'
const registry = registryOf([...mobileRows, fixedRow, districtRow])

function detailsOf(national: string, sources: Parameters<typeof createNumbering>[0]) {
  const numbering = createNumbering(sources)
  return numbering.describe(numbering.readFreeText(national)!)
}

describe('a Russian number in the registry', () => {
  it('[C2.4-20] has its network, brand, network, region and the capital as its city', () => {
    expect(detailsOf('9000000000', { registry })).toEqual({
      mobile: true,
      mnc: 20,
      provider: 'T2',
      company: 'ООО "Т2 Мобайл"',
      registryOperator: 'ООО "Т2 Мобайл"',
      portedTo: '',
      region: 'Краснодарский край',
      city: 'Краснодар',
      nationalFormat: '8 (900) 000-00-00',
    })
  })

  it('has the city that the registry names rather than the capital', () => {
    expect(detailsOf('9233500000', { registry })).toMatchObject({
      region: 'Красноярский край',
      city: 'Норильск',
    })
  })

  it('on a fixed line has no network code', () => {
    expect(detailsOf('4951234567', { registry })).toMatchObject({
      mobile: false,
      mnc: 0,
      provider: 'Ростелеком',
      region: 'г. Москва',
      city: 'Москва',
    })
  })

  it('on a fixed line in a district has no city: the capital is used for mobile numbers only', () => {
    expect(detailsOf('3842499050', { registry })).toMatchObject({
      region: 'Кемеровская область - Кузбасс',
      city: '',
    })
  })

  it('of a network without a known brand is named after the company', () => {
    expect(detailsOf('9005000000', { registry })).toMatchObject({
      provider: 'АО "Единица"',
      company: 'АО "Единица"',
    })
  })
})

describe('a Russian number outside the registry', () => {
  const numbering = createNumbering({ registry })

  it('is invalid where the registry knows the codes of its first digit', () => {
    expect(numbering.readFreeText('+7 940 123-45-67')).toBeUndefined()
    expect(numbering.readFreeText('9401234567')).toBeUndefined()
    expect(numbering.readE164('79000300000')).toBeUndefined()
    expect(numbering.readE164('79000299999')?.national).toBe('9000299999')
  })

  it('is not read as a number abroad when its code is Russian', () => {
    expect(numbering.readFreeText('8 495 945-11-11')).toBeUndefined()
    expect(numbering.readFreeText('4959451111')).toBeUndefined()
  })

  it('may be read as a number abroad when its code is not Russian', () => {
    expect(numbering.readFreeText('4791234567')?.countryIso).toBe('NO')
    expect(numbering.readFreeText('85221234567')?.countryIso).toBe('HK')
  })

  it('is unknown, not invalid, where the registry knows nothing', () => {
    const phone = numbering.readFreeText('8 843 211-11-11')!
    expect(numbering.sourceOf(phone)).toBe('seed')
    expect(numbering.describe(phone)).toMatchObject({
      region: 'Республика Татарстан',
      city: '',
      provider: '',
    })
  })
})

describe('the seed', () => {
  it('names the main network and region of a code', () => {
    expect(detailsOf('9161234567', {})).toMatchObject({
      provider: 'МТС',
      company: 'ПАО "МТС"',
      mnc: 1,
      region: 'Город Москва, Московская область',
      city: 'Москва',
    })
  })

  it('gives nothing when no network or region has most of the numbers', () => {
    expect(detailsOf('9581234567', {})).toMatchObject({ mobile: true, provider: '', region: '', city: '' })
  })

  it('keeps a number valid that is in a gap of the registry', () => {
    expect(createNumbering().readE164('79401234567')).toBeDefined()
  })
})

describe('a ported number', () => {
  const porting = portedTo({ id: 'mBEELINE', mnc: 99 }, '9161234567')

  it('[C2.1-20] has the recipient as its network and still shows the holder of the range', () => {
    expect(detailsOf('9161234567', { registry, porting })).toMatchObject({
      provider: 'Билайн',
      company: 'ПАО "ВымпелКом"',
      mnc: 99,
      portedTo: 'Билайн',
      registryOperator: 'ПАО "МТС"',
      region: 'Город Москва, Московская область',
    })
    expect(detailsOf('9161234568', { registry, porting })).toMatchObject({ provider: 'МТС', portedTo: '' })
  })

  it('has the company as the registry spells it', () => {
    const toMegafon = portedTo({ id: 'mMEGAFON', mnc: 2 }, '9161234567')
    expect(detailsOf('9161234567', { registry, porting: toMegafon }).company).toBe('ПАО "МЕГАФОН"')
  })

  it('that returned to the network of its range is not ported', () => {
    const back = portedTo({ id: 'mMTS', mnc: 1 }, '9161234567')
    expect(detailsOf('9161234567', { registry, porting: back })).toMatchObject({
      provider: 'МТС',
      portedTo: '',
    })
  })

  it('of an unknown network is named as in the porting database', () => {
    const named = portedTo({ id: 'mNEW', mnc: 71, inn: '7700000005', name: 'ООО "Новый"' }, '9161234567')
    expect(detailsOf('9161234567', { registry, porting: named })).toMatchObject({
      provider: 'ООО "Новый"',
      company: 'ООО "Новый"',
      mnc: 71,
    })
    const unnamed = portedTo({ id: 'mNEW' }, '9161234567')
    expect(detailsOf('9161234567', { registry, porting: unnamed })).toMatchObject({
      portedTo: 'mNEW',
      company: '',
    })
  })

  it('is taken from a lookup service before the imported set', () => {
    const answered = () => ({ id: 'Tele2', mnc: 20, inn: '', name: 'Tele2' })
    expect(detailsOf('9161234567', { registry, porting, answered }).portedTo).toBe('T2')
  })
})

describe('a network and a region abroad', () => {
  it.each([
    ['+380 50 123 45 67', 'Vodafone', ''],
    ['+7 701 123 45 67', 'Kcell/Activ', ''],
    ['+998 90 123 45 67', 'Beeline', ''],
    ['+49 151 2345 6789', 'T-Mobile', ''],
    ['+44 20 7946 0018', '', 'London'],
    ['+49 30 1234 5678', '', 'Berlin'],
    ['+1 202 555 0123', '', 'Washington D.C.'],
    ['+86 10 1234 5678', '', ''],
    ['+685 72 12345', 'Digicel', ''],
  ])('[D4-74] of %s are "%s" and "%s"', (text, provider, region) => {
    expect(detailsOf(text, {})).toMatchObject({ provider, company: '', region, city: '', mnc: 0 })
  })

  it('are those of its calls too, but for Kazakhstan', () => {
    const numbering = createNumbering()
    const networkOf = (text: string) => numbering.networkOf(numbering.readFreeText(text)!)
    expect(networkOf('+49 151 2345 6789')).toEqual({ registryOperator: 'T-Mobile', portedTo: '', region: '' })
    expect(networkOf('+44 20 7946 0018')).toEqual({ registryOperator: '', portedTo: '', region: 'London' })
    expect(networkOf('+7 701 123 45 67')).toEqual({ registryOperator: '', portedTo: '', region: '' })
  })
})

it('numbering: a call gets the same network as the description of its number', () => {
  const registry = registryOf(mobileRows)
  const numbering = createNumbering({ registry, porting: portedTo({ id: 'mTINKOFF' }, '9000000001') })
  const phones = ['79000000001', '79000000002', '79161234567', '447911123456'].flatMap(
    (e164) => numbering.readFreeText(`+${e164}`) ?? [],
  )
  const networks = phones.map((phone) => numbering.networkOf(phone))
  expect(phones.map((phone) => numbering.describe(phone))).toMatchObject(networks)
  expect(networks.filter(({ region }) => region !== '')).not.toEqual([])
  expect(networks.filter(({ portedTo }) => portedTo !== '')).toHaveLength(1)
})
