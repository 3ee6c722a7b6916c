// Offers of the far end in the middle of a voice call: obeyed or refused, never acknowledged and ignored.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Callee, type Scenario, startCallee } from '../phones/callee.ts'
import { RtpPhone } from '../phones/rtp-phone.ts'
import { holdsAndResumes } from '../phones/scenarios/holds-and-resumes.ts'
import {
  byReinvite,
  byReinviteWithoutOffer,
  byUpdate,
  movesMediaAfterTheAnswer,
} from '../phones/scenarios/moves-media-after-the-answer.ts'
import { offersT38 } from '../phones/scenarios/offers-t38.ts'
import { refreshesTheSession } from '../phones/scenarios/refreshes-the-session.ts'
import { reinvitesBeforeTheAck } from '../phones/scenarios/reinvites-before-the-ack.ts'
import { heardPieces, wholeSpeech } from './heard-pieces.ts'
import { type CallRig, startCallRig } from './rig.ts'

interface Case {
  readonly what: string
  readonly scenario: (phone: RtpPhone, other: RtpPhone) => Scenario
  /** What stands in the log of the call at the callee. */
  readonly logged: readonly string[]
  readonly moves?: boolean
  /** Words of which a part was heard before. */
  readonly cut?: readonly string[]
}

const cases: readonly Case[] = [
  ...(
    [
      ['a re-INVITE', byReinvite, '200 to INVITE'],
      ['an UPDATE', byUpdate, '200 to UPDATE'],
      ['a re-INVITE without an offer', byReinviteWithoutOffer, '200 to INVITE'],
    ] as const
  ).map(([what, by, logged]) => ({
    what: `media moves by ${what}: the new place hears the rest`,
    scenario: (phone: RtpPhone, other: RtpPhone) => movesMediaAfterTheAnswer(phone, other, by),
    logged: [logged],
    moves: true,
  })),
  {
    what: 'held by a=sendonly and resumed: is silent meanwhile, then the cut word begins again',
    scenario: (phone) => holdsAndResumes(phone, 'INVITE', { lines: ['a=sendonly'] }),
    logged: ['200 to INVITE', 'packets on hold: 0'],
    cut: ['greeting'],
  },
  {
    what: 'held by a=inactive and resumed: is silent meanwhile, then the cut word begins again',
    scenario: (phone) => holdsAndResumes(phone, 'UPDATE', { lines: ['a=inactive'] }),
    logged: ['200 to UPDATE', 'packets on hold: 0'],
    cut: ['greeting'],
  },
  {
    what: 'held by c=0.0.0.0 and resumed: is silent meanwhile, then the cut word begins again',
    scenario: (phone) => holdsAndResumes(phone, 'INVITE', { address: '0.0.0.0' }),
    logged: ['200 to INVITE', 'packets on hold: 0'],
    cut: ['greeting'],
  },
  {
    what: 'T.38 is offered: refused with 488, and the speech goes on',
    scenario: (phone) => offersT38(phone),
    logged: ['488 to INVITE'],
  },
  {
    what: 'the carrier refreshes its session timer: is answered, and the speech goes on',
    scenario: (phone) => refreshesTheSession(phone),
    logged: ['the UPDATE holds for 90;refresher=uac', 'the re-INVITE holds for 90;refresher=uac'],
  },
  {
    what: 'a second re-INVITE before the ACK of the first: 500 with Retry-After, and the speech goes on',
    scenario: (phone) => reinvitesBeforeTheAck(phone),
    logged: ['200 to INVITE', '500 to INVITE', 'Retry-After is told: true'],
  },
]

const phones: (readonly [RtpPhone, RtpPhone])[] = []
const callees: Callee[] = []
let rig: CallRig

beforeAll(async () => {
  for (const { scenario } of cases) {
    const pair = [await RtpPhone.open('127.0.0.2'), await RtpPhone.open('127.0.0.3')] as const
    phones.push(pair)
    callees.push(await startCallee(scenario(...pair)))
  }
  rig = await startCallRig(
    callees.map(({ port }, index) => ({
      name: `trunk-${index}`,
      port,
      settings: { prefixes: [`7916123456${index}`] },
    })),
  )
})
afterAll(async () => {
  await rig.stop()
  for (const each of [...callees, ...phones.flat()]) await each.close()
})

it.concurrent.each(cases.map((one, index) => [one.what, one, index] as const))(
  'voice call, %s',
  async (_, { logged, moves = false, cut = [] }, index) => {
    for (const each of phones[index]!) each.forget()
    const { id } = await rig.call(`7916123456${index}`, { voice: 1, code: '0472' })
    expect(await rig.ended(id, 40_000)).toMatchObject({ call_status: 1 })
    expect((await rig.detailsOf(id)).reason).toBe('spoken')
    const [phone, other] = phones[index]!
    const log = [...callees[index]!.calls.at(-1)!.times.keys()]
    expect(log).toEqual(expect.arrayContaining([...logged]))
    const heard = heardPieces(Buffer.concat([phone.heard, other.heard]), 'ru')
    expect(heard).toEqual([...cut, ...wholeSpeech('0472')])
    expect(other.packets > 100).toBe(moves)
    // Nothing follows to the old place but what was on its way: on a busy machine some packets of the speech, of hundreds.
    const before = log.map((line) => /first phone had heard (\d+)/.exec(line)?.[1]).find(Boolean)
    if (moves) expect(phone.packets).toBeLessThanOrEqual(Number(before) + 10)
  },
)
