import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { write } from '../../../api/client.ts'
import { useMay } from '../../../api/me.ts'
import { useTexts } from '../../../language/language.tsx'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { verificationKey } from '../use-verification.ts'
import { verificationDetailTexts, verificationProblems } from './texts.ts'

/** Only for those who may change services, and only while it is pending. */
export function Cancel({ detail: { id, status } }: { readonly detail: VerificationDetail }) {
  const text = useTexts(verificationDetailTexts)
  const client = useQueryClient()
  const may = useMay('change-services')
  const cancel = useMutation({
    mutationFn: () => write<VerificationDetail>(`/verifications/${id}/cancel`),
    onSuccess: (canceled) => client.setQueryData(verificationKey(id), canceled),
  })
  if (!may || status !== 'pending') return null
  return (
    <ConfirmButton
      label={text.cancel}
      question={text.cancelQuestion}
      action={text.cancelAction}
      own={verificationProblems}
      error={cancel.error}
      onConfirm={() => cancel.mutateAsync()}
    >
      {text.cancelWhat}
    </ConfirmButton>
  )
}
