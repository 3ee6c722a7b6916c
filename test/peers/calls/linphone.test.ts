// Linphone as the phone of a person: it rings, is answered and hears the code, declines, and calls the confirmation number.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { heardPieces } from '../../calls/heard-pieces.ts'
import { type CallRig, startCallRig } from '../../calls/rig.ts'
import { type Linphone, startLinphone } from '../interop/linphone.ts'

const silentPhone = '79161234567'
const talkingPhone = '79171234567'
const confirmationNumber = '74957770001'

let silent: Linphone
let talking: Linphone
let rig: CallRig

beforeAll(async () => {
  ;[silent, talking] = await Promise.all([startLinphone(silentPhone), startLinphone(talkingPhone)])
  talking.command('autoanswer enable')
  const settings = { calledFormat: 'E164', flashRingMs: 600, fromTrust: 'screened' } as const
  const trunks = [
    { name: 'silent', port: silent.port, settings: { ...settings, prefixes: ['7916'] } },
    { name: 'talking', port: talking.port, settings: { ...settings, prefixes: ['7917'] } },
  ]
  rig = await startCallRig(trunks, { RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' })
  await rig.store.addConfirmationNumbers({ numbers: [confirmationNumber], demo: false })
})
afterAll(async () => {
  await rig?.stop()
  await Promise.all([silent?.end(), talking?.end()])
})

async function outcomeOf(id: number) {
  const { call_status } = await rig.ended(id)
  const { reason, details } = await rig.detailsOf(id)
  return { call_status, reason, suspect: details.suspect ?? false }
}

it.concurrent('Linphone: hears the digits of a voice call, and its hang-up afterwards is an ordinary end', async ({
  expect,
}) => {
  const { id } = await rig.call(talkingPhone, { voice: 'true', code: '0918' })
  // The person has written the code down and hangs up while it is said again. A busy phone may hear more before that.
  const untilAgain = () => heardPieces(talking.heard(), 'ru').join(' ')
  await expect.poll(untilAgain, { interval: 200 }).toMatch(/^(greeting )+0 9 1 8 again/)
  talking.command('terminate')
  expect(await outcomeOf(id)).toEqual({ call_status: 1, reason: 'spoken', suspect: false })
  expect(talking.output).toContain('Media streams established')
})

it.concurrent('Linphone: shows the code as the end of the number that rang, declines, and calls for its owner', async () => {
  const flash = await rig.call(silentPhone)
  expect(await outcomeOf(flash.id)).toEqual({ call_status: 1, reason: 'rang', suspect: false })
  await silent.printed('ended (Not answered)')
  expect(/incoming call from .*sip:\+?7495123(\d{4})@/.exec(silent.output)?.[1]).toBe(flash.code)

  const declined = await rig.call(silentPhone, { voice: 'true' })
  await silent.printed('assigned id 2')
  silent.command('terminate')
  expect(await outcomeOf(declined.id)).toEqual({ call_status: 0, reason: 'declined', suspect: false })
  const { details } = await rig.detailsOf(declined.id)
  expect(details.attempts[0]!.ladder.at(-1)).toMatch(/ < 603$/)

  const waiting = await inboundRequest(silentPhone)
  silent.command(`call sip:+${confirmationNumber}@127.0.0.1:${rig.sipPort}`)
  expect((await rig.ended(waiting)).call_status).toBe(1)
  await silent.printed(`Call 3 with sip:+${confirmationNumber}@127.0.0.1:${rig.sipPort} error`)
  expect(silent.output).not.toContain('connected')
})

/** The service notices a new confirmation number within two seconds. */
async function inboundRequest(phone: string): Promise<number> {
  for (const until = performance.now() + 60_000; ; await sleep(100)) {
    const { body } = await rig.api('inboundCallWaiting', { phone, callback_url: 'http://127.0.0.1:9/' })
    if (body.status === true) return body.vendor_id
    if (performance.now() > until) throw new Error(JSON.stringify(body))
  }
}
