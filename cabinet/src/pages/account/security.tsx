import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRead } from '../../api/use-api.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { Recovery, ShownCodes } from './recovery.tsx'
import { Sessions } from './sessions.tsx'
import { Telegram } from './telegram.tsx'

const lookPeriodMs = 2_000

/** E-mail, password, second factors, sessions. */
export function Security() {
  const client = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>([])
  const [isConnecting, setConnecting] = useState(false)
  const security = useRead('/security', {}, { refetchInterval: isConnecting ? lookPeriodMs : false })
  const onChange = (recoveryCodes: readonly string[] = []) => {
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
    void client.invalidateQueries({ queryKey: ['security'] })
    void client.invalidateQueries({ queryKey: ['me'] })
  }
  return (
    <>
      <ShownCodes codes={codes} onKept={() => setCodes([])} />
      <ChangeEmail />
      <ChangePassword />
      <ErrorNote error={security.error} />
      {security.data === undefined ? (
        <Skeleton h={320} />
      ) : (
        <>
          <Telegram
            view={security.data.telegram}
            hasApp={security.data.totp}
            onChange={onChange}
            onConnecting={setConnecting}
          />
          <AuthenticatorApp
            isOn={security.data.totp}
            hasOther={security.data.telegram.confirms}
            onChange={onChange}
          />
          <Recovery view={security.data} onChange={onChange} />
        </>
      )}
      <Sessions />
    </>
  )
}
