import type { CalleeCall, Saying, Scenario } from '../callee.ts'

/** `603 Network Blocked` of ATIS-1000099, as the network sends it that stops the call. */
export const networkBlocked = ({ invite }: CalleeCall): Saying => {
  const called = /sip:\+?(\d+)@/.exec(invite.uri.toString())?.[1]
  const contact = `url=https://redress.example/ask?to=%2B${called};tel=+18005550199;email=ask@redress.example`
  const reason = `SIP;cause=603;text="v=analytics1;${contact}";location=RLN`
  return { phrase: 'Network Blocked', headers: [['Reason', reason]] }
}

/** 183, and a second later the refusal; `saying` writes it. */
export const blocksAfter183 =
  (saying: (call: CalleeCall) => Saying): Scenario =>
  async (call) => {
    call.say(100)
    call.say(183)
    await call.wait(1_200)
    call.say(603, saying(call))
  }

/** 180 for so long, and then the refusal. */
export const ringsThen =
  (ms: number, status: number, saying: (call: CalleeCall) => Saying = () => ({})): Scenario =>
  async (call) => {
    call.say(100)
    call.say(180)
    await call.wait(ms)
    call.say(status, saying(call))
  }
