import { describe, expect, it } from 'vitest'
import type { Figures, ResultFile } from '../measure/figures.ts'
import { differences, sentenceOf } from './compare.ts'

const fileOf = (rounds: readonly Figures[]): ResultFile => ({
  version: 1,
  at: '',
  commit: '',
  machine: '',
  benches: [
    {
      bench: 'http',
      unit: 'initCall',
      goals: [],
      notes: [],
      scenes: [{ name: 'the service', rounds: [...rounds] }],
    },
  ],
})
const cpu = (...us: number[]) => fileOf(us.map((cpuUs) => ({ cpuUs })))
const verdictOf = (before: ResultFile, after: ResultFile) => differences(before, after)[0]?.verdict

describe('comparing two files of results', () => {
  it('calls rounds that do not overlap a change, and shows its direction', () => {
    expect(verdictOf(cpu(100, 102, 101, 103), cpu(90, 91, 89, 92))).toBe('better')
    expect(verdictOf(cpu(90, 91, 89, 92), cpu(100, 102, 101, 103))).toBe('worse')
  })

  it('takes a higher rate as better', () => {
    const rate = (...each: number[]) => fileOf(each.map((perSecond) => ({ perSecond })))
    expect(verdictOf(rate(10, 11, 12, 10), rate(20, 21, 22, 20))).toBe('better')
  })

  it('calls rounds that overlap noise', () => {
    expect(verdictOf(cpu(100, 120, 90, 110), cpu(95, 115, 105, 99))).toBe('noise')
  })

  it('does not call a change of less than two percent a change', () => {
    expect(verdictOf(cpu(100, 100.1, 100.2, 100.3), cpu(101, 101.1, 101.2, 101.3))).toBe('noise')
  })

  it('judges nothing by three rounds, and says so', () => {
    const [found] = differences(cpu(100, 101, 102), cpu(50, 51, 52))
    expect(found?.verdict).toBe('too few rounds')
    expect(sentenceOf(found!)).toBe(
      'http, the service: CPU µs went from 101 to 51.0 (x 0.50); fewer than 4 rounds on a side cannot tell a change from noise.',
    )
  })

  it('leaves out scenes and figures that only one file has', () => {
    expect(differences(fileOf([{ perSecond: 1 }]), cpu(1, 2, 3, 4))).toEqual([])
  })
})
