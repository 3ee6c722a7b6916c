import { expect, it } from 'vitest'
import { csvHead, csvRow, csvTime, csvTimes } from './csv.ts'

it.each(['=1+1', '+7 900', '-2', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
  'CSV export: writes %j as text, not as a formula',
  (value) => {
    expect(csvRow([value])).toMatch(/^"?'/)
  },
)

it('CSV export: leaves numbers and harmless texts as they are', () => {
  expect(csvRow([-0.8, 'a-b', 'x=y', null, '7916***0101'])).toBe('-0.8,a-b,x=y,,7916***0101\r\n')
  expect(csvRow(['-50.00', '0.8375'])).toBe('-50.00,0.8375\r\n')
})

it('CSV export: quotes what would break a row', () => {
  expect(csvRow(['a,b', 'say "hi"', 'two\nlines', 'semi;colon'])).toBe(
    '"a,b","say ""hi""","two\nlines","semi;colon"\r\n',
  )
})

it('CSV export: begins with a byte order mark and writes times with their zone', () => {
  expect(csvHead(['a', 'b'])).toBe('\uFEFFa,b\r\n')
  expect([csvTime(0), csvTime(null)]).toEqual(['1970-01-01T00:00:00.000Z', null])
  const change = Date.UTC(2026, 3, 5, 3)
  expect([change - 1, change, change + 1].map(csvTimes('America/Santiago'))).toEqual([
    '2026-04-04T23:59:59.999-03:00',
    '2026-04-04T23:00:00.000-04:00',
    '2026-04-04T23:00:00.001-04:00',
  ])
  expect(csvTimes('Asia/Kolkata')(change)).toBe('2026-04-05T08:30:00.000+05:30')
})
