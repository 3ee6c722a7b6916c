import { describe, expect, it } from 'vitest'
import { readGoodbyes, writeGoodbye, writeSenderReport } from './rtcp.ts'

const report = { ssrc: 0x01020304, packets: 3, octets: 480, timestamp: 640, cname: 'a@b' }

describe('RTCP', () => {
  it('writes BYE in a compound of report, CNAME and BYE', () => {
    expect(writeGoodbye(report).toString('hex')).toBe(
      '80c80006' +
        '01020304' +
        '0000000000000000' +
        '00000280' +
        '00000003' +
        '000001e0' + // sender report
        ('81ca0003' + '01020304' + '0103614062' + '000000') + // CNAME, ended by a null byte and padded
        ('81cb0001' + '01020304'),
    )
  })

  it('sends a receiver report while no audio was sent', () => {
    expect(writeSenderReport({ ...report, packets: 0 })[1]).toBe(201)
  })

  it('reads the BYE of other endpoints', () => {
    expect(readGoodbyes(writeGoodbye(report))).toEqual([0x01020304])
    expect(readGoodbyes(writeSenderReport(report))).toEqual([])
  })

  it.each([
    ['does not begin with a report', '81cb000101020304'],
    ['is cut', '80c90001010203'],
    ['has a length beyond its end', '80c9000f01020304'],
    ['lists more sources than it holds', '80c900010102030482cb000101020304'],
    ['has bytes left over', '80c900010102030481cb000101020304ff'],
    ['is of another version', '40c900010102030481cb000101020304'],
  ])('reads no BYE from a datagram that %s', (_, hex) => {
    expect(readGoodbyes(Buffer.from(hex, 'hex'))).toEqual([])
  })
})
