import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { type Callee, startCallee } from '../phones/callee.ts'
import { type CallRig, startCallRig } from './rig.ts'

let callee: Callee
let rig: CallRig
afterAll(async () => {
  await rig?.stop()
  await callee?.close()
})

it('a trunk that takes calls and ignores OPTIONS: stays in use', async () => {
  callee = await startCallee(async (call) => call.say(486))
  callee.ignored.add('OPTIONS')
  rig = await startCallRig([{ name: 'busy', port: callee.port, settings: { optionsSeconds: 1 } }])
  // Each OPTIONS is sent three times. At the seventh datagram two are over, which without calls means that the trunk is
  // down.
  for (let number = 0; callee.unanswered.length < 7; number++) {
    await rig.call(String(79_164_000_000 + number))
    await sleep(250)
  }
  expect(await (await fetch(`${rig.baseUrl}/health`)).json()).toMatchObject({ providers: true })
  expect(rig.logged.filter((line) => line.includes('trunk-unreachable'))).toEqual([])
})
