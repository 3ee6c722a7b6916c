import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { realRegistry } from '../../../test/setup/conditions.ts'
import { networkByInn, networkByName } from './russian-networks.ts'

describe('Russian networks in the real files', () => {
  const linesOf = (file: string) =>
    readFileSync(new URL(file, realRegistry), 'utf8').trim().split('\n').slice(1)

  it('cover 99 % of the mobile numbers', () => {
    let all = 0
    let known = 0
    for (const line of linesOf('DEF-9xx-2026-08.csv')) {
      const cells = line.split(';')
      all += Number(cells[3])
      if (networkByInn(cells[7]!.trim()) !== undefined) known += Number(cells[3])
    }
    expect(known / all).toBeGreaterThan(0.99)
  })

  it('have the ids and networks of the porting database', () => {
    const wrong = linesOf('operators-2026-06.csv').flatMap((line) => {
      const [, , , inn, codes] = line.split(';')
      return (codes ?? '')
        .split(',')
        .filter((code) => code !== '')
        .map((code) => code.split('=') as [mnc: string, id: string])
        .filter(([, id]) => networkByName(id)?.inn !== inn)
        .map(([, id]) => id)
    })
    expect(wrong).toEqual([])
    const mnc = linesOf('operators-2026-06.csv').filter((line) => {
      const [, , , inn, codes] = line.split(';')
      const network = networkByInn(inn!)
      return codes && network && !codes.split(',').some((code) => Number(code.split('=')[0]) === network.mnc)
    })
    expect(mnc).toEqual([])
  })
})
