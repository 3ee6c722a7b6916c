// Many calls that speak at once; run as a process of its own by main.ts. Words: calls, seconds, port of the ear.
import { Media } from '@ringkey/sip'

const [calls, seconds, earPort] = process.argv.slice(2).map(Number) as [number, number, number]
const media = new Media({ bindAddress: '127.0.0.1', ports: { firstPort: 40_000, lastPort: 49_999 } })
const answer = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  `m=audio ${earPort} RTP/AVP 8`,
  '',
].join('\r\n')
const prompt = { law: 'pcma', bytes: new Uint8Array(seconds * 8000).fill(0x2a) } as const

const open = await Promise.all(Array.from({ length: calls }, () => media.open({ whenIdle: 'nothing' })))
// People do not answer in the same millisecond: the calls begin within the first second.
const spoken = open.map(async (call, index) => {
  await new Promise((resolve) => setTimeout(resolve, (index * 1000) / calls))
  if (!call.accept(answer)) throw new Error('the answer was not accepted')
  return call.play(prompt)
})
const startCpu = process.cpuUsage()
const startMs = performance.now()
const whole = await Promise.all(spoken)
const cpu = process.cpuUsage(startCpu)
process.stdout.write(
  JSON.stringify({
    whole: whole.filter(Boolean).length,
    packets: open.reduce((sum, call) => sum + call.stream.packetsSent, 0),
    cpuShare: (cpu.user + cpu.system) / 1000 / (performance.now() - startMs),
  }),
)
for (const call of open) call.close()
process.exit(0)
