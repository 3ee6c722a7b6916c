import { Suspense, useEffect, useState } from 'react'
import { onProofNeeded } from '../api/client.ts'
import { lazily } from '../parts/lazily.ts'

const ProofDialog = lazily(() => import('./proof-dialog.tsx'))

/** Opens a dialog when the server requires the password again; the refused request is then repeated (api/client.ts). */
export function ProofGate() {
  const [answer, setAnswer] = useState<{ give: (isProved: boolean) => void }>()
  useEffect(() => {
    // Requests that are refused at the same moment wait for one dialog.
    let asked: Promise<boolean> | undefined
    onProofNeeded(() => {
      asked ??= new Promise<boolean>((give) => setAnswer({ give })).finally(() => {
        asked = undefined
      })
      return asked
    })
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
