// A page of docs/trunks/, run as it is printed: our commands and the configuration of the other end.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runCommandLine } from '../../../server/src/cli/command-line.ts'
import { commands } from '../../../server/src/cli/commands/index.ts'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import { Carrier } from '../../../server/src/telephony/simulator/carrier.ts'
import { ringkey, testTerminal } from '../../../server/test/ringkey-command.ts'
import { eventually, freePort } from '../../../server/test/service.ts'
import { type CallRig, startCallRig } from '../../calls/rig.ts'

/** The pages have three machines; here they are three addresses of the loopback network. */
const addresses = { ringkey: '203.0.113.10', carrier: '203.0.113.5', gateway: '203.0.113.20' }
const gatewayAddress = '127.0.0.2'

export class TrunkPage {
  readonly #text: string
  readonly #ports: { readonly carrier: number; readonly gateway: number }

  constructor(name: string, ports: { readonly carrier: number; readonly gateway: number }) {
    this.#text = readFileSync(join(import.meta.dirname, '../../../docs/trunks', `${name}.md`), 'utf8')
    this.#ports = ports
  }

  /** The first block of this language, with the addresses of this machine. */
  block(language: string): string {
    const found = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(this.#text)?.[1]
    if (found === undefined) throw new Error(`the page has no block ${language}`)
    return found
      .replaceAll(`${addresses.gateway}:5060`, `${gatewayAddress}:${this.#ports.gateway}`)
      .replaceAll(`${addresses.carrier}:5060`, `127.0.0.1:${this.#ports.carrier}`)
      .replaceAll('port=5060', `port=${this.#ports.carrier}`)
      .replaceAll(addresses.gateway, gatewayAddress)
      .replaceAll(addresses.carrier, '127.0.0.1')
      .replaceAll(addresses.ringkey, '127.0.0.1')
  }

  /** Runs our commands of the page; fields after them make the test quick. */
  async runCommands(folder: string, more: readonly string[]): Promise<void> {
    const lines = this.block('sh').trim().split('\n')
    for (const line of lines) {
      const [, input, typed] = /^(?:echo '(.*)' \| )?ringkey (.*)$/.exec(line) ?? []
      if (typed === undefined) continue
      const words = typed.split(' ')
      if (words[1] === 'add' && words[0] === 'trunk') words.push(...more)
      const { code, err } = await ringkey(folder, words, input === undefined ? {} : { line: input })
      expect(err).toBe('')
      expect(code).toBe(0)
    }
  }
}

/** A gateway to the telephone network: any number rings, +7 900 555 13 01 answers after a second. */
export function startGateway(heard: number[]): Promise<Carrier> {
  return Carrier.open({
    address: gatewayAddress,
    onEvent: (event) => {
      if (event.kind === 'ended' && event.heardMs > 0) heard.push(event.heardMs)
    },
  })
}

/** A service that has run the commands of the page and is registered at the other end. */
export async function startPageRig(page: TrunkPage): Promise<CallRig> {
  const rig = await startCallRig([], { RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' })
  await page.runCommands(rig.folder, ['flash-ring-ms=1500', 'speech-delay-ms=100'])
  await eventually(
    async () => (await fetch(rig.metricsUrl)).text(),
    (metrics) => metrics.includes('ringkey_trunk_reachable{trunk="north"} 1'),
    20_000,
  )
  return rig
}

/** Places a call over the page's trunk and says how it ended. */
export async function outcomeOf(rig: CallRig, phone: string, more: Record<string, string> = {}) {
  // The service may know the trunk already and its numbers not yet.
  const { body } = await eventually(
    () => rig.api('initCall', { phone, ...more }),
    ({ body }) => body.status === true,
    10_000,
  )
  const { call_status } = await rig.ended(body.vendor_id, 40_000)
  return { status: call_status, reason: (await rig.detailsOf(body.vendor_id)).reason }
}

/** What `trunk test --all-ways` finds without a phone, as `way: finding`. It is not told where the service is. */
export async function foundWays(rig: CallRig): Promise<string[]> {
  const environment = { RINGKEY_DATA: rig.folder, RINGKEY_METRICS_PORT: String(await freePort()) }
  const { terminal, written } = testTerminal({ environment, interrupted: new Promise(() => {}) })
  const words = ['trunk', 'test', 'north', '--all-ways', '--json']
  await runCommandLine(commands, words, { ...terminal, clock: systemClock })
  const found = JSON.parse(written.out) as { readonly way: string; readonly finding: string }[]
  return found.map(({ way, finding }) => `${way}: ${finding}`)
}

/** Somebody calls the confirmation number of the page through the other end. */
export async function inboundOutcome(rig: CallRig, gateway: Carrier, carrierPort: number) {
  const phone = '79165550001'
  const callback = { callback_url: 'http://127.0.0.1:9/hook' }
  const { body } = await eventually(
    () => rig.api('inboundCallWaiting', { phone, ...callback }),
    ({ body }) => body.status === true,
    10_000,
  )
  const heard = await gateway.dial(phone, body.confirmation_number, `127.0.0.1:${carrierPort}`)
  const { call_status } = await rig.ended(body.vendor_id)
  return { heard, status: call_status }
}
