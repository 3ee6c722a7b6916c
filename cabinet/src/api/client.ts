import type { Answer, ProblemBody, WriteAnswer } from '@ringkey/server/cabinet-api'
import type { Asked, PlainRead, PlainWrite, ReadPath, Sent, WritePath } from './routes.ts'

const base = '/cabinet/api'
/** A server that is frozen keeps its connections, and would let a page wait for ever. */
const readLimitMs = 20_000
/** While it is silent: a page that asks again says for most of the time what is wrong. */
const silentLimitMs = 3_000
let isSilent = false

/** An error answer; `code` has a sentence in each language (language/problems.ts). */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined

  constructor(status: number, { code, message, field }: ProblemBody['error']) {
    super(message)
    this.status = status
    this.code = code
    this.field = field
  }
}

type Given = Readonly<Record<string, unknown>>

/** Names after a colon are put into the path; what else is given is the query or the body. */
function parted(path: string, given: Given = {}): { readonly address: string; readonly rest: Given } {
  const rest: Record<string, unknown> = { ...given }
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { address: `${base}${filled}`, rest }
}

/** The URL of a GET request or an upload, also for links and downloads. Empty values are left out. */
export function addressOf(path: PlainRead): string
export function addressOf<Path extends ReadPath>(path: Path, asked: Asked<Path>): string
export function addressOf<Path extends WritePath>(path: Path, asked: Sent<Path>): string
export function addressOf(path: string, asked?: Given): string {
  const { address, rest } = parted(path, asked)
  const parameters = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)] as [string, string]],
  )
  return parameters.length === 0 ? address : `${address}?${new URLSearchParams(parameters)}`
}

export function read<Path extends PlainRead>(path: Path): Promise<Answer<Path>>
export function read<Path extends ReadPath>(path: Path, asked: Asked<Path>): Promise<Answer<Path>>
export function read<Path extends ReadPath>(path: Path, asked?: Asked<Path>): Promise<Answer<Path>> {
  return readDocument(addressOf(path, asked!))
}

/** A public document of the service, which lies outside the API of the cabinet. */
export async function readDocument<T>(address: string): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), isSilent ? silentLimitMs : readLimitMs)
  try {
    const answer = (await (await answerTo(address, { signal: late.signal })).json()) as T
    isSilent = false
    return answer
  } catch (error) {
    isSilent = late.signal.aborted
    if (!isSilent) throw error
    throw new ApiProblem(0, { code: 'no-answer', message: 'the server does not answer' })
  } finally {
    clearTimeout(timer)
  }
}

/** Asks the person for the password; false when they cancel. Set by the frame, which has the dialog. */
let askForProof: () => Promise<boolean> = async () => false
export function onProofNeeded(ask: () => Promise<boolean>): void {
  askForProof = ask
}

/** A change of money or trunks may need the password again; the request is then repeated. */
export function write<Path extends PlainWrite>(path: Path): Promise<WriteAnswer<Path>>
export function write<Path extends WritePath>(path: Path, sent: Sent<Path>): Promise<WriteAnswer<Path>>
export async function write<Path extends WritePath>(
  path: Path,
  sent?: Sent<Path>,
): Promise<WriteAnswer<Path>> {
  const post = async () => (await postFor(path, sent!)).json()
  try {
    return await post()
  } catch (error) {
    const isAsked = error instanceof ApiProblem && error.code === 'proof-needed' && (await askForProof())
    if (!isAsked) throw error
    return post()
  }
}

/** For an answer that is read as it comes. */
export function postFor<Path extends WritePath>(
  path: Path,
  sent: Sent<Path>,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const { address, rest } = parted(path, sent)
  return answerTo(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Ringkey-Cabinet': '1' },
    body: JSON.stringify(rest),
    signal,
  })
}

/** A file that the page saves itself, so that a refusal is shown there and not saved in its place. */
export async function readFile(address: string): Promise<Blob> {
  return (await answerTo(address)).blob()
}

async function answerTo(address: string, options: RequestInit = {}): Promise<Response> {
  let response: Response
  try {
    response = await fetch(address, { ...options, credentials: 'same-origin' })
  } catch {
    throw new ApiProblem(0, { code: 'no-connection', message: 'the server cannot be reached' })
  }
  if (response.ok) return response
  throw new ApiProblem(response.status, await problemIn(response))
}

async function problemIn(response: Response): Promise<ProblemBody['error']> {
  try {
    return ((await response.json()) as ProblemBody).error
  } catch {
    return { code: 'fault', message: `the server answered ${response.status}` }
  }
}
