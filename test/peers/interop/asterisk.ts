// Asterisk 22 of Debian sid in a root of its own, since Debian 12 has none; test/setup/prepare-asterisk.ts makes it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asteriskRoot } from '../../setup/prepare-asterisk.ts'
import { freePort, PeerProcess } from './peer-process.ts'

const modules = [
  'app_dial.so',
  'bridge_simple.so',
  'bridge_native_rtp.so',
  'chan_pjsip.so',
  'codec_alaw.so',
  'codec_ulaw.so',
  'func_callerid.so',
  'func_logic.so',
  'func_strings.so',
  'pbx_config.so',
  'res_pjproject.so',
  'res_pjsip.so',
  'res_pjsip_authenticator_digest.so',
  'res_pjsip_caller_id.so',
  'res_pjsip_endpoint_identifier_ip.so',
  'res_pjsip_endpoint_identifier_user.so',
  'res_pjsip_nat.so',
  'res_pjsip_pubsub.so',
  'res_pjsip_registrar.so',
  'res_pjsip_rfc3326.so',
  'res_pjsip_sdp_rtp.so',
  'res_pjsip_session.so',
  'res_rtp_asterisk.so',
  'res_sorcery_astdb.so',
  'res_sorcery_config.so',
  'res_sorcery_memory.so',
]

export interface AsteriskFiles {
  readonly 'pjsip.conf': string
  readonly 'extensions.conf': string
}

/** Runs Asterisk with these files, which listen on the UDP port; resolves with what ends it. */
export async function runAsterisk(files: AsteriskFiles, port: number): Promise<() => Promise<void>> {
  mkdirSync(join(asteriskRoot, 'tmp'), { recursive: true })
  const folder = mkdtempSync(join(asteriskRoot, 'tmp', 'ringkey-'))
  const inside = folder.slice(asteriskRoot.length)
  const rtp = freePort()
  const written: Record<string, string> = {
    ...files,
    'asterisk.conf':
      '[directories]\n' +
      ['etc', 'db', 'run', 'log', 'spool', 'key', 'agi']
        .map((name) => `ast${name}dir => ${inside}\n`)
        .join('') +
      '[options]\nverbose = 3\n',
    'modules.conf': `[modules]\nautoload=no\n${modules.map((name) => `load=${name}\n`).join('')}`,
    'rtp.conf': `[general]\nrtpstart=${rtp}\nrtpend=${rtp + 3}\n`,
    'logger.conf': '[logfiles]\nfull => notice,warning,error,verbose\n',
  }
  for (const [name, text] of Object.entries(written)) writeFileSync(join(folder, name), text)
  const words = [asteriskRoot, 'asterisk', '-f', '-C', `${inside}/asterisk.conf`]
  const asterisk = new PeerProcess('chroot', words, folder)
  const end = async () => {
    await asterisk.end()
    rmSync(folder, { recursive: true, force: true })
  }
  await asterisk.bound('udp', port).catch(async (error: Error) => {
    await end()
    throw error
  })
  return end
}
