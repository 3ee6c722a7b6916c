import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { channelsFor, needsOf } from './capacity.ts'

// Points of the published Erlang B tables: traffic offered at 1 % and at 0.1 % blocking.
it.each([
  [4.46, 0.01, 10],
  [12.03, 0.01, 20],
  [84.06, 0.01, 100],
  [3.09, 0.001, 10],
])('Erlang B: %f erlangs at a blocking of %f need %i channels', (offered, blocking, channels) => {
  expect(channelsFor(offered, blocking).channels).toBe(channels)
})

it('Erlang B: returns one channel for hardly any traffic', () => {
  expect(channelsFor(0, 0.01).channels).toBe(1)
})

describe('what to buy', () => {
  const rates = [10, 100, 1_000, 10_000]
  const wanted = { voicePercent: 20, callSeconds: 12, maxBlocking: 0.001 }
  const columns = rates.map((perSecond) => needsOf({ ...wanted, perSecond }))

  it('docs/scale.md has the lines that the command prints, for four rates', () => {
    const rows = columns[0]!.map(({ name, unit }, line) => {
      const cells = columns.map((needs) => {
        const { value, basis } = needs[line]!
        return `${value.toLocaleString('en-US')}${basis === 'measured' ? ' *' : ''}`
      })
      return `| ${name}${unit === '' ? '' : `, ${unit}`} | ${cells.join(' | ')} |`
    })
    const heading = `| verifications per second | ${rates.map((rate) => rate.toLocaleString('en-US')).join(' | ')} |`
    const table = [heading, '|---|---|---|---|---|', ...rows].join('\n')
    expect(readFileSync('docs/scale.md', 'utf8')).toContain(`\n${table}\n`)
  })

  it('nothing shrinks when the rate grows, and one database is not said to be enough for all', () => {
    for (const [index, needs] of columns.slice(1).entries())
      for (const [line, { name, value }] of needs.entries())
        expect([name, value >= columns[index]![line]!.value]).toEqual([name, true])
    expect(columns.map((needs) => needs.find(({ name }) => name === 'databases')!.value)).toEqual([
      1, 1, 1, 3,
    ])
  })

  it('a rate that one node carries is measured, a higher one computed', () => {
    const basisAt = (perSecond: number) =>
      new Set(needsOf({ ...wanted, perSecond }).map(({ basis }) => basis))
    expect(basisAt(200)).toEqual(new Set(['measured', 'computed']))
    expect(basisAt(201)).toEqual(new Set(['computed']))
  })

  it('without speech there are no RTP ports', () => {
    const ports = needsOf({ ...wanted, perSecond: 50, voicePercent: 0 }).find(({ name }) =>
      name.startsWith('RTP'),
    )
    expect(ports!.value).toBe(0)
  })
})
