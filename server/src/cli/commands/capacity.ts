import { columns } from '../columns.ts'
import { defineCommand, one, operand, type Reading } from '../command.ts'

const maxPerSecond = 100_000
const defaultCallSeconds = 12
const defaultBlockedPercent = 0.1
const defaultVoicePercent = 20

function between(min: number, max: number): Reading<number> {
  return {
    expected: `a number from ${min} to ${max}`,
    read(text) {
      const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max ? value : undefined
    },
  }
}

export const capacity = defineCommand({
  words: 'capacity',
  summary: 'Compute what so many verifications need: channels of trunks (Erlang B), nodes, database, ports',
  operands: { verifications: operand('VERIFICATIONS_A_SECOND', between(0.001, maxPerSecond)) },
  options: {
    voice: one('PERCENT', `verifications by a spoken code (${defaultVoicePercent})`, between(0, 100)),
    'call-seconds': one('SECONDS', `a call holds its channel (${defaultCallSeconds})`, between(1, 120)),
    blocked: one('PERCENT', `calls that may find no channel (${defaultBlockedPercent})`, between(0.001, 50)),
  },
  async run({ operands, options }) {
    const { verifications } = operands
    const wanted = {
      perSecond: verifications,
      voicePercent: options.voice ?? defaultVoicePercent,
      callSeconds: options['call-seconds'] ?? defaultCallSeconds,
      maxBlocking: (options.blocked ?? defaultBlockedPercent) / 100,
    }
    const needs = needsOf(wanted)
    return {
      json: {
        ...Object.fromEntries(needs.map(({ name, value }) => [name.replaceAll(/[ -]/g, '_'), value])),
        measured: needs.filter(({ basis }) => basis === 'measured').map(({ name }) => name),
      },
      text: [
        `${verifications} verifications per second, one call of ${wanted.callSeconds} s each, ${wanted.voicePercent} % spoken:`,
        ...columns(
          needs.map(({ name, value, unit, basis, why }) => [
            `  ${name}`,
            value.toLocaleString('en-US'),
            unit,
            basis,
            why,
          ]),
          [1],
        ),
      ].join('\n'),
    }
  },
})

export interface Wanted {
  readonly perSecond: number
  readonly voicePercent: number
  readonly callSeconds: number
  readonly maxBlocking: number
}

export interface Need {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** `measured`: the figure of docs/engineering/performance.md at this rate. `computed`: carried over from such figures. */
  readonly basis: 'measured' | 'computed'
  readonly why: string
}

/** Of docs/engineering/performance.md: PostgreSQL, two x86 cores (Xeon, 2.5 GHz). */
const measured = {
  perNode: 200,
  nodeMs: 3.2,
  databaseMs: 3.2,
  /** What each verification costs more with several nodes: their batches are smaller. Of 1, 2 and 4 nodes. */
  nodeShares: [1, 1.35, 1.95],
  databaseShares: [1, 1.13, 2.2],
  /** The peak at 500 calls per second, and one more open call. */
  nodeMb: 632,
  openCallKb: 18,
  /** Of 3,600 verifications that were created and checked, 32 and 64 at a time. */
  storedBytes: 5_100,
  walBytes: 8_500,
} as const

const secondsAMonth = 30 * 86_400
/** At the peak: what is left takes a node that dies, and a burst. */
const busyShare = 0.5
/** A machine for PostgreSQL that is easy to come by. */
const databaseCores = 64
/** G.711 in packets of 20 ms: 160 bytes of speech, 40 of headers, 50 per second. */
const voiceKbit = 80
/** INVITE, 100, 180, CANCEL, 200, 487, ACK, and HTTP with its answers. */
const signallingKbit = 8 * 12
const portsPerCall = 2
const commitsAlone = 4

/** What to buy for so many verifications per second at the peak. */
export function needsOf({ perSecond, voicePercent, callSeconds, maxBlocking }: Wanted): Need[] {
  const erlangs = perSecond * callSeconds
  const { channels, blocking } = channelsFor(erlangs, maxBlocking)
  const carrying = Math.ceil(perSecond / measured.perNode)
  const step = Math.min(carrying, measured.nodeShares.length) - 1
  const coresFor = (rate: number, ms: number, share: number) =>
    Math.max(2, Math.ceil((rate * ms * share) / 1_000 / busyShare))
  const perNode = perSecond / carrying
  const nodeCores = coresFor(perNode, measured.nodeMs, measured.nodeShares[step]!)
  const cores = coresFor(perSecond, measured.databaseMs, measured.databaseShares[step]!)
  const voiceCalls =
    voicePercent === 0 ? 0 : channelsFor((perNode * voicePercent * callSeconds) / 100, maxBlocking).channels
  const basis = carrying === 1 ? 'measured' : 'computed'
  const databases = Math.ceil(cores / databaseCores)
  const gigabytes = (bytes: number) => Math.ceil(bytes / 1e9)
  const openCallsMb = (perNode * callSeconds * measured.openCallKb) / 1_000
  return [
    need(
      'channels',
      channels,
      '',
      'computed',
      `Erlang B, ${erlangs} erlangs, ${(blocking * 100).toFixed(3)} % find none`,
    ),
    need('nodes', carrying + 1, '', basis, `${measured.perNode} per second each, and one that may die`),
    need('cores of a node', nodeCores, '', basis, `${measured.nodeMs} ms of CPU a verification, half busy`),
    need(
      'memory of a node',
      Math.ceil((measured.nodeMb + openCallsMb) / 1_000),
      'GB',
      basis,
      'the peak under load, and open calls',
    ),
    need('database cores', cores, '', basis, `${measured.databaseMs} ms of CPU a verification, half busy`),
    need(
      'databases',
      databases,
      '',
      'computed',
      `of ${databaseCores} cores at most; more than one: see "Past one database"`,
    ),
    need(
      'database memory',
      2 + gigabytes(perSecond * 3_600 * measured.storedBytes),
      'GB',
      'computed',
      'the rows of the last hour, and 2 GB',
    ),
    need(
      'storage a month',
      gigabytes(perSecond * secondsAMonth * measured.storedBytes),
      'GB',
      'computed',
      `${measured.storedBytes / 1_000} kB a verification, at this rate day and night`,
    ),
    need(
      'write-ahead log',
      Math.ceil((perSecond * measured.walBytes) / 1e6),
      'MB/s',
      'computed',
      `${measured.walBytes / 1_000} kB a verification`,
    ),
    need(
      'IOPS',
      Math.ceil(perSecond * commitsAlone),
      '',
      'computed',
      'at most: creation, end of the call, code and event, each synced alone; under load they share',
    ),
    need(
      'RTP ports of a node',
      voiceCalls * portsPerCall,
      '',
      'computed',
      `${voiceCalls} spoken calls at once`,
    ),
    need(
      'bandwidth',
      Math.ceil((erlangs * voicePercent * voiceKbit) / 100_000 + (perSecond * signallingKbit) / 1_000),
      'Mbit/s',
      'computed',
      'each way: G.711 and signalling',
    ),
  ]
}

const need = (name: string, value: number, unit: string, basis: Need['basis'], why: string): Need => ({
  ...{ name, value, unit, basis, why },
})

/** More channels than any trunk has; the search ends there. */
const maxChannels = 2_000_000

/**
 * The share of calls that find every channel busy, by Erlang B: B(0) = 1, B(n) = A·B(n-1) / (n + A·B(n-1)).
 * `offered` is the traffic in erlangs: calls per second times seconds per call.
 */
function nextBlocking(previous: number, offered: number, channels: number): number {
  return (offered * previous) / (channels + offered * previous)
}

/** The fewest channels that refuse at most this share of the calls. */
export function channelsFor(offered: number, maxBlocking: number): { channels: number; blocking: number } {
  let blocking = 1
  let channels = 0
  while (blocking > maxBlocking && channels < maxChannels) {
    channels += 1
    blocking = nextBlocking(blocking, offered, channels)
  }
  return { channels, blocking }
}
