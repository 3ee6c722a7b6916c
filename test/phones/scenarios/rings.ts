import type { Scenario } from '../callee.ts'

/** A sound carrier: the phone rings at once. */
export const rings: Scenario = async (call) => call.say(180)
