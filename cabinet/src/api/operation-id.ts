import { useRef } from 'react'

/**
 * The idempotency id of a form: a form that is sent again with the same id takes effect once. A change of `content` gives
 * the form another id; without `content` the id stays as long as the form is open.
 */
export function useOperationId(content = ''): string {
  const made = useRef<{ readonly content: string; readonly id: string }>(null)
  if (made.current?.content !== content) made.current = { content, id: newOperationId() }
  return made.current.id
}

/** `crypto.randomUUID` exists only on HTTPS and localhost; an operator may use plain HTTP. */
function newOperationId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
