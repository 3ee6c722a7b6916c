import { useWindowEvent } from '@mantine/hooks'
import type { Answer, WriteAnswer } from '@ringkey/server/cabinet-api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ApiProblem, write } from '../../api/client.ts'
import { useSetMe } from '../../api/me.ts'
import { useLanguage } from '../../language/language.tsx'

const doors = ['/demo', '/sign-up', '/forgotten', '/new-password', '/join']

/**
 * After a sign-in the person sees the cabinet in their language. On the page of an invitation the person stays there
 * to accept it; `isAccepted` says that it was accepted.
 */
export function useEnter(isAccepted = false) {
  const setMe = useSetMe()
  const [location, navigate] = useLocation()
  const { choose } = useLanguage()
  return (me: Answer<'/me'>) => {
    if (me.person.language !== '') choose(me.person.language)
    if (doors.includes(location) && (location !== '/join' || isAccepted)) navigate('/', { replace: true })
    setMe(me)
  }
}

/**
 * What a one-time link is for; an error where it is for nothing, or for another page. The token is in the fragment of the
 * URL, which only this page sees. Another link may be opened in the same tab.
 */
export function useLink(purpose?: WriteAnswer<'/link'>['purpose']) {
  const [token, setToken] = useState(tokenInAddress)
  useWindowEvent('hashchange', () => setToken(tokenInAddress()))
  const { data, error, isPending } = useQuery({
    queryKey: ['link', token],
    queryFn: () => write('/link', { token }),
    enabled: token !== '',
    // After the sign-in everything is read again; the link is used up by then and would be logged as refused.
    staleTime: 'static',
  })
  const isMeant = purpose === undefined || purpose === data?.purpose
  const ended = new ApiProblem(410, { code: 'link-ended', message: '' })
  return {
    token,
    isLoading: token !== '' && isPending,
    link: isMeant ? data : undefined,
    error: error ?? ended,
  }
}

const tokenInAddress = () => window.location.hash.slice(1)
