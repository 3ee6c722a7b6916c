import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface CertificateFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** A certificate authority of a test, in a folder of its own. */
export class Authority {
  readonly folder = mkdtempSync(join(tmpdir(), 'ringkey-ca-'))
  readonly caFile = join(this.folder, 'ca.pem')
  readonly #keyFile = join(this.folder, 'ca.key')

  constructor() {
    openssl(
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=test-authority',
      '-keyout',
      this.#keyFile,
      '-out',
      this.caFile,
    )
  }

  /** A certificate for these names, written as in a certificate: `DNS:a.test`, `IP:127.0.0.1`, `URI:sip:a.test`. */
  issue(file: string, ...names: string[]): CertificateFiles {
    const path = (end: string) => join(this.folder, `${file}.${end}`)
    openssl(
      'req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=test',
      '-keyout',
      path('key'),
      '-out',
      path('csr'),
    )
    writeFileSync(path('ext'), `subjectAltName=${names.join(',')}\n`)
    openssl(
      'x509 -req -days 2 -CAcreateserial',
      ...['-in', path('csr'), '-CA', this.caFile, '-CAkey', this.#keyFile],
      ...['-extfile', path('ext'), '-out', path('pem')],
    )
    return { certFile: path('pem'), keyFile: path('key') }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function openssl(fixed: string, ...files: string[]): void {
  execFileSync('openssl', [...fixed.split(' '), ...files], { stdio: 'ignore' })
}
