import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { alarmKinds, alarmSeverity } from '../../server/src/alarms/alarm-table.ts'

it('alarms: docs/console.md lists every kind once, with its severity', () => {
  const manual = readFileSync('docs/console.md', 'utf8')
  const rows = [...manual.matchAll(/^\| (critical|warning|info) \| ([^|]+) \|/gm)]
  const listed = rows.flatMap(([, severity, kinds]) =>
    [...kinds!.matchAll(/`([a-z-]+)`/g)].map(([, kind]) => `${kind} ${severity}`),
  )
  expect(listed.sort()).toEqual(alarmKinds.map((kind) => `${kind} ${alarmSeverity(kind)}`).sort())
})

it('alarms: one Prometheus rule fires for each kind, with its severity', () => {
  const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8').split(/^ +- alert: /m)
  const about = rules.flatMap((rule) => {
    const [, sign, kinds] = /ringkey_alarms\{kind(=|!)~"([a-z|-]+)"/.exec(rule) ?? []
    const named = kinds?.split('|') ?? []
    const fires = alarmKinds.filter((kind) => sign !== undefined && named.includes(kind) === (sign === '='))
    return fires.map((kind) => `${kind} ${/severity: (\w+)/.exec(rule)?.[1]}`)
  })
  // RingkeyTrunkDown has the name of the trunk.
  const wanted = alarmKinds.filter((kind) => kind !== 'trunk-down')
  expect(about.sort()).toEqual(wanted.map((kind) => `${kind} ${alarmSeverity(kind)}`).sort())
})
