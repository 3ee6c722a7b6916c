import type { Answer } from '@ringkey/server/cabinet-api'
import { MutationCache, type Query, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './client.ts'

const maxRetries = 2
/** A page that could not be read asks again so often, until the server is back. */
const awayMs = 5_000

/** A lost connection or a server error. A refusal is final. */
export function isAway(error: unknown): boolean {
  const status = error instanceof ApiProblem ? error.status : 0
  return status === 0 || status >= 500
}

/** A server that did not answer in time is asked again after a while, and until then the page says so. */
const isSilent = (error: unknown) => error instanceof ApiProblem && error.code === 'no-answer'

/** The period of a query: its own, and a short one while the server is away. */
export const periodOr =
  (ownMs: number | false) =>
  ({ state }: { readonly state: { readonly error: unknown } }): number | false =>
    state.error !== null && isAway(state.error) ? awayMs : ownMs

export const isSignedOut = (error: unknown) => error instanceof ApiProblem && error.code === 'not-signed-in'
const isInside = ({ state }: Query) => (state.data as Answer<'/me'> | null | undefined)?.stage === 'full'

export const queryClient = new QueryClient({
  // The entrance opens at once, and not when the session is next looked at.
  mutationCache: new MutationCache({
    onError: (error) => {
      if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: ['me'], predicate: isInside })
    },
  }),
  defaultOptions: {
    queries: {
      // The browser's word for the network is not asked: the service may run on this very machine.
      networkMode: 'always',
      retry: (failures, error) => failures < maxRetries && isAway(error) && !isSilent(error),
      refetchInterval: periodOr(false),
      staleTime: 5_000,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
