import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CertificateFiles } from '../../../sip/test/certificates.ts'
import { freePort, PeerProcess, temporaryFolder } from './peer-process.ts'

const recordingTimeoutMs = 5000
const listensMs = 500
const keyMs = 200

export interface Baresip {
  /** Of UDP, or of TLS for a secure phone. */
  readonly port: number
  /** What the phone heard in its last call, as a WAV file, once that is over. */
  heard(): Promise<Buffer>
  /** Presses keys as RTP events (RFC 4733) once the call is answered and the person has listened for a moment. */
  press(digits: string): Promise<void>
  end(): Promise<void>
}

/**
 * Starts a phone that answers every call to `user` and records what it hears. With a certificate it listens on TLS and
 * encrypts its audio (SRTP).
 */
export async function startBaresip(
  user = 'phone',
  certificate?: CertificateFiles,
  codec: 'pcma' | 'g722' = 'pcma',
): Promise<Baresip> {
  const folder = temporaryFolder()
  const port = freePort()
  const rtpPort = freePort()
  const commandPort = freePort()
  const recordings = join(folder.path, 'recordings')
  mkdirSync(recordings)
  // An account looks its encryption up when it is read.
  const rateHz = codec === 'g722' ? 16_000 : 8_000
  const encryption = certificate === undefined ? [] : ['srtp.so']
  const modules = [
    ...encryption,
    'account.so',
    `${codec === 'pcma' ? 'g711' : codec}.so`,
    'aubridge.so',
    'sndfile.so',
    'menu.so',
    'httpd.so',
  ]
  const certificateFile = join(folder.path, 'certificate.pem')
  if (certificate !== undefined) {
    const pieces = [certificate.keyFile, certificate.certFile].map((file) => readFileSync(file, 'utf8'))
    writeFileSync(certificateFile, pieces.join('\n'))
  }
  writeFileSync(
    join(folder.path, 'config'),
    [
      'poll_method epoll',
      `sip_listen 127.0.0.1:${port}`,
      ...(certificate === undefined ? [] : [`sip_certificate ${certificateFile}`]),
      `http_listen 127.0.0.1:${commandPort}`,
      'call_max_calls 1',
      'audio_player aubridge,mirror',
      'audio_source aubridge,mirror',
      'audio_alert aubridge,alert',
      `ausrc_srate ${rateHz}`,
      `auplay_srate ${rateHz}`,
      'ausrc_channels 1',
      'auplay_channels 1',
      `rtp_ports ${rtpPort}-${rtpPort + 4}`,
      // The network here is loopback: what is recorded should be what was sent.
      'jitter_buffer_delay 1-5',
      `module_path ${['/usr/lib/baresip/modules', '/usr/local/lib/baresip/modules'].find(existsSync)}`,
      ...modules.map((name) => `module ${name}`),
      `snd_path ${recordings}`,
      '',
    ].join('\n'),
  )
  writeFileSync(
    join(folder.path, 'accounts'),
    `<sip:${user}@127.0.0.1>;regint=0;answermode=auto;audio_codecs=${codec}${certificate ? ';mediaenc=srtp-mand' : ''}\n`,
  )
  writeFileSync(join(folder.path, 'contacts'), '')
  const phone = new PeerProcess('baresip', ['-f', folder.path], folder.path)
  await phone.bound('udp', port)
  if (certificate !== undefined) await phone.bound('tcp', port + 1)
  return {
    port: certificate === undefined ? port : port + 1,
    async heard() {
      const endMs = performance.now() + recordingTimeoutMs
      for (;;) {
        // Names carry the time, so that the last one belongs to the last call: a test may be repeated.
        const name = readdirSync(recordings)
          .filter((one) => one.endsWith('dec.wav'))
          .toSorted()
          .at(-1)
        const file = name === undefined ? undefined : readFileSync(join(recordings, name))
        // The length in the head is written when the file is closed, at the end of the call.
        if (file !== undefined && file.length > 44 && file.readUInt32LE(4) === file.length - 8) return file
        if (performance.now() > endMs)
          throw new Error(`baresip recorded nothing:\n${phone.output.slice(-4000)}`)
        await sleep(20)
      }
    },
    async press(digits) {
      await phone.printed('Call established')
      await sleep(listensMs)
      for (const digit of digits) {
        await fetch(`http://127.0.0.1:${commandPort}/raw/?%2Fsndcode%20${digit}`)
        await sleep(keyMs)
      }
    },
    async end() {
      await phone.end()
      folder.remove()
    },
  }
}
