import type { LiveEvent } from '../src/cabinet/views/live-event.ts'
import type { CabinetVisitor } from './cabinet-visitor.ts'
import type { TestService } from './service.ts'

/** The stream of live events that a page of the cabinet opens. */
export interface LiveStream {
  readonly status: number
  readonly events: LiveEvent[]
  readonly text: () => string
  readonly isOver: () => boolean
  /** The connection was lost before the stream had ended. */
  readonly wasCut: () => boolean
  leave(): void
}

export async function listenTo(
  { baseUrl }: Pick<TestService, 'baseUrl'>,
  person: Pick<CabinetVisitor, 'headers'>,
): Promise<LiveStream> {
  const leaving = new AbortController()
  const response = await fetch(`${baseUrl}/cabinet/api/events`, {
    headers: person.headers(),
    signal: leaving.signal,
  })
  const events: LiveEvent[] = []
  let text = ''
  let isOver = false
  let wasCut = false
  void (async () => {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body!) {
        text += decoder.decode(chunk, { stream: true })
        const whole = text.split('\n\n').slice(0, -1)
        events.length = 0
        for (const block of whole) {
          if (block.startsWith('data: ')) events.push(JSON.parse(block.slice(6)))
        }
      }
    } catch {
      wasCut = true
    }
    isOver = true
  })()
  return {
    status: response.status,
    events,
    text: () => text,
    isOver: () => isOver,
    wasCut: () => wasCut,
    leave: () => leaving.abort(),
  }
}
