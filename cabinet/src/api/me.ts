import type { Answer, Permission } from '@ringkey/server/cabinet-api'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ApiProblem, read } from './client.ts'
import { periodOr } from './queries.ts'

type Me = Answer<'/me'>

const key = ['me']

/** Whose session the server ended; null after a sign-out. Their pages stay, with what they typed. */
let last: Me | null = null
export const lastMe = () => last

/** The session looks at one account in all tabs: when another tab has chosen another, nothing of the old one is shown. */
function keep(client: QueryClient, me: Me | null): void {
  const isOther = last !== null && last.account?.id !== me?.account?.id
  if (me === null || isOther) client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
  last = me
}

/** undefined while loading, null when nobody is signed in. */
export function useMaybeMe() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ client }) => {
      try {
        const me = await read('/me')
        if (me.stage === 'full') keep(client, me)
        return me
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 401) return null
        throw error
      }
    },
    refetchInterval: periodOr(30_000),
  })
}

/** Stores the answer of a sign-in in the query cache; null signs out and clears the cache. */
export function useSetMe() {
  const client = useQueryClient()
  return (me: Me | null) => {
    // A pending answer may name the previous person. `clear` would remove the query that the page uses.
    void client.cancelQueries({ queryKey: key })
    if (me === null || me.stage === 'full') keep(client, me)
    client.setQueryData(key, me)
    if (me !== null) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
  }
}

export const MeContext = createContext<Me | null>(null)

/** Inside the frame somebody is always signed in. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (me === null) throw new Error('useMe is for pages inside the frame')
  return me
}

export function useMay(permission: Permission): boolean {
  return useMe().account?.permissions.includes(permission) ?? false
}
