import { maskPhone, type PhoneHasher } from '../calls/phone-privacy.ts'
import type { Phone } from '../numbering/phone.ts'
import { isAddressOrRange } from '../platform/address-list.ts'
import { type Operating, operate } from './operate.ts'
import { OperationRefused, wrongField } from './operation-refused.ts'

const maxNoteLength = 200

/** Refuses every request from an address or a range. Returns the address as it is stored. */
export async function blockAddress(
  operating: Operating,
  { address: text, note }: { readonly address: string; readonly note: string },
): Promise<string> {
  const address = storedAddress(text)
  if (!isAddressOrRange(address)) {
    throw wrongField('address', 'an address or a range such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32')
  }
  if (note.trim().length > maxNoteLength) throw wrongField('note', `at most ${maxNoteLength} characters`)
  await operate(operating, async (at) => ({
    change: 'blockAddress',
    input: { address, note: note.trim(), at },
    log: { kind: 'address-blocked', facts: { address } },
  }))
  return address
}

export async function unblockAddress(operating: Operating, text: string): Promise<string> {
  const address = storedAddress(text)
  await operate(operating, async () => {
    const blocked = await operating.store.blockedAddresses()
    if (!blocked.some((each) => each.address === address)) {
      throw new OperationRefused('not-blocked', `${address} was not blocked as such`)
    }
    return { change: 'unblockAddress', input: address, log: { kind: 'address-let-in', facts: { address } } }
  })
  return address
}

export interface DoNotCallState {
  readonly phoneMask: string
  /** undefined: the number is not on the list. */
  readonly since: number | undefined
}

/** Adds a number to the do-not-call list, removes it, or only returns its state. Only hash and mask are stored. */
export async function changeDoNotCall(
  operating: Operating & { readonly hasher: PhoneHasher },
  { e164 }: Phone,
  wish: 'add' | 'remove' | 'check',
): Promise<DoNotCallState> {
  const { store } = operating
  const phoneHash = operating.hasher.hash(e164)
  const phoneMask = maskPhone(e164)
  const log = { kind: 'do-not-call', facts: { phoneMask, listed: wish === 'add' } } as const
  if (wish === 'add') {
    await operate(operating, async (at) => ({
      change: 'addDoNotCall',
      isIndependent: true,
      input: { phoneHash, phoneMask, at },
      log,
    }))
  }
  if (wish === 'remove') {
    await operate(operating, async () => ({
      change: 'removeDoNotCall',
      isIndependent: true,
      input: phoneHash,
      log,
    }))
  }
  return { phoneMask, since: await store.doNotCallSince(phoneHash) }
}

const storedAddress = (text: string) => text.trim().toLowerCase()
