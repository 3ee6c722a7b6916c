import { expect } from 'vitest'
import { freshPhone, openClient } from '../../server/test/contract/scene.ts'
import { eventually, startTestService } from '../../server/test/service.ts'
import type { begin } from '../peers/snippets/program.ts'

/**
 * Runs the first program of a client's README: nobody is reached by the first call, the person types a wrong code and
 * then the one that the robot of the second call says.
 */
export async function expectSignsIn(
  run: (phone: string, environment: Record<string, string>) => ReturnType<typeof begin>,
): Promise<void> {
  const service = await startTestService()
  try {
    const { key, id } = await openClient(service)
    const { placed } = service.telephony
    service.telephony.outcome = undefined
    const program = run(`+${freshPhone()}`, { RINGKEY_URL: service.baseUrl, RINGKEY_KEY: `${key}.${id}` })
    const until = (isThere: () => boolean) =>
      eventually(async () => {
        await service.clock.advance(500)
        return program.heard.text
      }, isThere)
    await until(() => placed.length === 1)
    placed[0]!.end({ completed: false, reason: 'busy' })
    await until(() => placed.length === 2)
    expect(placed.map(({ request }) => request.mode)).toEqual(['flash', 'voice'])
    program.type('0000')
    await until(() => program.heard.text.split('Code: ').length === 3)
    program.type(placed[1]!.code)
    await until(() => program.heard.text.includes('approved'))
    expect((await program.ended).replace(/(Code: )+/, '').trim()).toBe('approved')
  } finally {
    await service.stop()
  }
}
