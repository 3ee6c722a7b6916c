import { plannedStep, saidOf, type Verification } from '../../books/verification.ts'
import { viewIn } from '../../books/verification-view.ts'

/** Answers for the documents; a test checks them against their schemas. */

const startedAt = Date.UTC(2026, 0, 15, 12, 0, 0)
const startedStep = {
  ...plannedStep('flash', 20),
  status: 'started' as const,
  vendorId: 100_042,
  startedAt,
  costUnits: 0,
  caller: null,
}
const pending: Omit<Verification, 'phoneHash' | 'sealedCode'> = {
  id: 'vf_019bc186de0000000000000000000001',
  version: 1,
  status: 'pending',
  reason: null,
  accountId: 1,
  serviceId: 7,
  test: true,
  isOfPage: false,
  phoneMask: '7900***0001',
  country: 'RU',
  operator: 'T2',
  region: '',
  portedTo: '',
  ...saidOf({ client: 'user 7' }),
  metadata: '{}',
  ip: '',
  consent: null,
  language: null,
  codeLength: 4,
  maxCostUnits: null,
  inboundSeconds: 120,
  createdAt: startedAt,
  expiresAt: startedAt + 300_000,
  endedAt: null,
  attemptsLeft: 3,
  checks: [],
  nextStepAt: null,
  isAcknowledged: false,
  answeredTo: [],
  steps: [startedStep, plannedStep('voice', 30)],
}
const delivered = {
  ...startedStep,
  status: 'delivered' as const,
  reason: 'test number' as const,
  endedAt: startedAt + 9_000,
}

const shown = viewIn('EUR')
export const pendingExample = shown(pending)
export const approvedExample = shown({
  ...pending,
  version: 3,
  status: 'approved',
  endedAt: startedAt + 21_000,
  steps: [delivered],
})
/** The code is waited for. */
export const deliveredExample = shown({
  ...pending,
  version: 2,
  nextStepAt: startedAt + 29_000,
  steps: [delivered, plannedStep('voice', 30)],
})
export const undeliveredExample = shown({
  ...pending,
  version: 2,
  nextStepAt: startedAt + 15_000,
  steps: [{ ...delivered, status: 'undelivered', reason: 'busy', costUnits: 0 }, plannedStep('voice', 30)],
})
/** The second step was asked for. */
export const nextExample = shown({
  ...pending,
  version: 3,
  steps: [
    delivered,
    {
      ...plannedStep('voice', 30),
      status: 'started',
      vendorId: 100_043,
      startedAt: startedAt + 30_000,
      costUnits: 0,
      caller: null,
    },
  ],
})
export const canceledExample = shown({
  ...pending,
  version: 2,
  status: 'canceled',
  reason: 'canceled',
  endedAt: startedAt + 21_000,
  steps: [startedStep],
})
export const listExample = { verifications: [approvedExample], next_cursor: null }
export const checkedExample = { valid: true, status: 'approved', test: true, attempts_left: 3, version: 3 }
export const feedbackExample = { vendor_id: 100_042, approved: true, counted: true }
export const phonesExample = {
  phones: [
    {
      source: '+49 (0)30 12345678',
      valid: true,
      phone: '+493012345678',
      country: 'DE',
      mobile: false,
      class: 'ordinary',
      operator: null,
      company: null,
      ported: false,
      region: 'Berlin',
      city: null,
      national_format: '030 12345678',
      price: '0.10',
    },
  ],
  currency: 'EUR',
}
export const eventsExample = {
  events: [
    {
      id: 'msg_3ab072ac37ff66e8e5fb0ae16cb9f8a4',
      type: 'verification.approved',
      timestamp: '2026-01-15T12:00:21.000Z',
      data: approvedExample,
    },
  ],
  next_cursor: '1',
}
