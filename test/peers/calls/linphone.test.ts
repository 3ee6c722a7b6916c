// Linphone as the phone of a person: it rings, is answered and hears the code, declines, and calls the confirmation number.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { heardPieces } from '../../calls/heard-pieces.ts'
import { type CallRig, startCallRig } from '../../calls/rig.ts'
import { startLinphone } from '../interop/linphone.ts'

const phone = '79161234567'
const confirmationNumber = '74957770001'
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(ends.map((end) => end()))
})

/** For one test: what Linphone has printed and recorded would be taken for that of a repeated test. */
async function startScene() {
  const linphone = await startLinphone(phone)
  ends.push(() => linphone.end())
  const settings = {
    calledFormat: 'E164',
    flashRingMs: 600,
    voiceRingMs: 4_000,
    fromTrust: 'screened',
  } as const
  const trunk = { name: 'linphone', port: linphone.port, settings }
  const rig = await startCallRig([trunk], { RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' })
  ends.push(() => rig.stop())
  return { linphone, rig }
}

async function outcomeOf(rig: CallRig, id: number) {
  const { call_status } = await rig.ended(id)
  const { reason, details } = await rig.detailsOf(id)
  return { call_status, reason, suspect: details.suspect ?? false }
}

it.concurrent('Linphone: hears the digits of a voice call, and its hang-up afterwards is an ordinary end', async ({
  expect,
}) => {
  const { linphone: talking, rig } = await startScene()
  talking.command('autoanswer enable')
  const { id } = await rig.call(phone, { voice: 'true', code: '0918' })
  // The person has written the code down and hangs up while it is said again. A busy phone may hear more before that.
  const untilAgain = () => heardPieces(talking.heard(), 'ru').join(' ')
  await expect.poll(untilAgain, { interval: 200 }).toMatch(/^(greeting )+0 9 1 8 again/)
  talking.command('terminate')
  expect(await outcomeOf(rig, id)).toEqual({ call_status: 1, reason: 'spoken', suspect: false })
  expect(talking.output).toContain('Media streams established')
})

it.concurrent('Linphone: shows the code as the end of the number that rang, declines, and calls for its owner', async () => {
  const { linphone: silent, rig } = await startScene()
  await rig.store.addConfirmationNumbers({ numbers: [confirmationNumber], demo: false })
  const flash = await rig.call(phone)
  expect(await outcomeOf(rig, flash.id)).toEqual({ call_status: 1, reason: 'rang', suspect: false })
  await silent.printed('ended (Not answered)')
  expect(/incoming call from .*sip:\+?7495123(\d{4})@/.exec(silent.output)?.[1]).toBe(flash.code)

  const declined = await rig.call(phone, { voice: 'true' })
  await silent.printed('assigned id 2')
  // Declined within the first second, it would not have rung.
  await sleep(1_500)
  silent.command('terminate')
  expect(await outcomeOf(rig, declined.id)).toEqual({ call_status: 0, reason: 'declined', suspect: false })
  const { details } = await rig.detailsOf(declined.id)
  expect(details.attempts[0]!.ladder.at(-1)).toMatch(/ < 603$/)

  const waiting = await inboundRequest(rig)
  silent.command(`call sip:+${confirmationNumber}@127.0.0.1:${rig.sipPort}`)
  expect((await rig.ended(waiting)).call_status).toBe(1)
  await silent.printed(`Call 3 with sip:+${confirmationNumber}@127.0.0.1:${rig.sipPort} error`)
  expect(silent.output).not.toContain('connected')
})

/** The service notices a new confirmation number within two seconds. */
async function inboundRequest(rig: CallRig): Promise<number> {
  for (const until = performance.now() + 60_000; ; await sleep(100)) {
    const { body } = await rig.api('inboundCallWaiting', { phone, callback_url: 'http://127.0.0.1:9/' })
    if (body.status === true) return body.vendor_id
    if (performance.now() > until) throw new Error(JSON.stringify(body))
  }
}
