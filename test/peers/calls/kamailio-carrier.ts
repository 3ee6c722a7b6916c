import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, PeerProcess, temporaryFolder } from '../interop/peer-process.ts'

export interface Phones {
  /** Ports of the phones behind the carrier. */
  readonly rings: number
  readonly busy: number
  readonly answers: number
}

/** Kamailio as a carrier with one customer, who has to register and to prove who they are. */
export async function startKamailioCarrier(customer: string, phones: Phones) {
  const port = freePort()
  const values = {
    PORT: port,
    CUSTOMER: customer,
    RINGS: phones.rings,
    BUSY: phones.busy,
    ANSWERS: phones.answers,
  }
  let config = readFileSync(join(import.meta.dirname, 'kamailio-carrier.cfg'), 'utf8')
  for (const [name, value] of Object.entries(values)) config = config.replaceAll(`{{${name}}}`, String(value))
  return { port, end: await runKamailio(config, port) }
}

/** Runs Kamailio with this configuration, which listens on the UDP port; resolves with what ends it. */
export async function runKamailio(config: string, port: number): Promise<() => Promise<void>> {
  const folder = temporaryFolder()
  const file = join(folder.path, 'kamailio.cfg')
  writeFileSync(file, config)
  const words = ['-f', file, '-DD', '-E', '-Y', folder.path, '-m', '32', '-M', '4']
  const kamailio = new PeerProcess('/usr/sbin/kamailio', words, folder.path)
  await kamailio.bound('udp', port)
  return async () => {
    await kamailio.end()
    folder.remove()
  }
}
