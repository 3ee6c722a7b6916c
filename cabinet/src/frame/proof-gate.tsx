import { Suspense, useEffect, useState } from 'react'
import { onProofNeeded } from '../api/client.ts'
import { lazily } from '../parts/lazily.ts'

const ProofDialog = lazily(() => import('./proof-dialog.tsx'))

/** Opens a dialog when the server requires the password again; the refused request is then repeated (api/client.ts). */
export function ProofGate() {
  const [answer, setAnswer] = useState<{ give: (isProved: boolean) => void }>()
  useEffect(() => {
    onProofNeeded(() => new Promise((give) => setAnswer({ give })))
    return () => onProofNeeded(async () => false)
  }, [])
  if (answer === undefined) return null
  const close = (isProved: boolean) => {
    answer.give(isProved)
    setAnswer(undefined)
  }
  return (
    <Suspense>
      <ProofDialog onAnswer={close} />
    </Suspense>
  )
}
