import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { openAlarmChannels } from './alarm-channels.ts'

it('alarms: a message that Telegram does not accept has failed, so that it is tried again', async () => {
  let accepts = false
  const channels = openAlarmChannels({
    clock: new ManualClock(),
    sealer: { open: () => '' },
    mail: { kind: 'none', send() {}, deliver: async () => {}, waiting: 0, close() {} },
    messenger: { notify: async () => accepts },
  })
  await expect(channels.telegram(77, 'a text')).rejects.toThrow('did not accept')
  accepts = true
  await expect(channels.telegram(77, 'a text')).resolves.toBeUndefined()
})

it('alarms: a mail that the mail server does not accept has failed, so that a restart does not lose it', async () => {
  const deliver = () => Promise.reject(new Error('451 come later'))
  const channels = openAlarmChannels({
    clock: new ManualClock(),
    sealer: { open: () => '' },
    mail: { kind: 'smtp', send() {}, deliver, waiting: 0, close() {} },
    messenger: undefined,
  })
  await expect(channels.mail('ops@example.com', 'a title', 'a text')).rejects.toThrow('451')
})
