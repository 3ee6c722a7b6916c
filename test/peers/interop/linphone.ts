import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeG711 } from '@ringkey/sip'
import { freePort, PeerProcess, temporaryFolder } from './peer-process.ts'

export interface Linphone {
  readonly port: number
  /** Everything that the phone has printed. */
  readonly output: string
  /** A command of linphonec, such as `terminate`. */
  command(line: string): void
  printed(text: string): Promise<void>
  /** What the phone has heard until now, in A-law. */
  heard(): Uint8Array
  end(): Promise<void>
}

const wavHeaderBytes = 44
/** Any speech of 8 kHz: the phone says it while it is connected. */
const spokenFile = '/usr/share/sounds/linphone/hello8000.wav'

/** Starts linphonec as the phone of this number. It needs no sound card: it plays a file and records into another. */
export async function startLinphone(user: string): Promise<Linphone> {
  const folder = temporaryFolder()
  const port = freePort()
  const recording = join(folder.path, 'heard.wav')
  mkdirSync(join(folder.path, '.local/share/linphone'), { recursive: true })
  const config = join(folder.path, 'linphonerc')
  writeFileSync(config, configOf(user, port))
  const phone = new PeerProcess('linphonec', ['-c', config], folder.path, {
    environment: { HOME: folder.path },
    readsCommands: true,
  })
  const command = (line: string) => phone.type(line)
  await phone.bound('udp', port)
  for (const line of ['soundcard use files', `play ${spokenFile}`, `record ${recording}`]) command(line)
  await phone.printed(`record ${recording}`)
  return {
    port,
    get output() {
      return phone.output
    },
    command,
    printed: (text) => phone.printed(text),
    heard() {
      const file = existsSync(recording) ? readFileSync(recording) : Buffer.alloc(0)
      const samples = Math.max(0, Math.floor((file.length - wavHeaderBytes) / 2))
      const linear = Int16Array.from({ length: samples }, (_, n) => file.readInt16LE(wavHeaderBytes + 2 * n))
      return encodeG711('pcma', linear)
    },
    async end() {
      await phone.end()
      folder.remove()
    },
  }
}

function configOf(user: string, port: number): string {
  return [
    '[sip]',
    `contact=sip:${user}@127.0.0.1`,
    `sip_port=${port}`,
    'sip_tcp_port=0',
    'sip_tls_port=0',
    'use_ipv6=0',
    '[net]',
    'dns_srv_enabled=0',
    '[rtp]',
    `audio_rtp_port=${port + 2}`,
    // The network here is loopback: what is recorded should be what was sent.
    'audio_adaptive_jitt_comp_enabled=0',
    'audio_jitt_comp=20',
    '[sound]',
    'echocancellation=0',
    '[video]',
    'automatically_initiate=0',
    'automatically_accept=0',
    '[audio_codec_0]',
    'mime=PCMA',
    'rate=8000',
    'channels=1',
    'enabled=1',
    '',
  ].join('\n')
}
