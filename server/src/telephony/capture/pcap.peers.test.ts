import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { pcap } from './pcap.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What tcpdump reads in the file. */
function read(file: Uint8Array): string {
  const path = join(folder, 'read.pcap')
  writeFileSync(path, file)
  return execFileSync('tcpdump', ['-r', path, '-nn', '-vvv', '-tttt', '-A'], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

const invite = Buffer.from('INVITE sip:7916@203.0.113.7 SIP/2.0\r\nCSeq: 1 INVITE\r\n\r\n')
const at = Date.parse('2026-11-16T05:01:02.345Z') + 0.25

it('capture: tcpdump reads sent and received messages over IPv4, with their times', () => {
  const own = { address: '10.0.0.1', port: 5060 }
  const peer = { address: '203.0.113.7', port: 5062 }
  const text = read(
    pcap([
      { at, direction: 'sent', own, peer, bytes: invite },
      { at: at + 35, direction: 'received', own, peer, bytes: Buffer.from('SIP/2.0 180 Ringing\r\n\r\n') },
    ]),
  )
  expect(text).toContain('2026-11-16 05:01:02.345250 IP')
  expect(text).toContain('10.0.0.1.5060 > 203.0.113.7.5062')
  expect(text).toContain('203.0.113.7.5062 > 10.0.0.1.5060')
  expect(text).toContain('INVITE sip:7916@203.0.113.7 SIP/2.0')
  expect(text).not.toMatch(/bad|incorrect|truncated/)
})

it('capture: tcpdump finds the checksums right over IPv6', () => {
  const own = { address: '2001:db8::1', port: 5060 }
  const peer = { address: '::ffff:192.0.2.1', port: 5060 }
  const text = read(pcap([{ at, direction: 'sent', own, peer, bytes: invite }]))
  expect(text).toContain('2001:db8::1.5060 > ::ffff:192.0.2.1.5060')
  expect(text).toContain('[udp sum ok]')
})
