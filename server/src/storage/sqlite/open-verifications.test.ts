import { expect, it } from 'vitest'
import { options, startMs } from '../../../test/store-contract/fixture.ts'
import type { NewVerification } from '../../books/verification.ts'
import { OpenVerifications } from './open-verifications.ts'

const nothingInTheFile = () => {
  throw new Error('the database was read for a verification that is in memory')
}

function verification(mode: NewVerification['mode'], phoneHash: Uint8Array): NewVerification {
  return {
    vendorId: 100_000,
    accountId: 1,
    serviceId: 1,
    mode,
    test: false,
    phoneHash,
    phoneMask: '7916***0001',
    country: 'RU',
    code: '1234',
    client: '',
    unique: null,
    operator: '',
    region: '',
    portedTo: '',
    priceUnits: 8_000,
    chargesFailed: false,
    balanceBeforeUnits: 0,
    startedAt: startMs,
    deadlineAt: startMs + options.numberLimits.gapMs,
    firstVendorId: null,
    confirmationNumber: mode === 'inbound' ? '74951230001' : null,
    callbackUrl: null,
    phoneForm: null,
    spendScopes: null,
  }
}

it('open verifications: keep a copy of the phone hash, not the buffer around it', () => {
  const open = new OpenVerifications(nothingInTheFile)
  const pool = Buffer.alloc(65_536, 7)
  open.add(verification('inbound', pool.subarray(64, 96)))
  const kept = open.take(100_000)!.at(7) as Uint8Array
  expect([kept.length, kept.buffer.byteLength]).toEqual([32, 32])
  open.add(verification('flash', pool.subarray(64, 96)))
  expect(open.take(100_000)!.at(7)).toBeNull()
})
