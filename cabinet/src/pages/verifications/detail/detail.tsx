import { Grid, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMay } from '../../../api/me.ts'
import { useWrite } from '../../../api/use-api.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { useListAddress } from '../../../parts/detail-link.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { CallFacts, CallHistory } from '../../calls/detail/call-detail.tsx'
import { customerSource, ownSource } from '../list/use-list.ts'
import { isCall, useDetail, verificationKey } from '../use-verification.ts'
import { OtherAttemptsList } from './other-attempts.tsx'
import { verificationDetailTexts, verificationProblems } from './texts.ts'
import { Deliveries, Requests } from './traces.tsx'
import { VerificationFacts, VerificationHistory } from './verification-detail.tsx'

/** One's own, or that of any customer; the server notes the latter. */
function useSource() {
  return useListAddress() === '/verifications' ? ownSource : customerSource
}

/** What it is, and whose phone. */
export function useHeading(id: string): string {
  const words = useTexts(terms)
  const { data } = useDetail(id, useSource())
  const name = (data === undefined ? /^\d+$/.test(id) : isCall(data)) ? words.call : words.verification
  return data === undefined ? name : `${name} · ${data.phoneMask}`
}

/** Everything about a verification of `/v2` or a call of `/v1.0`: what happened, and what it left. */
export function Detail(props: {
  readonly id: string
  readonly isPanel?: boolean
  readonly links?: ReactNode
}) {
  const text = useTexts(verificationDetailTexts)
  const source = useSource()
  const { data, error, isPending } = useDetail(props.id, source)
  const half = props.isPanel === true ? 12 : { base: 12, md: 6 }
  // The id of a call that is a step leads to its verification.
  const id = data?.id ?? props.id
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap={4}>
          <Text variant="hint" style={{ overflowWrap: 'anywhere' }}>
            {id}
          </Text>
          <CopyButton value={id} what={text.theId} />
        </Group>
        <Group gap="xs">
          {data !== undefined && !isCall(data) && source === ownSource && <Cancel detail={data} />}
          {props.links}
        </Group>
      </Group>
      <ErrorNote error={error} />
      {isPending && <Skeleton h={360} />}
      {data !== undefined && (
        <Grid gap="lg">
          <Grid.Col span={half}>
            <Stack gap="lg">
              {isCall(data) ? (
                <CallHistory detail={data} isOfCustomer={source === customerSource} />
              ) : (
                <VerificationHistory detail={data} isOfCustomer={source === customerSource} />
              )}
              {source === ownSource && <Requests id={id} />}
              <Deliveries detail={data} isOwn={source === ownSource} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={half}>
            <Stack gap="lg">
              {isCall(data) ? <CallFacts detail={data} /> : <VerificationFacts detail={data} />}
              <OtherAttemptsList source={source} id={id} />
            </Stack>
          </Grid.Col>
        </Grid>
      )}
    </Stack>
  )
}

/** Only for those who may change services, and only while it is pending. */
function Cancel({ detail: { id, status } }: { readonly detail: VerificationDetail }) {
  const text = useTexts(verificationDetailTexts)
  const client = useQueryClient()
  const may = useMay('change-services')
  const cancel = useWrite('/verifications/:id/cancel', {
    onSuccess: (canceled) => client.setQueryData(verificationKey(id), canceled),
  })
  if (!may || status !== 'pending') return null
  return (
    <ConfirmButton
      label={text.cancel}
      question={text.cancelQuestion}
      action={text.cancelAction}
      errorTexts={verificationProblems}
      onConfirm={() => cancel.mutateAsync({ id })}
    >
      {text.cancelWhat}
    </ConfirmButton>
  )
}
