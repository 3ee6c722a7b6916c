import { Type } from 'typebox'
import { maxBlockedDigits } from '../calls/blocked-prefixes.ts'
import { maskPhone } from '../calls/phone-privacy.ts'
import { beginsNumbers } from '../numbering/calling-codes.ts'
import { AddressList, isAddressOrRange } from '../platform/address-list.ts'
import { withoutNumbers } from '../platform/written-numbers.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import {
  addDoNotCall,
  doNotCallSince,
  type ListedNumber,
  listDoNotCall,
  removeDoNotCall,
} from '../storage/queries/calls.ts'
import * as operator from '../storage/queries/operator.ts'
import { textIn } from './fields.ts'
import { type FullContext, type OperationContext, operation } from './operation.ts'

const maxNoteLength = 200
const expected = 'an address or a range such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32'
const address = Type.String({ minLength: 2, maxLength: 64, expected })

export const blockAddress = operation({
  name: 'address.block',
  about: 'Refuse every request from an address or a range',
  log: ({ address }: { address: string }) => [`address ${address} blocked`, `адрес ${address} заблокирован`],
  api: { scope: 'accounts', path: '/protection/addresses' },
  input: Type.Object({
    address,
    note: Type.Optional(Type.String({ maxLength: 400, description: 'why' })),
    evenOwn: Type.Optional(Type.Boolean({ description: 'also when you come from it yourself' })),
  }),
  async run({ sql, at, author, log }, { address: typed, note = '', evenOwn }) {
    const stored = storedAddress(typed)
    if (!isAddressOrRange(stored)) throw wrongField('address', expected)
    if (!evenOwn && author.ip !== '' && new AddressList([stored]).has(author.ip))
      throw new OperationRefused(
        'own-address',
        'you come from this address: blocking it shuts the cabinet for you',
      )
    await operator.blockAddress(sql, { address: stored, note: textIn('note', note, maxNoteLength), at })
    return log({ address: stored })
  },
})

export const unblockAddress = operation({
  name: 'address.unblock',
  about: 'Unblock an address',
  log: ({ address }: { address: string }) => [
    `address ${address} unblocked`,
    `адрес ${address} разблокирован`,
  ],
  api: { scope: 'accounts', path: '/protection/addresses/remove' },
  input: Type.Object({ address }),
  async run({ sql, log }, { address: typed }) {
    const stored = storedAddress(typed)
    if (!(await operator.unblockAddress(sql, stored)))
      throw new OperationRefused('not-blocked', `${stored} was not blocked as such`)
    return log({ address: stored })
  },
})

const storedAddress = (text: string) => text.trim().toLowerCase()

const prefixExpected = `1 to ${maxBlockedDigits} digits of a number with its country, such as 7916`
const codeExpected =
  'the beginning of a number with the calling code of its country: for Russia write 7, not 8'
const prefix = Type.String({ minLength: 1, maxLength: 20, expected: prefixExpected })
const storedForm = new RegExp(`^[1-9]\\d{0,${maxBlockedDigits - 1}}$`)
/** As it is stored. */
export const blockedDestination = Type.String({ pattern: storedForm.source, expected: prefixExpected })

export const blockPrefix = operation({
  name: 'prefix.block',
  about: 'Refuse every call and verification of numbers that begin so, for every customer',
  log: ({ prefix }: { prefix: string }) => [
    `destination +${prefix} blocked for everybody`,
    `направление +${prefix} заблокировано для всех`,
  ],
  api: { scope: 'accounts', path: '/protection/prefixes' },
  input: Type.Object({
    prefix,
    note: Type.Optional(Type.String({ maxLength: 400, description: 'why' })),
  }),
  async run({ sql, at, log }, { prefix: typed, note = '' }) {
    const stored = storedPrefix(typed)
    if (!beginsNumbers(stored)) throw wrongField('prefix', codeExpected)
    await operator.blockPrefix(sql, { prefix: stored, note: textIn('note', note, maxNoteLength), at })
    return log({ prefix: stored })
  },
})

export const unblockPrefix = operation({
  name: 'prefix.unblock',
  about: 'Serve a blocked destination again',
  log: ({ prefix }: { prefix: string }) => [
    `destination +${prefix} unblocked`,
    `направление +${prefix} разблокировано`,
  ],
  api: { scope: 'accounts', path: '/protection/prefixes/remove' },
  input: Type.Object({ prefix }),
  async run({ sql, log }, { prefix: typed }) {
    const stored = storedPrefix(typed)
    if (!(await operator.unblockPrefix(sql, stored)))
      throw new OperationRefused('not-blocked', `+${stored} was not blocked as such`)
    return log({ prefix: stored })
  },
})

/** As people write the beginning of a number: with a plus, spaces, brackets or hyphens. */
function storedPrefix(typed: string): string {
  const digits = typed.replaceAll(/[\s()+-]/g, '')
  if (!storedForm.test(digits)) throw wrongField('prefix', prefixExpected)
  return digits
}

/** Only hash and mask of the number are stored. */
export const changeDoNotCall = operation({
  name: 'do-not-call',
  about: 'Add a number to the do-not-call list, remove it, or ask whether it is there',
  log: ({ phoneMask, listed }: { phoneMask: string; listed: boolean }) => [
    `${phoneMask} ${listed ? 'put on' : 'taken off'} the do-not-call list`,
    `${phoneMask} ${listed ? 'добавлен в список' : 'убран из списка'} «Кому не звонить»`,
  ],
  api: { scope: 'accounts', path: '/protection/do-not-call' },
  isIndependent: true,
  input: Type.Object({
    phone: Type.String({ minLength: 1, maxLength: 200, expected: 'a phone number' }),
    action: Type.Enum(['add', 'remove', 'check']),
  }),
  prepare(
    { numbering, hasher }: Pick<FullContext, 'numbering' | 'hasher'> & OperationContext,
    { phone, action },
  ) {
    const read = numbering.readFreeText(phone)
    // The number is never repeated in the refusal.
    if (read === undefined)
      throw new OperationRefused('no-phone', '"phone" is wrong: expected a phone number', { field: 'phone' })
    return { phoneHash: hasher.hash(read.e164), phoneMask: maskPhone(read.e164), action }
  },
  async run({ sql, at, log }, { phoneHash, phoneMask, action }) {
    const isChanged =
      action === 'add'
        ? await addDoNotCall(sql, { phoneHash, phoneMask, at })
        : action === 'remove' && (await removeDoNotCall(sql, phoneHash))
    if (isChanged) log({ phoneMask, listed: action === 'add' })
    return { phoneMask, since: (await doNotCallSince(sql, phoneHash)) ?? null }
  },
})

/** A change holds the store for the time of so many rows. */
export const mostListedAtOnce = 5_000
const longestReason = 200

export interface RefusedEntry {
  /** Among those that were sent, from 0. */
  readonly place: number
  readonly why: 'phone' | 'since'
}

/** Numbers are never repeated: the answer has their places. */
export const importDoNotCall = operation({
  name: 'do-not-call.import',
  about: 'Put many numbers on the do-not-call list',
  log: ({ added }: { added: number }) => [
    `${added} numbers put on the do-not-call list`,
    `в список «Кому не звонить» добавлено номеров: ${added}`,
  ],
  api: { scope: 'accounts', path: '/do-not-call' },
  isIndependent: true,
  input: Type.Object({
    entries: Type.Array(
      Type.Object({
        phone: Type.String({ maxLength: 200, description: 'as people write it' }),
        reason: Type.Optional(Type.String({ maxLength: longestReason })),
        since: Type.Optional(
          Type.Integer({
            minimum: 0,
            description: 'when it was asked for, milliseconds since 1970; now when left out',
          }),
        ),
      }),
      { minItems: 1, maxItems: mostListedAtOnce },
    ),
  }),
  prepare(
    { numbering, hasher, now }: Pick<FullContext, 'numbering' | 'hasher'> & OperationContext,
    { entries },
  ) {
    const refused: RefusedEntry[] = []
    const listed = entries.flatMap(({ phone, reason = '', since = now() }, place): ListedNumber[] => {
      const read = numbering.readFreeText(phone)
      if (read === undefined || since > now()) {
        refused.push({ place, why: read === undefined ? 'phone' : 'since' })
        return []
      }
      const { e164 } = read
      return [
        {
          phoneHash: hasher.hash(e164),
          phoneMask: maskPhone(e164),
          at: since,
          reason: withoutNumbers(reason.trim()),
        },
      ]
    })
    return { listed, refused }
  },
  async run({ sql, log }, { listed, refused }) {
    const added = await listDoNotCall(sql, listed)
    if (added > 0) log({ added })
    return { added, known: listed.length - added, refused }
  },
})
