import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CertificateFiles } from '../../../sip/test/certificates.ts'
import { freePort, PeerProcess, temporaryFolder } from './peer-process.ts'

export interface Kamailio {
  readonly port: number
  readonly tlsPort: number
  end(): Promise<void>
}

/** Starts Kamailio as registrar and proxy and waits until it listens on UDP, TCP and TLS. */
export async function startKamailio(
  certificate: CertificateFiles,
  algorithm: 'MD5' | 'SHA-256',
): Promise<Kamailio> {
  const folder = temporaryFolder()
  const port = freePort()
  const tlsPort = port + 1
  const values = { PORT: port, TLS_PORT: tlsPort, FOLDER: folder.path, ALGORITHM: algorithm }
  let config = readFileSync(join(import.meta.dirname, 'kamailio.cfg'), 'utf8')
  for (const [name, value] of Object.entries(values)) config = config.replaceAll(`{{${name}}}`, String(value))
  writeFileSync(join(folder.path, 'kamailio.cfg'), config)
  writeFileSync(
    join(folder.path, 'tls.cfg'),
    `[server:default]\nmethod = TLSv1.2+\nverify_certificate = no\nrequire_certificate = no\n` +
      `private_key = ${certificate.keyFile}\ncertificate = ${certificate.certFile}\n` +
      `[client:default]\nmethod = TLSv1.2+\nverify_certificate = no\nrequire_certificate = no\n`,
  )
  const words = [
    '-f',
    join(folder.path, 'kamailio.cfg'),
    '-DD',
    '-E',
    '-Y',
    folder.path,
    '-m',
    '32',
    '-M',
    '4',
  ]
  const kamailio = new PeerProcess('/usr/sbin/kamailio', words, folder.path)
  await kamailio.bound('udp', port)
  await kamailio.bound('tcp', port)
  await kamailio.bound('tcp', tlsPort)
  return {
    port,
    tlsPort,
    async end() {
      await kamailio.end()
      folder.remove()
    },
  }
}
