import { expect, it } from 'vitest'
import type { ResultFile } from '../measure/figures.ts'
import { reportOf } from './report.ts'

const file: ResultFile = {
  version: 1,
  at: '2026-11-16T08:00:00.000Z',
  commit: 'abc',
  machine: '2 x <processor>',
  benches: [
    {
      bench: 'http',
      unit: 'initCall',
      scenes: [
        { name: 'floor', rounds: [{ perSecond: 30_000, cpuUs: 40, mainUs: 30, writerUs: 10 }] },
        {
          name: 'ours',
          floor: 'floor',
          rounds: [{ perSecond: 15_000, cpuUs: 100, mainUs: 70, writerUs: 30 }],
        },
        ...[1_000, 10_000].map((size) => ({
          name: `${size} rows`,
          at: { axis: 'rows', size },
          rounds: [{ cpuUs: 50 }, { cpuUs: 52 }],
        })),
      ],
      goals: [{ what: 'rate', measured: '0.50', wanted: 'at least 0.6', isMet: false }],
      notes: ['<script>alert(1)</script>'],
    },
  ],
}

it('benchmark report: is one page with tables, goals and plots that loads nothing and runs nothing', () => {
  const page = reportOf(file)
  expect(page).toContain('<td>0.50</td><td>2.50</td>')
  expect(page).toContain('missed: rate: 0.50 (wanted: at least 0.6)')
  expect(page).toContain('2 x &lt;processor&gt;')
  expect(page).not.toMatch(/<script|src=|href=|@import|url\(/)
  expect(page.match(/<svg/g)).toHaveLength(3)
  expect(page).toContain('initCall: CPU time by thread and process, µs')
  expect(page).not.toContain('NaN')
})
