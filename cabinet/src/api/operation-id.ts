import { useRef } from 'react'

/**
 * Names what a form does: a form that is sent again with the same id is done once. A form whose `content` has changed
 * asks for something else, so it gets another id; without `content` the id stays as long as the form is open.
 */
export function useOperationId(content = ''): string {
  const made = useRef<{ readonly content: string; readonly id: string }>(null)
  if (made.current?.content !== content) made.current = { content, id: newOperationId() }
  return made.current.id
}

/** `crypto.randomUUID` is there on HTTPS and on this machine only; an operator may come over plain HTTP. */
function newOperationId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
