import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './client.ts'

const maxRetries = 2

/** A refusal stays a refusal; only a lost connection or a broken server is asked again. */
function shouldRetry(failures: number, error: Error): boolean {
  const status = error instanceof ApiProblem ? error.status : 0
  return failures < maxRetries && (status === 0 || status >= 500)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})
