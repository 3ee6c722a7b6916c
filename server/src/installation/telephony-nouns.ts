import { type TObject, Type } from 'typebox'
import { roublesText, unitsOf } from '../books/money.ts'
import { addToPool, labelNumbers, rangeText, removeFromPool } from '../operations/caller-pool.ts'
import { addConfirmationNumbers, removeConfirmationNumbers } from '../operations/confirmation-pool.ts'
import { removeContract, saveContract } from '../operations/contracts.ts'
import { addTrunk, changeTrunk, removeTrunk } from '../operations/trunks.ts'
import { networkName } from '../quality/network-name.ts'
import {
  faultInGiven,
  openPassword,
  trunkName,
  trunkSettingsSchema,
} from '../telephony/trunks/trunk-settings.ts'
import { membersOf, type Noun, partOf, shape } from './noun.ts'

const callerNumbers: Noun = {
  plural: 'numbers',
  about: 'Caller numbers of a trunk: a range or a single number',
  name: Type.String({
    pattern: '^[1-9]\\d{6,14}(-[1-9]\\d{6,14})?$',
    expected: 'a range such as 74951230000-74951239999, or a single number',
  }),
  value: shape(membersOf(labelNumbers, 'range', 'trunks')),
  scopes: { put: ['trunks'], remove: ['trunks'] },
  async list({ store }, trunk) {
    const ranges = (await store.callerRanges()).filter((range) => range.trunk === trunk?.name)
    return ranges.map(({ first, last, label, category }) => {
      const name = rangeText(first, last)
      return { name, id: name, value: { label, category } }
    })
  },
  async put({ run, name: range, parent, before }, value) {
    const of = { range, trunks: [parent!.name] }
    if (before === undefined) await run(addToPool, of)
    const label = { label: '', category: '', ...before?.value, ...value }
    if (before !== undefined || label.label !== '' || label.category !== '')
      await run(labelNumbers, { ...of, ...label })
    return range
  },
  remove: ({ run, name: range, parent }) => run(removeFromPool, { range, trunks: [parent!.name] }),
}

export const trunkNoun: Noun = {
  plural: 'trunks',
  about: 'A SIP trunk',
  name: Type.String({ pattern: trunkName.pattern.source, expected: trunkName.expected }),
  value: shape({
    settings: Type.Partial(trunkSettingsSchema) as TObject,
    password: Type.String({ minLength: 1, maxLength: 200, description: 'of the carrier' }),
  }),
  needs: ['settings'],
  secrets: ['password'],
  scopes: { put: ['trunks'], remove: ['trunks'] },
  below: [callerNumbers],
  fault: ({ settings = {} }) => faultInGiven(Object(settings)),
  async list({ store, sealer }) {
    const own = (await store.trunks()).filter(({ demo }) => !demo)
    return own.map(({ name, settings, sealedPassword }) => ({
      name,
      id: name,
      value: { settings },
      ...(sealedPassword === null
        ? {}
        : { secrets: { password: openPassword(sealer, name, sealedPassword) }, has: ['password'] }),
    }))
  },
  async put({ run, name, before }, value) {
    await run(before === undefined ? addTrunk : changeTrunk, { settings: {}, ...value, name })
    return name
  },
  remove: ({ run, name }) => run(removeTrunk, { name }),
}

export const contractNoun: Noun = {
  plural: 'contracts',
  about: 'A contract about calling numbers, by the number of its document',
  name: membersOf(saveContract).document!,
  value: shape(membersOf(saveContract, 'document')),
  needs: ['ranges', 'lastDay'],
  scopes: { put: ['trunks'], remove: ['trunks'] },
  normal({ country, network, price, ...value }) {
    const land = String(country ?? '').toUpperCase()
    return {
      ...value,
      ...(country === undefined ? {} : { country: land }),
      ...(network === undefined ? {} : { network: network && networkName(land, String(network)) }),
      ...(price === undefined ? {} : { price: roublesText(unitsOf(String(price)) ?? 0) }),
    }
  },
  list: async ({ store }) =>
    (await store.numberContracts()).map(({ document, attemptUnits, ...value }) => ({
      name: document,
      id: document,
      value: { ...value, price: roublesText(attemptUnits) },
    })),
  async put({ run, name: document, before }, value) {
    await run(saveContract, { ...before?.value, ...value, document })
    return document
  },
  remove: ({ run, name: document }) => run(removeContract, { document }),
}

export const confirmationNumberNoun: Noun = {
  plural: 'confirmation-numbers',
  about: 'A number that people call to confirm their own',
  name: Type.String({ pattern: '^[1-9]\\d{6,14}$', expected: 'a whole number such as 74951230000' }),
  value: shape(membersOf(addConfirmationNumbers, 'ranges')),
  scopes: { put: ['trunks'], remove: ['trunks'] },
  async list({ store }) {
    const own = (await store.confirmationNumbers()).filter(({ demo }) => !demo)
    return own.map(({ number, trunks, tollFree, countries, thanks }) => ({
      name: number,
      id: number,
      value: { trunks, tollFree, countries, thanks },
    }))
  },
  normal: (value) => ({
    ...value,
    ...(Array.isArray(value.trunks) ? { trunks: value.trunks.toSorted() } : {}),
  }),
  async put({ run, name, before }, value) {
    const whole = { ...before?.value, ...value }
    const bound = before?.value.trunks as readonly string[] | undefined
    const wanted = (whole as { trunks?: readonly string[] }).trunks ?? []
    // The operation binds to more trunks and unbinds from none.
    if (bound?.some((trunk) => !wanted.includes(trunk)))
      await run(removeConfirmationNumbers, { numbers: [name] })
    await run(addConfirmationNumbers, {
      ranges: [name],
      ...partOf(whole, 'trunks', 'tollFree', 'countries', 'thanks'),
    })
    return name
  },
  remove: ({ run, name }) => run(removeConfirmationNumbers, { numbers: [name] }),
}
