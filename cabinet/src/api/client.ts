import type { ProblemBody } from '@ringkey/server/cabinet-api'

const base = '/cabinet/api'

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

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The URL of a GET request, also for links and downloads. Empty values are left out. */
export function addressOf(path: string, query: Query = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)] as [string, string]],
  )
  const search = parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`
  return `${base}${path}${search}`
}

export function read<T>(path: string, query: Query = {}): Promise<T> {
  return readDocument<T>(addressOf(path, query))
}

/** A public document of the service, which lies outside the API of the cabinet. */
export async function readDocument<T>(address: string): Promise<T> {
  return (await (await answerTo(address)).json()) as T
}

/** Asks the person for the password; false when they cancel. Set by the frame, which has the dialog. */
let askForProof: () => Promise<boolean> = async () => false
export function onProofNeeded(ask: () => Promise<boolean>): void {
  askForProof = ask
}

/** A change of money or trunks may need the password again; the request is then repeated. */
export async function write<T = unknown>(path: string, body: unknown = {}): Promise<T> {
  try {
    return await post<T>(path, body)
  } catch (error) {
    const isAsked = error instanceof ApiProblem && error.code === 'proof-needed' && (await askForProof())
    if (!isAsked) throw error
    return post<T>(path, body)
  }
}

async function post<T>(path: string, body: unknown): Promise<T> {
  return (await (await postFor(path, body)).json()) as T
}

/** For an answer that is read as it comes. */
export function postFor(path: string, body: unknown, signal: AbortSignal | null = null): Promise<Response> {
  return answerTo(`${base}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Ringkey-Cabinet': '1' },
    body: JSON.stringify(body),
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
