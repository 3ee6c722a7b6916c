// An installation in use: a day of calls, a real trunk beside the simulated one, a service with every kind of setting.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import { startCarrier } from '../../../server/src/telephony/simulator/start-carrier.ts'
import { ManualClock } from '../../../server/test/manual-clock.ts'
import { mobileFile } from '../../../server/test/numbering/sample-registry.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { fillDay } from './day-of-calls.ts'
import { type Rig, startRig } from './rig.ts'

export interface FurnishedRig extends Rig {
  /** The service whose settings were all changed. */
  readonly shopId: number
}

/** The demo is kept on, so that the trunk of the demo and a real one stand beside each other. */
export async function startFurnishedRig(): Promise<FurnishedRig> {
  const rig = await startRig({ RINGKEY_DEMO: 'on' })
  await fillDay(rig.folder, rig.firstRun.service_id, systemClock.now())
  const registry = join(rig.folder, 'DEF-9xx.csv')
  writeFileSync(registry, mobileFile)
  const run = async (...words: string[]) => {
    const clock = new ManualClock(systemClock.now())
    const { code, out, err, json } = await ringkey(rig.folder, [...words, '--json'], { clock })
    if (code !== 0) throw new Error(`ringkey ${words.join(' ')}: ${err}${out}`)
    return json
  }
  const { id: shopId } = await run(
    ...['service', 'create', '1', '--name', 'Shop', '--use', 'Sign-up on shop.example'],
    ...['--allow-addresses', '203.0.113.0/24', '--allow-countries', 'RU,KZ', '--inbound-lifetime', '120'],
    ...['--profile', 'ucaller', '--bare-test-failure', 'yes', '--caller-level', 'medium'],
  )
  await run('cap', 'set', `service:${shopId}`, '--per-hour', '50')
  await run('service', 'rotate-key', String(shopId))
  const carrier = await startCarrier({ onEvent: () => {} })
  await run('trunk', 'add', 'north', 'host=127.0.0.1', `port=${carrier.port}`)
  await run('pool', 'add', '74957770000-74957770499', '--trunk', 'north')
  const terms = ['--last-day', '2099-12-31', '--price', '0.05', '--label', 'Acme: codes']
  await run(
    ...[
      'contract',
      'set',
      '7/2026-RU',
      '--range',
      '74957770000-74957770249',
      '--network',
      'МТС',
      '--country',
      'RU',
    ],
    ...[...terms, '--note', 'signed by mail, the original is in the safe'],
  )
  await run('contract', 'set', 'C-118', '--range', '74957770000-74957770499', '--trunk', 'north', ...terms)
  await run('registry', 'import', registry)
  await run('account', 'topup', '1', '1234.50', '--note', 'invoice 7')
  await run('alarm', 'receiver', 'add', 'mail', 'ops@example.com')
  await run(
    ...['alarm', 'silence', 'add', '4h', '--kind', 'trunk-down', '--subject', 'north'],
    ...['--reason', 'works at the carrier'],
  )
  const stop = async () => {
    await rig.stop()
    await carrier.close()
  }
  return { ...rig, shopId, stop }
}
