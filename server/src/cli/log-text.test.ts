import { expect, it } from 'vitest'
import { logText } from './commands/logs.ts'

const everything = { level: undefined, events: [], since: undefined }
const line = JSON.stringify({
  level: 40,
  time: '2026-11-16T05:01:02.345Z',
  event: 'trunk-unreachable',
  trunk: 'north',
  waited: 4000,
  why: 'no answer',
  msg: 'the trunk does not answer',
})

it('logs: a line becomes time, level, event, text and facts', () => {
  expect(logText(line, everything)).toBe(
    '2026-11-16 05:01:02.345  WARN   trunk-unreachable  the trunk does not answer  trunk=north  waited=4000  why="no answer"',
  )
})

it('logs: the stack of an error is indented below its line', () => {
  const failed = JSON.stringify({
    level: 50,
    time: '2026-11-16T05:01:02.345Z',
    err: { stack: 'Error: x\nat y' },
  })
  expect(logText(failed, everything)).toBe('2026-11-16 05:01:02.345  ERROR\n    Error: x\n    at y')
})

it('logs: what the supervisor writes before a line does not hide it', () => {
  expect(logText(`Nov 16 05:01:02 host ringkey[7]: ${line}`, everything)).toContain(
    'WARN   trunk-unreachable',
  )
})

it('logs: foreign lines are shown as they are, unless lines are chosen', () => {
  expect(logText('Segmentation fault', everything)).toBe('Segmentation fault')
  expect(logText('{"level":broken', everything)).toBe('{"level":broken')
  expect(logText('Segmentation fault', { ...everything, level: 'warn' })).toBeUndefined()
})

it('logs: lines are chosen by level, event and time', () => {
  const isShown = (choice: object) => logText(line, { ...everything, ...choice }) !== undefined
  expect([isShown({ level: 'warn' }), isShown({ level: 'error' })]).toEqual([true, false])
  expect([isShown({ events: ['trunk-unreachable'] }), isShown({ events: ['fatal'] })]).toEqual([true, false])
  const at = Date.parse('2026-11-16T05:01:02.345Z')
  expect([isShown({ since: at }), isShown({ since: at + 1 })]).toEqual([true, false])
})
