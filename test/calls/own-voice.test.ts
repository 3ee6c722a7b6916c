// Recordings of a service's own, and a built-in voice, said by two nodes on one database and heard by simulated phones.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWav } from '@ringkey/sip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startService } from '../../server/src/app/service.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { Carrier } from '../../server/src/telephony/simulator/carrier.ts'
import { cheapPasswords } from '../../server/test/cheap-passwords.ts'
import { freshDatabase } from '../../server/test/postgres/run-cluster.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { foundIn, heardPieces, wholeSpeech } from './heard-pieces.ts'
import { prepareInstallation, settingsOf } from './rig.ts'

type Node = Awaited<ReturnType<typeof startService>>

const prompts = join(import.meta.dirname, '../../server/assets/prompts')
const callTo = new Map<string, number>()
const over = new Set<number>()
const folders: string[] = []
const nodes: Node[] = []
let carrier: Carrier
let house: Awaited<ReturnType<typeof prepareInstallation>>
let environment: Record<string, string>
let serviceId: string

const newFolder = () => {
  folders.push(mkdtempSync(join(tmpdir(), 'ringkey-voice-')))
  return folders.at(-1)!
}
/** A node has its own folder: of the recordings of another one it knows what the store has. */
async function startNode(): Promise<Node> {
  const node = await startService({
    settings: readSettings(await settingsOf(newFolder(), environment)),
    clock: systemClock,
    random: systemRandom,
    passwords: cheapPasswords,
    log: createLog('silent'),
    onFatal(error) {
      throw error
    },
  })
  nodes.push(node)
  return node
}

beforeAll(async () => {
  carrier = await Carrier.open({
    onEvent(event) {
      if (event.kind === 'ringing') callTo.set(event.to, event.id)
      if (event.kind === 'ended') over.add(event.id)
    },
  })
  environment = {
    RINGKEY_DATABASE_URL: await freshDatabase(),
    RINGKEY_SECRET: 'the nodes of one installation share this secret',
  }
  house = await prepareInstallation(newFolder(), [{ name: 'north', port: carrier.port }], environment)
  serviceId = house.authorization.split('.')[1]!
  const tested = ['service', 'set', serviceId, '--test-numbers', 'contract']
  expect(await ringkey(folders[0]!, tested, { environment })).toMatchObject({ code: 0 })
  for (let count = 0; count < 2; count++) await startNode()
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await house?.store.close()
  await carrier?.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function must(...typed: string[]): Promise<void> {
  expect(await ringkey(folders[0]!, ['prompts', ...typed], { environment })).toMatchObject({ code: 0 })
}
const voiceOf = (language: string) => ['--language', language, '--service', serviceId]

/** A spoken code through one of the nodes; in which language it is said. */
async function say(node: Node, phone: string, language: string): Promise<string> {
  const response = await fetch(`${node.baseUrl}/v2/verifications`, {
    method: 'POST',
    headers: { Authorization: house.authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone, language, code: '4071', steps: [{ mode: 'voice' }] }),
  })
  const body = (await response.json()) as { steps?: { language: string }[] }
  if (body.steps === undefined) throw new Error(JSON.stringify(body))
  return body.steps[0]!.language
}

/** A test number, which nobody calls, shows when a node has noticed what was recorded: a language more, or less. */
const noticed = (language: string) =>
  Promise.all(
    nodes.map((node) =>
      expect.poll(() => say(node, '79000000001', 'uk'), { timeout: 10_000, interval: 500 }).toBe(language),
    ),
  )

/** What the phone has heard when the call is over. */
async function heard(node: Node, phone: string, language: string): Promise<Uint8Array> {
  callTo.delete(phone)
  expect(await say(node, phone, language)).toBe(language)
  await expect.poll(() => over.has(callTo.get(phone) ?? 0), { timeout: 40_000 }).toBe(true)
  return readWav(carrier.recording(callTo.get(phone)!)!, 'pcma')
}

const piecesOf = async (language: string) => {
  const recordings = await house.store.recordingsOf({ serviceId: Number(serviceId), language })
  return recordings.map(({ piece, audio }) => [piece, new Uint8Array(audio)] as const)
}

it('own voice: what a service has recorded is heard from every node, in a language that no built-in voice has', async () => {
  await must('set', 'greeting', join(prompts, 'it/greeting.wav'), ...voiceOf('ru'))
  await must('import', join(prompts, 'tr'), ...voiceOf('uk'))
  await must('set', 'name', join(prompts, 'es/farewell.wav'), ...voiceOf('uk'))
  await noticed('uk')
  const third = await startNode()
  const [whole, fresh, sentence, german] = await Promise.all([
    heard(nodes[1]!, '79005551301', 'uk'),
    heard(third, '79005551300', 'uk'),
    heard(nodes[0]!, '77005551301', 'ru'),
    heard(nodes[0]!, '77005551300', 'de'),
  ])

  const own = await piecesOf('uk')
  const digit = (name: string, isLast = false) => `digits/${name}${isLast ? '-last' : ''}`
  const code = [digit('4'), digit('0', true), digit('7'), digit('1', true)]
  const said = ['name', 'greeting', ...code, 'again', ...code, 'farewell']
  for (const recording of [whole, fresh])
    expect(foundIn(recording, own).map(({ name }) => name)).toEqual(said)

  const [greeting] = await piecesOf('ru')
  expect(foundIn(sentence, [greeting!])).toHaveLength(1)
  // The digits and the other sentences are those of the built-in voice; its greeting is not heard.
  expect(heardPieces(sentence, 'ru')).toEqual(wholeSpeech('4071').slice(1))

  expect(heardPieces(german, 'de')).toEqual(wholeSpeech('4071'))
})

it('own voice: a call has the built-in voice again when the recordings are removed', async () => {
  for (const language of ['ru', 'uk'])
    await ringkey(folders[0]!, ['prompts', 'remove', ...voiceOf(language)], { environment })
  expect(await house.store.ownVoices([Number(serviceId)])).toEqual([])
  await noticed('ru')
  expect(heardPieces(await heard(nodes[0]!, '79005551301', 'ru'), 'ru')).toEqual(wholeSpeech('4071'))
})
