// Profiles of V8 as flame graphs in plain SVG: the widest function took the most time, and its callers stand above it.
import { escaped } from '../all/plots.ts'

/** What `node --cpu-prof` writes, as far as it is used. Times are microseconds. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
    readonly children?: readonly number[]
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

export interface Frame {
  readonly name: string
  readonly kind: Kind
  us: number
  readonly below: Map<string, Frame>
}

type Kind = 'http' | 'storage' | 'sip' | 'other' | 'node' | 'gc'

const kinds: Readonly<Record<Kind, { readonly colour: string; readonly what: string }>> = {
  http: { colour: '#9ecae9', what: 'HTTP' },
  storage: { colour: '#b5dfa0', what: 'store' },
  sip: { colour: '#fdc98a', what: 'SIP and calls' },
  other: { colour: '#d9d0ee', what: 'rest of the service' },
  node: { colour: '#dcdcdc', what: 'Node' },
  gc: { colour: '#f0a3a3', what: 'garbage collector' },
}

const newFrame = (name: string, kind: Kind = 'node'): Frame => ({ name, kind, us: 0, below: new Map() })

/** Adds the stacks of one thread from `skippedMs` after its start. Idle time is left out. */
export function threadOf(profile: Profile, skippedMs = 0): Frame {
  const root = newFrame(threadName(profile))
  const stacks = stacksOf(profile)
  let elapsedUs = 0
  profile.samples.forEach((id, index) => {
    const us = profile.timeDeltas[index]!
    elapsedUs += us
    const stack = stacks.get(id)!
    if (elapsedUs < skippedMs * 1_000 || stack.at(-1)?.name === '(idle)') return
    let frame = root
    frame.us += us
    for (const { name, kind } of stack) {
      const next = frame.below.get(name) ?? newFrame(name, kind)
      frame.below.set(name, next)
      next.us += us
      frame = next
    }
  })
  return root
}

/** The functions of each node's stack, outermost first. Of Node's own functions only the innermost is kept. */
function stacksOf({ nodes }: Profile): Map<number, readonly Pick<Frame, 'name' | 'kind'>[]> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const stacks = new Map<number, readonly Pick<Frame, 'name' | 'kind'>[]>()
  const waiting: [number, readonly Pick<Frame, 'name' | 'kind'>[]][] = [[nodes[0]!.id, []]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [id, above] = next
    const { callFrame, children = [] } = byId.get(id)!
    const { functionName, url } = callFrame
    const file = url.split('/').at(-1)!
    const own = { name: `${functionName || '(anonymous)'} ${file}`.trim(), kind: kindOf(functionName, url) }
    const isRoot = functionName === '(root)'
    stacks.set(id, isRoot ? above : [...above, own])
    for (const child of children)
      waiting.push([child, isRoot || own.kind === 'node' ? above : [...above, own]])
  }
  return stacks
}

function kindOf(functionName: string, url: string): Kind {
  if (functionName === '(garbage collector)') return 'gc'
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return 'node'
  if (/\/(http|v2)\//.test(url)) return 'http'
  if (/\/(storage|books)\//.test(url)) return 'storage'
  return /\/(sip|telephony)\//.test(url) ? 'sip' : 'other'
}

/** The file that the thread was started with. */
function threadName({ nodes }: Profile): string {
  const file = nodes
    .map(({ callFrame }) => callFrame.url.split('/').at(-1)!)
    .find((one) => one.endsWith('-thread.ts'))
  return file?.replace('.ts', '') ?? 'main thread'
}

const width = 1_200
const rowHeight = 17
const letterWidth = 6.3
const narrowest = 1.5

/** All threads side by side; a second of one core is as wide in each of them. */
export function flameGraph(title: string, threads: readonly Frame[]): string {
  const total = threads.reduce((sum, { us }) => sum + us, 0)
  const rects: string[] = []
  let deepest = 0
  const draw = (frame: Frame, x: number, depth: number): void => {
    const wide = (frame.us / total) * width
    if (wide < narrowest) return
    deepest = Math.max(deepest, depth)
    const y = (depth + 3) * rowHeight
    const share = `${((frame.us / total) * 100).toFixed(1)} %`
    const letters = Math.floor((wide - 4) / letterWidth)
    const shown = letters < 4 ? '' : frame.name.slice(0, letters)
    rects.push(
      `<g><title>${escaped(frame.name)}, ${share}</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, wide - 0.5).toFixed(1)}" height="${rowHeight - 1}" fill="${kinds[frame.kind].colour}"/>${shown && `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escaped(shown)}</text>`}</g>`,
    )
    let left = x
    for (const below of [...frame.below.values()].sort((one, other) => other.us - one.us)) {
      draw(below, left, depth + 1)
      left += (below.us / total) * width
    }
  }
  let left = 0
  for (const thread of threads) {
    draw(thread, left, 0)
    left += (thread.us / total) * width
  }
  const legend = Object.values(kinds).map(
    ({ colour, what }, index) =>
      `<rect x="${index * 160 + 2}" y="22" width="12" height="12" fill="${colour}"/><text x="${index * 160 + 18}" y="32">${what}</text>`,
  )
  const height = (deepest + 4) * rowHeight
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="10.5"><title>${escaped(title)}</title><rect width="${width}" height="${height}" fill="#fff"/><text x="2" y="14" font-size="13">${escaped(title)}</text>${legend.join('')}${rects.join('')}</svg>\n`
}
