import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { createLog } from '../platform/log.ts'
import { systemdOf } from './systemd.ts'

function systemd(environment: Readonly<Record<string, string>>, fails = false) {
  const clock = new ManualClock()
  const sent: string[] = []
  const logged: string[] = []
  const notifier = systemdOf({
    environment,
    clock,
    pid: 77,
    log: createLog('info', { write: (line: string) => void logged.push(line) }),
    async notify(message) {
      sent.push(message)
      if (fails) throw new Error('systemd-notify is not installed')
    },
  })
  return { ...notifier, clock, sent, logged }
}

const unit = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '60000000', WATCHDOG_PID: '77' }

it('systemd: is told when the service is ready and when it stops, and gets two signs of life in the watchdog’s time', async () => {
  const { ready, stopping, clock, sent } = systemd(unit)
  await ready()
  expect(sent).toEqual(['READY=1'])
  await clock.advance(60_000)
  await stopping()
  expect(sent).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1', 'STOPPING=1'])
})

it('systemd: is asked every minute for more time while the service starts, for two hours at most', async () => {
  const quick = systemd(unit)
  quick.starting()
  await quick.clock.advance(120_000)
  await quick.ready()
  await quick.clock.advance(1)
  const more = 'EXTEND_TIMEOUT_USEC=180000000'
  expect(quick.sent).toEqual([more, more, 'READY=1'])
  const stuck = systemd(unit)
  stuck.starting()
  for (let minute = 0; minute < 180; minute++) await stuck.clock.advance(60_000)
  expect(stuck.sent).toHaveLength(119)
})

it('systemd: a stop that waits for calls goes on with signs of life', async () => {
  const { ready, stopping, clock, sent } = systemd(unit)
  await ready()
  await stopping()
  await clock.advance(30_000)
  expect(sent.at(-1)).toBe('WATCHDOG=1')
})

it.each([
  ['outside of systemd', {}],
  ['with a watchdog and no socket', { WATCHDOG_USEC: '60000000' }],
])('systemd: nothing is sent %s', async (_, environment) => {
  const { ready, stopping, clock, sent } = systemd(environment)
  await ready()
  await clock.advance(120_000)
  await stopping()
  expect(sent).toEqual([])
})

it('systemd: the watchdog of another process is not ours', async () => {
  const { ready, clock, sent } = systemd({ ...unit, WATCHDOG_PID: '78' })
  await ready()
  await clock.advance(120_000)
  expect(sent).toEqual(['READY=1'])
})

it('systemd: a message that cannot be sent is logged and stops nothing', async () => {
  const { ready, clock, sent, logged } = systemd(unit, true)
  await ready()
  await clock.advance(30_000)
  expect(sent).toEqual(['READY=1', 'WATCHDOG=1'])
  expect(logged.join('')).toContain('"event":"notify-failed"')
})
