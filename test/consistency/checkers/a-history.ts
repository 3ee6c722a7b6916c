// A history of /v2 that is in order: each test breaks one promise of it.
import type { Checker, History, Listener, NemesisEvent, Request, StoredPhone, ToldEvent } from './history.ts'

const key = 'phone-key-1'
export const phone = '79151000001'
const step = { mode: 'flash', seconds: 5 }
const creation = { phone, code: '0042', attempts: 3, steps: [step, step], metadata: { key } }
const base = { purpose: 'phones', accountId: 5, node: 0, startMs: 1_000, endMs: 1_020 } as const
export const reported = (text: string, id = 'vf_1') => ({
  status: 201,
  phone: { text, id, status: 'pending' },
})

export const created = (changes: Partial<Request> = {}): Request => ({
  ...base,
  id: 'phone-1',
  method: 'createVerification',
  key,
  creation,
  answer: reported('first'),
  ...changes,
})

export const checked = (atMs: number, isRight: boolean, answer: Request['answer']): Request => ({
  ...base,
  id: `phone-${atMs}`,
  method: 'checkCode',
  startMs: atMs,
  endMs: atMs + 20,
  verificationId: 'vf_1',
  typed: { code: isRight ? '0042' : '0000', isRight },
  answer,
})
export const compared = (valid: boolean, status: string, version: number): Request['answer'] => ({
  status: 200,
  phone: { text: '', valid, status, version },
})
export const wrong = checked(2_000, false, compared(false, 'pending', 2))
export const right = checked(3_000, true, compared(true, 'approved', 4))

export const stored: StoredPhone = {
  id: 'vf_1',
  accountId: 5,
  key,
  status: 'approved',
  version: 5,
  endedAt: 3_010,
  endedMs: 3_010,
  changedMs: 3_010,
  attemptsLeft: 2,
  checks: [{ isRight: false }, { isRight: true }],
  steps: [
    { status: 'delivered', vendorId: 100_001, costUnits: 8_000, endedAt: 2_500 },
    { status: 'skipped', vendorId: null, costUnits: null, endedAt: 3_010 },
  ],
}
export const call = {
  vendorId: 100_001,
  accountId: 5,
  unique: null,
  client: '',
  verificationId: 'vf_1',
  state: 'completed',
  costUnits: 8_000,
  startedAt: 1_000,
  endedMs: 2_500,
  reason: 'rang',
} as const
export const entry = (kind: string) => ({
  accountId: 5,
  entry: 1,
  kind,
  amountUnits: -8_000,
  vendorId: 100_001,
})

export const look = (atMs: number, newSteps: readonly number[] = []) => ({
  atMs,
  lagMs: 0,
  open: [],
  newSteps,
  wrong: [],
})

/** What everybody is told of the verification above. */
export const told = ([type, version]: readonly [string, number], listener = 'a'): ToldEvent => ({
  id: `${listener} ${type}`,
  type,
  text: `${type} ${version}`,
  verificationId: 'vf_1',
  version,
  status: version >= 4 ? 'approved' : 'pending',
})
export const changes = [
  ['step_started', 1],
  ['step_delivered', 3],
  ['approved', 4],
  ['settled', 5],
] as const
export const listener = (way: Listener['way'], events: readonly ToldEvent[]): Listener => ({
  name: way,
  accountId: 5,
  way,
  isFirst: true,
  untilMs: 90_000,
  events: events.map((event) => (way === 'webhook' ? { isSigned: true, isTaken: true, ...event } : event)),
})
const everybody = [
  listener(
    'outbox',
    changes.map((each) => told(each, 'w')),
  ),
  listener(
    'stream',
    changes.map((each) => told(each, 's')),
  ),
  listener(
    'webhook',
    changes.map((each) => told(each, 'w')),
  ),
]

export const inOrder: History = {
  terms: {
    nodes: 2,
    priceUnits: 8_000,
    unitsPerRouble: 10_000,
    callLifetimeMs: 60_000,
    inboundLifetimeMs: 30_000,
    phoneLifetimeMs: 300_000,
    numberGapMs: 5_000,
    numberPerMinute: 4,
    wrongCodesPerDay: 4,
    caps: [{ accountId: 9, unitsPerHour: 16_000 }],
    approvalsAccountId: 8,
    maxConnections: 16,
  },
  requests: [created(), wrong, right],
  events: [],
  samples: [look(500), look(1_500, [100_001]), ...[20, 40, 60, 80].map((s) => look(s * 1_000))],
  calls: [call],
  phones: [stored],
  entries: [entry('capture')],
  listeners: everybody,
  handedCodes: [],
  texts: [],
  invites: new Map([[phone, 1]]),
  callers: new Set(),
  endedMs: 100_000,
}

export const lost = (beginMs: number, endMs: number, changes: Partial<NemesisEvent> = {}): NemesisEvent => ({
  name: 'kill-node',
  harm: 'killed',
  beginMs,
  endMs,
  nodes: [0],
  isStoreAway: false,
  ...changes,
})

export const found = (check: Checker, changes: Partial<History>) =>
  check({ ...inOrder, ...changes }).map(({ text }) => text)
export const kept = (check: Checker, changes: Partial<StoredPhone>, more: Partial<History> = {}) =>
  found(check, { phones: [{ ...stored, ...changes }], ...more })
