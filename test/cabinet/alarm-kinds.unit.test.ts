import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { alarmKinds, alarmSeverity } from '../../server/src/alarms/alarm-table.ts'

it('alarms: docs/operators.md lists every kind once, with its severity', () => {
  const manual = readFileSync('docs/operators.md', 'utf8')
  const rows = [...manual.matchAll(/^\| (critical|warning|info) \| ([^|]+) \|/gm)]
  const listed = rows.flatMap(([, severity, kinds]) =>
    [...kinds!.matchAll(/`([a-z-]+)`/g)].map(([, kind]) => `${kind} ${severity}`),
  )
  expect(listed.sort()).toEqual(alarmKinds.map((kind) => `${kind} ${alarmSeverity(kind)}`).sort())
})

it('alarms: a Prometheus rule about a kind of alarm has its severity', () => {
  const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8').split(/^ +- alert: /m)
  const about = rules.flatMap((rule) => {
    const kind = /ringkey_alarms\{kind="([a-z-]+)"/.exec(rule)?.[1]
    return kind === undefined ? [] : [`${kind} ${/severity: (\w+)/.exec(rule)?.[1]}`]
  })
  expect(about).toContain('no-trunk critical')
  expect(about).toEqual(
    about.map((each) => each.split(' ')[0]!).map((kind) => `${kind} ${alarmSeverity(kind)}`),
  )
})
