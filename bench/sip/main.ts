// npm run bench -- sip [--whole]: the flash scene against a SIPp callee and the speaking scene, each side on a core
// of its own. Ratios count, not the figures: they are taken in one run on one machine.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, temporaryFolder } from '../../test/peers/interop/peer-process.ts'
import { type BenchResult, newResult } from '../measure/figures.ts'
import { runNode, runPinned } from './child.ts'
import { figuresOf, flash, floor, floorName, ourCore, peerCore, perSecond, withCallee } from './scenes.ts'

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

/** SIPp as the caller: what a program in C++ makes of the same scene. */
async function sippCaller(calls: number): Promise<{ calls: number; seconds: number }> {
  const folder = temporaryFolder()
  try {
    return await withCallee(async (port) => {
      const startMs = performance.now()
      const file = join(import.meta.dirname, 'flash-caller.xml')
      const words = [`127.0.0.1:${port}`, '-sf', file, '-i', '127.0.0.1', '-m', String(calls), '-r', '50000']
      const quiet = ['-p', String(freePort()), '-l', '500', '-nostdin', '-f', '60', '-buff_size', '4194304']
      await runPinned(ourCore, 'sipp', [...words, ...quiet], folder.path)
      return { calls, seconds: (performance.now() - startMs) / 1000 }
    })
  } finally {
    folder.remove()
  }
}

async function speaking(calls: number, seconds: number) {
  const ear = spawn(
    'taskset',
    ['-c', String(peerCore), process.execPath, fileURLToPath(import.meta.resolve('./ear.ts'))],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let heard = ''
  const port = await new Promise<number>((resolve) =>
    ear.stdout.on('data', (bytes: Buffer) => {
      heard += bytes.toString()
      if (heard.includes('\n')) resolve(Number(heard.split('\n')[0]))
    }),
  )
  const ended = new Promise((resolve) => ear.on('exit', resolve))
  const said = await runNode<{ whole: number; packets: number; cpuShare: number }>(
    ourCore,
    import.meta.resolve('./speaking.ts'),
    [calls, seconds, port],
  )
  await ended
  const measured = JSON.parse(heard.split('\n')[1]!) as { missing: number; p50: number; p99: number }
  return { ...said, ...measured }
}

/** How much the heap grew between the first and the last tenth of the samples, once the tables were full. */
function growth(samples: readonly number[]): { firstBytes: number; lastBytes: number } {
  const full = samples.slice(Math.ceil(samples.length * 0.4))
  return { firstBytes: full[0] ?? 0, lastBytes: full.at(-1) ?? 0 }
}

export async function run(flags: readonly string[]): Promise<BenchResult> {
  const whole = flags.includes('--whole')
  const result = newResult('sip', 'one call')
  const add = (what: string, measured: string, wanted = '', isMet?: boolean): void => {
    if (isMet === undefined) result.notes.push(`${what}: ${measured}`)
    else result.goals.push({ what, measured, wanted, isMet })
    const mark = isMet === undefined ? ' ' : isMet ? '+' : '-'
    process.stdout.write(`${mark} ${what.padEnd(44)} ${measured.padEnd(46)} ${wanted}\n`)
  }

  // The floor is taken before and after: on a shared machine it moves.
  const floorBefore = await floor(40_000)
  const calls = await flash(whole ? 100_000 : 40_000, 100, 0, 'warm')
  const floorAfter = await floor(40_000)
  result.scenes.push(
    { name: floorName, rounds: [floorBefore, floorAfter].map(figuresOf) },
    { name: '@ringkey/sip', floor: floorName, rounds: [figuresOf(calls)] },
  )
  const [before, after] = [perSecond(floorBefore), perSecond(floorAfter)]
  const base = (before + after) / 2
  const baseCpu = (floorBefore.cpuMicroseconds + floorAfter.cpuMicroseconds) / 2
  const rate = perSecond(calls)
  const sipp = perSecond(await sippCaller(40_000))
  add('SIPp as caller', `${sipp.toFixed(0)} calls/s, ${(sipp / base).toFixed(2)} of the floor`)
  add('bare socket in Node (the floor)', `${before.toFixed(0)} and ${after.toFixed(0)} calls/s`)
  add(
    '@ringkey/sip',
    `${rate.toFixed(0)} calls/s, ${calls.lost} lost`,
    '>= 4000, none lost',
    rate >= 4000 && calls.lost === 0,
  )
  add('@ringkey/sip against the floor', (rate / base).toFixed(2), '>= 0.60', rate / base >= 0.6)

  // On a busy machine the time on the clock says little; that of the processor is what a call costs.
  const cpu = `${calls.cpuMicroseconds.toFixed(0)} µs, the floor's is ${baseCpu.toFixed(0)} µs`
  add('processor time of a call', `${cpu}: ${(baseCpu / calls.cpuMicroseconds).toFixed(2)}`)

  const held = await flash(10_000, 10_000, 0, 'hold-all')
  const heldAll = held.ringingAtOnce === 10_000 && held.lost === 0
  add('calls at once', `${held.ringingAtOnce} ringing, ${held.lost} lost`, '10000', heldAll)

  const small = await flash(whole ? 60_000 : 10_000, 0, 1000, 'default-buffer')
  const smallBuffer = `${small.lost} lost, ${small.retransmitted} sent again, buffer ${small.grantedBufferBytes}`
  add('1,000 calls/s, default receive buffer', smallBuffer, 'none lost', small.lost === 0)

  const long = await (whole
    ? flash(500_000, 100, 0, 'memory')
    : flash(60_000, 100, 0, 'memory', 'short-absorb'))
  const { firstBytes, lastBytes } = growth(long.samples)
  const flat = lastBytes < firstBytes * 1.1 + 10e6 && long.lost === 0
  const heap = `${megabytes(firstBytes)} to ${megabytes(lastBytes)}, ${long.lost} lost, core ${(long.cpuShare * 100).toFixed(0)} %`
  add(`heap over ${long.calls} calls`, heap, 'flat', flat)

  const said = await speaking(500, whole ? 60 : 15)
  const jitter = `p50 ${said.p50.toFixed(2)} ms, p99 ${said.p99.toFixed(2)} ms, ${said.missing} missing, core ${(said.cpuShare * 100).toFixed(0)} %`
  add('500 speaking calls, jitter', jitter, 'p99 < 5 ms', said.p99 < 5 && said.missing === 0)

  if (result.goals.some(({ isMet }) => !isMet)) process.exitCode = 1
  return result
}
