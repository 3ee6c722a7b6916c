import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { alarmKinds, alarmSeverity } from '../../server/src/alarms/alarm-table.ts'

it('alarms: docs/alarms.md has every kind once, with its severity, its end and three commands', () => {
  const [, ...sections] = readFileSync('docs/alarms.md', 'utf8').split(/^## /m)
  const listed = sections.map((section) => {
    const [, kind, severity, commands] =
      /^([a-z-]+)\n\n(Critical|Warning|Info)\. .+ It ends .+\n\n```sh\n([^`]+)```\n*$/.exec(section) ?? []
    return `${kind} ${severity?.toLowerCase()} ${commands?.trimEnd().split('\n').length}`
  })
  expect(listed.sort()).toEqual(alarmKinds.map((kind) => `${kind} ${alarmSeverity(kind)} 3`).sort())
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

it('alarms: each rule of Prometheus about them names its section of docs/alarms.md', () => {
  const [, ...rules] = readFileSync('deploy/prometheus/alerts.yml', 'utf8').split(/^ +- alert: /m)
  const about = rules.filter((rule) => /ringkey_alarms|ringkey_trunk_reachable/.test(rule))
  expect(about.length).toBeGreaterThan(3)
  for (const rule of about)
    expect(rule).toMatch(/runbook_url: '\S+\/docs\/alarms#(?:\{\{ \$labels\.kind \}\}|trunk-down)'/)
})
